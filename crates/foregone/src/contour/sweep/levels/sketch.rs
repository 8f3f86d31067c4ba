//! Pieces before they are cut: what they cost on so many workers, and how a cut is made better by small steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::{mem, slice};

use super::cut::{Piece, Ways};

/// What it costs to leave a state for others, as a part of what it costs to work it out. So much memory goes to and fro at some
/// 12 GB a second.
const LEAVING: f64 = 0.15;

/// What it costs to take the room for a state that is left, once for all workers, as a part of what it costs to work it out: a
/// system gives fresh memory at one to some GB a second, and room of an earlier run is there at once.
const FRESH: f64 = 0.2;

/// By how many levels the end of a piece is moved to see whether that is better.
const STEPS: [isize; 6] = [-1, 1, -2, 2, -4, 4];

/// The pieces of all cuts that are tried to find a better one, altogether.
const EFFORT: usize = 300_000;

/// By how many levels a piece may end sooner or later than its size says, to end where one ends that it reads.
const NEAR: usize = 3;

/// Pieces, shard by shard.
pub struct Sketch {
    pieces: Vec<Piece>,
    /// The states that each leaves.
    left: Vec<u64>,
    /// What each costs, in states.
    costs: Vec<u64>,
    /// The pieces that read each one.
    readers: Vec<Vec<usize>>,
}

impl Sketch {
    /// Cuts every shard into pieces of about so many states. In the first two shards and the last two so many pieces at the
    /// beginning or at the end are smaller and smaller.
    pub fn new(ways: &Ways, size: f64, halved: (usize, usize), cost: u64) -> Self {
        let shards = ways.states.len();
        let mut all: Vec<Vec<Range<usize>>> = Vec::with_capacity(shards);
        for (shard, states) in ways.states.iter().enumerate() {
            let first = if shard < 2 { halved.0 } else { 0 };
            let last = if shard + 2 >= shards { halved.1 } else { 0 };
            let mut ranges = ranges(states, size, first, last);
            // Where a piece that is read ends, another piece can end: one that reads a level more waits for a piece more.
            let read: Vec<usize> = ways.reads[shard]
                .iter()
                .flat_map(|&other| &all[other])
                .map(|levels| levels.end + 1)
                .collect();
            for at in 1..ranges.len() {
                let (end, may_be) = (ranges[at].start, ranges[at - 1].start + 1..ranges[at].end);
                let far = |level: &usize| level.abs_diff(end);
                let near = read.iter().copied().filter(|level| may_be.contains(level)).min_by_key(far);
                if let Some(level) = near.filter(|level| far(level) <= NEAR) {
                    ranges[at - 1].end = level;
                    ranges[at].start = level;
                }
            }
            all.push(ranges);
        }
        Self::of(ways, all, cost)
    }

    /// The pieces of some ranges of levels, by shard. Each costs so much besides what it works out and leaves.
    pub fn of(ways: &Ways, ranges: Vec<Vec<Range<usize>>>, cost: u64) -> Self {
        let (mut pieces, mut left_by, mut costs): (Vec<Piece>, _, _) = (Vec::new(), Vec::new(), Vec::new());
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
                let (all, boundary) = (&ways.states[shard], &ways.boundary[shard]);
                let states = all[levels.clone()].iter().sum();
                let left = boundary[levels.start..levels.end - 1].iter().sum::<u64>() + all[levels.end - 1];
                left_by.push(left);
                costs.push(states + cost + (left as f64 * LEAVING) as u64);
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
        Self { pieces, left: left_by, costs, readers }
    }

    /// What is best of all that comes from it by small steps that each make it better: a piece that ends sooner or later, is two,
    /// or is one with the next. None has less than half the least that a piece should have and less than it has now.
    pub fn improved(self, ways: &Ways, workers: usize, least: u64, cost: u64) -> Self {
        let mut ranges = vec![Vec::new(); ways.states.len()];
        for piece in &self.pieces {
            ranges[piece.shard].push(piece.levels.clone());
        }
        let (mut best, mut effort) = ((self.cost(workers), self), EFFORT);
        loop {
            let before = best.0;
            for shard in 0..ranges.len() {
                let mut at = 0;
                while at < ranges[shard].len() {
                    for other in others(&ranges[shard], at, &ways.states[shard], least / 2) {
                        let Some(left) = effort.checked_sub(best.1.pieces.len()) else { return best.1 };
                        effort = left;
                        let kept = mem::replace(&mut ranges[shard], other);
                        let sketch = Self::of(ways, ranges.clone(), cost);
                        let found = sketch.cost(workers);
                        if found < best.0 {
                            best = (found, sketch);
                            break;
                        }
                        ranges[shard] = kept;
                    }
                    at += 1;
                }
            }
            if best.0 == before {
                return best.1;
            }
        }
    }

