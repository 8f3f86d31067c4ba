//! Memoised search; a position is written as the cells taken in each row.

use std::collections::HashMap;

use super::{Textbook, check_depth, gain, prefer};
use crate::cell::Cell;
use crate::contour::board::{Board, Position};
use crate::contour::method::Method;
use crate::game::{Rules, Side};
use crate::limits::{Budget, make_room, map_bytes};
use crate::method::Method as _;
use crate::report::{Halt, SolveError};

/// Memoised search over row prefixes: the cells taken in each row are the digits of one number in base `columns + 1`,
/// the top row first.
///
/// ```text
///     ┌───┬───┬───┐
///     │ x │ x │   │      2
///     ├───┼───┼───┤                2·4 + 1 = 9
///     │ x │   │   │      1
///     └───┴───┴───┘
/// ```
///
/// One entry of a hash map for each position met.
#[derive(Debug)]
pub struct RowPrefixes {
    balances: HashMap<u64, i64, foldhash::fast::RandomState>,
}

impl RowPrefixes {
    /// A search from a position.
    ///
    /// # Errors
    /// [`SolveError::NotApplicable`] if the game is too long, or a position does not fit a 64-bit number.
    pub fn new(position: &Position) -> Result<Self, SolveError> {
        let method = Method::RowPrefixes.name();
        check_depth(method, position)?;
        let (rows, columns) = (position.board().rows(), position.board().columns());
        if (columns as u64 + 1).checked_pow(rows as u32).is_none() {
            let reason = format!("{rows} digits in base {} do not fit a 64-bit number", columns + 1);
            return Err(SolveError::NotApplicable { method, reason });
        }
        Ok(Self { balances: HashMap::default() })
    }

    /// The balance with `taken` cells of each row taken. The rows are left as they were found.
    fn search(
        &mut self,
        board: &Board,
        taken: &mut [usize],
        side: Side,
        budget: &mut Budget<'_>,
    ) -> Result<i64, Halt> {
        let base = board.columns() as u64 + 1;
        let key = taken.iter().fold(0, |number, &length| number * base + length as u64);
        if let Some(&balance) = self.balances.get(&key) {
            return Ok(balance);
        }
        budget.spend(1)?;
        let mut best = None;
        for row in 0..taken.len() {
            let above = if row == 0 { board.columns() } else { taken[row - 1] };
            if taken[row] < above {
                let cell = Cell::new(row, taken[row]);
                taken[row] += 1;
                let rest = self.search(board, taken, side.other(), budget)?;
                taken[row] -= 1;
                best = prefer(side, best, gain(board, side, cell) + rest);
            }
        }
        let balance = best.unwrap_or(0);
        budget.grown(map_bytes(&self.balances))?;
        make_room(&mut self.balances)?;
        self.balances.insert(key, balance);
        Ok(balance)
    }
}

impl Textbook for RowPrefixes {
    fn balance(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<i64, Halt> {
        self.search(position.board(), &mut position.taken().to_vec(), position.to_move(), budget)
    }
}
