//! The key of a core: the same for cores that are the same graph of strings and coins, however they lie on the board.
//!
//! Graph keys merge two to three times as many positions as the symmetries of the board do. A key is found in two
//! steps:
//!
//! 1. *Colours.* A coin's colour begins as a mix of its number of strings and of strings to the ground; a round mixes
//!    it with the sum of its neighbours' colours. After a few rounds most coins have colours of their own. Where some do
//!    not, one coin of a shared colour is given a new one, and further rounds follow, until all colours differ.
//! 2. *Words.* The order of the colours numbers the coins. Each pair of numbers that a string ties has a random word of
//!    128 bits, and so has each number tied to the ground; the key is the sum of the words of all strings.
//!
//! The colours may be as poor as they like: they only choose a numbering. Written with numbered coins, two graphs that
//! are not the same differ in some string, so their sums are equal by chance alone, once in 2^127 pairs (or 2^126, since
//! a corner has two strings to the ground). That colours depend on nothing but the graph makes equal graphs have equal
//! keys nearly always; where two coins share a colour by accident and the choice between them matters, a position is
//! searched twice.
//!
//! Exact keys are the other identity: the core itself, the least of its images under the board's symmetries.

use super::super::board::Edge;
use super::super::symmetry::{Symmetry, symmetries};
use super::edges::{Edges, GROUND, MAX_EDGES, bits};
use super::lanes::{LANES, Row};
use crate::machine::{self, Job};

/// The identity of a core, before that of the chains and loops beside it is added.
pub type CoreKey = [u64; 2];

/// The identity of a position as the table keeps it. The lowest [`Key::FREE`] bits of `low` are 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Key {
    pub high: u64,
    pub low: u64,
}

impl Key {
    /// Bits of the second word that hold no part of the key.
    pub const FREE: u32 = 20;
}

/// What tells one core from another.
#[derive(Debug)]
pub enum Identity {
    /// Graph keys: two different graphs have the same by chance only.
    Graph(Box<GraphKeys>),
    /// The core itself, the least of its images under these symmetries.
    Exact { symmetries: Vec<Symmetry>, twins: Vec<u64> },
}

impl Identity {
    pub fn graph(edges: &Edges) -> Self {
        Self::Graph(Box::new(GraphKeys::new(edges)))
    }

    pub fn exact(edges: &Edges) -> Self {
        let board = super::super::board::Board::new(edges.rows(), edges.columns());
        let laid: Vec<Edge> = (0..edges.len() as u8).map(|bit| edges.edge(bit)).collect();
        let symmetries = board.map_or_else(|_| Vec::new(), |board| symmetries(board, &laid));
        Self::Exact { symmetries, twins: edges.twins().to_vec() }
    }

    /// The key of a core.
    #[inline]
    pub fn of_core(&self, core: u64) -> CoreKey {
        match self {
            Self::Graph(keys) => keys.key(core),
            Self::Exact { symmetries, twins } => {
                let images = symmetries.iter().map(|symmetry| lowest_twins(twins, symmetry.image(core)));
                [images.fold(lowest_twins(twins, core), u64::min), 0]
            }
        }
    }

    /// The key of a position, from those of its core and of what is beside it.
    #[inline]
    pub fn with_loose(&self, [high, low]: CoreKey, loose: u16) -> Key {
        match self {
            Self::Graph(_) => {
                // A word for each multiset, like those of the strings.
                let number = u64::from(loose) + 1;
                let a = mix(number.wrapping_mul(0xD1B5_4A32_D192_ED03));
                let b = mix(number.wrapping_mul(0x8CB9_2BA7_2F3D_8DD7));
                Key { high: high.wrapping_add(a), low: low.wrapping_add(b) >> Key::FREE << Key::FREE }
            }
            Self::Exact { .. } => Key { high, low: u64::from(loose) << Key::FREE },
        }
    }
}

/// The core with the lowest of each set of twins in place of any others.
pub fn lowest_twins(sets: &[u64], mut core: u64) -> u64 {
    for &twins in sets {
        let there = core & twins;
        if there != 0 && there != twins {
            let (mut lowest, mut left) = (0, twins);
            for _ in 0..there.count_ones() {
                lowest |= left & left.wrapping_neg();
                left &= left - 1;
            }
            core = (core & !twins) | lowest;
        }
    }
    core
}

/// Finalises a word so that all bits depend on all (as splitmix64 does).
const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// A row of boxes, a lane each.
type Lanes = [u16; LANES];

const ZERO: Lanes = [0; LANES];

