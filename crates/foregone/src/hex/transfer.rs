//! The transfer tables: for boards of one width, where each frontier goes when the next cell is swept.
//!
//! A table depends on the lattice and the width alone. Stones only forbid one of the two ways, rows only repeat the
//! columns, so one table serves every position of that width.
//!
//! All frontiers before a column are stepped from, and the words that come out sorted: a frontier's number is its rank
//! among them. So no map of words is needed, two threads share the work, each for one of the two ways, and frontiers that
//! are alike have numbers close together, which keeps the sweeps in the caches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::limits::{Budget, filled, make_room_in, reserved, spawned};
use crate::machine::give_back;
use crate::report::{Halt, SolveError, StopReason};

use super::cuts::cuts;
use super::flat::flat_frontiers;
use super::frontier::{Frontier, Lattice, MAX_WIDTH, Step};

/// No frontier: the sweeping colour has lost.
pub(super) const LOST: u32 = u32::MAX;

/// Bytes of a table's entry: two targets.
const ENTRY: u64 = size_of::<[u32; 2]>() as u64;

/// Bytes that the frontiers of one cut take while the step to the next is tabled, each: its word, the next one's word,
/// and for both ways two words with their places to sort.
const BUILDING: u64 = 8 + 2 * 8 + 4 * size_of::<Target>() as u64;

/// Frontiers for which a second thread is worth starting.
const WORTH_A_THREAD: usize = 1 << 12;

/// What memory is taken for while tables are built.
const FRONTIERS: &str = "the frontiers of a cut";

/// Frontiers stepped from between two looks at the limits.
const CHUNK: usize = 1 << 14;

/// Where frontiers go, column by column.
#[derive(Debug)]
pub(super) struct Tables {
    width: usize,
    /// For each column, for each frontier before its cell: the frontier after it, without a stone of the sweeping
    /// colour there and with one. Frontiers are numbers from 0 among those of their cut; [`LOST`] is none.
    steps: Vec<Vec<[u32; 2]>>,
    /// The number before column 0 of the top side.
    top: u32,
}

/// A frontier that is gone to, as a word, and the number of the one from which.
type Target = (u64, u32);

/// The targets of one way, and room to sort them.
///
/// It serves for all columns, and the thread that builds takes it for both ways: what a helper took and gave up, the C library would keep
/// for the next helper, beside all that is planned.
#[derive(Default)]
struct Bench {
    targets: Vec<Target>,
    spare: Vec<Target>,
}

impl Bench {
    /// Empties it, and sees that there is room for so many targets.
    ///
    /// # Errors
    /// [`SolveError::NoMemory`] if the system has not the memory.
    fn clear(&mut self, targets: usize) -> Result<(), SolveError> {
        self.targets.clear();
        self.spare.clear();
        if self.targets.capacity().min(self.spare.capacity()) < targets {
            *self = Self::default();
            *self = Self { targets: reserved(FRONTIERS, targets)?, spare: reserved(FRONTIERS, targets)? };
        }
        Ok(())
    }
}

impl Tables {
    /// The tables for a width from 1 to [`MAX_WIDTH`]: all frontiers that a board of any number of rows can meet.
    ///
    /// Time and memory go with the number of frontiers, about 2.45^width on the hexagonal lattice; one state of the budget
    /// is spent on each.
    pub(super) fn build(lattice: Lattice, width: usize, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        debug_assert!((1..=MAX_WIDTH).contains(&width));
        let planned = Self::bytes_to_build(lattice, width);
        budget.plan(&format!("building the transfer tables of width {width}"), planned)?;
        // The written ones are all there are on the hexagonal lattice. On the other they are found round by round.
        let mut benches = <[Bench; 2]>::default();
        let mut flat = match lattice {
            Lattice::Hexagonal => {
                let mut flat = flat_frontiers(width, budget)?;
                let [bench, _] = &mut benches;
                bench.clear(flat.len())?;
                bench.targets.extend(flat.iter().map(|frontier| (frontier.word(), 0)));
                sort(bench, &mut |_| budget.check())?;
                flat.clear();
                flat.extend(bench.targets.iter().map(|(word, _)| Frontier::of_word(*word)));
                flat
            }
            Lattice::Square => vec![Frontier::top(width)],
        };
        let steps = loop {
            let (steps, next) = round(lattice, width, &flat, &mut benches, budget)?;
            if next.len() == flat.len() {
                break steps;
            }
            flat = next;
        };
        let top = flat.binary_search(&Frontier::top(width)).unwrap_or(0) as u32;
        let is_large = flat.len() >= WORTH_A_THREAD;
        drop((flat, benches));
        if is_large {
            give_back();
        }
        // What was planned fits 64 bits.
        budget.release(planned as u64);
        Ok(Self { width, steps, top })
    }

    /// The bytes that [`Tables::build`] takes.
    pub(super) fn bytes_to_build(lattice: Lattice, width: usize) -> u128 {
        let most = cuts(lattice, width).iter().copied().max().map_or(0, u128::from);
        most * u128::from(width as u64 * ENTRY + BUILDING)
    }

