//! Choices for the making of positions: from a seed, or from whatever else gives numbers.

use foregone::generate::Choices;

/// Whatever choices come from.
pub trait Chance {
    /// A number below `bound`, which is not 0.
    fn below(&mut self, bound: usize) -> usize;

    /// A number from `least` to `most`.
    fn within(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// An integer from `least` to `most`.
    fn integer(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least) as usize + 1) as i64
    }

    /// Whether something happens that does so one time in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

impl Chance for Choices {
    fn below(&mut self, bound: usize) -> usize {
        Self::below(self, bound)
    }
}

/// One of a list that is not empty.
pub fn pick<T: Clone>(chance: &mut dyn Chance, from: &[T]) -> T {
    from[chance.below(from.len())].clone()
}

/// The numbers below `count` in any order.
pub fn shuffled(chance: &mut dyn Chance, count: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    for at in (1..count).rev() {
        numbers.swap(at, chance.below(at + 1));
    }
    numbers
}
