//! Commands of the Hex Text Protocol: Black joins top and bottom and moves first; sizes have columns first.
//!
//! ```text
//! boardsize 13 9          columns and rows; one number for both; a new board
//! clear_board             the same, of the size there is
//! 7 play black a1         a number before a command, as clients send it, and
//! play w swap-pieces      # what follows a `#` are read past
//! undo                    takes the last move back
//! genmove black           last, but for what takes it back: its move is not in the session, so Black is to move
//! reg_genmove black       the same question, without a move to follow
//! showboard, name, time_left … quit       change nothing
//! ```

use crate::text::{Scanner, SyntaxError};

use super::super::board::{Axis, Position};
use super::form::{black_or_white, colour, mover, stones};
use super::record::Record;
use super::{NotationError, SIDES};

/// The largest number of a command.
const MAX_NUMBER: i64 = u32::MAX as i64;

/// Whether a command leaves the board and the turn as they are.
fn changes_nothing(command: &str) -> bool {
    command.starts_with("param_")
        || [
            "name",
            "version",
            "protocol_version",
            "list_commands",
            "known_command",
            "showboard",
            "final_score",
            "all_legal_moves",
            "time_settings",
            "time_left",
        ]
        .contains(&command)
}

/// Reads commands, one a line.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Position, NotationError> {
    let mut record: Option<Record> = None;
    // A move was asked for that nobody tells.
    let mut asked = false;
    while !scanner.at_end() {
        if skip_comment(scanner) {
            continue;
        }
        if scanner.peek().is_some_and(|next| next.is_ascii_digit()) {
            scanner.integer("the number of a command", 0..=MAX_NUMBER)?;
            skip_blanks(scanner);
        }
        let mut ahead = scanner.clone();
        let command = ahead.take_while(|c| !c.is_whitespace() && c != '#');
        match (command, &mut record) {
            _ if changes_nothing(command) => {
                ahead.take_while(|c| c != '\n');
            }
            ("quit", _) => {
                *scanner = ahead;
                end_line(scanner)?;
                scanner.take_while(|_| true);
                break;
            }
            ("boardsize", _) => {
                skip_blanks(&mut ahead);
                let columns = ahead.integer("a number of columns", SIDES)? as usize;
                skip_blanks(&mut ahead);
                let rows = match ahead.peek() {
                    Some(next) if next.is_ascii_digit() => ahead.integer("a number of rows", SIDES)? as usize,
                    _ => columns,
                };
                record = Some(Record::new(rows, columns, Axis::LeftRight)?);
                asked = false;
            }
            (_, None) => return Err(scanner.expected("`boardsize`").into()),
            ("clear_board", Some(record)) => {
                *record = record.anew()?;
                asked = false;
            }
            ("undo", Some(_)) if asked => asked = false,
            ("undo", Some(record)) => {
                if !record.undo() {
                    return Err(scanner.expected("a move before `undo`").into());
                }
            }
            _ if asked => return Err(scanner.expected("nothing after a move that is asked for").into()),
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
                asked = command == "genmove";
            }
            _ => {
                let known = "`play`, `undo`, `clear_board`, `boardsize`, `genmove`, `reg_genmove`, `quit` or a command \
                             that changes nothing";
                return Err(scanner.expected(known).into());
            }
        }
        *scanner = ahead;
        end_line(scanner)?;
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
