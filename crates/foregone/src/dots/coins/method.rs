//! The methods by name.

/// How a value is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// The closed form where only chains and loops are left (and what can be captured at once), or a table where loops
    /// are odd; the search elsewhere.
    #[default]
    Exact,
    /// The same search without the closed form: chains and loops alone are searched, too.
    Search,
    /// Plain search that remembers every set of strings.
    Memo,
    /// The plain solver that knows nothing but the rules.
    Oracle,
}

impl crate::Method for Method {
    const ALL: &'static [Self] = &[Self::Exact, Self::Search, Self::Memo, Self::Oracle];

    fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Search => "search",
            Self::Memo => "memo",
            Self::Oracle => crate::oracle::METHOD,
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Self::Exact => "closed form for chains and loops at any size, search for everything else",
            Self::Search => "plain search over quiet positions, chains and loops included",
            Self::Memo => "textbook: plain search that keeps every set of strings (at most 64)",
            Self::Oracle => "the rules alone, position by position",
        }
    }
}
