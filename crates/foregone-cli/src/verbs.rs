//! The verbs: those that every game has, and what a game's own ones are made of.

use std::time::Instant;

use anyhow::{Result, bail};
use foregone::{Analysis, Explain as _, Limits, Line, Report, Solution, SolveError, Solver as _, StopReason};
use foregone_view::{ExplainedGame, Game, PositionOf, WhyOf, schema, text};
use serde::Serialize;

use crate::Outcome;
use crate::args::{Ask, Convert, Format, LimitArgs, Source, Verb};
use crate::input::{self, Input};
use crate::interrupt;
use crate::output::Output;
use crate::progress::ProgressLine;

/// What a verb says of one position, and whether a limit cut it short.
struct Said {
    text: String,
    stop: StopReason,
}

/// How an answer of some kind is told.
pub(crate) struct Telling<G: Game, T, A> {
    /// What the answer cost.
    pub(crate) report: fn(&T) -> &Report,
    /// For a person.
    pub(crate) text: fn(&PositionOf<G>, &T) -> String,
    /// For a program.
    pub(crate) object: fn(&PositionOf<G>, &T) -> A,
}

/// Answers a verb for every position of its source.
pub(crate) fn run<G: Game>(verb: Verb<Ask<G>, Source<G>>, output: &mut Output) -> Result<Outcome> {
    match verb {
        Verb::Solve(ask) => {
            let telling = Telling {
                report: |found: &Solution<_>| &found.report,
                text: text::solution::<G>,
                object: schema::solution::<G>,
            };
            questions(&ask, output, &telling, G::Solver::solve)
        }
        Verb::Analyze(ask) => {
            let telling = Telling {
                report: |found: &Analysis<_, _>| &found.report,
                text: text::analysis::<G>,
                object: schema::analysis::<G>,
            };
            questions(&ask, output, &telling, G::Solver::analyze)
        }
        Verb::Line { ask, plies } => {
            let telling = Telling {
                report: |found: &Line<_, _>| &found.report,
                text: text::line::<G>,
                object: schema::line::<G>,
            };
            let plies = plies.unwrap_or(usize::MAX);
            questions(&ask, output, &telling, |solver, position, limits| solver.line(position, plies, limits))
        }
        Verb::Show(source) => each::<G>(&source, output, &mut |position| {
            let stop = StopReason::Finished;
            told(source.format, stop, || text::board::<G>(position), || schema::board::<G>(position))
        }),
    }
}

/// Answers the verb of games whose answers come with reasons.
pub(crate) fn why<G: ExplainedGame>(ask: &Ask<G>, output: &mut Output) -> Result<Outcome> {
    let telling = Telling {
        report: |found: &WhyOf<G>| &found.analysis.report,
        text: text::why::<G>,
        object: schema::why::<G>,
    };
    questions(ask, output, &telling, G::Solver::why)
}

