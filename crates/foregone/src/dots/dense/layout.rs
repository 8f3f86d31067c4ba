//! Where each set of undrawn edges of a board lies in its table.

use super::super::board::{Edge, Position};
use super::super::graph::{GROUND, Graph};
use super::super::search::edges::Edges;
use crate::game::Rules as _;

/// The digits of a place inside a block: each is one string.
pub const LOW: usize = 12;

/// Positions in a block.
pub const BLOCK: usize = 1 << LOW;

/// At most so many of the digits above are inside a page.
const PAGE_DIGITS: u32 = 10;

/// The most strings of a board: the number of a position, and of a byte of the file, fits 64 bits.
pub const MAX_STRINGS: usize = 60;

/// The most coins of a board: a number of them fits five bits.
pub const MAX_COINS: usize = 31;

/// The most edges of a board, drawn ones included: its notation fits the head of a table.
pub const MAX_BOARD: usize = 500;

/// The strings that one digit counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Digit {
    /// The coins at the ends of each of its strings; [`GROUND`] for the outside.
    pub ends: [u32; 2],
    /// How many strings it counts.
    pub strings: u64,
    /// How many blocks further a position lies for each of its strings that is undrawn.
    pub weight: u64,
}

impl Digit {
    /// How many of its strings are undrawn in the positions of a block.
    #[inline]
    pub const fn count(&self, block: u64) -> u64 {
        block / self.weight % (self.strings + 1)
    }
}

/// The numbering of the positions of a board: all that can come of the one at its root.
///
/// The number of a position is the sum of the weights of its undrawn edges, so drawing an edge makes it less. Where two
/// or three edges tie the same box to the outside, it does not matter which of them are drawn: they have one weight, and
/// their number of undrawn edges is one digit. All other digits are bits. On 3 rows of 4 boxes, with `a` to `l` the bits
/// inside of a block, the next ones `0` to `9` and `X`, and the digits of three values `w` to `z` above them:
///
/// ```text
///     + w + a + b + x +
///     w   c   d   e   x        number = digits × weights
///     + f + g + h + i +               = block × 4096 + place in the block
///     j   k   l   0   1
///     + 2 + 3 + 4 + 5 +        4096 × 2^11 × 3^4 numbers for 2^31 sets of edges
///     y   6   7   8   z
///     + y + 9 + X + z +
/// ```
///
/// A block has 4,096 positions, and a page as many blocks as the lowest digits above have values: 2^10 or fewer. Where a
/// board has fewer than 12 edges besides those of such corners, these count as bits, too, and where it has fewer than 12
/// in all, some bits mean nothing: they are 0.
#[derive(Clone, Debug)]
pub struct Layout {
    root: Position,
    coins: usize,
    /// The ends of the string that each bit of a place stands for.
    low: [Option<[u32; 2]>; LOW],
    /// The digits of a block's number, the lowest first.
    high: Vec<Digit>,
    /// By number of edge, for those that are undrawn at the root.
    weights: Vec<Option<u64>>,
    blocks: u64,
    page_blocks: u64,
}

impl Layout {
    /// The numbering for a board; `None` if it is too large, has too many strings or coins, or they lie too far apart.
    pub fn new(root: &Position) -> Option<Self> {
        if root.board().edges() > MAX_BOARD {
            return None;
        }
        let graph = Graph::new(root);
        let fits = graph.strings() == 0 || Edges::around(root.board(), &root.moves()).is_some();
        if graph.strings() > MAX_STRINGS || graph.coins() > MAX_COINS || !fits {
            return None;
        }
        let (mut plain, mut twins) = (Vec::new(), Vec::new());
        for coin in 0..graph.coins() as u32 {
            let grounded = graph.around(coin).iter().filter(|&&string| graph.across(string, coin) == GROUND);
            let grounded: Vec<u32> = grounded.copied().collect();
            if grounded.len() >= 2 { twins.push(grounded) } else { plain.extend(grounded) }
        }
        plain.extend((0..graph.strings() as u32).filter(|&string| !graph.ends(string).contains(&GROUND)));
        while plain.len() < LOW
            && let Some(apart) = twins.pop()
        {
            plain.extend(apart);
        }
        // Row by row, so that the strings inside of a block are near each other: they touch few coins.
        plain.sort_by_key(|&string| match graph.edge(string) {
            Edge::Horizontal { row, column } => (2 * row, column),
            Edge::Vertical { row, column } => (2 * row + 1, column),
        });
        let mut layout = Self {
            root: root.clone(),
            coins: graph.coins(),
            low: [None; LOW],
            high: Vec::new(),
            weights: vec![None; root.board().edges()],
            blocks: 1,
            page_blocks: 1,
        };
        let above = plain.split_off(plain.len().min(LOW));
        for (bit, &string) in plain.iter().enumerate() {
            layout.low[bit] = Some(graph.ends(string));
            layout.weigh(&graph, string, 1 << bit);
        }
        layout.page_blocks = 1 << PAGE_DIGITS.min(above.len() as u32);
        for strings in above.into_iter().map(|string| vec![string]).chain(twins) {
            let weight = layout.blocks;
            for &string in &strings {
                layout.weigh(&graph, string, weight * BLOCK as u64);
            }
            let count = strings.len() as u64;
            layout.high.push(Digit { ends: graph.ends(strings[0]), strings: count, weight });
            layout.blocks *= count + 1;
        }
        Some(layout)
    }

