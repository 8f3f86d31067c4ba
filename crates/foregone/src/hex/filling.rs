//! Random play as a random filling, laid out for sweeping along the board's longer side.
//!
//! Filling the board to the end changes no result, and random play fills it: of `open` empty cells the side to move
//! gets half, rounded up, and all sets of that size are equally likely. So the odds of a side are the number of sets
//! with which it is connected over the number of all sets.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::cell::Cell;
use crate::value::Odds;

use super::board::{Axis, Colour, Position};

/// What is on a cell before the filling, as the sweeping colour sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Site {
    /// Nothing yet.
    Open,
    /// A stone of the sweeping colour.
    Own,
    /// A stone of the other colour.
    Other,
}

/// A position turned so that it is no wider than long. The sweep goes row by row, and the sweeping colour is the one
/// that then joins the first row and the last.
#[derive(Clone, Debug)]
pub(super) struct Filling {
    /// Cells of a row: the board's shorter side.
    pub(super) width: usize,
    /// Rows: the board's longer side.
    pub(super) rows: usize,
    /// The cells in the order of the sweep.
    pub(super) sites: Vec<Site>,
    /// Sites that are open.
    pub(super) open: usize,
    /// Open sites that the sweeping colour gets.
    pub(super) own: usize,
    /// Whether rows of the sweep are columns of the board. The neighbourhood is the same either way.
    transposed: bool,
    /// Whether the side to move is the sweeping colour.
    mover_sweeps: bool,
}

impl Filling {
    /// The random play that goes on from a position.
    pub(super) fn of(position: &Position) -> Self {
        let transposed = position.columns() > position.rows();
        let axis = if transposed { Axis::LeftRight } else { Axis::TopBottom };
        let sweeper = position.joiner_of(axis);
        let (rows, width) = if transposed {
            (position.columns(), position.rows())
        } else {
            (position.rows(), position.columns())
        };
        let open = position.open_cells();
        let mut filling = Self {
            width,
            rows,
            sites: Vec::with_capacity(rows * width),
            open,
            own: stones_to_come(position, sweeper),
            transposed,
            mover_sweeps: position.to_move_colour() == sweeper,
        };
        for index in 0..rows * width {
            filling.sites.push(match position.stone(filling.cell(index)) {
                None => Site::Open,
                Some(colour) if colour == sweeper => Site::Own,
                Some(_) => Site::Other,
            });
        }
        filling
    }

    /// The board's cell at a place in the order of the sweep.
    fn cell(&self, index: usize) -> Cell {
        let (row, column) = (index / self.width, index % self.width);
        if self.transposed { Cell { row: column, column: row } } else { Cell { row, column } }
    }

    /// The board's open cells in the order of the sweep.
    pub(super) fn open_cells(&self) -> impl Iterator<Item = Cell> {
        let open = self.sites.iter().enumerate().filter(|(_, site)| **site == Site::Open);
        open.map(|(index, _)| self.cell(index))
    }

    /// The number of fillings.
    pub(super) fn fillings(&self) -> BigUint {
        binomial(self.open, self.own)
    }

    /// The odds of the side to move, from the number of fillings in which the sweeping colour is connected.
    pub(super) fn odds(&self, connected: BigUint) -> Odds {
        self.for_mover(connected, self.fillings())
    }

    /// The odds of the side to move after it takes an open cell, from the fillings in which the sweeping colour is
    /// connected, and those among them that give it the cell.
    pub(super) fn odds_after(&self, connected: &BigUint, with_cell: BigUint) -> Odds {
        if self.mover_sweeps {
            self.for_mover(with_cell, binomial(self.open - 1, self.own - 1))
        } else {
            self.for_mover(connected - with_cell, binomial(self.open - 1, self.own))
        }
    }

    /// The mover's odds where the sweeping colour is connected in so many of all fillings.
    fn for_mover(&self, connected: BigUint, all: BigUint) -> Odds {
        let odds = Odds::new(connected, all).expect("a part of the fillings was counted");
        if self.mover_sweeps { odds } else { odds.complement() }
    }
}

/// Stones that a colour still puts on the board until it is full: half of the open cells, rounded up for the side to
/// move.
pub(super) fn stones_to_come(position: &Position, colour: Colour) -> usize {
    (position.open_cells() + usize::from(position.to_move_colour() == colour)) / 2
}

/// The number of ways to choose `chosen` out of `all`.
pub(super) fn binomial(all: usize, chosen: usize) -> BigUint {
    if chosen > all {
        return BigUint::zero();
    }
    // Each product of the first factors is a binomial coefficient itself, so every division is exact.
    (0..chosen.min(all - chosen)).fold(BigUint::one(), |ways, taken| ways * (all - taken) / (taken + 1))
}
