//! Search without memory: every order of play, one after the other.

use super::{Textbook, check_depth, gain, prefer};
use crate::contour::board::Position;
use crate::contour::method::Method;
use crate::game::Rules;
use crate::limits::Budget;
use crate::method::Method as _;
use crate::report::{Halt, SolveError};

/// Search without memory. It meets a position once for every way to reach it: 42 ways to fill a 3×3 board, 24,024 for
/// a 4×4 one, 701,149,020 for a 5×5 one.
#[derive(Debug)]
pub struct Plain;

impl Plain {
    /// A search from a position.
    ///
    /// # Errors
    /// [`SolveError::NotApplicable`] if the game is too long.
    pub fn new(position: &Position) -> Result<Self, SolveError> {
        check_depth(Method::Plain.name(), position)?;
        Ok(Self)
    }
}

impl Textbook for Plain {
    fn balance(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<i64, Halt> {
        budget.spend(1)?;
        let side = position.to_move();
        let mut best = None;
        for cell in position.ideal().available() {
            let mut next = position.clone();
            if next.play(cell).is_ok() {
                let balance = gain(position.board(), side, cell) + self.balance(&next, budget)?;
                best = prefer(side, best, balance);
            }
        }
        Ok(best.unwrap_or(0))
    }
}
