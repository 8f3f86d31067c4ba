//! Exact counts: in words where they fit, else modulo as many primes as it takes, some at a time on each thread.

use num_bigint::BigUint;

use super::arithmetic::{Arithmetic, Words};
use super::filling::{Filling, binomial};
use super::network::Network;
use super::networks::Needs;
use super::residues::{BITS, Known, Modulo, primes};
use super::sweep::{Asked, Stones, Sweeps, Tally};
use super::watch::run_each;
use crate::limits::Budget;
use crate::report::Halt;

/// Counts the fillings that connect the sweeping colour, and what is asked of each open site. Each filling weighs the
/// product of its sites' `weights`, or 1.
///
/// Time: see [`Sweeps::run`]; once for counts below 2^64, and about once more for every 248 bits, shared among the threads
/// that the budget allows.
pub(super) fn count(
    filling: &Filling,
    network: &Network,
    stones: Stones,
    weights: Option<&[BigUint; 2]>,
    asked: Asked,
    budget: &mut Budget<'_>,
) -> Result<Tally<BigUint>, Halt> {
    let sweeps = Sweeps::new(filling, network, stones);
    match Runs::of(filling, stones, weights, budget) {
        Runs::Words => {
            let tally =
                run(&sweeps, &[Words], asked, 1, budget)?.pop().unwrap_or_else(|| unreachable!("one run"));
            let whole = |words: Vec<u64>| words.into_iter().map(Into::into).collect();
            Ok(Tally { connected: whole(tally.connected), sites: whole(tally.sites) })
        }
        Runs::Fours(primes) => by_residues::<4>(&sweeps, primes, weights, asked, budget.threads(), budget),
        Runs::Eights(primes) => by_residues::<8>(&sweeps, primes, weights, asked, budget.threads(), budget),
    }
}

/// What [`count`] will take.
pub(super) fn needs_of_count(
    filling: &Filling,
    stones: Stones,
    weights: Option<&[BigUint; 2]>,
    asked: Asked,
    budget: &Budget<'_>,
) -> Needs {
    let at_once = |primes: usize, lanes: usize| {
        let vectors = primes.div_ceil(lanes).clamp(1, budget.threads());
        (vectors * lanes * size_of::<u32>()) as u128
    };
    let number = match Runs::of(filling, stones, weights, budget) {
        Runs::Words => size_of::<u64>() as u128,
        Runs::Fours(primes) => at_once(primes, 4),
        Runs::Eights(primes) => at_once(primes, 8),
    };
    Needs { stones, asked, number }
}

/// How many sweeps one after the other [`count`] takes: those side by side, on several threads, count as one.
pub(super) fn rounds_of_count(
    filling: &Filling,
    stones: Stones,
    weights: Option<&[BigUint; 2]>,
    budget: &Budget<'_>,
) -> usize {
    let vectors = match Runs::of(filling, stones, weights, budget) {
        Runs::Words => 1,
        Runs::Fours(primes) => primes.div_ceil(4),
        Runs::Eights(primes) => primes.div_ceil(8),
    };
    vectors.div_ceil(budget.threads())
}

/// The arithmetic of a count.
enum Runs {
    Words,
    /// So many primes, four or eight at a time.
    Fours(usize),
    Eights(usize),
}

impl Runs {
    fn of(filling: &Filling, stones: Stones, weights: Option<&[BigUint; 2]>, budget: &Budget<'_>) -> Self {
        // No count is more than this.
        let most = match stones {
            Stones::From { least, most } if least == most => binomial(filling.open, most),
            Stones::From { .. } => binomial(filling.open, filling.open / 2),
            Stones::Any => Filling::weight_of_all(filling.open, None, weights),
        };
        if weights.is_none() && most.bits() <= u64::BITS.into() {
            return Self::Words;
        }
        let primes = primes_for(&most);
        if primes <= 4 || primes <= 8 && budget.threads() > 1 {
            Self::Fours(primes)
        } else {
            Self::Eights(primes)
        }
    }
}

/// How many primes tell numbers up to `most`.
pub(super) fn primes_for(most: &BigUint) -> usize {
    (most.bits() as f64 / BITS).ceil() as usize
}

/// As many vectors of `L` primes as it takes for `needed` of them.
pub(super) fn moduli<const L: usize>(needed: usize, weights: Option<&[BigUint; 2]>) -> Vec<Modulo<L>> {
    let mut primes = primes();
    let vectors = needed.div_ceil(L).max(1);
    let vector = |_| {
        Modulo::new(
            std::array::from_fn(|_| primes.next().unwrap_or_else(|| unreachable!("there are millions"))),
            weights,
        )
    };
    (0..vectors).map(vector).collect()
}

