//! The contour as bits, and two methods that keep a table over it.

use super::{Textbook, check_depth, gain, prefer};
use crate::cell::Cell;
use crate::contour::board::{Board, Position};
use crate::contour::ideal::OrderIdeal;
use crate::contour::method::Method;
use crate::game::{Rules, Side};
use crate::limits::Budget;
use crate::method::Method as _;
use crate::report::{Halt, SolveError};

/// The edge of the cells taken, walked from the bottom left to the top right corner of the board: a step to the right
/// is a 1, a step up a 0, the first step is the lowest bit.
///
/// ```text
///     ┌───┬───┬─1─┐
///     │ x │ x 0   │
///     ├───┼─1─┼───┤        from the bottom left: right, up, right, up, right
///     │ x 0   │   │        1 0 1 0 1, lowest bit first
///     └─1─┴───┴───┘
/// ```
///
/// A cell is available where a 0 is followed by a 1: the path goes round it above, and would go round it below once it
/// is taken. So a move exchanges the two, and lowers the number. At the start the ones are the highest bits, on a full
/// board the lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Contour(u64);

impl Contour {
    fn of(ideal: &OrderIdeal) -> Self {
        let mut word = 0;
        let mut bit = 0;
        let mut column = 0;
        let tops = ideal.lengths().iter().rev().copied().map(|length| (length, 1));
        for (length, up) in tops.chain([(ideal.columns(), 0)]) {
            let right = length - column;
            word |= ((1_u64 << right) - 1) << bit;
            bit += right + up;
            column = length;
        }
        Self(word)
    }

    /// The available cells, leftmost first, each with the contour after it is taken.
    fn moves(self, rows: usize) -> impl Iterator<Item = (Cell, Self)> {
        let mut corners = self.0 >> 1 & !self.0;
        std::iter::from_fn(move || {
            let bit = (corners != 0).then(|| corners.trailing_zeros())?;
            corners &= corners - 1;
            let rights = (self.0 & ((1 << bit) - 1)).count_ones();
            let ups = bit - rights;
            Some((Cell::new(rows - 1 - ups as usize, rights as usize), Self(self.0 ^ 3 << bit)))
        })
    }

    /// How many cells are left: in each column those beside the steps up before it.
    fn cells_left(self) -> usize {
        let (mut word, mut rights, mut left) = (self.0, 0, 0);
        while word != 0 {
            left += word.trailing_zeros() as usize - rights;
            rights += 1;
            word &= word - 1;
        }
        left
    }
}

/// Entries filled between two looks at the budget.
const CHUNK: usize = 1 << 20;

/// A table with an entry for every number of `rows + columns` bits.
fn table<T: Clone>(method: Method, board: &Board, entry: T, budget: &mut Budget<'_>) -> Result<Vec<T>, Halt> {
    let bits = board.rows() + board.columns();
    if bits > 63 {
        let reason = format!("it takes contours of at most 63 steps, and this board's have {bits}");
        return Err(SolveError::NotApplicable { method: method.name(), reason }.into());
    }
    let mut table = budget.vector("a balance for every word of a contour's length", 1 << bits)?;
    while table.len() < 1 << bits {
        // Gigabytes take their time.
        budget.check()?;
        table.resize((table.len() + CHUNK).min(1 << bits), entry.clone());
    }
    Ok(table)
}

/// Memoised search over contours, from the position on. The memory is for all numbers, the time for the positions met.
#[derive(Debug)]
pub struct Forward {
    balances: Vec<Option<i64>>,
}

impl Forward {
    /// A search from a position.
    ///
    /// # Errors
    /// [`SolveError`] if the game or the contour is too long, or the table larger than allowed.
    pub fn new(position: &Position, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        check_depth(Method::ContourForward.name(), position)?;
        Ok(Self { balances: table(Method::ContourForward, position.board(), None, budget)? })
    }

    fn search(
        &mut self,
        board: &Board,
        contour: Contour,
        side: Side,
        budget: &mut Budget<'_>,
    ) -> Result<i64, Halt> {
        if let Some(balance) = self.balances[contour.0 as usize] {
            return Ok(balance);
        }
        budget.spend(1)?;
        let mut best = None;
        for (cell, next) in contour.moves(board.rows()) {
            let rest = self.search(board, next, side.other(), budget)?;
            best = prefer(side, best, gain(board, side, cell) + rest);
        }
        let balance = best.unwrap_or(0);
        self.balances[contour.0 as usize] = Some(balance);
        Ok(balance)
    }
}

impl Textbook for Forward {
    fn balance(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<i64, Halt> {
        self.search(position.board(), Contour::of(position.ideal()), position.to_move(), budget)
    }
}

/// A table over contours, filled from the full board backwards: a move lowers the number, so what it leads to is found
/// already when all numbers are gone through in order.
#[derive(Debug)]
pub struct Backward {
    balances: Vec<i64>,
}

impl Backward {
    /// Fills the table up to a position.
    ///
    /// # Errors
    /// [`Halt`] if the contour is too long, the table larger than allowed, or a limit is reached.
    pub fn new(position: &Position, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        let board = position.board();
        let (rows, columns) = (board.rows(), board.columns());
        let mut balances = table(Method::ContourBackward, board, 0, budget)?;
        let full = (1 << columns) - 1;
        for word in full..=Contour::of(position.ideal()).0 {
            if word.count_ones() as usize != columns {
                continue;
            }
            budget.spend(1)?;
            let contour = Contour(word);
            let taken = rows * columns - contour.cells_left();
            let side = if taken.is_multiple_of(2) { Side::First } else { Side::Second };
            let mut best = None;
            for (cell, next) in contour.moves(rows) {
                best = prefer(side, best, gain(board, side, cell) + balances[next.0 as usize]);
            }
            balances[word as usize] = best.unwrap_or(0);
        }
        Ok(Self { balances })
    }
}

impl Textbook for Backward {
    fn balance(&mut self, position: &Position, _: &mut Budget<'_>) -> Result<i64, Halt> {
        Ok(self.balances[Contour::of(position.ideal()).0 as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drawn_contour_is_as_drawn() {
        let ideal = OrderIdeal::new(3, vec![2, 1]).unwrap();
        let contour = Contour::of(&ideal);
        assert_eq!(contour, Contour(0b10101));
        assert_eq!(contour.cells_left(), 3);
        let moves: Vec<(Cell, Contour)> = contour.moves(2).collect();
        assert_eq!(moves, [(Cell::new(1, 1), Contour(0b10011)), (Cell::new(0, 2), Contour(0b01101))]);
    }

    #[test]
    fn a_move_leads_to_the_contour_of_the_next_ideal() {
        for (columns, lengths) in [
            (3, vec![0, 0]),
            (3, vec![3, 1]),
            (1, vec![1, 0, 0]),
            (4, vec![0]),
            (4, vec![4, 4, 1]),
            (2, vec![2]),
        ] {
            let ideal = OrderIdeal::new(columns, lengths).unwrap();
            let contour = Contour::of(&ideal);
            assert_eq!(contour.cells_left(), ideal.left());
            let mut moves: Vec<(Cell, Contour)> = contour.moves(ideal.lengths().len()).collect();
            moves.reverse();
            let expected = ideal.available().map(|cell| {
                let mut next = ideal.clone();
                assert!(next.add(cell));
                (cell, Contour::of(&next))
            });
            assert_eq!(moves, expected.collect::<Vec<_>>(), "{ideal:?}");
        }
    }
}
