//! Links to a board of trmph.com: an edge is a letter and a number on the lattice of dots, edges and boxes.
//!
//! ```text
//! board#3x2,d1a2       h,0,1 and v,0,0 on 2 rows of 3 boxes
//!
//!    a b c d e f g
//! 1  +   + ─ +   +     letters are columns, numbers rows from the top
//! 2  │                 both odd: a dot; both even: a box
//! 3  +   +   +   +     letter even, number odd: a horizontal edge
//! 4                    letter odd, number even: a vertical one
//! 5  +   +   +   +
//! ```

use crate::cell::{Cell, column_name};
use crate::text::{Scanner, SyntaxError};

use super::super::board::{Board, Edge, Position};
use super::record::{Record, drawn};
use super::{NotationError, SIDES};

/// What a link has before the size.
const BOARD: &str = "board#";

/// Reads a link: the position after its moves.
pub(super) fn read(text: &str) -> Result<Position, NotationError> {
    let mut scanner = Scanner::new(text);
    scanner.skip_space();
    if scanner.accept("http") {
        scanner.take_while(|c| c != '#' && !c.is_whitespace());
    } else {
        scanner.accept("board");
    }
    scanner.literal("#")?;
    let columns = scanner.integer("a number of columns", SIDES)? as usize;
    let rows =
        if scanner.accept("x") { scanner.integer("a number of rows", SIDES)? as usize } else { columns };
    let mut record = Record::new(rows, columns)?;
    if scanner.accept(",") {
        while scanner.peek().is_some_and(|next| !next.is_whitespace()) {
            let place = scanner.place();
            let (name, edge) = edge(&mut scanner, record.board())?;
            record.draw(place, &name, edge)?;
        }
    }
    scanner.end()?;
    Ok(record.position()?)
}

/// Takes the place of an edge on the lattice, letters in any case.
fn edge(scanner: &mut Scanner<'_>, board: Board) -> Result<(String, Edge), SyntaxError> {
    let mut ahead = scanner.clone();
    let name = ahead.cell_name();
    let (last_row, last_column) = (2 * board.rows(), 2 * board.columns());
    // On the lattice, counted from 0, what is odd in one way alone is an edge.
    match name.parse() {
        Ok(Cell { row, column }) if row <= last_row && column <= last_column && (row + column) % 2 == 1 => {
            *scanner = ahead;
            let (edge_row, edge_column) = (row / 2, column / 2);
            let edge = if row % 2 == 0 {
                Edge::Horizontal { row: edge_row, column: edge_column }
            } else {
                Edge::Vertical { row: edge_row, column: edge_column }
            };
            Ok((name, edge))
        }
        Ok(Cell { row, column }) if row <= last_row && column <= last_column => {
            let what = if row % 2 == 0 { "a dot" } else { "a box" };
            Err(scanner.expected(format!("an edge, such as b1 or a2, where {name} is {what}")))
        }
        _ => {
            let last = format!("{}{}", column_name(last_column), last_row + 1);
            Err(scanner.expected(format!("an edge, such as b1 or a2, before {last}")))
        }
    }
}

/// Writes the edges as moves.
pub(super) fn write(position: &Position) -> String {
    let (rows, columns) = (position.rows(), position.columns());
    let mut text = format!("{BOARD}{columns}");
    if rows != columns {
        text += &format!("x{rows}");
    }
    text.push(',');
    for edge in drawn(position) {
        let (row, column) = (2 * edge.row(), 2 * edge.column());
        let cell = match edge {
            Edge::Horizontal { .. } => Cell::new(row, column + 1),
            Edge::Vertical { .. } => Cell::new(row + 1, column),
        };
        text += &cell.to_string();
    }
    text
}
