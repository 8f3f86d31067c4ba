//! What a picture says of moves: a number, how far it is behind the best, whether it is the best.

use std::collections::HashMap;
use std::hash::Hash;

use foregone::{AnalysisOf, MoveValue};

use super::scene::{Entry, Form, Item, Point, Text, em, signed};
use super::theme::{Ink, LEVELS};
use crate::game::{Game, MoveOf, PositionOf, ValueOf};
use crate::text::{behind, short};

/// How far behind the best something is: an even step of the way to the furthest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heat(u8);

impl Heat {
    /// A part of the way, from 0 to 1.
    pub(crate) fn at(part: f64) -> Self {
        Self((part.clamp(0.0, 1.0) * f64::from(LEVELS - 1)).round() as u8)
    }

    pub(super) const fn ink(self) -> Ink {
        Ink::Heat(self.0)
    }

    /// For text on it.
    pub(super) const fn on(self) -> Ink {
        Ink::OnHeat(self.0)
    }
}

/// What is said of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    /// Short enough for the board.
    pub(crate) text: String,
    /// None where it is not known how far it is behind.
    pub(crate) heat: Option<Heat>,
    pub(crate) best: bool,
    /// A second number, where there is one.
    pub(crate) note: Option<String>,
    /// All of it in words, with the move's name.
    pub(crate) says: String,
}

/// What is said of the moves of a position.
pub struct Marks<M> {
    by_move: HashMap<M, Mark>,
    /// What the numbers are, if they are not values of moves.
    pub(crate) meaning: Option<String>,
    /// What the second numbers are.
    pub(crate) note: Option<&'static str>,
    /// What is marked as best, and what the colours of heat go from and to.
    pub(crate) best: &'static str,
    pub(crate) ramp: Option<String>,
}

impl<M: Copy + Eq + Hash> Marks<M> {
    pub(crate) fn new(marks: impl IntoIterator<Item = (M, Mark)>) -> Self {
        let by_move = marks.into_iter().collect();
        Self { by_move, meaning: None, note: None, best: "best", ramp: None }
    }

    pub(crate) fn get(&self, mv: M) -> Option<&Mark> {
        self.by_move.get(&mv)
    }

    /// Adds a second number to a move, and what it says in words.
    pub(crate) fn note(&mut self, mv: M, note: String, says: &str) {
        if let Some(mark) = self.by_move.get_mut(&mv) {
            mark.note = Some(note);
            mark.says = format!("{}, {says}", mark.says);
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Mark> {
        self.by_move.values()
    }

    /// What the key says of them, where the numbers mean so much.
    pub(super) fn key(&self, meaning: &str) -> Vec<Entry> {
        if self.by_move.is_empty() {
            return Vec::new();
        }
        let mut key = vec![Entry::sentence(self.meaning.as_deref().unwrap_or(meaning))];
        if let Some(note) = self.note {
            key.push(Entry::sentence(note));
        }
        if self.all().any(|mark| mark.best) {
            key.push(Entry::new(
                |middle| {
                    vec![
                        Form::square(middle, 14.0, 4.0).painted(Ink::Heat(0), Ink::Strong, 2.0),
                        Form::square(middle, 11.0, 2.5).drawn(Ink::Surface, 1.2),
                    ]
                },
                self.best,
            ));
        }
        if let Some(ramp) = &self.ramp {
            key.push(Entry { sample: ramp_sample(), width: f64::from(LEVELS) * STEP, text: ramp.clone() });
        }
        key
    }
}

/// How wide the widest of the numbers on moves is for a size of 1, if there are any.
pub(super) fn widest<M: Copy + Eq + Hash>(marks: Option<&Marks<M>>) -> f64 {
    marks.into_iter().flat_map(Marks::all).map(|mark| em(&mark.text, true)).fold(0.0, f64::max)
}

/// The values of an analysis.
pub(crate) fn of_analysis<G: Game>(
    position: &PositionOf<G>,
    analysis: &AnalysisOf<G::Solver>,
) -> Marks<MoveOf<G>> {
    let size = |judged: &MoveValue<MoveOf<G>, ValueOf<G>>| {
        judged.behind.as_ref().map(|behind| G::amount(behind).size())
    };
    let furthest = analysis.moves.iter().max_by(|a, b| a.behind.cmp(&b.behind));
    let most = furthest.and_then(size).unwrap_or_default();
    let mark = |judged: &MoveValue<MoveOf<G>, ValueOf<G>>| {
        let heat = size(judged).map(|size| Heat::at(if most > 0.0 { size / most } else { 0.0 }));
        let text = signed(&short::<G>(&judged.value));
        let name = G::move_name(position, judged.mv);
        let behind = behind::<G>(judged);
        let says = match behind.as_str() {
            "" => format!("{name} {text}"),
            "best" => format!("{name} {text}, best"),
            _ => format!("{name} {text}, {behind} behind"),
        };
        (judged.mv, Mark { text, heat, best: judged.best, note: None, says })
    };
    let mut marks = Marks::new(analysis.moves.iter().map(mark));
    let far = furthest.filter(|_| G::MEASURED && most > 0.0).map(behind::<G>);
    marks.ramp = far.map(|far| format!("0 to {far} behind"));
    marks
}

/// The inks of what a move's number stands on, and of the number.
pub(super) fn inks(mark: &Mark) -> (Ink, Ink) {
    mark.heat.map_or((Ink::Surface, Ink::Text), |heat| (heat.ink(), heat.on()))
}

/// A move's number on a plate of its own, ringed if the move is among the best.
pub(super) fn pill(mark: &Mark, middle: Point, size: f64) -> Vec<Item> {
    let (fill, ink) = inks(mark);
    let (width, height) = (em(&mark.text, true) * size + 9.0, size * 1.55);
    let plate = |more: f64| Form::Rectangle {
        corner: middle.by(-width / 2.0 - more, -height / 2.0 - more),
        width: width + 2.0 * more,
        height: height + 2.0 * more,
        radius: height / 2.0 + more,
    };
    let number = Text::centred(&mark.text, middle, size, ink).bold(true).into();
    if mark.best {
        return vec![plate(1.5).painted(Ink::Surface, Ink::Strong, 2.0), plate(-0.75).filled(fill), number];
    }
    vec![plate(0.0).drawn(Ink::Surface, 2.0), plate(0.0).painted(fill, Ink::Faint, 0.75), number]
}

/// How wide a colour is in the sample of all.
const STEP: f64 = 12.0;

fn ramp_sample() -> Vec<Item> {
    let step = |level: u8| {
        let corner = Point::new(f64::from(level) * STEP, 2.0);
        Form::rectangle(corner, STEP, Entry::HEIGHT - 4.0).filled(Ink::Heat(level))
    };
    let around = Form::rectangle(Point::new(0.0, 2.0), f64::from(LEVELS) * STEP, Entry::HEIGHT - 4.0);
    (0..LEVELS).map(step).chain([around.drawn(Ink::Faint, 0.75)]).collect()
}
