//! Files of the Dots-and-Boxes Engine: the size, then moves, each a box and a side of it.
//!
//! ```text
//! 3 2         columns and rows of boxes
//! 1 0 t       h,0,1
//! 0 0 left    v,0,0
//!
//! +-----+-----+-----+      a box is its column and its row
//! | 0 0 | 1 0 | 2 0 |      t, b, l and r: the edges above, below, left and right of it, an inner edge by either of
//! +-----+-----+-----+      its boxes
//! | 0 1 | 1 1 | 2 1 |
//! +-----+-----+-----+
//! ```

use crate::text::{Scanner, SyntaxError};

use super::super::board::{Board, Edge, Position};
use super::record::{Record, drawn, index};
use super::{NotationError, SIDES};

/// Reads a file.
pub(super) fn read(text: &str) -> Result<Position, NotationError> {
    let mut scanner = Scanner::new(text);
    scanner.skip_space();
    let columns = scanner.integer("a number of columns", SIDES)? as usize;
    scanner.separate()?;
    let rows = scanner.integer("a number of rows", SIDES)? as usize;
    scanner.separate()?;
    let mut record = Record::new(rows, columns)?;
    while !scanner.at_end() {
        let place = scanner.place();
        let (name, edge) = side(&mut scanner, record.board())?;
        record.draw(place, &name, edge)?;
    }
    Ok(record.position()?)
}

/// Takes a box and a side of it, in any case; and gives the move a name.
fn side(scanner: &mut Scanner<'_>, board: Board) -> Result<(String, Edge), SyntaxError> {
    let column = index(scanner, "the column of a box", board.columns() - 1)?;
    scanner.separate()?;
    let row = index(scanner, "the row of a box", board.rows() - 1)?;
    scanner.separate()?;
    let mut ahead = scanner.clone();
    let word = ahead.take_while(|c| !c.is_whitespace()).to_ascii_lowercase();
    let edge = match word.as_str() {
        "t" | "top" => Edge::Horizontal { row, column },
        "b" | "bottom" => Edge::Horizontal { row: row + 1, column },
        "l" | "left" => Edge::Vertical { row, column },
        "r" | "right" => Edge::Vertical { row, column: column + 1 },
        _ => return Err(scanner.expected("`t`, `b`, `l` or `r`, or one of them in full")),
    };
    *scanner = ahead;
    Ok((format!("{column} {row} {word}"), edge))
}

/// Writes the edges as moves, each by the box below or to the right where there is one.
pub(super) fn write(position: &Position) -> String {
    let mut text = format!("{} {}", position.columns(), position.rows());
    for edge in drawn(position) {
        text += &match edge {
            Edge::Horizontal { row, column } if row < position.rows() => format!("\n{column} {row} t"),
            Edge::Horizontal { row, column } => format!("\n{column} {} b", row - 1),
            Edge::Vertical { row, column } if column < position.columns() => format!("\n{column} {row} l"),
            Edge::Vertical { row, column } => format!("\n{} {row} r", column - 1),
        };
    }
    text
}
