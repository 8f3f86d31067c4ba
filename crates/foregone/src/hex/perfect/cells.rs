//! Sets of cells as the bits of a word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of cells of one board: bit `row * columns + column` is set for each cell in it.
///
/// ```text
/// bit   0  1  2  3      the first row of a board of four columns
///        4  5  6  7     the second
/// ```
///
/// Words of 64 bits serve boards of up to 64 cells, and are twice as fast as those of 128.
pub(crate) trait Cells:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
{
    /// No cell.
    const NONE: Self;
    /// The most cells of a board.
    const MOST: usize;

    /// The cell of a number, which is less than [`Cells::MOST`].
    fn one(cell: usize) -> Self;

    /// The first so many cells, at most [`Cells::MOST`].
    fn first(cells: usize) -> Self;

    /// How many they are.
    fn count(self) -> usize;

    /// The least cell of a set that is not empty.
    fn least(self) -> usize;

    /// The set after a board of so many cells was turned by half a turn.
    fn turned(self, cells: usize) -> Self;

    /// The bits, for a hash.
    fn words(self) -> [u64; 2];

    /// Whether there is none.
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether a cell is in it.
    fn has(self, cell: usize) -> bool {
        !(self & Self::one(cell)).is_empty()
    }

    /// Whether all of them are in another set.
    fn within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// Whether another set shares a cell with it.
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The cells one by one, in ascending order.
    fn each(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            if left.is_empty() {
                return None;
            }
            let cell = left.least();
            left &= !Self::one(cell);
            Some(cell)
        })
    }
}

macro_rules! cells {
    ($word:ty, $words:expr) => {
        impl Cells for $word {
            const NONE: Self = 0;
            const MOST: usize = <$word>::BITS as usize;

            fn one(cell: usize) -> Self {
                1 << cell
            }

            fn first(cells: usize) -> Self {
                if cells == Self::MOST { Self::MAX } else { Self::one(cells) - 1 }
            }

            fn count(self) -> usize {
                self.count_ones() as usize
            }

            fn least(self) -> usize {
                self.trailing_zeros() as usize
            }

            fn turned(self, cells: usize) -> Self {
                self.reverse_bits() >> (Self::MOST - cells)
            }

            fn words(self) -> [u64; 2] {
                $words(self)
            }
        }
    };
}

cells!(u64, |word| [word, 0]);
cells!(u128, |word| [word as u64, (word >> 64) as u64]);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<C: Cells>() {
        let all = C::first(C::MOST);
        assert_eq!(all.count(), C::MOST);
        assert_eq!(all.each().collect::<Vec<_>>(), (0..C::MOST).collect::<Vec<_>>());
        let some = C::one(0) | C::one(2) | C::one(C::MOST - 1);
        assert_eq!(some.each().collect::<Vec<_>>(), [0, 2, C::MOST - 1]);
        assert!(some.has(2) && !some.has(1) && some.within(all) && !all.within(some) && some.meets(all));
        assert_eq!(some.turned(C::MOST), C::one(0) | C::one(C::MOST - 3) | C::one(C::MOST - 1));
        assert_eq!((C::one(0) | C::one(1)).turned(5), C::one(4) | C::one(3));
        assert!(C::NONE.is_empty() && C::first(0).is_empty());
    }

    #[test]
    fn sets_of_both_widths() {
        check::<u64>();
        check::<u128>();
    }
}
