//! Odds in floating point, with a bound of their error: for boards past the reach of exact counts.

use crate::analysis::Solution;
use crate::cell::Cell;
use crate::limits::{Budget, Limits};
use crate::report::{Halt, SolveError};

use super::arithmetic::Floats;
use super::board::Position;
use super::count::run;
use super::filling::Filling;
use super::networks::Needs;
use super::solve::Solver;
use super::sweep::{Asked, Stones, Sweeps, Tally};
use super::turns::Turns;

/// A probability as a float, and how far from the truth it can be.
///
/// The sweeps add and multiply probabilities, none of them negative, so nothing cancels: for `m` empty cells, the odds
/// of the colour that joins the board the longer way are within a factor of `1 ± 4m u` of the truth, `u = 2^-53`, or a
/// little more (see the bound in the source of `Floats`). That is 2e-13 for an empty 19x19 board. Where one is
/// subtracted from another, for the other colour or for a move, what is left has the errors of both, and `error` says so.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The probability, from 0 to 1.
    pub value: f64,
    /// The truth is within this of it.
    pub error: f64,
}

/// The odds of a position and of every move in it, for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimates {
    /// The odds of the position.
    pub value: Estimate,
    /// The odds once the move is made, for each empty cell, row by row.
    pub moves: Vec<(Cell, Estimate)>,
}

impl Estimates {
    /// The moves, best first. Moves between whose values their errors leave no difference stand in the order of cells, as
    /// those of the same exact value do in an [`Analysis`](crate::Analysis).
    #[must_use]
    pub fn best_first(&self) -> Vec<(Cell, Estimate)> {
        let mut moves = self.moves.clone();
        moves.sort_by(|(a, this), (b, that)| that.value.total_cmp(&this.value).then(a.cmp(b)));
        let alike =
            |(_, a): &(Cell, Estimate), (_, b): &(Cell, Estimate)| a.value - b.value <= a.error + b.error;
        for group in moves.chunk_by_mut(alike) {
            group.sort_by_key(|(cell, _)| *cell);
        }
        moves
    }
}

/// What a sweep in floats takes for each of its numbers.
fn needs(stones: Stones, asked: Asked) -> Needs {
    Needs { stones, asked, number: size_of::<f64>() as u128 }
}

/// Half the distance from 1 to the next float.
const UNIT: f64 = f64::EPSILON / 2.0;

/// More than all products can lose that are too small for the format.
const TINY: f64 = 1e-300;

/// The bound of the relative error of a number from the sweeps over so many open sites; see [`Floats`]. What is left over of
/// a few units is for the products and the sum in the end, and for the squares of errors.
fn relative(open: usize) -> f64 {
    (4 * open + 32) as f64 * UNIT
}

impl Estimate {
    /// A number from the sweeps that is off by so many times the bound of one.
    fn new(value: f64, bound: f64, open: usize) -> Self {
        Self { value: value.clamp(0.0, 1.0), error: bound * relative(open) + TINY }
    }

