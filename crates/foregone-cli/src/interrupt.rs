//! Ctrl-C: while an answer is worked out it ends the run in good order; a second one, or one at any other time, ends it
//! at once.

use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};

static RAISED: AtomicBool = AtomicBool::new(false);
/// How many pieces of work are going on.
static AT_WORK: AtomicUsize = AtomicUsize::new(0);
/// What is to end at the first signal, in its own way.
static ENDS: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);
static LAST_WORDS: Mutex<String> = Mutex::new(String::new());

/// Starts to listen for the signal.
pub(crate) fn watch() -> Result<()> {
    ctrlc::set_handler(|| {
        if let Some(end) = ENDS.lock().unwrap_or_else(PoisonError::into_inner).take() {
            RAISED.store(true, Ordering::Relaxed);
            return end();
        }
        // Whoever waits for input, or for output to be read, looks at no flag.
        if RAISED.swap(true, Ordering::Relaxed) || AT_WORK.load(Ordering::Relaxed) == 0 {
            let words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
            if !words.is_empty() {
                // Nothing is left to do if this fails.
                let mut stdout = std::io::stdout();
                let _ = write!(stdout, "\n{words}").and_then(|()| stdout.flush());
            }
            std::process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// What to say on standard output if the signal ends the run at once.
pub(crate) fn last_words(words: String) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = words;
}

/// Has the first signal end something, in place of the run.
pub(crate) fn ends(end: impl FnOnce() + Send + 'static) {
    *ENDS.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(end));
}

/// Takes the signal for answered.
pub(crate) fn lower() {
    RAISED.store(false, Ordering::Relaxed);
}

/// Works something out that looks at the [`flag`].
pub(crate) fn at_work<T>(work: impl FnOnce() -> T) -> T {
    AT_WORK.fetch_add(1, Ordering::Relaxed);
    let done = work();
    AT_WORK.fetch_sub(1, Ordering::Relaxed);
    done
}

/// The flag that solvers look at.
pub(crate) fn flag() -> &'static AtomicBool {
    &RAISED
}

/// Whether the user asked to stop.
pub(crate) fn raised() -> bool {
    RAISED.load(Ordering::Relaxed)
}
