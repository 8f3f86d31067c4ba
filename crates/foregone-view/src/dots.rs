//! Dots and Boxes as interfaces tell it.

use foregone::dots::{self, BoardError, Edge, Method, Position, Solver};
use foregone::{Cell, Known, Margin, Rules, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::drawing::{Align, faint, label, pad, trimmed};
use crate::form::{Form, after_size, alone, each};
use crate::game::{Game, Labels};
use crate::page::Page;
use crate::picture::{self, Marks, PictureError, Scene};
use crate::{play, schema};

/// Dots and Boxes.
pub struct Dots;

/// A dots board for programs: what `show` writes, and what is read where a text starts with `{`. Rows and columns count boxes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DotsBoard")]
pub struct Board {
    rows: usize,
    columns: usize,
    /// `rows + 1` rows of `columns` digits, 1 for a drawn edge.
    horizontal: Vec<String>,
    /// `rows` rows of `columns + 1` digits, 1 for a drawn edge.
    vertical: Vec<String>,
    /// When read, it may be left out, and says nothing.
    #[serde(default)]
    boxes_left: usize,
}

/// Why an object is no dots board.
#[derive(Debug, thiserror::Error)]
pub enum DotsBoardError {
    /// There are too many or too few rows of edges.
    #[error("rows of `{what}`: expected {expected}, found {found}")]
    Rows {
        /// Of which edges.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A row of edges is not what it should be.
    #[error("row {row} of `{what}`: expected {expected} digits 0 and 1, found `{found}`")]
    Row {
        /// Of which edges.
        what: &'static str,
        /// Which row, from 0, as edges count them.
        row: usize,
        /// How many digits there should be.
        expected: usize,
        /// What is there.
        found: String,
    },
    /// The edges make no board.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl TryFrom<Board> for Position {
    type Error = DotsBoardError;

    fn try_from(board: Board) -> Result<Self, DotsBoardError> {
        let Board { rows, columns, horizontal, vertical, boxes_left: _ } = board;
        let size = dots::Board::new(rows, columns)?;
        let mut drawn = Vec::new();
        let kinds =
            [("horizontal", horizontal, rows + 1, columns), ("vertical", vertical, rows, columns + 1)];
        for (what, edges, expected, width) in kinds {
            if edges.len() != expected {
                return Err(DotsBoardError::Rows { what, expected, found: edges.len() });
            }
            for (row, text) in edges.iter().enumerate() {
                if text.len() != width || !text.bytes().all(|digit| matches!(digit, b'0' | b'1')) {
                    let found = play::shown(text);
                    return Err(DotsBoardError::Row { what, row, expected: width, found });
                }
                drawn.extend(text.bytes().map(|digit| digit == b'1'));
            }
        }
        Ok(Self::new(size.rows(), size.columns(), drawn)?)
    }
}

impl Game for Dots {
    type Solver = Solver;
    type Board = Board;

    const NAME: &'static str = "dots";

    const FORMS: &'static [Form<Position>] = &[
        Form::notation(|text| Ok(Position::read_lines(text)?)),
        Form::judge(),
        Form {
            name: "openspiel",
            title: "moves of OpenSpiel",
            looks: |text| {
                text.starts_with("dots_and_boxes")
                    || text.starts_with("P1(")
                    || after_size(text).is_some_and(has_moves)
            },
            summary: "Moves of OpenSpiel's `dots_and_boxes`, after its game string or a size",
            one_line: true,
            read: |text| Ok(vec![dots::Form::OpenSpiel.read(text)?]),
            write: |positions| Ok(each(positions, |position| dots::Form::OpenSpiel.write(position))),
        },
        Form {
            name: "trmph",
            title: "a link to trmph",
            looks: |text| ["#", "board#", "http", "trmph.com"].iter().any(|begin| text.starts_with(begin)),
            summary: "A link to a board of trmph.com, or the part of it from `board#` on",
            one_line: true,
            read: |text| Ok(vec![dots::Form::Trmph.read(text)?]),
            write: |positions| Ok(each(positions, |position| dots::Form::Trmph.write(position))),
        },
        Form {
            name: "dabble",
            title: "a file of Dabble",
            looks: |text| text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(','),
            summary: "A `.dbl` file of Dabble: the size, then `(x, y) - (x, y)` for each line",
            one_line: false,
            read: |text| Ok(vec![dots::Form::Dabble.read(text)?]),
            write: |positions| {
                alone("a file of Dabble", positions)
                    .map(|()| each(positions, |position| dots::Form::Dabble.write(position)))
            },
        },
        Form {
            name: "pos",
            title: "a `.pos` file",
            looks: has_sides,
            summary: "A `.pos` file: the size, then `x y t`, `b`, `l` or `r` for each move",
            one_line: false,
            read: |text| Ok(vec![dots::Form::Pos.read(text)?]),
            write: |positions| {
                alone("a `.pos` file", positions)
                    .map(|()| each(positions, |position| dots::Form::Pos.write(position)))
            },
        },
        Form {
            name: "littlegolem",
            title: "moves of Little Golem",
            looks: |text| after_size(text).is_some_and(|rest| rest.starts_with(' ') && rest.contains('-')),
            summary: "A size and moves as on Little Golem: `5x5 1. b5-c5 2. c4-c5`",
            one_line: true,
            read: |text| Ok(vec![dots::Form::LittleGolem.read(text)?]),
            write: |positions| Ok(each(positions, |position| dots::Form::LittleGolem.write(position))),
        },
        Form {
            name: "grid",
            title: "a picture",
            looks: |text| text.starts_with(['+', '•']) || text.starts_with("Dots and Boxes"),
            summary: "A picture of `+`, `--` and `|`, or what `show` prints",
            one_line: false,
            read: |text| Ok(vec![dots::Form::Grid.read(text)?]),
            write: |positions| {
                alone("a picture", positions)
                    .map(|()| each(positions, |position| dots::Form::Grid.write(position)))
            },
        },
        schema::form::<Self>(),
    ];

    /// The problem asks for loony endgames alone and says that its input is one.
    fn judge_method() -> Method {
        Method::Loony
    }

    /// The notation does not say whose turn it is, so the sides go by who is to move.
    fn side(position: &Position, side: Side) -> String {
        if side == position.to_move() { "mover".to_owned() } else { "other".to_owned() }
    }

    fn heading(position: &Position) -> String {
        let (rows, columns) = (position.rows(), position.columns());
        let edges = position.board().edges();
        let drawn = edges - position.plies_left();
        let left = position.boxes_left();
        format!(
            "Dots and Boxes {rows}x{columns}, {drawn} of {edges} edges drawn, {left} of {} boxes left",
            rows * columns
        )
    }

    fn draw(position: &Position, labels: Option<&Labels<Edge>>, page: Page) -> String {
        let key = match labels {
            Some(_) => "lines: drawn; ■: taken; numbers: the mover's margin from here if it draws that edge",
            None => "lines: drawn; ■: taken",
        };
        draw(position, labels, key, page)
    }

    fn scene(position: &Position, marks: Option<&Marks<Edge>>) -> Result<Scene, PictureError> {
        picture::dots_scene(position, marks)
    }

    fn board(position: &Position) -> Board {
        let digits = |edges: &mut dyn Iterator<Item = Edge>| {
            edges.map(|edge| if position.is_drawn(edge) { '1' } else { '0' }).collect::<String>()
        };
        let (rows, columns) = (position.rows(), position.columns());
        let horizontal = |row| digits(&mut (0..columns).map(|column| Edge::Horizontal { row, column }));
        let vertical = |row| digits(&mut (0..=columns).map(|column| Edge::Vertical { row, column }));
        Board {
            rows,
            columns,
            horizontal: (0..=rows).map(horizontal).collect(),
            vertical: (0..rows).map(vertical).collect(),
            boxes_left: position.boxes_left(),
        }
    }

    fn label(value: &Margin) -> String {
        value.to_string()
    }

    fn amount(value: &Margin) -> Amount {
        value.into()
    }

    fn other_view(value: Margin) -> Margin {
        -value
    }

    fn verdict(position: &Position, value: &Known<Margin>) -> String {
        if position.plies_left() == 0 {
            return "The game is over: every edge is drawn".to_owned();
        }
        verdict("the side to move", position.boxes_left(), ["box", "boxes"], value)
    }
}

/// Whether moves of OpenSpiel follow: `P1(h,0,0)`, `h,0,0`, or the number of one.
fn has_moves(rest: &str) -> bool {
    rest.starts_with(' ') && !rest.contains('-')
}

/// Whether a text is two numbers, and two more with a side of a box.
fn has_sides(text: &str) -> bool {
    let words: Vec<&str> = text.split_ascii_whitespace().take(5).collect();
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    words.len() == 5 && words[..4].iter().all(is_number) && words[4].starts_with(['t', 'b', 'l', 'r'])
}

/// What a margin over so many boxes or coins means to `who`; `things` are one of them and many.
pub(crate) fn verdict(who: &str, left: usize, things: [&str; 2], value: &Known<Margin>) -> String {
    let [one, many] = things;
    let left = if left == 1 { format!("last {one}") } else { format!("{left} {many} left") };
    match value {
        Known::Exact(margin) => match margin.points() {
            0 => format!("With best play {who} shares the {left} evenly"),
            points if points > 0 => format!("With best play {who} wins the {left} by {points}"),
            points => format!("With best play {who} loses the {left} by {}", -points),
        },
        Known::AtLeast(margin) => format!("With best play {who}'s margin is {margin} or more"),
        Known::AtMost(margin) => format!("With best play {who}'s margin is {margin} or less"),
        Known::Unknown => "The value is not known yet".to_owned(),
    }
}

/// Dots joined by drawn edges, a label on each labelled edge, a square in each taken box, and a key to what is drawn.
pub(crate) fn draw(position: &Position, labels: Option<&Labels<Edge>>, key: &str, page: Page) -> String {
    draw_marked(position, labels, &|_| None, key, page)
}

/// The same with a mark in each box that has one. The dots where two panels meet are in both.
pub(crate) fn draw_marked<'a>(
    position: &Position,
    labels: Option<&Labels<Edge>>,
    mark: &dyn Fn(Cell) -> Option<&'a str>,
    key: &str,
    page: Page,
) -> String {
    let (rows, columns) = (position.rows(), position.columns());
    if let Some(refusal) = page.refusal(rows, columns) {
        return refusal;
    }
    let marks = position.cells().filter_map(mark).map(|mark| mark.chars().count());
    let inside = marks.max().unwrap_or(0).max(1);
    // The field of an edge's label: between two dots, or across a vertical line.
    let field = labels.map_or(3, |labels| labels.width() + 2) | 1;
    let half = field / 2;
    let span = field + inside - 1;
    let edge = rows.to_string().len() + 1;
    // Centred on a vertical line, a label would reach `half` to the left of the first dot.
    let indent = edge + half;
    let mut text = String::new();
    for columns in page.panels(columns, indent + 1 + half, span + 1) {
        if columns.start > 0 {
            text.push('\n');
        }
        let names =
            (columns.start..=columns.end).map(|column| pad(&column.to_string(), span + 1, Align::Left));
        let names = " ".repeat(indent) + &names.collect::<String>();
        text.push_str(&(faint(names.trim_end()) + "\n"));
        for row in 0..=rows {
            text.push_str(&faint(&pad(&row.to_string(), indent - half - 1, Align::Right)));
            text.push_str(&" ".repeat(half + 1));
            for column in columns.start..=columns.end {
                text.push('•');
                if column < columns.end {
                    text.push_str(&horizontal(position, labels, Edge::Horizontal { row, column }, span));
                }
            }
            text.push('\n');
            if row == rows {
                continue;
            }
            text.push_str(&" ".repeat(indent - half));
            for column in columns.start..=columns.end {
                text.push_str(&vertical(position, labels, Edge::Vertical { row, column }, field));
                if column < columns.end {
                    let cell = Cell::new(row, column);
                    let taken = if position.open_sides(cell) == 0 { "■" } else { "" };
                    text.push_str(&pad(mark(cell).unwrap_or(taken), inside, Align::Centre));
                }
            }
            text.push('\n');
        }
    }
    text.push_str(&faint(key));
    trimmed(&text)
}

