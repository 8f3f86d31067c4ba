//! Hex's parallelogram of hexagons, with the sides that each colour joins along its borders.
//!
//! White's stones and sides are white inside and blue around, Black's black inside and amber around.
//!
//! ```text
//!        top
//!       /   \          a corner is as far from the middle as a side is long,
//!  left|     |right    two rows are three halves of that apart
//!      |     |
//!       \   /
//!       bottom
//! ```

use foregone::Cell;
use foregone::cell::column_name;
use foregone::hex::{Axis, Colour, Position};

use super::marks::{self, Marks};
use super::scene::{Anchor, Entry, Form, Item, Point, Scene, Text, em, fitting};
use super::theme::Ink;
use super::{PictureError, check};

/// The most that a board is wide or high before its cells shrink.
const ROOM: f64 = 1_000.0;
/// The largest and the least that a side of a cell is long.
const USUAL: f64 = 31.0;
const LEAST: f64 = 8.0;
const VALUE: f64 = 13.5;
const NOTE: f64 = 9.5;
const NAME: f64 = 12.0;

/// The board; `meaning` is what the values of the marks are.
pub(crate) fn scene(
    position: &Position,
    marks: Option<&Marks<Cell>>,
    meaning: &str,
) -> Result<Scene, PictureError> {
    check("cells", position.rows() * position.columns())?;
    Ok(Drawing::new(position, marks, meaning).scene())
}

struct Drawing<'a> {
    position: &'a Position,
    marks: Option<&'a Marks<Cell>>,
    meaning: &'a str,
    /// The side of a cell, and from its middle to a corner.
    side: f64,
    /// The middle of the first cell.
    first: Point,
    /// How wide the borders are.
    border: f64,
    /// Sizes of text; none if there is no room for it.
    value: Option<f64>,
    note: Option<f64>,
    name: Option<f64>,
}

impl<'a> Drawing<'a> {
    fn new(position: &'a Position, marks: Option<&'a Marks<Cell>>, meaning: &'a str) -> Self {
        let (rows, columns) = (position.rows() as f64, position.columns() as f64);
        let across = 3_f64.sqrt() * (columns + (rows - 1.0) / 2.0);
        let down = 1.5 * rows + 0.5;
        let side = USUAL.min((ROOM / across.max(down)).max(LEAST));
        let notes = marks.into_iter().flat_map(Marks::all).filter_map(|mark| mark.note.as_deref());
        let noted = notes.map(|note| em(note, false)).fold(0.0, f64::max);
        let inside = 3_f64.sqrt() * side - 7.0;
        let border = (side / 4.0).clamp(3.0, 7.0);
        let gutter = 10.0 + position.rows().to_string().len() as f64 * 8.0 + border;
        Self {
            position,
            marks,
            meaning,
            side,
            first: Point::new(gutter + 3_f64.sqrt() / 2.0 * side, 24.0 + border + side),
            border,
            value: fitting(marks::widest(marks), inside, VALUE.min(side / 2.0)),
            note: fitting(noted, inside - 6.0, NOTE.min(side / 2.8)).filter(|_| noted > 0.0),
            name: fitting(1.5, 1.5 * side, NAME),
        }
    }

    /// How wide a cell is.
    fn width(&self) -> f64 {
        3_f64.sqrt() * self.side
    }

    fn middle(&self, cell: Cell) -> Point {
        let (row, column) = (cell.row as f64, cell.column as f64);
        self.first.by(self.width() * (column + row / 2.0), 1.5 * self.side * row)
    }

    /// The corners round a middle, clockwise from the top.
    fn corners(&self, middle: Point, side: f64) -> [Point; 6] {
        let half = 3_f64.sqrt() / 2.0 * side;
        [
            middle.by(0.0, -side),
            middle.by(half, -side / 2.0),
            middle.by(half, side / 2.0),
            middle.by(0.0, side),
            middle.by(-half, side / 2.0),
            middle.by(-half, -side / 2.0),
        ]
    }

    fn hexagon(&self, middle: Point, side: f64) -> Form {
        Form::Lines { points: self.corners(middle, side).to_vec(), closed: true }
    }

    fn scene(&self) -> Scene {
        let (rows, columns) = (self.position.rows(), self.position.columns());
        let mut items = Vec::new();
        self.borders(&mut items);
        for row in 0..rows {
            for column in 0..columns {
                self.cell(Cell::new(row, column), &mut items);
            }
        }
        self.names(&mut items);
        let last = self.middle(Cell::new(rows - 1, columns - 1));
        let width = last.x + self.width() / 2.0 + self.border;
        let height = last.y + self.side + self.border;
        Scene { width, height, items, key: self.key() }
    }

    /// The middles of the cells along a side, in their order, and which of each cell's corners are on it; those of the last
    /// cell may be one more.
    fn along(&self, axis: Axis, far: bool) -> (Vec<Point>, [usize; 2], Option<usize>) {
        let (rows, columns) = (self.position.rows(), self.position.columns());
        let (cells, corners, last): (Vec<Cell>, _, _) = match (axis, far) {
            (Axis::TopBottom, false) => {
                ((0..columns).map(|column| Cell::new(0, column)).collect(), [5, 0], Some(1))
            }
            (Axis::TopBottom, true) => {
                ((0..columns).map(|column| Cell::new(rows - 1, column)).collect(), [4, 3], Some(2))
            }
            (Axis::LeftRight, false) => ((0..rows).map(|row| Cell::new(row, 0)).collect(), [5, 4], None),
            (Axis::LeftRight, true) => {
                ((0..rows).map(|row| Cell::new(row, columns - 1)).collect(), [1, 2], None)
            }
        };
        (cells.into_iter().map(|cell| self.middle(cell)).collect(), corners, last)
    }

