//! Contour's grid: scores in the corners, what is taken set back, the contour drawn, what can be taken lifted.
//!
//! ```text
//!      a     b
//!   ┏━━━━━┱─────┐
//! 1 ┃ 2   ┃ 7   │    first's score at the top left
//!   ┃     ┃ +3  │    the value of taking the cell
//!   ┃   3 ┃   7 │    second's score at the bottom right
//!   ┡━━━━━╃─────┤
//! ```

use foregone::cell::column_name;
use foregone::contour::{Position, Step};
use foregone::{Cell, Rules as _};

use super::marks::{Heat, Marks, widest};
use super::scene::{Anchor, Entry, Form, Item, Point, Scene, Text, em, fitting, signed};
use super::theme::Ink;
use super::{PictureError, check};

/// The most that a board is wide or high before its cells shrink.
const ROOM: f64 = 1_000.0;
/// The largest a cell is, if its numbers do not ask for more; the most, if they do; the least.
const USUAL: f64 = 64.0;
const WIDEST: f64 = 120.0;
const LEAST: f64 = 14.0;
const VALUE: f64 = 16.0;
const SCORE: f64 = 11.0;
const NAME: f64 = 12.0;

pub(crate) fn scene(position: &Position, marks: Option<&Marks<Cell>>) -> Result<Scene, PictureError> {
    let board = position.board();
    let (rows, columns) = (board.rows(), board.columns());
    check("cells", rows * columns)?;
    Ok(Drawing::new(position, marks).scene(rows, columns))
}

struct Drawing<'a> {
    position: &'a Position,
    marks: Option<&'a Marks<Cell>>,
    /// The side of a cell.
    pitch: f64,
    /// The top left corner of the board.
    origin: Point,
    /// Sizes of text; none if there is no room for it.
    score: Option<f64>,
    value: Option<f64>,
    name: Option<f64>,
}

