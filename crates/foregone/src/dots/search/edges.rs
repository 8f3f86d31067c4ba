//! The strings of a core as bits of one word, laid out so that the degrees of all coins come from a few shifts.

use super::super::board::{Board, Edge};
use super::super::graph::PartKind;
use super::lanes::LANES;

/// The most edges that a board, or the part of it that holds the core, may have.
pub const MAX_EDGES: usize = 64;

/// The most columns of boxes: a row of them is a row of lanes.
pub const MAX_COLUMNS: usize = LANES;

/// Where a string's end would name its coin: the ground. No coin has this number, since the last edge is below a box.
pub const GROUND: u8 = 63;

/// A rectangle of boxes and the numbering of its edges, row by row, horizontal and vertical rows in turn. On 2 rows of
/// 3 boxes:
///
/// ```text
/// + 0 + 1 + 2 +
/// 3   4   5   6
/// + 7 + 8 + 9 +
/// 10  11  12  13
/// + 14+ 15+ 16+
/// ```
///
/// Bit i of a word stands for edge i, 1 = not drawn yet. A coin has the number of the edge above its box; the edges
/// left, right and below are 3, 4 and 7 further for every box. So the word itself, shifted by 0, 3, 4 and 7, holds at
/// the coin's bit whether it has each of its four strings.
#[derive(Debug)]
pub struct Edges {
    rows: usize,
    columns: usize,
    /// The box of the board at the first place, and whether rows and columns are changed for one another.
    first: (usize, usize),
    turned: bool,
    /// The coins of each edge, [`GROUND`] for the outside; and the two combined by exclusive or.
    ends: [[u8; 2]; MAX_EDGES],
    both: [u8; MAX_EDGES],
    /// The four edges of each coin.
    around: [u64; MAX_EDGES],
    /// Every coin.
    coins: u64,
    /// Sets of edges that tie one coin to the ground: any of them is as good as another.
    twins: Vec<u64>,
}

/// How many strings the coins of a core have, a bit a coin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Degrees {
    pub two: u64,
    pub three: u64,
    pub any: u64,
}

