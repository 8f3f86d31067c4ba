//! What a method keeps, as interfaces tell it: the frame that the games share.

use std::fmt::Write as _;

use foregone::{Limits, Solution, SolveError};
use schemars::JsonSchema;
use serde::Serialize;

use crate::game::{Game, MoveOf, PositionOf};
use crate::page::Page;
use crate::schema::{Answer, costed};
use crate::text;

/// A game whose method can be looked at.
pub trait HoodGame: Game {
    /// What the library tells.
    type Found;
    /// The same for programs.
    type Hood: Serialize;

    /// Whether there is something to be seen after each cell of the board: others refuse `after`.
    const AFTER: bool = false;

    /// Finds what the method keeps for a position.
    ///
    /// # Errors
    /// [`SolveError`] if it does not fit the memory allowed, or the method does not apply.
    fn find_hood(
        solver: &mut Self::Solver,
        position: &PositionOf<Self>,
        after: Option<MoveOf<Self>>,
        limits: &Limits<'_>,
    ) -> Result<Solution<Self::Found>, SolveError>;

    /// What was found, under the board.
    fn hood_text(position: &PositionOf<Self>, found: &Self::Found) -> String;

    /// What was found, for programs.
    fn hood(position: &PositionOf<Self>, found: &Self::Found) -> Self::Hood;
}

/// What a method keeps, for programs.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Told<B, H> {
    #[serde(flatten)]
    answer: Answer<B>,
    kind: Kind,
    /// Absent if a limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    hood: Option<H>,
}

/// What tells it from an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "HoodKind")]
enum Kind {
    Hood,
}

/// What a method keeps for a position, for programs.
pub fn object<G: HoodGame>(position: &PositionOf<G>, found: &Solution<G::Found>) -> Told<G::Board, G::Hood> {
    let hood = found.value.exact().map(|hood| G::hood(position, hood));
    Told { answer: costed::<G>(position, &found.report), kind: Kind::Hood, hood }
}

/// What a method keeps for a position, for a person: the board, and sentences and tables.
pub fn text<G: HoodGame>(position: &PositionOf<G>, found: &Solution<G::Found>, page: Page) -> String {
    let heading = text::heading::<G>(position, &found.report);
    let mut told = format!("{heading}\n\n{}\n", G::draw(position, None, page));
    match found.value.exact() {
        Some(hood) => told.push_str(&G::hood_text(position, hood)),
        None => told.push_str("It is not known yet.\n"),
    }
    let _ = write!(told, "\n{}", text::cost(&found.report));
    told
}
