//! Contour on posets: the oracle against every method, the maximum lemma, grids, boxes, and what is refused.

mod agree;
mod facts;
mod limits;
mod why;

use foregone::contour::poset::{Element, Entry, Method, Poset, Position, Solver};
use foregone::{Analysis, Limits, Margin, Rules as _, Solver as _, StopReason};

use crate::random::Random;

impl Random {
    /// The numbers below `count` in any order.
    fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..count).collect();
        for at in (1..count).rev() {
            numbers.swap(at, self.below(at + 1));
        }
        numbers
    }

    /// A poset of a shape, its elements in any order, with scores in a range.
    fn poset(&mut self, shape: &Shape, least: i64, greatest: i64) -> Poset {
        let count = shape.len();
        let mut entries: Vec<Option<Entry>> = vec![None; count];
        let name = |index: usize| format!("e{index}");
        for (index, at) in self.shuffled(count).into_iter().enumerate() {
            entries[at] = Some(Entry {
                name: name(index),
                first: self.within(least, greatest),
                second: self.within(least, greatest),
                prerequisites: shape[index].iter().map(|&below| name(below)).collect(),
            });
        }
        Poset::new(&entries.into_iter().flatten().collect::<Vec<_>>()).unwrap()
    }

    /// A position after so many random moves, or at the end of the game.
    fn poset_position(&mut self, poset: Poset, plies: usize) -> Position {
        let mut position = Position::new(poset);
        for _ in 0..plies {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[self.below(moves.len())]).unwrap();
        }
        position
    }
}

/// The prerequisites of each element, by number.
type Shape = Vec<Vec<usize>>;

/// Any order: each earlier element is a prerequisite with a chance of `percent`.
fn any(random: &mut Random, count: usize, percent: usize) -> Shape {
    (0..count).map(|index| (0..index).filter(|_| random.below(100) < percent).collect()).collect()
}

/// One element that all others go back to, each over another one.
fn tree(random: &mut Random, count: usize) -> Shape {
    (0..count).map(|index| if index == 0 { vec![] } else { vec![random.below(index)] }).collect()
}

/// The same upside down: an element is free once all its branches are taken.
fn root_last(random: &mut Random, count: usize) -> Shape {
    let mut shape: Shape = vec![vec![]; count];
    for index in 0..count - 1 {
        let above = index + 1 + random.below(count - index - 1);
        shape[above].push(index);
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

/// A box: cells with a coordinate on each axis, each in need of its neighbours below. Its ideals are the plane
/// partitions in it, when there are three axes.
fn product(lengths: &[usize]) -> Shape {
    let count: usize = lengths.iter().product();
    let neighbours = |index: usize| {
        let mut stride = 1;
        let mut below = Vec::new();
        for &length in lengths.iter().rev() {
            if !(index / stride).is_multiple_of(length) {
                below.push(index - stride);
            }
            stride *= length;
        }
        below.reverse();
        below
    };
    (0..count).map(neighbours).collect()
}

/// The ranges of scores that the tests go through: wide, tied, negative, zero, at the bounds.
const SCORES: [(i64, i64); 7] = [
    (0, 100_000),
    (-9, 9),
    (0, 1),
    (-50, -40),
    (0, 0),
    (-Poset::MAX_SCORE, Poset::MAX_SCORE),
    (Poset::MAX_SCORE - 1, Poset::MAX_SCORE),
];

fn analyze(method: Method, position: &Position) -> Analysis<Element, Margin> {
    Solver::with_method(method).analyze(position, &Limits::none()).unwrap()
}

/// The value and the states visited.
fn solve(method: Method, position: &Position) -> (i64, u64) {
    let solution = Solver::with_method(method).solve(position, &Limits::none()).unwrap();
    assert_eq!(solution.report.stop, StopReason::Finished);
    (solution.value.exact().expect("no limit was set").points(), solution.report.states)
}
