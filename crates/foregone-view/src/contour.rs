//! Contour as interfaces tell it.

use std::fmt::Write as _;

use foregone::cell::column_name;
use foregone::contour::{Method, Position, Solver};
use foregone::{Cell, Known, Margin, Rules, Side};
use serde::Serialize;

use crate::amount::Amount;
use crate::drawing::{Align, Weight, faint, junction, label, pad};
use crate::form::Form;
use crate::game::{Game, Labels};
use crate::picture::{self, Marks, PictureError, Scene};

/// The game of taking a scored grid's cells in staircase order.
pub struct Contour;

/// A contour board for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Board {
    rows: usize,
    columns: usize,
    /// The first player's scores, row by row.
    first: Vec<Vec<i64>>,
    /// The second player's scores, row by row.
    second: Vec<Vec<i64>>,
    /// How many cells of each row are taken, from the left.
    taken: Vec<usize>,
}

impl Game for Contour {
    type Solver = Solver;
    type Board = Board;

    const NAME: &'static str = "contour";

    const FORMS: &'static [Form<Position>] =
        &[Form::notation(|text| Ok(Position::read_lines(text)?)), Form::judge()];

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

    fn draw(position: &Position, labels: Option<&Labels<Cell>>) -> String {
        Picture::new(position, labels).to_string()
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
    fn rule(&self, row: usize) -> String {
        let (rows, columns) = (self.position.board().rows(), self.position.board().columns());
        let mut rule = " ".repeat(self.margin);
        for column in 0..=columns {
            let up = if row > 0 { self.vertical(row - 1, column) } else { Weight::None };
            let down = if row < rows { self.vertical(row, column) } else { Weight::None };
            let left = if column > 0 { self.horizontal(row, column - 1) } else { Weight::None };
            let right = if column < columns { self.horizontal(row, column) } else { Weight::None };
            rule.push(junction(up, right, down, left));
            if column < columns {
                let dash = junction(Weight::None, right, Weight::None, right);
                rule.extend(std::iter::repeat_n(dash, self.width));
            }
        }
        rule
    }

    /// One line of a row of cells.
    fn contents(&self, row: usize, name: &str, field: impl Fn(Cell) -> String) -> String {
        let mut line = faint(&pad(name, self.margin - 1, Align::Right));
        line.push(' ');
        for column in 0..=self.position.board().columns() {
            let weight = self.vertical(row, column);
            line.push(junction(weight, Weight::None, weight, Weight::None));
            if column < self.position.board().columns() {
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

impl std::fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let board = self.position.board();
        let mut names = " ".repeat(self.margin);
        for column in 0..board.columns() {
            let _ = write!(names, " {}", pad(&format!("{} ", column_name(column)), self.width, Align::Right));
        }
        writeln!(f, "{}", faint(names.trim_end()))?;
        for row in 0..board.rows() {
            writeln!(f, "{}", self.rule(row))?;
            let name = (row + 1).to_string();
            writeln!(f, "{}", self.contents(row, &name, |cell| self.score(cell, board.first(cell))))?;
            writeln!(f, "{}", self.contents(row, "", |cell| self.score(cell, board.second(cell))))?;
            if let Some(labels) = self.labels {
                let value = |cell| match labels.get(cell) {
                    Some(known) => label(known, self.width),
                    None if self.position.is_taken(cell) => faint(&pad("×", self.width, Align::Centre)),
                    None => " ".repeat(self.width),
                };
                writeln!(f, "{}", self.contents(row, "", value))?;
            }
        }
        writeln!(f, "{}", self.rule(board.rows()))?;
        let third = if self.labels.is_some() { ", then the value of taking it (× taken)" } else { "" };
        writeln!(
            f,
            "{}",
            faint(&format!("each cell: first's score, second's score{third}; heavy line: the contour"))
        )
    }
}
