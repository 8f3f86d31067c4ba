//! The sweep of large boards: two levels of rows at a time.
//!
//! ```text
//!     contour    [ upper | middle, up to 12 bits | low, 10 bits ]
//!     level      the places of the ones above the low bits summed up; the lowest of these bits is place 1
//! ```
//!
//! Every move into or above the middle bits lowers the level by one, and a move among the low bits leaves it. So a level
//! is worked out from the one before alone, which is all that must be kept. The level holds, for each number of low ones
//! and each upper word, one *run* of rows: those of the middle words with the right popcount and sum of places, which are
//! a class of [`Middle`](super::middle::Middle). A move inside the upper bits leads to the same class, so a whole run
//! reads whole runs: long stretches of memory, in order.
//!
//! The levels nearest to the position are small. Some are kept, for the values of moves and for the best line.

mod pages;
mod plan;

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::frame::{Contour, Frame, ones};
#[cfg(target_arch = "x86_64")]
use super::lanes;
use super::lanes::{Job, Lanes, Portable, Word};
use super::low::{self, BITS, Bench, Shape, Swings};
use super::middle;
use super::upper::{MOST_MOVES, Moves};
use crate::limits::Budget;
use crate::report::{Halt, SolveError};
use pages::Pages;
use plan::Plan;

/// Two levels of more bytes than this do not stay in the caches from one level to the next.
const CACHES: usize = 20 << 20;

/// The states that a thread takes on at a time at most: some milliseconds of work.
const MOST_STATES: usize = 1 << 22;

/// The states that a thread takes on at a time at least.
const FEWEST_STATES: usize = 1 << 15;

/// The states of a level for which a thread is started: about half a millisecond of work.
const WORTH_A_THREAD: usize = 1 << 19;

/// Memory that is not worth saving.
const LITTLE: usize = 16 << 20;

/// What a sweep keeps besides the two levels that it works with, as far as the memory allowed permits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Nothing: the value of the position and of its moves are known at the end in any case.
    Moves,
    /// Levels for the best line: a little more than two levels take, or as many as fit so many bytes with them.
    Line(u64),
}

/// Swings of this size are tried in words of 16 bits first.
const NARROW: i64 = i16::MAX as i64 / 4;

/// The values of the levels that a sweep has kept.
pub trait Kept {
    /// `g` of a contour, if its level was kept.
    fn rest(&self, contour: Contour) -> Option<i64>;

    /// The memory that is planned for it, in bytes.
    fn planned(&self) -> u64;
}

/// Sweeps a frame above whose start there are so many order ideals, in the narrowest words that hold the values. `None`
/// if the frame is too small, too thin or too large for this sweep, or its swings are too great.
///
/// # Errors
/// [`Halt`] if two levels do not fit the memory allowed, or at a limit.
pub fn sweep(
    frame: &Frame,
    ideals: u128,
    keep: Keep,
    budget: &mut Budget<'_>,
) -> Result<Option<Box<dyn Kept>>, Halt> {
    let threads = budget.threads();
    #[cfg(target_arch = "x86_64")]
    if lanes::available() {
        return sweep_with::<lanes::Avx2I16, lanes::Avx2I32>(frame, ideals, keep, threads, budget);
    }
    sweep_with::<Portable<i16, 16>, Portable<i32, 8>>(frame, ideals, keep, threads, budget)
}

