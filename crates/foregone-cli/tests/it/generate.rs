//! What `generate` writes is what the other verbs read.

use crate::answer;

#[test]
fn positions_are_solved_line_by_line() {
    for (made, solved) in [
        (&["contour", "generate", "4x5", "--taken", "0..20", "--count", "50"][..], "contour"),
        (&["contour", "generate", "4x4", "--puzzle", "--count", "20", "--to", "notation"], "contour"),
        (&["hex", "generate", "5x5", "--count", "50", "--to", "notation"], "hex"),
        (&["hex", "generate", "4x6", "--puzzle", "--count", "20", "--to", "notation"], "hex"),
        (&["dots", "generate", "3x4", "--count", "50"], "dots"),
    ] {
        let positions = answer(made, "");
        let solved = answer(&[solved, "solve", "-", "--format", "jsonl"], &positions);
        let finished = solved.lines().filter(|line| line.contains(r#""stop":"finished""#));
        assert_eq!(finished.count(), positions.lines().count(), "{made:?}: {solved}");
    }
}

#[test]
fn the_judges_input_is_judged() {
    let board = answer(&["contour", "generate", "10x10", "--scores", "0..100000", "--to", "judge"], "");
    let margin = answer(&["judge", "contour"], &board);
    assert!(margin.trim_end().parse::<i64>().is_ok(), "{margin}");
    let cases = answer(&["hex", "generate", "6x6", "--fill", "0.4", "--count", "7", "--to", "judge"], "");
    let odds = answer(&["judge", "hex"], &cases);
    assert_eq!(odds.lines().filter(|line| line.starts_with("White ")).count(), 7, "{odds}");
}
