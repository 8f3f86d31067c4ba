//! One block of the table, from those before it.
//!
//! The mover of a position gets the most over its moves: with L boxes left, of a move that captures k boxes and leads to
//! a position in which the mover gets c, k + c; of one that captures none, L - c. So of all that captures none the least c
//! is kept, of all else the most k + c. Drawing a string above the block leads to the same place of an earlier block, 32
//! places at a time; so does drawing one of bits 5 to 11, inside of the block. Bits 0 to 4 are the lanes of one vector:
//!
//! ```text
//!     block    n ─ weight ──▶ block n, place p           any string above the block
//!     place    p - 2^j ─────▶ place p, lane l            j = 5 to 11
//!     lane     l - 2^j ─────▶ lane l                     j = 0 to 4: five rounds, after which lanes of five bits are right
//! ```
//!
//! A box falls where the string drawn is its last one. Whether it has others above the block is the same for all places;
//! whether it has some inside is tabled once for all blocks.

use super::super::graph::GROUND;
use super::layout::{BLOCK, LOW, Layout};
use super::packed::{Packing, Values};
use crate::machine::Job;

/// Places side by side in a vector.
const LANES: usize = 32;

/// The bits of a place that choose the lane.
const LANE_BITS: usize = 5;

type Lanes = [u8; LANES];

/// What all blocks have in common: by coin, the places in which none of its strings inside of the block is left, as 1.
#[derive(Debug)]
pub struct Closed {
    coins: Vec<Option<Box<Values>>>,
    /// No place, and every place.
    never: Box<Values>,
    always: Box<Values>,
}

impl Closed {
    pub fn new(layout: &Layout) -> Self {
        let of_coin = |coin: usize| {
            let here = |ends: &Option<[u32; 2]>| ends.is_some_and(|ends| ends.contains(&(coin as u32)));
            let bits = layout.low().iter().enumerate().filter(|(_, ends)| here(ends));
            let mask = bits.fold(0, |mask, (bit, _)| mask | 1 << bit);
            let closed = |place| u8::from(place & mask == 0);
            (mask != 0).then(|| Box::new(std::array::from_fn(closed)))
        };
        let coins = (0..layout.coins()).map(of_coin).collect();
        Self { coins, never: Box::new([0; BLOCK]), always: Box::new([1; BLOCK]) }
    }

    /// Bytes that it takes for a board of so many coins, and for each thread.
    pub const fn most_bytes(coins: usize, threads: usize) -> u64 {
        ((coins + 2) * BLOCK + threads * size_of::<Bench>()) as u64
    }

    /// Where an end of a string falls, if it is a coin that has `open` strings above the block and falls for `falls`.
    #[inline(always)]
    fn falls(&self, end: u32, open: &[u64], falls: u64) -> &Values {
        if end == GROUND || open[end as usize] != falls {
            return &self.never;
        }
        self.coins[end as usize].as_deref().unwrap_or(&self.always)
    }

    fn is_never(&self, values: &Values) -> bool {
        std::ptr::eq(values, &raw const *self.never)
    }
}

/// What a thread works with.
#[derive(Debug)]
pub struct Bench {
    /// The block's values, as far as they are known.
    values: Values,
    /// A block that a move leads to.
    child: Values,
    /// By place, the least that whoever moves next gets after moves that capture none.
    least: Values,
    /// The most that the mover gets by moves that capture.
    most: Values,
    /// Boxes left.
    left: Values,
}

impl Bench {
    pub fn new() -> Box<Self> {
        let empty = [0; BLOCK];
        Box::new(Self { values: empty, child: empty, least: empty, most: empty, left: empty })
    }
}

/// Where blocks lie that are done.
pub trait Blocks {
    /// The bytes of one that the block under way asks for.
    fn block(&self, number: u64) -> &[u8];
}

/// The work of filling a block.
pub struct Fill<'a, B> {
    pub layout: &'a Layout,
    pub closed: &'a Closed,
    pub packing: Packing,
    /// All blocks before, or those that moves lead to, and the block's number.
    pub before: B,
    pub block: u64,
    pub bench: &'a mut Bench,
    /// Where it goes.
    pub packed: &'a mut [u8],
}

// Sums of bytes wrap for the compiler's sake alone, which checks others one by one in tests: none is more than the boxes
// of the board.

/// Counts a move into what the best are: `falls` says what it captures on either side.
#[inline(always)]
fn count(least: &mut [u8], most: &mut [u8], child: &[u8], falls: [&[u8]; 2]) {
    for ((((least, most), &child), &one), &other) in
        least.iter_mut().zip(most).zip(child).zip(falls[0]).zip(falls[1])
    {
        let captured = one.wrapping_add(other);
        let captures = if captured > 0 { 0xFF } else { 0 };
        *least = (*least).min(child | captures);
        *most = (*most).max((child & captures).wrapping_add(captured));
    }
}

