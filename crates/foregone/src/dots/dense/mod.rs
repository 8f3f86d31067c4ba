//! Dense tables: the margin of every set of undrawn edges of a board, worked out once and kept in a file.
//!
//! | room | what it holds |
//! |---|---|
//! | `layout` | the numbering: where each set of undrawn edges lies |
//! | `packed` | a block of values in four or five bits each |
//! | `fill` | one block, from those before it: vectors of positions |
//! | `build` | all blocks, by several threads, written as they are done |
//! | `shards` | all blocks as tasks, each a part of the file |
//! | `placement` | the ways in which a board lies on a table's board, turned or reflected |
//! | `check` | a table held against its checksums, its own entries and a search |
//!
//! The form of the file is [`crate::paged`]'s.

mod build;
mod check;
mod fill;
mod layout;
mod packed;
mod placement;
mod shards;

use std::collections::BTreeSet;

use super::board::{Edge, Position};
use super::search::edges::MAX_EDGES;
use crate::analysis::{Analysis, Valued};
use crate::game::Rules;
use crate::limits::{Budget, Limits};
use crate::paged::{Form, Pages, root_of};
use crate::report::{Halt, SolveError, StopReason};
use crate::value::{Known, Margin};

pub use crate::paged::{Shelf, TableError};
pub use build::{Built, build};
pub use check::Checked;
pub(super) use placement::Tabled;
pub use shards::{TableFile, TableShards};

use layout::{BLOCK, Layout, MAX_BOARD, MAX_COINS, MAX_STRINGS};
use packed::Packing;
use placement::Reader;

/// The name in reports.
const METHOD: &str = "table";

/// What these tables are of.
const KIND: &str = "margins of Dots and Boxes";

fn layout_of(root: &Position) -> Result<Layout, SolveError> {
    Layout::new(root).ok_or_else(|| SolveError::NotApplicable {
        method: METHOD,
        reason: format!(
            "it takes at most {MAX_COINS} boxes and {MAX_STRINGS} undrawn edges, in a rectangle of at most {MAX_EDGES} edges, on a board of at most {MAX_BOARD} edges, and {} and {} are left here, on a board of {}",
            root.boxes_left(),
            root.plies_left(),
            root.board().edges()
        ),
    })
}

fn page_bytes(layout: &Layout) -> u64 {
    layout.page_blocks() * Packing::of(layout.coins()).bytes() as u64
}

fn form(layout: &Layout) -> Form {
    Form::new(KIND, layout.root().to_string(), page_bytes(layout) as usize, layout.pages())
}

/// A finished table, built by [`build`]: the exact margin of every position that its root can come to.
///
/// Its pages are read as they are asked for, and those that were read are kept, so it may be shared by threads and
/// solvers (see [`Solver::with_table`](super::Solver::with_table)).
#[derive(Debug)]
pub struct Table {
    layout: Layout,
    packing: Packing,
    pages: Pages,
}

impl Table {
    /// Opens a table. Its head is read, and its length looked at; each page is checked when it is read.
    ///
    /// # Errors
    /// [`TableError`] if it is no table of Dots and Boxes, or not whole.
    pub fn open(shelf: Box<dyn Shelf>) -> Result<Self, TableError> {
        let root = root_of(KIND, &*shelf)?;
        let layout = root.parse().ok().and_then(|root| Layout::new(&root));
        let layout =
            layout.ok_or(TableError::Damaged { what: "its root is no position that has a table" })?;
        let pages = Pages::open(form(&layout), shelf)?;
        Ok(Self { packing: Packing::of(layout.coins()), layout, pages })
    }

    /// The position at its root.
    #[must_use]
    pub const fn root(&self) -> &Position {
        self.layout.root()
    }

