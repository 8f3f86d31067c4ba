//! What the search remembers of positions: how far they are from a proof, which moves are left, which cells a proof takes.

use super::cells::Cells;
use super::grid::Stones;
use crate::hex::board::Colour;
use crate::limits::Budget;
use crate::report::{Halt, StopReason};

/// A position as it is looked up: filled in, and turned so that of two half turns it is the lesser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key<C> {
    pub(crate) stones: Stones<C>,
    pub(crate) mover: Colour,
}

/// How far a position is from being proved: a count of positions that are still to be proved, at least, for the mover to
/// win, and for it to lose. Nothing is left of one of them when it is proved; the other is then [`Effort::ENDLESS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effort {
    pub(crate) win: u32,
    pub(crate) loss: u32,
}

impl Effort {
    /// What no sum of efforts comes to.
    pub(crate) const ENDLESS: u32 = 1 << 30;
    /// The mover wins.
    pub(crate) const WON: Self = Self { win: 0, loss: Self::ENDLESS };
    /// The mover loses.
    pub(crate) const LOST: Self = Self { win: Self::ENDLESS, loss: 0 };

    /// Whether it is proved who wins.
    pub(crate) const fn is_proved(self) -> bool {
        self.win == 0 || self.loss == 0
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry<C> {
    pub(crate) key: Key<C>,
    pub(crate) effort: Effort,
    /// Positions looked at below it.
    pub(crate) work: u32,
    /// The moves that may still win. Of no meaning once it is proved who wins.
    pub(crate) moves: C,
    /// The cells on which the proof rests so far that no other move wins; or the whole proof. The winner needs no other cell.
    pub(crate) proof: C,
}

/// Entries in one bucket.
const WAYS: usize = 4;
/// Buckets of the smallest table.
const FIRST_BUCKETS: usize = 1 << 8;
/// What the table may take when the caller sets no limit on memory.
const DEFAULT_BYTES: u64 = 1 << 30;
/// Buckets moved between two looks at the limits.
const CHECKED_AFTER: usize = 1 << 14;

type Bucket<C> = [Option<Entry<C>>; WAYS];

/// A hash table of buckets. A full bucket gives up the entry that took the least work.
#[derive(Debug)]
pub(crate) struct Table<C> {
    /// A power of two of them.
    buckets: Vec<Bucket<C>>,
    entries: usize,
    /// The table takes no more than so many bytes.
    cap: u64,
}

const fn bytes<C>(buckets: usize) -> u64 {
    (buckets * size_of::<Bucket<C>>()) as u64
}

fn free<C: Cells>(buckets: usize, budget: &mut Budget<'_>) -> Result<Vec<Bucket<C>>, Halt> {
    let mut free = budget.vector("the table of positions", buckets as u128)?;
    while free.len() < buckets {
        if let Err(stop) = budget.check() {
            budget.release(bytes::<C>(buckets));
            return Err(stop.into());
        }
        free.resize_with(buckets.min(free.len() + CHECKED_AFTER), || [None; WAYS]);
    }
    Ok(free)
}

impl<C: Cells> Table<C> {
    /// A small table that may grow within the memory left, or within 1 GiB where no limit is set.
    ///
    /// # Errors
    /// [`Halt`] if not even that is allowed, or a limit is reached.
    pub(crate) fn new(budget: &mut Budget<'_>) -> Result<Self, Halt> {
        let cap = budget.memory_left().unwrap_or(DEFAULT_BYTES);
        Ok(Self { buckets: free(FIRST_BUCKETS, budget)?, entries: 0, cap })
    }

    /// Sets how far it may grow to what a run that takes it up again allows.
    pub(crate) fn cap(&mut self, budget: &Budget<'_>) {
        self.cap = budget.memory_left().map_or(DEFAULT_BYTES, |left| left.saturating_add(self.planned()));
    }

    /// The bytes that the table takes now, all of them planned.
    pub(crate) fn planned(&self) -> u64 {
        bytes::<C>(self.buckets.len())
    }

    fn place(&self, key: &Key<C>) -> usize {
        let mut mixed = key.mover as u64;
        for set in key.stones.of {
            for word in set.words() {
                mixed = (mixed ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                mixed ^= mixed >> 32;
            }
        }
        mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> 32) as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position.
    pub(crate) fn get(&self, key: &Key<C>) -> Option<&Entry<C>> {
        self.buckets[self.place(key)].iter().flatten().find(|entry| entry.key == *key)
    }

    /// Keeps what is known of a position, in place of what was known before.
    ///
    /// # Errors
    /// [`Halt`] if a limit is reached while the table grows, or if it is full and may not grow: a search that forgets much of
    /// what it does might go on for ever.
    pub(crate) fn keep(&mut self, entry: Entry<C>, budget: &mut Budget<'_>) -> Result<(), Halt> {
        // With five eighths of all entries used, few buckets overflow.
        if self.entries >= self.buckets.len() * WAYS / 8 * 5 {
            self.grow(budget)?;
        }
        if self.entries >= self.buckets.len() * WAYS / 8 * 7 {
            return Err(StopReason::Memory.into());
        }
        self.insert(entry);
        Ok(())
    }

    fn insert(&mut self, entry: Entry<C>) {
        let place = self.place(&entry.key);
        let bucket = &mut self.buckets[place];
        let same = bucket.iter().position(|kept| kept.is_some_and(|kept| kept.key == entry.key));
        let way = same.unwrap_or_else(|| {
            let work = |way: &usize| bucket[*way].map_or(0, |kept| u64::from(kept.work) + 1);
            (0..WAYS).min_by_key(work).unwrap_or(0)
        });
        self.entries += usize::from(bucket[way].is_none());
        bucket[way] = Some(entry);
    }

    /// Doubles the table, if the cap and the budget allow both side by side.
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), Halt> {
        let buckets = 2 * self.buckets.len();
        if bytes::<C>(buckets) + self.planned() > self.cap {
            return Ok(());
        }
        let wider = match free(buckets, budget) {
            Ok(wider) => wider,
            Err(Halt::Stopped(stop)) => return Err(stop.into()),
            Err(Halt::Refused(_)) => {
                // The system has no more: it stays as it is, and does not ask again.
                self.cap = self.planned();
                return Ok(());
            }
        };
        let planned = self.planned();
        let old = std::mem::replace(&mut self.buckets, wider);
        self.entries = 0;
        for entry in old.iter().flatten().flatten() {
            self.insert(*entry);
        }
        budget.release(planned);
        Ok(())
    }
}
