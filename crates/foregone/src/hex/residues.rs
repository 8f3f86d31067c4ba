//! Counts modulo several primes at once, side by side in a vector, and the counts themselves from them.
//!
//! A residue is a word of 32 bits, so that a vector of 256 holds eight. Sums are reduced by one subtraction and one
//! minimum, without a branch.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use super::arithmetic::{Arithmetic, Moment};
use crate::limits::filled;
use crate::report::SolveError;

/// Bits that each prime is sure to tell: all are a little below 2^31.
pub(super) const BITS: f64 = 30.99;

/// Counts modulo `L` primes below 2^31.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modulo<const L: usize> {
    primes: [u32; L],
    /// What the two ways to fill an open site weigh; `None` if every filling counts once.
    weights: Weighing<L>,
}

/// What the two ways weigh, where fillings do not all weigh the same.
type Weighing<const L: usize> = Option<[Factor<L>; 2]>;

/// A number to multiply by, modulo each prime, and `2^32` times its ratio to the prime, rounded down: with it a quotient
/// is found by a multiplication, one too small at most (Shoup).
#[derive(Clone, Copy, Debug)]
pub(super) struct Factor<const L: usize> {
    factor: [u32; L],
    ratio: [u32; L],
}

/// Sums of products, the lower and the upper half of each product added up apart: room for 2^32 of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Products<const L: usize> {
    low: [u64; L],
    high: [u64; L],
}

impl<const L: usize> Factor<L> {
    /// Factors below the primes.
    pub(super) fn new(primes: [u32; L], factor: [u32; L]) -> Self {
        let ratio = |lane: usize| ((u64::from(factor[lane]) << 32) / u64::from(primes[lane])) as u32;
        Self { factor, ratio: std::array::from_fn(ratio) }
    }
}

impl<const L: usize> Modulo<L> {
    /// Counts modulo these primes, each filling weighing the product of its sites' weights.
    pub(super) fn new(primes: [u32; L], weights: Option<&[BigUint; 2]>) -> Self {
        let reduced = |weight: &BigUint| Factor::new(primes, primes.map(|prime| rest(weight, prime)));
        Self { primes, weights: weights.map(|both| both.each_ref().map(reduced)) }
    }

    /// The primes.
    pub(super) const fn primes(&self) -> &[u32; L] {
        &self.primes
    }

    #[inline(always)]
    fn each(&self, mut of: impl FnMut(usize, u32) -> u32) -> [u32; L] {
        std::array::from_fn(|lane| of(lane, self.primes[lane]))
    }

    /// A number, and another one times a factor. One loop over all lanes: so it becomes vectors, of however many lanes.
    #[inline(always)]
    pub(super) fn sum_weighed(&self, to: &mut [u32; L], a: &[u32; L], b: &[u32; L], weight: &Factor<L>) {
        for lane in 0..L {
            let prime = self.primes[lane];
            let quotient = (u64::from(b[lane]) * u64::from(weight.ratio[lane])) >> 32;
            let product = b[lane].wrapping_mul(weight.factor[lane]);
            let rest = product.wrapping_sub((quotient as u32).wrapping_mul(prime));
            let sum = a[lane].wrapping_add(rest.min(rest.wrapping_sub(prime)));
            to[lane] = sum.min(sum.wrapping_sub(prime));
        }
    }

    /// A number times a factor.
    #[inline(always)]
    pub(super) fn weighed(&self, number: [u32; L], weight: Factor<L>) -> [u32; L] {
        self.each(|lane, prime| {
            let quotient = (u64::from(number[lane]) * u64::from(weight.ratio[lane])) >> 32;
            let product = number[lane].wrapping_mul(weight.factor[lane]);
            let rest = product.wrapping_sub((quotient as u32).wrapping_mul(prime));
            rest.min(rest.wrapping_sub(prime))
        })
    }
}

impl<const L: usize> Arithmetic for Modulo<L> {
    type Number = [u32; L];
    type Weight = Weighing<L>;
    type Total = Products<L>;
    const ZERO: [u32; L] = [0; L];
    const ONE: [u32; L] = [1; L];
    const EMPTY: Products<L> = Products { low: [0; L], high: [0; L] };

    fn weights(&self, moment: Moment) -> Vec<Weighing<L>> {
        vec![self.weights; moment.length]
    }

    #[inline(always)]
    fn without(&self, number: [u32; L], weight: Weighing<L>) -> [u32; L] {
        weight.map_or(number, |weight| self.weighed(number, weight[0]))
    }

    #[inline(always)]
    fn with(&self, number: [u32; L], weight: Weighing<L>) -> [u32; L] {
        weight.map_or(number, |weight| self.weighed(number, weight[1]))
    }

    #[inline(always)]
    fn given(&self, number: [u32; L], _: Weighing<L>) -> [u32; L] {
        number
    }

    #[inline(always)]
    fn sum(&self, a: [u32; L], b: [u32; L]) -> [u32; L] {
        self.each(|lane, prime| {
            let sum = a[lane].wrapping_add(b[lane]);
            // Below the prime the difference wraps round to more than the sum.
            sum.min(sum.wrapping_sub(prime))
        })
    }

    #[inline(always)]
    fn difference(&self, a: [u32; L], b: [u32; L]) -> [u32; L] {
        self.each(|lane, prime| {
            let difference = a[lane].wrapping_sub(b[lane]);
            difference.min(difference.wrapping_add(prime))
        })
    }

    #[inline(always)]
    fn add_product(&self, total: &mut Products<L>, a: [u32; L], b: [u32; L]) {
        for lane in 0..L {
            let product = u64::from(a[lane]) * u64::from(b[lane]);
            total.low[lane] += product & u64::from(u32::MAX);
            total.high[lane] += product >> 32;
        }
    }

