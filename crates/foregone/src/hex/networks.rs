//! Which network serves a filling, and the tables that are kept for the next one.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::cuts::cuts;
use super::filling::Filling;
use super::frontier::{Lattice, MAX_WIDTH};
use super::method::Method;
use super::network::Network;
use super::sweep::{Asked, Stones};
use super::transfer::{LOST, Tables};
use super::window::Windows;
use crate::limits::Budget;
use crate::method::Method as _;
use crate::report::{Bytes, Halt, SolveError};

/// The tables of a solver, by lattice and width.
#[derive(Debug, Default)]
pub(super) struct Networks {
    tables: BTreeMap<(Lattice, usize), Arc<Tables>>,
}

/// What is kept besides a network while it is swept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    pub(super) stones: Stones,
    pub(super) asked: Asked,
    /// Bytes of a number of a frontier, of all that are kept side by side.
    pub(super) number: u128,
}

impl Needs {
    /// The bytes of all numbers that are kept at a time.
    pub(super) fn bytes(&self, filling: &Filling, frontiers: impl Fn(usize) -> usize) -> u128 {
        Windows::new(filling, self.stones).numbers(self.asked, frontiers) * self.number
    }
}

/// Whether there are so many stones that the frontiers which they allow are looked for.
pub(super) fn is_crowded(filling: &Filling) -> bool {
    (filling.sites.len() - filling.open) * CELLS_A_STONE >= filling.sites.len()
}

/// One stone for so many cells makes it worth while to look for the frontiers that the stones allow.
const CELLS_A_STONE: usize = 16;

/// The most frontiers of a network that is not that of the tables: 512 MB of them.
const MOST: u64 = 1 << 26;

const _: () = assert!(MOST < LOST as u64);

/// Refuses boards that are too wide for any network. To be asked first: how large their numbers are takes long to say.
pub(super) fn check_width(filling: &Filling) -> Result<(), SolveError> {
    let width = filling.width;
    if width <= MAX_WIDTH {
        return Ok(());
    }
    let reason = format!("a row of the sweep has {width} cells: expected at most {MAX_WIDTH}");
    Err(SolveError::NotApplicable { method: Method::Transfer.name(), reason })
}

impl Networks {
    /// The network of a filling on the Hex board.
    pub(super) fn of(
        &mut self,
        filling: &Filling,
        needs: &[Needs],
        budget: &mut Budget<'_>,
    ) -> Result<Network, Halt> {
        self.on(Lattice::Hexagonal, filling, needs, budget)
    }

    /// The network of a filling: its memory is planned, and [`Network::bytes`] of it are to be released. It is refused if
    /// there were no room beside it for one of the `needs`, as soon as that is known: on a board without stones, and next to
    /// none, before any work.
    pub(super) fn on(
        &mut self,
        lattice: Lattice,
        filling: &Filling,
        needs: &[Needs],
        budget: &mut Budget<'_>,
    ) -> Result<Network, Halt> {
        let width = filling.width;
        check_width(filling)?;
        if is_crowded(filling)
            && let Some(network) = Network::reached(lattice, filling, most(width), budget)?
        {
            let bytes = u128::from(network.bytes());
            let numbers = most_of(needs, filling, |layer| network.frontiers(layer));
            if !budget.fits(bytes + numbers) {
                let what = format!(
                    "the frontiers that the stones allow ({}) and their numbers ({})",
                    Bytes(bytes),
                    Bytes(numbers)
                );
                return Err(budget.refusal(&what, bytes + numbers).into());
            }
            budget.plan("the frontiers that the stones allow", bytes)?;
            self.make_room((lattice, width), numbers, budget);
            return Ok(network);
        }
        let most = self.foresee(lattice, filling, needs, budget)?;
        self.make_room((lattice, width), most, budget);
        let tables = match self.tables.entry((lattice, width)) {
            Entry::Occupied(kept) => kept.into_mut(),
            Entry::Vacant(place) => place.insert(Arc::new(Tables::build(lattice, width, budget)?)),
        };
        tables.plan(budget)?;
        Ok(Network::whole(Arc::clone(tables), filling))
    }

