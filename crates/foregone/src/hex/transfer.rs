//! The transfer tables: for boards of one width, where each frontier goes when the next cell is swept.
//!
//! A table depends on the width alone. Stones only forbid one of the two ways, rows only repeat the columns, so one
//! table serves every position of that width.

use std::collections::HashMap;

use crate::limits::Budget;
use crate::report::{Halt, SolveError};

use super::frontier::{Frontier, MAX_WIDTH, Sweep};

/// No frontier: the sweeping colour has lost.
pub(super) const LOST: u32 = u32::MAX;

/// Frontiers after a whole row, by width: the words that the reductions leave, counted by a walk over columns with
/// the nesting of classes as its state. No other cut of a row has more.
const FLAT_FRONTIERS: [u32; MAX_WIDTH + 1] =
    [0, 1, 2, 4, 9, 20, 46, 108, 254, 601, 1_432, 3_430, 8_255, 19_955, 48_428, 117_949, 288_211];

/// Bytes of a table's entry: two targets.
const ENTRY: u64 = size_of::<[u32; 2]>() as u64;

/// Bytes that a frontier takes while the tables grow, at most: its word in a list, its entry, both up to double by
/// spare room, and a place in a hash map of words and numbers (16 bytes and a control byte), at worst 7/16 full,
/// beside the half as large one that it has just outgrown.
const GROWING: u64 = 2 * 8 + 2 * ENTRY + 17 * 16 / 7 * 3 / 2;

/// Where frontiers go, column by column.
#[derive(Debug)]
pub(super) struct Tables {
    width: usize,
    /// For each column, for each frontier before its cell: the frontier after it, without a stone of the sweeping
    /// colour there and with one. Frontiers are numbers from 0 among those of their cut; [`LOST`] is none.
    steps: Vec<Vec<[u32; 2]>>,
}

/// The frontiers met so far at one cut.
#[derive(Default)]
struct Cut {
    numbers: HashMap<Frontier, u32, foldhash::fast::RandomState>,
    frontiers: Vec<Frontier>,
}

impl Cut {
    fn number(&mut self, frontier: Frontier) -> u32 {
        let next = self.frontiers.len() as u32;
        let number = *self.numbers.entry(frontier).or_insert(next);
        if number == next {
            self.frontiers.push(frontier);
        }
        number
    }
}

impl Tables {
    /// The tables for a width from 1 to [`MAX_WIDTH`]: all frontiers that a board of any number of rows can meet.
    ///
    /// Time and memory go with the number of frontiers, about 2.45^width; one state of the budget is spent on each.
    pub(super) fn build(width: usize, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        let most = width as u64 * u64::from(FLAT_FRONTIERS[width]);
        budget.plan(&format!("building the transfer tables of width {width}"), u128::from(most * GROWING))?;
        let sweeps: Vec<Sweep> = (0..width).map(|column| Sweep::new(width, column)).collect();
        let mut cuts: Vec<Cut> = (0..width).map(|_| Cut::default()).collect();
        let mut steps: Vec<Vec<[u32; 2]>> = vec![Vec::new(); width];
        cuts[width - 1].number(Frontier::top(width));
        // Round and round the columns, until no cut has a frontier that was not stepped from.
        let mut unfinished = true;
        while unfinished {
            unfinished = false;
            for column in 0..width {
                let before = (column + width - 1) % width;
                while let Some(frontier) = cuts[before].frontiers.get(steps[column].len()).copied() {
                    budget.spend(1)?;
                    let after = |stone| sweeps[column].step(frontier, stone);
                    let targets = [after(false), after(true)];
                    let number = |target: Option<Frontier>| target.map_or(LOST, |to| cuts[column].number(to));
                    steps[column].push(targets.map(number));
                    unfinished = true;
                }
            }
        }
        steps.iter_mut().for_each(Vec::shrink_to_fit);
        budget.release(most * GROWING);
        Ok(Self { width, steps })
    }

    /// Says that a run keeps these tables.
    pub(super) fn plan(&self, budget: &mut Budget<'_>) -> Result<(), SolveError> {
        budget.plan(&format!("the transfer tables of width {}", self.width), self.bytes().into())
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        let entries: usize = self.steps.iter().map(Vec::len).sum();
        entries as u64 * ENTRY
    }

    /// The width.
    pub(super) const fn width(&self) -> usize {
        self.width
    }

    /// Where each frontier before a column's cell goes: without a stone of the sweeping colour, with one.
    pub(super) fn steps(&self, column: usize) -> &[[u32; 2]] {
        &self.steps[column]
    }

    /// The number of frontiers at the cut before a column's cell. Number 0 before column 0 is the top side.
    pub(super) fn frontiers(&self, column: usize) -> usize {
        self.steps[column].len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::report::StopReason;

    fn tables(width: usize) -> Tables {
        Tables::build(width, &mut Budget::open(&Limits::none())).unwrap()
    }

    #[test]
    fn frontiers_are_as_few_as_counted() {
        for (width, most) in FLAT_FRONTIERS.into_iter().enumerate().take(15).skip(1) {
            let tables = tables(width);
            assert_eq!(tables.frontiers(0), most as usize, "width {width}");
            assert!((0..width).all(|column| tables.frontiers(column) <= most as usize), "width {width}");
        }
    }

    #[test]
    fn every_row_of_the_table_of_eleven_is_known() {
        let tables = tables(11);
        let counts: Vec<usize> = (0..11).map(|column| tables.frontiers(column)).collect();
        assert_eq!(counts, [3430, 3146, 3054, 2882, 2851, 2845, 2844, 2845, 2851, 2882, 3054]);
        assert_eq!(counts.iter().sum::<usize>(), 32_684);
    }

    #[test]
    fn no_two_frontiers_mean_the_same() {
        // Backwards from the last row, frontiers are told apart once their targets are (Myhill and Nerode).
        for width in 1..=10 {
            let tables = tables(width);
            let mut classes = vec![0; tables.frontiers(0)];
            for column in (0..2 * width).flat_map(|_| (0..width).rev()) {
                let mut numbers = HashMap::new();
                let class = |target: u32| classes.get(target as usize).copied();
                let mut number = |targets: &[u32; 2]| {
                    let next = numbers.len();
                    *numbers.entry(targets.map(class)).or_insert(next)
                };
                classes = tables.steps(column).iter().map(&mut number).collect();
            }
            let told_apart = classes.iter().max().map_or(0, |most| most + 1);
            assert_eq!(told_apart, tables.frontiers(0), "width {width}");
        }
    }

    #[test]
    fn limits_stop_the_building() {
        let refused = Tables::build(12, &mut Budget::open(&Limits::none().memory(1 << 16)));
        assert!(matches!(refused, Err(Halt::Refused(SolveError::TooLarge { .. }))));
        let stopped = Tables::build(12, &mut Budget::open(&Limits::none().states(1_000)));
        assert!(matches!(stopped, Err(Halt::Stopped(StopReason::States))));
    }
}
