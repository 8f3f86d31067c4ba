//! Chains and loops that stand alone beside a core: every multiset of them as a number, with what the search asks of it
//! in tables.
//!
//! Two chains of 1 cancel each other, and so do two chains of 2: whoever answers the opening of one takes its coins
//! and opens the other, by its middle string, and the rest is as it was. So only their parity is kept.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use foldhash::fast::RandomState;

use super::super::graph::PartKind;
use super::super::loony::Census;
use crate::limits::{Budget, filled, reserved};
use crate::report::SolveError;

/// The number of a multiset.
pub type LooseId = u16;

/// Nothing alone.
pub const NOTHING: LooseId = 0;

/// The most coins that a multiset may have: there are 12,702 multisets then.
pub const MAX_COINS: usize = 28;

/// No multiset: more coins than there are.
const NONE: LooseId = LooseId::MAX;

/// How many of each size, in fields of as many bits as they take:
///
/// ```text
/// bit 0    a chain of 1        bit 1    a chain of 2
/// then     chains of 3, 4, ...          then     loops of 4, 6, ...
/// ```
type Packed = u128;

/// Where the counts of each size are in a [`Packed`] multiset.
#[derive(Debug)]
struct Fields {
    /// The first bit and the number of bits, by size.
    chains: Vec<(u32, u32)>,
    loops: Vec<(u32, u32)>,
}

impl Fields {
    fn new(most: usize) -> Self {
        let mut next = 0;
        let mut field = |size: usize, bits: u32| {
            let first = next;
            next += if size > 0 { bits } else { 0 };
            (first, bits)
        };
        let bits = |size: usize| (most / size.max(1)).checked_ilog2().unwrap_or(0) + 1;
        let chains = (0..=most).map(|size| field(size, if size <= 2 { 1 } else { bits(size) })).collect();
        let is_loop = |size: usize| size >= 4 && size.is_multiple_of(2);
        let loops = (0..=most).map(|size| field(size * usize::from(is_loop(size)), bits(size))).collect();
        Self { chains, loops }
    }

    fn of(&self, kind: PartKind, size: usize) -> (u32, u32) {
        if kind == PartKind::Loop { self.loops[size] } else { self.chains[size] }
    }

    fn count(&self, packed: Packed, kind: PartKind, size: usize) -> usize {
        let (first, bits) = self.of(kind, size);
        (packed >> first) as usize & ((1 << bits) - 1)
    }

    /// With one part more or less; of two chains of 1 or 2, none is left.
    fn changed(&self, packed: Packed, kind: PartKind, size: usize, more: bool) -> Packed {
        let one: Packed = 1 << self.of(kind, size).0;
        match (kind, size, more) {
            (PartKind::Chain, 1 | 2, _) => packed ^ one,
            (_, _, true) => packed + one,
            (_, _, false) => packed - one,
        }
    }
}

/// An opening worth trying: the coins of the part, how many of them can be handed back, and what is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    pub size: u8,
    pub gives: u8,
    pub rest: LooseId,
}

/// A multiset, and what the search asks of it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    packed: Packed,
    coins: u8,
    /// The margin for the controller of this multiset alone.
    value: i8,
    openings: [Option<Opening>; 3],
}

/// What memory is taken for.
const NUMBERS: &str = "the numbers of chains and loops";

/// All multisets of at most so many coins.
#[derive(Debug)]
pub struct Multisets {
    most: usize,
    fields: Fields,
    entries: Vec<Entry>,
    /// With a chain more: by multiset, then by size.
    chains: Vec<LooseId>,
    loops: Vec<LooseId>,
    ids: HashMap<Packed, LooseId, RandomState>,
    planned: u64,
}

