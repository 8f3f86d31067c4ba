//! Moves as players of Little Golem write them: between two dots, named as the squares of a chess board.
//!
//! ```text
//! 2x3 1. b3-c3 2. a2-a3        rows and columns of boxes; h,0,1 and v,0,0
//! 1x1 1. a1-b1 2. a1-a2 3. b1-b2 4. a2-b2       all four edges of a box, and so no fifth turn
//! 5x5 … 4. b4-b5, d3-e3                         a box, and the move after it in the same turn
//!
//! 3  +  +  +  +      letters are columns, numbers rows from the bottom
//! 2  +  +  +  +
//! 1  +  +  +  +
//!    a  b  c  d
//! ```

use crate::cell::{Cell, column_name};
use crate::text::{Scanner, SyntaxError};

use super::super::board::{Board, Edge, MAX_SIDE, Position};
use super::NotationError;
use super::record::{Dot, Played, Record, between, dots, replayed, skip_separators};

/// Reads a size and the moves from the empty board.
pub(super) fn read(text: &str) -> Result<Position, NotationError> {
    let mut scanner = Scanner::new(text);
    let (rows, columns) = scanner.size(MAX_SIDE)?;
    scanner.separate()?;
    let mut record = Record::new(rows, columns)?;
    let mut begins = true;
    loop {
        skip_separators(&mut scanner);
        let Some(next) = scanner.peek() else { break };
        if next.is_ascii_digit() {
            turn(&mut scanner, begins, record.turns() + 1)?;
            skip_separators(&mut scanner);
        }
        let place = scanner.place();
        let edge = edge(&mut scanner, record.board())?;
        begins = record.draw(place, &name(record.board(), edge), edge)?;
    }
    Ok(record.position()?)
}

/// Takes the number of a turn, which must be that of the turn that begins here.
fn turn(scanner: &mut Scanner<'_>, begins: bool, number: usize) -> Result<(), SyntaxError> {
    if !begins {
        return Err(scanner.expected(format!("another move of turn {number}, after a capture")));
    }
    let mut ahead = scanner.clone();
    if !ahead.accept(&number.to_string()) || !ahead.accept(".") {
        return Err(scanner.expected(format!("turn `{number}.` or a move")));
    }
    *scanner = ahead;
    Ok(())
}

/// Takes two dots next to each other, joined by a hyphen or a dash.
fn edge(scanner: &mut Scanner<'_>, board: Board) -> Result<Edge, SyntaxError> {
    let first = dot(scanner, board)?;
    if !scanner.accept("-") && !scanner.accept("–") {
        return Err(scanner.expected("`-`"));
    }
    let ahead = scanner.clone();
    let second = dot(scanner, board)?;
    between(first, second).ok_or_else(|| ahead.expected(format!("a dot next to {}", dot_name(board, first))))
}

/// Takes the name of a dot, letters in any case.
fn dot(scanner: &mut Scanner<'_>, board: Board) -> Result<Dot, SyntaxError> {
    let mut ahead = scanner.clone();
    match ahead.cell_name().parse() {
        Ok(Cell { row, column }) if row <= board.rows() && column <= board.columns() => {
            *scanner = ahead;
            Ok(Dot { row: board.rows() - row, column })
        }
        _ => Err(scanner.expected(format!(
            "a dot from a1 to {}",
            dot_name(board, Dot { row: 0, column: board.columns() })
        ))),
    }
}

fn dot_name(board: Board, dot: Dot) -> String {
    format!("{}{}", column_name(dot.column), board.rows() - dot.row + 1)
}

/// The name of an edge, the lesser dot first.
fn name(board: Board, edge: Edge) -> String {
    let [a, b] = dots(edge).map(|dot| dot_name(board, dot));
    match edge {
        Edge::Horizontal { .. } => format!("{a}-{b}"),
        Edge::Vertical { .. } => format!("{b}-{a}"),
    }
}

/// Writes the edges as moves, by turns.
pub(super) fn write(position: &Position) -> String {
    let mut text = format!("{}x{}", position.rows(), position.columns());
    for Played { edge, begins, .. } in replayed(position) {
        text += &match begins {
            Some(turn) => format!(" {turn}. "),
            None => ", ".to_owned(),
        };
        text += &name(position.board(), edge);
    }
    text
}
