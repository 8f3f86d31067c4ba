//! A game as it is replayed from a text: stones set up, moves in turn, swap, pass, resignation.

use crate::cell::Cell;
use crate::game::IllegalMove;
use crate::text::{Place, Scanner, SyntaxError};

use super::super::board::{Axis, Board, BoardError, Colour, Position};
use super::NotationError;

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Stone(Cell),
    Pass,
    /// The one stone changes its colour and goes to its mirror image in the long diagonal.
    SwapPieces,
    /// The players change chairs: the same stones, and the same colour to move.
    SwapSides,
    Resign,
}

/// A game so far.
#[derive(Clone)]
pub(super) struct Record {
    board: Board,
    /// One entry a cell, row by row.
    stones: Vec<Option<Colour>>,
    white_joins: Axis,
    pub(super) to_move: Colour,
    resigned: Option<Colour>,
    /// What each move changed.
    played: Vec<Played>,
}

/// What a move changed: how things were before it.
#[derive(Clone)]
struct Played {
    to_move: Colour,
    resigned: Option<Colour>,
    /// Places in the list of cells, and what was there.
    stones: [Option<(usize, Option<Colour>)>; 2],
}

impl Record {
    /// An empty board where whoever joins top and bottom is to move.
    pub(super) fn new(rows: usize, columns: usize, white_joins: Axis) -> Result<Self, BoardError> {
        let board = Board::new(rows, columns)?;
        let to_move = match white_joins {
            Axis::TopBottom => Colour::White,
            Axis::LeftRight => Colour::Black,
        };
        let stones = vec![None; rows * columns];
        Ok(Self { board, stones, white_joins, to_move, resigned: None, played: Vec::new() })
    }

    /// The same board, empty again.
    pub(super) fn anew(&self) -> Result<Self, BoardError> {
        Self::new(self.board.rows(), self.board.columns(), self.white_joins)
    }

    /// Takes the name of a cell of the board, column letters in any case.
    pub(super) fn cell(&self, scanner: &mut Scanner<'_>) -> Result<Cell, SyntaxError> {
        let mut ahead = scanner.clone();
        match ahead.cell_name().parse() {
            Ok(cell) if self.board.contains(cell) => {
                *scanner = ahead;
                Ok(cell)
            }
            _ => {
                let last = Cell::new(self.board.rows() - 1, self.board.columns() - 1);
                Err(scanner.expected(format!("a cell from a1 to {last}")))
            }
        }
    }

    /// Takes a cell, or the name of another action in any case.
    pub(super) fn action(&self, scanner: &mut Scanner<'_>) -> Result<Action, SyntaxError> {
        let mut ahead = scanner.clone();
        let word = ahead.take_while(|c| c.is_ascii_alphabetic() || c == '-').to_ascii_lowercase();
        let action = match word.as_str() {
            _ if ahead.peek().is_some_and(|next| next.is_ascii_digit()) => None,
            "pass" => Some(Action::Pass),
            // Some servers leave out which swap: they know this one alone.
            "swap-pieces" | "swap" => Some(Action::SwapPieces),
            "swap-sides" => Some(Action::SwapSides),
            "resign" | "forfeit" => Some(Action::Resign),
            _ => None,
        };
        match action {
            Some(action) => {
                *scanner = ahead;
                Ok(action)
            }
            None => Ok(Action::Stone(self.cell(scanner)?)),
        }
    }

    /// Puts a stone on an empty cell, whoever's turn it is.
    pub(super) fn put(&mut self, place: Place, cell: Cell, colour: Colour) -> Result<(), NotationError> {
        let index = self.index(cell);
        let stone = &mut self.stones[index];
        if let Some(there) = stone {
            return Err(illegal(place, cell.to_string(), format!("a stone of {there} is there")));
        }
        *stone = Some(colour);
        Ok(())
    }

