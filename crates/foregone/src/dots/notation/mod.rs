//! Positions and moves as text: one line for people, and the judges' format.
//!
//! What other programs write is read and written by [`Form`].

mod dabble;
mod form;
mod golem;
mod grid;
mod openspiel;
mod pos;
mod record;
mod trmph;

use std::fmt;
use std::str::FromStr;

pub use form::Form;

use super::board::{Board, BoardError, Edge, MAX_SIDE, Position, Start};
use crate::judge::JudgeFormat;
use crate::text::{self, Scanner, SyntaxError};
use crate::value::Margin;

/// A text that is no position, or a position that the judges' format cannot say.
pub type NotationError = text::NotationError<BoardError>;

impl From<BoardError> for NotationError {
    fn from(error: BoardError) -> Self {
        Self::Board(error)
    }
}

/// The rows or the columns that a board may have.
const SIDES: std::ops::RangeInclusive<i64> = 1..=MAX_SIDE as i64;

/// The longest that an edge's row or column can be.
const MAX_PLACE: i64 = MAX_SIDE as i64;

/// Takes exactly `count` digits 0 or 1 (1 = drawn) and appends them; the text must not go on with another digit.
fn digits(scanner: &mut Scanner<'_>, count: usize, drawn: &mut Vec<bool>) -> Result<(), SyntaxError> {
    let mut row = scanner.clone();
    let found = row.take_while(|c| matches!(c, '0' | '1'));
    if found.len() > count {
        for _ in 0..count {
            scanner.next_char();
        }
        return Err(scanner.expected(format!("no more than {count} digits")));
    }
    *scanner = row;
    if found.len() < count || scanner.peek().is_some_and(|c| !c.is_whitespace()) {
        return Err(scanner.expected(format!("{count} digits 0 or 1, this one number {}", found.len() + 1)));
    }
    drawn.extend(found.bytes().map(|digit| digit == b'1'));
    Ok(())
}

/// Reads `RxC`, `RxC:icelandic`, `RxC:swedish` or `RxC:` and a digit for each edge (1 = drawn), all horizontal ones
/// row by row, then all vertical ones.
///
/// ```
/// use foregone::dots::Position;
/// let position: Position = "1x2:1111001".parse()?;
/// assert_eq!(position.boxes_left(), 2);
/// assert_eq!(position.to_string(), "1x2:1111001");
/// # Ok::<(), foregone::dots::NotationError>(())
/// ```
impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        text::alone(text, read_one)
    }
}

impl Position {
    /// Reads positions in the one-line notation, one a line. Blank lines are read past.
    ///
    /// # Errors
    /// [`NotationError::Syntax`] with the place of what is missing, wrong or left over. A text without any is missing one; one
    /// whose boards have more than some 16 million cells, and 32 besides for each of its bytes, is refused.
    ///
    /// ```
    /// let positions = foregone::dots::Position::read_lines("1x2:1111001\n2x2:swedish\n")?;
    /// assert_eq!(positions.len(), 2);
    /// # Ok::<(), foregone::dots::NotationError>(())
    /// ```
    pub fn read_lines(text: &str) -> Result<Vec<Self>, NotationError> {
        text::one_a_line(text, read_one, |position| position.rows() * position.columns())
    }
}

/// Reads one position, after any white space.
fn read_one(scanner: &mut Scanner<'_>) -> Result<Position, NotationError> {
    let (rows, columns) = scanner.size(MAX_SIDE)?;
    let mut start = Start::American;
    if scanner.accept(":") {
        match Start::ALL.iter().find(|start| scanner.accept(start.name())) {
            Some(&named) => start = named,
            None if matches!(scanner.peek(), Some('0' | '1')) => {
                let mut drawn = Vec::new();
                digits(scanner, Board::new(rows, columns)?.edges(), &mut drawn)?;
                return Ok(Position::new(rows, columns, drawn)?);
            }
            None => {
                return Err(scanner
                    .expected("`american`, `icelandic`, `swedish` or a digit 0 or 1 for each edge")
                    .into());
            }
        }
    }
    Ok(Position::start(rows, columns, start)?)
}

/// Writes the one-line notation: the start's name where the position is one, a digit for each edge elsewhere. Whose
/// turn it is cannot be told from it: who reads it is the mover.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows(), self.columns())?;
        let is = |start: Start| {
            self.edges().zip(self.drawn()).all(|(edge, &drawn)| drawn == start.draws(self.board(), edge))
        };
        match Start::ALL.iter().find(|&&start| is(start)) {
            Some(Start::American) => Ok(()),
            Some(start) => write!(f, ":{}", start.name()),
            None => write!(f, ":{}", line_of(self.drawn())),
        }
    }
}

fn line_of(drawn: &[bool]) -> String {
    drawn.iter().map(|&drawn| if drawn { '1' } else { '0' }).collect()
}

impl FromStr for Edge {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut scanner = Scanner::new(text.trim());
        let horizontal = scanner.accept("h");
        if !horizontal && !scanner.accept("v") {
            return Err(scanner.expected("an edge such as `h,0,1` or `v,0,1`").into());
        }
        let mut place = |what: &str| -> Result<usize, SyntaxError> {
            scanner.literal(",")?;
            Ok(scanner.integer(what, 0..=MAX_PLACE)? as usize)
        };
        let (row, column) = (place("a row")?, place("a column")?);
        scanner.end()?;
        Ok(if horizontal { Self::Horizontal { row, column } } else { Self::Vertical { row, column } })
    }
}

impl JudgeFormat for Position {
    type Value = Margin;

