//! A game as it is replayed from a text: edges drawn one after the other, and the turns that they make.

use crate::cell::Cell;
use crate::game::{IllegalMove, Rules as _, Side};
use crate::text::{Place, Scanner, SyntaxError};

use super::super::board::{Board, BoardError, Edge, Position, Start};
use super::NotationError;

/// A dot by its row and column, both counted from 0 at the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dot {
    pub(super) row: usize,
    pub(super) column: usize,
}

/// A game so far.
pub(super) struct Record {
    position: Position,
    /// Turns that are over.
    turns: usize,
}

impl Record {
    /// An empty board.
    pub(super) fn new(rows: usize, columns: usize) -> Result<Self, BoardError> {
        Ok(Self { position: Position::start(rows, columns, Start::American)?, turns: 0 })
    }

    pub(super) const fn board(&self) -> Board {
        self.position.board()
    }

    /// Whose turn it is.
    pub(super) fn to_move(&self) -> Side {
        self.position.to_move()
    }

    /// Turns that are over: a capture does not end one.
    pub(super) const fn turns(&self) -> usize {
        self.turns
    }

    /// Draws an edge, which the text at a place calls by a name, and says whether the turn is over.
    pub(super) fn draw(&mut self, place: Place, name: &str, edge: Edge) -> Result<bool, NotationError> {
        match self.position.play(edge) {
            Ok(captured) => {
                self.turns += usize::from(captured == 0);
                Ok(captured == 0)
            }
            Err(error) => {
                Err(NotationError::Move { place, error: IllegalMove { mv: name.to_owned(), ..error } })
            }
        }
    }

    /// The position that the game has come to, whoever moves next its mover.
    pub(super) fn position(self) -> Result<Position, BoardError> {
        Position::new(self.position.rows(), self.position.columns(), self.position.drawn().to_vec())
    }
}

/// A move of a game as it is written.
pub(super) struct Played {
    pub(super) edge: Edge,
    /// Whose move it was.
    pub(super) side: Side,
    /// The number of its turn, from 1, if it is the first of it.
    pub(super) begins: Option<usize>,
}

/// The edges that are drawn, in order, as moves of a game that began on the empty board.
pub(super) fn replayed(position: &Position) -> impl Iterator<Item = Played> {
    let (mut side, mut turn, mut is_over) = (Side::Second, 0, true);
    drawn(position).map(move |edge| {
        if is_over {
            (side, turn) = (side.other(), turn + 1);
        }
        let begins = is_over.then_some(turn);
        // In this order the right edge of a box is its last.
        is_over = !matches!(edge, Edge::Vertical { row, column: 1.. }
            if position.open_sides(Cell::new(row, edge.column() - 1)) == 0);
        Played { edge, side, begins }
    })
}

/// The edges that are drawn, in order.
pub(super) fn drawn(position: &Position) -> impl Iterator<Item = Edge> {
    position.edges().zip(position.drawn()).filter(|(_, drawn)| **drawn).map(|(edge, _)| edge)
}

/// Takes an integer of the board.
pub(super) fn index(scanner: &mut Scanner<'_>, what: &str, greatest: usize) -> Result<usize, SyntaxError> {
    Ok(scanner.integer(what, 0..=greatest as i64)? as usize)
}

/// The edge between two dots of the board; `None` if they are not next to each other.
pub(super) const fn between(a: Dot, b: Dot) -> Option<Edge> {
    match (a.row.abs_diff(b.row), a.column.abs_diff(b.column)) {
        (0, 1) => {
            let column = if a.column < b.column { a.column } else { b.column };
            Some(Edge::Horizontal { row: a.row, column })
        }
        (1, 0) => {
            let row = if a.row < b.row { a.row } else { b.row };
            Some(Edge::Vertical { row, column: a.column })
        }
        _ => None,
    }
}

/// The dots that an edge joins: the upper or left one first.
pub(super) const fn dots(edge: Edge) -> [Dot; 2] {
    match edge {
        Edge::Horizontal { row, column } => [Dot { row, column }, Dot { row, column: column + 1 }],
        Edge::Vertical { row, column } => [Dot { row, column }, Dot { row: row + 1, column }],
    }
}

/// Takes the white space and the commas between two moves.
pub(super) fn skip_separators(scanner: &mut Scanner<'_>) {
    scanner.take_while(|c| c.is_whitespace() || c == ',');
}
