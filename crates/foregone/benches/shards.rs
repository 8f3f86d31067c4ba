//! Contour's sweep cut into tasks beside the sweep itself, with as many threads, in one run on one machine, as a table in
//! Markdown: what the cutting costs, without what an engine adds between processes.
//!
//! The tasks are driven by the plainest loop: whoever is free takes the first task that can be done, and what nobody will read
//! any more is the room for another output. The first time all room is fresh, which costs as much as the system asks for it;
//! then it is there. `cargo bench -p foregone --bench shards -- THREADS` for other numbers of threads
//! than two.

#![allow(clippy::print_stdout, reason = "a table is what it is for")]

use std::env;
use std::mem;
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use foregone::contour::{Board, Position, ShardOptions, Shards, Solver, Worth};
use foregone::shards::{Shards as _, schedule};
use foregone::{Limits, Solver as _};

/// Sides, greatest scores, and runs of which the best counts.
const BOARDS: [(usize, i64, usize); 3] = [(16, 100_000, 5), (17, 100_000, 3), (17, 9, 3)];

fn main() {
    let threads =
        env::args().find_map(|argument| argument.parse().ok()).unwrap_or(NonZero::new(2).expect("two"));
    println!(
        "| board | scores to | tasks | making them | moved | `Solver` | tasks, first | then | ratio | foreseen |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (side, most, runs) in BOARDS {
        let position = Position::new(board(side, most));
        let started = Instant::now();
        let shards = Shards::new(&position, threads.get(), ShardOptions::default());
        let made = started.elapsed();
        let limits = Limits::none().threads(threads);
        let (mut plain, mut cut, mut first) = (Duration::MAX, Duration::MAX, None);
        let mut room = Vec::new();
        for _ in 0..=runs {
            let started = Instant::now();
            let solution = Solver::new().solve(&position, &limits).expect("memory is not limited");
            plain = plain.min(started.elapsed());
            let started = Instant::now();
            let worth = drive(&shards, threads.get(), &mut room);
            let took = started.elapsed();
            if first.replace(first.unwrap_or(took)).is_some() {
                cut = cut.min(took);
            }
            assert_eq!(solution.value.exact(), Some(&worth.value));
        }
        let first = first.unwrap_or_default();
        let foreseen = schedule(&shards, threads.get());
        println!(
            "| {side}x{side} | {most} | {} | {made:.1?} | {:.1} GiB | {plain:.3?} | {first:.3?} | {cut:.3?} | {:.3} | {:.3} s |",
            shards.tasks().len(),
            foreseen.moved as f64 / f64::from(1 << 30),
            cut.as_secs_f64() / plain.as_secs_f64(),
            foreseen.span as f64 / shards.rate(),
        );
    }
}

/// Bytes that begin at a multiple of 64.
struct Aligned {
    room: Vec<u8>,
    begin: usize,
    count: usize,
}

impl Aligned {
    fn new(count: usize) -> Self {
        let room = vec![0; count + 64];
        let begin = room.as_ptr().align_offset(64);
        Self { room, begin, count }
    }

    fn bytes(&self) -> &[u8] {
        &self.room[self.begin..self.begin + self.count]
    }
}

/// How far all of it is.
struct Stand {
    /// By task, how many needs are missing.
    missing: Vec<usize>,
    /// By task, how many will still read its output.
    readers: Vec<usize>,
    begun: Vec<bool>,
    outputs: Vec<Option<Arc<Aligned>>>,
    free: Vec<Aligned>,
}

impl Stand {
    /// The first task that can be done, with room for its output.
    fn take(&mut self, shards: &Shards) -> Option<(usize, Aligned)> {
        let task = (0..self.begun.len()).find(|&task| !self.begun[task] && self.missing[task] == 0)?;
        self.begun[task] = true;
        // Room for the largest output does for all, and of it only what is used is taken.
        let most = shards.tasks().iter().map(|task| task.bytes).max().unwrap_or(0);
        let mut room = self.free.pop().unwrap_or_else(|| Aligned::new(most));
        room.count = shards.tasks()[task].bytes;
        Some((task, room))
    }

    /// A task was done.
    fn done(&mut self, shards: &Shards, task: usize, output: Aligned) {
        self.outputs[task] = Some(Arc::new(output));
        for (other, of) in shards.tasks().iter().enumerate() {
            self.missing[other] -= of.needs.iter().filter(|&&need| need == task).count();
        }
        for &need in &shards.tasks()[task].needs {
            self.readers[need] -= 1;
            if self.readers[need] == 0 {
                self.free.extend(self.outputs[need].take().and_then(Arc::into_inner));
            }
        }
    }
}

/// Does all tasks by so many threads, in room that is there and what else is needed.
fn drive(shards: &Shards, threads: usize, room: &mut Vec<Aligned>) -> Worth {
    let tasks = shards.tasks();
    let mut readers = vec![0; tasks.len()];
    for &need in tasks.iter().flat_map(|task| &task.needs).chain(shards.wanted()) {
        readers[need] += 1;
    }
    let stand = Mutex::new(Stand {
        missing: tasks.iter().map(|task| task.needs.len()).collect(),
        readers,
        begun: vec![false; tasks.len()],
        outputs: tasks.iter().map(|_| None).collect(),
        free: mem::take(room),
    });
    let changed = Condvar::new();
    let work = || {
        let mut held = stand.lock().expect("no thread panics");
        loop {
            let Some((task, mut output)) = held.take(shards) else {
                if held.begun.iter().all(|&begun| begun) {
                    break;
                }
                held = changed.wait(held).expect("no thread panics");
                continue;
            };
            let inputs: Vec<Arc<Aligned>> =
                tasks[task].needs.iter().filter_map(|&need| held.outputs[need].clone()).collect();
            drop(held);
            let reads = tasks[task].reads.iter().zip(&inputs);
            let slices: Vec<&[u8]> = reads.map(|(read, input)| &input.bytes()[read.clone()]).collect();
            let (begin, end) = (output.begin, output.begin + output.count);
            shards
                .run(task, &slices, &mut output.room[begin..end], &Limits::none())
                .expect("nothing is limited");
            drop(inputs);
            held = stand.lock().expect("no thread panics");
            held.done(shards, task, output);
            changed.notify_all();
        }
        changed.notify_all();
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let stand = stand.into_inner().expect("no thread panics");
    let wanted: Vec<&[u8]> = shards
        .wanted()
        .iter()
        .filter_map(|&want| stand.outputs[want].as_ref())
        .map(|output| output.bytes())
        .collect();
    let worth = shards.answer(&wanted).expect("all tasks are done");
    *room = stand.free;
    worth
}

/// A board of scores from 0 to `most` that look random.
fn board(side: usize, most: i64) -> Board {
    let mut state = 1_u64;
    let mut scores = || {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 % (most + 1)
        };
        (0..side * side).map(|_| next()).collect::<Vec<_>>()
    };
    let (first, second) = (scores(), scores());
    Board::new(side, side, first, second).expect("the scores are in range")
}
