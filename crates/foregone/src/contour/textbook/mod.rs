//! The methods that are taught, short and readable: plain search, and two ways to write a position as one number.
//!
//! All of them work out the *balance* of a position: what [`Side::First`] scores from there on less what
//! [`Side::Second`] does, when First picks the move with the greatest balance and Second the one with the least. They
//! go by the rules alone; that only the swings matter is not known here.

mod bits;
mod plain;
mod row_prefixes;

pub use bits::{Backward, Forward};
pub use plain::Plain;
pub use row_prefixes::RowPrefixes;

use super::board::{Board, Position};
use crate::cell::Cell;
use crate::game::Side;
use crate::limits::Budget;
use crate::report::{Halt, SolveError};

/// The longest game that a search takes on which goes one call deeper with every ply.
const MAX_PLIES: usize = 400;

/// A method at work on one board. It may remember what it found for one position when it is asked for the next.
pub trait Textbook {
    /// The balance of a position of the board.
    fn balance(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<i64, Halt>;
}

/// Refuses a board too large to be searched by calls within calls.
fn check_depth(method: &'static str, position: &Position) -> Result<(), SolveError> {
    let plies = position.ideal().left();
    if plies <= MAX_PLIES {
        return Ok(());
    }
    let reason = format!("it takes games of at most {MAX_PLIES} plies, and {plies} are left here");
    Err(SolveError::NotApplicable { method, reason })
}

/// What a side that takes a cell adds to the balance: its score, with the sign of the side.
fn gain(board: &Board, side: Side, cell: Cell) -> i64 {
    match side {
        Side::First => board.first(cell),
        Side::Second => -board.second(cell),
    }
}

/// The balance that a side prefers: the best so far, if any, or another one.
fn prefer(side: Side, best: Option<i64>, balance: i64) -> Option<i64> {
    let Some(best) = best else { return Some(balance) };
    Some(match side {
        Side::First => best.max(balance),
        Side::Second => best.min(balance),
    })
}
