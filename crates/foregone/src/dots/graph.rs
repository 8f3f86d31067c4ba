//! Strings and coins: a position as a graph, and its parts told apart into chains, loops and others.
//!
//! A box with undrawn edges is a coin, an undrawn edge is a string between two coins or a coin and the ground. The
//! same position twice, `·` a coin, `⏚` the ground:
//!
//! ```text
//! +---+   +---+          ⏚
//! |           |          |
//! +---+---+---+     · -- · -- ·       three coins, three strings
//! ```

use super::board::{Edge, Position};
use crate::cell::Cell;

/// Where a string's end would name its coin: the ground instead.
pub const GROUND: u32 = u32::MAX;

/// The strings and coins of a position.
///
/// Strings are numbered in the order of their edges, coins row by row; both from 0.
#[derive(Clone, Debug)]
pub struct Graph {
    edges: Vec<Edge>,
    cells: Vec<Cell>,
    /// The two coins of a string, [`GROUND`] for the outside. At least one is a coin.
    ends: Vec<[u32; 2]>,
    /// The strings of a coin: as many of the four as its degree says.
    around: Vec<[u32; 4]>,
    degree: Vec<u8>,
}

impl Graph {
    /// The graph of a position. Time and memory grow with the board: less than 64 bytes a box and 64 bytes an edge.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let board = position.board();
        let cells: Vec<Cell> = position.cells().filter(|&cell| position.open_sides(cell) > 0).collect();
        let mut coin_of = vec![GROUND; board.boxes()];
        for (coin, cell) in cells.iter().enumerate() {
            coin_of[cell.row * board.columns() + cell.column] = coin as u32;
        }
        let mut graph = Self {
            edges: Vec::new(),
            ends: Vec::new(),
            around: vec![[0; 4]; cells.len()],
            degree: vec![0; cells.len()],
            cells,
        };
        for (edge, _) in position.edges().zip(position.drawn()).filter(|(_, drawn)| !**drawn) {
            let coin = |cell: Cell| coin_of[cell.row * board.columns() + cell.column];
            let ends = board.beside(edge).map(|cell| cell.map_or(GROUND, coin));
            for coin in ends.into_iter().filter(|&end| end != GROUND).map(|coin| coin as usize) {
                graph.around[coin][usize::from(graph.degree[coin])] = graph.edges.len() as u32;
                graph.degree[coin] += 1;
            }
            graph.edges.push(edge);
            graph.ends.push(ends);
        }
        graph
    }

    /// The number of strings.
    #[must_use]
    pub fn strings(&self) -> usize {
        self.edges.len()
    }

    /// The number of coins.
    #[must_use]
    pub fn coins(&self) -> usize {
        self.cells.len()
    }

    /// The edge that a string stands for.
    ///
    /// # Panics
    /// If `string` is not below [`Graph::strings`].
    #[must_use]
    pub fn edge(&self, string: u32) -> Edge {
        self.edges[string as usize]
    }

    /// The box that a coin stands for.
    ///
    /// # Panics
    /// If `coin` is not below [`Graph::coins`].
    #[must_use]
    pub fn cell(&self, coin: u32) -> Cell {
        self.cells[coin as usize]
    }

    /// The two ends of a string: coins, or one coin and [`GROUND`].
    ///
    /// # Panics
    /// If `string` is not below [`Graph::strings`].
    #[must_use]
    pub fn ends(&self, string: u32) -> [u32; 2] {
        self.ends[string as usize]
    }

    /// The other end of a string seen from the coin at one end.
    pub(super) fn across(&self, string: u32, coin: u32) -> u32 {
        let [a, b] = self.ends(string);
        if a == coin { b } else { a }
    }

    /// The strings of a coin.
    ///
    /// # Panics
    /// If `coin` is not below [`Graph::coins`].
    #[must_use]
    pub fn around(&self, coin: u32) -> &[u32] {
        let coin = coin as usize;
        &self.around[coin][..usize::from(self.degree[coin])]
    }

    /// How many strings a coin has: 1 to 4.
    ///
    /// # Panics
    /// If `coin` is not below [`Graph::coins`].
    #[must_use]
    pub fn degree(&self, coin: u32) -> u8 {
        self.degree[coin as usize]
    }

    /// The parts that hang together through coins (not through the ground), in the order of their first coins. Time
    /// linear in the graph.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        self.parts_of(&vec![true; self.strings()], &self.degree)
    }

    /// The parts of what is left when only the strings marked in `live` are there; `degree` counts them by coin.
    pub(super) fn parts_of(&self, live: &[bool], degree: &[u8]) -> Vec<Part> {
        let mut seen = vec![false; self.coins()];
        let mut parts = Vec::new();
        for first in 0..self.coins() {
            if degree[first] == 0 || seen[first] {
                continue;
            }
            seen[first] = true;
            let mut coins = vec![first as u32];
            let mut strings = Vec::new();
            let (mut grounded, mut plain) = (false, true);
            let mut next = 0;
            while let Some(&coin) = coins.get(next) {
                next += 1;
                plain &= degree[coin as usize] == 2;
                for &string in self.around(coin).iter().filter(|&&string| live[string as usize]) {
                    let other = self.across(string, coin);
                    // Each string once: by its coin, or by the lesser of its two.
                    if coin < other {
                        strings.push(string);
                    }
                    if other == GROUND {
                        grounded = true;
                    } else if !seen[other as usize] {
                        seen[other as usize] = true;
                        coins.push(other);
                    }
                }
            }
            let kind = match (plain, grounded) {
                (false, _) => PartKind::Other,
                (true, true) => PartKind::Chain,
                (true, false) => PartKind::Loop,
            };
            parts.push(Part { kind, coins, strings });
        }
        parts
    }
}

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PartKind {
    /// A row of coins of two strings each, tied to the ground at both ends.
    Chain,
    /// A ring of coins of two strings each.
    Loop,
    /// Anything with a coin of one, three or four strings.
    Other,
}

