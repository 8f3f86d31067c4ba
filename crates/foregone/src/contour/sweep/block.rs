//! The sweep of small boards: every value is kept, block by block.
//!
//! ```text
//!     contour    [ upper | middle, up to 12 bits | low, 8 or 10 bits ]
//! ```
//!
//! All contours with the same upper bits are a *block*, all that agree in the middle bits too are a *row* of it. A block
//! holds its rows by falling number of low ones, and for each number those of all middle words with the right popcount,
//! in the order of [`Middle`]; blocks follow each other by rising upper bits. So a move always leads to a place before
//! the one that it comes from, and the table is filled from its beginning to its end.

use super::frame::{Contour, Frame, Move, binomial, moves_to, ones, ones_below};
use super::lanes::{Job, Lanes, Word};
use super::low::{self, Bench, MOST_BITS, Shape, Shapes, Swings};
use super::middle::{self, Middle, in_groups};
use super::upper::Moves;
use crate::limits::Budget;
use crate::report::Halt;

/// The most middle bits. With more, the tables of their words would be larger than those of values.
const MOST_MIDDLE: usize = 12;

/// The most upper bits: there is a word of memory for each upper word.
const MOST_UPPER: usize = 12;

/// A kernel that keeps the value of every contour, and its tables from one sweep to the next.
pub trait Kernel: Send + Sync {
    /// The plan for a frame, if the kernel takes it.
    fn plan(&self, frame: &Frame) -> Option<Plan>;

    /// Works out `g` for all contours of a plan for a frame.
    ///
    /// # Errors
    /// [`Halt`] if they do not fit the memory allowed, or at a limit.
    fn sweep(&mut self, frame: &Frame, plan: Plan, budget: &mut Budget<'_>) -> Result<(), Halt>;

    /// `g` of a contour that the last sweep has met.
    fn rest(&self, contour: Contour) -> i64;

    /// The first best move from such a contour, and its swing less `g` after it, if there is a move.
    fn best(&self, frame: &Frame, contour: Contour) -> Option<(Move, i64)>;
}

/// Where everything is in the table of a frame.
#[derive(Debug)]
pub struct Plan {
    columns: usize,
    /// How many bits are low, and how many are in the middle.
    low: usize,
    middle: usize,
    /// The upper words that can be reached, with where their blocks begin, ascending.
    blocks: Vec<(u64, usize)>,
    /// Where the block of each upper word begins; not a place if it cannot be reached.
    starts: Vec<usize>,
    /// By upper ones and low ones, where the rows begin in a block.
    rows: Vec<[usize; MOST_BITS + 1]>,
    shapes: Shapes,
    vectors: usize,
    states: u128,
}

impl Plan {
    /// The plan for a frame by vectors of some lanes, if the kernel takes it.
    fn new<V: Lanes>(frame: &Frame) -> Option<Self> {
        let low = low::bits::<V>(frame.bits());
        let bits = low..=low + MOST_MIDDLE + MOST_UPPER;
        if !bits.contains(&frame.bits()) || frame.bound() >= V::Word::BOUND {
            return None;
        }
        let shapes = Shape::all(low, V::COUNT);
        let columns = frame.columns();
        let middle = (frame.bits() - low).min(MOST_MIDDLE);
        let upper = frame.bits() - low - middle;
        let mut plan = Self {
            columns,
            low,
            middle,
            blocks: Vec::new(),
            starts: vec![usize::MAX; 1 << upper],
            rows: Vec::with_capacity(upper + 1),
            shapes,
            vectors: 0,
            states: 0,
        };
        let mut sizes = Vec::with_capacity(upper + 1);
        for upper_ones in 0..=upper {
            let (mut vectors, mut states) = (0, 0);
            let mut rows = [0; _];
            for low_ones in plan.low_ones(upper_ones).rev() {
                let count = binomial(middle, columns - upper_ones - low_ones);
                rows[low_ones] = vectors;
                vectors += count * shapes[low_ones].whole;
                states += (count * shapes[low_ones].words) as u128;
            }
            plan.rows.push(rows);
            sizes.push((vectors, states));
        }
        let start = frame.start() >> (low + middle);
        for word in 0..1_u64 << upper {
            let (vectors, states) = sizes[word.count_ones() as usize];
            if vectors > 0 && is_reached(start, word, upper) {
                plan.blocks.push((word, plan.vectors));
                plan.starts[word as usize] = plan.vectors;
                plan.vectors += vectors;
                plan.states += states;
            }
        }
        Some(plan)
    }

