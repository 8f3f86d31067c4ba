//! Who gets the next cell: the colours in turn, or the one that a coin names.

use crate::value::Odds;

use super::board::Colour;

/// How the empty cells go to the colours, in random play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Turns {
    /// The colours move in turn, each to a random empty cell. So the side to move gets half of the empty cells, rounded
    /// up, and all sets of that size are equally likely.
    #[default]
    Alternating,
    /// A coin says before every move who moves: White with this probability. So each cell goes to White by itself.
    ///
    /// With a fair coin this is random-turn Hex, and its odds are those under best play, too: both sides do best to take
    /// the cell that is most likely to be pivotal (Peres, Schramm, Sheffield and Wilson, "Random-turn Hex and other selection
    /// games", 2007).
    Coin(Odds),
}

impl Turns {
    /// A fair coin.
    #[must_use]
    pub fn fair_coin() -> Self {
        Self::Coin(Odds::new(1_u32.into(), 2_u32.into()).expect("a half is a probability"))
    }

    /// The probability that a colour gets the next cell; `None` if they move in turn.
    pub(super) fn share(&self, colour: Colour) -> Option<Odds> {
        match self {
            Self::Alternating => None,
            Self::Coin(white) if colour == Colour::White => Some(white.clone()),
            Self::Coin(white) => Some(white.complement()),
        }
    }
}
