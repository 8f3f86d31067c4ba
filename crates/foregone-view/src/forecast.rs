//! What an answer would cost, as interfaces tell it.

use std::time::Duration;

use foregone::{Forecast, Foreseen, Question, Sure};
use schemars::JsonSchema;
use serde::Serialize;

use crate::game::{Game, PositionOf};
use crate::schema::VERSION;
use crate::text;

/// A forecast, and what it is held against.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// What was foretold.
    pub forecast: Forecast,
    /// The question.
    pub question: Question,
    /// The bytes allowed, if they are limited.
    pub memory: Option<u64>,
    /// The time allowed, if it is.
    pub time: Option<Duration>,
}

/// A forecast, for programs.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Forecast")]
pub struct Told {
    schema: u32,
    game: &'static str,
    kind: Kind,
    position: String,
    /// What would be asked: `solve`, `analyze`, `line` or `why`.
    verb: &'static str,
    method: &'static str,
    /// Amounts of which nothing can be said are absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<Whole>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_bytes: Option<Bytes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<Seconds>,
    /// Whether it is within the memory and the time that are allowed, as far as can be said; absent if nothing can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    fits: Option<bool>,
    /// All that in a sentence without its full stop.
    says: String,
}

/// What tells it from an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ForecastKind")]
enum Kind {
    Forecast,
}

/// How sure an amount is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Sure")]
enum HowSure {
    /// It is just that.
    Exact,
    /// It is that or less.
    Most,
    /// It is that or more.
    Least,
    /// It is of that size.
    About,
}

/// A number in digits, and how sure it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ForecastNumber")]
struct Whole {
    amount: String,
    sure: HowSure,
}

/// Bytes, at most 2^64 - 1, and how sure they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ForecastBytes")]
struct Bytes {
    amount: u64,
    sure: HowSure,
}

/// Seconds, and how sure they are.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ForecastSeconds")]
struct Seconds {
    amount: f64,
    sure: HowSure,
}

impl From<Sure> for HowSure {
    fn from(sure: Sure) -> Self {
        match sure {
            Sure::Exact => Self::Exact,
            Sure::Most => Self::Most,
            Sure::Least => Self::Least,
            Sure::About => Self::About,
        }
    }
}

/// The verb that asks a question.
#[must_use]
pub const fn verb(question: Question) -> &'static str {
    match question {
        Question::Value => "solve",
        Question::Moves => "analyze",
        Question::Line => "line",
        Question::Why => "why",
    }
}

/// The question that a verb asks, if it is one of those that are foretold.
#[must_use]
pub fn question(name: &str) -> Option<Question> {
    [Question::Value, Question::Moves, Question::Line, Question::Why]
        .into_iter()
        .find(|&question| verb(question) == name)
}

/// A forecast for programs.
pub fn object<G: Game>(position: &PositionOf<G>, asked: &Asked) -> Told {
    let Forecast { method, states, memory, seconds } = asked.forecast;
    Told {
        schema: VERSION,
        game: G::NAME,
        kind: Kind::Forecast,
        position: position.to_string(),
        verb: verb(asked.question),
        method,
        states: states.map(|states| Whole { amount: states.amount.to_string(), sure: states.sure.into() }),
        memory_bytes: memory.map(|bytes| Bytes {
            amount: u64::try_from(bytes.amount).unwrap_or(u64::MAX),
            // What does not fit a word is no less than the greatest of them.
            sure: if bytes.amount > u64::MAX.into() { HowSure::Least } else { bytes.sure.into() },
        }),
        seconds: seconds
            .map(|seconds| Seconds { amount: three_digits(seconds.amount), sure: seconds.sure.into() }),
        fits: asked.forecast.fits(asked.memory, asked.time),
        says: says(&asked.forecast),
    }
}

/// A forecast for a person.
pub fn text<G: Game>(position: &PositionOf<G>, asked: &Asked) -> String {
    let fits = match asked.forecast.fits(asked.memory, asked.time) {
        Some(false) => "\nThat is more than is allowed.",
        Some(true) | None => "",
    };
    let (name, verb, says) = (asked.forecast.method, verb(asked.question), says(&asked.forecast));
    format!("{}\n`{verb}` by `{name}`: {says}.{fits}\n", G::heading(position))
}

/// What is foretold in a sentence without its full stop: `24,333,087 states, 2.8 GiB and about 6 s`.
#[must_use]
pub fn says(forecast: &Forecast) -> String {
    let Forecast { states, memory, seconds, .. } = forecast;
    let states = states.map(|Foreseen { amount, sure }| {
        let things = if amount == 1 { "state" } else { "states" };
        let amount = if sure == Sure::Exact && amount < 100_000_000_000 {
            text::grouped(amount as u64)
        } else {
            rounded(amount, sure)
        };
        format!("{}{amount} {things}", word(sure))
    });
    let memory = memory
        .map(|Foreseen { amount, sure }| format!("{}{}", word(sure), foregone::forecast::bytes(amount)));
    let seconds = seconds.map(|Foreseen { amount, sure }| match amount {
        ..1e-3 => "less than 1 ms".to_owned(),
        _ => format!("{}{}", word(sure), time(amount)),
    });
    let parts: Vec<String> = [states, memory, seconds].into_iter().flatten().collect();
    if parts.is_empty() {
        return "nothing can be said before it is tried".to_owned();
    }
    text::listed(parts)
}

