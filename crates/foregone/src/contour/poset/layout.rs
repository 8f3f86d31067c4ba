//! Where the value of each order ideal is kept: an address for every ideal, without gaps.

use std::hash::BuildHasher as _;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::chains::{Bounds, Chains};
use super::position::Position;
use crate::limits::{Budget, make_room_in, table_bytes, vector_bytes};
use crate::method::Method as _;
use crate::report::{Halt, SolveError, StopReason};

/// The addresses of all order ideals of the elements left, by how much of each chain is taken.
///
/// Chains are gone through in order. What is taken of the first few binds the others: of each at least so many elements
/// must be taken, and at most so many can be. Ideals that leave the same bounds behind go on in the same ways, so they
/// share a *node*. An ideal is a path through the nodes, one step a chain, and its address the sum of the offsets along
/// it: at each step the number of ideals that take more of that chain.
///
/// ```text
///     b d                     chain a b      chain c d
///     │╲│
///     a c         2 taken ╭──── 0 ───▶ (c: 1 to 2) ─ 2: 0, 1: 1 ─────────▶ end
///                 1 taken ├──── 2 ───▶ (c: 0 to 2) ─ 2: 0, 1: 1, 0: 2 ───▶ end
///                 0 taken ╰──── 5 ───▶ (c: 0 to 2)   the same node
///
///     a, c taken: 2 + 1 = 3       nothing taken: 5 + 2 = 7, the last of 8 ideals
/// ```
///
/// Everything taken has address 0, the start the last one. A superset has the lower address, as it takes more of the
/// first chain where the two differ.
///
/// There are as many nodes as the first chains can bind the others in different ways: for grids and boxes few, and one
/// a chain where no chain binds another; at worst as many as there are ideals. So the steps are limited: see
/// [`most_steps`].
#[derive(Debug)]
pub struct Layout {
    /// The nodes of all chains, the start first, the end last.
    nodes: Vec<Node>,
    steps: Vec<Step>,
    ideals: usize,
}

/// A way in which the first chains bind the next ones.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The fewest elements that can be taken of the next chain.
    least: u16,
    /// The most.
    most: u16,
    /// The step for the fewest; the others follow.
    steps: u32,
}

/// What follows if so many elements of a chain are taken.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The node that it leads to.
    pub node: u32,
    /// What it adds to the address.
    pub offset: usize,
}

/// The most steps between nodes: they take at most 64 MiB, and the bounds of all nodes of one level at most 1 GiB.
/// Mostly that is a second or two of work, as each step narrows and looks up a bound for every chain that follows.
fn most_steps(chains: usize) -> usize {
    (1 << 22).min((1 << 28) / chains.max(1))
}

/// What the steps are called when they are too large.
const STEPS: &str = "the ways in which chains bind each other";

/// Bounds worked out between two looks at the clock and the cancel flag: less than a millisecond of work.
const BOUNDS_PER_CHECK: usize = 1 << 18;

/// A level of nodes, as long as they are told apart: how much is taken of the chains that follow, at least and at most.
/// Each way of binding them is there once.
struct Level {
    /// How many chains follow.
    chains: usize,
    /// Node by node, the least of each chain that follows, then the most of each.
    bounds: Vec<u16>,
    /// The number of each node in the level, and the hash of its bounds.
    known: HashTable<(u64, u32)>,
    hasher: FixedState,
}

impl Level {
    fn new(chains: usize) -> Self {
        Self { chains, bounds: Vec::new(), known: HashTable::new(), hasher: FixedState::default() }
    }

    /// How many nodes there are.
    fn len(&self) -> usize {
        self.known.len()
    }

    /// The bounds of a node.
    fn of(&self, node: usize) -> &[u16] {
        let width = 2 * self.chains;
        &self.bounds[node * width..][..width]
    }

    /// The number of the node of these bounds, which is a new one if there was none.
    fn node(&mut self, bounds: &[u16]) -> Result<u32, StopReason> {
        let hash = self.hasher.hash_one(bounds);
        let same = |&(other, node): &(u64, u32)| other == hash && self.of(node as usize) == bounds;
        if let Some(&(_, node)) = self.known.find(hash, same) {
            return Ok(node);
        }
        let node = self.len() as u32;
        self.bounds.try_reserve(bounds.len()).map_err(|_| StopReason::Memory)?;
        self.known.try_reserve(1, |&(hash, _)| hash).map_err(|_| StopReason::Memory)?;
        self.bounds.extend_from_slice(bounds);
        self.known.insert_unique(hash, (hash, node), |&(hash, _)| hash);
        Ok(node)
    }

    /// The memory that it may take until one more node is in it.
    fn bytes(&self) -> u64 {
        let table = table_bytes::<(u64, u32)>(self.known.len(), self.known.capacity());
        vector_bytes(&self.bounds, 2 * self.chains) + table
    }
}

