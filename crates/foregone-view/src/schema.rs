//! The one JSON schema of answers, for the command line, HTTP and Python alike.
//!
//! Every object says its `schema` and `game`; an answer its `position`, a refusal its `input_line`. Values come twice: as
//! the `mover` sees them, and as the side `first` (White at Hex) sees them. Integers that may outgrow 64 bits are strings
//! of digits.

use std::error::Error;

use foregone::{AnalysisOf, Known, LineOf, Report, Rules, Side, Solution};
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::explain::{ExplainedGame, WhyOf};
use crate::form::{Form, ReadError, from_json};
use crate::game::{Game, MoveOf, PositionOf, ValueOf};

/// The version of the schema: raised when a field changes its meaning or goes.
pub const VERSION: u32 = 1;

/// Whether an object has a board in it, as an answer of `show` does.
#[derive(Deserialize)]
struct Outline {
    board: Option<IgnoredAny>,
}

/// An answer of `show`, as far as it says what the position is.
#[derive(Deserialize)]
struct Shown<B> {
    schema: u32,
    game: String,
    to_move: Option<String>,
    board: B,
}

/// The form of a game whose board is read as [`board`] writes it: the whole answer, or the board in it alone.
pub(crate) const fn form<G>() -> Form<PositionOf<G>>
where
    G: Game<Board: DeserializeOwned + TryInto<PositionOf<G>, Error: Error + Send + Sync + 'static>>,
{
    Form {
        name: "json",
        title: "JSON",
        summary: "What `show --format json` answers, or the `board` in it alone",
        one_line: true,
        looks: |text| text.starts_with('{'),
        read: |text| Ok(vec![read_position::<G>(text)?]),
        write: |positions| {
            let lines =
                positions.iter().map(|position| Ok(serde_json::to_string(&G::board(position))? + "\n"));
            lines.collect()
        },
    }
}

/// Reads a game's board, or the one in an answer of `show`.
fn read_position<G>(text: &str) -> Result<PositionOf<G>, ReadError>
where
    G: Game<Board: DeserializeOwned + TryInto<PositionOf<G>, Error: Error + Send + Sync + 'static>>,
{
    // A text that is no JSON at all is for the board to complain of.
    let Ok(Outline { board: Some(_) }) = serde_json::from_str(text) else {
        return Ok(from_json::<G::Board>(text)?.try_into()?);
    };
    let Shown { schema, game, to_move, board } = from_json::<Shown<G::Board>>(text)?;
    check::<G>(schema, &game)?;
    let position = board.try_into()?;
    let mover = G::side(&position, position.to_move());
    match to_move.filter(|to_move| *to_move != mover) {
        // A board alone does not say it in every game.
        Some(other) => Err(format!(
            "the board alone has {mover} to move, and the answer says `{}`: the one-line notation can say both",
            other.escape_debug()
        )
        .into()),
        None => Ok(position),
    }
}

/// Asks that an answer be of this version, and about a game.
fn check<G: Game>(version: u32, game: &str) -> Result<(), ReadError> {
    if version != VERSION {
        return Err(format!("expected an answer of schema {VERSION}, found {version}").into());
    }
    if game != G::NAME {
        let (expected, found) = (G::NAME, game.escape_debug());
        return Err(format!("expected an answer about `{expected}`, found one about `{found}`").into());
    }
    Ok(())
}

/// How sure an amount is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// It is the value.
    Exact,
    /// The value is this or more.
    Lower,
    /// The value is this or less.
    Upper,
    /// Nothing is known; there is no amount.
    Unknown,
}

/// An amount and how sure it is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct View {
    certainty: Certainty,
    #[serde(flatten)]
    amount: Option<Amount>,
}

/// A value from both views.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Value {
    /// As the side to move sees it.
    mover: View,
    /// As the first side sees it, whoever is to move.
    first: View,
}

/// A legal move and its value.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Move {
    #[serde(rename = "move")]
    mv: String,
    value: Value,
    /// How far it is behind the best move; absent unless both are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<Amount>,
    best: bool,
}

/// A ply of the best line.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct LinePly {
    side: String,
    #[serde(rename = "move")]
    mv: String,
    /// The value of the position before the move.
    value: Value,
}

/// What an answer cost.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Cost {
    method: &'static str,
    states: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    memory_bytes: u64,
    /// Where positions are told apart by hashes: the expected number of mistakes is at most 2 to this.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistakes_log2: Option<i64>,
    stop: String,
}

