//! Strings and coins as text: a string a line, or all on one line; and the judges' boards, read as strings and coins.

use std::fmt;
use std::str::FromStr;

use super::board::{Board, BoardError, Cut, GROUND, is_of_a_name};
use super::position::Position;
use crate::dots;
use crate::game::Rules as _;
use crate::judge::JudgeFormat;
use crate::text::{Scanner, SyntaxError};
use crate::value::Margin;

/// A text that is no position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    /// The text breaks the format.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The text keeps to the format, but what it says is no position.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The text, or the position, is none for the judges.
    #[error(transparent)]
    Judge(#[from] dots::NotationError),
}

/// The word before the strings that are cut.
const CUT: &str = "cut";

/// Reads the notation: the names of the coins at the two ends of a string, or [`ground`](GROUND); further names on the
/// same line go on with a string each, as in `ground a b c ground`. At the end, if any string is cut, `cut:` and
/// the names of those. Lines may end with `;` instead; `#` starts a comment that goes to the end of its line.
///
/// ```
/// use foregone::dots::coins::Position;
/// let lines = "# a chain of two, and a string beside its inner one\nground a b ground\na b\ncut: a-b/2\n";
/// let position: Position = lines.parse()?;
/// assert_eq!(position.to_string(), "ground a; a b; b ground; a b; cut: a-b/2");
/// assert_eq!(format!("{position:#}"), "ground a\na b\nb ground\na b\ncut: a-b/2\n");
/// # Ok::<(), foregone::dots::coins::NotationError>(())
/// ```
impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut scanner = Scanner::new(text);
        let mut strings = Vec::new();
        let mut cut = Vec::new();
        scanner.skip_to_statement();
        while scanner.peek().is_some() {
            let first = coin(&mut scanner)?;
            scanner.skip_spaces();
            if first == CUT && scanner.accept(":") {
                cut = cut_names(&mut scanner)?;
                scanner.skip_to_statement();
                if scanner.peek().is_some() {
                    return Err(scanner.expected("the end of the input after the strings cut").into());
                }
                break;
            }
            let mut last = first;
            loop {
                let before = scanner.clone();
                let next = coin(&mut scanner)?;
                if last == GROUND && next == GROUND {
                    return Err(before.expected("a coin, for the ground is not tied to itself").into());
                }
                if strings.len() == Board::MAX_STRINGS {
                    return Err(before.expected(format!("at most {} strings", Board::MAX_STRINGS)).into());
                }
                strings.push([last, next]);
                last = next;
                scanner.skip_spaces();
                if matches!(scanner.peek(), None | Some('\n' | ';' | '#')) {
                    break;
                }
            }
            scanner.skip_to_statement();
        }
        if strings.is_empty() {
            return Err(scanner.expected("a string: the names of the coins at its ends").into());
        }
        Ok(Self::with_cut(Board::new(strings)?, cut)?)
    }
}

/// Takes the name of a coin or of the ground.
fn coin<'a>(scanner: &mut Scanner<'a>) -> Result<&'a str, SyntaxError> {
    let before = scanner.clone();
    let name = scanner.take_while(is_of_a_name);
    match name.chars().take(Board::MAX_NAME + 1).count() {
        0 => Err(before.expected("the name of a coin, or `ground`")),
        1..=Board::MAX_NAME => match scanner.peek() {
            Some(next) if !next.is_whitespace() && !matches!(next, ':' | ';' | '#') => {
                Err(scanner.expected("white space after a name"))
            }
            _ => Ok(name),
        },
        _ => Err(before.expected(format!("a name of at most {} characters", Board::MAX_NAME))),
    }
}

/// Takes the names of strings up to the end of the line.
fn cut_names<'a>(scanner: &mut Scanner<'a>) -> Result<Vec<&'a str>, SyntaxError> {
    let mut names = Vec::new();
    loop {
        scanner.skip_spaces();
        let before = scanner.clone();
        let name = scanner.take_while(|c| is_of_a_name(c) || matches!(c, '-' | '/'));
        if name.is_empty() {
            return match scanner.peek() {
                None | Some('\n' | ';' | '#') => Ok(names),
                Some(_) => Err(before.expected("the name of a string, such as `a-b`")),
            };
        }
        names.push(name);
    }
}

/// Writes the notation on one line, or with `{:#}` a string a line; both read back as the same position, with
/// [`Side::First`](crate::Side::First) to move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (end, last) = if f.alternate() { ("\n", "\n") } else { ("; ", "") };
        let board = self.board();
        for string in board.strings() {
            if string.index() > 0 {
                f.write_str(end)?;
            }
            let [a, b] = board.end_names(string);
            write!(f, "{a} {b}")?;
        }
        if self.plies_left() < board.strings().count() {
            write!(f, "{end}{CUT}:")?;
            for string in board.strings().filter(|&string: &Cut| self.is_cut(string)) {
                write!(f, " {}", board.name(string))?;
            }
        }
        f.write_str(last)
    }
}

