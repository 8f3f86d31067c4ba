//! What a run may take.
//!
//! The caller states [`Limits`]; a solver opens a [`Budget`] on them, says what memory it plans before it takes it,
//! and spends states as it goes. Clock, cancel flag and progress callback come from the caller: the library itself
//! never reads a clock and never prints.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use crate::checkpoint::{Checkpoints, Store};
use crate::report::{Report, SolveError, StopReason};
use crate::value::Odds;

/// How far a run has come: `done` of `total` units of its own choosing (levels, layers, moves).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Units done.
    pub done: u64,
    /// Units in all, 0 if unknown.
    pub total: u64,
    /// States visited so far.
    pub states: u64,
}

/// A clock: the time since some fixed moment.
pub type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);

/// What a run may take. The default is no limit, no clock, no callback.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::{Duration, Instant};
/// use foregone::Limits;
///
/// let started = Instant::now();
/// let clock = move || started.elapsed();
/// let cancel = AtomicBool::new(false);
/// let limits = Limits::none().memory(2 << 30).time(Duration::from_secs(60), &clock).cancel(&cancel);
/// # let _ = limits;
/// ```
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    memory: Option<u64>,
    states: Option<u64>,
    threads: Option<NonZero<usize>>,
    time: Option<Duration>,
    clock: Option<Clock<'a>>,
    cancel: Option<&'a AtomicBool>,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    checkpoints: Option<&'a dyn Store>,
}

impl<'a> Limits<'a> {
    /// No limit at all.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// At most so many bytes for tables and states.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// At most so many states visited.
    #[must_use]
    pub fn states(mut self, states: u64) -> Self {
        self.states = Some(states);
        self
    }

