//! What a position can be worth: a margin in points, or exact odds; and how much of it is known.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use num_bigint::BigUint;
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};

/// Points of one side minus points of the other. In an [`Analysis`](crate::Analysis) the one side is the mover.
///
/// Prints with its sign, `+6`, `0` or `-1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Margin(i64);

impl Margin {
    /// A level game.
    pub const ZERO: Self = Self(0);

    /// A margin of so many points.
    #[must_use]
    pub const fn new(points: i64) -> Self {
        Self(points)
    }

    /// The points.
    #[must_use]
    pub const fn points(self) -> i64 {
        self.0
    }
}

impl Neg for Margin {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Margin {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Margin {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.write_str("0") } else { write!(f, "{:+}", self.0) }
    }
}

/// An exact probability: a rational number from 0 to 1 in lowest terms.
///
/// ```
/// use foregone::Odds;
/// let odds = Odds::new(24_u32.into(), 35_u32.into())?;
/// assert_eq!(odds.to_string(), "24/35");
/// assert_eq!(odds.to_decimal(6), "0.685714");
/// assert_eq!(odds.complement().to_string(), "11/35");
/// # Ok::<(), foregone::value::OddsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Odds(Ratio<BigUint>);

/// Why two counts make no probability.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{favourable} out of {possible} is no probability: expected a count from 0 to a positive total")]
pub struct OddsError {
    /// The count of favourable cases.
    pub favourable: BigUint,
    /// The count of all cases.
    pub possible: BigUint,
}

impl Odds {
    /// The probability `favourable / possible`.
    ///
    /// # Errors
    /// [`OddsError`] if `possible` is 0 or less than `favourable`.
    pub fn new(favourable: BigUint, possible: BigUint) -> Result<Self, OddsError> {
        if possible.is_zero() || favourable > possible {
            return Err(OddsError { favourable, possible });
        }
        Ok(Self(Ratio::new(favourable, possible)))
    }

    /// Probability 1.
    #[must_use]
    pub fn certain() -> Self {
        Self(Ratio::one())
    }

    /// Probability 0.
    #[must_use]
    pub fn impossible() -> Self {
        Self(Ratio::zero())
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> &BigUint {
        self.0.numer()
    }

    /// The denominator in lowest terms; at least 1.
    #[must_use]
    pub fn denominator(&self) -> &BigUint {
        self.0.denom()
    }

    /// The probability that the event does not happen.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self(Ratio::new_raw(self.denominator() - self.numerator(), self.denominator().clone()))
    }

    /// The mean of equally likely cases; `None` of no case. The expectation of a game whose next move is random.
    #[must_use]
    pub fn mean(cases: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut sum = Ratio::<BigUint>::zero();
        let mut count = BigUint::zero();
        for case in cases {
            sum += case.0;
            count += 1_u32;
        }
        (!count.is_zero()).then(|| Self(sum / count))
    }

    /// The nearest `f64`, to within one unit in its last place.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        // A ratio from 0 to 1 is in range.
        self.0.to_f64().unwrap_or(0.0)
    }

    /// The probability with so many digits after the point, rounded half to even; `"0.685714"`.
    #[must_use]
    pub fn to_decimal(&self, places: u32) -> String {
        let scale = BigUint::from(10_u32).pow(places);
        let (whole, fraction) = self.scaled(&scale).div_rem(&scale);
        if places == 0 {
            return whole.to_string();
        }
        format!("{whole}.{fraction:0>width$}", fraction = fraction.to_string(), width = places as usize)
    }

    /// As [`Odds::to_decimal`] where that hides nothing: less than 1/1000 is told by so many digits and a power of ten, and
    /// what would round to 1 by its distance from it.
    ///
    /// ```
    /// use foregone::Odds;
    /// let odds = Odds::new(2_u32.into(), 3_000_000_000_u64.into())?;
    /// assert_eq!(odds.to_significant(6), "6.66667e-10");
    /// assert_eq!(odds.complement().to_significant(6), "1 - 6.66667e-10");
    /// assert_eq!(Odds::certain().to_significant(6), "1.000000");
    /// # Ok::<(), foregone::value::OddsError>(())
    /// ```
    #[must_use]
    pub fn to_significant(&self, digits: u32) -> String {
        if *self == Self::certain() || *self == Self::impossible() {
            return self.to_decimal(digits);
        }
        let scale = BigUint::from(10_u32).pow(digits);
        if self.scaled(&scale) == scale {
            return format!("1 - {}", self.complement().scientific(digits));
        }
        if self.numerator() * 1_000_u32 < *self.denominator() {
            return self.scientific(digits);
        }
        self.to_decimal(digits)
    }

    /// So many digits, at least one, of a probability that is not 0, and a power of ten.
    fn scientific(&self, digits: u32) -> String {
        let digits = digits.max(1);
        let length = |number: &BigUint| number.to_string().len() as u32;
        // Times 10^shift it has so many digits before the point, or one more.
        let mut shift = digits + length(self.denominator()) - length(self.numerator());
        let ten = BigUint::from(10_u32);
        let past = ten.pow(digits);
        if self.numerator() * ten.pow(shift) >= self.denominator() * &past {
            shift -= 1;
        }
        let mut rounded = self.scaled(&ten.pow(shift));
        if rounded == past {
            rounded /= 10_u32;
            shift -= 1;
        }
        let (told, exponent) = (rounded.to_string(), i64::from(digits) - 1 - i64::from(shift));
        let (first, rest) = told.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        format!("{first}{point}{rest}e{exponent}")
    }

    /// So many times the probability, rounded half to even.
    fn scaled(&self, times: &BigUint) -> BigUint {
        let (mut whole, rest) = (self.numerator() * times).div_rem(self.denominator());
        let twice = rest << 1_u32;
        if twice > *self.denominator() || (twice == *self.denominator() && whole.is_odd()) {
            whole += 1_u32;
        }
        whole
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator(), self.denominator())
    }
}