    /// Makes a cell what it is to be, whatever is there.
    pub(super) fn set(&mut self, cell: Cell, stone: Option<Colour>) {
        let index = self.index(cell);
        self.stones[index] = stone;
    }

    /// The place of a cell in the list of all.
    const fn index(&self, cell: Cell) -> usize {
        cell.row * self.board.columns() + cell.column
    }

    /// Plays a move of a colour; then it is the other's turn.
    pub(super) fn play(&mut self, place: Place, colour: Colour, action: Action) -> Result<(), NotationError> {
        if let Some(resigned) = self.resigned {
            let mv = match action {
                Action::Stone(cell) => cell.to_string(),
                Action::Pass => "pass".to_owned(),
                Action::SwapPieces | Action::SwapSides => "swap".to_owned(),
                Action::Resign => "resign".to_owned(),
            };
            return Err(illegal(place, mv, format!("{resigned} has resigned")));
        }
        let mut next = colour.other();
        let before =
            |record: &Self, cell: Cell| Some((record.index(cell), record.stones[record.index(cell)]));
        let mut played = Played { to_move: self.to_move, resigned: self.resigned, stones: [None, None] };
        match action {
            Action::Stone(cell) => {
                played.stones = [before(self, cell), None];
                self.put(place, cell, colour)?;
            }
            Action::Pass => {}
            Action::SwapPieces => {
                let cell = self.opening(place, colour)?;
                let (rows, columns) = (self.board.rows(), self.board.columns());
                if rows != columns {
                    let reason =
                        format!("only a square board has a mirror image, not one of {rows}x{columns}");
                    return Err(illegal(place, "swap".to_owned(), reason));
                }
                let mirror = Cell::new(cell.column, cell.row);
                // On the diagonal they are one, which was not empty: it is put back last.
                played.stones = [before(self, mirror), before(self, cell)];
                self.set(cell, None);
                self.put(place, mirror, colour)?;
            }
            Action::SwapSides => {
                self.opening(place, colour)?;
                next = colour;
            }
            Action::Resign => {
                self.resigned = Some(colour);
                next = self.to_move;
            }
        }
        self.to_move = next;
        self.played.push(played);
        Ok(())
    }

    /// Takes the last move back, and says whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(played) = self.played.pop() else { return false };
        (self.to_move, self.resigned) = (played.to_move, played.resigned);
        for (index, stone) in played.stones.into_iter().flatten() {
            self.stones[index] = stone;
        }
        true
    }

    /// The cell of the opening move, if this is the time for a colour to swap.
    fn opening(&self, place: Place, colour: Colour) -> Result<Cell, NotationError> {
        let refuse = |reason: &str| Err(illegal(place, "swap".to_owned(), reason.to_owned()));
        if self.played.len() != 1 {
            return refuse("only the second move may swap");
        }
        let stones: Vec<_> = (0_usize..).zip(&self.stones).filter(|(_, stone)| stone.is_some()).collect();
        match stones[..] {
            [(index, stone)] if *stone == Some(colour.other()) => {
                Ok(Cell::new(index / self.board.columns(), index % self.board.columns()))
            }
            _ => refuse("there must be one stone, of the other colour"),
        }
    }

    /// The colour that joins the sides of an axis.
    pub(super) fn joiner_of(&self, axis: Axis) -> Colour {
        if self.white_joins == axis { Colour::White } else { Colour::Black }
    }

    /// How many stones of a colour there are.
    pub(super) fn count(&self, colour: Colour) -> usize {
        self.stones.iter().filter(|stone| **stone == Some(colour)).count()
    }

    /// The position that the game has come to.
    pub(super) fn position(self) -> Result<Position, BoardError> {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        Position::new(rows, columns, self.stones, self.to_move, self.white_joins)
    }
}

/// The error that a move is not legal.
pub(super) const fn illegal(place: Place, mv: String, reason: String) -> NotationError {
    NotationError::Move { place, error: IllegalMove { mv, reason } }
}
