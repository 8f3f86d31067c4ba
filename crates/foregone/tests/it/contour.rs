//! Contour: the judges' cases, the oracle against every method, the theorems, and broken text.

mod limits;
mod shards;
mod why;

use foregone::contour::{Board, Method, Position, Solver};
use foregone::{
    Analysis, Cell, JudgeFormat as _, Known, Limits, Margin, Method as _, Rules, Side, Solver as _,
    StopReason,
};

use crate::random::Random;

impl Random {
    fn scores(&mut self, count: usize, least: i64, greatest: i64) -> Vec<i64> {
        (0..count).map(|_| self.within(least, greatest)).collect()
    }

    pub(crate) fn board(&mut self, rows: usize, columns: usize, least: i64, greatest: i64) -> Board {
        let cells = rows * columns;
        let (first, second) = (self.scores(cells, least, greatest), self.scores(cells, least, greatest));
        Board::new(rows, columns, first, second).unwrap()
    }

    /// A position after so many random moves, or at the end of the game.
    pub(crate) fn position(&mut self, board: Board, plies: usize) -> Position {
        let mut position = Position::new(board);
        for _ in 0..plies {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[self.below(moves.len())]).unwrap();
        }
        position
    }
}

/// The ranges of scores that the tests go through: wide, tied, negative, zero, at the bounds.
const SCORES: [(i64, i64); 7] = [
    (0, 100_000),
    (-9, 9),
    (0, 1),
    (-50, -40),
    (0, 0),
    (-Board::MAX_SCORE, Board::MAX_SCORE),
    (Board::MAX_SCORE - 1, Board::MAX_SCORE),
];

fn analyze(method: Method, position: &Position) -> Analysis<Cell, Margin> {
    Solver::with_method(method).analyze(position, &Limits::none()).unwrap()
}

fn value(method: Method, position: &Position) -> i64 {
    let solution = Solver::with_method(method).solve(position, &Limits::none()).unwrap();
    assert_eq!(solution.report.stop, StopReason::Finished);
    solution.value.exact().expect("no limit was set").points()
}

fn transposed(position: &Position) -> Position {
    let board = position.board();
    let (rows, columns) = (board.rows(), board.columns());
    let turned = || (0..columns).flat_map(|row| (0..rows).map(move |column| Cell::new(column, row)));
    let first = turned().map(|cell| board.first(cell)).collect();
    let second = turned().map(|cell| board.second(cell)).collect();
    let taken = (0..columns).map(|column| position.taken().iter().filter(|&&length| length > column).count());
    Position::with_taken(Board::new(columns, rows, first, second).unwrap(), taken.collect()).unwrap()
}

/// Input and answer of each case of a file in the judges' formats.
fn cases(file: &str) -> Vec<(String, String)> {
    let case = |text: &str| {
        let (input, answer) = text.split_once("OUT\n").unwrap();
        (input.to_owned(), answer.trim().to_owned())
    };
    file.split("IN\n").skip(1).map(case).collect()
}

#[test]
fn the_judges_cases_have_the_judges_answers() {
    let small = cases(include_str!("../cases/contour.txt"));
    let large = cases(include_str!("../cases/contour-large.txt"));
    assert_eq!((small.len(), large.len()), (30, 2));
    for (index, (input, answer)) in small.iter().chain(&large).enumerate() {
        let positions = Position::read_judge(input).unwrap();
        assert_eq!(Position::read_judge(&Position::write_judge(&positions).unwrap()).unwrap(), positions);
        let position = &positions[0];
        assert_eq!(position.to_string().parse().as_ref(), Ok(position));
        for method in [Method::Sweep, Method::Ranks] {
            let said = |position| Position::judge_answer(&Margin::new(value(method, position)));
            assert_eq!(said(position), *answer, "case {index} by {method:?}");
            assert_eq!(said(&transposed(position)), *answer, "case {index} transposed, by {method:?}");
        }
    }
}

