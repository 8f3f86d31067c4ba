//! The key of a core: the same for cores that are the same graph of strings and coins, however they lie on the board.
//!
//! With graph keys a search visits 1.6 times fewer states at 3x3 than with the symmetries of the board alone, 2.6 at 3x4. A key is found in two
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
//! Exact keys are the other identity: the core itself, the least of its images under the board's symmetries. What is left of the
//! second word holds bits of a hash of the core, so that halves of two keys are none (see [`super::table`]).

use super::super::board::Edge;
use super::super::symmetry::{Symmetry, symmetries};
use super::edges::{Edges, GROUND, MAX_EDGES, bits};
use super::lanes::{LANES, Row};
use crate::machine::{self, Job};

/// The identity of a core, before that of the chains and loops beside it is added. An exact one has nothing in the lowest
/// [`LOOSE_END`] bits of the second word.
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

/// Where the number of chains and loops ends in the second word of an exact key.
const LOOSE_END: u32 = Key::FREE + u16::BITS;

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
                let least = images.fold(lowest_twins(twins, core), u64::min);
                [least, mix(least) >> LOOSE_END << LOOSE_END]
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
            Self::Exact { .. } => Key { high, low: low | u64::from(loose) << Key::FREE },
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

/// Eight coins, a lane each.
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

/// The most rows of lanes: they hold 25 coins.
const MAX_ROWS: usize = 4;

/// The place of the ground, behind all lanes.
const GROUND_PLACE: u8 = (MAX_ROWS * LANES) as u8;

/// The colour of lanes without a coin: none is greater, so they have no part in the order.
const NO_COIN: u16 = i16::MAX as u16;

/// Rounds before the colours are looked at, and after each look.
const FIRST_ROUNDS: usize = 3;
const MORE_ROUNDS: usize = 2;

