//! Positions as text: the one-line notation, and the format of the judges of P17097.
//!
//! One line: `3x3:W2/3/2B:w` is rows and columns; the rows from the top, joined by `/`, with `W`, `B` and counts of
//! empty cells; the side to move, `w` or `b`; and, left out if White joins top and bottom, `tb` or `lr` for the sides
//! that White joins. An empty board needs no rows: `11x11:b`, and size alone, `11x11`, has White to move.
//!
//! What other programs write is read and written by [`Form`].

mod form;
mod hexwiki;
mod hexworld;
mod htp;
mod record;
mod sgf;

use std::fmt;
use std::str::FromStr;

use crate::judge::JudgeFormat;
use crate::text::{self, Scanner, SyntaxError};
use crate::value::Odds;

use super::board::{Axis, BoardError, Colour, MAX_SIDE, Position};

pub use form::{Form, FormError};

/// A text that is no position, or a position that the judges' format cannot say.
pub type NotationError = text::NotationError<BoardError>;

impl From<BoardError> for NotationError {
    fn from(error: BoardError) -> Self {
        Self::Board(error)
    }
}

/// The most cases of one judges' input.
const MAX_CASES: i64 = 1_000_000;

const SIDES: std::ops::RangeInclusive<i64> = 1..=MAX_SIDE as i64;

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
    /// let positions = foregone::hex::Position::read_lines("3x3\n4x4:b\n")?;
    /// assert_eq!(positions.len(), 2);
    /// # Ok::<(), foregone::hex::NotationError>(())
    /// ```
    pub fn read_lines(text: &str) -> Result<Vec<Self>, NotationError> {
        text::one_a_line(text, read_one, |position| position.rows() * position.columns())
    }
}

/// Reads one position, after any white space.
fn read_one(scanner: &mut Scanner<'_>) -> Result<Position, NotationError> {
    let (rows, columns) = scanner.size(MAX_SIDE)?;
    if scanner.peek().is_none_or(char::is_whitespace) {
        return Ok(Position::empty(rows, columns)?);
    }
    scanner.literal(":")?;
    let mut stones = Vec::new();
    // A side to move, or a row of stones in lower case?
    let mut ahead = scanner.clone();
    let turn_alone = matches!(ahead.next_char(), Some('w' | 'b'))
        && ahead.peek().is_none_or(|next| next == ':' || next.is_whitespace());
    if turn_alone {
        stones.resize(rows * columns, None);
    } else {
        for row in 0..rows {
            if row > 0 {
                scanner.literal("/")?;
            }
            read_row(scanner, columns, &mut stones)?;
        }
        if !scanner.accept(":") {
            return Err(scanner.expected("`:` and the side to move").into());
        }
    }
    let to_move = match scanner.peek() {
        Some('w') => Colour::White,
        Some('b') => Colour::Black,
        _ => return Err(scanner.expected("the side to move, `w` or `b`").into()),
    };
    scanner.next_char();
    let white_joins = if !scanner.accept(":") || scanner.accept("tb") {
        Axis::TopBottom
    } else if scanner.accept("lr") {
        Axis::LeftRight
    } else {
        return Err(scanner.expected("the sides that White joins, `tb` or `lr`").into());
    };
    Ok(Position::new(rows, columns, stones, to_move, white_joins)?)
}

/// Reads one row of so many cells: stones, and counts of empty cells.
fn read_row(
    scanner: &mut Scanner<'_>,
    columns: usize,
    stones: &mut Vec<Option<Colour>>,
) -> Result<(), SyntaxError> {
    let mut left = columns;
    while left > 0 {
        let stone = match scanner.peek() {
            Some('W') => Some(Colour::White),
            Some('B') => Some(Colour::Black),
            Some(digit) if digit.is_ascii_digit() => None,
            Some('w' | 'b') => {
                let what =
                    format!("`W`, `B` (stones are upper case) or a count of empty cells from 1 to {left}");
                return Err(scanner.expected(what));
            }
            _ => return Err(scanner.expected(format!("`W`, `B` or a count of empty cells from 1 to {left}"))),
        };
        let cells = if stone.is_none() {
            scanner.integer("a count of empty cells", 1..=left as i64)? as usize
        } else {
            scanner.next_char();
            1
        };
        stones.extend(std::iter::repeat_n(stone, cells));
        left -= cells;
    }
    Ok(())
}

