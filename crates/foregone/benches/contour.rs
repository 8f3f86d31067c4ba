//! Contour's default sweep beside the methods that are taught, in one run on one machine, as a table in Markdown.
//!
//! For each size the best time of some runs over the same board, the memory, and how many times longer each other method
//! takes. Methods that would take too long at a size are left out. With `--large` the table goes on to the sizes that
//! take minutes and gigabytes: `cargo bench -p foregone --bench contour -- --large`.

#![allow(clippy::print_stdout, reason = "a table is what it is for")]

use std::env;
use std::time::{Duration, Instant};

use foregone::contour::{Board, Method, Position, Solver};
use foregone::{Limits, Method as _, Solver as _};

/// A size of board and what is measured there.
struct Size {
    side: usize,
    /// The greatest score.
    most: i64,
    ideals: u64,
    runs: u32,
    line: bool,
}

const fn size(side: usize, ideals: u64, runs: u32) -> Size {
    Size { side, most: 100_000, ideals, runs, line: true }
}

const SIZES: [Size; 7] = [
    size(6, 924, 2_000),
    size(8, 12_870, 2_000),
    size(10, 184_756, 400),
    size(11, 705_432, 100),
    size(12, 2_704_156, 40),
    size(14, 40_116_600, 8),
    size(16, 601_080_390, 3),
];

const LARGE: [Size; 2] =
    [size(18, 9_075_135_300, 1), Size { most: 99, line: false, ..size(20, 137_846_528_820, 1) }];

/// What the default method is set beside, and the most order ideals for which each is asked.
const OTHERS: [(Method, u64); 4] = [
    (Method::Ranks, 100_000_000),
    (Method::ContourBackward, 10_000_000),
    (Method::ContourForward, 10_000_000),
    (Method::RowPrefixes, 1_000_000),
];

fn main() {
    let large = env::args().any(|argument| argument == "--large");
    let names: Vec<String> = OTHERS.iter().map(|(method, _)| format!("`{}`", method.name())).collect();
    println!("| board | order ideals | value | whole line | memory | {} |", names.join(" | "));
    println!("|---|---|---|---|---|{}", "---|".repeat(names.len()));
    for size in SIZES.iter().chain(LARGE.iter().filter(|_| large)) {
        let position = Position::new(board(size.side, size.most));
        let (value, memory) = best(Method::Sweep, size.runs, |solver| {
            let found = solver.solve(&position, &Limits::none()).expect("memory is not limited");
            assert!(found.value.exact().is_some());
            found.report.memory
        });
        let line = size.line.then(|| {
            let line = best(Method::Sweep, size.runs, |solver| {
                let found =
                    solver.line(&position, usize::MAX, &Limits::none()).expect("memory is not limited");
                assert!(found.complete);
                found.report.memory
            });
            format!("{:.3?}", line.0)
        });
        let others = OTHERS.map(|(method, most)| {
            if size.ideals > most {
                return "–".to_owned();
            }
            let (time, _) = best(method, size.runs.div_ceil(20), |solver| {
                solver.solve(&position, &Limits::none()).expect("memory is not limited").report.memory
            });
            format!("{:.1} times", time.as_secs_f64() / value.as_secs_f64())
        });
        let side = size.side;
        let scores = if size.most == 99 { ", scores to 99" } else { "" };
        println!(
            "| {side}x{side}{scores} | {} | {value:.3?} | {} | {:.1} MiB | {} |",
            size.ideals,
            line.as_deref().unwrap_or("–"),
            memory as f64 / f64::from(1 << 20),
            others.join(" | ")
        );
    }
}

/// The best time of some runs by one solver, after one that fills its tables unless there is a single one; and what the
/// last run gives.
fn best(method: Method, runs: u32, mut run: impl FnMut(&mut Solver) -> u64) -> (Duration, u64) {
    let mut solver = Solver::with_method(method);
    let mut best = (Duration::MAX, 0);
    for _ in 0..if runs > 1 { runs + 1 } else { 1 } {
        let started = Instant::now();
        let given = run(&mut solver);
        best = (best.0.min(started.elapsed()), given);
    }
    best
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