    /// How many contours are worked out: all that can be reached, and others with the same upper bits.
    pub const fn states(&self) -> u128 {
        self.states
    }

    /// The memory that the sweep takes, in bytes.
    pub fn memory(&self) -> u128 {
        self.vectors as u128 * 32 + Middle::memory(self.middle)
    }

    /// How many low ones a contour with so many upper ones may have.
    fn low_ones(&self, upper_ones: usize) -> std::ops::RangeInclusive<usize> {
        match self.columns.checked_sub(upper_ones) {
            Some(left) => left.saturating_sub(self.middle)..=left.min(self.low),
            #[expect(clippy::reversed_empty_ranges, reason = "no number of ones is possible")]
            None => 1..=0,
        }
    }
}

/// Whether the upper bits of a contour can become `word` when they are `start` first: moves only bring ones down, so
/// above no bit may there be more ones than there were.
pub fn is_reached(start: u64, word: u64, bits: usize) -> bool {
    (0..bits).all(|bit| (word >> bit).count_ones() <= (start >> bit).count_ones())
}

/// The kernel for one kind of lanes.
pub struct Block<V: Lanes> {
    tables: Option<Tables<V>>,
    plan: Option<Plan>,
    values: Vec<V>,
}

/// What is the same for all boards with so many low and middle bits, and room to work in.
struct Tables<V> {
    low: usize,
    /// The rank of each word of the low bits.
    ranks: Vec<u8>,
    /// The middle words by popcount.
    middle: Middle,
    /// The sizes of the groups that are worked out side by side.
    groups: Vec<Vec<usize>>,
    bench: Box<Bench<V>>,
}

impl<V: Lanes> Block<V> {
    /// A kernel that has swept nothing yet.
    pub const fn new() -> Self {
        Self { tables: None, plan: None, values: Vec::new() }
    }
}

impl<V: Lanes> Kernel for Block<V> {
    fn plan(&self, frame: &Frame) -> Option<Plan> {
        Plan::new::<V>(frame)
    }

    fn sweep(&mut self, frame: &Frame, plan: Plan, budget: &mut Budget<'_>) -> Result<(), Halt> {
        budget.plan("the tables of the middle bits", Middle::memory(plan.middle))?;
        if self.values.len() < plan.vectors {
            self.values = budget.vector("a value for every order ideal", plan.vectors as u128)?;
            self.values.resize(plan.vectors, V::splat(V::Word::default()));
        } else {
            budget.plan("a value for every order ideal", (plan.vectors * size_of::<V>()) as u128)?;
        }
        let plan = self.plan.insert(plan);
        let fits = |tables: &Tables<V>| (tables.low, tables.middle.bits()) == (plan.low, plan.middle);
        if !self.tables.as_ref().is_some_and(fits) {
            self.tables = Some(Tables::new(plan.low, plan.middle));
        }
        let Tables { middle, groups, bench, .. } = self.tables.as_mut().expect("they have just been made");
        let pass = Pass {
            plan,
            middle,
            groups,
            low_swings: low::swings(frame, plan.low),
            middle_swings: middle::swings(frame, plan.low, plan.middle),
            frame,
            bench,
        };
        V::enter(Sweep { pass, table: &mut self.values[..plan.vectors], budget })
    }

    fn rest(&self, contour: Contour) -> i64 {
        self.value(contour)
    }

