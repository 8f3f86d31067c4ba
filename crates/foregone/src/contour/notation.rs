//! Positions as text: one line that is safe in a URL, and the format of the judges.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::board::{Board, BoardError, MAX_SIDE, Position};
use crate::game::Side;
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

const SCORES: std::ops::RangeInclusive<i64> = -Board::MAX_SCORE..=Board::MAX_SCORE;

/// Reads the one-line notation: `RxC:`, the rows of First's scores joined by `/`, `|`, those of Second's, and, if any
/// cell is taken, a second `|` and how many are taken in each row. Numbers are joined by commas.
///
/// ```
/// use foregone::contour::Position;
/// let position: Position = "2x3:2,7,3/9,1,2|3,7,2/2,3,1|2,1".parse()?;
/// assert_eq!(position.taken(), [2, 1]);
/// assert_eq!(position.to_string(), "2x3:2,7,3/9,1,2|3,7,2/2,3,1|2,1");
/// # Ok::<(), foregone::contour::NotationError>(())
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
    /// [`NotationError`] with the place of what is missing, wrong or left over. A text without any is missing one; one
    /// whose boards have more than some 16 million cells, and 32 besides for each of its bytes, is refused.
    ///
    /// ```
    /// let positions = foregone::contour::Position::read_lines("1x1:2|3\n1x2:2,7|3,7|1\n")?;
    /// assert_eq!(positions.len(), 2);
    /// # Ok::<(), foregone::contour::NotationError>(())
    /// ```
    pub fn read_lines(text: &str) -> Result<Vec<Self>, NotationError> {
        text::one_a_line(text, read_one, |position| position.board().rows() * position.board().columns())
    }
}

/// Reads one position, after any white space.
fn read_one(scanner: &mut Scanner<'_>) -> Result<Position, NotationError> {
    let (rows, columns) = scanner.size(MAX_SIDE)?;
    if !scanner.accept(":") {
        return Err(scanner.expected("`:` and the scores of the first player").into());
    }
    let first = line_table(scanner, rows, columns, Side::First)?;
    if !scanner.accept("|") {
        return Err(scanner.expected("`|` and the scores of the second player").into());
    }
    let second = line_table(scanner, rows, columns, Side::Second)?;
    let mut taken = vec![0; rows];
    if scanner.accept("|") {
        for (row, length) in taken.iter_mut().enumerate() {
            if row > 0 && !scanner.accept(",") {
                return Err(scanner.expected(format!("`,` and the cells taken in row {}", row + 1)).into());
            }
            *length = scanner.integer("a number of cells taken", 0..=columns as i64)? as usize;
        }
    }
    Ok(Position::with_taken(Board::new(rows, columns, first, second)?, taken)?)
}

/// One side's scores as `a,b,c/d,e,f`.
fn line_table(
    scanner: &mut Scanner<'_>,
    rows: usize,
    columns: usize,
    side: Side,
) -> Result<Vec<i64>, SyntaxError> {
    let mut scores = Vec::new();
    for row in 0..rows {
        if row > 0 && !scanner.accept("/") {
            return Err(scanner.expected(format!("`/` and row {} of the {side} player", row + 1)));
        }
        for column in 0..columns {
            if column > 0 && !scanner.accept(",") {
                return Err(scanner.expected(format!("`,` and {}", score_name(side, row, column))));
            }
            scores.push(score(scanner, side, row, column)?);
        }
    }
    Ok(scores)
}

/// One score; the error names the one that was expected.
fn score(scanner: &mut Scanner<'_>, side: Side, row: usize, column: usize) -> Result<i64, SyntaxError> {
    scanner.integer("a score", SCORES).map_err(|_| {
        let (least, greatest) = (SCORES.start(), SCORES.end());
        scanner.expected(format!("{} from {least} to {greatest}", score_name(side, row, column)))
    })
}

fn score_name(side: Side, row: usize, column: usize) -> String {
    format!("a score of the {side} player at row {}, column {}", row + 1, column + 1)
}

