//! The tag `<hexboard>` of HexWiki: Red joins top and bottom and moves first; sizes have rows first.
//!
//! ```text
//! <hexboard size="9x13" contents="R a1 1:b2 B c1--c3 E *:(d4 e5) S red:all"/><!-- Red to move -->
//!                ╷╶╴                │ │        ╰ a line    │          ╰ shading: read past
//!             rows columns          │ ╰ with a label       ╰ empty
//!                                   ╰ red from here on, until B, E or S
//! ```

use crate::cell::Cell;
use crate::text::{Scanner, SyntaxError};

use super::super::board::{Axis, Colour, MAX_SIDE, Position};
use super::NotationError;
use super::form::{mover, stones};
use super::record::Record;

/// What is put on cells.
#[derive(Clone, Copy)]
enum Contents {
    Stone(Colour),
    Empty,
    Shade,
}

/// Reads a tag and, if there is one, the comment after it.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Position, NotationError> {
    scanner.literal("<hexboard")?;
    let (mut size, mut contents) = (None, None);
    loop {
        let spaced = scanner.peek().is_some_and(char::is_whitespace);
        scanner.skip_space();
        if scanner.accept("/>") {
            break;
        }
        let name = if spaced { scanner.take_while(|c| c.is_ascii_alphabetic()) } else { "" };
        if name.is_empty() {
            return Err(scanner.expected("white space and an attribute, or `/>`").into());
        }
        let value = attribute(scanner)?;
        match name {
            "size" => size = Some(value),
            "contents" => contents = Some(value),
            _ => {}
        }
    }
    let Some(mut size) = size else {
        return Err(scanner.expected("an attribute `size` before this place").into());
    };
    let (rows, columns) = size.size(MAX_SIDE)?;
    quote(&mut size)?;
    let mut record = Record::new(rows, columns, Axis::TopBottom)?;
    if let Some(contents) = contents {
        fill(&mut record, contents)?;
    }
    if record.count(Colour::White) > record.count(Colour::Black) {
        record.to_move = Colour::Black;
    }
    scanner.skip_space();
    if scanner.accept("<!--") {
        scanner.skip_space();
        record.to_move = if scanner.accept("Red") {
            Colour::White
        } else if scanner.accept("Blue") {
            Colour::Black
        } else {
            return Err(scanner.expected("`Red to move` or `Blue to move`").into());
        };
        scanner.literal(" to move")?;
        scanner.skip_space();
        scanner.literal("-->")?;
    }
    Ok(record.position()?)
}

/// Takes `="…"` and returns a scanner at the beginning of the value. A value holds no quotes.
fn attribute<'a>(scanner: &mut Scanner<'a>) -> Result<Scanner<'a>, SyntaxError> {
    scanner.skip_space();
    scanner.literal("=")?;
    scanner.skip_space();
    quote(scanner)?;
    let value = scanner.clone();
    scanner.take_while(|c| c != '"');
    quote(scanner)?;
    Ok(value)
}

fn quote(scanner: &mut Scanner<'_>) -> Result<(), SyntaxError> {
    scanner.literal("\"")
}

/// Puts the contents on the board, up to the closing quote.
fn fill(record: &mut Record, mut scanner: Scanner<'_>) -> Result<(), NotationError> {
    let mut contents = None;
    loop {
        scanner.skip_space();
        if scanner.accept("\"") {
            return Ok(());
        }
        let word = scanner.clone().take_while(|c| !c.is_whitespace() && c != '"');
        let change = match word {
            "R" => Some(Contents::Stone(Colour::White)),
            "B" => Some(Contents::Stone(Colour::Black)),
            "E" => Some(Contents::Empty),
            "S" => Some(Contents::Shade),
            _ => None,
        };
        match (change, contents) {
            (Some(_), _) => {
                scanner.next_char();
                contents = change;
            }
            (None, None) => return Err(scanner.expected("`R`, `B`, `E` or `S`").into()),
            (None, Some(Contents::Shade)) => {
                scanner.take_while(|c| !c.is_whitespace() && c != '"');
            }
            (None, Some(contents)) => {
                // A label ends with the last colon of the word.
                if let Some(colon) = word.rfind(':') {
                    for _ in word[..=colon].chars() {
                        scanner.next_char();
                    }
                }
                if scanner.accept("(") {
                    scanner.skip_space();
                    while !scanner.accept(")") {
                        put(record, &mut scanner, contents)?;
                        scanner.skip_space();
                    }
                } else {
                    put(record, &mut scanner, contents)?;
                }
                if scanner.peek().is_some_and(|next| !next.is_whitespace() && next != '"') {
                    return Err(scanner.expected("white space").into());
                }
            }
        }
    }
}

/// Puts the same on a cell, or on a line of cells within a row or a column.
fn put(record: &mut Record, scanner: &mut Scanner<'_>, contents: Contents) -> Result<(), NotationError> {
    let place = scanner.place();
    let first = record.cell(scanner)?;
    let mut last = first;
    if scanner.accept("--") {
        let end = scanner.clone();
        last = record.cell(scanner)?;
        if last < first || (last.row != first.row && last.column != first.column) {
            return Err(end.expected(format!("a cell right of {first} or below it")).into());
        }
    }
    for row in first.row..=last.row {
        for column in first.column..=last.column {
            match contents {
                Contents::Stone(colour) => record.put(place, Cell::new(row, column), colour)?,
                Contents::Empty => record.set(Cell::new(row, column), None),
                Contents::Shade => {}
            }
        }
    }
    Ok(())
}

/// Writes a tag, and a comment after it if the stones do not say whose turn it is.
pub(super) fn write(position: &Position) -> String {
    let [red, blue] = [Axis::TopBottom, Axis::LeftRight].map(|axis| stones(position, axis));
    let contents: Vec<_> = [("R", &red), ("B", &blue)]
        .into_iter()
        .filter(|(_, stones)| !stones.is_empty())
        .map(|(name, stones)| format!("{name} {}", stones.join(" ")))
        .collect();
    let (rows, columns, contents) = (position.rows(), position.columns(), contents.join(" "));
    let text = format!("<hexboard size=\"{rows}x{columns}\" contents=\"{contents}\"/>");
    match (mover(position), red.len() > blue.len()) {
        (Axis::TopBottom, true) => text + "<!-- Red to move -->",
        (Axis::LeftRight, false) => text + "<!-- Blue to move -->",
        _ => text,
    }
}
