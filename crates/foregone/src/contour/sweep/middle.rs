//! The middle bits of a contour: all words of them, their moves, and the order in which they are stored.

use super::frame::{Frame, moves_to, ones, ones_below};
use super::lanes::Word;

/// All words of so many bits, in classes of one popcount each.
///
/// A word is known by its class and its place in there. The rows of a table that differ in the middle bits alone are
/// stored in that order.
#[derive(Debug)]
pub struct Middle {
    bits: usize,
    places: Vec<u32>,
    classes: Vec<Vec<Entry>>,
    steps: Vec<Step>,
}

/// A word of the middle bits.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its moves, as a range of all steps.
    first: u32,
    end: u32,
    /// If bit 0 is a one, the place of the word without it: the one goes down into the low bits.
    pub down: Option<u32>,
    /// If the highest bit is a zero, the place of the word with a one there: it comes from the upper bits.
    pub up: Option<u32>,
}

/// A move inside the middle bits.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The place of the word that it leads to.
    pub place: u32,
    /// Which swing it brings: the move to bit `p` with `k` ones of the middle below it has number [`swing_number`].
    pub swing: u32,
}

/// The number of the swing of a move to bit `p` of a part with `k` ones of the part below it, if such swings are
/// numbered without gaps: 0 for the lowest bit, 1 and 2 for the next, and so on.
pub const fn swing_number(p: usize, k: usize) -> usize {
    p * (p + 1) / 2 + k
}

impl Middle {
    /// The words of some classes. Each word of so many bits is in exactly one.
    pub fn new(bits: usize, words: &[Vec<u32>]) -> Self {
        let mut places = vec![0; 1 << bits];
        for class in words {
            for (place, &word) in class.iter().enumerate() {
                places[word as usize] = place as u32;
            }
        }
        let mut middle = Self { bits, places, classes: Vec::with_capacity(words.len()), steps: Vec::new() };
        for class in words {
            let entries = class.iter().map(|&word| middle.entry(word)).collect();
            middle.classes.push(entries);
        }
        middle
    }

    fn entry(&mut self, word: u32) -> Entry {
        let first = self.steps.len() as u32;
        let mut left = moves_to(word.into());
        while left > 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            let place = self.places[word as usize ^ 0b11 << bit];
            let swing = swing_number(bit, ones_below(word.into(), bit)) as u32;
            self.steps.push(Step { place, swing });
        }
        let other = |bit: usize| self.places[word as usize ^ 1 << bit];
        Entry {
            first,
            end: self.steps.len() as u32,
            down: (word & 1 == 1).then(|| other(0)),
            up: (self.bits > 0 && word >> (self.bits - 1) == 0).then(|| other(self.bits - 1)),
        }
    }

    /// How many bits there are.
    pub const fn bits(&self) -> usize {
        self.bits
    }

    /// The words of a class, in their order.
    pub fn class(&self, class: usize) -> &[Entry] {
        &self.classes[class]
    }

    /// The place of a word in its class.
    pub fn place(&self, word: usize) -> usize {
        self.places[word] as usize
    }

    /// The moves of a word inside the middle bits.
    #[inline(always)]
    pub fn steps(&self, entry: &Entry) -> &[Step] {
        &self.steps[entry.first as usize..entry.end as usize]
    }

    /// The memory that it takes, in bytes.
    pub fn memory(bits: usize) -> u128 {
        // A word has no more than half as many moves as bits, and its share of the rounded-up steps.
        let each = size_of::<u32>() + size_of::<Entry>() + bits.max(1) * size_of::<Step>();
        (each << bits) as u128
    }
}

/// All words of so many bits by popcount, each class in an order in which groups of at most `group` words in a row have
/// no move between them and none into a later group; and the sizes of these groups.
pub fn in_groups(bits: usize, group: usize) -> (Vec<Vec<u32>>, Vec<Vec<usize>>) {
    let mut classes = vec![Vec::new(); bits + 1];
    for word in 0..1_u32 << bits {
        classes[word.count_ones() as usize].push(word);
    }
    let mut done = vec![false; 1 << bits];
    let mut sizes = Vec::new();
    for class in &mut classes {
        // A move lowers the sum of the places of the ones, so the first word left can always be taken.
        class.sort_by_key(|&word| place_sum(word));
        let (mut left, mut order, mut groups) = (std::mem::take(class), Vec::new(), Vec::new());
        while !left.is_empty() {
            let first = order.len();
            let mut passed = 0;
            left.retain(|&word| {
                // Looking further than this finds little more.
                if order.len() - first == group || passed > 4 * group {
                    return true;
                }
                let ready = steps_of(word).all(|next| done[next as usize]);
                if ready {
                    order.push(word);
                } else {
                    passed += 1;
                }
                !ready
            });
            for &word in &order[first..] {
                done[word as usize] = true;
            }
            groups.push(order.len() - first);
        }
        *class = order;
        sizes.push(groups);
    }
    (classes, sizes)
}

