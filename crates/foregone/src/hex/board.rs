//! The rules of Hex on any rectangle: cells and their neighbours, stones, who joins which sides, who has won.

use std::fmt;

use crate::cell::Cell;
use crate::game::{IllegalMove, Rules, Side};

/// The most rows, and the most columns, of a board.
pub const MAX_SIDE: usize = 1_000;

/// A player's stones. White is [`Side::First`]: at the games judged by P17097 White moves first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// The first player.
    White,
    /// The second player.
    Black,
}

impl Colour {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::White => Self::First,
            Colour::Black => Self::Second,
        }
    }
}

impl From<Side> for Colour {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::White,
            Side::Second => Self::Black,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// Which two opposite sides of the board a colour has to join.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    /// The first row and the last.
    TopBottom,
    /// The first column and the last.
    LeftRight,
}

impl Axis {
    /// The axis of the other colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::TopBottom => Self::LeftRight,
            Self::LeftRight => Self::TopBottom,
        }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TopBottom => "top and bottom",
            Self::LeftRight => "left and right",
        })
    }
}

/// What makes no board or no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// A side is empty or too long.
    #[error("a board has 1 to {MAX_SIDE} rows and columns, not {rows}x{columns}")]
    Size {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        columns: usize,
    },
    /// There is not one entry for each cell.
    #[error("{found} entries for the cells: expected {expected}, one for each")]
    Stones {
        /// The cells of the board.
        expected: usize,
        /// The entries given.
        found: usize,
    },
}

/// A rectangle of hexagons: each row lies half a cell further right than the row above it.
///
/// ```text
///   ⬡ ⬡ ⬡ ⬡      A cell (row, column) touches, by (row, column) offsets,
///    ⬡ ⬡ ⬡ ⬡         (-1, 0)  (-1, +1)
///     ⬡ ⬡ ⬡ ⬡      (0, -1)  cell  (0, +1)
///                      (+1, -1)  (+1, 0)
/// ```
///
/// Swapping rows and columns keeps this neighbourhood, so a transposed board is a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    rows: usize,
    columns: usize,
}

impl Board {
    /// A board of 1 to [`MAX_SIDE`] rows and columns.
    ///
    /// # Errors
    /// [`BoardError::Size`] for any other size.
    pub fn new(rows: usize, columns: usize) -> Result<Self, BoardError> {
        let sides = 1..=MAX_SIDE;
        if sides.contains(&rows) && sides.contains(&columns) {
            Ok(Self { rows, columns })
        } else {
            Err(BoardError::Size { rows, columns })
        }
    }

    /// Rows.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows
    }

    /// Columns.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns
    }

    /// Whether the cell is on the board.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// All cells, row by row: the order of entries wherever a board's cells are listed.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| Cell { row, column }))
    }

    /// The cells that touch a cell of the board: two to six of them, fewer only on boards of one row or column.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        const OFFSETS: [(isize, isize); 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];
        OFFSETS.into_iter().filter_map(move |(down, right)| {
            let row = cell.row.checked_add_signed(down)?;
            let column = cell.column.checked_add_signed(right)?;
            let next = Cell { row, column };
            self.contains(next).then_some(next)
        })
    }

    /// The place of a cell of the board in the list of all cells.
    const fn index(self, cell: Cell) -> usize {
        cell.row * self.columns + cell.column
    }
}

/// A position: any rectangle, any stones, either side to move. The numbers of stones need not balance.
///
/// At most one colour is connected, whatever the stones: a White chain that joins its sides cuts the board, and a
/// Black chain cannot cross it. On a full board exactly one colour is (Gale, "The game of Hex and the Brouwer
/// fixed-point theorem", 1979).
///
/// As [`Rules`], every empty cell is a move and play goes on until the board is full. That changes no result, since
/// a connection once made stays; it is what makes random play a random filling.
///
/// ```
/// use foregone::hex::{Colour, Position};
/// use foregone::{Cell, Rules};
///
/// let mut position = Position::empty(2, 1)?;
/// for name in ["a1", "a2"] {
///     position.play(name.parse()?)?;
/// }
/// // White would need both cells to join top and bottom; one stone of Black joins left and right.
/// assert_eq!(position.winner(), Some(Colour::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    /// One entry a cell, row by row.
    stones: Vec<Option<Colour>>,
    /// Entries that are `None`.
    open: usize,
    to_move: Colour,
    white_joins: Axis,
}

