//! The plain solver agrees with the default method on random positions of each game, and a false claim is found out.

use foregone::contour::{self, poset};
use foregone::dots::{self, coins};
use foregone::verify::{Difference, Statement, compare, verify};
use foregone::{Known, Limits, Margin, Method as _, Rules, Solver, StopReason, hex};

use crate::random::Random;

/// The solver of the default method and the plain one agree on a position and each of its moves.
fn check<S: Solver>(position: &S::Position, what: &str) {
    let (default, plain) = (S::Method::default(), S::Method::by_name("oracle").unwrap());
    let (mut solver, mut other) = (S::with_method(default), S::with_method(plain));
    let verified = verify(&mut solver, &mut other, position, &Limits::none()).unwrap();
    assert_eq!(verified.comparison.agrees(), Some(true), "{what}: {verified:?}");
    assert_eq!(verified.comparison.values, 1 + position.moves().len());
    assert_eq!(verified.against.report.method, "oracle");
    assert_ne!(verified.found.report.method, "oracle");
}

fn played<R: Rules>(random: &mut Random, mut position: R, most_left: usize) -> R {
    while position.plies_left() > most_left {
        position.play(random.pick(&position.moves())).unwrap();
    }
    position
}

#[test]
fn solvers_agree_on_random_positions_of_each_game() {
    let mut random = Random(72);
    for (rows, columns) in [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 3)] {
        for left in [0, 1, 4, 7] {
            for _ in 0..20 {
                let board = random.board(rows, columns, -9, 9);
                let position = played(&mut random, contour::Position::new(board), left);
                check::<contour::Solver>(&position, &position.to_string());
                let position = played(&mut random, hex::Position::empty(rows, columns).unwrap(), left);
                check::<hex::Solver>(&position, &position.to_string());
                let start = dots::Position::start(rows, columns, dots::Start::American).unwrap();
                let position = played(&mut random, start, left);
                check::<dots::Solver>(&position, &position.to_string());
            }
        }
    }
    for left in 0..=5 {
        let start: poset::Position = "a 1 2; b -3 4: a; c 0 5: a; d 2 2: b c; e 7 1".parse().unwrap();
        check::<poset::Solver>(&played(&mut random, start, left), "poset");
        let start: coins::Position = "ground a b c ground; a b".parse().unwrap();
        check::<coins::Solver>(&played(&mut random, start, left), "coins");
    }
}

#[test]
fn a_claim_that_is_off_by_one_is_found_out() {
    let position: dots::Position = "2x2:swedish".parse().unwrap();
    let right = Statement::from(&dots::Solver::new().analyze(&position, &Limits::none()).unwrap());
    let mut claimed = right.clone();
    let moves = claimed.moves.as_mut().unwrap();
    moves[2].value = Known::Exact(Margin::new(-3));
    let expected = Difference::Move {
        mv: moves[2].mv,
        claimed: Known::Exact(Margin::new(-3)),
        right: Known::Exact(Margin::new(-4)),
    };
    assert_eq!(compare(&claimed, &right).differences, [expected]);
}

#[test]
fn what_a_limit_left_open_is_no_agreement() {
    let position: dots::Position = "3x3".parse().unwrap();
    let (mut solver, mut plain) = (dots::Solver::new(), dots::Solver::with_method(dots::Method::Oracle));
    let verified = verify(&mut solver, &mut plain, &position, &Limits::none().states(100)).unwrap();
    assert_eq!(verified.comparison.agrees(), None);
    assert_eq!(verified.against.report.stop, StopReason::States);
    // A game that is too long for the plain solver is refused, and not compared.
    let long = hex::Position::empty(21, 21).unwrap();
    let (mut solver, mut plain) = (hex::Solver::new(), hex::Solver::with_method(hex::Method::Oracle));
    assert!(verify(&mut solver, &mut plain, &long, &Limits::none().states(100)).is_err());
}
