//! Why a position is worth what it is: which cells decide, what each move gains, and what the sweep sees.

use num_bigint::{BigInt, BigUint};
use num_rational::Ratio;

use crate::analysis::{Solver as _, Valued};
use crate::cell::Cell;
use crate::explain::{Explain, Explained, ExplainedBy};
use crate::game::Rules;
use crate::limits::Budget;
use crate::method::Method as _;
use crate::report::{Halt, SolveError, StopReason};
use crate::value::{Known, Odds};

use super::board::{Axis, Position};
use super::count::needs_of_count;
use super::filling::Filling;
use super::networks::check_width;
use super::solve::Solver;
use super::sweep::Asked;

/// The reasons for the odds of a position.
///
/// ```
/// use foregone::hex::{Position, Solver};
/// use foregone::{Explain as _, Limits};
///
/// let why = Solver::new().why(&Position::empty(3, 3)?, &Limits::none())?.why;
/// let decisive: Vec<String> = why.most_pivotal().map(|told| told.cell.to_string()).collect();
/// assert_eq!(decisive, ["b2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// Each empty cell, row by row; none if a limit was reached before all was known.
    pub cells: Vec<CellWhy>,
    /// Between which sides the sweep goes: the longer way.
    pub along: Axis,
    /// How many frontiers the sweep meets before each of its rows: states of the part swept so far that the rest of the
    /// board can tell apart. None if the board is decided, or a limit was reached before they were known.
    pub frontiers: Vec<usize>,
}

/// What speaks for a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellWhy {
    /// The cell.
    pub cell: Cell,
    /// The probability that it decides: see [`Solver::influence`].
    pub pivotal: Odds,
    /// The odds once the side to move has moved there, less the odds before: what the move gains on a random one if the
    /// colours move in turn, and less than nothing if that would have done better.
    pub gain: Ratio<BigInt>,
}

impl Why {
    /// The cells that are the most likely to decide.
    pub fn most_pivotal(&self) -> impl Iterator<Item = &CellWhy> {
        let most = self.cells.iter().map(|told| &told.pivotal).max();
        self.cells.iter().filter(move |told| Some(&told.pivotal) == most)
    }
}

impl Explain for Solver {
    type Why = Why;

    fn find_why(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<ExplainedBy<Self>, SolveError> {
        let method = self.method().name();
        let mut why = Why { cells: Vec::new(), along: Filling::of(position).along(), frontiers: Vec::new() };
        let found = match self.frontiers_by_row(position, budget) {
            Ok(frontiers) => {
                why.frontiers = frontiers;
                self.find_moves(position, budget)
            }
            Err(halt) => Err(halt),
        };
        let valued = match found {
            Ok(valued) => valued,
            Err(Halt::Refused(error)) => return Err(error),
            Err(Halt::Stopped(stop)) => {
                let moves = position.moves().into_iter().map(|cell| (cell, Known::Unknown)).collect();
                return Ok(Explained { valued: Valued { value: Known::Unknown, moves, stop }, method, why });
            }
        };
        let stop = match self.explain(position, &valued, &mut why, budget) {
            Ok(()) => StopReason::Finished,
            Err(Halt::Stopped(stop)) => stop,
            Err(Halt::Refused(error)) => return Err(error),
        };
        Ok(Explained { valued: Valued { stop, ..valued }, method, why })
    }
}

impl Solver {
    /// Finds the reasons for values that are known.
    fn explain(
        &mut self,
        position: &Position,
        valued: &Valued<Cell, Odds>,
        why: &mut Why,
        budget: &mut Budget<'_>,
    ) -> Result<(), Halt> {
        let influence = self.find_influence(position, budget)?;
        let mut moves = valued.moves.clone();
        moves.sort_by_key(|(cell, _)| *cell);
        let before = valued.value.exact().map(signed).unwrap_or_default();
        for ((cell, pivotal), (_, after)) in influence.into_iter().zip(moves) {
            let gain = after.exact().map(signed).unwrap_or_default() - &before;
            why.cells.push(CellWhy { cell, pivotal, gain });
        }
        Ok(())
    }

    /// The frontiers that the sweep meets before each of its rows. What would not fit of all that the reasons take is refused
    /// here, before it is begun.
    fn frontiers_by_row(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<Vec<usize>, Halt> {
        if position.winner().is_some() {
            return Ok(Vec::new());
        }
        let filling = Filling::of(position);
        check_width(&filling)?;
        let weights = filling.weights(&self.turns);
        let pivotal = (self.stones_of_influence(&filling), Asked::Pivotal);
        let needs = [self.asked_of_odds(&filling, true), pivotal]
            .map(|(stones, asked)| needs_of_count(&filling, stones, weights.as_ref(), asked, budget));
        let network = self.networks.of(&filling, &needs, budget)?;
        let frontiers = network.frontiers_by_row(&filling, budget)?;
        budget.release(network.bytes());
        Ok(frontiers)
    }
}

fn signed(odds: &Odds) -> Ratio<BigInt> {
    let signed = |number: &BigUint| BigInt::from(number.clone());
    Ratio::new(signed(odds.numerator()), signed(odds.denominator()))
}
