//! Chains and loops of any size alone: a table over what is left of them.
//!
//! The closed form is for those of boards, whose loops are even and have four coins or more. On any graph, loops of 2
//! and 3 fall to whoever replies, and loops may be odd. What is worth opening is the smallest part of each kind: of the
//! short ones, which pass control on, of the longer chains, of the longer loops; for a change of d in a part's size
//! changes a margin by at most d. So a state is two counts, and which short ones are there.

use super::graph::PartKind;
use crate::limits::Budget;
use crate::report::Halt;

/// Chains and loops alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Openings {
    /// Bit n-1: whether there is a part of n coins of which nothing can be handed back. Two of the same cancel each other.
    ///
    /// ```text
    /// bit 0  a chain of 1       bit 1  a chain or a loop of 2       bit 2  a loop of 3
    /// ```
    short: usize,
    /// Chains of 3 or more, in descending order.
    chains: Vec<u32>,
    /// Loops of 4 or more, in descending order.
    loops: Vec<u32>,
}

impl Openings {
    /// The multiset of some chains and loops.
    pub(super) fn new(parts: impl Iterator<Item = (PartKind, u32)>) -> Self {
        let mut openings = Self { short: 0, chains: Vec::new(), loops: Vec::new() };
        for (kind, size) in parts {
            match openings.list(kind, size) {
                Some(list) => list.push(size),
                None => openings.short ^= 1 << (size - 1),
            }
        }
        for list in [&mut openings.chains, &mut openings.loops] {
            list.sort_unstable_by(|a, b| b.cmp(a));
        }
        openings
    }

    /// Where parts of a size are kept; `None` for short ones.
    fn list(&mut self, kind: PartKind, size: u32) -> Option<&mut Vec<u32>> {
        match kind {
            PartKind::Loop => (size >= 4).then_some(&mut self.loops),
            PartKind::Chain | PartKind::Other => (size >= 3).then_some(&mut self.chains),
        }
    }

    /// The multiset with one part less, which must be in it (cancelled pairs count).
    pub(super) fn without(&self, kind: PartKind, size: u32) -> Self {
        let mut rest = self.clone();
        match rest.list(kind, size) {
            Some(list) => {
                let place = list.binary_search_by(|other| size.cmp(other));
                debug_assert!(place.is_ok());
                place.map(|place| list.remove(place)).ok();
            }
            None => rest.short ^= 1 << (size - 1),
        }
        rest
    }

    /// The margin for the controller, the side *not* to move.
    ///
    /// Time is the product of the numbers of longer chains and longer loops, memory 64 bytes for every longer loop.
    ///
    /// # Errors
    /// [`Halt`] at a limit of the budget.
    pub(super) fn value(&self, budget: &mut Budget<'_>) -> Result<i64, Halt> {
        let bytes = ((self.loops.len() + 1) * size_of::<[i64; 8]>()) as u64;
        budget.plan("a row of the table over chains and loops", bytes.into())?;
        // values[j]: the largest chains so far and the j largest loops are left, by the short parts that are.
        let mut values = vec![[0_i64; 8]; self.loops.len() + 1];
        let kept = |size: u32, back: i64, rest: i64| i64::from(size) - back + (rest - back).abs();
        for i in 0..=self.chains.len() {
            budget.spend(values.len() as u64)?;
            for j in 0..=self.loops.len() {
                for short in (0..8).filter(|short| short & !self.short == 0) {
                    let shorts = (0..3).filter(|bit| short >> bit & 1 == 1);
                    let shorts = shorts.map(|bit| bit + 1 - values[j][short ^ (1 << bit)]);
                    let chain = i.checked_sub(1).map(|last| kept(self.chains[last], 2, values[j][short]));
                    let ring = j.checked_sub(1).map(|last| kept(self.loops[last], 4, values[last][short]));
                    values[j][short] = shorts.chain(chain).chain(ring).min().unwrap_or(0);
                }
            }
        }
        budget.release(bytes);
        Ok(values[self.loops.len()][self.short])
    }
}

#[cfg(test)]
mod tests {
    use super::super::loony::{Census, Loony};
    use super::*;
    use crate::limits::Limits;

    fn value(parts: &[(PartKind, u32)]) -> i64 {
        Openings::new(parts.iter().copied()).value(&mut Budget::open(&Limits::none())).unwrap()
    }

    /// Plain search over whole multisets: every part may be opened.
    fn plain(parts: &[(PartKind, u32)]) -> i64 {
        let opened = (0..parts.len()).map(|place| {
            let mut rest = parts.to_vec();
            let (kind, size) = rest.remove(place);
            let back = match kind {
                PartKind::Loop if size >= 4 => 4,
                PartKind::Chain if size >= 3 => 2,
                _ => 0,
            };
            let (size, rest) = (i64::from(size), plain(&rest));
            if back == 0 { size - rest } else { size - back + (rest - back).abs() }
        });
        opened.min().unwrap_or(0)
    }

    /// Every multiset of at most six parts of some sizes.
    #[test]
    fn the_table_agrees_with_plain_search_and_the_closed_form() {
        use PartKind::{Chain, Loop};
        const KINDS: [(PartKind, u32); 11] = [
            (Chain, 1),
            (Chain, 2),
            (Chain, 3),
            (Chain, 4),
            (Chain, 5),
            (Loop, 2),
            (Loop, 3),
            (Loop, 4),
            (Loop, 5),
            (Loop, 6),
            (Loop, 7),
        ];
        let mut checked = [0, 0];
        let mut open = vec![(Vec::new(), 0)];
        while let Some((parts, first)) = open.pop() {
            let expected = plain(&parts);
            assert_eq!(value(&parts), expected, "{parts:?}");
            let mut census = Census::default();
            for &(kind, size) in &parts {
                census.add(kind, size);
            }
            if census.is_closed() {
                assert_eq!(census.value(), expected, "{parts:?}");
                checked[1] += 1;
            }
            checked[0] += 1;
            for (place, &kind) in KINDS.iter().enumerate().skip(first).filter(|_| parts.len() < 6) {
                let mut more = parts.clone();
                more.push(kind);
                open.push((more, place));
            }
        }
        assert_eq!(checked[0], 12_376);
        assert!(checked[1] > 3_000, "{checked:?}");
    }

    #[test]
    fn long_multisets_agree_with_the_closed_form() {
        let chains: Vec<u32> = (0..300).map(|number| 1 + number % 9).collect();
        let loops: Vec<u32> = (0..200).map(|number| 4 + 2 * (number % 7)).collect();
        let all = chains.iter().map(|&size| (PartKind::Chain, size));
        let all: Vec<_> = all.chain(loops.iter().map(|&size| (PartKind::Loop, size))).collect();
        let loony = Loony::new(chains, loops).unwrap();
        assert_eq!(value(&all), loony.value().points());
        let less = Openings::new(all.iter().copied()).without(PartKind::Loop, 8).without(PartKind::Chain, 2);
        let loony = loony.without(PartKind::Loop, 8).without(PartKind::Chain, 2);
        assert_eq!(less.value(&mut Budget::open(&Limits::none())), Ok(loony.value().points()));
    }
}
