//! Which upper words a sweep of levels meets, where their moves lead, and how large each level is.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use super::super::frame::{Contour, Frame, moves_to, ones, ones_below};
use super::super::lanes::{Lanes, Word};
use super::super::low::{self, Shape, Shapes};
use super::super::middle::{Entry, Middle, by_sum, class_of, place_sum};
use super::super::upper::MOST_MOVES;

/// The most middle bits: with 12, the tables of their words fit the nearest cache.
const MOST_MIDDLE: usize = 12;

/// The most upper words. A board with more has more order ideals than could be swept in hours.
const MOST_UPPERS: u128 = 1 << 20;

/// The fewest order ideals for each upper word: every level takes some time for each of its runs, whatever is in them. Thin
/// boards have fewer.
const FEWEST_EACH: u128 = 2_000;

/// An upper word that can be reached.
#[derive(Debug)]
pub struct Upper<W> {
    word: u64,
    /// How many ones it has.
    ones: usize,
    /// How many ones are in the middle and the low bits.
    pub ones_left: usize,
    /// The places of its ones summed up: its share of the level.
    pub sum: usize,
    /// Its moves, as a range of [`Plan::moves`].
    pub moves: Range<usize>,
    /// If bit 0 is a one: the upper word without it, and the swing of the move into the middle.
    pub up: Option<(usize, W)>,
}

/// What there is to sweep, level by level.
#[derive(Debug)]
pub struct Plan<W> {
    /// How many bits are low.
    pub low: usize,
    pub shapes: Shapes,
    pub middle: Middle,
    /// By class of middle words and number of upper ones, how many words of the class can be reached.
    reached: Vec<Vec<u32>>,
    /// Ascending.
    pub uppers: Vec<Upper<W>>,
    /// Moves inside the upper bits: the index of the word that one leads to, and the swing.
    pub moves: Vec<(usize, W)>,
    /// From the full board to the position.
    pub levels: RangeInclusive<usize>,
    /// The vectors of each level, from level 0 on.
    pub sizes: Vec<usize>,
    /// The contours of all levels.
    pub states: u64,
}

impl<W: Word> Plan<W> {
    /// The plan for a frame above whose start there are so many order ideals, with vectors of some lanes; `None` if the
    /// frame is too small, too thin or too large for it.
    pub fn new<V: Lanes<Word = W>>(frame: &Frame, ideals: u128) -> Option<Self> {
        let low = low::bits::<V>(frame.bits());
        let above = frame.bits().checked_sub(low)?;
        // A contour has no more moves than the frame has rows, or columns.
        if frame.columns().min(frame.bits() - frame.columns()) > MOST_MOVES {
            return None;
        }
        let middle = above.min(MOST_MIDDLE);
        let words = reached(frame, low + middle, MOST_UPPERS.min(ideals / FEWEST_EACH))?;
        let slack = Slack { start: frame.start() >> low, bits: middle, most: above - middle };
        let mut classes = by_sum(middle);
        // A run holds the words that can be reached with its upper word: the first ones of their class.
        for class in &mut classes {
            class.sort_by_key(|&word| std::cmp::Reverse(slack.of(word)));
        }
        let reached = classes.iter().map(|class| slack.reached(class)).collect();
        let mut plan = Self {
            low,
            shapes: Shape::all(low, V::COUNT),
            middle: Middle::new(middle, &classes),
            reached,
            uppers: Vec::with_capacity(words.len()),
            moves: Vec::new(),
            levels: 0..=0,
            sizes: Vec::new(),
            states: 0,
        };
        for &word in &words {
            plan.add_upper(frame, &words, word);
        }
        plan.levels = plan.level(ones(frame.columns()))..=plan.level(frame.start());
        plan.measure();
        Some(plan)
    }

