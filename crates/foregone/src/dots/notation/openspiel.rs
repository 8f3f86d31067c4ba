//! Moves of OpenSpiel's `dots_and_boxes`, after its game string or a size.
//!
//! ```text
//! dots_and_boxes(num_rows=2,num_cols=3) P1(h,0,1) P2(v,0,0)
//! 2x3 h,0,1 v,0,0       the moves as we write them
//! 2x3 1, 9              the numbers of the actions, as its histories have them
//!
//! + 0 + 1 + 2 +         an action is the number of an edge: horizontal ones first, row by row from the top
//! 9   10  11  12
//! + 3 + 4 + 5 +
//! 13  14  15  16
//! + 6 + 7 + 8 +
//! ```

use crate::game::{IllegalMove, Side};
use crate::text::{Scanner, SyntaxError};

use super::super::board::{Board, Edge, MAX_SIDE, Position};
use super::record::{Played, Record, index, replayed, skip_separators};
use super::{NotationError, SIDES};

/// The game's short name.
const GAME: &str = "dots_and_boxes";

/// Rows and columns that the game has unless told otherwise.
const DEFAULT_SIDE: usize = 2;

/// Reads a size and the moves from the empty board.
pub(super) fn read(text: &str) -> Result<Position, NotationError> {
    let mut scanner = Scanner::new(text);
    scanner.skip_space();
    let (rows, columns) =
        if scanner.accept(GAME) { parameters(&mut scanner)? } else { scanner.size(MAX_SIDE)? };
    scanner.accept(":");
    if scanner.peek().is_some_and(|next| !next.is_whitespace()) {
        return Err(scanner.expected("a space and moves").into());
    }
    let mut record = Record::new(rows, columns)?;
    loop {
        skip_separators(&mut scanner);
        let Some(next) = scanner.peek() else { break };
        let place = scanner.place();
        let edge = match next {
            'P' => {
                let (player, edge) = by_player(&mut scanner, record.board())?;
                if player != record.to_move() {
                    let reason = format!("it is P{}'s turn", number(record.to_move()));
                    let mv = format!("P{}({edge})", number(player));
                    return Err(NotationError::Move { place, error: IllegalMove { mv, reason } });
                }
                edge
            }
            'h' | 'v' => edge(&mut scanner, record.board())?,
            digit if digit.is_ascii_digit() => {
                let last = record.board().edges() - 1;
                record.board().edge(index(&mut scanner, "an action", last)?)
            }
            _ => {
                return Err(scanner
                    .expected("a move such as `h,0,1`, `P1(h,0,1)` or the number of an action")
                    .into());
            }
        };
        record.draw(place, &edge.to_string(), edge)?;
    }
    Ok(record.position()?)
}

/// Takes the parameters in a game string, if there are any: rows and columns.
fn parameters(scanner: &mut Scanner<'_>) -> Result<(usize, usize), SyntaxError> {
    let mut size = (DEFAULT_SIDE, DEFAULT_SIDE);
    if !scanner.accept("(") || scanner.accept(")") {
        return Ok(size);
    }
    loop {
        if scanner.accept("num_rows=") {
            size.0 = scanner.integer("a number of rows", SIDES)? as usize;
        } else if scanner.accept("num_cols=") {
            size.1 = scanner.integer("a number of columns", SIDES)? as usize;
        } else if scanner.accept("utility_margin=") {
            let mut ahead = scanner.clone();
            if !matches!(ahead.take_while(char::is_alphabetic), "true" | "True" | "false" | "False") {
                return Err(scanner.expected("`true` or `false`"));
            }
            *scanner = ahead;
        } else {
            return Err(scanner.expected("`num_rows=`, `num_cols=` or `utility_margin=`"));
        }
        if scanner.accept(")") {
            return Ok(size);
        }
        if !scanner.accept(",") {
            return Err(scanner.expected("`,` or `)`"));
        }
    }
}

/// Takes a move with the name of its player.
fn by_player(scanner: &mut Scanner<'_>, board: Board) -> Result<(Side, Edge), SyntaxError> {
    let player = if scanner.accept("P1(") {
        Side::First
    } else if scanner.accept("P2(") {
        Side::Second
    } else {
        return Err(scanner.expected("`P1(` or `P2(`"));
    };
    let edge = edge(scanner, board)?;
    scanner.literal(")")?;
    Ok((player, edge))
}

/// Takes an edge of the board.
fn edge(scanner: &mut Scanner<'_>, board: Board) -> Result<Edge, SyntaxError> {
    let horizontal = scanner.accept("h,");
    if !horizontal && !scanner.accept("v,") {
        return Err(scanner.expected("`h,` or `v,`"));
    }
    let (rows, columns) = (board.rows(), board.columns());
    let (last_row, last_column) = if horizontal { (rows, columns - 1) } else { (rows - 1, columns) };
    let row = index(scanner, "a row", last_row)?;
    scanner.literal(",")?;
    let column = index(scanner, "a column", last_column)?;
    Ok(if horizontal { Edge::Horizontal { row, column } } else { Edge::Vertical { row, column } })
}

const fn number(player: Side) -> usize {
    match player {
        Side::First => 1,
        Side::Second => 2,
    }
}

/// Writes the game string, and the edges as moves by whose turn it is.
pub(super) fn write(position: &Position) -> String {
    let mut text = format!("{GAME}(num_rows={},num_cols={})", position.rows(), position.columns());
    for Played { edge, side, .. } in replayed(position) {
        text += &format!(" P{}({edge})", number(side));
    }
    text
}
