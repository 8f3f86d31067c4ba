//! A game as it is played against an engine: what an interface must know of it besides its answers.

pub mod record;
pub mod words;

use std::collections::HashSet;

use foregone::contour::poset;
use foregone::dots::{Edge, coins};
use foregone::hex::Colour;
use foregone::{Cell, Known, Limits, MoveValue, Rules as _, Side, SolveError, Solver as _, StopReason};

use crate::explain::ExplainedGame;
use crate::form::ReadError;
use crate::game::{Game, MoveOf, PositionOf, ValueOf};
use crate::page::Page;
use crate::{Contour, ContourPoset, Dots, DotsCoins, Hex, HexPerfect, dots, text};

/// A game that is played against an engine.
pub trait PlayedGame: Game {
    /// A move, as an example of how one is written.
    const EXAMPLE: &'static str;
    /// The board, the values and the reasons for them; `None` in games without reasons.
    const EXPLAIN: Option<Explain<Self>> = None;
    /// Whether moves score points.
    const SCORES: bool = true;
    /// What is said behind the number that a move costs.
    const UNIT: &'static str = "";
    /// What is to be known of the engine's play, as a sentence with its full stop; nothing if it goes without saying.
    const CAUTION: &'static str = "";

    /// What a player is called through a whole game.
    fn player(side: Side) -> &'static str {
        match side {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    /// The move that a text names, in either case, legal or not.
    ///
    /// # Errors
    /// Why it names none.
    fn read_move(position: &PositionOf<Self>, text: &str) -> Result<MoveOf<Self>, ReadError>;

    /// The parts of the board that a move takes besides its own, in games where it may; it is legal.
    fn takes(_position: &PositionOf<Self>, _mv: MoveOf<Self>) -> Option<Vec<String>> {
        None
    }

    /// Has the engine choose its move: the first of the best.
    ///
    /// # Errors
    /// [`SolveError`] if the position is refused.
    fn choose(
        solver: &mut Self::Solver,
        position: &PositionOf<Self>,
        limits: &Limits<'_>,
    ) -> Result<ChosenBy<Self>, SolveError> {
        let analysis = solver.analyze(position, limits)?;
        let best = analysis.moves.into_iter().find(|judged| judged.best);
        Ok(Chosen { best: best.map(|judged| (judged.mv, judged.value)), stop: analysis.report.stop })
    }

    /// What a move costs that is none of the best.
    fn cost(judged: &MoveValue<MoveOf<Self>, ValueOf<Self>>) -> String {
        format!("that costs {}{}", text::behind::<Self>(judged), Self::UNIT)
    }

    /// What a value means to the player to move, as a sentence without its full stop.
    fn promise(position: &PositionOf<Self>, value: &Known<ValueOf<Self>>) -> String {
        Self::verdict(position, value)
    }

    /// That a side has won, whatever might still be played, as a sentence without its full stop.
    fn decided(winner: Side) -> String {
        format!("{} has won, whatever might still be played", Self::player(winner))
    }
}

/// What an engine has chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen<M, V> {
    /// Its move and what that is worth to it; `None` if no best one is known.
    pub best: Option<(M, Known<V>)>,
    /// Why it ended.
    pub stop: StopReason,
}

/// What a game's engine has chosen.
pub type ChosenBy<G> = Chosen<MoveOf<G>, ValueOf<G>>;

/// Has a solver explain a position, within limits, as text for a page.
pub type Explain<G> =
    fn(&mut <G as Game>::Solver, &PositionOf<G>, &Limits<'_>, Page) -> Result<String, SolveError>;

/// What [`PlayedGame::EXPLAIN`] is where a game has reasons.
fn explained<G: ExplainedGame>(
    solver: &mut G::Solver,
    position: &PositionOf<G>,
    limits: &Limits<'_>,
    page: Page,
) -> Result<String, SolveError> {
    use foregone::Explain as _;
    Ok(text::why::<G>(position, &solver.why(position, limits)?, page))
}

/// A position in the one-line notation of its game.
pub(crate) fn position<G: Game>(text: &str) -> Result<PositionOf<G>, ReadError> {
    let mut positions = (G::FORMS[0].read)(text)?;
    match (positions.pop(), positions.is_empty()) {
        (Some(position), true) => Ok(position),
        _ => Err("expected one position".into()),
    }
}

/// A cell's name in either case, with spaces anywhere.
fn cell(text: &str) -> Result<Cell, ReadError> {
    Ok(bare(text).to_ascii_lowercase().parse()?)
}

/// A text without its white space.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

impl PlayedGame for Contour {
    const EXAMPLE: &'static str = "b1";
    const EXPLAIN: Option<Explain<Self>> = Some(explained::<Self>);

    fn read_move(_position: &PositionOf<Self>, text: &str) -> Result<Cell, ReadError> {
        cell(text)
    }
}

impl PlayedGame for ContourPoset {
    const EXAMPLE: &'static str = "the name of an element";
    const EXPLAIN: Option<Explain<Self>> = Some(explained::<Self>);

    fn read_move(position: &PositionOf<Self>, text: &str) -> Result<poset::Element, ReadError> {
        let poset = position.poset();
        let names = || poset.elements().map(|element| (poset.name(element), element));
        let found = poset.find(text).or_else(|| in_either_case(names(), text));
        found.ok_or_else(|| format!("no element is called `{}`", shown(text)).into())
    }
}

impl PlayedGame for Hex {
    const EXAMPLE: &'static str = "b2";
    const EXPLAIN: Option<Explain<Self>> = Some(explained::<Self>);
    const SCORES: bool = false;
    const UNIT: &'static str = " per cent";
    const CAUTION: &'static str = "The engine takes the cell with the best odds if both sides went on at random: a \
                                   strong player, and not a perfect one: `--play perfect` is one on small boards.";

    fn player(side: Side) -> &'static str {
        match Colour::from(side) {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }

    fn read_move(_position: &PositionOf<Self>, text: &str) -> Result<Cell, ReadError> {
        cell(text)
    }

    fn decided(winner: Side) -> String {
        let winner = Self::player(winner);
        format!("{winner} is connected, and no move can change that: {winner} wins")
    }
}

impl PlayedGame for HexPerfect {
    const EXAMPLE: &'static str = Hex::EXAMPLE;
    const SCORES: bool = false;

    fn player(side: Side) -> &'static str {
        Hex::player(side)
    }

    fn read_move(_position: &PositionOf<Self>, text: &str) -> Result<Cell, ReadError> {
        cell(text)
    }

    /// The first move of the best line, which is found sooner than what every move is worth, and where all moves lose is
    /// not just any.
    fn choose(
        solver: &mut Self::Solver,
        position: &PositionOf<Self>,
        limits: &Limits<'_>,
    ) -> Result<ChosenBy<Self>, SolveError> {
        let line = solver.line(position, 1, limits)?;
        let best = line.plies.first().map(|ply| (ply.mv, Known::Exact(ply.value)));
        Ok(Chosen { best, stop: line.report.stop })
    }

    fn cost(_judged: &MoveValue<Cell, foregone::Outcome>) -> String {
        "that loses, where another move would win".to_owned()
    }

    fn decided(winner: Side) -> String {
        Hex::decided(winner)
    }
}

