//! The sweep by levels as tasks: what each leaves, and how it is worked out.
//!
//! A piece (some levels of a shard) leaves what others will read, and nothing else:
//!
//! ```text
//!     level a      boundary: the runs that other shards read
//!     level a + 1  boundary
//!     ...
//!     level b      boundary, interior: its shard goes on from there
//! ```
//!
//! The last two levels of all are left whole: there the position is, and what its moves lead to. Where a run lies in there is
//! known from the cut alone, so whoever reads it works that out as whoever wrote it did. The last task reads the values that are
//! asked for.
//!
//! What is interior is kept by the running task: that of the level before, and that of the level at work. The room for these is
//! used again by the tasks after it, since the system takes as long to give some memory as it takes to fill it.

#[cfg(test)]
mod tests;

use std::mem;
use std::ops::Range;
use std::sync::Mutex;

use super::super::frame::{Contour, Frame, ones};
use super::super::lanes::{Laned, Lanes};
use super::super::low::{self, Bench};
use super::super::upper::Rows;
use super::CACHES;
use super::cut::{Block, Cut, Piece};
use super::pages::{Pages, as_lanes, as_lanes_mut};
use super::pass::{Before, Pass};
use super::plan::Plan;
use crate::limits::{Budget, filled};
use crate::report::{Halt, SolveError};
use crate::shards::{self, Task};

/// The states between two looks at the limits: about a millisecond of work.
const STATES_AT_ONCE: usize = 1 << 20;

/// How the rows of several tables are told by one number: the table's in the highest bits.
const TABLE_SHIFT: u32 = usize::BITS - 8;

/// More shards than that are not read by one.
const MOST_TABLES: usize = 1 << 8;

/// The states that a core works out in a second, in words of so many bits: by one thread on 17x17, and on 16x16 in
/// the widest.
pub const fn rate(bits: u32) -> f64 {
    match bits {
        16 => 0.9e9,
        32 => 0.6e9,
        _ => 0.27e9,
    }
}

/// A sweep by levels as tasks.
pub trait Work: Send + Sync {
    /// The tasks without any head on what they leave. The last one leaves the values that are asked for, as words of 64 bits,
    /// lowest byte first.
    fn tasks(&self) -> &[Task];

    /// How many bits a value has.
    fn bits(&self) -> u32;

    /// The states that a core works out in a second.
    fn rate(&self) -> f64;

    /// Does a task and says whether every value fits its word.
    ///
    /// # Errors
    /// [`Halt`] if the memory is not enough, or at a limit.
    fn run(
        &self,
        task: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        budget: &mut Budget<'_>,
    ) -> Result<bool, Halt>;
}

/// A sweep by levels as tasks, in words of some width.
pub struct Sharded<W> {
    frame: Frame,
    plan: Plan<W>,
    cut: Cut,
    /// By piece, where each of its levels begins in what it leaves, in vectors.
    offsets: Vec<Vec<usize>>,
    /// The most vectors of a level that a piece keeps to itself.
    kept: usize,
    /// Room for so many, of tasks that are done.
    rooms: Mutex<Vec<Vec<u128>>>,
    tasks: Vec<Task>,
    /// The contours whose values the last task leaves, and where they are.
    asked: Vec<Place>,
}

/// Where a value is.
struct Place {
    /// Among the needs of the last task.
    need: usize,
    /// The bytes before it there.
    byte: usize,
}