/// A whole answer.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Answer<B> {
    schema: u32,
    game: &'static str,
    position: String,
    to_move: String,
    /// Where a coin says who moves: the probability that it is the first side, as commands have it and in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coin: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<B>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<LinePly>>,
    /// Whether the line goes to the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Cost>,
}

/// A whole answer and the reasons for it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ExplainedAnswer<B, W> {
    #[serde(flatten)]
    answer: Answer<B>,
    /// What the theory of the game gives.
    why: Reasoned<W>,
}

/// The reasons of a game, and the same in words.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Why_{W}")]
struct Reasoned<W> {
    #[serde(flatten)]
    why: W,
    /// The reasons in sentences for a person, those that the command prints; without its tables and boards.
    says: Vec<String>,
}

/// Where a position came from, as far as it has to be told.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Origin {
    /// Which line of the input, from 1; in JSON Lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    input_line: Option<usize>,
    /// Which position of the line or the input, from 1, if it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<usize>,
    /// The form that it is written in, if that was found out and is not the one-line notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<&'static str>,
}

impl Origin {
    /// The position at an index of several, in a line or in the whole input; with the form that was found out.
    #[must_use]
    pub fn new(input_line: Option<usize>, index: usize, of: usize, read_as: Option<&'static str>) -> Self {
        Self { input_line, case: (of > 1).then_some(index + 1), read_as }
    }
}

/// An answer, and where its position came from.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Placed<'a, A> {
    #[serde(flatten)]
    origin: &'a Origin,
    #[serde(flatten)]
    answer: A,
}

/// An answer with where its position came from.
pub fn placed<A: Serialize>(origin: &Origin, answer: A) -> Placed<'_, A> {
    Placed { origin, answer }
}

/// What stands in place of an answer where a line of input is no position, or one that was not taken on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Refusal {
    schema: u32,
    game: &'static str,
    kind: RefusalKind,
    #[serde(flatten)]
    origin: Origin,
    error: String,
}

/// What tells a refusal from an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RefusalKind {
    Refusal,
}

/// The refusal of a position that came from somewhere.
pub fn refusal<G: Game>(origin: &Origin, error: String) -> Refusal {
    Refusal { schema: VERSION, game: G::NAME, kind: RefusalKind::Refusal, origin: origin.clone(), error }
}

/// What became of many positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Lines that are not blank.
    pub lines: u64,
    /// Positions that were answered in full.
    pub answered: u64,
    /// Positions whose answer a limit or the user cut short.
    pub stopped: u64,
    /// Lines that are no position, and positions that were not taken on.
    pub refused: u64,
}

impl Tally {
    /// Counts those of another one, too.
    pub fn add(&mut self, other: &Self) {
        self.lines += other.lines;
        self.answered += other.answered;
        self.stopped += other.stopped;
        self.refused += other.refused;
    }

    /// How many records there are.
    #[must_use]
    pub const fn records(&self) -> u64 {
        self.answered + self.stopped + self.refused
    }
}

/// The last record of JSON Lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Summary {
    schema: u32,
    game: &'static str,
    kind: SummaryKind,
    /// Lines that are not blank; absent where the input is not read line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u64>,
    /// Positions that were answered in full.
    answered: u64,
    /// Positions whose answer a limit or the user cut short.
    stopped: u64,
    /// Lines that are no position, and positions that were not taken on.
    refused: u64,
    /// Whether the user stopped the run; then there may be lines that were not read.
    interrupted: bool,
}

/// What tells a summary from an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SummaryKind {
    Summary,
}

/// What became of the positions of an input, which was read line by line or not, until the user stopped it or not.
pub fn summary<G: Game>(tally: &Tally, by_line: bool, interrupted: bool) -> Summary {
    let &Tally { lines, answered, stopped, refused } = tally;
    let lines = by_line.then_some(lines);
    let kind = SummaryKind::Summary;
    Summary { schema: VERSION, game: G::NAME, kind, lines, answered, stopped, refused, interrupted }
}

pub(crate) fn view<G: Game>(known: &Known<ValueOf<G>>) -> View {
    let (certainty, value) = match known {
        Known::Exact(value) => (Certainty::Exact, Some(value)),
        Known::AtLeast(value) => (Certainty::Lower, Some(value)),
        Known::AtMost(value) => (Certainty::Upper, Some(value)),
        Known::Unknown => (Certainty::Unknown, None),
    };
    View { certainty, amount: value.map(G::amount) }
}

pub(crate) fn value<G: Game>(to_move: Side, known: &Known<ValueOf<G>>) -> Value {
    let mover = view::<G>(known);
    let first = match to_move {
        Side::First => mover.clone(),
        Side::Second => view::<G>(&known.clone().map(false, G::other_view)),
    };
    Value { mover, first }
}

