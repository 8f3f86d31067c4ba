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
//! such cuts is best is found by trying: what each takes on so many workers is worked out. The best one is then improved by small
//! steps.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::lanes::Word;
use super::plan::{Amount, Plan};
use super::sketch::Sketch;

/// Groups of upper words that shards are made of, at most: few enough that all ways are tried, and many enough for many workers.
const FEW_ATOMS: usize = 8;
const MANY_ATOMS: usize = 64;

/// So many workers may do best with shards of unlike sizes.
const FEW_WORKERS: usize = 4;

/// Pieces for each worker, at most, unless they would be smaller than asked for anyway: more do not share the work much better.
const MOST_EACH: u64 = 64;

/// What a piece costs besides its states, as a part of the least size of a piece: that of a tenth of a second costs some three
/// milliseconds, with a scheduler between processes.
const COST: f64 = 0.03;

/// How much smaller the first and the last shard may be than those between.
const ENDS: [f64; 3] = [1.0, 0.6, 0.35];

/// The sizes of pieces that are tried, as multiples of the least. Half of it is taken where it is better by so much: on boards
/// with too little work.
const SIZES: [f64; 5] = [0.5, 1.0, 1.2, 1.5, 2.0];
const WORTH_A_HALF: f64 = 1.08;

/// How many halved pieces may stand before or after the others in the shards at the ends.
const MOST_HALVED: usize = 2;

/// Of so many ways to make shards all sizes of pieces are tried.
const CLOSER: usize = 6;

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
        let least = least.max(plan.states / workers as u64 / MOST_EACH).max(1);
        let cost = (least as f64 * COST) as u64;
        let sketch = |ways: &Ways, size: f64, halved: (usize, usize)| {
            let sketch = Sketch::new(ways, least as f64 * size, halved, cost);
            let handicap = if size < 1.0 { WORTH_A_HALF } else { 1.0 };
            ((sketch.cost(workers) as f64 * handicap) as u64, sketch)
        };
        let (few, many) = (Atoms::new(plan, FEW_ATOMS), Atoms::new(plan, MANY_ATOMS));
        let most = many.count().min(4 * workers + 4);
        let counts = (1..=most).filter(|&count| count <= 12 || count.is_multiple_of(4));
        let alike = counts.flat_map(|count| ENDS.map(|end| (&many, many.share(count, end))));
        let unlike = if workers <= FEW_WORKERS { few.all_ways() } else { Vec::new() };
        let mut tried: Vec<(u64, &Atoms, Ways)> = alike
            .chain(unlike.into_iter().map(|shard_of| (&few, shard_of)))
            .map(|(atoms, shard_of)| {
                let ways = Ways::new(atoms, shard_of);
                (sketch(&ways, 1.0, (1, 1)).0.min(sketch(&ways, 1.2, (0, 0)).0), atoms, ways)
            })
            .collect();
        tried.sort_by_key(|&(span, ..)| span);
        let closer = tried.iter().take(CLOSER).flat_map(|(_, atoms, ways)| {
            let halved = (0..=MOST_HALVED).flat_map(|first| (0..=MOST_HALVED).map(move |last| (first, last)));
            halved.flat_map(move |halved| SIZES.map(|size| (*atoms, ways, sketch(ways, size, halved))))
        });
        let (atoms, ways, (_, sketch)) =
            closer.min_by_key(|&(.., (span, _))| span).expect("at least one shard is tried");
        Self::of(plan, atoms, ways, sketch.improved(ways, workers, least, cost).in_order())
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
    /// The upper words of an atom that are read by the same others, told by bits, and their states, by level.
    read: Vec<(usize, u64, Vec<u64>)>,
}

impl Atoms {
    /// At most so many, and 64 at most.
    fn new<W: Word>(plan: &Plan<W>, most: usize) -> Self {
        let starts = |shift: u32| {
            (0..plan.uppers.len())
                .filter(move |&index| {
                    index == 0 || plan.uppers[index].word >> shift != plan.uppers[index - 1].word >> shift
                })
                .collect::<Vec<usize>>()
        };
        let starts = (0..u64::BITS)
            .map(starts)
            .find(|starts| starts.len() <= most)
            .expect("there is one group at last");
        let ends = starts.iter().skip(1).copied().chain([plan.uppers.len()]);
        let uppers: Vec<Range<usize>> = starts.iter().zip(ends).map(|(&start, end)| start..end).collect();
        let states_of = |uppers: &[u32]| plan.amounts(uppers).iter().map(|amount| amount.states).collect();
        let states = uppers.iter().map(|range| states_of(&plan.all[range.clone()])).collect();
        let mut atom_of = vec![0; plan.uppers.len()];
        for (atom, range) in uppers.iter().enumerate() {
            atom_of[range.clone()].fill(atom);
        }
        let mut readers = vec![0_u64; plan.uppers.len()];
        for index in 0..plan.uppers.len() {
            for next in plan.next(index).filter(|&next| atom_of[next] != atom_of[index]) {
                readers[next] |= 1 << atom_of[index];
            }
        }
        let mut alike: BTreeMap<(usize, u64), Vec<u32>> = BTreeMap::new();
        for &upper in &plan.all {
            let (atom, readers) = (atom_of[upper as usize], readers[upper as usize]);
            if readers > 0 {
                alike.entry((atom, readers)).or_default().push(upper);
            }
        }
        let read = alike.into_iter().map(|((atom, readers), uppers)| (atom, readers, states_of(&uppers)));
        let read = read.collect();
        Self { uppers, states, read }
    }

