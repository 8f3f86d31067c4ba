//! Where the value of each order ideal is kept: an address for every ideal, without gaps.

use std::collections::HashMap;

use super::chains::{Bounds, Chains};
use super::position::Position;
use crate::limits::Budget;
use crate::method::Method as _;
use crate::report::{Halt, SolveError};

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

/// The most steps between nodes, so that they take at most 64 MiB and about a second.
fn most_steps(chains: usize) -> usize {
    (1 << 22).min((1 << 28) / chains.max(1))
}

/// What the steps are called when they are too large.
const STEPS: &str = "the ways in which chains bind each other";

/// Steps between two looks at the clock and the cancel flag.
const STEPS_PER_CHECK: usize = 1 << 12;

/// Bounds on how much is taken of the chains that follow: the least and the most of each.
type Bound = Box<[(u16, u16)]>;

impl Layout {
    /// Addresses for what a position leaves. Takes 16 bytes a step, while it is built also 4 bytes for each chain and
    /// node of one level, and time in proportion to the steps times the chains.
    ///
    /// # Errors
    /// [`Halt`] if it has too many steps, needs more memory than allowed, or at a limit.
    pub fn new(position: &Position, chains: &Chains, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        let bounds = Bounds::new(position, chains, budget)?;
        let free: Bound = (0..chains.len()).map(|chain| (0, chains.length(chain) as u16)).collect();
        let mut level = vec![free];
        let mut nodes = Vec::new();
        let mut steps: Vec<Step> = Vec::new();
        for chain in 0..chains.len() {
            let first_of_next = nodes.len() + level.len();
            let mut next: Vec<Bound> = Vec::new();
            let mut known: HashMap<Bound, u32, foldhash::fast::RandomState> = HashMap::default();
            for bound in &level {
                let (least, most) = bound[0];
                nodes.push(Node { least, most, steps: steps.len() as u32 });
                for count in least..=most {
                    let after = narrowed(bound, chain, count, chains, &bounds);
                    let node = *known.entry(after).or_insert_with_key(|after| {
                        next.push(after.clone());
                        (first_of_next + next.len() - 1) as u32
                    });
                    steps.push(Step { node, offset: 0 });
                    if steps.len().is_multiple_of(STEPS_PER_CHECK) {
                        budget.check()?;
                        budget.grown(working_bytes(
                            &nodes,
                            &steps,
                            level.len() + 2 * next.len(),
                            bound.len(),
                        ))?;
                    }
                    if steps.len() > most_steps(chains.len()) {
                        return Err(too_many_steps(chains).into());
                    }
                }
            }
            level = next;
        }
        budget.release(bounds.bytes());
        budget.plan(STEPS, u128::from(working_bytes(&nodes, &steps, 0, 0)))?;
        // All ways end in one node, which leaves no chain to bind.
        nodes.push(Node { least: 0, most: 0, steps: steps.len() as u32 });
        let ideals = count(&nodes, &mut steps);
        let ideals = usize::try_from(ideals).map_err(|_| too_many_ideals(ideals, budget))?;
        Ok(Self { nodes, steps, ideals })
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

/// The bounds on the chains after `chain`, if `count` elements of it are taken.
fn narrowed(bound: &Bound, chain: usize, count: u16, chains: &Chains, bounds: &Bounds) -> Bound {
    let below = usize::from(count);
    let least = (below > 0).then(|| &bounds.least(chain, below - 1)[chain + 1..]);
    let most = (below < chains.length(chain)).then(|| &bounds.most(chain, below)[chain + 1..]);
    let narrow = |(index, &(low, high)): (usize, &(u16, u16))| {
        (low.max(least.map_or(0, |least| least[index])), high.min(most.map_or(u16::MAX, |most| most[index])))
    };
    bound[1..].iter().enumerate().map(narrow).collect()
}

/// Fills in the offsets from the end backwards, and returns how many ideals there are; at most `u128::MAX`.
fn count(nodes: &[Node], steps: &mut [Step]) -> u128 {
    let mut ideals = vec![0_u128; nodes.len()];
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
    ideals[0]
}

fn working_bytes(nodes: &[Node], steps: &[Step], bounds: usize, chains: usize) -> u64 {
    // The sums of `count` come with the nodes.
    let nodes = nodes.len() * (size_of::<Node>() + size_of::<u128>());
    (nodes + size_of_val(steps) + bounds * (chains * size_of::<(u16, u16)>() + size_of::<(Bound, u32)>()))
        as u64
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
    fn what_is_too_large_is_refused() {
        let antichain: String = (0..200).map(|index| format!("{index} 0 0;")).collect();
        let position: Position = antichain.parse().unwrap();
        let mut budget = Budget::open(&Limits::none());
        let chains = Chains::new(&position, &mut budget).unwrap();
        let halt = Layout::new(&position, &chains, &mut budget).unwrap_err();
        assert!(matches!(halt, Halt::Refused(SolveError::NoMemory { .. })), "{halt:?}");
    }
}
