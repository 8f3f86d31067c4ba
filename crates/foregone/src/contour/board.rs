//! The rules: a board of scores, and a position on it that can be played on.

use std::sync::Arc;

use super::ideal::OrderIdeal;
use crate::cell::Cell;
use crate::game::{IllegalMove, Rules, Side};

/// The most rows, and the most columns.
pub const MAX_SIDE: usize = 1_000;

/// A grid whose cells have one score for each side.
///
/// Rows and columns go from 1 to [`MAX_SIDE`], scores from -[`Board::MAX_SCORE`] to [`Board::MAX_SCORE`]. So the
/// scores of one side never sum to more than 10^15, and no sum of margins overflows an `i64`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    rows: usize,
    columns: usize,
    /// The scores of [`Side::First`], row by row.
    first: Vec<i64>,
    /// The scores of [`Side::Second`], row by row.
    second: Vec<i64>,
}

/// Scores or cells that make no board or no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// Too few or too many rows or columns.
    #[error("a board has 1 to {MAX_SIDE} rows and columns, not {rows}x{columns}")]
    Size {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        columns: usize,
    },
    /// A table with too few or too many scores.
    #[error("the {side} player's table has {found} scores: expected {expected}, one for each cell")]
    Count {
        /// Whose table.
        side: Side,
        /// The cells of the board.
        expected: usize,
        /// The scores given.
        found: usize,
    },
    /// A score out of range.
    #[error("the {side} player's score of {cell} is {score}: expected -{max} to {max}", max = Board::MAX_SCORE)]
    Score {
        /// Whose table.
        side: Side,
        /// Where.
        cell: Cell,
        /// The score given.
        score: i64,
    },
    /// Cells taken are told for too few or too many rows.
    #[error("the cells taken are told for {found} rows: expected {expected}")]
    Rows {
        /// The rows of the board.
        expected: usize,
        /// The rows told of.
        found: usize,
    },
    /// More cells taken in a row than it has.
    #[error("row {} has {length} cells taken: expected at most {columns}", row + 1)]
    RowTooLong {
        /// The row, counted from 0.
        row: usize,
        /// The cells taken in it.
        length: usize,
        /// The columns of the board.
        columns: usize,
    },
    /// More cells taken in a row than in the row above: some lack their upper neighbour.
    #[error("row {} has {length} cells taken: expected at most {above}, as many as in the row above", row + 1)]
    NoStaircase {
        /// The row, counted from 0.
        row: usize,
        /// The cells taken in it.
        length: usize,
        /// The cells taken in the row above.
        above: usize,
    },
}

impl Board {
    /// The greatest score, and the least with its sign turned.
    pub const MAX_SCORE: i64 = 1_000_000_000;

    /// A board from the scores of both sides, each row by row from the top.
    ///
    /// # Errors
    /// [`BoardError`] if the size, the number of scores or a score is out of range.
    pub fn new(rows: usize, columns: usize, first: Vec<i64>, second: Vec<i64>) -> Result<Self, BoardError> {
        let sizes = 1..=MAX_SIDE;
        if !sizes.contains(&rows) || !sizes.contains(&columns) {
            return Err(BoardError::Size { rows, columns });
        }
        let expected = rows * columns;
        for (side, scores) in [(Side::First, &first), (Side::Second, &second)] {
            if scores.len() != expected {
                return Err(BoardError::Count { side, expected, found: scores.len() });
            }
            let range = -Self::MAX_SCORE..=Self::MAX_SCORE;
            if let Some(at) = scores.iter().position(|score| !range.contains(score)) {
                let cell = Cell::new(at / columns, at % columns);
                return Err(BoardError::Score { side, cell, score: scores[at] });
            }
        }
        Ok(Self { rows, columns, first, second })
    }

    /// The rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// What a cell scores for [`Side::First`].
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    #[track_caller]
    pub fn first(&self, cell: Cell) -> i64 {
        self.first[self.index(cell)]
    }

    /// What a cell scores for [`Side::Second`].
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    #[track_caller]
    pub fn second(&self, cell: Cell) -> i64 {
        self.second[self.index(cell)]
    }