    fn count(&self) -> usize {
        self.uppers.len()
    }

    /// All ways to make shards of consecutive atoms.
    fn all_ways(&self) -> Vec<Vec<usize>> {
        let ways = 0..1_u32 << (self.count() - 1);
        let shard_of = |cuts: u32| {
            (0..self.count()).map(|atom| (cuts & ((1 << atom) - 1)).count_ones() as usize).collect()
        };
        ways.map(shard_of).collect()
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
pub struct Ways {
    /// By atom.
    pub shard_of: Vec<usize>,
    /// By shard and level.
    pub states: Vec<Vec<u64>>,
    /// Of these, those that other shards read.
    pub boundary: Vec<Vec<u64>>,
    /// The shards that each one reads.
    pub reads: Vec<BTreeSet<usize>>,
}

impl Ways {
    fn new(atoms: &Atoms, shard_of: Vec<usize>) -> Self {
        let shards = shard_of.last().map_or(0, |last| last + 1);
        let levels = atoms.states[0].len();
        let mut states = vec![vec![0; levels]; shards];
        let add = |sums: &mut [u64], states: &[u64]| {
            for (sum, states) in sums.iter_mut().zip(states) {
                *sum += states;
            }
        };
        for (atom, &shard) in atoms.states.iter().zip(&shard_of) {
            add(&mut states[shard], atom);
        }
        let mut boundary = vec![vec![0; levels]; shards];
        let mut reads = vec![BTreeSet::new(); shards];
        for (atom, readers, states) in &atoms.read {
            let shard = shard_of[*atom];
            let others = (0..shard_of.len()).filter(|&reader| readers >> reader & 1 == 1);
            let mut is_read = false;
            for other in others.map(|reader| shard_of[reader]).filter(|&other| other != shard) {
                is_read = true;
                reads[other].insert(shard);
            }
            if is_read {
                add(&mut boundary[shard], states);
            }
        }
        Self { shard_of, states, boundary, reads }
    }
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
            let atoms = Atoms::new(plan, MANY_ATOMS);
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
            let sketch = Sketch::of(&ways, ranges.collect(), random.below(1_000));
            Self::of(plan, &atoms, &ways, sketch.in_order())
        }
    }

    fn plan(rows: usize, columns: usize) -> Plan<i32> {
        let position = Position::new(Random(40).board(rows, columns, 0, 100_000));
        Plan::new::<Portable<i32, 8>>(&Frame::of(&position).unwrap(), u128::MAX, u64::MAX).unwrap().unwrap()
    }

    #[test]
    fn pieces_hold_all_states_and_come_after_what_they_read() {
        for (rows, columns, workers, least) in [
            (17, 17, 2, 75_000_000),
            (14, 12, 1, 1),
            (12, 15, 9, 10_000),
            (16, 16, 64, 100_000),
            (5, 6, 3, 1),
        ] {
            let plan = plan(rows, columns);
            let Cut { shards, pieces } = Cut::new(&plan, workers, least);
            assert_eq!(pieces.iter().map(|piece| piece.states).sum::<u64>(), plan.states);
            for (at, piece) in pieces.iter().enumerate() {
                assert!(piece.needs.iter().all(|&need| need < at));
                // Every level that it reads is in a piece that it needs.
                for &other in shards[piece.shard].reads.iter().chain([&piece.shard]) {
                    let amount = |level: usize| shards[other].boundary.amounts[level].vectors;
                    for level in piece.levels.start.saturating_sub(1)..piece.levels.end - 1 {
                        let is_there = |piece: &Piece| piece.shard == other && piece.levels.contains(&level);
                        let needed = piece.needs.iter().any(|&need| is_there(&pieces[need]));
                        assert!(amount(level) == 0 || needed || is_there(piece));
                    }
                }
            }
        }
    }
}
