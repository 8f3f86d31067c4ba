//! What an interface must know of a game to ask and to answer.

use std::collections::HashMap;
use std::error::Error;
use std::fmt::Display;
use std::hash::Hash;

use foregone::{JudgeFormat, Known, Odds, Rules, Side, Solver};
use serde::Serialize;

use crate::amount::Amount;
use crate::form::Form;
use crate::page::Page;
use crate::picture::{Marks, PictureError, Scene};

/// The positions of a game.
pub type PositionOf<G> = <<G as Game>::Solver as Solver>::Position;
/// The moves of a game.
pub type MoveOf<G> = <PositionOf<G> as Rules>::Move;
/// The methods of a game.
pub type MethodOf<G> = <<G as Game>::Solver as Solver>::Method;
/// What a game's positions are worth.
pub type ValueOf<G> = <<G as Game>::Solver as Solver>::Value;

/// One of the games, as the interfaces see it.
pub trait Game: Sized + 'static {
    /// Its solver.
    type Solver: Solver<
            Position: Display
                          + JudgeFormat<Value = ValueOf<Self>, Err: Error + Send + Sync + 'static>
                          + Send
                          + 'static,
        > + Send;
    /// The position's board in the JSON of `show`.
    type Board: Serialize;

    /// The name in commands and in JSON.
    const NAME: &'static str;

    /// Whether it is told how far a move is behind the best: not where values are a win or a loss.
    const MEASURED: bool = true;

    /// How positions may be written, the one-line notation first.
    const FORMS: &'static [Form<PositionOf<Self>>];

    /// The method for the original problem's own input.
    fn judge_method() -> MethodOf<Self>;

    /// A move of a position in the game's notation.
    fn move_name(_position: &PositionOf<Self>, mv: MoveOf<Self>) -> String {
        mv.to_string()
    }

    /// What a person calls a side.
    fn side(position: &PositionOf<Self>, side: Side) -> String;

    /// The position in a few words: size, how far the game is, whose turn.
    fn heading(position: &PositionOf<Self>) -> String;

    /// The board as text, with coordinates, a label on each labelled move, and a key to what is drawn; in panels if it is
    /// wider than the page.
    fn draw(position: &PositionOf<Self>, labels: Option<&Labels<MoveOf<Self>>>, page: Page) -> String;

    /// The board as shapes, with coordinates, a mark on each marked move, and a key to what is drawn.
    ///
    /// # Errors
    /// [`PictureError::TooLarge`] if there is more than a picture shows.
    fn scene(position: &PositionOf<Self>, marks: Option<&Marks<MoveOf<Self>>>)
    -> Result<Scene, PictureError>;

    /// The board for programs.
    fn board(position: &PositionOf<Self>) -> Self::Board;

    /// A value short enough to stand on a board.
    fn label(value: &ValueOf<Self>) -> String;

    /// A value in full.
    fn amount(value: &ValueOf<Self>) -> Amount;

    /// The same value from the other side's view.
    fn other_view(value: ValueOf<Self>) -> ValueOf<Self>;

    /// What a value means, as a sentence without its full stop.
    fn verdict(position: &PositionOf<Self>, value: &Known<ValueOf<Self>>) -> String;

    /// As [`Game::heading`], where a coin says who moves: the first side with this probability.
    fn heading_by_coin(position: &PositionOf<Self>, _first: &Odds) -> String {
        Self::heading(position)
    }

    /// As [`Game::verdict`], where a coin says who moves.
    fn verdict_by_coin(position: &PositionOf<Self>, value: &Known<ValueOf<Self>>, _first: &Odds) -> String {
        Self::verdict(position, value)
    }

    /// What a value means, as a sentence that is not too long for a picture; with the coin, if one says who moves.
    fn caption(position: &PositionOf<Self>, value: &Known<ValueOf<Self>>, coin: Option<&Odds>) -> String {
        match coin {
            None => Self::verdict(position, value),
            Some(first) => Self::verdict_by_coin(position, value, first),
        }
    }

    /// What is to be said of the values of a line, and of who moves in it. Nothing if it goes without saying.
    fn line_note(_coin: Option<&Odds>) -> &'static str {
        ""
    }
}

/// What stands on the moves of a drawn board.
pub struct Labels<M> {
    by_move: HashMap<M, Label>,
}

/// A text on a move, and whether the move is among the best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) best: bool,
}

impl<M: Copy + Eq + Hash> Labels<M> {
    /// Labels for moves: each with its text and whether it is among the best.
    #[must_use]
    pub fn new(labels: impl IntoIterator<Item = (M, String, bool)>) -> Self {
        let by_move = labels.into_iter().map(|(mv, text, best)| (mv, Label { text, best })).collect();
        Self { by_move }
    }

    pub(crate) fn get(&self, mv: M) -> Option<&Label> {
        self.by_move.get(&mv)
    }

    /// The width of the widest label, in characters.
    pub(crate) fn width(&self) -> usize {
        self.by_move.values().map(|label| label.text.chars().count()).max().unwrap_or(0)
    }
}
