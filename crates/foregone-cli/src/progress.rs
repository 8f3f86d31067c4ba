//! How far a long run has come, on standard error and only if that is a terminal.

use std::io::Write as _;
use std::time::Duration;

use foregone::Progress;
use indicatif::{ProgressBar, ProgressStyle};

/// How long a run goes before it says so.
const QUIET: Duration = Duration::from_millis(500);

/// A line that follows a run's progress. Indicatif hides it where standard error is no terminal.
pub(crate) struct ProgressLine {
    callback: Box<dyn Fn(Progress) + Sync>,
    bar: ProgressBar,
}

impl ProgressLine {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::no_length();
        let style = ProgressStyle::with_template("{spinner} {msg} states, {elapsed}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        let line = bar.clone();
        let callback = move |progress: Progress| {
            if line.elapsed() < QUIET {
                return;
            }
            let part = if progress.total == 0 {
                String::new()
            } else {
                format!("{:.0}%, ", 100.0 * progress.done as f64 / progress.total as f64)
            };
            line.set_message(format!("{part}{}", progress.states));
            line.tick();
        };
        Self { callback: Box::new(callback), bar }
    }

    /// What a run calls.
    pub(crate) fn callback(&self) -> &(dyn Fn(Progress) + Sync) {
        &*self.callback
    }

    /// Says something on standard error, where the line is not in the way.
    pub(crate) fn aside(&self, text: &str) {
        // If nobody listens there is nobody to tell.
        self.bar.suspend(|| drop(writeln!(anstream::stderr(), "{text}")));
    }

    /// Takes the line away, before an answer is written.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
        self.bar.reset();
    }
}
