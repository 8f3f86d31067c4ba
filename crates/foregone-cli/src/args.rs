//! The command line: its words, their help, their checks.

use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use foregone::limits::Clock;
use foregone::{Limits, Method as _, Question};
use foregone_view::{Form, Game, MethodOf, PositionOf};

use crate::checkpoint::CheckpointArgs;
use crate::contour::ContourArgs;
use crate::dots::DotsArgs;
use crate::hex::HexArgs;
use crate::interrupt;
use crate::page::PageArgs;
use crate::picture::PictureArgs;
use crate::progress::ProgressLine;
use crate::serve::ServeArgs;

/// Exact answers for board games whose outcome is a foregone conclusion
#[derive(Parser)]
#[command(
    name = "foregone",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 done; 1 a check said no; 2 a wrong call, bad input, \
    a question too large to take on, or an I/O error; 3 stopped at a limit; 130 interrupted; \
    `--checkpoint` keeps what was done.\nStart with `foregone tour`."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Contour: take the cells of a scored grid in staircase order (Luogu P4363)
    Contour(ContourArgs),
    /// Hex: exact odds when both sides fill random cells (Luogu P17097)
    Hex(HexArgs),
    /// Dots and Boxes: exact margins, chains and loops (Luogu P7363)
    Dots(DotsArgs),
    /// Read an original problem's input and print exactly its output
    Judge {
        /// Whose problem it is
        game: GameName,
        /// The input, `-` for standard input
        #[arg(default_value = "-")]
        file: String,
        #[command(flatten)]
        limits: LimitArgs,
    },
    /// The games in the browser, and all that can be asked over HTTP
    #[command(
        after_help = "Examples:\n  foregone serve --open\n  foregone serve --port 0 --workers 1 --memory 2G --time 10s"
    )]
    Serve(ServeArgs),
    /// A worked position of each game
    Tour,
    /// The completions for a shell, to be put where it looks for them
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// The JSON Schema of all that is answered in JSON
    Schema,
    /// Write the manual pages, one for each command
    Man {
        /// The folder to make for them
        folder: PathBuf,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum GameName {
    /// P4363: the board and both players' scores; the margin
    Contour,
    /// P17097: several boards with stones; the odds of each
    Hex,
    /// P7363: a grid whose boxes have 0 or 2 open sides; the margin
    Dots,
}

/// What a game can be asked, by the arguments of a question and of a board.
#[derive(Subcommand)]
pub(crate) enum Verb<A: Args, S: Args> {
    /// The value of a position
    Solve(A),
    /// The value of every move
    Analyze {
        #[command(flatten)]
        ask: A,
        #[command(flatten)]
        picture: PictureArgs,
    },
    /// The best line
    Line {
        #[command(flatten)]
        ask: A,
        /// How many plies of it; to the end of the game if not given
        #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>)]
        plies: Option<usize>,
        #[command(flatten)]
        picture: PictureArgs,
    },
    /// What an answer would cost, without working it out: states, memory and time, and how sure that is
    Cost {
        #[command(flatten)]
        ask: A,
        /// Which answer
        #[arg(long, value_name = "VERB", default_value = "analyze")]
        of: CostOf,
    },
    /// The board
    Show {
        #[command(flatten)]
        source: S,
        /// Put the value of every move on it: these are worked out, within the limits
        #[arg(long)]
        values: bool,
        #[command(flatten)]
        limits: LimitArgs,
        #[command(flatten)]
        picture: PictureArgs,
    },
}

/// The answers that have a cost.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CostOf {
    Solve,
    Analyze,
    Line,
    Why,
}

impl std::convert::From<CostOf> for Question {
    fn from(of: CostOf) -> Self {
        match of {
            CostOf::Solve => Self::Value,
            CostOf::Analyze => Self::Moves,
            CostOf::Line => Self::Line,
            CostOf::Why => Self::Why,
        }
    }
}

/// A question about a position.
#[derive(Args)]
pub(crate) struct Ask<G: Game> {
    #[command(flatten)]
    pub(crate) source: Source<G>,
    /// How to find the answer
    #[arg(long, value_name = "NAME", value_parser = method_parser::<G>(), default_value = MethodOf::<G>::default().name())]
    pub(crate) method: MethodOf<G>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Games that keep checkpoints have arguments for them.
    #[arg(skip)]
    pub(crate) checkpoint: CheckpointArgs,
    /// Games whose solvers have settings have arguments for them.
    #[arg(skip)]
    pub(crate) settings: Option<Settings<G>>,
}

