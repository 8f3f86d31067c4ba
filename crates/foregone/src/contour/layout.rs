//! Where the value of each order ideal is kept: an address for every ideal that can still be reached.

use super::ideal::OrderIdeal;
use crate::cell::Cell;
use crate::limits::Budget;
use crate::report::SolveError;

/// The addresses of all order ideals from a position up to the full board, without gaps.
///
/// Each cell that is left has a weight, and the address of an ideal is the sum of the weights of the cells that it
/// leaves. The full board has address 0, the position itself the last one. Taking a cell lowers the address by that
/// cell's weight, whatever else is taken.
///
/// The weight of a cell counts the ways to fill the rows above it so that the cell has its upper neighbour. On an
/// empty board that is a binomial: `C(columns - 1 - column + row, row)`.
///
/// ```text
///     weights of a 3×3 board        an ideal, and its address
///
///     ┌───┬───┬───┐                 ┌───┬───┬───┐
///     │ 1 │ 1 │ 1 │                 │ x │ x │ 1 │
///     ├───┼───┼───┤                 ├───┼───┼───┤
///     │ 3 │ 2 │ 1 │                 │ x │ x │ 1 │         1 + 1 + 6 + 3 + 1 = 12
///     ├───┼───┼───┤                 ├───┼───┼───┤
///     │ 6 │ 3 │ 1 │                 │ 6 │ 3 │ 1 │
///     └───┴───┴───┘                 └───┴───┴───┘
/// ```
///
/// Addresses order the ideals by what they leave: the bottom row decides first, then the row above it, as the digits of
/// a number do. On an empty board this is the combinatorial number system, read along the contour.
#[derive(Clone, Debug)]
pub struct Layout {
    columns: usize,
    /// How many rows at the top are full. They play no part in what follows.
    full_rows: usize,
    /// The cells taken at the start in each row below those; all are fewer than `columns`.
    taken: Vec<usize>,
    /// For each row of `taken`, the index of its first cell left, when all cells left are counted row by row.
    starts: Vec<usize>,
    /// The weight of each cell left.
    weights: Vec<usize>,
    ideals: usize,
}

/// How many order ideals there are from a position up to the full board; at most `u128::MAX`.
///
/// Takes time in proportion to the cells of the board.
#[must_use]
pub fn count(start: &OrderIdeal) -> u128 {
    let mut ways = Ways::above_the_first_row(start.columns());
    for &taken in start.lengths() {
        ways.add_row(taken);
    }
    ways.0[0]
}

impl Layout {
    /// The layout above a position. Takes memory and time in proportion to the cells of the board.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`] if its own memory is more than allowed, or if the addresses do not fit a `usize`.
    pub fn new(start: &OrderIdeal, budget: &mut Budget<'_>) -> Result<Self, SolveError> {
        let columns = start.columns();
        let count = count(start);
        let Ok(ideals) = usize::try_from(count) else {
            // Even a byte for each of them is more than this machine can address.
            return Err(budget.refusal("a value for every order ideal", count));
        };
        let full_rows = start.lengths().iter().take_while(|&&length| length == columns).count();
        let taken = start.lengths()[full_rows..].to_vec();
        let mut starts = Vec::with_capacity(taken.len());
        let mut weights = budget.vector("a weight for every cell left", start.left() as u128)?;
        let mut ways = Ways::above_the_first_row(columns);
        for &length in &taken {
            starts.push(weights.len());
            // No weight is greater than the count of all ideals, which fits.
            weights.extend((length..columns).map(|column| ways.0[column + 1] as usize));
            ways.add_row(length);
        }
        Ok(Self { columns, full_rows, taken, starts, weights, ideals })
    }

    /// How many ideals there are; the address of the position itself is one less.
    #[must_use]
    pub const fn ideals(&self) -> usize {
        self.ideals
    }

    /// The weight of a cell that is left at the position.
    #[must_use]
    pub fn weight(&self, cell: Cell) -> usize {
        let row = cell.row - self.full_rows;
        self.weights[self.starts[row] + cell.column - self.taken[row]]
    }

    /// The address of an ideal that holds the position's. Takes time in proportion to the cells that it leaves.
    #[must_use]
    pub fn address(&self, ideal: &OrderIdeal) -> usize {
        ideal.cells_left().map(|cell| self.weight(cell)).sum()
    }

    /// The weights of the cells left, row by row, as [`OrderIdeal::cells_left`] lists them.
    #[must_use]
    pub fn weights(&self) -> &[usize] {
        &self.weights
    }

    /// A walk over the ideals by rising address. `moves` tells of each cell left, in the order of
    /// [`Layout::weights`], what the walk is to tell when the cell is available.
    pub fn walk<'a, M: Copy>(&'a self, moves: &'a [M]) -> Walk<'a, M> {
        debug_assert_eq!(moves.len(), self.weights.len());
        Walk { layout: self, moves, corners: Vec::with_capacity(self.taken.len()) }
    }
}

/// For each length, how many ways there are to fill the rows so far so that none is shorter.
struct Ways(Vec<u128>);

impl Ways {
    /// No row, one way.
    fn above_the_first_row(columns: usize) -> Self {
        Self(vec![1; columns + 1])
    }

