//! Questions about a game on its own boards or, with an option, on what those are a special case of.

use std::marker::PhantomData;

use anyhow::{Context as _, Result};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use foregone::Method as _;
use foregone_view::{Form, Game, MethodOf, PositionOf};

use crate::args::{self, Ask, Convert, Format, LimitArgs, Source, Text, Verb};
use crate::checkpoint::CheckpointArgs;
use crate::page::PageArgs;
use crate::picture::PictureArgs;

/// A game that is played on more than its own boards.
pub(crate) trait Generalised: 'static {
    /// The game on its boards.
    type Board: Game;
    /// The same game on anything.
    type General: Game;
    /// The option that asks for the latter.
    const OPTION: &'static str;
    /// What the option takes.
    const VALUE: &'static str;
    /// The option's help.
    const HELP: &'static str;
}

/// A question about a position.
#[derive(Args)]
pub(crate) struct GeneralAsk<B: Generalised> {
    #[command(flatten)]
    source: GeneralSource<B>,
    #[arg(long, value_name = "NAME", help = method_help::<B>(), value_parser = method_names::<B>())]
    method: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

/// Where positions come from and what form their answers take.
#[derive(Args)]
pub(crate) struct GeneralSource<B: Generalised> {
    #[command(flatten)]
    text: GeneralText<B>,
    /// How the answer is written; with `jsonl`, every line of the input is a position of its own
    #[arg(long, default_value = "text")]
    format: Format,
    #[command(flatten)]
    page: PageArgs,
}

/// Positions and the form to write them in.
#[derive(Args)]
pub(crate) struct GeneralConvert<B: Generalised> {
    #[command(flatten)]
    text: GeneralText<B>,
    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = PossibleValuesParser::new(form_names::<B>()))]
    to: String,
}

/// A text with positions.
#[derive(Args)]
struct GeneralText<B: Generalised> {
    /// A file, `-` for standard input, or the text of a position, such as the one-line notation
    #[arg(value_name = "FILE|-|POSITION", required_unless_present = "general")]
    position: Option<String>,
    #[arg(long = B::OPTION, value_name = B::VALUE, help = B::HELP, conflicts_with = "position")]
    general: Option<String>,
    /// How the position is written
    #[arg(long, value_name = "FORM", value_parser = from_names::<B>(), default_value = args::AUTO)]
    from: String,
    #[arg(skip)]
    boards: PhantomData<B>,
}

impl<B: Generalised> GeneralText<B> {
    fn of<G: Game>(self) -> Result<Text<G>> {
        // The command line was refused unless one of the two is given.
        let position = self.general.or(self.position).unwrap_or_default();
        let from = args::From::by_name(&self.from).map_err(anyhow::Error::msg)?;
        Ok(Text { position, from })
    }
}

impl<B: Generalised> GeneralSource<B> {
    /// Whether the question is not about a board.
    pub(crate) const fn is_general(&self) -> bool {
        self.text.general.is_some()
    }

    pub(crate) fn of<G: Game>(self) -> Result<Source<G>> {
        let picture = PictureArgs::default();
        Ok(Source { text: self.text.of()?, format: self.format, page: self.page, picture })
    }
}

impl<B: Generalised> GeneralConvert<B> {
    /// Whether the positions are not on boards.
    pub(crate) const fn is_general(&self) -> bool {
        self.text.general.is_some()
    }

    pub(crate) fn of<G: Game>(self) -> Result<Convert<G>> {
        let to = args::form_by_name::<G>(&self.to).map_err(anyhow::Error::msg)?;
        Ok(Convert { text: self.text.of()?, to })
    }
}

impl<B: Generalised> GeneralAsk<B> {
    /// Whether the question is not about a board.
    pub(crate) const fn is_general(&self) -> bool {
        self.source.is_general()
    }

