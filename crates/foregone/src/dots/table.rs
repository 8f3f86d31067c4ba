//! What the search remembers: bounds on margins of quiet positions, in a table that grows up to a cap.

use super::loose::LooseId;
use crate::limits::Budget;

/// A quiet position: the strings of its core, the number of the chains and loops beside it. The key is kept whole, so
/// no two positions are ever mistaken for one another.
pub(super) type Key = (u64, LooseId);

/// Bounds on the margin of a position for the side to move, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) low: i16,
    pub(super) high: i16,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    core: u64,
    loose: LooseId,
    bounds: Bounds,
}

/// An entry that no position fills: its bounds contradict each other.
const EMPTY: Entry = Entry { core: 0, loose: 0, bounds: Bounds { low: 1, high: 0 } };

impl Entry {
    const fn is_empty(&self) -> bool {
        self.bounds.low > self.bounds.high
    }

    fn key(&self) -> Key {
        (self.core, self.loose)
    }
}

/// Entries in one bucket: a line of a processor's cache.
const WAYS: usize = 4;

/// The smallest table, in buckets.
const FIRST_BUCKETS: usize = 1 << 8;

/// What the table may take when the caller sets no limit on memory.
const DEFAULT_BYTES: u64 = 512 << 20;

/// A hash table of buckets. A full bucket gives up the position with the fewest strings, the cheapest to search again.
#[derive(Debug)]
pub(super) struct Table {
    /// A power of two of them.
    buckets: Vec<[Entry; WAYS]>,
    filled: usize,
    /// The table takes no more than so many bytes.
    cap: u64,
}

impl Table {
    /// A small table that may grow within the memory left, or within 512 MiB where no limit is set. It doubles, and
    /// while it does, the old and the new one must fit side by side.
    pub(super) fn new(budget: &Budget<'_>) -> Self {
        let cap = budget.memory_left().unwrap_or(DEFAULT_BYTES);
        Self { buckets: Vec::new(), filled: 0, cap }
    }

    const fn bytes(buckets: usize) -> u64 {
        (buckets * size_of::<[Entry; WAYS]>()) as u64
    }

    /// The bytes that the table takes now, all of them planned.
    pub(super) fn planned(&self) -> u64 {
        Self::bytes(self.buckets.len())
    }

    fn bucket(&self, (core, loose): Key) -> usize {
        let mixed =
            (core ^ u64::from(loose).wrapping_mul(0xD6E8_FEB8_6659_FD93)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 32) as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position.
    pub(super) fn get(&self, key: Key) -> Option<Bounds> {
        if self.buckets.is_empty() {
            return None;
        }
        let bucket = &self.buckets[self.bucket(key)];
        bucket.iter().find(|entry| entry.key() == key && !entry.is_empty()).map(|entry| entry.bounds)
    }

    /// Keeps bounds of a position, with those known before.
    pub(super) fn narrow(&mut self, key: Key, bounds: Bounds, budget: &mut Budget<'_>) {
        // Half full, few buckets overflow.
        if self.filled * 2 >= self.buckets.len() * WAYS {
            self.grow(budget);
        }
        if self.buckets.is_empty() {
            return;
        }
        let place = self.bucket(key);
        let bucket = &mut self.buckets[place];
        if let Some(entry) = bucket.iter_mut().find(|entry| entry.key() == key && !entry.is_empty()) {
            entry.bounds.low = entry.bounds.low.max(bounds.low);
            entry.bounds.high = entry.bounds.high.min(bounds.high);
            return;
        }
        let size = |entry: &Entry| if entry.is_empty() { 0 } else { 1 + entry.core.count_ones() };
        let victim = (0..WAYS).min_by_key(|&way| size(&bucket[way])).unwrap_or(0);
        self.filled += usize::from(bucket[victim].is_empty());
        bucket[victim] = Entry { core: key.0, loose: key.1, bounds };
    }

    /// Twice the buckets, if the cap and the budget allow the old and the new ones side by side.
    fn grow(&mut self, budget: &mut Budget<'_>) {
        let buckets = (self.buckets.len() * 2).max(FIRST_BUCKETS);
        let fits = Self::bytes(buckets) + self.planned() <= self.cap;
        let wider = fits.then(|| budget.vector("the table of positions", buckets as u128).ok()).flatten();
        let Some(mut empty) = wider else {
            // It stays as it is; looking at the budget again at every entry would cost more than it brings.
            self.cap = self.planned();
            return;
        };
        empty.resize(buckets, [EMPTY; WAYS]);
        let mut wider = Self { buckets: empty, filled: 0, cap: self.cap };
        for entry in self.buckets.iter().flatten().filter(|entry| !entry.is_empty()) {
            wider.narrow(entry.key(), entry.bounds, budget);
        }
        budget.release(self.planned());
        *self = wider;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::report::StopReason;

    #[test]
    fn bounds_only_narrow_and_outlive_growth() {
        let mut budget = Budget::open(&Limits::none());
        let mut table = Table::new(&budget);
        assert_eq!(table.get((7, 0)), None);
        for core in 1..10_000 {
            table.narrow((core, 3), Bounds { low: -5, high: 5 }, &mut budget);
        }
        table.narrow((9_999, 3), Bounds { low: -7, high: 1 }, &mut budget);
        table.narrow((9_999, 3), Bounds { low: -1, high: 9 }, &mut budget);
        assert_eq!(table.get((9_999, 3)), Some(Bounds { low: -1, high: 1 }));
        assert_eq!(table.get((9_999, 4)), None);
        let kept = (1..10_000).filter(|&core| table.get((core, 3)).is_some()).count();
        assert!(kept > 9_000, "{kept}");
    }

    #[test]
    fn the_budget_caps_it() {
        let mut budget = Budget::open(&Limits::none().memory(100_000));
        let mut table = Table::new(&budget);
        for core in 1..10_000 {
            table.narrow((core, 0), Bounds { low: 0, high: 0 }, &mut budget);
        }
        assert_eq!(table.get((9_999, 0)), Some(Bounds { low: 0, high: 0 }));
        assert!(table.planned() <= 100_000);
        assert!(budget.close("test", StopReason::Finished).memory <= 100_000);
    }

    #[test]
    fn without_a_limit_it_has_a_cap_of_its_own() {
        assert_eq!(Table::new(&Budget::open(&Limits::none())).cap, DEFAULT_BYTES);
        assert_eq!(Table::new(&Budget::open(&Limits::none().memory(1 << 40))).cap, 1 << 40);
    }
}
