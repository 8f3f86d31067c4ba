//! The methods by name.

/// How the odds of a position are found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// Sweeps over minimal frontiers by transfer tables: the fast one. The shorter side is at most 21, unless a side
    /// is connected already.
    #[default]
    Transfer,
    /// A sweep over labelled frontiers in a hash map, with big counts: the classic solution, for any rectangle.
    LabelledFrontier,
    /// Every filling with the right numbers of stones, for at most 40 empty cells.
    Enumerate,
    /// The rules played out, position by position ([`crate::oracle`]).
    Oracle,
}

impl crate::Method for Method {
    const ALL: &'static [Self] = &[Self::Transfer, Self::LabelledFrontier, Self::Enumerate, Self::Oracle];

    fn name(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::LabelledFrontier => "labelled-frontier",
            Self::Enumerate => "enumerate",
            Self::Oracle => crate::oracle::METHOD,
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Self::Transfer => {
                "transfer tables over minimal frontiers; every move in two sweeps (short side up to 21)"
            }
            Self::LabelledFrontier => "the classic sweep with labelled frontiers in a hash map",
            Self::Enumerate => "try every filling of the board (up to 40 empty cells)",
            Self::Oracle => "play the rules out, position by position",
        }
    }
}