impl Multisets {
    /// Numbers the multisets of at most `most` coins, which is at most [`MAX_COINS`]. Takes a few milliseconds at most.
    ///
    /// # Errors
    /// [`SolveError`] if the memory is not allowed.
    pub fn new(most: usize, budget: &mut Budget<'_>) -> Result<Self, SolveError> {
        debug_assert!(most <= MAX_COINS);
        let count = count(most);
        // A map fills at least 7/16 of its places.
        let map = 3 * count * (size_of::<(Packed, LooseId)>() + 1);
        let bytes = map + count * (size_of::<Entry>() + 2 * (most + 1) * size_of::<LooseId>());
        budget.plan(NUMBERS, bytes as u128)?;
        let mut all = Self {
            most,
            fields: Fields::new(most),
            entries: reserved(NUMBERS, count)?,
            chains: filled(NUMBERS, NONE, count * (most + 1))?,
            loops: filled(NUMBERS, NONE, count * (most + 1))?,
            ids: HashMap::default(),
            planned: bytes as u64,
        };
        if all.ids.try_reserve(count).is_err() {
            return Err(SolveError::NoMemory { what: NUMBERS.to_owned(), needs: map as u128 });
        }
        all.number(0, 0);
        let mut id = 0;
        while id < all.entries.len() {
            all.extend(id);
            id += 1;
        }
        debug_assert_eq!(all.entries.len(), count);
        all.connect();
        Ok(all)
    }

    fn number(&mut self, packed: Packed, coins: usize) {
        if !self.ids.contains_key(&packed) {
            self.ids.insert(packed, self.entries.len() as LooseId);
            self.entries.push(Entry { packed, coins: coins as u8, value: 0, openings: [None; 3] });
        }
    }

    /// Numbers all that has one part more.
    fn extend(&mut self, id: usize) {
        let Entry { packed, coins, .. } = self.entries[id];
        for (kind, size) in parts(self.most - usize::from(coins)) {
            let cancels = size <= 2 && self.fields.count(packed, kind, size) > 0;
            if !cancels {
                self.number(self.fields.changed(packed, kind, size, true), usize::from(coins) + size);
            }
        }
    }

    /// Fills the tables once all multisets have numbers.
    fn connect(&mut self) {
        for id in 0..self.entries.len() {
            let packed = self.entries[id].packed;
            let mut census = Census::default();
            for (kind, size) in parts(self.most) {
                for _ in 0..self.fields.count(packed, kind, size) {
                    census.add(kind, size as u32);
                }
                let more = self.find(self.fields.changed(packed, kind, size, true));
                let table = if kind == PartKind::Loop { &mut self.loops } else { &mut self.chains };
                table[id * (self.most + 1) + size] = more;
            }
            let shortest = |kind, sizes: RangeInclusive<usize>| {
                let mut there =
                    parts(self.most).filter(|(other, size)| *other == kind && sizes.contains(size));
                let (_, size) = there.find(|&(_, size)| self.fields.count(packed, kind, size) > 0)?;
                let rest = self.find(self.fields.changed(packed, kind, size, false));
                debug_assert_ne!(rest, NONE);
                let gives = match kind {
                    PartKind::Loop => 4,
                    _ if size >= 3 => 2,
                    _ => 0,
                };
                Some(Opening { size: size as u8, gives, rest })
            };
            let openings = [
                shortest(PartKind::Chain, 1..=2),
                shortest(PartKind::Chain, 3..=self.most),
                shortest(PartKind::Loop, 4..=self.most),
            ];
            let entry = &mut self.entries[id];
            entry.openings = openings;
            entry.value = census.value() as i8;
        }
    }

    fn find(&self, packed: Packed) -> LooseId {
        self.ids.get(&packed).copied().unwrap_or(NONE)
    }

    /// The bytes that were planned for them.
    pub const fn planned(&self) -> u64 {
        self.planned
    }

    /// Coins in the parts, cancelled pairs left out: of the same parity as all of them.
    #[inline]
    pub fn coins(&self, id: LooseId) -> u8 {
        self.entries[usize::from(id)].coins
    }

    /// The margin for the controller when nothing else is left.
    #[inline]
    pub fn value(&self, id: LooseId) -> i8 {
        self.entries[usize::from(id)].value
    }

    /// The openings worth trying: the shortest chain of 1 or 2, the shortest longer chain, the smallest loop. A change
    /// of d in a part's size changes a margin by at most d, so a larger part of the same kind is never better.
    #[inline]
    pub fn openings(&self, id: LooseId) -> &[Option<Opening>; 3] {
        &self.entries[usize::from(id)].openings
    }

    /// With one part more; all coins together must be at most as many as were said.
    #[inline]
    pub fn with(&self, id: LooseId, kind: PartKind, size: usize) -> LooseId {
        let place = usize::from(id) * (self.most + 1) + size;
        let sum = if kind == PartKind::Loop { self.loops[place] } else { self.chains[place] };
        debug_assert_ne!(sum, NONE);
        sum
    }

