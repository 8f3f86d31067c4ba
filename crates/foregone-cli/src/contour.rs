//! Contour's own arguments and verbs: on a grid or, with `--poset`, on a poset.

use anyhow::Result;
use clap::{Args, Subcommand};
use foregone_view::{Contour, ContourPoset, ExplainedGame};

use crate::Outcome;
use crate::args::{Ask, Verb};
use crate::checkpoint::CheckpointArgs;
use crate::general::{self, GeneralAsk, GeneralSource, Generalised};
use crate::output::Output;
use crate::verbs;

#[derive(Args)]
pub(crate) struct ContourArgs {
    #[command(subcommand)]
    verb: ContourVerb,
}

/// What Contour can be asked.
#[derive(Subcommand)]
enum ContourVerb {
    #[command(flatten)]
    Common(Verb<ContourAsk, GeneralSource<Boards>>),
    /// Why each move is worth what it is
    Why(ContourAsk),
}

/// Contour on grids, and on posets.
struct Boards;

impl Generalised for Boards {
    type Board = Contour;
    type General = ContourPoset;

    const OPTION: &'static str = "poset";
    const VALUE: &'static str = "FILE|-|POSET";
    const HELP: &'static str =
        "Play on a poset: a file, `-` for standard input, or a poset in its notation or as JSON";
}

/// A question about a position.
#[derive(Args)]
struct ContourAsk {
    #[command(flatten)]
    ask: GeneralAsk<Boards>,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

impl ContourAsk {
    fn of<G: ExplainedGame>(self) -> Result<Ask<G>> {
        self.ask.of(self.checkpoint)
    }
}

/// Answers a verb on a grid or on a poset.
pub(crate) fn run(game: ContourArgs, output: &mut Output) -> Result<Outcome> {
    let is_poset = match &game.verb {
        ContourVerb::Common(Verb::Solve(ask) | Verb::Analyze(ask) | Verb::Line { ask, .. })
        | ContourVerb::Why(ask) => ask.ask.is_general(),
        ContourVerb::Common(Verb::Show(source)) => source.is_general(),
    };
    if is_poset { answer::<ContourPoset>(game.verb, output) } else { answer::<Contour>(game.verb, output) }
}

fn answer<G: ExplainedGame>(verb: ContourVerb, output: &mut Output) -> Result<Outcome> {
    match verb {
        ContourVerb::Common(verb) => {
            verbs::run::<G>(general::verb(verb, ContourAsk::of, GeneralSource::of)?, output)
        }
        ContourVerb::Why(ask) => verbs::why::<G>(&ask.of()?, output),
    }
}
