//! A position: a board and the strings cut so far. The rules of play.

use std::sync::Arc;

use super::board::{Board, BoardError, Cut, shortened};
use crate::dots;
use crate::dots::graph::{GROUND, Graph};
use crate::game::{IllegalMove, Rules, Side};

/// A board and the strings that are cut.
///
/// A move cuts a string. A coin whose last string is cut is captured by whoever cuts it, and whoever captures moves
/// again. Who captured which coin is not part of the position, for the rest of the game does not depend on that; a new
/// position has [`Side::First`] to move. A copy shares the board and holds a byte for each string and 4 for each coin.
///
/// ```
/// use foregone::Rules;
/// use foregone::dots::coins::Position;
///
/// let mut position: Position = "a b; b ground".parse()?;
/// let string = position.board().find("a-b").unwrap();
/// assert_eq!(position.play(string)?, 1);
/// assert_eq!(position.to_string(), "a b; b ground; cut: a-b");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Arc<Board>,
    /// By string.
    cut: Vec<bool>,
    /// How many strings each coin has left.
    left: Vec<u32>,
    uncut: usize,
    to_move: Side,
}

impl Position {
    /// The start of a game: no string is cut.
    #[must_use]
    pub fn new(board: impl Into<Arc<Board>>) -> Self {
        let board = board.into();
        let mut left = vec![0; board.coins()];
        let cut: Vec<bool> = board.strings().map(|_| false).collect();
        for end in board.strings().flat_map(|string| board.ties(string)).filter(|&end| end != GROUND) {
            left[end as usize] += 1;
        }
        Self { uncut: cut.len(), cut, left, board, to_move: Side::First }
    }

    /// The position in which the strings of these names are cut.
    ///
    /// # Errors
    /// [`BoardError`] if a name is unknown or repeated.
    pub fn with_cut<'a>(
        board: impl Into<Arc<Board>>,
        cut: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, BoardError> {
        let mut position = Self::new(board);
        for name in cut {
            let Some(string) = position.board.find(name) else {
                return Err(BoardError::UnknownCut { name: shortened(name) });
            };
            if position.is_cut(string) {
                return Err(BoardError::RepeatedCut { name: position.board.name(string) });
            }
            position.cut(string);
        }
        Ok(position)
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether a string is cut. One that is not the board's counts as cut.
    #[must_use]
    pub fn is_cut(&self, string: Cut) -> bool {
        self.cut.get(string.index()).is_none_or(|&cut| cut)
    }

    /// The strings that are not cut, in order.
    pub fn strings_left(&self) -> impl Iterator<Item = Cut> {
        self.board.strings().filter(|&string| !self.is_cut(string))
    }

    /// Coins that nobody has captured yet.
    #[must_use]
    pub fn coins_left(&self) -> usize {
        self.left.iter().filter(|&&left| left > 0).count()
    }

    /// Cuts a string of the board, which must not be cut, and returns how many coins that captures.
    fn cut(&mut self, string: Cut) -> i64 {
        self.cut[string.index()] = true;
        self.uncut -= 1;
        let mut captured = 0;
        for end in self.board.ties(string).into_iter().filter(|&end| end != GROUND) {
            let left = &mut self.left[end as usize];
            *left -= 1;
            captured += i64::from(*left == 0);
        }
        captured
    }

    /// The strings and coins that are left.
    pub(super) fn graph(&self) -> Graph {
        let mut numbers = vec![GROUND; self.left.len()];
        let mut coins = 0;
        for (number, _) in numbers.iter_mut().zip(&self.left).filter(|(_, left)| **left > 0) {
            *number = coins;
            coins += 1;
        }
        let strings = self.strings_left().map(|string| {
            let ends = self.board.ties(string);
            (
                string.index() as u32,
                ends.map(|end| if end == GROUND { GROUND } else { numbers[end as usize] }),
            )
        });
        Graph::of_strings(coins as usize, strings)
    }
}

impl Rules for Position {
    type Move = Cut;
    type Key = (Vec<bool>, Side);

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Vec<Cut> {
        self.strings_left().collect()
    }

