//! How a sweep by levels is cut into pieces: the upper words into shards, the levels of each shard into ranges.
//!
//! A move brings a one down, so the upper word that it leads to is never a greater number; and it leads to the level before or,
//! among the low bits, to the same run. So where consecutive upper words make a shard, a shard reads itself and those before
//! it, one level down:
//!
//! ```text
//!     shard 2  │        ┌──────┬───┬───┬──────────┐        a piece: so many levels of a shard
//!     shard 1  │   ┌────┴─┬──┬─┴┬──┴──┬───────┐
//!     shard 0  ├───┴─┬───┬┴─┬┴──┴┬────┴───┐
//!              └─────┴───┴──┴────┴────────┴────── levels
//! ```
//!
//! A piece waits for the one before it in its shard and for the pieces of other shards that it reads. That leaves work for
//! several workers at a time if no shard holds most of the contours of many levels. The greater an upper word, the higher are its
//! levels; so a few large shards in the middle, small ones at both ends, and the same pieces for all of them do well. Which of
//! such cuts is best is found by trying: what each takes on so many workers is worked out.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::ops::Range;

use super::super::lanes::Word;
use super::plan::{Amount, Plan};

/// Groups of upper words that shards are made of, at most.
const MOST_ATOMS: usize = 64;

/// Pieces for each worker, at most, unless they would be smaller than asked for anyway: more do not share the work much better.
const MOST_EACH: u64 = 64;

/// What a piece costs besides its states, as a part of the least size of a piece: that of a tenth of a second costs some three
/// milliseconds, with a scheduler between processes.
const COST: f64 = 0.03;

/// How much smaller the first and the last shard may be than those between.
const ENDS: [f64; 4] = [1.0, 0.6, 0.4, 0.25];

/// The sizes of pieces that are tried, as multiples of the least.
const SIZES: [f64; 4] = [1.0, 1.2, 1.5, 2.0];

/// How many halved pieces may stand before or after the others in the shards at the ends.
const MOST_HALVED: usize = 2;

/// Of so many ways to make shards all sizes of pieces are tried.
const CLOSER: usize = 4;

/// Some upper words.
#[derive(Debug)]
pub struct Shard {
    /// Those that other shards read.
    pub boundary: Block,
    /// The others.
    pub interior: Block,
    /// The shards that it reads.
    pub reads: Vec<usize>,
}

/// Upper words whose runs lie together, and what there is of them in each level.
#[derive(Debug)]
pub struct Block {
    pub uppers: Vec<u32>,
    pub amounts: Vec<Amount>,
}

/// Some levels of a shard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub shard: usize,
    pub levels: Range<usize>,
    pub states: u64,
    /// The pieces that it reads, by their places: first the one before it in its shard, if there is one.
    pub needs: Vec<usize>,
}

/// All shards, and the pieces in an order in which each comes after those that it reads: whoever is free does best to take the
/// first that can be done.
#[derive(Debug)]
pub struct Cut {
    pub shards: Vec<Shard>,
    pub pieces: Vec<Piece>,
}

impl Cut {
    /// The best cut for so many workers, with pieces of so many states or more for the most part.
    pub fn new<W: Word>(plan: &Plan<W>, workers: usize, least: u64) -> Self {
        let atoms = Atoms::new(plan);
        let workers_states = plan.states / workers as u64;
        let least = least.max(workers_states / MOST_EACH).max(1);
        let cost = (least as f64 * COST) as u64;
        let sketch = |ways: &Ways, size: f64, halved: (usize, usize)| {
            let sketch = Sketch::new(ways, least as f64 * size, halved);
            (sketch.span(workers, cost), sketch)
        };
        let most = atoms.count().min(4 * workers + 4);
        let counts = (1..=most).filter(|&count| count <= 12 || count.is_multiple_of(4));
        let mut tried: Vec<(u64, Ways)> = counts
            .flat_map(|count| ENDS.map(|end| Ways::new(&atoms, atoms.share(count, end))))
            .map(|ways| (sketch(&ways, 1.0, (1, 1)).0, ways))
            .collect();
        tried.sort_by_key(|&(span, _)| span);
        let mut best: Option<(u64, Sketch, &Ways)> = None;
        for (_, ways) in tried.iter().take(CLOSER) {
            for size in SIZES {
                for halved in
                    (0..=MOST_HALVED).flat_map(|first| (0..=MOST_HALVED).map(move |last| (first, last)))
                {
                    let (span, sketch) = sketch(ways, size, halved);
                    if best.as_ref().is_none_or(|&(least, ..)| span < least) {
                        best = Some((span, sketch, ways));
                    }
                }
            }
        }
        let (_, sketch, ways) = best.expect("at least one shard is tried");
        Self::of(plan, &atoms, ways, sketch.in_order(cost))
    }

