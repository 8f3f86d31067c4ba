//! What the targets share: the games of the cross-check, made up from bytes, and texts that are to go round.

#[path = "../../crates/foregone/examples/crosscheck/answer.rs"]
pub mod answer;
#[path = "../../crates/foregone/examples/crosscheck/chance.rs"]
pub mod chance;
#[path = "../../crates/foregone/examples/crosscheck/coins.rs"]
pub mod coins;
#[path = "../../crates/foregone/examples/crosscheck/contour.rs"]
pub mod contour;
#[path = "../../crates/foregone/examples/crosscheck/dots.rs"]
pub mod dots;
#[path = "../../crates/foregone/examples/crosscheck/dots_nimbers.rs"]
pub mod dots_nimbers;
#[path = "../../crates/foregone/examples/crosscheck/hex.rs"]
pub mod hex;
#[path = "../../crates/foregone/examples/crosscheck/hex_numbers.rs"]
pub mod hex_numbers;
#[path = "../../crates/foregone/examples/crosscheck/perfect.rs"]
pub mod perfect;
#[path = "../../crates/foregone/examples/crosscheck/poset.rs"]
pub mod poset;
#[path = "../../crates/foregone/examples/crosscheck/run.rs"]
pub mod run;

/// What is typed during a game; the program is no library.
#[path = "../../crates/foregone-cli/src/play/command.rs"]
#[allow(dead_code)]
mod command;

use std::fmt::{Debug, Display};
use std::str::FromStr;

use answer::Tally;
use chance::Chance;
use foregone::generate::Choices;
use foregone::{JudgeFormat, Limits};
use run::Game;

/// A board of Dots and Boxes of which there is a table, made in no time: a run may be seconds long.
const TABLE: &str = "2x3";

/// Choices by bytes; when they are used up, by a seed that they make.
pub struct Bytes<'a> {
    left: &'a [u8],
    rest: Choices,
}

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes, rest: Choices::new(xxhash_rust::xxh3::xxh3_64(bytes)) }
    }
}

impl Chance for Bytes<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let taken = if bound <= 1 << 8 { 1 } else { 2 };
        match self.left.split_at_checked(taken) {
            // Large bounds, as those of scores, are for the seed.
            Some((number, left)) if bound <= 1 << 16 => {
                self.left = left;
                number.iter().fold(0, |number, &byte| number << 8 | usize::from(byte)) % bound
            }
            _ => self.rest.below(bound),
        }
    }
}

/// Checks the position that the bytes make up.
///
/// # Panics
/// If anybody disagrees.
pub fn check<G: Game>(game: &mut G, bytes: &[u8]) {
    let position = G::draw(&mut Bytes::new(bytes));
    if let Err(disagreement) = game.check(&position, &mut Tally::default()) {
        panic!("{position}\n{disagreement}");
    }
}

/// A text in one line goes round: what is read from it is written, and read again as the same.
///
/// # Panics
/// If it does not.
pub fn goes_round<P: FromStr<Err: Display> + Display + Debug + PartialEq>(text: &str) {
    match text.parse::<P>() {
        Ok(read) => {
            let written = read.to_string();
            match written.parse::<P>() {
                Ok(again) => assert!(again == read, "{text:?} becomes {written:?}"),
                Err(error) => panic!("{text:?} becomes {written:?}: {error}"),
            }
        }
        Err(error) => one_line(&error),
    }
}

/// The same of the judges' form.
///
/// # Panics
/// If it does not.
pub fn goes_round_for_judges<P: JudgeFormat<Err: Display> + PartialEq>(text: &str) {
    match P::read_judge(text) {
        Ok(read) => {
            let written = P::write_judge(&read).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            let again = P::read_judge(&written).unwrap_or_else(|error| panic!("{written:?}: {error}"));
            assert!(again == read, "{text:?} becomes {written:?}");
        }
        Err(error) => one_line(&error),
    }
}

/// Every error is one line.
///
/// # Panics
/// If it is not.
pub fn one_line(error: &dyn Display) {
    let told = error.to_string();
    assert!(!told.contains(['\n', '\r']) && !told.is_empty(), "{told:?}");
}

/// The first byte chooses one of so many forms; the rest is the text, if it is one.
pub fn form_and_text(bytes: &[u8], forms: usize) -> Option<(usize, &str)> {
    let (first, text) = bytes.split_first()?;
    // Digits choose, so that seeds can be read.
    Some((usize::from(first.wrapping_sub(b'0')) % forms, std::str::from_utf8(text).ok()?))
}

/// Limits of which nothing small comes near.
#[must_use]
pub fn limits() -> Limits<'static> {
    Limits::none().states(2_000_000).memory(1 << 28)
}

/// A line that is typed during a game is a command, a move or an error, and there is something to say of it.
///
/// # Panics
/// If there is not.
pub fn typed(line: &str) {
    match command::Command::read(line) {
        Ok(Some(command::Command::Move(name))) => {
            let told = command::unknown(&name, &std::fmt::Error);
            one_line(&told.strip_suffix('\n').expect("a line"));
        }
        Ok(_) => {}
        Err(told) => one_line(&told.strip_suffix('\n').expect("a line")),
    }
}

/// Changes some bytes, each by its place (2 bytes) and what is added there; whether anything is another than before.
pub fn changed(bytes: &mut [u8], changes: &[u8]) -> bool {
    let before = bytes.to_vec();
    for change in changes.as_chunks::<3>().0 {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[place] = bytes[place].wrapping_add(change[2]);
    }
    *bytes != *before
}
