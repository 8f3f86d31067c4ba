//! Strings and coins: the coins that are left on a circle, strings between them, those to the ground outwards.

use std::collections::{BTreeMap, HashMap};
use std::f64::consts::TAU;

use foregone::Rules as _;
use foregone::dots::coins::{Cut, Position};

use super::marks::{Marks, pill, widest};
use super::scene::{Entry, Form, Item, Point, Scene, Text, cut, em, fitting, fitting_name};
use super::theme::Ink;
use super::{PictureError, check};

const NAME: f64 = 12.5;
const VALUE: f64 = 12.0;
/// How long a string to the ground is.
const STUB: f64 = 56.0;
/// How far apart two coins are on the circle, and what the circle's radius is at least and at most.
const APART: f64 = 84.0;
const SMALLEST: f64 = 90.0;
const LARGEST: f64 = 620.0;

pub(crate) fn scene(position: &Position, marks: Option<&Marks<Cut>>) -> Result<Scene, PictureError> {
    check("strings", position.board().strings().count())?;
    Ok(Drawing::new(position, marks).scene())
}

struct Drawing<'a> {
    position: &'a Position,
    marks: Option<&'a Marks<Cut>>,
    centre: Point,
    circle: f64,
    /// How far apart neighbours are on it.
    apart: f64,
    /// Where coins are, and how large.
    middles: HashMap<usize, Point>,
    coin: f64,
    name: Option<f64>,
    value: Option<f64>,
}

impl<'a> Drawing<'a> {
    fn new(position: &'a Position, marks: Option<&'a Marks<Cut>>) -> Self {
        let order = order(position);
        let count = order.len();
        let circle = match count {
            0 | 1 => 0.0,
            _ => (count as f64 * APART / TAU).clamp(SMALLEST, LARGEST),
        };
        let room = if count > 1 { circle * TAU / count as f64 } else { APART };
        let coin = (room / 3.4).clamp(2.0, 18.0);
        let half = circle + STUB + 24.0;
        let centre = Point::new(half, half);
        let middles = order.iter().enumerate().map(|(index, &coin)| {
            let angle = TAU * index as f64 / count as f64 - TAU / 4.0;
            (coin, centre.by(circle * angle.cos(), circle * angle.sin()))
        });
        let board = position.board();
        let names = order.iter().map(|&coin| em(board.coin_name(coin), true)).fold(0.0, f64::max);
        Self {
            position,
            marks,
            centre,
            circle,
            apart: room,
            middles: middles.collect(),
            coin,
            name: fitting_name(names, 2.0 * coin - 5.0, NAME),
            value: fitting(widest(marks), room / 2.0, VALUE),
        }
    }

    fn scene(&self) -> Scene {
        let board = self.position.board();
        let mut strings: BTreeMap<[Option<usize>; 2], Vec<Cut>> = BTreeMap::new();
        for string in self.position.strings_left() {
            let [one, other] = board.ends(string);
            // A string from a coin to itself is one to the ground.
            let other = if one == other { None } else { other };
            strings.entry([one.max(other), one.min(other)]).or_default().push(string);
        }
        let (mut items, mut values) = (Vec::new(), Vec::new());
        for (ends, strings) in &strings {
            let count = strings.len() as f64;
            for (index, &string) in strings.iter().enumerate() {
                let aside = index as f64 - (count - 1.0) / 2.0;
                let Some((form, place, ground)) = self.string(*ends, aside) else { continue };
                items.push(form.drawn(Ink::Strong, (self.coin / 7.0).clamp(0.75, 2.0)));
                items.extend(ground);
                self.value(string, place, &mut values);
            }
        }
        for (&coin, &centre) in &self.middles {
            values.push(Form::Disc { centre, radius: self.coin }.painted(Ink::Surface, Ink::Strong, 1.75));
            if let Some(size) = self.name {
                let name = cut(board.coin_name(coin), (2.0 * self.coin - 5.0) / size);
                values.push(Text::centred(name, centre, size, Ink::Text).bold(true).into());
            }
        }
        items.extend(values);
        // What is drawn, without the empty sides of the circle's square.
        let reach = if strings.keys().any(|ends| ends[1].is_none()) { STUB + 16.0 } else { self.coin + 14.0 };
        let bound = |part: fn(&Point) -> f64, sign: f64| {
            self.middles
                .values()
                .map(|middle| sign * part(middle))
                .fold(f64::MIN, f64::max)
                .max(-2.0 * self.centre.x)
                + reach
        };
        let (left, top) = (-bound(|at| at.x, -1.0), -bound(|at| at.y, -1.0));
        let (right, bottom) = (bound(|at| at.x, 1.0), bound(|at| at.y, 1.0));
        let items = vec![Item::Moved { by: Point::new(-left, -top), items }];
        let (width, height) = ((right - left).max(0.0), (bottom - top).max(0.0));
        Scene { width, height, items, key: self.key() }
    }

