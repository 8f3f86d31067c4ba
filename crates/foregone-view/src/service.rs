//! What an interface that serves many clients says besides answers: which games there are, what a text is, how a game
//! stands, what the engine plays, how far a run is, what is wrong.

use foregone::play::{Ending, Match};
use foregone::{Known, Method as _, Progress, Rules as _, Side};
use schemars::JsonSchema;
use serde::Serialize;

use crate::form::Read;
use crate::game::{Game, MethodOf, PositionOf};
use crate::play::{ChosenBy, PlayedGame, words};
use crate::schema::{self, VERSION, Value};

/// A kind of object, told from all others by its name.
macro_rules! kind {
    ($name:ident, $variant:ident) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
        #[serde(rename_all = "lowercase")]
        enum $name {
            $variant,
        }
    };
}

kind!(GamesKind, Games);
kind!(ReadKind, Read);
kind!(GameKind, Game);
kind!(ChoiceKind, Choice);
kind!(ErrorKind, Error);

/// The games, and what each can be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Games {
    schema: u32,
    kind: GamesKind,
    games: Vec<Facts>,
}

/// What there is to know of a game before it is asked anything.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Facts {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    /// How positions may be written, the one-line notation first.
    forms: Vec<FormFacts>,
    methods: Vec<MethodFacts>,
    verbs: Vec<&'static str>,
    /// A position to begin with.
    example: &'static str,
    /// Whether it can be said who moves: in turn, or by a coin.
    turns: bool,
}

/// A way to write positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct FormFacts {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
}

/// A method.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct MethodFacts {
    name: &'static str,
    summary: &'static str,
    default: bool,
}

/// The list of games.
#[must_use]
pub fn games(games: Vec<Facts>) -> Games {
    Games { schema: VERSION, kind: GamesKind::Games, games }
}

/// What there is to know of a game, with what the interface calls it and lets it be asked.
#[must_use]
pub fn facts<G: Game>(
    [title, summary, example]: [&'static str; 3],
    verbs: Vec<&'static str>,
    turns: bool,
) -> Facts {
    let form =
        |form: &crate::Form<_>| FormFacts { name: form.name, title: form.title, summary: form.summary };
    let method = |method: &MethodOf<G>| MethodFacts {
        name: method.name(),
        summary: method.summary(),
        default: *method == MethodOf::<G>::default(),
    };
    Facts {
        name: G::NAME,
        title,
        summary,
        forms: G::FORMS.iter().map(form).collect(),
        methods: MethodOf::<G>::ALL.iter().map(method).collect(),
        verbs,
        example,
        turns,
    }
}

/// The positions of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Readings {
    schema: u32,
    game: &'static str,
    kind: ReadKind,
    /// The form that it is written in, if that was found out and is not the one-line notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<&'static str>,
    /// Forms in which the same text says other positions.
    also: Vec<&'static str>,
    /// In the one-line notation.
    positions: Vec<String>,
}

/// The positions that were read from a text.
pub fn readings<G: Game>(read: &Read<PositionOf<G>>) -> Readings {
    let others = read.guess.iter().flat_map(|guess| &guess.others);
    Readings {
        schema: VERSION,
        game: G::NAME,
        kind: ReadKind::Read,
        read_as: read.guess.as_ref().map(|guess| guess.form.name),
        also: others.map(|form| form.name).collect(),
        positions: read.positions.iter().map(ToString::to_string).collect(),
    }
}

/// A game as it stands after some moves.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Record<B> {
    schema: u32,
    game: &'static str,
    kind: GameKind,
    /// What the players are called.
    players: Sides<&'static str>,
    start: String,
    position: String,
    /// `first` or `second`, in every game.
    to_move: String,
    /// Whether moves score points.
    scores: bool,
    /// What each side's moves have scored.
    points: Sides<i64>,
    plies: Vec<RecordPly>,
    /// The board now.
    board: B,
    /// The legal moves, in ascending order; none once the game has ended.
    moves: Vec<String>,
    /// How it ended; absent while it goes on, as what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<RecordEnding>,
    /// The same, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    says: Option<String>,
}

