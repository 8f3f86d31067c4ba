//! Positions and puzzles that are made up: what is said of them holds by another method.

use foregone::dots::generate::{Recipe, safe_moves, safe_moves_at};
use foregone::dots::{Method, Position, Solver};
use foregone::generate::{Generated, Level, PuzzleOf, Wanted, positions, puzzles};
use foregone::{Limits, Margin, Rules as _, SolveError, Solver as _, StopReason};

fn recipe(board: &str, level: u8) -> Recipe {
    Recipe::new(board.parse().unwrap(), Level::new(level).unwrap())
}

fn wanted(count: usize, seed: u64) -> Wanted {
    Wanted { count, seed }
}

const TWO: Margin = Margin::new(2);

fn puzzles_of(board: &str, level: u8, count: usize, gap: i64) -> Vec<PuzzleOf<Recipe>> {
    let Generated { found, report, .. } =
        puzzles(&recipe(board, level), &Margin::new(gap), wanted(count, 7), &Limits::none()).unwrap();
    assert_eq!((found.len(), report.stop), (count, StopReason::Finished));
    found
}

#[test]
fn positions_are_of_their_level_and_come_from_where_play_began() {
    for board in ["4x4", "5x5", "2x7", "7x2", "6x6:icelandic", "5x5:swedish"] {
        let from: Position = board.parse().unwrap();
        for level in Level::ALL {
            let recipe = Recipe::new(from.clone(), level);
            let Ok(Generated { found, .. }) = positions(&recipe, wanted(30, 3), &Limits::none()) else {
                // Too small a board for so many safe moves.
                assert!(level.number() == 5 && from.plies_left() < 45, "{board}, level {}", level.number());
                continue;
            };
            assert_eq!(found.len(), 30);
            for position in &found {
                assert!(safe_moves_at(level).contains(&safe_moves(position).count()), "{position}");
                let kept = from.drawn().iter().zip(position.drawn()).all(|(before, now)| now >= before);
                assert!(kept && position.plies_left() > 0, "{position}");
            }
            let again = positions(&recipe, wanted(30, 3), &Limits::none()).unwrap().found;
            let others = positions(&recipe, wanted(30, 4), &Limits::none()).unwrap().found;
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
            assert_eq!(puzzle.value.points() - next, puzzle.gap.points(), "{position}");
            assert!(puzzle.gap.points() >= gap, "{position}");
            assert_eq!(puzzle.grade.safe_moves, safe_moves(position).count());
            assert_eq!(puzzle.grade.level.number(), level);
            several += usize::from(best.len() > 1);
        }
    }
    assert!(several > 0, "chains are opened by any of their edges");
}

#[test]
fn what_there_is_none_of_is_refused_and_limits_keep_what_was_found() {
    for (board, level) in [("1x1", 3), ("2x2", 5), ("1x1", 1)] {
        let refused = puzzles(&recipe(board, level), &TWO, wanted(1, 1), &Limits::none()).unwrap_err();
        assert!(matches!(refused, SolveError::NoneFound { tries: 20_000, .. }), "{refused}");
    }
    let some = puzzles(&recipe("4x4", 3), &TWO, wanted(1_000, 1), &Limits::none().states(30_000)).unwrap();
    assert_eq!(some.report.stop, StopReason::States);
    assert!(!some.found.is_empty() && some.found.len() < 1_000);
    // There are but few such puzzles, and none is given twice.
    let few = puzzles(&recipe("2x2", 1), &TWO, wanted(1_000, 1), &Limits::none()).unwrap();
    assert_eq!(few.report.stop, StopReason::Exhausted);
    let few = few.found;
    assert!(
        few.iter()
            .enumerate()
            .all(|(at, puzzle)| few[..at].iter().all(|other| other.position != puzzle.position))
    );
    let cut = positions(&recipe("1000x1000", 1), wanted(3, 1), &Limits::none().states(100_000)).unwrap();
    assert_eq!((cut.found.len(), cut.report.stop), (0, StopReason::States));
    let refused =
        positions(&recipe("4x4", 3), wanted(1_000_000, 1), &Limits::none().memory(1_000_000)).unwrap_err();
    assert!(matches!(refused, SolveError::TooLarge { .. }), "{refused}");
}
