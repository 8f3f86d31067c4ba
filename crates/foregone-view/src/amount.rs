//! What a value amounts to, the same for games of points and games of chance.

use foregone::{Margin, Odds};
use serde::Serialize;

/// A value in full.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Amount {
    /// Points ahead.
    Margin {
        /// Own points minus the other side's.
        margin: i64,
    },
    /// A probability.
    Odds {
        /// The numerator in lowest terms, in digits.
        numerator: String,
        /// The denominator in lowest terms, in digits.
        denominator: String,
        /// The nearest floating-point number.
        float: f64,
    },
}

impl From<&Margin> for Amount {
    fn from(margin: &Margin) -> Self {
        Self::Margin { margin: margin.points() }
    }
}

impl From<&Odds> for Amount {
    fn from(odds: &Odds) -> Self {
        Self::Odds {
            numerator: odds.numerator().to_string(),
            denominator: odds.denominator().to_string(),
            float: odds.to_f64(),
        }
    }
}