/// How a game of win and loss ends for the side in question. In an [`Analysis`](crate::Analysis) that is the mover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// It loses.
    Loss,
    /// It wins.
    Win,
}

impl Outcome {
    /// How it ends for the other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loss => "loss",
            Self::Win => "win",
        })
    }
}

/// A value that moves can be ranked by, from the mover's view: more is better.
pub trait Value: Clone + Ord + fmt::Debug {
    /// How much less `self` is than `best`, never negative: what a move gives away.
    #[must_use]
    fn behind(&self, best: &Self) -> Self;
}

impl Value for Margin {
    fn behind(&self, best: &Self) -> Self {
        Self((best.0 - self.0).max(0))
    }
}

impl Value for Odds {
    fn behind(&self, best: &Self) -> Self {
        if self >= best { Self::impossible() } else { Self(&best.0 - &self.0) }
    }
}

/// A win is behind nothing, and a loss a whole win behind one: so [`Outcome::Win`] is what is given away, or nothing is.
impl Value for Outcome {
    fn behind(&self, best: &Self) -> Self {
        if self < best { Self::Win } else { Self::Loss }
    }
}

/// How much is known of a value. A limit that stops a run leaves a bound, or nothing; never a guess.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Known<V> {
    /// The value itself.
    Exact(V),
    /// The value is this or more.
    AtLeast(V),
    /// The value is this or less.
    AtMost(V),
    /// A limit stopped the run before anything could be said.
    Unknown,
}

impl<V> Known<V> {
    /// The value, if it is known exactly.
    #[must_use]
    pub const fn exact(&self) -> Option<&V> {
        match self {
            Self::Exact(value) => Some(value),
            Self::AtLeast(_) | Self::AtMost(_) | Self::Unknown => None,
        }
    }

    /// Whether some value fits both what is known here and what is known there.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool
    where
        V: Ord,
    {
        match (self, other) {
            (Self::Exact(value), Self::Exact(other)) => value == other,
            (Self::Exact(value) | Self::AtMost(value), Self::AtLeast(least))
            | (Self::AtLeast(least), Self::Exact(value) | Self::AtMost(value)) => least <= value,
            (Self::Exact(value), Self::AtMost(most)) | (Self::AtMost(most), Self::Exact(value)) => {
                value <= most
            }
            (Self::Unknown, _)
            | (_, Self::Unknown)
            | (Self::AtLeast(_), Self::AtLeast(_))
            | (Self::AtMost(_), Self::AtMost(_)) => true,
        }
    }

