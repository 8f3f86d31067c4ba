//! What a count will cost: the frontiers of a width are known before any is found, and so are the numbers of each.

use super::board::Position;
use super::count::{needs_of_count, rounds_of_count};
use super::cuts::cuts;
use super::filling::Filling;
use super::frontier::Lattice;
use super::method::Method;
use super::networks::{check_width, is_crowded, most, most_bytes};
use super::points::LANES;
use super::solve::Solver;
use super::sweep::{Asked, Stones};
use super::window::Windows;
use crate::forecast::{Forecast, Foreseen, Question, Sure};
use crate::limits::{Budget, Limits};
use crate::method::Method as _;
use crate::report::SolveError;

/// Seconds for each frontier met or tabled, and for each number that a sweep works out for it: what 11x11 to 19x19 took by two threads,
/// with and without every move, and with a coin, comes out within a factor of 2.5, and large boards within 1.4.
const A_FRONTIER: f64 = 9e-9;
const A_NUMBER: f64 = 3.2e-9;

/// Seconds for each frontier met in a sweep of a vector of [`LANES`] values: what 14x14 took, and 16x16 and 17x17, whose layers are in
/// no cache.
const A_NEAR_VECTOR: f64 = 12e-9;
const A_FAR_VECTOR: f64 = 24e-9;

/// Bytes of a layer that caches hold.
const NEAR: usize = 16 << 20;

/// How many frontiers a core goes through in a second, in sweeps of vectors of values over rows of so many cells.
pub(super) fn vectors_a_second(width: usize) -> f64 {
    let layer = cuts(Lattice::Hexagonal, width)[0] as usize * size_of::<[u32; LANES]>();
    1.0 / if layer <= NEAR { A_NEAR_VECTOR } else { A_FAR_VECTOR }
}

/// What one count takes.
struct Count {
    states: u128,
    /// Bytes of numbers.
    numbers: u128,
    seconds: f64,
}

impl Solver {
    /// What a question would cost, by the transfer tables of its width.
    pub(super) fn foresee(
        &self,
        position: &Position,
        question: Question,
        limits: &Limits<'_>,
    ) -> Result<Forecast, SolveError> {
        let method = Method::Transfer.name();
        if position.winner().is_some() {
            return Ok(Forecast::at_once(method));
        }
        let filling = Filling::of(position);
        check_width(&filling)?;
        let budget = Budget::open(limits);
        let count = |(stones, asked)| self.count(&filling, stones, asked, &budget);
        let moves = || count(self.asked_of_odds(&filling, true));
        let found = match question {
            Question::Value => count(self.asked_of_odds(&filling, false)),
            Question::Moves | Question::Line => moves(),
            Question::Why => moves().and(&count((self.stones_of_influence(&filling), Asked::Pivotal))),
        };
        let width = filling.width;
        let tabled: u32 = cuts(Lattice::Hexagonal, width).iter().sum();
        let memory = most_bytes(&filling, found.numbers);
        let (mut states, mut seconds) = (u128::from(tabled) + found.states, found.seconds);
        let mut sure = Sure::Exact;
        if is_crowded(&filling) {
            states += u128::from(most(width));
            sure = Sure::Most;
        }
        let mut time = if sure == Sure::Most { Sure::Most } else { Sure::About };
        if question == Question::Why {
            // Where there are stones their frontiers are looked for more than once.
            (sure, time) = (Sure::About, Sure::About);
        }
        seconds += f64::from(tabled) * A_FRONTIER;
        if question == Question::Line {
            // As many for every ply, and fewer as the board fills.
            let plies = filling.open as u128;
            (states, seconds) = (states * plies, seconds * plies as f64);
            (sure, time) = (Sure::Most, Sure::Most);
        }
        Ok(Forecast {
            method,
            states: Some(Foreseen::new(states, sure)),
            memory: Some(Foreseen::new(memory, sure)),
            seconds: Some(Foreseen::new(seconds, time)),
        })
    }

    /// What a count takes on a network of all frontiers of the width.
    fn count(&self, filling: &Filling, stones: Stones, asked: Asked, budget: &Budget<'_>) -> Count {
        let (width, weights) = (filling.width, filling.weights(&self.turns));
        let weights = weights.as_ref();
        let cuts = cuts(Lattice::Hexagonal, width);
        let windows = Windows::new(filling, stones);
        let layers = || 0..filling.sites.len();
        let frontiers = |layer: usize| cuts[layer % width];
        let once: u128 = layers().map(|layer| u128::from(frontiers(layer))).sum();
        // Forward, the layers within each row are found again, and all are gone through once more.
        let within = once - filling.rows as u128 * u128::from(cuts[0]);
        let (states, passes) = match asked {
            Asked::Nothing => (once, 1.0),
            Asked::Own | Asked::Pivotal => (2 * once + within, 4.0),
        };
        let entries: f64 =
            layers().map(|layer| windows.entries(layer, frontiers(layer) as usize) as f64).sum();
        let rounds = rounds_of_count(filling, stones, weights, budget) as f64;
        let needs = needs_of_count(filling, stones, weights, asked, budget);
        Count {
            states,
            numbers: needs.bytes(filling, |layer| frontiers(layer) as usize),
            seconds: entries * passes * rounds * A_NUMBER + states as f64 * A_FRONTIER,
        }
    }
}

impl Count {
    /// One after the other, on the same tables.
    fn and(self, other: &Self) -> Self {
        Self {
            states: self.states + other.states,
            numbers: self.numbers.max(other.numbers),
            seconds: self.seconds + other.seconds,
        }
    }
}
