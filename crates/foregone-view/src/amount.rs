//! What a value amounts to, the same for games of points and games of chance.

use std::fmt::Display;

use foregone::{Margin, Odds, Outcome};
use schemars::JsonSchema;
use serde::Serialize;

/// A value in full.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
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
    /// Win or loss.
    Outcome {
        /// `win` or `loss`.
        outcome: String,
        /// The same.
        #[serde(skip)]
        won: bool,
    },
}

impl From<&Outcome> for Amount {
    fn from(outcome: &Outcome) -> Self {
        Self::Outcome { outcome: outcome.to_string(), won: *outcome == Outcome::Win }
    }
}

impl Amount {
    /// How much it is, as near as a float says it.
    pub(crate) const fn size(&self) -> f64 {
        match self {
            Self::Margin { margin } => *margin as f64,
            Self::Odds { float, .. } => *float,
            Self::Outcome { won, .. } => *won as u8 as f64,
        }
    }
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

/// A fraction of any size and sign.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub(crate) struct Fraction {
    numerator: String,
    denominator: String,
    /// The nearest floating-point number; 0 for a fraction that has none.
    float: f64,
}

impl Fraction {
    pub(crate) fn new(numerator: &impl Display, denominator: &impl Display, float: Option<f64>) -> Self {
        let (numerator, denominator) = (numerator.to_string(), denominator.to_string());
        Self { numerator, denominator, float: float.unwrap_or_default() }
    }
}