    fn of<W: Word>(plan: &Plan<W>, atoms: &Atoms, ways: &Ways, pieces: Vec<Piece>) -> Self {
        let mut shard_of = vec![0; plan.uppers.len()];
        for (atom, &shard) in atoms.uppers.iter().zip(&ways.shard_of) {
            shard_of[atom.clone()].fill(shard);
        }
        let mut is_read = vec![false; plan.uppers.len()];
        for (index, &shard) in shard_of.iter().enumerate() {
            for next in plan.next(index).filter(|&next| shard_of[next] != shard) {
                is_read[next] = true;
            }
        }
        let block = |shard: usize, boundary: bool| {
            let of = |&upper: &u32| shard_of[upper as usize] == shard && is_read[upper as usize] == boundary;
            let uppers: Vec<u32> = plan.all.iter().copied().filter(of).collect();
            Block { amounts: plan.amounts(&uppers), uppers }
        };
        let shards = ways.reads.iter().enumerate().map(|(shard, reads)| Shard {
            boundary: block(shard, true),
            interior: block(shard, false),
            reads: reads.iter().copied().collect(),
        });
        Self { shards: shards.collect(), pieces }
    }
}

/// Groups of consecutive upper words, those with the same highest bits, of which shards are made.
struct Atoms {
    uppers: Vec<Range<usize>>,
    /// The states of each, by level.
    states: Vec<Vec<u64>>,
    /// What moves lead from which to which other.
    reads: BTreeSet<(usize, usize)>,
}

impl Atoms {
    fn new<W: Word>(plan: &Plan<W>) -> Self {
        let starts = |shift: u32| {
            (0..plan.uppers.len())
                .filter(move |&index| {
                    index == 0 || plan.uppers[index].word >> shift != plan.uppers[index - 1].word >> shift
                })
                .collect::<Vec<usize>>()
        };
        let starts = (0..u64::BITS)
            .map(starts)
            .find(|starts| starts.len() <= MOST_ATOMS)
            .expect("there is one group at last");
        let ends = starts.iter().skip(1).copied().chain([plan.uppers.len()]);
        let uppers: Vec<Range<usize>> = starts.iter().zip(ends).map(|(&start, end)| start..end).collect();
        let states = uppers
            .iter()
            .map(|range| plan.amounts(&plan.all[range.clone()]).iter().map(|amount| amount.states).collect())
            .collect();
        let mut atom_of = vec![0; plan.uppers.len()];
        for (atom, range) in uppers.iter().enumerate() {
            atom_of[range.clone()].fill(atom);
        }
        let reads = (0..plan.uppers.len())
            .flat_map(|index| plan.next(index).map(move |next| (index, next)))
            .map(|(index, next)| (atom_of[index], atom_of[next]))
            .filter(|(from, to)| from != to)
            .collect();
        Self { uppers, states, reads }
    }

    fn count(&self) -> usize {
        self.uppers.len()
    }

    /// Shares the atoms among so many shards of the same size, but the first and the last `end` times as large; says the
    /// shard of each.
    fn share(&self, shards: usize, end: f64) -> Vec<usize> {
        let states: Vec<f64> = self.states.iter().map(|levels| levels.iter().sum::<u64>() as f64).collect();
        let size = |shard: usize| if shard == 0 || shard + 1 == shards { end } else { 1.0 };
        let unit = states.iter().sum::<f64>() / (0..shards).map(size).sum::<f64>();
        let (mut shard, mut goal, mut done) = (0, size(0) * unit, 0.0);
        let mut shard_of = Vec::with_capacity(states.len());
        for states in states {
            // Its middle says where it belongs.
            while done + states / 2.0 > goal && shard + 1 < shards {
                shard += 1;
                goal += size(shard) * unit;
            }
            shard_of.push(shard);
            done += states;
        }
        // Shards without an atom are none.
        let mut numbers = shard_of.clone();
        numbers.dedup();
        shard_of.iter().map(|shard| numbers.partition_point(|number| number < shard)).collect()
    }
}

