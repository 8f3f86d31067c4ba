//! The work on a level: cut into parts, each worked out from the level before by whichever thread is free.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::super::frame::Frame;
use super::super::lanes::{Job, Lanes, Word};
use super::super::low::{self, Bench, MOST_BITS, Shape, Swings};
use super::super::middle;
use super::super::upper::{MOST_MOVES, Moves, Rows};
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
    /// Whether the level before is out of the caches.
    pub past_caches: bool,
}

/// A part of a level: the runs of some upper words with so many low ones, which lie one behind the other.
pub struct Part<'a, V> {
    pub low_ones: usize,
    uppers: &'a [u32],
    /// Its contours.
    pub states: usize,
    /// Whether it will not be read before the caches have lost it.
    past_caches: bool,
    out: &'a mut [V],
}

/// The level before.
pub trait Before<V>: Rows<V> {
    /// Whether rows of different upper words may lie far apart.
    const APART: bool;

    /// Where the run of an upper word with so many low ones begins. Not all runs are there, but those are that an entry asks
    /// for; what is said of others is not used.
    fn run(&self, low_ones: usize, upper: usize) -> usize;
}

/// The level before in one table.
#[derive(Clone, Copy, Debug)]
struct Whole<'a, V> {
    values: &'a [V],
    runs: &'a [u32],
    /// How many upper words there are.
    uppers: usize,
}

impl<V: Copy> Rows<V> for Whole<'_, V> {
    #[inline(always)]
    fn begin(&self, row: usize) -> &[V] {
        self.values.begin(row)
    }
}

impl<V: Copy> Before<V> for Whole<'_, V> {
    const APART: bool = false;

    #[inline(always)]
    fn run(&self, low_ones: usize, upper: usize) -> usize {
        // Before the first level there is none.
        self.runs.get(low_ones * self.uppers + upper).map_or(0, |&run| run as usize)
    }
}

impl<'a, V: Lanes> Pass<'a, V> {
    /// What the work on the levels of a frame reads.
    pub fn new(frame: &Frame, plan: &'a Plan<V::Word>, past_caches: bool) -> Self {
        Self {
            plan,
            low_swings: low::swings(frame, plan.low),
            middle_swings: middle::swings(frame, plan.low, plan.middle.bits()),
            down_swings: std::array::from_fn(|low_ones| V::Word::of(frame.swing(plan.low - 1, low_ones))),
            past_caches,
        }
    }

    /// Works out a level from the one before, and says whether every value fits its word. `spend` is told of the states.
    pub fn level(
        &self,
        level: usize,
        before: &Level<V>,
        here: &mut Level<V>,
        worth_a_thread: usize,
        benches: &mut [Box<Bench<V>>],
        spend: &mut dyn FnMut(u64) -> Result<(), Halt>,
    ) -> Result<bool, Halt> {
        let states = self.plan.sizes[level] * V::COUNT;
        let threads = benches.len().min(states / worth_a_thread).max(1);
        let parts = self.parts(level, here, threads);
        let parts = Mutex::new(parts.into_iter());
        let before = Whole { values: &before.values, runs: &before.runs, uppers: self.plan.uppers.len() };
        let (states, spilled, stop) = (AtomicU64::new(0), AtomicBool::new(false), AtomicBool::new(false));
        // One part after the other, until none is left; whether it may go on is asked after each.
        let work = |bench: &mut Bench<V>, go_on: &mut dyn FnMut() -> bool| {
            loop {
                let part = parts.lock().map(|mut parts| parts.next());
                let Ok(Some(part)) = part else { break };
                let done = part.states as u64;
                spilled.fetch_or(self.part(part, level, before, bench), Ordering::Relaxed);
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
                // Where the system has no further thread, the others do all.
                let helper = || work(bench, &mut || !stop.load(Ordering::Relaxed));
                let _ = thread::Builder::new().spawn_scoped(scope, helper);
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
    pub fn parts<'b>(&'b self, level: usize, here: &'b mut Level<V>, threads: usize) -> Vec<Part<'b, V>> {
        let share = self.plan.sizes[level] * V::COUNT / (6 * threads);
        let most = share.clamp(FEWEST_STATES, MOST_STATES);
        self.parts_of(level, &self.plan.all, &mut here.runs, &mut here.values, most, self.past_caches)
    }

    /// Lays out the runs of some upper words and cuts them into parts of about so many states.
    pub fn parts_of<'b>(
        &self,
        level: usize,
        uppers: &'b [u32],
        runs: &mut [u32],
        out: &'b mut [V],
        most: usize,
        past_caches: bool,
    ) -> Vec<Part<'b, V>> {
        let plan = self.plan;
        let (mut parts, mut at) = (Vec::new(), 0);
        let mut left = out;
        for (low_ones, shape) in plan.shapes[..=plan.low].iter().enumerate() {
            let (mut first, mut rows) = (0, 0);
            for (index, &upper) in uppers.iter().enumerate() {
                runs[low_ones * plan.uppers.len() + upper as usize] = (at + rows * shape.whole) as u32;
                rows += plan.run(&plan.uppers[upper as usize], low_ones, level).len();
                if rows * shape.words >= most || (index + 1 == uppers.len() && rows > 0) {
                    let vectors = rows * shape.whole;
                    let (out, rest) = left.split_at_mut(vectors);
                    let uppers = &uppers[first..=index];
                    parts.push(Part { low_ones, uppers, states: rows * shape.words, past_caches, out });
                    (left, at, first, rows) = (rest, at + vectors, index + 1, 0);
                }
            }
        }
        parts
    }

    /// Works out a part of a level, and says whether a value is at a bound of its word.
    pub fn part(
        &self,
        part: Part<'_, V>,
        level: usize,
        before: impl Before<V>,
        bench: &mut Bench<V>,
    ) -> bool {
        V::enter(PartJob { pass: self, part, level, before, bench })
    }
}

impl<V: Lanes> Pass<'_, V> {
    /// Finishes the first rows of the bench and puts them at the beginning of `out`, which it takes off. Says whether a
    /// value is at a bound of its word.
    // Not a closure: that would not be compiled for the lanes.
    #[inline(always)]
    fn finish(&self, part: &mut Part<'_, V>, bench: &mut Bench<V>, count: usize) -> bool {
        let (low_ones, out) = (part.low_ones, &mut part.out);
        let shape = self.plan.shapes[low_ones];
        let (rows, rest) = std::mem::take(out).split_at_mut(count * shape.whole);
        *out = rest;
        if part.past_caches {
            bench.finish::<true>(low_ones, shape, &self.low_swings, count, rows)
        } else {
            bench.finish::<false>(low_ones, shape, &self.low_swings, count, rows)
        }
    }
}

