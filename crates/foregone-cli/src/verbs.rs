//! The verbs: those that every game has, and what a game's own ones are made of.

use std::num::NonZero;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use foregone::{
    Analysis, Explain as _, Limits, Line, Question, Report, Solution, SolveError, Solver as _, StopReason,
};
use foregone_view::forecast::{self, Asked};
use foregone_view::picture::{self, Picture, PictureError};
use foregone_view::schema::{self, Origin};
use foregone_view::{ExplainedGame, Game, HoodGame, MethodOf, MoveOf, Page, PositionOf, WhyOf, hood, text};
use serde::Serialize;

use crate::Outcome;
use crate::args::{Ask, Convert, Format, LimitArgs, Source, Verb};
use crate::checkpoint::CheckpointArgs;
use crate::input::{self, Input};
use crate::interrupt;
use crate::many::{self, Room, Workers};
use crate::output::{self, Output};
use crate::progress::ProgressLine;

/// What a verb says of one position, whether a limit cut it short, and the bytes that it took.
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) stop: StopReason,
    pub(crate) memory: u64,
}

/// How an answer of some kind is told.
pub(crate) struct Telling<G: Game, T, A> {
    /// What the answer cost.
    pub(crate) report: fn(&T) -> &Report,
    /// For a person, on a page.
    pub(crate) text: fn(&PositionOf<G>, &T, Page) -> String,
    /// For a program.
    pub(crate) object: fn(&PositionOf<G>, &T) -> A,
}

/// Answers a verb for every position of its source.
pub(crate) fn run<G: Game>(verb: Verb<Ask<G>, Source<G>>, output: &mut Output) -> Result<Outcome> {
    match verb {
        Verb::Solve(ask) => {
            let telling = Telling {
                report: |found: &Solution<_>| &found.report,
                text: |position, found, _| text::solution::<G>(position, found),
                object: schema::solution::<G>,
            };
            questions(&ask, output, &telling, G::Solver::solve)
        }
        Verb::Analyze { ask, picture } => analyze(&ask.drawn(picture), output),
        Verb::Line { ask, plies, picture } => {
            let telling = Telling {
                report: |found: &Line<_, _>| &found.report,
                text: |position, found, _| text::line::<G>(position, found),
                object: schema::line::<G>,
            };
            let plies = plies.unwrap_or(usize::MAX);
            let find = |solver: &mut G::Solver, position: &PositionOf<G>, limits: &Limits<'_>| {
                solver.line(position, plies, limits)
            };
            drawn_questions(&ask.drawn(picture), output, &telling, picture::line::<G>, find)
        }
        Verb::Cost { ask, of } => cost(&ask, of.into(), output),
        Verb::Show { source, values, limits, picture } => {
            let source = Source { picture, ..source };
            if values { show_values(source, limits, output) } else { show(&source, output) }
        }
    }
}

fn analyze<G: Game>(ask: &Ask<G>, output: &mut Output) -> Result<Outcome> {
    let telling = Telling {
        report: |found: &Analysis<_, _>| &found.report,
        text: text::analysis::<G>,
        object: schema::analysis::<G>,
    };
    drawn_questions(ask, output, &telling, picture::analysis::<G>, G::Solver::analyze)
}

/// Says what an answer would cost for every position of a source.
fn cost<G: Game>(ask: &Ask<G>, question: Question, output: &mut Output) -> Result<Outcome> {
    let format = ask.source.format;
    let started = Instant::now();
    let clock = move || started.elapsed();
    let progress = ProgressLine::new();
    let limits = ask.limits.limits(&clock, &progress);
    let (memory, time) = ask.limits.allowed();
    let say = |solver: &mut G::Solver, position: &PositionOf<G>, _: Room, origin: &Origin| {
        let forecast = solver.forecast(position, question, &limits)?;
        let asked = Asked { forecast, question, memory: Some(memory), time };
        told(
            format,
            origin,
            None,
            || forecast::text::<G>(position, &asked),
            || forecast::object::<G>(position, &asked),
        )
    };
    let workers = Workers { count: ask.limits.threads(), share: u64::MAX, fresh: &|| fresh(ask), say: &say };
    each::<G, G::Solver>(&ask.source, &workers, &progress, output)
}

/// A solver by the method and with the settings that are asked for.
fn fresh<G: Game>(ask: &Ask<G>) -> G::Solver {
    let solver = G::Solver::with_method(ask.method);
    match &ask.settings {
        Some(settings) => settings(solver),
        None => solver,
    }
}

/// Shows every position of a source.
fn show<G: Game>(source: &Source<G>, output: &mut Output) -> Result<Outcome> {
    let (page, canvas) = (source.page.page(), source.picture.canvas()?);
    let say = |(): &mut (), position: &PositionOf<G>, _: Room, origin: &Origin| {
        if let Some(canvas) = &canvas {
            canvas.keep(picture::board::<G>(position));
        }
        let text = || text::board::<G>(position, page);
        told(source.format, origin, None, text, || schema::board::<G>(position))
    };
    let count = std::thread::available_parallelism().map_or(1, NonZero::get);
    let workers = Workers { count, share: u64::MAX, fresh: &|| (), say: &say };
    let outcome = each::<G, ()>(source, &workers, &ProgressLine::new(), output)?;
    if let Some(canvas) = canvas {
        canvas.write(output)?;
    }
    Ok(outcome)
}

