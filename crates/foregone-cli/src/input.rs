//! Positions from files, standard input or the command line itself.

use std::fs;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use foregone::JudgeFormat as _;
use foregone_view::{Game, PositionOf};

use crate::args::{From, Source};

/// A text and where it comes from, for errors.
pub(crate) struct Input {
    /// `None` for a position written on the command line.
    name: Option<String>,
    pub(crate) text: String,
}

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

    fn decode(name: &str, bytes: Vec<u8>) -> Result<Self> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count();
            anyhow!("{name}: line {}: expected UTF-8 text", line + 1)
        })?;
        Ok(Self { name: Some(name.to_owned()), text })
    }

    /// Puts the input's name before an error in it.
    pub(crate) fn blame(&self, error: impl Into<anyhow::Error>) -> anyhow::Error {
        let error = error.into();
        match &self.name {
            Some(name) => error.context(name.clone()),
            None if self.looks_like_a_file() => {
                error.context(format!("no file `{}`, and as a position", self.text))
            }
            None => error,
        }
    }

    fn looks_like_a_file(&self) -> bool {
        let path = Path::new(&self.text);
        path.extension().is_some() || path.is_absolute()
    }
}

/// The position, or the positions, of a source.
pub(crate) fn positions<G: Game>(source: &Source, input: &Input) -> Result<Vec<PositionOf<G>>> {
    match source.from {
        From::Notation => G::read(&input.text).map(|position| vec![position]),
        From::Judge => PositionOf::<G>::read_judge(&input.text).map_err(Into::into),
    }
    .map_err(|error| input.blame(anyhow::Error::from_boxed(error)))
}
