//! The part of a board that is still open, and its order ideals as contours in bits.

use super::super::board::Position;
use crate::cell::Cell;

/// An order ideal by its edge: bit 0 is the first step from the bottom left corner of the frame, a one is a step to the
/// right, a zero a step up.
pub type Contour = u64;

/// The rows and columns of a board that are not full at a position, and what the fast sweeps need to know of them.
///
/// ```text
///     ┌───┬───┬───┐ ╌ ┐
///     │ x │ x │ x │   ╎       bit        6 5 4 3 2 1 0
///     ├───┼───┴───┘ ╌ ┤       contour    1 0 1 1 0 1 0
///     │ x │ o         ╎
///     ├───┘ ╌ ╌ ╌ ╌ ╌ ┤       from the bottom left: up, right, up, right, right, up, right
///     │ o             ╎
///     └ ╌ ╌ ╌ ╌ ╌ ╌ ╌ ┘       the upper o is taken when the one in bit 3 moves down to bit 2
/// ```
///
/// A contour has as many zeros as there are rows and as many ones as there are columns. When nothing is taken the zeros
/// come first (they are the lowest bits); when all is, the ones. To take a cell is to move a one down past a zero: from
/// bit `p + 1` to bit `p`. With `k` ones below bit `p` that is the cell of column `k` in the row that has `p - k` rows
/// below it; so the swing that the move brings depends on `p` and `k` alone.
#[derive(Clone, Debug)]
pub struct Frame {
    rows: usize,
    columns: usize,
    /// Rows above the frame and columns to its left.
    corner: Cell,
    start: Contour,
    /// The swing of the move to bit `p` with `k` ones below it, at `p * (columns + 1) + k`; 0 if there is none. Those of
    /// cells that are taken at the start are there, too: some sweeps also work out contours that cannot be reached, and
    /// so their values stay those of a game on the board.
    swings: Vec<i64>,
}

impl Frame {
    /// The frame of a position, unless its contour has more bits than there is room for.
    pub fn of(position: &Position) -> Option<Self> {
        let taken = position.taken();
        let width = position.board().columns();
        let full_rows = taken.iter().take_while(|&&length| length == width).count();
        let full_columns = taken[taken.len() - 1];
        let (rows, columns) = (taken.len() - full_rows, width - full_columns);
        if rows + columns > Contour::BITS as usize - 1 || rows == 0 {
            return None;
        }
        let corner = Cell::new(full_rows, full_columns);
        let mut frame = Self { rows, columns, corner, start: 0, swings: Vec::new() };
        frame.start = frame.contour(position);
        frame.swings = vec![0; (rows + columns) * (columns + 1)];
        for row in 0..rows {
            for ones in 0..columns {
                let bit = rows - 1 - row + ones;
                let cell = Cell::new(full_rows + row, full_columns + ones);
                frame.swings[bit * (columns + 1) + ones] = position.board().swing(cell);
            }
        }
        Some(frame)
    }

    /// The contour of the position, or of one that is reached from it.
    pub fn contour(&self, position: &Position) -> Contour {
        let (mut contour, mut bit, mut column) = (0, 0, self.corner.column);
        for &length in position.taken()[self.corner.row..].iter().rev() {
            contour |= ones(length - column) << bit;
            bit += length - column + 1;
            column = length;
        }
        contour | ones(self.corner.column + self.columns - column) << bit
    }

    /// The columns of the frame, and the ones of every contour.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// The bits of a contour.
    pub const fn bits(&self) -> usize {
        self.rows + self.columns
    }

    /// The contour of the position.
    pub const fn start(&self) -> Contour {
        self.start
    }

    /// The swing of the move to a bit with so many ones below it, 0 if there is no such move.
    #[inline]
    pub fn swing(&self, bit: usize, ones: usize) -> i64 {
        if ones > self.columns {
            0
        } else {
            self.swings.get(bit * (self.columns + 1) + ones).copied().unwrap_or(0)
        }
    }