/// The numbers of the bits that are set.
#[inline(always)]
pub fn bits(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then_some(mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// Whether exactly one bit is set.
#[inline(always)]
pub const fn is_one(mask: u64) -> bool {
    mask != 0 && mask & (mask - 1) == 0
}

/// Whether exactly two bits are set.
#[inline(always)]
pub const fn is_two(mask: u64) -> bool {
    mask != 0 && is_one(mask & (mask - 1))
}

impl Edges {
    /// The smallest rectangle that holds some edges of a board; `None` if it has more than [`MAX_EDGES`] edges. At
    /// least one edge must be given.
    pub fn around(board: Board, edges: &[Edge]) -> Option<Self> {
        let boxes = || edges.iter().flat_map(|&edge| board.beside(edge)).flatten();
        let (top, bottom) = (boxes().map(|cell| cell.row).min()?, boxes().map(|cell| cell.row).max()?);
        let (left, right) = (boxes().map(|cell| cell.column).min()?, boxes().map(|cell| cell.column).max()?);
        let (rows, columns) = (bottom - top + 1, right - left + 1);
        if Board::new(rows, columns).ok()?.edges() > MAX_EDGES {
            return None;
        }
        // The longer side goes along the rows if a row can hold it. Both sides cannot be too long for that.
        let turned = (rows > columns && rows <= MAX_COLUMNS) || columns > MAX_COLUMNS;
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        let mut layout = Self {
            rows,
            columns,
            first: (top, left),
            turned,
            ends: [[GROUND; 2]; MAX_EDGES],
            both: [0; MAX_EDGES],
            around: [0; MAX_EDGES],
            coins: 0,
            twins: Vec::new(),
        };
        for row in 0..rows {
            for column in 0..columns {
                let coin = row * layout.stride() + column;
                layout.coins |= 1 << coin;
                for edge in [coin, coin + columns, coin + columns + 1, coin + layout.stride()] {
                    layout.around[coin] |= 1 << edge;
                    let [first, second] = &mut layout.ends[edge];
                    *(if *first == GROUND { first } else { second }) = coin as u8;
                }
            }
        }
        layout.both = layout.ends.map(|[first, second]| first ^ second);
        for coin in bits(layout.coins) {
            let grounded = bits(layout.around_coin(coin)).filter(|&edge| layout.ends(edge)[1] == GROUND);
            let twins = grounded.fold(0, |twins, edge| twins | 1_u64 << edge);
            if twins.count_ones() >= 2 {
                layout.twins.push(twins);
            }
        }
        Some(layout)
    }

    /// Rows of boxes, as they are laid.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Columns of boxes, as they are laid.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// How much further the edge below a box is than the one above it.
    pub const fn stride(&self) -> usize {
        2 * self.columns + 1
    }

    /// Edges in all.
    pub const fn len(&self) -> usize {
        self.rows * self.stride() + self.columns
    }

    /// The bit of an edge of the board; `None` outside of the rectangle.
    pub fn bit(&self, edge: Edge) -> Option<u8> {
        let (row, column) = (edge.row().checked_sub(self.first.0)?, edge.column().checked_sub(self.first.1)?);
        let (row, column) = if self.turned { (column, row) } else { (row, column) };
        let horizontal = matches!(edge, Edge::Horizontal { .. }) != self.turned;
        let (row_end, column_end) =
            if horizontal { (self.rows + 1, self.columns) } else { (self.rows, self.columns + 1) };
        let bit = row * self.stride() + column + if horizontal { 0 } else { self.columns };
        (row < row_end && column < column_end).then_some(bit as u8)
    }

    /// The edge of a board just as large as the rectangle, and laid like it, that a bit stands for.
    pub fn edge(&self, bit: u8) -> Edge {
        let (row, place) = (usize::from(bit) / self.stride(), usize::from(bit) % self.stride());
        match place.checked_sub(self.columns) {
            None => Edge::Horizontal { row, column: place },
            Some(column) => Edge::Vertical { row, column },
        }
    }

    /// Sets of two edges or more that tie one coin to the ground.
    pub fn twins(&self) -> &[u64] {
        &self.twins
    }

    /// The coins at the ends of an edge, the second [`GROUND`] for an edge of the border.
    #[inline(always)]
    pub fn ends(&self, edge: u8) -> [u8; 2] {
        self.ends[usize::from(edge)]
    }

    /// The edges around a coin, drawn or not.
    #[inline(always)]
    pub fn around_coin(&self, coin: u8) -> u64 {
        self.around[usize::from(coin)]
    }

    /// The other end of a string.
    #[inline(always)]
    pub fn across(&self, edge: u8, coin: u8) -> u8 {
        self.both[usize::from(edge)] ^ coin
    }

    /// How many strings each coin of a core has.
    #[inline(always)]
    pub const fn degrees(&self, core: u64) -> Degrees {
        // Four bits added, for all coins at once.
        let (above, left) = (core, core >> self.columns);
        let (right, below) = (core >> (self.columns + 1), core >> (2 * self.columns + 1));
        let (odd_a, both_a) = (above ^ below, above & below);
        let (odd_b, both_b) = (left ^ right, left & right);
        let odd = odd_a ^ odd_b;
        let twos = both_a ^ both_b ^ (odd_a & odd_b);
        Degrees {
            two: twos & !odd & self.coins,
            three: twos & odd & self.coins,
            any: (above | below | left | right) & self.coins,
        }
    }

    /// All edges around some coins.
    #[inline(always)]
    pub const fn around_all(&self, coins: u64) -> u64 {
        let columns = self.columns;
        coins | coins << columns | coins << (columns + 1) | coins << (2 * columns + 1)
    }

    /// The coins that have a string to one of some others.
    #[inline(always)]
    pub const fn beside(&self, core: u64, others: u64) -> u64 {
        let (columns, stride) = (self.columns, 2 * self.columns + 1);
        // A coin's string above is its own bit, and the coin above has the bit a stride before it.
        let vertical = core & others << stride | (core & others) >> stride;
        let horizontal = core >> columns & others << 1 | core >> (columns + 1) & others >> 1;
        (vertical | horizontal) & self.coins
    }

    /// The chain or loop through a coin of two strings, with its coins and strings; `None` if the coin is in something
    /// else. `thin` are the coins of two strings.
    #[inline(always)]
    pub fn lone(&self, core: u64, coin: u8, thin: u64) -> Option<(PartKind, usize, u64)> {
        let mut strings = self.around_coin(coin) & core;
        let mut size = 1;
        for mut string in bits(strings) {
            let mut here = coin;
            loop {
                here = self.across(string, here);
                if here == GROUND {
                    break;
                }
                if here == coin {
                    return Some((PartKind::Loop, size, strings));
                }
                if thin >> here & 1 == 0 {
                    return None;
                }
                let next = self.around_coin(here) & core & !(1 << string);
                strings |= next;
                size += 1;
                string = next.trailing_zeros() as u8;
            }
        }
        Some((PartKind::Chain, size, strings))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::Position;
    use super::*;
    use crate::game::Rules as _;

    /// Rectangles of every orientation, and one cut out of a larger board.
    #[test]
    fn bits_edges_and_coins_agree_with_the_board() {
        for (rows, columns) in
            [(1, 1), (1, 21), (21, 1), (2, 3), (3, 2), (5, 5), (2, 12), (12, 2), (8, 3), (3, 8)]
        {
            let board = Board::new(rows, columns).unwrap();
            let edges: Vec<Edge> = (0..board.edges()).map(|number| board.edge(number)).collect();
            let layout = Edges::around(board, &edges).unwrap();
            assert_eq!(layout.len(), edges.len());
            assert!(layout.columns() <= MAX_COLUMNS);
            let mut seen = 0_u64;
            for &edge in &edges {
                let bit = layout.bit(edge).unwrap();
                seen |= 1 << bit;
                let ends = layout.ends(bit).into_iter().filter(|&end| end != GROUND).count();
                assert_eq!(ends, board.beside(edge).into_iter().flatten().count(), "{edge}");
            }
            assert_eq!(seen.count_ones() as usize, edges.len());
            assert_eq!(layout.coins.count_ones() as usize, board.boxes());
            assert_eq!(layout.bit(Edge::Horizontal { row: rows + 1, column: 0 }), None);
        }
        let large = Board::new(30, 40).unwrap();
        let corner = [Edge::Horizontal { row: 29, column: 38 }, Edge::Vertical { row: 29, column: 40 }];
        let layout = Edges::around(large, &corner).unwrap();
        assert_eq!((layout.rows(), layout.columns()), (2, 2));
        assert_eq!(layout.bit(Edge::Vertical { row: 27, column: 39 }), None);
        let far = [Edge::Vertical { row: 2, column: 3 }, Edge::Vertical { row: 20, column: 30 }];
        assert!(Edges::around(large, &far).is_none());
    }

    #[test]
    fn degrees_are_counted_for_all_coins_at_once() {
        let board = Board::new(3, 4).unwrap();
        let edges: Vec<Edge> = (0..board.edges()).map(|number| board.edge(number)).collect();
        let layout = Edges::around(board, &edges).unwrap();
        let mut state = 1_u64;
        for _ in 0..1_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let core = (state >> 20) & ((1 << layout.len()) - 1);
            let degrees = layout.degrees(core);
            for coin in bits(layout.coins) {
                let others = state >> 3 & layout.coins;
                let mut near =
                    bits(layout.around_coin(coin) & core).map(|string| layout.across(string, coin));
                let beside = near.any(|other| others >> other & 1 == 1);
                assert_eq!(layout.beside(core, others) >> coin & 1 == 1, beside);
                let degree = (layout.around_coin(coin) & core).count_ones();
                let at = |word: u64| word >> coin & 1 == 1;
                assert_eq!(
                    (at(degrees.two), at(degrees.three), at(degrees.any)),
                    (degree == 2, degree == 3, degree > 0)
                );
                assert_eq!(
                    (is_one(layout.around_coin(coin) & core), is_two(layout.around_coin(coin) & core)),
                    (degree == 1, degree == 2)
                );
            }
        }
    }

    #[test]
    fn lone_chains_and_loops_are_found_whole() {
        for (text, expected) in [
            ("2x2:swedish", Some((PartKind::Loop, 4))),
            ("1x3:1111110000", Some((PartKind::Chain, 3))),
            ("2x2", None),
        ] {
            let position: Position = text.parse().unwrap();
            let moves = position.moves();
            let layout = Edges::around(position.board(), &moves).unwrap();
            let core = moves.iter().fold(0, |core, &edge| core | 1_u64 << layout.bit(edge).unwrap());
            let degrees = layout.degrees(core);
            for coin in bits(degrees.two) {
                let (kind, size) = expected.unwrap();
                assert_eq!(layout.lone(core, coin, degrees.two), Some((kind, size, core)), "{text}");
            }
            assert_eq!(expected.is_none(), degrees.two == 0, "{text}");
        }
    }
}
