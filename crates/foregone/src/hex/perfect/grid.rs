//! A board's cells and edges by number, and stones on it as sets.

use super::cells::Cells;
use crate::cell::Cell;
use crate::hex::board::{Axis, Board, Colour};

/// The place of a colour in lists of two.
pub(crate) const fn index(colour: Colour) -> usize {
    match colour {
        Colour::White => 0,
        Colour::Black => 1,
    }
}

/// What holds around a cell, on the board or beyond it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Around {
    /// A cell of that number.
    Cell(u8),
    /// Beyond the board, where the edge counts as stones of a colour.
    Edge(Colour),
}

/// The six directions from a cell, one after the other around it.
const DIRECTIONS: [(isize, isize); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

/// A board, with what lies around each cell.
#[derive(Clone, Debug)]
pub(crate) struct Grid<C> {
    /// How many cells it has.
    pub(crate) cells: usize,
    /// The cells that each cell touches.
    pub(crate) touching: Vec<C>,
    /// The same in the order of [`DIRECTIONS`], with the edges.
    pub(crate) around: Vec<[Around; 6]>,
    /// For each colour the cells along the two edges that it joins.
    pub(crate) edges: [[C; 2]; 2],
}

impl<C: Cells> Grid<C> {
    /// A board of at most as many cells as a set holds, where White joins the sides of an axis.
    pub(crate) fn new(board: Board, white_joins: Axis) -> Self {
        let (rows, columns) = (board.rows(), board.columns());
        let number = |cell: Cell| cell.row * columns + cell.column;
        let set = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.fold(C::NONE, |set, cell| set | C::one(number(cell)))
        };
        let joiner = |axis| if white_joins == axis { Colour::White } else { Colour::Black };
        let around = |cell: Cell| {
            DIRECTIONS.map(|(down, right)| {
                let row = cell.row.checked_add_signed(down).filter(|row| *row < rows);
                let column = cell.column.checked_add_signed(right).filter(|column| *column < columns);
                match (row, column) {
                    (Some(row), Some(column)) => Around::Cell(number(Cell { row, column }) as u8),
                    // Beyond a corner, where two edges meet, either of them does: the other one is next to it.
                    (None, _) => Around::Edge(joiner(Axis::TopBottom)),
                    (Some(_), None) => Around::Edge(joiner(Axis::LeftRight)),
                }
            })
        };
        let top_bottom = [0, rows - 1].map(|row| set(&mut (0..columns).map(|column| Cell { row, column })));
        let left_right = [0, columns - 1].map(|column| set(&mut (0..rows).map(|row| Cell { row, column })));
        let edges = match white_joins {
            Axis::TopBottom => [top_bottom, left_right],
            Axis::LeftRight => [left_right, top_bottom],
        };
        Self {
            cells: rows * columns,
            touching: board.cells().map(|cell| set(&mut board.neighbours(cell))).collect(),
            around: board.cells().map(around).collect(),
            edges,
        }
    }

    /// All cells.
    pub(crate) fn all(&self) -> C {
        C::first(self.cells)
    }

    /// The cells that touch one of a set.
    pub(crate) fn touching(&self, set: C) -> C {
        set.each().fold(C::NONE, |near, cell| near | self.touching[cell])
    }

    /// Those cells of `among` that hang together with the cells of `from` that are among them.
    pub(crate) fn reached(&self, from: C, among: C) -> C {
        let mut reached = from & among;
        let mut new = reached;
        while !new.is_empty() {
            new = self.touching(new) & among & !reached;
            reached |= new;
        }
        reached
    }
}

/// The stones on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Stones<C> {
    /// White's and Black's.
    pub(crate) of: [C; 2],
}

impl<C: Cells> Stones<C> {
    /// The cells without a stone.
    pub(crate) fn empty(&self, grid: &Grid<C>) -> C {
        grid.all() & !(self.of[0] | self.of[1])
    }

    /// The stones with further ones of a colour.
    pub(crate) fn with(mut self, colour: Colour, cells: C) -> Self {
        self.of[index(colour)] |= cells;
        self
    }

    /// After half a turn of the board.
    pub(crate) fn turned(&self, grid: &Grid<C>) -> Self {
        Self { of: self.of.map(|set| set.turned(grid.cells)) }
    }
}
