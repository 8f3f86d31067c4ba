//! The record of a game as text: where it began, its moves, and who gave it up.
//!
//! ```text
//! # foregone play 1          always the first line, with the version of the form
//! game: dots
//! start: 1x2                 in the game's one-line notation
//! move: h,0,0                the moves in order, whoever makes them
//! move: v,0,1
//! resigned: first            the last line, if somebody did
//! ```
//!
//! Blank lines and others that begin with `#` say nothing. Lines may end as on any system.

use std::fmt::Write as _;

use foregone::Side;
use foregone::play::{Ending, Match};

use super::{PlayedGame, position, shown};
use crate::form::ReadError;
use crate::game::PositionOf;

/// How every record begins.
const HEAD: &str = "# foregone play ";

/// The version of the form.
const VERSION: &str = "1";

/// Whether a text is a record, of whatever version.
pub fn is_record(text: &str) -> bool {
    text.starts_with(HEAD)
}

/// Writes a game down.
pub fn write<G: PlayedGame>(game: &Match<PositionOf<G>>) -> String {
    let mut text = format!("{HEAD}{VERSION}\ngame: {}\nstart: {}\n", G::NAME, game.start());
    for ply in game.played() {
        let _ = writeln!(text, "move: {}", G::move_name(game.start(), ply.mv));
    }
    if let Some(Ending::Resigned(side)) = game.ending() {
        let _ = writeln!(text, "resigned: {side}");
    }
    text
}

/// Reads what [`write()`] writes, and plays it.
///
/// # Errors
/// What is wrong, and in which line.
pub fn read<G: PlayedGame>(text: &str) -> Result<Match<PositionOf<G>>, ReadError> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let version = lines.next().map(|(_, head)| head.trim_start_matches(HEAD)).unwrap_or_default();
    if version != VERSION {
        return Err(
            format!("line 1: expected a game of version {VERSION}, found `{}`", shown(version)).into()
        );
    }
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let name = value(lines.next(), "game")?;
    if name.1 != G::NAME {
        let (expected, found) = (G::NAME, shown(name.1));
        return Err(
            format!("line {}: expected a game of `{expected}`, found one of `{found}`", name.0).into()
        );
    }
    let (line, start) = value(lines.next(), "start")?;
    let mut game =
        Match::new(position::<G>(start).map_err(|error| format!("line {line}: the start: {error}"))?);
    while let Some((line, text)) = lines.next() {
        if let Some(side) = text.strip_prefix("resigned:") {
            let side = match side.trim() {
                "first" => Side::First,
                "second" => Side::Second,
                other => {
                    let found = shown(other);
                    return Err(format!("line {line}: expected `first` or `second`, found `{found}`").into());
                }
            };
            if game.ending().is_some() {
                return Err(format!("line {line}: the game was over before").into());
            }
            if let Some((line, _)) = lines.next() {
                return Err(format!("line {line}: expected the end, as {side} resigned").into());
            }
            game.resign(side);
            break;
        }
        let (line, text) = value(Some((line, text)), "move")?;
        let mv = G::read_move(game.position(), text).map_err(|error| format!("line {line}: {error}"))?;
        game.play(mv).map_err(|error| format!("line {line}: {error}"))?;
    }
    Ok(game)
}

/// The line and the value of a line that is to begin with a key and a colon.
fn value<'a>(line: Option<(usize, &'a str)>, key: &str) -> Result<(usize, &'a str), ReadError> {
    let Some((number, text)) = line else {
        return Err(format!("expected a line `{key}:`, found the end of the text").into());
    };
    let rest = text.strip_prefix(key).and_then(|rest| rest.strip_prefix(':'));
    let rest = rest.ok_or_else(|| format!("line {number}: expected `{key}:`, found `{}`", shown(text)))?;
    Ok((number, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Contour, ContourPoset, Dots, DotsCoins, Hex};

    /// A game of so many first moves, written and read again.
    fn check<G: PlayedGame>(start: &str, plies: usize, resigns: Option<Side>) {
        use foregone::Rules as _;
        let mut game = Match::new(position::<G>(start).unwrap());
        for _ in 0..plies {
            let mv = game.position().moves()[0];
            game.play(mv).unwrap();
        }
        if let Some(side) = resigns {
            game.resign(side);
        }
        let text = write::<G>(&game);
        for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\n\n# a remark\n")] {
            assert!(is_record(&text));
            let back = read::<G>(&text).unwrap();
            assert_eq!(back.position().to_string(), game.position().to_string());
            assert_eq!((back.played(), back.ending()), (game.played(), game.ending()), "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for plies in 0..4 {
            check::<Contour>("2x2:1,2/3,4|5,6/7,8", plies, None);
            check::<Dots>("1x1", plies, Some(Side::Second));
            check::<Hex>("2x2:WB/2:b:lr", plies.min(1), Some(Side::First));
            check::<ContourPoset>("a 1 2; b 3 4: a; c 1 1", plies.min(3), None);
            check::<DotsCoins>("ground a b ground; a b", plies, Some(Side::First));
        }
    }

    #[test]
    fn what_is_no_record_is_refused_with_its_line() {
        let head = "# foregone play 1\ngame: dots\nstart: 1x1\n";
        for (text, message) in [
            (String::new(), "line 1: expected a game of version 1, found ``"),
            ("# foregone play 2\n".to_owned(), "line 1: expected a game of version 1, found `2`"),
            ("# foregone play 1\n".to_owned(), "expected a line `game:`, found the end of the text"),
            ("# foregone play 1\n\nstart: 1x1".to_owned(), "line 3: expected `game:`, found `start: 1x1`"),
            (head.replace("dots", "hex"), "line 2: expected a game of `dots`, found one of `hex`"),
            (
                head.replace("1x1", "1x0"),
                "line 3: the start: line 1, column 3: expected a number of columns from 1 to 1000, found `0`",
            ),
            (format!("{head}move h,0,0"), "line 4: expected `move:`, found `move h,0,0`"),
            (
                format!("{head}move: h,0,0\nmove: h,0,0\n"),
                "line 5: illegal move h,0,0: the edge is drawn already",
            ),
            (format!("{head}resigned: nobody"), "line 4: expected `first` or `second`, found `nobody`"),
            (format!("{head}resigned: first\nmove: h,0,0"), "line 5: expected the end, as first resigned"),
            (
                format!("{}resigned: first", head.replace("1x1", "1x1:1111")),
                "line 4: the game was over before",
            ),
        ] {
            assert_eq!(read::<Dots>(&text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
