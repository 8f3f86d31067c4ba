//! Ctrl-C: the first ends the run in good order, the second at once.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result};

static RAISED: AtomicBool = AtomicBool::new(false);

/// Starts to listen for the signal.
pub(crate) fn watch() -> Result<()> {
    ctrlc::set_handler(|| {
        if RAISED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// The flag that solvers look at.
pub(crate) fn flag() -> &'static AtomicBool {
    &RAISED
}

/// Whether the user asked to stop.
pub(crate) fn raised() -> bool {
    RAISED.load(Ordering::Relaxed)
}
