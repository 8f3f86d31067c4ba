//! Hex's transfer tables beside the labelled frontiers that are taught, in one run on one machine, as a table in Markdown.
//!
//! For each size the best time of some runs with the tables there, the memory, and how many times longer the taught method
//! takes for the odds. With `--large` the table goes on to sizes that take minutes and gigabytes: `cargo bench -p foregone
//! --bench hex -- --large`.

#![allow(clippy::print_stdout, reason = "a table is what it is for")]

use std::env;
use std::time::{Duration, Instant};

use foregone::hex::{Axis, Colour, Method, Position, Solver, Turns};
use foregone::{Limits, Solver as _};

/// A board of so many rows and columns, what is asked of it, how often, and what of it has stones, in per cent.
struct Case {
    side: usize,
    stones: usize,
    runs: u32,
    /// Whether for labelled frontiers, and for every move and all numbers of stones, too.
    taught: bool,
    all: bool,
}

const fn case(side: usize, runs: u32) -> Case {
    Case { side, stones: 0, runs, taught: side <= 11, all: true }
}

const CASES: [Case; 4] =
    [case(8, 1_000), case(11, 30), case(13, 2), Case { stones: 30, taught: false, ..case(14, 10) }];

const LARGE: [Case; 4] = [
    case(14, 2),
    Case { all: false, ..case(16, 1) },
    Case { stones: 30, all: false, ..case(19, 1) },
    Case { all: false, ..case(19, 1) },
];

fn main() {
    let large = env::args().any(|argument| argument == "--large");
    println!(
        "| board | odds | memory | every move | all numbers of stones | odds by a coin | labelled frontiers |"
    );
    println!("|---|---|---|---|---|---|---|");
    for case in CASES.iter().chain(LARGE.iter().filter(|_| large)) {
        let position = board(case);
        // Rows of counts for every frontier of the widest boards are more than a machine has.
        let alternating = case.side < 16 || case.stones > 0;
        let mut solver = Solver::new();
        let limits = Limits::none();
        let mut memory = 0;
        let odds = alternating.then(|| {
            best(case.runs, || {
                let found = solver.solve(&position, &limits).expect("memory is not limited");
                memory = found.report.memory;
            })
        });
        let moves = (alternating && case.all).then(|| {
            best(case.runs.div_ceil(4), || {
                solver.analyze(&position, &limits).expect("memory is not limited");
            })
        });
        let all = (alternating && case.all).then(|| {
            best(case.runs.div_ceil(4), || {
                solver.polynomial(&position, Colour::White, &limits).expect("memory is not limited");
            })
        });
        let mut solver = solver.with_turns(Turns::fair_coin());
        let coin = best(case.runs, || {
            let found = solver.solve(&position, &limits).expect("memory is not limited");
            memory = memory.max(found.report.memory);
        });
        let taught = odds.filter(|_| case.taught).map(|odds| {
            let mut solver = Solver::with_method(Method::LabelledFrontier);
            let time = best(case.runs / 300, || {
                solver.solve(&position, &limits).expect("memory is not limited");
            });
            format!("{:.0} times", time.as_secs_f64() / odds.as_secs_f64())
        });
        let told = |time: Option<Duration>| time.map_or("–".to_owned(), |time| format!("{time:.3?}"));
        let stones = if case.stones > 0 { format!(", {}% stones", case.stones) } else { String::new() };
        println!(
            "| {side}x{side}{stones} | {} | {:.1} MiB | {} | {} | {coin:.3?} | {} |",
            told(odds),
            memory as f64 / f64::from(1 << 20),
            told(moves),
            told(all),
            taught.as_deref().unwrap_or("–"),
            side = case.side,
        );
    }
}

/// The best time of some runs, after one that fills the tables unless there is a single one.
fn best(runs: u32, mut run: impl FnMut()) -> Duration {
    let mut time = || {
        let started = Instant::now();
        run();
        started.elapsed()
    };
    let first = time();
    (1..=if runs > 1 { runs } else { 0 }).map(|_| time()).min().unwrap_or(first)
}

/// A board on which stones of both colours look thrown.
fn board(case: &Case) -> Position {
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let cells = case.side * case.side;
    let mut stones = vec![None; cells];
    let mut colours = [Colour::White, Colour::Black].into_iter().cycle();
    for _ in 0..cells * case.stones / 100 {
        let free: Vec<usize> = (0..cells).filter(|cell| stones[*cell].is_none()).collect();
        stones[free[below(free.len())]] = colours.next();
    }
    Position::new(case.side, case.side, stones, Colour::White, Axis::TopBottom)
        .expect("the board is in range")
}
