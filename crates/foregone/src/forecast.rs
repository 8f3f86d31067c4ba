//! What an answer would cost, said before it is begun.

use std::time::Duration;

use crate::report::Bytes;

/// What is asked of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// The value of a position: [`Solver::solve`](crate::Solver::solve).
    Value,
    /// The value of every move: [`Solver::analyze`](crate::Solver::analyze).
    Moves,
    /// The whole best line: [`Solver::line`](crate::Solver::line).
    Line,
    /// The reasons: [`Explain::why`](crate::Explain::why).
    Why,
}

/// How sure an amount is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sure {
    /// It is just that.
    Exact,
    /// It is that or less.
    Most,
    /// It is that or more.
    Least,
    /// It is of that size, by what was measured of positions like it: where a method searches, a tenth of it or ten times as
    /// much are no surprise.
    About,
}

/// An amount and how sure it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foreseen<T> {
    /// The amount.
    pub amount: T,
    /// How sure it is.
    pub sure: Sure,
}

impl<T> Foreseen<T> {
    /// An amount that is so sure.
    pub const fn new(amount: T, sure: Sure) -> Self {
        Self { amount, sure }
    }
}

/// What an answer by a fresh solver would cost; what nothing can be said of is `None`.
///
/// The terms are those of a [`Report`](crate::Report). Times are those of one machine, two cores of an AMD EPYC server at
/// some 3.7 GHz: the library reads no clock, so each method has its rate as a constant, with its source.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// The method that would run.
    pub method: &'static str,
    /// States visited.
    pub states: Option<Foreseen<u128>>,
    /// Bytes taken at the peak.
    pub memory: Option<Foreseen<u128>>,
    /// Seconds taken. Never exact.
    pub seconds: Option<Foreseen<f64>>,
}

impl Forecast {
    /// Nothing can be said of a method.
    #[must_use]
    pub const fn nothing(method: &'static str) -> Self {
        Self { method, states: None, memory: None, seconds: None }
    }

    /// The answer is there at once.
    pub(crate) const fn at_once(method: &'static str) -> Self {
        Self {
            method,
            states: Some(Foreseen::new(0, Sure::Exact)),
            memory: Some(Foreseen::new(0, Sure::Exact)),
            seconds: Some(Foreseen::new(0.0, Sure::About)),
        }
    }

    /// Whether that is within so many bytes and so much time, as far as can be said; `None` if nothing can be.
    ///
    /// Amounts that are not sure count as they are.
    #[must_use]
    pub fn fits(&self, memory: Option<u64>, time: Option<Duration>) -> Option<bool> {
        let bytes = self.memory.map(|bytes| memory.is_none_or(|allowed| bytes.amount <= allowed.into()));
        let seconds =
            self.seconds.map(|seconds| time.is_none_or(|allowed| seconds.amount <= allowed.as_secs_f64()));
        match (bytes, seconds) {
            (None, None) => None,
            (bytes, seconds) => Some(bytes.unwrap_or(true) && seconds.unwrap_or(true)),
        }
    }
}

/// A count of bytes as a person says it: `2.8 GiB`.
#[must_use]
pub fn bytes(amount: u128) -> String {
    Bytes(amount).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_within_memory_and_time() {
        let forecast = Forecast {
            memory: Some(Foreseen::new(1_000, Sure::Most)),
            seconds: Some(Foreseen::new(2.0, Sure::About)),
            ..Forecast::nothing("it")
        };
        for (memory, seconds, expected) in [
            (None, None, true),
            (Some(1_000), Some(2), true),
            (Some(999), Some(2), false),
            (Some(1_000), Some(1), false),
        ] {
            assert_eq!(forecast.fits(memory, seconds.map(Duration::from_secs)), Some(expected));
        }
        assert_eq!(Forecast::nothing("it").fits(Some(1), None), None);
        let slow = Forecast { memory: None, ..forecast };
        assert_eq!(slow.fits(Some(1), Some(Duration::from_secs(1))), Some(false));
    }
}
