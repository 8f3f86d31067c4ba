//! `play`: a person, or two, against exact play, in a terminal or through a pipe.

mod command;
mod session;

use std::io::{BufRead, IsTerminal as _, Read as _};
use std::marker::PhantomData;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use foregone::play::Match;
use foregone::{Method as _, Rules as _, Side, Solver as _};
use foregone_view::lines::unmarked;
use foregone_view::play::record;
use foregone_view::{MethodOf, PlayedGame, PositionOf};

use crate::Outcome;
use crate::args::{self, From, LimitArgs, Settings};
use crate::general::{self, Generalised};
use crate::input::{self, Input};
use crate::output::Output;
use crate::progress::ProgressLine;
use session::Session;

/// How to play, for the help of the verb.
pub(crate) const ABOUT: &str = "Play against the engine, with hints on request

A move is made by its name. `hint`, `values`, `why` and `line` advise; `undo` and `redo` go back and forth; `help` in a \
game lists all commands. They may come through a pipe, too: `play -` takes the position from the first line and the \
commands from those after it.

What the engine cannot find out within the limits it does not guess: it says so, and leaves its move to you.

`save FILE` writes the game down, and `play FILE` takes it up again. Such a file has the lines `game:` and `start:`, then \
`move:` for each move and, if somebody resigned, `resigned:`; others that begin with `#` are remarks. The end of the \
input and Ctrl-C end the session and say where the game is left.";

/// What is the same in every game.
#[derive(Args)]
pub(crate) struct PlayArgs {
    /// Where to begin: a file, the text of a position, or a game that `save` has written; `-` for the first line of
    /// standard input. If not given, a small board
    #[arg(value_name = "FILE|-|POSITION")]
    position: Option<String>,
    /// Which side you play; if not given, the one that is to move
    #[arg(long, value_name = "SIDE", ignore_case = true)]
    side: Option<SideName>,
    /// The file that `save` writes if it is told none
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Let `save` write over a file that is there
    #[arg(long)]
    force: bool,
    /// Say the moves alone: no boards, and nothing of what a move is worth, unless asked
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideName {
    /// The side that moves first; at Hex White, who may be called `white`
    #[value(alias = "white")]
    First,
    /// The other one; at Hex Black, who may be called `black`
    #[value(alias = "black")]
    Second,
    /// Two persons; the engine advises
    Both,
    /// Nobody: the engine plays against itself
    None,
}

/// A game that is played on its own boards.
#[derive(Args)]
pub(crate) struct BoardPlay<G: PlayedGame> {
    #[command(flatten)]
    play: PlayArgs,
    /// How the position is written
    #[arg(long, value_name = "FORM", value_parser = args::from_parser::<G>(), default_value = args::AUTO)]
    from: From<G>,
    /// How the engine finds its moves
    #[arg(long, value_name = "NAME", value_parser = args::method_parser::<G>(), default_value = MethodOf::<G>::default().name())]
    method: MethodOf<G>,
}

/// A game that is played on more than its own boards.
#[derive(Args)]
pub(crate) struct GeneralPlay<B: Generalised> {
    #[command(flatten)]
    play: PlayArgs,
    #[arg(long = B::OPTION, value_name = B::VALUE, help = B::HELP, conflicts_with = "position")]
    general: Option<String>,
    /// How the position is written
    #[arg(long, value_name = "FORM", value_parser = general::from_names::<B>(), default_value = args::AUTO)]
    from: String,
    #[arg(long, value_name = "NAME", help = general::method_help::<B>(), value_parser = general::method_names::<B>())]
    method: Option<String>,
    #[arg(skip)]
    boards: PhantomData<B>,
}

/// A game as it is asked for.
pub(crate) struct Play<G: PlayedGame> {
    args: PlayArgs,
    from: From<G>,
    method: MethodOf<G>,
    settings: Option<Settings<G>>,
}

impl<G: PlayedGame> Play<G> {
    /// The same with something that the solver is to be told.
    pub(crate) fn with(self, settings: Option<Settings<G>>) -> Self {
        Self { settings, ..self }
    }
}

impl<G: PlayedGame> BoardPlay<G> {
    pub(crate) fn of(self) -> Play<G> {
        Play { args: self.play, from: self.from, method: self.method, settings: None }
    }

