//! The methods by name.

/// How a value is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// The closed form where only chains and loops are left (and what can be captured at once), the search elsewhere.
    #[default]
    Exact,
    /// As [`Method::Exact`], and the search keeps positions themselves and not hashes of their graphs.
    ExactKeys,
    /// The plain search, which keeps positions themselves: chains and loops alone are searched, too.
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

impl crate::Method for Method {
    const ALL: &'static [Self] =
        &[Self::Exact, Self::ExactKeys, Self::Search, Self::Loony, Self::ChainLoop, Self::Memo, Self::Oracle];

    fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::ExactKeys => "exact-keys",
            Self::Search => "search",
            Self::Loony => "loony",
            Self::ChainLoop => "chain-loop",
            Self::Memo => "memo",
            Self::Oracle => crate::oracle::METHOD,
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Self::Exact => "closed form for chains and loops at any size, search for everything else",
            Self::ExactKeys => "the same, positions told apart by themselves and not by 108-bit hashes",
            Self::Search => "plain search over quiet positions, chains and loops included",
            Self::Loony => "closed form; every box must have 0 or 2 open sides",
            Self::ChainLoop => {
                "textbook: table over chains and loops left; every box must have 0 or 2 open sides"
            }
            Self::Memo => "textbook: plain search that keeps every set of undrawn edges (at most 64)",
            Self::Oracle => "the rules alone, position by position",
        }
    }
}
