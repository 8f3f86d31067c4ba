//! `foregone judge`: the original problems' input in, exactly their output out.

use std::fs;

use crate::{answer, foregone, root};

fn cases(name: &str) -> String {
    fs::read_to_string(root().join("crates/foregone/tests/cases").join(name)).expect("the case file is there")
}

/// Checks every `IN`, `OUT` block of a case file.
fn check_blocks(game: &str, name: &str) {
    let text = cases(name);
    let blocks: Vec<_> = text.split("IN\n").skip(1).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let (input, expected) = block.split_once("OUT\n").expect("a block has an answer");
        assert_eq!(answer(&["judge", game], input), expected, "{input}");
    }
}

#[test]
fn contour_cases() {
    check_blocks("contour", "contour.txt");
}

#[test]
fn contour_boards_past_the_judges_limits() {
    check_blocks("contour", "contour-large.txt");
}

#[test]
fn dots_cases() {
    check_blocks("dots", "dots-loony.txt");
}

#[test]
fn hex_cases() {
    assert_eq!(answer(&["judge", "hex"], &cases("hex.in")), cases("hex.out"));
}

#[test]
fn two_hundred_hex_cases() {
    let (input, output) = (cases("hex.in"), cases("hex.out"));
    let (count, boards) = input.split_once('\n').expect("the first line is the count");
    let times = 200_usize.div_ceil(count.parse().expect("the first line is the count"));
    let many = format!("{}\n{}", times * output.lines().count(), boards.repeat(times));
    assert_eq!(answer(&["judge", "hex"], &many), output.repeat(times));
}

/// A grid of boxes, every row one chain from the left border to the right.
fn rows_of_chains(rows: usize, columns: usize) -> String {
    let mut grid = format!("{rows} {columns}\n");
    for _ in 0..=rows {
        grid.push_str(&"1".repeat(columns));
        grid.push('\n');
    }
    for _ in 0..rows {
        grid.push_str(&"0".repeat(columns + 1));
        grid.push('\n');
    }
    grid
}

/// A grid of boxes in loops of four. Both sizes are even.
fn loops_of_four(rows: usize, columns: usize) -> String {
    let line = |even: &str, odd: &str, length: usize| {
        (0..length).map(|index| if index % 2 == 0 { even } else { odd }).collect::<String>()
    };
    let mut grid = format!("{rows} {columns}\n");
    for row in 0..=rows {
        grid.push_str(&if row % 2 == 0 { "1".repeat(columns) } else { "0".repeat(columns) });
        grid.push('\n');
    }
    for _ in 0..rows {
        grid.push_str(&line("1", "0", columns + 1));
        grid.push('\n');
    }
    grid
}

#[test]
fn loony_grids_of_90_000_boxes() {
    // The controller gives up two boxes of every chain but the last: 300 * 300 - 299 * 4.
    assert_eq!(answer(&["judge", "dots"], &rows_of_chains(300, 300)), "-88804\n");
    // Loops of four are declined whole until the last: an even number of them is level, an odd one worth four.
    assert_eq!(answer(&["judge", "dots"], &loops_of_four(300, 300)), "0\n");
    assert_eq!(answer(&["judge", "dots"], &loops_of_four(2, 30)), "-4\n");
}

#[test]
fn bad_input_is_one_clear_line() {
    for (game, input, expected) in [
        ("contour", "", "standard input: line 1, column 1: expected "),
        ("contour", "0 3\n", "standard input: line 1, column 1: expected "),
        ("contour", "1 2\n1 2\n3", "standard input: line 3, column 2: expected "),
        ("contour", "1 2\n1 2\n3 x\n", "standard input: line 3, column 3: expected "),
        (
            "contour",
            "1 2\n1 2\n3 4\n5",
            "standard input: line 4, column 1: expected the end of the input, found `5`",
        ),
        ("contour", "1 1\n1000000001\n1\n", "standard input: line 2, column 1: expected "),
        ("hex", "", "standard input: line 1, column 1: expected "),
        ("hex", "1\n2\n..\n.X\n", "standard input: line 4, column 2: expected "),
        ("hex", "1\n2\n..\n.\n", "standard input: line 4, column 2: expected "),
        ("hex", "2\n1\n.\n", "standard input: line 4, column 1: expected "),
        ("hex", "1\n0\n", "standard input: line 2, column 1: expected "),
        ("dots", "", "standard input: line 1, column 1: expected "),
        ("dots", "1 2\n11\n1\n", "standard input: line 3, column 2: expected "),
        ("dots", "1 1\n1\n1\n12\n", "standard input: line 4, column 2: expected "),
        (
            "dots",
            "1 1\n0\n0\n00\n",
            "standard input: every box must have 0 or 2 open sides, and box a1 has 4 open sides",
        ),
    ] {
        let ran = foregone(&["judge", game], input);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{game} {input:?}");
        assert!(ran.stderr.starts_with(&format!("error: {expected}")), "{game} {input:?}: {}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{game} {input:?}: {}", ran.stderr);
    }
}