    /// Bytes of all its pages: what it takes in memory when all of them have been asked for.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.pages.count() * self.pages.page_bytes() as u64
    }

    /// The first reason for which a page that was asked for could not be had.
    pub(super) fn failure(&self) -> Option<TableError> {
        self.pages.failure().cloned()
    }

    /// The page that the position of a number is on.
    #[inline]
    const fn page_of(&self, number: u64) -> u64 {
        number / BLOCK as u64 / self.layout.page_blocks()
    }

    /// Boxes that the mover gets in the position of a number.
    #[inline]
    fn gets(&self, number: u64) -> Result<i64, &TableError> {
        let (block, place) = (number / BLOCK as u64, number as usize % BLOCK);
        let page = self.pages.page(self.page_of(number))?;
        let at = (block % self.layout.page_blocks()) as usize * self.packing.bytes();
        Ok(self.packing.get(&page[at..at + self.packing.bytes()], place).into())
    }

    /// The margin of a position for the side to move, over the boxes that are left.
    ///
    /// # Errors
    /// [`TableError::Misfit`] if the position is none of its own, turned or reflected; any other if the page that it is
    /// on cannot be read or is damaged.
    pub fn margin(&self, position: &Position) -> Result<Margin, TableError> {
        let Some(found) = Reader::new(self, position) else {
            return Err(TableError::Misfit { root: self.root().to_string() });
        };
        found.margin(None)
    }

    /// The margin of a position and of every move, all read from the table.
    ///
    /// # Errors
    /// [`SolveError::Table`] for the reasons of [`Table::margin`]; [`SolveError::TooLarge`] if the pages that the
    /// position and its moves are on take too much memory.
    pub fn analyze(
        &self,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<Analysis<Edge, Margin>, SolveError> {
        let mut budget = Budget::open(limits);
        let found = self.valued(position, &mut budget).and_then(|valued| {
            valued.ok_or_else(|| TableError::Misfit { root: self.root().to_string() }.into())
        });
        let valued = Valued::unless_stopped(found.map_err(Halt::from), position)?;
        let report = budget.close(METHOD, valued.stop);
        Ok(Analysis::rank(position.to_move(), valued.value, valued.moves, report))
    }

    /// The margin of a position; `None` if the table has not got it.
    pub(super) fn known(
        &self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Margin>, SolveError> {
        let Some(reader) = Reader::new(self, position) else { return Ok(None) };
        self.read(&reader, &[], budget).map(|(margin, _)| Some(margin))
    }

    /// The margin of a position and of every move; `None` if the table has not got them.
    pub(super) fn valued(
        &self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Valued<Edge, Margin>>, SolveError> {
        let Some(reader) = Reader::new(self, position) else { return Ok(None) };
        let (margin, moves) = self.read(&reader, &position.moves(), budget)?;
        let moves = moves.into_iter().map(|(mv, margin)| (mv, Known::Exact(margin))).collect();
        Ok(Some(Valued { value: Known::Exact(margin), moves, stop: StopReason::Finished }))
    }

    /// The margins of a position and of some moves.
    fn read(
        &self,
        reader: &Reader<'_>,
        moves: &[Edge],
        budget: &mut Budget<'_>,
    ) -> Result<(Margin, Vec<(Edge, Margin)>), SolveError> {
        let entries = moves.iter().copied().map(Some).chain([None]);
        self.plan(entries.filter_map(|mv| reader.number(mv)).map(|number| self.page_of(number)), budget)?;
        // They are read as fast as a limit is looked at.
        let _ = budget.spend(1 + moves.len() as u64);
        let read = moves.iter().map(|&mv| Ok((mv, reader.margin(Some(mv))?)));
        let read = read.collect::<Result<_, TableError>>()?;
        Ok((reader.margin(None)?, read))
    }

    /// Plans those of some pages that are not kept yet. They stay planned, since the table keeps them.
    fn plan(&self, pages: impl Iterator<Item = u64>, budget: &mut Budget<'_>) -> Result<(), SolveError> {
        let missing: BTreeSet<u64> = pages.filter(|&page| !self.pages.is_kept(page)).collect();
        budget.plan("pages of the table", missing.len() as u128 * self.pages.page_bytes() as u128)
    }

    /// Plans all pages.
    pub(super) fn plan_all(&self, budget: &mut Budget<'_>) -> Result<(), SolveError> {
        self.plan(0..self.pages.count(), budget)
    }
}
