//! Files of Dabble: the size, then a line for each line drawn, between two dots.
//!
//! ```text
//! 3,2                     columns and rows of boxes
//! (1, 0) - (2, 0)         h,0,1
//! (0, 0) - (0, 1)         v,0,0
//!
//! (0, 0)  (1, 0)  (2, 0)  (3, 0)      a dot is its column and its row
//! (0, 1)  (1, 1)  (2, 1)  (3, 1)
//! (0, 2)  (1, 2)  (2, 2)  (3, 2)
//! ```

use crate::text::{Scanner, SyntaxError};

use super::super::board::{Board, Edge, Position};
use super::record::{Dot, Record, between, dots, drawn, index};
use super::{NotationError, SIDES};

/// Reads a file. Spaces and the ends of lines may be anywhere between numbers and signs.
pub(super) fn read(text: &str) -> Result<Position, NotationError> {
    let mut scanner = Scanner::new(text);
    scanner.skip_space();
    let columns = scanner.integer("a number of columns", SIDES)? as usize;
    sign(&mut scanner, ",")?;
    let rows = scanner.integer("a number of rows", SIDES)? as usize;
    scanner.separate()?;
    let mut record = Record::new(rows, columns)?;
    while !scanner.at_end() {
        let place = scanner.place();
        let edge = line(&mut scanner, record.board())?;
        record.draw(place, &name(edge), edge)?;
    }
    Ok(record.position()?)
}

/// Takes two dots next to each other.
fn line(scanner: &mut Scanner<'_>, board: Board) -> Result<Edge, SyntaxError> {
    let first = dot(scanner, board)?;
    sign(scanner, "-")?;
    let ahead = scanner.clone();
    let second = dot(scanner, board)?;
    between(first, second)
        .ok_or_else(|| ahead.expected(format!("a dot next to ({}, {})", first.column, first.row)))
}

fn dot(scanner: &mut Scanner<'_>, board: Board) -> Result<Dot, SyntaxError> {
    scanner.literal("(")?;
    scanner.skip_space();
    let column = index(scanner, "the column of a dot", board.columns())?;
    sign(scanner, ",")?;
    let row = index(scanner, "the row of a dot", board.rows())?;
    scanner.skip_space();
    scanner.literal(")")?;
    Ok(Dot { row, column })
}

/// Takes a sign and the white space around it.
fn sign(scanner: &mut Scanner<'_>, text: &str) -> Result<(), SyntaxError> {
    scanner.skip_space();
    scanner.literal(text)?;
    scanner.skip_space();
    Ok(())
}

fn name(edge: Edge) -> String {
    let [a, b] = dots(edge);
    format!("({}, {}) - ({}, {})", a.column, a.row, b.column, b.row)
}

/// Writes a file.
pub(super) fn write(position: &Position) -> String {
    let mut text = format!("{},{}", position.columns(), position.rows());
    for edge in drawn(position) {
        text += "\n";
        text += &name(edge);
    }
    text
}
