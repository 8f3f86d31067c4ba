//! Counts at the bounds of words: the largest that fit, and the first that do not; and boards at the bounds of the tables.

use super::*;
use foregone::SolveError;
use foregone::hex::Turns;

/// A board with so many empty cells; the first ones have stones of both colours in turn.
fn with_open(rows: usize, columns: usize, open: usize) -> Position {
    let taken = rows * columns - open;
    let stone = |cell: usize| (cell < taken).then_some([Colour::White, Colour::Black][cell % 2]);
    let stones = (0..rows * columns).map(stone).collect();
    Position::new(rows, columns, stones, Colour::White, Axis::TopBottom).unwrap()
}

#[test]
fn counts_are_right_where_they_outgrow_words() {
    // The greatest counts: 67 choose 33 is below 2^64, and 68 choose 34 is not. With a coin, 2^63 and 2^64.
    for (coin, opens) in [(false, 66..=69), (true, 62..=65)] {
        let turns = || if coin { Turns::fair_coin() } else { Turns::Alternating };
        for open in opens {
            for (rows, columns) in [(1, open), (open, 1), (2, 35), (35, 2), (3, 23), (24, 3), (4, 18)] {
                let position = with_open(rows, columns, open);
                let answers = [Method::Transfer, Method::LabelledFrontier].map(|method| {
                    let mut solver = Solver::with_method(method).with_turns(turns());
                    let analysis = solver.analyze(&position, &Limits::none()).unwrap();
                    (analysis.value, analysis.moves)
                });
                assert_eq!(answers[0], answers[1], "{position}, coin: {coin}");
            }
        }
    }
}

#[test]
fn what_the_widest_boards_take_is_told_and_not_cut_off() {
    for (text, each_move) in [("21x21", false), ("21x21", true), ("21x1000", true), ("1000x21", true)] {
        let (position, limits) = (position(text), Limits::none().memory(1 << 30));
        let refused = if each_move {
            Solver::new().analyze(&position, &limits).unwrap_err()
        } else {
            Solver::new().solve(&position, &limits).unwrap_err()
        };
        let SolveError::TooLarge { needs, .. } = refused else { panic!("{text}: {refused}") };
        // A frontier takes some bytes, and there are tens of millions.
        assert!(needs > 1 << 32, "{text}: {needs}");
    }
    let refused = Solver::new().solve(&position("22x22"), &Limits::none()).unwrap_err();
    assert!(matches!(refused, SolveError::NotApplicable { .. }), "{refused}");
}