    /// How a string is drawn, where its value stands, and a sign for the ground if that is at its end.
    fn string(&self, ends: [Option<usize>; 2], aside: f64) -> Option<(Form, Point, Vec<Item>)> {
        let [one, other] = ends.map(|end| end.and_then(|coin| self.middles.get(&coin).copied()));
        let from = one.or(other)?;
        if let (Some(from), Some(to)) = (one, other) {
            let middle = Point::new(f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
            let (dx, dy) = (to.x - from.x, to.y - from.y);
            let length = dx.hypot(dy).max(1.0);
            let lean = 60.0 * aside;
            // A string past a coin keeps clear of it.
            let inwards = if length > 1.2 * self.apart { 0.5 } else { 0.0 };
            let (x, y) = ((self.centre.x - middle.x) * inwards, (self.centre.y - middle.y) * inwards);
            let towards = middle.by(x - dy / length * lean, y + dx / length * lean);
            let place = Point::new(f64::midpoint(middle.x, towards.x), f64::midpoint(middle.y, towards.y));
            return Some((Form::Curve { from, towards, to }, place, Vec::new()));
        }
        // Outwards, side by side.
        let out = if self.circle > 0.0 {
            (from.y - self.centre.y).atan2(from.x - self.centre.x)
        } else {
            -TAU / 4.0
        };
        let angle = out + aside * 0.75;
        let (dx, dy) = (angle.cos(), angle.sin());
        let to = from.by(dx * STUB, dy * STUB);
        let bar = |at: f64, half: f64| {
            let middle = to.by(dx * at, dy * at);
            Form::line(middle.by(-dy * half, dx * half), middle.by(dy * half, -dx * half))
                .drawn(Ink::Strong, 1.75)
        };
        let place = from.by(dx * (self.coin + STUB) / 2.0, dy * (self.coin + STUB) / 2.0);
        Some((Form::line(from, to), place, vec![bar(0.0, 7.0), bar(4.0, 4.0)]))
    }

    fn value(&self, string: Cut, middle: Point, items: &mut Vec<Item>) {
        let Some(mark) = self.marks.and_then(|marks| marks.get(string)) else { return };
        let Some(size) = self.value else { return };
        items.push(Item::Group { name: mark.says.clone(), items: pill(mark, middle, size) });
    }

    fn key(&self) -> Vec<Entry> {
        let mut key = Vec::new();
        if self.position.plies_left() > 0 {
            let coin =
                |centre| vec![Form::Disc { centre, radius: 6.5 }.painted(Ink::Surface, Ink::Strong, 1.75)];
            key.push(Entry::new(coin, "coin"));
            let ground = |middle: Point| {
                let bar = |x: f64, half: f64| {
                    Form::line(middle.by(x, -half), middle.by(x, half)).drawn(Ink::Strong, 1.75)
                };
                vec![
                    Form::line(middle.by(-8.0, 0.0), middle.by(3.0, 0.0)).drawn(Ink::Strong, 1.75),
                    bar(3.0, 6.0),
                    bar(7.0, 3.5),
                ]
            };
            key.push(Entry::new(ground, "the ground"));
        }
        if let Some(marks) = self.marks {
            key.extend(marks.key("numbers: the mover's margin from here if it cuts that string"));
        }
        key
    }
}

/// The coins that are left, neighbours next to each other as far as one walk along the strings has it.
fn order(position: &Position) -> Vec<usize> {
    let board = position.board();
    let mut around: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for string in position.strings_left() {
        let [one, other] = board.ends(string);
        for (from, to) in [(one, other), (other, one)] {
            let Some(from) = from else { continue };
            around.entry(from).or_default().extend(to.filter(|&to| to != from));
        }
    }
    let mut order = Vec::with_capacity(around.len());
    let mut seen = vec![false; board.coins()];
    // A walk begins where strings end rather than in the middle of them.
    let mut starts: Vec<usize> = around.keys().copied().collect();
    starts.sort_by_key(|coin| around[coin].len());
    for start in starts {
        let mut waiting = vec![start];
        while let Some(coin) = waiting.pop() {
            if std::mem::replace(&mut seen[coin], true) {
                continue;
            }
            order.push(coin);
            waiting.extend(around[&coin].iter().rev().copied().filter(|&next| !seen[next]));
        }
    }
    order
}
