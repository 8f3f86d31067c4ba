//! What the search keeps: against the reasons, against what positions are worth, and under turns of the board.

use std::collections::HashMap;

use foregone::dots::why::{Kind, Structure};
use foregone::dots::{self, Edge, Finds, Hood, Position, Start};
use foregone::{Limits, Rules as _, SolveError, Solver as _};

use super::{random_position, safe_position};
use crate::random::Random;

fn hood(position: &Position) -> Hood {
    dots::hood(position, &Limits::none()).unwrap().value.exact().unwrap().clone()
}

fn value(position: &Position) -> i64 {
    dots::Solver::new().solve(position, &Limits::none()).unwrap().value.exact().unwrap().points()
}

/// The position with rows and columns exchanged.
fn transposed(position: &Position) -> Position {
    let mut turned = Position::start(position.columns(), position.rows(), Start::American).unwrap();
    for (edge, drawn) in position.edges().zip(position.drawn()) {
        if *drawn {
            let edge = match edge {
                Edge::Horizontal { row, column } => Edge::Vertical { row: column, column: row },
                Edge::Vertical { row, column } => Edge::Horizontal { row: column, column: row },
            };
            turned.play(edge).unwrap();
        }
    }
    turned
}

#[test]
fn it_is_made_of_the_same_pieces_as_the_reasons() {
    let mut random = Random(601);
    let mut found = HashMap::new();
    for round in 0..3_000 {
        let shapes = [(1, 3), (2, 2), (2, 4), (3, 3), (4, 4), (3, 5), (6, 6)];
        let position = if round % 2 == 0 {
            random_position(&mut random, &shapes, 40)
        } else {
            safe_position(&mut random, &shapes, 12)
        };
        let (hood, structure) = (hood(&position), Structure::of(&position));
        let sizes = |kind| {
            let pieces = structure.pieces.iter().filter(|piece| piece.shape.kind() == kind);
            let mut sizes: Vec<u32> = pieces.map(|piece| piece.boxes.len() as u32).collect();
            sizes.sort_unstable();
            sizes
        };
        assert_eq!((&hood.chains, &hood.loops), (&sizes(Kind::Chain), &sizes(Kind::Loop)), "{position}");
        assert_eq!(hood.take as u32, sizes(Kind::Open).iter().sum::<u32>(), "{position}");
        let alone = hood.chains.iter().chain(&hood.loops).sum::<u32>() as usize;
        assert_eq!(hood.take as usize + alone + hood.core.coins, position.boxes_left(), "{position}");
        assert_eq!(hood.core.parts + hood.chains.len() + hood.loops.len(), structure.parts, "{position}");
        // What cancels is an even number of chains of 1 and of 2.
        let short = |size| hood.chains.iter().filter(|&&chain| chain == size).count();
        assert!(hood.kept.ones <= short(1) && (short(1) - hood.kept.ones).is_multiple_of(2), "{position}");
        assert!(hood.kept.twos <= short(2) && (short(2) - hood.kept.twos).is_multiple_of(2), "{position}");
        assert_eq!(hood.kept.loops, hood.loops, "{position}");
        assert_eq!(hood.key.is_some(), hood.finds == Finds::Search, "{position}");
        assert_eq!(hood.finds == Finds::ClosedForm, hood.core.strings == 0, "{position}");
        *found.entry(format!("{:?}", hood.finds)).or_insert(0) += 1;
    }
    assert!(found["ClosedForm"] > 100 && found["Search"] > 100 && found.len() >= 2, "{found:?}");
}

#[test]
fn positions_of_one_key_and_nothing_to_take_are_worth_the_same() {
    let mut random = Random(602);
    let (mut by_key, mut again) = (HashMap::new(), 0);
    for _ in 0..4_000 {
        let position = random_position(&mut random, &[(2, 3), (3, 2), (3, 3)], 15);
        let told = hood(&position);
        let turned = hood(&transposed(&position));
        assert_eq!((told.key, &told.kept, told.take), (turned.key, &turned.kept, turned.take), "{position}");
        let Some(key) = told.key.filter(|_| told.take == 0) else { continue };
        let value = value(&position);
        // The core's coins have the parity of the key's, so pairs that cancel change no value.
        let before = *by_key.entry(key).or_insert(value);
        assert_eq!(before, value, "{position}");
        again += 1;
    }
    assert!(again > by_key.len() + 200, "{again} {}", by_key.len());
}

#[test]
fn boards_of_any_size_are_taken_and_limits_hold() {
    let large = Position::start(200, 300, Start::American).unwrap();
    let found = hood(&large);
    assert_eq!((found.finds, found.core.coins, found.core.parts), (Finds::Nothing, 60_000, 1));
    let refused = dots::hood(&large, &Limits::none().memory(1 << 16));
    assert!(matches!(refused, Err(SolveError::TooLarge { .. })));
    let over: Position = "1x1:1111".parse().unwrap();
    let found = hood(&over);
    assert_eq!((found.finds, found.take, found.core.parts, found.key), (Finds::ClosedForm, 0, 0, None));
}