    /// Reads the judges' format (Luogu P7363): `n m`, then n+1 lines of m digits for the horizontal edges and n lines of
    /// m+1 digits for the vertical ones, 1 = drawn. There is always exactly one position.
    ///
    /// # Errors
    /// [`NotationError::Syntax`] with line and column where the text is something else.
    fn read_judge(text: &str) -> Result<Vec<Self>, NotationError> {
        let mut scanner = Scanner::new(text);
        let (rows, columns) = scanner.judge_size(MAX_SIDE)?;
        let mut drawn = Vec::new();
        for width in std::iter::repeat_n(columns, rows + 1).chain(std::iter::repeat_n(columns + 1, rows)) {
            scanner.skip_space();
            digits(&mut scanner, width, &mut drawn)?;
        }
        scanner.end()?;
        Ok(vec![Self::new(rows, columns, drawn)?])
    }

    /// Writes the judges' format, as `read_judge` reads it.
    ///
    /// # Errors
    /// [`NotationError::NotForJudges`] unless there is exactly one position.
    fn write_judge(positions: &[Self]) -> Result<String, NotationError> {
        let [position] = positions else {
            let found = format!("{} positions", positions.len());
            return Err(NotationError::NotForJudges { expected: "one position", found });
        };
        let (horizontal, vertical) = position.drawn().split_at(position.board().horizontal_edges());
        let mut text = format!("{} {}\n", position.rows(), position.columns());
        let rows = horizontal.chunks(position.columns()).chain(vertical.chunks(position.columns() + 1));
        for row in rows {
            text.push_str(&line_of(row));
            text.push('\n');
        }
        Ok(text)
    }

    /// What the judges print for a position whose value for the side to move is `value`: the plain number.
    fn judge_answer(value: &Margin) -> String {
        value.points().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_goes_round() {
        for text in ["1x1", "3x4", "2x2:icelandic", "5x1:swedish", "1x1:0110", "1000x1000:swedish"] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), text);
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        for (text, short) in
            [("2x2:american", "2x2"), ("1x1:1010", "1x1:icelandic"), ("1x1:1111", "1x1:swedish")]
        {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), short);
        }
    }

    fn refuse<T: fmt::Debug>(result: Result<T, NotationError>, expected: &str) {
        assert_eq!(result.unwrap_err().to_string(), expected);
    }

    #[test]
    fn errors_of_the_line_say_the_place() {
        for (text, expected) in [
            ("", "line 1, column 1: expected a number of rows from 1 to 1000, found the end of the input"),
            ("0x3", "line 1, column 1: expected a number of rows from 1 to 1000, found `0x3`"),
            ("3x1001", "line 1, column 3: expected a number of columns from 1 to 1000, found `1001`"),
            ("3", "line 1, column 2: expected `x`, found the end of the input"),
            ("3x3 x", "line 1, column 5: expected the end of the input, found `x`"),
            (
                "1x1:000",
                "line 1, column 8: expected 4 digits 0 or 1, this one number 4, found the end of the input",
            ),
            ("1x1:00000", "line 1, column 9: expected no more than 4 digits, found `0`"),
            ("1x1:0020", "line 1, column 7: expected 4 digits 0 or 1, this one number 3, found `20`"),
            (
                "1x1:british",
                "line 1, column 5: expected `american`, `icelandic`, `swedish` or a digit 0 or 1 for each edge, found `british`",
            ),
        ] {
            refuse(text.parse::<Position>(), expected);
        }
        refuse(
            "x,1,2".parse::<Edge>(),
            "line 1, column 1: expected an edge such as `h,0,1` or `v,0,1`, found `x,1,2`",
        );
        refuse("h,1".parse::<Edge>(), "line 1, column 4: expected `,`, found the end of the input");
        refuse("h,-1,0".parse::<Edge>(), "line 1, column 3: expected a row from 0 to 1000, found `-1,0`");
        refuse("v,1,2,3".parse::<Edge>(), "line 1, column 6: expected the end of the input, found `,3`");
    }

    #[test]
    fn the_judges_format_goes_round() {
        let text = "2 3\n010\n000\n111\n1001\n0110\n";
        let positions = Position::read_judge(text).unwrap();
        assert_eq!(positions[0].to_string(), "2x3:01000011110010110");
        assert_eq!(Position::write_judge(&positions).as_deref(), Ok(text));
        assert_eq!(Position::read_judge(&text.replace('\n', "\r\n")), Ok(positions.clone()));
        let two = [positions[0].clone(), positions[0].clone()];
        refuse(Position::write_judge(&two), "the judges' format holds one position: found 2 positions");
        assert_eq!(Position::judge_answer(&Margin::new(-20)), "-20");
        assert_eq!(Position::judge_answer(&Margin::new(6)), "6");
    }

    #[test]
    fn errors_of_the_judges_format_say_the_place() {
        for (text, expected) in [
            ("0 1", "line 1, column 1: expected a number of rows from 1 to 1000, found `0`"),
            ("1 0", "line 1, column 3: expected a number of columns from 1 to 1000, found `0`"),
            (
                "1 2\n00\n0\n000",
                "line 3, column 2: expected 2 digits 0 or 1, this one number 2, found the end of the line",
            ),
            ("1 2\n00\n000\n000", "line 3, column 3: expected no more than 2 digits, found `0`"),
            ("1 2\n00\n0a\n000", "line 3, column 2: expected 2 digits 0 or 1, this one number 2, found `a`"),
            (
                "1 2\n00\n00\n",
                "line 4, column 1: expected 3 digits 0 or 1, this one number 1, found the end of the input",
            ),
            ("1 2\n00\n00\n000\n7", "line 5, column 1: expected the end of the input, found `7`"),
        ] {
            refuse(Position::read_judge(text), expected);
        }
    }
}
