//! The inner loops of the sweeps: rows of numbers added up along the steps of one site.
//!
//! They are written once, over any [`Arithmetic`], and compiled twice where the machine may have AVX2.

use super::arithmetic::Arithmetic;
use super::filling::Site;
use super::sweep::Asked;
use super::transfer::LOST;

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

/// Makes of a function two: as it is, and compiled for AVX2, which is chosen where the machine has it.
macro_rules! compiled_twice {
    ($(#[$doc:meta])* fn $name:ident / $plain:ident / $avx2:ident ($($argument:ident: $type:ty),* $(,)?)) => {
        $(#[$doc])*
        #[allow(clippy::too_many_arguments, reason = "the layers of one site")]
        pub(super) fn $name<A: Arithmetic>($($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the machine has AVX2, and the code needs nothing else.
                return unsafe { $avx2($($argument),*) };
            }
            $plain($($argument),*);
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        #[allow(clippy::too_many_arguments, reason = "the layers of one site")]
        fn $avx2<A: Arithmetic>($($argument: $type),*) {
            $plain($($argument),*);
        }
    };
}

compiled_twice! {
    /// The completions of some frontiers before a site, from those after it.
    fn pull / pull_plain / pull_avx2(
        arithmetic: &A,
        site: Site,
        shape: &Shape,
        weights: &[A::Weight],
        steps: &[[u32; 2]],
        next: &[A::Number],
        here: &mut [A::Number],
    )
}

#[inline(always)]
fn pull_plain<A: Arithmetic>(
    arithmetic: &A,
    site: Site,
    shape: &Shape,
    weights: &[A::Weight],
    steps: &[[u32; 2]],
    next: &[A::Number],
    here: &mut [A::Number],
) {
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
        let [without, with] = targets.map(|target| next[(target as usize).min(last)]);
        *number = arithmetic.sum(arithmetic.without(without, weight), arithmetic.with(with, weight));
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

compiled_twice! {
    /// Adds the arrivals of some frontiers before a site to those after it.
    fn push / push_plain / push_avx2(
        arithmetic: &A,
        site: Site,
        shape: &Shape,
        weights: &[A::Weight],
        steps: &[[u32; 2]],
        here: &[A::Number],
        next: &mut [A::Number],
    )
}

#[inline(always)]
fn push_plain<A: Arithmetic>(
    arithmetic: &A,
    site: Site,
    shape: &Shape,
    weights: &[A::Weight],
    steps: &[[u32; 2]],
    here: &[A::Number],
    next: &mut [A::Number],
) {
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

compiled_twice! {
    /// Adds what is asked of an open site, over some frontiers before it, to a total.
    fn weigh / weigh_plain / weigh_avx2(
        arithmetic: &A,
        asked: Asked,
        shape: &Shape,
        weights: &[A::Weight],
        steps: &[[u32; 2]],
        here: &[A::Number],
        completions: &[A::Number],
        total: &mut A::Total,
    )
}

#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "the layers of one site")]
fn weigh_plain<A: Arithmetic>(
    arithmetic: &A,
    asked: Asked,
    shape: &Shape,
    weights: &[A::Weight],
    steps: &[[u32; 2]],
    here: &[A::Number],
    completions: &[A::Number],
    total: &mut A::Total,
) {
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
            let (skipped, from) = (shape.raised.saturating_sub(fewer), fewer.saturating_sub(shape.raised));
            let differences = with.iter().zip(without).skip(from);
            for (arrivals, (with, without)) in row[skipped..].iter().zip(differences) {
                arithmetic.add_product(&mut sum, *arrivals, arithmetic.difference(*with, *without));
            }
        }
    }
    *total = sum;
}