/// All words of so many bits by popcount and sum of places, as [`class_of`] numbers these classes.
pub fn by_sum(bits: usize) -> Vec<Vec<u32>> {
    let mut classes = vec![Vec::new(); (bits + 1) * (place_sum(ones(bits) as u32) + 1)];
    for word in 0..1_u32 << bits {
        classes[class_of(bits, word.count_ones() as usize, place_sum(word))].push(word);
    }
    classes
}

/// The number of the class of words of one popcount and sum of places, as [`by_sum`] has them.
pub const fn class_of(bits: usize, popcount: usize, sum: usize) -> usize {
    popcount * (bits * (bits + 1) / 2 + 1) + sum
}

/// The places of the ones summed up, the lowest bit being place 1. A move inside the word lowers it by one.
pub const fn place_sum(word: u32) -> usize {
    let (mut left, mut sum) = (word, 0);
    while left > 0 {
        sum += left.trailing_zeros() as usize + 1;
        left &= left - 1;
    }
    sum
}

/// The words that the moves of a word lead to.
fn steps_of(word: u32) -> impl Iterator<Item = u32> {
    let mut left = moves_to(word.into()) as u32;
    std::iter::from_fn(move || {
        let bit = (left > 0).then(|| left.trailing_zeros())?;
        left &= left - 1;
        Some(word ^ 0b11 << bit)
    })
}

/// The swings of a frame's moves inside the middle bits, which begin above so many low bits: by the number of low ones,
/// then as [`swing_number`] has them.
pub fn swings<W: Word>(frame: &Frame, low_bits: usize, bits: usize) -> Vec<Vec<W>> {
    let of = |low_ones: usize| {
        let mut swings = Vec::with_capacity(swing_number(bits, 0));
        for bit in 0..bits.saturating_sub(1) {
            swings.extend((0..=bit).map(|ones| W::of(frame.swing(low_bits + bit, low_ones + ones))));
        }
        swings
    };
    (0..=low_bits).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_hold_no_move_and_follow_what_they_lead_to() {
        for bits in 0..=10 {
            for group in [1, 8, 16] {
                let (classes, sizes) = in_groups(bits, group);
                let mut done = vec![false; 1 << bits];
                for (class, sizes) in classes.iter().zip(&sizes) {
                    let mut left = class.as_slice();
                    for &size in sizes {
                        assert!((1..=group).contains(&size));
                        let (words, rest) = left.split_at(size);
                        assert!(
                            words.iter().flat_map(|&word| steps_of(word)).all(|next| done[next as usize])
                        );
                        words.iter().for_each(|&word| done[word as usize] = true);
                        left = rest;
                    }
                    assert!(left.is_empty());
                }
                assert!(done.iter().all(|&done| done));
            }
        }
    }

    #[test]
    fn a_move_lowers_the_sum_by_one() {
        for (class, words) in by_sum(7).iter().enumerate() {
            for &word in words {
                assert_eq!(class, class_of(7, word.count_ones() as usize, place_sum(word)));
                for next in steps_of(word) {
                    assert_eq!(
                        (next.count_ones(), place_sum(next) + 1),
                        (word.count_ones(), place_sum(word))
                    );
                }
            }
        }
    }

    #[test]
    fn an_entry_tells_where_its_moves_lead() {
        let middle = Middle::new(4, &by_sum(4));
        let entry = |word: u32| {
            middle.class(class_of(4, word.count_ones() as usize, place_sum(word)))
                [middle.place(word as usize)]
        };
        let word = entry(0b0101);
        assert_eq!(word.down.map(|place| place as usize), Some(middle.place(0b0100)));
        assert_eq!(word.up.map(|place| place as usize), Some(middle.place(0b1101)));
        let steps: Vec<_> =
            middle.steps(&word).iter().map(|step| (step.place as usize, step.swing)).collect();
        assert_eq!(steps, [(middle.place(0b0011), swing_number(1, 1) as u32)]);
        assert_eq!((entry(0b1010).down, entry(0b1010).up), (None, None));
    }
}