#[test]
fn textbook_methods_reach_the_size_that_the_judges_ask_for() {
    let cases = cases(include_str!("../cases/contour.txt"));
    let (input, answer) = cases.iter().find(|(input, _)| input.starts_with("10 10\n")).unwrap();
    let position = &Position::read_judge(input).unwrap()[0];
    for method in [Method::RowPrefixes, Method::ContourForward, Method::ContourBackward] {
        assert_eq!(value(method, position).to_string(), *answer, "{method:?}");
    }
}

#[test]
fn known_positions_have_their_values() {
    for (text, expected, best) in [
        // The sample of problem P4363.
        ("2x3:2,7,3/9,1,2|3,7,2/2,3,1", 2, "a1"),
        // One row: the sides alternate, there is no choice.
        ("1x4:1,2,3,4|5,6,7,8", 1 - 6 + 3 - 8, "a1"),
        ("4x1:1/2/3/4|5/6/7/8|1,1,0,0", 3 - 8, "a3"),
        // Second is to move and sees the margin from its side: 9 for a2 and First takes b1, not 7 and First takes a2.
        ("2x2:0,1/10,0|0,7/9,0|1,0", 9 - 1, "a2"),
        // What one would rather not take: a cell of both scores negative.
        ("1x2:-5,1|0,-3", -5 + 3, "a1"),
    ] {
        let position: Position = text.parse().unwrap();
        for &method in Method::ALL {
            let analysis = analyze(method, &position);
            assert_eq!(analysis.value, Known::Exact(Margin::new(expected)), "{text} by {method:?}");
            assert_eq!(analysis.best_move().unwrap().to_string(), best, "{text} by {method:?}");
        }
    }
}

/// Holds every method against the oracle: the value, and the value of every move.
fn check(position: &Position) {
    let oracle = analyze(Method::Oracle, position);
    for &method in Method::ALL {
        if method == Method::Plain && position.plies_left() > 9 {
            continue;
        }
        let analysis = analyze(method, position);
        assert_eq!(analysis.to_move, oracle.to_move);
        assert_eq!(analysis.value, oracle.value, "{position} by {method:?}");
        assert_eq!(analysis.moves, oracle.moves, "{position} by {method:?}");
        assert_eq!(
            Some(&Margin::new(value(method, position))),
            oracle.value.exact(),
            "{position} by {method:?}"
        );
    }
}

#[test]
fn every_method_agrees_with_the_oracle() {
    let mut random = Random(1);
    for round in 0..30_000 {
        let (rows, columns) = (1 + random.below(4), 1 + random.below(5));
        let (least, greatest) = SCORES[round % SCORES.len()];
        let board = random.board(rows, columns, least, greatest);
        let plies = if round % 3 == 0 { 0 } else { random.below(rows * columns + 1) };
        check(&random.position(board, plies));
    }
}

#[test]
fn every_method_agrees_with_the_oracle_on_longer_and_thinner_boards() {
    let mut random = Random(2);
    for (round, &(rows, columns)) in
        [(6, 6), (5, 8), (8, 5), (2, 12), (12, 2), (1, 16), (16, 1), (3, 9), (9, 3)]
            .iter()
            .cycle()
            .take(140)
            .enumerate()
    {
        let (least, greatest) = SCORES[round % SCORES.len()];
        let board = random.board(rows, columns, least, greatest);
        let plies = random.below(rows * columns);
        check(&random.position(board, plies));
    }
}

#[test]
fn words_are_wide_enough_at_the_edge_of_their_range() {
    // The sizes of the swings sum to i32::MAX - 1, to i32::MAX, the most that narrow words can hold, and to one more.
    for extra in -1..=1 {
        for sign in [1, -1] {
            let most = i64::from(i32::MAX) + extra;
            let swings = [most / 4, most / 4, most / 4, most - 3 * (most / 4)].map(|swing| sign * swing);
            let first = swings.map(|swing| swing / 2).to_vec();
            let second = swings.map(|swing| swing - swing / 2).to_vec();
            for (rows, columns) in [(2, 2), (1, 4), (4, 1)] {
                check(&Position::new(Board::new(rows, columns, first.clone(), second.clone()).unwrap()));
            }
        }
    }
}

