//! Who gets the next cell: the colours in turn, or the one that a coin names.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

use crate::value::Odds;

use super::board::Colour;

/// How the empty cells go to the colours, in random play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Turns {
    /// The colours move in turn, each to a random empty cell. So the side to move gets half of the empty cells, rounded
    /// up, and all sets of that size are equally likely.
    #[default]
    Alternating,
    /// A coin says before every move who moves: White with this probability. So each cell goes to White by itself.
    ///
    /// With a fair coin this is random-turn Hex, and its odds are those under best play, too: both sides do best to take
    /// the cell that is most likely to be pivotal (Peres, Schramm, Sheffield and Wilson, "Random-turn Hex and other selection
    /// games", 2007).
    Coin(Odds),
}

impl Turns {
    /// A fair coin.
    #[must_use]
    pub fn fair_coin() -> Self {
        Self::Coin(Odds::new(1_u32.into(), 2_u32.into()).expect("a half is a probability"))
    }

    /// The probability that a colour gets the next cell; `None` if they move in turn.
    pub(super) fn share(&self, colour: Colour) -> Option<Odds> {
        match self {
            Self::Alternating => None,
            Self::Coin(white) if colour == Colour::White => Some(white.clone()),
            Self::Coin(white) => Some(white.complement()),
        }
    }
}

/// Why a text names no way of taking turns.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{}` is no way of taking turns: expected `alternating`, `coin`, or `coin:P` with the probability P that White moves, \
     such as 1/3, 0.25 or 1e-3, of at most {MAX_DIGITS} characters",
    text.escape_debug()
)]
pub struct TurnsError {
    /// The text.
    pub text: String,
}

/// The most characters of a probability that is no fraction.
const MAX_DIGITS: usize = 40;

/// The most of a fraction: as many as may be written of what is read.
const MAX_FRACTION: usize = MAX_DIGITS + 1 + MAX_DIGITS + MAX_EXPONENT as usize;

/// Reads `alternating`, `coin` (a fair one), or `coin:1/3`, `coin:0.25` and `coin:1e-3`.
impl FromStr for Turns {
    type Err = TurnsError;

    fn from_str(text: &str) -> Result<Self, TurnsError> {
        match text {
            "alternating" => Some(Self::Alternating),
            "coin" => Some(Self::fair_coin()),
            _ => text.strip_prefix("coin:").and_then(probability).map(Self::Coin),
        }
        .ok_or_else(|| TurnsError { text: text.to_owned() })
    }
}

/// The most that a power of ten may be lowered by.
const MAX_EXPONENT: u32 = 100;

/// A fraction or a decimal from 0 to 1, which may be times a power of ten.
fn probability(text: &str) -> Option<Odds> {
    if text.len() > if text.contains('/') { MAX_FRACTION } else { MAX_DIGITS } {
        return None;
    }
    // `BigUint` would read signs and underlines, too.
    let plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = |digits: &str| -> Option<BigUint> { if plain(digits) { digits.parse().ok() } else { None } };
    if let Some((favourable, possible)) = text.split_once('/') {
        return Odds::new(number(favourable)?, number(possible)?).ok();
    }
    let (decimal, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, digits) = decimal.split_once('.').unwrap_or((decimal, ""));
    let lowered = exponent.strip_prefix('-').unwrap_or(if exponent == "0" { "0" } else { "" });
    let lowered: u32 = if plain(lowered) { lowered.parse().ok()? } else { return None };
    if lowered > MAX_EXPONENT {
        return None;
    }
    let scale = BigUint::from(10_u32).pow(digits.len() as u32 + lowered);
    Odds::new(number(&format!("{whole}{digits}"))?, scale).ok()
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Alternating => f.write_str("alternating"),
            Self::Coin(white) => write!(f, "coin:{white}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_and_written() {
        let least = format!("coin:1/1{}", "0".repeat(139));
        for (text, written) in [
            ("alternating", "alternating"),
            ("coin", "coin:1/2"),
            ("coin:2/6", "coin:1/3"),
            ("coin:0.25", "coin:1/4"),
            ("coin:1", "coin:1/1"),
            ("coin:0.", "coin:0/1"),
            ("coin:.5", "coin:1/2"),
            ("coin:1e-3", "coin:1/1000"),
            ("coin:12.5E-2", "coin:1/8"),
            ("coin:1e0", "coin:1/1"),
            ("coin:.000000000000000000000000000000001e-100", &*format!("coin:1/1{}", "0".repeat(133))),
            (&least, &least),
        ] {
            let turns: Turns = text.parse().unwrap();
            assert_eq!(turns.to_string(), written, "{text}");
            assert_eq!(written.parse(), Ok(turns), "{text}");
        }
        let long = format!("coin:0.{}", "1".repeat(60));
        let long_fraction = format!("coin:1/1{}", "0".repeat(180));
        for text in [
            "",
            "coin:",
            "coin:3/2",
            "coin:1/0",
            "coin:+1/2",
            "coin:.",
            "coin:e-1",
            "coin:1e",
            "coin:1e1",
            "coin:1e--1",
            "coin:1e-9999999999",
            "coin:1e-101",
            "coin:1e-1/2",
            "coin:1.1",
            "heads",
            &long,
            &long_fraction,
        ] {
            assert!(text.parse::<Turns>().is_err(), "{text}");
        }
        let error = "coin:0.\0\n".parse::<Turns>().unwrap_err().to_string();
        assert!(error.starts_with("`coin:0.\\0\\n` is no way of taking turns: expected "), "{error}");
    }
}
