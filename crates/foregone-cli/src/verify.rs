//! `verify`: an answer found again by another method, or the answers in a file held against the right ones.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use foregone::verify::{VerifiedOf, state, verify};
use foregone::{Method as _, Solver as _, StopReason};
use foregone_view::verify::{self as told, claims};
use foregone_view::{Game, MethodOf, PlayedGame, PositionOf, ValueOf};

use crate::Outcome;
use crate::args::{self, Ask, Format, LimitArgs, Settings, Source};
use crate::checkpoint::CheckpointArgs;
use crate::general::{self, GeneralSource, Generalised};
use crate::input::{self, Input};
use crate::interrupt;
use crate::output::{Output, json};
use crate::progress::ProgressLine;
use crate::verbs::{Telling, questions};

/// What is held against what.
#[derive(Args)]
struct VerifyArgs {
    /// Check the answers in this file, in the order of the positions: a judges' output, a line a case, or answers of
    /// `solve` and `analyze` as JSON
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    answers: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// A question about a position of a game that is played on its own boards.
#[derive(Args)]
pub(crate) struct BoardVerify<G: Game> {
    #[command(flatten)]
    source: Source<G>,
    /// How to find the answer
    #[arg(long, value_name = "NAME", value_parser = args::method_parser::<G>(), default_value = MethodOf::<G>::default().name())]
    method: MethodOf<G>,
    /// How to find it again; if not given, `oracle`, which knows nothing but the rules and is for small boards, or what comes
    /// next to it. On larger ones name another method, or a limit
    #[arg(long, value_name = "NAME", value_parser = args::method_parser::<G>())]
    against: Option<MethodOf<G>>,
    #[command(flatten)]
    args: VerifyArgs,
}

/// A question about a position of a game that is played on more than its own boards.
#[derive(Args)]
pub(crate) struct GeneralVerify<B: Generalised> {
    #[command(flatten)]
    source: GeneralSource<B>,
    #[arg(long, value_name = "NAME", help = general::method_help::<B>(), value_parser = general::method_names::<B>())]
    method: Option<String>,
    /// How to find it again; `oracle`, which knows nothing but the rules, is for small boards
    #[arg(long, value_name = "NAME", value_parser = general::method_names::<B>(), default_value = PLAIN)]
    against: String,
    #[command(flatten)]
    args: VerifyArgs,
}

/// The method that knows nothing but the rules.
const PLAIN: &str = foregone::oracle::METHOD;

/// What is to be verified.
pub(crate) struct Verify<G: Game> {
    source: Source<G>,
    method: MethodOf<G>,
    against: MethodOf<G>,
    args: VerifyArgs,
    /// What both solvers are to be told.
    settings: Option<Settings<G>>,
}

impl<G: Game> BoardVerify<G> {
    /// `settings` are what both solvers are to be told, and `plain` is the plainest method that can be told that.
    pub(crate) fn of(self, settings: Option<Settings<G>>, plain: MethodOf<G>) -> Verify<G> {
        let Self { source, method, against, args } = self;
        Verify { source, method, against: against.unwrap_or(plain), args, settings }
    }

    /// The same of another game on the same boards; `method` finds the methods there.
    pub(crate) fn other<H: Game>(
        self,
        method: impl Fn(MethodOf<G>) -> Result<MethodOf<H>>,
    ) -> Result<BoardVerify<H>> {
        let Self { source, method: first, against, args } = self;
        let against = against.map(&method).transpose()?;
        Ok(BoardVerify { source: source.other()?, method: method(first)?, against, args })
    }
}

impl<B: Generalised> GeneralVerify<B> {
    /// Whether the question is not about a board.
    pub(crate) const fn is_general(&self) -> bool {
        self.source.is_general()
    }

