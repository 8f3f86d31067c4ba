//! The search: is the margin of a quiet position this or more?
//!
//! A position is *quiet* when no coin can be captured. It is kept as the strings of its core, one bit each, and the
//! number of the chains and loops that stand alone beside it. Tests of the margin against one number after the other
//! share a table of bounds, and so do the tests for all moves of a position.
//!
//! | room | what it holds |
//! |---|---|
//! | `edges` | the strings of a core as bits of one word, laid out so that all degrees come from a few shifts |
//! | `multisets` | chains and loops alone: every multiset as a number, with tables |
//! | `moves` | the moves worth trying, and what each leads to |
//! | `order` | which to try first |
//! | `key` | what makes two cores the same: the graph of strings and coins |
//! | `lanes` | coins as lanes of vectors, for `key` |
//! | `table` | what is remembered, in buckets that threads share |
//! | `test` | the test itself, for one thread |
//! | `threads` | a test run by one thread or several, with a table that grows |
//! | `saved` | checkpoints of the table |

#[cfg(test)]
mod checks;
pub(super) mod edges;
pub(super) mod key;
mod lanes;
mod moves;
mod multisets;
mod order;
mod saved;
mod table;
mod test;
mod threads;

use std::sync::Arc;

use super::board::{Board, Edge};
use super::dense::{self, Tabled};
use super::graph::{Graph, Part, PartKind};
use super::quiet::{QuietSearch, State};
use crate::checkpoint::Checkpoints;
use crate::limits::Budget;
use crate::report::{Halt, SolveError, StopReason};

use edges::Edges;
use key::{Identity, Key};
use moves::{Moves, OPENING, Quiet};
use multisets::{LooseId, MAX_COINS, Multisets, NOTHING};
use order::Order;
use table::Table;
use test::Shared;
use threads::Threads;

/// How positions are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keys {
    /// By hashes of their graphs.
    Hashed,
    /// By their strings themselves.
    Exact,
}

impl Keys {
    /// What checkpoints of a search with them are of: those of the others say nothing to it.
    pub(super) const fn kind(self) -> &'static str {
        match self {
            Self::Hashed => "Dots and Boxes' search by hashes",
            Self::Exact => "Dots and Boxes' search by exact keys",
        }
    }
}

/// The search over one position's core and all that can come of it.
pub(super) struct Search<'a> {
    threads: Threads<'a>,
    /// All bytes planned but those of the table and the threads.
    planned: u64,
}

/// Whether a search takes a quiet rest.
pub(super) fn takes(board: Board, graph: &Graph, parts: &[Part]) -> bool {
    let coins: usize = parts.iter().map(|part| part.coins.len()).sum();
    coins <= MAX_COINS && core_edges(board, graph, parts).is_some()
}

/// The key of a quiet rest by hashes, all bits of it in a row. `None` where there are too many strings or coins for the search.
///
/// # Errors
/// [`SolveError`] if the memory for the numbers of chains and loops is not allowed.
pub(super) fn key_of(
    board: Board,
    graph: &Graph,
    parts: &[Part],
    budget: &mut Budget<'_>,
) -> Result<Option<u128>, SolveError> {
    let naming = Naming::new(board, graph, parts, budget)?;
    Ok(naming.map(|naming| {
        budget.release(naming.multisets.planned());
        naming.key(graph, parts)
    }))
}

/// What a search would keep quiet rests under: those of one position, and of all that can come of it.
pub(super) struct Naming {
    edges: Edges,
    multisets: Multisets,
    identity: Identity,
    order: Order,
}

impl Naming {
    /// `None` where there are too many strings or coins for the search.
    ///
    /// # Errors
    /// [`SolveError`] if the memory for the numbers of chains and loops is not allowed.
    pub(super) fn new(
        board: Board,
        graph: &Graph,
        parts: &[Part],
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let coins = parts.iter().map(|part| part.coins.len()).sum();
        let Some(edges) = core_edges(board, graph, parts).filter(|_| coins <= MAX_COINS) else {
            return Ok(None);
        };
        let multisets = Multisets::new(coins, budget)?;
        let (identity, order) = (Identity::graph(&edges), Order::new(&edges));
        Ok(Some(Self { edges, multisets, identity, order }))
    }

    /// The key of a quiet rest by hashes, all bits of it in a row.
    pub(super) fn key(&self, graph: &Graph, parts: &[Part]) -> u128 {
        let (core, loose) = quiet_state(&self.edges, &self.multisets, graph, parts);
        let key = self.identity.with_loose(self.identity.of_core(core), loose);
        (u128::from(key.high) << u64::BITS | u128::from(key.low)) >> Key::FREE
    }

