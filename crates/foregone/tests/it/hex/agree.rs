//! The methods held against each other: the rules themselves, every filling, labelled frontiers, transfer tables.

use super::*;

/// All methods give a position and its moves the same values.
fn check(solvers: &mut [Solver], position: &Position) {
    let (first, others) = solvers.split_first_mut().unwrap();
    let (expected, moves) = (value(first, position), move_values(first, position));
    assert_eq!(moves.len(), position.open_cells(), "{position}");
    for solver in others {
        let method = solver.method();
        assert_eq!(value(solver, position), expected, "{position} by {method:?}");
        assert_eq!(move_values(solver, position), moves, "{position} by {method:?}");
    }
}

fn solvers(methods: &[Method]) -> Vec<Solver> {
    methods.iter().map(|method| Solver::with_method(*method)).collect()
}

#[test]
fn odds_are_the_oracles_on_random_positions() {
    let mut random = Random(1);
    let mut oracle = Solver::with_method(Method::Oracle);
    let mut others = solvers(&[Method::Transfer, Method::LabelledFrontier, Method::Enumerate]);
    for (count, most_open, side) in [(12_000, 8, 5), (150, 10, 9)] {
        for _ in 0..count {
            let position = random.hex_position(side, most_open);
            let expected = value(&mut oracle, &position);
            for solver in &mut others {
                assert_eq!(value(solver, &position), expected, "{position} by {:?}", solver.method());
            }
        }
    }
}

#[test]
fn moves_are_worth_the_same_by_every_method() {
    let mut random = Random(2);
    let mut all = solvers(Method::ALL);
    for _ in 0..2_000 {
        check(&mut all, &random.hex_position(5, 6));
    }
    let mut counting = solvers(&[Method::Enumerate, Method::Transfer, Method::LabelledFrontier]);
    for _ in 0..100 {
        check(&mut counting, &random.hex_position(7, 11));
    }
}

#[test]
fn every_position_of_the_small_boards() {
    let kinds = [None, Some(Colour::White), Some(Colour::Black)];
    let mut enumerate = Solver::with_method(Method::Enumerate);
    let mut others = solvers(&[Method::Transfer, Method::LabelledFrontier]);
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        let cells = rows * columns;
        for way in 0..3_usize.pow(cells as u32) {
            let stones: Vec<_> = (0..cells).map(|cell| kinds[way / 3_usize.pow(cell as u32) % 3]).collect();
            for (to_move, axis) in [
                (Colour::White, Axis::TopBottom),
                (Colour::Black, Axis::TopBottom),
                (Colour::White, Axis::LeftRight),
                (Colour::Black, Axis::LeftRight),
            ] {
                let position = Position::new(rows, columns, stones.clone(), to_move, axis).unwrap();
                let expected = value(&mut enumerate, &position);
                for solver in &mut others {
                    assert_eq!(value(solver, &position), expected, "{position} by {:?}", solver.method());
                }
            }
        }
    }
}

#[test]
fn boards_beyond_counting_by_hand() {
    let mut both = solvers(&[Method::LabelledFrontier, Method::Transfer]);
    let mut check_odds = |position: &Position| {
        let [labelled, transfer] = both.as_mut_slice() else { unreachable!("there are two") };
        assert_eq!(value(transfer, position), value(labelled, position), "{position}");
    };
    // Counts beyond 64 bits, beyond 128, and beyond several primes; either way round.
    for text in ["5x14", "14x5", "3x45", "45x3", "2x160", "160x2", "1x300", "300x1", "7x7", "4x35"] {
        check_odds(&position(text));
    }
    let mut random = Random(3);
    for _ in 0..300 {
        check_odds(&random.hex_position(7, 49));
    }
    for _ in 0..20 {
        check_odds(&random.hex_position(9, 81));
    }
}

/// The same position seen otherwise.
fn seen(
    position: &Position,
    turn: impl Fn(usize, usize) -> (usize, usize),
    transpose: bool,
    swap: bool,
) -> Position {
    let (rows, columns) = (position.rows(), position.columns());
    let (new_rows, new_columns) = if transpose { (columns, rows) } else { (rows, columns) };
    let mut stones = vec![None; rows * columns];
    for cell in position.board().cells() {
        let (row, column) = turn(cell.row, cell.column);
        let stone = position.stone(cell);
        stones[row * new_columns + column] = if swap { stone.map(Colour::other) } else { stone };
    }
    let to_move = position.to_move_colour();
    let to_move = if swap { to_move.other() } else { to_move };
    // Transposing turns the axes, swapping colours turns them back.
    let axis = if transpose == swap { position.white_joins() } else { position.white_joins().other() };
    Position::new(new_rows, new_columns, stones, to_move, axis).unwrap()
}

#[test]
fn symmetries_keep_the_odds() {
    let mut random = Random(4);
    let mut solver = Solver::new();
    for _ in 0..500 {
        let position = random.hex_position(8, 64);
        let (rows, columns) = (position.rows(), position.columns());
        let expected = value(&mut solver, &position);
        for other in [
            seen(&position, |row, column| (rows - 1 - row, columns - 1 - column), false, false),
            seen(&position, |row, column| (column, row), true, false),
            seen(&position, |row, column| (row, column), false, true),
            seen(&position, |row, column| (column, row), true, true),
        ] {
            assert_eq!(value(&mut solver, &other), expected, "{position} as {other}");
        }
    }
}

#[test]
fn a_position_is_worth_the_mean_of_its_moves() {
    let mut random = Random(5);
    let mut solver = Solver::new();
    let mut check_mean = |position: &Position| {
        let moves = move_values(&mut solver, position).into_iter().map(|(_, odds)| odds);
        let expected = value(&mut solver, position);
        assert_eq!(Odds::mean(moves), (position.open_cells() > 0).then_some(expected), "{position}");
    };
    // With 67 and 131 open cells the counts just fit into 64 and 128 bits; with one more they do not.
    let edges = [
        "7x10:WBW7/10/10/10/10/10/10:w",
        "7x10:WB8/10/10/10/10/10/10:b",
        "12x11:B10/11/11/11/11/11/11/11/11/11/11/11:w",
        "12x11",
    ];
    for text in ["9x9", "8x9", "9x8", "3x60", "60x3", "1x200", "11x11"].into_iter().chain(edges) {
        check_mean(&position(text));
    }
    for _ in 0..300 {
        check_mean(&random.hex_position(9, 81));
    }
}