impl<W: Laned> Sharded<W> {
    /// The tasks of a sweep of a frame above whose start there are so many order ideals, which leave the values of some
    /// contours: the frame's start or those its moves lead to. `None` if the sweep is not for this frame.
    pub fn new(
        frame: &Frame,
        ideals: u128,
        asked: &[Contour],
        cut: impl FnOnce(&Plan<W>) -> Option<Cut>,
    ) -> Option<Self> {
        let plan = Plan::new::<W::Portable>(frame, ideals, u64::MAX).ok()??;
        if plan.sizes.iter().any(|&size| u32::try_from(size).is_err() || size >> TABLE_SHIFT > 0) {
            return None;
        }
        let cut = cut(&plan)?;
        if cut.shards.iter().any(|shard| shard.reads.len() + 2 > MOST_TABLES) {
            return None;
        }
        let (frame, pieces) = (frame.clone(), cut.pieces.len());
        let mut sharded = Self {
            frame,
            plan,
            cut,
            offsets: Vec::with_capacity(pieces),
            kept: 0,
            rooms: Mutex::default(),
            tasks: vec![],
            asked: vec![],
        };
        sharded.kept = sharded.cut.pieces.iter().map(|piece| sharded.kept(piece)).max().unwrap_or(0);
        for piece in &sharded.cut.pieces {
            let mut at = 0;
            let offsets = piece.levels.clone().map(|level| {
                let begin = at;
                at += sharded.boundary(piece.shard, level);
                at += if sharded.is_whole(piece, level) { sharded.interior(piece.shard, level) } else { 0 };
                begin
            });
            let mut offsets: Vec<usize> = offsets.collect();
            offsets.push(at);
            let (first, last) = (piece.levels.start, piece.levels.end - 1);
            let reads = piece.needs.iter().map(|&need| {
                let Range { start, end } = sharded.read(piece, need);
                start * size_of::<W::Portable>()..end * size_of::<W::Portable>()
            });
            let task = Task {
                name: format!("levels {first} to {last} of shard {}", piece.shard),
                reads: reads.collect(),
                needs: piece.needs.clone(),
                bytes: at * size_of::<W::Portable>(),
                memory: sharded.memory() as u64,
                work: piece.states,
            };
            sharded.offsets.push(offsets);
            sharded.tasks.push(task);
        }
        let places: Option<Vec<(usize, usize)>> =
            asked.iter().map(|&contour| sharded.find(contour)).collect();
        let places = places?;
        let mut needs: Vec<usize> = places.iter().map(|&(piece, _)| piece).collect();
        needs.sort_unstable();
        needs.dedup();
        sharded.asked = places
            .iter()
            .map(|&(piece, byte)| Place { need: needs.partition_point(|&need| need < piece), byte })
            .collect();
        sharded.tasks.push(Task {
            name: "values".to_owned(),
            reads: shards::all_of(&needs, &sharded.tasks),
            needs,
            bytes: asked.len() * size_of::<i64>(),
            memory: 0,
            work: 0,
        });
        Some(sharded)
    }

    /// The vectors of a shard's boundary in a level.
    fn boundary(&self, shard: usize, level: usize) -> usize {
        self.cut.shards[shard].boundary.amounts[level].vectors
    }

    /// The vectors of a shard's interior in a level.
    fn interior(&self, shard: usize, level: usize) -> usize {
        self.cut.shards[shard].interior.amounts[level].vectors
    }

    /// Whether a piece leaves the interior of a level, too.
    fn is_whole(&self, piece: &Piece, level: usize) -> bool {
        level + 1 == piece.levels.end || level + 1 >= *self.plan.levels.end()
    }

    /// The vectors of the interior that a piece does not leave, in the largest level.
    fn kept(&self, piece: &Piece) -> usize {
        let levels = piece.levels.clone().filter(|&level| !self.is_whole(piece, level));
        levels.map(|level| self.interior(piece.shard, level)).max().unwrap_or(0)
    }

    /// The memory that a task takes with the plan, in bytes.
    fn memory(&self) -> u128 {
        let kept = 2 * (self.kept + 1) * size_of::<W::Portable>();
        let runs = 2 * self.plan.runs() * size_of::<u32>() + self.plan.uppers.len() * size_of::<usize>();
        self.plan.memory() + (kept + runs) as u128
    }

    /// Room for a level that a piece keeps to itself.
    fn room<V: Lanes>(&self) -> Result<Pages<V>, SolveError> {
        let words = self.rooms.lock().ok().and_then(|mut rooms| rooms.pop());
        match words.and_then(|words| Pages::again(words, self.kept)) {
            Some(pages) => Ok(pages),
            None => Pages::new(self.kept),
        }
    }

    /// Where the value of a contour is, if it is left: the piece that leaves it, and the bytes before it there.
    fn find(&self, contour: Contour) -> Option<(usize, usize)> {
        let (plan, level) = (&self.plan, self.plan.level(contour));
        let upper = plan.upper(contour)? as u32;
        let at = |block: &Block| block.uppers.iter().position(|&other| other == upper);
        let (shard, of, in_boundary) = self.cut.shards.iter().enumerate().find_map(|(shard, of)| {
            at(&of.boundary)
                .map(|_| (shard, of, true))
                .or_else(|| at(&of.interior).map(|_| (shard, of, false)))
        })?;
        let is_there = |piece: &Piece| piece.shard == shard && piece.levels.contains(&level);
        let piece = self.cut.pieces.iter().position(is_there)?;
        if !in_boundary && !self.is_whole(&self.cut.pieces[piece], level) {
            return None;
        }
        let block = if in_boundary { &of.boundary } else { &of.interior };
        let mut runs = vec![0; plan.runs()];
        plan.lay_out(&block.uppers, level, &mut runs);
        let low = contour & ones(plan.low);
        let shape = &plan.shapes[low.count_ones() as usize];
        let (vector, lane) = shape.place::<W::Portable>(low::rank(low));
        let word = contour >> plan.low & ones(plan.middle.bits());
        let begin = self.offsets[piece][level - self.cut.pieces[piece].levels.start]
            + if in_boundary { 0 } else { self.boundary(shard, level) };
        let run = runs[low.count_ones() as usize * plan.uppers.len() + upper as usize] as usize;
        let row = begin + run + plan.middle.place(word as usize) * shape.whole;
        Some((piece, (row + vector) * size_of::<W::Portable>() + lane * size_of::<W>()))
    }

