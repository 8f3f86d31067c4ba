//! All numbers of stones at once: how many sets of each size connect a colour, and the polynomial that they make.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_rational::Ratio;
use num_traits::{One, Zero};

use crate::analysis::Solution;
use crate::limits::{Budget, Limits};
use crate::report::{Halt, SolveError};
use crate::value::Odds;

use super::board::{Axis, Colour, Position};
use super::count::{count, needs_of_count};
use super::filling::{Filling, binomial};
use super::frontier::Lattice;
use super::networks::check_width;
use super::solve::{Solver, answer};
use super::sweep::{Asked, Stones};

/// How many sets of `k` empty cells connect a colour once they hold its stones and the other cells the opponent's, for
/// every `k`; and, as a polynomial, the probability that it is connected where each cell goes to it with probability `p`:
///
/// ```text
/// P(p) = sum over k of  W_k p^k (1 - p)^(m - k),     m empty cells
/// ```
///
/// ```
/// use foregone::hex::{Colour, Position, Solver};
/// use foregone::{Limits, Odds};
///
/// let solution = Solver::new().polynomial(&Position::empty(2, 2)?, Colour::White, &Limits::none())?;
/// let polynomial = solution.value.exact().unwrap();
/// assert_eq!(polynomial.to_string(), "0 0 3 4 1");
/// // 3 p^2 - 2 p^3
/// let coefficients: Vec<String> = polynomial.coefficients().iter().map(ToString::to_string).collect();
/// assert_eq!(coefficients, ["0", "0", "3", "-2", "0"]);
/// let half = Odds::new(1_u32.into(), 2_u32.into())?;
/// assert_eq!(polynomial.at(&half), half);
/// assert_eq!(polynomial.slope_at(&half).to_string(), "3/2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polynomial {
    counts: Vec<BigUint>,
}

impl Polynomial {
    /// The numbers `W_0, W_1, ... W_m`.
    #[must_use]
    pub fn counts(&self) -> &[BigUint] {
        &self.counts
    }

    /// That of so many sets of each size: at least one number, and none more than the sets that there are.
    pub(super) const fn of_counts(counts: Vec<BigUint>) -> Self {
        Self { counts }
    }

    /// Makes it that of the other colour, which is connected with the cells that this one has not, unless this one is.
    pub(super) fn complement(&mut self) {
        let open = self.open_cells();
        self.counts.reverse();
        for (k, count) in self.counts.iter_mut().enumerate() {
            *count = binomial(open, k) - &*count;
        }
    }

    /// The empty cells.
    #[must_use]
    pub const fn open_cells(&self) -> usize {
        self.counts.len() - 1
    }

    /// The number of all sets that connect the colour.
    #[must_use]
    pub fn total(&self) -> BigUint {
        self.counts.iter().sum()
    }