    fn best(&self, frame: &Frame, contour: Contour) -> Option<(Move, i64)> {
        V::enter(Best { block: self, frame, contour })
    }
}

impl<V: Lanes> Block<V> {
    #[inline(always)]
    fn value(&self, contour: Contour) -> i64 {
        let (Some(plan), Some(tables)) = (&self.plan, &self.tables) else { return 0 };
        let (low, above) = (contour & ones(plan.low), contour >> plan.low);
        let (word, upper) = (above & ones(plan.middle), above >> plan.middle);
        let low_ones = low.count_ones() as usize;
        let shape = &plan.shapes[low_ones];
        let (vector, lane) = shape.place::<V>(tables.ranks[low as usize].into());
        let row = plan.starts[upper as usize]
            + plan.rows[upper.count_ones() as usize][low_ones]
            + tables.middle.place(word as usize) * shape.whole;
        self.values[row + vector].word(lane).number()
    }
}

/// The choice of a best move, as a job.
struct Best<'a, V: Lanes> {
    block: &'a Block<V>,
    frame: &'a Frame,
    contour: Contour,
}

impl<V: Lanes> Job for Best<'_, V> {
    type Output = Option<(Move, i64)>;

    #[inline(always)]
    fn run(self) -> Option<(Move, i64)> {
        let mut best: Option<(Move, i64)> = None;
        for mv in self.frame.moves(self.contour) {
            let worth = mv.swing - self.block.value(mv.next);
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((mv, worth));
            }
        }
        best
    }
}

impl<V: Lanes> Tables<V> {
    fn new(low: usize, middle: usize) -> Self {
        let (words, groups) = in_groups(middle, V::COUNT);
        // At most C(10, 5) words share a number of ones.
        let ranks = (0..1 << low).map(|word| low::rank(word) as u8).collect();
        Self { low, ranks, middle: Middle::new(middle, &words), groups, bench: Box::new(Bench::new(low)) }
    }
}

/// What a sweep reads, and where it works.
struct Pass<'a, V: Lanes> {
    plan: &'a Plan,
    middle: &'a Middle,
    groups: &'a [Vec<usize>],
    low_swings: Swings<V>,
    middle_swings: Vec<Vec<V::Word>>,
    frame: &'a Frame,
    bench: &'a mut Bench<V>,
}

/// A sweep, as a job for its lanes.
struct Sweep<'a, 'b, V: Lanes> {
    pass: Pass<'a, V>,
    table: &'a mut [V],
    budget: &'a mut Budget<'b>,
}

impl<V: Lanes> Job for Sweep<'_, '_, V> {
    type Output = Result<(), Halt>;

    #[inline(always)]
    fn run(mut self) -> Result<(), Halt> {
        let (plan, mut done) = (self.pass.plan, 0);
        for &(upper, start) in &plan.blocks {
            for low_ones in plan.low_ones(upper.count_ones() as usize).rev() {
                let states = self.pass.rows(self.table, upper, start, low_ones);
                done += states as u64;
                self.budget.spend(states as u64)?;
                self.budget.progress(done, plan.states as u64);
            }
        }
        Ok(())
    }
}