    fn exact(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    /// The probability that it does not happen.
    #[must_use]
    pub fn complement(self) -> Self {
        Self { value: 1.0 - self.value, error: self.error + if self.error > 0.0 { UNIT } else { 0.0 } }
    }
}

impl Solver {
    /// The odds of the side to move as a float with a bound of its error.
    ///
    /// Always by transfer tables, with one number of 8 bytes where the exact odds take several of up to 32: a 19x19 board
    /// takes 0.55 GB of tables and 0.07 GB if a coin says who moves. If the colours move in turn it takes as many numbers for
    /// each frontier as there are counts of stones that matter, up to 91 on that board.
    ///
    /// ```
    /// use foregone::hex::{Position, Solver};
    /// use foregone::{Limits, Odds};
    ///
    /// let solution = Solver::new().estimate(&"3x3:W2/3/2B:w".parse::<Position>()?, &Limits::none())?;
    /// let odds = solution.value.exact().unwrap();
    /// assert!((odds.value - 24.0 / 35.0).abs() <= odds.error && odds.error < 1e-14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError`] if the board is too large for the memory allowed, or its shorter side is more than 21.
    pub fn estimate(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<Solution<Estimate>, SolveError> {
        self.ask(limits, |solver, budget| Ok(solver.find_estimates(position, false, budget)?.value))
    }

    /// As [`Solver::estimate`], with the odds of every move. Memory grows as for exact odds of every move.
    ///
    /// # Errors
    /// As [`Solver::estimate`].
    pub fn estimate_moves(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<Solution<Estimates>, SolveError> {
        self.ask(limits, |solver, budget| solver.find_estimates(position, true, budget))
    }

    fn find_estimates(
        &mut self,
        position: &Position,
        each_move: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Estimates, Halt> {
        let filling = Filling::of(position);
        if let Some(winner) = position.winner() {
            let value = Estimate::exact(f64::from(u8::from(winner == filling.mover)));
            let moves = if each_move { filling.cells_in_order(|| value) } else { Vec::new() };
            return Ok(Estimates { value, moves });
        }
        let stones = filling.stones(&self.turns);
        let (floats, asked) = match self.turns.share(filling.sweeper) {
            None => (Floats::Shared, Asked::Own),
            Some(share) => {
                (Floats::Independent([share.complement().to_f64(), share.to_f64()]), Asked::Pivotal)
            }
        };
        let asked = if each_move { asked } else { Asked::Nothing };
        let network = self.networks.of(&filling, &[needs(stones, asked)], budget)?;
        let sweeps = Sweeps::new(&filling, &network, stones);
        let tally = run(&sweeps, &[floats], asked, 1, budget)?.pop();
        let Tally { connected, sites } = tally.unwrap_or_else(|| unreachable!("one run"));
        budget.release(network.bytes());
        let connected = connected.first().copied().unwrap_or(0.0);
        let open = filling.open;
        let mover_sweeps = filling.mover == filling.sweeper;
        let for_mover = |sweeper: Estimate| if mover_sweeps { sweeper } else { sweeper.complement() };
        let value = for_mover(Estimate::new(connected, connected, open));
        let mut sites = sites.into_iter();
        let mut after = || {
            let site = sites.next().unwrap_or(0.0);
            for_mover(match (&floats, stones) {
                // The probability of being connected with the cell, over that of having it; or without.
                (Floats::Shared, Stones::From { most, .. }) => {
                    let share = if mover_sweeps { most } else { open - most } as f64 / open as f64;
                    let (left, bound) =
                        if mover_sweeps { (site, site) } else { (connected - site, connected + site) };
                    Estimate::new(left / share, bound / share, open)
                }
                // With the cell the odds are more by the probability that it decides, if it were the other's; without it
                // less, if it were its own. That probability is a difference of two that are at most 1 each.
                (Floats::Independent([without, with]), _) => {
                    let (left, by) = if mover_sweeps {
                        (connected + without * site, without)
                    } else {
                        (connected - with * site, with)
                    };
                    Estimate::new(left, connected + 2.0 * by, open)
                }
                (Floats::Shared, Stones::Any) => unreachable!("the colours share the cells"),
            })
        };
        let moves = if each_move { filling.cells_in_order(&mut after) } else { Vec::new() };
        Ok(Estimates { value, moves })
    }

    /// The probability of each empty cell, row by row, that it is pivotal, as [`Solver::influence`] has it, where a coin says
    /// who moves.
    ///
    /// # Errors
    /// As [`Solver::estimate`]; and [`SolveError::NotApplicable`] if the colours move in turn.
    pub fn estimate_influence(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<Solution<Vec<(Cell, Estimate)>>, SolveError> {
        self.ask(limits, |solver, budget| solver.find_estimated_influence(position, budget))
    }

    fn find_estimated_influence(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<(Cell, Estimate)>, Halt> {
        let filling = Filling::of(position);
        let Some(share) = self.turns.share(filling.sweeper) else {
            let reason = "influence in floating point takes a coin that says who moves".to_owned();
            return Err(SolveError::NotApplicable { method: "transfer", reason }.into());
        };
        debug_assert!(matches!(self.turns, Turns::Coin(_)));
        if position.winner().is_some() {
            return Ok(filling.cells_in_order(|| Estimate::exact(0.0)));
        }
        let floats = Floats::Independent([share.complement().to_f64(), share.to_f64()]);
        let needs = needs(Stones::Any, Asked::Pivotal);
        let network = self.networks.of(&filling, &[needs], budget)?;
        let sweeps = Sweeps::new(&filling, &network, Stones::Any);
        let tally = run(&sweeps, &[floats], Asked::Pivotal, 1, budget)?.pop();
        budget.release(network.bytes());
        let mut sites = tally.map_or_else(Vec::new, |tally| tally.sites).into_iter();
        let open = filling.open;
        Ok(filling.cells_in_order(|| Estimate::new(sites.next().unwrap_or(0.0), 2.0, open)))
    }
}
