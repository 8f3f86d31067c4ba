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

use super::board::{Edge, MAX_SIDE, Position};
use crate::cell::Cell;

/// Where a string's end would name its coin: the ground instead.
pub const GROUND: u32 = u32::MAX;

const _: () = assert!(2 * MAX_SIDE * (MAX_SIDE + 1) < GROUND as usize);

/// The strings and coins of a position: a multigraph, in which several strings may have the same ends.
///
/// Strings are numbered in the order of their edges, coins row by row; both from 0.
#[derive(Clone, Debug)]
pub struct Graph {
    /// What the game calls each string: by number, in ascending order.
    numbers: Vec<u32>,
    /// Of a board's position, the edges and the boxes; of other strings and coins, none.
    edges: Vec<Edge>,
    cells: Vec<Cell>,
    /// The two coins of a string, [`GROUND`] for the outside. At least one is a coin, and they differ.
    ends: Vec<[u32; 2]>,
    /// The strings of all coins, those of coin c from `starts[c]` up to `starts[c + 1]`.
    around: Vec<u32>,
    starts: Vec<u32>,
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
        let coin = |cell: Cell| coin_of[cell.row * board.columns() + cell.column];
        let undrawn = || position.edges().zip(position.drawn()).zip(0..).filter(|((_, drawn), _)| !**drawn);
        let strings = undrawn()
            .map(|((edge, _), number)| (number, board.beside(edge).map(|cell| cell.map_or(GROUND, coin))));
        let graph = Self::of_strings(cells.len(), strings);
        Self { edges: undrawn().map(|((edge, _), _)| edge).collect(), cells, ..graph }
    }

    /// The graph of so many coins and of strings, each with its number in the game, in ascending order, and its ends:
    /// two coins, or a coin and [`GROUND`]. Every coin has a string.
    pub(super) fn of_strings(coins: usize, strings: impl Iterator<Item = (u32, [u32; 2])>) -> Self {
        let (numbers, ends): (Vec<u32>, Vec<[u32; 2]>) = strings.unzip();
        let coins_of =
            |ends: &[u32; 2]| ends.map(|end| (end != GROUND).then_some(end as usize)).into_iter().flatten();
        // First where the strings of each coin end; filled from behind, it comes to where they start.
        let mut starts = vec![0; coins + 1];
        for coin in ends.iter().flat_map(coins_of) {
            starts[coin] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut around = vec![0; sum as usize];
        for (string, ends) in ends.iter().enumerate().rev() {
            for coin in coins_of(ends) {
                starts[coin] -= 1;
                around[starts[coin] as usize] = string as u32;
            }
        }
        Self { numbers, edges: Vec::new(), cells: Vec::new(), ends, around, starts }
    }

    /// The number of strings.
    #[must_use]
    pub fn strings(&self) -> usize {
        self.ends.len()
    }

    /// The number of coins.
    #[must_use]
    pub fn coins(&self) -> usize {
        self.starts.len() - 1
    }

    /// What the game calls a string: on a board, the number of its edge.
    pub(super) fn number(&self, string: u32) -> u32 {
        self.numbers[string as usize]
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
        &self.around[self.starts[coin] as usize..self.starts[coin + 1] as usize]
    }

    /// How many strings a coin has: 1 to 4 on a board.
    ///
    /// # Panics
    /// If `coin` is not below [`Graph::coins`].
    #[must_use]
    pub fn degree(&self, coin: u32) -> u32 {
        let coin = coin as usize;
        self.starts[coin + 1] - self.starts[coin]
    }

    /// How many strings each coin has.
    pub(super) fn degrees(&self) -> Vec<u32> {
        self.starts.windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    /// The parts that hang together through coins (not through the ground), in the order of their first coins. Time
    /// linear in the graph.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        self.parts_of(&vec![true; self.strings()], &self.degrees())
    }

    /// The parts of what is left when only the strings marked in `live` are there; `degree` counts them by coin.
    pub(super) fn parts_of(&self, live: &[bool], degree: &[u32]) -> Vec<Part> {
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
