//! Forecasts: what is exact is just that, what is at most is no less, and what is about is of that size.

use std::fmt::Display;
use std::time::Duration;

use foregone::dots::Start;
use foregone::hex::{Turns, perfect};
use foregone::{Foreseen, Limits, Method, Question, Rules, SolveError, Solver, Sure, contour, dots, hex};

use crate::random::Random;

/// How many amounts were held against what was spent, by how sure they were.
#[derive(Debug, Default)]
struct Met {
    exact: usize,
    most: usize,
    about: usize,
}

impl Met {
    fn hold(&mut self, foreseen: Option<Foreseen<u128>>, spent: u64, within: f64, told: &str) {
        let Some(Foreseen { amount, sure }) = foreseen else { return };
        let spent = u128::from(spent);
        match sure {
            Sure::Exact => {
                assert_eq!(amount, spent, "{told}");
                self.exact += 1;
            }
            Sure::Most => {
                assert!(spent <= amount, "{told}: {spent} of at most {amount}");
                self.most += 1;
            }
            Sure::Least => assert!(spent >= amount, "{told}: {spent} of at least {amount}"),
            Sure::About => {
                let times = (spent.max(1) as f64) / (amount.max(1) as f64);
                assert!((1.0 / within..=within).contains(&times), "{told}: {spent} of about {amount}");
                self.about += 1;
            }
        }
    }
}

/// Asks both questions of a fresh solver and holds what it spends against the forecast; `within` is the factor that `about`
/// may be wrong by.
fn check<S: Solver<Position: Display>>(
    fresh: impl Fn() -> S,
    position: &S::Position,
    within: f64,
    met: &mut Met,
) {
    let limits = Limits::none();
    for question in [Question::Value, Question::Moves, Question::Line] {
        let forecast = fresh().forecast(position, question, &limits).unwrap();
        let report = match question {
            Question::Value => fresh().solve(position, &limits).unwrap().report,
            Question::Moves | Question::Why => fresh().analyze(position, &limits).unwrap().report,
            Question::Line => fresh().line(position, usize::MAX, &limits).unwrap().report,
        };
        assert_eq!(forecast.method, report.method);
        let told = format!("{position}, {question:?} by {}", report.method);
        met.hold(forecast.states, report.states, within, &told);
        met.hold(forecast.memory, report.memory, within, &told);
    }
}

/// A position after so many random moves, or at the end of the game.
fn played<R: Rules>(random: &mut Random, mut position: R, plies: usize) -> R {
    for _ in 0..plies {
        let Some(moves) = Some(position.moves()).filter(|moves| !moves.is_empty()) else { break };
        position.play(random.pick(&moves)).unwrap();
    }
    position
}

#[test]
fn sweeps_of_contour_cost_what_is_foretold() {
    let (mut random, mut met) = (Random(701), Met::default());
    for round in 0..400 {
        let shapes = [(1, 1), (1, 9), (4, 4), (6, 3), (8, 8), (2, 30), (9, 9), (10, 7), (40, 2)];
        let (rows, columns) = random.pick(&shapes);
        let most = random.pick(&[9, 100_000, contour::Board::MAX_SCORE]);
        let board = random.board(rows, columns, 0, most);
        let plies = if round % 2 == 0 { 0 } else { random.below(rows * columns + 1) };
        let position = random.position(board, plies);
        check(contour::Solver::new, &position, 4.0, &mut met);
        check(|| contour::Solver::with_method(contour::Method::Ranks), &position, 4.0, &mut met);
    }
    for (rows, columns, most) in [(13, 12, 100_000), (13, 13, 9), (12, 14, 1_000_000)] {
        let position = contour::Position::new(random.board(rows, columns, 0, most));
        check(contour::Solver::new, &position, 4.0, &mut met);
    }
    assert!(met.exact > 3_000 && met.most >= 2, "{met:?}");
}