/// The work on a part, as a job for its lanes. Says whether a value is at a bound of its word.
struct PartJob<'a, V: Lanes, B> {
    pass: &'a Pass<'a, V>,
    part: Part<'a, V>,
    level: usize,
    before: B,
    bench: &'a mut Bench<V>,
}

impl<V: Lanes, B: Before<V>> Job for PartJob<'_, V, B> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { pass, mut part, level, before, bench } = self;
        let (plan, low_ones) = (pass.plan, part.low_ones);
        let shape = plan.shapes[low_ones];
        let below = if low_ones < plan.low { plan.shapes[low_ones + 1] } else { Shape::default() };
        let middle_swings = &pass.middle_swings[low_ones];
        let mut moves = Moves::new();
        let mut runs = [0; MOST_MOVES];
        let (mut waiting, mut spilled) = (0, false);
        for &index in part.uppers {
            let index = index as usize;
            let upper = &plan.uppers[index];
            let entries = plan.run(upper, low_ones, level);
            if entries.is_empty() {
                continue;
            }
            moves.keep(0);
            let inside = &plan.moves[upper.moves.clone()];
            for (at, &(next, swing)) in runs.iter_mut().zip(inside) {
                *at = before.run(low_ones, next);
                moves.add(*at, swing);
            }
            let own = before.run(low_ones, index);
            let down = (low_ones < plan.low).then(|| before.run(low_ones + 1, index) + below.first);
            let up = upper.up.map(|(next, swing)| (before.run(low_ones, next), swing));
            for (row, entry) in entries.iter().enumerate() {
                moves.keep(inside.len());
                for (at, run) in runs[..inside.len()].iter().enumerate() {
                    moves.lead(at, run + row * shape.whole);
                    if B::APART {
                        // Small pages: the processor is to know where the next one is.
                        prefetch(before, run + (row + 4) * shape.whole, 1);
                    }
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
                        prefetch(before, rows + place as usize * below.whole, shape.first);
                    }
                    prefetch(before, own + (row + 4) * shape.whole, shape.whole);
                }
                moves.best(shape, before, &mut bench.rows[waiting]);
                waiting += 1;
                if waiting == V::COUNT {
                    spilled |= pass.finish(&mut part, bench, waiting);
                    waiting = 0;
                }
            }
        }
        if waiting > 0 {
            spilled |= pass.finish(&mut part, bench, waiting);
        }
        if part.past_caches {
            V::settle();
        }
        spilled
    }
}

/// Asks for some vectors, a cache line at a time.
#[inline(always)]
fn prefetch<V>(rows: impl Rows<V>, first: usize, count: usize) {
    for lanes in rows.begin(first).iter().take(count).step_by(2) {
        crate::machine::prefetch(lanes);
    }
}
