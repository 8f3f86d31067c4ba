//! Random play as a random filling, laid out for sweeping along the board's longer side.
//!
//! Filling the board to the end changes no result, and random play fills it. So the odds of a side are what the fillings
//! with which it is connected weigh, over what all fillings weigh: each the same if the colours move in turn, and one
//! factor a cell if a coin says who moves.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::cell::Cell;
use crate::value::Odds;

use super::board::{Axis, Colour, Position};
use super::sweep::Stones;
use super::turns::Turns;

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
    /// The sweeping colour.
    pub(super) sweeper: Colour,
    /// The side to move.
    pub(super) mover: Colour,
    /// Whether rows of the sweep are columns of the board. The neighbourhood is the same either way.
    transposed: bool,
}

impl Filling {
    /// The random play that goes on from a position.
    pub(super) fn of(position: &Position) -> Self {
        let transposed = position.columns() > position.rows();
        let axis = if transposed { Axis::LeftRight } else { Axis::TopBottom };
        Self::swept_along(position, axis)
    }

    /// The random play that goes on from a position, swept from one side of an axis to the other.
    pub(super) fn swept_along(position: &Position, axis: Axis) -> Self {
        let transposed = axis == Axis::LeftRight;
        let sweeper = position.joiner_of(axis);
        let (rows, width) = if transposed {
            (position.columns(), position.rows())
        } else {
            (position.rows(), position.columns())
        };
        let mut filling = Self {
            width,
            rows,
            sites: Vec::with_capacity(rows * width),
            open: position.open_cells(),
            sweeper,
            mover: position.to_move_colour(),
            transposed,
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

    /// The fillings of a board with which the colour that joins top and bottom does, on any lattice, swept from left to
    /// right. Around the board, which is transposed, are stones of that colour (`#`) and of the other (`-`):
    ///
    /// ```text
    ///                     # - - - -      the first row of the sweep
    ///   top side of the   # a1 a2 a3 #   bottom side of the
    ///   board             # b1 b2 b3 #   board
    ///                     - - - - #      the last row of the sweep
    /// ```
    ///
    /// The first row is joined with the last if and only if the two sides are. The cells have no places on the board.
    pub(super) fn across(position: &Position) -> Self {
        let board = Self::swept_along(position, Axis::LeftRight);
        let (own, other) = (Site::Own, Site::Other);
        let mut sites = vec![own];
        sites.extend(std::iter::repeat_n(other, board.width + 1));
        for row in board.sites.chunks(board.width) {
            sites.push(own);
            // There the sweeping colour is the other one.
            sites.extend(row.iter().map(|site| match site {
                Site::Open => Site::Open,
                Site::Own => other,
                Site::Other => own,
            }));
            sites.push(own);
        }
        sites.extend(std::iter::repeat_n(other, board.width + 1));
        sites.push(own);
        let (width, rows) = (board.width + 2, board.rows + 2);
        Self { width, rows, sites, sweeper: board.sweeper.other(), ..board }
    }

    /// Between which sides of the board the sweep goes.
    pub(super) const fn along(&self) -> Axis {
        if self.transposed { Axis::LeftRight } else { Axis::TopBottom }
    }

    /// The board's cell at a place in the order of the sweep.
    pub(super) fn cell(&self, index: usize) -> Cell {
        let (row, column) = (index / self.width, index % self.width);
        if self.transposed { Cell { row: column, column: row } } else { Cell { row, column } }
    }

    /// The cells of the open sites, in the order of the sweep.
    pub(super) fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.sites.len()).filter(|index| self.sites[*index] == Site::Open).map(|index| self.cell(index))
    }

    /// The open sites that a colour gets if they move in turn: half of them, rounded up for the side to move.
    pub(super) fn stones_of(&self, colour: Colour) -> usize {
        stones_to_come(self.open, self.mover == colour)
    }

    /// The stones of the sweeping colour that tell all fillings which random play can come to.
    pub(super) fn stones(&self, turns: &Turns) -> Stones {
        match turns {
            Turns::Alternating => {
                let own = self.stones_of(self.sweeper);
                Stones::From { least: own, most: own }
            }
            Turns::Coin(_) => Stones::Any,
        }
    }

    /// What an open site weighs if it goes to the other colour, and if it goes to the sweeping colour; `None` if all
    /// fillings weigh the same. The weights are whole numbers as small as can be.
    pub(super) fn weights(&self, turns: &Turns) -> Option<[BigUint; 2]> {
        let share = turns.share(self.sweeper)?;
        let weights = [share.denominator() - share.numerator(), share.numerator().clone()];
        weights.iter().any(|weight| !weight.is_one()).then_some(weights)
    }

    /// What all fillings weigh together, of so many open sites that are still free: `own` of them to go to the sweeping
    /// colour, if that matters.
    pub(super) fn weight_of_all(open: usize, own: Option<usize>, weights: Option<&[BigUint; 2]>) -> BigUint {
        match (own, weights) {
            (Some(own), _) => binomial(open, own),
            (None, None) => BigUint::one() << open,
            (None, Some([without, with])) => (without + with).pow(open as u32),
        }
    }

    /// The odds of a colour where the sweeping colour is connected in so many of all fillings.
    pub(super) fn odds_of(&self, colour: Colour, connected: BigUint, all: BigUint) -> Odds {
        let odds = Odds::new(connected, all).expect("a part of the fillings was counted");
        if colour == self.sweeper { odds } else { odds.complement() }
    }
}

/// Open cells that a colour gets until the board is full, if they move in turn: half, rounded up for the side to move.
pub(super) const fn stones_to_come(open: usize, moves_first: bool) -> usize {
    (open + moves_first as usize) / 2
}

/// The number of ways to choose `chosen` out of `all`.
pub(super) fn binomial(all: usize, chosen: usize) -> BigUint {
    if chosen > all {
        return BigUint::zero();
    }
    // Each product of the first factors is a binomial coefficient itself, so every division is exact.
    (0..chosen.min(all - chosen)).fold(BigUint::one(), |ways, taken| ways * (all - taken) / (taken + 1))
}
