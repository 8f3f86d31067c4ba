//! Numbers to count and to weigh fillings with.

use std::fmt::Debug;

/// Where a sweep is when it comes to an open site.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// Open sites to come, this one with them.
    pub(super) sites_left: usize,
    /// Stones of the sweeping colour to come, at the first count of the layer's window; one fewer at each next one.
    pub(super) stones_left: usize,
    /// The counts of the window.
    pub(super) length: usize,
}

/// Sums and products of the numbers that belong to frontiers. There is no subtraction but where it is asked for.
pub(super) trait Arithmetic: Sync {
    /// A count, or a probability.
    type Number: Copy + Debug + Send + Sync;
    /// What the two ways to fill an open site weigh, at one count.
    type Weight: Copy + Debug;
    /// A sum of products on the way.
    type Total: Copy;

    /// Nothing.
    const ZERO: Self::Number;
    /// One filling, or certainty.
    const ONE: Self::Number;
    /// The empty sum.
    const EMPTY: Self::Total;

    /// The weights at an open site, for each count of the layer's window.
    fn weights(&self, moment: Moment) -> Vec<Self::Weight>;

    /// What a number counts for if the site goes to the other colour.
    fn without(&self, number: Self::Number, weight: Self::Weight) -> Self::Number;

    /// What a number counts for if the site goes to the sweeping colour.
    fn with(&self, number: Self::Number, weight: Self::Weight) -> Self::Number;

    /// What a number counts for where the site is *given* to the sweeping colour: as it is, unless that changes what is
    /// to be thought of the other sites.
    fn given(&self, number: Self::Number, weight: Self::Weight) -> Self::Number;

    /// The sum of two numbers.
    fn sum(&self, a: Self::Number, b: Self::Number) -> Self::Number;

    /// What both ways to fill an open site come to: put down, so that large numbers are not moved about.
    #[inline(always)]
    fn both(&self, to: &mut Self::Number, without: &Self::Number, with: &Self::Number, weight: Self::Weight) {
        *to = self.sum(self.without(*without, weight), self.with(*with, weight));
    }

    /// The difference of two numbers.
    fn difference(&self, a: Self::Number, b: Self::Number) -> Self::Number;

    /// Adds the product of two numbers to a total.
    fn add_product(&self, total: &mut Self::Total, a: Self::Number, b: Self::Number);

    /// The total as a number.
    fn total(&self, total: Self::Total) -> Self::Number;
}

/// Counts below 2^64 as they are. Counts of frontiers that the stones do not allow may wrap round, and are not used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words;

impl Arithmetic for Words {
    type Number = u64;
    type Weight = ();
    type Total = u64;
    const ZERO: u64 = 0;
    const ONE: u64 = 1;
    const EMPTY: u64 = 0;

    fn weights(&self, moment: Moment) -> Vec<()> {
        vec![(); moment.length]
    }

    #[inline(always)]
    fn without(&self, number: u64, (): ()) -> u64 {
        number
    }

    #[inline(always)]
    fn with(&self, number: u64, (): ()) -> u64 {
        number
    }

    #[inline(always)]
    fn given(&self, number: u64, (): ()) -> u64 {
        number
    }

    #[inline(always)]
    fn sum(&self, a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }

    #[inline(always)]
    fn difference(&self, a: u64, b: u64) -> u64 {
        a.wrapping_sub(b)
    }

    #[inline(always)]
    fn add_product(&self, total: &mut u64, a: u64, b: u64) {
        *total = total.wrapping_add(a.wrapping_mul(b));
    }

    fn total(&self, total: u64) -> u64 {
        total
    }
}

