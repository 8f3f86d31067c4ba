//! The wide search: is the margin of a quiet position this or more, for cores that lie scattered over any board, and any
//! number of chains and loops beside them.
//!
//! It keeps whole positions in its table, never hashes of them, and knows no closed form unless it is told to use it: it
//! is the plain search that the fast one is held against, and takes what that one cannot hold.
//!
//! A position is *quiet* when no coin can be captured. It is kept as the strings of its core, one bit each, and the
//! number of the chains and loops that stand alone beside it:
//!
//! ```text
//! bit i of the core   string i of the first position's core, in the order of their numbers; 1 = not cut yet
//! loose id            multiset of lone chains and loops
//! ```
//!
//! From a quiet position there are two kinds of moves. A *safe* one leaves the next position quiet. Any other opens a
//! run of coins of two strings: the reply takes all that falls, or hands back the last two coins (four of a loop), and
//! either way the next position to search is again quiet. All strings of a run lead to the same, except that a run of
//! two is opened by its middle string, so that nothing can be handed back.
//!
//! All of this holds for any strings and coins, not only for those of boards: see the notes at [`WideSearch::open`].

use std::collections::BTreeMap;

use super::captures::harvested_range;
use super::graph::{Graph, Part, PartKind};
use super::loose::{LooseId, LooseParts, NOTHING};
use super::quiet::{QuietSearch, State};
use super::symmetry::{Symmetry, symmetries};
use super::table::{Bounds, Table};
use super::{Board, Edge};
use crate::limits::Budget;
use crate::report::StopReason;

/// The most strings that a core may have.
pub(super) const MAX_CORE: usize = 64;

/// The most coins that chains and loops beside the core may have. With this many, margins keep well inside `i16`, and
/// the search goes no deeper than one call a string of the core and one a chain or loop.
pub(super) const MAX_LOOSE: usize = 1000;

const _: () = assert!(2 * (MAX_CORE + MAX_LOOSE) <= i16::MAX as usize);

/// A string's end at the ground.
const OUTSIDE: u8 = u8::MAX;

/// A position as the search keeps it, after a move and all that it lets fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Child {
    core: u64,
    loose: LooseId,
    /// Coins that the reply can capture.
    taken: i32,
    /// How many of them it can hand back: 0, 2 or 4.
    gives: i32,
}

/// A child with its place in the order of trial: the least first.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    child: Child,
    order: i32,
}

/// A run of coins of two strings each inside the core, opened.
struct Opened {
    core: u64,
    taken: i32,
    gives: i32,
    /// The run's strings.
    run: u64,
    /// Coins outside what fell that lost a string.
    touched: [u8; 2],
}

/// The search over one position's core and all that can come of it.
pub(super) struct WideSearch {
    /// The numbers of the core's strings in the game, ascending: that of bit i.
    numbers: Vec<u32>,
    /// The coins at a string's ends; [`OUTSIDE`] for the ground.
    ends: Vec<[u8; 2]>,
    /// The strings of each coin.
    around: Vec<u64>,
    /// Sets of two strings or more that tie the same ends: any of them is as good as another.
    twins: Vec<u64>,
    symmetries: Vec<Symmetry>,
    /// Strings to try early have little weight.
    weight: Vec<i32>,
    loose: LooseParts,
    table: Table,
    /// Whether positions of chains and loops alone are answered by the closed form.
    closed_form: bool,
    /// The candidates of all positions on the way down, the deepest ones last.
    candidates: Vec<Candidate>,
}

impl WideSearch {
    /// The search on a board: the same as [`WideSearch::new`], with its symmetries, and an order for its edges.
    pub(super) fn on_board(
        board: Board,
        graph: &Graph,
        parts: &[Part],
        closed_form: bool,
        budget: &Budget<'_>,
    ) -> Result<Self, usize> {
        let search = Self::new(graph, parts, closed_form, budget)?;
        let edges: Vec<Edge> = search.numbers.iter().map(|&number| board.edge(number as usize)).collect();
        Ok(Self {
            weight: edges.iter().map(|&edge| weight(board, edge)).collect(),
            symmetries: symmetries(board, &edges),
            ..search
        })
    }

