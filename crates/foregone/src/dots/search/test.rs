//! The test itself: is the margin of a quiet position for the side to move this or more?

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::super::captures::harvested_range;
use super::super::dense::Tabled;
use super::key::{CoreKey, Identity, Key};
use super::moves::{Candidate, Child, Moves, OPENING, Quiet};
use super::multisets::NOTHING;
use super::table::{Bounds, Table};
use crate::checkpoint::Checkpoints;
use crate::limits::{Budget, filled};
use crate::machine::prefetch;
use crate::report::{SolveError, StopReason};

/// No game goes on for so many plies: there are at most 64 strings in the core and 28 chains beside it.
const MAX_DEPTH: usize = 96;

/// So many replies are looked up before any is searched.
const LOOKED_UP: usize = 8;

/// So many further ones are fetched ahead.
const AHEAD: usize = 3;

/// Threads share out positions of so many strings or more.
const SHARED_STRINGS: u32 = 16;

/// Places for the positions that threads are busy with.
const BUSY: usize = 1 << 14;

/// States of a thread between two reports to the one that keeps the account.
const STATES_PER_REPORT: u64 = 1 << 8;

/// Why all threads are to come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Call {
    /// No reason: go on.
    None,
    /// One of them knows that the margin is as much.
    Yes,
    /// One of them knows that it is not.
    No,
    /// The table fills up.
    Grow,
    /// It takes long enough for several threads.
    Fork,
    /// A checkpoint is due.
    Keep,
    /// The budget is spent.
    Stop,
}

impl Call {
    const ALL: [Self; 7] = [Self::None, Self::Yes, Self::No, Self::Grow, Self::Fork, Self::Keep, Self::Stop];
}

/// What the threads of a search share.
#[derive(Debug)]
pub struct Shared {
    pub moves: Moves,
    pub identity: Identity,
    pub table: Table,
    /// Mixed keys and goals of the tests that threads are at work on; 0 for none. Empty as long as there is one thread.
    busy: Vec<AtomicU64>,
    call: AtomicU8,
    /// States visited by threads other than the one that keeps the account, not told to it yet.
    states: AtomicU64,
    /// Positions that need no search.
    tabled: Option<Tabled>,
}

impl Shared {
    pub fn new(moves: Moves, identity: Identity, table: Table, tabled: Option<Tabled>) -> Self {
        let (call, states) = (AtomicU8::new(Call::None as u8), AtomicU64::new(0));
        Self { moves, identity, table, busy: Vec::new(), call, states, tabled }
    }

    /// The margin of a quiet position that a table has. Not inlined: most searches have none, and are not to be slower.
    #[inline(never)]
    pub fn tabled(&self, quiet: Quiet) -> Option<i32> {
        let tabled = self.tabled.as_ref().filter(|_| quiet.loose == NOTHING)?;
        tabled.margin(quiet.core, self.moves.edges.degrees(quiet.core).any.count_ones())
    }

    /// The bytes that [`Shared::share`] will take.
    pub const fn busy_bytes_missing(&self) -> u64 {
        if self.busy.is_empty() { (BUSY * size_of::<AtomicU64>()) as u64 } else { 0 }
    }

    /// Makes ready for several threads.
    pub fn share(&mut self) {
        self.busy.resize_with(BUSY, AtomicU64::default);
    }

    /// Begins a run: nobody is called back and nobody is busy.
    pub fn begin(&self) {
        self.call.store(Call::None as u8, Ordering::Relaxed);
        for busy in &self.busy {
            busy.store(0, Ordering::Relaxed);
        }
    }