/// Atoms made into shards.
struct Ways {
    /// By atom.
    shard_of: Vec<usize>,
    /// By shard and level.
    states: Vec<Vec<u64>>,
    /// The shards that each one reads.
    reads: Vec<BTreeSet<usize>>,
}

impl Ways {
    fn new(atoms: &Atoms, shard_of: Vec<usize>) -> Self {
        let shards = shard_of.last().map_or(0, |last| last + 1);
        let levels = atoms.states[0].len();
        let mut states = vec![vec![0; levels]; shards];
        for (atom, &shard) in atoms.states.iter().zip(&shard_of) {
            for (sum, states) in states[shard].iter_mut().zip(atom) {
                *sum += states;
            }
        }
        let mut reads = vec![BTreeSet::new(); shards];
        for &(from, to) in &atoms.reads {
            if shard_of[from] != shard_of[to] {
                reads[shard_of[from]].insert(shard_of[to]);
            }
        }
        Self { shard_of, states, reads }
    }
}

/// Pieces, shard by shard.
struct Sketch {
    pieces: Vec<Piece>,
    /// The pieces that read each one.
    readers: Vec<Vec<usize>>,
}

impl Sketch {
    /// Cuts every shard into pieces of about so many states. In the first two shards and the last two so many pieces at the
    /// beginning or at the end are smaller and smaller.
    fn new(ways: &Ways, size: f64, halved: (usize, usize)) -> Self {
        let shards = ways.states.len();
        let ranges = ways.states.iter().enumerate().map(|(shard, states)| {
            let first = if shard < 2 { halved.0 } else { 0 };
            let last = if shard + 2 >= shards { halved.1 } else { 0 };
            ranges(states, size, first, last)
        });
        Self::of(ways, ranges.collect())
    }

    /// The pieces of some ranges of levels, by shard.
    fn of(ways: &Ways, ranges: Vec<Vec<Range<usize>>>) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut of_shard: Vec<Range<usize>> = Vec::new();
        for (shard, ranges) in ranges.into_iter().enumerate() {
            let begin = pieces.len();
            for levels in ranges {
                let mut needs = Vec::new();
                needs.extend((pieces.len() > begin).then(|| pieces.len() - 1));
                for &other in &ways.reads[shard] {
                    // One level down.
                    needs.extend(of_shard[other].clone().filter(|&piece| {
                        let theirs = &pieces[piece].levels;
                        theirs.start + 1 < levels.end && levels.start < theirs.end + 1
                    }));
                }
                let states = ways.states[shard][levels.clone()].iter().sum();
                pieces.push(Piece { shard, levels, states, needs });
            }
            of_shard.push(begin..pieces.len());
        }
        let mut readers = vec![Vec::new(); pieces.len()];
        for (piece, of) in pieces.iter().enumerate() {
            for &need in &of.needs {
                readers[need].push(piece);
            }
        }
        Self { pieces, readers }
    }

    /// By piece, the states from its beginning to the very end, along the longest way.
    fn left(&self, cost: u64) -> Vec<u64> {
        let mut left = vec![0; self.pieces.len()];
        for (piece, of) in self.pieces.iter().enumerate().rev() {
            let after = self.readers[piece].iter().map(|&reader| left[reader]).max().unwrap_or(0);
            left[piece] = after + of.states + cost;
        }
        left
    }

    /// What it takes on so many workers, if whoever is free takes the piece with the longest way left.
    fn span(&self, workers: usize, cost: u64) -> u64 {
        let left = self.left(cost);
        let mut missing: Vec<usize> = self.pieces.iter().map(|piece| piece.needs.len()).collect();
        let mut ready: BinaryHeap<(u64, usize)> = (0..self.pieces.len())
            .filter(|&piece| missing[piece] == 0)
            .map(|piece| (left[piece], piece))
            .collect();
        let mut running: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
        let mut now = 0;
        loop {
            while running.len() < workers
                && let Some((_, piece)) = ready.pop()
            {
                running.push(Reverse((now + self.pieces[piece].states + cost, piece)));
            }
            let Some(Reverse((ends, piece))) = running.pop() else { return now };
            now = ends;
            for &reader in &self.readers[piece] {
                missing[reader] -= 1;
                if missing[reader] == 0 {
                    ready.push((left[reader], reader));
                }
            }
        }
    }

    /// The pieces, those with the longest way left first.
    fn in_order(self, cost: u64) -> Vec<Piece> {
        // A piece with no states and no cost could come before what it reads.
        let left = self.left(cost.max(1));
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        order.sort_by_key(|&piece| Reverse(left[piece]));
        let mut place = vec![0; order.len()];
        for (at, &piece) in order.iter().enumerate() {
            place[piece] = at;
        }
        order
            .iter()
            .map(|&piece| {
                let mut piece = self.pieces[piece].clone();
                piece.needs.iter_mut().for_each(|need| *need = place[*need]);
                piece
            })
            .collect()
    }
}