pub(crate) fn cost(report: &Report) -> Cost {
    Cost {
        method: report.method,
        states: report.states,
        seconds: report.elapsed.map(|elapsed| elapsed.as_secs_f64()),
        memory_bytes: report.memory,
        mistakes_log2: report.doubt.map(|doubt| -i64::from(doubt)),
        stop: report.stop.to_string(),
    }
}

fn answer<G: Game>(position: &PositionOf<G>) -> Answer<G::Board> {
    Answer {
        schema: VERSION,
        game: G::NAME,
        position: position.to_string(),
        to_move: G::side(position, position.to_move()),
        turns: None,
        coin: None,
        board: None,
        value: None,
        moves: None,
        line: None,
        complete: None,
        cost: None,
    }
}

/// An answer that says what it cost, and that a game adds to.
pub(crate) fn costed<G: Game>(position: &PositionOf<G>, report: &Report) -> Answer<G::Board> {
    let turns = report.coin.as_ref().map(|first| format!("coin:{first}"));
    let coin = report.coin.as_ref().map(Amount::from);
    Answer { turns, coin, cost: Some(cost(report)), ..answer::<G>(position) }
}

/// The board of a position.
pub fn board<G: Game>(position: &PositionOf<G>) -> Answer<G::Board> {
    Answer { board: Some(G::board(position)), ..answer::<G>(position) }
}

/// The board of a position and the value of every move.
pub fn board_with_values<G: Game>(
    position: &PositionOf<G>,
    found: &AnalysisOf<G::Solver>,
) -> Answer<G::Board> {
    Answer { board: Some(G::board(position)), ..analysis::<G>(position, found) }
}

/// The value of a position.
pub fn solution<G: Game>(position: &PositionOf<G>, solution: &Solution<ValueOf<G>>) -> Answer<G::Board> {
    Answer {
        value: Some(value::<G>(position.to_move(), &solution.value)),
        ..costed::<G>(position, &solution.report)
    }
}

/// The value of a position and of every move.
pub fn analysis<G: Game>(position: &PositionOf<G>, analysis: &AnalysisOf<G::Solver>) -> Answer<G::Board> {
    let to_move = position.to_move();
    let moves = analysis.moves.iter().map(|judged| Move {
        mv: G::move_name(position, judged.mv),
        value: value::<G>(to_move, &judged.value),
        behind: judged.behind.as_ref().filter(|_| G::MEASURED).map(G::amount),
        best: judged.best,
    });
    Answer {
        value: Some(value::<G>(to_move, &analysis.value)),
        moves: Some(moves.collect()),
        ..costed::<G>(position, &analysis.report)
    }
}

/// A move whose value is found while others are looked for: an event, and no object of its own.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct MoveFound {
    #[serde(rename = "move")]
    mv: String,
    value: Value,
}

/// What a move of a position is worth to its side.
pub fn move_found<G: Game>(position: &PositionOf<G>, mv: MoveOf<G>, worth: &ValueOf<G>) -> MoveFound {
    let value = value::<G>(position.to_move(), &Known::Exact(worth.clone()));
    MoveFound { mv: G::move_name(position, mv), value }
}

/// A ply from a position, its value that of before the move, as the side that moves sees it.
pub(crate) fn ply<G: Game>(
    position: &PositionOf<G>,
    side: Side,
    mv: MoveOf<G>,
    before: &ValueOf<G>,
) -> LinePly {
    LinePly {
        side: G::side(position, side),
        mv: G::move_name(position, mv),
        value: value::<G>(side, &Known::Exact(before.clone())),
    }
}

/// The value of a position and of every move, and the reasons.
pub fn why<G: ExplainedGame>(
    position: &PositionOf<G>,
    explanation: &WhyOf<G>,
) -> ExplainedAnswer<G::Board, G::Why> {
    ExplainedAnswer {
        answer: analysis::<G>(position, &explanation.analysis),
        why: Reasoned {
            why: G::why(position, explanation),
            says: G::says(position, explanation).iter().map(|sentence| one_line(sentence)).collect(),
        },
    }
}

/// A sentence without the breaks that it has for a page of text.
fn one_line(sentence: &str) -> String {
    sentence.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The best line from a position.
pub fn line<G: Game>(position: &PositionOf<G>, line: &LineOf<G::Solver>) -> Answer<G::Board> {
    let plies = line.plies.iter().map(|told| ply::<G>(position, told.side, told.mv, &told.value));
    Answer {
        line: Some(plies.collect()),
        complete: Some(line.complete),
        ..costed::<G>(position, &line.report)
    }
}
