//! What a person types during a game: a command, or a move.

use std::fmt::Write as _;
use std::path::PathBuf;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Make the move of this name.
    Move(String),
    Hint,
    Values,
    Why,
    /// The best line, of so many plies.
    Line(usize),
    /// Let the engine make the next move.
    Go,
    Undo,
    Redo,
    Show,
    Moves,
    Resign,
    /// Write the game down, over a file that is there or not.
    Save {
        file: Option<PathBuf>,
        over: bool,
    },
    Help,
    Quit,
}

/// The plies of `line` if it is not told how many.
const PLIES: usize = 10;

/// Each command, what may follow it, and what it does.
const COMMANDS: [(&str, &str, &str); 15] = [
    ("move", "MOVE", "make a move; the word `move` may be left out"),
    ("hint", "", "the best moves, and what they are worth"),
    ("values", "", "what every move is worth, on the board"),
    ("why", "", "the same with the reasons, where the game has them"),
    ("line", "[N]", "the best line, ten plies of it or so many"),
    ("go", "", "let the engine make the next move"),
    ("undo", "", "back to before your last move, and further back"),
    ("redo", "", "make again what was taken back"),
    ("show", "", "the board"),
    ("moves", "", "the moves made, and those that can be made"),
    ("resign", "", "give the game up"),
    ("save", "[FILE]", "write the game to a new file, which `play FILE` takes up again"),
    ("save!", "[FILE]", "the same over a file that is there"),
    ("help", "", "these commands"),
    ("quit", "", "end the session, as the end of the input does"),
];

/// The commands, for a person. `example` is a move.
pub(super) fn help(example: &str) -> String {
    let mut text = format!("A move is made by its name: {example}. Besides there are\n");
    for (name, argument, what) in COMMANDS {
        let _ = writeln!(text, "  {:<13} {what}", format!("{name} {argument}"));
    }
    text
}

impl Command {
    /// What a line asks for; `None` if it asks for nothing. What is no command is taken for a move.
    ///
    /// # Errors
    /// That more follows a command than may.
    pub(super) fn read(line: &str) -> Result<Option<Self>, String> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = || (!rest.is_empty()).then(|| PathBuf::from(rest));
        let alone = |command: Self| match rest {
            "" => Ok(Some(command)),
            _ => Err(format!("`{word}` takes nothing more: found `{}`\n", rest.escape_debug())),
        };
        match word.to_lowercase().as_str() {
            "move" => Ok(Some(Self::Move(rest.to_owned()))),
            "hint" => alone(Self::Hint),
            "values" => alone(Self::Values),
            "why" => alone(Self::Why),
            "line" if rest.is_empty() => Ok(Some(Self::Line(PLIES))),
            "line" => match rest.parse() {
                Ok(plies) => Ok(Some(Self::Line(plies))),
                Err(_) => Err(format!("`line` takes a number of plies: found `{}`\n", rest.escape_debug())),
            },
            "go" => alone(Self::Go),
            "undo" => alone(Self::Undo),
            "redo" => alone(Self::Redo),
            "show" => alone(Self::Show),
            "moves" => alone(Self::Moves),
            "resign" => alone(Self::Resign),
            "save" => Ok(Some(Self::Save { file: file(), over: false })),
            "save!" => Ok(Some(Self::Save { file: file(), over: true })),
            "help" | "?" => alone(Self::Help),
            "quit" | "exit" => alone(Self::Quit),
            _ => Ok(Some(Self::Move(line.to_owned()))),
        }
    }
}

/// That a text is neither a move, for which there is an error, nor a command.
pub(super) fn unknown(text: &str, error: &dyn std::error::Error) -> String {
    /// The longest move that an error repeats.
    const LONGEST: usize = 40;
    if text.chars().nth(LONGEST).is_some() {
        let begin: String = text.chars().take(LONGEST).collect();
        let begin = begin.escape_debug();
        return format!("`{begin}…` is neither a move nor a command; `help` lists the commands\n");
    }
    match meant(text) {
        Some(meant) => {
            format!("`{}` is neither a move nor a command: did you mean `{meant}`?\n", text.escape_debug())
        }
        None => {
            let error = error.to_string().replacen("line 1, column ", "column ", 1);
            format!("{error}; `help` lists the commands\n")
        }
    }
}

/// The command that somebody seems to have meant by what is none, and no move either.
fn meant(text: &str) -> Option<&'static str> {
    /// Letters that may be wrong.
    const WRONG: usize = 2;
    let word = text.split_whitespace().next()?.to_lowercase();
    let names = COMMANDS.iter().map(|(name, ..)| (strsim::damerau_levenshtein(name, &word), *name));
    let (distance, name) = names.min()?;
    (distance <= WRONG && distance < name.len().min(word.chars().count())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_moves() {
        let save = |file: Option<&str>, over| Command::Save { file: file.map(PathBuf::from), over };
        for (line, expected) in [
            ("", None),
            ("  \r", None),
            ("# a remark", None),
            ("hint", Some(Command::Hint)),
            (" HINT \r\n", Some(Command::Hint)),
            ("?", Some(Command::Help)),
            ("exit", Some(Command::Quit)),
            ("line", Some(Command::Line(10))),
            ("line 3", Some(Command::Line(3))),
            ("save", Some(save(None, false))),
            ("save a file.txt ", Some(save(Some("a file.txt"), false))),
            ("save! x", Some(save(Some("x"), true))),
            ("h, 0, 1", Some(Command::Move("h, 0, 1".to_owned()))),
            ("move hint", Some(Command::Move("hint".to_owned()))),
            ("B2", Some(Command::Move("B2".to_owned()))),
        ] {
            assert_eq!(Command::read(line), Ok(expected), "{line:?}");
        }
        for (line, message) in [
            ("undo 2", "`undo` takes nothing more: found `2`\n"),
            ("line -1", "`line` takes a number of plies: found `-1`\n"),
        ] {
            assert_eq!(Command::read(line), Err(message.to_owned()));
        }
    }

    #[test]
    fn every_command_that_help_names_is_one() {
        for (name, argument, _) in COMMANDS {
            let argument = argument.trim_matches(['[', ']']).replace('N', "1");
            let read = Command::read(&format!("{name} {argument}")).unwrap().unwrap();
            let is_move = matches!(read, Command::Move(_));
            assert_eq!(is_move, name == "move", "{name}");
        }
    }

    #[test]
    fn slips_are_seen_as_what_they_were_meant_for() {
        for (text, expected) in [
            ("hnit", Some("hint")),
            ("udno", Some("undo")),
            ("Vlaues", Some("values")),
            ("saev x", Some("save")),
            ("quitt", Some("quit")),
            ("b2", None),
            ("zz99", None),
            ("h,0,1", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(meant(text), expected, "{text}");
        }
    }
}