    /// The sizes of all swings summed up: no `g` and no difference of a swing and a `g` is greater.
    pub fn bound(&self) -> i64 {
        self.swings.iter().map(|swing| swing.abs()).sum()
    }

    /// The greatest size of a swing.
    pub fn greatest(&self) -> i64 {
        self.swings.iter().map(|swing| swing.abs()).max().unwrap_or(0)
    }

    /// The moves from a contour, the cells in ascending order.
    #[inline(always)]
    pub fn moves(&self, contour: Contour) -> impl Iterator<Item = Move> {
        let mut left = moves_to(contour);
        std::iter::from_fn(move || {
            let bit = left.checked_ilog2()?;
            left ^= 1 << bit;
            let ones = ones_below(contour, bit as usize);
            let row = self.rows - 1 - (bit as usize - ones);
            let cell = Cell::new(self.corner.row + row, self.corner.column + ones);
            Some(Move { cell, swing: self.swing(bit as usize, ones), next: contour ^ (0b11 << bit) })
        })
    }
}

/// A move from a contour.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// The cell taken.
    pub cell: Cell,
    /// Its swing.
    pub swing: i64,
    /// The contour after it.
    pub next: Contour,
}

/// So many ones, fewer than the bits of a word.
pub const fn ones(count: usize) -> u64 {
    (1 << count) - 1
}

/// The bits that a one can be moved down to, in a contour or a part of one.
pub const fn moves_to(bits: u64) -> u64 {
    !bits & bits >> 1
}

/// The ones below a bit.
pub const fn ones_below(bits: u64, bit: usize) -> usize {
    (bits & ones(bit)).count_ones() as usize
}

/// Pascal's triangle, as far as contours go; the greatest, `C(64, 32)`, is less than 2^61.
static BINOMIALS: [[u64; 65]; 65] = {
    let mut rows = [[0; 65]; 65];
    let mut n = 0;
    while n < 65 {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
};

/// `C(n, k)`, 0 if `k` is more than `n`; neither is more than 64.
#[inline]
pub fn binomial(n: usize, k: usize) -> usize {
    BINOMIALS[n][k] as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    #[test]
    fn the_drawn_contour_is_as_drawn() {
        let board = "3x4:0,0,0,1/0,2,3,4/0,5,6,7|0,0,0,0/0,0,0,0/0,0,0,0|3,1,1";
        let frame = Frame::of(&board.parse().unwrap()).unwrap();
        // The first column is full, so the frame leaves it out, and with it a step to the right at the bottom left.
        assert_eq!((frame.rows, frame.columns(), frame.start()), (3, 3, 0b10_1100));
        let moves: Vec<_> = frame.moves(frame.start()).map(|mv| (mv.cell, mv.swing, mv.next)).collect();
        assert_eq!(moves, [(Cell::new(0, 3), 1, 0b01_1100), (Cell::new(1, 1), 2, 0b10_1010)]);
        assert_eq!((frame.bound(), frame.greatest()), (28, 7));
    }

    #[test]
    fn moves_in_bits_are_the_moves_of_the_rules() {
        let board = "4x3:1,2,3/4,5,6/7,8,9/10,11,12|0,0,0/0,0,0/0,0,0/0,0,0";
        for taken in ["", "|3,0,0,0", "|3,3,1,0", "|2,1,1,1", "|3,2,1,0"] {
            let mut here: Position = format!("{board}{taken}").parse().unwrap();
            let frame = Frame::of(&here).unwrap();
            let mut contour = frame.start();
            for step in 0.. {
                let moves: Vec<Move> = frame.moves(contour).collect();
                assert_eq!(moves.iter().map(|mv| mv.cell).collect::<Vec<_>>(), here.moves());
                assert!(moves.iter().all(|mv| mv.swing == here.board().swing(mv.cell)));
                assert_eq!(frame.contour(&here), contour);
                if moves.is_empty() {
                    assert_eq!(contour, ones(frame.columns()));
                    break;
                }
                let mv = moves[step % moves.len()];
                here.play(mv.cell).unwrap();
                contour = mv.next;
            }
        }
    }
}
