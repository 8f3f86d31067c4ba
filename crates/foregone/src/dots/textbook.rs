//! The classic methods: the table over chains and loops left, and plain search that remembers.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::graph::{GROUND, Graph};
use super::loony::Loony;
use crate::analysis::Valued;
use crate::limits::{Budget, make_room, map_bytes};
use crate::report::{Halt, StopReason};
use crate::value::{Known, Margin};

/// The margin for the controller of chains and loops alone, by the classic table (Luogu P7363, eJOI 2020): it is
/// enough to try the smallest chain and the smallest loop, so with both sorted a state is a pair of counts.
///
/// Time is the product of the numbers of chains and loops, memory a number for every loop.
///
/// # Errors
/// [`Halt`] at a limit of the budget.
pub(super) fn chain_loop(loony: &Loony, budget: &mut Budget<'_>) -> Result<Margin, Halt> {
    let (chains, loops) = (loony.chains(), loony.loops());
    let bytes = (loops.len() as u64 + 1) * size_of::<i64>() as u64;
    budget.plan("a row of the table over chains and loops", bytes.into())?;
    // values[j]: the largest chains so far and the j largest loops are left.
    let mut values = vec![0_i64; loops.len() + 1];
    let open = |size: i64, kept_back: i64, rest: i64| size - kept_back + (rest - kept_back).abs();
    for i in 0..=chains.len() {
        budget.spend(values.len() as u64)?;
        for j in 0..=loops.len() {
            let chain = i.checked_sub(1).map(|before| {
                let size = i64::from(chains[chains.len() - 1 - before]);
                if size <= 2 { size - values[j] } else { open(size, 2, values[j]) }
            });
            let ring = j.checked_sub(1).map(|before| {
                let size = i64::from(loops[loops.len() - 1 - before]);
                open(size, 4, values[before])
            });
            values[j] = match (chain, ring) {
                (Some(chain), Some(ring)) => chain.min(ring),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => 0,
            };
        }
    }
    budget.release(bytes);
    Ok(Margin::new(values[loops.len()]))
}

/// The most undrawn edges that [`Memo`] takes: a set of them is one word.
pub(super) const MEMO_EDGES: usize = 64;

/// Plain search that keeps the margin of every set of undrawn edges that it meets.
///
/// Bit i of a set is string i of the graph. Time and memory grow with the number of sets that can be reached: up to 2
/// to the number of undrawn edges.
pub(super) struct Memo {
    /// The strings of each coin.
    coins: Vec<u64>,
    /// The coins of each string.
    ends: Vec<Vec<usize>>,
    margins: HashMap<u64, i16, RandomState>,
}

impl Memo {
    /// `None` if there are more than [`MEMO_EDGES`] strings.
    pub(super) fn new(graph: &Graph) -> Option<Self> {
        if graph.strings() > MEMO_EDGES {
            return None;
        }
        let mask = |coin: u32| graph.around(coin).iter().map(|string| 1 << string).sum();
        let ends = |string: u32| {
            graph.ends(string).into_iter().filter(|&end| end != GROUND).map(|coin| coin as usize).collect()
        };
        Some(Self {
            coins: (0..graph.coins() as u32).map(mask).collect(),
            ends: (0..graph.strings() as u32).map(ends).collect(),
            margins: HashMap::default(),
        })
    }

    fn all(&self) -> u64 {
        (0..self.ends.len()).fold(0, |all, string| all | 1 << string)
    }

    /// The margin with all strings there.
    pub(super) fn value(mut self, budget: &mut Budget<'_>) -> Result<Margin, StopReason> {
        self.margin(self.all(), budget).map(|margin| Margin::new(margin.into()))
    }

    /// The margin with all strings there, and of every first move, by the string that it cuts.
    pub(super) fn margins(mut self, budget: &mut Budget<'_>) -> Result<Valued<u32, Margin>, Halt> {
        let all = self.all();
        let value = self.margin(all, budget)?;
        let mut moves = Vec::new();
        for string in 0..self.ends.len() {
            let margin = self.after(all, string, budget)?;
            moves.push((string as u32, Known::Exact(Margin::new(margin.into()))));
        }
        Ok(Valued { value: Known::Exact(Margin::new(value.into())), moves, stop: StopReason::Finished })
    }

    fn margin(&mut self, undrawn: u64, budget: &mut Budget<'_>) -> Result<i16, StopReason> {
        if undrawn == 0 {
            return Ok(0);
        }
        if let Some(&margin) = self.margins.get(&undrawn) {
            return Ok(margin);
        }
        budget.spend(1)?;
        let mut best = i16::MIN;
        let mut left = undrawn;
        while left != 0 {
            best = best.max(self.after(undrawn, left.trailing_zeros() as usize, budget)?);
            left &= left - 1;
        }
        budget.grown(map_bytes(&self.margins))?;
        make_room(&mut self.margins)?;
        self.margins.insert(undrawn, best);
        Ok(best)
    }

    /// The margin for the mover who cuts a string. There are at most two coins a string, 128 in all.
    fn after(&mut self, undrawn: u64, string: usize, budget: &mut Budget<'_>) -> Result<i16, StopReason> {
        let rest = undrawn & !(1 << string);
        let captured = self.ends[string].iter().filter(|&&coin| self.coins[coin] & rest == 0).count() as i16;
        let margin = self.margin(rest, budget)?;
        Ok(if captured > 0 { captured + margin } else { -margin })
    }
}
