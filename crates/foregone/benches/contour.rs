//! Contour's sweeps beside the methods that are taught, in one run on one machine: `cargo bench -p foregone`.
//!
//! For each size, the best time of some runs over the same boards, and how many times longer each method takes than the
//! default one. Methods that would take too long at a size are left out.

#![allow(clippy::print_stdout, reason = "a table is what it is for")]

use std::time::{Duration, Instant};

use foregone::contour::{Board, Method, Position, Solver};
use foregone::{Limits, Method as _, Solver as _};

/// The greatest number of order ideals for which a method is asked, as a power of ten.
const METHODS: [(Method, u32); 5] = [
    (Method::Sweep, 9),
    (Method::Ranks, 8),
    (Method::ContourBackward, 7),
    (Method::ContourForward, 7),
    (Method::RowPrefixes, 6),
];

/// A size, how many order ideals it has, and how often a board is solved.
const SIZES: [(usize, u64, u32); 7] = [
    (6, 924, 200),
    (8, 12_870, 200),
    (10, 184_756, 100),
    (11, 705_432, 40),
    (12, 2_704_156, 20),
    (14, 40_116_600, 4),
    (16, 601_080_390, 2),
];

fn main() {
    println!("best times of the value alone, and as multiples of the first");
    for (size, ideals, runs) in SIZES {
        let position = Position::new(board(size));
        print!("{size:>2}x{size:<2}");
        let mut first = None;
        for (method, most) in METHODS {
            if ideals > 10_u64.pow(most) {
                continue;
            }
            let time = best(method, &position, if first.is_some() { runs.div_ceil(10) } else { runs });
            let first = *first.get_or_insert(time);
            print!("   {} {time:.1?} ({:.1})", method.name(), time.as_secs_f64() / first.as_secs_f64());
        }
        println!();
    }
}

/// The best time of some runs by one solver, after one that fills its tables.
fn best(method: Method, position: &Position, runs: u32) -> Duration {
    let mut solver = Solver::with_method(method);
    let mut run = || {
        let started = Instant::now();
        let solution = solver.solve(position, &Limits::none()).expect("memory is not limited");
        let time = started.elapsed();
        assert!(solution.value.exact().is_some());
        time
    };
    run();
    (0..runs).map(|_| run()).min().unwrap_or_default()
}

/// A board of scores from 0 to 100,000 that look random.
fn board(size: usize) -> Board {
    let mut state = 1_u64;
    let mut scores = || {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 % 100_001
        };
        (0..size * size).map(|_| next()).collect::<Vec<_>>()
    };
    let (first, second) = (scores(), scores());
    Board::new(size, size, first, second).expect("the scores are in range")
}
