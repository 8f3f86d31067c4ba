//! Dots and Boxes' own verbs.

use anyhow::Result;
use clap::{Args, Subcommand};
use foregone::Solution;
use foregone::dots::nimstring::nimstring;
use foregone_view::{Dots, dots_nimber};

use crate::Outcome;
use crate::args::{Ask, Convert, Place, Source, Verb};
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
    Common(Verb<Ask<Dots>, Source<Dots>>),
    /// Who gets control: the nimber at Nimstring, of every move and every part, and the long-chain rule
    Nimber(Place<Dots>),
    /// The position as other programs write it, or as another of our forms has it
    Convert(Convert<Dots>),
}

/// Answers a verb.
pub(crate) fn run(game: DotsArgs, output: &mut Output) -> Result<Outcome> {
    match game.verb {
        DotsVerb::Common(verb) => verbs::run::<Dots>(verb, output),
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
