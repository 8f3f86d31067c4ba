//! What the search remembers: bounds on margins of quiet positions, in buckets that threads share.

use std::sync::atomic::{AtomicU64, Ordering};

use super::key::Key;
use super::multisets::MAX_COINS;
use crate::limits::Budget;
use crate::machine::{ask_for_large_pages, prefetch};
use crate::report::Halt;

/// Bounds on the margin of a position for the side to move, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub low: i8,
    pub high: i8,
}

/// The least and the greatest margin that an entry can hold.
const LEAST: i8 = -32;
const GREATEST: i8 = 31;

const _: () = assert!(MAX_COINS < GREATEST as usize);

impl Bounds {
    /// Nothing known.
    pub const NONE: Self = Self { low: LEAST, high: GREATEST };
}

/// Entries in one bucket.
const WAYS: usize = 4;

/// A line of a processor's cache, four entries of two words each. The words of one entry:
///
/// ```text
/// words 0 to 3   the key's high word
/// words 4 to 7   bits 20 to 63  the rest of the key
///                bit 18         1: there is an entry
///                bits 12 to 17  work: twice the logarithm of the number of positions searched for it
///                bits 6 to 11   high bound + 32
///                bits 0 to 5    low bound + 32
/// ```
///
/// Threads read and write the words one by one. Whoever reads while another writes may see the halves of two entries, and two that
/// write at once may leave such. If these are of the same position, both are true; otherwise they are the key of no position, as
/// each half has enough bits that depend on all of it.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; 2 * WAYS]);

const USED: u64 = 1 << 18;
const DATA: u64 = (1 << Key::FREE) - 1;

const fn data(bounds: Bounds, work: u64) -> u64 {
    USED | work << 12 | ((bounds.high - LEAST) as u64) << 6 | (bounds.low - LEAST) as u64
}

const fn bounds_of(data: u64) -> Bounds {
    Bounds { low: (data & 63) as i8 + LEAST, high: (data >> 6 & 63) as i8 + LEAST }
}

const fn work_of(data: u64) -> u64 {
    data >> 12 & 63
}

const fn key_of([high, low]: [u64; 2]) -> Key {
    Key { high, low: low & !DATA }
}

/// The number of buckets of the smallest table: 16 KiB.
const FIRST_BUCKETS: usize = 1 << 8;

/// A table grows by such a factor.
const GROWTH: usize = 2;

/// A table that takes entries in does not grow beyond so many places for each, whatever they are: chosen ones could all be of one
/// bucket. Tables of a search are far from it.
const SPARSEST: usize = 1 << 6;

/// Buckets or entries made between two looks at the limits: some milliseconds.
const CHECKED_AFTER: usize = 1 << 16;

/// What the table may take when the caller sets no limit on memory.
const DEFAULT_BYTES: u64 = 1 << 30;

/// A hash table of buckets. A full bucket gives up the entry that took the least work.
#[derive(Debug)]
pub struct Table {
    /// A power of two of them.
    buckets: Vec<Bucket>,
    /// Positions kept since it was made, as far as it was told.
    filled: usize,
    /// The table takes no more than so many bytes.
    cap: u64,
}

impl Table {
    /// A small table that may grow within the memory left, or within 1 GiB where no limit is set.
    ///
    /// # Errors
    /// [`SolveError`](crate::SolveError) if not even that is allowed, or a limit that is reached.
    pub fn new(budget: &mut Budget<'_>) -> Result<Self, Halt> {
        let cap = budget.memory_left().unwrap_or(DEFAULT_BYTES);
        Ok(Self { buckets: empty(FIRST_BUCKETS, budget)?, filled: 0, cap })
    }

    /// The bytes that the table takes now, all of them planned.
    pub fn planned(&self) -> u64 {
        bytes(self.buckets.len())
    }

    /// How many entries it has room for.
    pub fn room(&self) -> usize {
        self.buckets.len() * WAYS
    }