fn by_residues<const L: usize>(
    sweeps: &Sweeps<'_>,
    needed: usize,
    weights: Option<&[BigUint; 2]>,
    asked: Asked,
    threads: usize,
    budget: &mut Budget<'_>,
) -> Result<Tally<BigUint>, Halt> {
    let moduli = moduli::<L>(needed, weights);
    let tallies = run(sweeps, &moduli, asked, threads, budget)?;
    let (connected, sites) =
        tallies.first().map_or((0, 0), |tally| (tally.connected.len(), tally.sites.len()));
    let mut known = Known::new(connected + sites)?;
    for (modulo, tally) in moduli.iter().zip(&tallies) {
        for (lane, prime) in modulo.primes().iter().enumerate().take(needed) {
            // Of long counts there are hundreds, modulo hundreds of primes.
            budget.check()?;
            known.learn(*prime, tally.connected.iter().chain(&tally.sites).map(|residues| residues[lane]));
        }
    }
    let sites = known.numbers.split_off(connected);
    Ok(Tally { connected: known.numbers, sites })
}

/// Runs the sweeps in several arithmetics. Their memory is planned first, and free again in the end.
pub(super) fn run<A: Arithmetic>(
    sweeps: &Sweeps<'_>,
    arithmetics: &[A],
    asked: Asked,
    threads: usize,
    budget: &mut Budget<'_>,
) -> Result<Vec<Tally<A::Number>>, Halt> {
    let at_once = threads.min(arithmetics.len()) as u128;
    let bytes = sweeps.numbers(asked) * size_of::<A::Number>() as u128 * at_once;
    budget.plan("numbers of frontiers", bytes)?;
    let sites = sweeps.filling().sites.len() as u64;
    let steps = if asked == Asked::Nothing { sites } else { 2 * sites };
    let tallies = run_each(arithmetics, threads, steps, budget, |arithmetic, watch| {
        sweeps.run(arithmetic, asked, watch)
    })?;
    // What was planned fits 64 bits.
    budget.release(bytes as u64);
    Ok(tallies)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::hex::frontier::Lattice;
    use crate::hex::transfer::Tables;
    use crate::hex::{Axis, Colour, Position};
    use crate::limits::Limits;

    /// The numbers of sets of each size of open cells with which the colour that joins top and bottom is connected: by one
    /// sweep for all sizes, and by one for each.
    fn by_share(position: &Position) -> Vec<BigUint> {
        let mut budget = Budget::open(&Limits::none());
        let filling = Filling::of(position);
        let tables = Arc::new(Tables::build(Lattice::Hexagonal, filling.width, &mut budget).unwrap());
        let networks = [
            Network::whole(tables, &filling),
            Network::reached(Lattice::Hexagonal, &filling, u64::MAX, &mut budget).unwrap().unwrap(),
        ];
        let open = filling.open;
        let top_bottom = position.rows() >= position.columns();
        let mut all = Vec::new();
        for network in &networks {
            let stones = Stones::From { least: 0, most: open };
            let mut counts =
                count(&filling, network, stones, None, Asked::Nothing, &mut budget).unwrap().connected;
            counts.reverse();
            for (share, expected) in counts.iter().enumerate() {
                let stones = Stones::From { least: share, most: share };
                let one = count(&filling, network, stones, None, Asked::Own, &mut budget).unwrap();
                assert_eq!(one.connected, std::slice::from_ref(expected), "{position} {share}");
                let with_sites: BigUint = one.sites.iter().sum();
                assert_eq!(with_sites, expected * share, "a set of k has k cells");
            }
            let total = count(&filling, network, Stones::Any, None, Asked::Nothing, &mut budget).unwrap();
            assert_eq!(total.connected, [counts.iter().sum::<BigUint>()]);
            all.push(counts);
        }
        assert!(all.iter().all(|counts| *counts == all[0]), "{position}");
        let counts = all.swap_remove(0);
        if top_bottom {
            return counts;
        }
        (0..=open).map(|share| binomial(open, share) - &counts[open - share]).collect()
    }

    fn empty(rows: usize, columns: usize) -> Vec<BigUint> {
        by_share(&Position::empty(rows, columns).unwrap())
    }

    fn numbers(numbers: &[u64]) -> Vec<BigUint> {
        numbers.iter().map(|number| BigUint::from(*number)).collect()
    }

    #[test]
    fn winning_sets_by_size_on_small_boards() {
        // By trying every set.
        assert_eq!(empty(1, 1), numbers(&[0, 1]));
        assert_eq!(empty(2, 2), numbers(&[0, 0, 3, 4, 1]));
        assert_eq!(empty(3, 3), numbers(&[0, 0, 0, 8, 42, 84, 76, 36, 9, 1]));
        let four = [0, 0, 0, 0, 20, 228, 1158, 3420, 6435, 8020, 6850, 4140, 1800, 560, 120, 16, 1];
        assert_eq!(empty(4, 4), numbers(&four));
    }

    #[test]
    fn winning_sets_in_all() {
        // By trying every set; rows by columns from 1.
        let totals = [
            [1, 3, 7, 15, 31, 63],
            [1, 8, 43, 201, 880, 3_719],
            [1, 21, 256, 2_587, 23_903, 210_124],
            [1, 55, 1_509, 32_768, 636_351, 11_606_993],
        ];
        for (rows, totals) in (1..).zip(totals) {
            for (columns, total) in (1..).zip(totals) {
                let sum: BigUint = empty(rows, columns).iter().sum();
                assert_eq!(sum, BigUint::from(total as u64), "{rows}x{columns}");
            }
        }
        // Two columns: every second Fibonacci number.
        let (mut before, mut fibonacci) = (BigUint::from(1_u32), BigUint::from(3_u32));
        for rows in 1..20 {
            assert_eq!(empty(rows, 2).iter().sum::<BigUint>(), fibonacci, "{rows}x2");
            let next = &fibonacci * 3_u32 - &before;
            before = std::mem::replace(&mut fibonacci, next);
        }
        // A square board is fair: one side's sets are the other's, transposed.
        for side in 1..=8 {
            let half = BigUint::from(1_u32) << (side * side - 1);
            assert_eq!(empty(side, side).iter().sum::<BigUint>(), half, "{side}x{side}");
        }
    }

    #[test]
    fn one_of_the_two_colours_is_connected() {
        for (rows, columns) in [(1, 5), (2, 3), (3, 7), (5, 4), (6, 6), (2, 70)] {
            let cells = rows * columns;
            let (one, other) = (empty(rows, columns), empty(columns, rows));
            for share in 0..=cells {
                let both = &one[share] + &other[cells - share];
                assert_eq!(both, binomial(cells, share), "{rows}x{columns}, {share}");
            }
        }
    }

    #[test]
    fn boards_decided_before_the_sweep_count_all_or_none() {
        let stones: Vec<_> = "W..W.BW..".chars().map(|c| (c == 'W').then_some(Colour::White)).collect();
        let position = Position::new(3, 3, stones, Colour::Black, Axis::TopBottom).unwrap();
        let expected: Vec<_> = (0..=6).map(|share| binomial(6, share)).collect();
        assert_eq!(by_share(&position), expected);
        let lost: Vec<_> = "...BBB...".chars().map(|c| (c == 'B').then_some(Colour::Black)).collect();
        let lost = Position::new(3, 3, lost, Colour::Black, Axis::TopBottom).unwrap();
        assert_eq!(by_share(&lost), numbers(&[0; 7]));
        let turned =
            Position::new(1, 3, vec![None, Some(Colour::Black), None], Colour::White, Axis::LeftRight);
        assert_eq!(by_share(&turned.unwrap()), [1_u32, 2, 1].map(BigUint::from));
    }

    #[test]
    fn arithmetics_and_threads_agree_in_the_sweeps() {
        let mut budget = Budget::open(&Limits::none());
        let filling = Filling::of(&Position::empty(6, 5).unwrap());
        let tables = Arc::new(Tables::build(Lattice::Hexagonal, 5, &mut budget).unwrap());
        let network = Network::whole(tables, &filling);
        for (stones, asked) in [
            (Stones::From { least: 15, most: 15 }, Asked::Own),
            (Stones::From { least: 14, most: 15 }, Asked::Pivotal),
            (Stones::From { least: 0, most: 30 }, Asked::Nothing),
            (Stones::Any, Asked::Own),
            (Stones::Any, Asked::Pivotal),
        ] {
            let sweeps = Sweeps::new(&filling, &network, stones);
            let words = run(&sweeps, &[Words], asked, 1, &mut budget).unwrap().swap_remove(0);
            let whole = |words: &[u64]| words.iter().map(|word| (*word).into()).collect::<Vec<BigUint>>();
            let expected = Tally { connected: whole(&words.connected), sites: whole(&words.sites) };
            // Two primes tell as much as three, and threads change nothing.
            for (needed, threads) in [(2, 1), (3, 1), (5, 1), (5, 2), (9, 2), (9, 3)] {
                let four = by_residues::<4>(&sweeps, needed, None, asked, threads, &mut budget).unwrap();
                assert_eq!(four, expected, "{stones:?} {asked:?} {needed} {threads}");
                let eight = by_residues::<8>(&sweeps, needed, None, asked, threads, &mut budget).unwrap();
                assert_eq!(eight, expected, "{stones:?} {asked:?} {needed} {threads}");
            }
        }
    }
}
