//! Dots and Boxes: drawn edges strong, undrawn ones faint, chains and loops with their letters and a line through their
//! boxes.

use foregone::cell::column_name;
use foregone::dots::why::{Kind, Piece, Shape, Structure};
use foregone::dots::{Edge, Position};
use foregone::{Cell, Rules as _};

use super::marks::{Marks, inks, pill, widest};
use super::scene::{Anchor, Entry, Form, Item, Point, Scene, Text, em, fitting};
use super::theme::{Ink, PIECES};
use super::{PictureError, check};

/// The most that a board is wide or high before its boxes shrink.
const ROOM: f64 = 1_000.0;
/// The largest and the least that a box is wide.
const USUAL: f64 = 66.0;
const LEAST: f64 = 14.0;
const VALUE: f64 = 12.5;
const NAME: f64 = 12.0;
const LETTER: f64 = 12.5;

pub(crate) fn scene(position: &Position, marks: Option<&Marks<Edge>>) -> Result<Scene, PictureError> {
    check("boxes", position.rows() * position.columns())?;
    let structure = Structure::of(position);
    Ok(Drawing::new(position, marks, &structure).scene())
}

struct Drawing<'a> {
    position: &'a Position,
    marks: Option<&'a Marks<Edge>>,
    structure: &'a Structure,
    /// Between two dots.
    pitch: f64,
    /// The first dot.
    origin: Point,
    /// How far what stands on an edge goes beyond it.
    reach: f64,
    /// Sizes of text; none if there is no room for it.
    value: Option<f64>,
    letter: Option<f64>,
    name: Option<f64>,
}

impl<'a> Drawing<'a> {
    fn new(position: &'a Position, marks: Option<&'a Marks<Edge>>, structure: &'a Structure) -> Self {
        let pitch = USUAL.min((ROOM / position.rows().max(position.columns()) as f64).max(LEAST));
        let widest = widest(marks);
        let value = fitting(widest, pitch * 0.62, VALUE.min(pitch / 4.0));
        // A value on the first upright edge reaches to the left of it.
        let gutter = 12.0 + position.rows().to_string().len() as f64 * 8.0;
        let reach = value.map_or(2.0, |size| widest * size / 2.0 + 6.0);
        Self {
            position,
            marks,
            structure,
            pitch,
            origin: Point::new(gutter + reach, 32.0),
            reach,
            value,
            letter: fitting(2.6, pitch * 0.6, LETTER.min(pitch / 4.0)),
            name: fitting(1.5, pitch, NAME),
        }
    }

    fn dot(&self, row: usize, column: usize) -> Point {
        self.origin.by(column as f64 * self.pitch, row as f64 * self.pitch)
    }

    fn middle(&self, cell: Cell) -> Point {
        self.dot(cell.row, cell.column).by(self.pitch / 2.0, self.pitch / 2.0)
    }

    /// The ends of an edge.
    fn ends(&self, edge: Edge) -> [Point; 2] {
        let from = self.dot(edge.row(), edge.column());
        match edge {
            Edge::Horizontal { .. } => [from, from.by(self.pitch, 0.0)],
            Edge::Vertical { .. } => [from, from.by(0.0, self.pitch)],
        }
    }