/// The board with the value of every move, by the default method.
fn show_values<G: Game>(source: Source<G>, limits: LimitArgs, output: &mut Output) -> Result<Outcome> {
    let (method, checkpoint) = (MethodOf::<G>::default(), CheckpointArgs::default());
    let ask = Ask { source, method, limits, checkpoint, settings: None };
    let telling = Telling {
        report: |found: &Analysis<_, _>| &found.report,
        text: text::board_with_values::<G>,
        object: schema::board_with_values::<G>,
    };
    drawn_questions(&ask, output, &telling, picture::analysis::<G>, G::Solver::analyze)
}

/// As [`questions`]; the answer is drawn, too, if its source asks for that.
pub(crate) fn drawn_questions<G: Game, T, A: Serialize>(
    ask: &Ask<G>,
    output: &mut Output,
    telling: &Telling<G, T, A>,
    draw: impl Fn(&PositionOf<G>, &T) -> Result<Picture, PictureError> + Sync,
    find: impl Fn(&mut G::Solver, &PositionOf<G>, &Limits<'_>) -> Result<T, SolveError> + Sync,
) -> Result<Outcome> {
    let canvas = ask.source.picture.canvas()?;
    let outcome = questions(ask, output, telling, |solver, position, limits| {
        let found = find(solver, position, limits)?;
        if let Some(canvas) = &canvas {
            canvas.keep(draw(position, &found));
        }
        Ok(found)
    })?;
    if let Some(canvas) = canvas {
        canvas.write(output)?;
    }
    Ok(outcome)
}

/// Answers the verb of games whose answers come with reasons.
pub(crate) fn why<G: ExplainedGame>(ask: &Ask<G>, output: &mut Output) -> Result<Outcome> {
    let telling = Telling {
        report: |found: &WhyOf<G>| &found.analysis.report,
        text: text::why::<G>,
        object: schema::why::<G>,
    };
    drawn_questions(ask, output, &telling, picture::why::<G>, G::Solver::why)
}

/// Answers the verb of games whose methods can be looked at; after a cell, where that says something.
pub(crate) fn hood<G: HoodGame<Found: Send>>(
    ask: &Ask<G>,
    after: Option<MoveOf<G>>,
    output: &mut Output,
) -> Result<Outcome>
where
    MoveOf<G>: Sync,
{
    let telling = Telling {
        report: |found: &Solution<G::Found>| &found.report,
        text: hood::text::<G>,
        object: hood::object::<G>,
    };
    questions(ask, output, &telling, |solver, position, limits| G::find_hood(solver, position, after, limits))
}

/// Puts a question about every position of a source, and tells each answer.
pub(crate) fn questions<G: Game, T, A: Serialize>(
    ask: &Ask<G>,
    output: &mut Output,
    telling: &Telling<G, T, A>,
    find: impl Fn(&mut G::Solver, &PositionOf<G>, &Limits<'_>) -> Result<T, SolveError> + Sync,
) -> Result<Outcome> {
    let started = Instant::now();
    let clock = move || started.elapsed();
    let format = ask.source.format;
    let progress = if format == Format::Jsonl { ProgressLine::of_many() } else { ProgressLine::new() };
    let mut limits = ask.limits.limits(&clock, &progress);
    let checkpoint = ask.checkpoint.file(&progress)?;
    if let Some(file) = &checkpoint {
        if format == Format::Jsonl {
            bail!("--checkpoint is for one position, and with --format jsonl there may be many");
        }
        limits = limits.checkpoints(file);
    }
    let page = ask.source.page.page();
    let count = ask.limits.threads();
    let (share, shared) = ask.limits.share(count, limits);
    let fresh = || fresh(ask);
    let say = |solver: &mut G::Solver, position: &PositionOf<G>, room: Room, origin: &Origin| {
        let limits = if room == Room::Whole { &limits } else { &shared };
        let found = interrupt::at_work(|| find(solver, position, limits));
        let found = found.map_err(|error| match &checkpoint {
            Some(file) => file.blame(error),
            None => error.into(),
        })?;
        let report = (telling.report)(&found);
        let (text, object) = (telling.text, telling.object);
        told(format, origin, Some(report), || text(position, &found, page), || object(position, &found))
    };
    let workers = Workers { count, share, fresh: &fresh, say: &say };
    let outcome = each::<G, G::Solver>(&ask.source, &workers, &progress, output)?;
    if let Some(file) = &checkpoint {
        output.flush()?;
        if outcome == Outcome::Done { file.finished() } else { file.stopped() }
    }
    Ok(outcome)
}

/// Puts a question that comes without a source, of which `position` is the subject, and tells the answer.
pub(crate) fn question<G: Game, T, A: Serialize>(
    position: &PositionOf<G>,
    (format, limits): (Format, &LimitArgs),
    output: &mut Output,
    telling: &Telling<G, T, A>,
    find: impl FnOnce(&Limits<'_>) -> Result<T, SolveError>,
) -> Result<Outcome> {
    let found = asked(limits, find)?;
    let (report, text, object) = ((telling.report)(&found), telling.text, telling.object);
    tell(format, report, || text(position, &found, Page::default()), || object(position, &found), output)
}

/// Finds something within limits, with its progress shown.
pub(crate) fn asked<T>(
    limits: &LimitArgs,
    find: impl FnOnce(&Limits<'_>) -> Result<T, SolveError>,
) -> Result<T> {
    let started = Instant::now();
    let clock = move || started.elapsed();
    let progress = ProgressLine::new();
    let limits = limits.limits(&clock, &progress);
    let found = interrupt::at_work(|| find(&limits));
    progress.clear();
    Ok(found?)
}

/// Says something of every position of a source, in order.
///
/// With `jsonl` every line is a position of its own, answered as it comes in, and one that cannot be read or taken on
/// gets an error in its place; otherwise the first error ends the run.
fn each<G: Game, S: Send>(
    source: &Source<G>,
    workers: &Workers<'_, G, S>,
    progress: &ProgressLine,
    output: &mut Output,
) -> Result<Outcome> {
    let picture = &source.picture;
    if picture.is_asked() && source.format == Format::Jsonl {
        bail!("a picture is of one position, and with --format jsonl there may be many");
    }
    if source.format == Format::Jsonl {
        return many::answer(source, workers, progress, output);
    }
    let input = Input::read_or_take(&source.text.position)?;
    let read = input::positions(&source.text, &input)?;
    if picture.is_asked() && read.positions.len() != 1 {
        let count = read.positions.len();
        return Err(input.blame(anyhow!("a picture is of one position, and here are {count}")));
    }
    if source.format == Format::Text {
        input::note(&read);
    }
    let (of, form) = (read.positions.len(), read.guess.map(|guess| guess.form.name));
    let (begin, between, end) = match source.format {
        Format::Json if of > 1 => ("[\n", ",\n", "\n]\n"),
        Format::Json => ("", "", ""),
        Format::Text | Format::Jsonl => ("", "\n", ""),
    };
    let mut kept = (workers.fresh)();
    let mut outcome = Outcome::Done;
    output.write(begin)?;
    for (index, position) in read.positions.iter().enumerate() {
        let origin = Origin::new(None, index, of, form);
        let said = (workers.say)(&mut kept, position, Room::Whole, &origin);
        progress.clear();
        let said = match said {
            Ok(said) => said,
            Err(error) => {
                // What was answered before is whole.
                output.write(end)?;
                return Err(input.blame_case(error, index, of));
            }
        };
        if index > 0 {
            output.write(between)?;
        }
        let text = if of > 1 && source.format == Format::Json { said.text.trim_end() } else { &said.text };
        if !picture.takes_stdout() {
            output.write(text)?;
        }
        outcome = outcome.and(said.outcome());
        if interrupt::raised() {
            break;
        }
    }
    output.write(end)?;
    Ok(outcome)
}

/// Writes the positions of a text in another form.
pub(crate) fn convert<G: Game>(convert: &Convert<G>, output: &mut Output) -> Result<Outcome> {
    let Convert { text, to } = convert;
    let input = Input::read_or_take(&text.position)?;
    let read = input::positions(text, &input)?;
    input::note(&read);
    let written =
        (to.write)(&read.positions).map_err(|error| input.blame(anyhow::Error::from_boxed(error)))?;
    output.write(&written)?;
    Ok(Outcome::Done)
}

/// Writes an answer that comes without a source in the form asked for, and gives the outcome.
pub(crate) fn tell<A: Serialize>(
    format: Format,
    report: &Report,
    text: impl FnOnce() -> String,
    object: impl FnOnce() -> A,
    output: &mut Output,
) -> Result<Outcome> {
    let said = told(format, &Origin::default(), Some(report), text, object)?;
    output.write(&said.text)?;
    Ok(said.outcome())
}

impl Said {
    fn outcome(&self) -> Outcome {
        if self.stop == StopReason::Finished { Outcome::Done } else { Outcome::Stopped }
    }
}

/// An answer in the form asked for, and what it cost, if that is to be told.
fn told<A: Serialize>(
    format: Format,
    origin: &Origin,
    report: Option<&Report>,
    text: impl FnOnce() -> String,
    object: impl FnOnce() -> A,
) -> Result<Said> {
    let text = match format {
        Format::Text => text(),
        Format::Json | Format::Jsonl => output::json(format, &schema::placed(origin, object()))?,
    };
    Ok(Said {
        text,
        stop: report.map_or(StopReason::Finished, |report| report.stop),
        memory: report.map_or(0, |report| report.memory),
    })
}
