//! A test run by one thread or several, with a table that grows.
//!
//! A test begins with one thread and what table there is. When it has gone on for a while, or the table fills up, all
//! threads are called back, and it begins anew with more threads or a larger table; what the table knows brings it
//! quickly to where it was. So it is with checkpoints: threads are called back, and what the table knows is kept.

use std::thread;

use super::key::Identity;
use super::moves::Quiet;
use super::saved;
use super::test::{Account, Bench, Call, Pace, Shared, Test};
use crate::checkpoint::Checkpoints;
use crate::limits::Budget;
use crate::report::{Halt, StopReason};

/// States after which further threads join: some ten milliseconds of work.
const FORK_AFTER: u64 = 1 << 14;

/// The fewest and the most keys that a thread remembers.
const FEWEST_KEYS: usize = 1 << 8;
const MOST_KEYS: usize = 1 << 14;

/// The threads' benches and what they share.
#[derive(Debug)]
pub struct Threads<'a> {
    pub shared: Shared,
    benches: Vec<Bench>,
    most: usize,
    /// Bytes planned for benches.
    planned: u64,
    /// Where to keep what the table remembers, if that is asked for.
    checkpoints: Option<Checkpoints<'a>>,
    /// Look-ups that were made before the checkpoint that this search goes on from.
    probes_before: u64,
}

impl<'a> Threads<'a> {
    /// At most so many threads, at least one; with what the checkpoint remembers, if there is one.
    ///
    /// # Errors
    /// [`SolveError`](crate::SolveError) if the memory for one is not allowed, or the checkpoint is none of this search;
    /// a limit that is reached.
    pub fn new(
        mut shared: Shared,
        most: usize,
        checkpoints: Option<Checkpoints<'a>>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Halt> {
        let planned = Bench::bytes(FEWEST_KEYS);
        budget.plan("what a thread of the search keeps", planned.into())?;
        let probes_before = match &checkpoints {
            Some(checkpoints) => saved::load(checkpoints, &mut shared.table, budget)?,
            None => 0,
        };
        let (benches, most) = (vec![Bench::new(FEWEST_KEYS)?], most.max(1));
        let mut threads = Self { shared, benches, most, planned, checkpoints, probes_before };
        threads.widen(budget);
        Ok(threads)
    }

    /// Look-ups in the table so far.
    fn probes(&self) -> u64 {
        self.probes_before + self.benches.iter().map(|bench| bench.probes).sum::<u64>()
    }

    /// The bytes that were planned.
    pub const fn planned(&self) -> u64 {
        self.planned
    }

    /// Minus the binary logarithm of a bound on the expected number of positions mistaken for others so far; `None` if
    /// keys are exact.
    ///
    /// A look-up compares four entries. Of their keys, the table keeps 108 bits, of which two may be lost to words that
    /// count twice (see [`super::key`]).
    pub fn doubt(&self) -> Option<u32> {
        let hashed = matches!(self.shared.identity, Identity::Graph(_));
        hashed.then(|| 104_u32.saturating_sub(self.probes().checked_ilog2().map_or(0, |log| log + 1)))
    }

    /// Whether the margin of a quiet position is `goal` or more.
    ///
    /// # Errors
    /// [`StopReason`] if a limit is reached.
    pub fn ask(&mut self, quiet: Quiet, goal: i32, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        let mut together = false;
        loop {
            let stop = self.run(quiet, goal, together, budget);
            match self.shared.called() {
                Call::Yes => return Ok(true),
                Call::No => return Ok(false),
                Call::Grow => self.grow(budget),
                Call::Fork => {
                    self.fork(budget);
                    together = true;
                }
                Call::Keep => self.keep(),
                Call::Stop | Call::None => {
                    self.keep();
                    return Err(stop.unwrap_or(StopReason::Cancelled));
                }
            }
        }
    }

    /// Runs a test until all threads are called back.
    fn run(
        &mut self,
        quiet: Quiet,
        goal: i32,
        together: bool,
        budget: &mut Budget<'_>,
    ) -> Option<StopReason> {
        let shared = &self.shared;
        shared.begin();
        let threads = if together { self.benches.len() } else { 1 };
        let grow_after = shared.table.grows_after() / threads;
        let fork_after = if together || self.most == 1 { u64::MAX } else { FORK_AFTER };
        let pace = Pace { fork_after, grow_after, together: threads > 1 };
        let mut benches = self.benches[..threads].iter_mut();
        let own = benches.next()?;
        let stop = thread::scope(|scope| {
            for bench in benches {
                let helper = move || answer(Test::new(shared, bench, Account::Other, pace), quiet, goal);
                // Without a further thread the first one does all.
                let _ = thread::Builder::new().spawn_scoped(scope, helper);
            }
            let account =
                Account::Own { budget: &mut *budget, checkpoints: self.checkpoints.as_ref(), stop: None };
            answer(Test::new(shared, own, account, pace), quiet, goal)
        });
        for bench in &mut self.benches {
            self.shared.table.took(std::mem::take(&mut bench.added));
        }
        // The last states of the helpers, which no limit can stop any more.
        let _ = budget.spend(self.shared.take_states());
        stop
    }

    /// Keeps a checkpoint, if that is asked for.
    fn keep(&self) {
        if let Some(checkpoints) = &self.checkpoints {
            saved::keep(checkpoints, &self.shared.table, self.probes());
        }
    }

    /// Benches for all threads, and what else they need, if the memory allows.
    fn fork(&mut self, budget: &mut Budget<'_>) {
        let keys = self.benches[0].keys();
        let busy = self.shared.busy_bytes_missing();
        let each = Bench::bytes(keys);
        while self.benches.len() < self.most {
            let bytes = each + if self.benches.len() == 1 { busy } else { 0 };
            if budget.plan("a further thread", bytes.into()).is_err() {
                // As many as there are now, and no more questions.
                self.most = self.benches.len();
                return;
            }
            let Ok(bench) = Bench::new(keys) else {
                budget.release(bytes);
                self.most = self.benches.len();
                return;
            };
            self.planned += bytes;
            self.shared.share();
            self.benches.push(bench);
        }
    }

    /// A larger table, and benches for it.
    fn grow(&mut self, budget: &mut Budget<'_>) {
        self.shared.table.grow(budget);
        self.widen(budget);
    }

    /// Benches that remember as many keys as suits the table, if the memory allows.
    fn widen(&mut self, budget: &mut Budget<'_>) {
        let keys = (self.shared.table.room() / 4).clamp(FEWEST_KEYS, MOST_KEYS);
        for bench in &mut self.benches {
            let more = Bench::bytes(keys) - Bench::bytes(bench.keys());
            if more > 0 && budget.plan("keys that a thread remembers", more.into()).is_ok() {
                match bench.resize(keys) {
                    Ok(()) => self.planned += more,
                    Err(_) => budget.release(more),
                }
            }
        }
    }
}

/// Runs one thread's test, and calls the others back with its answer. Why the budget stopped it, if it did.
fn answer(mut test: Test<'_, '_>, quiet: Quiet, goal: i32) -> Option<StopReason> {
    if let Ok(found) = test.at_least(quiet, goal, None, 0) {
        test.shared.call(if found { Call::Yes } else { Call::No });
    }
    test.bench.clear();
    match test.account {
        Account::Own { stop, .. } => stop,
        Account::Other => None,
    }
}
