//! The methods by name.

/// How it is found who wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// A proof-number search with virtual connections and inferior cells: the fast one, for boards of up to 128 cells.
    #[default]
    Search,
    /// The rules played out, position by position ([`crate::oracle`]).
    Oracle,
}

impl crate::Method for Method {
    const ALL: &'static [Self] = &[Self::Search, Self::Oracle];

    fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Oracle => crate::oracle::METHOD,
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Self::Search => "proof-number search with virtual connections (up to 128 cells)",
            Self::Oracle => "play the rules out, position by position",
        }
    }
}
