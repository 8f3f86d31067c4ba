//! The inner loops of the sweeps: rows of numbers added up along the steps of one site.
//!
//! They are written once, over any [`Arithmetic`], and compiled twice where the machine may have AVX2.

use super::arithmetic::Arithmetic;
use super::filling::Site;
use super::sweep::Asked;
use super::transfer::LOST;
use crate::machine::{self, Job};

/// How rows of numbers before a site and after it belong together.
///
/// An open site that does not go to the sweeping colour leaves a count as it is, and one that does raises it by `climb`:
///
/// ```text
///   row before            0  1  2  3  4       raised = 0, climb = 1, lengths 5 and 6
///   without a stone       0  1  2  3  4  (5)
///   with one                 1  2  3  4  5
///
///   row before            0  1  2  3  4       raised = 1, climb = 1, lengths 5 and 4
///   without a stone          0  1  2  3
///   with one              0  1  2  3
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Numbers of a row before the site.
    pub(super) length: usize,
    /// Numbers of a row after it.
    pub(super) next_length: usize,
    /// Frontiers after the site.
    pub(super) next_rows: usize,
    /// By how much the first count after an open site is higher.
    pub(super) raised: usize,
    /// By how much a stone raises the count.
    pub(super) climb: usize,
    /// By how much the stones in the end may differ.
    pub(super) spread: usize,
}

/// Numbers in the rows between two looks at the limits.
const NUMBERS_AT_A_TIME: usize = 1 << 16;

impl Shape {
    /// Rows between two looks at the limits.
    pub(super) fn rows_at_a_time(&self) -> usize {
        (NUMBERS_AT_A_TIME / self.length).max(1)
    }

    /// How many numbers of a row, from the first on, have one in the next row with a stone.
    fn with(&self) -> usize {
        self.length.min(self.next_length + self.raised - self.climb)
    }

    /// The row after the site of a frontier; zeros where there is none.
    #[inline(always)]
    fn row<'n, N>(&self, next: &'n [N], target: u32) -> &'n [N] {
        let row = (target as usize).min(self.next_rows);
        &next[row * self.next_length..][..self.next_length]
    }
}

/// The steps of one site, or some of them, and what is the same for all.
pub(super) struct Steps<'a, A: Arithmetic> {
    pub(super) arithmetic: &'a A,
    pub(super) site: Site,
    pub(super) shape: &'a Shape,
    /// By count.
    pub(super) weights: &'a [A::Weight],
    /// Where each frontier before the site leads, without a stone and with one.
    pub(super) steps: &'a [[u32; 2]],
}

impl<A: Arithmetic> Steps<'_, A> {
    /// The completions of frontiers before a site, from those after it.
    pub(super) fn pull(&self, next: &[A::Number], here: &mut [A::Number]) {
        machine::run(Pull { steps: self, next, here });
    }

    /// Adds the arrivals of frontiers before a site to those after it.
    pub(super) fn push(&self, here: &[A::Number], next: &mut [A::Number]) {
        machine::run(Push { steps: self, here, next });
    }

    /// Adds what is asked of an open site, over frontiers before it, to a total.
    pub(super) fn weigh(
        &self,
        asked: Asked,
        here: &[A::Number],
        completions: &[A::Number],
        total: &mut A::Total,
    ) {
        machine::run(Weigh { steps: self, asked, here, completions, total });
    }
}

struct Pull<'a, A: Arithmetic> {
    steps: &'a Steps<'a, A>,
    next: &'a [A::Number],
    here: &'a mut [A::Number],
}

impl<A: Arithmetic> Job for Pull<'_, A> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { steps: &Steps { arithmetic, site, shape, weights, steps }, next, here } = self;
        let way = match site {
            Site::Open if shape.length == 1 && shape.climb == 0 => {
                return pull_single(arithmetic, weights, steps, next, here);
            }
            Site::Open => return pull_open(arithmetic, shape, weights, steps, next, here),
            Site::Own => 1,
            Site::Other => 0,
        };
        for (row, targets) in here.chunks_exact_mut(shape.length).zip(steps) {
            row.copy_from_slice(shape.row(next, targets[way]));
        }
    }
}

/// Rows of one number.
#[inline(always)]
fn pull_single<A: Arithmetic>(
    arithmetic: &A,
    weights: &[A::Weight],
    steps: &[[u32; 2]],
    next: &[A::Number],
    here: &mut [A::Number],
) {
    let (weight, last) = (weights[0], next.len() - 1);
    for (number, targets) in here.iter_mut().zip(steps) {
        let [without, with] = targets.map(|target| &next[(target as usize).min(last)]);
        arithmetic.both(number, without, with, weight);
    }
}

