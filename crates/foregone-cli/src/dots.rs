//! Dots and Boxes' own arguments and verbs: on a board or, with `--coins`, on any strings and coins.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use foregone::Solution;
use foregone::dots::Solver;
use foregone::dots::nimstring::nimstring;
use foregone_view::{Dots, DotsCoins, dots_nimber};

use crate::Outcome;
use crate::args::{Ask, Place, Settings, Verb};
use crate::checkpoint::CheckpointArgs;
use crate::dots_table::{self, TableVerb};
use crate::general::{self, GeneralAsk, GeneralConvert, GeneralSource, Generalised};
use crate::generate::{self, DotsGenerate};
use crate::output::Output;
use crate::picture::PictureArgs;
use crate::play::{self, GeneralPlay};
use crate::verbs::{self, Telling, questions};
use crate::verify::{self, GeneralVerify};

#[derive(Args)]
#[command(after_help = "Examples:\n  foregone dots analyze 3x3:111111110111100000010001\n  \
    foregone dots why 3x3:111111110111100000010001 --svg board.svg\n  foregone dots line 3x4 --png line.png")]
pub(crate) struct DotsArgs {
    #[command(subcommand)]
    verb: DotsVerb,
}

/// What Dots and Boxes can be asked.
#[derive(Subcommand)]
enum DotsVerb {
    #[command(flatten)]
    Common(Verb<DotsAsk, GeneralSource<Boards>>),
    /// Why each move is worth what it is: chains, loops, control, and what each move gives away
    Why {
        #[command(flatten)]
        why: DotsWhy,
        #[command(flatten)]
        picture: PictureArgs,
    },
    /// What the search keeps: chains and loops by their sizes, the core, and the key
    #[command(after_help = "Examples:\n  foregone dots hood 3x3:111111110111100000010001")]
    Hood(Place<Dots>),
    /// Play against the engine, with hints on request
    #[command(
        long_about = play::ABOUT,
        after_help = "Examples:\n  foregone dots play 3x3\n  foregone dots play 3x4:swedish --side second --time 10s"
    )]
    Play {
        #[command(flatten)]
        play: GeneralPlay<Boards>,
        #[command(flatten)]
        table: TableArg,
    },
    /// Find an answer again by another method, or check answers in a file
    #[command(after_help = "Examples:\n  foregone dots verify 2x2:swedish\n  \
        foregone dots verify --from judge input.txt --answers output.txt")]
    Verify(GeneralVerify<Boards>),
    /// Who gets control: the nimber at Nimstring, of every move and of the parts, and the long-chain rule
    ///
    /// Parts are those once all that costs nothing to capture is captured. A loony position has none.
    Nimber(Place<Dots>),
    /// The position as other programs write it, or as another of our forms has it
    Convert(GeneralConvert<Boards>),
    /// Positions that random play comes to, or puzzles among them: one move is best
    ///
    /// Edges of one chain or loop that do the same count as one move.
    #[command(after_help = "Examples:\n  foregone dots generate 5x5 --level 3 --count 10\n  \
        foregone dots generate 4x4 --puzzle --level 1 --gap 4")]
    Generate(DotsGenerate),
    /// Tables of every position of a small board: build one, ask it, check it
    #[command(subcommand)]
    Table(TableVerb),
}

/// Where a game begins if no position is given.
const START: &str = "3x3";

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
    ask: GeneralAsk<Boards>,
    #[command(flatten)]
    table: TableArg,
}

/// A question about a position on a board.
#[derive(Args)]
struct DotsWhy {
    #[command(flatten)]
    ask: Ask<Dots>,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
    #[command(flatten)]
    table: TableArg,
}

#[derive(Args)]
struct TableArg {
    /// Read from this table what it has, and search the rest (`foregone dots table build`)
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

impl TableArg {
    /// Complains of a table where there are no boards.
    fn refuse(&self) -> Result<()> {
        if self.table.is_some() {
            bail!("--table is for boards, and not for --coins");
        }
        Ok(())
    }

    /// What the solver is to be told.
    fn settings(self) -> Result<Option<Settings<Dots>>> {
        let Some(path) = self.table else { return Ok(None) };
        let table = Arc::new(dots_table::open(&path)?);
        Ok(Some(Box::new(move |solver: Solver| solver.with_table(Arc::clone(&table)))))
    }
}

/// Answers a verb.
pub(crate) fn run(game: DotsArgs, output: &mut Output) -> Result<Outcome> {
    match game.verb {
        DotsVerb::Common(verb) => {
            if general::is_general(&verb, |ask| &ask.ask) {
                let verb = general::verb(verb, |ask: DotsAsk| {
                    ask.table.refuse()?;
                    ask.ask.of()
                })?;
                return verbs::run::<DotsCoins>(verb, output);
            }
            let path = match &verb {
                Verb::Solve(ask)
                | Verb::Analyze { ask, .. }
                | Verb::Line { ask, .. }
                | Verb::Cost { ask, .. } => ask.table.table.clone(),
                Verb::Show { .. } => None,
            };
            let ask = |ask: DotsAsk| Ok(Ask { settings: ask.table.settings()?, ..ask.ask.of()? });
            blamed(path.as_deref(), verbs::run::<Dots>(general::verb(verb, ask)?, output))
        }
        DotsVerb::Why { why: DotsWhy { ask, checkpoint, table }, picture } => {
            let path = table.table.clone();
            let ask = Ask { checkpoint, settings: table.settings()?, ..ask }.drawn(picture);
            blamed(path.as_deref(), verbs::why(&ask, output))
        }
        DotsVerb::Play { play: game, table } if game.is_general() => {
            table.refuse()?;
            play::run::<DotsCoins>(game.of()?, START, output)
        }
        DotsVerb::Play { play: game, table } => {
            let path = table.table.clone();
            let game = game.of()?.with(table.settings()?);
            blamed(path.as_deref(), play::run::<Dots>(game, START, output))
        }
        DotsVerb::Verify(asked) if asked.is_general() => verify::run::<DotsCoins>(asked.of()?, output),
        DotsVerb::Verify(asked) => verify::run::<Dots>(asked.of()?, output),
        DotsVerb::Convert(convert) if convert.is_general() => {
            verbs::convert::<DotsCoins>(&convert.of()?, output)
        }
        DotsVerb::Convert(convert) => verbs::convert::<Dots>(&convert.of()?, output),
        DotsVerb::Generate(asked) => generate::dots(asked, output),
        DotsVerb::Table(verb) => dots_table::run(verb, output),
        DotsVerb::Hood(place) => verbs::hood::<Dots>(&place.ask(), None, output),
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

/// Puts a table's name before an error with it.
fn blamed(table: Option<&Path>, ended: Result<Outcome>) -> Result<Outcome> {
    match table {
        Some(path) => ended.map_err(|error| dots_table::blame(path, error)),
        None => ended,
    }
}
