//! The methods by name.

use std::str::FromStr;

/// How a value is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// The closed form where only chains and loops are left (and what can be captured at once), the search elsewhere.
    #[default]
    Exact,
    /// The search always: chains and loops alone are searched, too.
    Search,
    /// The closed form for chains and loops alone.
    Loony,
    /// The classic table over chains left and loops left.
    ChainLoop,
    /// Plain search that remembers every set of undrawn edges.
    Memo,
    /// The plain solver that knows nothing but the rules.
    Oracle,
}

impl Method {
    /// All of them, the default first.
    pub const ALL: &[Self] =
        &[Self::Exact, Self::Search, Self::Loony, Self::ChainLoop, Self::Memo, Self::Oracle];

    /// The name that selects it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Search => "search",
            Self::Loony => "loony",
            Self::ChainLoop => "chain-loop",
            Self::Memo => "memo",
            Self::Oracle => crate::oracle::METHOD,
        }
    }

    /// What it does, in one line.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Exact => "closed form for chains and loops at any size, search for everything else",
            Self::Search => "search over quiet positions, chains and loops included",
            Self::Loony => "closed form; every box must have 0 or 2 open sides",
            Self::ChainLoop => {
                "textbook: table over chains and loops left; every box must have 0 or 2 open sides"
            }
            Self::Memo => "textbook: plain search that keeps every set of undrawn edges (at most 64)",
            Self::Oracle => "the rules alone, position by position",
        }
    }
}

/// A name of no method.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no method `{name}`: expected one of {}", known())]
pub struct UnknownMethod {
    /// The name asked for.
    pub name: String,
}

fn known() -> String {
    Method::ALL.iter().map(|method| method.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(text: &str) -> Result<Self, UnknownMethod> {
        let found = Self::ALL.iter().find(|method| method.name() == text);
        found.copied().ok_or_else(|| UnknownMethod { name: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_select_methods() {
        for &method in Method::ALL {
            assert_eq!(method.name().parse(), Ok(method));
        }
        assert_eq!(
            "best".parse::<Method>().unwrap_err().to_string(),
            "no method `best`: expected one of exact, search, loony, chain-loop, memo, oracle"
        );
    }
}
