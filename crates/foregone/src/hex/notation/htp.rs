//! Commands of the Hex Text Protocol: Black joins top and bottom and moves first; sizes have columns first.
//!
//! ```text
//! boardsize 13 9          columns and rows; one number for both
//! clear_board             once the board is there, before the first move
//! 7 play black a1         a number before a command, as clients send it, and
//! play w swap-pieces      # what follows a `#` are read past
//! reg_genmove black       the question whose answer is wanted: Black is to move
//! ```

use crate::text::{Scanner, SyntaxError};

use super::super::board::{Axis, Position};
use super::form::{black_or_white, colour, mover, stones};
use super::record::Record;
use super::{NotationError, SIDES};

/// The largest number of a command.
const MAX_NUMBER: i64 = u32::MAX as i64;

/// Reads commands, one a line.
pub(super) fn read(text: &str) -> Result<Position, NotationError> {
    let mut scanner = Scanner::new(text);
    let mut record: Option<Record> = None;
    let mut asked = false;
    while !scanner.at_end() {
        if skip_comment(&mut scanner) {
            continue;
        }
        if scanner.peek().is_some_and(|next| next.is_ascii_digit()) {
            scanner.integer("the number of a command", 0..=MAX_NUMBER)?;
            skip_blanks(&mut scanner);
        }
        let mut ahead = scanner.clone();
        let command = ahead.take_while(|c| !c.is_whitespace() && c != '#');
        match (command, &mut record) {
            _ if asked => return Err(scanner.expected("nothing after a move that is asked for").into()),
            ("boardsize", None) => {
                skip_blanks(&mut ahead);
                let columns = ahead.integer("a number of columns", SIDES)? as usize;
                skip_blanks(&mut ahead);
                let rows = match ahead.peek() {
                    Some(next) if next.is_ascii_digit() => ahead.integer("a number of rows", SIDES)? as usize,
                    _ => columns,
                };
                record = Some(Record::new(rows, columns, Axis::LeftRight)?);
            }
            (_, None) => return Err(scanner.expected("`boardsize`").into()),
            ("clear_board", Some(record)) if record.moves() == 0 => {}
            ("showboard", Some(_)) => {}
            ("play", Some(record)) => {
                skip_blanks(&mut ahead);
                let colour = colour(&mut ahead)?;
                skip_blanks(&mut ahead);
                let place = ahead.place();
                let action = record.action(&mut ahead)?;
                record.play(place, colour, action)?;
            }
            ("genmove" | "reg_genmove", Some(record)) => {
                skip_blanks(&mut ahead);
                record.to_move = colour(&mut ahead)?;
                asked = true;
            }
            _ => {
                let known = "`play`, `showboard`, `genmove` or `reg_genmove`";
                return Err(scanner.expected(known).into());
            }
        }
        scanner = ahead;
        end_line(&mut scanner)?;
    }
    match record {
        Some(record) => Ok(record.position()?),
        None => Err(scanner.expected("`boardsize`").into()),
    }
}

/// Takes white space within a line.
fn skip_blanks(scanner: &mut Scanner<'_>) {
    scanner.take_while(|c| c.is_whitespace() && c != '\n');
}

/// Takes a comment up to the end of its line, and says whether there was one.
fn skip_comment(scanner: &mut Scanner<'_>) -> bool {
    scanner.peek() == Some('#') && !scanner.take_while(|c| c != '\n').is_empty()
}

/// Asks that nothing but a comment follow on a line.
fn end_line(scanner: &mut Scanner<'_>) -> Result<(), SyntaxError> {
    skip_blanks(scanner);
    skip_comment(scanner);
    match scanner.peek() {
        None | Some('\n') => Ok(()),
        Some(_) => Err(scanner.expected("the end of the line")),
    }
}

/// Writes the stones as moves, those of whoever is to move first, so that it is their turn after the last.
pub(super) fn write(position: &Position) -> String {
    let (rows, columns, mover) = (position.rows(), position.columns(), mover(position));
    let mut lines = vec![format!("boardsize {columns} {rows}")];
    let mut next = Axis::TopBottom;
    for axis in [mover, mover.other()] {
        for cell in stones(position, axis) {
            lines.push(format!("play {} {cell}", black_or_white(axis)));
            next = axis.other();
        }
    }
    if next != mover {
        lines.push(format!("reg_genmove {}", black_or_white(mover)));
    }
    lines.join("\n")
}
