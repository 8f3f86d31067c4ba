//! Which network serves a filling, and the tables that are kept for the next one.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::filling::Filling;
use super::flat::FLAT_FRONTIERS;
use super::frontier::{Lattice, MAX_WIDTH};
use super::method::Method;
use super::network::Network;
use super::transfer::Tables;
use crate::limits::Budget;
use crate::method::Method as _;
use crate::report::{Halt, SolveError};

/// The tables of a solver, by lattice and width.
#[derive(Debug, Default)]
pub(super) struct Networks {
    tables: BTreeMap<(Lattice, usize), Tables>,
}

/// One stone for so many cells makes it worth while to look for the frontiers that the stones allow.
const CELLS_A_STONE: usize = 16;

/// The most frontiers of a network that is not that of the tables: 512 MB of them.
const MOST: u64 = 1 << 26;

impl Networks {
    /// The network of a filling on the Hex board.
    pub(super) fn of(&mut self, filling: &Filling, budget: &mut Budget<'_>) -> Result<Network<'_>, Halt> {
        self.on(Lattice::Hexagonal, filling, budget)
    }

    /// The network of a filling: its memory is planned, and [`Network::bytes`] of it are to be released.
    pub(super) fn on(
        &mut self,
        lattice: Lattice,
        filling: &Filling,
        budget: &mut Budget<'_>,
    ) -> Result<Network<'_>, Halt> {
        let width = filling.width;
        if width > MAX_WIDTH {
            let reason = format!("a row of the sweep has {width} cells: expected at most {MAX_WIDTH}");
            return Err(SolveError::NotApplicable { method: Method::Transfer.name(), reason }.into());
        }
        let crowded = (filling.sites.len() - filling.open) * CELLS_A_STONE >= filling.sites.len();
        if crowded && let Some(network) = Network::reached(lattice, filling, most(width), budget)? {
            budget.plan("the frontiers that the stones allow", network.bytes().into())?;
            return Ok(network);
        }
        let tables = match self.tables.entry((lattice, width)) {
            Entry::Occupied(kept) => kept.into_mut(),
            Entry::Vacant(place) => place.insert(Tables::build(lattice, width, budget)?),
        };
        tables.plan(budget)?;
        Ok(Network::whole(tables, filling))
    }
}

/// The most frontiers to look for one by one. To find one takes some ten times as long as to go through one of the tables.
fn most(width: usize) -> u64 {
    MOST.min(u64::from(FLAT_FRONTIERS[width]) * width as u64)
}
