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
use super::edges::{Edges, GROUND, MAX_COLUMNS, MAX_EDGES, bits};

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

    /// The key of a core. `coins` are those that have strings.
    #[inline]
    pub fn of_core(&self, core: u64, coins: u64) -> CoreKey {
        match self {
            Self::Graph(keys) => keys.key(core, coins),
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

/// A row of boxes, a lane each: colours, numbers, or masks of all ones.
type Lanes = [u16; MAX_COLUMNS];

const ZERO: Lanes = [0; MAX_COLUMNS];

/// The masks of eight bits as lanes.
static MASKS: [Lanes; 256] = {
    let mut masks = [ZERO; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut lane = 0;
        while lane < MAX_COLUMNS {
            if byte >> lane & 1 == 1 {
                masks[byte][lane] = u16::MAX;
            }
            lane += 1;
        }
        byte += 1;
    }
    masks
};

#[inline(always)]
fn lanes(lane: impl Fn(usize) -> u16) -> Lanes {
    std::array::from_fn(lane)
}

#[inline(always)]
fn plus(a: Lanes, b: Lanes) -> Lanes {
    lanes(|lane| a[lane].wrapping_add(b[lane]))
}

#[inline(always)]
fn and(a: Lanes, b: Lanes) -> Lanes {
    lanes(|lane| a[lane] & b[lane])
}

/// Coins that can have numbers; the ground has the last one.
const NUMBERS: usize = 32;
const GROUND_NUMBER: usize = NUMBERS - 1;

/// Rounds before the colours are looked at, and after each look.
const FIRST_ROUNDS: usize = 3;
const MORE_ROUNDS: usize = 2;

/// Graph keys of the cores of one rectangle.
#[derive(Debug)]
pub struct GraphKeys {
    rows: usize,
    columns: usize,
    /// The words of pairs of numbers, a row of [`NUMBERS`] a number.
    words: Box<[CoreKey]>,
    /// The place in the lanes of each coin, by its bit.
    place: [u8; MAX_EDGES],
    /// The places of both ends of each string; of a string to the ground, of its coin.
    places: [[u8; 2]; MAX_EDGES],
    /// Strings to the ground.
    border: u64,
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

impl GraphKeys {
    fn new(edges: &Edges) -> Self {
        let mut words = vec![[0; 2]; NUMBERS * NUMBERS].into_boxed_slice();
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
            place: [0; MAX_EDGES],
            places: [[0; 2]; MAX_EDGES],
            border: 0,
            left_border: ZERO,
            right_border: ZERO,
        };
        for coin in bits(edges.coins()) {
            let (row, column) = (usize::from(coin) / edges.stride(), usize::from(coin) % edges.stride());
            keys.place[usize::from(coin)] = (row * MAX_COLUMNS + column) as u8;
        }
        for edge in 0..edges.len() as u8 {
            let [first, second] = edges.ends(edge);
            let other = if second == GROUND { first } else { second };
            keys.places[usize::from(edge)] = [first, other].map(|coin| keys.place[usize::from(coin)]);
            keys.border |= u64::from(second == GROUND) << edge;
        }
        keys.left_border[0] = PER_GROUND;
        keys.right_border[edges.columns() - 1] = PER_GROUND;
        keys
    }

    fn key(&self, core: u64, coins: u64) -> CoreKey {
        // Straight-line code for the usual numbers of rows.
        match self.rows {
            1 => self.key_of::<1>(core, coins),
            2 => self.key_of::<2>(core, coins),
            3 => self.key_of::<3>(core, coins),
            4 => self.key_of::<4>(core, coins),
            5 => self.key_of::<5>(core, coins),
            _ => self.key_of::<{ MAX_EDGES / 3 }>(core, coins),
        }
    }

    fn key_of<const ROWS: usize>(&self, core: u64, coins: u64) -> CoreKey {
        let numbers = self.numbers::<ROWS>(core, coins);
        let numbers = numbers.as_flattened();
        let number = |place: u8| usize::from(numbers[usize::from(place)]);
        let (mut high, mut low) = (0_u64, 0_u64);
        let mut add = |a: usize, b: usize| {
            let [first, second] = self.words[(a * NUMBERS + b) % (NUMBERS * NUMBERS)];
            high = high.wrapping_add(first);
            low = low.wrapping_add(second);
        };
        for string in bits(core & !self.border) {
            let [a, b] = self.places[usize::from(string)];
            add(number(a), number(b));
        }
        for string in bits(core & self.border) {
            add(number(self.places[usize::from(string)][0]), GROUND_NUMBER);
        }
        [high, low]
    }

    /// Numbers the coins of a core from 0: lanes of a row of boxes each.
    #[inline(always)]
    fn numbers<const ROWS: usize>(&self, core: u64, coins: u64) -> [Lanes; ROWS] {
        let (columns, stride) = (self.columns, 2 * self.columns + 1);
        let all = (1 << columns) - 1;
        let row_of = |row: usize| MASKS[(core >> (row * stride)) as usize & all];
        let side_of = |row: usize| (core >> (row * stride + columns)) as usize & ((2 << columns) - 1);
        let (mut above, mut below) = ([ZERO; ROWS], [ZERO; ROWS]);
        let (mut left, mut right) = ([ZERO; ROWS], [ZERO; ROWS]);
        let mut colours = [ZERO; ROWS];
        for row in 0..self.rows.min(ROWS) {
            above[row] = row_of(row);
            below[row] = row_of(row + 1);
            let sides = side_of(row);
            // Lanes beyond the last column keep the colour 0, and so does what lies above and below: the ground.
            left[row] = MASKS[sides & all];
            right[row] = MASKS[sides >> 1 & 255];
        }
        for row in 0..ROWS {
            let around = [above[row], below[row], left[row], right[row]];
            let strings = around.map(|mask| and(mask, [PER_STRING; MAX_COLUMNS]));
            let sides = plus(and(left[row], self.left_border), and(right[row], self.right_border));
            colours[row] = plus(plus(plus(strings[0], strings[1]), plus(strings[2], strings[3])), sides);
        }
        let last = self.rows.min(ROWS) - 1;
        colours[0] = plus(colours[0], and(above[0], [PER_GROUND; MAX_COLUMNS]));
        colours[last] = plus(colours[last], and(below[last], [PER_GROUND; MAX_COLUMNS]));
        for row in &mut colours {
            *row = stirred(*row);
        }
        let all_different = (1_u32 << coins.count_ones()) - 1;
        let mut rounds = FIRST_ROUNDS;
        loop {
            for _ in 0..rounds {
                let mut next = [ZERO; ROWS];
                for row in 0..ROWS {
                    let here = colours[row];
                    let up = if row > 0 { colours[row - 1] } else { ZERO };
                    let down = if row + 1 < ROWS { colours[row + 1] } else { ZERO };
                    let before = lanes(|lane| if lane > 0 { here[lane - 1] } else { 0 });
                    let behind = lanes(|lane| if lane + 1 < MAX_COLUMNS { here[lane + 1] } else { 0 });
                    let vertical = plus(and(up, above[row]), and(down, below[row]));
                    let horizontal = plus(and(before, left[row]), and(behind, right[row]));
                    let own = lanes(|lane| here[lane].wrapping_mul(OWN));
                    next[row] = stirred(plus(own, plus(vertical, horizontal)));
                }
                colours = next;
            }
            // A coin's number is how many have a lesser colour.
            let mut numbers = [ZERO; ROWS];
            for coin in bits(coins) {
                let own = colours.as_flattened()[usize::from(self.place[usize::from(coin)])] as i16;
                for row in 0..ROWS {
                    let less = lanes(|lane| u16::from(own < colours[row][lane] as i16));
                    numbers[row] = plus(numbers[row], less);
                }
            }
            let places = || bits(coins).map(|coin| usize::from(self.place[usize::from(coin)]));
            let seen = places().fold(0_u32, |seen, place| seen | 1 << (numbers.as_flattened()[place] & 31));
            if seen == all_different {
                return numbers;
            }
            // The least number that several coins share leaves the next one free.
            let shared = (seen.trailing_ones() - 1) as u16;
            if let Some(place) = places().find(|&place| numbers.as_flattened()[place] == shared) {
                let colour = &mut colours.as_flattened_mut()[place];
                *colour = colour.wrapping_add(SET_APART);
            }
            rounds = MORE_ROUNDS;
        }
    }
}

#[inline(always)]
fn stirred(row: Lanes) -> Lanes {
    lanes(|lane| {
        let word = row[lane] ^ (row[lane] >> 8);
        let word = word.wrapping_mul(SPREAD);
        word ^ (word >> 7)
    })
}
