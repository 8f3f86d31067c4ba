//! Work that may take long: without Python's lock, within limits, and ended by Ctrl-C.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use foregone::shards::TaskError;
use foregone::{Limits, SolveError};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::error;

/// How often Python is asked whether somebody wants to end it.
const LOOK: Duration = Duration::from_millis(20);

/// What a caller allows.
#[derive(Clone, Copy, Default)]
pub(crate) struct Allowed {
    memory: Option<u64>,
    time: Option<Duration>,
    states: Option<u64>,
    threads: Option<NonZero<usize>>,
}

impl Allowed {
    /// From a number of bytes, seconds, states and threads.
    pub(crate) fn new(
        memory: Option<u64>,
        seconds: Option<f64>,
        states: Option<u64>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let time = seconds.map(|seconds| {
            Duration::try_from_secs_f64(seconds).map_err(|_| {
                PyValueError::new_err(format!("time: expected seconds, 0 or more, found {seconds}"))
            })
        });
        let threads = threads.map(|threads| {
            NonZero::new(threads).ok_or_else(|| PyValueError::new_err("threads: expected 1 or more, found 0"))
        });
        Ok(Self { memory, time: time.transpose()?, states, threads: threads.transpose()? })
    }

    /// How long it may take.
    pub(crate) const fn time(&self) -> Option<Duration> {
        self.time
    }
}

/// Why some work was not done.
pub(crate) trait Refusal: Send {
    /// What Python raises then.
    fn raised(&self) -> PyErr;
}

impl Refusal for SolveError {
    fn raised(&self) -> PyErr {
        error::solve(self)
    }
}

impl Refusal for TaskError {
    fn raised(&self) -> PyErr {
        error::task(self)
    }
}

/// Does some work within limits while other Python threads go on.
///
/// # Errors
/// What a signal handler raises, `KeyboardInterrupt` for one: the work is then ended first.
pub(crate) fn run<T: Send, E: Refusal>(
    py: Python<'_>,
    allowed: Allowed,
    work: impl FnOnce(&Limits<'_>) -> Result<T, E> + Send,
) -> PyResult<T> {
    let (cancel, started) = (AtomicBool::new(false), Instant::now());
    let found = thread::scope(|scope| {
        let (done, mut finished) = mpsc::channel();
        let cancel = &cancel;
        let worker = thread::Builder::new().name("foregone".to_owned()).spawn_scoped(scope, move || {
            let clock = move || started.elapsed();
            let mut limits = Limits::none().clock(&clock).cancel(cancel);
            if let Some(memory) = allowed.memory {
                limits = limits.memory(memory);
            }
            if let Some(time) = allowed.time {
                limits = limits.time(time, &clock);
            }
            if let Some(states) = allowed.states {
                limits = limits.states(states);
            }
            if let Some(threads) = allowed.threads {
                limits = limits.threads(threads);
            }
            let found = work(&limits);
            // Nobody listens any more if a signal came first.
            let _ = done.send(());
            found
        })?;
        // Only one thread may receive: so a unique reference is what crosses to where the lock is not held.
        let mut waits = || {
            let finished = &mut finished;
            py.detach(move || finished.recv_timeout(LOOK)) == Err(mpsc::RecvTimeoutError::Timeout)
        };
        while waits() {
            if let Err(raised) = py.check_signals() {
                cancel.store(true, Ordering::Relaxed);
                let _ = py.detach(|| worker.join());
                return Err(raised);
            }
        }
        py.detach(|| worker.join())
            .map_err(|_| PyRuntimeError::new_err("the solver has failed: please report it"))
    })?;
    found.map_err(|refused| refused.raised())
}
