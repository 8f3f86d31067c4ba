//! Posets as text: an element a line, or all on one line; and the judges' grids, read as posets.

use std::fmt;
use std::str::FromStr;

use super::board::{Element, Given, Poset, PosetError, is_of_a_name};
use super::position::Position;
use crate::cell::Cell;
use crate::contour;
use crate::game::{Rules, Side};
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
    Poset(#[from] PosetError),
    /// The text, or the position, is none for the judges.
    #[error(transparent)]
    Judge(#[from] contour::NotationError),
}

/// The word before the elements taken.
const TAKEN: &str = "taken";

/// Reads the notation: a name, both scores and, after a colon, the names of the prerequisites, for each element; at the
/// end, if any element is taken, `taken:` and the names of those. Elements end with their lines, or with `;`; `#` starts a
/// comment that goes to the end of its line.
///
/// ```
/// use foregone::contour::poset::Position;
/// let lines = "# two ways up\nroot 1 2\nleft 3 4: root\nright 5 6: root\n\ntaken: root\n";
/// let position: Position = lines.parse()?;
/// assert_eq!(position.to_string(), "root 1 2; left 3 4: root; right 5 6: root; taken: root");
/// assert_eq!(format!("{position:#}"), "root 1 2\nleft 3 4: root\nright 5 6: root\ntaken: root\n");
/// # Ok::<(), foregone::contour::poset::NotationError>(())
/// ```
impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut scanner = Scanner::new(text);
        let mut entries = Vec::new();
        let mut taken = Vec::new();
        let mut given = 0;
        scanner.skip_to_statement();
        while scanner.peek().is_some() {
            let before = scanner.clone();
            let name = scanner.take_while(is_of_a_name);
            if name.is_empty() {
                return Err(before.expected("the name of an element").into());
            }
            scanner.skip_spaces();
            if name == TAKEN && scanner.accept(":") {
                taken = names(&mut scanner, 0, &ELEMENTS)?;
                scanner.skip_to_statement();
                if scanner.peek().is_some() {
                    return Err(scanner.expected("the end of the input after the elements taken").into());
                }
                break;
            }
            if entries.len() == Poset::MAX_ELEMENTS {
                return Err(before.expected(ELEMENTS.to_string()).into());
            }
            let first = score(&mut scanner, Side::First, name)?;
            let second = score(&mut scanner, Side::Second, name)?;
            let prerequisites =
                if scanner.accept(":") { names(&mut scanner, given, &PREREQUISITES)? } else { Vec::new() };
            given += prerequisites.len();
            end_statement(&scanner, "`:` and the prerequisites, or the end of the line")?;
            entries.push(Given { name, first, second, prerequisites });
            scanner.skip_to_statement();
        }
        if entries.is_empty() {
            return Err(scanner.expected("an element: its name and two scores").into());
        }
        Ok(Self::with_taken(Poset::of(&entries)?, taken)?)
    }
}

/// Asks that the element end here.
fn end_statement(scanner: &Scanner<'_>, expected: &str) -> Result<(), SyntaxError> {
    match scanner.peek() {
        None | Some('\n' | ';' | '#') => Ok(()),
        Some(_) => Err(scanner.expected(expected)),
    }
}

/// Takes names up to the end of the element; with so many that came `before` no more than allowed.
fn names<'a>(scanner: &mut Scanner<'a>, before: usize, most: &Most) -> Result<Vec<&'a str>, SyntaxError> {
    let mut names = Vec::new();
    loop {
        scanner.skip_spaces();
        let start = scanner.clone();
        let name = scanner.take_while(is_of_a_name);
        if name.is_empty() {
            end_statement(scanner, "the name of an element")?;
            return Ok(names);
        }
        if before + names.len() == most.count {
            return Err(start.expected(most.to_string()));
        }
        names.push(name);
    }
}

/// So many and no more, as what was expected.
struct Most {
    count: usize,
    what: &'static str,
}

const ELEMENTS: Most = Most { count: Poset::MAX_ELEMENTS, what: "elements" };

const PREREQUISITES: Most = Most { count: Poset::MAX_PREREQUISITES, what: "prerequisites in all" };

impl fmt::Display for Most {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {} {}", self.count, self.what)
    }
}