    /// Calls all threads back; the first call counts.
    pub fn call(&self, call: Call) {
        let (none, call) = (Call::None as u8, call as u8);
        // Whoever was first is obeyed.
        let _ = self.call.compare_exchange(none, call, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub fn called(&self) -> Call {
        Call::ALL[usize::from(self.call.load(Ordering::Relaxed))]
    }

    /// The states that the account has not heard of yet.
    pub fn take_states(&self) -> u64 {
        self.states.swap(0, Ordering::Relaxed)
    }
}

/// What one thread keeps from test to test.
#[derive(Debug)]
pub struct Bench {
    /// The candidates of all positions on the way down, the deepest ones last.
    candidates: Vec<Candidate>,
    /// The keys of candidates, each found only when it is needed.
    keys: Vec<Key>,
    /// By depth, the safe strings that last refuted a position.
    killers: [[u8; 2]; MAX_DEPTH],
    /// Keys of cores met before, each at a place that the core chooses.
    cache: Vec<(u64, CoreKey)>,
    /// Look-ups in the table so far.
    pub probes: u64,
    /// New positions kept in the table in this run.
    pub added: usize,
}

impl Bench {
    /// A bench that remembers so many keys, a power of two; their memory is planned.
    ///
    /// # Errors
    /// [`SolveError::NoMemory`] if the system has not that much.
    pub fn new(keys: usize) -> Result<Self, SolveError> {
        Ok(Self {
            candidates: Vec::new(),
            keys: Vec::new(),
            killers: [[OPENING; 2]; MAX_DEPTH],
            cache: cache(keys)?,
            probes: 0,
            added: 0,
        })
    }

    pub const fn bytes(keys: usize) -> u64 {
        (keys * size_of::<(u64, CoreKey)>()) as u64
    }

    /// The place of a core's key.
    #[inline]
    fn slot(&self, core: u64) -> usize {
        (core.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & (self.cache.len() - 1)
    }

    /// Remembers so many keys from now on, and forgets those that it knew.
    ///
    /// # Errors
    /// As [`Bench::new`]; all stays as it was then.
    pub fn resize(&mut self, keys: usize) -> Result<(), SolveError> {
        self.cache = cache(keys)?;
        Ok(())
    }

    /// Forgets the candidates of a search that was called back.
    pub fn clear(&mut self) {
        self.candidates.clear();
    }

    pub const fn keys(&self) -> usize {
        self.cache.len()
    }
}

/// Room for so many keys.
fn cache(keys: usize) -> Result<Vec<(u64, CoreKey)>, SolveError> {
    filled("keys that a thread remembers", (0, [0; 2]), keys)
}

/// Who keeps the account of states.
pub enum Account<'a, 'b> {
    /// This thread.
    Own { budget: &'a mut Budget<'b>, checkpoints: Option<&'a Checkpoints<'a>>, stop: Option<StopReason> },
    /// Another one, which hears of them now and then.
    Other,
}

/// All threads were called back.
#[derive(Clone, Copy, Debug)]
pub struct CalledBack;

/// When a run is to be broken off to go on with more.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// States of this thread after which others are called for.
    pub fork_after: u64,
    /// Entries added by this thread after which the table is to grow.
    pub grow_after: usize,
    /// Whether there are other threads already.
    pub together: bool,
}

/// One thread's share in a run.
pub struct Test<'a, 'b> {
    pub shared: &'a Shared,
    pub bench: &'a mut Bench,
    pub account: Account<'a, 'b>,
    pace: Pace,
    /// States visited in this run.
    states: u64,
}

impl<'a, 'b> Test<'a, 'b> {
    pub const fn new(shared: &'a Shared, bench: &'a mut Bench, account: Account<'a, 'b>, pace: Pace) -> Self {
        Self { shared, bench, account, pace, states: 0 }
    }

    /// Whether the margin of a quiet position is `goal` or more. `key` is that of the position, if it is known.
    pub fn at_least(
        &mut self,
        quiet: Quiet,
        goal: i32,
        key: Option<Key>,
        depth: usize,
    ) -> Result<bool, CalledBack> {
        let coins = i32::from(quiet.coins);
        // Margins have the parity of the number of coins.
        let goal = goal + ((goal ^ coins) & 1);
        if goal > coins {
            return Ok(false);
        }
        if goal <= -coins {
            return Ok(true);
        }
        if quiet.core == 0 {
            return Ok(-i32::from(self.shared.moves.multisets.value(quiet.loose)) >= goal);
        }
        let degrees = self.shared.moves.edges.degrees(quiet.core);
        let key = key.unwrap_or_else(|| self.key(quiet));
        let known = self.look_up(key);
        if i32::from(known.low) >= goal {
            return Ok(true);
        }
        if i32::from(known.high) < goal {
            return Ok(false);
        }
        self.count()?;
        let (first, before) = (self.bench.candidates.len(), self.states);
        let killers = self.bench.killers[depth];
        self.shared.moves.expand(quiet, degrees, killers, &mut self.bench.candidates);
        let found = self.try_all(quiet.core, goal, first, depth);
        self.bench.candidates.truncate(first);
        let found = found?;
        let goal = goal as i8;
        let bounds = if found {
            Bounds { low: goal, ..Bounds::NONE }
        } else {
            Bounds { high: goal - 2, ..Bounds::NONE }
        };
        let work = u64::from(2 * (self.states - before + 1).ilog2()).min(63);
        if self.shared.table.narrow(key, bounds, work) {
            self.bench.added += 1;
            if self.bench.added >= self.pace.grow_after {
                self.shared.call(Call::Grow);
            }
        }
        Ok(found)
    }

    /// Whether whoever replies to a move gets a margin of `goal` or more.
    fn reply_at_least(
        &mut self,
        child: Child,
        goal: i32,
        key: Option<Key>,
        depth: usize,
    ) -> Result<bool, CalledBack> {
        let (taken, gives) = (i32::from(child.taken), i32::from(child.gives));
        if gives == 0 {
            return self.at_least(child.quiet, goal - taken, key, depth);
        }
        // The margin is taken-gives + |gives+v|, where v is that of the quiet position.
        let part = goal - taken + gives;
        Ok(part <= 0
            || self.at_least(child.quiet, part - gives, key, depth)?
            || !self.at_least(child.quiet, 1 - part - gives, key, depth)?)
    }

    /// Whether some candidate from `first` on gives the mover a margin of `goal` or more.
    fn try_all(&mut self, core: u64, goal: i32, first: usize, depth: usize) -> Result<bool, CalledBack> {
        // What needs no search: one good enough ends it, those not good enough are dropped.
        let end = self.bench.candidates.len();
        let mut kept = first;
        let has_table = self.shared.tabled.is_some();
        for place in first..end {
            let candidate = self.bench.candidates[place];
            let tabled = if has_table { self.shared.tabled(candidate.quiet()) } else { None };
            let bounds = match tabled {
                Some(margin) => Bounds { low: margin as i8, high: margin as i8 },
                None => self.bounds(candidate.quiet()),
            };
            let (least, most) = reply_range(candidate.child(), bounds);
            if most <= -goal {
                return Ok(true);
            }
            if least <= -goal {
                self.bench.candidates[kept] = candidate;
                kept += 1;
            }
        }
        self.bench.candidates.truncate(kept);
        self.bench.candidates[first..].sort_by_key(|candidate| candidate.order);
        // The same with what is known of the first few.
        let looked_up = kept.min(first + LOOKED_UP);
        if self.bench.keys.len() < kept {
            self.bench.keys.resize(kept, Key::default());
        }
        for place in first..looked_up {
            prefetch(self.slot(self.bench.candidates[place].quiet().core));
        }
        for place in first..looked_up {
            self.fetch(place);
        }
        let mut next = first;
        for place in first..looked_up {
            let candidate = self.bench.candidates[place];
            let (least, most) = reply_range(candidate.child(), self.known(place));
            if most <= -goal {
                return Ok(true);
            }
            if least <= -goal {
                self.bench.candidates[next] = candidate;
                self.bench.keys[next] = self.bench.keys[place];
                next += 1;
            }
        }
        self.bench.candidates.copy_within(looked_up..kept, next);
        let end = next + kept - looked_up;
        self.bench.candidates.truncate(end);
        let mut fetched = next;

        // What another thread is at work on is put off.
        let sharing = self.pace.together && core.count_ones() >= SHARED_STRINGS;
        let mut put_off = 0_u128;
        for place in first..end {
            while fetched < end.min(place + 1 + AHEAD) {
                self.fetch(fetched);
                fetched += 1;
            }
            let (candidate, key) = (self.bench.candidates[place], self.bench.keys[place]);
            let busy = if sharing && candidate.quiet().core != 0 {
                self.announce(key, goal, place > first)
            } else {
                Busy::Free(None)
            };
            let place_taken = match busy {
                Busy::Elsewhere => {
                    put_off |= 1 << (place - first);
                    continue;
                }
                Busy::Free(place_taken) => place_taken,
            };
            let reply = self.reply_at_least(candidate.child(), 1 - goal, Some(key), depth + 1);
            if let Some(place) = place_taken {
                self.shared.busy[place].store(0, Ordering::Relaxed);
            }
            if !reply? {
                self.remember(candidate.string, depth);
                return Ok(true);
            }
        }
        while put_off != 0 {
            let place = first + put_off.trailing_zeros() as usize;
            let (candidate, key) = (self.bench.candidates[place], self.bench.keys[place]);
            put_off &= put_off - 1;
            if !self.reply_at_least(candidate.child(), 1 - goal, Some(key), depth + 1)? {
                self.remember(candidate.string, depth);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Counts a state, and hears whether to go on.
    fn count(&mut self) -> Result<(), CalledBack> {
        if self.shared.called() != Call::None {
            return Err(CalledBack);
        }
        self.states += 1;
        let report = self.states.is_multiple_of(STATES_PER_REPORT);
        match &mut self.account {
            Account::Own { budget, checkpoints, stop } => {
                let others = if report { self.shared.take_states() } else { 0 };
                if let Err(reached) = budget.spend(1 + others) {
                    *stop = Some(reached);
                    self.shared.call(Call::Stop);
                    return Err(CalledBack);
                }
                if report && checkpoints.is_some_and(Checkpoints::due) {
                    self.shared.call(Call::Keep);
                }
            }
            Account::Other => {
                if report {
                    self.shared.states.fetch_add(STATES_PER_REPORT, Ordering::Relaxed);
                }
            }
        }
        if self.states >= self.pace.fork_after {
            self.shared.call(Call::Fork);
        }
        Ok(())
    }

    /// Keeps a safe string that refuted a position.
    fn remember(&mut self, string: u8, depth: usize) {
        let killers = &mut self.bench.killers[depth];
        if string != OPENING && killers[0] != string {
            *killers = [string, killers[0]];
        }
    }

    /// Says that this thread searches a candidate, unless another one does and it need not be this one now.
    fn announce(&self, Key { high, low }: Key, goal: i32, may_wait: bool) -> Busy {
        let mark = (high ^ low).wrapping_add((goal + 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let place = (mark >> 32) as usize % BUSY;
        match self.shared.busy[place].load(Ordering::Relaxed) {
            found if found == mark && may_wait => Busy::Elsewhere,
            0 => {
                self.shared.busy[place].store(mark, Ordering::Relaxed);
                Busy::Free(Some(place))
            }
            _ => Busy::Free(None),
        }
    }

    /// Finds the key of a candidate, and has the processor fetch what the table knows of it.
    fn fetch(&mut self, place: usize) {
        let quiet = self.bench.candidates[place].quiet();
        if quiet.core != 0 {
            let key = self.key(quiet);
            self.bench.keys[place] = key;
            self.shared.table.fetch(key);
        }
    }

    /// Where the key of a core is remembered.
    #[inline]
    fn slot(&self, core: u64) -> &(u64, CoreKey) {
        &self.bench.cache[self.bench.slot(core)]
    }

    #[inline]
    fn key(&mut self, quiet: Quiet) -> Key {
        let core = quiet.core;
        let identity = &self.shared.identity;
        let slot = self.bench.slot(core);
        let known = &mut self.bench.cache[slot];
        if known.0 != core {
            *known = (core, identity.of_core(core));
        }
        identity.with_loose(known.1, quiet.loose)
    }

    /// What is known of a quiet position without looking it up.
    fn bounds(&self, quiet: Quiet) -> Bounds {
        if quiet.core == 0 {
            let value = -self.shared.moves.multisets.value(quiet.loose);
            return Bounds { low: value, high: value };
        }
        Bounds { low: -(quiet.coins as i8), high: quiet.coins as i8 }
    }

    /// What is known of the quiet position behind a candidate.
    fn known(&mut self, place: usize) -> Bounds {
        let quiet = self.bench.candidates[place].quiet();
        let bounds = self.bounds(quiet);
        if quiet.core == 0 {
            return bounds;
        }
        let found = self.look_up(self.bench.keys[place]);
        Bounds { low: bounds.low.max(found.low), high: bounds.high.min(found.high) }
    }

    fn look_up(&mut self, key: Key) -> Bounds {
        self.bench.probes += 1;
        self.shared.table.get(key).unwrap_or(Bounds::NONE)
    }
}

/// Whether another thread is at work on a position; if not, the place where this one has put its mark.
enum Busy {
    Elsewhere,
    Free(Option<usize>),
}

/// The least and the most that whoever replies can get, from what is known of the quiet position behind it.
fn reply_range(child: Child, known: Bounds) -> (i32, i32) {
    let (low, high) =
        harvested_range(child.taken.into(), child.gives.into(), known.low.into(), known.high.into());
    (low as i32, high as i32)
}
