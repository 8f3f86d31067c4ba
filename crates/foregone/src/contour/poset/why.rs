//! Why a position is worth what it is: the reasons of [the grid](crate::contour::Why), on a poset.

use super::board::Element;
use super::position::Position;
use crate::contour::why::{Field, Why};
use crate::game::Side;

/// The reasons for the value of a position on a poset.
pub type PosetWhy = Why<Element, Border>;

/// Where what is taken ends, and how what is left hangs together. What can be taken next are the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Border {
    /// The elements taken that no other one taken needs, in their order: what is taken is these and all below them.
    pub last_taken: Vec<Element>,
    /// The parts of what is left that have nothing to do with each other, each in the order of its elements, by their
    /// first elements. They are one game all the same (see [the wing](super#what-does-not-hold)).
    pub parts: Vec<Vec<Element>>,
}

impl Border {
    /// That of a position. Takes time in proportion to the elements and their prerequisites.
    pub(super) fn of(position: &Position) -> Self {
        let poset = position.poset();
        let is_last = |&element: &Element| {
            position.is_taken(element)
                && !poset.followers(element).iter().any(|&above| position.is_taken(above))
        };
        let mut met = vec![false; poset.len()];
        let mut parts = Vec::new();
        for first in position.elements_left() {
            if std::mem::replace(&mut met[first.index()], true) {
                continue;
            }
            let mut part = vec![first];
            let mut done = 0;
            while let Some(&element) = part.get(done) {
                done += 1;
                for &next in poset.prerequisites(element).iter().chain(poset.followers(element)) {
                    if !position.is_taken(next) && !std::mem::replace(&mut met[next.index()], true) {
                        part.push(next);
                    }
                }
            }
            part.sort_unstable();
            parts.push(part);
        }
        Self { last_taken: poset.elements().filter(is_last).collect(), parts }
    }
}

impl Field for Position {
    fn items_left(&self) -> impl Iterator<Item = Element> {
        self.elements_left()
    }

    fn needing(&self, element: Element) -> impl Iterator<Item = Element> {
        self.poset().followers(element).iter().copied()
    }

    fn can_take(&self, element: Element) -> bool {
        self.is_available(element)
    }

    fn score(&self, side: Side, element: Element) -> i64 {
        self.poset().score(side, element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_border_is_what_was_taken_last_and_the_parts_left() {
        for (text, last_taken, parts) in [
            ("a 0 0", "", "a"),
            ("a 0 0; taken: a", "a", ""),
            ("a 0 0; b 0 0: a; c 0 0: b; d 0 0: a; taken: a b", "b", "c, d"),
            ("a 0 0; b 0 0: a; c 0 0: a; d 0 0: c b; e 0 0; f 0 0: e; taken: a", "a", "b c d, e f"),
            ("a 0 0; b 0 0; c 0 0: b a; d 0 0: b; taken: a b", "a b", "c, d"),
        ] {
            let position: Position = text.parse().unwrap();
            let names = |elements: &Vec<Element>| {
                elements.iter().map(|&element| position.poset().name(element)).collect::<Vec<_>>().join(" ")
            };
            let border = Border::of(&position);
            let found = border.parts.iter().map(names).collect::<Vec<_>>().join(", ");
            assert_eq!((names(&border.last_taken).as_str(), found.as_str()), (last_taken, parts), "{text}");
        }
    }
}
