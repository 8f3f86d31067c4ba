//! How far a long run has come, on standard error and only if that is a terminal.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use foregone::Progress;
use foregone_view::schema::Tally;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a run goes before it says so.
const QUIET: Duration = Duration::from_millis(500);

/// A line that follows a run's progress. Indicatif hides it where standard error is no terminal.
pub(crate) struct ProgressLine {
    callback: Box<dyn Fn(Progress) + Sync>,
    bar: ProgressBar,
}

impl ProgressLine {
    /// The progress of one answer after the other.
    pub(crate) fn new() -> Self {
        let bar = bar();
        let line = bar.clone();
        let callback = move |progress: Progress| show(&line, |elapsed| of_one(progress, elapsed));
        Self { callback: Box::new(callback), bar }
    }

    /// The progress of many answers at once: see [`ProgressLine::many`].
    pub(crate) fn of_many() -> Self {
        Self { callback: Box::new(|_| ()), bar: bar() }
    }

    /// What a run calls.
    pub(crate) fn callback(&self) -> &(dyn Fn(Progress) + Sync) {
        &*self.callback
    }

    /// Tells how many positions are done with.
    pub(crate) fn many(&self, tally: &Tally) {
        show(&self.bar, |elapsed| of_all(tally, elapsed));
    }

    /// Says something on standard error, where the line is not in the way.
    pub(crate) fn aside(&self, text: &str) {
        // If nobody listens there is nobody to tell.
        self.bar.suspend(|| drop(writeln!(anstream::stderr(), "{text}")));
    }

    /// Takes the line away, before an answer is written.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
        // To begin anew is to draw, which would leave a line before the answer.
        self.bar.set_draw_target(ProgressDrawTarget::hidden());
        self.bar.reset();
        self.bar.set_draw_target(target());
    }
}

/// A line without colours.
fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, target());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        bar.set_style(style);
    }
    bar
}

/// Standard error, unless it is a terminal that cannot take a line back.
fn target() -> ProgressDrawTarget {
    if std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb") {
        return ProgressDrawTarget::hidden();
    }
    ProgressDrawTarget::stderr()
}

fn show(bar: &ProgressBar, message: impl FnOnce(Duration) -> String) {
    let elapsed = bar.elapsed();
    if elapsed >= QUIET && !bar.is_hidden() {
        bar.set_message(message(elapsed));
        bar.tick();
    }
}

/// `45%, 1,234,567 states, 98,765/s, 12 seconds, about 15 seconds left`; the share and the rest only where the total is
/// known.
fn of_one(progress: Progress, elapsed: Duration) -> String {
    let Progress { done, total, states } = progress;
    let share = if total == 0 { 0.0 } else { done as f64 / total as f64 };
    let mut text = String::new();
    if total > 0 {
        let _ = write!(text, "{:.0}%, ", 100.0 * share);
    }
    let _ = write!(text, "{} states, {}/s", HumanCount(states), rate(states, elapsed));
    let _ = write!(text, ", {}", HumanDuration(elapsed));
    if share > 0.0 {
        let left = Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - share).max(0.0) / share);
        if let Ok(left) = left {
            let _ = write!(text, ", about {} left", HumanDuration(left));
        }
    }
    text
}

/// `1,234 positions, 5 of them refused, 98,765/s, 12 seconds`.
fn of_all(tally: &Tally, elapsed: Duration) -> String {
    let records = tally.records();
    let refused = match tally.refused {
        0 => String::new(),
        refused => format!(", {} of them refused", HumanCount(refused)),
    };
    let rate = rate(records, elapsed);
    format!("{} positions{refused}, {rate}/s, {}", HumanCount(records), HumanDuration(elapsed))
}

/// So many things a second.
fn rate(things: u64, elapsed: Duration) -> HumanCount {
    HumanCount((things as f64 / elapsed.as_secs_f64().max(1e-9)) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_told_where_the_total_is_known() {
        for (done, total, seconds, expected) in [
            (0, 0, 2, "1,000,000 states, 500,000/s, 2 seconds"),
            (0, 10, 2, "0%, 1,000,000 states, 500,000/s, 2 seconds"),
            (1, 4, 10, "25%, 1,000,000 states, 100,000/s, 10 seconds, about 30 seconds left"),
            (4, 4, 10, "100%, 1,000,000 states, 100,000/s, 10 seconds, about 0 seconds left"),
            (1, u64::MAX, 10, "0%, 1,000,000 states, 100,000/s, 10 seconds"),
        ] {
            let progress = Progress { done, total, states: 1_000_000 };
            let shown = of_one(progress, Duration::from_secs(seconds));
            let shown = if total == u64::MAX { &shown[..expected.len()] } else { &shown };
            assert_eq!(shown, expected);
        }
    }

    #[test]
    fn positions_are_counted() {
        let tally = Tally { lines: 1_200, answered: 1_000, stopped: 100, refused: 100 };
        let second = Duration::from_secs(1);
        assert_eq!(of_all(&tally, second), "1,200 positions, 100 of them refused, 1,200/s, 1 second");
        assert_eq!(of_all(&Tally::default(), 2 * second), "0 positions, 0/s, 2 seconds");
    }
}
