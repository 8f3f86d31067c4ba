//! The forms that positions of a game are written in, and which of them a text is in.
//!
//! A text whose form nobody named is tried in the one-line notation first, then in the forms that it [looks](Form::looks)
//! like, then in the others, each group in the order of [`Game::FORMS`]. The first that reads it is the guess.

use std::error::Error;
use std::fmt::Display;

use foregone::JudgeFormat;
use serde::Deserialize;

use crate::game::{Game, PositionOf};

/// Why a text is no position, or why a form cannot say one.
pub type ReadError = Box<dyn Error + Send + Sync>;

/// A way to write positions `P` as text.
pub struct Form<P> {
    /// The name in commands.
    pub name: &'static str,
    /// What a text in it is, as one says it.
    pub title: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Whether a position can stand on a line of its own, so that an input may be a list of them.
    pub one_line: bool,
    /// Whether a text without white space in front begins as one in this form does.
    pub looks: fn(&str) -> bool,
    /// Reads a whole input: one position or several.
    pub read: fn(&str) -> Result<Vec<P>, ReadError>,
    /// Writes positions, each with a line end after it.
    pub write: fn(&[P]) -> Result<String, ReadError>,
}

impl<P> Form<P> {
    /// The one-line notation of a game on boards, one position a line.
    #[must_use]
    pub const fn notation(read: fn(&str) -> Result<Vec<P>, ReadError>) -> Self
    where
        P: Display,
    {
        Self {
            name: "notation",
            title: "the one-line notation",
            summary: "The one-line notation, one position a line",
            one_line: true,
            looks: begins_with_a_board,
            read,
            write: |positions| Ok(positions.iter().map(|position| format!("{position}\n")).collect()),
        }
    }

    /// The input of a game's original problem.
    #[must_use]
    pub const fn judge() -> Self
    where
        P: JudgeFormat<Err: Error + Send + Sync + 'static>,
    {
        Self {
            name: "judge",
            title: "the original problem's input",
            summary: "The original problem's input",
            one_line: false,
            looks: is_for_judges,
            read: |text| Ok(P::read_judge(text)?),
            write: |positions| Ok(P::write_judge(positions)?),
        }
    }
}

/// Reads JSON. An error is told in one line, whatever is in the keys and words that it repeats.
pub(crate) fn from_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(|error| in_one_line(&error).into())
}

/// An error of JSON in one line.
pub(crate) fn in_one_line(error: &serde_json::Error) -> String {
    let mut told = String::new();
    for symbol in error.to_string().chars() {
        if symbol.is_control() {
            told.extend(symbol.escape_debug());
        } else {
            told.push(symbol);
        }
    }
    told
}

/// Positions as a form of another program has them, one after the other.
pub(crate) fn each<P>(positions: &[P], write: impl Fn(&P) -> String) -> String {
    positions.iter().map(|position| write(position) + "\n").collect()
}

/// Makes sure that a position is alone, where a text in a form comes to just one.
pub(crate) fn alone<P>(what: &str, positions: &[P]) -> Result<(), ReadError> {
    match positions {
        [_] => Ok(()),
        _ => Err(format!("{what} comes to one position, not to {}", positions.len()).into()),
    }
}

/// Whether a text begins with a size and no other word follows in its line: `3x3`, `3x3:W2/3/2B:w`.
fn begins_with_a_board(text: &str) -> bool {
    text.is_empty()
        || after_size(text).is_some_and(|rest| {
            let after_blanks = rest.trim_start_matches([' ', '\t', '\r']);
            after_blanks.len() == rest.len() || after_blanks.is_empty() || after_blanks.starts_with('\n')
        })
}