impl fmt::Display for Position {
    /// Writes the one-line notation. It reads back as the same position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = (self.rows(), self.columns());
        write!(f, "{rows}x{columns}")?;
        if Self::empty(rows, columns).is_ok_and(|empty| empty == *self) {
            return Ok(());
        }
        let stones: Vec<_> = self.board().cells().map(|cell| self.stone(cell)).collect();
        let rows_told = if stones.iter().all(Option::is_none) { &[] } else { &stones[..] };
        for (row, stones) in rows_told.chunks(columns).enumerate() {
            f.write_str(if row == 0 { ":" } else { "/" })?;
            for run in stones.chunk_by(|a, b| a.is_none() && b.is_none()) {
                match run[0] {
                    None => write!(f, "{}", run.len())?,
                    Some(Colour::White) => f.write_str("W")?,
                    Some(Colour::Black) => f.write_str("B")?,
                }
            }
        }
        f.write_str(match self.to_move_colour() {
            Colour::White => ":w",
            Colour::Black => ":b",
        })?;
        match self.white_joins() {
            Axis::TopBottom => Ok(()),
            Axis::LeftRight => f.write_str(":lr"),
        }
    }
}

impl JudgeFormat for Position {
    type Value = Odds;

    /// Reads the judges' input of P17097: the number of cases; for each the side `n` of a square board, then `n` rows of
    /// `W`, `B` and `.`. White is to move and joins top and bottom. Up to a million cases, and boards of up to [`MAX_SIDE`]
    /// rows, are taken.
    ///
    /// # Errors
    /// [`NotationError::Syntax`] with the place of what is missing, wrong or left over.
    fn read_judge(text: &str) -> Result<Vec<Self>, NotationError> {
        let mut scanner = Scanner::new(text);
        scanner.skip_space();
        let cases = scanner.integer("a number of cases", 0..=MAX_CASES)?;
        scanner.separate()?;
        let mut positions = Vec::new();
        for _ in 0..cases {
            scanner.skip_space();
            let side = scanner.integer("the side of a board", SIDES)? as usize;
            scanner.separate()?;
            let mut stones = Vec::with_capacity(side * side);
            for _ in 0..side {
                scanner.skip_space();
                for column in 0..side {
                    stones.push(match scanner.peek() {
                        Some('W') => Some(Colour::White),
                        Some('B') => Some(Colour::Black),
                        Some('.') => None,
                        _ => {
                            let what = format!("`W`, `B` or `.` in column {} of {side}", column + 1);
                            return Err(scanner.expected(what).into());
                        }
                    });
                    scanner.next_char();
                }
                if scanner.peek().is_some_and(|next| !next.is_whitespace()) {
                    return Err(scanner.expected(format!("the end of a row of {side}")).into());
                }
            }
            positions.push(Self::new(side, side, stones, Colour::White, Axis::TopBottom)?);
        }
        scanner.end()?;
        Ok(positions)
    }

    /// Writes positions as the judges' input of P17097.
    ///
    /// # Errors
    /// [`NotationError::NotForJudges`] for a position that is not square, or where White is not to move or does not join
    /// top and bottom.
    fn write_judge(positions: &[Self]) -> Result<String, NotationError> {
        let mut text = format!("{}\n", positions.len());
        for (position, number) in positions.iter().zip(1..) {
            let refuse = |expected, what: &str| {
                Err(NotationError::NotForJudges { expected, found: format!("{what} in position {number}") })
            };
            if position.rows() != position.columns() {
                return refuse("square boards", &format!("{}x{}", position.rows(), position.columns()));
            }
            if position.to_move_colour() != Colour::White {
                return refuse("White to move", "Black to move");
            }
            if position.white_joins() != Axis::TopBottom {
                return refuse("White joining top and bottom", "White joining left and right");
            }
            text += &format!("{}\n", position.rows());
            for cell in position.board().cells() {
                text.push(match position.stone(cell) {
                    None => '.',
                    Some(Colour::White) => 'W',
                    Some(Colour::Black) => 'B',
                });
                if cell.column + 1 == position.columns() {
                    text.push('\n');
                }
            }
        }
        Ok(text)
    }

    /// The line of the judges' output for a position of theirs, from the odds of the side to move, which is White.
    fn judge_answer(value: &Odds) -> String {
        format!("White {} Black {}", value.to_decimal(6), value.complement().to_decimal(6))
    }
}