    /// When the search tries to draw an edge where that is safe, the least first; `None` of edges outside of the core.
    pub(super) fn turn_of(&self, edge: Edge) -> Option<i16> {
        self.edges.bit(edge).map(|bit| self.order.of_safe(bit, 0, [OPENING; 2]))
    }
}

/// The strings of the parts that are neither chain nor loop, unless they are too many or too far apart.
fn core_edges(board: Board, graph: &Graph, parts: &[Part]) -> Option<Edges> {
    let core = parts.iter().filter(|part| part.kind == PartKind::Other);
    let strings: Vec<_> =
        core.flat_map(|part| part.strings.iter().map(|&string| graph.edge(string))).collect();
    Edges::around(board, &strings)
}

/// The core of a quiet rest as bits, and its chains and loops by their number.
fn quiet_state(edges: &Edges, multisets: &Multisets, graph: &Graph, parts: &[Part]) -> (u64, LooseId) {
    let (mut core, mut loose) = (0, NOTHING);
    for part in parts {
        if part.kind == PartKind::Other {
            for &string in &part.strings {
                let bit = edges.bit(graph.edge(string));
                debug_assert!(bit.is_some(), "a string outside the core");
                core |= bit.map_or(0, |bit| 1_u64 << bit);
            }
        } else {
            loose = multisets.with(loose, part.kind, part.coins.len());
        }
    }
    (core, loose)
}

impl<'a> Search<'a> {
    /// A search for positions whose cores are made of the strings of the parts that are neither chain nor loop. `None`
    /// where there are too many strings or coins for it. With checkpoints, it goes on from the one that is there. What
    /// `dense` has is not searched.
    ///
    /// # Errors
    /// [`SolveError`] if the memory for the smallest tables is not allowed, or the checkpoint is none
    /// of this search; a limit that is reached.
    pub(super) fn new(
        board: Board,
        graph: &Graph,
        parts: &[Part],
        keys: Keys,
        dense: Option<&Arc<dense::Table>>,
        checkpoints: Option<Checkpoints<'a>>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Halt> {
        let coins = parts.iter().map(|part| part.coins.len()).sum();
        let Some(edges) = core_edges(board, graph, parts).filter(|_| coins <= MAX_COINS) else {
            return Ok(None);
        };
        let identity = match keys {
            Keys::Hashed => Identity::graph(&edges),
            Keys::Exact => Identity::exact(&edges),
        };
        let order = Order::new(&edges);
        let multisets = Multisets::new(coins, budget)?;
        let planned = multisets.planned();
        let tabled = dense.map(|dense| Tabled::new(Arc::clone(dense), &edges));
        if let Some(dense) = dense {
            dense.plan_all(budget)?;
        }
        let table = Table::new(budget)?;
        let shared = Shared::new(Moves { edges, multisets, order }, identity, table, tabled);
        let threads = Threads::new(shared, budget.threads(), checkpoints, budget)?;
        Ok(Some(Self { threads, planned }))
    }

    const fn moves(&self) -> &Moves {
        &self.threads.shared.moves
    }

    /// The bytes that it has planned so far.
    pub(super) fn held(&self) -> u64 {
        self.planned + self.threads.planned() + self.threads.shared.table.planned()
    }

    fn quiet(&self, state: State) -> Quiet {
        let Moves { edges, multisets, .. } = self.moves();
        let loose = state.loose as LooseId;
        let there = edges.degrees(state.core).any.count_ones() as u8;
        Quiet { core: state.core, loose, coins: there + multisets.coins(loose) }
    }
}

impl QuietSearch for Search<'_> {
    fn close(&self, budget: &mut Budget<'_>) {
        budget.release(self.held());
        if let Some(doubt) = self.threads.doubt() {
            budget.doubt(doubt);
        }
    }

    fn state(
        &mut self,
        graph: &Graph,
        parts: &[Part],
        _budget: &mut Budget<'_>,
    ) -> Result<State, StopReason> {
        let Moves { edges, multisets, .. } = self.moves();
        let (core, loose) = quiet_state(edges, multisets, graph, parts);
        Ok(State { core, loose: loose.into() })
    }

    fn without(
        &mut self,
        state: State,
        kind: PartKind,
        size: u32,
        _budget: &mut Budget<'_>,
    ) -> Result<State, StopReason> {
        let loose = self.moves().multisets.without(state.loose as LooseId, kind, size as usize);
        Ok(State { loose: loose.into(), ..state })
    }

    fn coins(&self, state: State) -> i64 {
        self.quiet(state).coins.into()
    }

    fn at_least(&mut self, state: State, goal: i64, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        // No margin is beyond the number of coins.
        let goal = goal.clamp(-64, 64) as i32;
        if let Some(margin) = self.threads.shared.tabled(self.quiet(state)) {
            return Ok(margin >= goal);
        }
        self.threads.ask(self.quiet(state), goal, budget)
    }
}
