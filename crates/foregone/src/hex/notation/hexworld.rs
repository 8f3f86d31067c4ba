//! Links to the board of hexworld.org: Red joins top and bottom and moves first; sizes have columns first.
//!
//! ```text
//! https://hexworld.org/board/#13x9c1,a1b2:pc3,d4
//!                             ╷ ╷ ╷   ╰ played ╰ taken back
//!                       columns │ flags of the drawing: c1 red and blue, n numbers, m mirrored, r9 turned
//!                            rows, if they are not as many
//! played:  a1  a stone    :p  pass    :s  swap-pieces    :S  swap-sides
//!          :rb :rw :fb :fw   Red (b) or Blue (w) has resigned or forfeited
//! ```

use crate::text::{Scanner, SyntaxError};

use super::super::board::{Axis, Colour, Position};
use super::form::{mover, stones};
use super::record::{Action, Record};
use super::{NotationError, SIDES};

/// Where the site's board is.
const BOARD: &str = "https://hexworld.org/board/";

/// The largest number that follows a flag.
const MAX_FLAG: i64 = 1_000;

/// Reads a link: the position after the moves played.
pub(super) fn read(text: &str) -> Result<Position, NotationError> {
    let mut scanner = Scanner::new(text);
    scanner.skip_space();
    if scanner.accept("http") {
        scanner.take_while(|c| c != '#' && !c.is_whitespace());
    }
    scanner.literal("#")?;
    let columns = scanner.integer("a number of columns", SIDES)? as usize;
    let rows =
        if scanner.accept("x") { scanner.integer("a number of rows", SIDES)? as usize } else { columns };
    while scanner.accept("n") || scanner.accept("m") || scanner.accept("c") || scanner.accept("r") {
        if scanner.peek().is_some_and(|next| next.is_ascii_digit()) {
            scanner.integer("the number of a flag", 0..=MAX_FLAG)?;
        }
    }
    let mut record = Record::new(rows, columns, Axis::TopBottom)?;
    if scanner.accept(",") {
        play(&mut scanner, &mut record)?;
        if scanner.accept(",") {
            play(&mut scanner, &mut record.clone())?;
        }
    }
    scanner.end()?;
    Ok(record.position()?)
}

/// Plays moves up to a comma or the end.
fn play(scanner: &mut Scanner<'_>, record: &mut Record) -> Result<(), NotationError> {
    while scanner.peek().is_some_and(|next| next != ',' && !next.is_whitespace()) {
        let place = scanner.place();
        let (colour, action) = action(scanner, record)?;
        record.play(place, colour, action)?;
    }
    Ok(())
}

/// Takes a move, and whose it is.
fn action(scanner: &mut Scanner<'_>, record: &Record) -> Result<(Colour, Action), SyntaxError> {
    for (text, colour, action) in [
        (":p", record.to_move, Action::Pass),
        (":s", record.to_move, Action::SwapPieces),
        (":S", record.to_move, Action::SwapSides),
        (":rb", Colour::White, Action::Resign),
        (":fb", Colour::White, Action::Resign),
        (":rw", Colour::Black, Action::Resign),
        (":fw", Colour::Black, Action::Resign),
    ] {
        if scanner.accept(text) {
            return Ok((colour, action));
        }
    }
    if scanner.peek() == Some(':') {
        return Err(scanner.expected("`:p`, `:s`, `:S`, `:rb`, `:rw`, `:fb` or `:fw`"));
    }
    Ok((record.to_move, Action::Stone(record.cell(scanner)?)))
}

/// Writes the stones as moves in turn, with a pass for whoever has no more of them.
pub(super) fn write(position: &Position) -> String {
    let (rows, columns) = (position.rows(), position.columns());
    let mut text = format!("{BOARD}#{columns}");
    if rows != columns {
        text += &format!("x{rows}");
    }
    text += "c1,";
    let [red, blue] = [Axis::TopBottom, Axis::LeftRight].map(|axis| stones(position, axis));
    let turns = red.len().max(blue.len());
    let mut moves: Vec<&str> = Vec::new();
    for turn in 0..turns {
        for stones in [&red, &blue] {
            moves.push(stones.get(turn).map_or(":p", String::as_str));
        }
    }
    // It is Red's turn now, and a pass at the end can be left out if it is Blue's.
    match mover(position) {
        Axis::TopBottom => {}
        Axis::LeftRight if moves.last() == Some(&":p") => drop(moves.pop()),
        Axis::LeftRight => moves.push(":p"),
    }
    text + &moves.concat()
}
