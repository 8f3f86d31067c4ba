//! Reasons on a grid: held against the rules, at limits, and where only the closed form can answer.

use foregone::contour::{Board, CLOSED_FORM, ClosedForm, Method, Position, Solver};
use foregone::{
    Cell, Explain as _, Limits, Margin, Method as _, Rules as _, Side, SolveError, Solver as _, StopReason,
};

use super::SCORES;
use crate::random::Random;
use crate::why::{Field, Met, check, plies};

impl Field for Position {
    fn score(&self, side: Side, cell: Cell) -> i64 {
        self.board().score(side, cell)
    }
}

impl Random {
    /// A board whose swings never rise along rows and columns.
    fn falling_board(&mut self, rows: usize, columns: usize) -> Board {
        let most = self.pick(&[1, 5, 1_000]);
        let mut swings = vec![0; rows * columns];
        for at in (0..rows * columns).rev() {
            let right = if (at + 1).is_multiple_of(columns) { 0 } else { swings[at + 1] };
            let below = swings.get(at + columns).copied().unwrap_or(0);
            swings[at] = right.max(below) + self.within(0, most);
        }
        let first = self.scores(rows * columns, -most, most);
        let second = swings.iter().zip(&first).map(|(swing, first)| swing - first).collect();
        Board::new(rows, columns, first, second).unwrap()
    }
}

#[test]
fn reasons_are_what_the_rules_say() {
    let mut random = Random(301);
    let mut met = Met::default();
    for round in 0..8_000 {
        let (rows, columns) =
            random.pick(&[(1, 1), (1, 7), (6, 1), (2, 2), (2, 4), (3, 3), (4, 2), (3, 4), (4, 4)]);
        let (least, greatest) = SCORES[round % SCORES.len()];
        let board = if round % 5 == 0 {
            random.falling_board(rows, columns)
        } else {
            random.board(rows, columns, least, greatest)
        };
        let plies = plies(&mut random, rows * columns);
        let position = random.position(board, plies);
        let method = if round % 4 == 0 { random.pick(Method::ALL) } else { Method::default() };
        let short = position.plies_left() <= 12;
        let method = if method == Method::Plain && !short { Method::Ranks } else { method };
        check(&mut Solver::with_method(method), &position, true, &mut met);
    }
    let Met { forced, covered, closed, replies, opened } = met;
    assert!(
        forced > 1_000 && covered > 1_000 && closed > 700 && replies > 4_000 && opened > 1_000,
        "{met:?}"
    );
}

#[test]
fn reasons_are_the_same_by_every_kernel() {
    let mut random = Random(302);
    let mut met = Met::default();
    let mut solver = Solver::new();
    for (rows, columns) in [(8, 8), (5, 14), (13, 6), (10, 10), (2, 40), (12, 12), (13, 13)] {
        for round in 0..10 {
            let (least, greatest) = random.pick(&[(0, 100), (-9, 9), (0, 1), (0, 100_000)]);
            let board = if round == 0 {
                random.falling_board(rows, columns)
            } else {
                random.board(rows, columns, least, greatest)
            };
            let plies = if round < 2 { round } else { random.below(rows * columns / 3) };
            check(&mut solver, &random.position(board, plies), false, &mut met);
        }
    }
    assert!(met.replies > 150 && met.closed >= 7, "{met:?}");
}

#[test]
fn replies_that_do_not_fit_are_worked_out_again() {
    let mut random = Random(303);
    // The middle of a game on a large board: a third level is about as large as the other two.
    let board = random.board(15, 15, 0, 100);
    let taken = (0..15).map(|row| 9 - row / 2).collect();
    let position = Position::with_taken(board, taken).unwrap();
    let roomy = Solver::new().why(&position, &Limits::none()).unwrap();
    let enough = Solver::new().analyze(&position, &Limits::none()).unwrap().report.memory;
    assert!(enough < roomy.analysis.report.memory);
    let tight = Solver::new().why(&position, &Limits::none().memory(enough + 5_000)).unwrap();
    assert_eq!((&tight.why, &tight.analysis.moves), (&roomy.why, &roomy.analysis.moves));
    assert!(tight.analysis.report.states > 2 * roomy.analysis.report.states);
    assert!(tight.analysis.report.memory <= enough + 5_000);
    // A limit that allows the values and not all replies.
    let states = roomy.analysis.report.states + 1_000;
    let limits = Limits::none().memory(enough + 5_000).states(states);
    let cut = Solver::new().why(&position, &limits).unwrap();
    assert_eq!((cut.analysis.report.stop, &cut.analysis.moves), (StopReason::States, &roomy.analysis.moves));
    let unknown = cut.why.moves.iter().filter(|reason| reason.reply.is_none()).count();
    assert!(unknown > 0);
    for (reason, known) in cut.why.moves.iter().zip(&roomy.why.moves) {
        assert!(reason.reply.is_none_or(|reply| Some(reply.value) == known.reply.map(|reply| reply.value)));
    }
}

