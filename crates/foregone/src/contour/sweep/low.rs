//! The lowest bits of a contour: moves among them, for many rows of a table at once.
//!
//! A *row* of a table holds the values of all contours that agree above the lowest bits, 8 or 10 of them, so they have
//! equally many ones there. Its columns are the words of these bits with so many ones, in ascending order. Vectors of lanes go
//! along a row for all moves above the low bits, which lead to the same column of another row. Moves among the low bits
//! lead to other columns of the same row. So a square of rows is turned: then a vector holds one column of all these
//! rows, a move is an operation of two vectors, and the whole order of them is known beforehand.
//!
//! ```text
//!     columns of a row    0 ............ C(9, a) - 1 | pad | C(9, a) ............ C(10, a) - 1 | pad
//!     of 10 low bits      words with a zero in bit 9 |     | words with a one there            |
//! ```
//!
//! Both halves begin at a whole vector. For when a one comes down from above into the highest low bit, the first half of a row takes
//! from the second half of the row with one low one more, word by word. What is in the pads means nothing: it is computed
//! like everything else, and flows into pads only.

use super::frame::{Frame, binomial, moves_to, ones_below};
use super::lanes::{Job, Lanes, Word};
use super::middle::swing_number;

/// The most bits that are low.
pub const MOST_BITS: usize = 10;

/// How many bits of contours of so many bits should be low, for vectors of some lanes.
pub fn bits<V: Lanes>(bits: usize) -> usize {
    // Short contours have few rows of 10 low bits, too few to be turned by whole squares. And wide words make such rows
    // too long to work on side by side.
    if bits < 18 || V::COUNT < 8 { 8 } else { MOST_BITS }
}

/// The most vectors in a row: `C(10, 5)` words of 32 bits.
pub const MOST_VECTORS: usize = 32;

/// The most rows side by side, those of words of 16 bits.
pub const MOST_ROWS: usize = 16;

/// A column each of so many rows, `C(10, 5)` columns and the pads of either half at most.
type Columns<V> = [V; 256];

/// The swings of all moves among the low bits, as [`swing_number`] numbers them.
pub type Swings<V> = [V; swing_number(MOST_BITS - 1, 0)];

/// The shape of the rows with so many low ones, in vectors.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape {
    /// The vectors of the words with a zero in the highest low bit; the other half begins here.
    pub first: usize,
    /// The vectors of both halves: a row's length.
    pub whole: usize,
    /// The words with a zero in the highest low bit.
    first_words: usize,
    /// The words of both halves.
    pub words: usize,
}

/// The shapes of rows by the number of low ones; empty where these are more than the low bits.
pub type Shapes = [Shape; MOST_BITS + 1];

impl Shape {
    /// The shapes of rows with any number of ones among so many low bits, in vectors of so many lanes.
    pub fn all(bits: usize, lanes: usize) -> Shapes {
        std::array::from_fn(|ones| {
            let words = binomial(bits, ones);
            let first_words = binomial(bits - 1, ones);
            let first = first_words.div_ceil(lanes);
            Self { first, whole: first + (words - first_words).div_ceil(lanes), first_words, words }
        })
    }

    /// The vector and the lane of the word with a [`rank`].
    #[inline]
    pub const fn place<V: Lanes>(&self, rank: usize) -> (usize, usize) {
        let (start, column) =
            if rank < self.first_words { (0, rank) } else { (self.first, rank - self.first_words) };
        (start + column / V::COUNT, column % V::COUNT)
    }
}

/// How many smaller words of the low bits have as many ones.
pub fn rank(word: u64) -> usize {
    let (mut rank, mut ones, mut left) = (0, 0, word);
    while left > 0 {
        ones += 1;
        rank += binomial(left.trailing_zeros() as usize, ones);
        left &= left - 1;
    }
    rank
}

/// The swings of a frame's moves among so many low bits.
pub fn swings<V: Lanes>(frame: &Frame, bits: usize) -> Swings<V> {
    let mut swings = [V::splat(V::Word::default()); _];
    for bit in 0..bits - 1 {
        for ones in 0..=bit {
            swings[swing_number(bit, ones)] = V::splat(V::Word::of(frame.swing(bit, ones)));
        }
    }
    swings
}

/// Room for rows that are worked out side by side.
#[derive(Debug)]
pub struct Bench<V> {
    /// The rows, each with what moves above the low bits are worth.
    pub rows: [[V; MOST_VECTORS]; MOST_ROWS],
    columns: Columns<V>,
    /// The rows when they are done, before they are stored past the caches.
    finished: Columns<V>,
    bits: usize,
    /// By the number of low ones.
    steps: Vec<Vec<(u8, u8, u8)>>,
}

impl<V: Lanes> Bench<V> {
    /// Whether values may reach the bounds of the words: of 16 bits they may, 32 bits were chosen so that they do not.
    const CAN_SPILL: bool = size_of::<V::Word>() == size_of::<i16>();

    /// Empty room for rows of so many low bits, 8 or 10.
    pub fn new(bits: usize) -> Self {
        let zero = V::splat(V::Word::default());
        Self {
            rows: [[zero; _]; _],
            columns: [zero; _],
            finished: [zero; _],
            bits,
            steps: (0..=bits).map(|ones| steps(bits, ones)).collect(),
        }
    }