    /// At most so many threads, as far as a method uses several. The default is as many as the machine runs at once.
    #[must_use]
    pub fn threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = Some(threads);
        self
    }

    /// At most so long by the given clock.
    #[must_use]
    pub fn time(mut self, limit: Duration, clock: Clock<'a>) -> Self {
        self.time = Some(limit);
        self.clock = Some(clock);
        self
    }

    /// A clock to report seconds by, without a limit.
    #[must_use]
    pub fn clock(mut self, clock: Clock<'a>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// A flag that ends the run soon after it is raised.
    #[must_use]
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// A function to call with the run's progress.
    #[must_use]
    pub fn progress(mut self, callback: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = Some(callback);
        self
    }

    /// Where checkpoints are kept: the run goes on from the one that is there, keeps new ones as they are due, and one
    /// more when a limit stops it. Limits on states and time count what this run does, not what those before it did.
    /// Solvers that keep none ([`Solver::keeps_checkpoints`](crate::Solver::keeps_checkpoints)) refuse it.
    #[must_use]
    pub fn checkpoints(mut self, store: &'a dyn Store) -> Self {
        self.checkpoints = Some(store);
        self
    }

    /// The same limits, and at most so many bytes where they allow more.
    pub(crate) fn within(self, bytes: u64) -> Self {
        self.memory(self.memory.unwrap_or(bytes).min(bytes))
    }

    /// Whether checkpoints are asked for.
    pub(crate) const fn asks_for_checkpoints(&self) -> bool {
        self.checkpoints.is_some()
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("memory", &self.memory)
            .field("states", &self.states)
            .field("threads", &self.threads)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

/// What counts as no limit on memory: all that a program can address on the usual 64-bit machine.
const NO_LIMIT: u64 = 1 << 47;

/// Bytes of a hash map that is about to take an entry: its table, and at a time of growth the next one besides. What
/// entries hold elsewhere on the heap comes on top.
pub(crate) fn map_bytes<K, V, S>(map: &HashMap<K, V, S>) -> u64 {
    table_bytes::<(K, V)>(map.len(), map.capacity())
}

/// The same of any table with so many entries and room for so many.
pub(crate) fn table_bytes<T>(entries: usize, capacity: usize) -> u64 {
    let room = table_room::<T>(capacity);
    let least = 4 * (size_of::<T>() as u64 + 1);
    if entries < capacity { room } else { room + (2 * room).max(least) }
}

/// Bytes of a table with room for so many entries.
pub(crate) fn table_room<T>(capacity: usize) -> u64 {
    // A table fills seven eighths of a power of two of places, each with a byte that says what is there.
    let places = if capacity == 0 { 0 } else { (capacity * 8 / 7).next_power_of_two() };
    (places * (size_of::<T>() + 1)) as u64
}

/// Bytes of a vector that is about to take so many items: its room, and at a time of growth the next one besides.
pub(crate) fn vector_bytes<T>(vector: &Vec<T>, items: usize) -> u64 {
    let needed = vector.len() + items;
    let growing = if needed <= vector.capacity() { 0 } else { needed.max(2 * vector.capacity()).max(4) };
    ((vector.capacity() + growing) * size_of::<T>()) as u64
}

/// An empty vector with room for so many items, whose memory is planned already.
///
/// # Errors
/// [`SolveError::NoMemory`] if the system has not that much.
pub(crate) fn reserved<T>(what: &str, items: usize) -> Result<Vec<T>, SolveError> {
    let mut vector = Vec::new();
    match vector.try_reserve_exact(items) {
        Ok(()) => Ok(vector),
        Err(_) => {
            let needs = items as u128 * size_of::<T>() as u128;
            Err(SolveError::NoMemory { what: what.to_owned(), needs })
        }
    }
}

/// A vector of so many equal items, whose memory is planned already.
///
/// # Errors
/// As [`reserved`].
pub(crate) fn filled<T: Clone>(what: &str, item: T, items: usize) -> Result<Vec<T>, SolveError> {
    let mut vector = reserved(what, items)?;
    vector.resize(items, item);
    Ok(vector)
}

/// Makes room for one more entry in a map that grows as the run goes, after [`Budget::grown`].
///
/// # Errors
/// [`StopReason::Memory`] if the system has not that much.
#[inline]
pub(crate) fn make_room<K: Eq + Hash, V, S: BuildHasher>(
    map: &mut HashMap<K, V, S>,
) -> Result<(), StopReason> {
    map.try_reserve(1).map_err(|_| StopReason::Memory)
}

/// The same for a vector.
#[inline]
pub(crate) fn make_room_in<T>(vector: &mut Vec<T>) -> Result<(), StopReason> {
    vector.try_reserve(1).map_err(|_| StopReason::Memory)
}

/// A further thread for the work of a run.
///
/// # Errors
/// [`SolveError::NoMemory`] if the system has none.
pub(crate) fn spawned<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>, SolveError> {
    /// The usual size of its stack.
    const STACK: u128 = 2 << 20;
    let spawned = thread::Builder::new().spawn_scoped(scope, work);
    spawned.map_err(|_| SolveError::NoMemory { what: "a further thread".to_owned(), needs: STACK })
}

/// Memory that is there for pieces too small to be refused one by one, while something grows.
const SPARE: u64 = 1 << 20;

/// Whether the system has so many bytes more; they are given back.
fn has_more(bytes: u64) -> bool {
    let mut more = Vec::<u8>::new();
    let found = more.try_reserve_exact(bytes as usize).is_ok();
    // What nobody looks at might not be asked for at all.
    std::hint::black_box(&more);
    found
}

/// States between two looks at the clock and the cancel flag: some tens of microseconds of work.
const STATES_PER_CHECK: u64 = 1 << 14;

/// The running account of one run against its [`Limits`].
///
/// A run calls [`Budget::plan`] before it takes memory, [`Budget::spend`] as it visits states, and [`Budget::close`]
/// once, for its [`Report`].
#[derive(Debug)]
pub struct Budget<'a> {
    limits: Limits<'a>,
    started: Option<Duration>,
    states: u64,
    planned: u64,
    peak: u64,
    /// Up to so many bytes the system is known to have, and some more.
    there: u64,
    next_check: u64,
    doubt: Option<u32>,
    coin: Option<Odds>,
    /// Units done and in all, as last told.
    step: (u64, u64),
}

impl<'a> Budget<'a> {
    /// Starts a run.
    #[must_use]
    pub fn open(limits: &Limits<'a>) -> Self {
        Self {
            limits: *limits,
            started: limits.clock.map(|clock| clock()),
            states: 0,
            planned: 0,
            peak: 0,
            there: 0,
            next_check: STATES_PER_CHECK.min(limits.states.unwrap_or(u64::MAX)),
            doubt: None,
            coin: None,
            step: (0, 0),
        }
    }

    /// Says that `what` (a noun for the reader, `"two levels of order ideals"`) will take so many bytes besides all
    /// that is planned already. Give them back with [`Budget::release`] if the run goes on without them.
    ///
    /// # Errors
    /// [`SolveError::TooLarge`] if that is more than the limit; nothing is planned then.
    pub fn plan(&mut self, what: &str, bytes: u128) -> Result<(), SolveError> {
        if !self.fits(bytes) {
            return Err(self.refusal(what, bytes));
        }
        // What fits is no more than a limit of 64 bits.
        self.planned += bytes as u64;
        self.peak = self.peak.max(self.planned);
        Ok(())
    }

    /// The error that `what` would take so many bytes besides all that is planned, which is too much.
    #[must_use]
    pub fn refusal(&self, what: &str, bytes: u128) -> SolveError {
        let (what, needs) = (what.to_owned(), bytes.saturating_add(u128::from(self.planned)));
        match self.limits.memory {
            Some(allowed) => SolveError::TooLarge { what, needs, allowed },
            None => SolveError::NoMemory { what, needs },
        }
    }

    /// Plans a vector of so many items and takes its memory: the vector is empty, with room for all of them.
    ///
    /// # Errors
    /// As [`Budget::plan`]; [`SolveError::NoMemory`] if the system has not that much.
    pub fn vector<T>(&mut self, what: &str, items: u128) -> Result<Vec<T>, SolveError> {
        let bytes = items.saturating_mul(size_of::<T>() as u128);
        self.plan(what, bytes)?;
        let mut vector = Vec::new();
        match usize::try_from(items).map(|items| vector.try_reserve_exact(items)) {
            Ok(Ok(())) => Ok(vector),
            _ => {
                self.release(bytes as u64);
                Err(SolveError::NoMemory { what: what.to_owned(), needs: bytes })
            }
        }
    }

    /// Whether so many bytes could be planned besides all that is planned already.
    #[must_use]
    pub fn fits(&self, bytes: u128) -> bool {
        let total = bytes.saturating_add(u128::from(self.planned));
        total <= u128::from(self.limits.memory.unwrap_or(NO_LIMIT))
    }

    /// Takes back a plan of so many bytes: they are free again.
    pub fn release(&mut self, bytes: u64) {
        self.planned = self.planned.saturating_sub(bytes);
    }

    /// Bytes planned now and not given back.
    pub(crate) const fn planned(&self) -> u64 {
        self.planned
    }

    /// Says that a structure that grows as the run goes (a hash map) holds so many bytes in all now, or is about to.
    ///
    /// # Errors
    /// [`StopReason::Memory`] if that, with what is planned, is more than the limit, or the system has little more.
    pub fn grown(&mut self, bytes: u64) -> Result<(), StopReason> {
        let total = self.planned.saturating_add(bytes);
        if total > self.limits.memory.unwrap_or(NO_LIMIT) {
            return Err(StopReason::Memory);
        }
        if total > self.there {
            if !has_more(2 * SPARE) {
                return Err(StopReason::Memory);
            }
            self.there = total + SPARE;
        }
        self.peak = self.peak.max(total);
        Ok(())
    }

    /// Bytes that may still be planned, what a table of free size can be given; `None` without a limit.
    #[must_use]
    pub fn memory_left(&self) -> Option<u64> {
        self.limits.memory.map(|limit| limit.saturating_sub(self.planned))
    }

    /// How many threads a method may use.
    #[must_use]
    pub fn threads(&self) -> usize {
        let all = || thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        self.limits.threads.unwrap_or_else(all).get()
    }

    /// Says that the answer rests on hashes of positions, with an expected number of positions mistaken for others of at
    /// most 2 to the power of minus `doubt`. The worst of all that is said counts.
    pub fn doubt(&mut self, doubt: u32) {
        self.doubt = Some(self.doubt.map_or(doubt, |before| before.min(doubt)));
    }

    /// Says that a coin says who moves: the first side with this probability.
    pub fn coin(&mut self, first: Odds) {
        self.coin = Some(first);
    }

    /// The checkpoints of this run, if they are asked for: of a kind of run, for a position in its notation.
    pub fn checkpoints(
        &self,
        kind: &'static str,
        question: impl FnOnce() -> String,
    ) -> Option<Checkpoints<'a>> {
        self.limits.checkpoints.map(|store| Checkpoints::new(store, kind, question()))
    }

    /// Counts `states` more states visited and, every so often, looks at the clock and the cancel flag.
    ///
    /// # Errors
    /// The limit that was reached, if any. A run that goes on regardless is told again at its next call.
    #[inline]
    pub fn spend(&mut self, states: u64) -> Result<(), StopReason> {
        self.states += states;
        if self.states < self.next_check { Ok(()) } else { self.check() }
    }

    /// Looks at every limit now.
    ///
    /// # Errors
    /// The limit that was reached, if any.
    pub fn check(&mut self) -> Result<(), StopReason> {
        self.next_check = self.states;
        self.tell();
        if self.limits.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(StopReason::Cancelled);
        }
        if self.limits.states.is_some_and(|limit| self.states > limit) {
            return Err(StopReason::States);
        }
        if let (Some(limit), Some(spent)) = (self.limits.time, self.elapsed())
            && spent >= limit
        {
            return Err(StopReason::Time);
        }
        // A limit of `s` states stops at the first state past it, not at the next round number.
        let past_limit = self.limits.states.map_or(u64::MAX, |limit| limit.saturating_add(1));
        self.next_check = (self.states + STATES_PER_CHECK).min(past_limit);
        Ok(())
    }

    /// Tells the caller how far the run has come. Between two such steps the caller hears of the states visited.
    pub fn progress(&mut self, done: u64, total: u64) {
        self.step = (done, total);
        self.tell();
    }

    fn tell(&self) {
        if let Some(callback) = self.limits.progress {
            let (done, total) = self.step;
            callback(Progress { done, total, states: self.states });
        }
    }

    /// States visited so far.
    #[must_use]
    pub const fn states(&self) -> u64 {
        self.states
    }

    /// Time since the run was opened, if there is a clock.
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        let (clock, started) = (self.limits.clock?, self.started?);
        Some(clock().saturating_sub(started))
    }

    /// Ends the run: what it cost and why it stopped.
    #[must_use]
    pub fn close(self, method: &'static str, stop: StopReason) -> Report {
        let elapsed = self.elapsed();
        let Self { states, peak: memory, doubt, coin, .. } = self;
        Report { method, states, elapsed, memory, doubt, coin, stop }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_on_states_holds_to_the_state() {
        let mut budget = Budget::open(&Limits::none().states(3));
        assert_eq!((0..3).map(|_| budget.spend(1)).collect::<Vec<_>>(), [Ok(()); 3]);
        assert_eq!(budget.spend(1), Err(StopReason::States));
        assert_eq!(budget.spend(1), Err(StopReason::States));
        assert_eq!(budget.close("test", StopReason::States).states, 5);
    }

    #[test]
    fn memory_is_refused_before_it_is_taken() {
        let mut budget = Budget::open(&Limits::none().memory(100));
        assert!(budget.plan("a table", 60).is_ok());
        assert_eq!(budget.memory_left(), Some(40));
        assert!(budget.fits(40) && !budget.fits(41));
        assert!(matches!(
            budget.plan("another", 41),
            Err(SolveError::TooLarge { needs: 101, allowed: 100, .. })
        ));
        assert!(budget.plan("a smaller one", 40).is_ok());
        assert_eq!(budget.grown(1), Err(StopReason::Memory));
        budget.release(60);
        assert_eq!(budget.grown(60), Ok(()));
        assert_eq!(budget.close("test", StopReason::Finished).memory, 100);
        assert!(Budget::open(&Limits::none()).plan("more than any machine", u128::MAX).is_err());
        let mut budget = Budget::open(&Limits::none().memory(100));
        assert!(matches!(budget.vector::<u64>("a table", 13), Err(SolveError::TooLarge { needs: 104, .. })));
        assert!(budget.vector::<u64>("a table", 12).unwrap().capacity() >= 12);
        assert_eq!(budget.memory_left(), Some(4));
    }

    #[test]
    fn what_grows_is_counted_before_it_grows() {
        let mut map: HashMap<u64, u64> = HashMap::new();
        let mut table: hashbrown::HashTable<u64> = hashbrown::HashTable::new();
        let mut vector: Vec<u32> = Vec::new();
        for item in 0..10_000_u32 {
            let (map_before, table_before, vector_before) =
                (map.capacity(), table.allocation_size(), vector.capacity());
            let map_counted = map_bytes(&map);
            let table_counted = table_bytes::<u64>(table.len(), table.capacity());
            let vector_counted = vector_bytes(&vector, 1);
            map.insert(item.into(), 0);
            table.insert_unique(item.into(), item.into(), |&item| item);
            vector.push(item);
            let both = |before, after| if before == after { after } else { before + after };
            assert!(map_counted >= both(17 * map_before, 17 * map.capacity()) as u64, "{item}");
            // A table keeps a few bytes of its own.
            let held = both(table_before, table.allocation_size()).saturating_sub(2 * TABLE_SLACK);
            assert!(table_counted >= held as u64, "{item}: {table_counted}, {held}");
            assert!(vector_counted >= both(4 * vector_before, 4 * vector.capacity()) as u64, "{item}");
        }
        assert_eq!(vector_bytes(&vector, 0), 4 * vector.capacity() as u64);
        // More items than twice the room ask for just so much.
        assert_eq!(vector_bytes(&Vec::<u16>::with_capacity(8), 100), 2 * (8 + 100));
    }

    /// What a hash table takes besides its places: copies of the first bytes at the end, and what alignment asks for.
    const TABLE_SLACK: usize = 32;

    #[test]
    fn the_clock_and_the_flag_are_the_callers() {
        let clock = || Duration::from_secs(5);
        let mut late = Budget::open(&Limits::none().time(Duration::ZERO, &clock));
        assert_eq!(late.check(), Err(StopReason::Time));
        let flag = AtomicBool::new(false);
        let mut budget = Budget::open(&Limits::none().cancel(&flag));
        assert_eq!(budget.spend(1 << 20), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(budget.spend(1 << 20), Err(StopReason::Cancelled));
    }
}