    /// What a cell scores for a side.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    #[track_caller]
    pub fn score(&self, side: Side, cell: Cell) -> i64 {
        match side {
            Side::First => self.first(cell),
            Side::Second => self.second(cell),
        }
    }

    /// Both sides' scores of a cell added up: how much it matters who takes it, and the same to both sides.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[must_use]
    #[track_caller]
    pub fn swing(&self, cell: Cell) -> i64 {
        let index = self.index(cell);
        self.first[index] + self.second[index]
    }

    /// The scores of a side, row by row from the top.
    pub(super) fn scores(&self, side: Side) -> std::slice::ChunksExact<'_, i64> {
        match side {
            Side::First => self.first.chunks_exact(self.columns),
            Side::Second => self.second.chunks_exact(self.columns),
        }
    }

    #[track_caller]
    fn index(&self, cell: Cell) -> usize {
        assert!(self.has(cell), "the cell {cell} is not on a {}x{} board", self.rows, self.columns);
        cell.row * self.columns + cell.column
    }

    const fn has(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }
}

/// A board and the cells taken so far. The sides take turns, [`Side::First`] begins.
///
/// A copy shares the board and holds its own row lengths.
///
/// ```
/// use foregone::contour::{Board, Position};
/// use foregone::{Cell, Rules};
///
/// let board = Board::new(2, 3, vec![2, 7, 3, 9, 1, 2], vec![3, 7, 2, 2, 3, 1])?;
/// let mut position = Position::new(board);
/// assert_eq!(position.play(Cell::new(0, 0))?, 2);
/// assert_eq!(position.moves(), [Cell::new(0, 1), Cell::new(1, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Arc<Board>,
    /// Of the board's rows and columns.
    ideal: OrderIdeal,
}

impl Position {
    /// The start of a game: no cell is taken.
    #[must_use]
    pub fn new(board: impl Into<Arc<Board>>) -> Self {
        let board = board.into();
        let ideal = OrderIdeal::empty(board.rows, board.columns);
        Self { board, ideal }
    }

    /// The position after the first `taken[row]` cells of each row have been taken.
    ///
    /// # Errors
    /// [`BoardError`] if that is not one length for each row of the board, or if a row is longer than the board is
    /// wide or than the row above it.
    pub fn with_taken(board: impl Into<Arc<Board>>, taken: Vec<usize>) -> Result<Self, BoardError> {
        let board = board.into();
        if taken.len() != board.rows {
            return Err(BoardError::Rows { expected: board.rows, found: taken.len() });
        }
        let ideal = OrderIdeal::new(board.columns, taken)?;
        Ok(Self { board, ideal })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cells taken.
    #[must_use]
    pub const fn ideal(&self) -> &OrderIdeal {
        &self.ideal
    }

    /// How many cells of each row are taken.
    #[must_use]
    pub fn taken(&self) -> &[usize] {
        self.ideal.lengths()
    }

    /// What the mover's scores of the cells left sum to, less the other side's.
    pub(super) fn lead(&self) -> i64 {
        let cells = self.ideal.cells_left();
        let first: i64 = cells.map(|cell| self.board.first(cell) - self.board.second(cell)).sum();
        match self.to_move() {
            Side::First => first,
            Side::Second => -first,
        }
    }

    /// Whether a cell is taken. A cell off the board never is.
    #[must_use]
    pub fn is_taken(&self, cell: Cell) -> bool {
        self.ideal.contains(cell)
    }

    /// Why a cell that is not available cannot be taken.
    fn refusal(&self, cell: Cell) -> String {
        let (rows, columns) = (self.board.rows, self.board.columns);
        if !self.board.has(cell) {
            format!("it is not on the {rows}x{columns} board")
        } else if self.is_taken(cell) {
            "it is taken already".to_owned()
        } else if self.taken()[cell.row] < cell.column {
            "its left neighbour is not taken yet".to_owned()
        } else {
            "its upper neighbour is not taken yet".to_owned()
        }
    }
}

impl Rules for Position {
    type Move = Cell;
    type Key = Vec<usize>;

