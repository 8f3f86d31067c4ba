//! What a run says of itself: what it cost, why it ended, why it was refused.

use std::fmt;
use std::time::Duration;

use crate::checkpoint::CheckpointError;
use crate::paged::TableError;
use crate::value::Odds;

/// What a run cost and why it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The method that ran, by the name that selects it.
    pub method: &'static str,
    /// States visited, in the method's own sense: positions, order ideals, frontier states, search nodes.
    pub states: u64,
    /// Time taken by the caller's clock; `None` without one.
    pub elapsed: Option<Duration>,
    /// Bytes taken for tables and states at the peak, as the method accounts for them.
    pub memory: u64,
    /// Where a method keeps hashes of positions and not the positions themselves, the expected number of positions
    /// mistaken for others is at most 2 to the power of minus this. `None` where nothing can be mistaken.
    pub doubt: Option<u32>,
    /// Where a coin says who moves, the probability that it is the first side. `None` where the sides move in turn.
    pub coin: Option<Odds>,
    /// Why the run ended.
    pub stop: StopReason,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// The answer is complete.
    Finished,
    /// The limit on states was reached.
    States,
    /// The limit on time was reached.
    Time,
    /// The limit on memory was reached.
    Memory,
    /// The caller's cancel flag was raised.
    Cancelled,
    /// The position is beyond the method, and what it takes no search to say is said.
    Size,
    /// What was looked for seems to be used up: a long row of tries came to none more.
    Exhausted,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Finished => "finished",
            Self::States => "states",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Cancelled => "cancelled",
            Self::Size => "size",
            Self::Exhausted => "exhausted",
        })
    }
}

/// Why a question could not be taken on at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The method would take more memory than it is allowed.
    #[error("{what} would take {} of memory, and {}", told_apart(*needs, *allowed).0, told_apart(*needs, *allowed).1)]
    TooLarge {
        /// What needs the memory.
        what: String,
        /// Bytes needed, with all that was planned before.
        needs: u128,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The method would take more memory than the system has.
    #[error("{what} would take {} of memory, more than the system has", Bytes(*needs))]
    NoMemory {
        /// What needs the memory.
        what: String,
        /// Bytes needed.
        needs: u128,
    },
    /// The method does not apply to the position.
    #[error("the method `{method}` does not apply here: {reason}")]
    NotApplicable {
        /// The method, by the name that selects it.
        method: &'static str,
        /// What it asks of a position, and where this one differs.
        reason: String,
    },
    /// Nothing of the kind that is looked for was met.
    #[error("of {tries} positions in a row none is of the kind asked for: {kind}")]
    NoneFound {
        /// How many positions were looked at.
        tries: u64,
        /// What was asked of them.
        kind: String,
    },
    /// There is a checkpoint, and the run cannot go on from it.
    // Not its source: whoever prints the causes of errors would print it twice.
    #[error("cannot go on from the checkpoint: {0}")]
    Checkpoint(CheckpointError),
    /// A table cannot be used.
    // As above.
    #[error("the table cannot be used: {0}")]
    Table(TableError),
}

impl From<TableError> for SolveError {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<CheckpointError> for SolveError {
    fn from(error: CheckpointError) -> Self {
        Self::Checkpoint(error)
    }
}

/// A count of bytes as a person says it.
pub(crate) struct Bytes(pub(crate) u128);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&bytes_to(self.0, 1))
    }
}

/// The largest count of bytes that is told in units.
const MOST_BYTES: u128 = 1 << 80;

/// A count of bytes with so many digits after the point, if its unit has any.
fn bytes_to(bytes: u128, places: usize) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    match bytes {
        1 => "1 byte".to_owned(),
        0..1_024 => format!("{bytes} bytes"),
        MOST_BYTES.. => "more than 10^24 bytes".to_owned(),
        _ => {
            let unit = (bytes.ilog2() / 10).min(6);
            let amount = bytes as f64 / 2_f64.powi(10 * unit as i32);
            format!("{amount:.places$} {}", UNITS[unit as usize - 1])
        }
    }
}

/// What is needed and that less is allowed, with as many digits as it takes to tell them apart.
fn told_apart(needs: u128, allowed: u64) -> (String, String) {
    let allowed = u128::from(allowed);
    let with_places = |places| (bytes_to(needs, places), bytes_to(allowed, places));
    let differing = (1..=12).map(with_places).find(|(needs, allowed)| needs != allowed);
    let (needs, told) = differing.unwrap_or_else(|| (format!("{needs} bytes"), format!("{allowed} bytes")));
    let verb = if told.ends_with("bytes") { "are" } else { "is" };
    (needs, format!("{told} {verb} allowed"))
}

/// Why a search ended without an answer: it was refused at the door, or a limit stopped it on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The question was not taken on.
    Refused(SolveError),
    /// A limit was reached.
    Stopped(StopReason),
}

impl From<SolveError> for Halt {
    fn from(error: SolveError) -> Self {
        Self::Refused(error)
    }
}

impl From<TableError> for Halt {
    fn from(error: TableError) -> Self {
        Self::Refused(error.into())
    }
}

impl From<CheckpointError> for Halt {
    fn from(error: CheckpointError) -> Self {
        Self::Refused(error.into())
    }
}

impl From<StopReason> for Halt {
    fn from(stop: StopReason) -> Self {
        Self::Stopped(stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_and_what_is_allowed_are_told_apart() {
        for (needs, allowed, expected) in [
            (2 << 30, 1 << 30, "2.0 GiB of memory, and 1.0 GiB is allowed"),
            ((1 << 30) + (30 << 20), 1 << 30, "1.03 GiB of memory, and 1.00 GiB is allowed"),
            ((1 << 30) + 1, 1 << 30, "1.000000001 GiB of memory, and 1.000000000 GiB is allowed"),
            (5_000, 1_000, "4.9 KiB of memory, and 1000 bytes are allowed"),
            (2, 1, "2 bytes of memory, and 1 byte is allowed"),
            (1, 0, "1 byte of memory, and 0 bytes are allowed"),
            (u128::MAX, u64::MAX, "more than 10^24 bytes of memory, and 16.0 EiB is allowed"),
            (
                (1 << 63) + 1,
                1 << 63,
                "9223372036854775809 bytes of memory, and 9223372036854775808 bytes are allowed",
            ),
        ] {
            let error = SolveError::TooLarge { what: "it".to_owned(), needs, allowed };
            assert_eq!(error.to_string(), format!("it would take {expected}"));
        }
    }
}
