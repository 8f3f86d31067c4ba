//! What an interface must know of a game to tell why.

use foregone::{Explain, ExplanationOf};
use serde::Serialize;

use crate::game::{Game, Labels, MoveOf, PositionOf};
use crate::picture::Marks;

/// The explanation of a position of a game.
pub type WhyOf<G> = ExplanationOf<<G as Game>::Solver>;

/// A game whose answers come with reasons.
pub trait ExplainedGame: Game<Solver: Explain> {
    /// The reasons in JSON.
    type Why: Serialize;

    /// The board with a label on each move, and with what the reasons name, if they name parts of it.
    fn draw_explained(
        position: &PositionOf<Self>,
        _explanation: &WhyOf<Self>,
        labels: &Labels<MoveOf<Self>>,
    ) -> String {
        Self::draw(position, Some(labels))
    }

    /// Adds to the marks of a picture what the reasons have in numbers, if they have.
    fn note(_position: &PositionOf<Self>, _explanation: &WhyOf<Self>, _marks: &mut Marks<MoveOf<Self>>) {}

    /// The moves with what speaks for and against each, best first, and the reasons in sentences: what stands under the
    /// board.
    fn reasons(position: &PositionOf<Self>, explanation: &WhyOf<Self>) -> String;

    /// The reasons for programs.
    fn why(position: &PositionOf<Self>, explanation: &WhyOf<Self>) -> Self::Why;
}
