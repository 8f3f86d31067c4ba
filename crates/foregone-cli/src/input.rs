//! Positions from files, standard input or the command line itself: a whole text, or line by line as they come in.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Cursor, Read};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use foregone_view::lines::{self, no_text, place, unmarked};
use foregone_view::{Game, PositionOf, Read as Readings};

use crate::args::Text;
use crate::output;

/// The longest line: 64 MiB, a board of 1,000 rows and columns several times over.
const MOST_LINE: u64 = 1 << 26;

/// What is read from `-`.
const STANDARD_INPUT: &str = "standard input";

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
            io::stdin().lock().read_to_end(&mut bytes).context(STANDARD_INPUT)?;
            return Self::decode(STANDARD_INPUT, bytes);
        }
        let bytes = match fs::read(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => bail!("no such file: {file}"),
            read => read.with_context(|| file.to_owned())?,
        };
        Self::decode(file, bytes)
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
        Self { name: Some(STANDARD_INPUT.to_owned()), text }
    }

    fn decode(name: &str, bytes: Vec<u8>) -> Result<Self> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let (line, column) = place(error.as_bytes(), error.utf8_error().valid_up_to());
            anyhow!("{name}: line {line}, column {column}: {}", no_text(error.as_bytes()))
        })?;
        Ok(Self { name: Some(name.to_owned()), text: unmarked(&text).to_owned() })
    }

    /// Puts the input's name before an error in it.
    pub(crate) fn blame(&self, error: impl Into<anyhow::Error>) -> anyhow::Error {
        let error = error.into();
        match &self.name {
            Some(name) => error.context(name.clone()),
            None => missing(&self.text).unwrap_or(error),
        }
    }

    /// The same for an error in the position at an index of so many: says which one it is, too.
    pub(crate) fn blame_case(&self, error: anyhow::Error, index: usize, positions: usize) -> anyhow::Error {
        self.blame(match case(index, positions) {
            Some(case) => error.context(case),
            None => error,
        })
    }
}

/// The error for a source that is no position, if it looks like the name of a file and there is no such file.
fn missing(source: &str) -> Option<anyhow::Error> {
    (names_a_file(source) && !Path::new(source).exists()).then(|| anyhow!("no such file: {source}"))
}

/// Whether a text looks like the name of a file: an ending in letters, a path from a root or a directory, a backslash. A
/// slash between other things may be one of a position.
fn names_a_file(source: &str) -> bool {
    let is_ending = |ending: &str| {
        ending.starts_with(|c: char| c.is_alphabetic()) && ending.chars().all(char::is_alphanumeric)
    };
    let has_ending =
        source.rsplit_once('.').is_some_and(|(name, ending)| !name.is_empty() && is_ending(ending));
    let has_root = ["/", "./", "../", "~"].iter().any(|root| source.starts_with(root));
    let is_link = source.contains("://");
    !source.contains('\n') && !is_link && (has_ending || has_root || source.contains('\\'))
}

/// The position, or the positions, of an input, with a note if its form was found out.
pub(crate) fn positions<G: Game>(text: &Text<G>, input: &Input) -> Result<Readings<PositionOf<G>>> {
    foregone_view::read::<G>(text.from.form(), &input.text, false)
        .map_err(|error| input.blame(anyhow::Error::from_boxed(error)))
}

/// Says on standard error which form positions were in, if it was found out.
pub(crate) fn note<P>(read: &Readings<P>) {
    let Some(guess) = &read.guess else { return };
    let mut note = format!("read as {}: --from {}", guess.form.title, guess.form.name);
    for other in &guess.others {
        note.push_str(&format!("; it could be {}, too: --from {}", other.title, other.name));
    }
    output::note(&note);
}

/// What to call a position among so many of one input, for errors: an input of one needs no number.
pub(crate) fn case(index: usize, positions: usize) -> Option<String> {
    (positions > 1).then(|| format!("case {}", index + 1))
}

/// The lines of a source that are not blank, as they come in.
pub(crate) struct Lines {
    reader: BufReader<Box<dyn Read + Send>>,
    name: Option<String>,
    /// How many lines were read.
    number: usize,
    ended: bool,
}

impl Lines {
    /// Opens a file, standard input, or a text that names no file.
    pub(crate) fn open(source: &str) -> Result<Self> {
        let (reader, name): (Box<dyn Read + Send>, _) = if source == "-" {
            (Box::new(io::stdin()), Some(STANDARD_INPUT.to_owned()))
        } else if Path::new(source).exists() {
            (Box::new(File::open(source).with_context(|| source.to_owned())?), Some(source.to_owned()))
        } else {
            (Box::new(Cursor::new(source.to_owned())), None)
        };
        Ok(Self { reader: BufReader::with_capacity(1 << 16, reader), name, number: 0, ended: false })
    }

    /// Reads the next line that is not blank, without its end, and returns its number.
    pub(crate) fn next(&mut self, line: &mut Vec<u8>) -> Result<Option<usize>> {
        let name = |lines: &Self| lines.name.clone().unwrap_or_default();
        while !self.ended {
            line.clear();
            let read = self.reader.by_ref().take(MOST_LINE + 1).read_until(b'\n', line);
            if read.with_context(|| name(self))? == 0 {
                self.ended = true;
                break;
            }
            self.number += 1;
            if line.len() as u64 > MOST_LINE {
                self.ended = true;
                bail!("{}: line {} is longer than 64 MiB", name(self), self.number);
            }
            if self.number == 1 {
                let mark = line.len() - lines::without_mark(line).len();
                line.drain(..mark);
            }
            line.truncate(line.trim_ascii_end().len());
            if !line.is_empty() {
                return Ok(Some(self.number));
            }
        }
        Ok(None)
    }

    /// Whether more of the source is here already.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.reader.buffer().is_empty()
    }

    /// The error to tell for a line with an error: a text of the command line may be the name of a file.
    pub(crate) fn missing(source: &str) -> impl Fn(anyhow::Error) -> anyhow::Error {
        let missing = if source == "-" || Path::new(source).exists() { None } else { missing(source) };
        let missing = missing.map(|error| error.to_string());
        move |error| missing.clone().map_or(error, anyhow::Error::msg)
    }
}

#[cfg(test)]
mod tests {
    use super::names_a_file;

    #[test]
    fn names_of_files_are_told_from_positions() {
        for (source, expected) in [
            ("none.txt", true),
            ("examples/none.sgf", true),
            ("./none", true),
            ("/tmp/none", true),
            ("~/none", true),
            (r"C:\boards\none", true),
            (r"boards\none.txt", true),
            ("C:/boards/none.txt", true),
            ("3x3:W2/3/2B:w", false),
            ("2x3:2,7,3/9,1,2|3,7,2/2,3,1", false),
            ("a 1.5 2", false),
            ("https://hexworld.org/board/#5c1,a1", false),
            ("(;SZ[3];B[a1])", false),
            ("dots_and_boxes(num_rows=2,num_cols=3) P1(h,0,1)", false),
            ("nonsense", false),
            ("", false),
        ] {
            assert_eq!(names_a_file(source), expected, "{source}");
        }
    }
}