/// Something of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Sides_{T}")]
struct Sides<T> {
    first: T,
    second: T,
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct RecordPly {
    side: String,
    #[serde(rename = "move")]
    mv: String,
    points: i64,
    /// At Dots and Boxes, the boxes that it closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    takes: Option<Vec<String>>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum RecordEnding {
    /// A side gave it up.
    Resigned { side: String },
    /// A side has won, whatever might still be played.
    Decided { winner: String },
    /// No move is left.
    Over {
        /// The first side's points since the start minus the second's.
        margin: i64,
    },
}

impl<T> Sides<T> {
    fn of(tell: impl Fn(Side) -> T) -> Self {
        Self { first: tell(Side::First), second: tell(Side::Second) }
    }
}

/// A game as it stands.
pub fn record<G: PlayedGame>(game: &Match<PositionOf<G>>) -> Record<G::Board> {
    let mut before = game.start().clone();
    let plies = game.played().iter().map(|ply| {
        let told = RecordPly {
            side: ply.side.to_string(),
            mv: G::move_name(&before, ply.mv),
            points: ply.points,
            takes: G::takes(&before, ply.mv),
        };
        let again = before.play(ply.mv);
        debug_assert_eq!(again, Ok(ply.points), "rules do not change");
        told
    });
    let plies = plies.collect();
    let (position, ending) = (game.position(), game.ending());
    let names = || position.moves().into_iter().map(|mv| G::move_name(position, mv)).collect();
    Record {
        schema: VERSION,
        game: G::NAME,
        kind: GameKind::Game,
        players: Sides::of(G::player),
        start: game.start().to_string(),
        position: position.to_string(),
        to_move: position.to_move().to_string(),
        scores: G::SCORES,
        points: Sides::of(|side| game.points(side)),
        plies,
        board: G::board(position),
        moves: if ending.is_none() { names() } else { Vec::new() },
        says: ending.map(|ending| words::ending::<G>(game, ending)),
        ending: ending.map(|ending| match ending {
            Ending::Resigned(side) => RecordEnding::Resigned { side: side.to_string() },
            Ending::Decided(winner) => RecordEnding::Decided { winner: winner.to_string() },
            Ending::Over(margin) => RecordEnding::Over { margin: margin.points() },
        }),
    }
}

/// The engine's move.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Choice {
    schema: u32,
    game: &'static str,
    kind: ChoiceKind,
    position: String,
    /// Absent if no best move is known, or no move is left; so is what follows.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Value>,
    stop: String,
}

/// What the engine has chosen.
pub fn choice<G: PlayedGame>(position: &PositionOf<G>, chosen: &ChosenBy<G>) -> Choice {
    let value = |known: &Known<_>| schema::value::<G>(position.to_move(), known);
    Choice {
        schema: VERSION,
        game: G::NAME,
        kind: ChoiceKind::Choice,
        position: position.to_string(),
        mv: chosen.best.as_ref().map(|(mv, _)| G::move_name(position, *mv)),
        value: chosen.best.as_ref().map(|(_, known)| value(known)),
        stop: chosen.stop.to_string(),
    }
}

/// How far a run has come: an event, and no object of its own.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Progressed {
    /// Units done, of the method's own choosing.
    done: u64,
    /// Units in all, 0 if unknown.
    total: u64,
    /// States visited.
    states: u64,
    /// Since it began.
    seconds: f64,
}

/// How far a run has come after so many seconds.
#[must_use]
pub const fn progressed(progress: Progress, seconds: f64) -> Progressed {
    let Progress { done, total, states } = progress;
    Progressed { done, total, states, seconds }
}

/// How many wait for their turn before this one: an event, and no object of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Queued {
    /// How many.
    pub before: usize,
}

/// What is wrong with a request, or what went wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Fault {
    schema: u32,
    kind: ErrorKind,
    /// The status of the response.
    status: u16,
    code: &'static str,
    /// In one line, as the command says it.
    error: String,
    /// What it would take, where that is more than is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_bytes: Option<u64>,
}

/// An error with its status and code, and with the bytes that it would take and those that are allowed, where it is for want of
/// memory.
#[must_use]
pub fn fault(status: u16, code: &'static str, error: String, bytes: Option<[u64; 2]>) -> Fault {
    let [needs_bytes, allowed_bytes] = [0, 1].map(|index| bytes.map(|bytes| bytes[index]));
    Fault { schema: VERSION, kind: ErrorKind::Error, status, code, error, needs_bytes, allowed_bytes }
}
