//! A polynomial by its values: at points, modulo primes, many side by side in a vector; and its coefficients from them.
//!
//! Where a stone of the sweeping colour weighs `x` and one of the other colour 1, a sweep with one number a frontier gives
//! the sum over `k` of `W_k x^k`. With fewer stones than a colour is short of, it joins nothing, and the other one always wins: so
//! `W_k` is known for the least and the greatest `k`, and of a polynomial with `n` other terms `n` values are enough. The numbers that
//! a sweep keeps do not grow with the board's length, and any part of the values can be worked out by itself: that takes
//! less time than the counts themselves, all of them side by side, and far less memory.

use super::arithmetic::{Arithmetic, Moment};
use super::residues::{Factor, Modulo, Products, multiply, power};

/// Values side by side.
pub(super) const LANES: usize = 32;

/// What stones weigh: a point for each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Points {
    modulo: Modulo<LANES>,
    points: Factor<LANES>,
}

impl Points {
    /// Points, each with the prime that its value is wanted modulo. They are less than their primes.
    pub(super) fn new(points: [u32; LANES], primes: [u32; LANES]) -> Self {
        Self { modulo: Modulo::new(primes, None), points: Factor::new(primes, points) }
    }
}

impl Arithmetic for Points {
    type Number = [u32; LANES];
    type Weight = ();
    type Total = Products<LANES>;
    const ZERO: [u32; LANES] = [0; LANES];
    const ONE: [u32; LANES] = [1; LANES];
    const EMPTY: Products<LANES> = Modulo::EMPTY;

    fn weights(&self, moment: Moment) -> Vec<()> {
        vec![(); moment.length]
    }

    #[inline(always)]
    fn without(&self, number: [u32; LANES], (): ()) -> [u32; LANES] {
        number
    }

    #[inline(always)]
    fn with(&self, number: [u32; LANES], (): ()) -> [u32; LANES] {
        self.modulo.weighed(number, self.points)
    }

    #[inline(always)]
    fn given(&self, number: [u32; LANES], (): ()) -> [u32; LANES] {
        number
    }

    #[inline(always)]
    fn sum(&self, a: [u32; LANES], b: [u32; LANES]) -> [u32; LANES] {
        self.modulo.sum(a, b)
    }

    #[inline(always)]
    fn both(&self, to: &mut [u32; LANES], without: &[u32; LANES], with: &[u32; LANES], (): ()) {
        self.modulo.sum_weighed(to, without, with, &self.points);
    }

    #[inline(always)]
    fn difference(&self, a: [u32; LANES], b: [u32; LANES]) -> [u32; LANES] {
        self.modulo.difference(a, b)
    }

    #[inline(always)]
    fn add_product(&self, total: &mut Products<LANES>, a: [u32; LANES], b: [u32; LANES]) {
        self.modulo.add_product(total, a, b);
    }

    fn total(&self, total: Products<LANES>) -> [u32; LANES] {
        self.modulo.total(total)
    }
}

/// The coefficients modulo a prime, that of `x^0` first, of the polynomial that has these values at 1, 2, 3 and so on. Their
/// number is less than the prime. Time: its square.
pub(super) fn coefficients(mut values: Vec<u32>, prime: u32) -> Vec<u32> {
    let minus = |a: u32, b: u32| if a >= b { a - b } else { a + (prime - b) };
    // Newton's divided differences: points are as far apart as the difference is high.
    for height in 1..values.len() {
        let inverse = power(height as u32, prime - 2, prime);
        for place in (height..values.len()).rev() {
            values[place] = multiply(minus(values[place], values[place - 1]), inverse, prime);
        }
    }
    // The sum of differences times (x - 1) (x - 2) ..., by Horner's rule.
    for point in (0..values.len()).rev() {
        for place in point + 1..values.len() {
            let lower = multiply(values[place], point as u32 + 1, prime);
            values[place - 1] = minus(values[place - 1], lower);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::super::residues::primes;
    use super::*;

    #[test]
    fn values_give_coefficients_back() {
        for prime in primes().take(3) {
            for terms in 1..40 {
                let of = |place: u32| power(place + 2, 1_000 * terms + 7, prime);
                let expected: Vec<u32> = (0..terms).map(of).collect();
                let value = |point: u32| {
                    expected.iter().rev().fold(0, |sum, &term| {
                        ((u64::from(multiply(sum, point, prime)) + u64::from(term)) % u64::from(prime)) as u32
                    })
                };
                assert_eq!(coefficients((1..=terms).map(value).collect(), prime), expected);
            }
        }
    }
}
