//! A game as the server has it: questions by name, made into work.
//!
//! A [`Desk`] reads a request, so that what is wrong with it is told at once, and gives back [`Work`] for whoever has the time.

use std::marker::PhantomData;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use foregone::play::Match;
use foregone::{Explain as _, Limits, Method as _, Rules as _, SolveError, Solver as _};
use foregone_view::forecast;
use foregone_view::lines::{self, Record, lines};
use foregone_view::picture::{self, Picture, PictureError, Theme};
use foregone_view::schema::{self, Origin, Tally, placed};
use foregone_view::service::{self, Facts};
use foregone_view::{ExplainedGame, Form, Game, MethodOf, PlayedGame, PositionOf, Read, ReadError};

use crate::answer::{Answer, json};
use crate::fault::{Code, Fault};
use crate::jobs::{Allowance, Shift};
use crate::query::{Asked, shown};

/// What takes a run to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verb {
    Solve,
    Analyze,
    Line,
    Why,
    Choose,
    Generate,
    Influence,
    Polynomial,
    Nimber,
    Hood,
}

impl Verb {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Solve => "solve",
            Self::Analyze => "analyze",
            Self::Line => "line",
            Self::Why => "why",
            Self::Choose => "choose",
            Self::Generate => "generate",
            Self::Influence => "influence",
            Self::Polynomial => "polynomial",
            Self::Nimber => "nimber",
            Self::Hood => "hood",
        }
    }
}

/// Work that is ready to be done.
pub(crate) struct Prepared {
    /// The question in one line, the same for all ways to ask it.
    pub(crate) question: String,
    pub(crate) work: Work,
}

/// Something to do within limits.
pub(crate) type Work = Box<dyn FnOnce(&Limits<'_>, Tell<'_>) -> Result<Answer, Fault> + Send>;

/// Who hears of each move's value as it is found, as JSON in one line, if anyone does.
pub(crate) type Tell<'a> = Option<&'a mut dyn FnMut(String)>;

/// The verbs that can be put to many positions.
pub(crate) const BATCHED: &[(&str, Verb)] =
    &[("solve", Verb::Solve), ("analyze", Verb::Analyze), ("line", Verb::Line), ("why", Verb::Why)];

/// The verbs whose cost can be told before.
const FORETOLD: &[(&str, Verb)] =
    &[("analyze", Verb::Analyze), ("solve", Verb::Solve), ("line", Verb::Line), ("why", Verb::Why)];

/// Something to do with many positions: it has the text and a shift, and gives each record away until it is told to go on in
/// another shift. It says whether all of it is done.
pub(crate) type Run = Box<dyn FnMut(&[u8], &Shift<'_>, &mut dyn FnMut(String) -> bool) -> bool + Send>;

/// How a picture is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Svg,
    Png,
}

/// What a picture shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shows {
    Board,
    Analysis,
    Why,
    Line,
}

const SHOWS: &[(&str, Shows)] =
    &[("board", Shows::Board), ("analysis", Shows::Analysis), ("why", Shows::Why), ("line", Shows::Line)];
const THEMES: &[(&str, Theme)] = &[("light", Theme::Light), ("dark", Theme::Dark), ("auto", Theme::Auto)];
/// The most and the least that `scale` may be.
const SCALES: std::ops::RangeInclusive<f32> = 0.1..=32.0;

/// A game, whichever it is.
pub(crate) trait Desk: Sync {
    fn name(&self) -> &'static str;

    fn facts(&self) -> Facts;

    /// Makes a question into work.
    fn prepare(&self, verb: Verb, asked: &Asked) -> Result<Prepared, Fault>;

    /// Makes a question about many positions into work.
    fn batch(&self, verb: Verb, asked: &Asked) -> Result<Run, Fault>;

    /// Makes a picture, or the work that leads to one.
    fn picture(&self, format: Format, asked: &Asked) -> Result<Made, Fault>;

    /// The board of a position.
    fn show(&self, asked: &Asked) -> Result<Made, Fault>;

    /// The positions of a text.
    fn read(&self, asked: &Asked, text: &str) -> Result<Answer, Fault>;

    /// A position in another form.
    fn convert(&self, asked: &Asked) -> Result<Made, Fault>;

    /// What an answer would cost within an allowance; told at once.
    fn forecast(&self, asked: &Asked, allowance: &Allowance) -> Result<Answer, Fault>;