    fn weigh(&mut self, graph: &Graph, string: u32, weight: u64) {
        if let Some(number) = self.root.board().number(graph.edge(string)) {
            self.weights[number] = Some(weight);
        }
    }

    /// The position that all others come from.
    pub const fn root(&self) -> &Position {
        &self.root
    }

    /// Coins at the root.
    pub const fn coins(&self) -> usize {
        self.coins
    }

    pub const fn low(&self) -> &[Option<[u32; 2]>; LOW] {
        &self.low
    }

    pub fn high(&self) -> &[Digit] {
        &self.high
    }

    /// What an edge of the root's board adds to a position's number while it is undrawn; `None` if it is drawn at the
    /// root, or the board has no such edge.
    pub fn weight(&self, edge: Edge) -> Option<u64> {
        self.root.board().number(edge).and_then(|number| self.weights[number])
    }

    /// The position of a number below [`Layout::positions`]: of edges that do not differ, the first ones are undrawn.
    pub fn position(&self, number: u64) -> Position {
        let (block, place) = (number / BLOCK as u64, number % BLOCK as u64);
        let mut drawn = self.root.drawn().to_vec();
        for (bit, _) in self.low.iter().enumerate().filter(|(bit, _)| place >> bit & 1 == 0) {
            self.draw(1 << bit, usize::MAX, &mut drawn);
        }
        for digit in &self.high {
            let drawn_strings = digit.strings - digit.count(block);
            self.draw(digit.weight * BLOCK as u64, drawn_strings as usize, &mut drawn);
        }
        // As many as the root has.
        Position::new(self.root.rows(), self.root.columns(), drawn).unwrap_or_else(|_| self.root.clone())
    }

    /// Draws the last `count` edges of a weight.
    fn draw(&self, weight: u64, count: usize, drawn: &mut [bool]) {
        let edges = self.weights.iter().zip(drawn).rev().filter(|(found, _)| **found == Some(weight));
        edges.take(count).for_each(|(_, drawn)| *drawn = true);
    }

    /// Positions in all. They have all numbers below, since a board with bits that mean nothing has one block.
    pub fn positions(&self) -> u64 {
        self.blocks << self.low.iter().flatten().count()
    }

    /// Blocks in all.
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Blocks in a page.
    pub const fn page_blocks(&self) -> u64 {
        self.page_blocks
    }

    /// Pages in all.
    pub const fn pages(&self) -> u64 {
        self.blocks / self.page_blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_that_of_its_position() {
        for (root, positions, blocks) in [
            ("1x1", 16, 1),
            ("1x4", 1 << 13, 2),
            // Two corners of two edges each count as bits to make up the twelve.
            ("2x2", 1 << 12, 1),
            ("2x3", 9 << 13, 18),
            ("3x3", 81 << 16, 81 << 4),
            ("3x4", 81 << 23, 81 << 11),
            ("4x4:icelandic", 3 << 30, 3 << 18),
            // Twelve edges, two of them at a corner.
            ("2x3:icelandic", 1 << 12, 1),
        ] {
            let layout = Layout::new(&root.parse().unwrap()).unwrap();
            assert_eq!((layout.positions(), layout.blocks()), (positions, blocks), "{root}");
            let mut number = 0;
            while number < layout.positions() {
                let position = layout.position(number);
                let weights = position.moves().into_iter().map(|mv| layout.weight(mv).unwrap());
                assert_eq!(weights.sum::<u64>(), number, "{position}");
                number += 1 + layout.positions() / 20_011;
            }
        }
    }

    #[test]
    fn boards_that_are_too_large_have_none() {
        for (root, has) in [
            ("5x5:swedish", true),
            ("5x6:swedish", false),
            ("1x21", false),
            ("1x20:icelandic", true),
            ("8x8", false),
            ("1x1:1111", true),
            ("100x1:swedish", false),
            ("1000x1:swedish", false),
        ] {
            assert_eq!(Layout::new(&root.parse().unwrap()).is_some(), has, "{root}");
        }
    }
}
