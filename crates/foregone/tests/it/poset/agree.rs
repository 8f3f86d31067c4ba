//! Every method against the oracle, on posets of every kind.

use foregone::contour::poset::{Method, Position, Solver};
use foregone::{Limits, Margin, Method as _, Rules as _, Solver as _};

use super::{Random, SCORES, Shape, analyze, any, chains, product, root_last, solve, tree};

/// A small poset of any kind.
fn shape(random: &mut Random, kind: usize) -> Shape {
    match kind % 8 {
        0 => {
            let percent = [5, 15, 30, 60][random.below(4)];
            let count = 1 + random.below(11);
            any(random, count, percent)
        }
        1 => chains(&vec![1; 1 + random.below(9)]),
        2 => chains(&[1 + random.below(14)]),
        3 => {
            let count = 1 + random.below(11);
            tree(random, count)
        }
        4 => {
            let count = 1 + random.below(11);
            root_last(random, count)
        }
        5 => chains(&[1 + random.below(5), 1 + random.below(4), 1 + random.below(3)]),
        6 => product(&[1 + random.below(4), 1 + random.below(4)]),
        _ => product(&[1 + random.below(3), 1 + random.below(2), 1 + random.below(3)]),
    }
}

/// Holds every method against the oracle: the value, and the value of every move.
fn check(position: &Position) {
    let oracle = analyze(Method::Oracle, position);
    for &method in Method::ALL {
        let analysis = analyze(method, position);
        assert_eq!(analysis.to_move, oracle.to_move);
        assert_eq!(analysis.value, oracle.value, "{position} by {method:?}");
        assert_eq!(analysis.moves, oracle.moves, "{position} by {method:?}");
        let value = Margin::new(solve(method, position).0);
        assert_eq!(Some(&value), oracle.value.exact(), "{position} by {method:?}");
    }
}

#[test]
fn every_method_agrees_with_the_oracle() {
    let mut random = Random(1);
    for round in 0..24_000 {
        let shape = shape(&mut random, round);
        let (least, greatest) = SCORES[round / 8 % SCORES.len()];
        let poset = random.poset(&shape, least, greatest);
        let plies = if round % 3 == 0 { 0 } else { random.below(shape.len() + 1) };
        check(&random.poset_position(poset, plies));
    }
}

#[test]
fn every_method_agrees_with_the_oracle_on_larger_posets() {
    let mut random = Random(2);
    for round in 0..120 {
        let shape = match round % 6 {
            0 => any(&mut random, 18, 20),
            1 => tree(&mut random, 18),
            2 => root_last(&mut random, 18),
            3 => chains(&[5, 1, 7, 2, 4]),
            4 => product(&[3, 2, 4]),
            _ => product(&[2, 2, 2, 2]),
        };
        let (least, greatest) = SCORES[round / 6 % SCORES.len()];
        let poset = random.poset(&shape, least, greatest);
        let plies = random.below(shape.len());
        check(&random.poset_position(poset, plies));
    }
}

#[test]
fn every_line_takes_the_first_best_move_down_to_the_end() {
    let mut random = Random(3);
    for round in 0..400 {
        let shape = shape(&mut random, round);
        let (least, greatest) = SCORES[round / 8 % SCORES.len()];
        let poset = random.poset(&shape, least, greatest);
        let plies = random.below(shape.len());
        let position = random.poset_position(poset, plies);
        for &method in Method::ALL {
            let line = Solver::with_method(method).line(&position, usize::MAX, &Limits::none()).unwrap();
            assert!(line.complete);
            let mut here = position.clone();
            for ply in &line.plies {
                let oracle = analyze(Method::Oracle, &here);
                assert_eq!(Some(ply.mv), oracle.best_move(), "{here} by {method:?}");
                assert_eq!(Some(&ply.value), oracle.value.exact(), "{here} by {method:?}");
                assert_eq!(ply.side, here.to_move());
                here.play(ply.mv).unwrap();
            }
            assert_eq!(here.plies_left(), 0);
        }
    }
}

#[test]
fn words_are_wide_enough_at_the_edge_of_their_range() {
    // The sizes of the swings sum to i32::MAX - 1, to i32::MAX, the most that narrow words can hold, and to one more.
    for most in [-1, 0, 1].map(|extra| i64::from(i32::MAX) + extra) {
        for sign in [1, -1] {
            let third = most / 3;
            let swings = [third, third, most - 2 * third].map(|swing| sign * swing);
            for needs in ["", ": a"] {
                let [a, b, c] = swings;
                let text = format!("a {} {}; b {} {}{needs}; c {c} 0{needs}", a - 1, 1, 7, b - 7);
                check(&text.parse().unwrap());
            }
        }
    }
}