    /// The vectors that a piece reads of what another one leaves, from the first level that it reads to the last: of the last
    /// one the boundary, but all if it is the one before it in its shard.
    fn read(&self, piece: &Piece, need: usize) -> Range<usize> {
        let of = &self.cut.pieces[need];
        let first = (piece.levels.start.saturating_sub(1)).max(of.levels.start);
        let last = (piece.levels.end - 2).min(of.levels.end - 1);
        let at = |level: usize| self.offsets[need][level - of.levels.start];
        let is_mine = of.shard == piece.shard;
        at(first)..if is_mine { at(first + 1) } else { at(last) + self.boundary(of.shard, last) }
    }

    /// What a piece leaves of a level's boundary, and of its interior if that is there: in what is read of it from a vector on.
    fn left<'a, V>(&self, piece: usize, level: usize, read: &'a [V], begin: usize) -> (&'a [V], &'a [V]) {
        let of = &self.cut.pieces[piece];
        let at = level - of.levels.start;
        let end = (self.offsets[piece][at + 1] - begin).min(read.len());
        let level_of = &read[self.offsets[piece][at] - begin..end];
        level_of.split_at(self.boundary(of.shard, level))
    }

    fn run_piece<V: Lanes<Word = W>>(
        &self,
        index: usize,
        inputs: &[&[V]],
        out: &mut [V],
        [mut last, mut spare]: [&mut Pages<V>; 2],
        budget: &mut Budget<'_>,
    ) -> Result<bool, Halt> {
        let (plan, piece) = (&self.plan, &self.cut.pieces[index]);
        let shard = &self.cut.shards[piece.shard];
        let size = |level: usize| self.boundary(piece.shard, level) + self.interior(piece.shard, level);
        let live = 2 * piece.levels.clone().map(size).max().unwrap_or(0) * size_of::<V>();
        let past_caches = [size_of_val(out) > CACHES, live > CACHES];
        // What other shards left is out of the caches in any case.
        let pass = Pass::<V>::new(&self.frame, plan, true);
        let mut bench = Box::new(Bench::new(plan.low));
        let [mut before_runs, mut runs] = [plan.no_runs()?, plan.no_runs()?];
        // Tables: the shard's own interior and boundary, then the boundaries of those that it reads.
        let mut table_of = filled("the tables of a task", 0, plan.uppers.len())?;
        let read = shard.reads.iter().map(|&other| &self.cut.shards[other].boundary);
        for (table, block) in [&shard.interior, &shard.boundary].into_iter().chain(read).enumerate() {
            for &upper in &block.uppers {
                table_of[upper as usize] = table << TABLE_SHIFT;
            }
        }
        let first = piece.levels.start;
        let is_mine = |&&need: &&usize| self.cut.pieces[need].shard == piece.shard;
        let begin = |need: usize| self.read(piece, need).start;
        let mine = piece.needs.first().filter(is_mine);
        let mine = mine.map(|&need| self.left(need, first - 1, inputs[0], begin(need)));
        for level in piece.levels.clone() {
            let below = level.checked_sub(1);
            let (done, here) = out.split_at_mut(self.offsets[index][level - first]);
            let mut tables: Vec<&[V]> = Vec::with_capacity(2 + shard.reads.len());
            if level == first {
                let (boundary, interior) = mine.unwrap_or_default();
                tables.extend([interior, boundary]);
                if let Some(below) = below {
                    plan.lay_out(&shard.interior.uppers, below, &mut before_runs);
                    plan.lay_out(&shard.boundary.uppers, below, &mut before_runs);
                }
            } else {
                let (boundary, interior) = self.left(index, level - 1, done, 0);
                tables.extend([if self.is_whole(piece, level - 1) { interior } else { &last[..] }, boundary]);
            }
            for &other in &shard.reads {
                let is_there = |&&need: &&usize| {
                    let of = &self.cut.pieces[need];
                    of.shard == other && below.is_some_and(|below| of.levels.contains(&below))
                };
                let need = piece.needs.iter().zip(inputs).find(|(need, _)| is_there(need));
                tables.push(match (need, below) {
                    (Some((&need, input)), Some(below)) => {
                        plan.lay_out(&self.cut.shards[other].boundary.uppers, below, &mut before_runs);
                        self.left(need, below, input, begin(need)).0
                    }
                    _ => &[],
                });
            }
            let before = Shared { tables: &tables, table_of: &table_of, runs: &before_runs };
            let (boundary, rest) = here.split_at_mut(self.boundary(piece.shard, level));
            let interior = if self.is_whole(piece, level) { rest } else { &mut spare[..] };
            let interior = &mut interior[..self.interior(piece.shard, level)];
            let blocks =
                [(&shard.boundary, boundary, past_caches[0]), (&shard.interior, interior, past_caches[1])];
            let mut parts = Vec::new();
            for (block, out, past) in blocks {
                parts.extend(pass.parts_of(level, &block.uppers, &mut runs, out, STATES_AT_ONCE, past));
            }
            // Parts with as many low ones read the same rows, which are in the caches then.
            parts.sort_by_key(|part| part.low_ones);
            for part in parts {
                let states = part.states as u64;
                if pass.part(part, level, before, &mut bench) {
                    return Ok(false);
                }
                budget.spend(states)?;
                budget.progress(budget.states().min(piece.states), piece.states);
            }
            mem::swap(&mut last, &mut spare);
            mem::swap(&mut before_runs, &mut runs);
        }
        Ok(true)
    }

    fn run_by<V: Lanes<Word = W>>(
        &self,
        task: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        budget: &mut Budget<'_>,
    ) -> Result<bool, Halt> {
        let mut copies = Vec::new();
        for input in inputs.iter().filter(|input| as_lanes::<V>(input).is_none()) {
            budget.plan("a copy of what does not begin where vectors may", input.len() as u128)?;
            let mut copy = Pages::<V>::new(input.len() / size_of::<V>())?;
            copy.bytes_mut(input.len() / size_of::<V>()).copy_from_slice(input);
            copies.push(copy);
        }
        let mut copied = copies.iter();
        let inputs: Option<Vec<&[V]>> = inputs
            .iter()
            .map(|input| as_lanes(input).or_else(|| copied.next().map(|copy| &copy[..])))
            .collect();
        let inputs = inputs.unwrap_or_default();
        budget.plan("a shard of two levels of order ideals", self.memory())?;
        let (mut last, mut spare) = (self.room()?, self.room()?);
        let kept = [&mut last, &mut spare];
        let fits = if let Some(output) = as_lanes_mut(output) {
            self.run_piece(task, &inputs, output, kept, budget)
        } else {
            let vectors = output.len() / size_of::<V>();
            budget.plan("a copy of what does not begin where vectors may", output.len() as u128)?;
            let mut copy = Pages::<V>::new(vectors)?;
            let fits = self.run_piece(task, &inputs, &mut copy, kept, budget);
            output.copy_from_slice(copy.bytes(vectors));
            fits
        };
        if let Ok(mut rooms) = self.rooms.lock() {
            rooms.extend([last.into_words(), spare.into_words()]);
        }
        fits
    }
}