    /// A band along a side, from so far beyond the cells to so far. Where two sides meet, both are cut in the same line.
    fn band(&self, axis: Axis, far: bool, from: f64, to: f64) -> Form {
        let (middles, corners, last) = self.along(axis, far);
        let (mut inner, mut outer) = (Vec::new(), Vec::new());
        for (index, &middle) in middles.iter().enumerate() {
            let of_last = last.filter(|_| index + 1 == middles.len());
            for corner in corners.into_iter().chain(of_last) {
                let at = self.corners(middle, self.side)[corner];
                // Away from the cells of the side that meet here: one or two.
                let near = &middles[index.saturating_sub(1)..(index + 2).min(middles.len())];
                let ways = near.iter().map(|middle| (at.x - middle.x, at.y - middle.y));
                let ways = ways.filter(|(x, y)| x.hypot(*y) < 1.1 * self.side);
                let (x, y) = ways.fold((0.0, 0.0), |(x, y), way| (x + way.0, y + way.1));
                // Edges meet at 120 degrees.
                let unit = 2.0 / 3_f64.sqrt() / x.hypot(y).max(f64::MIN_POSITIVE);
                inner.push(at.by(x * unit * from, y * unit * from));
                outer.push(at.by(x * unit * to, y * unit * to));
            }
        }
        Form::Lines { points: inner.into_iter().chain(outer.into_iter().rev()).collect(), closed: true }
    }

    /// The sides, each as its colour's stones are: the core next to the cells, the rim around.
    fn borders(&self, items: &mut Vec<Item>) {
        for axis in [Axis::TopBottom, Axis::LeftRight] {
            let (around, core) = inks(self.position.joiner_of(axis));
            for far in [false, true] {
                items.push(self.band(axis, far, 0.0, self.border).filled(around));
                items.push(self.band(axis, far, 0.0, 0.6 * self.border).filled(core));
            }
        }
    }

    fn cell(&self, cell: Cell, items: &mut Vec<Item>) {
        let middle = self.middle(cell);
        let outline = self.hexagon(middle, self.side);
        let mark = self.marks.and_then(|marks| marks.get(cell));
        if let Some(colour) = self.position.stone(cell) {
            let (around, core) = inks(colour);
            let width = self.side / 7.0;
            items.push(outline.painted(Ink::Surface, Ink::Faint, 1.0));
            let stone = Form::Disc { centre: middle, radius: 0.6 * self.side };
            items.push(stone.painted(core, around, width));
            return;
        }
        let Some(mark) = mark else {
            items.push(outline.painted(Ink::Surface, Ink::Faint, 1.0));
            return;
        };
        let (fill, ink) = marks::inks(mark);
        let mut parts = vec![outline.painted(fill, Ink::Faint, 1.0)];
        if mark.best {
            let wide = (self.side / 12.0).clamp(1.2, 2.5);
            parts.push(self.hexagon(middle, self.side - wide).drawn(Ink::Strong, wide));
            parts.push(self.hexagon(middle, self.side - 2.2 * wide).drawn(Ink::Surface, 0.6 * wide));
        }
        let note = self.note.zip(mark.note.as_deref());
        if let Some(size) = self.value {
            let up = if note.is_some() { -0.2 * self.side } else { 0.0 };
            let text = Text::centred(&mark.text, middle.by(0.0, up), size, ink);
            parts.push(text.bold(mark.best).into());
        }
        if let Some((size, note)) = note {
            parts.push(Text::centred(note, middle.by(0.0, 0.36 * self.side), size, ink).into());
        }
        items.push(Item::Group { name: mark.says.clone(), items: parts });
    }

    fn names(&self, items: &mut Vec<Item>) {
        let Some(size) = self.name else { return };
        for row in 0..self.position.rows() {
            let middle = self.middle(Cell::new(row, 0));
            let at = middle.by(-self.width() / 2.0 - self.border - 7.0, 0.0);
            let text = Text::centred((row + 1).to_string(), at, size, Ink::Muted);
            items.push(text.anchored(Anchor::End).into());
        }
        for column in 0..self.position.columns() {
            let at = self.middle(Cell::new(0, column)).by(0.0, -self.side - self.border - 9.0);
            items.push(Text::centred(column_name(column), at, size, Ink::Muted).into());
        }
    }

    fn key(&self) -> Vec<Entry> {
        let stone = |colour| {
            let (around, core) = inks(colour);
            Entry::new(
                |centre| vec![Form::Disc { centre, radius: 6.5 }.painted(core, around, 2.0)],
                colour.to_string(),
            )
        };
        let mut key = vec![stone(Colour::White), stone(Colour::Black)];
        if let Some(marks) = self.marks {
            key.extend(marks.key(self.meaning));
        }
        key
    }
}

/// What a colour's stones and sides are drawn with: around, and inside.
const fn inks(colour: Colour) -> (Ink, Ink) {
    match colour {
        Colour::White => (Ink::First, Ink::FirstCore),
        Colour::Black => (Ink::Second, Ink::SecondCore),
    }
}
