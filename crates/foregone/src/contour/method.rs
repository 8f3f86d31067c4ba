//! The methods by name.

use std::fmt;
use std::str::FromStr;

/// How to find the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// One backward sweep over all order ideals, by address.
    #[default]
    Ranks,
    /// Memoised search keyed by the cells taken in each row.
    RowPrefixes,
    /// Memoised search from the position on, keyed by the contour as bits.
    ContourForward,
    /// A table over the contour as bits, filled from the full board backwards.
    ContourBackward,
    /// Search without memory.
    Plain,
    /// The solver that knows nothing but the rules.
    Oracle,
}

/// A name that is no method's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no method of contour is called `{}`: expected one of {}", .0.escape_debug(), names())]
pub struct MethodError(String);

impl Method {
    /// All of them, the default first.
    pub const ALL: &[Self] = &[
        Self::Ranks,
        Self::RowPrefixes,
        Self::ContourForward,
        Self::ContourBackward,
        Self::Plain,
        Self::Oracle,
    ];

    /// The name that selects it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ranks => "ranks",
            Self::RowPrefixes => "row-prefixes",
            Self::ContourForward => "contour-forward",
            Self::ContourBackward => "contour-backward",
            Self::Plain => "plain",
            Self::Oracle => crate::oracle::METHOD,
        }
    }

    /// What it does, in one line.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Ranks => "every order ideal by its rank, from the full board backwards",
            Self::RowPrefixes => "memoised search, the cells taken in each row as digits of one number",
            Self::ContourForward => "memoised search from the position on, the contour as bits",
            Self::ContourBackward => "every contour as bits, from the full board backwards",
            Self::Plain => "plain search without memory, for small boards",
            Self::Oracle => "memoised search that knows nothing but the rules",
        }
    }
}

fn names() -> String {
    let names: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
    names.join(", ")
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let named = Self::ALL.iter().find(|method| method.name() == text);
        named.copied().ok_or_else(|| MethodError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_round_and_others_are_refused() {
        for &method in Method::ALL {
            assert_eq!(method.name().parse(), Ok(method));
        }
        assert_eq!(Method::ALL[0], Method::default());
        assert_eq!(
            "rank".parse::<Method>().unwrap_err().to_string(),
            "no method of contour is called `rank`: expected one of ranks, row-prefixes, contour-forward, \
             contour-backward, plain, oracle"
        );
    }
}