    /// The bytes of the tables of a width, before they are built.
    pub(super) fn bytes_of(lattice: Lattice, width: usize) -> u128 {
        let entries: u64 = cuts(lattice, width).iter().map(|frontiers| u64::from(*frontiers)).sum();
        u128::from(entries * ENTRY)
    }

    /// Says that a run keeps these tables.
    pub(super) fn plan(&self, budget: &mut Budget<'_>) -> Result<(), SolveError> {
        budget.plan(&format!("the transfer tables of width {}", self.width), self.bytes().into())
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        let entries: usize = self.steps.iter().map(Vec::len).sum();
        entries as u64 * ENTRY
    }

    /// The width.
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// The number of the top side among the frontiers before column 0.
    pub(super) const fn top(&self) -> u32 {
        self.top
    }

    /// Where each frontier before a column's cell goes: without a stone of the sweeping colour, with one.
    pub(super) fn steps(&self, column: usize) -> &[[u32; 2]] {
        &self.steps[column]
    }

    /// The number of frontiers at the cut before a column's cell.
    pub(super) fn frontiers(&self, column: usize) -> usize {
        self.steps[column].len()
    }
}

/// Steps from the frontiers before column 0, in ascending order, through a whole row. Gives the steps, and the
/// frontiers after the row with those before it.
#[allow(clippy::type_complexity, reason = "a table a column, and the frontiers")]
fn round(
    lattice: Lattice,
    width: usize,
    flat: &[Frontier],
    benches: &mut [Bench; 2],
    budget: &mut Budget<'_>,
) -> Result<(Vec<Vec<[u32; 2]>>, Vec<Frontier>), Halt> {
    let mut steps = Vec::with_capacity(width);
    let mut here = reserved(FRONTIERS, flat.len())?;
    here.extend_from_slice(flat);
    for column in 0..width {
        both_ways(&Step::new(lattice, width, column), &here, benches, budget)?;
        // What comes before a row comes after it, too, if only by way of other rows.
        let known: &[Frontier] = if column + 1 == width { flat } else { &[] };
        let (step, next) = numbered(here.len(), benches, known, budget)?;
        steps.push(step);
        here = next;
    }
    Ok((steps, here))
}

/// The targets of all frontiers without a stone and with one, each in ascending order.
fn both_ways(
    step: &Step,
    here: &[Frontier],
    [without, with]: &mut [Bench; 2],
    budget: &mut Budget<'_>,
) -> Result<(), Halt> {
    without.clear(here.len())?;
    with.clear(here.len())?;
    if here.len() < WORTH_A_THREAD || budget.threads() == 1 {
        one_way(step, here, false, without, |states| budget.spend(states as u64))?;
        one_way(step, here, true, with, |_| budget.check())?;
        return Ok(());
    }
    let stopped = AtomicBool::new(false);
    thread::scope(|scope| {
        let other = spawned(scope, || {
            let look = |_| if stopped.load(Ordering::Relaxed) { Err(StopReason::Cancelled) } else { Ok(()) };
            one_way(step, here, true, with, look)
        })?;
        let own = one_way(step, here, false, without, |states| {
            let looked = budget.spend(states as u64).and_then(|()| budget.check());
            looked.inspect_err(|_| stopped.store(true, Ordering::Relaxed))
        });
        let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        own.and(other).map_err(Halt::from)
    })
}

/// The targets of all frontiers by one way, in ascending order. Calls `look` now and then, with the states since.
fn one_way(
    step: &Step,
    here: &[Frontier],
    stone: bool,
    bench: &mut Bench,
    mut look: impl FnMut(usize) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    for (chunk, frontiers) in here.chunks(CHUNK).enumerate() {
        look(frontiers.len())?;
        for (place, frontier) in (chunk * CHUNK..).zip(frontiers) {
            if let Some(target) = step.after(*frontier, stone) {
                bench.targets.push((target.word(), place as u32));
            }
        }
    }
    sort(bench, &mut look)
}

/// Puts targets in ascending order: digit by digit, the lowest first. Calls `look` between two digits.
fn sort(
    Bench { targets, spare }: &mut Bench,
    look: &mut dyn FnMut(usize) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    const DIGIT: u32 = 11;
    if targets.len() < WORTH_A_THREAD {
        targets.sort_unstable();
        return Ok(());
    }
    let bits = u64::BITS - targets.iter().fold(0, |all, (word, _)| all | word).leading_zeros();
    // There is room for as many.
    spare.resize(targets.len(), (0, 0));
    for shift in (0..bits).step_by(DIGIT as usize) {
        look(0)?;
        let digit = |target: &Target| (target.0 >> shift) as usize & ((1 << DIGIT) - 1);
        let mut places = [0; 1 << DIGIT];
        targets.iter().for_each(|target| places[digit(target)] += 1);
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for target in &*targets {
            let place = &mut places[digit(target)];
            spare[*place] = *target;
            *place += 1;
        }
        std::mem::swap(targets, spare);
    }
    Ok(())
}

