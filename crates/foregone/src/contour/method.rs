//! The methods by name.

/// How to find the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// The backward sweep over all order ideals that suits the board best.
    #[default]
    Sweep,
    /// One backward sweep over all order ideals, by address, one after the other.
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

impl crate::Method for Method {
    const ALL: &'static [Self] = &[
        Self::Sweep,
        Self::Ranks,
        Self::RowPrefixes,
        Self::ContourForward,
        Self::ContourBackward,
        Self::Plain,
        Self::Oracle,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Sweep => "sweep",
            Self::Ranks => "ranks",
            Self::RowPrefixes => "row-prefixes",
            Self::ContourForward => "contour-forward",
            Self::ContourBackward => "contour-backward",
            Self::Plain => "plain",
            Self::Oracle => crate::oracle::METHOD,
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Self::Sweep => "every order ideal, many side by side, from the full board backwards",
            Self::Ranks => "every order ideal by its rank, one after the other",
            Self::RowPrefixes => "memoised search, the cells taken in each row as digits of one number",
            Self::ContourForward => "memoised search from the position on, the contour as bits",
            Self::ContourBackward => "every contour as bits, from the full board backwards",
            Self::Plain => "plain search without memory, for small boards",
            Self::Oracle => "memoised search that knows nothing but the rules",
        }
    }
}
