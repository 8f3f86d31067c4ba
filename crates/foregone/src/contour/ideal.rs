//! The cells taken so far: an order ideal of the grid.

use std::fmt;

use super::board::BoardError;
use crate::cell::Cell;

/// A set of cells that holds with every cell its left and its upper neighbour: what can be taken of a board.
///
/// Each row holds its first few cells, and no row holds more than the row above it. The lengths of the rows tell it
/// all; its edge is the contour, a lattice path from the bottom left to the top right corner of the board.
///
/// ```text
///     columns   0   1   2   3            length
///             ┌───┬───┬───┐ ╌ ┐
///     row 0   │ x │ x │ x │   ╎             3         x  taken
///             ├───┼───┴───┘ ╌ ┤
///     row 1   │ x │ o         ╎             1         o  available: its left and upper neighbours are taken
///             ├───┤           ╎
///     row 2   │ x │           ╎             1
///             └───┘ ╌ ╌ ╌ ╌ ╌ ┘
/// ```
///
/// Here the cell to the right of row 0 is available, too; the one to the right of row 2 is not.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OrderIdeal {
    columns: usize,
    /// How many cells of each row are in it: never more than `columns`, never more than in the row above.
    lengths: Vec<usize>,
}

impl OrderIdeal {
    /// No cell of a board of so many rows and columns.
    pub(super) fn empty(rows: usize, columns: usize) -> Self {
        Self { columns, lengths: vec![0; rows] }
    }

    /// The first `lengths[row]` cells of each row, of a board of so many columns.
    ///
    /// # Errors
    /// [`BoardError`] if a row is longer than the board is wide, or than the row above it.
    pub(super) fn new(columns: usize, lengths: Vec<usize>) -> Result<Self, BoardError> {
        let mut above = columns;
        for (row, &length) in lengths.iter().enumerate() {
            if length > columns {
                return Err(BoardError::RowTooLong { row, length, columns });
            }
            if length > above {
                return Err(BoardError::NoStaircase { row, length, above });
            }
            above = length;
        }
        Ok(Self { columns, lengths })
    }

    /// How many cells of each row are in it.
    #[must_use]
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// The columns of the board.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Whether a cell is in it. A cell off the board never is.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.lengths.get(cell.row).is_some_and(|&length| cell.column < length)
    }

    /// How many cells of the board are not in it.
    #[must_use]
    pub fn left(&self) -> usize {
        self.lengths.iter().map(|length| self.columns - length).sum()
    }

    /// The cells of the board that are not in it, row by row.
    pub fn cells_left(&self) -> impl Iterator<Item = Cell> {
        let rows = self.lengths.iter().enumerate();
        rows.flat_map(|(row, &length)| (length..self.columns).map(move |column| Cell::new(row, column)))
    }

    /// The cells that can be added next, row by row: at most one of each row.
    pub fn available(&self) -> impl Iterator<Item = Cell> {
        let above = std::iter::once(&self.columns).chain(&self.lengths);
        let rows = self.lengths.iter().zip(above).enumerate();
        rows.filter(|(_, (length, above))| length < above).map(|(row, (&length, _))| Cell::new(row, length))
    }

    /// Whether a cell can be added next.
    #[must_use]
    pub fn is_available(&self, cell: Cell) -> bool {
        let above = if cell.row == 0 { Some(&self.columns) } else { self.lengths.get(cell.row - 1) };
        self.lengths.get(cell.row) == Some(&cell.column) && above.is_some_and(|&above| cell.column < above)
    }

    /// The contour, from the bottom left corner of the board to the top right one. Each step up with a step to the right
    /// after it goes round a cell that can be added next.
    pub fn contour(&self) -> impl Iterator<Item = Step> {
        let rows = self.lengths.iter().rev();
        let before = std::iter::once(&0).chain(rows.clone());
        let last = self.columns - self.lengths.first().copied().unwrap_or(0);
        let row = |(&length, &before): (&usize, &usize)| {
            std::iter::repeat_n(Step::Right, length - before).chain([Step::Up])
        };
        rows.zip(before).flat_map(row).chain(std::iter::repeat_n(Step::Right, last))
    }

    /// Adds a cell, and says whether it was available; the ideal is unchanged if not.
    pub(super) fn add(&mut self, cell: Cell) -> bool {
        let available = self.is_available(cell);
        if available {
            self.lengths[cell.row] += 1;
        }
        available
    }
}

/// A step of a contour. Prints as `U` or `R`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Up, along the end of a row.
    Up,
    /// To the right, along the foot of a column.
    Right,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Up => "U",
            Self::Right => "R",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drawn_one_is_as_drawn() {
        let ideal = OrderIdeal::new(4, vec![3, 1, 1]).unwrap();
        assert_eq!(ideal.available().collect::<Vec<_>>(), [Cell::new(0, 3), Cell::new(1, 1)]);
        assert_eq!(ideal.left(), 7);
        assert_eq!(ideal.cells_left().count(), 7);
        assert_eq!(ideal.contour().map(|step| step.to_string()).collect::<String>(), "RUURRUR");
        assert!(ideal.contains(Cell::new(2, 0)));
        assert!(!ideal.contains(Cell::new(2, 1)) && !ideal.contains(Cell::new(3, 0)));
    }

    #[test]
    fn a_cell_is_available_exactly_when_it_is_listed() {
        for lengths in [[0, 0, 0], [2, 1, 1], [2, 2, 0], [2, 2, 2], [1, 1, 0]] {
            let ideal = OrderIdeal::new(2, lengths.to_vec()).unwrap();
            let listed: Vec<Cell> = ideal.available().collect();
            for cell in (0..5).flat_map(|row| (0..4).map(move |column| Cell::new(row, column))) {
                assert_eq!(ideal.is_available(cell), listed.contains(&cell), "{cell} of {lengths:?}");
                assert_eq!(ideal.clone().add(cell), listed.contains(&cell), "{cell} of {lengths:?}");
            }
        }
    }
}
