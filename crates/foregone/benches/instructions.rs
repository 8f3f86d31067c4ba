//! Instructions that the kernels take, counted by Valgrind: the same in every run, whatever else the machine does.
//!
//! Needs Valgrind and `cargo install gungraun-runner`: `cargo bench -p foregone --bench instructions`, or
//! `cargo xtask bench`, which leaves it out where they are not.

#![allow(missing_docs, reason = "the macros write public items without")]

use foregone::contour::{Board, Method, Position, Solver};
use foregone::{Limits, Solver as _};
use gungraun::{library_benchmark, library_benchmark_group, main};

/// A solver whose tables are there, and a board of scores that look random.
fn warm(method: Method, side: usize, most: i64) -> (Solver, Position) {
    let mut state = 1_u64;
    let mut scores = || {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 % (most + 1)
        };
        (0..side * side).map(|_| next()).collect::<Vec<_>>()
    };
    let (first, second) = (scores(), scores());
    let position = Position::new(Board::new(side, side, first, second).expect("the scores are in range"));
    let mut solver = Solver::with_method(method);
    solver.solve(&position, &Limits::none()).expect("memory is not limited");
    (solver, position)
}

#[library_benchmark(setup = warm)]
#[bench::block_6x6(Method::Sweep, 6, 100_000)]
#[bench::block_8x8(Method::Sweep, 8, 100_000)]
#[bench::block_10x10(Method::Sweep, 10, 100_000)]
#[bench::block_10x10_wide_scores(Method::Sweep, 10, 1_000_000_000)]
#[bench::levels_13x13(Method::Sweep, 13, 100_000)]
#[bench::levels_13x13_small_scores(Method::Sweep, 13, 99)]
#[bench::plain_10x10(Method::Ranks, 10, 100_000)]
fn contour((mut solver, position): (Solver, Position)) -> Solver {
    solver.solve(&position, &Limits::none()).expect("memory is not limited");
    solver
}

library_benchmark_group!(name = sweeps, benchmarks = contour);
main!(library_benchmark_groups = sweeps);