    /// Adds a row below, of which so many cells are taken already.
    fn add_row(&mut self, taken: usize) {
        // Row lengths below `taken` are not to be had, so the sums stay level there.
        let mut sum = 0_u128;
        for (length, ways) in self.0.iter_mut().enumerate().rev() {
            if length >= taken {
                sum = sum.saturating_add(*ways);
            }
            *ways = sum;
        }
    }
}

/// A walk over the order ideals of a [`Layout`] from the full board to the position, by rising address.
///
/// An ideal is told by the cells that are available in it, from the bottom row up. The rows from one of them down to
/// the next hold equally many cells, and those above the topmost are full:
///
/// ```text
///     ┌───┬───┬───┬───┐
///     │ x │ x │ x │ x │
///     ├───┼───┼───┼───┤
///     │ x │ x │ x │ x │
///     ├───┼───┼───┴───┘
///     │ x │ x │ o            the last corner: row 2, column 2
///     ├───┼───┤
///     │ x │ x │
///     ├───┼───┘
///     │ x │ o                the first corner: row 4, column 1
///     └───┘
/// ```
///
/// The next ideal gives back the last cell of the topmost row that can spare it (here row 1) and fills all rows
/// above. So one corner is added and some are dropped: a step takes constant time on average.
#[derive(Debug)]
pub struct Walk<'a, M> {
    layout: &'a Layout,
    moves: &'a [M],
    corners: Vec<Corner<M>>,
}

/// An available cell of a walk's ideal. Rows are counted from the first that is not full at the start.
#[derive(Clone, Copy, Debug)]
pub struct Corner<M> {
    row: usize,
    column: usize,
    /// What the caller of [`Layout::walk`] told of the cell.
    pub play: M,
}

impl<M: Copy> Walk<'_, M> {
    /// The cells available in the ideal where the walk stands.
    #[inline]
    pub fn corners(&self) -> &[Corner<M>] {
        &self.corners
    }

    /// Steps to the ideal with the next address; at the last one it goes round to the full board.
    #[inline]
    pub fn step(&mut self) {
        let layout = self.layout;
        // Rows of one length, the topmost first: they end above `end`, where the next corner or the board ends them.
        let mut length = layout.columns;
        loop {
            let last = self.corners.last();
            let end = last.map_or(layout.taken.len(), |corner| corner.row);
            if end > 0 && layout.taken[end - 1] < length {
                let (row, column) = (end - 1, length - 1);
                if last.is_some_and(|corner| corner.column == column) {
                    self.corners.pop();
                }
                let play = self.moves[layout.starts[row] + column - layout.taken[row]];
                self.corners.push(Corner { row, column, play });
                return;
            }
            match self.corners.pop() {
                Some(corner) => length = corner.column,
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn layout(start: &OrderIdeal) -> Layout {
        Layout::new(start, &mut Budget::open(&Limits::none())).unwrap()
    }

    #[test]
    fn an_empty_board_has_binomial_weights() {
        let layout = layout(&OrderIdeal::empty(3, 3));
        assert_eq!(layout.weights, [1, 1, 1, 3, 2, 1, 6, 3, 1]);
        let drawn = OrderIdeal::new(3, vec![2, 2, 0]).unwrap();
        assert_eq!(layout.address(&drawn), 12);
    }

    #[test]
    fn ideals_are_counted_exactly_or_saturate() {
        for (columns, taken, expected) in [
            (1, vec![0], 2),
            (10, vec![0; 10], 184_756),
            (18, vec![0; 18], 9_075_135_300),
            (500, vec![0, 0], 125_751),
            (1, vec![0; 1_000], 1_001),
            (30, vec![0; 30], 118_264_581_564_861_424),
            (1_000, vec![0; 1_000], u128::MAX),
            (3, vec![3, 3, 3], 1),
            (4, vec![4, 2, 1], 9),
        ] {
            let start = OrderIdeal::new(columns, taken).unwrap();
            assert_eq!(count(&start), expected, "{start:?}");
        }
    }

    #[test]
    fn the_walk_meets_every_address_in_turn() {
        for (columns, taken) in [
            (1, vec![0]),
            (1, vec![1]),
            (4, vec![0, 0, 0]),
            (3, vec![0, 0, 0, 0]),
            (5, vec![0]),
            (1, vec![0; 5]),
            (5, vec![5, 3, 3, 1, 0]),
            (4, vec![4, 4, 4, 4]),
            (6, vec![6, 6, 2, 2]),
            (5, vec![4, 4, 4, 4]),
        ] {
            let start = OrderIdeal::new(columns, taken.clone()).unwrap();
            let layout = layout(&start);
            let cells: Vec<Cell> = start.cells_left().collect();
            let mut walk = layout.walk(&cells);
            for address in 0..layout.ideals() {
                // The corners tell the whole ideal: rows above a corner hold more than it, up to the next one.
                let mut lengths = vec![columns; taken.len()];
                let mut below = taken.len();
                for corner in walk.corners() {
                    lengths[corner.play.row..below].fill(corner.play.column);
                    below = corner.play.row;
                }
                let ideal = OrderIdeal::new(columns, lengths).unwrap();
                assert_eq!(layout.address(&ideal), address, "{ideal:?} above {taken:?}");
                let mut available: Vec<Cell> = ideal.available().collect();
                available.reverse();
                assert_eq!(walk.corners().iter().map(|corner| corner.play).collect::<Vec<_>>(), available);
                walk.step();
            }
            assert!(walk.corners().is_empty(), "{taken:?}");
        }
    }
}