impl Position {
    /// The empty board: White joins top and bottom, and is to move.
    ///
    /// # Errors
    /// [`BoardError::Size`] unless rows and columns are from 1 to [`MAX_SIDE`].
    pub fn empty(rows: usize, columns: usize) -> Result<Self, BoardError> {
        let board = Board::new(rows, columns)?;
        let stones = vec![None; rows * columns];
        Self::new(board.rows, board.columns, stones, Colour::White, Axis::TopBottom)
    }

    /// The position with these stones, listed row by row from the top left; Black joins the two sides that White
    /// does not.
    ///
    /// # Errors
    /// [`BoardError::Size`] unless rows and columns are from 1 to [`MAX_SIDE`]; [`BoardError::Stones`] unless there
    /// is one entry for each cell.
    pub fn new(
        rows: usize,
        columns: usize,
        stones: Vec<Option<Colour>>,
        to_move: Colour,
        white_joins: Axis,
    ) -> Result<Self, BoardError> {
        let board = Board::new(rows, columns)?;
        let (expected, found) = (rows * columns, stones.len());
        if found != expected {
            return Err(BoardError::Stones { expected, found });
        }
        let open = stones.iter().filter(|stone| stone.is_none()).count();
        Ok(Self { board, stones, open, to_move, white_joins })
    }

    /// The board without its stones.
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Rows of the board.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.board.rows
    }

    /// Columns of the board.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.board.columns
    }

    /// The stone on a cell; `None` of an empty cell and of one beyond the board.
    #[must_use]
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        if self.board.contains(cell) { self.stones[self.board.index(cell)] } else { None }
    }

    /// The colour whose turn it is.
    #[must_use]
    pub const fn to_move_colour(&self) -> Colour {
        self.to_move
    }

    /// The sides that White joins.
    #[must_use]
    pub const fn white_joins(&self) -> Axis {
        self.white_joins
    }

    /// The sides that a colour joins.
    #[must_use]
    pub const fn axis_of(&self, colour: Colour) -> Axis {
        match colour {
            Colour::White => self.white_joins,
            Colour::Black => self.white_joins.other(),
        }
    }

    /// The colour that joins the sides of an axis.
    #[must_use]
    pub fn joiner_of(&self, axis: Axis) -> Colour {
        if self.white_joins == axis { Colour::White } else { Colour::Black }
    }

    /// The same game with White joining the sides of an axis: if Black does, the names of the colours are exchanged, of
    /// all stones and of whose turn it is. Takes time and memory in proportion to the board.
    #[must_use]
    pub fn with_white_joining(&self, axis: Axis) -> Self {
        let mut position = self.clone();
        if self.white_joins != axis {
            position.white_joins = axis;
            position.to_move = self.to_move.other();
            for stone in position.stones.iter_mut().flatten() {
                *stone = stone.other();
            }
        }
        position
    }

    /// Empty cells.
    #[must_use]
    pub const fn open_cells(&self) -> usize {
        self.open
    }

    /// The colour whose stones join its two sides already, if one's do. Takes time and memory in proportion to the
    /// board.
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        [Colour::White, Colour::Black].into_iter().find(|colour| self.connected(*colour))
    }

    /// Whether a chain of the colour's stones joins its two sides.
    fn connected(&self, colour: Colour) -> bool {
        let Board { rows, columns } = self.board;
        let axis = self.axis_of(colour);
        let at_end = |cell: Cell| match axis {
            Axis::TopBottom => cell.row + 1 == rows,
            Axis::LeftRight => cell.column + 1 == columns,
        };
        let mut seen = vec![false; self.stones.len()];
        let mut ahead: Vec<Cell> = match axis {
            Axis::TopBottom => (0..columns).map(|column| Cell { row: 0, column }).collect(),
            Axis::LeftRight => (0..rows).map(|row| Cell { row, column: 0 }).collect(),
        };
        while let Some(cell) = ahead.pop() {
            let index = self.board.index(cell);
            if self.stones[index] != Some(colour) || std::mem::replace(&mut seen[index], true) {
                continue;
            }
            if at_end(cell) {
                return true;
            }
            ahead.extend(self.board.neighbours(cell));
        }
        false
    }
}

impl Rules for Position {
    type Move = Cell;
    type Key = (Vec<Option<Colour>>, Colour);

    fn to_move(&self) -> Side {
        self.to_move.into()
    }

