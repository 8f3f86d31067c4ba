//! Which cells decide: the probability that a cell is pivotal in a random filling.

use crate::analysis::Solution;
use crate::cell::Cell;
use crate::limits::{Budget, Limits};
use crate::report::{Halt, SolveError};
use crate::value::Odds;

use super::board::Position;
use super::count::{count, needs_of_count};
use super::filling::Filling;
use super::networks::check_width;
use super::solve::Solver;
use super::sweep::{Asked, Stones};
use super::turns::Turns;

impl Solver {
    /// The probability of each empty cell, row by row, that it is pivotal once the board is filled: that the other colour
    /// would be connected if the cell alone changed hands. Fillings are those that random play comes to, as the solver's
    /// [`Turns`] have it.
    ///
    /// If a coin says who moves, the sum over all cells is the derivative of the odds in the coin's probability (Margulis
    /// and Russo), and with a fair coin the most pivotal cell is the best move.
    ///
    /// Always by transfer tables; costs as much as the odds of every move.
    ///
    /// ```
    /// use foregone::Limits;
    /// use foregone::hex::{Position, Solver, Turns};
    ///
    /// let mut solver = Solver::new().with_turns(Turns::fair_coin());
    /// let solution = solver.influence(&Position::empty(3, 3)?, &Limits::none())?;
    /// let (cell, influence) = &solution.value.exact().unwrap()[2];
    /// assert_eq!((cell.to_string(), influence.to_string()), ("c1".to_owned(), "39/128".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError`] if the board is too large for the memory allowed, or its shorter side is more than 21.
    pub fn influence(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<Solution<Vec<(Cell, Odds)>>, SolveError> {
        self.ask(limits, |solver, budget| solver.find_influence(position, budget))
    }

    pub(super) fn find_influence(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<(Cell, Odds)>, Halt> {
        let filling = Filling::of(position);
        if position.winner().is_some() {
            return Ok(filling.cells_in_order(Odds::impossible));
        }
        check_width(&filling)?;
        let weights = filling.weights(&self.turns);
        let stones = self.stones_of_influence(&filling);
        let all = match stones {
            Stones::Any => Filling::weight_of_all(filling.open - 1, None, weights.as_ref()),
            Stones::From { most, .. } => Filling::weight_of_all(filling.open, Some(most), None),
        };
        let needs = needs_of_count(&filling, stones, weights.as_ref(), Asked::Pivotal, budget);
        let network = self.networks.of(&filling, &[needs], budget)?;
        let tally = count(&filling, &network, stones, weights.as_ref(), Asked::Pivotal, budget)?;
        budget.release(network.bytes());
        let mut pivotal = tally.sites.into_iter();
        Ok(filling.cells_in_order(|| {
            let fillings = pivotal.next().unwrap_or_default();
            Odds::new(fillings, all.clone()).expect("a part of the fillings was counted")
        }))
    }

    /// The stones of the sweeping colour in fillings in which a cell is pivotal, that cell aside.
    pub(super) fn stones_of_influence(&self, filling: &Filling) -> Stones {
        match self.turns {
            Turns::Coin(_) => Stones::Any,
            // They are all of its stones, or one fewer, as the cell is the other colour's or its own.
            Turns::Alternating => {
                let own = filling.stones_of(filling.sweeper);
                Stones::From { least: own.saturating_sub(1), most: own }
            }
        }
    }
}

impl Filling {
    /// What there is of each open cell, given in the order of the sweep, row by row of the board.
    pub(super) fn cells_in_order<T>(&self, mut next: impl FnMut() -> T) -> Vec<(Cell, T)> {
        let mut cells: Vec<(Cell, T)> = self.open_cells().map(|cell| (cell, next())).collect();
        cells.sort_by_key(|(cell, _)| *cell);
        cells
    }
}
