//! What does not fit is refused, and what a limit stops is not guessed.

use std::sync::atomic::{AtomicBool, Ordering};

use foregone::contour::{Board, Method, Position, Solver};
use foregone::{Known, Limits, Method as _, SolveError, Solver as _, StopReason};

use super::value;
use crate::random::Random;

#[test]
fn what_is_too_large_is_refused_at_once() {
    let blank = |rows, columns| {
        let zeros = vec![0; rows * columns];
        Position::new(Board::new(rows, columns, zeros.clone(), zeros).unwrap())
    };
    let none = Limits::none();
    let small = Limits::none().memory(1 << 20);
    for (method, position, limits, message) in [
        (Method::Sweep, blank(30, 30), none, "a value for every order ideal would take 420."),
        (Method::Sweep, blank(14, 14), small, "two levels of order ideals would take 4.3 MiB"),
        (Method::Ranks, blank(30, 30), none, "a value for every order ideal would take 420."),
        (
            Method::Ranks,
            blank(1_000, 1_000),
            none,
            "a value for every order ideal would take more than 10^24",
        ),
        (
            Method::Ranks,
            blank(12, 12),
            small,
            "a value for every order ideal would take 10.3 MiB of memory, and",
        ),
        (
            Method::RowPrefixes,
            blank(20, 20),
            none,
            "the method `row-prefixes` does not apply here: 20 digits in base 21 do not fit a 64-bit number",
        ),
        (
            Method::RowPrefixes,
            blank(2, 500),
            none,
            "the method `row-prefixes` does not apply here: it takes games of at most 400 plies, and 1000 are left",
        ),
        (
            Method::ContourForward,
            blank(1, 63),
            none,
            "the method `contour-forward` does not apply here: it takes contours of at most 63 steps, and this",
        ),
        (
            Method::ContourForward,
            blank(2, 300),
            none,
            "the method `contour-forward` does not apply here: it takes ga",
        ),
        (
            Method::ContourForward,
            blank(31, 31),
            none,
            "the method `contour-forward` does not apply here: it takes ga",
        ),
        (
            Method::ContourForward,
            blank(12, 12),
            small,
            "a balance for every word of a contour's length would take 2",
        ),
        (
            Method::ContourBackward,
            blank(2, 300),
            none,
            "the method `contour-backward` does not apply here: it takes",
        ),
        (
            Method::ContourBackward,
            blank(31, 31),
            none,
            "a balance for every word of a contour's length would take 3",
        ),
        (
            Method::Plain,
            blank(21, 20),
            none,
            "the method `plain` does not apply here: it takes games of at most 400",
        ),
        (
            Method::Oracle,
            blank(21, 20),
            none,
            "the method `oracle` does not apply here: it takes games of at most 400",
        ),
    ] {
        let mut solver = Solver::with_method(method);
        let error = solver.solve(&position, &limits).unwrap_err();
        assert!(error.to_string().starts_with(message), "{method:?}: {error}");
        assert_eq!(solver.analyze(&position, &limits).unwrap_err(), error);
        assert_eq!(solver.line(&position, 1, &limits).unwrap_err(), error);
        let too_large = matches!(error, SolveError::TooLarge { .. } | SolveError::NoMemory { .. });
        assert_eq!(too_large, !message.starts_with("the method"));
    }
}

#[test]
fn the_longest_games_that_are_searched_fit_the_stack() {
    let mut random = Random(11);
    let position = Position::new(random.board(1, 400, -9, 9));
    let expected = value(Method::Ranks, &position);
    for method in [Method::RowPrefixes, Method::Plain, Method::Oracle] {
        // A thread's stack is smaller than a program's.
        let position = position.clone();
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        let found = thread.spawn(move || value(method, &position)).unwrap().join().unwrap();
        assert_eq!(found, expected, "{method:?}");
    }
}

#[test]
fn limits_stop_a_run_without_a_guess() {
    let mut random = Random(12);
    let position = Position::new(random.board(9, 9, 0, 99));
    let raised = AtomicBool::new(true);
    for (limits, stop) in [
        (Limits::none().states(1_000), StopReason::States),
        (Limits::none().cancel(&raised), StopReason::Cancelled),
    ] {
        for &method in Method::ALL {
            let mut solver = Solver::with_method(method);
            let solution = solver.solve(&position, &limits).unwrap();
            assert_eq!((solution.value, solution.report.stop), (Known::Unknown, stop), "{method:?}");
            let analysis = solver.analyze(&position, &limits).unwrap();
            assert_eq!((analysis.value, analysis.report.stop), (Known::Unknown, stop), "{method:?}");
            assert!(analysis.moves.iter().all(|ranked| ranked.value == Known::Unknown && !ranked.best));
            let line = solver.line(&position, 9, &limits).unwrap();
            assert_eq!((line.plies.len(), line.complete, line.report.stop), (0, false, stop), "{method:?}");
        }
    }
    // A large board: stopped in the middle of a level, and at once.
    let large = Position::new(random.board(14, 14, 0, 99));
    let later = AtomicBool::new(false);
    let raise = |progress: foregone::Progress| later.store(progress.states > 5_000_000, Ordering::Relaxed);
    for (limits, stop) in [
        (Limits::none().states(5_000_000), StopReason::States),
        (Limits::none().cancel(&later).progress(&raise), StopReason::Cancelled),
    ] {
        let solution = Solver::new().solve(&large, &limits).unwrap();
        assert_eq!((solution.value, solution.report.stop), (Known::Unknown, stop));
        assert!((5_000_000..20_000_000).contains(&solution.report.states), "{:?}", solution.report);
    }
    // C(18, 9) order ideals, and as many states: neither more nor fewer are needed.
    let exact = Solver::new().solve(&position, &Limits::none().states(48_620)).unwrap();
    assert_eq!((exact.report.states, exact.report.stop), (48_620, StopReason::Finished));
    let short = Solver::new().solve(&position, &Limits::none().states(48_619)).unwrap();
    assert_eq!(short.value, Known::Unknown);
}

#[test]
fn progress_is_told_up_to_the_last_ideal() {
    let position = Position::new(Random(13).board(10, 10, 0, 99));
    let told = std::sync::Mutex::new(Vec::new());
    let tell = |progress: foregone::Progress| told.lock().unwrap().push(progress);
    Solver::new().solve(&position, &Limits::none().progress(&tell)).unwrap();
    let told = told.into_inner().unwrap();
    assert!(told.len() > 1 && told.is_sorted_by(|a, b| (a.done, a.states) <= (b.done, b.states)));
    assert_eq!(
        told.last().map(|last| (last.done, last.total, last.states)),
        Some((184_756, 184_756, 184_756))
    );
}