impl<W: Laned> Work for Sharded<W> {
    fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    fn bits(&self) -> u32 {
        W::BITS
    }

    fn rate(&self) -> f64 {
        rate(W::BITS)
    }

    fn run(
        &self,
        task: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        budget: &mut Budget<'_>,
    ) -> Result<bool, Halt> {
        if task == self.cut.pieces.len() {
            for (place, out) in self.asked.iter().zip(output.chunks_mut(size_of::<i64>())) {
                out.copy_from_slice(&W::read(&inputs[place.need][place.byte..]).number().to_le_bytes());
            }
            return Ok(true);
        }
        #[cfg(target_arch = "x86_64")]
        if crate::machine::has_avx2() {
            return self.run_by::<W::Avx2>(task, inputs, output, budget);
        }
        self.run_by::<W::Portable>(task, inputs, output, budget)
    }
}

/// The level before in several tables.
#[derive(Clone, Copy, Debug)]
struct Shared<'a, V> {
    tables: &'a [&'a [V]],
    /// By upper word, its table, in the highest bits.
    table_of: &'a [usize],
    runs: &'a [u32],
}

impl<V: Copy> Rows<V> for Shared<'_, V> {
    #[inline(always)]
    fn begin(&self, row: usize) -> &[V] {
        self.tables[row >> TABLE_SHIFT].begin(row & ((1 << TABLE_SHIFT) - 1))
    }
}

impl<V: Copy> Before<V> for Shared<'_, V> {
    const APART: bool = true;

    #[inline(always)]
    fn run(&self, low_ones: usize, upper: usize) -> usize {
        self.table_of[upper] | self.runs[low_ones * self.table_of.len() + upper] as usize
    }
}