    /// Cuts a string and returns the number of coins that it captures: 0, 1 or 2. Who captures moves again.
    fn play(&mut self, mv: Cut) -> Result<i64, IllegalMove> {
        if self.is_cut(mv) {
            let refuse = |mv, reason: &str| Err(IllegalMove { mv, reason: reason.to_owned() });
            return if self.board.has(mv) {
                refuse(self.board.name(mv), "the string is cut already")
            } else {
                refuse(mv.to_string(), "the board has no such string")
            };
        }
        let captured = self.cut(mv);
        if captured == 0 {
            self.to_move = self.to_move.other();
        }
        Ok(captured)
    }

    fn plies_left(&self) -> usize {
        self.uncut
    }

    fn key(&self) -> Self::Key {
        (self.cut.clone(), self.to_move)
    }

    fn key_heap(&self) -> usize {
        self.cut.len()
    }
}

/// A position of Dots and Boxes as strings and coins: its boxes that are not taken, under their names, and a string for
/// each undrawn edge, in the order of the edges.
impl TryFrom<&dots::Position> for Position {
    type Error = BoardError;

    /// # Errors
    /// [`BoardError::Count`] if no edge is undrawn, or too many are.
    fn try_from(position: &dots::Position) -> Result<Self, BoardError> {
        if position.plies_left() > Board::MAX_STRINGS {
            return Err(BoardError::Count { found: position.plies_left() });
        }
        let names: Vec<[String; 2]> = position
            .moves()
            .into_iter()
            .map(|edge| {
                let name = |cell: crate::Cell| cell.to_string();
                position.board().beside(edge).map(|cell| cell.map_or(super::GROUND.to_owned(), name))
            })
            .collect();
        Ok(Self::new(Board::new(names.iter().map(|[a, b]| [a.as_str(), b.as_str()]))?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_goes_by_the_rules() {
        use Side::{First, Second};
        let mut position: Position = "a b; b c; c c; b ground".parse().unwrap();
        let mut scored = Vec::new();
        for name in ["b-ground", "c-c", "a-b", "c-b"] {
            let string = position.board().find(name).unwrap();
            assert!(position.moves().contains(&string), "{name}");
            scored.push((position.to_move(), position.play(string).unwrap()));
        }
        assert_eq!(scored, [(First, 0), (Second, 0), (First, 1), (First, 2)]);
        assert_eq!((position.moves().len(), position.plies_left(), position.coins_left()), (0, 0, 0));
    }

    #[test]
    fn an_illegal_move_says_why_and_changes_nothing() {
        let position: Position = "a b; b ground; cut: b-ground".parse().unwrap();
        for (index, mv, reason) in
            [(1, "b-ground", "the string is cut already"), (2, "#3", "the board has no such string")]
        {
            let mut next = position.clone();
            let error = next.play(Cut::at(index)).unwrap_err();
            assert_eq!((error.mv.as_str(), error.reason.as_str()), (mv, reason));
            assert_eq!(next, position);
        }
    }

    #[test]
    fn a_grid_is_strings_and_coins() {
        for (grid, expected) in [
            ("1x1", "ground a1; a1 ground; ground a1; a1 ground"),
            ("1x2:1111001", "ground a1; a1 b1"),
            ("2x1:0011111", "ground a1; a1 a2"),
        ] {
            let grid: dots::Position = grid.parse().unwrap();
            assert_eq!(Position::try_from(&grid).unwrap().to_string(), expected);
        }
        let full: dots::Position = "1x1:1111".parse().unwrap();
        assert_eq!(Position::try_from(&full), Err(BoardError::Count { found: 0 }));
        let large = dots::Position::start(200, 200, dots::Start::American).unwrap();
        assert_eq!(Position::try_from(&large), Err(BoardError::Count { found: 80_400 }));
    }
}
