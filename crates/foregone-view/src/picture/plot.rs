//! Plots: the value along a line of play, and bars.

use foregone::{Known, LineOf, Side};

use super::frame::say;
use super::scene::{Anchor, Entry, Form, Item, Point, Scene, Text, em, signed};
use super::theme::Ink;
use crate::amount::Amount;
use crate::game::{Game, PositionOf};
use crate::text::short;

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 280.0;
const NAME: f64 = 12.0;
/// What is left free of marks at both ends of the horizontal axis.
const INSET: f64 = 16.0;

/// The axes of a plot.
struct Axes {
    /// The top left corner of what is between them.
    corner: Point,
    width: f64,
    height: f64,
    /// The values at the bottom and at the top.
    low: f64,
    high: f64,
}

impl Axes {
    /// Axes for values from `low` to `high`, with lines at some of them, one of which is drawn stronger.
    fn new(ticks: &[(f64, String)], strong: f64, items: &mut Vec<Item>) -> Self {
        let names = ticks.iter().map(|(_, name)| em(name, false) * NAME).fold(0.0, f64::max);
        let (low, high) = ticks
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), (value, _)| (low.min(*value), high.max(*value)));
        let corner = Point::new(names + 12.0, 8.0);
        let axes = Self { corner, width: WIDTH - corner.x, height: HEIGHT, low, high };
        let back = Form::rectangle(corner, axes.width, HEIGHT);
        items.push(back.painted(Ink::Surface, Ink::Faint, 1.0));
        for (value, name) in ticks {
            let y = axes.y(*value);
            let is_strong = (value - strong).abs() < 1e-9;
            let line = Form::line(Point::new(corner.x, y), Point::new(WIDTH, y));
            items.push(if is_strong { line.drawn(Ink::Muted, 1.25) } else { line.drawn(Ink::Faint, 0.75) });
            let at = Point::new(corner.x - 9.0, y);
            items.push(Text::centred(name, at, NAME, Ink::Muted).anchored(Anchor::End).into());
        }
        axes
    }

    fn y(&self, value: f64) -> f64 {
        let range = if self.high > self.low { self.high - self.low } else { 1.0 };
        self.corner.y + self.height * (self.high - value) / range
    }

    /// The place of one of so many values side by side.
    fn x(&self, index: usize, count: usize) -> f64 {
        let room = self.width - 2.0 * INSET;
        let part = if count > 1 { index as f64 / (count - 1) as f64 } else { 0.5 };
        self.corner.x + INSET + room * part
    }

    /// Numbers under the horizontal axis: as many as have room, and what they count.
    fn numbers(&self, count: usize, from: usize, what: &str, items: &mut Vec<Item>) {
        let widest = em(&(from + count).to_string(), false) * NAME + 14.0;
        let room = self.width / count.max(1) as f64;
        let step = steps().find(|&step| step as f64 * room >= widest).unwrap_or(1);
        for index in (0..count).filter(|index| ((index + from) as u64).is_multiple_of(step)) {
            let at = Point::new(self.x(index, count), self.corner.y + self.height + 14.0);
            items.push(Text::centred((index + from).to_string(), at, NAME, Ink::Muted).into());
        }
        let at = Point::new(self.corner.x + self.width / 2.0, self.corner.y + self.height + 35.0);
        items.push(Text::centred(what, at, NAME, Ink::Muted).into());
    }

    /// The height of all of it with what is under the axis.
    fn bottom(&self) -> f64 {
        self.corner.y + self.height + 42.0
    }
}

/// 1, 2, 5, 10, 20, 50 and so on, past all margins.
fn steps() -> impl Iterator<Item = u64> {
    (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u64.pow(power)))
}

/// Per cent from none to all.
fn percents() -> Vec<(f64, String)> {
    (0..=4).map(|quarter| (f64::from(quarter) / 4.0, format!("{} %", 25 * quarter))).collect()
}

/// Margins round all values and nothing, at even steps.
fn margins(values: &[f64]) -> Vec<(f64, String)> {
    let low = values.iter().copied().fold(0.0, f64::min);
    let high = values.iter().copied().fold(0.0, f64::max);
    let step = steps().map(|step| step as f64).find(|step| (high - low) / step <= 6.0).unwrap_or(1.0);
    let (first, last) = ((low / step).floor(), (high / step).ceil());
    let last = if last > first { last } else { first + 1.0 };
    let count = (last - first) as i64;
    let value = |index: i64| (first + index as f64) * step;
    (0..=count).map(|index| (value(index), signed(&margin(value(index))))).collect()
}

fn margin(value: f64) -> String {
    if value == 0.0 { "0".to_owned() } else { format!("{value:+.0}") }
}

