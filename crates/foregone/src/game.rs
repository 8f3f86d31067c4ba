//! What a game is: whose turn, which moves, what a move scores, what the end is worth.

use std::fmt;
use std::hash::Hash;

/// One of the two players of a game. `First` is the one who moves first from the game's initial position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The player who makes the first move of a game: Alice at Contour, White at Hex.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

/// A move that the position does not allow, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("illegal move {mv}: {reason}")]
pub struct IllegalMove {
    /// The move as written.
    pub mv: String,
    /// What forbids it, for a person to read.
    pub reason: String,
}

/// The rules of a two-player game with perfect information, as a position that can be played on.
///
/// This is all that the [oracle](crate::oracle) knows of a game, so a fast solver that agrees with the oracle agrees
/// with the rules themselves. A margin counts points of the side in question minus points of the other.
pub trait Rules: Clone {
    /// A move. Its text form is the game's notation for one move.
    type Move: Copy + Eq + Ord + Hash + fmt::Debug + fmt::Display;
    /// What tells apart two positions of one game (one board): see [`Rules::key`].
    type Key: Eq + Hash;

    /// Whose turn it is. Of no meaning when [`Rules::moves`] is empty.
    fn to_move(&self) -> Side;

    /// Every legal move, each once, in ascending order. Empty exactly when the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// Plays a move and returns the points that it scores for the side that made it.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is not one of [`Rules::moves`]; the position is then unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<i64, IllegalMove>;

    /// Points that the end of the game gives to [`Side::First`] beyond those that moves scored. Called only when no
    /// move is left; a game decided by points alone keeps the default of 0, a game of win and loss answers 1 or -1.
    fn settlement(&self) -> i64 {
        0
    }

    /// The side that has won already, whatever is played from here on. `None` while that is open, and in games that points
    /// decide.
    fn decided(&self) -> Option<Side> {
        None
    }

    /// The most plies that can still be played: an upper bound, exact where the game's length is fixed.
    fn plies_left(&self) -> usize;

    /// The part of the position that decides the rest of the game. Two positions reached from one starting position
    /// have equal keys only if the side to move, the legal moves and everything that follows are the same.
    fn key(&self) -> Self::Key;

    /// Bytes that a key of this game holds on the heap, for accounts of memory. None where keys are plain words.
    fn key_heap(&self) -> usize {
        0
    }
}
