//! Reading text with a finger on the place: what stands where, and what was expected there.

use std::fmt;
use std::ops::RangeInclusive;

use crate::game::IllegalMove;

/// A place in a text, both counted from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A text that is not what its format asks for: where, what was expected, what was found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: expected {expected}, found {found}")]
pub struct SyntaxError {
    /// Where.
    pub place: Place,
    /// What the format asks for at that place.
    pub expected: String,
    /// What stands there instead.
    pub found: String,
}

/// A text that is no position, or a position that a format cannot say. `B` is why a game refuses a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError<B: std::error::Error + 'static> {
    /// The text breaks the format.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The text keeps to the format, but what it says is no position.
    #[error(transparent)]
    Board(B),
    /// The text is a record of play, and a move in it is not legal.
    #[error("{place}: {error}")]
    Move {
        /// Where the move stands.
        place: Place,
        /// The move, and what forbids it.
        error: IllegalMove,
    },
    /// The judges' format cannot say the position.
    #[error("the judges' format holds {expected}: found {found}")]
    NotForJudges {
        /// What it holds.
        expected: &'static str,
        /// What was to be written.
        found: String,
    },
}

/// The longest piece of input that an error repeats.
const SHOWN: usize = 20;

/// A reader of characters that knows its place.
///
/// ```
/// use foregone::text::Scanner;
/// let mut scanner = Scanner::new("3x4:ok");
/// assert_eq!(scanner.integer("a number of rows", 1..=100)?, 3);
/// scanner.literal("x")?;
/// assert_eq!(scanner.integer("a number of columns", 1..=100)?, 4);
/// scanner.literal(":")?;
/// let error = scanner.integer("a score", -9..=9).unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 5: expected a score from -9 to 9, found `ok`");
/// # Ok::<(), foregone::text::SyntaxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Scanner<'a> {
    /// Starts at the beginning of a text.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { rest: text, place: Place { line: 1, column: 1 } }
    }

    /// The place of the next character.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// The next character, without taking it.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next character.
    pub fn next_char(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        if next == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(next)
    }

    /// Takes the spaces of a line, not its end.
    pub fn skip_spaces(&mut self) {
        self.take_while(|c| c.is_whitespace() && c != '\n');
    }

    /// Takes what may stand between two statements of a list: spaces, line ends, semicolons, comments from `#` on.
    pub fn skip_to_statement(&mut self) {
        loop {
            self.take_while(|c| c.is_whitespace() || c == ';');
            if self.peek() != Some('#') {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    /// Takes characters as long as `accept` holds.
    pub fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let text = self.rest;
        let mut length = 0;
        while let Some(next) = self.peek()
            && accept(next)
        {
            self.next_char();
            length += next.len_utf8();
        }
        &text[..length]
    }

    /// Takes letters and the digits after them, as cells are named, in lower case; one of the two or both may be missing.
    pub(crate) fn cell_name(&mut self) -> String {
        let letters = self.take_while(|c| c.is_ascii_alphabetic()).to_ascii_lowercase();
        letters + self.take_while(|c| c.is_ascii_digit())
    }

    /// Takes white space, line ends included.
    pub fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Takes a fixed text.
    ///
    /// # Errors
    /// [`SyntaxError`] if something else stands there.
    pub fn literal(&mut self, text: &str) -> Result<(), SyntaxError> {
        if !self.accept(text) {
            return Err(self.expected(format!("`{text}`")));
        }
        Ok(())
    }

    /// Takes a fixed text if it stands there, and says whether it did.
    pub fn accept(&mut self, text: &str) -> bool {
        let there = self.rest.starts_with(text);
        if there {
            for _ in text.chars() {
                self.next_char();
            }
        }
        there
    }

    /// Takes a decimal integer, with a minus sign if `range` has negative numbers. `what` names it for the error, as
    /// in `"a score"`.
    ///
    /// # Errors
    /// [`SyntaxError`] if no integer stands there or it is out of `range`.
    pub fn integer(&mut self, what: &str, range: RangeInclusive<i64>) -> Result<i64, SyntaxError> {
        let mut ahead = self.clone();
        let text = ahead.rest;
        let sign = usize::from(*range.start() < 0 && ahead.accept("-"));
        let digits = ahead.take_while(|c| c.is_ascii_digit()).len();
        let number = if digits == 0 { None } else { text[..sign + digits].parse().ok() };
        match number {
            Some(number) if range.contains(&number) => {
                *self = ahead;
                Ok(number)
            }
            _ => Err(self.expected(format!("{what} from {} to {}", range.start(), range.end()))),
        }
    }

    /// Takes the size of a board, `RxC` with up to `largest` rows and columns, after any white space.
    ///
    /// # Errors
    /// [`SyntaxError`] if no size stands there, or one out of range.
    pub fn size(&mut self, largest: usize) -> Result<(usize, usize), SyntaxError> {
        self.skip_space();
        let rows = self.side("rows", largest)?;
        self.literal("x")?;
        Ok((rows, self.side("columns", largest)?))
    }

    /// Takes the size of a board as the judges write it: two numbers with white space between them and after them.
    ///
    /// # Errors
    /// [`SyntaxError`] if no size stands there, or one out of range.
    pub fn judge_size(&mut self, largest: usize) -> Result<(usize, usize), SyntaxError> {
        self.skip_space();
        let rows = self.side("rows", largest)?;
        self.separate()?;
        let columns = self.side("columns", largest)?;
        self.separate()?;
        Ok((rows, columns))
    }

    fn side(&mut self, of: &str, largest: usize) -> Result<usize, SyntaxError> {
        // A number in a range of i64 that starts at 1 is no less as a usize.
        let largest = i64::try_from(largest).unwrap_or(i64::MAX);
        Ok(self.integer(&format!("a number of {of}"), 1..=largest)? as usize)
    }

    /// Takes the white space between two words. At the end of the text there may be none.
    ///
    /// # Errors
    /// [`SyntaxError`] if the word before goes on.
    pub fn separate(&mut self) -> Result<(), SyntaxError> {
        if self.peek().is_some_and(|next| !next.is_whitespace()) {
            return Err(self.expected("white space"));
        }
        self.skip_space();
        Ok(())
    }

    /// Takes white space and says whether the text ends there.
    pub fn at_end(&mut self) -> bool {
        self.skip_space();
        self.rest.is_empty()
    }

    /// Takes white space and asks that nothing follow.
    ///
    /// # Errors
    /// [`SyntaxError`] if anything does.
    pub fn end(&mut self) -> Result<(), SyntaxError> {
        if self.at_end() { Ok(()) } else { Err(self.expected("the end of the input")) }
    }

    /// The error that something else was expected at this place.
    #[must_use]
    pub fn expected(&self, expected: impl Into<String>) -> SyntaxError {
        let word: String = self.rest.chars().take_while(|c| !c.is_whitespace()).collect();
        let found = match self.peek() {
            None => "the end of the input".to_owned(),
            Some('\n' | '\r') => "the end of the line".to_owned(),
            Some(c) if c.is_whitespace() => "a space".to_owned(),
            Some(_) if word.chars().count() > SHOWN => {
                format!("`{}…`", word.chars().take(SHOWN).collect::<String>().escape_debug())
            }
            Some(_) => format!("`{}`", word.escape_debug()),
        };
        SyntaxError { place: self.place, expected: expected.into(), found }
    }
}

/// Reads one thing, and asks that nothing follow but white space.
pub(crate) fn alone<'a, T, E: From<SyntaxError>>(
    text: &'a str,
    read_one: impl FnOnce(&mut Scanner<'a>) -> Result<T, E>,
) -> Result<T, E> {
    let mut scanner = Scanner::new(text);
    let read = read_one(&mut scanner)?;
    scanner.end()?;
    Ok(read)
}

/// How many cells the boards of one text may still have in all.
///
/// The size of a board is a few characters, and the board a million cells: without a bound a short list of sizes would
/// take all the memory there is. A single board always fits.
pub(crate) struct Room(usize);

impl Room {
    /// Cells that any text may have, and besides for each byte of it.
    const CELLS: usize = 1 << 24;
    const CELLS_A_BYTE: usize = 32;

    pub(crate) const fn of(text: &str) -> Self {
        Self(Self::CELLS.saturating_add(text.len().saturating_mul(Self::CELLS_A_BYTE)))
    }

    /// Takes the cells of a board that was read from a place on.
    ///
    /// # Errors
    /// [`SyntaxError`] if there is no room for them.
    pub(crate) fn take(&mut self, cells: usize, from: &Scanner<'_>) -> Result<(), SyntaxError> {
        let left = self.0.checked_sub(cells).ok_or_else(|| {
            from.expected(
                "the end of the input: the boards before have about as many cells as one text may have",
            )
        })?;
        self.0 = left;
        Ok(())
    }
}

/// Reads boards that stand one on a line, with so many cells each. Blank lines are read past; a text without any is
/// missing one.
pub(crate) fn one_a_line<T, E: From<SyntaxError>>(
    text: &str,
    read_one: impl Fn(&mut Scanner<'_>) -> Result<T, E>,
    cells: impl Fn(&T) -> usize,
) -> Result<Vec<T>, E> {
    let (mut scanner, mut room) = (Scanner::new(text), Room::of(text));
    let mut read = Vec::new();
    loop {
        let from = scanner.clone();
        let one = read_one(&mut scanner)?;
        room.take(cells(&one), &from)?;
        read.push(one);
        let line = scanner.place().line;
        if scanner.at_end() {
            return Ok(read);
        }
        if scanner.place().line == line {
            return Err(scanner.expected("the end of the line").into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let mut scanner = Scanner::new("é2\n  x");
        assert_eq!(scanner.next_char(), Some('é'));
        assert_eq!(scanner.place(), Place { line: 1, column: 2 });
        assert_eq!(scanner.integer("a digit", 0..=9), Ok(2));
        assert_eq!(
            scanner.clone().expected("more").to_string(),
            "line 1, column 3: expected more, found the end of the line"
        );
        scanner.skip_space();
        assert_eq!(scanner.place(), Place { line: 2, column: 3 });
        assert_eq!(
            scanner.end().unwrap_err().to_string(),
            "line 2, column 3: expected the end of the input, found `x`"
        );
    }

    #[test]
    fn a_text_has_room_for_one_board_and_for_more_as_it_is_longer() {
        let sizes = |text: &str| {
            let size = |scanner: &mut Scanner<'_>| scanner.size(1_000);
            one_a_line::<_, SyntaxError>(text, size, |(rows, columns)| rows * columns).map(|read| read.len())
        };
        assert_eq!(sizes("1000x1000"), Ok(1));
        assert_eq!(sizes(&"14x14\n".repeat(100_000)), Ok(100_000));
        let error = sizes(&"1000x1000\n".repeat(100)).unwrap_err();
        assert_eq!(error.place, Place { line: 17, column: 1 }, "{error}");
        assert_eq!(sizes(&"1000x1000\n".repeat(16)), Ok(16));
    }

    #[test]
    fn integers_are_held_to_their_range() {
        for (text, expected) in [
            ("12", Some(12)),
            ("-3", Some(-3)),
            ("007", Some(7)),
            ("101", None),
            ("-", None),
            ("--1", None),
            ("+1", None),
            ("", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(Scanner::new(text).integer("a number", -100..=100).ok(), expected, "{text}");
        }
        assert!(Scanner::new("-1").integer("a count", 0..=9).is_err());
    }

    #[test]
    fn a_refused_word_is_shown_shortened_and_escaped() {
        let long = "x".repeat(1_000);
        assert!(Scanner::new(&long).expected("less").found.len() < 30);
        assert_eq!(Scanner::new("\u{1b}[2J").expected("a cell").found, "`\\u{1b}[2J`");
    }
}