#[test]
fn boards_of_any_size_are_foretold_in_no_time() {
    let solver = contour::Solver::new();
    let foretold = |rows: usize, columns: usize| {
        let zeros = vec![1; rows * columns];
        let board = contour::Board::new(rows, columns, zeros.clone(), zeros).unwrap();
        solver.forecast(&contour::Position::new(board), Question::Value, &Limits::none()).unwrap()
    };
    let states = |rows, columns| foretold(rows, columns).states.unwrap();
    assert_eq!(states(1_000, 1_000), Foreseen::new(u128::MAX, Sure::Least));
    assert_eq!(states(30, 30), Foreseen::new(118_264_581_564_861_424, Sure::Exact));
    // Where both are told, the memory by the spread of ideals is about that of the plan: of words of 4 bytes.
    let near = foretold(31, 31).memory.unwrap();
    assert_eq!(near.sure, Sure::About);
    let large = Limits::none().memory(1 << 30);
    let wide = hex::Position::empty(22, 22).unwrap();
    let refused = hex::Solver::new().forecast(&wide, Question::Moves, &large);
    assert!(matches!(refused, Err(SolveError::NotApplicable { .. })));
    let wide = hex::Position::empty(21, 1_000).unwrap();
    let forecast = hex::Solver::new().forecast(&wide, Question::Moves, &large).unwrap();
    assert_eq!(forecast.fits(Some(1 << 30), Some(Duration::from_secs(3_600))), Some(false));
    let large = dots::Position::start(1_000, 1_000, Start::American).unwrap();
    let refused = dots::Solver::new().forecast(&large, Question::Value, &Limits::none());
    assert!(matches!(refused, Err(SolveError::NotApplicable { .. })));
}

#[test]
fn counts_of_hex_cost_what_is_foretold() {
    let (mut random, mut met) = (Random(702), Met::default());
    for round in 0..300 {
        let position = if round % 2 == 0 {
            let (rows, columns) = (1 + random.below(8), 1 + random.below(8));
            hex::Position::empty(rows, columns).unwrap()
        } else {
            random.hex_position(7, 40)
        };
        let turns: Turns = random.pick(&["alternating", "coin", "coin:1/3"]).parse().unwrap();
        check(|| hex::Solver::new().with_turns(turns.clone()), &position, 4.0, &mut met);
    }
    check(hex::Solver::new, &hex::Position::empty(9, 10).unwrap(), 4.0, &mut met);
    assert!(met.exact > 300 && met.most > 300, "{met:?}");
}

#[test]
fn chains_and_loops_cost_what_is_foretold_and_searches_about_that() {
    let (mut random, mut met) = (Random(703), Met::default());
    for _ in 0..400 {
        let (rows, columns) = (1 + random.below(4), 1 + random.below(4));
        let start = dots::Position::start(rows, columns, random.pick(Start::ALL)).unwrap();
        let plies = start.plies_left().saturating_sub(random.below(19));
        let position = played(&mut random, start, plies);
        check(dots::Solver::new, &position, 40.0, &mut met);
    }
    // By threads, a few per cent more or fewer.
    for text in ["1x9", "3x3", "3x4", "2x5", "4x3:icelandic", "4x4:swedish"] {
        check(dots::Solver::new, &text.parse().unwrap(), 8.0, &mut met);
    }
    assert!(met.exact > 100 && met.about > 100, "{met:?}");
}

#[test]
fn perfect_play_is_foretold_by_size_or_not_at_all() {
    let mut met = Met::default();
    for text in ["5x5", "4x6", "5x6:3W2/6/6/2B3/6:b"] {
        check(perfect::Solver::new, &text.parse().unwrap(), 30.0, &mut met);
    }
    let large: perfect::Position = "7x7".parse().unwrap();
    let forecast = perfect::Solver::new().forecast(&large, Question::Value, &Limits::none()).unwrap();
    assert_eq!((forecast.states, forecast.seconds), (None, None));
    for &method in dots::Method::ALL {
        let forecast = dots::Solver::with_method(method).forecast(
            &"2x2".parse().unwrap(),
            Question::Value,
            &Limits::none(),
        );
        assert_eq!(forecast.unwrap().method, method.name());
    }
}