impl PlayedGame for Dots {
    const EXAMPLE: &'static str = "h,0,1";
    const EXPLAIN: Option<Explain<Self>> = Some(explained::<Self>);

    fn read_move(_position: &PositionOf<Self>, text: &str) -> Result<Edge, ReadError> {
        Ok(bare(text).to_ascii_lowercase().parse()?)
    }

    fn takes(position: &PositionOf<Self>, edge: Edge) -> Option<Vec<String>> {
        Some(position.closed_by(edge).map(|cell| cell.to_string()).collect())
    }

    fn promise(position: &PositionOf<Self>, value: &Known<ValueOf<Self>>) -> String {
        dots::verdict(Self::player(position.to_move()), position.boxes_left(), ["box", "boxes"], value)
    }
}

impl PlayedGame for DotsCoins {
    const EXAMPLE: &'static str = "the name of a string, as in `a-b`";

    fn read_move(position: &PositionOf<Self>, text: &str) -> Result<coins::Cut, ReadError> {
        let board = position.board();
        let found = board.find(text).or_else(|| {
            let names: Vec<_> = board.strings().map(|string| (board.name(string), string)).collect();
            in_either_case(names.iter().map(|(name, string)| (name.as_str(), *string)), text)
        });
        found.ok_or_else(|| format!("no string is called `{}`", shown(text)).into())
    }

    fn promise(position: &PositionOf<Self>, value: &Known<ValueOf<Self>>) -> String {
        dots::verdict(Self::player(position.to_move()), position.coins_left(), ["coin", "coins"], value)
    }
}

/// What has a name that differs from a text in nothing but upper and lower case, if that is one thing alone.
fn in_either_case<'a, T: Copy + Eq + std::hash::Hash>(
    names: impl Iterator<Item = (&'a str, T)>,
    text: &str,
) -> Option<T> {
    let text = text.to_lowercase();
    let found: HashSet<T> =
        names.filter(|(name, _)| name.to_lowercase() == text).map(|(_, found)| found).collect();
    if found.len() == 1 { found.into_iter().next() } else { None }
}

/// A piece of input as errors repeat it.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let short: String = text.chars().take(LONGEST).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{}{more}", short.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a text names in a position, by the move's own name.
    fn check<G: PlayedGame>(position: &str, cases: &[(&str, Option<&str>)]) {
        let position = super::position::<G>(position).unwrap();
        for (text, expected) in cases {
            let read = G::read_move(&position, text).map(|mv| G::move_name(&position, mv));
            assert_eq!(read.as_deref().ok(), *expected, "{text}: {read:?}");
        }
    }

    #[test]
    fn moves_are_read_in_either_case() {
        let cells = [("b2", Some("b2")), (" B2 ", Some("b2")), ("b 2", Some("b2")), ("2b", None), ("", None)];
        check::<Contour>("1x1:0|0", &cells);
        check::<Hex>("2x2", &cells);
        let edges = [("h,0,1", Some("h,0,1")), ("V, 1, 0", Some("v,1,0")), ("h 0 1", None), ("x,0,0", None)];
        check::<Dots>("1x1", &edges);
        let elements = [("a", Some("a")), ("A", Some("A")), ("B", Some("b")), ("c", None), ("", None)];
        check::<ContourPoset>("a 1 1; A 2 2; b 0 0", &elements);
        let strings =
            [("a-b/2", Some("a-b/2")), ("A-B/2", Some("a-b/2")), ("A-B", Some("a-b")), ("a-c", None)];
        check::<DotsCoins>("a b; a b", &strings);
        // Two that differ in case alone are told apart by it.
        check::<ContourPoset>("Up 1 1; uP 2 2", &[("up", None), ("Up", Some("Up"))]);
    }
}
