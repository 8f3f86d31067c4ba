//! Positions that are made up, and puzzles among them, as interfaces tell of them.

use std::fmt::Write as _;

use foregone::generate::{self, Generated, Puzzle, Recipe};
use foregone::{Known, Odds, Rules as _};
use schemars::JsonSchema;
use serde::Serialize;

use crate::amount::Amount;
use crate::game::{Game, PositionOf, ValueOf};
use crate::page::Page;
use crate::schema::{self, Answer, Cost, VERSION, Value, costed};
use crate::text::{cost, grouped, heading, listed, plural};

/// A game of which positions can be made up.
pub trait GeneratedGame: Game {
    /// How they are made.
    type Recipe: Recipe<Solver = Self::Solver>;
    /// How hard a puzzle is, for programs.
    type Grade: Serialize;

    /// How hard a puzzle is, for programs.
    fn grade(grade: &GradeOf<Self>) -> Self::Grade;

    /// How hard a puzzle is, in a sentence or two.
    fn graded(grade: &GradeOf<Self>) -> String;

    /// That one move is best, and in what sense; where a coin says who moves, the first side with this probability.
    fn best(_coin: Option<&Odds>) -> &'static str {
        "One move is best"
    }

    /// A value with its unit, if it has one.
    fn worth(value: &ValueOf<Self>) -> String {
        Self::label(value)
    }
}

/// What a game says of how hard a puzzle is.
pub type GradeOf<G> = <<G as GeneratedGame>::Recipe as Recipe>::Grade;

/// A game's puzzles.
pub type PuzzleOf<G> = generate::PuzzleOf<<G as GeneratedGame>::Recipe>;

/// What was made up, for programs.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Told<B, P> {
    #[serde(flatten)]
    head: Head<B>,
    tried: u64,
    found: Vec<P>,
}

/// What stands before that.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Head<B> {
    /// Play began at a position.
    From(Box<Answer<B>>),
    /// Boards are made up, too.
    Afresh { schema: u32, game: &'static str, cost: Cost },
}

/// A puzzle and its solution.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ToldPuzzle<G> {
    position: String,
    to_move: String,
    #[serde(flatten)]
    grade: G,
    /// By how much the best other move is worse.
    gap: Amount,
    /// What the best move is worth.
    value: Value,
    /// The best move: every one that does the same.
    best: Vec<String>,
}

/// Positions, for programs.
pub fn positions_object<G: GeneratedGame>(
    from: Option<&PositionOf<G>>,
    generated: &Generated<PositionOf<G>>,
) -> Told<G::Board, String> {
    told::<G, _, _>(from, generated, ToString::to_string)
}

/// Puzzles, for programs.
pub fn puzzles_object<G: GeneratedGame>(
    from: Option<&PositionOf<G>>,
    generated: &Generated<PuzzleOf<G>>,
) -> Told<G::Board, ToldPuzzle<G::Grade>> {
    told::<G, _, _>(from, generated, |puzzle| {
        let Puzzle { position, value, best, gap, grade } = puzzle;
        let to_move = position.to_move();
        ToldPuzzle {
            position: position.to_string(),
            to_move: G::side(position, to_move),
            grade: G::grade(grade),
            gap: G::amount(gap),
            value: schema::value::<G>(to_move, &Known::Exact(value.clone())),
            best: best.iter().map(|mv| G::move_name(position, *mv)).collect(),
        }
    })
}

fn told<G: GeneratedGame, P, T>(
    from: Option<&PositionOf<G>>,
    generated: &Generated<P>,
    tell: impl FnMut(&P) -> T,
) -> Told<G::Board, T> {
    let head = match from {
        Some(from) => Head::From(Box::new(costed::<G>(from, &generated.report))),
        None => Head::Afresh { schema: VERSION, game: G::NAME, cost: schema::cost(&generated.report) },
    };
    Told { head, tried: generated.tried, found: generated.found.iter().map(tell).collect() }
}

/// Puzzles, and behind all of them their solutions.
pub fn puzzles_text<G: GeneratedGame>(generated: &Generated<PuzzleOf<G>>, page: Page) -> String {
    let (mut text, mut solutions) = (String::new(), String::new());
    for (puzzle, number) in generated.found.iter().zip(1..) {
        let Puzzle { position, value, best, gap, grade } = puzzle;
        let _ = write!(
            text,
            "Puzzle {number}: {position}\n{}\n{}{}, and any other is worse by {} or more.\n{}\n\n{}\n",
            heading::<G>(position, &generated.report),
            G::best(generated.report.coin.as_ref()),
            if best.len() > 1 { ", in several ways that do the same" } else { "" },
            G::worth(gap).trim_start_matches('+'),
            G::graded(grade),
            G::draw(position, None, page),
        );
        let names = best.iter().map(|mv| G::move_name(position, *mv));
        let any = if best.len() > 1 { "any of " } else { "" };
        let (names, worth) = (listed(names), G::worth(value));
        let _ = writeln!(solutions, "{number}. {any}{names}, worth {worth} to the side to move");
    }
    if !solutions.is_empty() {
        let _ = writeln!(text, "Solutions\n{solutions}");
    }
    let positions = plural(generated.tried, ["position", "positions"]);
    let _ = write!(text, "{} {positions} looked at; ", grouped(generated.tried));
    text + &cost(&generated.report)
}
