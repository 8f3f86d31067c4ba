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

    /// The number of fillings.
    pub(super) fn fillings(&self) -> BigUint {
        binomial(self.open, self.own)
    }

    /// The odds of the side to move, from the number of fillings in which the sweeping colour is connected.
    pub(super) fn odds(&self, connected: BigUint) -> Odds {
        self.for_mover(connected, self.fillings())
    }

    /// The odds of the side to move after each of its moves, for as many open cells as were counted.
    pub(super) fn odds_after_moves<'a>(
        &'a self,
        connected: &'a Connected,
    ) -> impl Iterator<Item = (Cell, Odds)> + 'a {
        // Of all fillings, the mover's share of the open cells gives it a certain one.
        let share = if self.mover_sweeps { self.own } else { self.open - self.own };
        let fillings = self.fillings() * share / self.open.max(1);
        let open = (0..self.sites.len()).filter(|index| self.sites[*index] == Site::Open);
        open.zip(&connected.with_cell).map(move |(index, with_cell)| {
            let left = if self.mover_sweeps { with_cell.clone() } else { &connected.all - with_cell };
            (self.cell(index), self.for_mover(left, fillings.clone()))
        })
    }

    /// The mover's odds where the sweeping colour is connected in so many of all fillings.
    fn for_mover(&self, connected: BigUint, all: BigUint) -> Odds {
        let odds = Odds::new(connected, all).expect("a part of the fillings was counted");
        if self.mover_sweeps { odds } else { odds.complement() }
    }
}

/// Fillings in which the sweeping colour is connected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Connected {
    /// All of them.
    pub(super) all: BigUint,
    /// Those that give it a certain open cell, for each in the order of the sweep; nothing if not asked for.
    pub(super) with_cell: Vec<BigUint>,
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
