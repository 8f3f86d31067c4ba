//! Moves above the low bits: the best of them for a whole row, word by word along it.

use super::lanes::{Job, Lanes, Word};
use super::low::{MOST_VECTORS, Shape};

/// The most moves that a contour may have for the fast sweeps. A board of so many rows and columns has more order ideals
/// than could ever be swept.
pub const MOST_MOVES: usize = 24;

/// Rows that are done, each told by where it begins.
pub trait Rows<V>: Copy {
    /// The vectors from there to the end of what lies together; none past the end.
    fn begin(&self, row: usize) -> &[V];
}

/// All of them in one table.
impl<V> Rows<V> for &[V] {
    #[inline(always)]
    fn begin(&self, row: usize) -> &[V] {
        self.get(row..).unwrap_or_default()
    }
}

/// The moves of a row above the low bits. Each leads to a row of the same shape, which is told by where it begins.
#[derive(Debug)]
pub struct Moves<W> {
    count: usize,
    rows: [usize; MOST_MOVES],
    swings: [W; MOST_MOVES],
    /// For the first half of the row, the move from above into the highest low bit: where the second half of a row with
    /// one low one more begins, and the swing.
    pub down: Option<(usize, W)>,
}

impl<W: Word> Moves<W> {
    /// No move.
    pub fn new() -> Self {
        Self { count: 0, rows: [0; _], swings: [W::default(); _], down: None }
    }

    /// Drops all but the first few moves.
    #[inline(always)]
    pub fn keep(&mut self, count: usize) {
        self.count = count;
        self.down = None;
    }

    /// Adds a move to a row of the same shape. No more than [`MOST_MOVES`] are added.
    #[inline(always)]
    pub fn add(&mut self, row: usize, swing: W) {
        self.rows[self.count] = row;
        self.swings[self.count] = swing;
        self.count += 1;
    }

    /// Whether there is none: its first word is that of the full board.
    #[inline(always)]
    pub const fn none(&self) -> bool {
        self.count == 0 && self.down.is_none()
    }

    /// Says where the row of a move begins.
    #[inline(always)]
    pub fn lead(&mut self, index: usize, row: usize) {
        self.rows[index] = row;
    }

    /// What the best of the moves is worth, word by word of the row.
    #[inline(always)]
    pub fn best<V: Lanes<Word = W>>(&self, shape: Shape, done: impl Rows<V>, out: &mut [V; MOST_VECTORS]) {
        // The loops over the moves are unrolled, so there is one function for each number of moves.
        macro_rules! choose {
            ($($count:literal)*) => {
                match self.count {
                    $($count => V::enter(Best::<V, _, $count> { moves: self, shape, done, out }),)*
                    _ => unreachable!("no more moves are added"),
                }
            };
        }
        choose!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
        if self.none() {
            out[0] = V::zero_first();
        }
    }
}

/// The best of so many moves, as a job for its lanes.
struct Best<'a, V: Lanes, R, const COUNT: usize> {
    moves: &'a Moves<V::Word>,
    shape: Shape,
    done: R,
    out: &'a mut [V; MOST_VECTORS],
}

impl<V: Lanes, R: Rows<V>, const COUNT: usize> Job for Best<'_, V, R, COUNT> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { moves, shape, done, out } = self;
        let (first, second) = out[..shape.whole].split_at_mut(shape.first);
        // Two slices a move, as long as what they are read along with, so that no access needs a check.
        let mut first_rows: [&[V]; COUNT] = [&[]; COUNT];
        let mut second_rows: [&[V]; COUNT] = [&[]; COUNT];
        let mut swings = [V::splat(V::Word::NONE); COUNT];
        for index in 0..COUNT {
            let row = &done.begin(moves.rows[index])[..first.len() + second.len()];
            (first_rows[index], second_rows[index]) = row.split_at(first.len());
            swings[index] = V::splat(moves.swings[index]);
        }
        if let Some((row, swing)) = moves.down {
            let (down, swing) = (&done.begin(row)[..first.len()], V::splat(swing));
            for (vector, (out, &down)) in first.iter_mut().zip(down).enumerate() {
                let best = swing.minus(down);
                *out = if COUNT == 0 { best } else { best.greater(greatest(&swings, &first_rows, vector)) };
            }
        } else {
            for (vector, out) in first.iter_mut().enumerate() {
                *out = greatest(&swings, &first_rows, vector);
            }
        }
        for (vector, out) in second.iter_mut().enumerate() {
            *out = greatest(&swings, &second_rows, vector);
        }
    }
}

#[inline(always)]
fn greatest<V: Lanes, const COUNT: usize>(swings: &[V; COUNT], rows: &[&[V]; COUNT], vector: usize) -> V {
    let worth = |index: usize| swings[index].minus(rows[index][vector]);
    let mut best = if COUNT == 0 { V::splat(V::Word::NONE) } else { worth(0) };
    for index in 1..COUNT {
        best = best.greater(worth(index));
    }
    best
}
