//! Positions from files, standard input or the command line itself.

use std::fs;
use std::io::{BufRead as _, Read as _};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use foregone_view::{Game, PositionOf};

use crate::args::Text;

/// A text and where it comes from, for errors.
pub(crate) struct Input {
    /// `None` for a position written on the command line.
    name: Option<String>,
    pub(crate) text: String,
}

/// The byte order mark.
const MARK: &str = "\u{feff}";

impl Input {
    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(file: &str) -> Result<Self> {
        if file == "-" {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).context("standard input")?;
            return Self::decode("standard input", bytes);
        }
        Self::decode(file, fs::read(file).with_context(|| file.to_owned())?)
    }

    /// Reads a file or standard input, or takes the text itself for the input if it names no file.
    pub(crate) fn read_or_take(source: &str) -> Result<Self> {
        if source == "-" || Path::new(source).exists() {
            return Self::read(source);
        }
        Ok(Self { name: None, text: source.to_owned() })
    }

    /// A text that was read from standard input.
    pub(crate) fn standard(text: String) -> Self {
        Self { name: Some("standard input".to_owned()), text }
    }

    fn decode(name: &str, bytes: Vec<u8>) -> Result<Self> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count();
            anyhow!("{name}: line {}: expected UTF-8 text", line + 1)
        })?;
        Ok(Self { name: Some(name.to_owned()), text: unmarked(&text).to_owned() })
    }

    /// Puts the input's name before an error in it.
    pub(crate) fn blame(&self, error: impl Into<anyhow::Error>) -> anyhow::Error {
        let error = error.into();
        match &self.name {
            Some(name) => error.context(name.clone()),
            None => match missing(&self.text) {
                Some(missing) => error.context(missing),
                None => error,
            },
        }
    }
}

/// A text without the byte order mark that some editors begin it with.
pub(crate) fn unmarked(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// What to say before an error in a source that looks like the name of a file and is none.
pub(crate) fn missing(source: &str) -> Option<String> {
    let path = Path::new(source);
    // A number with a point in a position is no extension.
    let is_extension =
        |text: &str| text.starts_with(|c: char| c.is_alphabetic()) && !text.contains(char::is_whitespace);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let looks_like_a_file = extension.is_some_and(is_extension) || path.is_absolute();
    (looks_like_a_file && !path.exists()).then(|| format!("no file `{source}`, and as a position"))
}

/// The position, or the positions, of an input.
pub(crate) fn positions<G: Game>(text: &Text<G>, input: &Input) -> Result<Vec<PositionOf<G>>> {
    (text.from.read)(&input.text).map_err(|error| input.blame(anyhow::Error::from_boxed(error)))
}

/// What to call a position among so many of one input, for errors: an input of one needs no number.
pub(crate) fn case(index: usize, positions: usize) -> Option<String> {
    (positions > 1).then(|| format!("case {}", index + 1))
}

/// Calls `each` with the number and the text of every line of a source that is not blank, as the lines come in.
pub(crate) fn lines(source: &str, mut each: impl FnMut(usize, Result<&str>) -> Result<bool>) -> Result<()> {
    let mut each_of = |number: usize, bytes: &[u8]| match std::str::from_utf8(bytes) {
        Ok(line) if line.trim().is_empty() => Ok(true),
        Ok(line) => each(number, Ok(line)),
        Err(_) => each(number, Err(anyhow!("expected UTF-8 text"))),
    };
    if source == "-" {
        for (index, line) in std::io::stdin().lock().split(b'\n').enumerate() {
            let line = line.context("standard input")?;
            // Some editors begin a text with a byte order mark.
            let mark = if index == 0 && line.starts_with(MARK.as_bytes()) { MARK.len() } else { 0 };
            if !each_of(index + 1, &line[mark..])? {
                break;
            }
        }
        return Ok(());
    }
    let input = Input::read_or_take(source)?;
    for (index, line) in input.text.lines().enumerate() {
        if !each_of(index + 1, line.as_bytes())? {
            break;
        }
    }
    Ok(())
}