    fn to_move(&self) -> Side {
        let taken: usize = self.taken().iter().sum();
        if taken.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn moves(&self) -> Vec<Cell> {
        self.ideal.available().collect()
    }

    fn play(&mut self, cell: Cell) -> Result<i64, IllegalMove> {
        let side = self.to_move();
        if !self.ideal.add(cell) {
            return Err(IllegalMove { mv: cell.to_string(), reason: self.refusal(cell) });
        }
        Ok(self.board.score(side, cell))
    }

    fn plies_left(&self) -> usize {
        self.ideal.left()
    }

    fn key(&self) -> Vec<usize> {
        self.taken().to_vec()
    }

    fn key_heap(&self) -> usize {
        size_of_val(self.taken())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board::new(2, 3, vec![2, 7, 3, 9, 1, 2], vec![3, 7, 2, 2, 3, 1]).unwrap()
    }

    #[test]
    fn tables_are_checked_at_the_door() {
        let zeros = |count| vec![0; count];
        let far = |at: usize, score| {
            let mut scores = zeros(6);
            scores[at] = score;
            scores
        };
        for (rows, columns, first, second, message) in [
            (0, 3, zeros(0), zeros(0), "a board has 1 to 1000 rows and columns, not 0x3"),
            (3, 0, zeros(0), zeros(0), "a board has 1 to 1000 rows and columns, not 3x0"),
            (1_001, 1, zeros(1_001), zeros(1_001), "a board has 1 to 1000 rows and columns, not 1001x1"),
            (usize::MAX, usize::MAX, zeros(0), zeros(0), "a board has 1 to 1000 rows and columns, not"),
            (
                2,
                3,
                zeros(5),
                zeros(6),
                "the first player's table has 5 scores: expected 6, one for each cell",
            ),
            (
                2,
                3,
                zeros(6),
                zeros(7),
                "the second player's table has 7 scores: expected 6, one for each cell",
            ),
            (
                2,
                3,
                far(5, 1_000_000_001),
                zeros(6),
                "the first player's score of c2 is 1000000001: expected -1",
            ),
            (
                2,
                3,
                zeros(6),
                far(3, i64::MIN),
                "the second player's score of a2 is -9223372036854775808: exp",
            ),
        ] {
            let error = Board::new(rows, columns, first, second).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        assert!(Board::new(2, 3, far(0, Board::MAX_SCORE), far(0, -Board::MAX_SCORE)).is_ok());
    }

    #[test]
    fn what_is_taken_must_be_a_staircase() {
        for (taken, message) in [
            (vec![1], "the cells taken are told for 1 rows: expected 2"),
            (vec![1, 1, 0], "the cells taken are told for 3 rows: expected 2"),
            (vec![4, 1], "row 1 has 4 cells taken: expected at most 3"),
            (vec![1, 2], "row 2 has 2 cells taken: expected at most 1, as many as in the row above"),
        ] {
            assert_eq!(Position::with_taken(board(), taken).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_game_goes_by_the_rules() {
        let mut position = Position::new(board());
        let mut scored = Vec::new();
        for name in ["a1", "a2", "b1", "b2", "c1", "c2"] {
            let cell: Cell = name.parse().unwrap();
            assert!(position.moves().contains(&cell), "{name}");
            scored.push((position.to_move(), position.play(cell).unwrap()));
        }
        use Side::{First, Second};
        assert_eq!(scored, [(First, 2), (Second, 2), (First, 7), (Second, 3), (First, 3), (Second, 1)]);
        assert_eq!((position.moves().len(), position.plies_left(), position.settlement()), (0, 0, 0));
    }

    #[test]
    fn an_illegal_move_says_why_and_changes_nothing() {
        let position = Position::with_taken(board(), vec![2, 1]).unwrap();
        for (name, reason) in [
            ("a1", "it is taken already"),
            ("c2", "its left neighbour is not taken yet"),
            ("d1", "it is not on the 2x3 board"),
            ("a3", "it is not on the 2x3 board"),
        ] {
            let mut next = position.clone();
            let error = next.play(name.parse().unwrap()).unwrap_err();
            assert_eq!((error.mv.as_str(), error.reason.as_str()), (name, reason));
            assert_eq!(next, position);
        }
        let error = Position::new(board()).play(Cell::new(1, 0)).unwrap_err();
        assert_eq!(error.to_string(), "illegal move a2: its upper neighbour is not taken yet");
    }
}
