//! Which move to try first.
//!
//! Safe strings have one fixed order, by their place on the board, so that different lines of play meet in the same
//! positions; only moves that refuted a neighbouring position at the same depth come earlier.

use super::super::board::Edge;
use super::edges::{Edges, MAX_EDGES, bits};

/// Places of moves in the order of trial, the least first.
#[derive(Debug)]
pub struct Order {
    /// By edge.
    weight: [i16; MAX_EDGES],
}

/// What a coin left with two strings takes off a safe string's weight.
const THINNED: i16 = 4;

/// What the two moves that last refuted a position at this depth take off theirs.
const KILLERS: [i16; 2] = [60, 30];

impl Order {
    pub fn new(edges: &Edges) -> Self {
        let mut weight = [0; MAX_EDGES];
        for bit in bits(((1_u128 << edges.len()) - 1) as u64) {
            weight[usize::from(bit)] = weight_of(edges, bit);
        }
        Self { weight }
    }

    /// The place of a safe string, which leaves so many coins with two strings.
    #[inline]
    pub fn of_safe(&self, string: u8, thinned: i16, killers: [u8; 2]) -> i16 {
        let killer = KILLERS.iter().zip(killers).find(|&(_, killer)| killer == string);
        self.weight[usize::from(string)] - THINNED * thinned - killer.map_or(0, |(&off, _)| off)
    }

    /// The place of opening a run inside the core that gives so many coins away.
    #[inline]
    pub const fn of_run(taken: u8) -> i16 {
        match taken {
            1 => 100,
            2 => 110,
            _ => 1_200 + 10 * taken as i16,
        }
    }

    /// The place of opening a lone chain or loop.
    #[inline]
    pub const fn of_lone(size: u8, gives: u8) -> i16 {
        match gives {
            0 => 800,
            2 => 1_300 + size as i16,
            _ => 1_400 + size as i16,
        }
    }
}

/// Strings near the middle weigh least, and those that point at it less than those that pass it by.
fn weight_of(edges: &Edges, bit: u8) -> i16 {
    // Twice the distance of the edge's middle from the board's.
    let from_middle = |twice: usize, size: usize| twice as i16 - size as i16;
    let edge = edges.edge(bit);
    let (mut y, mut x, mut horizontal) = match edge {
        Edge::Horizontal { row, column } => {
            (from_middle(2 * row, edges.rows()), from_middle(2 * column + 1, edges.columns()), true)
        }
        Edge::Vertical { row, column } => {
            (from_middle(2 * row + 1, edges.rows()), from_middle(2 * column, edges.columns()), false)
        }
    };
    // As seen with the longer side across.
    if edges.rows() > edges.columns() {
        (y, x, horizontal) = (x, y, !horizontal);
    }
    let (across, along) = if horizontal { (y.abs(), x.abs()) } else { (x.abs(), y.abs()) };
    let middle = 3 * across + 2 * along;
    let side = 2 * i16::from(y > 0) + i16::from(x > 0);
    if edges.rows() == edges.columns() {
        4 * (4 * middle + side) + i16::from(!horizontal)
    } else {
        4 * (3 * middle + 16 * i16::from(horizontal) + side)
    }
}