impl<V: Lanes> Pass<'_, V> {
    /// Works out the rows of a block with so many low ones, and says how many values these are.
    #[inline(always)]
    fn rows(&mut self, table: &mut [V], upper: u64, start: usize, low_ones: usize) -> usize {
        let (plan, frame) = (self.plan, self.frame);
        let shape = plan.shapes[low_ones];
        let upper_ones = upper.count_ones() as usize;
        let middle_ones = plan.columns - upper_ones - low_ones;
        let entries = self.middle.class(middle_ones);
        let middle_swings = &self.middle_swings[low_ones];
        let offset = plan.rows[upper_ones][low_ones];
        let word = |swing| V::Word::of(swing);

        // Moves inside the upper bits: to the same row of another block.
        let mut moves = Moves::new();
        let mut blocks = [0; MOST_UPPER / 2];
        let mut count = 0;
        let mut left = moves_to(upper);
        while left > 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let ones = low_ones + middle_ones + ones_below(upper, bit);
            blocks[count] = plan.starts[(upper ^ 0b11 << bit) as usize] + offset;
            moves.add(0, word(frame.swing(plan.low + plan.middle + bit, ones)));
            count += 1;
        }
        // From the upper bits into the middle.
        let up = (upper & 1 == 1).then(|| {
            let rows = plan.starts[upper as usize ^ 1] + plan.rows[upper_ones - 1][low_ones];
            (rows, word(frame.swing(plan.low + plan.middle - 1, low_ones + middle_ones)))
        });
        // From the middle into the low bits.
        let down = (low_ones < plan.low).then(|| {
            let below = plan.shapes[low_ones + 1];
            let rows = start + plan.rows[upper_ones][low_ones + 1] + below.first;
            (rows, below.whole, word(frame.swing(plan.low - 1, low_ones)))
        });

        let first_row = start + offset;
        let mut row = 0;
        for &size in &self.groups[middle_ones] {
            // All moves lead to rows before this group.
            let (done, group) = table.split_at_mut(first_row + row * shape.whole);
            for (entry, out) in entries[row..row + size].iter().zip(&mut self.bench.rows) {
                moves.keep(count);
                for (index, block) in blocks[..count].iter().enumerate() {
                    moves.lead(index, block + row * shape.whole);
                }
                for step in self.middle.steps(entry) {
                    let place = step.place as usize * shape.whole;
                    moves.add(first_row + place, middle_swings[step.swing as usize]);
                }
                if let (Some((rows, swing)), Some(place)) = (up, entry.up) {
                    moves.add(rows + place as usize * shape.whole, swing);
                }
                if let (Some((rows, whole, swing)), Some(place)) = (down, entry.down) {
                    moves.down = Some((rows + place as usize * whole, swing));
                }
                moves.best(shape, &*done, out);
                row += 1;
            }
            let group = &mut group[..size * shape.whole];
            self.bench.finish::<false>(low_ones, shape, &self.low_swings, size, group);
        }
        entries.len() * shape.words
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "x86_64")]
    use super::super::lanes;
    use super::super::lanes::Portable;
    use super::super::tests::{boards, check, with_sum};
    use super::*;

    /// Those of narrow words and those of wide ones.
    fn kernels() -> [Vec<Box<dyn Kernel>>; 2] {
        let mut narrow: Vec<Box<dyn Kernel>> = vec![Box::new(Block::<Portable<i32, 8>>::new())];
        let mut wide: Vec<Box<dyn Kernel>> = vec![Box::new(Block::<Portable<i64, 4>>::new())];
        #[cfg(target_arch = "x86_64")]
        if crate::machine::has_avx2() {
            narrow.push(Box::new(Block::<lanes::Avx2I32>::new()));
            wide.push(Box::new(Block::<lanes::Avx2I64>::new()));
        }
        [narrow, wide]
    }

    #[test]
    fn words_are_wide_enough_at_the_edge_of_their_range() {
        let [mut narrow, mut wide] = kernels();
        for sum in [-1, 0, 1].map(|more| i32::BOUND + more) {
            for (index, position) in with_sum(sum).enumerate() {
                let frame = Frame::of(&position).unwrap();
                assert_eq!(frame.bound(), sum);
                let refused = narrow.iter().filter(|kernel| kernel.plan(&frame).is_none()).count();
                assert_eq!(refused, if sum < i32::BOUND { 0 } else { narrow.len() }, "{position}");
                for kernel in narrow.iter_mut().chain(&mut wide) {
                    let Some(plan) = kernel.plan(&frame) else { continue };
                    kernel.sweep(&frame, plan, &mut Budget::open(&crate::Limits::none())).unwrap();
                    check(&position, index, |contour| Some(kernel.rest(contour)));
                }
            }
        }
    }

    #[test]
    fn every_value_is_the_plain_sweeps() {
        let mut kernels: Vec<_> = kernels().into_iter().flatten().collect();
        let mut swept = 0;
        for (index, position) in boards(1, 1_200).enumerate() {
            let frame = Frame::of(&position).unwrap();
            for kernel in &mut kernels {
                let Some(plan) = kernel.plan(&frame) else { continue };
                let mut budget = Budget::open(&crate::Limits::none());
                let (states, memory) = (plan.states(), plan.memory());
                kernel.sweep(&frame, plan, &mut budget).unwrap();
                check(&position, index, |contour| Some(kernel.rest(contour)));
                assert_eq!(budget.states() as u128, states);
                assert_eq!(budget.close("", crate::StopReason::Finished).memory as u128, memory);
                swept += 1;
            }
        }
        assert!(swept > 2_000, "{swept}");
    }
}
