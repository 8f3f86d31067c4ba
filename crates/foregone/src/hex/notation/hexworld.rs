//! Links to the board of hexworld.org. Whoever joins top and bottom moves first: Red, before Blue, if the link has the flag
//! `c1`; otherwise the stones are black and white, and it is Black. Sizes have columns first.
//!
//! ```text
//! https://hexworld.org/board/#13x9c1,a1b2:pc3,d4
//!                             ╷ ╷ ╷   ╰ played ╰ taken back
//!                       columns │ flags of the drawing: c1 red and blue, n numbers, m mirrored, r9 turned
//!                            rows, if they are not as many; without any, 11 of both
//! played:  a1  a stone    :p  pass    :s  swap-pieces    :S  swap-sides
//!          :rb :rw :fb :fw   the first player (b) or the other (w) has resigned or forfeited
//! ```
//!
//! Where links are copied from messages, `:` may be `%3A` and `,` may be `%2C`.

use crate::text::{Scanner, SyntaxError};

use super::super::board::{Axis, Colour, Position};
use super::form::{mover, stones};
use super::record::{Action, Record};
use super::{NotationError, SIDES};

/// Where the site's board is.
const BOARD: &str = "https://hexworld.org/board/";

/// The largest number that follows a flag.
const MAX_FLAG: i64 = 1_000;

/// Rows and columns if a link names no size.
const USUAL_SIDE: usize = 11;

/// Reads a link: the position after the moves played.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Position, NotationError> {
    if ["http", "hexworld.org", "www.hexworld.org"].into_iter().any(|begin| scanner.accept(begin)) {
        scanner.take_while(|c| c != '#' && !c.is_whitespace());
    }
    scanner.literal("#")?;
    let (mut rows, mut columns) = (USUAL_SIDE, USUAL_SIDE);
    let next = scanner.peek().filter(|next| !next.is_whitespace() && !is_flag(*next));
    if next.is_some() && !at_comma(scanner) {
        columns = scanner.integer("a number of columns", SIDES)? as usize;
        rows = match scanner.accept("x") {
            true => scanner.integer("a number of rows", SIDES)? as usize,
            false => columns,
        };
    }
    // Without colours of their own the stones are black and white.
    let mut white_joins = Axis::LeftRight;
    while let Some(flag) = scanner.peek().filter(|next| is_flag(*next)) {
        scanner.next_char();
        if scanner.peek().is_some_and(|next| next.is_ascii_digit()) {
            let number = scanner.integer("the number of a flag", 0..=MAX_FLAG)?;
            if (flag, number) == ('c', 1) {
                white_joins = Axis::TopBottom;
            }
        }
    }
    let mut record = Record::new(rows, columns, white_joins)?;
    if comma(scanner) {
        play(scanner, &mut record)?;
        if comma(scanner) {
            play(scanner, &mut record.clone())?;
        }
    }
    Ok(record.position()?)
}

const fn is_flag(letter: char) -> bool {
    matches!(letter, 'n' | 'm' | 'c' | 'r')
}

/// Takes a comma, as it is or escaped, and says whether there was one.
fn comma(scanner: &mut Scanner<'_>) -> bool {
    [",", "%2C", "%2c"].into_iter().any(|comma| scanner.accept(comma))
}

fn at_comma(scanner: &Scanner<'_>) -> bool {
    comma(&mut scanner.clone())
}

/// Plays moves up to a comma or the end.
fn play(scanner: &mut Scanner<'_>, record: &mut Record) -> Result<(), NotationError> {
    while scanner.peek().is_some_and(|next| !next.is_whitespace()) && !at_comma(scanner) {
        let place = scanner.place();
        let (colour, action) = action(scanner, record)?;
        record.play(place, colour, action)?;
    }
    Ok(())
}

/// Takes a move, and whose it is.
fn action(scanner: &mut Scanner<'_>, record: &Record) -> Result<(Colour, Action), SyntaxError> {
    let mut ahead = scanner.clone();
    if ![":", "%3A", "%3a"].into_iter().any(|colon| ahead.accept(colon)) {
        return Ok((record.to_move, Action::Stone(record.cell(scanner)?)));
    }
    let (first, other) = (record.joiner_of(Axis::TopBottom), record.joiner_of(Axis::LeftRight));
    for (text, colour, action) in [
        ("p", record.to_move, Action::Pass),
        ("s", record.to_move, Action::SwapPieces),
        ("S", record.to_move, Action::SwapSides),
        ("rb", first, Action::Resign),
        ("fb", first, Action::Resign),
        ("rw", other, Action::Resign),
        ("fw", other, Action::Resign),
    ] {
        if ahead.accept(text) {
            *scanner = ahead;
            return Ok((colour, action));
        }
    }
    Err(scanner.expected("`:p`, `:s`, `:S`, `:rb`, `:rw`, `:fb` or `:fw`"))
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
