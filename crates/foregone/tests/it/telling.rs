//! Values that are told as soon as they are found: the same as in the end, each once.

use std::collections::HashMap;
use std::fmt::Display;

use foregone::dots::{self, coins};
use foregone::hex::perfect;
use foregone::{Limits, Rules, Solver, StopReason, contour, hex};

use crate::random::Random;

/// Analyses a position and holds what was told against the answer; says how many moves were told.
fn check<S: Solver<Position: Display>>(solver: &mut S, position: &S::Position, limits: &Limits<'_>) -> usize {
    let mut told = HashMap::new();
    let analysis = solver
        .analyze_telling(position, limits, &mut |mv, value| {
            assert!(told.insert(mv, value.clone()).is_none(), "{position}: {mv} is told twice");
        })
        .unwrap();
    let count = told.len();
    for judged in &analysis.moves {
        if let Some(value) = told.remove(&judged.mv) {
            assert_eq!(judged.value.exact(), Some(&value), "{position}: {}", judged.mv);
        }
    }
    assert!(told.is_empty(), "{position}: {told:?} are no moves");
    if analysis.report.stop == StopReason::Finished {
        let plain = solver.analyze(position, limits).unwrap();
        assert_eq!((plain.value, plain.moves), (analysis.value, analysis.moves), "{position}");
    }
    count
}

/// A position after so many random moves, or at the end of the game.
fn played<R: Rules>(random: &mut Random, mut position: R, plies: usize) -> R {
    for _ in 0..plies {
        let Some(mv) = Some(position.moves()).filter(|moves| !moves.is_empty()) else { break };
        position.play(random.pick(&mv)).unwrap();
    }
    position
}

#[test]
fn perfect_hex_tells_every_move_of_a_won_position() {
    let mut random = Random(401);
    let mut solver = perfect::Solver::new();
    for round in 0..300 {
        let (rows, columns) = (1 + random.below(4), 1 + random.below(4));
        let plies = random.below(rows * columns + 1);
        let start: perfect::Position = hex::Position::empty(rows, columns).unwrap().into();
        let position = played(&mut random, start, plies);
        let told = check(&mut solver, &position, &Limits::none());
        let analysis = solver.analyze(&position, &Limits::none()).unwrap();
        // In a lost position all values come with the first.
        let expected = if analysis.best_move().is_some() && position.plies_left() > 0 {
            let won = analysis.value.exact() == Some(&foregone::Outcome::Win);
            if won { analysis.moves.len() } else { 0 }
        } else {
            0
        };
        assert_eq!(told, expected, "{position}");
        check(&mut perfect::Solver::new(), &position, &Limits::none().states(round % 20));
    }
}

#[test]
fn dots_tell_every_move_of_a_search() {
    let mut random = Random(402);
    let (mut searched, mut cut_short) = (0, 0);
    for round in 0..300 {
        let (rows, columns) = (1 + random.below(3), 1 + random.below(3));
        let start = dots::Position::start(rows, columns, random.pick(dots::Start::ALL)).unwrap();
        let plies = start.plies_left().saturating_sub(random.below(17));
        let position = played(&mut random, start, plies);
        for &method in <dots::Method as foregone::Method>::ALL {
            if matches!(method, dots::Method::Loony | dots::Method::ChainLoop) {
                continue;
            }
            let told = check(&mut dots::Solver::with_method(method), &position, &Limits::none());
            assert!(told == 0 || told == position.plies_left(), "{position}: {told}");
            searched += usize::from(told > 0);
            let few = Limits::none().states(random.below(60) as u64);
            let before = check(&mut dots::Solver::with_method(method), &position, &few);
            cut_short += usize::from(before > 0 && before < told);
        }
        let Ok(graph) = coins::Position::try_from(&position) else { continue };
        for method in [coins::Method::Exact, coins::Method::Search] {
            let told = check(&mut coins::Solver::with_method(method), &graph, &Limits::none());
            assert!(told == 0 || told == graph.plies_left(), "{position}: {told}, {round}");
        }
    }
    assert!(searched > 300 && cut_short > 10, "{searched} {cut_short}");
}

#[test]
fn methods_that_find_all_moves_at_once_tell_none_early() {
    let board: contour::Position = "2x3:2,7,3/9,1,2|3,7,2/2,3,1".parse().unwrap();
    assert_eq!(check(&mut contour::Solver::new(), &board, &Limits::none()), 0);
    let board: hex::Position = "3x3:W2/3/2B:w".parse().unwrap();
    assert_eq!(check(&mut hex::Solver::new(), &board, &Limits::none()), 0);
}