fn sweep_with<N: Lanes<Word = i16>, W: Lanes<Word = i32>>(
    frame: &Frame,
    ideals: u128,
    keep: Keep,
    threads: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<Box<dyn Kept>>, Halt> {
    if frame.greatest() <= NARROW {
        let Some(mut levels) = Levels::<N>::new(frame, ideals, keep, budget)? else { return Ok(None) };
        if levels.run(frame, threads, budget)? {
            return Ok(Some(Box::new(levels)));
        }
        // A value was at the bound of the words. All is done again in wider ones.
        budget.release(levels.planned);
    }
    if frame.bound() >= 1 << 29 {
        return Ok(None);
    }
    let Some(mut levels) = Levels::<W>::new(frame, ideals, keep, budget)? else { return Ok(None) };
    levels.run(frame, threads, budget)?;
    Ok(Some(Box::new(levels)))
}

/// The states that a sweep would work out, and the memory that it needs in words of 32 bits, if it takes the frame.
pub fn cost(frame: &Frame, ideals: u128) -> Option<(u64, u128)> {
    let shapes = Shape::all::<Portable<i32, 8>>();
    let plan = Plan::<i32>::new(frame, ideals, &shapes).filter(|_| frame.bound() < 1 << 29)?;
    let live = plan.sizes.iter().max().copied().unwrap_or(0) * 2 * size_of::<Portable<i32, 8>>();
    Some((plan.states, live as u128 + plan.memory()))
}

/// A sweep, and what it keeps.
struct Levels<V: Lanes> {
    plan: Plan<V::Word>,
    shapes: [Shape; BITS + 1],
    /// The first level that is kept, and those from there on as far as they are done.
    first_kept: usize,
    kept: Vec<Level<V>>,
    /// Whether two levels are too large for the caches.
    past_caches: bool,
    worth_a_thread: usize,
    planned: u64,
}

/// The values of a level.
#[derive(Debug)]
struct Level<V> {
    values: Pages<V>,
    /// Where the run of each upper word begins: all words for no low ones, then for one, and so on.
    runs: Vec<u32>,
}

impl<V: Lanes> Levels<V> {
    fn new(
        frame: &Frame,
        ideals: u128,
        keep: Keep,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let shapes = Shape::all::<V>();
        let Some(plan) = Plan::new(frame, ideals, &shapes) else { return Ok(None) };
        // Runs are told by words of 32 bits.
        if plan.sizes.iter().any(|&size| u32::try_from(size).is_err()) {
            return Ok(None);
        }
        let (first, last) = (*plan.levels.start(), *plan.levels.end());
        let live = 2 * plan.sizes.iter().max().copied().unwrap_or(0) * size_of::<V>();
        let runs = plan.uppers.len() * (BITS + 1) * size_of::<u32>();
        let fixed = plan.memory() + live as u128 + 2 * runs as u128;
        let room = budget.memory_left().map_or(u128::MAX, u128::from).saturating_sub(fixed);
        let wanted = match keep {
            Keep::Moves => 0,
            Keep::Line(bytes) => {
                u128::from(bytes).saturating_sub(fixed).max((live + live / 5 + LITTLE) as u128)
            }
        };
        let room = room.min(wanted);
        // The position's moves lead to its level or the one before: these two are there at the end in any case.
        let mut first_kept = last.saturating_sub(1).max(first);
        let mut kept = 0;
        while first_kept > first {
            let more = (plan.sizes[first_kept - 1] * size_of::<V>() + runs) as u128;
            if kept + more > room {
                break;
            }
            kept += more;
            first_kept -= 1;
        }
        budget.plan("two levels of order ideals", fixed)?;
        budget.plan("levels kept for the line", kept)?;
        let planned = (fixed + kept) as u64;
        Ok(Some(Self {
            plan,
            shapes,
            first_kept,
            kept: Vec::new(),
            past_caches: live > CACHES,
            worth_a_thread: WORTH_A_THREAD,
            planned,
        }))
    }

    /// Sweeps all levels, and says whether every value fits its word.
    fn run(&mut self, frame: &Frame, threads: usize, budget: &mut Budget<'_>) -> Result<bool, Halt> {
        let plan = &self.plan;
        let live = plan.sizes.iter().max().copied().unwrap_or(0);
        let pass = Pass {
            plan,
            shapes: &self.shapes,
            low_swings: low::swings(frame),
            middle_swings: middle::swings(frame, BITS, plan.middle.bits()),
            down_swings: std::array::from_fn(|low_ones| V::Word::of(frame.swing(BITS - 1, low_ones))),
            past_caches: self.past_caches,
            worth_a_thread: self.worth_a_thread,
        };
        let mut benches: Vec<Box<Bench<V>>> = (0..threads).map(|_| Box::new(Bench::new())).collect();
        let mut before = Level { values: Pages::none(), runs: Vec::new() };
        let mut spare: Vec<Level<V>> = Vec::new();
        let total = plan.states;
        for level in plan.levels.clone() {
            let mut here = spare.pop().unwrap_or_else(|| Level { values: Pages::none(), runs: Vec::new() });
            here.runs.resize(plan.uppers.len() * (BITS + 1), 0);
            if here.values.len() < plan.sizes[level] {
                // The room of two levels is taken once for all; a level that is kept gets what it needs.
                let room = if level < self.first_kept { live } else { plan.sizes[level] };
                here.values = Pages::new(room)?;
            }
            let fits = pass.level(level, &before, &mut here, &mut benches, &mut |states| {
                budget.spend(states)?;
                budget.progress(budget.states().min(total), total);
                Ok(())
            })?;
            if !fits {
                return Ok(false);
            }
            let done = std::mem::replace(&mut before, here);
            if level > self.first_kept {
                self.kept.push(done);
            } else {
                spare.push(done);
            }
        }
        self.kept.push(before);
        Ok(true)
    }
}

impl<V: Lanes> Kept for Levels<V> {
    fn rest(&self, contour: Contour) -> Option<i64> {
        let plan = &self.plan;
        let level = self.kept.get(plan.level(contour).checked_sub(self.first_kept)?)?;
        let low = contour & ones(BITS);
        let word = contour >> BITS & ones(plan.middle.bits());
        let low_ones = low.count_ones() as usize;
        let shape = &self.shapes[low_ones];
        let run = level.runs[low_ones * plan.uppers.len() + plan.upper(contour)?] as usize;
        let (vector, lane) = shape.place::<V>(low);
        let row = run + plan.middle.place(word as usize) * shape.whole;
        Some(level.values[row + vector].word(lane).number())
    }

    fn planned(&self) -> u64 {
        self.planned
    }
}

/// What the work on a level reads.
struct Pass<'a, V: Lanes> {
    plan: &'a Plan<V::Word>,
    shapes: &'a [Shape; BITS + 1],
    low_swings: Swings<V>,
    /// By low ones.
    middle_swings: Vec<Vec<V::Word>>,
    /// By low ones.
    down_swings: [V::Word; BITS + 1],
    past_caches: bool,
    worth_a_thread: usize,
}

