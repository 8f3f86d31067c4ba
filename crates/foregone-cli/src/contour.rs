//! Contour's own arguments and verbs: on a grid or, with `--poset`, on a poset.

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Subcommand};
use foregone::Method as _;
use foregone_view::{Contour, ContourPoset, ExplainedGame, Game, MethodOf};

use crate::Outcome;
use crate::args::{self, Ask, Format, LimitArgs, Source, Text, Verb};
use crate::checkpoint::CheckpointArgs;
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
    Common(Verb<ContourAsk, ContourSource>),
    /// Why each move is worth what it is
    Why(ContourAsk),
}

impl ContourVerb {
    const fn source(&self) -> &ContourSource {
        match self {
            Self::Common(Verb::Solve(ask) | Verb::Analyze(ask) | Verb::Line { ask, .. }) | Self::Why(ask) => {
                &ask.source
            }
            Self::Common(Verb::Show(source)) => source,
        }
    }
}

/// A question about a position.
#[derive(Args)]
pub(crate) struct ContourAsk {
    #[command(flatten)]
    source: ContourSource,
    #[arg(long, value_name = "NAME", help = method_help(), value_parser = method_names())]
    method: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

/// Where positions come from and what form their answers take.
#[derive(Args)]
pub(crate) struct ContourSource {
    /// A file, `-` for standard input, or a position in the one-line notation
    #[arg(value_name = "FILE|-|POSITION", required_unless_present = "poset")]
    position: Option<String>,
    /// Play on a poset: a file, `-` for standard input, or a poset in its notation or as JSON
    #[arg(long, value_name = "FILE|-|POSET", conflicts_with = "position")]
    poset: Option<String>,
    /// How the position is written
    #[arg(long, value_name = "FORM", value_parser = args::form_names::<Contour>(), default_value = Contour::FORMS[0].name)]
    from: String,
    /// How the answer is written; with `jsonl`, every line of the input is a position of its own
    #[arg(long, default_value = "text")]
    format: Format,
}

impl ContourSource {
    fn common<G: Game>(self) -> Result<Source<G>> {
        // The command line was refused unless one of the two is given.
        let position = self.poset.or(self.position).unwrap_or_default();
        let from = args::form_by_name::<G>(&self.from).map_err(anyhow::Error::msg)?;
        Ok(Source { text: Text { position, from }, format: self.format })
    }
}

impl ContourAsk {
    fn of<G: Game>(self) -> Result<Ask<G>> {
        let method = self.method.map(|name| MethodOf::<G>::by_name(&name)).transpose()?.unwrap_or_default();
        Ok(Ask {
            source: self.source.common()?,
            method,
            limits: self.limits,
            checkpoint: self.checkpoint,
            settings: None,
        })
    }
}

/// Answers a verb on a grid or on a poset.
pub(crate) fn run(game: ContourArgs, output: &mut Output) -> Result<Outcome> {
    match game.verb.source().poset {
        None => answer::<Contour>(game.verb, output),
        Some(_) => answer::<ContourPoset>(game.verb, output),
    }
}

fn answer<G: ExplainedGame>(verb: ContourVerb, output: &mut Output) -> Result<Outcome> {
    match verb {
        ContourVerb::Common(verb) => verbs::run::<G>(common(verb)?, output),
        ContourVerb::Why(ask) => verbs::why::<G>(&ask.of()?, output),
    }
}

fn common<G: Game>(verb: Verb<ContourAsk, ContourSource>) -> Result<Verb<Ask<G>, Source<G>>> {
    Ok(match verb {
        Verb::Solve(ask) => Verb::Solve(ask.of()?),
        Verb::Analyze(ask) => Verb::Analyze(ask.of()?),
        Verb::Line { ask, plies } => Verb::Line { ask: ask.of()?, plies },
        Verb::Show(source) => Verb::Show(source.common()?),
    })
}

fn method_help() -> String {
    let [grid, poset] = [MethodOf::<Contour>::default().name(), MethodOf::<ContourPoset>::default().name()];
    format!("How to find the answer; by default `{grid}`, with `--poset` `{poset}`")
}

/// The methods for grids and those for posets.
fn method_names() -> PossibleValuesParser {
    let grid = MethodOf::<Contour>::ALL;
    let only_poset =
        |method: &&MethodOf<ContourPoset>| grid.iter().all(|other| other.name() != method.name());
    let grid_value = |method: &MethodOf<Contour>| PossibleValue::new(method.name()).help(method.summary());
    let poset_value = |method: &MethodOf<ContourPoset>| {
        PossibleValue::new(method.name()).help(format!("with --poset: {}", method.summary()))
    };
    let posets = MethodOf::<ContourPoset>::ALL.iter().filter(only_poset).map(poset_value);
    PossibleValuesParser::new(grid.iter().map(grid_value).chain(posets))
}