    /// The probability that the colour is connected where it gets so many of the empty cells, all choices being equally
    /// likely; `None` if there are not so many.
    ///
    /// ```
    /// use foregone::hex::{Colour, Position, Solver};
    /// use foregone::Limits;
    ///
    /// let solution = Solver::new().polynomial(&Position::empty(2, 2)?, Colour::White, &Limits::none())?;
    /// let odds = solution.value.exact().unwrap().odds_of(2).unwrap();
    /// assert_eq!(odds.to_string(), "1/2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn odds_of(&self, cells: usize) -> Option<Odds> {
        let count = self.counts.get(cells)?;
        Some(
            Odds::new(count.clone(), binomial(self.open_cells(), cells))
                .expect("no more sets than there are"),
        )
    }

    /// The probability that the colour is connected where each empty cell goes to it with probability `p`.
    #[must_use]
    pub fn at(&self, p: &Odds) -> Odds {
        let all = p.denominator().pow(self.open_cells() as u32);
        let connected = homogeneous(&self.counts, p.numerator(), &(p.denominator() - p.numerator()));
        Odds::new(connected, all).expect("no more sets than there are")
    }

    /// The derivative of the probability: the expected number of pivotal cells (Margulis and Russo).
    #[must_use]
    pub fn slope_at(&self, p: &Odds) -> Ratio<BigUint> {
        let open = self.open_cells();
        if open == 0 {
            return Ratio::zero();
        }
        // Of the sets with k of the other cells, those that connect only with one more: k + 1 choices of it in each set of
        // k + 1 that connects, less the m - k ways to add one to a set of k that does.
        let pivotal: Vec<BigUint> =
            (0..open).map(|k| &self.counts[k + 1] * (k + 1) - &self.counts[k] * (open - k)).collect();
        let connected = homogeneous(&pivotal, p.numerator(), &(p.denominator() - p.numerator()));
        Ratio::new(connected, p.denominator().pow(open as u32 - 1))
    }

    /// The `p` for which the probability is a half, to within 1e-12: it rises with `p` from 0 to 1. `None` if it is the
    /// same for all `p`, because the colour is connected, or the other one is, whatever comes.
    ///
    /// By halving, so exact in what it compares: forty times the cost of [`Polynomial::at`] at most.
    #[must_use]
    pub fn half(&self) -> Option<f64> {
        const HALVINGS: u32 = 40;
        let rises = self.counts.first()?.is_zero() && !self.counts.last()?.is_zero();
        if !rises {
            return None;
        }
        // In units of 2^-HALVINGS. The odds are not put in lowest terms: on a large board that takes longer than all else.
        let (mut low, mut high) = (0_u64, 1_u64 << HALVINGS);
        while high - low > 1 {
            let middle = low.midpoint(high);
            let bits = HALVINGS - middle.trailing_zeros();
            let own = middle >> middle.trailing_zeros();
            let connected = homogeneous(&self.counts, &own.into(), &((1_u64 << bits) - own).into());
            // More or less than half of (2^bits)^m.
            let half = BigUint::one() << (u64::from(bits) * self.open_cells() as u64 - 1);
            match connected.cmp(&half) {
                Ordering::Less => low = middle,
                Ordering::Equal => (low, high) = (middle, middle),
                Ordering::Greater => high = middle,
            }
        }
        Some((low as f64 + high as f64) / 2.0 / (1_u64 << HALVINGS) as f64)
    }

    /// The coefficients of `P(p)`, that of `p^0` first: one more than there are empty cells.
    #[must_use]
    pub fn coefficients(&self) -> Vec<BigInt> {
        // Differences of the sequence W_k / C(m, k), times C(m, n): that is what comes of (1 - p)^(m - k).
        let open = self.open_cells();
        let mut coefficients = vec![BigInt::zero(); open + 1];
        for (k, count) in self.counts.iter().enumerate().filter(|(_, count)| !count.is_zero()) {
            let mut term = BigInt::from(count.clone());
            for (chosen, coefficient) in coefficients[k..].iter_mut().enumerate() {
                *coefficient += &term;
                // The next coefficient of (1 - p)^(m - k).
                term = -term * (open - k - chosen) / (chosen + 1);
            }
        }
        coefficients
    }
}

/// The sum of `own^k other^(n - k)` times the `k`th of `n + 1` numbers.
fn homogeneous(numbers: &[BigUint], own: &BigUint, other: &BigUint) -> BigUint {
    let (mut sum, mut power) = (BigUint::zero(), BigUint::one());
    for number in numbers.iter().rev() {
        // Horner's rule from the highest power of the one downwards gathers those of the other on the way.
        sum = sum * own + number * &power;
        power *= other;
    }
    sum
}

