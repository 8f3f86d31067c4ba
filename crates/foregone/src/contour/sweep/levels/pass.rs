//! The work on a level: cut into parts, each worked out from the level before by whichever thread is free.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::super::lanes::{Job, Lanes};
use super::super::low::{Bench, MOST_BITS, Shape, Swings};
use super::super::upper::{MOST_MOVES, Moves};
use super::Level;
use super::plan::Plan;
use crate::report::Halt;

/// The states that a thread takes on at a time at most: some milliseconds of work.
const MOST_STATES: usize = 1 << 22;

/// The states that a thread takes on at a time at least.
const FEWEST_STATES: usize = 1 << 15;

/// What the work on a level reads.
pub struct Pass<'a, V: Lanes> {
    pub plan: &'a Plan<V::Word>,
    pub low_swings: Swings<V>,
    /// By low ones.
    pub middle_swings: Vec<Vec<V::Word>>,
    /// By low ones.
    pub down_swings: [V::Word; MOST_BITS + 1],
    pub past_caches: bool,
    pub worth_a_thread: usize,
}

/// A part of a level: the runs of some upper words with so many low ones, which lie one behind the other.
pub struct Part<'a, V> {
    low_ones: usize,
    uppers: Range<usize>,
    states: usize,
    out: &'a mut [V],
}

impl<V: Lanes> Pass<'_, V> {
    /// Works out a level from the one before, and says whether every value fits its word. `spend` is told of the states.
    pub fn level(
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
    pub fn parts<'b>(&self, level: usize, here: &'b mut Level<V>, threads: usize) -> Vec<Part<'b, V>> {
        let (plan, uppers) = (self.plan, &self.plan.uppers);
        let share = plan.sizes[level] * V::COUNT / (6 * threads);
        let most = share.clamp(FEWEST_STATES, MOST_STATES);
        let (mut parts, mut at) = (Vec::new(), 0);
        let mut left = &mut *here.values;
        for (low_ones, shape) in plan.shapes[..=plan.low].iter().enumerate() {
            let (mut first, mut rows) = (0, 0);
            for (index, upper) in uppers.iter().enumerate() {
                here.runs[low_ones * uppers.len() + index] = (at + rows * shape.whole) as u32;
                rows += plan.run(upper, low_ones, level).len();
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
        let shape = self.plan.shapes[low_ones];
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
        let shape = plan.shapes[low_ones];
        let below = if low_ones < plan.low { plan.shapes[low_ones + 1] } else { Shape::default() };
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
            let entries = plan.run(upper, low_ones, level);
            if entries.is_empty() {
                continue;
            }
            moves.keep(0);
            let inside = &plan.moves[upper.moves.clone()];
            for (at, &(next, swing)) in runs.iter_mut().zip(inside) {
                *at = run(low_ones, next);
                moves.add(*at, swing);
            }
            let own = run(low_ones, index);
            let down = (low_ones < plan.low).then(|| run(low_ones + 1, index) + below.first);
            let up = upper.up.map(|(next, swing)| (run(low_ones, next), swing));
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
            crate::machine::prefetch(lanes);
        }
    }
}