/// The masks of eight bits as lanes of all ones.
static MASKS: [Lanes; 256] = {
    let mut masks = [ZERO; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut lane = 0;
        while lane < LANES {
            if byte >> lane & 1 == 1 {
                masks[byte][lane] = u16::MAX;
            }
            lane += 1;
        }
        byte += 1;
    }
    masks
};

/// Numbers for at most 25 coins, and the last one for the ground.
const NUMBERS: usize = 32;
const GROUND_NUMBER: u16 = NUMBERS as u16 - 1;

/// The colour of lanes without a coin: none is greater, so they have no part in the order.
const NO_COIN: u16 = i16::MAX as u16;

/// The most rows, and one behind the last.
const MAX_ROWS: usize = MAX_EDGES / 3 + 1;

/// Rounds before the colours are looked at, and after each look.
const FIRST_ROUNDS: usize = 3;
const MORE_ROUNDS: usize = 2;

/// Graph keys of the cores of one rectangle.
#[derive(Debug)]
pub struct GraphKeys {
    rows: usize,
    columns: usize,
    /// The words of pairs of numbers, a row of [`NUMBERS`] a number.
    words: Box<[CoreKey; NUMBERS * NUMBERS]>,
    /// The places of both ends of each string in the lanes; the ground has one that no coin has.
    places: [[u8; 2]; MAX_EDGES],
    /// What a string to the ground on the left and on the right adds to the first colours.
    left_border: Lanes,
    right_border: Lanes,
}

/// Any odd numbers.
const PER_STRING: u16 = 0x9E37;
const PER_GROUND: u16 = 0x35EB;
const OWN: u16 = 0x7FEB;
const SPREAD: u16 = 0x6D2B;
const SET_APART: u16 = 0x5BD1;

/// The key of a core, as a job.
struct Keyed<'a> {
    keys: &'a GraphKeys,
    core: u64,
}

impl Job for Keyed<'_> {
    type Output = CoreKey;

    #[inline(always)]
    fn run(self) -> CoreKey {
        self.keys.key_by_size(self.core)
    }
}