/// Numbers the targets, and frontiers that are known besides, in ascending order.
fn numbered(
    frontiers: usize,
    benches: &[Bench; 2],
    known: &[Frontier],
    budget: &mut Budget<'_>,
) -> Result<(Vec<[u32; 2]>, Vec<Frontier>), Halt> {
    let mut steps = filled("a transfer table", [LOST; 2], frontiers)?;
    // There are as many as of them or a few more.
    let mut next = reserved(FRONTIERS, frontiers)?;
    let [mut without, mut with] = benches.each_ref().map(|bench| bench.targets.as_slice());
    let mut known = known;
    loop {
        let words = [without.first(), with.first()].map(|target| target.map(|(word, _)| *word));
        let least = words.into_iter().flatten().chain(known.first().map(|known| known.word())).min();
        let Some(word) = least else { break };
        let number = next.len() as u32;
        make_room_in(&mut next)?;
        next.push(Frontier::of_word(word));
        if next.len().is_multiple_of(CHUNK) {
            budget.check()?;
        }
        for (way, targets) in [&mut without, &mut with].into_iter().enumerate() {
            while let Some(((_, place), rest)) = targets.split_first().filter(|(first, _)| first.0 == word) {
                steps[*place as usize][way] = number;
                *targets = rest;
            }
        }
        if let Some((_, rest)) = known.split_first().filter(|(first, _)| first.word() == word) {
            known = rest;
        }
    }
    Ok((steps, next))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use super::*;
    use crate::limits::Limits;

    fn tables(width: usize) -> Tables {
        Tables::build(Lattice::Hexagonal, width, &mut Budget::open(&Limits::none())).unwrap()
    }

    #[test]
    fn frontiers_are_as_many_as_foreseen() {
        for (lattice, widths) in [(Lattice::Hexagonal, 1..=14), (Lattice::Square, 1..=11)] {
            for width in widths {
                let tables = Tables::build(lattice, width, &mut Budget::open(&Limits::none())).unwrap();
                let counts: Vec<usize> = (0..width).map(|column| tables.frontiers(column)).collect();
                let foreseen: Vec<usize> = cuts(lattice, width).iter().map(|count| *count as usize).collect();
                assert_eq!(counts, foreseen, "{lattice:?} {width}");
                assert_eq!(u128::from(tables.bytes()), Tables::bytes_of(lattice, width));
            }
        }
    }

    #[test]
    fn every_row_of_the_table_of_eleven_is_known() {
        let tables = tables(11);
        let counts: Vec<usize> = (0..11).map(|column| tables.frontiers(column)).collect();
        assert_eq!(counts, [3430, 3146, 3054, 2882, 2851, 2845, 2844, 2845, 2851, 2882, 3054]);
        assert_eq!(counts.iter().sum::<usize>(), 32_684);
    }

    #[test]
    fn the_frontiers_written_down_are_those_that_boards_reach() {
        for width in 1..=10 {
            let sweeps = |column| Step::new(Lattice::Hexagonal, width, column);
            let mut reached = BTreeSet::from([Frontier::top(width)]);
            loop {
                let mut here = reached.clone();
                for column in 0..width {
                    let step = |stone| here.iter().filter_map(move |from| sweeps(column).after(*from, stone));
                    here = step(false).chain(step(true)).collect();
                }
                let before = reached.len();
                reached.extend(here);
                if reached.len() == before {
                    break;
                }
            }
            let mut written = flat_frontiers(width, &mut Budget::open(&Limits::none())).unwrap();
            written.sort_unstable();
            assert_eq!(written, reached.into_iter().collect::<Vec<_>>(), "width {width}");
        }
    }

    #[test]
    fn no_two_frontiers_mean_the_same() {
        // Backwards from the last row, frontiers are told apart once their targets are (Myhill and Nerode).
        for width in 1..=10 {
            let tables = tables(width);
            let mut classes = vec![0; tables.frontiers(0)];
            for column in (0..2 * width).flat_map(|_| (0..width).rev()) {
                let mut numbers = HashMap::new();
                let class = |target: u32| classes.get(target as usize).copied();
                let mut number = |targets: &[u32; 2]| {
                    let next = numbers.len();
                    *numbers.entry(targets.map(class)).or_insert(next)
                };
                classes = tables.steps(column).iter().map(&mut number).collect();
            }
            let told_apart = classes.iter().max().map_or(0, |most| most + 1);
            assert_eq!(told_apart, tables.frontiers(0), "width {width}");
        }
    }

    #[test]
    fn limits_stop_the_building() {
        let build =
            |width, limits: &Limits<'_>| Tables::build(Lattice::Hexagonal, width, &mut Budget::open(limits));
        let refused = build(12, &Limits::none().memory(1 << 16));
        assert!(matches!(refused, Err(Halt::Refused(SolveError::TooLarge { .. }))));
        let stopped = build(12, &Limits::none().states(1_000));
        assert!(matches!(stopped, Err(Halt::Stopped(StopReason::States))));
        let stopped = build(16, &Limits::none().states(1_000));
        assert!(matches!(stopped, Err(Halt::Stopped(StopReason::States))));
    }
}
