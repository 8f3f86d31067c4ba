//! The rules: boxes, edges, drawing an edge, closing a box.

use std::fmt;

use crate::cell::Cell;
use crate::game::{IllegalMove, Rules, Side};

/// The most rows and the most columns of boxes that a board may have.
pub const MAX_SIDE: usize = 1000;

/// An edge of the board, and the move that draws it. Rows and columns are counted from 0 at the top left.
///
/// Horizontal edges come before vertical ones, each kind row by row. Its text is `h,row,column` or `v,row,column`.
///
/// ```
/// use foregone::dots::Edge;
/// let edge: Edge = "v,0,2".parse()?;
/// assert_eq!(edge, Edge::Vertical { row: 0, column: 2 });
/// assert_eq!(edge.to_string(), "v,0,2");
/// # Ok::<(), foregone::dots::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Edge {
    /// The edge above box (`row`, `column`), or below the last row where `row` is the number of rows.
    Horizontal {
        /// The row, from 0 to the number of rows of boxes.
        row: usize,
        /// The column, below the number of columns of boxes.
        column: usize,
    },
    /// The edge left of box (`row`, `column`), or right of the last column where `column` is the number of columns.
    Vertical {
        /// The row, below the number of rows of boxes.
        row: usize,
        /// The column, from 0 to the number of columns of boxes.
        column: usize,
    },
}

impl Edge {
    /// The row, counted among edges of its kind.
    #[must_use]
    pub const fn row(self) -> usize {
        match self {
            Self::Horizontal { row, .. } | Self::Vertical { row, .. } => row,
        }
    }

    /// The column, counted among edges of its kind.
    #[must_use]
    pub const fn column(self) -> usize {
        match self {
            Self::Horizontal { column, .. } | Self::Vertical { column, .. } => column,
        }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Horizontal { row, column } => write!(f, "h,{row},{column}"),
            Self::Vertical { row, column } => write!(f, "v,{row},{column}"),
        }
    }
}

/// Why numbers make no board or no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// The board would have no box, or too many.
    #[error("a board has 1 to {MAX_SIDE} rows and columns, not {rows}x{columns}")]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
    },
    /// The list of edges has the wrong length.
    #[error("{found} edges: expected {expected}")]
    Edges {
        /// Edges of the board.
        expected: usize,
        /// Length of the list.
        found: usize,
    },
}

/// The size of a board, counted in boxes, and the numbering of its edges.
///
/// Edges are numbered in the order of [`Edge`], which people know as dbn: all horizontal ones row by row from the top,
/// then all vertical ones. On 2 rows of 3 boxes:
///
/// ```text
/// + 0 + 1 + 2 +
/// 9   10  11  12
/// + 3 + 4 + 5 +
/// 13  14  15  16
/// + 6 + 7 + 8 +
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    rows: usize,
    columns: usize,
}

impl Board {
    /// A board of so many boxes.
    ///
    /// # Errors
    /// [`BoardError::Size`] unless both numbers are from 1 to [`MAX_SIDE`].
    pub fn new(rows: usize, columns: usize) -> Result<Self, BoardError> {
        if (1..=MAX_SIDE).contains(&rows) && (1..=MAX_SIDE).contains(&columns) {
            Ok(Self { rows, columns })
        } else {
            Err(BoardError::Size { rows, columns })
        }
    }

    /// The board with rows and columns changed for one another.
    pub(super) const fn transposed(self) -> Self {
        Self { rows: self.columns, columns: self.rows }
    }

    /// Rows of boxes.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows
    }

    /// Columns of boxes.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns
    }

    /// Boxes in all.
    #[must_use]
    pub const fn boxes(self) -> usize {
        self.rows * self.columns
    }

    /// Horizontal edges in all: the number of the first vertical one.
    #[must_use]
    pub const fn horizontal_edges(self) -> usize {
        (self.rows + 1) * self.columns
    }

    /// Edges in all.
    #[must_use]
    pub const fn edges(self) -> usize {
        self.horizontal_edges() + self.rows * (self.columns + 1)
    }

    /// The number of an edge; `None` if the board has no such edge.
    #[must_use]
    pub fn number(self, edge: Edge) -> Option<usize> {
        match edge {
            Edge::Horizontal { row, column } => {
                (row <= self.rows && column < self.columns).then(|| row * self.columns + column)
            }
            Edge::Vertical { row, column } => (row < self.rows && column <= self.columns)
                .then(|| self.horizontal_edges() + row * (self.columns + 1) + column),
        }
    }

    /// The edge of a number below [`Board::edges`].
    pub(super) fn edge(self, number: usize) -> Edge {
        debug_assert!(number < self.edges());
        match number.checked_sub(self.horizontal_edges()) {
            None => Edge::Horizontal { row: number / self.columns, column: number % self.columns },
            Some(rest) => {
                Edge::Vertical { row: rest / (self.columns + 1), column: rest % (self.columns + 1) }
            }
        }
    }

    /// The numbers of the four edges of a box of the board: above, below, left, right.
    pub(super) fn sides(self, cell: Cell) -> [usize; 4] {
        debug_assert!(cell.row < self.rows && cell.column < self.columns);
        let above = cell.row * self.columns + cell.column;
        let left = self.horizontal_edges() + cell.row * (self.columns + 1) + cell.column;
        [above, above + self.columns, left, left + 1]
    }

    /// The boxes on the two sides of an edge of the board; `None` is the outside.
    pub(super) fn beside(self, edge: Edge) -> [Option<Cell>; 2] {
        let (before, behind) = match edge {
            Edge::Horizontal { row, column } => {
                (row.checked_sub(1).map(|row| Cell { row, column }), Cell { row, column })
            }
            Edge::Vertical { row, column } => {
                (column.checked_sub(1).map(|column| Cell { row, column }), Cell { row, column })
            }
        };
        [before, (behind.row < self.rows && behind.column < self.columns).then_some(behind)]
    }
}