    /// New entries after which it should grow: with five eighths of all entries used, few buckets
    /// overflow.
    pub fn grows_after(&self) -> usize {
        // The old and the new one are there side by side for a while.
        if bytes(self.buckets.len() * (1 + GROWTH)) <= self.cap {
            (self.room() / 8 * 5).saturating_sub(self.filled)
        } else {
            usize::MAX
        }
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let mixed = (key.high ^ (key.low >> Key::FREE)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        &self.buckets[(mixed >> 32) as usize & (self.buckets.len() - 1)]
    }

    /// Has the processor fetch what will soon be asked for.
    #[inline]
    pub fn fetch(&self, key: Key) {
        prefetch(self.bucket(key));
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: Key) -> Option<Bounds> {
        let Bucket(words) = self.bucket(key);
        for way in 0..WAYS {
            if words[way].load(Ordering::Relaxed) == key.high {
                let low = words[WAYS + way].load(Ordering::Relaxed);
                if low & !DATA == key.low && low & USED != 0 {
                    return Some(bounds_of(low));
                }
            }
        }
        None
    }

    /// Keeps bounds of a position, with those known before. Says whether it was not there yet.
    pub fn narrow(&self, key: Key, mut bounds: Bounds, mut work: u64) -> bool {
        let Bucket(words) = self.bucket(key);
        let (mut victim, mut least, mut free, mut new) = (0, u64::MAX, false, true);
        for way in 0..WAYS {
            let low = words[WAYS + way].load(Ordering::Relaxed);
            if low & USED == 0 {
                (victim, least, free) = (way, 0, true);
            } else if low & !DATA == key.low && words[way].load(Ordering::Relaxed) == key.high {
                let known = bounds_of(low);
                bounds = Bounds { low: bounds.low.max(known.low), high: bounds.high.min(known.high) };
                work = work.max(work_of(low));
                (victim, new) = (way, false);
                break;
            } else if !free && work_of(low) < least {
                (victim, least) = (way, work_of(low));
            }
        }
        words[victim].store(key.high, Ordering::Relaxed);
        words[WAYS + victim].store(key.low | data(bounds, work), Ordering::Relaxed);
        new
    }

    /// Hears how many new positions were kept, in free places or for others.
    pub fn took(&mut self, positions: usize) {
        self.filled += positions;
    }

    /// What an entry is made of, for all entries: two words.
    pub fn entries(&self) -> impl Iterator<Item = [u64; 2]> {
        self.buckets.iter().flat_map(|Bucket(words)| {
            (0..WAYS).filter_map(move |way| {
                let low = words[WAYS + way].load(Ordering::Relaxed);
                (low & USED != 0).then(|| [words[way].load(Ordering::Relaxed), low])
            })
        })
    }

    /// Keeps an entry of another table, and grows rather than give up one for it. `None` if these words are none.
    ///
    /// In the other table there was a place for each, so there is one in a table as large: whatever order they come in, all
    /// are kept where the cap and the budget allow such a table.
    pub fn insert(&mut self, entry: [u64; 2], budget: &mut Budget<'_>) -> Option<()> {
        let bounds = bounds_of(entry[1]);
        if entry[1] & USED == 0 || bounds.low > bounds.high {
            return None;
        }
        while self.is_full_for(key_of(entry)) && self.room() < SPARSEST * self.filled && self.grow(budget) {}
        self.put(entry);
        if self.grows_after() == 0 {
            self.grow(budget);
        }
        Some(())
    }

    /// Whether a position could be kept only in the place of another.
    fn is_full_for(&self, key: Key) -> bool {
        let Bucket(words) = self.bucket(key);
        (0..WAYS).all(|way| {
            let entry = [words[way].load(Ordering::Relaxed), words[WAYS + way].load(Ordering::Relaxed)];
            entry[1] & USED != 0 && key_of(entry) != key
        })
    }

    /// Keeps an entry.
    fn put(&mut self, entry: [u64; 2]) {
        let low = entry[1];
        self.filled += usize::from(self.narrow(key_of(entry), bounds_of(low), work_of(low)));
    }

    /// A larger table with the same entries, if the cap and the budget allow both side by side; says whether they do. A limit
    /// that is reached leaves it as it is.
    pub fn grow(&mut self, budget: &mut Budget<'_>) -> bool {
        let buckets = self.buckets.len() * GROWTH;
        let fits = bytes(buckets) + self.planned() <= self.cap;
        let Some(wider) = fits.then(|| empty(buckets, budget).ok()).flatten() else {
            // It stays as it is, and is not asked again.
            self.cap = self.planned();
            return false;
        };
        let mut wider = Self { buckets: wider, filled: 0, cap: self.cap };
        for (number, entry) in self.entries().enumerate() {
            // Each bucket becomes two, so none overflows.
            wider.put(entry);
            if number % CHECKED_AFTER == 0 && budget.check().is_err() {
                budget.release(wider.planned());
                return false;
            }
        }
        budget.release(self.planned());
        *self = wider;
        true
    }
}

const fn bytes(buckets: usize) -> u64 {
    (buckets * size_of::<Bucket>()) as u64
}

fn empty(buckets: usize, budget: &mut Budget<'_>) -> Result<Vec<Bucket>, Halt> {
    let mut empty = budget.vector("the table of positions", buckets as u128)?;
    ask_for_large_pages(empty.spare_capacity_mut());
    while empty.len() < buckets {
        if let Err(stop) = budget.check() {
            budget.release(bytes(buckets));
            return Err(stop.into());
        }
        empty.resize_with(buckets.min(empty.len() + CHECKED_AFTER), Bucket::default);
    }
    Ok(empty)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::limits::Limits;
    use crate::report::StopReason;

    #[test]
    fn a_table_grows_whole_or_not_at_all() {
        let cancel = AtomicBool::new(false);
        let limits = Limits::none().cancel(&cancel);
        let mut budget = Budget::open(&limits);
        let mut table = Table::new(&mut budget).unwrap();
        for at in 0..300_u64 {
            table.narrow(Key { high: at, low: at << Key::FREE }, Bounds { low: 1, ..Bounds::NONE }, 3);
        }
        let sorted = |table: &Table| {
            let mut entries: Vec<_> = table.entries().collect();
            entries.sort_unstable();
            entries
        };
        let (entries, room, planned) = (sorted(&table), table.room(), table.planned());
        cancel.store(true, Ordering::Relaxed);
        table.grow(&mut budget);
        assert_eq!((sorted(&table), table.room()), (entries.clone(), room));
        assert_eq!(Table::new(&mut budget).unwrap_err(), Halt::Stopped(StopReason::Cancelled));
        cancel.store(false, Ordering::Relaxed);
        let mut table = Table { cap: DEFAULT_BYTES, ..table };
        table.grow(&mut budget);
        assert_eq!(
            (sorted(&table), table.room(), table.planned()),
            (entries, room * GROWTH, planned * GROWTH as u64)
        );
    }
}