/// A part of a level: the runs of some upper words with so many low ones, which lie one behind the other.
struct Part<'a, V> {
    low_ones: usize,
    uppers: Range<usize>,
    states: usize,
    out: &'a mut [V],
}

impl<V: Lanes> Pass<'_, V> {
    /// Works out a level from the one before, and says whether every value fits its word. `spend` is told of the states.
    fn level(
        &self,
        level: usize,
        before: &Level<V>,
        here: &mut Level<V>,
        benches: &mut [Box<Bench<V>>],
        spend: &mut dyn FnMut(u64) -> Result<(), Halt>,
    ) -> Result<bool, Halt> {
        let states = self.plan.sizes[level] * V::COUNT;
        let threads = benches.len().min(states / self.worth_a_thread).max(1);
        let parts = self.parts(level, here, threads);
        let parts = Mutex::new(parts.into_iter());
        let (states, spilled, stop) = (AtomicU64::new(0), AtomicBool::new(false), AtomicBool::new(false));
        // One part after the other, until none is left; whether it may go on is asked after each.
        let work = |bench: &mut Bench<V>, go_on: &mut dyn FnMut() -> bool| {
            loop {
                let part = parts.lock().map(|mut parts| parts.next());
                let Ok(Some(part)) = part else { break };
                let done = part.states as u64;
                let job = PartJob { pass: self, part, level, before, bench };
                spilled.fetch_or(V::enter(job), Ordering::Relaxed);
                states.fetch_add(done, Ordering::Relaxed);
                if !go_on() || spilled.load(Ordering::Relaxed) {
                    break;
                }
            }
        };
        let Some((own, others)) = benches[..threads].split_first_mut() else { return Ok(true) };
        let mut ended = Ok(());
        thread::scope(|scope| {
            for bench in others {
                scope.spawn(|| work(bench, &mut || !stop.load(Ordering::Relaxed)));
            }
            // Only this thread may ask the budget.
            work(own, &mut || {
                ended = spend(states.swap(0, Ordering::Relaxed));
                stop.store(ended.is_err(), Ordering::Relaxed);
                ended.is_ok()
            });
        });
        ended?;
        spend(states.into_inner())?;
        Ok(!spilled.into_inner())
    }

    /// Lays out the runs of a level and cuts it into parts that are worth a thread's while.
    fn parts<'b>(&self, level: usize, here: &'b mut Level<V>, threads: usize) -> Vec<Part<'b, V>> {
        let (plan, uppers) = (self.plan, &self.plan.uppers);
        let share = plan.sizes[level] * V::COUNT / (6 * threads);
        let most = share.clamp(FEWEST_STATES, MOST_STATES);
        let (mut parts, mut at) = (Vec::new(), 0);
        let mut left = &mut *here.values;
        for (low_ones, shape) in self.shapes.iter().enumerate() {
            let (mut first, mut rows) = (0, 0);
            for (index, upper) in uppers.iter().enumerate() {
                if let Some(class) = plan.class(upper, low_ones, level) {
                    here.runs[low_ones * uppers.len() + index] = (at + rows * shape.whole) as u32;
                    rows += plan.middle.class(class).len();
                }
                if rows * shape.words >= most || (index + 1 == uppers.len() && rows > 0) {
                    let vectors = rows * shape.whole;
                    let (out, rest) = left.split_at_mut(vectors);
                    let uppers = first..index + 1;
                    parts.push(Part { low_ones, uppers, states: rows * shape.words, out });
                    (left, at, first, rows) = (rest, at + vectors, index + 1, 0);
                }
            }
        }
        parts
    }
}