#[test]
fn scores_at_their_bounds_add_up() {
    let most = Board::MAX_SCORE;
    let same = |rows: usize, columns: usize, first: i64, second: i64| {
        let all = |score| vec![score; rows * columns];
        Position::new(Board::new(rows, columns, all(first), all(second)).unwrap())
    };
    for (first, second) in [(most, most), (most, -most), (-most, most), (-most, -most)] {
        for (rows, columns) in [(1, 1), (1, 9), (3, 3), (5, 2)] {
            check(&same(rows, columns, first, second));
        }
        // Whatever is taken, each side takes half of the cells.
        for (rows, columns) in [(1, 1_000), (1_000, 1), (12, 12), (2, 300)] {
            let expected = (rows * columns / 2) as i64 * (first - second);
            let position = same(rows, columns, first, second);
            for method in [Method::Sweep, Method::Ranks] {
                assert_eq!(value(method, &position), expected, "{rows}x{columns} by {method:?}");
            }
        }
    }
}

#[test]
fn every_line_takes_the_first_best_move_down_to_the_end() {
    let mut random = Random(3);
    for round in 0..300 {
        let (rows, columns) = (1 + random.below(3), 1 + random.below(4));
        let (least, greatest) = SCORES[round % SCORES.len()];
        let board = random.board(rows, columns, least, greatest);
        let plies = random.below(rows * columns);
        let position = random.position(board, plies);
        for &method in Method::ALL {
            if method == Method::Plain && position.plies_left() > 9 {
                continue;
            }
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

/// Plays the best line of a position and returns First's points less Second's.
fn played(position: &Position) -> i64 {
    let line = Solver::new().line(position, usize::MAX, &Limits::none()).unwrap();
    assert!(line.complete);
    let score = |side: Side, cell| match side {
        Side::First => position.board().first(cell),
        Side::Second => -position.board().second(cell),
    };
    line.plies.iter().map(|ply| score(ply.side, ply.mv)).sum()
}

#[test]
fn the_line_of_a_large_board_scores_its_value() {
    let mut random = Random(4);
    for (rows, columns, (least, greatest)) in [
        (12, 12, (-99, 99)),
        (14, 13, (-9, 30)),
        (12, 14, SCORES[0]),
        (10, 10, SCORES[5]),
        (2, 500, SCORES[5]),
        (500, 2, SCORES[0]),
        (3, 150, (0, 9)),
    ] {
        let position = Position::new(random.board(rows, columns, least, greatest));
        assert_eq!(played(&position), value(Method::Ranks, &position), "{rows}x{columns}");
        assert_eq!(value(Method::Sweep, &position), value(Method::Ranks, &transposed(&position)));
    }
    let line = Solver::new().line(&Position::new(random.board(5, 5, 0, 9)), 3, &Limits::none()).unwrap();
    assert_eq!((line.plies.len(), line.complete), (3, false));
}

#[test]
fn thin_boards_of_full_size_have_one_way_to_go() {
    let mut random = Random(5);
    for (rows, columns) in [(1, 1_000), (1_000, 1)] {
        let board = random.board(rows, columns, -Board::MAX_SCORE, Board::MAX_SCORE);
        let mut position = Position::new(board.clone());
        let mut expected = 0;
        while let Some(&cell) = position.moves().first() {
            let sign = if position.to_move() == Side::First { 1 } else { -1 };
            expected += sign * position.play(cell).unwrap();
        }
        assert_eq!(value(Method::Ranks, &Position::new(board)), expected);
    }
}

#[test]
fn thin_boards_agree_with_row_prefixes() {
    let mut random = Random(6);
    for (rows, columns) in [(2, 60), (60, 1), (4, 25), (12, 4)] {
        let position = Position::new(random.board(rows, columns, -1_000, 1_000));
        assert_eq!(
            value(Method::Ranks, &position),
            value(Method::RowPrefixes, &position),
            "{rows}x{columns}"
        );
    }
}

#[test]
fn the_end_of_a_huge_game_is_small() {
    let mut random = Random(7);
    for round in 0..50 {
        let (rows, columns) = if round < 25 { (100, 100) } else { (1_000, 40) };
        let (least, greatest) = SCORES[round % SCORES.len()];
        let board = random.board(rows, columns, least, greatest);
        // Cells given back from the end of the game, one at a time, where the staircase allows it.
        let mut taken = vec![columns; rows];
        for _ in 0..10 {
            let ends = |row: &usize| taken[*row] > taken.get(row + 1).copied().unwrap_or(0);
            let ending: Vec<usize> = (0..rows).filter(ends).collect();
            taken[ending[random.below(ending.len())]] -= 1;
        }
        let position = Position::with_taken(board, taken).unwrap();
        assert_eq!(position.plies_left(), 10);
        let (ranks, oracle) = (analyze(Method::Ranks, &position), analyze(Method::Oracle, &position));
        assert_eq!((ranks.value, ranks.moves), (oracle.value, oracle.moves));
    }
}

#[test]
fn a_finished_game_is_worth_nothing_more() {
    for text in ["1x1:5|7|1", "2x3:2,7,3/9,1,2|3,7,2/2,3,1|3,3"] {
        let position: Position = text.parse().unwrap();
        for &method in Method::ALL {
            let analysis = analyze(method, &position);
            assert_eq!((analysis.value, analysis.moves.len()), (Known::Exact(Margin::ZERO), 0), "{method:?}");
            let line = Solver::with_method(method).line(&position, 9, &Limits::none()).unwrap();
            assert_eq!((line.plies.len(), line.complete), (0, true), "{method:?}");
        }
    }
}

/// What the cells left score for the side to move, less what they score for the other.
fn lead(position: &Position) -> i64 {
    let board = position.board();
    let first: i64 = position.ideal().cells_left().map(|cell| board.first(cell) - board.second(cell)).sum();
    if position.to_move() == Side::First { first } else { -first }
}

#[test]
fn only_the_swings_matter() {
    let mut random = Random(8);
    for _ in 0..300 {
        let (rows, columns) = (1 + random.below(5), 1 + random.below(5));
        let board = random.board(rows, columns, -100, 100);
        let moved = random.scores(rows * columns, -100, 100);
        let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| Cell::new(row, column)));
        let first = cells().zip(&moved).map(|(cell, by)| board.first(cell) + by).collect();
        let second = cells().zip(&moved).map(|(cell, by)| board.second(cell) - by).collect();
        let other = Board::new(rows, columns, first, second).unwrap();
        let plies = random.below(rows * columns);
        let position = random.position(board, plies);
        let other = Position::with_taken(other, position.taken().to_vec()).unwrap();
        for method in [Method::Ranks, Method::Oracle] {
            let rest = |position| 2 * value(method, position) - lead(position);
            assert_eq!(rest(&position), rest(&other), "{position}");
        }
        let best = |position| analyze(Method::Oracle, position).best_move();
        assert_eq!(best(&position), best(&other), "{position}");
    }
}

#[test]
fn taking_the_greatest_swing_is_never_wrong() {
    let mut random = Random(9);
    let mut met = 0;
    for round in 0..2_000 {
        let (rows, columns) = (1 + random.below(5), 1 + random.below(5));
        let (least, greatest) = SCORES[round % SCORES.len()];
        let board = random.board(rows, columns, least, greatest);
        let plies = random.below(rows * columns);
        let position = random.position(board, plies);
        let swing = |cell: Cell| position.board().swing(cell);
        let greatest = position.ideal().cells_left().map(swing).max().unwrap();
        let analysis = analyze(if round < 500 { Method::Oracle } else { Method::Ranks }, &position);
        for ranked in analysis.moves.iter().filter(|ranked| swing(ranked.mv) == greatest) {
            assert!(ranked.best, "{} in {position}", ranked.mv);
            met += 1;
        }
    }
    assert!(met > 500, "only {met} positions had the greatest swing available");
}

/// A board whose swings never grow along rows and columns.
fn ordered(random: &mut Random, rows: usize, columns: usize, step: i64) -> Board {
    let mut swings = vec![0; rows * columns];
    for at in (0..rows * columns).rev() {
        let right = if at % columns + 1 < columns { swings[at + 1] } else { i64::MIN };
        let below = if at + columns < rows * columns { swings[at + columns] } else { i64::MIN };
        let least = right.max(below);
        swings[at] =
            if least == i64::MIN { random.within(-step, step) } else { least + random.within(0, step) };
    }
    let first = random.scores(rows * columns, -1_000, 1_000);
    let second = swings.iter().zip(&first).map(|(swing, first)| swing - first).collect();
    Board::new(rows, columns, first, second).unwrap()
}

#[test]
fn ordered_boards_follow_the_closed_form() {
    let mut random = Random(10);
    for (rows, columns, step) in [
        (12, 12, 1_000),
        (12, 12, 1),
        (13, 12, 20),
        (10, 14, 1_000_000),
        (10, 11, 9_000_000),
        (14, 14, 900),
        (16, 16, 40),
        (2, 500, 9),
        (500, 2, 9),
        (1, 1_000, 5),
        (5, 40, 3),
        (1, 1, 7),
    ] {
        let board = ordered(&mut random, rows, columns, step);
        for plies in [0, 1, rows * columns / 2] {
            let position = random.position(board.clone(), plies);
            let mut swings: Vec<i64> =
                position.ideal().cells_left().map(|cell| position.board().swing(cell)).collect();
            swings.sort_unstable_by(|a, b| b.cmp(a));
            let alternating: i64 =
                swings.iter().zip([1, -1].iter().cycle()).map(|(swing, sign)| swing * sign).sum();
            // The plain sweep would take a gigabyte or more for the largest.
            let methods = if rows * columns > 13 * 13 && rows.min(columns) > 10 {
                &[Method::Sweep][..]
            } else {
                &[Method::Sweep, Method::Ranks]
            };
            for &method in methods {
                let rest = 2 * value(method, &position) - lead(&position);
                assert_eq!(rest, alternating, "{rows}x{columns} by {method:?}");
            }
        }
    }
}

/// Breaks a text in one place.
fn broken(random: &mut Random, text: &str) -> String {
    const PIECES: [&str; 14] =
        ["", ",", "/", "|", ":", "x", "-", " ", "\n", "0", "99999999999999999999", "é", "1,1", "\u{0}"];
    let mut characters: Vec<String> = text.chars().map(String::from).collect();
    let at = random.below(characters.len());
    characters[at] = PIECES[random.below(PIECES.len())].to_owned();
    characters.concat()
}

#[test]
fn what_is_read_from_broken_text_is_a_position_or_an_error() {
    let mut random = Random(14);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let (rows, columns) = (1 + random.below(3), 1 + random.below(3));
        let board = random.board(rows, columns, -12, 12);
        let plies = random.below(rows * columns + 1);
        let position = random.position(board, plies);
        let judge = Position::write_judge(&[Position::new(position.board().clone())]).unwrap();
        let (line, judge) = (broken(&mut random, &position.to_string()), broken(&mut random, &judge));
        for result in [line.parse(), Position::read_judge(&judge).map(|positions| positions[0].clone())] {
            match result {
                Ok(position) => {
                    read += 1;
                    assert_eq!(position.to_string().parse(), Ok(position), "{line:?} or {judge:?}");
                }
                Err(error) => {
                    refused += 1;
                    assert_eq!(error.to_string().lines().count(), 1, "{line:?} or {judge:?}");
                }
            }
        }
    }
    assert!(read > 1_000 && refused > 1_000, "{read} read, {refused} refused");
}
