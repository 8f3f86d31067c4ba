//! The value of every order ideal above a position, in one pass from everything taken backwards.

use std::ops::Sub;

use super::board::Element;
use super::chains::{Chains, Counts};
use super::layout::Layout;
use super::position::Position;
use crate::analysis::Halt;
use crate::limits::Budget;

/// `g` (see [the wing](super)) of every order ideal above a position, by address.
#[derive(Debug)]
pub struct Sweep {
    chains: Chains,
    layout: Layout,
    values: Values,
}

/// The values in words as narrow as their range allows.
#[derive(Debug)]
enum Values {
    Narrow(Vec<i32>),
    Wide(Vec<i64>),
}

/// What the table is called when it is too large.
pub const TABLE: &str = "a value for every order ideal";

/// Ideals between two looks at the budget: about a millisecond of work.
const CHUNK: u64 = 1 << 13;

impl Sweep {
    /// Works out all ideals above a position.
    ///
    /// Takes a word of 4 bytes for each, or of 8 if the sizes of the swings left sum to more than `i32::MAX`, and time in
    /// proportion to the moves between them times the chains that a move has to look at.
    ///
    /// # Errors
    /// [`Halt`] if they do not fit the memory allowed, or at a limit.
    pub fn run(chains: Chains, layout: Layout, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        let values = if is_narrow(&chains) {
            // No swing is greater than the bound.
            Values::Narrow(fill(&chains, &layout, |swing| swing as i32, budget)?)
        } else {
            Values::Wide(fill(&chains, &layout, |swing| swing, budget)?)
        };
        Ok(Self { chains, layout, values })
    }

    /// The memory that the table takes.
    pub fn bytes(chains: &Chains, layout: &Layout) -> u128 {
        let word = if is_narrow(chains) { size_of::<i32>() } else { size_of::<i64>() };
        layout.ideals() as u128 * word as u128
    }

    /// `g` of the position, or of one that is reached from it.
    pub fn rest(&self, position: &Position) -> i64 {
        self.rest_of(&self.chains.counts(position))
    }

    /// Each available element of such a position, and `g` once it is taken.
    pub fn rests(&self, position: &Position) -> Vec<(Element, i64)> {
        let mut counts = self.chains.counts(position);
        let mut rests = Vec::new();
        for element in position.available() {
            if let Some(place) = self.chains.place(element) {
                counts[place.chain] += 1;
                rests.push((element, self.rest_of(&counts)));
                counts[place.chain] -= 1;
            }
        }
        rests
    }

    fn rest_of(&self, counts: &[u16]) -> i64 {
        let address = self.layout.address(counts);
        match &self.values {
            Values::Narrow(values) => values[address].into(),
            Values::Wide(values) => values[address],
        }
    }
}

/// Whether the values fit words of 32 bits.
fn is_narrow(chains: &Chains) -> bool {
    i32::try_from(chains.bound()).is_ok()
}

/// `g` by address. `word` takes a swing to the word of the table, in which no sum overflows.
fn fill<W: Copy + Ord + Default + Sub<Output = W>>(
    chains: &Chains,
    layout: &Layout,
    word: impl Fn(i64) -> W,
    budget: &mut Budget<'_>,
) -> Result<Vec<W>, Halt> {
    let total = layout.ideals();
    let mut values: Vec<W> = budget.vector(TABLE, total as u128)?;
    let mut walk = Walk::start(chains, layout);
    let mut unspent = 0;
    while values.len() < total {
        let here = values.len();
        let worth = |(swing, address): (i64, usize)| word(swing) - values[address];
        // Only when everything is taken there is no move, and that is worth nothing.
        let best = walk.moves(here).map(worth).max().unwrap_or_default();
        values.push(best);
        walk.step();
        unspent += 1;
        if unspent == CHUNK || values.len() == total {
            budget.spend(unspent)?;
            budget.progress(values.len() as u64, total as u64);
            unspent = 0;
        }
    }
    Ok(values)
}

/// A walk over all ideals in the order of their addresses.
struct Walk<'a> {
    chains: &'a Chains,
    layout: &'a Layout,
    counts: Counts,
    /// The path of the ideal: the node before each chain, and the offsets up to there.
    path: Vec<(u32, usize)>,
}

impl<'a> Walk<'a> {
    /// Where everything is taken.
    fn start(chains: &'a Chains, layout: &'a Layout) -> Self {
        let counts: Counts = (0..chains.len()).map(|chain| chains.length(chain) as u16).collect();
        let mut walk = Self { chains, layout, path: vec![(0, 0); counts.len() + 1], counts };
        walk.follow(0);
        walk
    }

    /// Goes to the ideal of the next address. After the last one, it stays there.
    fn step(&mut self) {
        let freer = |&chain: &usize| self.counts[chain] > self.layout.range(self.path[chain].0).0;
        let Some(chain) = (0..self.counts.len()).rev().find(freer) else { return };
        self.counts[chain] -= 1;
        self.follow_step(chain);
        for next in chain + 1..self.counts.len() {
            self.counts[next] = self.layout.range(self.path[next].0).1;
            self.follow_step(next);
        }
    }

    /// Works out the path from a chain on.
    fn follow(&mut self, from: usize) {
        for chain in from..self.counts.len() {
            self.follow_step(chain);
        }
    }

    fn follow_step(&mut self, chain: usize) {
        let (node, address) = self.path[chain];
        let step = self.layout.step(node, self.counts[chain]);
        self.path[chain + 1] = (step.node, address + step.offset);
    }

    /// The swing of each move from the ideal, whose address is `here`, and the address that it leads to.
    fn moves(&self, here: usize) -> impl Iterator<Item = (i64, usize)> {
        self.chains.moves(&self.counts).map(move |mv| (mv.swing, self.address_after(mv.chain, here)))
    }

    /// The address after the next element of a chain is taken. The new path leaves the old one at that chain, and from
    /// where the two meet again all offsets are the same.
    fn address_after(&self, chain: usize, here: usize) -> usize {
        let (node, address) = self.path[chain];
        let step = self.layout.step(node, self.counts[chain] + 1);
        let (mut node, mut address) = (step.node, address + step.offset);
        for (next, &(old_node, old_address)) in self.path.iter().enumerate().skip(chain + 1) {
            if node == old_node {
                return address + (here - old_address);
            }
            let step = self.layout.step(node, self.counts[next]);
            (node, address) = (step.node, address + step.offset);
        }
        address
    }
}