    /// With one part less, which must be among them (cancelled pairs count).
    pub fn without(&self, id: LooseId, kind: PartKind, size: usize) -> LooseId {
        let rest = self.find(self.fields.changed(self.entries[usize::from(id)].packed, kind, size, false));
        debug_assert_ne!(rest, NONE);
        rest
    }
}

/// The kinds of parts that have at most so many coins.
fn parts(most: usize) -> impl Iterator<Item = (PartKind, usize)> {
    let chains = (1..=most).map(|size| (PartKind::Chain, size));
    chains.chain((4..=most).step_by(2).map(|size| (PartKind::Loop, size)))
}

/// How many multisets there are of at most so many coins.
fn count(most: usize) -> usize {
    // with[n]: multisets of exactly n coins, of the kinds gone through so far.
    let mut with = vec![0; most + 1];
    with[0] = 1;
    for (kind, size) in parts(most) {
        if kind == PartKind::Chain && size <= 2 {
            for coins in (size..=most).rev() {
                with[coins] += with[coins - size];
            }
        } else {
            for coins in size..=most {
                with[coins] += with[coins - size];
            }
        }
    }
    with.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::super::super::loony::Loony;
    use super::*;
    use crate::limits::Limits;

    fn multisets(most: usize) -> Multisets {
        Multisets::new(most, &mut Budget::open(&Limits::none())).unwrap()
    }

    #[test]
    fn there_are_as_many_as_counted() {
        for (most, expected) in [(0, 1), (1, 2), (4, 8), (16, 559), (20, 1_709), (25, 6_167), (28, 12_702)] {
            assert_eq!(multisets(most).entries.len(), expected, "{most} coins");
        }
    }

    /// The value of every multiset is what its openings say.
    #[test]
    fn values_follow_from_openings() {
        let all = multisets(MAX_COINS);
        for id in 0..all.entries.len() as LooseId {
            let worth = |opening: &Opening| {
                let [size, gives, rest] = [opening.size as i8, opening.gives as i8, all.value(opening.rest)];
                assert_eq!(all.coins(id) as i8, size + all.coins(opening.rest) as i8);
                if gives == 0 { size - rest } else { size - gives + (rest - gives).abs() }
            };
            let least = all.openings(id).iter().flatten().map(worth).min().unwrap_or(0);
            assert_eq!(all.value(id), least, "{id}");
        }
    }

    #[test]
    fn sums_and_openings_are_those_of_the_multisets() {
        let all = multisets(20);
        let sum = |parts: &[(PartKind, usize)]| {
            parts.iter().fold(NOTHING, |id, &(kind, size)| all.with(id, kind, size))
        };
        let (chain, ring) = (PartKind::Chain, PartKind::Loop);
        assert_eq!(sum(&[(chain, 3), (ring, 4), (chain, 5)]), sum(&[(chain, 5), (chain, 3), (ring, 4)]));
        assert_eq!(sum(&[(chain, 1), (chain, 2), (chain, 1), (chain, 2)]), NOTHING);
        assert_ne!(sum(&[(chain, 4)]), sum(&[(ring, 4)]));
        // 3,4|4 is worth 1, and 2-1 with a 2-chain.
        let id = sum(&[(chain, 4), (chain, 2), (ring, 4), (chain, 3)]);
        assert_eq!((all.coins(id), all.value(id)), (13, 1));
        let rests = [
            sum(&[(chain, 4), (ring, 4), (chain, 3)]),
            sum(&[(chain, 4), (chain, 2), (ring, 4)]),
            sum(&[(chain, 4), (chain, 2), (chain, 3)]),
        ];
        let expected = [(2, 0), (3, 2), (4, 4)].into_iter().zip(rests);
        let expected = expected.map(|((size, gives), rest)| Some(Opening { size, gives, rest }));
        assert_eq!(all.openings(id).to_vec(), expected.collect::<Vec<_>>());
        assert_eq!(all.without(id, chain, 4), sum(&[(chain, 2), (ring, 4), (chain, 3)]));
        // A 1-chain taken from two of them leaves one.
        assert_eq!(all.without(NOTHING, chain, 1), sum(&[(chain, 1)]));
        let loony = Loony::new(vec![3, 3], vec![4, 8]).unwrap();
        let id = sum(&[(chain, 3), (ring, 8), (chain, 3), (ring, 4)]);
        assert_eq!(i64::from(all.value(id)), loony.value().points());
    }
}