    /// Every empty cell, also when a colour is connected already.
    fn moves(&self) -> Vec<Cell> {
        self.board.cells().filter(|cell| self.stone(*cell).is_none()).collect()
    }

    fn play(&mut self, mv: Cell) -> Result<i64, IllegalMove> {
        let refuse = |reason: String| Err(IllegalMove { mv: mv.to_string(), reason });
        if !self.board.contains(mv) {
            return refuse(format!("the board has {} rows and {} columns", self.rows(), self.columns()));
        }
        if let Some(stone) = self.stone(mv) {
            return refuse(format!("a stone of {stone} is there"));
        }
        let index = self.board.index(mv);
        self.stones[index] = Some(self.to_move);
        self.open -= 1;
        self.to_move = self.to_move.other();
        Ok(0)
    }

    /// 1 if White is connected on the full board, -1 if Black is.
    fn settlement(&self) -> i64 {
        if self.connected(Colour::White) { 1 } else { -1 }
    }

    /// The side of [`Position::winner`], at its cost.
    fn decided(&self) -> Option<Side> {
        self.winner().map(Side::from)
    }

    fn plies_left(&self) -> usize {
        self.open
    }

    fn key(&self) -> Self::Key {
        (self.stones.clone(), self.to_move)
    }

    fn key_heap(&self) -> usize {
        size_of_val(&self.stones[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to fill the cells with White, Black or nothing.
    fn all_stones(cells: usize, kinds: &[Option<Colour>]) -> impl Iterator<Item = Vec<Option<Colour>>> {
        let ways = kinds.len().pow(cells as u32);
        (0..ways).map(move |way| {
            let digit = |cell| way / kinds.len().pow(cell as u32) % kinds.len();
            (0..cells).map(|cell| kinds[digit(cell)]).collect()
        })
    }

    #[test]
    fn never_both_and_on_a_full_board_exactly_one_is_connected() {
        let (white, black) = (Some(Colour::White), Some(Colour::Black));
        for (rows, columns) in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2)] {
            for axis in [Axis::TopBottom, Axis::LeftRight] {
                for stones in all_stones(rows * columns, &[None, white, black]) {
                    let position = Position::new(rows, columns, stones, Colour::White, axis).unwrap();
                    let both = [Colour::White, Colour::Black].map(|colour| position.connected(colour));
                    assert_ne!(both, [true, true], "{position:?}");
                    if position.plies_left() == 0 {
                        assert_ne!(both, [false, false], "{position:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn neighbours_are_mutual_and_survive_transposing() {
        let (board, turned) = (Board::new(3, 5).unwrap(), Board::new(5, 3).unwrap());
        for cell in board.cells() {
            for next in board.neighbours(cell) {
                assert!(board.neighbours(next).any(|back| back == cell));
            }
            let swap = |cell: Cell| Cell { row: cell.column, column: cell.row };
            let mut here: Vec<_> = board.neighbours(cell).map(swap).collect();
            let mut there: Vec<_> = turned.neighbours(swap(cell)).collect();
            here.sort_unstable();
            there.sort_unstable();
            assert_eq!(here, there);
        }
        let counts: Vec<_> = board.cells().map(|cell| board.neighbours(cell).count()).collect();
        assert_eq!(counts, [2, 4, 4, 4, 3, 4, 6, 6, 6, 4, 3, 4, 4, 4, 2]);
    }

    #[test]
    fn sizes_and_entries_are_checked_at_the_door() {
        for (rows, columns) in [(0, 3), (3, 0), (MAX_SIDE + 1, 1), (1, usize::MAX)] {
            assert_eq!(Position::empty(rows, columns), Err(BoardError::Size { rows, columns }));
        }
        assert!(Position::empty(MAX_SIDE, 1).is_ok());
        assert_eq!(
            Position::new(2, 2, vec![None; 3], Colour::White, Axis::TopBottom),
            Err(BoardError::Stones { expected: 4, found: 3 })
        );
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut position = Position::empty(2, 2).unwrap();
        position.play(Cell::new(0, 1)).unwrap();
        let before = position.clone();
        for cell in [Cell::new(0, 1), Cell::new(2, 0), Cell::new(0, 2)] {
            assert!(position.play(cell).is_err(), "{cell}");
            assert_eq!(position, before);
        }
        assert_eq!(position.to_move(), Side::Second);
        assert_eq!(position.moves(), [Cell::new(0, 0), Cell::new(1, 0), Cell::new(1, 1)]);
    }
}
