//! The methods by name.

/// How to find the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// `Chains` or `Layers`, whichever suits the position.
    #[default]
    Auto,
    /// One backward sweep over all order ideals, by address along a chain cover.
    Chains,
    /// Order ideals in hash maps; where the maximum lemma names a best move, no other is tried.
    Layers,
    /// The same with every move tried.
    EveryMove,
    /// The solver that knows nothing but the rules.
    Oracle,
}

impl crate::Method for Method {
    const ALL: &'static [Self] = &[Self::Auto, Self::Chains, Self::Layers, Self::EveryMove, Self::Oracle];

    fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Chains => "chains",
            Self::Layers => "layers",
            Self::EveryMove => "every-move",
            Self::Oracle => crate::oracle::METHOD,
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Self::Auto => "`chains` or `layers`, whichever suits the position",
            Self::Chains => {
                "every order ideal by its address along a chain cover, from everything taken backwards"
            }
            Self::Layers => {
                "hash maps of the order ideals met; a move with the greatest score of all left is forced"
            }
            Self::EveryMove => "the same, and no move is forced: what `layers` saves",
            Self::Oracle => "memoised search that knows nothing but the rules",
        }
    }
}
