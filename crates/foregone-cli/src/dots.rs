//! Dots and Boxes' own verbs.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::{Args, Subcommand};
use foregone::Solution;
use foregone::dots::Solver;
use foregone::dots::nimstring::nimstring;
use foregone_view::{Dots, dots_nimber};

use crate::Outcome;
use crate::args::{Ask, Place, Source, Verb};
use crate::dots_table::{self, TableVerb};
use crate::output::Output;
use crate::verbs::{self, Telling, questions};

#[derive(Args)]
pub(crate) struct DotsArgs {
    #[command(subcommand)]
    verb: DotsVerb,
}

/// What Dots and Boxes can be asked.
#[derive(Subcommand)]
enum DotsVerb {
    #[command(flatten)]
    Common(Verb<DotsAsk, Source<Dots>>),
    /// Who gets control: the nimber at Nimstring, of every move and every part, and the long-chain rule
    Nimber(Place<Dots>),
    /// Tables of every position of a small board: build one, ask it, check it
    #[command(subcommand)]
    Table(TableVerb),
}

/// A question about a position.
#[derive(Args)]
struct DotsAsk {
    #[command(flatten)]
    ask: Ask<Dots>,
    /// Read from this table what it has, and search the rest (`foregone dots table build`)
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

impl DotsAsk {
    fn ask(self) -> Result<Ask<Dots>> {
        let Some(path) = self.table else { return Ok(self.ask) };
        let table = Arc::new(dots_table::open(&path)?);
        let settings = move |solver: Solver| solver.with_table(Arc::clone(&table));
        Ok(Ask { settings: Some(Box::new(settings)), ..self.ask })
    }
}

/// Answers a verb.
pub(crate) fn run(game: DotsArgs, output: &mut Output) -> Result<Outcome> {
    match game.verb {
        DotsVerb::Common(verb) => {
            let verb = match verb {
                Verb::Solve(ask) => Verb::Solve(ask.ask()?),
                Verb::Analyze(ask) => Verb::Analyze(ask.ask()?),
                Verb::Line { ask, plies } => Verb::Line { ask: ask.ask()?, plies },
                Verb::Show(source) => Verb::Show(source),
            };
            verbs::run::<Dots>(verb, output)
        }
        DotsVerb::Table(verb) => dots_table::run(verb, output),
        DotsVerb::Nimber(place) => {
            let telling = Telling {
                report: |found: &Solution<_>| &found.report,
                text: dots_nimber::text,
                object: dots_nimber::object,
            };
            questions(&place.ask(), output, &telling, |_, position, limits| nimstring(position, limits))
        }
    }
}
