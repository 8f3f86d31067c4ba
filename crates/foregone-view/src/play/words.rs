//! What is said while a game is played: each text is a line or several, with their ends.

use std::fmt::Write as _;

use foregone::play::{Ending, Match, Played};
use foregone::{AnalysisOf, Known, Rules as _, Side, StopReason};

use super::PlayedGame;
use crate::game::{MoveOf, PositionOf, ValueOf};
use crate::page::Page;
use crate::text::{limit, listed};

/// The sides, the first first.
const SIDES: [Side; 2] = [Side::First, Side::Second];

/// Who plays, how far a game has come that is taken up again, and what is to be known of the engine. `persons` are the
/// sides that persons play.
pub fn opening<G: PlayedGame>(game: &Match<PositionOf<G>>, persons: &[Side]) -> String {
    let roles = SIDES.map(|side| {
        let role = if persons.contains(&side) { "you" } else { "the engine" };
        format!("{}: {role}", G::player(side))
    });
    let caution = if persons.len() < 2 { G::CAUTION } else { "" };
    let mut text = format!("{}.", roles.join(", "));
    match game.played().len() {
        0 => {}
        1 => text.push_str(" 1 move was played before."),
        plies => {
            let _ = write!(text, " {plies} moves were played before.");
        }
    }
    if !caution.is_empty() {
        let _ = write!(text, " {caution}");
    }
    text + "\n"
}

/// The board, whose turn it is, and the points since the start; of a game that has ended, how.
pub fn standing<G: PlayedGame>(game: &Match<PositionOf<G>>, page: Page) -> String {
    format!("\n{}{}", G::draw(game.position(), None, page), turn::<G>(game))
}

/// Whose turn it is, and the points since the start; of a game that has ended, how.
pub fn turn<G: PlayedGame>(game: &Match<PositionOf<G>>) -> String {
    match game.ending() {
        Some(end) => ending::<G>(game, end) + ".\n",
        None => format!("{} to move{}.\n", G::player(game.position().to_move()), points::<G>(game)),
    }
}

/// `; points since the start: first 2, second 1`.
fn points<G: PlayedGame>(game: &Match<PositionOf<G>>) -> String {
    if !G::SCORES {
        return String::new();
    }
    let [first, second] = SIDES.map(|side| format!("{} {}", G::player(side), game.points(side)));
    format!("; points since the start: {first}, {second}")
}

/// How a game ended, as a sentence without its full stop.
pub fn ending<G: PlayedGame>(game: &Match<PositionOf<G>>, ending: Ending) -> String {
    let margin = match ending {
        Ending::Resigned(side) => {
            return format!("{} resigns: {} wins", G::player(side), G::player(side.other()));
        }
        Ending::Decided(side) => return G::decided(side),
        Ending::Over(margin) => margin.points(),
    };
    if game.played().is_empty() {
        return "The game is over: no move is left".to_owned();
    }
    let result = match margin {
        0 => "a draw".to_owned(),
        1.. => format!("{} wins by {margin}", G::player(Side::First)),
        _ => format!("{} wins by {}", G::player(Side::Second), margin.unsigned_abs()),
    };
    format!("The game is over{}: {result}", points::<G>(game))
}

/// `first plays h,0,1, scoring 2`.
fn made<G: PlayedGame>(before: &PositionOf<G>, ply: &Played<MoveOf<G>>) -> String {
    let mut text = format!("{} plays {}", G::player(ply.side), G::move_name(before, ply.mv));
    if G::SCORES && ply.points != 0 {
        let _ = write!(text, ", scoring {}", ply.points);
    }
    text
}

/// A move, and nothing of its worth.
pub fn bare_move<G: PlayedGame>(before: &PositionOf<G>, ply: &Played<MoveOf<G>>) -> String {
    made::<G>(before, ply) + ".\n"
}

/// A person's move, and what it costs against the best. `analysis` is of the position before.
pub fn persons_move<G: PlayedGame>(
    before: &PositionOf<G>,
    ply: &Played<MoveOf<G>>,
    analysis: &AnalysisOf<G::Solver>,
) -> String {
    let judged = analysis.moves.iter().find(|judged| judged.mv == ply.mv);
    let worth = match judged {
        Some(_) if analysis.moves.len() == 1 => "the only move".to_owned(),
        Some(judged) if judged.best => "a best move".to_owned(),
        Some(judged) if judged.behind.is_some() => G::cost(judged),
        _ => match limit(analysis.report.stop) {
            Some(limit) => format!("what that costs is not known, for {limit}"),
            None => "what that costs is not known".to_owned(),
        },
    };
    format!("{}: {worth}.\n", made::<G>(before, ply))
}

/// The engine's move, and what it promises itself of that: its value.
pub fn engines_move<G: PlayedGame>(
    before: &PositionOf<G>,
    ply: &Played<MoveOf<G>>,
    value: &Known<ValueOf<G>>,
) -> String {
    format!("{}. {}.\n", made::<G>(before, ply), G::promise(before, value))
}

/// The best moves and what they are worth.
pub fn hint<G: PlayedGame>(position: &PositionOf<G>, analysis: &AnalysisOf<G::Solver>) -> String {
    let best = analysis.moves.iter().filter(|judged| judged.best);
    let names = listed(best.clone().map(|judged| G::move_name(position, judged.mv)));
    match best.clone().next() {
        Some(first) => format!("Best: {names}. {}.\n", G::promise(position, &first.value)),
        None => unknown(analysis.report.stop),
    }
}

/// That no best move is known, because of a limit.
fn unknown(stop: StopReason) -> String {
    match limit(stop) {
        Some(limit) => format!("No best move is known: {limit}.\n"),
        None => "No best move is known.\n".to_owned(),
    }
}

/// That the engine knows no move to make, for a limit or because the position was refused, and what can be done.
pub fn engine_waits<G: PlayedGame>(side: Side, why: Result<StopReason, String>) -> String {
    let reason = match why {
        Ok(stop) => unknown(stop),
        Err(error) => format!("No best move is known: {error}.\n"),
    };
    let player = G::player(side);
    format!("{reason}The engine does not guess. Make a move for {player}, or `go` to let it try again.\n")
}

/// The moves made, and those that can be made now.
pub fn moves<G: PlayedGame>(game: &Match<PositionOf<G>>) -> String {
    let mut text = String::new();
    for (index, ply) in game.played().iter().enumerate() {
        let _ = write!(text, "{}. {}", index + 1, bare_move::<G>(game.start(), ply));
    }
    if game.ending().is_none() {
        let position = game.position();
        let names: Vec<String> = position.moves().into_iter().map(|mv| G::move_name(position, mv)).collect();
        let _ = writeln!(text, "Moves of {}: {}.", G::player(position.to_move()), names.join(" "));
    }
    text
}

/// Where the game is left, so that it can be taken up again.
pub fn farewell<G: PlayedGame>(game: &Match<PositionOf<G>>) -> String {
    let turn = match game.ending() {
        Some(Ending::Resigned(side)) => format!(" ({} resigned)", G::player(side)),
        Some(_) => String::new(),
        None => format!(" ({} to move{})", G::player(game.position().to_move()), points::<G>(game)),
    };
    let mut text = format!("Position: {}{turn}\n", game.position());
    if !game.played().is_empty() {
        let names = game.played().iter().map(|ply| G::move_name(game.start(), ply.mv));
        let _ = writeln!(text, "Played: {}", names.collect::<Vec<_>>().join(" "));
    }
    text
}