/// Writes the one-line notation; what is written reads back as the same position.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board();
        write!(f, "{}x{}:", board.rows(), board.columns())?;
        write_table(f, board, Side::First)?;
        f.write_char('|')?;
        write_table(f, board, Side::Second)?;
        if self.taken().iter().any(|&length| length > 0) {
            f.write_char('|')?;
            write_numbers(f, self.taken())?;
        }
        Ok(())
    }
}

fn write_table(f: &mut fmt::Formatter<'_>, board: &Board, side: Side) -> fmt::Result {
    for (row, scores) in board.scores(side).enumerate() {
        if row > 0 {
            f.write_char('/')?;
        }
        write_numbers(f, scores)?;
    }
    Ok(())
}

fn write_numbers<T: fmt::Display>(f: &mut fmt::Formatter<'_>, numbers: &[T]) -> fmt::Result {
    for (index, number) in numbers.iter().enumerate() {
        if index > 0 {
            f.write_char(',')?;
        }
        write!(f, "{number}")?;
    }
    Ok(())
}

impl JudgeFormat for Position {
    type Value = Margin;

    /// Reads the judges' input: the numbers of rows and columns, the scores of the first player row by row, those of the
    /// second. Any white space may stand between two numbers. Sizes and negative scores past what the judges use are
    /// read, too. There is always one position.
    ///
    /// # Errors
    /// [`NotationError`] if a number is missing, too many, out of range or no number.
    fn read_judge(text: &str) -> Result<Vec<Self>, NotationError> {
        let mut scanner = Scanner::new(text);
        let (rows, columns) = scanner.judge_size(MAX_SIDE)?;
        let first = judge_table(&mut scanner, rows, columns, Side::First)?;
        let second = judge_table(&mut scanner, rows, columns, Side::Second)?;
        scanner.end()?;
        Ok(vec![Self::new(Board::new(rows, columns, first, second)?)])
    }

    /// Writes the judges' input, which `read_judge` reads.
    ///
    /// # Errors
    /// [`NotationError::NotForJudges`] unless there is one position, with no cell taken.
    fn write_judge(positions: &[Self]) -> Result<String, NotationError> {
        let refuse = |expected, found| Err(NotationError::NotForJudges { expected, found });
        let [position] = positions else {
            return refuse("one position", format!("{} positions", positions.len()));
        };
        let taken: usize = position.taken().iter().sum();
        if taken > 0 {
            return refuse("the start of a game", format!("{taken} cells taken"));
        }
        let board = position.board();
        let mut text = format!("{} {}\n", board.rows(), board.columns());
        for row in board.scores(Side::First).chain(board.scores(Side::Second)) {
            let scores: Vec<String> = row.iter().map(i64::to_string).collect();
            text.push_str(&scores.join(" "));
            text.push('\n');
        }
        Ok(text)
    }

    /// The judges' output for the value of the start of a game: First's points minus Second's, without a line end.
    fn judge_answer(value: &Margin) -> String {
        value.points().to_string()
    }
}