impl JudgeFormat for Position {
    type Value = Margin;

    /// Reads the judges' input of Dots and Boxes, as strings and coins.
    ///
    /// # Errors
    /// [`NotationError`] if the text is no such input, or no edge is undrawn, or too many are.
    fn read_judge(text: &str) -> Result<Vec<Self>, NotationError> {
        let boards = dots::Position::read_judge(text)?;
        Ok(boards.iter().map(Self::try_from).collect::<Result<_, _>>()?)
    }

    /// Refuses: which edges of a board the strings stood for is not kept.
    ///
    /// # Errors
    /// [`NotationError::Judge`].
    fn write_judge(_positions: &[Self]) -> Result<String, NotationError> {
        let found = "strings and coins".to_owned();
        Err(dots::NotationError::NotForJudges { expected: "a board of Dots and Boxes", found }.into())
    }

    fn judge_answer(value: &Margin) -> String {
        dots::Position::judge_answer(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_go_round() {
        for text in [
            "a b",
            "a ground",
            "a a",
            "ground a; a b; b a; b ground; cut: b-a/2",
            "1 2; 2 3; 3 1; é★ ground; cut: 1-2 é★-ground",
            "cut a; cut: cut-a",
        ] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), text);
            let lines = format!("{position:#}");
            assert_eq!(lines, format!("{}\n", text.replace("; ", "\n")));
            assert_eq!(lines.parse().as_ref(), Ok(&position));
            assert_eq!(lines.replace('\n', "\r\n").parse(), Ok(position));
        }
    }

    #[test]
    fn spaces_comments_and_walks_are_free() {
        for text in [
            "ground a b\ncut:a-ground",
            "\n\n # comment\n  ground   a # first\r\n a\tb\r\n\r\ncut : ground-a\r\n# end; of it",
            ";;ground a;a b; ;cut: ground-a;",
        ] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), "ground a; a b; cut: ground-a", "{text:?}");
        }
    }

    #[test]
    fn a_wrong_text_is_told_where_and_what() {
        let long = format!("a {}", "x".repeat(41));
        for (text, message) in [
            (
                "",
                "line 1, column 1: expected a string: the names of the coins at its ends, found the end of the",
            ),
            (
                "# none\n",
                "line 2, column 1: expected a string: the names of the coins at its ends, found the end",
            ),
            (
                "cut: a-b",
                "line 1, column 9: expected a string: the names of the coins at its ends, found the end",
            ),
            (
                "a b\nc",
                "line 2, column 2: expected the name of a coin, or `ground`, found the end of the input",
            ),
            ("a b\nc;d e", "line 2, column 2: expected the name of a coin, or `ground`, found `;d`"),
            ("a b : c", "line 1, column 5: expected the name of a coin, or `ground`, found `:`"),
            ("a-b", "line 1, column 2: expected white space after a name, found `-b`"),
            (
                "a ground ground",
                "line 1, column 10: expected a coin, for the ground is not tied to itself, found `g",
            ),
            (&long, "line 1, column 3: expected a name of at most 40 characters, found `xxxx"),
            ("a b; cut: a-c", "`a-c` is said to be cut, and no string is called so"),
            ("a b; cut: a-b b-a", "a-b is said to be cut twice"),
            ("a b; cut: a:b", "line 1, column 12: expected the name of a string, such as `a-b`, found `:b`"),
            (
                "a b; cut: a-b\nb c",
                "line 2, column 1: expected the end of the input after the strings cut, found `b`",
            ),
            (
                "a b; cut: ; b c",
                "line 1, column 13: expected the end of the input after the strings cut, found `b`",
            ),
        ] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{text:?}: {error}");
        }
        let many = "a ".repeat(Board::MAX_STRINGS + 2);
        let error = many.parse::<Position>().unwrap_err().to_string();
        assert_eq!(error, "line 1, column 16387: expected at most 8192 strings, found `a`");
        assert!("a ".repeat(Board::MAX_STRINGS + 1).parse::<Position>().is_ok());
    }

    #[test]
    fn the_judges_boards_are_read_and_not_written() {
        let read = Position::read_judge("1 1\n0\n1\n10\n").unwrap();
        assert_eq!(read[0].to_string(), "ground a1; a1 ground");
        assert_eq!(
            Position::write_judge(&read).unwrap_err().to_string(),
            "the judges' format holds a board of Dots and Boxes: found strings and coins"
        );
        assert_eq!(
            Position::read_judge("1 1\n1\n1\n11\n").unwrap_err().to_string(),
            "there are 1 to 8192 strings, not 0"
        );
        assert!(Position::read_judge("1 x").unwrap_err().to_string().starts_with("line 1, column 3: "));
        assert_eq!(Position::judge_answer(&Margin::new(-4)), "-4");
    }
}