    /// A game after some moves; a long one on a large board is work.
    fn game(&self, asked: &Asked, allowance: &Allowance) -> Result<Made, Fault>;
}

/// An answer that is made at once, or the work that leads to one.
pub(crate) enum Made {
    Answer(Answer),
    Work(Work),
}

/// What the server must know of a game besides what interfaces know.
pub(crate) trait ServedGame: PlayedGame {
    /// What the game is called, and what it is.
    const TITLE: &'static str;
    const SUMMARY: &'static str;
    /// A position to begin with.
    const START: &'static str;
    /// Verbs beyond those of every game.
    const VERBS: &'static [Verb] = &[];
    /// Whether it can be said who moves.
    const TURNS: bool = false;
    /// How to say why, in games whose answers come with reasons.
    const WHY: Option<Why<Self>> = None;

    /// A solver with the settings of a request.
    fn solver(method: MethodOf<Self>, _asked: &Asked) -> Result<Self::Solver, Fault> {
        Ok(Self::Solver::with_method(method))
    }

    /// Makes a question that only this game has into work.
    fn prepare_own(verb: Verb, _asked: &Asked) -> Result<Prepared, Fault> {
        Err(unknown_verb::<Self>(verb.name()))
    }
}

/// How a game says why: as an answer, and as a picture.
pub(crate) struct Why<G: ServedGame> {
    answer: Answering<<G as Game>::Solver, PositionOf<G>>,
    picture: Sketching<<G as Game>::Solver, PositionOf<G>>,
}

/// Answers with reasons, by a solver `S`, about a position `P`.
type Answering<S, P> = fn(&mut S, &P, &Origin, &Limits<'_>) -> Result<Answer, SolveError>;
/// The same as a picture.
type Sketching<S, P> = fn(&mut S, &P, &Limits<'_>) -> Result<Sketch, SolveError>;

/// A picture to be written, and why the run behind it ended.
type Sketch = (Result<Picture, PictureError>, foregone::StopReason);

impl<G: ServedGame + ExplainedGame> Why<G> {
    /// By the reasons of a game.
    pub(crate) const fn new() -> Self {
        Self {
            answer: |solver, position, origin, limits| {
                let found = solver.why(position, limits)?;
                let object = schema::why::<G>(position, &found);
                Ok(Answer::json(&placed(origin, object), found.analysis.report.stop))
            },
            picture: |solver, position, limits| {
                let found = solver.why(position, limits)?;
                Ok((picture::why::<G>(position, &found), found.analysis.report.stop))
            },
        }
    }
}

/// The desk of a game.
pub(crate) struct Served<G>(PhantomData<fn() -> G>);

impl<G> Served<G> {
    pub(crate) const NEW: Self = Self(PhantomData);
}

/// The verbs that every game has, those with reasons, and its own.
fn verbs<G: ServedGame>() -> Vec<&'static str> {
    let mut verbs = vec!["show", "solve", "analyze", "line"];
    if G::WHY.is_some() {
        verbs.push("why");
    }
    verbs.extend(["choose", "game", "read", "convert", "forecast"]);
    verbs.extend(G::VERBS.iter().map(|verb| verb.name()));
    verbs
}

pub(crate) fn unknown_verb<G: ServedGame>(verb: &str) -> Fault {
    Fault::new(Code::Unknown, format!("{} has no `{verb}`: it has {}", G::NAME, verbs::<G>().join(", ")))
}

/// The form of a name; `None` to find it out.
fn form<G: ServedGame>(asked: &Asked, name: &str) -> Result<Option<&'static Form<PositionOf<G>>>, Fault> {
    let named = asked.text(name).filter(|form| *form != "auto");
    let Some(named) = named else { return Ok(None) };
    let found = G::FORMS.iter().find(|form| form.name == named);
    found.map(Some).ok_or_else(|| {
        let known: Vec<_> = G::FORMS.iter().map(|form| form.name).collect();
        let known = known.join(", ");
        Fault::query(format!("{name}: {} has no form `{}`: expected one of {known}", G::NAME, shown(named)))
    })
}

/// Reads the positions of a text.
fn read<G: ServedGame>(asked: &Asked, text: &str) -> Result<Read<PositionOf<G>>, Fault> {
    let read = foregone_view::read::<G>(form::<G>(asked, "from")?, text, false);
    read.map_err(|error| Fault::position(&error))
}