/// One side's scores, white space after each.
fn judge_table(
    scanner: &mut Scanner<'_>,
    rows: usize,
    columns: usize,
    side: Side,
) -> Result<Vec<i64>, SyntaxError> {
    let mut scores = Vec::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        scores.push(score(scanner, side, row, column)?);
        scanner.separate()?;
    }
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_goes_round() {
        for text in [
            "1x1:0|0",
            "1x1:-1000000000|1000000000|1",
            "2x3:2,7,3/9,1,2|3,7,2/2,3,1",
            "2x3:2,7,3/9,1,2|3,7,2/2,3,1|2,1",
            "3x1:1/2/3|-1/-2/-3|1,0,0",
        ] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), text);
        }
        let spaced: Position = " 1x2:01,2|3,-0|0\n".parse().unwrap();
        assert_eq!(spaced.to_string(), "1x2:1,2|3,0");
    }

    #[test]
    fn a_wrong_line_is_told_where_and_what() {
        for (text, message) in [
            ("", "line 1, column 1: expected a number of rows from 1 to 1000, found the end of the input"),
            ("0x3:", "line 1, column 1: expected a number of rows from 1 to 1000, found `0x3:`"),
            ("2x1001:", "line 1, column 3: expected a number of columns from 1 to 1000, found `1001:`"),
            ("2:3", "line 1, column 2: expected `x`, found `:3`"),
            (
                "2x3:2,7/9,1,2|3,7,2/2,3,1",
                "line 1, column 8: expected `,` and a score of the first player at row 1, column 3, found \
                 `/9,1,2|3,7,2/2,3,1`",
            ),
            (
                "2x2:1,2,3/4,5|1,2/3,4",
                "line 1, column 8: expected `/` and row 2 of the first player, found `,3/4,5|1,2/3,4`",
            ),
            ("1x1:1/2|1", "line 1, column 6: expected `|` and the scores of the second player, found `/2|1`"),
            (
                "1x1:1",
                "line 1, column 6: expected `|` and the scores of the second player, found the end of the input",
            ),
            (
                "1x2:1,2|3,1000000001",
                "line 1, column 11: expected a score of the second player at row 1, column 2 from -1000000000 to \
                 1000000000, found `1000000001`",
            ),
            ("1x1:1|1|2", "line 1, column 9: expected a number of cells taken from 0 to 1, found `2`"),
            (
                "2x1:1/1|1/1|1",
                "line 1, column 14: expected `,` and the cells taken in row 2, found the end of the input",
            ),
            ("2x1:1/1|1/1|1,1,1", "line 1, column 16: expected the end of the input, found `,1`"),
            ("2x1:1/1|1/1|0,1", "row 2 has 1 cells taken: expected at most 0, as many as in the row above"),
        ] {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn the_judges_format_goes_round() {
        let text = "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n";
        let positions = Position::read_judge(text).unwrap();
        assert_eq!(positions[0].to_string(), "2x3:2,7,3/9,1,2|3,7,2/2,3,1");
        assert_eq!(Position::write_judge(&positions).as_deref(), Ok(text));
        assert_eq!(Position::read_judge("  2 3 2 7 3 9\n\n1\t2 3 7 2 2 3\r\n1").unwrap(), positions);
        assert_eq!(Position::judge_answer(&Margin::new(-47)), "-47");
    }

    #[test]
    fn the_judges_format_cannot_say_everything() {
        let start: Position = "1x2:1,2|3,4".parse().unwrap();
        let later: Position = "1x2:1,2|3,4|1".parse().unwrap();
        for (positions, message) in [
            (vec![], "the judges' format holds one position: found 0 positions"),
            (vec![start.clone(), start], "the judges' format holds one position: found 2 positions"),
            (vec![later], "the judges' format holds the start of a game: found 1 cells taken"),
        ] {
            assert_eq!(Position::write_judge(&positions).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_wrong_judges_input_is_told_where_and_what() {
        for (text, message) in [
            ("", "line 1, column 1: expected a number of rows from 1 to 1000, found the end of the input"),
            ("0 4\n", "line 1, column 1: expected a number of rows from 1 to 1000, found `0`"),
            (
                "3",
                "line 1, column 2: expected a number of columns from 1 to 1000, found the end of the input",
            ),
            ("2x3", "line 1, column 2: expected white space, found `x3`"),
            (
                "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3",
                "line 5, column 4: expected a score of the second player at row 2, column 3 from -1000000000 to \
                 1000000000, found the end of the input",
            ),
            (
                "1 2\n1 b\n",
                "line 2, column 3: expected a score of the first player at row 1, column 2 from -1000000000 to \
                 1000000000, found `b`",
            ),
            ("1 2\n1 2-3 4", "line 2, column 4: expected white space, found `-3`"),
            ("1 1\n1\n1\n1\n", "line 4, column 1: expected the end of the input, found `1`"),
            ("1 1\n1\n1z\n", "line 3, column 2: expected white space, found `z`"),
        ] {
            assert_eq!(Position::read_judge(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