/// Puts a question about every position of a source to one solver, and tells each answer.
pub(crate) fn questions<G: Game, T, A: Serialize>(
    ask: &Ask<G>,
    output: &mut Output,
    telling: &Telling<G, T, A>,
    mut find: impl FnMut(&mut G::Solver, &PositionOf<G>, &Limits<'_>) -> Result<T, SolveError>,
) -> Result<Outcome> {
    let started = Instant::now();
    let clock = move || started.elapsed();
    let progress = ProgressLine::new();
    let mut limits = ask.limits.limits(&clock, &progress);
    let mut solver = G::Solver::with_method(ask.method);
    if let Some(settings) = &ask.settings {
        solver = settings(solver);
    }
    let checkpoint = ask.checkpoint.file(&progress)?;
    if let Some(file) = &checkpoint {
        if ask.source.format == Format::Jsonl {
            bail!("--checkpoint is for one position, and with --format jsonl there may be many");
        }
        limits = limits.checkpoints(file);
    }
    let outcome = each::<G>(&ask.source, output, &mut |position| {
        let found = interrupt::at_work(|| find(&mut solver, position, &limits));
        progress.clear();
        let found = found.map_err(|error| match &checkpoint {
            Some(file) => file.blame(error),
            None => error.into(),
        })?;
        let stop = (telling.report)(&found).stop;
        let (text, object) = (telling.text, telling.object);
        told(ask.source.format, stop, || text(position, &found), || object(position, &found))
    })?;
    if let Some(file) = checkpoint {
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
    let started = Instant::now();
    let clock = move || started.elapsed();
    let progress = ProgressLine::new();
    let limits = limits.limits(&clock, &progress);
    let found = interrupt::at_work(|| find(&limits));
    progress.clear();
    let found = found?;
    let (stop, text, object) = ((telling.report)(&found).stop, telling.text, telling.object);
    tell(&told(format, stop, || text(position, &found), || object(position, &found))?, output)
}

/// Says something of every position of a source, in order.
///
/// With `jsonl` every line is a position of its own, answered as it comes in, and one that cannot be read or taken on
/// gets an error in its place; otherwise the first error ends the run.
fn each<G: Game>(
    source: &Source<G>,
    output: &mut Output,
    say: &mut dyn FnMut(&PositionOf<G>) -> Result<Said>,
) -> Result<Outcome> {
    let mut outcome = Outcome::Done;
    let text = &source.text;
    if source.format == Format::Jsonl && text.from.one_line {
        let missing = input::missing(&text.position);
        input::lines(&text.position, |number, line| {
            let positions = line.and_then(|line| {
                let read = (text.from.read)(line).map_err(anyhow::Error::from_boxed);
                read.map_err(|error| match &missing {
                    Some(missing) => error.context(missing.clone()),
                    None => error,
                })
            });
            match positions.and_then(|positions| positions.iter().map(&mut *say).collect::<Result<Vec<_>>>())
            {
                Ok(all) => {
                    for said in &all {
                        outcome = outcome.and(tell(said, output)?);
                    }
                }
                Err(error) => {
                    output.write(&json(Format::Jsonl, &schema::refusal::<G>(number, in_line(&error)))?)?;
                    outcome = outcome.and(Outcome::Partly);
                }
            }
            output.flush()?;
            Ok(!interrupt::raised())
        })?;
        return Ok(outcome);
    }
    let input = Input::read_or_take(&text.position)?;
    let positions = input::positions(text, &input)?;
    for (index, position) in positions.iter().enumerate() {
        if index > 0 && source.format == Format::Text {
            output.write("\n")?;
        }
        let said = say(position).map_err(|error| match input::case(index, positions.len()) {
            Some(case) => input.blame(error.context(case)),
            None => input.blame(error),
        })?;
        outcome = outcome.and(tell(&said, output)?);
        if interrupt::raised() {
            break;
        }
    }
    Ok(outcome)
}

/// An error in a position that is one line of its input: which line is told elsewhere.
fn in_line(error: &anyhow::Error) -> String {
    format!("{error:#}").replacen("line 1, column ", "column ", 1)
}

/// Writes the positions of a text in another form.
pub(crate) fn convert<G: Game>(convert: &Convert<G>, output: &mut Output) -> Result<Outcome> {
    let Convert { text, to } = convert;
    let input = Input::read_or_take(&text.position)?;
    let positions = input::positions(text, &input)?;
    let written = (to.write)(&positions).map_err(|error| input.blame(anyhow::Error::from_boxed(error)))?;
    output.write(&written)?;
    Ok(Outcome::Done)
}

fn tell(said: &Said, output: &mut Output) -> Result<Outcome> {
    output.write(&said.text)?;
    Ok(if said.stop == StopReason::Finished { Outcome::Done } else { Outcome::Stopped })
}

/// An answer in the form asked for.
fn told<A: Serialize>(
    format: Format,
    stop: StopReason,
    text: impl FnOnce() -> String,
    object: impl FnOnce() -> A,
) -> Result<Said> {
    let text = if format == Format::Text { text() } else { json(format, &object())? };
    Ok(Said { text, stop })
}

pub(crate) fn json(format: Format, object: &impl Serialize) -> Result<String> {
    let mut text = match format {
        Format::Json => serde_json::to_string_pretty(object)?,
        Format::Text | Format::Jsonl => serde_json::to_string(object)?,
    };
    text.push('\n');
    Ok(text)
}
