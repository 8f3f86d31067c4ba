//! The front door: the odds of a position and of every move, by any method.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::analysis::Valued;
use crate::cell::Cell;
use crate::game::{Rules, Side};
use crate::limits::Budget;
use crate::method::Method as _;
use crate::oracle;
use crate::report::{Halt, SolveError, StopReason};
use crate::value::{Known, Odds};

use super::board::Position;
use super::count::Sweeps;
use super::filling::Filling;
use super::frontier::MAX_WIDTH;
use super::method::Method;
use super::textbook;
use super::transfer::Tables;

/// Exact odds under random play: both sides put stones on uniformly random empty cells, in turn. The value of a
/// position is the probability that the side to move ends up connected; that of a move, the probability once it is
/// made. So a position's value is the mean of its moves' values, and its best moves are worth more.
///
/// The default method builds transfer tables once for each width (the board's shorter side) and keeps them. Its time
/// goes with the frontiers of that width, about 2.45^width at each cell, times the stones to come; all moves take four
/// times as long as the odds alone. An 11x11 board takes 0.3 MB of tables, 7 MB for the odds and 53 MB for every move;
/// a 14x14 board 5 MB, 90 MB and 770 MB. The states of a report are the frontiers met, once in every sweep, and those
/// that were tabled for the first time.
///
/// ```
/// use foregone::hex::{Position, Solver};
/// use foregone::{Limits, Solver as _};
///
/// let position: Position = "3x3:W2/3/2B:w".parse()?;
/// let analysis = Solver::new().analyze(&position, &Limits::none())?;
/// assert_eq!(analysis.value.exact().unwrap().to_string(), "24/35");
/// assert_eq!(analysis.best_move().unwrap().to_string(), "a3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    method: Method,
    /// By width.
    tables: BTreeMap<usize, Tables>,
}

/// The values of all moves.
type Moves = Vec<(Cell, Known<Odds>)>;

impl Solver {
    /// A solver by the default method.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The odds of the side to move, by the solver's method.
    fn odds(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<Odds, Halt> {
        match self.method {
            Method::Transfer => Ok(self.transfer(position, false, budget)?.0),
            Method::LabelledFrontier => textbook::labelled_frontier(position, budget),
            Method::Enumerate => textbook::enumerate(position, budget),
            Method::Oracle => {
                let first = oracle::random_play(position, budget)?;
                Ok(if position.to_move() == Side::First { first } else { first.complement() })
            }
        }
    }

    /// The odds and, if `each_move` is set, the values of all moves.
    fn transfer(
        &mut self,
        position: &Position,
        each_move: bool,
        budget: &mut Budget<'_>,
    ) -> Result<(Odds, Moves), Halt> {
        if let Some(winner) = position.winner() {
            let won = winner == position.to_move_colour();
            let odds = if won { Odds::certain() } else { Odds::impossible() };
            let moves = position.moves().into_iter().map(|cell| (cell, Known::Exact(odds.clone())));
            let moves = if each_move { moves.collect() } else { Vec::new() };
            return Ok((odds, moves));
        }
        let filling = Filling::of(position);
        let tables = self.tables(filling.width, budget)?;
        let connected = Sweeps::new(&filling, tables, each_move, budget)?.count(budget)?;
        budget.release(tables.bytes());
        let mut moves = Moves::new();
        for (cell, odds) in filling.odds_after_moves(&connected) {
            // Fractions of thousands of digits take their time.
            budget.check()?;
            moves.push((cell, Known::Exact(odds)));
        }
        Ok((filling.odds(connected.all), moves))
    }

    /// The tables of a width, built if this is the first position of that width.
    fn tables(&mut self, width: usize, budget: &mut Budget<'_>) -> Result<&Tables, Halt> {
        if width > MAX_WIDTH {
            let reason = format!("the board's shorter side is {width}: expected at most {MAX_WIDTH}");
            return Err(SolveError::NotApplicable { method: self.method.name(), reason }.into());
        }
        let tables = match self.tables.entry(width) {
            Entry::Occupied(kept) => kept.into_mut(),
            Entry::Vacant(place) => place.insert(Tables::build(width, budget)?),
        };
        tables.plan(budget)?;
        Ok(tables)
    }
}

impl crate::Solver for Solver {
    type Position = Position;
    type Value = Odds;
    type Method = Method;

    fn with_method(method: Method) -> Self {
        Self { method, tables: BTreeMap::new() }
    }

    fn method(&self) -> Method {
        self.method
    }

    fn find_value(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(Known<Odds>, StopReason), Halt> {
        Ok((Known::Exact(self.odds(position, budget)?), StopReason::Finished))
    }

    fn find_moves(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Valued<Cell, Odds>, Halt> {
        let (value, moves) = if self.method == Method::Transfer {
            self.transfer(position, true, budget)?
        } else {
            let value = self.odds(position, budget)?;
            let mut moves = Moves::new();
            for cell in position.moves() {
                let mut next = position.clone();
                // A move of the position's own list is legal.
                let _ = next.play(cell);
                moves.push((cell, Known::Exact(self.odds(&next, budget)?.complement())));
            }
            (value, moves)
        };
        Ok(Valued { value: Known::Exact(value), moves, stop: StopReason::Finished })
    }
}
