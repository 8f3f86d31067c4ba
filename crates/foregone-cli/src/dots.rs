//! Dots and Boxes' own arguments and verbs: on a board or, with `--coins`, on any strings and coins.

use anyhow::Result;
use clap::{Args, Subcommand};
use foregone::Solution;
use foregone::dots::nimstring::nimstring;
use foregone_view::{Dots, DotsCoins, Game, dots_nimber};

use crate::Outcome;
use crate::args::{Convert, Place, Verb};
use crate::checkpoint::CheckpointArgs;
use crate::general::{self, GeneralAsk, GeneralSource, Generalised};
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
    Common(Verb<GeneralAsk<Boards>, GeneralSource<Boards>>),
    /// Who gets control: the nimber at Nimstring, of every move and every part, and the long-chain rule
    Nimber(Place<Dots>),
    /// The position as other programs write it, or as another of our forms has it
    Convert(Convert<Dots>),
}

/// Dots and Boxes on its boards, and strings and coins on any graph.
struct Boards;

impl Generalised for Boards {
    type Board = Dots;
    type General = DotsCoins;

    const OPTION: &'static str = "coins";
    const VALUE: &'static str = "FILE|-|COINS";
    const HELP: &'static str = "Play with strings and coins on any graph: a file, `-` for standard input, or a list of strings in its notation or as JSON";
}

/// Answers a verb.
pub(crate) fn run(game: DotsArgs, output: &mut Output) -> Result<Outcome> {
    match game.verb {
        DotsVerb::Common(verb) => {
            let is_coins = match &verb {
                Verb::Solve(ask) | Verb::Analyze(ask) | Verb::Line { ask, .. } => ask.is_general(),
                Verb::Show(source) => source.is_general(),
            };
            if is_coins { answer::<DotsCoins>(verb, output) } else { answer::<Dots>(verb, output) }
        }
        DotsVerb::Convert(convert) => verbs::convert(&convert, output),
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

fn answer<G: Game>(
    verb: Verb<GeneralAsk<Boards>, GeneralSource<Boards>>,
    output: &mut Output,
) -> Result<Outcome> {
    let ask = |ask: GeneralAsk<Boards>| ask.of(CheckpointArgs::default());
    verbs::run::<G>(general::verb(verb, ask, GeneralSource::of)?, output)
}
