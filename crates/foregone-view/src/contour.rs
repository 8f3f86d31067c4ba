//! Contour as interfaces tell it.

use std::ops::Range;

use foregone::cell::column_name;
use foregone::contour::{self, BoardError, Method, Position, Solver};
use foregone::{Cell, Known, Margin, Rules, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::drawing::{Align, Weight, faint, junction, label, pad};
use crate::form::Form;
use crate::game::{Game, Labels};
use crate::page::Page;
use crate::picture::{self, Marks, PictureError, Scene};
use crate::schema;

/// The game of taking a scored grid's cells in staircase order.
pub struct Contour;

/// A contour board for programs: what `show` writes, and what is read where a text starts with `{`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ContourBoard")]
pub struct Board {
    rows: usize,
    columns: usize,
    /// The first player's scores, row by row.
    first: Vec<Vec<i64>>,
    /// The second player's scores, row by row.
    second: Vec<Vec<i64>>,
    /// How many cells of each row are taken, from the left; when read, none if it is left out.
    #[serde(default)]
    taken: Vec<usize>,
}

/// Why an object is no contour board.
#[derive(Debug, thiserror::Error)]
pub enum ContourBoardError {
    /// A list has another length than it should.
    #[error("{what}: expected {expected}, found {found}")]
    Length {
        /// Of what.
        what: String,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The numbers make no board.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl TryFrom<Board> for Position {
    type Error = ContourBoardError;

    fn try_from(board: Board) -> Result<Self, ContourBoardError> {
        let Board { rows, columns, first, second, taken } = board;
        let flat = |scores: Vec<Vec<i64>>, side| {
            same_length(format!("rows of `{side}`"), rows, scores.len())?;
            for (row, number) in scores.iter().zip(1..) {
                same_length(format!("scores of row {number} of `{side}`"), columns, row.len())?;
            }
            Ok::<Vec<i64>, ContourBoardError>(scores.into_iter().flatten().collect())
        };
        let board = contour::Board::new(rows, columns, flat(first, "first")?, flat(second, "second")?)?;
        let taken = if taken.is_empty() { vec![0; rows] } else { taken };
        Ok(Self::with_taken(board, taken)?)
    }
}

fn same_length(what: String, expected: usize, found: usize) -> Result<(), ContourBoardError> {
    if expected == found { Ok(()) } else { Err(ContourBoardError::Length { what, expected, found }) }
}

impl Game for Contour {
    type Solver = Solver;
    type Board = Board;

    const NAME: &'static str = "contour";

    const FORMS: &'static [Form<Position>] =
        &[Form::notation(|text| Ok(Position::read_lines(text)?)), Form::judge(), schema::form::<Self>()];

    fn judge_method() -> Method {
        Method::default()
    }

    fn side(_position: &Position, side: Side) -> String {
        side.to_string()
    }

    fn heading(position: &Position) -> String {
        let (rows, columns) = (position.board().rows(), position.board().columns());
        let taken: usize = position.taken().iter().sum();
        let turn = if position.plies_left() == 0 {
            "the game is over".to_owned()
        } else {
            format!("{} to move", position.to_move())
        };
        format!("Contour {rows}x{columns}, {taken} of {} cells taken, {turn}", rows * columns)
    }

    fn draw(position: &Position, labels: Option<&Labels<Cell>>, page: Page) -> String {
        let board = position.board();
        match page.refusal(board.rows(), board.columns()) {
            Some(refusal) => refusal,
            None => Picture::new(position, labels).draw(page),
        }
    }

    fn scene(position: &Position, marks: Option<&Marks<Cell>>) -> Result<Scene, PictureError> {
        picture::contour_scene(position, marks)
    }

    fn board(position: &Position) -> Board {
        let board = position.board();
        let table = |score: &dyn Fn(Cell) -> i64| {
            let row = |row| (0..board.columns()).map(|column| score(Cell::new(row, column))).collect();
            (0..board.rows()).map(row).collect()
        };
        Board {
            rows: board.rows(),
            columns: board.columns(),
            first: table(&|cell| board.first(cell)),
            second: table(&|cell| board.second(cell)),
            taken: position.taken().to_vec(),
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
            return "The game is over: every cell is taken".to_owned();
        }
        let from_here = position.taken().iter().any(|&taken| taken > 0);
        verdict(position.to_move(), from_here, value)
    }
}

/// What the value of a game that is not over means; `from_here` if some of it is played.
pub(crate) fn verdict(side: Side, from_here: bool, value: &Known<Margin>) -> String {
    let other = side.other();
    match value {
        Known::Exact(margin) => match (margin.points(), from_here) {
            (0, false) => format!("With best play {side} and {other} end level"),
            (0, true) => format!("With best play neither {side} nor {other} gains from here"),
            (points, false) if points > 0 => format!("With best play {side} ends {points} ahead"),
            (points, false) => format!("With best play {side} ends {} behind", -points),
            (points, true) if points > 0 => {
                format!("With best play {side} gains {points} on {other} from here")
            }
            (points, true) => format!("With best play {side} loses {} to {other} from here", -points),
        },
        Known::AtLeast(margin) => format!("With best play {side}'s margin is {margin} or more"),
        Known::AtMost(margin) => format!("With best play {side}'s margin is {margin} or less"),
        Known::Unknown => "The value is not known yet".to_owned(),
    }
}

/// The grid: each cell with its two scores, taken cells set back, the contour drawn heavy.
///
/// ```text
///      a   b
///    ┏━━━┱───┐      first's score
///  1 ┃ 2 ┃ 7 │      second's score
///    ┃ 3 ┃ 7 │      the value of taking the cell, when asked for
///    ┡━━━╃───┤
/// ```
struct Picture<'a> {
    position: &'a Position,
    labels: Option<&'a Labels<Cell>>,
    /// Characters between two vertical lines.
    width: usize,
    /// Characters left of the grid.
    margin: usize,
}

impl<'a> Picture<'a> {
    fn new(position: &'a Position, labels: Option<&'a Labels<Cell>>) -> Self {
        let board = position.board();
        let cells =
            (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| Cell::new(row, column)));
        let scores = cells.flat_map(|cell| [board.first(cell), board.second(cell)]);
        let digits = scores.map(|score| score.to_string().len()).max().unwrap_or(1);
        let name = column_name(board.columns() - 1).len();
        let width = digits.max(name).max(labels.map_or(0, Labels::width)) + 2;
        Self { position, labels, width, margin: board.rows().to_string().len() + 2 }
    }

    fn taken(&self, row: usize) -> usize {
        self.position.taken()[row]
    }

    /// Whether a horizontal line under `row - 1` and over `row` is on the contour: the cell above it is taken or it is
    /// the top border, and the cell below it is free or it is the bottom border.
    fn horizontal(&self, row: usize, column: usize) -> Weight {
        let above = row == 0 || column < self.taken(row - 1);
        let below = row < self.position.board().rows() && column < self.taken(row);
        if above && !below { Weight::Heavy } else { Weight::Light }
    }

    /// The same for the vertical line left of `column`.
    fn vertical(&self, row: usize, column: usize) -> Weight {
        if self.taken(row) == column { Weight::Heavy } else { Weight::Light }
    }

    /// The line above `row`, or the bottom border.
    fn rule(&self, row: usize, columns: &Range<usize>) -> String {
        let rows = self.position.board().rows();
        let mut rule = " ".repeat(self.margin);
        for column in columns.start..=columns.end {
            let up = if row > 0 { self.vertical(row - 1, column) } else { Weight::None };
            let down = if row < rows { self.vertical(row, column) } else { Weight::None };
            let left = if column > columns.start { self.horizontal(row, column - 1) } else { Weight::None };
            let right = if column < columns.end { self.horizontal(row, column) } else { Weight::None };
            rule.push(junction(up, right, down, left));
            if column < columns.end {
                let dash = junction(Weight::None, right, Weight::None, right);
                rule.extend(std::iter::repeat_n(dash, self.width));
            }
        }
        rule
    }

    /// One line of a row of cells.
    fn contents(
        &self,
        row: usize,
        columns: &Range<usize>,
        name: &str,
        field: impl Fn(Cell) -> String,
    ) -> String {
        let mut line = faint(&pad(name, self.margin - 1, Align::Right));
        line.push(' ');
        for column in columns.start..=columns.end {
            let weight = self.vertical(row, column);
            line.push(junction(weight, Weight::None, weight, Weight::None));
            if column < columns.end {
                line.push_str(&field(Cell::new(row, column)));
            }
        }
        line
    }

    /// A score as tall as the cell, set back if the cell is taken.
    fn score(&self, cell: Cell, score: i64) -> String {
        let text = pad(&format!("{score} "), self.width, Align::Right);
        if self.position.is_taken(cell) { faint(&text) } else { text }
    }
}

impl Picture<'_> {
    fn draw(&self, page: Page) -> String {
        let board = self.position.board();
        let mut text = String::new();
        for columns in page.panels(board.columns(), self.margin + 1, self.width + 1) {
            if columns.start > 0 {
                text.push('\n');
            }
            self.panel(&columns, &mut text);
        }
        let third = if self.labels.is_some() { ", then the value of taking it (× taken)" } else { "" };
        let key = format!("each cell: first's score, second's score{third}; heavy line: the contour");
        text + &faint(&key) + "\n"
    }

    fn panel(&self, columns: &Range<usize>, text: &mut String) {
        let board = self.position.board();
        let mut line = |line: &str| text.extend([line, "\n"]);
        let names = columns.clone().map(|column| {
            format!(" {}", pad(&format!("{} ", column_name(column)), self.width, Align::Right))
        });
        let names = " ".repeat(self.margin) + &names.collect::<String>();
        line(&faint(names.trim_end()));
        for row in 0..board.rows() {
            line(&self.rule(row, columns));
            let name = (row + 1).to_string();
            line(&self.contents(row, columns, &name, |cell| self.score(cell, board.first(cell))));
            line(&self.contents(row, columns, "", |cell| self.score(cell, board.second(cell))));
            if let Some(labels) = self.labels {
                let value = |cell| match labels.get(cell) {
                    Some(known) => label(known, self.width),
                    None if self.position.is_taken(cell) => faint(&pad("×", self.width, Align::Centre)),
                    None => " ".repeat(self.width),
                };
                line(&self.contents(row, columns, "", value));
            }
        }
        line(&self.rule(board.rows(), columns));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_goes_round_and_is_checked() {
        let read = |json: &str| crate::read::<Contour>(None, json, false).map(|read| read.positions);
        for notation in ["2x3:2,7,3/9,1,2|3,7,2/2,3,1", "2x2:1,-2/3,4|5,6/7,8|1,0"] {
            let position: Position = notation.parse().unwrap();
            let answer = serde_json::to_string(&schema::board::<Contour>(&position)).unwrap();
            assert_eq!(read(&answer).unwrap(), std::slice::from_ref(&position));
            let board = serde_json::to_string(&Contour::board(&position)).unwrap();
            assert_eq!(read(&board).unwrap(), [position]);
        }
        for (json, error) in [
            (
                r#"{"rows":1,"columns":2,"first":[[1,2]],"second":[]}"#,
                "rows of `second`: expected 1, found 0",
            ),
            (
                r#"{"rows":1,"columns":2,"first":[[1]],"second":[[1,2]]}"#,
                "scores of row 1 of `first`: expected 2, found 1",
            ),
            (r#"{"rows":1,"columns":1,"first":[[1]],"second":[[1]],"taken":[2]}"#, "taken"),
            (r#"{"rows":1,"columns":1,"first":[["x"]],"second":[[1]]}"#, "expected i64"),
        ] {
            let told = read(json).unwrap_err().to_string();
            assert!(told.contains(error), "{json}: {told}");
        }
    }
}