/// Coins that hang together, and their strings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Its coins, in the order in which a walk from the first one meets them.
    pub coins: Vec<u32>,
    /// Its strings, each once.
    pub strings: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<(PartKind, usize, usize)> {
        let graph = Graph::new(&text.parse().unwrap());
        graph.parts().iter().map(|part| (part.kind, part.coins.len(), part.strings.len())).collect()
    }

    #[test]
    fn parts_are_told_apart() {
        use PartKind::{Chain, Loop, Other};
        for (text, expected) in [
            ("1x1", vec![(Other, 1, 4)]),
            ("1x1:1100", vec![(Chain, 1, 2)]),
            ("1x1:1110", vec![(Other, 1, 1)]),
            ("1x1:1111", vec![]),
            ("2x2:swedish", vec![(Loop, 4, 4)]),
            ("1x3:1111110000", vec![(Chain, 3, 4)]),
            ("1x3:1111111001", vec![(Other, 3, 2)]),
            ("1x3:0101110110", vec![(Chain, 1, 2), (Chain, 1, 2)]),
            ("1x3:0110011100", vec![(Chain, 1, 2), (Chain, 2, 3)]),
        ] {
            assert_eq!(parts(text), expected, "{text}");
        }
    }

    #[test]
    fn strings_know_their_coins() {
        let graph = Graph::new(&"1x2:1111001".parse().unwrap());
        assert_eq!((graph.coins(), graph.strings()), (2, 2));
        assert_eq!(graph.ends(0), [GROUND, 0]);
        assert_eq!(graph.ends(1), [0, 1]);
        assert_eq!(graph.around(0), [0, 1]);
        assert_eq!(graph.cell(1).to_string(), "b1");
        assert_eq!(graph.edge(1).to_string(), "v,0,1");
    }
}
