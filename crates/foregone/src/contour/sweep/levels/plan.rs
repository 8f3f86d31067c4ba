//! Which upper words a sweep of levels meets, where their moves lead, and how large each level is.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use super::super::frame::{Contour, Frame, moves_to, ones, ones_below};
use super::super::lanes::{Lanes, Word};
use super::super::low::{self, Shape, Shapes};
use super::super::middle::{Entry, Middle, by_sum, class_of, place_sum};
use super::super::upper::MOST_MOVES;
use crate::limits::{filled, reserved};
use crate::report::SolveError;

/// The most middle bits: with 12, the tables of their words fit the nearest cache.
const MOST_MIDDLE: usize = 12;

/// The most upper words. A board with more has more order ideals than could be swept in hours.
const MOST_UPPERS: u128 = 1 << 20;

/// The fewest order ideals for each upper word: every level takes some time for each of its runs, whatever is in them. Thin
/// boards have fewer.
const FEWEST_EACH: u128 = 2_000;

/// What memory is taken for while a sweep is planned.
const UPPERS: &str = "the upper words of contours";

/// An upper word that can be reached.
#[derive(Debug)]
pub struct Upper<W> {
    pub word: u64,
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

/// What there is of a level, or of a part of it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Amount {
    pub vectors: usize,
    pub states: u64,
}

