//! Positions at the bounds of what the searches take: all that they count is as large as it gets.

use super::*;

/// Every box is left, and few of the edges.
fn crowded(random: &mut Random, rows: usize, columns: usize) -> Position {
    let (across, down) = ((rows + 1) * columns, rows * (columns + 1));
    let mut drawn = vec![true; across + down];
    for row in 0..rows {
        for column in 0..columns {
            let left = across + row * (columns + 1) + column;
            let sides = [row * columns + column, (row + 1) * columns + column, left, left + 1];
            if sides.iter().all(|&side| drawn[side]) {
                drawn[random.pick(&sides)] = false;
            }
        }
    }
    let drawn: String = drawn.iter().map(|&drawn| if drawn { '1' } else { '0' }).collect();
    format!("{rows}x{columns}:{drawn}").parse().unwrap()
}

#[test]
fn as_many_boxes_as_the_fast_search_takes_and_more() {
    let mut random = Random(61);
    // Up to 28 boxes by the fast search, more by the plain one.
    for (rows, columns) in [(4, 7), (7, 4), (2, 14), (1, 28), (1, 29), (29, 1), (3, 10), (5, 6)] {
        for _ in 0..6 {
            let position = crowded(&mut random, rows, columns);
            let boxes = position.cells().filter(|&cell| position.open_sides(cell) > 0).count();
            assert_eq!(boxes, rows * columns);
            let expected = solve(Method::Search, &position);
            for method in [Method::Exact, Method::ExactKeys] {
                assert_eq!(solve(method, &position), expected, "{position} by {}", method.name());
            }
        }
    }
}

#[test]
fn chains_as_long_as_the_plain_search_takes_and_longer() {
    let rows = |rows: usize, columns: usize| -> Position {
        let (across, down) = ("1".repeat((rows + 1) * columns), "0".repeat(rows * (columns + 1)));
        format!("{rows}x{columns}:{across}{down}").parse().unwrap()
    };
    // Of the first of two chains all but two boxes are taken, which the opener gets.
    for (position, expected) in [(rows(1, 1_000), -1_000), (rows(2, 500), 2 - 498 - 500)] {
        for method in [Method::Search, Method::Exact, Method::Loony, Method::ChainLoop] {
            assert_eq!(solve(method, &position), expected, "{position:.9} by {}", method.name());
        }
    }
    let refused = Solver::with_method(Method::Search).solve(&rows(2, 501), &Limits::none()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the method `search` does not apply here: it takes at most 1000 boxes in chains and loops, and 1002 are left here"
    );
}
