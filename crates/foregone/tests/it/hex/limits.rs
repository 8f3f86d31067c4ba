//! What a run may take: refusals at the door, stops on the way, tables kept from one position to the next.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::*;
use foregone::hex::{Lattice, Turns};
use foregone::{Explain as _, Known, Progress, SolveError};

#[test]
fn boards_too_wide_are_refused_at_once() {
    let refused = Solver::new().solve(&position("40x40"), &Limits::none()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the method `transfer` does not apply here: a row of the sweep has 40 cells: expected at most 21"
    );
    let refused = Solver::with_method(Method::Enumerate).solve(&position("7x7"), &Limits::none());
    assert_eq!(
        refused.unwrap_err().to_string(),
        "the method `enumerate` does not apply here: it takes at most 40 empty cells, and 49 are left here"
    );
    let refused = Solver::with_method(Method::Oracle).solve(&position("40x40"), &Limits::none());
    assert!(matches!(refused, Err(SolveError::NotApplicable { .. })));
}

#[test]
fn memory_is_refused_before_it_is_taken() {
    // First the tables while they grow, then the counts, which are far more when every move is asked for.
    for (text, each_move, bytes) in [
        ("16x16", false, 1 << 20),
        ("11x11", false, 6 << 20),
        ("11x11", true, 40 << 20),
        ("16x1000", true, 1 << 36),
    ] {
        let (position, limits) = (position(text), Limits::none().memory(bytes));
        let refused = if each_move {
            Solver::new().analyze(&position, &limits).unwrap_err()
        } else {
            Solver::new().solve(&position, &limits).unwrap_err()
        };
        assert!(matches!(refused, SolveError::TooLarge { .. }), "{text}: {refused}");
    }
    let limits = Limits::none().memory(64 << 20);
    let analysis = Solver::new().analyze(&position("11x11"), &limits).unwrap();
    assert!(analysis.report.memory <= 64 << 20);
    assert!(analysis.value.exact().is_some());
}

#[test]
fn what_does_not_fit_is_refused_before_any_work() {
    // Work of any kind would find the run cancelled.
    let cancelled = AtomicBool::new(true);
    let refused =
        |text: &str,
         coin: bool,
         bytes: u64,
         ask: &dyn Fn(&mut Solver, &Position, &Limits<'_>) -> Option<SolveError>| {
            let turns = if coin { Turns::fair_coin() } else { Turns::Alternating };
            // Numbers are kept once for each thread.
            let two = std::num::NonZero::new(2).unwrap();
            let limits = Limits::none().memory(bytes).cancel(&cancelled).threads(two);
            let error = ask(&mut Solver::new().with_turns(turns), &position(text), &limits);
            assert!(matches!(error, Some(SolveError::TooLarge { .. })), "{text}: {error:?}");
        };
    refused("19x19", true, 1_090_000_000, &|solver, position, limits| solver.solve(position, limits).err());
    refused("19x19", true, 1_500_000_000, &|solver, position, limits| solver.analyze(position, limits).err());
    refused("19x19", false, 3_000_000_000, &|solver, position, limits| {
        solver.estimate(position, limits).err()
    });
    refused("18x18", false, 2_000_000_000, &|solver, position, limits| solver.solve(position, limits).err());
    refused("13x13", false, 700_000_000, &|solver, position, limits| solver.why(position, limits).err());
    refused("14x14", true, 30_000_000, &|solver, position, limits| solver.influence(position, limits).err());
    refused("14x14", false, 300_000_000, &|solver, position, limits| {
        solver.sample(position, Some(Colour::Black), 1, 1, limits).err()
    });
    refused("16x16", false, 200_000_000, &|solver, position, limits| {
        solver.crossings(Lattice::Square, position, limits).err()
    });
    for text in ["40x40", "1000x1000"] {
        refused(text, false, 1 << 40, &|_, position, limits| {
            Solver::with_method(Method::LabelledFrontier).solve(position, limits).err()
        });
    }
    let error = Solver::new().solve(&position("19x19"), &Limits::none().memory(1 << 30)).unwrap_err();
    assert!(error.to_string().starts_with(
        "the transfer tables of width 19 (527.0 MiB, 978.9 MiB while they are built) and numbers"
    ));
}

