//! What is worked out once, by whoever asks first, while others wait for it within their own limits.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::limits::Budget;
use crate::report::Halt;

/// A place for it.
pub(crate) struct Once<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

enum State<T> {
    Missing,
    UnderWay,
    There(Arc<T>),
}

/// How long one who waits does not look at the limits.
const LOOK: Duration = Duration::from_millis(20);

impl<T> Once<T> {
    pub(crate) const fn new() -> Self {
        Self { state: Mutex::new(State::Missing), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is there, or what `make` makes. If it fails, the next one who asks tries again.
    ///
    /// # Errors
    /// What `make` says, or a limit that is reached while another one makes it.
    pub(crate) fn get(
        &self,
        budget: &mut Budget<'_>,
        make: impl FnOnce(&mut Budget<'_>) -> Result<T, Halt>,
    ) -> Result<Arc<T>, Halt> {
        let mut state = self.lock();
        loop {
            match &*state {
                State::There(there) => return Ok(Arc::clone(there)),
                State::Missing => break,
                State::UnderWay => {
                    let waited = self.changed.wait_timeout(state, LOOK);
                    (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
                    budget.check()?;
                }
            }
        }
        *state = State::UnderWay;
        drop(state);
        let mut making = Making { once: self, made: None };
        let made = Arc::new(make(budget)?);
        making.made = Some(Arc::clone(&made));
        Ok(made)
    }
}

/// On its way out it puts down what was made, or that nothing was: after an error, and a panic, too.
struct Making<'a, T> {
    once: &'a Once<T>,
    made: Option<Arc<T>>,
}

impl<T> Drop for Making<'_, T> {
    fn drop(&mut self) {
        *self.once.lock() = self.made.take().map_or(State::Missing, State::There);
        self.once.changed.notify_all();
    }
}

impl<T> fmt::Debug for Once<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self.lock() {
            State::Missing => "missing",
            State::UnderWay => "under way",
            State::There(_) => "there",
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::mpsc;
    use std::thread;

    use super::*;
    use crate::limits::Limits;
    use crate::report::StopReason;

    #[test]
    fn it_is_made_once_for_all_who_ask() {
        let (once, made) = (Once::new(), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let found = once.get(&mut Budget::open(&Limits::none()), |_| {
                        thread::sleep(LOOK);
                        Ok(made.fetch_add(1, Ordering::Relaxed))
                    });
                    assert_eq!(*found.unwrap(), 0);
                });
            }
        });
        assert_eq!(made.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn who_waits_can_be_stopped_and_who_fails_leaves_it_to_others() {
        let once = Once::new();
        let (started, waits) = mpsc::channel();
        let (ends, ended) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let once = &once;
            scope.spawn(move || {
                let failed = once.get(&mut Budget::open(&Limits::none()), |_| {
                    started.send(()).unwrap();
                    ended.recv().unwrap();
                    Err::<u8, _>(Halt::Stopped(StopReason::States))
                });
                assert!(failed.is_err());
            });
            waits.recv().unwrap();
            let flag = AtomicBool::new(true);
            let stopped = once.get(&mut Budget::open(&Limits::none().cancel(&flag)), |_| Ok(1));
            assert!(matches!(stopped, Err(Halt::Stopped(StopReason::Cancelled))));
            ends.send(()).unwrap();
            assert_eq!(*once.get(&mut Budget::open(&Limits::none()), |_| Ok(2)).unwrap(), 2);
        });
    }
}
