//! Numbers to count fillings with: words where the counts fit, else residues modulo primes, put together at the end.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// Addition and multiplication of counts, by rows.
pub(super) trait Arithmetic {
    /// A count.
    type Number: Copy + Into<BigUint>;
    /// The count 0.
    const ZERO: Self::Number;
    /// The count 1.
    const ONE: Self::Number;

    /// Adds to each count of a row the one at the same place of another.
    fn add(&self, row: &mut [Self::Number], other: &[Self::Number]);

    /// The sum of two counts.
    fn sum(&self, a: Self::Number, b: Self::Number) -> Self::Number;

    /// The sum of the products of two rows, place by place.
    fn dot(&self, row: &[Self::Number], other: &[Self::Number]) -> Self::Number;
}

/// Counts below 2^64 as they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrow;

/// Counts below 2^128 as they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide;

/// Counts modulo a prime below 2^62.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modulo(pub(super) u64);

macro_rules! whole_numbers {
    ($arithmetic:ty, $number:ty) => {
        impl Arithmetic for $arithmetic {
            type Number = $number;
            const ZERO: $number = 0;
            const ONE: $number = 1;

            fn add(&self, row: &mut [$number], other: &[$number]) {
                row.iter_mut().zip(other).for_each(|(count, more)| *count += more);
            }

            fn sum(&self, a: $number, b: $number) -> $number {
                a + b
            }

            fn dot(&self, row: &[$number], other: &[$number]) -> $number {
                row.iter().zip(other).map(|(a, b)| a * b).sum()
            }
        }
    };
}

whole_numbers!(Narrow, u64);
whole_numbers!(Wide, u128);

impl Arithmetic for Modulo {
    type Number = u64;
    const ZERO: u64 = 0;
    const ONE: u64 = 1;

    fn add(&self, row: &mut [u64], other: &[u64]) {
        row.iter_mut().zip(other).for_each(|(count, more)| *count = self.sum(*count, *more));
    }

    fn sum(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        // Below the prime the difference wraps round to more than the sum.
        sum.min(sum.wrapping_sub(self.0))
    }

    fn dot(&self, row: &[u64], other: &[u64]) -> u64 {
        // Eight products below 2^124 and what is carried over stay below 2^128.
        let prime = u128::from(self.0);
        let total = row.chunks(8).zip(other.chunks(8)).fold(0, |carried, (row, other)| {
            let products = row.iter().zip(other).map(|(a, b)| u128::from(*a) * u128::from(*b));
            (carried + products.sum::<u128>()) % prime
        });
        total as u64
    }
}

/// Numbers known modulo a growing set of primes (Garner's form of the Chinese remainder theorem).
#[derive(Clone, Debug)]
pub(super) struct Residues {
    /// The numbers modulo `modulus`.
    pub(super) numbers: Vec<BigUint>,
    /// The product of the primes.
    pub(super) modulus: BigUint,
}

impl Residues {
    /// Nothing known of so many numbers.
    pub(super) fn new(numbers: usize) -> Self {
        Self { numbers: vec![BigUint::zero(); numbers], modulus: BigUint::from(1_u32) }
    }

    /// Learns the numbers modulo one more prime.
    pub(super) fn learn(&mut self, prime: u64, residues: &[u64]) {
        let inverse = power(rest(&self.modulus, prime), prime - 2, prime);
        for (number, residue) in self.numbers.iter_mut().zip(residues) {
            let short = (residue + prime - rest(number, prime)) % prime;
            *number += &self.modulus * multiply(short, inverse, prime);
        }
        self.modulus *= prime;
    }
}

fn rest(number: &BigUint, prime: u64) -> u64 {
    (number % prime).to_u64().expect("a rest is below its modulus")
}

/// The primes below 2^62, downwards.
pub(super) fn primes() -> impl Iterator<Item = u64> {
    (1..1_u64 << 62).rev().step_by(2).filter(|number| is_prime(*number))
}

/// Miller-Rabin with the first twelve primes as bases, which is exact for odd numbers from 39 to 2^64 (Sorenson and
/// Webster, "Strong pseudoprimes to twelve prime bases", 2017).
fn is_prime(number: u64) -> bool {
    let twos = (number - 1).trailing_zeros();
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
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

fn multiply(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(base: u64, exponent: u64, modulus: u64) -> u64 {
    let bits = (0..u64::BITS - exponent.leading_zeros()).rev();
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
        // The largest primes below 2^62 (the first is in OEIS A013603; all are in tables of primes below powers of two).
        let below: Vec<u64> = primes().take(5).map(|prime| (1 << 62) - prime).collect();
        assert_eq!(below, [57, 87, 117, 143, 153]);
        let small = |number: &u64| (2..*number).all(|factor| !number.is_multiple_of(factor));
        let odd = || (39..2_000).step_by(2);
        assert_eq!(
            odd().filter(|n| is_prime(*n)).collect::<Vec<_>>(),
            odd().filter(small).collect::<Vec<_>>()
        );
    }

    #[test]
    fn residues_give_numbers_back() {
        let numbers: Vec<BigUint> = [0_u32, 1, 12_345].map(|n| BigUint::from(n).pow(17)).to_vec();
        let mut known = Residues::new(numbers.len());
        for prime in primes().take(4) {
            let residues: Vec<u64> = numbers.iter().map(|number| rest(number, prime)).collect();
            known.learn(prime, &residues);
        }
        assert_eq!(known.numbers, numbers);
    }

    #[test]
    fn arithmetics_agree() {
        let rows: [Vec<u64>; 2] =
            [(0..37).map(|n| n * n * 911 + 5).collect(), (0..37).map(|n| n * 40_009 + 1).collect()];
        let expected: u64 = rows[0].iter().zip(&rows[1]).map(|(a, b)| a * b).sum();
        let wide = rows.clone().map(|row| row.into_iter().map(u128::from).collect::<Vec<_>>());
        assert_eq!(Narrow.dot(&rows[0], &rows[1]), expected);
        assert_eq!(Wide.dot(&wide[0], &wide[1]), u128::from(expected));
        for prime in [101, (1 << 62) - 57] {
            let reduced = rows.clone().map(|row| row.into_iter().map(|n| n % prime).collect::<Vec<_>>());
            assert_eq!(Modulo(prime).dot(&reduced[0], &reduced[1]), expected % prime);
            let mut sums = reduced[0].clone();
            Modulo(prime).add(&mut sums, &reduced[1]);
            let plain: Vec<u64> = rows[0].iter().zip(&rows[1]).map(|(a, b)| (a + b) % prime).collect();
            assert_eq!(sums, plain);
        }
        // The largest residues overflow nothing.
        let prime = (1 << 62) - 57;
        assert_eq!(Modulo(prime).dot(&[prime - 1; 100], &[prime - 1; 100]), 100);
    }
}