fn horizontal(position: &Position, labels: Option<&Labels<Edge>>, edge: Edge, field: usize) -> String {
    match labels.and_then(|labels| labels.get(edge)) {
        _ if position.is_drawn(edge) => "━".repeat(field),
        Some(value) => label(value, field),
        None => " ".repeat(field),
    }
}

fn vertical(position: &Position, labels: Option<&Labels<Edge>>, edge: Edge, field: usize) -> String {
    match labels.and_then(|labels| labels.get(edge)) {
        _ if position.is_drawn(edge) => pad("┃", field, Align::Centre),
        Some(value) => label(value, field),
        None => " ".repeat(field),
    }
}

#[cfg(test)]
mod tests {
    use foregone::dots::Start;

    use super::*;
    use crate::text;

    #[test]
    fn json_goes_round_and_is_checked() {
        let read = |json: &str| crate::read::<Dots>(None, json, false).map(|read| read.positions);
        for notation in ["1x1", "2x3:10011101001011001", "3x4:swedish"] {
            let position: Position = notation.parse().unwrap();
            let answer = serde_json::to_string(&schema::board::<Dots>(&position)).unwrap();
            assert_eq!(read(&answer).unwrap(), std::slice::from_ref(&position));
            let board = serde_json::to_string(&Dots::board(&position)).unwrap();
            assert_eq!(read(&board).unwrap(), [position]);
        }
        for (json, error) in [
            (
                r#"{"rows":1,"columns":1,"horizontal":["0"],"vertical":["00"]}"#,
                "rows of `horizontal`: expected 2, found 1",
            ),
            (
                r#"{"rows":1,"columns":1,"horizontal":["0","0"],"vertical":["02"]}"#,
                "row 0 of `vertical`: expected 2 digits 0 and 1, found `02`",
            ),
            (r#"{"rows":0,"columns":1,"horizontal":[],"vertical":[]}"#, "not 0x1"),
            (r#"{"rows":18446744073709551615,"columns":1,"horizontal":[],"vertical":[]}"#, "1 to 1000"),
        ] {
            let told = read(json).unwrap_err().to_string();
            assert!(told.contains(error), "{json}: {told}");
        }
    }

    fn check(position: &Position) {
        let shown = anstream::adapter::strip_str(&text::board::<Dots>(position, Page::default())).to_string();
        assert_eq!(dots::Form::Grid.read(&shown), Ok(position.clone()), "{shown}");
    }

    #[test]
    fn what_is_shown_is_read_back() {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1)] {
            let edges = Position::start(rows, columns, Start::American).unwrap().plies_left();
            for drawn in 0..1 << edges {
                let drawn = (0..edges).map(|edge| drawn >> edge & 1 == 1).collect();
                check(&Position::new(rows, columns, drawn).unwrap());
            }
        }
        for &start in Start::ALL {
            check(&Position::start(12, 11, start).unwrap());
        }
    }
}
