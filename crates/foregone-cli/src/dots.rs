//! Dots and Boxes' own verbs.

use anyhow::Result;
use clap::{Args, Subcommand};
use foregone::Solution;
use foregone::dots::nimstring::nimstring;
use foregone_view::{Dots, dots_nimber};

use crate::Outcome;
use crate::args::{Ask, Place, Source, Verb};
use crate::checkpoint::CheckpointArgs;
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
    /// Why each move is worth what it is: chains, loops, control, and what each move gives away
    Why(DotsAsk),
    /// Who gets control: the nimber at Nimstring, of every move and every part, and the long-chain rule
    Nimber(Place<Dots>),
}

/// A question about a position.
#[derive(Args)]
struct DotsAsk {
    #[command(flatten)]
    ask: Ask<Dots>,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

impl DotsAsk {
    fn whole(self) -> Ask<Dots> {
        Ask { checkpoint: self.checkpoint, ..self.ask }
    }
}

/// Answers a verb.
pub(crate) fn run(game: DotsArgs, output: &mut Output) -> Result<Outcome> {
    match game.verb {
        DotsVerb::Common(verb) => verbs::run(common(verb), output),
        DotsVerb::Why(ask) => verbs::why(&ask.whole(), output),
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

fn common(verb: Verb<DotsAsk, Source<Dots>>) -> Verb<Ask<Dots>, Source<Dots>> {
    match verb {
        Verb::Solve(ask) => Verb::Solve(ask.whole()),
        Verb::Analyze(ask) => Verb::Analyze(ask.whole()),
        Verb::Line { ask, plies } => Verb::Line { ask: ask.whole(), plies },
        Verb::Show(source) => Verb::Show(source),
    }
}