#[test]
fn what_is_foreseen_is_what_is_taken() {
    let threads = |limits: Limits<'static>| limits.threads(std::num::NonZero::<usize>::MIN);
    type Ask = fn(&mut Solver, &Position, &Limits<'_>) -> Result<u64, SolveError>;
    let solve: Ask = |solver, position, limits| Ok(solver.solve(position, limits)?.report.memory);
    let analyze: Ask = |solver, position, limits| Ok(solver.analyze(position, limits)?.report.memory);
    let estimate: Ask = |solver, position, limits| Ok(solver.estimate_moves(position, limits)?.report.memory);
    let influence: Ask = |solver, position, limits| Ok(solver.influence(position, limits)?.report.memory);
    let crossings: Ask =
        |solver, position, limits| Ok(solver.crossings(Lattice::Square, position, limits)?.report.memory);
    let why: Ask = |solver, position, limits| Ok(solver.why(position, limits)?.analysis.report.memory);
    for (text, coin, ask) in [
        ("8x8", false, solve),
        ("11x11", false, analyze),
        ("9x12:b", true, analyze),
        ("12x7", false, estimate),
        ("9x9", true, estimate),
        ("10x10", false, influence),
        ("8x7", false, crossings),
        ("9x9", false, why),
    ] {
        let solver = || {
            let turns = if coin { Turns::fair_coin() } else { Turns::Alternating };
            Solver::new().with_turns(turns)
        };
        let taken = ask(&mut solver(), &position(text), &threads(Limits::none())).unwrap();
        assert_eq!(ask(&mut solver(), &position(text), &threads(Limits::none().memory(taken))), Ok(taken));
        let refused = ask(&mut solver(), &position(text), &threads(Limits::none().memory(taken - 1)));
        match refused {
            Err(SolveError::TooLarge { needs, .. }) => assert_eq!(needs, u128::from(taken), "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn memory_that_grows_stops_at_its_limit() {
    for method in [Method::LabelledFrontier, Method::Oracle] {
        let limits = Limits::none().memory(1 << 20);
        let solution = Solver::with_method(method).solve(&position("8x8"), &limits).unwrap();
        assert_eq!(
            (solution.value, solution.report.stop),
            (Known::Unknown, StopReason::Memory),
            "{method:?}"
        );
    }
}

#[test]
fn long_boards_are_fine() {
    // White joins top and bottom of 2x1000 with two stones almost anywhere.
    let long = value(&mut Solver::new(), &position("2x1000"));
    assert!(long.to_significant(6).starts_with("1 - "), "{}", long.to_significant(6));
    assert_eq!(value(&mut Solver::new(), &position("1x1000")), Odds::certain());
    assert_eq!(value(&mut Solver::new(), &position("1000x1")), Odds::impossible());
}

#[test]
fn a_limit_reached_leaves_the_value_unknown() {
    let clock = || Duration::from_secs(1);
    let cancelled = AtomicBool::new(true);
    for method in Method::ALL {
        for (limits, stop) in [
            (Limits::none().states(100), StopReason::States),
            (Limits::none().time(Duration::ZERO, &clock), StopReason::Time),
            (Limits::none().cancel(&cancelled), StopReason::Cancelled),
        ] {
            // Enough open cells for every method to spend more states than lie between two looks at the clock.
            let position = position("9x9:9/9/9/9/BBBBBBB2/WWWWWWWWW/WBWBWBWBW/WBWBWBWBW/WBWBWBWBW:w");
            let position = if *method == Method::Enumerate || *method == Method::Oracle {
                self::position("5x5")
            } else {
                position
            };
            let analysis = Solver::with_method(*method).analyze(&position, &limits).unwrap();
            assert_eq!(analysis.report.stop, stop, "{method:?}");
            assert_eq!(analysis.value, Known::Unknown, "{method:?}");
            assert_eq!(analysis.moves.len(), position.open_cells(), "{method:?}");
            assert_eq!(analysis.best_move(), None, "{method:?}");
        }
    }
}

#[test]
fn a_stopped_solver_answers_the_next_question() {
    let mut solver = Solver::new();
    for states in [1, 50, 500, 5_000] {
        let solution = solver.solve(&position("8x8"), &Limits::none().states(states)).unwrap();
        assert_eq!((solution.value, solution.report.stop), (Known::Unknown, StopReason::States));
    }
    assert_eq!(value(&mut solver, &position("8x8")), odds("1/2"));
}

#[test]
fn tables_are_built_once_for_a_width() {
    let mut solver = Solver::new();
    let mut states = |text: &str| solver.solve(&position(text), &Limits::none()).unwrap().report.states;
    let (cold, warm) = (states("8x8"), states("8x8"));
    // 1,789 frontiers at all cuts of a row of eight.
    assert_eq!(cold - warm, 1_789);
    // Another width in between, and the same width the other way round, change nothing.
    states("5x9");
    assert_eq!(states("8x8"), warm);
    let (turned, again) = (states("8x10"), states("10x8"));
    assert_eq!(turned, again);
}

#[test]
fn stones_save_work() {
    let mut solver = Solver::new();
    let mut states = |text: &str| solver.solve(&position(text), &Limits::none()).unwrap().report.states;
    states("8x8");
    let empty = states("8x8");
    let rows = ["WBWBWBWB", "8", "WBBWWBBW", "8", "BWBWBWBW", "8", "WBBWWBBW", "8"].join("/");
    assert!(states(&format!("8x8:{rows}:w")) < empty / 2);
}

#[test]
fn progress_comes_to_its_end() {
    // One pass in words of 128 bits, and several modulo primes.
    for (text, sites) in [("9x9", 81), ("3x60", 180)] {
        let last = Mutex::new(None);
        let tell = |progress: Progress| *last.lock().unwrap() = Some(progress);
        Solver::new().analyze(&position(text), &Limits::none().progress(&tell)).unwrap();
        let last = last.into_inner().unwrap().unwrap();
        assert_eq!(last.done, last.total, "{text}");
        assert_eq!(last.total % (2 * sites), 0, "{text}");
    }
}

#[test]
fn a_line_takes_no_more_memory_than_its_first_ply() {
    let start = position("7x7");
    let analysis = Solver::new().analyze(&start, &Limits::none()).unwrap();
    let line = Solver::new().line(&start, 20, &Limits::none().memory(analysis.report.memory)).unwrap();
    assert_eq!((line.plies.len(), line.report.stop), (20, StopReason::Finished));
    assert_eq!(line.report.memory, analysis.report.memory);
}