/// Which edges a game begins with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Start {
    /// None is drawn.
    #[default]
    American,
    /// The top and the left border are drawn.
    Icelandic,
    /// The whole border is drawn.
    Swedish,
}

impl Start {
    /// All of them.
    pub const ALL: &[Self] = &[Self::American, Self::Icelandic, Self::Swedish];

    /// Its name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::American => "american",
            Self::Icelandic => "icelandic",
            Self::Swedish => "swedish",
        }
    }

    /// Whether a game that begins so has an edge of the board drawn.
    pub(super) fn draws(self, board: Board, edge: Edge) -> bool {
        let top_or_left = match edge {
            Edge::Horizontal { row, .. } => row == 0,
            Edge::Vertical { column, .. } => column == 0,
        };
        match self {
            Self::American => false,
            Self::Icelandic => top_or_left,
            Self::Swedish => board.beside(edge).contains(&None),
        }
    }
}

/// A position: which edges are drawn, and whose turn it is.
///
/// Who captured which box is not part of it: the rest of the game does not depend on that. A new position has
/// [`Side::First`] to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    /// By number of edge.
    drawn: Vec<bool>,
    undrawn: usize,
    to_move: Side,
}

impl Position {
    /// The beginning of a game.
    ///
    /// # Errors
    /// [`BoardError::Size`] unless both numbers are from 1 to [`MAX_SIDE`].
    pub fn start(rows: usize, columns: usize, start: Start) -> Result<Self, BoardError> {
        let board = Board::new(rows, columns)?;
        let drawn = (0..board.edges()).map(|number| start.draws(board, board.edge(number))).collect();
        Self::new(rows, columns, drawn)
    }

    /// The position in which the edges marked in `drawn` are drawn, in the order of their numbers (see [`Board`]).
    ///
    /// # Errors
    /// [`BoardError`] if a number is not from 1 to [`MAX_SIDE`], or `drawn` is not as long as the board has edges.
    pub fn new(rows: usize, columns: usize, drawn: Vec<bool>) -> Result<Self, BoardError> {
        let board = Board::new(rows, columns)?;
        if drawn.len() != board.edges() {
            return Err(BoardError::Edges { expected: board.edges(), found: drawn.len() });
        }
        let undrawn = drawn.iter().filter(|&&drawn| !drawn).count();
        Ok(Self { board, drawn, undrawn, to_move: Side::First })
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Rows of boxes.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.board.rows
    }

    /// Columns of boxes.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.board.columns
    }

    /// Whether an edge is drawn. What is no edge of the board counts as drawn.
    #[must_use]
    pub fn is_drawn(&self, edge: Edge) -> bool {
        self.board.number(edge).is_none_or(|number| self.drawn[number])
    }

    /// Which edges are drawn, by number.
    #[must_use]
    pub fn drawn(&self) -> &[bool] {
        &self.drawn
    }

    /// Every edge of the board, drawn or not, in order.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + use<> {
        let board = self.board;
        (0..board.edges()).map(move |number| board.edge(number))
    }

    /// How many of a box's four edges are undrawn. What is no box of the board has none.
    #[must_use]
    pub fn open_sides(&self, cell: Cell) -> usize {
        if cell.row >= self.rows() || cell.column >= self.columns() {
            return 0;
        }
        self.board.sides(cell).into_iter().filter(|&side| !self.drawn[side]).count()
    }

    /// Every box of the board, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns();
        (0..self.board.boxes()).map(move |index| Cell::new(index / columns, index % columns))
    }

    /// Whether drawing an edge closes a box.
    pub(super) fn closes(&self, edge: Edge) -> bool {
        self.closed_by(edge).next().is_some()
    }

    /// The boxes that drawing an undrawn edge closes: at most two.
    pub fn closed_by(&self, edge: Edge) -> impl Iterator<Item = Cell> + '_ {
        self.board.beside(edge).into_iter().flatten().filter(|&cell| self.open_sides(cell) == 1)
    }

    /// Boxes that nobody has captured yet.
    #[must_use]
    pub fn boxes_left(&self) -> usize {
        self.cells().filter(|&cell| self.open_sides(cell) > 0).count()
    }
}