/// What there is to sweep, level by level.
#[derive(Debug)]
pub struct Plan<W> {
    /// How many bits are low.
    pub low: usize,
    pub shapes: Shapes,
    pub middle: Middle,
    /// By class of middle words and number of upper ones, how many words of the class can be reached.
    within: Vec<Vec<u32>>,
    /// Ascending.
    pub uppers: Vec<Upper<W>>,
    /// The places of all of them.
    pub all: Vec<u32>,
    /// By the number of its ones, what there is of an upper word so many levels above its own share.
    runs_by_ones: Vec<Vec<Amount>>,
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
    ///
    /// # Errors
    /// [`SolveError::TooLarge`] if it takes more than the bytes allowed, [`SolveError::NoMemory`] if the system has not even
    /// that much.
    pub fn new<V: Lanes<Word = W>>(
        frame: &Frame,
        ideals: u128,
        allowed: u64,
    ) -> Result<Option<Self>, SolveError> {
        let low = low::bits::<V>(frame.bits());
        let Some(above) = frame.bits().checked_sub(low) else { return Ok(None) };
        // A contour has no more moves than the frame has rows, or columns.
        if frame.columns().min(frame.bits() - frame.columns()) > MOST_MOVES {
            return Ok(None);
        }
        let middle = above.min(MOST_MIDDLE);
        let most = MOST_UPPERS.min(ideals / FEWEST_EACH);
        let Some(words) = reached(frame, low + middle, most, allowed)? else { return Ok(None) };
        let moves = words.iter().map(|&word| moves_to(word).count_ones() as usize).sum();
        let each = size_of::<u64>() + size_of::<u32>() + size_of::<Upper<W>>();
        let needs = words.len() as u128 * each as u128 + moves as u128 * size_of::<(usize, W)>() as u128;
        take(needs, allowed)?;
        let mut all = reserved(UPPERS, words.len())?;
        all.extend(0..words.len() as u32);
        let room = rooms(frame.start() >> low, middle, above - middle);
        let mut classes = by_sum(middle);
        let mut within = Vec::with_capacity(classes.len());
        for class in &mut classes {
            // A run holds the words that can be reached with its upper word: the first ones of their class.
            class.sort_by_key(|&word| Reverse(room[word as usize]));
            let count = |ones| class.partition_point(|&word| room[word as usize] >= ones) as u32;
            within.push((0..=(above - middle) as i32).map(count).collect());
        }
        let mut plan = Self {
            low,
            shapes: Shape::all(low, V::COUNT),
            middle: Middle::new(middle, &classes),
            within,
            uppers: reserved(UPPERS, words.len())?,
            runs_by_ones: Vec::new(),
            all,
            moves: reserved(UPPERS, moves)?,
            levels: 0..=0,
            sizes: Vec::new(),
            states: 0,
        };
        for &word in &words {
            plan.add_upper(frame, &words, word);
        }
        plan.levels = plan.level(ones(frame.columns()))..=plan.level(frame.start());
        plan.measure();
        Ok(Some(plan))
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

    /// The upper words to which moves lead from one, by their places.
    pub fn next(&self, upper: usize) -> impl Iterator<Item = usize> {
        let upper = &self.uppers[upper];
        let inside = self.moves[upper.moves.clone()].iter().map(|&(next, _)| next);
        inside.chain(upper.up.map(|(next, _)| next))
    }

    /// The places for the beginnings of a level's runs: one for each number of low ones and each upper word.
    pub const fn runs(&self) -> usize {
        self.uppers.len() * (self.low + 1)
    }

    /// Room for them.
    ///
    /// # Errors
    /// [`SolveError::NoMemory`] if the system has not that much.
    pub fn no_runs(&self) -> Result<Vec<u32>, SolveError> {
        filled("where the runs of a level begin", 0, self.runs())
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
        let sum = level.checked_sub(upper.sum).filter(|&sum| sum <= self.greatest_sum());
        let middle_ones = upper.ones_left.checked_sub(low_ones).filter(|&ones| ones <= self.middle.bits());
        let (Some(middle_ones), Some(sum)) = (middle_ones, sum) else { return &[] };
        let bits = self.middle.bits();
        let class = class_of(bits, middle_ones, sum);
        let words = self.within[class][upper.ones];
        &self.middle.class(class)[..words as usize]
    }

    /// Says where the runs of some upper words begin in a level, if they lie together.
    pub fn lay_out(&self, uppers: &[u32], level: usize, runs: &mut [u32]) {
        let mut at = 0;
        for (low_ones, shape) in self.shapes[..=self.low].iter().enumerate() {
            for &upper in uppers {
                runs[low_ones * self.uppers.len() + upper as usize] = at as u32;
                at += self.run(&self.uppers[upper as usize], low_ones, level).len() * shape.whole;
            }
        }
    }

    /// The greatest sum of places in the middle.
    const fn greatest_sum(&self) -> usize {
        let bits = self.middle.bits();
        bits * (bits + 1) / 2
    }

    fn measure(&mut self) {
        self.runs_by_ones =
            vec![Vec::new(); self.uppers.iter().map(|upper| upper.ones + 1).max().unwrap_or(0)];
        for upper in &self.uppers {
            if self.runs_by_ones[upper.ones].is_empty() {
                self.runs_by_ones[upper.ones] =
                    (0..=self.greatest_sum()).map(|above| self.runs_of(upper, above)).collect();
            }
        }
        let amounts = self.amounts(&self.all);
        self.states = amounts.iter().map(|amount| amount.states).sum();
        self.sizes = amounts.iter().map(|amount| amount.vectors).collect();
    }

    /// What there is of some upper words in each level, from level 0 to the last.
    pub fn amounts(&self, uppers: &[u32]) -> Vec<Amount> {
        // Upper words of the same share and number of ones have runs of the same sizes.
        let mut kinds = BTreeMap::new();
        for &index in uppers {
            let upper = &self.uppers[index as usize];
            *kinds.entry((upper.ones, upper.sum)).or_insert(0) += 1;
        }
        let mut amounts = vec![Amount::default(); self.levels.end() + 1];
        for (&(ones, sum), &count) in &kinds {
            for (amount, run) in amounts.iter_mut().skip(sum).zip(&self.runs_by_ones[ones]) {
                amount.vectors += count * run.vectors;
                amount.states += count as u64 * run.states;
            }
        }
        amounts[..*self.levels.start()].fill(Amount::default());
        amounts
    }

    /// What there is of an upper word so many levels above its own share.
    fn runs_of(&self, upper: &Upper<W>, above: usize) -> Amount {
        let mut amount = Amount::default();
        for (low_ones, shape) in self.shapes[..=self.low].iter().enumerate() {
            let rows = self.run(upper, low_ones, upper.sum + above).len();
            amount.vectors += rows * shape.whole;
            amount.states += (rows * shape.words) as u64;
        }
        amount
    }

    /// The vectors of the largest level.
    pub fn largest(&self) -> usize {
        self.sizes.iter().max().copied().unwrap_or(0)
    }

    /// The memory that a sweep by vectors of so many bytes takes if it keeps no levels, in bytes: two levels, and the plan.
    pub fn working_memory(&self, vector: usize) -> u128 {
        let level = self.largest() * vector + self.runs() * size_of::<u32>();
        self.memory() + 2 * level as u128
    }

    /// The memory that the plan itself takes, in bytes.
    pub fn memory(&self) -> u128 {
        let within: usize = self.within.iter().map(|class| class.len() * size_of::<u32>()).sum();
        let uppers = self.uppers.len() * (size_of::<Upper<W>>() + size_of::<u32>())
            + self.moves.len() * size_of::<(usize, W)>();
        Middle::memory(self.middle.bits()) + (uppers + within) as u128
    }
}

/// By middle word, beside how many upper ones it can be reached from a start, which is told by its bits above the low
/// ones; less than 0 if beside none. There are never more than `most`.
fn rooms(start: u64, bits: usize, most: usize) -> Vec<i32> {
    // A move brings a one down. So above no bit may there be more ones than there are in the start. From the highest bit
    // down, a bit more at a time.
    let mut rooms = vec![most as i32];
    for bit in (0..bits).rev() {
        let room = |word: usize| (start >> bit).count_ones() as i32 - word.count_ones() as i32;
        let longer = rooms
            .iter()
            .enumerate()
            .flat_map(|(word, &above)| [word << 1, word << 1 | 1].map(|word| room(word).min(above)));
        rooms = longer.collect();
    }
    rooms
}

/// Says that a plan takes so many bytes.
fn take(needs: u128, allowed: u64) -> Result<(), SolveError> {
    if needs <= u128::from(allowed) {
        return Ok(());
    }
    Err(SolveError::TooLarge { what: UPPERS.to_owned(), needs, allowed })
}

/// The words above so many bits that can be reached from the start of a frame, ascending; `None` if they are more than
/// `most`.
fn reached(frame: &Frame, lower: usize, most: u128, allowed: u64) -> Result<Option<Vec<u64>>, SolveError> {
    let bits = frame.bits() - lower;
    let start = frame.start() >> lower;
    // From the highest bit down, a bit more at a time. A move brings a one down, so no beginning may have more ones
    // than that of the start; and all ones that are missing must find room below.
    let mut words = vec![0_u64];
    for below in (0..bits).rev() {
        let greatest = (start >> below).count_ones();
        let least = frame.columns().saturating_sub(below + lower) as u32;
        take(words.len() as u128 * 3 * size_of::<u64>() as u128, allowed)?;
        let mut longer = reserved(UPPERS, 2 * words.len())?;
        longer.extend(
            words
                .iter()
                .flat_map(|word| [word << 1, word << 1 | 1])
                .filter(|word| (least..=greatest).contains(&word.count_ones())),
        );
        words = longer;
        if words.len() as u128 > most {
            return Ok(None);
        }
    }
    Ok(Some(words))
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
            let plan = Plan::new::<Portable<i32, 8>>(&frame, u128::MAX, u64::MAX).unwrap().unwrap();
            assert_eq!(plan.states, binomial(rows + columns, columns) as u64, "{rows}x{columns}");
        }
    }

    #[test]
    fn a_plan_takes_no_more_than_is_allowed() {
        let zeros = vec![0; 16 * 17];
        let board = crate::contour::Board::new(16, 17, zeros.clone(), zeros).unwrap();
        let frame = Frame::of(&crate::contour::Position::new(board)).unwrap();
        let plan = |allowed| Plan::new::<Portable<i32, 8>>(&frame, u128::MAX, allowed);
        // Whoever has the room for a sweep has that for its plan.
        let enough = plan(u64::MAX).unwrap().unwrap().working_memory(32) as u64;
        assert!(plan(enough).is_ok_and(|plan| plan.is_some()));
        for allowed in [0, 1 << 10, 1 << 14] {
            let Err(SolveError::TooLarge { needs, allowed: told, .. }) = plan(allowed) else {
                panic!("{allowed}")
            };
            assert!(needs > u128::from(told) && told == allowed);
        }
    }
}