    pub(crate) fn of<G: Game>(self) -> Result<Ask<G>> {
        let Self { source, method, limits, checkpoint } = self;
        let method = method_by_name::<B, G>(method, source.is_general())?;
        Ok(Ask { source: source.of()?, method, limits, checkpoint, settings: None })
    }
}

/// The method of a name, if one is given, for boards or not.
pub(crate) fn method_by_name<B: Generalised, G: Game>(
    name: Option<String>,
    is_general: bool,
) -> Result<MethodOf<G>> {
    let Some(name) = name else { return Ok(MethodOf::<G>::default()) };
    let method = MethodOf::<G>::by_name(&name);
    if is_general { method.with_context(|| format!("with --{}", B::OPTION)) } else { Ok(method?) }
}

/// Whether a verb's question, of which `ask` is the general part, is not about a board.
pub(crate) fn is_general<B: Generalised, A: Args>(
    verb: &Verb<A, GeneralSource<B>>,
    ask: impl Fn(&A) -> &GeneralAsk<B>,
) -> bool {
    match verb {
        Verb::Solve(question)
        | Verb::Analyze { ask: question, .. }
        | Verb::Line { ask: question, .. }
        | Verb::Cost { ask: question, .. } => ask(question).is_general(),
        Verb::Show { source, .. } => source.is_general(),
    }
}

/// The verb for one of the two games.
pub(crate) fn verb<B: Generalised, A: Args, G: Game>(
    verb: Verb<A, GeneralSource<B>>,
    ask: impl Fn(A) -> Result<Ask<G>>,
) -> Result<Verb<Ask<G>, Source<G>>> {
    Ok(match verb {
        Verb::Solve(question) => Verb::Solve(ask(question)?),
        Verb::Analyze { ask: question, picture } => Verb::Analyze { ask: ask(question)?, picture },
        Verb::Line { ask: question, plies, picture } => Verb::Line { ask: ask(question)?, plies, picture },
        Verb::Cost { ask: question, of } => Verb::Cost { ask: ask(question)?, of },
        Verb::Show { source, values, limits, picture } => {
            Verb::Show { source: source.of()?, values, limits, picture }
        }
    })
}

pub(crate) fn method_help<B: Generalised>() -> String {
    let (board, general) = (MethodOf::<B::Board>::default().name(), MethodOf::<B::General>::default().name());
    if board == general {
        return format!("How to find the answer; by default `{board}`");
    }
    format!("How to find the answer; by default `{board}`, with `--{}` `{general}`", B::OPTION)
}

/// The methods for boards and those for the rest.
pub(crate) fn method_names<B: Generalised>() -> PossibleValuesParser {
    let on_boards = MethodOf::<B::Board>::ALL;
    let is_new = |method: &&MethodOf<B::General>| on_boards.iter().all(|other| other.name() != method.name());
    let value = |method: &MethodOf<B::Board>| PossibleValue::new(method.name()).help(method.summary());
    let general = |method: &MethodOf<B::General>| {
        PossibleValue::new(method.name()).help(format!("with --{}: {}", B::OPTION, method.summary()))
    };
    let rest = MethodOf::<B::General>::ALL.iter().filter(is_new).map(general);
    PossibleValuesParser::new(on_boards.iter().map(value).chain(rest))
}

/// The forms of boards and those of the rest.
fn form_names<B: Generalised>() -> impl Iterator<Item = PossibleValue> {
    let is_new =
        |form: &&Form<PositionOf<B::General>>| B::Board::FORMS.iter().all(|other| other.name != form.name);
    let general = |form: &Form<PositionOf<B::General>>| {
        PossibleValue::new(form.name).help(format!("with --{}: {}", B::OPTION, form.summary))
    };
    args::form_names::<B::Board>().chain(B::General::FORMS.iter().filter(is_new).map(general))
}

/// What a text may be read as.
pub(crate) fn from_names<B: Generalised>() -> PossibleValuesParser {
    PossibleValuesParser::new(std::iter::once(args::auto()).chain(form_names::<B>()))
}
