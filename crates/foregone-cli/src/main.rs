//! The `foregone` command.
//!
//! It reads positions, asks the library's solvers and writes what `foregone-view` makes of the answers; no rule of a
//! game and no computation lives here. Exit codes: 0 done; 1 a check said no; 2 a wrong call, bad input, a question too
//! large to take on, or an I/O error; 3 stopped at a limit; 130 interrupted. With `--checkpoint`, what was done is kept.

mod args;
mod checkpoint;
mod contour;
mod dots;
mod dots_table;
mod files;
mod general;
mod generate;
mod help;
mod hex;
mod input;
mod interrupt;
mod judge;
mod manual;
mod many;
mod output;
mod page;
mod picture;
mod play;
mod progress;
mod serve;
mod tour;
mod verbs;
mod verify;

use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use anyhow::Result;
use clap::FromArgMatches as _;
use foregone_view::{Contour, Dots, Hex};

use args::{Cli, Command, GameName};
use output::Output;

/// How a run that could be carried out ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// Everything asked was answered.
    Done,
    /// A check said no.
    Wrong,
    /// Some positions could not be read or taken on; the others were answered.
    Partly,
    /// A limit or the user stopped an answer.
    Stopped,
}

impl Outcome {
    /// The outcome of two runs together: the worse.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Partly, _) | (_, Self::Partly) => Self::Partly,
            (Self::Wrong, _) | (_, Self::Wrong) => Self::Wrong,
            (Self::Stopped, _) | (_, Self::Stopped) => Self::Stopped,
            (Self::Done, Self::Done) => Self::Done,
        }
    }
}

fn main() -> ExitCode {
    let parsed = help::command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(told) => return tell(&told),
    };
    let mut output = Output::standard();
    let ended = interrupt::watch().and_then(|()| run(cli, &mut output));
    ExitCode::from(code(ended, &mut output))
}

/// Ends the run at once, whoever works or waits still.
fn leave(ended: Result<Outcome>, output: &mut Output) -> ! {
    std::process::exit(code(ended, output).into())
}

/// The exit code of a run, when all that it said is out.
fn code(ended: Result<Outcome>, output: &mut Output) -> u8 {
    let ended = ended.and_then(|outcome| {
        output.flush()?;
        Ok(outcome)
    });
    match ended {
        _ if interrupt::raised() => 130,
        Ok(Outcome::Done) => 0,
        Ok(Outcome::Wrong) => 1,
        Ok(Outcome::Partly) => 2,
        Ok(Outcome::Stopped) => 3,
        // Whoever reads our output has enough of it.
        Err(error) if output::is_broken_pipe(&error) => 0,
        Err(error) => {
            // Answers before the error are not lost.
            let _ = output.flush();
            output::complain(&error);
            2
        }
    }
}

/// Says what is wrong with the arguments, or the help or version that they ask for.
fn tell(told: &clap::Error) -> ExitCode {
    let code = ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(2));
    match told.print().and_then(|()| std::io::stdout().flush()) {
        Ok(()) => code,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => code,
        Err(error) => {
            output::complain(&error.into());
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli, output: &mut Output) -> Result<Outcome> {
    match cli.command {
        Command::Contour(game) => contour::run(game, output),
        Command::Hex(game) => hex::run(game, output),
        Command::Dots(game) => dots::run(game, output),
        Command::Judge { game, file, limits } => match game {
            GameName::Contour => judge::run::<Contour>(&file, &limits, output),
            GameName::Hex => judge::run::<Hex>(&file, &limits, output),
            GameName::Dots => judge::run::<Dots>(&file, &limits, output),
        },
        Command::Serve(asked) => serve::run(asked),
        Command::Tour => tour::run(output),
        Command::Completions { shell } => manual::completions(shell, output),
        Command::Schema => manual::schema(output),
        Command::Man { folder } => manual::pages(&folder),
    }
}