/// Cuts the levels in which there are states into ranges of about so many, `first` smaller ones before and `last` after the others.
fn ranges(states: &[u64], size: f64, first: usize, last: usize) -> Vec<Range<usize>> {
    let (Some(begin), Some(end)) =
        (states.iter().position(|&states| states > 0), states.iter().rposition(|&states| states > 0))
    else {
        return Vec::new();
    };
    let total = states.iter().sum::<u64>() as f64;
    let whole = (total / size).round().max(1.0) as usize;
    let halves = |count: usize| (1..=count as i32).map(|times| 0.5_f64.powi(times));
    let sizes: Vec<f64> =
        halves(first).rev().chain(std::iter::repeat_n(1.0, whole)).chain(halves(last)).collect();
    let unit = total / sizes.iter().sum::<f64>();
    let (mut ranges, mut start, mut done, mut goal) = (Vec::new(), begin, 0.0, 0.0);
    let mut sizes = sizes.iter();
    for level in begin..=end {
        if level == start {
            while goal <= done {
                goal += sizes.next().map_or(f64::INFINITY, |size| size * unit);
            }
        }
        done += states[level] as f64;
        // A level goes to the side where more of it belongs.
        let next = states.get(level + 1).map_or(0.0, |&next| next as f64);
        if level == end || done + next / 2.0 >= goal {
            ranges.push(start..level + 1);
            start = level + 1;
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::super::super::frame::Frame;
    use super::super::super::lanes::Portable;
    use super::super::super::tests::Random;
    use super::*;
    use crate::contour::Position;

    impl Cut {
        /// Up to so many shards, with ranges of up to so many levels.
        pub fn somehow<W: Word>(plan: &Plan<W>, random: &mut Random, shards: u64, levels: u64) -> Self {
            let atoms = Atoms::new(plan);
            let mut shard_of: Vec<usize> =
                (0..atoms.count()).map(|_| random.below(shards) as usize).collect();
            shard_of.sort_unstable();
            let mut numbers = shard_of.clone();
            numbers.dedup();
            let number = |shard: &usize| numbers.partition_point(|number| number < shard);
            let ways = Ways::new(&atoms, shard_of.iter().map(number).collect());
            let ranges = ways.states.iter().map(|states| {
                let (Some(mut start), Some(last)) = (
                    states.iter().position(|&states| states > 0),
                    states.iter().rposition(|&states| states > 0),
                ) else {
                    return Vec::new();
                };
                let mut ranges = Vec::new();
                while start <= last {
                    let end = (start + 1 + random.below(levels) as usize).min(last + 1);
                    ranges.push(start..end);
                    start = end;
                }
                ranges
            });
            let sketch = Sketch::of(&ways, ranges.collect());
            Self::of(plan, &atoms, &ways, sketch.in_order(random.below(1_000)))
        }
    }

    fn plan(rows: usize, columns: usize) -> Plan<i32> {
        let position = Position::new(Random(40).board(rows, columns, 0, 100_000));
        Plan::new::<Portable<i32, 8>>(&Frame::of(&position).unwrap(), u128::MAX).unwrap()
    }

    #[test]
    fn two_workers_share_a_large_board() {
        let (plan, least) = (plan(17, 17), 75_000_000);
        let Cut { shards, pieces } = Cut::new(&plan, 2, least);
        assert!((2..=16).contains(&shards.len()));
        assert_eq!(pieces.iter().map(|piece| piece.states).sum::<u64>(), plan.states);
        let mut readers = vec![Vec::new(); pieces.len()];
        for (piece, of) in pieces.iter().enumerate() {
            for &need in &of.needs {
                assert!(need < piece);
                readers[need].push(piece);
            }
        }
        let span = Sketch { pieces, readers }.span(2, 0);
        assert!(span as f64 <= 1.12 * plan.states as f64 / 2.0, "{span} of {}", plan.states);
    }
}