/// Graph keys of the cores of one rectangle.
///
/// Coins have lanes in the order of their boxes, row after row of boxes without a gap, so that few rows of lanes hold
/// them all: the box to the left is one lane before, the one above as many as there are columns. Where a box is at the
/// border, the lane there is another's or none, and is masked out.
#[derive(Debug)]
pub struct GraphKeys {
    rows: usize,
    columns: usize,
    /// The words of pairs of numbers, a row of [`NUMBERS`] a number.
    words: Box<[CoreKey; NUMBERS * NUMBERS]>,
    /// The lanes of both ends of each string, or [`GROUND_PLACE`].
    places: [[u8; 2]; MAX_EDGES],
    /// The boxes at each border, a bit a lane.
    top: u32,
    bottom: u32,
    left: u32,
    right: u32,
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
        let (rows, columns) = (edges.rows(), edges.columns());
        let left = (0..rows).fold(0, |left, row| left | 1_u32 << (row * columns));
        let mut keys = Self {
            rows,
            columns,
            words,
            places: [[0; 2]; MAX_EDGES],
            top: (1 << columns) - 1,
            bottom: ((1 << columns) - 1) << ((rows - 1) * columns),
            left,
            right: left << (columns - 1),
        };
        let stride = edges.stride();
        let place = |coin: u8| match coin {
            GROUND => GROUND_PLACE,
            _ => (usize::from(coin) / stride * columns + usize::from(coin) % stride) as u8,
        };
        for edge in 0..edges.len() as u8 {
            keys.places[usize::from(edge)] = edges.ends(edge).map(place);
        }
        keys
    }

    fn key(&self, core: u64) -> CoreKey {
        machine::run(Keyed { keys: self, core })
    }

    #[inline(always)]
    fn key_by_size(&self, core: u64) -> CoreKey {
        // Straight-line code for the usual sizes.
        match (self.rows, self.columns) {
            (3, 3) => self.key_of::<3, 2>(core, 3),
            (3, 4) => self.key_of::<4, 2>(core, 3),
            (4, 4) => self.key_of::<4, 2>(core, 4),
            (3, 5) => self.key_of::<5, 2>(core, 3),
            (4, 5) => self.key_of::<5, 3>(core, 4),
            (5, 5) => self.key_of::<5, 4>(core, 5),
            (rows, 1) => self.key_of::<1, MAX_ROWS>(core, rows),
            (rows, 2) => self.key_of::<2, MAX_ROWS>(core, rows),
            (rows, 3) => self.key_of::<3, MAX_ROWS>(core, rows),
            (rows, 4) => self.key_of::<4, MAX_ROWS>(core, rows),
            (rows, 5) => self.key_of::<5, MAX_ROWS>(core, rows),
            (rows, 6) => self.key_of::<6, MAX_ROWS>(core, rows),
            (rows, 7) => self.key_of::<7, MAX_ROWS>(core, rows),
            (rows, _) => self.key_of::<LANES, MAX_ROWS>(core, rows),
        }
    }

    /// The key by `ROWS` rows of lanes, where there are so many columns and rows of boxes.
    #[inline(always)]
    fn key_of<const COLUMNS: usize, const ROWS: usize>(&self, core: u64, rows: usize) -> CoreKey {
        let mut numbers = [[GROUND_NUMBER; LANES]; MAX_ROWS + 1];
        numbers[..ROWS].copy_from_slice(&self.numbers::<COLUMNS, ROWS>(core, rows));
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
    fn numbers<const COLUMNS: usize, const ROWS: usize>(&self, core: u64, rows: usize) -> [Lanes; ROWS] {
        // The strings above, to the left and to the right of each box, and below it.
        let all = (1_u64 << COLUMNS) - 1;
        let (mut above, mut left, mut right) = (0_u64, 0_u64, 0_u64);
        for row in 0..rows {
            let (here, lane) = (core >> (row * (2 * COLUMNS + 1)), row * COLUMNS);
            above |= (here & all) << lane;
            left |= (here >> COLUMNS & all) << lane;
            right |= (here >> (COLUMNS + 1) & all) << lane;
        }
        let below = above >> COLUMNS | (core >> (rows * (2 * COLUMNS + 1)) & all) << ((rows - 1) * COLUMNS);
        let [above, below, left, right] = [above, below, left, right].map(|strings| strings as u32);
        let masks = |strings: u32| -> [Row; ROWS] {
            std::array::from_fn(|row| Row::load(&MASKS[(strings >> (LANES * row) & 255) as usize]))
        };
        let grounded =
            [above & self.top, below & self.bottom, left & self.left, right & self.right].map(masks);
        let there = masks(above | below | left | right);
        // Those to other coins.
        let above = masks(above & !self.top);
        let below = masks(below & !self.bottom);
        let left = masks(left & !self.left);
        let right = masks(right & !self.right);

        let (per_string, per_ground) = (Row::all(PER_STRING), Row::all(PER_GROUND));
        let mut colours: [Row; ROWS] = std::array::from_fn(|row| {
            // All ones are -1.
            let [a, b, c, d] = grounded.map(|grounded| grounded[row]);
            let ground = a.plus(b).plus(c.plus(d));
            let strings = above[row].plus(below[row]).plus(left[row].plus(right[row]));
            stirred(strings.times(per_string).plus(ground.times(per_ground)))
        });
        let mut rounds = FIRST_ROUNDS;
        loop {
            for _ in 0..rounds {
                colours = std::array::from_fn(|row| {
                    let here = colours[row];
                    let before = if row > 0 { colours[row - 1] } else { Row::zero() };
                    let behind = if row + 1 < ROWS { colours[row + 1] } else { Row::zero() };
                    let up = here.taken_before::<COLUMNS>(before).and(above[row]);
                    let down = here.taken_behind::<COLUMNS>(behind).and(below[row]);
                    let before = here.taken_before::<1>(before).and(left[row]);
                    let behind = here.taken_behind::<1>(behind).and(right[row]);
                    stirred(here.times(Row::all(OWN)).plus(up.plus(down)).plus(before.plus(behind)))
                });
            }
            // A coin's number is how many have a lesser colour.
            let none = Row::all(NO_COIN);
            let ordered: [Row; ROWS] =
                std::array::from_fn(|row| colours[row].xor(none).and(there[row]).xor(none));
            let colour = ordered.map(Row::store);
            let mut numbers = [Row::zero(); ROWS];
            for &own in &colour.as_flattened()[..(rows * COLUMNS).min(ROWS * LANES)] {
                let own = Row::all(own);
                for row in 0..ROWS {
                    numbers[row] = numbers[row].minus(ordered[row].greater(own));
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

    /// One half of a position's exact key and the other of another's, as threads that write at once may leave them.
    #[test]
    fn halves_of_two_exact_keys_are_none() {
        let edges = layout(3, 4);
        let exact = Identity::exact(&edges);
        let mut state = 1_u64;
        let mut below = |end: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 30) % end
        };
        for _ in 0..10_000 {
            let [(a, _), (b, loose)] = [(); 2].map(|()| {
                let core = exact.of_core(below(1 << edges.len()));
                (core, below(1 << 16) as u16)
            });
            let torn = Key { high: a[0], low: exact.with_loose(b, loose).low };
            assert!(a == b || torn != exact.with_loose(a, loose), "{a:?} {b:?}");
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
            (2, 6),
            (3, 6),
            (2, 7),
            (3, 7),
            (2, 8),
            (3, 8),
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
