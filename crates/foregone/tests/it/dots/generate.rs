//! Positions and puzzles that are made up: what is said of them holds by another method.

use foregone::dots::generate::{Generated, Level, Puzzle, Wanted, positions, puzzles, safe_moves};
use foregone::dots::{Method, Position, Solver};
use foregone::{Limits, Rules as _, SolveError, Solver as _, StopReason};

fn wanted(level: u8, count: usize, seed: u64) -> Wanted {
    Wanted { level: Level::new(level).unwrap(), count, seed }
}

fn puzzles_of(board: &str, level: u8, count: usize, gap: i64) -> Vec<Puzzle> {
    let from = board.parse().unwrap();
    let Generated { found, report, .. } =
        puzzles(&from, wanted(level, count, 7), gap, &Limits::none()).unwrap();
    assert_eq!((found.len(), report.stop), (count, StopReason::Finished));
    found
}

#[test]
fn positions_are_of_their_level_and_come_from_where_play_began() {
    for board in ["4x4", "5x5", "2x7", "7x2", "6x6:icelandic", "5x5:swedish"] {
        let from: Position = board.parse().unwrap();
        for level in Level::ALL {
            let wanted = Wanted { level, count: 30, seed: 3 };
            let Ok(Generated { found, .. }) = positions(&from, wanted, &Limits::none()) else {
                // Too small a board for so many safe moves.
                assert!(level.number() == 5 && from.plies_left() < 45, "{board}, level {}", level.number());
                continue;
            };
            assert_eq!(found.len(), 30);
            for position in &found {
                assert!(level.safe_moves().contains(&safe_moves(position).count()), "{position}");
                let kept = from.drawn().iter().zip(position.drawn()).all(|(before, now)| now >= before);
                assert!(kept && position.plies_left() > 0, "{position}");
            }
            let again = positions(&from, wanted, &Limits::none()).unwrap().found;
            let others = positions(&from, Wanted { seed: 4, ..wanted }, &Limits::none()).unwrap().found;
            assert!(found == again && found != others, "{board}");
        }
    }
}

#[test]
fn the_best_move_of_a_puzzle_is_the_only_one_by_another_method() {
    let mut several = 0;
    for (board, level, gap) in [
        ("3x3", 1, 2),
        ("3x3", 2, 4),
        ("4x4", 1, 2),
        ("4x4", 2, 2),
        ("2x5", 3, 2),
        ("3x4:icelandic", 3, 4),
        ("1x7", 1, 2),
        ("6x1", 1, 2),
    ] {
        for puzzle in puzzles_of(board, level, 8, gap) {
            let position = &puzzle.position;
            let found = Solver::with_method(Method::Search).analyze(position, &Limits::none()).unwrap();
            assert_eq!(found.value.exact(), Some(&puzzle.value), "{position}");
            let mut best: Vec<_> = found.moves.iter().filter(|mv| mv.best).map(|mv| mv.mv).collect();
            best.sort_unstable();
            assert_eq!(best, puzzle.best, "{position}");
            let others = found.moves.iter().filter(|other| !best.contains(&other.mv));
            let next = others.map(|other| other.value.exact().unwrap().points()).max().unwrap();
            assert_eq!(puzzle.value.points() - next, puzzle.gap, "{position}");
            assert!(puzzle.gap >= gap, "{position}");
            assert_eq!(puzzle.safe_moves, safe_moves(position).count());
            several += usize::from(best.len() > 1);
        }
    }
    assert!(several > 0, "chains are opened by any of their edges");
}

#[test]
fn what_there_is_none_of_is_refused_and_limits_keep_what_was_found() {
    for (board, level) in [("1x1", 3), ("1x1:1111", 1), ("2x2", 5), ("1x1", 1)] {
        let refused = puzzles(&board.parse().unwrap(), wanted(level, 1, 1), 2, &Limits::none()).unwrap_err();
        let SolveError::NotApplicable { reason, .. } = refused else { panic!("{refused}") };
        assert!(reason.contains("none is a new one of the kind asked for"), "{reason}");
    }
    let from: Position = "4x4".parse().unwrap();
    let some = puzzles(&from, wanted(3, 1_000, 1), 2, &Limits::none().states(30_000)).unwrap();
    assert_eq!(some.report.stop, StopReason::States);
    assert!(!some.found.is_empty() && some.found.len() < 1_000);
    // There are but few such puzzles, and none is given twice.
    let few = puzzles(&"2x2".parse().unwrap(), wanted(1, 10, 1), 2, &Limits::none()).unwrap().found;
    assert!(
        few.iter()
            .enumerate()
            .all(|(at, puzzle)| few[..at].iter().all(|other| other.position != puzzle.position))
    );
    let from_large: Position = "1000x1000".parse().unwrap();
    let cut = positions(&from_large, wanted(1, 3, 1), &Limits::none().states(100_000)).unwrap();
    assert_eq!((cut.found.len(), cut.report.stop), (0, StopReason::States));
    let refused = positions(&from, wanted(3, 1_000_000, 1), &Limits::none().memory(1_000_000)).unwrap_err();
    assert!(matches!(refused, SolveError::TooLarge { .. }), "{refused}");
}