impl<G: Game> Ask<G> {
    /// The same question, whose answer is to be drawn, too.
    pub(crate) fn drawn(mut self, picture: PictureArgs) -> Self {
        self.source.picture = picture;
        self
    }
}

/// A question about a position that one method answers.
#[derive(Args)]
pub(crate) struct Place<G: Game> {
    #[command(flatten)]
    source: Source<G>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl<G: Game> Place<G> {
    /// The question, to a solver that is not told its method.
    pub(crate) fn ask(self) -> Ask<G> {
        Ask {
            source: self.source,
            method: MethodOf::<G>::default(),
            limits: self.limits,
            checkpoint: CheckpointArgs::default(),
            settings: None,
        }
    }
}

/// What a solver is to be told before it is asked.
pub(crate) type Settings<G> = Box<dyn Fn(<G as Game>::Solver) -> <G as Game>::Solver + Send + Sync>;

/// Where positions come from and what form their answers take.
#[derive(Args)]
pub(crate) struct Source<G: Game> {
    #[command(flatten)]
    pub(crate) text: Text<G>,
    /// How the answer is written; with `jsonl`, every line of the input is a position of its own
    #[arg(long, default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) page: PageArgs,
    /// Verbs whose answers can be drawn have arguments for it.
    #[arg(skip)]
    pub(crate) picture: PictureArgs,
}

impl<G: Game> Source<G> {
    /// The same for another game on the same boards.
    pub(crate) fn other<H: Game>(self) -> Result<Source<H>> {
        let Self { text: Text { position, from }, format, page, picture } = self;
        Ok(Source { text: Text { position, from: from.other()? }, format, page, picture })
    }
}

/// Positions and the form to write them in.
#[derive(Args)]
pub(crate) struct Convert<G: Game> {
    #[command(flatten)]
    pub(crate) text: Text<G>,
    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = form_parser::<G>())]
    pub(crate) to: FormOf<G>,
}

/// A text with positions.
#[derive(Args)]
pub(crate) struct Text<G: Game> {
    /// A file, `-` for standard input, or the text of a position, such as the one-line notation
    #[arg(value_name = "FILE|-|POSITION")]
    pub(crate) position: String,
    /// How the position is written
    #[arg(long, value_name = "FORM", value_parser = from_parser::<G>(), default_value = AUTO)]
    pub(crate) from: From<G>,
}

/// How a text is to be read.
pub(crate) struct From<G: Game>(Option<FormOf<G>>);

impl<G: Game> From<G> {
    /// By the name of a form, or `auto`.
    pub(crate) fn by_name(name: &str) -> Result<Self, String> {
        if name == AUTO { Ok(Self(None)) } else { form_by_name::<G>(name).map(|form| Self(Some(form))) }
    }

    /// The same form of another game, on the same boards.
    pub(crate) fn other<H: Game>(&self) -> Result<From<H>> {
        From::by_name(self.0.map_or(AUTO, |form| form.name)).map_err(anyhow::Error::msg)
    }

    /// The form, if it was named.
    pub(crate) const fn form(&self) -> Option<FormOf<G>> {
        self.0
    }
}

impl<G: Game> Clone for From<G> {
    fn clone(&self) -> Self {
        Self(self.0)
    }
}

/// What to say for a form that is to be found out.
pub(crate) const AUTO: &str = "auto";

/// One of the ways to write positions of a game.
pub(crate) type FormOf<G> = &'static Form<PositionOf<G>>;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For a person
    Text,
    /// For a program: an indented object, or an array of them if the input has several positions
    Json,
    /// For a program: a line for each position of the input, in order, then a line with the counts. So many positions are worked on at
    /// once as there are threads, and share the memory
    Jsonl,
}

#[derive(Args)]
pub(crate) struct LimitArgs {
    /// Most memory to take, such as 500M or 8GiB; if not given, three quarters of what is available
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = memory)]
    memory: Option<u64>,
    /// Longest time to take for an answer, such as 500ms, 60s or 2h
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = time)]
    time: Option<Duration>,
    /// Most states to visit for an answer
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number)]
    states: Option<u64>,
    /// Most threads to use, where a method can use several; if not given, as many as the machine runs at once
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = threads)]
    threads: Option<NonZero<usize>>,
}

