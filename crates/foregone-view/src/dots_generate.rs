//! Positions and puzzles of Dots and Boxes as interfaces tell of them.

use std::fmt::Write as _;

use foregone::dots::generate::{Generated, Puzzle};
use foregone::dots::{Edge, Position};
use schemars::JsonSchema;
use serde::Serialize;

use crate::dots::{Board, Dots};
use crate::game::Game;
use crate::page::Page;
use crate::schema::{Answer, costed};
use crate::text::{cost, grouped, listed};

/// What play came to, for programs. The position of the answer is where it began.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Told<P> {
    #[serde(flatten)]
    answer: Answer<Board>,
    tried: u64,
    found: Vec<P>,
}

/// A puzzle and its solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ToldPuzzle {
    position: String,
    safe_moves: usize,
    /// By how much the best other move is worse.
    gap: i64,
    /// The mover's margin.
    margin: i64,
    /// The best move: every edge that does the same.
    best: Vec<String>,
}

/// Positions, for programs.
#[must_use]
pub fn positions_object(from: &Position, generated: &Generated<Position>) -> Told<String> {
    told(from, generated, ToString::to_string)
}

/// Puzzles, for programs.
#[must_use]
pub fn puzzles_object(from: &Position, generated: &Generated<Puzzle>) -> Told<ToldPuzzle> {
    told(from, generated, |puzzle| ToldPuzzle {
        position: puzzle.position.to_string(),
        safe_moves: puzzle.safe_moves,
        gap: puzzle.gap,
        margin: puzzle.value.points(),
        best: puzzle.best.iter().map(ToString::to_string).collect(),
    })
}

fn told<P, T>(from: &Position, generated: &Generated<P>, tell: impl FnMut(&P) -> T) -> Told<T> {
    let answer = costed::<Dots>(from, &generated.report);
    Told { answer, tried: generated.tried, found: generated.found.iter().map(tell).collect() }
}

/// Positions, a line each, so that other commands can read them.
#[must_use]
pub fn positions_text(_: &Position, generated: &Generated<Position>) -> String {
    generated.found.iter().fold(String::new(), |mut text, position| {
        let _ = writeln!(text, "{position}");
        text
    })
}

/// Puzzles, each with its solution behind it.
#[must_use]
pub fn puzzles_text(_: &Position, generated: &Generated<Puzzle>, page: Page) -> String {
    let mut text = String::new();
    for (index, puzzle) in generated.found.iter().enumerate() {
        let Puzzle { position, value, best, gap, safe_moves } = puzzle;
        let _ = write!(
            text,
            "Puzzle {}: {}\nOne move is best{}, and any other is worse by {gap} or more. {}\n\n{}\n\
             Solution: {}, worth {} to the side to move.\n\n",
            index + 1,
            position,
            if best.len() > 1 { ", with several edges that do the same" } else { "" },
            match safe_moves {
                0 => String::from("No move is safe."),
                1 => String::from("1 move is safe."),
                _ => format!("{safe_moves} moves are safe."),
            },
            Dots::draw(position, None, page),
            match best.as_slice() {
                [edge] => edge.to_string(),
                edges => format!("any of {}", listed(edges.iter().map(Edge::to_string))),
            },
            value,
        );
    }
    let positions = if generated.tried == 1 { "position" } else { "positions" };
    let _ = write!(text, "{} {positions} looked at; ", grouped(generated.tried));
    text + &cost(&generated.report)
}