    /// Lets go of the tables for other boards where they would not fit the memory beside so many bytes more.
    fn make_room(&mut self, asked: (Lattice, usize), more: u128, budget: &Budget<'_>) {
        let others = self.tables.keys().filter(|&&key| key != asked);
        let kept: u128 = others.map(|&(lattice, width)| Tables::bytes_of(lattice, width)).sum();
        if !budget.fits(kept + more) {
            self.tables.retain(|&key, _| key == asked);
        }
    }

    /// Refuses what the tables of a filling and one of the needs would not leave room for; otherwise tells how many bytes
    /// both take.
    fn foresee(
        &self,
        lattice: Lattice,
        filling: &Filling,
        needs: &[Needs],
        budget: &Budget<'_>,
    ) -> Result<u128, SolveError> {
        let width = filling.width;
        let kept = self.tables.contains_key(&(lattice, width));
        let cuts = cuts(lattice, width);
        let (tables, building) = (Tables::bytes_of(lattice, width), Tables::bytes_to_build(lattice, width));
        let numbers = most_of(needs, filling, |layer| cuts[layer % width] as usize);
        let building = if kept { 0 } else { building };
        let most = building.max(tables + numbers);
        if budget.fits(most) {
            return Ok(most);
        }
        let what = if kept { String::new() } else { format!(", {} while they are built", Bytes(building)) };
        let what = format!(
            "the transfer tables of width {width} ({}{what}) and numbers of frontiers ({})",
            Bytes(tables),
            Bytes(numbers)
        );
        Err(budget.refusal(&what, most))
    }
}

/// The most bytes that the network of a filling on the Hex board and so many bytes of numbers beside it take, while it is
/// found or built, too.
pub(super) fn most_bytes(filling: &Filling, numbers: u128) -> u128 {
    let (lattice, width) = (Lattice::Hexagonal, filling.width);
    let tabled = Tables::bytes_to_build(lattice, width).max(Tables::bytes_of(lattice, width) + numbers);
    if !is_crowded(filling) {
        return tabled;
    }
    // Frontiers that the stones allow are looked for first, and if they are too many, all are tabled.
    let largest = u128::from(cuts(lattice, width).iter().copied().max().unwrap_or(0));
    tabled.max(u128::from(8 * most(width)) + (NUMBERING * largest).max(numbers))
}

/// Bytes that the frontiers of one layer take while they are numbered, each: those before and after, as vectors with room to
/// spare, and the map of their numbers.
const NUMBERING: u128 = 160;

/// The most that one of the needs takes.
fn most_of(needs: &[Needs], filling: &Filling, frontiers: impl Fn(usize) -> usize) -> u128 {
    needs.iter().map(|needs| needs.bytes(filling, &frontiers)).max().unwrap_or(0)
}

/// The most frontiers to look for one by one. To find one takes some ten times as long as to go through one of the tables.
pub(super) fn most(width: usize) -> u64 {
    MOST.min(u64::from(cuts(Lattice::Hexagonal, width)[0]) * width as u64)
}

#[cfg(test)]
mod tests {
    use super::super::board::Position;
    use super::super::solve::Solver;
    use crate::{Limits, Solver as _};

    #[test]
    fn tables_for_other_boards_stay_where_there_is_room() {
        let [small, large] = [8, 9].map(|side| Position::empty(side, side).unwrap());
        let memory = Solver::new().solve(&large, &Limits::none()).unwrap().report.memory;
        for (limits, kept) in [(Limits::none(), 2), (Limits::none().memory(memory), 1)] {
            let mut solver = Solver::new();
            for position in [&small, &large] {
                assert!(solver.solve(position, &limits).unwrap().value.exact().is_some());
            }
            assert_eq!(solver.networks.tables.len(), kept);
        }
    }
}