#[inline(always)]
fn pull_open<A: Arithmetic>(
    arithmetic: &A,
    shape: &Shape,
    weights: &[A::Weight],
    steps: &[[u32; 2]],
    next: &[A::Number],
    here: &mut [A::Number],
) {
    let (raised, with_end) = (shape.raised, shape.with());
    let both = with_end - raised;
    let (first_weights, weights) = weights.split_at(raised);
    for (row, targets) in here.chunks_exact_mut(shape.length).zip(steps) {
        let without = shape.row(next, targets[0]);
        let with = shape.row(next, targets[1]);
        let (first, rest) = row.split_at_mut(raised);
        for ((number, with), weight) in first.iter_mut().zip(with).zip(first_weights) {
            *number = arithmetic.with(*with, *weight);
        }
        let (middle, last) = rest.split_at_mut(both);
        let numbers = middle.iter_mut().zip(without).zip(&with[shape.climb..]).zip(weights);
        for (((number, without), with), weight) in numbers {
            *number = arithmetic.sum(arithmetic.without(*without, *weight), arithmetic.with(*with, *weight));
        }
        for ((number, without), weight) in last.iter_mut().zip(&without[both..]).zip(&weights[both..]) {
            *number = arithmetic.without(*without, *weight);
        }
    }
}

struct Push<'a, A: Arithmetic> {
    steps: &'a Steps<'a, A>,
    here: &'a [A::Number],
    next: &'a mut [A::Number],
}

impl<A: Arithmetic> Job for Push<'_, A> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { steps: &Steps { arithmetic, site, shape, weights, steps }, here, next } = self;
        let length = shape.next_length;
        let [may_go_without, may_go_with] = site.ways();
        let open = site == Site::Open;
        let (raised, climb) = if open { (shape.raised, shape.climb) } else { (0, 0) };
        let with_end = if open { shape.with() } else { shape.length };
        for (row, targets) in here.chunks_exact(shape.length).zip(steps) {
            if may_go_without && targets[0] != LOST {
                let to = &mut next[targets[0] as usize * length..][..length];
                for ((number, more), weight) in to.iter_mut().zip(&row[raised..]).zip(&weights[raised..]) {
                    let more = if open { arithmetic.without(*more, *weight) } else { *more };
                    *number = arithmetic.sum(*number, more);
                }
            }
            if may_go_with && targets[1] != LOST {
                let to = &mut next[targets[1] as usize * length..][..length][climb - raised..];
                for ((number, more), weight) in to.iter_mut().zip(&row[..with_end]).zip(weights) {
                    let more = if open { arithmetic.with(*more, *weight) } else { *more };
                    *number = arithmetic.sum(*number, more);
                }
            }
        }
    }
}

struct Weigh<'a, A: Arithmetic> {
    steps: &'a Steps<'a, A>,
    asked: Asked,
    here: &'a [A::Number],
    completions: &'a [A::Number],
    total: &'a mut A::Total,
}

impl<A: Arithmetic> Job for Weigh<'_, A> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { steps, asked, here, completions, total } = self;
        let &Steps { arithmetic, shape, weights, steps, .. } = steps;
        let mut sum = *total;
        for (row, targets) in here.chunks_exact(shape.length).zip(steps) {
            let with = shape.row(completions, targets[1]);
            if asked == Asked::Own {
                let with = &with[shape.climb - shape.raised..];
                for ((arrivals, with), weight) in row[..shape.with()].iter().zip(with).zip(weights) {
                    arithmetic.add_product(&mut sum, arithmetic.given(*arrivals, *weight), *with);
                }
                continue;
            }
            let without = shape.row(completions, targets[0]);
            for fewer in 0..=shape.spread {
                // A count stays the same for `most` stones on the other sites, and is one more for each fewer.
                let (skipped, from) =
                    (shape.raised.saturating_sub(fewer), fewer.saturating_sub(shape.raised));
                let differences = with.iter().zip(without).skip(from);
                for (arrivals, (with, without)) in row[skipped..].iter().zip(differences) {
                    arithmetic.add_product(&mut sum, *arrivals, arithmetic.difference(*with, *without));
                }
            }
        }
        *total = sum;
    }
}
