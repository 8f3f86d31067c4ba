//! The front door: values, every move and the best line of a position, by any method.

use super::board::Position;
use super::method::Method;
use super::sweep::Sweep;
use super::textbook::{Backward, Forward, Plain, RowPrefixes, Textbook};
use crate::analysis::{Ply, PlyOf, Valued, ValuedBy};
use crate::cell::Cell;
use crate::game::{Rules, Side};
use crate::limits::Budget;
use crate::oracle;
use crate::report::{Halt, StopReason};
use crate::value::{Known, Margin};

/// Exact values of Contour positions.
///
/// The default method takes a word of 4 bytes (8 for great scores) for each order ideal that can still be reached:
/// 0.7 MiB for a 10×10 board, 10 MiB for 12×12, 153 MiB for 14×14. The values of all moves and the whole best line
/// come from one sweep, too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Solver {
    method: Method,
}

impl Solver {
    /// A solver that uses the default method.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl crate::Solver for Solver {
    type Position = Position;
    type Value = Margin;
    type Method = Method;

    fn with_method(method: Method) -> Self {
        Self { method }
    }

    fn method(&self) -> Method {
        self.method
    }

    fn find_value(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(Known<Margin>, StopReason), Halt> {
        let value = Work::start(self.method, position, budget)?.value(position, budget)?;
        Ok((Known::Exact(Margin::new(value)), StopReason::Finished))
    }

    fn find_moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<ValuedBy<Self>, Halt> {
        let valued = Work::start(self.method, position, budget)?.moves(position, budget)?;
        let value = first_best(&valued).map_or(0, |(_, value)| value);
        let moves =
            valued.into_iter().map(|(cell, value)| (cell, Known::Exact(Margin::new(value)))).collect();
        Ok(Valued { value: Known::Exact(Margin::new(value)), moves, stop: StopReason::Finished })
    }

    fn find_line(
        &mut self,
        position: &Position,
        plies: usize,
        budget: &mut Budget<'_>,
        ply: &mut dyn FnMut(PlyOf<Self>),
    ) -> Result<StopReason, Halt> {
        let mut work = Work::start(self.method, position, budget)?;
        let mut here = position.clone();
        for _ in 0..plies {
            let Some((mv, value)) = first_best(&work.moves(&here, budget)?) else { break };
            ply(Ply { side: here.to_move(), mv, value: Margin::new(value) });
            if here.play(mv).is_err() {
                break;
            }
        }
        Ok(StopReason::Finished)
    }
}

/// The first move of the greatest value; moves come in ascending order.
fn first_best(moves: &[(Cell, i64)]) -> Option<(Cell, i64)> {
    moves.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// A method at work: what it has found for a position answers for every position reached from there, too.
enum Work {
    Ranks(Sweep),
    Textbook(Box<dyn Textbook>),
    Oracle,
}

impl Work {
    fn start(method: Method, position: &Position, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        Ok(match method {
            Method::Ranks => Self::Ranks(Sweep::run(position, budget)?),
            Method::RowPrefixes => Self::Textbook(Box::new(RowPrefixes::new(position)?)),
            Method::ContourForward => Self::Textbook(Box::new(Forward::new(position, budget)?)),
            Method::ContourBackward => Self::Textbook(Box::new(Backward::new(position, budget)?)),
            Method::Plain => Self::Textbook(Box::new(Plain::new(position)?)),
            Method::Oracle => Self::Oracle,
        })
    }

    /// The value for the side to move.
    fn value(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<i64, Halt> {
        match self {
            Self::Ranks(sweep) => Ok(sweep.value(position)),
            Self::Textbook(method) => Ok(from_view(position.to_move(), method.balance(position, budget)?)),
            Self::Oracle => Ok(oracle::margin(position, budget)?.points()),
        }
    }

    /// Every legal move in ascending order, and what the position is worth to the side to move if it is made.
    fn moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<Vec<(Cell, i64)>, Halt> {
        match self {
            Self::Ranks(sweep) => Ok(sweep.moves(position)),
            Self::Textbook(_) => {
                let mut moves = Vec::new();
                for cell in position.ideal().available() {
                    let mut next = position.clone();
                    if let Ok(points) = next.play(cell) {
                        moves.push((cell, points - self.value(&next, budget)?));
                    }
                }
                Ok(moves)
            }
            Self::Oracle => {
                let moves = oracle::margins(position, budget)?.moves;
                Ok(moves
                    .into_iter()
                    .filter_map(|(cell, known)| Some((cell, known.exact()?.points())))
                    .collect())
            }
        }
    }
}

/// First's points less Second's, as a side sees them.
fn from_view(side: Side, balance: i64) -> i64 {
    match side {
        Side::First => balance,
        Side::Second => -balance,
    }
}