const fn word(sure: Sure) -> &'static str {
    match sure {
        Sure::Exact => "",
        Sure::Most => "at most ",
        Sure::Least => "more than ",
        Sure::About => "about ",
    }
}

/// A number of which three digits are of interest.
fn three_digits(amount: f64) -> f64 {
    format!("{amount:.2e}").parse().unwrap_or(amount)
}

/// A number in two digits and a word: `2.4 million`, `24 million`, `10^20`. What is at most is rounded up, what is at least down.
fn rounded(amount: u128, sure: Sure) -> String {
    const WORDS: [(u128, &str); 3] =
        [(1_000_000_000_000, "million million"), (1_000_000_000, "thousand million"), (1_000_000, "million")];
    let Some(digits) = amount.checked_ilog10().filter(|&digits| digits >= 2) else {
        return amount.to_string();
    };
    if digits >= 15 {
        let up =
            sure == Sure::Most || sure != Sure::Least && (amount as f64).log10() > f64::from(digits) + 0.5;
        return format!("10^{}", digits + u32::from(up));
    }
    let unit = 10_u128.pow(digits - 1);
    let up = match sure {
        Sure::Most => unit - 1,
        Sure::Least => 0,
        Sure::Exact | Sure::About => unit / 2,
    };
    let amount = (amount + up) / unit * unit;
    match WORDS.iter().find(|(size, _)| amount >= *size) {
        Some((size, word)) => {
            let (whole, tenth) = (amount / size, amount % size / (size / 10));
            let tenth = if tenth == 0 { String::new() } else { format!(".{tenth}") };
            format!("{whole}{tenth} {word}")
        }
        None => text::grouped(amount as u64),
    }
}

/// A number from 1 on, of which two digits are told.
fn two_digits(amount: f64) -> String {
    if amount < 9.95 {
        let told = format!("{amount:.1}");
        return told.strip_suffix(".0").map_or_else(|| told.clone(), str::to_owned);
    }
    let unit = 10_f64.powf((amount.log10()).floor() - 1.0).max(1.0);
    format!("{:.0}", (amount / unit).round() * unit)
}

/// A time from milliseconds to years.
fn time(seconds: f64) -> String {
    const UNITS: [(f64, &str); 6] = [
        (365.25 * 86_400.0, "years"),
        (86_400.0, "days"),
        (3_600.0, "h"),
        (60.0, "min"),
        (1.0, "s"),
        (1e-3, "ms"),
    ];
    if seconds > 1e12 {
        return format!("10^{:.0} years", (seconds / UNITS[0].0).log10());
    }
    let (size, unit) = UNITS.into_iter().find(|(size, _)| seconds >= *size).unwrap_or((1e-3, "ms"));
    format!("{} {unit}", two_digits((seconds / size).max(1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forecasts_are_said_in_a_sentence() {
        let sure = |amount, sure| Some(Foreseen::new(amount, sure));
        for (states, memory, seconds, expected) in [
            (None, None, None, "nothing can be said before it is tried"),
            (sure(1, Sure::Exact), sure(96, Sure::Exact), Some(0.0), "1 state, 96 bytes and less than 1 ms"),
            (
                sure(24_333_087, Sure::Exact),
                sure(3_000_000_000, Sure::Exact),
                Some(5.84),
                "24,333,087 states, 2.8 GiB and about 5.8 s",
            ),
            (sure(24_333_087, Sure::Most), None, Some(94.0), "at most 25 million states and about 1.6 min"),
            (sure(171_756, Sure::About), None, Some(0.123), "about 170,000 states and about 120 ms"),
            (sure(u128::MAX, Sure::Least), None, Some(1e30), "more than 10^38 states and about 10^23 years"),
            (
                sure(137_846_528_820, Sure::Exact),
                None,
                Some(4e5),
                "140 thousand million states and about 4.6 days",
            ),
        ] {
            let seconds = seconds.map(|seconds| Foreseen::new(seconds, Sure::About));
            assert_eq!(says(&Forecast { method: "it", states, memory, seconds }), expected);
        }
    }

    #[test]
    fn verbs_and_questions_go_together() {
        for name in ["solve", "analyze", "line", "why"] {
            assert_eq!(question(name).map(verb), Some(name));
        }
        assert_eq!(question("show"), None);
    }
}