/// The value along a line as the first side sees it, and in words.
pub(super) fn line<G: Game>(position: &PositionOf<G>, line: &LineOf<G::Solver>) -> (Scene, String) {
    let seen = |side, value: &_| match side {
        Side::First => Clone::clone(value),
        Side::Second => G::other_view(Clone::clone(value)),
    };
    let values: Vec<_> = line.plies.iter().map(|ply| seen(ply.side, &ply.value)).collect();
    let sizes: Vec<f64> = values.iter().map(|value| G::amount(value).size()).collect();
    let is_odds = values.first().is_some_and(|value| matches!(G::amount(value), Amount::Odds { .. }));
    let (ticks, strong) = if is_odds { (percents(), 0.5) } else { (margins(&sizes), 0.0) };
    let mut items = Vec::new();
    let axes = Axes::new(&ticks, strong, &mut items);
    let count = sizes.len();
    axes.numbers(count, 1, "ply", &mut items);
    let places: Vec<Point> = sizes
        .iter()
        .enumerate()
        .map(|(index, &size)| Point::new(axes.x(index, count), axes.y(size)))
        .collect();
    items.push(Form::Lines { points: places.clone(), closed: false }.drawn(Ink::Muted, 1.5));
    let room = axes.width / count.max(1) as f64;
    let radius = (room / 3.2).clamp(1.25, 4.5);
    let widest = line.plies.iter().map(|ply| em(&G::move_name(position, ply.mv), false)).fold(0.0, f64::max);
    let named = widest * (NAME - 1.5) + 6.0 <= room;
    let mut description = String::new();
    for ((index, ply), (place, value)) in line.plies.iter().enumerate().zip(places.iter().zip(&values)) {
        let name = G::move_name(position, ply.mv);
        let worth = signed(&short::<G>(&Known::Exact(value.clone())));
        let says = format!("{}. {} {name}, {worth}", index + 1, G::side(position, ply.side));
        let mut parts = vec![marker(ply.side, *place, radius)];
        if named {
            let at = place.by(0.0, if above(&places, index, axes.corner.y) { -14.0 } else { 14.0 });
            parts.push(Text::centred(name, at, NAME - 1.5, Ink::Text).into());
        }
        say(&mut description, "Line: ", &says);
        items.push(Item::Group { name: says, items: parts });
    }
    let first = G::side(position, Side::First);
    let mut key = Vec::new();
    for side in [Side::First, Side::Second] {
        if line.plies.iter().any(|ply| ply.side == side) {
            key.push(Entry::new(
                |middle| vec![marker(side, middle, 5.0)],
                format!("{} moves", G::side(position, side)),
            ));
        }
    }
    let what = if is_odds {
        format!("per cent for {first}")
    } else {
        format!("{first}'s margin from there to the end")
    };
    key.push(Entry::sentence(format!("value before each move of the best line: {what}")));
    (Scene { width: WIDTH, height: axes.bottom(), items, key }, description)
}

/// Whether a name stands better above a place of a line, whose top is so high, than below it.
fn above(places: &[Point], index: usize, top: f64) -> bool {
    let y = places[index].y;
    let beside =
        [index.checked_sub(1), Some(index + 1)].into_iter().flatten().filter_map(|beside| places.get(beside));
    let lean: f64 = beside.map(|beside| beside.y - y).sum();
    y - top > 24.0 && (lean >= 0.0 || y - top > HEIGHT - 24.0)
}

/// A disc for the first side, a ring in a square for the second.
fn marker(side: Side, centre: Point, radius: f64) -> Item {
    match side {
        Side::First => Form::Disc { centre, radius }.painted(Ink::First, Ink::Surface, 1.0),
        Side::Second => {
            Form::square(centre, 1.8 * radius, 0.0).painted(Ink::Surface, Ink::Second, radius / 2.2)
        }
    }
}

/// A bar of a plot: its height from 0 to 1, and what it says.
pub(super) struct Bar {
    pub(super) height: f64,
    pub(super) says: String,
}

/// Bars side by side, numbered from 0, and what is counted there.
pub(super) fn bars(bars: &[Bar], what: &str, key: Vec<Entry>) -> Scene {
    let mut items = Vec::new();
    let axes = Axes::new(&percents(), 0.5, &mut items);
    let count = bars.len();
    let room = (axes.width - 2.0 * INSET) / count.max(1) as f64;
    let width = (0.72 * room).clamp(0.5, 28.0);
    let bottom = axes.y(0.0);
    for (index, bar) in bars.iter().enumerate() {
        let (x, top) = (axes.x(index, count), axes.y(bar.height));
        let mut parts = Vec::new();
        if bar.height > 0.0 {
            let corner = Point::new(x - width / 2.0, top);
            parts.push(Form::rectangle(corner, width, bottom - top).filled(Ink::Heat(1)));
        }
        items.push(Item::Group { name: bar.says.clone(), items: parts });
    }
    let line = Form::line(Point::new(axes.corner.x, bottom), Point::new(WIDTH, bottom));
    items.push(line.drawn(Ink::Muted, 1.25));
    axes.numbers(count, 0, what, &mut items);
    Scene { width: WIDTH, height: axes.bottom(), items, key }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_round_all_values() {
        for (values, expected) in [
            (&[][..], &["0", "+1"][..]),
            (&[0.0], &["0", "+1"]),
            (&[-3.0, -4.0], &["−4", "−3", "−2", "−1", "0"]),
            (&[12.0, -31.0], &["−40", "−30", "−20", "−10", "0", "+10", "+20"]),
            (
                &[2e15],
                &["0", "+500000000000000", "+1000000000000000", "+1500000000000000", "+2000000000000000"],
            ),
        ] {
            let names: Vec<String> = margins(values).into_iter().map(|(_, name)| name).collect();
            assert_eq!(names, expected, "{values:?}");
        }
    }

    #[test]
    fn names_keep_clear_of_the_line() {
        let places = [60.0, 20.0, 60.0, 100.0, 60.0, 280.0].map(|y| Point::new(0.0, y));
        let above: Vec<bool> = (0..places.len()).map(|index| above(&places, index, 8.0)).collect();
        // At the very top there is no room above, at the very bottom none below.
        assert_eq!(above, [false, false, true, false, true, true]);
    }
}