/// What follows the size, `RxC`, that a text begins with.
pub(crate) fn after_size(text: &str) -> Option<&str> {
    let after_digits = |text: &'_ str| text.starts_with(|c: char| c.is_ascii_digit());
    if !after_digits(text) {
        return None;
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('x')?;
    after_digits(rest).then(|| rest.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// Whether a text is numbers and stones, two words or more.
fn is_for_judges(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_digit() || c.is_ascii_whitespace() || "-.WB".contains(c);
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.split_ascii_whitespace().nth(1).is_some()
        && text.chars().all(allowed)
}

/// What was read from a text.
pub struct Read<P: 'static> {
    /// The positions, one at least.
    pub positions: Vec<P>,
    /// How the form was found, if nobody named it and it is not the one-line notation.
    pub guess: Option<Guess<P>>,
}

/// A form that a text turned out to be in.
pub struct Guess<P: 'static> {
    /// The form.
    pub form: &'static Form<P>,
    /// Forms in which the same text says other positions.
    pub others: Vec<&'static Form<P>>,
}

/// Reads a text in a form, or finds out which form it is in; `one_line` if it is one line of several.
///
/// # Errors
/// That of the form. If nobody named it and none reads the text, that of the form that the text looks like, and
/// otherwise that of the one-line notation with the names of those that were tried.
pub fn read<G: Game>(
    form: Option<&'static Form<PositionOf<G>>>,
    text: &str,
    one_line: bool,
) -> Result<Read<PositionOf<G>>, ReadError> {
    match form {
        Some(form) => match some(form, text) {
            Ok(positions) => Ok(Read { positions, guess: None }),
            Err(error) => Err(match looks_like(G::FORMS, text) {
                Some(other) if other.name != form.name => {
                    format!("{error}; this looks like {}: --from {}", other.title, other.name).into()
                }
                _ => error,
            }),
        },
        None => guess(G::FORMS, text, one_line),
    }
}

/// The first form that a text looks like.
fn looks_like<P>(forms: &'static [Form<P>], text: &str) -> Option<&'static Form<P>> {
    let text = text.trim_start();
    forms.iter().find(|form| (form.looks)(text))
}

fn guess<P: Display>(forms: &'static [Form<P>], text: &str, one_line: bool) -> Result<Read<P>, ReadError> {
    let (notation, others) = forms.split_first().ok_or("no form is known")?;
    let error = match some(notation, text) {
        Ok(positions) => return Ok(Read { positions, guess: None }),
        Err(error) => error,
    };
    let begin = text.trim_start();
    let mut likely: Vec<_> = others.iter().filter(|form| form.one_line || !one_line).collect();
    likely.sort_by_key(|form| !(form.looks)(begin));
    let mut found: Option<Read<P>> = None;
    for form in likely {
        let Ok(positions) = some(form, text) else { continue };
        match &mut found {
            Some(Read { positions: guessed, guess: Some(guess) }) => {
                if !same(guessed, &positions) {
                    guess.others.push(form);
                }
            }
            _ => found = Some(Read { positions, guess: Some(Guess { form, others: Vec::new() }) }),
        }
    }
    found.ok_or_else(|| match looks_like(forms, text) {
        Some(form) if form.name == notation.name => error,
        Some(form) => match some(form, text) {
            Err(error) => format!("{error}; this looks like {}: --from {}", form.title, form.name).into(),
            // It can be read in this form, but not as one of many lines.
            Ok(_) => format!("{error}; {} may take several lines: --from {}", form.title, form.name).into(),
        },
        None => {
            let tried = forms.iter().filter(|form| form.one_line || !one_line).map(|form| form.name);
            format!("{error}; it is in none of the forms {}", tried.collect::<Vec<_>>().join(", ")).into()
        }
    })
}

/// The positions of a text in a form, one at least: a judges' input may have none.
fn some<P>(form: &Form<P>, text: &str) -> Result<Vec<P>, ReadError> {
    let positions = (form.read)(text)?;
    if positions.is_empty() { Err("expected a position, found none".into()) } else { Ok(positions) }
}

fn same<P: Display>(positions: &[P], others: &[P]) -> bool {
    positions.iter().map(P::to_string).eq(others.iter().map(P::to_string))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hex;

    const fn number(
        name: &'static str,
        looks: fn(&str) -> bool,
        read: fn(&str) -> Result<Vec<u32>, ReadError>,
    ) -> Form<u32> {
        Form { name, title: name, looks, one_line: true, ..Form::notation(read) }
    }

    /// Numbers to several bases.
    static FORMS: [Form<u32>; 4] = [
        number(
            "unary",
            |text| text.starts_with('/'),
            |text| match text.trim_matches('/') {
                "" => Ok(vec![text.len() as u32]),
                _ => Err("expected strokes".into()),
            },
        ),
        number("decimal", |_| false, |text| Ok(vec![text.parse()?])),
        number("octal", |text| text.starts_with('0'), |text| Ok(vec![u32::from_str_radix(text, 8)?])),
        Form {
            one_line: false,
            ..number("binary", |_| false, |text| Ok(vec![u32::from_str_radix(text, 2)?]))
        },
    ];

    #[test]
    fn the_likely_form_comes_first_and_the_others_are_told() {
        for (text, one_line, read, form, others) in [
            ("///", false, 3, None, &[][..]),
            ("19", false, 19, Some("decimal"), &[]),
            ("12", false, 12, Some("decimal"), &["octal"]),
            ("012", false, 10, Some("octal"), &["decimal"]),
            ("10", false, 10, Some("decimal"), &["octal", "binary"]),
            ("10", true, 10, Some("decimal"), &["octal"]),
            // The same number in all.
            ("1", false, 1, Some("decimal"), &[]),
        ] {
            let found = guess(&FORMS, text, one_line).unwrap();
            assert_eq!(found.positions, [read], "{text}");
            let (guessed, also) = match &found.guess {
                Some(guess) => (Some(guess.form.name), guess.others.iter().map(|form| form.name).collect()),
                None => (None, Vec::new()),
            };
            assert_eq!((guessed, &*also), (form, others), "{text}");
        }
    }

    #[test]
    fn a_text_without_a_position_is_refused() {
        let judge = Hex::FORMS.iter().find(|form| form.name == "judge");
        for (form, error) in [
            (judge, "expected a position, found none"),
            (
                None,
                "line 1, column 1: expected a number of rows from 1 to 1000, found `0`; it is in none of the forms ",
            ),
        ] {
            let told = read::<Hex>(form, "0\n", false).err().unwrap().to_string();
            assert!(told.starts_with(error), "{told}");
        }
    }

    #[test]
    fn the_error_is_that_of_the_likely_form() {
        for (text, error) in [
            ("/-/", "expected strokes"),
            ("0a", "invalid digit found in string; this looks like octal: --from octal"),
            ("?", "expected strokes; it is in none of the forms unary, decimal, octal, binary"),
        ] {
            let told = guess(&FORMS, text, false).map(|read| read.positions);
            assert_eq!(told.map_err(|error| error.to_string()), Err(error.to_owned()));
        }
    }
}