    /// A search for positions whose cores are made of the strings of the parts that are neither chain nor loop; `Err`
    /// with the number of those strings if there are more than [`MAX_CORE`].
    pub(super) fn new(
        graph: &Graph,
        parts: &[Part],
        closed_form: bool,
        budget: &Budget<'_>,
    ) -> Result<Self, usize> {
        let cores = || parts.iter().filter(|part| part.kind == PartKind::Other);
        let mut strings: Vec<u32> = cores().flat_map(|part| part.strings.iter().copied()).collect();
        if strings.len() > MAX_CORE {
            return Err(strings.len());
        }
        strings.sort_unstable();
        // A quiet core has two string ends or more for each coin, so there are no more coins than strings.
        let mut coins: Vec<u32> = cores().flat_map(|part| part.coins.iter().copied()).collect();
        coins.sort_unstable();
        let place = |end: u32| coins.binary_search(&end).map_or(OUTSIDE, |place| place as u8);
        let ends: Vec<[u8; 2]> = strings.iter().map(|&string| graph.ends(string).map(place)).collect();
        let mut around = vec![0_u64; coins.len()];
        let mut alike = BTreeMap::new();
        for (bit, &[a, b]) in ends.iter().enumerate() {
            for coin in [a, b].into_iter().filter(|&end| end != OUTSIDE) {
                around[usize::from(coin)] |= 1 << bit;
            }
            *alike.entry([a.min(b), a.max(b)]).or_insert(0_u64) |= 1 << bit;
        }
        Ok(Self {
            weight: vec![0; strings.len()],
            symmetries: Vec::new(),
            numbers: strings.iter().map(|&string| graph.number(string)).collect(),
            ends,
            around,
            twins: alike.into_values().filter(|twins| twins.count_ones() >= 2).collect(),
            loose: LooseParts::new(),
            table: Table::new(budget),
            closed_form,
            candidates: Vec::new(),
        })
    }

    /// Whether whoever replies to a move gets a margin of `goal` or more.
    fn reply_at_least(
        &mut self,
        child: &Child,
        goal: i32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let Child { core, loose, taken, gives } = *child;
        if gives == 0 {
            return self.is_at_least(core, loose, goal - taken, budget);
        }
        // The margin is taken-gives + |gives+v|, where v is that of the quiet position.
        let part = goal - taken + gives;
        Ok(part <= 0
            || self.is_at_least(core, loose, part - gives, budget)?
            || !self.is_at_least(core, loose, 1 - part - gives, budget)?)
    }

    /// Coins left, of the right parity (see [`LooseParts::coins`]).
    fn coins_of(&self, core: u64, loose: LooseId) -> i32 {
        let there = self.around.iter().filter(|&&strings| strings & core != 0).count();
        there as i32 + self.loose.coins(loose)
    }

    /// Whether the margin of a quiet position for the side to move is `goal` or more.
    fn is_at_least(
        &mut self,
        core: u64,
        loose: LooseId,
        goal: i32,
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let bounds = self.bounds(core, loose);
        // Margins have the parity of the number of coins.
        let goal = goal + ((goal ^ i32::from(bounds.low)) & 1);
        if goal <= bounds.low.into() {
            return Ok(true);
        }
        if goal > bounds.high.into() {
            return Ok(false);
        }
        budget.spend(1)?;
        let first = self.candidates.len();
        let found = self.try_all(core, loose, goal, first, budget);
        self.candidates.truncate(first);
        let found = found?;
        let goal = goal as i16;
        let bounds = if found { Bounds { low: goal, ..bounds } } else { Bounds { high: goal - 2, ..bounds } };
        self.table.narrow((self.canonical(core), loose), bounds, budget);
        Ok(found)
    }

    /// What is known of a quiet position without searching it.
    fn bounds(&self, core: u64, loose: LooseId) -> Bounds {
        if core == 0
            && (self.closed_form || loose == NOTHING)
            && let Some(value) = self.loose.value(loose)
        {
            let value = -value as i16;
            return Bounds { low: value, high: value };
        }
        let coins = self.coins_of(core, loose) as i16;
        let known = self.table.get((self.canonical(core), loose));
        known.map_or(Bounds { low: -coins, high: coins }, |known| Bounds {
            low: known.low.max(-coins),
            high: known.high.min(coins),
        })
    }

    /// One core for all that are the same but for twins and symmetries.
    fn canonical(&self, core: u64) -> u64 {
        let images = self.symmetries.iter().map(|symmetry| self.lowest_twins(symmetry.image(core)));
        images.fold(self.lowest_twins(core), u64::min)
    }

    /// The core with the lowest of each set of twins in place of any others.
    fn lowest_twins(&self, mut core: u64) -> u64 {
        for &twins in &self.twins {
            let there = core & twins;
            if there != 0 && there != twins {
                let (mut lowest, mut left) = (0, twins);
                for _ in 0..there.count_ones() {
                    lowest |= left & left.wrapping_neg();
                    left &= left - 1;
                }
                core = (core & !twins) | lowest;
            }
        }
        core
    }

