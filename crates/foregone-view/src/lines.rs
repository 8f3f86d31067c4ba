//! JSON Lines: a record for each position of each line, in order, whoever reads them and works on them.

use foregone::StopReason;
use serde::Serialize;

use crate::form::{Form, ReadError, read};
use crate::game::{Game, PositionOf};
use crate::schema::{self, Origin, Tally};

/// The byte order mark: some editors begin a text with one.
const MARK: &str = "\u{feff}";

/// What is said of one line, or of one position, and what that adds to the summary.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// A JSON object for each position, each with a line end.
    pub text: String,
    /// What became of them.
    pub tally: Tally,
}

impl Record {
    /// Has something said of each position of a line, which has a number. A line that is none gets an error in their place,
    /// which `blame` words.
    pub fn line<G: Game>(
        &mut self,
        form: Option<&'static Form<PositionOf<G>>>,
        (number, line): (usize, &[u8]),
        blame: impl Fn(ReadError) -> String,
        mut say: impl FnMut(&PositionOf<G>, &Origin) -> Result<(String, StopReason), String>,
    ) {
        self.tally.lines += 1;
        match decode(line).and_then(|text| read::<G>(form, text, true)) {
            Ok(read) => {
                let (of, form) = (read.positions.len(), read.guess.map(|guess| guess.form.name));
                for (index, position) in read.positions.iter().enumerate() {
                    let origin = Origin::new(Some(number), index, of, form);
                    self.position::<G>(&origin, say(position, &origin));
                }
            }
            Err(error) => self.refuse::<G>(&Origin::new(Some(number), 0, 1, None), &blame(error)),
        }
    }

    /// Takes what is said of a position, and why that ended, or why it was not taken on.
    pub fn position<G: Game>(&mut self, origin: &Origin, said: Result<(String, StopReason), String>) {
        match said {
            Ok((text, stop)) => {
                self.text.push_str(&text);
                match stop {
                    StopReason::Finished => self.tally.answered += 1,
                    _ => self.tally.stopped += 1,
                }
            }
            Err(error) => self.refuse::<G>(origin, &error),
        }
    }

    fn refuse<G: Game>(&mut self, origin: &Origin, error: &str) {
        // Which line it is stands beside.
        let error = error.replacen("line 1, column ", "column ", 1);
        self.text.push_str(&json(&schema::refusal::<G>(origin, error)));
        self.tally.refused += 1;
    }
}

/// An object on a line of its own.
///
/// # Panics
/// If it is no JSON: objects of the [`schema`] all are.
pub fn json(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("an object of the schema") + "\n"
}

/// The lines of a text that are not blank, without their ends, each with its number.
pub fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = without_mark(text).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    (1..).zip(lines).filter(|(_, line)| !line.is_empty())
}

/// A text without the byte order mark that some editors begin it with.
#[must_use]
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// The same of bytes.
#[must_use]
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK.as_bytes()).unwrap_or(text)
}

/// The text of a line.
fn decode(line: &[u8]) -> Result<&str, ReadError> {
    std::str::from_utf8(line).map_err(|error| {
        let (_, column) = place(line, error.valid_up_to());
        format!("column {column}: {}", no_text(line)).into()
    })
}

/// The line and the column of a byte, counted from 1; all before it is UTF-8.
#[must_use]
pub fn place(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = String::from_utf8_lossy(&bytes[..at]);
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.trim_start_matches(MARK).chars().count() + 1)
}

/// What to say of bytes that are no text.
#[must_use]
pub const fn no_text(bytes: &[u8]) -> &'static str {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "expected UTF-8 text, found UTF-16",
        _ => "expected UTF-8 text",
    }
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn lines_have_numbers_and_no_ends() {
        for (text, expected) in [
            (&b""[..], &[][..]),
            (b"a\r\n\n b \nc", &[(1, &b"a"[..]), (3, b" b"), (4, b"c")]),
            (b"\xef\xbb\xbfa\n", &[(1, b"a")]),
            (b"\n\xff\n", &[(2, b"\xff")]),
        ] {
            assert_eq!(lines(text).collect::<Vec<_>>(), expected);
        }
    }
}