    /// The same knowledge of a value seen another way. `keep_order` says whether `f` keeps the order of values
    /// (adding a constant does) or turns it round (as the other side's view does).
    #[must_use]
    pub fn map<W>(self, keep_order: bool, f: impl FnOnce(V) -> W) -> Known<W> {
        match (self, keep_order) {
            (Self::Exact(value), _) => Known::Exact(f(value)),
            (Self::AtLeast(value), true) | (Self::AtMost(value), false) => Known::AtLeast(f(value)),
            (Self::AtMost(value), true) | (Self::AtLeast(value), false) => Known::AtMost(f(value)),
            (Self::Unknown, _) => Known::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odds(favourable: u32, possible: u32) -> Odds {
        Odds::new(favourable.into(), possible.into()).unwrap()
    }

    #[test]
    fn margins_print_their_sign() {
        let shown: Vec<String> = [-3, 0, 12].into_iter().map(|m| Margin::new(m).to_string()).collect();
        assert_eq!(shown, ["-3", "0", "+12"]);
    }

    #[test]
    fn odds_are_reduced_and_refuse_what_is_no_probability() {
        assert_eq!(odds(6, 9).to_string(), "2/3");
        assert_eq!(odds(0, 9), Odds::impossible());
        assert_eq!(odds(9, 9), Odds::certain());
        assert!(Odds::new(1_u32.into(), 0_u32.into()).is_err());
        assert!(Odds::new(4_u32.into(), 3_u32.into()).is_err());
    }

    #[test]
    fn decimals_round_half_to_even() {
        for (favourable, possible, places, expected) in [
            (1, 3, 6, "0.333333"),
            (2, 3, 6, "0.666667"),
            (1, 1, 6, "1.000000"),
            (0, 1, 3, "0.000"),
            (1, 8, 2, "0.12"),
            (3, 8, 2, "0.38"),
            (999_999, 1_000_000, 3, "1.000"),
            (1, 2, 0, "0"),
            (2, 3, 0, "1"),
        ] {
            assert_eq!(odds(favourable, possible).to_decimal(places), expected, "{favourable}/{possible}");
        }
    }

    #[test]
    fn floats_hold_for_fractions_past_the_range_of_f64() {
        let huge = BigUint::from(3_u32).pow(2_000);
        let third = Odds::new(huge.clone(), &huge * 3_u32).unwrap();
        assert!((third.to_f64() - 1.0 / 3.0).abs() < 1e-16);
        let near_half = Odds::new(&huge / 2_u32, huge).unwrap();
        assert!((near_half.to_f64() - 0.5).abs() < 1e-16);
        let tiny = Odds::new(1_u32.into(), BigUint::from(1_u32) << 960_u32).unwrap();
        assert!((tiny.to_f64() / 2_f64.powi(-960) - 1.0).abs() < f64::EPSILON);
        assert!((odds(1, 1).to_f64() - 1.0).abs() < f64::EPSILON);
        assert!(odds(0, 1).to_f64().abs() < f64::EPSILON);
    }

    #[test]
    fn the_mean_of_cases_is_exact() {
        assert_eq!(Odds::mean([odds(1, 2), odds(1, 3), odds(1, 1)]), Some(odds(11, 18)));
        assert_eq!(Odds::mean([]), None);
    }

    #[test]
    fn what_is_nearly_certain_is_never_told_as_certain() {
        let ten = |exponent: u32| BigUint::from(10_u32).pow(exponent);
        for (favourable, possible, expected) in [
            (0_u32.into(), 1_u32.into(), "0.000000"),
            (1_u32.into(), 1_u32.into(), "1.000000"),
            (24_u32.into(), 35_u32.into(), "0.685714"),
            (1_u32.into(), 1_000_u32.into(), "0.001000"),
            (1_u32.into(), 1_001_u32.into(), "9.99001e-4"),
            (9_999_995_u32.into(), ten(14), "1.00000e-7"),
            (9_999_985_u32.into(), ten(14), "9.99998e-8"),
            (224_515_u32.into(), ten(182), "2.24515e-177"),
            (7_u32.into(), 11_u32 * ten(50), "6.36364e-51"),
            (999_999_u32.into(), ten(6), "0.999999"),
            (ten(20) - 3_u32, ten(20), "1 - 3.00000e-20"),
        ] {
            assert_eq!(Odds::new(favourable, possible).unwrap().to_significant(6), expected);
        }
    }

    #[test]
    fn bounds_turn_round_with_the_view() {
        let flipped = Known::AtLeast(Margin::new(3)).map(false, |m| -m);
        assert_eq!(flipped, Known::AtMost(Margin::new(-3)));
        let shifted = Known::AtLeast(Margin::new(3)).map(true, |m| m + Margin::new(1));
        assert_eq!(shifted, Known::AtLeast(Margin::new(4)));
    }
}