    fn halfway(&self, edge: Edge) -> Point {
        let [from, to] = self.ends(edge);
        Point::new(f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y))
    }

    fn scene(&self) -> Scene {
        let (rows, columns) = (self.position.rows(), self.position.columns());
        let mut items = Vec::new();
        let (width, height) = (columns as f64 * self.pitch, rows as f64 * self.pitch);
        items.push(Form::rectangle(self.origin, width, height).filled(Ink::Surface));
        self.boxes(&mut items);
        let (drawn, undrawn): (Vec<Edge>, Vec<Edge>) =
            self.position.edges().partition(|&edge| self.position.is_drawn(edge));
        for &edge in &undrawn {
            let [from, to] = self.ends(edge);
            items.push(Form::line(from, to).dashed(Ink::Line, 1.25));
        }
        let mut letters = Vec::new();
        self.pieces(&mut items, &mut letters);
        let thick = (self.pitch / 14.0).clamp(2.0, 4.5);
        for &edge in &drawn {
            let [from, to] = self.ends(edge);
            items.push(Form::line(from, to).drawn(Ink::Strong, thick));
        }
        for row in 0..=rows {
            for column in 0..=columns {
                let radius = (self.pitch / 17.0).clamp(1.5, 3.75);
                items.push(Form::Disc { centre: self.dot(row, column), radius }.filled(Ink::Strong));
            }
        }
        items.extend(letters);
        for &edge in &undrawn {
            self.value(edge, &mut items);
        }
        self.names(&mut items);
        let far = self.dot(rows, columns);
        Scene { width: far.x + self.reach, height: far.y + 12.0, items, key: self.key() }
    }

    /// Boxes that are taken, and those that can be.
    fn boxes(&self, items: &mut Vec<Item>) {
        for cell in self.position.cells().filter(|&cell| self.position.open_sides(cell) == 0) {
            let corner = self.dot(cell.row, cell.column);
            items.push(Form::rectangle(corner, self.pitch, self.pitch).filled(Ink::Taken));
            items.push(Form::square(self.middle(cell), self.pitch / 6.0, 1.0).filled(Ink::Muted));
        }
    }

    /// Chains and loops: their boxes tinted, a line through them. Their letters are drawn later.
    fn pieces(&self, items: &mut Vec<Item>, letters: &mut Vec<Item>) {
        let lines = self.structure.pieces.iter().filter(|piece| piece.shape.kind() != Kind::Open);
        let mut drawn = Vec::new();
        for (number, piece) in (0..PIECES).cycle().zip(lines.clone()) {
            for &cell in &piece.boxes {
                let corner = self.dot(cell.row, cell.column);
                items.push(Form::rectangle(corner, self.pitch, self.pitch).filled(Ink::PieceTint(number)));
            }
            drawn.push(self.line(piece).drawn(Ink::Piece(number), (self.pitch / 26.0).clamp(1.0, 2.5)));
        }
        items.extend(drawn);
        for piece in self.structure.pieces.iter().filter(|piece| piece.shape.kind() == Kind::Open) {
            for &cell in &piece.boxes {
                let ring = Form::Disc { centre: self.middle(cell), radius: self.pitch / 9.0 };
                items.push(ring.drawn(Ink::Strong, (self.pitch / 30.0).clamp(1.0, 2.0)));
            }
        }
        let some = self.letter.is_some() && !self.structure.pieces.is_empty();
        for junction in self.structure.junctions.iter().filter(|_| some) {
            let diamond = Form::diamond(self.middle(junction.cell), self.pitch / 10.0);
            items.push(diamond.drawn(Ink::Muted, (self.pitch / 40.0).clamp(0.75, 1.5)));
        }
        let Some(size) = self.letter else { return };
        for ((number, piece), ink) in lines.enumerate().zip((0..PIECES).cycle()) {
            let name = format!("{}{}", column_name(number).to_uppercase(), subscript(piece.boxes.len()));
            let Some(&cell) = piece.boxes.get(piece.boxes.len() / 2) else { continue };
            let middle = self.middle(cell);
            let (width, height) = (em(&name, true) * size + 6.0, size * 1.45);
            let plate = Form::Rectangle {
                corner: middle.by(-width / 2.0, -height / 2.0),
                width,
                height,
                radius: 4.0,
            };
            letters.push(plate.filled(Ink::PieceTint(ink)));
            letters.push(Text::centred(name, middle, size, Ink::Piece(ink)).bold(true).into());
        }
    }

    /// A line through the boxes of a chain, from edge to edge, or round a loop.
    fn line(&self, piece: &Piece) -> Form {
        let middles = piece.boxes.iter().map(|&cell| self.middle(cell));
        match piece.shape {
            Shape::Loop => Form::Lines { points: middles.collect(), closed: true },
            Shape::Chain { .. } | Shape::Open { .. } => {
                let halfway = |edge: Option<&Edge>| edge.map(|&edge| self.halfway(edge));
                let (first, last) = (halfway(piece.edges.first()), halfway(piece.edges.last()));
                Form::Lines { points: first.into_iter().chain(middles).chain(last).collect(), closed: false }
            }
        }
    }

    fn value(&self, edge: Edge, items: &mut Vec<Item>) {
        let Some(mark) = self.marks.and_then(|marks| marks.get(edge)) else { return };
        let middle = self.halfway(edge);
        let mut parts = Vec::new();
        if let Some(size) = self.value {
            parts.extend(pill(mark, middle, size));
        } else {
            // No room for numbers: colours alone, and the best drawn larger.
            let [from, to] = self.ends(edge);
            let line = |width| Form::line(from, to).drawn(inks(mark).0, width);
            if mark.best {
                parts.push(Form::line(from, to).drawn(Ink::Strong, self.pitch / 3.0));
            }
            parts.push(line(self.pitch / 5.0));
        }
        items.push(Item::Group { name: mark.says.clone(), items: parts });
    }

    fn names(&self, items: &mut Vec<Item>) {
        let Some(size) = self.name else { return };
        for row in 0..=self.position.rows() {
            let at = self.dot(row, 0).by(-self.reach - 10.0, 0.0);
            let text = Text::centred(row.to_string(), at, size, Ink::Muted);
            items.push(text.anchored(Anchor::End).into());
        }
        for column in 0..=self.position.columns() {
            let at = self.dot(0, column).by(0.0, -22.0);
            items.push(Text::centred(column.to_string(), at, size, Ink::Muted).into());
        }
    }

    fn key(&self) -> Vec<Entry> {
        let position = self.position;
        let mut key = Vec::new();
        if position.plies_left() < position.board().edges() {
            key.push(Entry::line("drawn"));
        }
        if position.boxes_left() < position.rows() * position.columns() {
            let taken = |middle| {
                vec![
                    Form::square(middle, 15.0, 2.0).filled(Ink::Taken),
                    Form::square(middle, 5.0, 1.0).filled(Ink::Muted),
                ]
            };
            key.push(Entry::new(taken, "taken"));
        }
        let kinds =
            |open: bool| self.structure.pieces.iter().any(|piece| (piece.shape.kind() == Kind::Open) == open);
        if kinds(true) {
            let ring = |centre| vec![Form::Disc { centre, radius: 5.0 }.drawn(Ink::Strong, 2.0)];
            key.push(Entry::new(ring, "can be captured now"));
        }
        if kinds(false) {
            key.push(piece_sample());
        }
        if self.letter.is_some() && !self.structure.pieces.is_empty() && !self.structure.junctions.is_empty()
        {
            let diamond = |middle| vec![Form::diamond(middle, 6.0).drawn(Ink::Muted, 1.5)];
            key.push(Entry::new(diamond, "junction"));
        }
        if let Some(marks) = self.marks {
            key.extend(marks.key("numbers: the mover's margin from here if it draws that edge"));
        }
        key
    }
}

/// What chains and loops look like.
fn piece_sample() -> Entry {
    const WIDTH: f64 = 44.0;
    let middle = Point::new(WIDTH / 2.0, Entry::HEIGHT / 2.0);
    let tint =
        Form::Rectangle { corner: Point::new(0.0, 0.0), width: WIDTH, height: Entry::HEIGHT, radius: 2.0 };
    let line = |from: f64, to: f64| {
        Form::line(Point::new(from, middle.y), Point::new(to, middle.y)).drawn(Ink::Piece(0), 2.0)
    };
    let name = Text::centred("A₃", middle, LETTER - 1.0, Ink::Piece(0)).bold(true);
    let sample =
        vec![tint.filled(Ink::PieceTint(0)), line(3.0, 11.0), line(WIDTH - 11.0, WIDTH - 3.0), name.into()];
    Entry { sample, width: WIDTH, text: "chain or loop, with the number of its boxes".to_owned() }
}

/// A number in small figures.
fn subscript(number: usize) -> String {
    number.to_string().chars().map(|c| char::from_u32(c as u32 - '0' as u32 + 0x2080).unwrap_or(c)).collect()
}
