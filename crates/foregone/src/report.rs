//! What a run says of itself: what it cost, why it ended, why it was refused.

use std::fmt;
use std::time::Duration;

use crate::checkpoint::CheckpointError;
use crate::paged::TableError;

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
        })
    }
}

/// Why a question could not be taken on at all.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The method would take more memory than it is allowed.
    #[error("{what} would take {} of memory, and {} is allowed", Bytes(*needs), Bytes(u128::from(*allowed)))]
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
struct Bytes(u128);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        if self.0 < 1024 {
            return write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" });
        }
        if self.0 >= 1 << 80 {
            return f.write_str("more than 10^24 bytes");
        }
        let unit = (self.0.ilog2() / 10).min(6);
        let amount = self.0 as f64 / 2_f64.powi(10 * unit as i32);
        write!(f, "{amount:.1} {}", UNITS[unit as usize - 1])
    }
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
