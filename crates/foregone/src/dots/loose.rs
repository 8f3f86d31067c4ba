//! Chains and loops that stand alone beside what is being searched, as numbers: equal multisets have equal numbers.
//!
//! Two chains of 1 cancel each other, and so do two chains of 2, two loops of 2 or one of each, and two loops of 3:
//! whoever answers the opening of one takes its coins and opens the other, a chain of 2 by its middle string, and the
//! rest is as it was. So only their parity is kept.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::graph::PartKind;
use super::loony::Census;
use crate::limits::{Budget, make_room, make_room_in};
use crate::report::StopReason;

/// The number of a multiset of chains and loops.
pub(super) type LooseId = u32;

/// A multiset of chains and loops, less the pairs of those that pass control on. A loop of 2 is kept as a chain of 2.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
struct Loose {
    one: bool,
    two: bool,
    /// A loop of 3.
    triangle: bool,
    /// Chains of 3 or more, ascending.
    chains: Vec<u16>,
    /// Loops of 4 or more, ascending.
    loops: Vec<u16>,
}

impl Loose {
    fn list(&mut self, kind: PartKind) -> &mut Vec<u16> {
        if kind == PartKind::Loop { &mut self.loops } else { &mut self.chains }
    }

    fn toggle(&mut self, kind: PartKind, size: u16) -> bool {
        match (kind, size) {
            (PartKind::Chain, 1) => self.one = !self.one,
            (PartKind::Chain | PartKind::Loop, 2) => self.two = !self.two,
            (PartKind::Loop, 3) => self.triangle = !self.triangle,
            _ => return false,
        }
        true
    }

    fn add(&mut self, kind: PartKind, size: u16) {
        if !self.toggle(kind, size) {
            let list = self.list(kind);
            let place = list.partition_point(|&other| other < size);
            list.insert(place, size);
        }
    }

    /// Takes one part out. Of those that pass control on, an even number of others may have cancelled: then one is left.
    fn remove(&mut self, kind: PartKind, size: u16) {
        if !self.toggle(kind, size) {
            let list = self.list(kind);
            let place = list.partition_point(|&other| other < size);
            debug_assert_eq!(list.get(place), Some(&size));
            list.remove(place);
        }
    }

    fn parts(&self) -> impl Iterator<Item = (PartKind, u16)> {
        let short =
            [(self.one, 1), (self.two, 2)].into_iter().filter(|(there, _)| *there).map(|(_, size)| size);
        let chains = short.chain(self.chains.iter().copied()).map(|size| (PartKind::Chain, size));
        let loops = self.triangle.then_some(3).into_iter().chain(self.loops.iter().copied());
        chains.chain(loops.map(|size| (PartKind::Loop, size)))
    }
}

/// An opening worth trying: the part, and what is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    pub(super) kind: PartKind,
    pub(super) size: u16,
    pub(super) rest: LooseId,
}

#[derive(Debug)]
struct Entry {
    loose: Loose,
    coins: i32,
    /// The margin for the controller of this multiset alone, where the closed form tells.
    value: Option<i32>,
    openings: Option<[Option<Opening>; 3]>,
}

/// All multisets met so far.
#[derive(Debug)]
pub(super) struct LooseParts {
    entries: Vec<Entry>,
    ids: HashMap<Loose, LooseId, RandomState>,
    /// What adding a part leads to.
    sums: HashMap<(LooseId, PartKind, u16), LooseId, RandomState>,
    bytes: u64,
}

/// Nothing alone.
pub(super) const NOTHING: LooseId = 0;

impl LooseParts {
    pub(super) fn new() -> Self {
        let nothing = Entry { loose: Loose::default(), coins: 0, value: Some(0), openings: None };
        let ids = HashMap::from_iter([(Loose::default(), NOTHING)]);
        Self { entries: vec![nothing], ids, sums: HashMap::default(), bytes: 0 }
    }

    fn entry(&self, id: LooseId) -> &Entry {
        &self.entries[id as usize]
    }

    /// Coins in the parts, cancelled pairs left out: of the same parity as all of them.
    pub(super) fn coins(&self, id: LooseId) -> i32 {
        self.entry(id).coins
    }

    /// The margin for the controller when nothing else is left; `None` if the closed form does not tell.
    pub(super) fn value(&self, id: LooseId) -> Option<i32> {
        self.entry(id).value
    }