    pub(crate) fn of<G: Game>(self) -> Result<Verify<G>> {
        let is_general = self.is_general();
        let method = general::method_by_name::<B, G>(self.method, is_general)?;
        let against = general::method_by_name::<B, G>(Some(self.against), is_general)?;
        Ok(Verify { source: self.source.of()?, method, against, args: self.args, settings: None })
    }
}

/// Verifies each position of a source, or each claimed answer.
pub(crate) fn run<G: PlayedGame>(asked: Verify<G>, output: &mut Output) -> Result<Outcome>
where
    ValueOf<G>: claims::ClaimedValue,
{
    if let Some(answers) = &asked.args.answers {
        let answers = Input::read(answers)?;
        return check(&asked, &answers, output);
    }
    let Verify { source, method, against, args, settings } = asked;
    let settings = settings.map(Arc::new);
    let again = settings.clone();
    let first = again.map(|settings| -> Settings<G> { Box::new(move |solver| settings(solver)) });
    let checkpoint = CheckpointArgs::default();
    let ask = Ask { source, method, limits: args.limits, checkpoint, settings: first };
    let telling = Telling {
        report: |found: &VerifiedOf<G::Solver>| match found.found.report.stop {
            StopReason::Finished => &found.against.report,
            _ => &found.found.report,
        },
        text: |position, found, _| told::text::<G>(position, found),
        object: told::object::<G>,
    };
    let wrong = AtomicBool::new(false);
    let outcome = questions(&ask, output, &telling, |found_by, position, limits| {
        let mut other = solver::<G>(against, settings.as_deref());
        let found = verify(found_by, &mut other, position, limits)?;
        if found.comparison.agrees() == Some(false) {
            wrong.store(true, Ordering::Relaxed);
        }
        Ok(found)
    })?;
    Ok(if wrong.into_inner() { outcome.and(Outcome::Wrong) } else { outcome })
}

fn solver<G: Game>(method: MethodOf<G>, settings: Option<&Settings<G>>) -> G::Solver {
    let solver = G::Solver::with_method(method);
    match settings {
        Some(settings) => settings(solver),
        None => solver,
    }
}

const fn of(agrees: Option<bool>) -> Outcome {
    match agrees {
        Some(true) => Outcome::Done,
        Some(false) => Outcome::Wrong,
        None => Outcome::Stopped,
    }
}

/// Holds the answers of a file against those of the positions, each in its turn.
fn check<G: PlayedGame>(asked: &Verify<G>, answers: &Input, output: &mut Output) -> Result<Outcome>
where
    ValueOf<G>: claims::ClaimedValue,
{
    let positions = positions(&asked.source)?;
    let read = claims::read(&answers.text).map_err(anyhow::Error::from_boxed);
    let claimed = read.map_err(|error| answers.blame(error))?;
    let started = Instant::now();
    let clock = move || started.elapsed();
    let progress = ProgressLine::new();
    let limits = asked.args.limits.limits(&clock, &progress);
    let mut solver = solver::<G>(asked.method, asked.settings.as_ref());
    let format = asked.source.format;
    let (mut total, mut cases, mut outcome) = (claims::Total::of::<G>(), Vec::new(), Outcome::Done);
    for case in 0..positions.len().max(claimed.len()) {
        let claim = claimed.get(case);
        let found = match (positions.get(case), claim) {
            (Some(position), claim) => {
                let moves = claim.is_some_and(claims::Claim::speaks_of_moves);
                let right = interrupt::at_work(|| state(&mut solver, position, moves, &limits));
                progress.clear();
                match right {
                    Ok((right, report)) => claims::check::<G>(case + 1, position, claim, &right, &report),
                    Err(error) => {
                        outcome = outcome.and(Outcome::Partly);
                        claims::Case::refused::<G>(case + 1, position, &error.to_string())
                    }
                }
            }
            (None, Some(claim)) => claims::Case::surplus::<G>(case + 1, claim),
            (None, None) => break,
        };
        if interrupt::raised() {
            break;
        }
        total.add(found.finding());
        match format {
            Format::Text => output.write(&found.text())?,
            Format::Jsonl => output.write(&json(format, &found)?)?,
            Format::Json => cases.push(found),
        }
    }
    let outcome = outcome.and(of(total.agrees()));
    match format {
        Format::Text => output.write(&total.text())?,
        Format::Jsonl => output.write(&json(format, &total)?)?,
        Format::Json => output.write(&json(format, &claims::Checked::new(total, cases))?)?,
    }
    Ok(outcome)
}

/// The positions of a source; with `jsonl`, every line is one of its own.
fn positions<G: Game>(source: &Source<G>) -> Result<Vec<PositionOf<G>>> {
    let text = &source.text;
    let input = Input::read_or_take(&text.position)?;
    let form = text.from.form();
    if source.format != Format::Jsonl || form.is_some_and(|form| !form.one_line) {
        let read = input::positions(text, &input)?;
        if source.format == Format::Text {
            input::note(&read);
        }
        return Ok(read.positions);
    }
    let mut positions = Vec::new();
    for (index, line) in input.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let read = foregone_view::read::<G>(form, line, true).map_err(anyhow::Error::from_boxed);
        let read = read.map_err(|error| input.blame(error.context(format!("line {}", index + 1))));
        positions.extend(read?.positions);
    }
    Ok(positions)
}