/// From each lane that has a bit, the lane without it; 0 elsewhere.
#[inline(always)]
fn without<const BIT: usize>(lanes: &Lanes) -> Lanes {
    std::array::from_fn(|lane| if lane & BIT != 0 { lanes[lane ^ BIT] } else { 0 })
}

/// A move within a vector, as `(child ^ flip) + add`: L - c where it captures nothing, c + k where it captures; 0 in
/// lanes without the bit, and for a bit that is no string.
#[inline(always)]
fn lane_move<const BIT: usize>(left: &Lanes, falls: Option<[&Lanes; 2]>) -> (Lanes, Lanes) {
    let Some(falls) = falls else { return ([0; LANES], [0; LANES]) };
    let (one, other) = (without::<BIT>(falls[0]), without::<BIT>(falls[1]));
    let mut flip = [0; LANES];
    let mut add = [0; LANES];
    for lane in 0..LANES {
        let captured = one[lane].wrapping_add(other[lane]);
        flip[lane] = if lane & BIT != 0 && captured == 0 { 0xFF } else { 0 };
        add[lane] = captured.wrapping_add(flip[lane] & left[lane].wrapping_add(1));
    }
    (flip, add)
}

#[inline(always)]
fn better<const BIT: usize>(best: &mut Lanes, lanes: &Lanes, (flip, add): &(Lanes, Lanes)) {
    let child = without::<BIT>(lanes);
    for lane in 0..LANES {
        best[lane] = best[lane].max((child[lane] ^ flip[lane]).wrapping_add(add[lane]));
    }
}

/// The lanes of a vector.
#[inline(always)]
fn lanes(values: &Values, vector: usize) -> &Lanes {
    &values.as_chunks().0[vector]
}

impl<B: Blocks> Job for Fill<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { layout, closed, packing, before, block, bench, packed } = self;
        // Strings of each coin above the block.
        let mut open = vec![0; layout.coins()];
        for digit in layout.high() {
            for end in digit.ends.into_iter().filter(|&end| end != GROUND) {
                open[end as usize] += digit.count(block);
            }
        }
        bench.least.fill(u8::MAX);
        bench.most.fill(0);
        bench.left.fill(open.iter().filter(|&&open| open > 0).count() as u8);
        for (closed, _) in closed.coins.iter().zip(&open).filter(|(_, open)| **open == 0) {
            let Some(closed) = closed else { continue };
            for (left, closed) in bench.left.iter_mut().zip(&**closed) {
                *left = left.wrapping_add(closed ^ 1);
            }
        }
        for digit in layout.high().iter().filter(|digit| digit.count(block) > 0) {
            packing.unpack(before.block(block - digit.weight), &mut bench.child);
            let falls = digit.ends.map(|end| closed.falls(end, &open, 1));
            if falls.iter().all(|falls| closed.is_never(falls)) {
                for (least, &child) in bench.least.iter_mut().zip(&bench.child) {
                    *least = (*least).min(child);
                }
            } else {
                count(&mut bench.least, &mut bench.most, &bench.child, falls.map(<[u8; BLOCK]>::as_slice));
            }
        }
        let low: [Option<[&Values; 2]>; LOW] =
            layout.low().map(|ends| ends.map(|ends| ends.map(|end| closed.falls(end, &open, 0))));
        for vector in 0..BLOCK / LANES {
            fill_vector(bench, &low, vector);
        }
        packing.pack(&bench.values, packed);
    }
}

/// Ends the work on a vector: moves that draw a string inside of the block. `low` says where such strings capture.
#[inline(always)]
fn fill_vector(bench: &mut Bench, low: &[Option<[&Values; 2]>; LOW], vector: usize) {
    let (mut least, mut most) = (*lanes(&bench.least, vector), *lanes(&bench.most, vector));
    let left = lanes(&bench.left, vector);
    for (bit, falls) in low[LANE_BITS..].iter().enumerate() {
        if let Some(falls) = falls
            && vector >> bit & 1 == 1
        {
            let child = vector ^ 1 << bit;
            let falls = falls.map(|falls| lanes(falls, child).as_slice());
            count(&mut least, &mut most, lanes(&bench.values, child), falls);
        }
    }
    let mut base = most;
    for lane in 0..LANES {
        base[lane] = base[lane].max(left[lane].saturating_sub(least[lane]));
    }
    let falls = |bit: usize| low[bit].map(|falls| falls.map(|falls| lanes(falls, vector)));
    let moves = (
        lane_move::<1>(left, falls(0)),
        lane_move::<2>(left, falls(1)),
        lane_move::<4>(left, falls(2)),
        lane_move::<8>(left, falls(3)),
        lane_move::<16>(left, falls(4)),
    );
    let mut values = base;
    for _ in 0..LANE_BITS {
        let mut next = base;
        better::<1>(&mut next, &values, &moves.0);
        better::<2>(&mut next, &values, &moves.1);
        better::<4>(&mut next, &values, &moves.2);
        better::<8>(&mut next, &values, &moves.3);
        better::<16>(&mut next, &values, &moves.4);
        values = next;
    }
    bench.values.as_chunks_mut().0[vector] = values;
}
