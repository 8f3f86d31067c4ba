//! A poset as a Hasse diagram: elements on levels by height, each joined to what it needs below it.

use std::collections::HashMap;

use foregone::contour::poset::{Element, Position};
use foregone::{Rules as _, Side};

use super::marks::{Heat, Marks, widest};
use super::scene::{Anchor, Entry, Form, Item, Point, Scene, Text, cut, em, fitting, fitting_name, signed};
use super::theme::Ink;
use super::{PictureError, check};

const ROOM: f64 = 1_400.0;
const NAME: f64 = 13.0;
const SCORE: f64 = 10.5;
const VALUE: f64 = 13.5;
/// The most and the least that an element is wide, and what is between two at least.
const WIDEST: f64 = 150.0;
const LEAST: f64 = 10.0;
const BETWEEN: f64 = 16.0;

pub(crate) fn scene(position: &Position, marks: Option<&Marks<Element>>) -> Result<Scene, PictureError> {
    check("elements", position.poset().len())?;
    Ok(Drawing::new(position, marks).scene())
}

struct Drawing<'a> {
    position: &'a Position,
    marks: Option<&'a Marks<Element>>,
    middles: HashMap<Element, Point>,
    /// Of an element.
    width: f64,
    height: f64,
    /// Of the whole.
    size: Point,
    /// Sizes of text, none if there is no room for it.
    name: Option<f64>,
    score: Option<f64>,
    value: Option<f64>,
}

impl<'a> Drawing<'a> {
    fn new(position: &'a Position, marks: Option<&'a Marks<Element>>) -> Self {
        let poset = position.poset();
        let levels = levels(position);
        let most = levels.iter().map(Vec::len).max().unwrap_or(1).max(1) as f64;
        let names = poset.elements().map(|element| em(poset.name(element), true)).fold(0.0, f64::max);
        let sums = poset
            .elements()
            .map(|element| em(&scores(position, element).concat(), false) + 1.0)
            .fold(0.0, f64::max);
        let values = widest(marks);
        let asked = (names * NAME).max(sums * SCORE).max(values * VALUE) + 16.0;
        let asked = asked.clamp(52.0, WIDEST);
        let pitch = (asked + BETWEEN).min((ROOM / most).max(LEAST + 4.0));
        let width = asked.min(0.8 * pitch);
        let rows: f64 = if marks.is_some() { 3.0 } else { 2.0 };
        let height = (rows * 18.0 + 8.0).min(width);
        let apart = height + 38.0_f64.min(pitch);
        let across = most * pitch;
        let down = (levels.len() as f64 - 1.0) * apart + height;
        let mut middles = HashMap::new();
        for (level, elements) in levels.iter().enumerate() {
            let left = (across - elements.len() as f64 * pitch) / 2.0;
            for (place, &element) in elements.iter().enumerate() {
                let x = left + (place as f64 + 0.5) * pitch;
                let y = down - height / 2.0 - level as f64 * apart;
                middles.insert(element, Point::new(x, y + 4.0));
            }
        }
        let inside = width - 8.0;
        Self {
            position,
            marks,
            middles,
            width,
            height,
            size: Point::new(across, down + 8.0),
            name: fitting_name(names, inside, NAME.min(height / rows / 1.35)),
            score: fitting(sums, inside, SCORE.min(height / rows / 1.35)),
            value: fitting(values, inside, VALUE.min(height / rows / 1.35)),
        }
    }

    fn scene(&self) -> Scene {
        let poset = self.position.poset();
        let mut items = Vec::new();
        for element in poset.elements() {
            for &below in poset.prerequisites(element) {
                let (Some(from), Some(to)) = (self.middles.get(&below), self.middles.get(&element)) else {
                    continue;
                };
                let line = Form::line(from.by(0.0, -self.height / 2.0), to.by(0.0, self.height / 2.0));
                let across = self.position.is_taken(below) && !self.position.is_taken(element);
                items.push(
                    line.drawn(if across { Ink::Strong } else { Ink::Line }, if across { 2.0 } else { 1.25 }),
                );
            }
        }
        for element in poset.elements() {
            self.element(element, &mut items);
        }
        Scene { width: self.size.x, height: self.size.y, items, key: self.key() }
    }

