//! Contour on posets of every shape: every method, elements in another order, scores exchanged.

use foregone::contour::poset::{Element, Entry, Method, Poset, Position, Solver};
use foregone::{Margin, Rules as _, Side};

use crate::answer::{Answers, By, Disagreement, Tally, hold, hold_image};
use crate::chance::{Chance, pick, shuffled};
use crate::contour::SCORES;
use crate::run::Game;

pub struct OnPosets {
    all: Vec<Box<dyn Answers<Position, Margin>>>,
    image: By<Solver>,
}

impl Game for OnPosets {
    type Position = Position;

    const NAME: &'static str = "contour on posets";

    fn new() -> Self {
        let by = |method, states| -> Box<dyn Answers<_, _>> { Box::new(By::<Solver>::of(method, states)) };
        let methods = [Method::Chains, Method::Layers, Method::EveryMove, Method::Auto];
        let oracle = By::<Solver>::of(Method::Oracle, 3_000).without_lines();
        let fast = methods.into_iter().map(|method| by(method, 200_000));
        Self {
            all: [Box::new(oracle) as Box<dyn Answers<_, _>>].into_iter().chain(fast).collect(),
            image: By::of(Method::Auto, 200_000).moves_alone(),
        }
    }

    fn draw(chance: &mut dyn Chance) -> Position {
        let shape = shape(chance);
        let (least, most) = pick(chance, &SCORES);
        let mut entries: Vec<Entry> = shape
            .iter()
            .enumerate()
            .map(|(index, below)| Entry {
                name: name(index),
                first: chance.integer(least, most),
                second: chance.integer(least, most),
                prerequisites: below.iter().map(|&below| name(below)).collect(),
            })
            .collect();
        let order = shuffled(chance, entries.len());
        entries = order.into_iter().map(|at| entries[at].clone()).collect();
        let mut position = Position::new(Poset::new(&entries).expect("no element is over itself"));
        if chance.once_in(2) {
            for _ in 0..chance.below(shape.len() + 1) {
                let mv = pick(chance, &position.moves());
                position.play(mv).expect("a legal move");
            }
        }
        position
    }

    fn check(&mut self, position: &Position, tally: &mut Tally) -> Result<(), Disagreement> {
        let Some((right, answer)) = hold(position, self.all.iter_mut().map(|one| &mut **one), tally)? else {
            return Ok(());
        };
        let expected = (right.as_str(), &answer);
        let mut entries = entries(position.poset());
        entries.reverse();
        let turned = built(position, &entries).expect("the same elements");
        let as_there = |element| turned.poset().find(position.poset().name(element));
        hold_image("turned round", expected, &turned, as_there, Margin::clone, &mut self.image, tally)?;
        entries.reverse();
        entries.iter_mut().for_each(|entry| (entry.first, entry.second) = (entry.second, entry.first));
        let exchanged = built(position, &entries).expect("the same elements");
        let lead = lead(position);
        let worth = |value: &Margin| *value - lead;
        hold_image("scores exchanged", expected, &exchanged, Some, worth, &mut self.image, tally)
    }

    fn smaller(position: &Position) -> Vec<Position> {
        let entries = entries(position.poset());
        let mut found = Vec::new();
        if position.plies_left() < entries.len() {
            found.push(Position::new(Poset::new(&entries).expect("the same elements")));
        }
        for (at, entry) in entries.iter().enumerate() {
            let mut fewer = entries.clone();
            fewer.remove(at);
            fewer.iter_mut().for_each(|other| other.prerequisites.retain(|name| *name != entry.name));
            found.extend(built(position, &fewer));
        }
        let mut change = |at: usize, change: &dyn Fn(&mut Entry)| {
            let mut changed = entries.clone();
            change(&mut changed[at]);
            found.extend(built(position, &changed));
        };
        for (at, entry) in entries.iter().enumerate() {
            for place in 0..entry.prerequisites.len() {
                change(at, &|entry| drop(entry.prerequisites.remove(place)));
            }
            for less in lesser(entry.first) {
                change(at, &|entry| entry.first = less);
            }
            for less in lesser(entry.second) {
                change(at, &|entry| entry.second = less);
            }
        }
        found
    }
}

/// Scores closer to 0.
fn lesser(score: i64) -> impl Iterator<Item = i64> {
    let less = [0, score / 2, score - score.signum()];
    less.into_iter().filter(move |less| less.abs() < score.abs())
}

fn name(index: usize) -> String {
    format!("e{index}")
}

fn entries(poset: &Poset) -> Vec<Entry> {
    let name = |element: Element| poset.name(element).to_owned();
    let entry = |element| Entry {
        name: name(element),
        first: poset.score(Side::First, element),
        second: poset.score(Side::Second, element),
        prerequisites: poset.prerequisites(element).iter().copied().map(name).collect(),
    };
    poset.elements().map(entry).collect()
}

/// The position on changed elements, those of the same names taken; `None` if that is none.
fn built(position: &Position, entries: &[Entry]) -> Option<Position> {
    let taken = |entry: &&Entry| {
        let element = position.poset().find(&entry.name);
        element.is_some_and(|element| position.is_taken(element))
    };
    let taken = entries.iter().filter(taken).map(|entry| entry.name.as_str());
    Position::with_taken(Poset::new(entries).ok()?, taken).ok()
}

/// What the mover's scores of the elements left sum to, less the other side's.
fn lead(position: &Position) -> Margin {
    let (poset, side) = (position.poset(), position.to_move());
    let lead = |element| poset.score(side, element) - poset.score(side.other(), element);
    Margin::new(position.elements_left().map(lead).sum())
}

/// The prerequisites of each element, by number.
type Shape = Vec<Vec<usize>>;

fn shape(chance: &mut dyn Chance) -> Shape {
    let most = match chance.below(2_000) {
        0..=4 => 24,
        5..=100 => 14,
        _ => 8,
    };
    let count = chance.within(1, most);
    match chance.below(7) {
        0 => chains(&vec![1; count.min(9)]),
        1 => chains(&[count]),
        2 => chains(&[chance.within(1, most / 3), chance.within(1, most / 3), chance.within(1, most / 4)]),
        3 => (0..count).map(|index| if index == 0 { vec![] } else { vec![chance.below(index)] }).collect(),
        4 => root_last(chance, count),
        5 => product(&[chance.within(1, 3), chance.within(1, 2), chance.within(1, most / 6)]),
        _ => {
            let times = pick(chance, &[2, 4, 8]);
            (0..count).map(|index| (0..index).filter(|_| chance.once_in(times)).collect()).collect()
        }
    }
}

/// A tree upside down: an element is free once all its branches are taken.
fn root_last(chance: &mut dyn Chance, count: usize) -> Shape {
    let mut shape: Shape = vec![vec![]; count];
    for index in 0..count - 1 {
        shape[chance.within(index + 1, count - 1)].push(index);
    }
    shape
}

/// Chains side by side.
fn chains(lengths: &[usize]) -> Shape {
    let mut shape = Shape::new();
    for &length in lengths {
        for place in 0..length {
            shape.push(if place == 0 { vec![] } else { vec![shape.len() - 1] });
        }
    }
    shape
}

/// A box: cells with a coordinate on each axis, each in need of its neighbours below.
fn product(lengths: &[usize]) -> Shape {
    let neighbours = |index: usize| {
        let mut stride = 1;
        let mut below = Vec::new();
        for &length in lengths {
            if !(index / stride).is_multiple_of(length) {
                below.push(index - stride);
            }
            stride *= length;
        }
        below
    };
    (0..lengths.iter().product()).map(neighbours).collect()
}