impl LimitArgs {
    /// How many threads may be used.
    pub(crate) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        self.threads.unwrap_or_else(all).get()
    }

    /// The bytes that may be taken, and the time.
    pub(crate) fn allowed(&self) -> (u64, Option<Duration>) {
        (self.memory.unwrap_or_else(available_memory), self.time)
    }

    /// The bytes of each of so many workers, and the limits of one, which has one thread.
    pub(crate) fn share<'a>(&self, workers: usize, limits: Limits<'a>) -> (u64, Limits<'a>) {
        let memory = self.memory.unwrap_or_else(available_memory) / workers as u64;
        (memory, limits.memory(memory).threads(NonZero::<usize>::MIN))
    }

    /// The library's limits, by a clock; watched for Ctrl-C, and with the progress shown.
    pub(crate) fn limits<'a>(&self, clock: Clock<'a>, progress: &'a ProgressLine) -> Limits<'a> {
        let memory = self.memory.unwrap_or_else(available_memory);
        let limits = Limits::none().memory(memory).clock(clock).cancel(interrupt::flag());
        let mut limits = limits.progress(progress.callback());
        if let Some(time) = self.time {
            limits = limits.time(time, clock);
        }
        if let Some(states) = self.states {
            limits = limits.states(states);
        }
        if let Some(threads) = self.threads {
            limits = limits.threads(threads);
        }
        limits
    }
}

/// Three quarters of the memory that the system, or the control group that we run in, could give us now.
pub(crate) fn available_memory() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let group = system.cgroup_limits().map_or(u64::MAX, |group| group.free_memory);
    system.available_memory().min(group) / 4 * 3
}

pub(crate) fn method_parser<G: Game>() -> impl TypedValueParser<Value = MethodOf<G>> {
    let value = |method: &MethodOf<G>| PossibleValue::new(method.name()).help(method.summary());
    PossibleValuesParser::new(MethodOf::<G>::ALL.iter().map(value))
        .try_map(|name| MethodOf::<G>::by_name(&name))
}

/// What to say for a form that is to be found out, with what it means.
pub(crate) fn auto() -> PossibleValue {
    PossibleValue::new(AUTO).help("Find out: the notation first, then what the text looks like")
}

/// The names of a game's forms, with what each is.
pub(crate) fn form_names<G: Game>() -> impl Iterator<Item = PossibleValue> {
    G::FORMS.iter().map(|form| PossibleValue::new(form.name).help(form.summary))
}

pub(crate) fn from_parser<G: Game>() -> impl TypedValueParser<Value = From<G>> {
    let names = std::iter::once(auto()).chain(form_names::<G>());
    PossibleValuesParser::new(names).try_map(|name| From::by_name(&name))
}

/// Reads the name of a form.
pub(crate) fn form_parser<G: Game>() -> impl TypedValueParser<Value = FormOf<G>> {
    PossibleValuesParser::new(form_names::<G>()).try_map(|name| form_by_name::<G>(&name))
}

/// The form with a name.
pub(crate) fn form_by_name<G: Game>(name: &str) -> Result<FormOf<G>, String> {
    let unknown = || format!("{} has no form `{name}`", G::NAME);
    G::FORMS.iter().find(|form| form.name == name).ok_or_else(unknown)
}

/// A size of memory, such as `500M`.
pub(crate) fn memory(text: &str) -> Result<u64, String> {
    let size = text.parse::<bytesize::ByteSize>();
    size.map(|size| size.as_u64()).map_err(|_| String::from("expected a size such as 500M or 8GiB"))
}

/// A number that may be 0.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    whole(text)
}

/// The same of any type.
pub(crate) fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| String::from("expected a whole number, 0 or more"))
}

/// A number of things, of which there must be one.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    threads(text).map(NonZero::get)
}

pub(crate) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    text.parse().map_err(|_| String::from("expected a whole number, 1 or more"))
}

/// A span of time, such as `60s`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text).map_err(|_| String::from("expected a time such as 500ms, 60s or 2h"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