/// Probabilities as floats, and how far rounding can take them from the truth.
///
/// Every number is a sum of products of weights, none of them negative, so nothing cancels. Let `u = 2^-53`. A number
/// worked out at a site is `w a + w' b`: two products and a sum, each rounded once to within a factor of `1 ± u`, of
/// weights that are themselves within two such factors (see [`Floats::weights`]). So after `m` open sites it is within
/// four factors a site of the truth, by induction over the sites: `(1 ± u)^(4m)`. A product too small for the format loses
/// at most `2^-1074`; it reaches the answer with a weight of at most 1 where it is one of a frontier's completions, and all
/// frontiers of all layers together lose less than `2^-1000`.
///
/// An open site's total is a sum over frontiers of arrivals times completions, which are products of weights too, and the
/// sum is compensated, so the same bound holds with a few factors more. A difference of two numbers keeps the errors
/// of both.
#[derive(Clone, Copy, Debug)]
pub(super) enum Floats {
    /// Half of the open sites, as many as are given, all sets of them equally likely.
    Shared,
    /// Each open site goes to the sweeping colour by itself: the probabilities that it does not, and that it does.
    Independent([f64; 2]),
}

/// A sum of many terms: what was added, and what rounding took from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compensated {
    sum: f64,
    lost: f64,
}

impl Arithmetic for Floats {
    type Number = f64;
    type Weight = [f64; 2];
    type Total = Compensated;
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    const EMPTY: Compensated = Compensated { sum: 0.0, lost: 0.0 };

    /// Of `left` open sites `stones` go to the sweeping colour, so each does with probability `stones / left`: two
    /// small whole numbers, divided once. The probability of a coin is within two units of the last place. Where there are no more stones than that, or as many as sites, the weights
    /// are exactly 0 and 1.
    fn weights(&self, moment: Moment) -> Vec<[f64; 2]> {
        match self {
            Self::Independent(weights) => vec![*weights; moment.length],
            Self::Shared => {
                let left = moment.sites_left as f64;
                let stones = (0..moment.length).map(|place| moment.stones_left as f64 - place as f64);
                stones.map(|stones| [(left - stones) / left, stones / left]).collect()
            }
        }
    }

    #[inline(always)]
    fn without(&self, number: f64, weight: [f64; 2]) -> f64 {
        number * weight[0]
    }

    #[inline(always)]
    fn with(&self, number: f64, weight: [f64; 2]) -> f64 {
        number * weight[1]
    }

    #[inline(always)]
    fn given(&self, number: f64, weight: [f64; 2]) -> f64 {
        match self {
            Self::Shared => number * weight[1],
            Self::Independent(_) => number,
        }
    }

    #[inline(always)]
    fn sum(&self, a: f64, b: f64) -> f64 {
        a + b
    }

    #[inline(always)]
    fn difference(&self, a: f64, b: f64) -> f64 {
        a - b
    }

    /// Knuth's exact sum of two numbers: what is lost is added up apart, so that the error of the total is `2u` of the
    /// sum of absolute values and not `u` for every term (Ogita, Rump and Oishi, "Accurate sum and dot product", 2005).
    #[inline(always)]
    fn add_product(&self, total: &mut Compensated, a: f64, b: f64) {
        let term = a * b;
        let sum = total.sum + term;
        let added = sum - total.sum;
        total.lost += (total.sum - (sum - added)) + (term - added);
        total.sum = sum;
    }

    fn total(&self, total: Compensated) -> f64 {
        total.sum + total.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_open_sites_sum_to_one() {
        let moment = Moment { sites_left: 5, stones_left: 5, length: 6 };
        let weights = Floats::Shared.weights(moment);
        assert_eq!(weights[0], [0.0, 1.0]);
        assert_eq!(weights[5], [1.0, 0.0]);
        assert!(weights.iter().all(|[without, with]| (without + with - 1.0).abs() < 1e-15));
        assert_eq!(weights[2], [0.4, 0.6]);
    }

    #[test]
    fn small_terms_are_not_lost_in_long_sums() {
        let mut total = Floats::EMPTY;
        Floats::Shared.add_product(&mut total, 1.0, 1.0);
        for _ in 0..1_000_000 {
            Floats::Shared.add_product(&mut total, 1e-16, 1.0);
        }
        let sum = Floats::Shared.total(total);
        assert!((sum - (1.0 + 1e-10)).abs() < 1e-15, "{sum}");
    }
}
