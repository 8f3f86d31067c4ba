//! A table held against its checksums, against its own entries and against a search.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::super::solve::Solver;
use super::{METHOD, Table, TableError};
use crate::analysis::{Solution, Solver as _, answer};
use crate::game::Rules as _;
use crate::limits::{Budget, Limits};
use crate::report::{Halt, SolveError};
use crate::value::{Known, Margin};

/// Tables of up to so many positions are checked entry by entry.
const WHOLE: u64 = 1 << 17;

/// What a check has found right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Pages whose checksums are right: all.
    pub pages: u64,
    /// The positions of the table.
    pub positions: u64,
    /// Entries that follow from those of their moves: all, or such as were drawn at random.
    pub derived: u64,
    /// Entries, drawn at random, that a search agrees with.
    pub searched: u64,
}

impl Table {
    /// Checks a table: the checksum of every page; of all entries of a small table, or else of `samples` drawn at random
    /// from `seed`, that they follow from the entries of their moves; of `samples` drawn at random that a search, which
    /// knows nothing of the table, agrees with them. The same seed draws the same entries.
    ///
    /// The time is that of reading the table once, and of searches that are short, since as a rule half the edges are
    /// drawn. All pages are kept: it takes [`Table::bytes`] of memory.
    ///
    /// # Errors
    /// [`SolveError::Table`] with the first thing that is wrong; [`SolveError::TooLarge`] if there is not the memory.
    pub fn check(
        &self,
        samples: u64,
        seed: u64,
        limits: &Limits<'_>,
    ) -> Result<Solution<Checked>, SolveError> {
        answer(METHOD, limits, |budget| self.checked(samples, seed, budget))
    }

    fn checked(&self, samples: u64, seed: u64, budget: &mut Budget<'_>) -> Result<Checked, Halt> {
        self.plan_all(budget)?;
        let pages = self.pages.count();
        for page in 0..pages {
            budget.progress(page, pages);
            budget.check()?;
            self.pages.page(page).map_err(Clone::clone)?;
        }
        let positions = self.layout.positions();
        let derived = if positions <= WHOLE { positions } else { samples };
        let drawn = |sample: u64| xxh3_64_with_seed(&sample.to_le_bytes(), seed) % positions;
        for sample in 0..derived {
            budget.progress(sample, derived);
            budget.spend(1)?;
            self.derive(if derived == positions { sample } else { drawn(sample) })?;
        }
        for sample in 0..samples {
            budget.progress(sample, samples);
            budget.check()?;
            let position = self.layout.position(drawn(sample));
            let (found, stop) = Solver::new().find_value(&position, budget)?;
            let Known::Exact(expected) = found else { return Err(stop.into()) };
            let margin = self.margin(&position)?;
            self.hold(margin, expected, &position)?;
        }
        Ok(Checked { pages, positions, derived, searched: samples })
    }

    /// Checks an entry by those of its moves.
    fn derive(&self, number: u64) -> Result<(), TableError> {
        let position = self.layout.position(number);
        let left = position.boxes_left() as i64;
        let margin = |number, left| Ok(2 * self.gets(number).map_err(TableError::clone)? - left);
        let mut best = None;
        for mv in position.moves() {
            let Some((weight, captured)) = self.layout.weight(mv).zip(position.clone().play(mv).ok()) else {
                continue;
            };
            let next: i64 = margin(number - weight, left - captured)?;
            best = best.max(Some(if captured > 0 { captured + next } else { -next }));
        }
        let (found, expected) = (margin(number, left)?, best.unwrap_or(0));
        self.hold(Margin::new(found), Margin::new(expected), &position)
    }

    fn hold(&self, found: Margin, expected: Margin, position: &impl ToString) -> Result<(), TableError> {
        if found == expected {
            return Ok(());
        }
        let (position, found, expected) = (position.to_string(), found.points(), expected.points());
        Err(TableError::Wrong { position, found, expected })
    }
}