    /// Whether some move gives the mover a margin of `goal` or more; its candidates start at `first`.
    fn try_all(
        &mut self,
        core: u64,
        loose: LooseId,
        goal: i32,
        first: usize,
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        self.expand(core, loose, budget)?;
        // First what is known already: one good enough ends it, those not good enough are dropped.
        let mut kept = first;
        for place in first..self.candidates.len() {
            let candidate = self.candidates[place];
            let (least, most) =
                reply_range(&candidate.child, self.bounds(candidate.child.core, candidate.child.loose));
            if most <= -goal {
                return Ok(true);
            }
            if least <= -goal {
                self.candidates[kept] = candidate;
                kept += 1;
            }
        }
        self.candidates.truncate(kept);
        self.candidates[first..].sort_unstable_by_key(|candidate| candidate.order);
        for place in first..kept {
            let child = self.candidates[place].child;
            if !self.reply_at_least(&child, 1 - goal, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Appends the moves worth trying.
    fn expand(&mut self, core: u64, loose: LooseId, budget: &mut Budget<'_>) -> Result<(), StopReason> {
        let (mut thin, mut fork) = (0_u64, 0_u64);
        let mut unsafe_strings = 0;
        for (coin, &strings) in self.around.iter().enumerate() {
            let strings = strings & core;
            match strings.count_ones() {
                2 => {
                    thin |= 1 << coin;
                    unsafe_strings |= strings;
                }
                3 => fork |= 1 << coin,
                _ => {}
            }
        }
        let mut safe = core & !unsafe_strings;
        for &twins in &self.twins {
            let there = safe & twins;
            safe &= !(there & there.wrapping_sub(1));
        }
        for string in bits(safe) {
            let ends = self.ends[string];
            let forks = ends.into_iter().filter(|&end| end != OUTSIDE && fork >> end & 1 == 1).count();
            let (core, loose) = self.split(core & !(1 << string), loose, ends, budget)?;
            let order = self.weight[string] - 4 * forks as i32;
            self.candidates.push(Candidate { child: Child { core, loose, taken: 0, gives: 0 }, order });
        }
        let mut opened = 0;
        for coin in bits(thin) {
            if self.around[coin] & opened != 0 {
                continue;
            }
            let run = self.open(core, coin, thin);
            opened |= run.run;
            let (core, loose) = self.split(run.core, loose, run.touched, budget)?;
            let child = Child { core, loose, taken: run.taken, gives: run.gives };
            self.candidates.push(Candidate { child, order: opening_order(run.taken, 0) });
        }
        for opening in self.loose.openings(loose, budget)?.into_iter().flatten() {
            let size = i32::from(opening.size);
            let gives = match opening.kind {
                PartKind::Loop if size >= 4 => 4,
                PartKind::Chain if size >= 3 => 2,
                _ => 0,
            };
            let child = Child { core, loose: opening.rest, taken: size, gives };
            self.candidates.push(Candidate { child, order: opening_order(size, 1 + gives) });
        }
        Ok(())
    }

    /// Opens the run of thin coins (those of two strings) around one of them, and takes all that falls.
    ///
    /// What falls hangs on the rest or the ground, in one tree or in two, since otherwise the part would be a loop. So 2
    /// coins can be handed back if a tree has two. Cut in two, two coins make trees of one each, but only where both are
    /// of the run: a thin coin with both strings to the same coin of three makes that one fall behind it.
    fn open(&self, core: u64, coin: usize, thin: u64) -> Opened {
        let strings = self.around[coin] & core;
        let mut opened =
            Opened { core: core & !strings, taken: 1, gives: 0, run: strings, touched: [OUTSIDE; 2] };
        let mut inside = 1;
        for (way, string) in bits(strings).enumerate() {
            let mut end = self.across(string, coin);
            while end != OUTSIDE {
                let here = usize::from(end);
                let left = self.around[here] & opened.core;
                // A coin that keeps two strings or more stands. One without any fell before: the way round the other
                // side has come through it.
                if left.count_ones() != 1 {
                    opened.touched[way] = end;
                    break;
                }
                if thin >> here & 1 == 1 && inside == opened.taken {
                    opened.run |= left;
                    inside += 1;
                }
                opened.taken += 1;
                opened.core &= !left;
                end = self.across(left.trailing_zeros() as usize, here);
            }
        }
        opened.gives = if opened.taken > inside.min(2) { 2 } else { 0 };
        opened
    }

    /// The other end of a string.
    fn across(&self, string: usize, coin: usize) -> u8 {
        let [a, b] = self.ends[string];
        if usize::from(a) == coin { b } else { a }
    }

    /// Moves the chain or loop through each of some coins from the core to the loose parts, where there is one.
    fn split(
        &mut self,
        mut core: u64,
        mut loose: LooseId,
        coins: [u8; 2],
        budget: &mut Budget<'_>,
    ) -> Result<(u64, LooseId), StopReason> {
        for coin in coins.into_iter().filter(|&coin| coin != OUTSIDE) {
            if let Some((kind, size, strings)) = self.lone(core, usize::from(coin)) {
                core &= !strings;
                loose = self.loose.with(loose, kind, size, budget)?;
            }
        }
        Ok((core, loose))
    }

    /// The chain or loop through a coin, with its strings; `None` if the coin is in something else.
    fn lone(&self, core: u64, coin: usize) -> Option<(PartKind, u16, u64)> {
        let mut strings = self.around[coin] & core;
        if strings.count_ones() != 2 {
            return None;
        }
        let mut size = 1;
        for mut string in bits(strings) {
            let mut here = coin;
            loop {
                let end = self.across(string, here);
                if end == OUTSIDE {
                    break;
                }
                here = usize::from(end);
                if here == coin {
                    return Some((PartKind::Loop, size, strings));
                }
                let around = self.around[here] & core;
                if around.count_ones() != 2 {
                    return None;
                }
                strings |= around;
                size += 1;
                string = (around & !(1 << string)).trailing_zeros() as usize;
            }
        }
        Some((PartKind::Chain, size, strings))
    }
}

impl QuietSearch for WideSearch {
    fn close(&self, budget: &mut Budget<'_>) {
        budget.release(self.table.planned());
    }

    fn state(&mut self, graph: &Graph, parts: &[Part], budget: &mut Budget<'_>) -> Result<State, StopReason> {
        let (mut core, mut loose) = (0, NOTHING);
        for part in parts {
            if part.kind == PartKind::Other {
                for &string in &part.strings {
                    let bit = self.numbers.binary_search(&graph.number(string));
                    debug_assert!(bit.is_ok(), "a string outside the core");
                    core |= bit.map_or(0, |bit| 1 << bit);
                }
            } else {
                loose = self.loose.with(loose, part.kind, part.coins.len() as u16, budget)?;
            }
        }
        Ok(State { core, loose })
    }

    fn without(
        &mut self,
        state: State,
        kind: PartKind,
        size: u32,
        budget: &mut Budget<'_>,
    ) -> Result<State, StopReason> {
        let loose = self.loose.without(state.loose, kind, size as u16, budget)?;
        Ok(State { loose, ..state })
    }

    fn coins(&self, state: State) -> i64 {
        self.coins_of(state.core, state.loose).into()
    }

    fn at_least(&mut self, state: State, goal: i64, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        // Margins are those of at most 64 coins in the core and 1000 beside it.
        self.is_at_least(state.core, state.loose, goal as i32, budget)
    }
}

/// The numbers of the bits that are set.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then_some(mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// The least and the most that whoever replies can get, from what is known of the quiet position behind it.
fn reply_range(child: &Child, known: Bounds) -> (i32, i32) {
    let (low, high) =
        harvested_range(child.taken.into(), child.gives.into(), known.low.into(), known.high.into());
    (low as i32, high as i32)
}

/// Safe strings near the middle come first, those that point at it before those that pass it by. One fixed order of
/// all edges, so that different lines of play meet in the same positions.
fn weight(board: Board, edge: Edge) -> i32 {
    // Twice the distance of the edge's middle from the board's.
    let from_middle = |twice: usize, size: usize| twice as i32 - size as i32;
    let (y, x, across, along) = match edge {
        Edge::Horizontal { row, column } => {
            let y = from_middle(2 * row, board.rows());
            let x = from_middle(2 * column + 1, board.columns());
            (y, x, y.abs(), x.abs())
        }
        Edge::Vertical { row, column } => {
            let y = from_middle(2 * row + 1, board.rows());
            let x = from_middle(2 * column, board.columns());
            (y, x, x.abs(), y.abs())
        }
    };
    16 * (3 * across + 2 * along) + 8 * i32::from(y > 0) + 4 * i32::from(x > 0)
}

/// Openings come after safe strings, short ones first.
fn opening_order(size: i32, rank: i32) -> i32 {
    let last_safe = 1 << 20;
    last_safe + 8 * size + rank
}