impl Rules for Position {
    type Move = Edge;
    type Key = (Vec<bool>, Side);

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Vec<Edge> {
        self.edges().zip(&self.drawn).filter(|(_, drawn)| !**drawn).map(|(edge, _)| edge).collect()
    }

    /// Draws an edge and returns the number of boxes that it closes: 0, 1 or 2. Who closes a box moves again.
    fn play(&mut self, mv: Edge) -> Result<i64, IllegalMove> {
        let refuse = |reason: &str| IllegalMove { mv: mv.to_string(), reason: reason.to_owned() };
        let number = self.board.number(mv).ok_or_else(|| refuse("the board has no such edge"))?;
        if self.drawn[number] {
            return Err(refuse("the edge is drawn already"));
        }
        self.drawn[number] = true;
        self.undrawn -= 1;
        let boxes = self.board.beside(mv).into_iter().flatten();
        let closed = boxes.filter(|&cell| self.open_sides(cell) == 0).count();
        if closed == 0 {
            self.to_move = self.to_move.other();
        }
        Ok(closed as i64)
    }

    fn plies_left(&self) -> usize {
        self.undrawn
    }

    fn key(&self) -> Self::Key {
        (self.drawn.clone(), self.to_move)
    }

    fn key_heap(&self) -> usize {
        size_of_val(self.drawn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_edges_go_round_in_order() {
        for (rows, columns) in [(1, 1), (1, 4), (3, 1), (2, 3)] {
            let position = Position::start(rows, columns, Start::American).unwrap();
            let board = position.board();
            let edges: Vec<Edge> = position.edges().collect();
            assert!(edges.is_sorted());
            assert_eq!(edges, position.moves());
            for (number, &edge) in edges.iter().enumerate() {
                assert_eq!(board.number(edge), Some(number));
                for cell in board.beside(edge).into_iter().flatten() {
                    assert!(board.sides(cell).contains(&number), "{edge} and {cell}");
                }
            }
            assert_eq!(board.number(Edge::Horizontal { row: rows + 1, column: 0 }), None);
            assert_eq!(board.number(Edge::Vertical { row: 0, column: columns + 1 }), None);
        }
    }

    #[test]
    fn starts_draw_their_borders() {
        for (start, undrawn, corner) in
            [(Start::American, 17, 4), (Start::Icelandic, 12, 2), (Start::Swedish, 7, 2)]
        {
            let position = Position::start(2, 3, start).unwrap();
            assert_eq!(position.plies_left(), undrawn);
            assert_eq!(position.open_sides(Cell::new(0, 0)), corner);
            assert_eq!(position.boxes_left(), 6);
        }
    }

    #[test]
    fn a_closed_box_means_another_move() {
        let mut position = Position::start(1, 2, Start::American).unwrap();
        for (text, closed, to_move) in [
            ("h,0,0", 0, Side::Second),
            ("h,1,0", 0, Side::First),
            ("h,0,1", 0, Side::Second),
            ("h,1,1", 0, Side::First),
            ("v,0,2", 0, Side::Second),
            ("v,0,1", 1, Side::Second),
            ("v,0,0", 1, Side::Second),
        ] {
            let edge: Edge = text.parse().unwrap();
            assert_eq!(position.play(edge), Ok(closed), "{text}");
            assert_eq!(position.to_move(), to_move, "{text}");
            assert!(position.play(edge).unwrap_err().reason.contains("drawn already"));
        }
        assert_eq!((position.plies_left(), position.boxes_left()), (0, 0));
        assert!(position.play(Edge::Vertical { row: 1, column: 0 }).unwrap_err().reason.contains("no such"));
    }

    #[test]
    fn what_makes_no_board_is_refused() {
        assert_eq!(
            Board::new(0, 3).unwrap_err().to_string(),
            "a board has 1 to 1000 rows and columns, not 0x3"
        );
        assert!(Position::start(3, 1001, Start::American).is_err());
        assert_eq!(Position::new(1, 1, vec![false; 5]), Err(BoardError::Edges { expected: 4, found: 5 }));
    }
}