impl std::fmt::Display for Polynomial {
    /// The counts, with blanks between them.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (k, count) in self.counts.iter().enumerate() {
            write!(f, "{}{count}", if k == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl Solver {
    /// How many sets of each size of the empty cells connect a colour. Whose turn it is does not matter.
    ///
    /// Always by transfer tables. Time and memory: about twice as much as for the odds alone when the colours move in turn.
    ///
    /// # Errors
    /// [`SolveError`] if the board is too large for the memory allowed, or its shorter side is more than 21.
    pub fn polynomial(
        &mut self,
        position: &Position,
        colour: Colour,
        limits: &Limits<'_>,
    ) -> Result<Solution<Polynomial>, SolveError> {
        answer(limits, |budget| self.find_polynomial(position, colour, budget))
    }

    fn find_polynomial(
        &mut self,
        position: &Position,
        colour: Colour,
        budget: &mut Budget<'_>,
    ) -> Result<Polynomial, Halt> {
        let filling = Filling::of(position);
        let mut polynomial = self.sweep_polynomial(Lattice::Hexagonal, &filling, budget)?;
        if filling.sweeper != colour {
            polynomial.complement();
        }
        Ok(polynomial)
    }

    /// How many sets of each size of the empty cells connect the colour that joins top and bottom, where cells touch as
    /// they do on a lattice: the crossing polynomials of site percolation, with some sites taken or gone.
    ///
    /// On the hexagonal lattice that is the polynomial of the colour. On the square lattice there is no such symmetry between
    /// the colours, there are more frontiers, and all of them are found, not written down. The sweep goes from top to bottom;
    /// on boards that are wider than long by more than two columns it goes from left to right, between a row of cells added
    /// at the top and one at the bottom.
    ///
    /// ```
    /// use foregone::Limits;
    /// use foregone::hex::{Lattice, Position, Solver};
    ///
    /// let solution = Solver::new().crossings(Lattice::Square, &Position::empty(3, 3)?, &Limits::none())?;
    /// assert_eq!(solution.value.exact().unwrap().total(), 197_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError`] if the board is too large for the memory allowed; if its shorter side is more than 21, or on the square
    /// lattice if it has more than 21 columns and more than 19 rows.
    pub fn crossings(
        &mut self,
        lattice: Lattice,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<Solution<Polynomial>, SolveError> {
        answer(limits, |budget| match lattice {
            Lattice::Hexagonal => self.find_polynomial(position, position.joiner_of(Axis::TopBottom), budget),
            Lattice::Square if position.columns() > position.rows() + 2 => {
                self.sweep_polynomial(lattice, &Filling::across(position), budget)
            }
            Lattice::Square => {
                let filling = Filling::swept_along(position, Axis::TopBottom);
                self.sweep_polynomial(lattice, &filling, budget)
            }
        })
    }

    /// The polynomial of the colour that joins the first row of the sweep with the last.
    fn sweep_polynomial(
        &mut self,
        lattice: Lattice,
        filling: &Filling,
        budget: &mut Budget<'_>,
    ) -> Result<Polynomial, Halt> {
        check_width(filling)?;
        let stones = Stones::From { least: 0, most: filling.open };
        let needs = needs_of_count(filling, stones, None, Asked::Nothing, budget);
        let network = self.networks.on(lattice, filling, &[needs], budget)?;
        let tally = count(filling, &network, stones, None, Asked::Nothing, budget)?;
        let mut counts = tally.connected;
        counts.reverse();
        Ok(Polynomial::of_counts(counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn both_ways_to_sweep_a_board_count_the_same() {
        let (w, b) = (Some(Colour::White), Some(Colour::Black));
        for axis in [Axis::TopBottom, Axis::LeftRight] {
            for (rows, columns) in [(1, 1), (1, 7), (4, 1), (3, 5), (5, 6), (6, 4), (4, 9), (3, 12)] {
                for stones in 0..4 {
                    let stone = |cell: usize| match (stones, cell % 7) {
                        (1..4, 3) => w,
                        (2..4, 4) => b,
                        (3, 1) => [w, b][cell % 2],
                        _ => None,
                    };
                    let stones = (0..rows * columns).map(stone).collect();
                    let position = Position::new(rows, columns, stones, Colour::White, axis).unwrap();
                    let (mut solver, mut budget) = (Solver::new(), Budget::open(&Limits::none()));
                    let [along, across] =
                        [Filling::swept_along(&position, Axis::TopBottom), Filling::across(&position)].map(
                            |filling| {
                                solver.sweep_polynomial(Lattice::Square, &filling, &mut budget).unwrap()
                            },
                        );
                    assert_eq!(along, across, "{position}");
                }
            }
        }
    }
}