/// The one position of a request, and where it comes from.
pub(crate) fn position<G: ServedGame>(asked: &Asked) -> Result<(PositionOf<G>, Origin), Fault> {
    one::<G>(asked, "position")
}

pub(crate) fn one<G: ServedGame>(asked: &Asked, name: &str) -> Result<(PositionOf<G>, Origin), Fault> {
    let Read { mut positions, guess } = read::<G>(asked, asked.required(name))?;
    let origin = Origin::new(None, 0, 1, guess.map(|guess| guess.form.name));
    match (positions.pop(), positions.len()) {
        (Some(position), 0) => Ok((position, origin)),
        (_, others) => {
            let error = ReadError::from(format!("expected one position, found {}", others + 1));
            Err(Fault::position(&error))
        }
    }
}

/// Refuses to be told who moves, in games where that goes without saying.
pub(crate) fn refuse_turns<G: ServedGame>(asked: &Asked) -> Result<(), Fault> {
    let is_told = !G::TURNS && asked.text("turns").is_some();
    if is_told { Err(Fault::query(format!("turns: {} has none", G::NAME))) } else { Ok(()) }
}

/// The method of a request.
fn method<G: ServedGame>(asked: &Asked) -> Result<MethodOf<G>, Fault> {
    let found = asked.read_as("method", MethodOf::<G>::by_name)?;
    Ok(found.unwrap_or_default())
}

/// A question about a position, with all that the answer depends on but limits.
pub(crate) fn question<G: ServedGame>(
    verb: &str,
    position: &PositionOf<G>,
    origin: &Origin,
    asked: &Asked,
    settings: &[&str],
) -> String {
    let mut question = format!("{} {verb}", G::NAME);
    for &name in settings {
        if let Some(text) = asked.text(name) {
            question.push_str(&format!(" {name}={text:?}"));
        }
    }
    // An answer tells the form that its position was read in.
    let read_as = serde_json::to_string(origin).expect("an object of the schema");
    question + &format!(" {read_as} {position}")
}

/// The most that a game may have in moves made, times those that its start has room for: the time of a move grows with the board.
const MOST_REPLAYED: usize = 1 << 28;

/// The most cells to fill or edges to draw, or the most to be replayed, of what is answered at once; with more the queue has to do.
const MOST_AT_ONCE: usize = 1 << 16;
/// The most that each legal move takes until it is told.
const BYTES_OF_A_MOVE: u64 = 96;

/// The longest time for all positions of a text, in times of one.
const BATCH_TIMES: u32 = 10;

/// The longest line of a text with a position a line: all that is said of one line is one record.
const MOST_LINE: usize = 1 << 20;

/// Who answers questions, one after the other.
struct Asking<G: ServedGame> {
    verb: Verb,
    method: MethodOf<G>,
    solver: G::Solver,
    plies: usize,
    why: Option<Why<G>>,
}

impl<G: ServedGame> Asking<G> {
    fn new(verb: Verb, asked: &Asked) -> Result<Self, Fault> {
        refuse_turns::<G>(asked)?;
        let why = G::WHY;
        if verb == Verb::Why && why.is_none() {
            return Err(unknown_verb::<G>(verb.name()));
        }
        let method = method::<G>(asked)?;
        let plies = asked.whole("plies")?.unwrap_or(usize::MAX);
        Ok(Self { verb, method, solver: G::solver(method, asked)?, plies, why })
    }

    fn answer(
        &mut self,
        position: &PositionOf<G>,
        origin: &Origin,
        limits: &Limits<'_>,
        tell: Tell<'_>,
    ) -> Result<Answer, SolveError> {
        let solver = &mut self.solver;
        Ok(match (self.verb, &self.why) {
            (Verb::Analyze, _) => {
                let found = match tell {
                    None => solver.analyze(position, limits)?,
                    Some(tell) => solver.analyze_telling(position, limits, &mut |mv, value| {
                        tell(lines::json(&schema::move_found::<G>(position, mv, value)));
                    })?,
                };
                let object = schema::analysis::<G>(position, &found);
                Answer::json(&placed(origin, object), found.report.stop)
            }
            (Verb::Line, _) => {
                let found = solver.line(position, self.plies, limits)?;
                Answer::json(&placed(origin, schema::line::<G>(position, &found)), found.report.stop)
            }
            (Verb::Choose, _) => {
                let chosen = G::choose(solver, position, limits)?;
                Answer::json(&service::choice::<G>(position, &chosen), chosen.stop)
            }
            (Verb::Why, Some(why)) => (why.answer)(solver, position, origin, limits)?,
            _ => {
                let found = solver.solve(position, limits)?;
                Answer::json(&placed(origin, schema::solution::<G>(position, &found)), found.report.stop)
            }
        })
    }
}

