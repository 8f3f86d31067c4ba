//! The value of every order ideal above a position, in one pass from everything taken backwards.

use std::ops::Sub;

use super::board::Element;
use super::chains::{Chains, Counts};
use super::layout::Layout;
use super::position::Position;
use crate::limits::Budget;
use crate::report::Halt;

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
    /// proportion to the moves between them.
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
    budget.plan("the moves along the chains", Walk::<W>::bytes(chains))?;
    let mut walk = Walk::start(chains, layout, word);
    let mut unspent = 0;
    while values.len() < total {
        let here = values.len();
        let worth = |mv: &Met<W>| mv.swing - values[here - mv.lower];
        // Only when everything is taken there is no move, and that is worth nothing.
        let best = walk.met.iter().map(worth).max().unwrap_or_default();
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

/// A walk over all ideals in the order of their addresses, with the moves of each.
///
/// The walk follows the ideal's path through the layout, chain by chain; and beside it, for each chain whose next element
/// might be taken, the path of the ideal with that element. Such a *side path* leaves the main one at its chain. It ends
/// where a later chain has too little taken for it: then the element is not available. Or it meets the main path again, and
/// from there on all offsets are the same: then the move lowers the address by so much, whatever follows.
///
/// ```text
///     chain            0        1        2        3
///
///     main path    ●───────●────────●────────●────────●
///                   ╲             ╱                        met at chain 2: 0's element is available
///                    ●─────────●
///                           ╲
///                            ●────────✕                    1's is not: too little of chain 2 is taken
/// ```
///
/// Addresses are gone through with the last chain fastest, so most steps change the end of the paths alone.
struct Walk<'a, W> {
    layout: &'a Layout,
    /// The swings of each chain, upwards.
    swings: Vec<Vec<W>>,
    counts: Counts,
    levels: Vec<Level>,
    /// The side paths that have not met the main one, by how many chains they have passed.
    open: Vec<Open<W>>,
    /// Those that have.
    met: Vec<Met<W>>,
}

/// How things are before a chain.
#[derive(Clone, Copy)]
struct Level {
    /// The main path's node.
    node: u32,
    /// The main path's offsets up to here.
    address: usize,
    /// Where the side paths that are open here start in `open`; they end where those of the next level start.
    open: usize,
    /// How many have met the main path up to here.
    met: usize,
}

/// A side path that is not the main one.
#[derive(Clone, Copy)]
struct Open<W> {
    node: u32,
    address: usize,
    swing: W,
}

/// A move: its swing, and by how much it lowers the address.
#[derive(Clone, Copy)]
struct Met<W> {
    lower: usize,
    swing: W,
}

/// The most side paths on the list: of each chain one, at every chain from there on.
fn most_open(chains: &Chains) -> usize {
    chains.len() * (chains.len() + 1) / 2
}

impl<'a, W: Copy> Walk<'a, W> {
    /// The most memory that it takes.
    fn bytes(chains: &Chains) -> u128 {
        let elements: u128 = (0..chains.len()).map(|chain| chains.length(chain) as u128).sum();
        let each = size_of::<Met<W>>() + size_of::<Level>() + size_of::<Vec<W>>() + size_of::<u16>();
        let open = most_open(chains) as u128 * size_of::<Open<W>>() as u128;
        open + chains.len() as u128 * each as u128 + elements * size_of::<W>() as u128
    }

    /// Where everything is taken.
    fn start(chains: &Chains, layout: &'a Layout, word: impl Fn(i64) -> W) -> Self {
        let counts: Counts = (0..chains.len()).map(|chain| chains.length(chain) as u16).collect();
        let swings = (0..chains.len()).map(|chain| chains.swings(chain).map(&word).collect()).collect();
        let start = Level { node: 0, address: 0, open: 0, met: 0 };
        let levels = vec![start; counts.len() + 2];
        let (open, met) = (Vec::with_capacity(most_open(chains)), Vec::with_capacity(chains.len()));
        let mut walk = Self { layout, swings, counts, levels, open, met };
        (0..walk.counts.len()).for_each(|chain| walk.follow(chain));
        walk
    }

    /// Goes to the ideal of the next address. After the last one, it stays there.
    fn step(&mut self) {
        let fewer = |&chain: &usize| self.counts[chain] > self.layout.range(self.levels[chain].node).0;
        let Some(chain) = (0..self.counts.len()).rev().find(fewer) else { return };
        self.counts[chain] -= 1;
        self.follow(chain);
        for next in chain + 1..self.counts.len() {
            self.counts[next] = self.layout.range(self.levels[next].node).1;
            self.follow(next);
        }
    }

    /// Takes the main path and all side paths past a chain.
    fn follow(&mut self, chain: usize) {
        let level = self.levels[chain];
        let count = self.counts[chain];
        let main = self.layout.step(level.node, count);
        let address = level.address + main.offset;
        let open_end = self.levels[chain + 1].open;
        self.open.truncate(open_end);
        self.met.truncate(level.met);
        for index in level.open..open_end {
            let side = self.open[index];
            let (least, most) = self.layout.range(side.node);
            if (least..=most).contains(&count) {
                let step = self.layout.step(side.node, count);
                self.branch(main.node, address, step.node, side.address + step.offset, side.swing);
            }
        }
        if count < self.layout.range(level.node).1 {
            let step = self.layout.step(level.node, count + 1);
            let swing = self.swings[chain][usize::from(count)];
            self.branch(main.node, address, step.node, level.address + step.offset, swing);
        }
        self.levels[chain + 1] = Level { node: main.node, address, open: open_end, met: self.met.len() };
        self.levels[chain + 2].open = self.open.len();
    }

    /// Adds a side path, at `node` and `side`, beside the main path at `main` and `address`. A superset's address is lower.
    fn branch(&mut self, main: u32, address: usize, node: u32, side: usize, swing: W) {
        if node == main {
            self.met.push(Met { lower: address - side, swing });
        } else {
            self.open.push(Open { node, address: side, swing });
        }
    }
}