    /// Adds the moves among the low bits to the first `count` rows, all with `low_ones` low ones, and writes them to
    /// `out`, one behind the other, past the caches if they will not be read before long. Says whether a value is at a
    /// bound of the words, so may be wrong.
    #[inline(always)]
    pub fn finish<const PAST_CACHES: bool>(
        &mut self,
        low_ones: usize,
        shape: Shape,
        swings: &Swings<V>,
        count: usize,
        out: &mut [V],
    ) -> bool {
        if Self::CAN_SPILL {
            // Empty rows hold what was there before, which could look like a value out of bounds.
            let (rows, empty) = self.rows.split_at_mut(count);
            for row in &mut empty[..V::COUNT - count] {
                row[..shape.whole].copy_from_slice(&rows[0][..shape.whole]);
            }
        }
        V::enter(Turn { rows: &self.rows, columns: &mut self.columns, shape });
        self.pass(low_ones, swings);
        let finished = &mut self.finished[..count * shape.whole];
        let rows = if PAST_CACHES { &mut *finished } else { &mut *out };
        let columns = &self.columns;
        if count == V::COUNT {
            V::enter(TurnBack::<V, true> { columns, shape, count, rows });
        } else {
            V::enter(TurnBack::<V, false> { columns, shape, count, rows });
        }
        if PAST_CACHES {
            // In the order of memory, so that whole cache lines go out.
            for (place, lanes) in out.iter_mut().zip(finished) {
                lanes.store_past_caches(place);
            }
        }
        self.spilled(shape)
    }

    /// Goes through the columns, each taking what its moves among the low bits are worth.
    #[inline(always)]
    fn pass(&mut self, low_ones: usize, swings: &Swings<V>) {
        let columns = &mut self.columns;
        if !V::STRAIGHT {
            for &(column, swing, next) in &self.steps[low_ones] {
                let worth = swings[usize::from(swing)].minus(columns[usize::from(next)]);
                columns[usize::from(column)] = columns[usize::from(column)].greater(worth);
            }
            return;
        }
        // A function of its own for each, entered anew, keeps the compiler's work in bounds.
        macro_rules! choose {
            ($bits:literal: $($ones:literal)*) => {
                match low_ones {
                    $($ones => V::enter(Pass::<V, $bits, $ones> { columns, swings }),)*
                    // A single word has no move.
                    _ => {}
                }
            };
        }
        match self.bits {
            8 => choose!(8: 1 2 3 4 5 6 7),
            10 => choose!(10: 1 2 3 4 5 6 7 8 9),
            _ => unreachable!("there are 8 or 10 low bits"),
        }
    }

    #[inline(always)]
    fn spilled(&self, shape: Shape) -> bool {
        if !Self::CAN_SPILL {
            return false;
        }
        let zero = V::splat(V::Word::default());
        let mut greatest = zero;
        for &column in &self.columns[..shape.words] {
            greatest = greatest.greater(column).greater(zero.minus(column));
        }
        let bound = i64::from(i16::MAX);
        (0..V::COUNT).any(|lane| greatest.word(lane).number() == bound)
    }
}

impl Shape {
    /// The first column of a vector of a row, as the turned rows have them: without the pad of the first half, so that
    /// the second half must be written after the first.
    #[inline(always)]
    fn column<V: Lanes>(&self, vector: usize) -> usize {
        if vector < self.first {
            vector * V::COUNT
        } else {
            self.first_words + (vector - self.first) * V::COUNT
        }
    }
}

/// Rows to columns.
struct Turn<'a, V> {
    rows: &'a [[V; MOST_VECTORS]; MOST_ROWS],
    columns: &'a mut Columns<V>,
    shape: Shape,
}

impl<V: Lanes> Job for Turn<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for vector in 0..self.shape.whole.min(MOST_VECTORS) {
            let at = self.shape.column::<V>(vector);
            let square = &mut self.columns[at..at + V::COUNT];
            V::transpose(|i| &self.rows[i][vector], |j, lanes| square[j] = lanes);
        }
    }
}

/// Columns to rows, one behind the other: the first `count`, or all if they are `FULL`.
struct TurnBack<'a, V, const FULL: bool> {
    columns: &'a Columns<V>,
    shape: Shape,
    count: usize,
    rows: &'a mut [V],
}

impl<V: Lanes, const FULL: bool> Job for TurnBack<'_, V, FULL> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { columns, shape, count, rows } = self;
        let count = if FULL { V::COUNT } else { count };
        let rows = &mut rows[..count * shape.whole];
        for vector in 0..shape.whole {
            let at = shape.column::<V>(vector);
            let square = &columns[at..at + V::COUNT];
            V::transpose(
                |j| &square[j],
                |i, lanes| {
                    if FULL || i < count {
                        rows[i * shape.whole + vector] = lanes;
                    }
                },
            );
        }
    }
}

/// The moves among so many low bits with so many ones, in an order in which they can be followed: a word's column, the number
/// of the swing, the column that the move leads to.
fn steps(bits: usize, ones: usize) -> Vec<(u8, u8, u8)> {
    let words: Vec<u64> = (0..1 << bits).filter(|word: &u64| word.count_ones() as usize == ones).collect();
    let mut steps = Vec::new();
    for (column, &word) in words.iter().enumerate() {
        for bit in (0..bits - 1).filter(|bit| moves_to(word) >> bit & 1 == 1) {
            let next = words.partition_point(|&other| other < word ^ 0b11 << bit);
            steps.push((column as u8, swing_number(bit, ones_below(word, bit)) as u8, next as u8));
        }
    }
    steps
}

/// The same for one number of bits and of ones, as code.
struct Pass<'a, V: Lanes, const BITS: usize, const ONES: usize> {
    columns: &'a mut Columns<V>,
    swings: &'a Swings<V>,
}

include!(concat!(env!("OUT_DIR"), "/low.rs"));