    fn add_upper(&mut self, frame: &Frame, words: &[u64], word: u64) {
        let middle = self.middle.bits();
        let index = |word| words.binary_search(&word).expect("a move leads to a word that can be reached");
        let first = self.moves.len();
        let ones = word.count_ones() as usize;
        let ones_left = frame.columns() - ones;
        let mut left = moves_to(word);
        while left > 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let swing = frame.swing(self.low + middle + bit, ones_left + ones_below(word, bit));
            self.moves.push((index(word ^ 0b11 << bit), W::of(swing)));
        }
        // With no room below there is nowhere to go, and no row that would ask.
        let up = (word & 1 == 1 && ones_left < self.low + middle)
            .then(|| (index(word ^ 1), W::of(frame.swing(self.low + middle - 1, ones_left))));
        let sum = self.upper_sum(word);
        self.uppers.push(Upper { word, ones, ones_left, sum, moves: first..self.moves.len(), up });
    }

    /// The share of an upper word in the level.
    fn upper_sum(&self, word: u64) -> usize {
        (0..64).filter(|bit| word >> bit & 1 == 1).map(|bit| self.middle.bits() + bit + 1).sum()
    }

    /// The places for the beginnings of a level's runs: one for each number of low ones and each upper word.
    pub const fn runs(&self) -> usize {
        self.uppers.len() * (self.low + 1)
    }

    /// The level of a contour.
    pub fn level(&self, contour: Contour) -> usize {
        let above = contour >> self.low;
        place_sum((above & ones(self.middle.bits())) as u32) + self.upper_sum(above >> self.middle.bits())
    }

    /// The index of the upper word of a contour, if it can be reached.
    pub fn upper(&self, contour: Contour) -> Option<usize> {
        let word = contour >> (self.low + self.middle.bits());
        self.uppers.binary_search_by_key(&word, |upper| upper.word).ok()
    }

    /// The middle words in the run of an upper word and a number of low ones at some level.
    #[inline(always)]
    pub fn run(&self, upper: &Upper<W>, low_ones: usize, level: usize) -> &[Entry] {
        let bits = self.middle.bits();
        let middle_ones = upper.ones_left.checked_sub(low_ones).filter(|&ones| ones <= bits);
        let sum = level.checked_sub(upper.sum).filter(|&sum| sum <= bits * (bits + 1) / 2);
        let (Some(middle_ones), Some(sum)) = (middle_ones, sum) else { return &[] };
        let class = class_of(bits, middle_ones, sum);
        let words = self.reached[class][upper.ones];
        &self.middle.class(class)[..words as usize]
    }

    fn measure(&mut self) {
        // Upper words of the same share and number of ones have runs of the same sizes.
        let mut kinds = BTreeMap::new();
        for (index, upper) in self.uppers.iter().enumerate() {
            kinds.entry((upper.ones_left, upper.sum)).or_insert((index, 0)).1 += 1;
        }
        self.sizes = vec![0; self.levels.end() + 1];
        for level in self.levels.clone() {
            for &(index, count) in kinds.values() {
                for (low_ones, shape) in self.shapes[..=self.low].iter().enumerate() {
                    let rows = count * self.run(&self.uppers[index], low_ones, level).len();
                    self.sizes[level] += rows * shape.whole;
                    self.states += (rows * shape.words) as u64;
                }
            }
        }
    }

    /// The memory that the plan itself takes, in bytes.
    pub fn memory(&self) -> u128 {
        let reached: usize = self.reached.iter().map(|class| class.len() * size_of::<u32>()).sum();
        let uppers = self.uppers.len() * size_of::<Upper<W>>() + self.moves.len() * size_of::<(usize, W)>();
        Middle::memory(self.middle.bits()) + (uppers + reached) as u128
    }
}

/// How many upper ones leave a middle word within reach.
///
/// A move brings a one down. So above no bit may there be more ones than there are in the start.
struct Slack {
    /// The start above the low bits.
    start: u64,
    /// How many bits are in the middle, and how many are above: there are no more upper ones.
    bits: usize,
    most: usize,
}

impl Slack {
    /// The most upper ones beside a middle word; `None` if there is no room even for none.
    fn of(&self, word: u32) -> Option<u32> {
        let room = |bit: usize| (self.start >> bit).count_ones().checked_sub((word >> bit).count_ones());
        (0..self.bits).try_fold(self.most as u32, |least, bit| room(bit).map(|room| room.min(least)))
    }

    /// By number of upper ones, how many words of a class are within reach; they come in the order of falling slack.
    fn reached(&self, class: &[u32]) -> Vec<u32> {
        let within =
            |ones: u32| class.partition_point(|&word| self.of(word).is_some_and(|most| most >= ones));
        (0..=self.most as u32).map(|ones| within(ones) as u32).collect()
    }
}

/// The words above so many bits that can be reached from the start of a frame, ascending; `None` if they are more than
/// `most`.
fn reached(frame: &Frame, lower: usize, most: u128) -> Option<Vec<u64>> {
    let bits = frame.bits() - lower;
    let start = frame.start() >> lower;
    // From the highest bit down, a bit more at a time. A move brings a one down, so no beginning may have more ones
    // than that of the start; and all ones that are missing must find room below.
    let mut words = vec![0_u64];
    for below in (0..bits).rev() {
        let greatest = (start >> below).count_ones();
        let least = frame.columns().saturating_sub(below + lower) as u32;
        words = words
            .iter()
            .flat_map(|word| [word << 1, word << 1 | 1])
            .filter(|word| (least..=greatest).contains(&word.count_ones()))
            .collect();
        if words.len() as u128 > most {
            return None;
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::super::super::frame::binomial;
    use super::super::super::lanes::Portable;
    use super::*;

    #[test]
    fn the_levels_of_an_empty_board_hold_every_contour_once() {
        for (rows, columns) in [(5, 5), (11, 11), (12, 14), (3, 22), (22, 3), (16, 16), (1, 30)] {
            let zeros = vec![0; rows * columns];
            let board = crate::contour::Board::new(rows, columns, zeros.clone(), zeros).unwrap();
            let frame = Frame::of(&crate::contour::Position::new(board)).unwrap();
            let plan = Plan::new::<Portable<i32, 8>>(&frame, u128::MAX).unwrap();
            assert_eq!(plan.states, binomial(rows + columns, columns) as u64, "{rows}x{columns}");
        }
    }
}
