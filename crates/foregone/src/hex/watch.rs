//! Several runs of the same sweeps at once, each in its own arithmetic, within one budget.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::limits::{Budget, spawned};
use crate::report::{Halt, StopReason};

/// What a run is told of limits: by the budget itself, or that another run was stopped.
#[derive(Debug)]
pub(super) struct Watch<'w, 'l> {
    /// `None` on other threads than the caller's.
    budget: Option<&'w mut Budget<'l>>,
    /// Whether states visited count: once, however many runs there are.
    counts: bool,
    /// Set when a run was stopped, if there are others.
    stopped: Option<&'w AtomicBool>,
    /// Sites swept one way, by the caller's thread.
    done: u64,
    /// As many as it will sweep in all.
    total: u64,
}

impl<'w, 'l> Watch<'w, 'l> {
    /// For a run that goes on by itself, after others whose states have counted.
    pub(super) const fn alone(budget: &'w mut Budget<'l>) -> Self {
        Self { budget: Some(budget), counts: false, stopped: None, done: 0, total: 0 }
    }

    /// For runs one after the other, all of whose states count: they sweep so many sites in all.
    pub(super) const fn over(budget: &'w mut Budget<'l>, total: u64) -> Self {
        Self { budget: Some(budget), counts: true, stopped: None, done: 0, total }
    }

    /// As [`Budget::spend`].
    pub(super) fn spend(&mut self, states: u64) -> Result<(), StopReason> {
        let looked = match &mut self.budget {
            Some(budget) if self.counts => budget.spend(states),
            Some(budget) => budget.check(),
            None if self.stopped.is_some_and(|flag| flag.load(Ordering::Relaxed)) => {
                Err(StopReason::Cancelled)
            }
            None => Ok(()),
        };
        looked.inspect_err(|_| self.stop())
    }

    /// Tells the other runs to stop.
    fn stop(&self) {
        if let Some(stopped) = self.stopped {
            stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Says that a site was swept.
    pub(super) fn step(&mut self) {
        self.done += 1;
        if let Some(budget) = &mut self.budget {
            budget.progress(self.done, self.total);
        }
    }
}

/// Runs `run` once for each item, on at most so many threads, and gives what they find in the order of the items. `steps`
/// is how many sites a run sweeps.
///
/// # Errors
/// The first run's that was stopped or refused; the others are stopped then.
pub(super) fn run_each<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    steps: u64,
    budget: &mut Budget<'_>,
    run: impl Fn(&T, &mut Watch<'_, '_>) -> Result<R, Halt> + Sync,
) -> Result<Vec<R>, Halt> {
    let threads = threads.min(items.len()).max(1);
    let stopped = AtomicBool::new(false);
    // Every `threads`th item from the first, from the second, and so on.
    let shares = |first: usize| items.iter().skip(first).step_by(threads);
    let work = |first: usize, mut watch: Watch<'_, '_>| -> Result<Vec<R>, Halt> {
        let mut found = Vec::new();
        for item in shares(first) {
            found.push(run(item, &mut watch).inspect_err(|_| watch.stop())?);
            watch.counts = false;
        }
        Ok(found)
    };
    let total = steps * shares(0).count() as u64;
    let results = thread::scope(|scope| {
        let helpers = (1..threads)
            .map(|first| {
                let watch = Watch { budget: None, counts: false, stopped: Some(&stopped), done: 0, total: 0 };
                spawned(scope, move || work(first, watch))
            })
            .collect::<Result<Vec<_>, _>>()
            .inspect_err(|_| stopped.store(true, Ordering::Relaxed))?;
        let watch = Watch { budget: Some(budget), counts: true, stopped: Some(&stopped), done: 0, total };
        let mut results = vec![work(0, watch)];
        for helper in helpers {
            results.push(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        Ok::<_, Halt>(results)
    })?;
    // A helper that was told to stop knows no reason: the caller's own run comes first.
    let mut shares =
        results.into_iter().map(|found| found.map(Vec::into_iter)).collect::<Result<Vec<_>, _>>()?;
    Ok((0..items.len()).filter_map(|index| shares[index % threads].next()).collect())
}
