//! Contour's own arguments and verbs: on a grid or, with `--poset`, on a poset.

use anyhow::Result;
use clap::{Args, Subcommand};
use foregone_view::verify::claims::ClaimedValue;
use foregone_view::{Contour, ContourPoset, ExplainedGame, PlayedGame, ValueOf};

use crate::Outcome;
use crate::args::{Place, Verb};
use crate::general::{self, GeneralAsk, GeneralConvert, GeneralSource, Generalised};
use crate::generate::{self, ContourGenerate};
use crate::output::Output;
use crate::picture::PictureArgs;
use crate::play::{self, GeneralPlay};
use crate::verbs;
use crate::verify::{self, GeneralVerify};

#[derive(Args)]
#[command(after_help = "Examples:\n  foregone contour analyze '2x3:2,7,3/9,1,2|3,7,2/2,3,1'\n  \
    foregone contour show '2x3:2,7,3/9,1,2|3,7,2/2,3,1' --values --svg board.svg")]
pub(crate) struct ContourArgs {
    #[command(subcommand)]
    verb: ContourVerb,
}

/// What Contour can be asked.
#[derive(Subcommand)]
enum ContourVerb {
    #[command(flatten)]
    Common(Verb<GeneralAsk<Boards>, GeneralSource<Boards>>),
    /// Why each move is worth what it is
    Why {
        #[command(flatten)]
        ask: GeneralAsk<Boards>,
        #[command(flatten)]
        picture: PictureArgs,
    },
    /// What the sweep keeps: the contour, its address, and the order ideals level by level
    #[command(after_help = "Examples:\n  foregone contour hood '2x3:2,7,3/9,1,2|3,7,2/2,3,1|1,0'")]
    Hood(Place<Contour>),
    /// Play against the engine, with hints on request
    #[command(long_about = play::ABOUT, after_help = "Examples:\n  foregone contour play\n  \
        foregone contour play '2x3:2,7,3/9,1,2|3,7,2/2,3,1' --side second")]
    Play(GeneralPlay<Boards>),
    /// Find an answer again by another method, or check answers in a file
    #[command(
        after_help = "Examples:\n  foregone contour verify '2x3:2,7,3/9,1,2|3,7,2/2,3,1' --against plain\n  \
        foregone contour verify --from judge input.txt --answers output.txt"
    )]
    Verify(GeneralVerify<Boards>),
    /// The position in another form
    #[command(after_help = "Examples:\n  foregone contour convert '1x2:2,7|3,7' --to judge\n  \
        foregone contour convert --poset 'a 1 2; b 3 4: a' --to json")]
    Convert(GeneralConvert<Boards>),
    /// Boards with scores made up, positions that random play on them comes to, or puzzles: one move is best
    #[command(after_help = "Examples:\n  foregone contour generate 10x10 --scores 0..100000 --to judge\n  \
        foregone contour generate 4x5 --taken 6 --count 10 | foregone contour solve - --format jsonl\n  \
        foregone contour generate 5x5 --puzzle --level 5 --gap 2")]
    Generate(ContourGenerate),
}

/// Where a game begins if no position is given.
const START: &str = "4x4:3,8,1,6/7,2,9,4/1,5,3,8/6,4,7,2|5,2,7,3/4,9,1,6/8,3,6,2/1,7,2,5";

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

/// Answers a verb on a grid or on a poset.
pub(crate) fn run(game: ContourArgs, output: &mut Output) -> Result<Outcome> {
    let is_poset = match &game.verb {
        ContourVerb::Common(verb) => general::is_general(verb, |ask| ask),
        ContourVerb::Why { ask, .. } => ask.is_general(),
        ContourVerb::Play(play) => play.is_general(),
        ContourVerb::Verify(verify) => verify.is_general(),
        ContourVerb::Convert(convert) => convert.is_general(),
        ContourVerb::Hood(_) | ContourVerb::Generate(_) => false,
    };
    if is_poset { answer::<ContourPoset>(game.verb, output) } else { answer::<Contour>(game.verb, output) }
}

fn answer<G: ExplainedGame + PlayedGame>(verb: ContourVerb, output: &mut Output) -> Result<Outcome>
where
    ValueOf<G>: ClaimedValue,
{
    match verb {
        ContourVerb::Common(verb) => verbs::run::<G>(general::verb(verb, GeneralAsk::of)?, output),
        ContourVerb::Why { ask, picture } => verbs::why::<G>(&ask.of()?.drawn(picture), output),
        ContourVerb::Hood(place) => verbs::hood::<Contour>(&place.ask(), None, output),
        ContourVerb::Verify(asked) => verify::run::<G>(asked.of()?, output),
        ContourVerb::Play(game) => play::run::<G>(game.of()?, START, output),
        ContourVerb::Convert(convert) => verbs::convert::<G>(&convert.of()?, output),
        ContourVerb::Generate(asked) => generate::contour(asked, output),
    }
}