impl Layout {
    /// Addresses for what a position leaves. Takes 16 bytes a step and time in proportion to the steps times the chains;
    /// while it is built also 4 bytes for each node of two levels and each chain that follows, and as much again where
    /// they grow.
    ///
    /// # Errors
    /// [`Halt`] if it has too many steps, needs more memory than allowed, or at a limit.
    pub fn new(position: &Position, chains: &Chains, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        let bounds = Bounds::new(position, chains, budget)?;
        let linked = link(chains, &bounds, budget);
        budget.release(bounds.bytes());
        drop(bounds);
        let (nodes, mut steps) = linked?;
        let bytes = (size_of_val(&nodes[..]) + size_of_val(&steps[..])) as u64;
        budget.plan(STEPS, bytes.into())?;
        let ideals = count(&nodes, &mut steps, budget)
            .and_then(|ideals| usize::try_from(ideals).map_err(|_| too_many_ideals(ideals, budget)));
        if ideals.is_err() {
            budget.release(bytes);
        }
        Ok(Self { nodes, steps, ideals: ideals? })
    }

    /// Goes without it: gives back what was planned for it.
    pub fn give_back(self, budget: &mut Budget<'_>) {
        budget.release((size_of_val(&self.nodes[..]) + size_of_val(&self.steps[..])) as u64);
    }

    /// How many order ideals there are; at least one.
    pub const fn ideals(&self) -> usize {
        self.ideals
    }

    /// The step from a node if so many of the next chain are taken; that must be between its bounds.
    #[inline]
    pub fn step(&self, node: u32, count: u16) -> Step {
        let node = self.nodes[node as usize];
        self.steps[node.steps as usize + usize::from(count - node.least)]
    }

    /// The fewest and the most that can be taken of the next chain after a node.
    #[inline]
    pub fn range(&self, node: u32) -> (u16, u16) {
        let node = self.nodes[node as usize];
        (node.least, node.most)
    }

    /// The address of an ideal.
    pub fn address(&self, counts: &[u16]) -> usize {
        let mut node = 0;
        let mut address = 0;
        for &count in counts {
            let step = self.step(node, count);
            node = step.node;
            address += step.offset;
        }
        address
    }
}

/// All nodes and the steps between them, without the offsets.
fn link(chains: &Chains, bounds: &Bounds, budget: &mut Budget<'_>) -> Result<(Vec<Node>, Vec<Step>), Halt> {
    let (mut nodes, mut steps) = (Vec::new(), Vec::new());
    let mut level = Level::new(chains.len());
    let free = (0..chains.len()).map(|chain| chains.length(chain) as u16);
    level.node(&std::iter::repeat_n(0, chains.len()).chain(free).collect::<Vec<_>>())?;
    let mut narrowed = Vec::with_capacity(2 * chains.len());
    let mut unchecked = 0;
    for chain in 0..chains.len() {
        let first_of_next = (nodes.len() + level.len()) as u32;
        let mut next = Level::new(chains.len() - chain - 1);
        for node in 0..level.len() {
            let bound = level.of(node);
            let (least, most) = (bound[0], bound[level.chains]);
            nodes.push(Node { least, most, steps: steps.len() as u32 });
            for count in least..=most {
                narrow(bound, chain, count, chains, bounds, &mut narrowed);
                unchecked += level.chains;
                if unchecked >= BOUNDS_PER_CHECK {
                    unchecked = 0;
                    budget.progress(chain as u64, chains.len() as u64);
                    budget.check()?;
                }
                let taken = vector_bytes(&nodes, 1) + vector_bytes(&steps, 1);
                budget.grown(taken + level.bytes() + next.bytes())?;
                make_room_in(&mut nodes)?;
                make_room_in(&mut steps)?;
                steps.push(Step { node: first_of_next + next.node(&narrowed)?, offset: 0 });
                if steps.len() > most_steps(chains.len()) {
                    return Err(too_many_steps(chains).into());
                }
            }
        }
        level = next;
    }
    // All ways end in one node, which leaves no chain to bind.
    nodes.push(Node { least: 0, most: 0, steps: steps.len() as u32 });
    nodes.shrink_to_fit();
    steps.shrink_to_fit();
    Ok((nodes, steps))
}

/// Writes the bounds on the chains after `chain`, if `count` elements of it are taken, into `narrowed`.
fn narrow(
    bound: &[u16],
    chain: usize,
    count: u16,
    chains: &Chains,
    bounds: &Bounds,
    narrowed: &mut Vec<u16>,
) {
    let below = usize::from(count);
    let (least, most) = bound.split_at(bound.len() / 2);
    narrowed.clear();
    narrowed.extend_from_slice(&least[1..]);
    narrowed.extend_from_slice(&most[1..]);
    let (least, most) = narrowed.split_at_mut(least.len() - 1);
    if below > 0 {
        let needed = &bounds.least(chain, below - 1)[chain + 1..];
        least.iter_mut().zip(needed).for_each(|(least, &needed)| *least = needed.max(*least));
    }
    if below < chains.length(chain) {
        let possible = &bounds.most(chain, below)[chain + 1..];
        most.iter_mut().zip(possible).for_each(|(most, &possible)| *most = possible.min(*most));
    }
}