    fn total(&self, total: Products<L>) -> [u32; L] {
        self.each(|lane, prime| {
            let sum = u128::from(total.high[lane]) << 32;
            ((sum + u128::from(total.low[lane])) % u128::from(prime)) as u32
        })
    }
}

/// Numbers known modulo a growing set of primes (Garner's form of the Chinese remainder theorem).
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The numbers modulo `modulus`.
    pub(super) numbers: Vec<BigUint>,
    /// The product of the primes.
    modulus: BigUint,
}

impl Known {
    /// Nothing known of so many numbers.
    ///
    /// # Errors
    /// [`SolveError::NoMemory`] if the system has not the memory for them.
    pub(super) fn new(numbers: usize) -> Result<Self, SolveError> {
        let numbers = filled("counts of fillings", BigUint::zero(), numbers)?;
        Ok(Self { numbers, modulus: BigUint::from(1_u32) })
    }

    /// Learns the numbers modulo one more prime.
    pub(super) fn learn(&mut self, prime: u32, residues: impl Iterator<Item = u32>) {
        let inverse = power(rest(&self.modulus, prime), prime - 2, prime);
        for (number, residue) in self.numbers.iter_mut().zip(residues) {
            let short = (residue + prime - rest(number, prime)) % prime;
            *number += &self.modulus * multiply(short, inverse, prime);
        }
        self.modulus *= prime;
    }
}

/// What a number leaves when it is divided.
pub(super) fn rest(number: &BigUint, prime: u32) -> u32 {
    (number % prime).to_u32().expect("a rest is below its modulus")
}

/// The primes below 2^31, downwards.
pub(super) fn primes() -> impl Iterator<Item = u32> {
    (1..1_u32 << 31).rev().step_by(2).filter(|number| is_prime(*number))
}

/// Miller-Rabin with the bases 2, 3, 5 and 7, which is exact for odd numbers from 9 to 3,215,031,750 (Pomerance,
/// Selfridge and Wagstaff, "The pseudoprimes to 25·10^9", 1980).
fn is_prime(number: u32) -> bool {
    let twos = (number - 1).trailing_zeros();
    [2, 3, 5, 7].into_iter().all(|base| {
        let mut power = power(base, (number - 1) >> twos, number);
        if power == 1 {
            return true;
        }
        for _ in 0..twos {
            if power == number - 1 {
                return true;
            }
            power = multiply(power, power, number);
        }
        false
    })
}

#[inline(always)]
pub(super) fn multiply(a: u32, b: u32, modulus: u32) -> u32 {
    (u64::from(a) * u64::from(b) % u64::from(modulus)) as u32
}

/// By squaring.
pub(super) fn power(base: u32, exponent: u32, modulus: u32) -> u32 {
    let bits = (0..u32::BITS - exponent.leading_zeros()).rev();
    bits.fold(1, |power, bit| {
        let square = multiply(power, power, modulus);
        if exponent >> bit & 1 == 1 { multiply(square, base, modulus) } else { square }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_come_downwards_and_none_is_left_out() {
        // 2^31 - 1 is a Mersenne prime; the next ones are in all tables of primes below powers of two.
        let below: Vec<u32> = primes().take(5).map(|prime| (1 << 31) - prime).collect();
        assert_eq!(below, [1, 19, 61, 69, 85]);
        let small = |number: &u32| (2..*number).all(|factor| !number.is_multiple_of(factor));
        let odd = || (9..3_000).step_by(2);
        assert_eq!(
            odd().filter(|n| is_prime(*n)).collect::<Vec<_>>(),
            odd().filter(small).collect::<Vec<_>>()
        );
        // The first hundred thousand tell that many bits each: more than any count asks for.
        let least = primes().nth(100_000).unwrap();
        assert!(f64::from(least).log2() > BITS);
    }

    #[test]
    fn residues_give_numbers_back() {
        let numbers: Vec<BigUint> = [0_u32, 1, 12_345].map(|n| BigUint::from(n).pow(17)).to_vec();
        let mut known = Known::new(numbers.len()).unwrap();
        for prime in primes().take(8) {
            known.learn(prime, numbers.iter().map(|number| rest(number, prime)));
        }
        assert_eq!(known.numbers, numbers);
    }

    #[test]
    fn vectors_of_residues_count_as_numbers_do() {
        let primes: [u32; 4] = [101, 65_537, (1 << 31) - 19, (1 << 31) - 1];
        let modulo = Modulo::new(primes, Some(&[BigUint::from(7_u32), BigUint::from(1_u64 << 40)]));
        let number = |n: u64| primes.map(|prime| (n % u64::from(prime)) as u32);
        let mut total = Modulo::<4>::EMPTY;
        let mut sum = 0_u128;
        for (a, b) in (0..100_u64).map(|n| (n * n * 911_382_323 + 5, n * 972_663_749 + 1)) {
            let (x, y) = (number(a), number(b));
            assert_eq!(modulo.sum(x, y), number(a + b));
            assert_eq!(modulo.difference(number(a + b), y), x);
            assert_eq!(modulo.without(x, modulo.weights), number(7 * a));
            assert_eq!(modulo.with(number(n_small(a)), modulo.weights), number(n_small(a) << 40));
            modulo.add_product(&mut total, x, y);
            sum += u128::from(a) * u128::from(b);
        }
        let expected = primes.map(|prime| (sum % u128::from(prime)) as u32);
        assert_eq!(modulo.total(total), expected);
        // The largest residues overflow nothing.
        let most = primes.map(|prime| prime - 1);
        assert_eq!(modulo.sum(most, most), primes.map(|prime| prime - 2));
        assert_eq!(modulo.difference([0; 4], most), [1; 4]);
    }

    fn n_small(n: u64) -> u64 {
        n % (1 << 20)
    }
}