/// Takes a score and the spaces around it.
fn score(scanner: &mut Scanner<'_>, side: Side, name: &str) -> Result<i64, SyntaxError> {
    scanner.skip_spaces();
    // Names may be long, and errors are one line.
    let name = if name.chars().count() > Poset::MAX_NAME { "this element" } else { name };
    let what = format!("the {side} player's score of {}", name.escape_debug());
    let score = scanner.integer(&what, -Poset::MAX_SCORE..=Poset::MAX_SCORE)?;
    match scanner.peek() {
        Some(next) if is_of_a_name(next) => Err(scanner.expected("white space after a score")),
        _ => {
            scanner.skip_spaces();
            Ok(score)
        }
    }
}

/// Writes the notation on one line, or with `{:#}` an element a line; both read back as the same position.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let poset = self.poset();
        let lines = f.alternate();
        let list = |f: &mut fmt::Formatter<'_>, elements: &mut dyn Iterator<Item = Element>| -> fmt::Result {
            for element in elements {
                write!(f, " {}", poset.name(element))?;
            }
            Ok(())
        };
        for element in poset.elements() {
            if element.index() > 0 && !lines {
                f.write_str("; ")?;
            }
            let [first, second] = [Side::First, Side::Second].map(|side| poset.score(side, element));
            write!(f, "{} {first} {second}", poset.name(element))?;
            if !poset.prerequisites(element).is_empty() {
                f.write_str(":")?;
                list(f, &mut poset.prerequisites(element).iter().copied())?;
            }
            if lines {
                f.write_str("\n")?;
            }
        }
        if self.plies_left() < poset.len() {
            write!(f, "{}{TAKEN}:", if lines { "" } else { "; " })?;
            list(f, &mut poset.elements().filter(|&element| self.is_taken(element)))?;
            if lines {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl JudgeFormat for Position {
    type Value = Margin;

    /// Reads the judges' input of a Contour grid, as the poset of its cells.
    ///
    /// # Errors
    /// [`NotationError`] if the text is no such input, or the grid has too many cells.
    fn read_judge(text: &str) -> Result<Vec<Self>, NotationError> {
        let grids = contour::Position::read_judge(text)?;
        Ok(grids.iter().map(Self::try_from).collect::<Result<_, _>>()?)
    }

    /// Writes the judges' input, which `read_judge` reads.
    ///
    /// # Errors
    /// [`NotationError::Judge`] unless there is one position, that of a grid's cells as `read_judge` gives it.
    fn write_judge(positions: &[Self]) -> Result<String, NotationError> {
        let grids: Option<Vec<contour::Position>> = positions.iter().map(grid).collect();
        let no_grid = || contour::NotationError::NotForJudges {
            expected: "a grid, its cells row by row with no cell taken",
            found: "another poset".to_owned(),
        };
        Ok(contour::Position::write_judge(&grids.ok_or_else(no_grid)?)?)
    }

    fn judge_answer(value: &Margin) -> String {
        contour::Position::judge_answer(value)
    }
}

/// The grid that a position is the poset of, at its start.
fn grid(position: &Position) -> Option<contour::Position> {
    let poset = position.poset();
    let last: Cell = poset.name(poset.elements().last()?).parse().ok()?;
    let scores = |side| poset.elements().map(|element| poset.score(side, element)).collect();
    let (rows, columns) = (last.row.checked_add(1)?, last.column.checked_add(1)?);
    let board = contour::Board::new(rows, columns, scores(Side::First), scores(Side::Second)).ok()?;
    let grid = contour::Position::new(board);
    (Position::try_from(&grid).ok()? == *position).then_some(grid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_go_round() {
        for text in [
            "a 0 0",
            "a -1000000000 1000000000; taken: a",
            "top 1 2: left right; left 3 4; right 5 6",
            "1 1 1; 2 2 2: 1; é★ 3 3: 2 1; taken: 1 2",
            "taken 1 2; taken: taken",
        ] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), text);
            let lines = format!("{position:#}");
            assert_eq!(lines, format!("{}\n", text.replace("; ", "\n")));
            assert_eq!(lines.parse(), Ok(position));
        }
    }

    #[test]
    fn spaces_comments_and_order_are_free() {
        for text in [
            "a 1 2:b\nb 3 4\ntaken:b",
            "\n\n # comment\n  a   01\t2 :  b  # needs b\r\nb 3 4:\r\n\r\ntaken : b\r\n# end; of it",
            ";;a 1 2: b;b 3 4; ;taken: b;",
        ] {
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), "a 1 2: b; b 3 4; taken: b", "{text:?}");
        }
    }

    #[test]
    fn a_wrong_text_is_told_where_and_what() {
        for (text, message) in [
            (
                "",
                "line 1, column 1: expected an element: its name and two scores, found the end of the input",
            ),
            (
                "# nothing\n",
                "line 2, column 1: expected an element: its name and two scores, found the end of",
            ),
            ("taken: a", "line 1, column 9: expected an element: its name and two scores, found the end of"),
            (
                "a 1\nb 1 2",
                "line 1, column 4: expected the second player's score of a from -1000000000 to 1000000000, found the \
                 end of the line",
            ),
            (
                "a: b",
                "line 1, column 2: expected the first player's score of a from -1000000000 to 1000000000, f",
            ),
            ("a 1 2x", "line 1, column 6: expected white space after a score, found `x`"),
            ("a 1 2\nb 1 9999999999", "line 2, column 5: expected the second player's score of b from -1000"),
            (
                "a 1 2 b",
                "line 1, column 7: expected `:` and the prerequisites, or the end of the line, found `b`",
            ),
            ("a 1 2: b : c", "line 1, column 10: expected the name of an element, found `:`"),
            (": 1 2", "line 1, column 1: expected the name of an element, found `:`"),
            (
                "a 1 2; taken: a\nb 1 2",
                "line 2, column 1: expected the end of the input after the elements taken, f",
            ),
            ("a 1 2; b 1 2: c", "b needs `c`, and no element is called so"),
            ("a 1 2; a 1 2", "two elements are called a"),
            ("a 1 2: b; b 1 2: a", "prerequisites go round in a circle: a needs b, b needs a"),
            ("a 1 2: a", "prerequisites go round in a circle: a needs a"),
            ("a 1 2; b 1 2: a a", "b names its prerequisite a twice"),
            ("a 1 2; b 1 2: a; taken: b", "b is said to be taken, and a, which it needs, is not"),
        ] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{text:?}: {error}");
        }
        let many: String = (0..=Poset::MAX_ELEMENTS).map(|index| format!("{index} 0 0\n")).collect();
        let error = many.parse::<Position>().unwrap_err().to_string();
        assert_eq!(error, "line 4097, column 1: expected at most 4096 elements, found `4096`");
        let elements: Vec<String> = (0..1_449).map(|index| index.to_string()).collect();
        let all_before =
            |(index, name): (usize, &String)| format!("{name} 0 0: {}\n", elements[..index].join(" "));
        let dense: Vec<String> = elements.iter().enumerate().map(all_before).collect();
        let error = dense.concat().parse::<Position>().unwrap_err().to_string();
        // The elements before the last one have 1448 * 1447 / 2 prerequisites, which leaves it 948.
        assert_eq!(
            error,
            "line 1449, column 3693: expected at most 1048576 prerequisites in all, found `948`"
        );
        let position: Position = dense[..1_448].concat().parse().unwrap();
        assert_eq!(position.moves().len(), 1);
    }

    #[test]
    fn the_judges_grids_go_round_and_nothing_else_does() {
        for text in ["1 1\n7\n-8\n", "2 3\n2 7 3\n9 1 2\n3 7 2\n2 3 1\n"] {
            let positions = Position::read_judge(text).unwrap();
            assert_eq!(Position::write_judge(&positions).as_deref(), Ok(text));
        }
        let refusals = ["a1 1 2; taken: a1", "a1 1 2; a2 3 4", "a1 1 2; b2 3 4: a1", "top 1 2"].map(|text| {
            let position: Position = text.parse().unwrap();
            Position::write_judge(&[position]).unwrap_err().to_string()
        });
        for refusal in refusals {
            assert_eq!(
                refusal,
                "the judges' format holds a grid, its cells row by row with no cell taken: found another poset"
            );
        }
        let error = Position::write_judge(&[]).unwrap_err().to_string();
        assert_eq!(error, "the judges' format holds one position: found 0 positions");
        assert!(Position::read_judge("1 1\n1 x").unwrap_err().to_string().starts_with("line 2, column 3: "));
        assert_eq!(Position::judge_answer(&Margin::new(-47)), "-47");
    }
}