impl<V: Lanes> Pass<'_, V> {
    /// Finishes the first rows of the bench and puts them at the beginning of `out`, which it takes off. Says whether a
    /// value is at a bound of its word.
    // Not a closure: that would not be compiled for the lanes.
    #[inline(always)]
    fn finish(&self, low_ones: usize, bench: &mut Bench<V>, out: &mut &mut [V], count: usize) -> bool {
        let shape = self.shapes[low_ones];
        let (rows, rest) = std::mem::take(out).split_at_mut(count * shape.whole);
        *out = rest;
        if self.past_caches {
            bench.finish::<true>(low_ones, shape, &self.low_swings, count, rows)
        } else {
            bench.finish::<false>(low_ones, shape, &self.low_swings, count, rows)
        }
    }
}

/// The work on a part, as a job for its lanes. Says whether a value is at a bound of its word.
struct PartJob<'a, V: Lanes> {
    pass: &'a Pass<'a, V>,
    part: Part<'a, V>,
    level: usize,
    before: &'a Level<V>,
    bench: &'a mut Bench<V>,
}

impl<V: Lanes> Job for PartJob<'_, V> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { pass, part, level, before, bench } = self;
        let (plan, low_ones, done) = (pass.plan, part.low_ones, &*before.values);
        let shape = pass.shapes[low_ones];
        let below = if low_ones < BITS { pass.shapes[low_ones + 1] } else { Shape::default() };
        // Not all runs are there, but those are that an entry asks for. Before the first level there is none.
        let run = |low_ones: usize, upper: usize| {
            before.runs.get(low_ones * plan.uppers.len() + upper).map_or(0, |&run| run as usize)
        };
        let middle_swings = &pass.middle_swings[low_ones];
        let mut moves = Moves::new();
        let mut runs = [0; MOST_MOVES];
        let mut out = part.out;
        let (mut waiting, mut spilled) = (0, false);
        for index in part.uppers {
            let upper = &plan.uppers[index];
            let Some(class) = plan.class(upper, low_ones, level) else { continue };
            moves.keep(0);
            let inside = &plan.moves[upper.moves.clone()];
            for (at, &(next, swing)) in runs.iter_mut().zip(inside) {
                *at = run(low_ones, next);
                moves.add(*at, swing);
            }
            let own = run(low_ones, index);
            let down = (low_ones < BITS).then(|| run(low_ones + 1, index) + below.first);
            let up = upper.up.map(|(next, swing)| (run(low_ones, next), swing));
            let entries = plan.middle.class(class);
            for (row, entry) in entries.iter().enumerate() {
                moves.keep(inside.len());
                for (at, run) in runs[..inside.len()].iter().enumerate() {
                    moves.lead(at, run + row * shape.whole);
                }
                for step in plan.middle.steps(entry) {
                    moves.add(own + step.place as usize * shape.whole, middle_swings[step.swing as usize]);
                }
                if let (Some((rows, swing)), Some(place)) = (up, entry.up) {
                    moves.add(rows + place as usize * shape.whole, swing);
                }
                if let (Some(rows), Some(place)) = (down, entry.down) {
                    moves.down = Some((rows + place as usize * below.whole, pass.down_swings[low_ones]));
                }
                if pass.past_caches {
                    if let (Some(rows), Some(place)) = (down, entries.get(row + 2).and_then(|next| next.down))
                    {
                        prefetch(done, rows + place as usize * below.whole, shape.first);
                    }
                    prefetch(done, own + (row + 4) * shape.whole, shape.whole);
                }
                moves.best(shape, done, &mut bench.rows[waiting]);
                waiting += 1;
                if waiting == V::COUNT {
                    spilled |= pass.finish(low_ones, bench, &mut out, waiting);
                    waiting = 0;
                }
            }
        }
        if waiting > 0 {
            spilled |= pass.finish(low_ones, bench, &mut out, waiting);
        }
        if pass.past_caches {
            V::settle();
        }
        spilled
    }
}