    /// By piece, what it costs from its beginning to the very end, along the longest way.
    fn ways_left(&self) -> Vec<u64> {
        let mut left = vec![0; self.pieces.len()];
        for (piece, &cost) in self.costs.iter().enumerate().rev() {
            let after = self.readers[piece].iter().map(|&reader| left[reader]).max().unwrap_or(0);
            // More than 0, so that no piece comes before what it reads.
            left[piece] = after + cost.max(1);
        }
        left
    }

    /// What it costs on so many workers, in states: its time, and the memory for what is left at a time.
    pub fn cost(&self, workers: usize) -> u64 {
        let (span, peak) = self.span(workers);
        span + (peak as f64 * FRESH / workers as f64) as u64
    }

    /// How long it takes on so many workers, if whoever is free takes the piece with the longest way left, and the most states that
    /// are left at a time and still to be read.
    fn span(&self, workers: usize) -> (u64, u64) {
        let left = self.ways_left();
        let mut missing: Vec<usize> = self.pieces.iter().map(|piece| piece.needs.len()).collect();
        let mut unread: Vec<usize> = self.readers.iter().map(Vec::len).collect();
        let mut ready: BinaryHeap<(u64, usize)> = (0..self.pieces.len())
            .filter(|&piece| missing[piece] == 0)
            .map(|piece| (left[piece], piece))
            .collect();
        let mut running: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
        let (mut now, mut held, mut peak) = (0, 0, 0);
        loop {
            while running.len() < workers
                && let Some((_, piece)) = ready.pop()
            {
                held += self.left[piece];
                peak = peak.max(held);
                running.push(Reverse((now + self.costs[piece], piece)));
            }
            let Some(Reverse((ends, piece))) = running.pop() else { return (now, peak) };
            now = ends;
            for &need in &self.pieces[piece].needs {
                unread[need] -= 1;
                if unread[need] == 0 {
                    held -= self.left[need];
                }
            }
            for &reader in &self.readers[piece] {
                missing[reader] -= 1;
                if missing[reader] == 0 {
                    ready.push((left[reader], reader));
                }
            }
        }
    }

    /// The pieces, those with the longest way left first.
    pub fn in_order(self) -> Vec<Piece> {
        let left = self.ways_left();
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

/// Ways to have the range at a place otherwise: it ends elsewhere, it is two, it is one with the next. None has fewer states than
/// `least` if the range has not.
fn others(ranges: &[Range<usize>], at: usize, states: &[u64], least: u64) -> Vec<Vec<Range<usize>>> {
    let size = |range: &Range<usize>| states[range.clone()].iter().sum::<u64>();
    let Range { start, end } = ranges[at];
    let mut found = Vec::new();
    let mut consider = |new: &[Range<usize>], old: usize| {
        let least = ranges[at..at + old].iter().map(size).min().unwrap_or(0).min(least);
        if new.iter().all(|range| !range.is_empty() && size(range) >= least) {
            found.push([&ranges[..at], new, &ranges[at + old..]].concat());
        }
    };
    if let Some(next) = ranges.get(at + 1) {
        for end in STEPS.iter().filter_map(|&step| end.checked_add_signed(step)) {
            let end = end.clamp(start, next.end);
            consider(&[start..end, end..next.end], 2);
        }
        consider(slice::from_ref(&(start..next.end)), 2);
    }
    let mut half = 0;
    let middle = (start..end).find(|&level| {
        half += 2 * states[level];
        half >= size(&ranges[at])
    });
    if let Some(middle) = middle {
        consider(&[start..middle, middle..end], 1);
    }
    found
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
            // The piece before may have ended a little before or after its goal.
            loop {
                goal += sizes.next().map_or(f64::INFINITY, |size| size * unit);
                if goal > done {
                    break;
                }
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