#[test]
fn a_limit_leaves_what_needs_no_search() {
    let position = Random(304).board(6, 6, 0, 100);
    let position = Position::new(position);
    for method in Method::ALL {
        let explained = Solver::with_method(*method).why(&position, &Limits::none().states(5)).unwrap();
        assert_eq!(explained.analysis.report.stop, StopReason::States, "{method:?}");
        assert_eq!((explained.why.rest, explained.analysis.best_move()), (None, None));
        let reason = &explained.why.moves[0];
        assert_eq!((explained.why.moves.len(), reason.opens.len(), reason.reply), (1, 2, None));
    }
    let memory = Limits::none().memory(1_000);
    assert!(matches!(Solver::new().why(&position, &memory), Err(SolveError::TooLarge { .. })));
    assert!(matches!(
        Solver::new().why(&position, &Limits::none().memory(100)),
        Err(SolveError::TooLarge { .. })
    ));
}

#[test]
fn the_closed_form_answers_for_boards_that_no_sweep_takes() {
    let mut random = Random(305);
    for (rows, columns) in [(60, 50), (1_000, 1_000), (40, 41)] {
        let board = random.falling_board(rows, columns);
        // A staircase: as many moves as there can be.
        let taken = (0..rows).map(|row| columns.saturating_sub(row)).collect();
        let position = Position::with_taken(board, taken).unwrap();
        let limits = Limits::none().memory(1 << 30);
        assert!(Solver::new().analyze(&position, &limits).is_err());
        let explained = Solver::new().why(&position, &limits).unwrap();
        assert_eq!((explained.analysis.report.method, explained.analysis.report.states), (CLOSED_FORM, 0));
        assert!(explained.why.forced().next().is_some());
        assert!(
            matches!(explained.why.closed_form, ClosedForm::Applies { rest } if explained.why.rest == Some(rest))
        );
        for judged in &explained.analysis.moves {
            let reason = explained.why.of(&judged.mv).unwrap();
            assert!(!reason.forced || judged.best);
            assert!(reason.reply.is_some());
        }
    }
    // Where the sweep could answer, too, both say the same of every move.
    for _ in 0..300 {
        let (rows, columns) = random.pick(&[(5, 6), (1, 9), (7, 2), (6, 6)]);
        let board = random.falling_board(rows, columns);
        let plies = random.below(rows * columns);
        let position = random.position(board, plies);
        let full = Solver::new().why(&position, &Limits::none()).unwrap();
        let closed = Solver::new().why(&position, &Limits::none().states(0)).unwrap();
        assert_eq!(
            (&closed.analysis.value, &closed.analysis.moves),
            (&full.analysis.value, &full.analysis.moves)
        );
        let values = |why: &foregone::contour::GridWhy| {
            why.moves.iter().map(|reason| reason.reply.map(|reply| reply.value)).collect::<Vec<_>>()
        };
        assert_eq!(values(&closed.why), values(&full.why));
    }
}

#[test]
fn a_finished_game_has_no_reasons() {
    let position: Position = "1x2:1,2|3,4|2".parse().unwrap();
    let explained = Solver::new().why(&position, &Limits::none()).unwrap();
    assert_eq!(explained.analysis.value.exact(), Some(&Margin::ZERO));
    let why = explained.why;
    assert_eq!((why.lead, why.rest, why.covered, why.moves.len()), (0, Some(0), None, 0));
    assert_eq!(why.closed_form, ClosedForm::Applies { rest: 0 });
    assert_eq!(why.edge.iter().map(ToString::to_string).collect::<String>(), "RRU");
}