/// Asks for some vectors, a cache line at a time.
#[inline(always)]
fn prefetch<V: Lanes>(values: &[V], first: usize, count: usize) {
    for vector in (first..first + count).step_by(2) {
        if let Some(lanes) = values.get(vector) {
            lanes.prefetch();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain::Plain;
    use super::super::tests::{Random, boards, check};
    use super::*;
    use crate::contour::{Board, Position};
    use crate::{Limits, StopReason};

    fn open() -> Budget<'static> {
        Budget::open(&Limits::none())
    }

    /// A sweep by some lanes, past the caches if by three threads, and whether every value fits its word.
    fn swept<V: Lanes>(frame: &Frame, keep: Keep, threads: usize) -> (Levels<V>, bool) {
        let mut budget = open();
        let mut levels = Levels::<V>::new(frame, u128::MAX, keep, &mut budget).unwrap().unwrap();
        levels.past_caches = threads == 3;
        levels.worth_a_thread = 1;
        let fits = levels.run(frame, threads, &mut budget).unwrap();
        if fits {
            assert_eq!(budget.states(), levels.plan.states);
            let held: usize = levels.kept.iter().map(|level| level.values.len() * size_of::<V>()).sum();
            let memory = budget.close("", StopReason::Finished).memory;
            assert!(held as u64 <= memory && memory == levels.planned(), "{held} of {memory}");
        }
        (levels, fits)
    }

    fn check_lanes<N: Lanes<Word = i16>, W: Lanes<Word = i32>>(position: &Position, index: usize) {
        let frame = Frame::of(position).unwrap();
        let (keep, threads) = ([Keep::Moves, Keep::Line(0)][index % 2], 1 + index % 3);
        let (levels, _) = swept::<W>(&frame, keep, threads);
        check(position, index, |contour| levels.rest(contour));
        assert!(levels.rest(frame.start()).is_some());
        assert!(frame.moves(frame.start()).all(|mv| levels.rest(mv.next).is_some()));
        if frame.greatest() <= i16::MAX.into() {
            let (levels, fits) = swept::<N>(&frame, keep, threads);
            assert!(fits || frame.bound() >= i16::MAX.into(), "{position}");
            if fits {
                check(position, index, |contour| levels.rest(contour));
            }
        }
    }

    #[test]
    fn every_value_kept_is_the_plain_sweeps() {
        for (index, position) in boards(2, 1_500).enumerate() {
            if Frame::of(&position).is_none_or(|frame| frame.bits() < BITS) {
                continue;
            }
            if index.is_multiple_of(4) {
                check_lanes::<Portable<i16, 16>, Portable<i32, 8>>(&position, index);
            }
            #[cfg(target_arch = "x86_64")]
            if lanes::available() {
                check_lanes::<lanes::Avx2I16, lanes::Avx2I32>(&position, index);
            }
        }
    }

    #[test]
    fn values_past_narrow_words_are_seen_and_done_again() {
        let mut random = Random(3);
        let (mut spilled, mut fitted) = (0, 0);
        for round in 0..300 {
            // On a thin board there is little choice, and alternating swings add up.
            let (rows, columns) = [(2, 30), (1, 50), (30, 2), (5, 9)][round % 4];
            let most = 1 + random.below(NARROW as u64) as i64;
            let swings: Vec<i64> = (0..rows * columns)
                .map(|at| if at % 2 == 0 { most } else { random.below(9) as i64 - most })
                .collect();
            let zeros = vec![0; rows * columns];
            let position = Position::new(Board::new(rows, columns, swings, zeros).unwrap());
            let frame = Frame::of(&position).unwrap();
            let expected = Plain::run(&position, &mut open()).unwrap().rest(&position);
            for threads in 1..4 {
                let (narrow, fits) = swept::<Portable<i16, 16>>(&frame, Keep::Moves, threads);
                if fits {
                    assert_eq!(narrow.rest(frame.start()), Some(expected), "{position}");
                    fitted += 1;
                } else {
                    spilled += 1;
                }
                let kept = sweep_with::<Portable<i16, 16>, Portable<i32, 8>>(
                    &frame,
                    u128::MAX,
                    Keep::Moves,
                    threads,
                    &mut open(),
                );
                assert_eq!(kept.unwrap().unwrap().rest(frame.start()), Some(expected), "{position}");
            }
        }
        assert!(spilled > 50 && fitted > 50, "{spilled} spilled, {fitted} fitted");
    }

    #[test]
    fn rows_stored_past_the_caches_are_the_same() {
        fn check<V: Lanes>(rows: &[V], shape: Shape, low_ones: usize, swings: &Swings<V>) {
            let zero = V::splat(V::Word::default());
            let mut bench = Bench::new();
            let mut out = [vec![zero; rows.len() * shape.whole], vec![zero; rows.len() * shape.whole]];
            for (past_caches, out) in out.iter_mut().enumerate() {
                for (row, lanes) in bench.rows.iter_mut().zip(rows) {
                    row.fill(*lanes);
                }
                if past_caches == 1 {
                    bench.finish::<true>(low_ones, shape, swings, rows.len(), out);
                } else {
                    bench.finish::<false>(low_ones, shape, swings, rows.len(), out);
                }
            }
            V::settle();
            let words = |lanes: &V| (0..V::COUNT).map(|lane| lanes.word(lane)).collect::<Vec<_>>();
            assert_eq!(
                out[0].iter().map(words).collect::<Vec<_>>(),
                out[1].iter().map(words).collect::<Vec<_>>()
            );
        }
        fn check_all<V: Lanes>() {
            let mut random = Random(4);
            let mut lanes = || V::splat(V::Word::of(random.below(1_000) as i64));
            for (low_ones, shape) in Shape::all::<V>().into_iter().enumerate() {
                let swings: Swings<V> = std::array::from_fn(|_| lanes());
                let rows: Vec<V> = (0..V::COUNT).map(|_| lanes()).collect();
                for count in [1, V::COUNT - 1, V::COUNT] {
                    check(&rows[..count], shape, low_ones, &swings);
                }
            }
        }
        check_all::<Portable<i16, 16>>();
        check_all::<Portable<i32, 8>>();
        #[cfg(target_arch = "x86_64")]
        if lanes::available() {
            check_all::<lanes::Avx2I16>();
            check_all::<lanes::Avx2I32>();
        }
    }
}