impl<G: ServedGame> Desk for Served<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn facts(&self) -> Facts {
        service::facts::<G>([G::TITLE, G::SUMMARY, G::START], verbs::<G>(), G::TURNS)
    }

    fn prepare(&self, verb: Verb, asked: &Asked) -> Result<Prepared, Fault> {
        if matches!(verb, Verb::Generate | Verb::Influence | Verb::Polynomial | Verb::Nimber | Verb::Hood) {
            return G::prepare_own(verb, asked);
        }
        let (position, origin) = position::<G>(asked)?;
        let mut asking = Asking::<G>::new(verb, asked)?;
        let question = question::<G>(verb.name(), &position, &origin, asked, &["turns", "plies"]);
        let question = format!("{question} by {}", asking.method.name());
        let work =
            move |limits: &Limits<'_>, tell: Tell<'_>| Ok(asking.answer(&position, &origin, limits, tell)?);
        Ok(Prepared { question, work: Box::new(work) })
    }

    fn batch(&self, verb: Verb, asked: &Asked) -> Result<Run, Fault> {
        let form = form::<G>(asked, "from")?;
        if let Some(form) = form.filter(|form| !form.one_line) {
            let error = format!("from: a position in the form `{}` takes several lines", form.name);
            return Err(Fault::query(error));
        }
        let mut asking = Asking::<G>::new(verb, asked)?;
        let (mut tally, mut said, mut worked, mut is_done) = (Tally::default(), 0, Duration::ZERO, false);
        Ok(Box::new(move |text, shift, give| {
            // Each answer may take the time of one, and all of them that of some.
            let end = shift.time.saturating_mul(BATCH_TIMES).saturating_sub(worked);
            let is_over = || shift.cancel.load(Ordering::Relaxed);
            for (number, line) in lines(text).skip(said) {
                if is_done || is_over() {
                    break;
                }
                let mut record = Record::default();
                if line.len() > MOST_LINE {
                    let error = format!("the line is longer than {MOST_LINE} bytes");
                    record.tally.lines += 1;
                    record.position::<G>(&Origin::new(Some(number), 0, 1, None), Err(error));
                } else {
                    let blame = |error: ReadError| error.to_string();
                    record.line::<G>(form, (number, line), blame, |position, origin| {
                        let left = end.saturating_sub((shift.clock)()).min(shift.time);
                        let limits = shift.limits.time(left, shift.clock);
                        let answer = asking.answer(position, origin, &limits, None);
                        let answer = answer.map_err(|error| error.to_string())?;
                        Ok((String::from_utf8_lossy(&answer.bytes).into_owned() + "\n", answer.stop))
                    });
                }
                tally.add(&record.tally);
                said += 1;
                if !give(record.text) {
                    worked += (shift.clock)();
                    return false;
                }
            }
            if !is_done {
                is_done = true;
                give(lines::json(&schema::summary::<G>(&tally, true, is_over())));
            }
            true
        }))
    }

    fn picture(&self, format: Format, asked: &Asked) -> Result<Made, Fault> {
        let shows = asked.word("picture", SHOWS)?;
        let theme = asked.word("theme", THEMES)?;
        let scale = asked.within("scale", &SCALES)?.unwrap_or(2.0);
        let (position, _) = position::<G>(asked)?;
        let write = move |drawn: Result<Picture, PictureError>| {
            let too_large = |error: PictureError| Fault::new(Code::TooLarge, error.to_string());
            let drawn = drawn.map_err(too_large)?;
            Ok::<_, Fault>(match format {
                Format::Svg => Answer::of(drawn.svg(theme), "image/svg+xml"),
                Format::Png => Answer::of(drawn.png(theme, scale).map_err(too_large)?, "image/png"),
            })
        };
        if shows == Shows::Board {
            // Pixels are many, and take their time.
            return match format {
                Format::Svg => Ok(Made::Answer(write(picture::board::<G>(&position))?)),
                Format::Png => Ok(Made::Work(Box::new(move |_, _| write(picture::board::<G>(&position))))),
            };
        }
        let verb = if shows == Shows::Why { Verb::Why } else { Verb::Analyze };
        let Asking { mut solver, why, .. } = Asking::<G>::new(verb, asked)?;
        let work = move |limits: &Limits<'_>, _: Tell<'_>| {
            let (drawn, stop) = match (shows, why) {
                (Shows::Line, _) => {
                    let found = solver.line(&position, usize::MAX, limits)?;
                    (picture::line::<G>(&position, &found), found.report.stop)
                }
                (Shows::Why, Some(why)) => (why.picture)(&mut solver, &position, limits)?,
                _ => {
                    let found = solver.analyze(&position, limits)?;
                    (picture::analysis::<G>(&position, &found), found.report.stop)
                }
            };
            Ok(Answer { stop, ..write(drawn)? })
        };
        Ok(Made::Work(Box::new(work)))
    }

    fn show(&self, asked: &Asked) -> Result<Made, Fault> {
        let (position, origin) = position::<G>(asked)?;
        made(position.plies_left(), move || Ok(json(&placed(&origin, schema::board::<G>(&position)))))
    }

    fn read(&self, asked: &Asked, text: &str) -> Result<Answer, Fault> {
        Ok(json(&service::readings::<G>(&read::<G>(asked, text)?)))
    }

    fn convert(&self, asked: &Asked) -> Result<Made, Fault> {
        let (position, _) = position::<G>(asked)?;
        let form = form::<G>(asked, "to")?.ok_or_else(|| Fault::query("to: expected the name of a form"))?;
        made(position.plies_left(), move || {
            let written = (form.write)(&[position]).map_err(|error| Fault::position(&error))?;
            Ok(Answer::of(written, "text/plain; charset=utf-8"))
        })
    }

    fn forecast(&self, asked: &Asked, allowance: &Allowance) -> Result<Answer, Fault> {
        let verb = asked.word("verb", FORETOLD)?;
        let question = forecast::question(verb.name()).ok_or_else(|| unknown_verb::<G>(verb.name()))?;
        let (position, origin) = position::<G>(asked)?;
        let Asking { solver, .. } = Asking::<G>::new(verb, asked)?;
        let began = Instant::now();
        let clock = move || began.elapsed();
        let Allowance { memory, time, .. } = *allowance;
        let limits = Limits::none().memory(memory).time(time, &clock);
        let forecast = solver.forecast(&position, question, &limits)?;
        let told = forecast::Asked { forecast, question, memory: Some(memory), time: Some(time) };
        Ok(json(&placed(&origin, forecast::object::<G>(&position, &told))))
    }

    fn game(&self, asked: &Asked, allowance: &Allowance) -> Result<Made, Fault> {
        let (start, _) = one::<G>(asked, "start")?;
        let moves = asked.text("moves").unwrap_or_default().split(';').filter(|name| !name.trim().is_empty());
        let moves: Vec<String> = moves.map(str::to_owned).collect();
        let (count, left) = (moves.len(), start.plies_left());
        let replayed = count.saturating_mul(left);
        if replayed > MOST_REPLAYED {
            let error =
                format!("{count} moves on a board with room for {left} are more than is replayed here");
            return Err(Fault::new(Code::TooLarge, error));
        }
        let bytes = left as u64 * BYTES_OF_A_MOVE;
        if bytes > allowance.memory {
            let what = "the legal moves".to_owned();
            return Err(SolveError::TooLarge { what, needs: bytes.into(), allowed: allowance.memory }.into());
        }
        let replay = move || {
            let mut game = Match::new(start);
            for (name, number) in moves.iter().zip(1..) {
                let illegal = |error: &dyn std::fmt::Display| {
                    Fault::new(Code::IllegalMove, format!("move {number}: {error}"))
                };
                let mv = G::read_move(game.position(), name).map_err(|error| illegal(&error))?;
                game.play(mv).map_err(|error| illegal(&error))?;
            }
            Ok(json(&service::record::<G>(&game)))
        };
        made(left.max(replayed), replay)
    }
}

/// What is little is made at once.
fn made(size: usize, make: impl FnOnce() -> Result<Answer, Fault> + Send + 'static) -> Result<Made, Fault> {
    if size <= MOST_AT_ONCE {
        Ok(Made::Answer(make()?))
    } else {
        Ok(Made::Work(Box::new(move |_, _| make())))
    }
}
