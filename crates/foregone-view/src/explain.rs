//! What an interface must know of a game to tell why.

use foregone::{Explain, ExplanationOf};
use serde::Serialize;

use crate::game::{Game, Labels, MoveOf, PositionOf};
use crate::page::Page;
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
        page: Page,
    ) -> String {
        Self::draw(position, Some(labels), page)
    }

    /// Adds to the marks of a picture what the reasons have in numbers, if they have.
    fn note(_position: &PositionOf<Self>, _explanation: &WhyOf<Self>, _marks: &mut Marks<MoveOf<Self>>) {}

    /// Tables of the moves with what speaks for and against each, best first, and of what else the reasons name; a blank line
    /// after each.
    fn tables(position: &PositionOf<Self>, explanation: &WhyOf<Self>) -> String;

    /// The reasons in sentences, without tables and boards. A line breaks where a page for text would be too narrow for it.
    fn says(position: &PositionOf<Self>, explanation: &WhyOf<Self>) -> Vec<String>;

    /// The reasons for programs.
    fn why(position: &PositionOf<Self>, explanation: &WhyOf<Self>) -> Self::Why;
}