    /// The same in another game on the same boards; `method` finds the method there.
    pub(crate) fn other<H: PlayedGame>(
        self,
        method: impl FnOnce(MethodOf<G>) -> Result<MethodOf<H>>,
    ) -> Result<BoardPlay<H>> {
        Ok(BoardPlay { play: self.play, from: self.from.other()?, method: method(self.method)? })
    }
}

impl<B: Generalised> GeneralPlay<B> {
    /// Whether the game is not on a board.
    pub(crate) const fn is_general(&self) -> bool {
        self.general.is_some()
    }

    pub(crate) fn of<G: PlayedGame>(self) -> Result<Play<G>> {
        let method = general::method_by_name::<B, G>(self.method, self.general.is_some())?;
        let from = From::by_name(&self.from).map_err(anyhow::Error::msg)?;
        let position = self.general.or(self.play.position);
        Ok(Play { args: PlayArgs { position, ..self.play }, from, method, settings: None })
    }
}

/// Plays a game, from `start` if no position is given.
pub(crate) fn run<G: PlayedGame>(play: Play<G>, start: &str, output: &mut Output) -> Result<Outcome> {
    let stdin = std::io::stdin();
    let is_terminal = stdin.is_terminal();
    let mut lines = Lines { reader: stdin.lock(), first: true };
    let Play { args, from, method, settings } = play;
    let game = begin::<G>(args.position.as_deref().unwrap_or(start), &from, &mut lines)?;
    let mut solver = G::Solver::with_method(method);
    if let Some(settings) = settings {
        solver = settings(solver);
    }
    let persons = match args.side {
        None => vec![game.position().to_move()],
        Some(SideName::First) => vec![Side::First],
        Some(SideName::Second) => vec![Side::Second],
        Some(SideName::Both) => vec![Side::First, Side::Second],
        Some(SideName::None) => vec![],
    };
    let started = Instant::now();
    let clock = move || started.elapsed();
    let progress = ProgressLine::new();
    let limits = args.limits.limits(&clock, &progress);
    let mut session = Session::<G>::new(game, persons, solver, limits, &progress);
    session.quiet = args.quiet;
    session.save_to(args.save, args.force);
    session.converse(&mut lines, is_terminal, output)
}

/// The game to go on with: one that was saved, or a new one from a position.
fn begin<G: PlayedGame>(
    source: &str,
    from: &From<G>,
    lines: &mut Lines<impl BufRead>,
) -> Result<Match<PositionOf<G>>> {
    let input = if source == "-" {
        let text = first_line(lines)?;
        if record::is_record(&text) || from.form().is_some_and(|form| !form.one_line) {
            bail!(
                "standard input: a position on one line is expected before the moves; others can be read from files"
            );
        }
        Input::standard(text)
    } else {
        Input::read_or_take(source)?
    };
    if record::is_record(&input.text) {
        return record::read::<G>(&input.text).map_err(|error| input.blame(anyhow::Error::from_boxed(error)));
    }
    let read = foregone_view::read::<G>(from.form(), &input.text, source == "-");
    let mut read = read.map_err(|error| input.blame(anyhow::Error::from_boxed(error)))?;
    input::note(&read);
    match (read.positions.pop(), read.positions.is_empty()) {
        (Some(position), true) => Ok(Match::new(position)),
        _ => Err(input.blame(anyhow!("expected one position to play on"))),
    }
}

/// The first line that is not blank.
fn first_line(lines: &mut Lines<impl BufRead>) -> Result<String> {
    loop {
        match lines.next()? {
            Some(Ok(line)) if line.trim().is_empty() => {}
            Some(Ok(line)) => return Ok(line),
            Some(Err(error)) => bail!("standard input: {error}"),
            None => return Ok(String::new()),
        }
    }
}

/// Lines of text, one after the other, as they come in.
struct Lines<R> {
    reader: R,
    first: bool,
}

/// The longest line that is read.
const LONGEST: u64 = 1 << 26;

impl<R: BufRead> Lines<R> {
    /// The next line without its end, or why it is no text; `None` after the last.
    fn next(&mut self) -> Result<Option<Result<String, &'static str>>> {
        let mut bytes = Vec::new();
        let read = self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
        if read.context("standard input")? == 0 {
            return Ok(None);
        }
        if bytes.len() as u64 == LONGEST {
            bail!("standard input: a line is longer than {LONGEST} bytes");
        }
        let text = String::from_utf8(bytes).map_err(|_| "expected UTF-8 text");
        let first = std::mem::replace(&mut self.first, false);
        Ok(Some(text.map(|text| {
            let text = if first { unmarked(&text) } else { &text };
            text.trim_end_matches(['\n', '\r']).to_owned()
        })))
    }
}