/// Fills in the offsets from the end backwards, and returns how many ideals there are; at most `u128::MAX`.
fn count(nodes: &[Node], steps: &mut [Step], budget: &mut Budget<'_>) -> Result<u128, SolveError> {
    let mut ideals = budget.vector("the ideals that follow each way", nodes.len() as u128)?;
    ideals.resize(nodes.len(), 0_u128);
    if let Some(end) = ideals.last_mut() {
        *end = 1;
    }
    for index in (0..nodes.len().saturating_sub(1)).rev() {
        let node = nodes[index];
        let mut sum = 0_u128;
        let steps = &mut steps[node.steps as usize..][..usize::from(node.most - node.least) + 1];
        for step in steps.iter_mut().rev() {
            // Where this is cut off, the ideals are too many and the layout is refused.
            step.offset = usize::try_from(sum).unwrap_or(usize::MAX);
            sum = sum.saturating_add(ideals[step.node as usize]);
        }
        ideals[index] = sum;
    }
    budget.release(size_of_val(&ideals[..]) as u64);
    Ok(ideals[0])
}

fn too_many_steps(chains: &Chains) -> SolveError {
    let reason = format!(
        "the {} chains of what is left bind each other in more than {} ways",
        chains.len(),
        most_steps(chains.len())
    );
    SolveError::NotApplicable { method: super::Method::Chains.name(), reason }
}

fn too_many_ideals(ideals: u128, budget: &Budget<'_>) -> SolveError {
    let needs = ideals.saturating_mul(size_of::<i32>() as u128);
    budget.refusal(super::sweep::TABLE, needs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn layout(text: &str) -> Layout {
        let position: Position = text.parse().unwrap();
        let mut budget = Budget::open(&Limits::none());
        let chains = Chains::new(&position, &mut budget).unwrap();
        Layout::new(&position, &chains, &mut budget).unwrap()
    }

    #[test]
    fn the_drawn_layout_is_as_drawn() {
        let layout = layout("a 0 0; b 0 0: a c; c 0 0; d 0 0: c");
        assert_eq!((layout.ideals(), layout.nodes.len()), (8, 4));
        assert_eq!(layout.address(&[1, 1]), 3);
        assert_eq!(layout.address(&[0, 0]), 7);
        assert_eq!(layout.address(&[2, 2]), 0);
        assert_eq!((0..3).map(|count| layout.step(0, count).offset).collect::<Vec<_>>(), [5, 2, 0]);
    }

    #[test]
    fn ideals_are_counted() {
        for (text, ideals) in [
            ("a 0 0", 2),
            ("a 0 0; taken: a", 1),
            ("a 0 0; b 0 0; c 0 0", 8),
            ("a 0 0; b 0 0: a; c 0 0: b", 4),
            // A fence of four: a Fibonacci number.
            ("a 0 0; b 0 0: a c; c 0 0; d 0 0: c", 8),
        ] {
            assert_eq!(layout(text).ideals(), ideals, "{text}");
        }
    }

    #[test]
    fn a_level_says_what_it_takes_before_it_takes_it() {
        let mut level = Level::new(3);
        for node in 0..5_000_u16 {
            let before = level.bytes();
            let bounds = [node % 7, node % 11, 0, 9, 9, node];
            assert_eq!(level.node(&bounds), Ok(node.into()));
            let held = level.bounds.capacity() * size_of::<u16>() + level.known.allocation_size();
            // The table's last bytes, which its length does not tell.
            assert!(before + 32 >= held as u64, "{node}: {before} bytes were said, {held} are held");
            assert_eq!((level.node(&bounds), level.of(node.into())), (Ok(node.into()), &bounds[..]));
        }
        assert_eq!(level.len(), 5_000);
    }

    #[test]
    fn what_was_tried_in_vain_is_given_back() {
        // A random order, whose chains bind each other in too many ways.
        let elements = (0..300).map(|index: u64| {
            let needs = (0..index).filter(|below| (index * 7_919 + below * 104_729).is_multiple_of(97));
            format!("{index} 0 0: {};", needs.map(|below| below.to_string()).collect::<Vec<_>>().join(" "))
        });
        let position: Position = elements.collect::<String>().parse().unwrap();
        for memory in [1_500_000, 1 << 40] {
            let mut budget = Budget::open(&Limits::none().memory(memory));
            let chains = Chains::new(&position, &mut budget).unwrap();
            let before = budget.memory_left();
            assert!(Layout::new(&position, &chains, &mut budget).is_err());
            assert_eq!(budget.memory_left(), before, "{memory}");
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let antichain: String = (0..200).map(|index| format!("{index} 0 0;")).collect();
        let position: Position = antichain.parse().unwrap();
        let mut budget = Budget::open(&Limits::none());
        let chains = Chains::new(&position, &mut budget).unwrap();
        let halt = Layout::new(&position, &chains, &mut budget).unwrap_err();
        assert!(matches!(halt, Halt::Refused(SolveError::NoMemory { .. })), "{halt:?}");
    }
}
