//! Hex as it is played: the game is over as soon as a colour is connected.

use std::fmt;
use std::str::FromStr;

use crate::cell::Cell;
use crate::game::{IllegalMove, Rules, Side};
use crate::hex::{self, Colour, NotationError};
use crate::judge::JudgeFormat;
use crate::value::{Odds, Outcome};

/// A position of a game of Hex that ends when a colour joins its sides. A [`hex::Position`] in which a colour is connected already
/// is over, whatever cells are left.
///
/// It reads and prints as a [`hex::Position`] does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: hex::Position,
    winner: Option<Colour>,
}

impl Position {
    /// The position on its board.
    #[must_use]
    pub const fn board(&self) -> &hex::Position {
        &self.board
    }

    /// The colour that is connected, if one is: then the game is over.
    #[must_use]
    pub const fn winner(&self) -> Option<Colour> {
        self.winner
    }
}

impl From<hex::Position> for Position {
    fn from(board: hex::Position) -> Self {
        Self { winner: board.winner(), board }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Ok(text.parse::<hex::Position>()?.into())
    }
}

impl Rules for Position {
    type Move = Cell;
    type Key = <hex::Position as Rules>::Key;

    fn to_move(&self) -> Side {
        self.board.to_move()
    }

    /// Every empty cell, until a colour is connected.
    fn moves(&self) -> Vec<Cell> {
        if self.winner.is_some() { Vec::new() } else { self.board.moves() }
    }

    fn play(&mut self, mv: Cell) -> Result<i64, IllegalMove> {
        if let Some(winner) = self.winner {
            let reason = format!("the game is over: {winner} is connected");
            return Err(IllegalMove { mv: mv.to_string(), reason });
        }
        let points = self.board.play(mv)?;
        self.winner = self.board.winner();
        Ok(points)
    }

    /// 1 if White is connected, -1 if Black is.
    fn settlement(&self) -> i64 {
        if self.winner == Some(Colour::White) { 1 } else { -1 }
    }

    fn decided(&self) -> Option<Side> {
        self.winner.map(Side::from)
    }

    fn plies_left(&self) -> usize {
        if self.winner.is_some() { 0 } else { self.board.plies_left() }
    }

    fn key(&self) -> Self::Key {
        self.board.key()
    }

    fn key_heap(&self) -> usize {
        self.board.key_heap()
    }
}

/// The input of P17097, with an answer that is certain.
impl JudgeFormat for Position {
    type Value = Outcome;

    fn read_judge(text: &str) -> Result<Vec<Self>, NotationError> {
        Ok(hex::Position::read_judge(text)?.into_iter().map(Self::from).collect())
    }

    fn write_judge(positions: &[Self]) -> Result<String, NotationError> {
        let boards: Vec<_> = positions.iter().map(|position| position.board.clone()).collect();
        hex::Position::write_judge(&boards)
    }

    fn judge_answer(value: &Outcome) -> String {
        hex::Position::judge_answer(&match value {
            Outcome::Win => Odds::certain(),
            Outcome::Loss => Odds::impossible(),
        })
    }
}
