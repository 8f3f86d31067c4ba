//! What is known of Hex under random play, by other means.

use super::*;
use foregone::Rules;

#[test]
fn known_odds() {
    for (text, expected) in [
        // By trying every set.
        ("1x1", "1/1"),
        ("1x2", "1/1"),
        ("2x1", "0/1"),
        ("3x3", "2/3"),
        ("3x3:W2/3/2B:w", "24/35"),
        // White and Black have the same number of stones in the end, and the same board.
        ("2x2", "1/2"),
        ("4x4", "1/2"),
        ("6x6", "1/2"),
        ("8x8", "1/2"),
        ("10x10", "1/2"),
        // By a second program, with other frontiers.
        ("11x11", "100234401323982295186854735339619927/191645966716130525165099506263706416"),
        // Decided already, or full.
        ("3x3:W2/W2/W2:b", "0/1"),
        ("3x3:W2/W2/W2:w", "1/1"),
        // Black has four chains of three on the 3x2 cells that are left, out of 20 sets of three.
        ("3x3:W2/W2/W2:w:lr", "4/5"),
        ("2x2:WB/WB:b", "0/1"),
        ("2x2:WB/WB:w", "1/1"),
        ("1x1:W:b", "0/1"),
        ("1x1:B:b", "1/1"),
    ] {
        assert_eq!(value(&mut Solver::new(), &position(text)), odds(expected), "{text}");
    }
}

#[test]
fn known_first_moves() {
    let moves = move_values(&mut Solver::new(), &position("3x3"));
    let row = |text: &str| text.split(' ').map(odds).collect::<Vec<_>>();
    let values: Vec<_> = moves.into_iter().map(|(_, odds)| odds).collect();
    assert_eq!(values[..5], row("41/70 9/14 51/70 47/70 26/35"));
    // The board is the same after half a turn.
    assert!(values.iter().eq(values.iter().rev()));

    let analysis = Solver::new().analyze(&position("4x4"), &Limits::none()).unwrap();
    let best: Vec<_> = analysis.moves.iter().filter(|known| known.best).collect();
    assert_eq!(best.iter().map(|known| known.mv.to_string()).collect::<Vec<_>>(), ["c2", "b3"]);
    assert!(best.iter().all(|known| known.value.exact() == Some(&odds("3601/6435"))));
    assert!(best.iter().all(|known| known.behind == Some(Odds::impossible())));
    assert_eq!(analysis.best_move(), Some(Cell::new(1, 2)));
}

#[test]
fn decided_boards_of_any_size_leave_nothing_to_choose() {
    let stones: Vec<_> = (0..1_600).map(|cell| (cell % 40 == 7).then_some(Colour::Black)).collect();
    let position = Position::new(40, 40, stones, Colour::White, Axis::LeftRight).unwrap();
    assert_eq!(position.winner(), Some(Colour::Black));
    let analysis = Solver::new().analyze(&position, &Limits::none()).unwrap();
    assert_eq!(analysis.value.exact(), Some(&Odds::impossible()));
    assert_eq!(analysis.moves.len(), 1_560);
    assert!(analysis.moves.iter().all(|known| known.best && known.value == analysis.value));
}

#[test]
fn the_judges_cases_are_answered() {
    let input = include_str!("../../cases/hex.in");
    let output = include_str!("../../cases/hex.out");
    for method in [Method::Transfer, Method::LabelledFrontier] {
        let mut solver = Solver::with_method(method);
        let positions = Position::read_judge(input).unwrap();
        let answers: Vec<_> =
            positions.iter().map(|case| Position::judge_answer(&value(&mut solver, case))).collect();
        assert_eq!(answers, output.lines().collect::<Vec<_>>(), "{method:?}");
    }
}

#[test]
fn a_line_takes_the_best_move_each_time_to_the_end() {
    for method in [Method::Transfer, Method::Enumerate] {
        let start = position("3x3:W2/3/2B:w");
        let line = Solver::with_method(method).line(&start, 100, &Limits::none()).unwrap();
        assert!(line.complete);
        assert_eq!(line.plies.len(), 7);
        assert_eq!(line.plies[0].value, odds("24/35"));
        let mut here = start;
        for ply in &line.plies {
            let moves = move_values(&mut Solver::new(), &here);
            let most = moves.iter().map(|(_, odds)| odds).max().unwrap();
            let first = moves.iter().find(|(_, odds)| odds == most).unwrap();
            assert_eq!((ply.side, ply.mv), (here.to_move(), first.0), "{here}");
            here.play(ply.mv).unwrap();
        }
    }
    let short = Solver::new().line(&position("5x5"), 3, &Limits::none()).unwrap();
    assert_eq!((short.plies.len(), short.complete), (3, false));
}