    fn element(&self, element: Element, items: &mut Vec<Item>) {
        let Some(&middle) = self.middles.get(&element) else { return };
        let mark = self.marks.and_then(|marks| marks.get(element));
        let heat = mark.and_then(|mark| mark.heat);
        let plate = |more: f64| Form::Rectangle {
            corner: middle.by(-self.width / 2.0 - more, -self.height / 2.0 - more),
            width: self.width + 2.0 * more,
            height: self.height + 2.0 * more,
            radius: 5.0 + more,
        };
        let (taken, available) = (self.position.is_taken(element), self.position.is_available(element));
        let mut parts = Vec::new();
        if available {
            let Form::Rectangle { corner, width, height, radius } = plate(0.0) else { return };
            parts.push(
                Form::Rectangle { corner: corner.by(0.0, 2.0), width, height, radius }.filled(Ink::Shade),
            );
        }
        let fill = heat.map_or(if taken { Ink::Taken } else { Ink::Surface }, Heat::ink);
        let best = mark.is_some_and(|mark| mark.best);
        parts.push(if best {
            plate(0.0).painted(fill, Ink::Strong, 2.5)
        } else {
            plate(0.0).painted(fill, Ink::Faint, 1.0)
        });
        if best {
            parts.push(plate(-2.0).drawn(Ink::Surface, 1.25));
        }
        let ink = heat.map_or(if taken { Ink::Muted } else { Ink::Text }, Heat::on);
        let rows = if mark.is_some() { 3.0 } else { 2.0 };
        let row =
            |index: f64| middle.by(0.0, self.height * ((index + 0.5) / rows - 0.5) * (0.46 + 0.13 * rows));
        if let Some(size) = self.name {
            let name = cut(self.position.poset().name(element), (self.width - 8.0) / size);
            parts.push(Text::centred(name, row(0.0), size, ink).bold(true).into());
        }
        if let Some(size) = self.score {
            let [first, second] = scores(self.position, element);
            let inks = if heat.is_some() || taken { [ink, ink] } else { [Ink::First, Ink::Second] };
            let at = row(1.0);
            parts.push(
                Text::centred(first, at.by(-self.width / 2.0 + 8.0, 0.0), size, inks[0])
                    .anchored(Anchor::Start)
                    .into(),
            );
            parts.push(
                Text::centred(second, at.by(self.width / 2.0 - 8.0, 0.0), size, inks[1])
                    .anchored(Anchor::End)
                    .into(),
            );
        }
        if let Some((size, mark)) = self.value.zip(mark) {
            parts.push(Text::centred(&mark.text, row(2.0), size, ink).bold(true).into());
        }
        let name =
            mark.map_or_else(|| self.position.poset().name(element).to_owned(), |mark| mark.says.clone());
        items.push(Item::Group { name, items: parts });
    }

    fn key(&self) -> Vec<Entry> {
        let mut key = vec![
            Entry::sentence("left: first's score; right: second's"),
            Entry::sentence("lines go up from what an element needs"),
        ];
        if self.position.poset().elements().any(|element| self.position.is_taken(element)) {
            key.push(Entry::swatch(Ink::Taken, "taken"));
        }
        if self.position.plies_left() > 0 && self.marks.is_none() {
            key.push(Entry::raised("can be taken"));
        }
        if let Some(marks) = self.marks {
            let side = self.position.to_move();
            key.extend(marks.key(&format!("below: {side}'s margin from here if it takes the element")));
        }
        key
    }
}

fn scores(position: &Position, element: Element) -> [String; 2] {
    [Side::First, Side::Second].map(|side| signed(&position.poset().score(side, element).to_string()))
}

/// The elements by height, each level ordered by where on the lower levels stands what its elements need.
fn levels(position: &Position) -> Vec<Vec<Element>> {
    let poset = position.poset();
    let mut levels: Vec<Vec<Element>> = Vec::new();
    for element in poset.elements() {
        let height = poset.height(element);
        if levels.len() <= height {
            levels.resize(height + 1, Vec::new());
        }
        levels[height].push(element);
    }
    let mut place: HashMap<Element, f64> = HashMap::new();
    for level in &mut levels {
        let wish = |element: &Element| {
            let below = poset.prerequisites(*element);
            let sum: f64 = below.iter().filter_map(|below| place.get(below)).sum();
            if below.is_empty() { 0.0 } else { sum / below.len() as f64 }
        };
        let mut wishes: Vec<(f64, Element)> = level.iter().map(|element| (wish(element), *element)).collect();
        wishes.sort_by(|a, b| a.0.total_cmp(&b.0));
        *level = wishes.into_iter().map(|(_, element)| element).collect();
        let count = level.len() as f64;
        place.extend(
            level.iter().enumerate().map(|(index, &element)| (element, (index as f64 + 0.5) / count)),
        );
    }
    levels
}
