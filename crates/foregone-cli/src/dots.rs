//! Dots and Boxes' own arguments and verbs: on a board or, with `--coins`, on any strings and coins.

use anyhow::Result;
use clap::{Args, Subcommand};
use foregone::Solution;
use foregone::dots::nimstring::nimstring;
use foregone_view::{Dots, DotsCoins, dots_nimber};

use crate::Outcome;
use crate::args::{Ask, Convert, Place};
use crate::checkpoint::CheckpointArgs;
use crate::general::{GeneralVerb, Generalised};
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
    Common(GeneralVerb<Boards>),
    /// Why each move is worth what it is: chains, loops, control, and what each move gives away
    Why(DotsAsk),
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
        DotsVerb::Common(verb) if verb.is_general() => verbs::run::<DotsCoins>(verb.of()?, output),
        DotsVerb::Common(verb) => verbs::run::<Dots>(verb.of()?, output),
        DotsVerb::Why(ask) => verbs::why(&ask.whole(), output),
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