    fn number(&mut self, loose: Loose, budget: &mut Budget<'_>) -> Result<LooseId, StopReason> {
        if let Some(&id) = self.ids.get(&loose) {
            return Ok(id);
        }
        let mut census = Census::default();
        let mut coins = 0;
        for (kind, size) in loose.parts() {
            census.add(kind, size.into());
            coins += i32::from(size);
        }
        // The multiset is kept twice, and a map takes up to twice its entries.
        let lists = 2 * size_of::<u16>() * (loose.chains.len() + loose.loops.len());
        self.bytes += (lists + size_of::<Entry>() + 2 * size_of::<(Loose, LooseId)>() + 64) as u64;
        budget.grown(self.bytes)?;
        make_room(&mut self.ids)?;
        make_room_in(&mut self.entries)?;
        let id = self.entries.len() as LooseId;
        self.ids.insert(loose.clone(), id);
        let value = census.is_closed().then(|| census.value() as i32);
        self.entries.push(Entry { loose, coins, value, openings: None });
        Ok(id)
    }

    /// With one part more.
    pub(super) fn with(
        &mut self,
        id: LooseId,
        kind: PartKind,
        size: u16,
        budget: &mut Budget<'_>,
    ) -> Result<LooseId, StopReason> {
        if let Some(&sum) = self.sums.get(&(id, kind, size)) {
            return Ok(sum);
        }
        let mut loose = self.entry(id).loose.clone();
        loose.add(kind, size);
        let sum = self.number(loose, budget)?;
        self.bytes += 64;
        make_room(&mut self.sums)?;
        self.sums.insert((id, kind, size), sum);
        Ok(sum)
    }

    /// With one part less, which must be among them (cancelled pairs count).
    pub(super) fn without(
        &mut self,
        id: LooseId,
        kind: PartKind,
        size: u16,
        budget: &mut Budget<'_>,
    ) -> Result<LooseId, StopReason> {
        let mut loose = self.entry(id).loose.clone();
        loose.remove(kind, size);
        self.number(loose, budget)
    }

    /// The openings worth trying: the smallest part that passes control on, the shortest longer chain, the smallest
    /// longer loop. A change of d in a part's size changes a margin by at most d, so a larger part of the same kind is
    /// never better.
    pub(super) fn openings(
        &mut self,
        id: LooseId,
        budget: &mut Budget<'_>,
    ) -> Result<[Option<Opening>; 3], StopReason> {
        if let Some(openings) = self.entry(id).openings {
            return Ok(openings);
        }
        let loose = &self.entry(id).loose;
        let short = match loose {
            Loose { one: true, .. } => (PartKind::Chain, Some(1)),
            Loose { two: true, .. } => (PartKind::Chain, Some(2)),
            Loose { triangle, .. } => (PartKind::Loop, triangle.then_some(3)),
        };
        let candidates = [
            short,
            (PartKind::Chain, loose.chains.first().copied()),
            (PartKind::Loop, loose.loops.first().copied()),
        ];
        let mut openings = [None; 3];
        for (opening, (kind, size)) in openings.iter_mut().zip(candidates) {
            if let Some(size) = size {
                *opening = Some(Opening { kind, size, rest: self.without(id, kind, size, budget)? });
            }
        }
        self.entries[id as usize].openings = Some(openings);
        Ok(openings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn equal_multisets_have_equal_numbers_and_short_pairs_cancel() {
        let mut budget = Budget::open(&Limits::none());
        let mut parts = LooseParts::new();
        let mut sum = |list: &[(PartKind, u16)]| {
            let mut id = NOTHING;
            for &(kind, size) in list {
                id = parts.with(id, kind, size, &mut budget).unwrap();
            }
            id
        };
        let (chain, ring) = (PartKind::Chain, PartKind::Loop);
        assert_eq!(sum(&[(chain, 3), (ring, 4), (chain, 5)]), sum(&[(chain, 5), (chain, 3), (ring, 4)]));
        assert_eq!(sum(&[(chain, 1), (chain, 2), (chain, 1), (chain, 2)]), NOTHING);
        assert_eq!(sum(&[(ring, 3), (ring, 2), (ring, 3), (chain, 2)]), NOTHING);
        assert_ne!(sum(&[(chain, 3), (chain, 3)]), NOTHING);
        assert_ne!(sum(&[(chain, 3), (ring, 3)]), NOTHING);
        assert_ne!(sum(&[(chain, 4)]), sum(&[(ring, 4)]));
        // 3,4|4 is worth 1, and 2-1 with a 2-chain.
        let id = sum(&[(chain, 4), (chain, 2), (ring, 4), (chain, 3)]);
        assert_eq!((parts.coins(id), parts.value(id)), (13, Some(1)));
        let openings = parts.openings(id, &mut budget).unwrap();
        assert_eq!(openings.map(|opening| opening.map(|opening| opening.size)), [Some(2), Some(3), Some(4)]);
        // A 1-chain taken from two of them leaves one.
        let one = parts.without(NOTHING, chain, 1, &mut budget).unwrap();
        assert_eq!(parts.coins(one), 1);
    }
}