impl GraphKeys {
    fn new(edges: &Edges) -> Self {
        let mut words = Box::new([[0; 2]; NUMBERS * NUMBERS]);
        for a in 0..NUMBERS {
            for b in 0..=a {
                let number = (a * NUMBERS + b) as u64;
                let word =
                    [2 * number + 1, 2 * number + 2].map(|n| mix(n.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
                words[a * NUMBERS + b] = word;
                words[b * NUMBERS + a] = word;
            }
        }
        let mut keys = Self {
            rows: edges.rows(),
            columns: edges.columns(),
            words,
            places: [[0; 2]; MAX_EDGES],
            left_border: ZERO,
            right_border: ZERO,
        };
        let stride = edges.stride();
        // The lane behind the last column, or the row behind the last one.
        let ground = if edges.columns() < LANES { edges.columns() } else { edges.rows() * LANES };
        let place = |coin: u8| match coin {
            GROUND => ground as u8,
            _ => (usize::from(coin) / stride * LANES + usize::from(coin) % stride) as u8,
        };
        for edge in 0..edges.len() as u8 {
            keys.places[usize::from(edge)] = edges.ends(edge).map(place);
        }
        keys.left_border[0] = PER_GROUND;
        keys.right_border[edges.columns() - 1] = PER_GROUND;
        keys
    }

    fn key(&self, core: u64) -> CoreKey {
        machine::run(Keyed { keys: self, core })
    }

    #[inline(always)]
    fn key_by_size(&self, core: u64) -> CoreKey {
        // Straight-line code for the usual sizes.
        match (self.rows, self.columns) {
            (1..=3, 1..=3) => self.key_of::<3, 3>(core),
            (1..=3, 4) => self.key_of::<3, 4>(core),
            (1..=3, 5) => self.key_of::<3, 5>(core),
            (4, 4) => self.key_of::<4, 4>(core),
            (4, 5) => self.key_of::<4, 5>(core),
            (5, 5) => self.key_of::<5, 5>(core),
            _ => self.key_of::<MAX_ROWS, LANES>(core),
        }
    }

    #[inline(always)]
    fn key_of<const ROWS: usize, const COLUMNS: usize>(&self, core: u64) -> CoreKey {
        let numbers = self.numbers::<ROWS, COLUMNS>(core);
        let numbers = numbers.as_flattened();
        let (mut high, mut low) = (0_u64, 0_u64);
        for string in bits(core) {
            let [a, b] =
                self.places[usize::from(string)].map(|place| usize::from(numbers[usize::from(place)]));
            let [first, second] = self.words[(a * NUMBERS + b) % (NUMBERS * NUMBERS)];
            high = high.wrapping_add(first);
            low = low.wrapping_add(second);
        }
        [high, low]
    }

    /// Numbers the coins of a core from 0. Lanes without a coin have the number of the ground.
    #[inline(always)]
    fn numbers<const ROWS: usize, const COLUMNS: usize>(&self, core: u64) -> [Lanes; ROWS] {
        let (columns, stride) = (self.columns, 2 * self.columns + 1);
        let all = (1 << columns) - 1;
        let mask = |bits: usize| Row::load(&MASKS[bits & 255]);
        let row_of = |row: usize| mask((core >> (row * stride)) as usize & all);
        let (mut above, mut below) = ([Row::zero(); ROWS], [Row::zero(); ROWS]);
        let (mut left, mut right) = ([Row::zero(); ROWS], [Row::zero(); ROWS]);
        let rows = self.rows.min(ROWS);
        for row in 0..rows {
            above[row] = row_of(row);
            below[row] = row_of(row + 1);
            // Lanes beyond the last column keep the colour 0, and so does what lies above and below: the ground.
            let sides = (core >> (row * stride + columns)) as usize;
            left[row] = mask(sides & all);
            right[row] = mask(sides >> 1 & all);
        }
        let (per_string, per_ground) = (Row::all(PER_STRING), Row::all(PER_GROUND));
        let (left_border, right_border) = (Row::load(&self.left_border), Row::load(&self.right_border));
        let mut colours: [Row; ROWS] = std::array::from_fn(|row| {
            // All ones are -1.
            let strings = above[row].plus(below[row]).plus(left[row].plus(right[row]));
            let sides = left[row].and(left_border).plus(right[row].and(right_border));
            strings.times(per_string).plus(sides)
        });
        colours[0] = colours[0].plus(above[0].and(per_ground));
        colours[rows - 1] = colours[rows - 1].plus(below[rows - 1].and(per_ground));
        colours = colours.map(stirred);
        let there: [Row; ROWS] =
            std::array::from_fn(|row| above[row].or(below[row]).or(left[row].or(right[row])));
        let mut rounds = FIRST_ROUNDS;
        loop {
            for _ in 0..rounds {
                colours = std::array::from_fn(|row| {
                    let here = colours[row];
                    let up = if row > 0 { colours[row - 1].and(above[row]) } else { Row::zero() };
                    let down = if row + 1 < ROWS { colours[row + 1].and(below[row]) } else { Row::zero() };
                    let before = here.before().and(left[row]);
                    let behind = here.behind().and(right[row]);
                    stirred(here.times(Row::all(OWN)).plus(up.plus(down)).plus(before.plus(behind)))
                });
            }
            // A coin's number is how many have a lesser colour.
            let none = Row::all(NO_COIN);
            let ordered: [Row; ROWS] =
                std::array::from_fn(|row| colours[row].xor(none).and(there[row]).xor(none));
            let colour = ordered.map(Row::store);
            let mut numbers = [Row::zero(); ROWS];
            for lanes in &colour {
                for &own in &lanes[..COLUMNS] {
                    let own = Row::all(own);
                    for row in 0..ROWS {
                        numbers[row] = numbers[row].minus(ordered[row].greater(own));
                    }
                }
            }
            // All differ if their sum is that of the numbers from 0 on: shared ones leave greater ones free.
            let sum = (0..ROWS).fold(Row::zero(), |sum, row| sum.plus(numbers[row].and(there[row])));
            let sum: u16 = sum.store().into_iter().sum();
            let count = (0..ROWS).fold(Row::zero(), |count, row| count.minus(there[row]));
            let count: u16 = count.store().into_iter().sum();
            let ground = Row::all(GROUND_NUMBER);
            let numbers: [Lanes; ROWS] =
                std::array::from_fn(|row| numbers[row].xor(ground).and(there[row]).xor(ground).store());
            if 2 * sum == count * count.wrapping_sub(1) {
                return numbers;
            }
            let there = there.map(Row::store);
            let coins = || (0..ROWS * LANES).filter(|&place| there.as_flattened()[place] != 0);
            let seen = coins().fold(0_u32, |seen, place| seen | 1 << (numbers.as_flattened()[place] & 31));
            // The least number that several coins share leaves the next one free.
            let shared = (seen.trailing_ones() - 1) as u16;
            let mut colour = colours.map(Row::store);
            if let Some(place) = coins().find(|&place| numbers.as_flattened()[place] == shared) {
                let colour = &mut colour.as_flattened_mut()[place];
                *colour = colour.wrapping_add(SET_APART);
            }
            colours = colour.map(|lanes| Row::load(&lanes));
            rounds = MORE_ROUNDS;
        }
    }
}

#[inline(always)]
fn stirred(row: Row) -> Row {
    let row = row.xor(row.down::<8>()).times(Row::all(SPREAD));
    row.xor(row.down::<7>())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::super::board::{Board, Position, Start};
    use super::*;
    use crate::game::Rules as _;

    fn layout(rows: usize, columns: usize) -> Edges {
        let board = Board::new(rows, columns).unwrap();
        let position = Position::start(rows, columns, Start::American).unwrap();
        Edges::around(board, &position.moves()).unwrap()
    }

    /// How many strings tie each two coins of a core, and each coin to the ground, which comes last.
    fn ties(edges: &Edges, core: u64) -> Vec<Vec<u8>> {
        let coins: Vec<u8> = bits(edges.degrees(core).any).collect();
        let place = |end: u8| coins.iter().position(|&coin| coin == end).unwrap_or(coins.len());
        let mut ties = vec![vec![0; coins.len() + 1]; coins.len() + 1];
        for string in bits(core) {
            let [a, b] = edges.ends(string).map(place);
            ties[a][b] += 1;
            ties[b][a] += 1;
        }
        ties
    }

    /// Whether some numbering of the coins makes the ties of one graph those of the other, by trying all.
    fn same_graph(a: &[Vec<u8>], b: &[Vec<u8>], numbers: &mut Vec<usize>) -> bool {
        let (place, ground) = (numbers.len(), a.len() - 1);
        if a.len() != b.len() {
            return false;
        }
        if place == ground {
            return true;
        }
        for number in 0..ground {
            if numbers.contains(&number) || a[place][ground] != b[number][ground] {
                continue;
            }
            if (0..place).all(|other| a[place][other] == b[number][numbers[other]]) {
                numbers.push(number);
                if same_graph(a, b, numbers) {
                    return true;
                }
                numbers.pop();
            }
        }
        false
    }

    /// Every core of 2x3 and many of 3x3: equal keys are those of equal graphs, and nearly all equal graphs have equal
    /// keys.
    #[test]
    fn keys_are_those_of_graphs() {
        for (rows, columns, step) in [(2, 3, 3), (1, 4, 1), (3, 3, 997)] {
            let edges = layout(rows, columns);
            let identity = Identity::graph(&edges);
            let mut first_of: HashMap<CoreKey, u64> = HashMap::new();
            for core in (0..1_u64 << edges.len()).step_by(step) {
                let first = *first_of.entry(identity.of_core(core)).or_insert(core);
                let same = same_graph(&ties(&edges, core), &ties(&edges, first), &mut Vec::new());
                assert!(same, "{core:b} and {first:b} on {rows}x{columns}");
            }
        }
    }

    /// A core and its images under the symmetries of the board, on all sizes of code.
    #[test]
    fn images_have_the_same_key() {
        let mut state = 1_u64;
        for (rows, columns) in [
            (1, 1),
            (1, 7),
            (2, 2),
            (2, 4),
            (3, 3),
            (3, 4),
            (3, 5),
            (4, 4),
            (4, 5),
            (5, 5),
            (2, 8),
            (2, 12),
            (1, 21),
        ] {
            let edges = layout(rows, columns);
            let (graph, exact) = (Identity::graph(&edges), Identity::exact(&edges));
            let Identity::Exact { symmetries, twins } = &exact else { panic!("exact keys were asked for") };
            let (mut images_seen, mut differ) = (0, 0);
            for _ in 0..500 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let core = (state ^ state >> 30) & (u64::MAX >> (64 - edges.len()));
                let images = symmetries.iter().map(|symmetry| symmetry.image(core));
                for image in images.chain([lowest_twins(twins, core)]) {
                    assert_eq!(exact.of_core(core), exact.of_core(image), "{core:b} on {rows}x{columns}");
                    images_seen += 1;
                    differ += usize::from(graph.of_core(core) != graph.of_core(image));
                }
            }
            // Colours of 16 bits are the same by accident now and then.
            assert!(differ * 20 <= images_seen, "{differ} of {images_seen} on {rows}x{columns}");
        }
    }
}
