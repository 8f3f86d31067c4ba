//! Polynomials cut into tasks, held against those worked out at once.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use foregone::hex::{Colour, OddsShards, PolynomialShards, Position, Solver};
use foregone::shards::TaskError;
use foregone::{Limits, Shards, SolveError, Solver as _, StopReason};

use crate::driven::driven;
use crate::random::Random;

fn workers(workers: usize) -> NonZero<usize> {
    NonZero::new(workers).unwrap()
}

/// For both colours; the odds, too.
fn check(position: &Position, workers: NonZero<usize>) {
    let mut solver = Solver::new();
    for colour in [Colour::White, Colour::Black] {
        let expected = solver.polynomial(position, colour, &Limits::none()).unwrap().value;
        let found = driven(&PolynomialShards::new(position, colour, workers).unwrap());
        assert_eq!(Some(&found), expected.exact(), "{position} {colour}");
    }
    let expected = solver.solve(position, &Limits::none()).unwrap().value;
    let odds = driven(&OddsShards::new(position, workers).unwrap());
    assert_eq!(Some(&odds), expected.exact(), "{position}");
}

#[test]
fn random_positions_have_the_same_polynomials() {
    let mut random = Random(0x5AAD);
    for count in 0..120 {
        let position = random.hex_position(7, 49);
        check(&position, workers(1 + count % 9));
        check(&Position::empty(position.rows(), position.columns()).unwrap(), workers(1 + count % 9));
    }
}

#[test]
fn boards_that_are_long_full_or_decided() {
    for text in [
        "1x1",
        "1x1:W:b",
        "1x70",
        "70x1",
        "2x40",
        "12x3",
        "3x3:WB1/W2/W1B:b",
        "2x2:WB/BW:w",
        "3x3:B2/B2/B2:w",
    ] {
        check(&text.parse().unwrap(), workers(3));
    }
}

#[test]
fn there_are_tasks_for_all_and_no_task_for_nobody() {
    let position = Position::empty(11, 11).unwrap();
    for count in [1, 2, 3, 9, 1_000_000] {
        let shards = PolynomialShards::new(&position, Colour::White, workers(count)).unwrap();
        // With 11 to 110 stones of 121 either may win: 100 values modulo 4 primes, in vectors of 32.
        assert_eq!(shards.tasks().len(), (4 * count).min(13));
        let bytes: usize = shards.tasks().iter().map(|task| task.bytes - 8).sum();
        assert_eq!(bytes, 4 * 4 * 100);
        let least = shards.tasks().iter().map(|task| task.work).min().unwrap();
        let most = shards.tasks().iter().map(|task| task.work).max().unwrap();
        assert!(most <= 2 * least);
    }
}

#[test]
fn outputs_of_other_work_are_none_of_its_own() {
    let [one, other] = ["3x3", "3x4"]
        .map(|text| PolynomialShards::new(&text.parse().unwrap(), Colour::White, workers(1)).unwrap());
    let mut output = vec![0; one.tasks()[0].bytes];
    one.run(0, &[], &mut output, &Limits::none()).unwrap();
    assert!(one.answer(&[&output]).is_ok());
    assert!(matches!(other.answer(&[&output]), Err(TaskError::Bytes { .. })));
    // An output of the same size.
    let alike = PolynomialShards::new(&"3x3:1W1/3/3:b".parse().unwrap(), Colour::White, workers(1)).unwrap();
    assert!(matches!(alike.answer(&[&output]), Err(TaskError::Damaged { .. })));
    let of_black = PolynomialShards::new(&"3x3".parse().unwrap(), Colour::Black, workers(1)).unwrap();
    assert!(matches!(of_black.answer(&[&output]), Err(TaskError::Damaged { .. })));
}

#[test]
fn limits_hold() {
    let wide = Position::empty(22, 30).unwrap();
    let refused = PolynomialShards::new(&wide, Colour::White, workers(1));
    assert!(matches!(refused, Err(SolveError::NotApplicable { .. })));
    let shards = PolynomialShards::new(&Position::empty(16, 16).unwrap(), Colour::White, workers(2)).unwrap();
    let task = shards.tasks()[0].clone();
    let run = |limits: &Limits<'_>| shards.run(0, &[], &mut vec![0; task.bytes], limits);
    let small = run(&Limits::none().memory(task.memory / 2));
    assert!(matches!(small, Err(TaskError::Refused(SolveError::TooLarge { .. }))));
    assert_eq!(run(&Limits::none().states(10_000)), Err(TaskError::Stopped(StopReason::States)));
    // Two threads begin, and one of them builds the tables; both are stopped in it, or in a sweep.
    let flag = AtomicBool::new(false);
    let limits = Limits::none().cancel(&flag);
    thread::scope(|scope| {
        let both = [(); 2].map(|()| scope.spawn(|| run(&limits)));
        thread::sleep(Duration::from_millis(50));
        flag.store(true, Ordering::Relaxed);
        for one in both {
            assert_eq!(one.join().unwrap(), Err(TaskError::Stopped(StopReason::Cancelled)));
        }
    });
}