impl<'a> Drawing<'a> {
    fn new(position: &'a Position, marks: Option<&'a Marks<Cell>>) -> Self {
        let board = position.board();
        let (rows, columns) = (board.rows(), board.columns());
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell::new(row, column)));
        let scores = cells.flat_map(|cell| [board.first(cell), board.second(cell)]);
        let score = scores.map(|score| em(&signed(&score.to_string()), false)).fold(0.0, f64::max);
        let value = widest(marks);
        let asked = USUAL.max(score * SCORE + 24.0).max(value * VALUE + 16.0).min(WIDEST);
        let pitch = asked.min((ROOM / rows.max(columns) as f64).max(LEAST));
        let names = fitting(1.5, pitch, NAME);
        let gutter = 10.0 + rows.to_string().len() as f64 * 8.0;
        Self {
            position,
            marks,
            pitch,
            origin: Point::new(gutter, 24.0),
            score: fitting(score, pitch - 2.0 * (pitch / 5.5).min(12.0), SCORE.min(pitch / 4.5)),
            value: fitting(value, pitch - 10.0, VALUE.min(pitch / 3.0)),
            name: names,
        }
    }

    /// The corner where a row and a column begin.
    fn corner(&self, row: usize, column: usize) -> Point {
        self.origin.by(column as f64 * self.pitch, row as f64 * self.pitch)
    }

    fn scene(&self, rows: usize, columns: usize) -> Scene {
        let far = self.corner(rows, columns);
        let mut items = Vec::new();
        items.push(self.board(rows, columns));
        self.grid(rows, columns, &mut items);
        for row in 0..rows {
            for column in 0..columns {
                self.cell(Cell::new(row, column), &mut items);
            }
        }
        items.push(self.contour(rows).drawn(Ink::Strong, (self.pitch / 13.0).clamp(2.0, 4.5)));
        self.names(rows, columns, &mut items);
        Scene { width: far.x + 3.0, height: far.y + 3.0, items, key: self.key() }
    }

    fn board(&self, rows: usize, columns: usize) -> Item {
        let (width, height) = (columns as f64 * self.pitch, rows as f64 * self.pitch);
        Form::rectangle(self.origin, width, height).painted(Ink::Surface, Ink::Faint, 1.0)
    }

    /// What is taken, row by row, and the lines between cells.
    fn grid(&self, rows: usize, columns: usize, items: &mut Vec<Item>) {
        for (row, &taken) in self.position.taken().iter().enumerate().filter(|(_, taken)| **taken > 0) {
            let form = Form::rectangle(self.corner(row, 0), taken as f64 * self.pitch, self.pitch);
            items.push(form.filled(Ink::Taken));
        }
        let inner = (1..rows).map(|row| Form::line(self.corner(row, 0), self.corner(row, columns)));
        let upright =
            (1..columns).map(|column| Form::line(self.corner(0, column), self.corner(rows, column)));
        items.extend(inner.chain(upright).map(|line| line.drawn(Ink::Faint, 1.0)));
    }

    fn cell(&self, cell: Cell, items: &mut Vec<Item>) {
        let corner = self.corner(cell.row, cell.column);
        let mark = self.marks.and_then(|marks| marks.get(cell));
        let heat = mark.and_then(|mark| mark.heat);
        let mut parts = Vec::new();
        if self.position.ideal().is_available(cell) {
            let middle = corner.by(self.pitch / 2.0, self.pitch / 2.0);
            let (side, radius) =
                (self.pitch - (self.pitch / 8.0).clamp(3.0, 7.0), (self.pitch / 9.0).min(6.0));
            parts.push(Form::square(middle.by(0.0, self.pitch / 34.0), side, radius).filled(Ink::Shade));
            let raised = Form::square(middle, side, radius);
            parts.push(match heat {
                _ if mark.is_some_and(|mark| mark.best) => raised.painted(Ink::Heat(0), Ink::Strong, 2.5),
                Some(heat) => raised.painted(heat.ink(), Ink::Faint, 1.0),
                None => raised.painted(Ink::Surface, Ink::Faint, 1.0),
            });
            if mark.is_some_and(|mark| mark.best) {
                parts
                    .push(Form::square(middle, side - 5.0, (radius - 2.0).max(0.0)).drawn(Ink::Surface, 1.5));
            }
            if let (Some(mark), Some(size)) = (mark, self.value) {
                let ink = heat.map_or(Ink::Text, Heat::on);
                parts.push(Text::centred(&mark.text, middle, size, ink).bold(true).into());
            }
        }
        if let Some(size) = self.score {
            let inset = (self.pitch / 5.5).min(12.0);
            let board = self.position.board();
            let taken = self.position.is_taken(cell);
            let inks = match heat {
                Some(heat) => [heat.on(), heat.on()],
                None if taken => [Ink::Muted, Ink::Muted],
                None => [Ink::First, Ink::Second],
            };
            let first = corner.by(inset, inset + size * 0.15);
            let second = corner.by(self.pitch - inset, self.pitch - inset - size * 0.15);
            for (score, at, ink, anchor) in [
                (board.first(cell), first, inks[0], Anchor::Start),
                (board.second(cell), second, inks[1], Anchor::End),
            ] {
                parts.push(Text::centred(signed(&score.to_string()), at, size, ink).anchored(anchor).into());
            }
        }
        match mark {
            Some(mark) => items.push(Item::Group { name: mark.says.clone(), items: parts }),
            None => items.extend(parts),
        }
    }

    /// From the bottom left corner to the top right one.
    fn contour(&self, rows: usize) -> Form {
        let (mut row, mut column) = (rows, 0);
        let mut points = vec![self.corner(row, column)];
        let steps: Vec<Step> = self.position.ideal().contour().collect();
        for (index, step) in steps.iter().enumerate() {
            match step {
                Step::Up => row -= 1,
                Step::Right => column += 1,
            }
            if steps.get(index + 1) != Some(step) {
                points.push(self.corner(row, column));
            }
        }
        Form::Lines { points, closed: false }
    }

    fn names(&self, rows: usize, columns: usize, items: &mut Vec<Item>) {
        let Some(size) = self.name else { return };
        for row in 0..rows {
            let at = self.corner(row, 0).by(-10.0, self.pitch / 2.0);
            let text = Text::centred((row + 1).to_string(), at, size, Ink::Muted);
            items.push(text.anchored(Anchor::End).into());
        }
        for column in 0..columns {
            let at = self.corner(0, column).by(self.pitch / 2.0, -13.0);
            items.push(Text::centred(column_name(column), at, size, Ink::Muted).into());
        }
    }

    fn key(&self) -> Vec<Entry> {
        let position = self.position;
        let mut key = Vec::new();
        if self.score.is_some() {
            let sample = |top: bool, ink| {
                move |middle: Point| {
                    let at = if top { middle.by(-4.5, -3.0) } else { middle.by(4.5, 3.0) };
                    let dot = Form::Disc { centre: at, radius: 2.5 }.filled(ink);
                    vec![Form::square(middle, 15.0, 2.0).painted(Ink::Surface, Ink::Faint, 1.0), dot]
                }
            };
            key.push(Entry::new(sample(true, Ink::First), "first's score"));
            key.push(Entry::new(sample(false, Ink::Second), "second's score"));
        }
        key.push(Entry::line("the contour"));
        if position.taken().iter().any(|&taken| taken > 0) {
            key.push(Entry::swatch(Ink::Taken, "taken"));
        }
        if position.plies_left() > 0 && self.marks.is_none() {
            key.push(Entry::raised("can be taken"));
        }
        if let Some(marks) = self.marks {
            let meaning =
                format!("in the middle: {}'s margin from here if it takes the cell", position.to_move());
            key.extend(marks.key(&meaning));
        }
        key
    }
}
