//! Positions and puzzles that are made up: they are of the kind asked for, the same for good, and what is said of them holds
//! by the oracle.

use std::sync::atomic::AtomicBool;

use foregone::contour::generate::{Deal, Recipe as Boards};
use foregone::generate::{
    Generated, Level, PositionOf, PuzzleOf, Recipe, ValueOf, Wanted, positions, puzzles,
};
use foregone::hex::generate::Recipe as Stones;
use foregone::hex::{Colour, Turns};
use foregone::{
    Budget, Cell, Limits, Margin, Odds, Rules, Side, SolveError, Solver as _, StopReason, contour, dots, hex,
    oracle,
};

fn wanted(count: usize) -> Wanted {
    Wanted { count, seed: 2026 }
}

fn made<R: Recipe>(recipe: &R, count: usize) -> Vec<PositionOf<R>> {
    let Generated { found, report, .. } = positions(recipe, wanted(count), &Limits::none()).unwrap();
    assert_eq!((found.len(), report.stop), (count, StopReason::Finished));
    found
}

fn puzzles_of<R: Recipe>(recipe: &R, gap: &ValueOf<R>, count: usize) -> Vec<PuzzleOf<R>> {
    let Generated { found, report, .. } = puzzles(recipe, gap, wanted(count), &Limits::none()).unwrap();
    assert_eq!((found.len(), report.stop), (count, StopReason::Finished));
    found
}

fn boards(rows: usize, columns: usize) -> Boards {
    Boards::new(rows, columns).unwrap()
}

fn stones(start: &str) -> Stones {
    Stones::new(start.parse().unwrap())
}

fn odds(favourable: u32, possible: u32) -> Odds {
    Odds::new(favourable.into(), possible.into()).unwrap()
}

/// Every move and its value, by the rules alone.
fn by_oracle(position: &contour::Position) -> Vec<(Cell, i64)> {
    let valued = oracle::margins(position, &mut Budget::open(&Limits::none())).unwrap();
    valued.moves.into_iter().map(|(cell, known)| (cell, known.exact().unwrap().points())).collect()
}

/// The greatest of all values, whose it is alone, and by how much.
fn only_best(moves: &[(Cell, i64)]) -> Option<(Cell, i64, i64)> {
    let mut sorted = moves.to_vec();
    sorted.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    let &[(cell, value), (_, next), ..] = &sorted[..] else { return None };
    (value > next).then_some((cell, value, value - next))
}

#[test]
fn the_same_seed_gives_the_same_positions_for_good() {
    let told = |found: Vec<String>| found.join(" ");
    let of_contour = |recipe: &Boards| told(made(recipe, 2).iter().map(ToString::to_string).collect());
    let of_hex = |recipe: &Stones| told(made(recipe, 2).iter().map(ToString::to_string).collect());
    let in_play = boards(3, 3).with_taken(2..=6).unwrap();
    let rising = in_play.clone().with_deal(Deal::Rising);
    let balanced = boards(2, 2).with_scores(-100_000..=100_000).unwrap().with_deal(Deal::Balanced);
    let by_left = stones("3x6:b:lr").with_stones(1..=7).unwrap();
    let dots = dots::generate::Recipe::new("3x3".parse().unwrap(), Level::new(2).unwrap());
    let of_dots = told(made(&dots, 2).iter().map(ToString::to_string).collect());
    let found = [
        of_contour(&boards(2, 3)),
        of_contour(&in_play),
        of_contour(&rising),
        of_contour(&balanced),
        of_hex(&stones("5x5")),
        of_hex(&by_left),
        of_dots,
    ];
    let expected = [
        "2x3:3,1,6/6,6,4|0,4,6/6,9,8 2x3:4,7,2/3,9,0|4,1,1/6,7,4",
        "3x3:3,1,6/6,6,4/0,4,6|6,9,8/4,4,7/2,3,9|2,0,0 3x3:1,6,7/4,1,8/1,2,0|7,0,3/6,0,9/2,6,2|1,1,0",
        "3x3:0,4,4/1,6,6/3,6,6|0,1,4/1,4,7/1,6,8|2,1,0 3x3:2,5,7/3,6,7/4,9,9|0,3,3/0,4,8/2,7,9|1,1,0",
        "2x2:-21101,-79328/37552,28113|21101,79328/-37552,-28113 2x2:-12888,-90289/-10507,21627|12888,90289/10507,-21627",
        "5x5:B1W2/4W/4W/1B3/2B2:w 5x5:5/3W1/5/W3B/B1W1B:w",
        "3x6:1B4/4BW/6:w:lr 3x6:W5/1B1W2/2B2B:w:lr",
        "3x3:101000111000100101010101 3x3:110001110111100100101110",
    ];
    assert_eq!(found, expected);
}

#[test]
fn whoever_asks_for_more_gets_the_same_first() {
    fn check<R: Recipe>(recipe: &R, gap: &ValueOf<R>)
    where
        PositionOf<R>: PartialEq + std::fmt::Debug,
    {
        let ten = made(recipe, 10);
        assert_eq!(made(recipe, 4), ten[..4]);
        let other = positions(recipe, Wanted { count: 10, seed: 1 }, &Limits::none()).unwrap();
        assert_ne!(other.found, ten);
        let all = puzzles_of(recipe, gap, 6);
        let some = puzzles_of(recipe, gap, 3);
        assert!(some.iter().zip(&all).all(|(one, other)| one.position == other.position));
        let differ = |found: &[PositionOf<R>]| (1..found.len()).all(|at| !found[..at].contains(&found[at]));
        assert!(differ(&ten) && differ(&all.into_iter().map(|puzzle| puzzle.position).collect::<Vec<_>>()));
    }
    check(&boards(4, 5).half_played(), &Margin::new(1));
    check(&stones("4x4"), &odds(1, 100));
    check(&dots::generate::Recipe::new("3x3".parse().unwrap(), Level::new(2).unwrap()), &Margin::new(2));
}

#[test]
fn boards_are_dealt_as_asked_and_played_on_by_the_rules() {
    let deals = [Deal::Uniform, Deal::Same, Deal::Balanced, Deal::Extremes, Deal::Falling, Deal::Rising];
    for (rows, columns, scores, taken) in [
        (1, 1, 0..=9, 0..=1),
        (1, 8, -3..=3, 0..=8),
        (7, 1, 1..=100, 2..=5),
        (4, 5, 0..=9, 7..=7),
        (6, 3, -1_000_000_000..=1_000_000_000, 0..=18),
        (2, 9, 5..=5, 0..=4),
    ] {
        for deal in deals {
            let recipe = boards(rows, columns).with_scores(scores.clone()).unwrap();
            let recipe = recipe.with_taken(taken.clone()).unwrap().with_deal(deal);
            let Generated { found, .. } = positions(&recipe, wanted(30), &Limits::none()).unwrap();
            for position in &found {
                let board = position.board();
                let cells =
                    || (0..rows).flat_map(|row| (0..columns).map(move |column| Cell::new(row, column)));
                let left = position.plies_left();
                assert!(taken.contains(&(rows * columns - left)), "{position}");
                for cell in cells() {
                    let (first, second) = (board.first(cell), board.second(cell));
                    assert!(scores.contains(&first) && scores.contains(&second), "{position}");
                    let fits = |score: i64| score == *scores.start() || score == *scores.end();
                    // Those to the right and below.
                    let after = [Cell::new(cell.row, cell.column + 1), Cell::new(cell.row + 1, cell.column)];
                    let after = after.into_iter().filter(|cell| cell.row < rows && cell.column < columns);
                    let sides = [Side::First, Side::Second];
                    let mut pairs = after.flat_map(|next| {
                        sides.map(|side| (board.score(side, cell), board.score(side, next)))
                    });
                    assert!(
                        match deal {
                            Deal::Uniform => true,
                            Deal::Same => first == second,
                            Deal::Balanced => first + second == scores.start() + scores.end(),
                            Deal::Extremes => fits(first) && fits(second),
                            Deal::Falling => pairs.all(|(here, next)| next <= here),
                            Deal::Rising => pairs.all(|(here, next)| next >= here),
                        },
                        "{deal:?}: {position}"
                    );
                }
            }
            // Nothing but the board tells a position; few are the same.
            assert!(found.len() == 30 || deal != Deal::Uniform || rows * columns == 1 || scores == (5..=5));
        }
    }
}

#[test]
fn all_that_a_range_allows_comes_up() {
    let recipe = boards(1, 2).with_scores(-1..=1).unwrap().with_taken(0..=2).unwrap();
    let all = positions(&recipe, wanted(1_000), &Limits::none()).unwrap();
    // Three scores of each of four, and three numbers of cells.
    assert_eq!((all.found.len(), all.report.stop), (81 * 3, StopReason::Exhausted));
    let recipe = stones("2x2").with_stones(0..=4).unwrap();
    let open = positions(&recipe, wanted(1_000), &Limits::none()).unwrap();
    let any = positions(&recipe.or_decided(), wanted(1_000), &Limits::none()).unwrap();
    assert_eq!((any.found.len(), any.report.stop), (1 + 4 + 12 + 12 + 6, StopReason::Exhausted));
    // All with one stone or none; with two unless White has a column or Black a row.
    assert_eq!(open.found.len(), any.found.iter().filter(|position| position.winner().is_none()).count());
    assert!(open.found.iter().all(|position| position.winner().is_none()));
}

#[test]
fn stones_are_put_down_in_turn() {
    for (start, least, most) in [
        ("5x5", 0, 12),
        ("1x6", 0, 3),
        ("6x1:b", 0, 4),
        ("4x3:b:lr", 3, 8),
        ("3x3:W2/3/2B:w", 1, 4),
        ("1x1", 0, 1),
    ] {
        let from: hex::Position = start.parse().unwrap();
        let recipe = Stones::new(from.clone()).with_stones(least..=most).unwrap();
        let Generated { found, .. } = positions(&recipe, wanted(40), &Limits::none()).unwrap();
        for position in &found {
            let put = from.open_cells() - position.open_cells();
            assert!((least..=most).contains(&put) && position.winner().is_none(), "{position}");
            let count = |here: &hex::Position, colour| {
                here.board().cells().filter(|cell| here.stone(*cell) == Some(colour)).count()
            };
            let mover = from.to_move_colour();
            let more = |colour: Colour| count(position, colour) - count(&from, colour);
            assert_eq!((more(mover), more(mover.other())), (put.div_ceil(2), put / 2), "{position}");
            let turn = if put.is_multiple_of(2) { mover } else { mover.other() };
            assert_eq!((position.to_move_colour(), position.white_joins()), (turn, from.white_joins()));
            let kept = |cell| from.stone(cell).is_none_or(|stone| position.stone(cell) == Some(stone));
            assert!(from.board().cells().all(kept), "{position}");
        }
    }
    for (part, expected) in
        [((0, 1), 0), ((3, 10), 6), ((1, 2), 12), ((1, 25), 0), ((2, 25), 2), ((1, 1), 24)]
    {
        let recipe = stones("5x5").with_fill(&odds(part.0, part.1)).or_decided();
        assert!(made(&recipe, 1).iter().all(|position| 25 - position.open_cells() == expected), "{part:?}");
    }
}

#[test]
fn greedy_play_is_as_far_off_as_asked() {
    for (rows, columns, off) in [(3, 3, 5), (2, 5, 1), (4, 3, 8)] {
        let recipe = boards(rows, columns).with_greedy_off(off);
        for position in made(&recipe, 20) {
            let value = oracle::margin(&position, &mut Budget::open(&Limits::none())).unwrap().points();
            let (mut here, mut greedy) = (position.clone(), 0);
            while here.plies_left() > 0 {
                let (side, moves) = (here.to_move(), here.moves());
                let most = moves.iter().map(|cell| here.board().score(side, *cell)).max().unwrap();
                let cell = moves.iter().find(|cell| here.board().score(side, **cell) == most).unwrap();
                let score = here.play(*cell).unwrap();
                greedy += if side == position.to_move() { score } else { -score };
            }
            assert!(value.abs_diff(greedy) >= off, "{position}");
        }
    }
}

/// What the swings come to in so many plies, as if the game ended then, if a cell is taken first.
fn ahead(position: &contour::Position, cell: Cell, plies: usize) -> i64 {
    let mut next = position.clone();
    next.play(cell).unwrap();
    let replies =
        next.moves().into_iter().map(|reply| if plies == 1 { 0 } else { ahead(&next, reply, plies - 1) });
    position.board().swing(cell) - replies.max().unwrap_or(0)
}

#[test]
fn contour_puzzles_hold_by_the_oracle() {
    for (rows, columns, scores, deal, gap) in [
        (2, 2, 0..=9, Deal::Uniform, 1),
        (3, 3, 0..=9, Deal::Uniform, 3),
        (2, 6, -20..=20, Deal::Same, 2),
        (5, 2, 0..=1, Deal::Uniform, 1),
        (4, 4, 0..=30, Deal::Rising, 2),
        (3, 5, 0..=9, Deal::Falling, 1),
        (4, 3, -1_000_000_000..=1_000_000_000, Deal::Extremes, 1_000_000_000),
    ] {
        let recipe = boards(rows, columns).half_played().with_scores(scores).unwrap().with_deal(deal);
        let mut levels = [0; 6];
        for puzzle in puzzles_of(&recipe, &Margin::new(gap), 40) {
            let position = &puzzle.position;
            let moves = by_oracle(position);
            let (best, value, found) = only_best(&moves).unwrap();
            assert_eq!((&puzzle.best[..], puzzle.value), (&[best][..], Margin::new(value)), "{position}");
            assert!(found >= gap && puzzle.gap == Margin::new(found), "{position}");
            let grade = puzzle.grade;
            assert_eq!((grade.moves, grade.left), (moves.len(), position.plies_left()), "{position}");
            let points: Vec<_> = moves
                .iter()
                .map(|&(cell, _)| (cell, position.board().score(position.to_move(), cell)))
                .collect();
            assert_eq!(
                grade.most_points,
                only_best(&points).is_some_and(|(most, ..)| most == best),
                "{position}"
            );
            let swing = |cell: Cell| position.board().swing(cell);
            let level = if position.ideal().cells_left().all(|cell| swing(cell) <= swing(best)) {
                1
            } else {
                let names = |plies: &usize| {
                    let worth: Vec<_> =
                        moves.iter().map(|&(cell, _)| (cell, ahead(position, cell, *plies))).collect();
                    only_best(&worth).is_some_and(|(named, ..)| named == best)
                };
                (1..=4).find(names).map_or(5, |plies| [2, 3, 4, 4][plies - 1])
            };
            assert_eq!(grade.level.number(), level, "{position}");
            levels[usize::from(level)] += 1;
        }
        assert!(deal != Deal::Falling || levels[1] == 40, "the closed form: {levels:?}");
        assert!(deal != Deal::Rising || levels[3] + levels[4] + levels[5] > 0, "{levels:?}");
    }
    for level in Level::ALL {
        let recipe = boards(5, 5).half_played().with_level(level);
        assert!(puzzles_of(&recipe, &Margin::new(1), 5).iter().all(|puzzle| puzzle.grade.level == level));
    }
}

#[test]
fn hex_puzzles_hold_by_the_oracle() {
    for (start, least, most, gap) in [
        ("2x2", 0, 2, odds(1, 10)),
        ("3x3", 0, 4, odds(1, 20)),
        ("2x5:b", 2, 5, odds(1, 20)),
        ("4x3:w:lr", 4, 7, odds(0, 1)),
    ] {
        let recipe = stones(start).with_stones(least..=most).unwrap();
        // Of some there are not so many.
        let Generated { found, .. } = puzzles(&recipe, &gap, wanted(12), &Limits::none()).unwrap();
        for puzzle in found {
            let position = &puzzle.position;
            let mover = position.to_move();
            let worth = |cell| {
                let mut next = position.clone();
                next.play(cell).unwrap();
                let first = oracle::random_play(&next, &mut Budget::open(&Limits::none())).unwrap();
                if mover == Side::First { first } else { first.complement() }
            };
            let mut moves: Vec<_> = position.moves().into_iter().map(|cell| (worth(cell), cell)).collect();
            moves.sort_by(|a, b| b.cmp(a));
            let ((value, best), (next, _)) = (&moves[0], &moves[1]);
            assert!(value > next, "{position}");
            assert_eq!((&puzzle.value, &puzzle.best[..]), (value, &[*best][..]), "{position}");
            let difference = |a: &Odds, b: &Odds| {
                let (a, b) = ((a.numerator(), a.denominator()), (b.numerator(), b.denominator()));
                Odds::new(a.0 * b.1 - b.0 * a.1, a.1 * b.1).unwrap()
            };
            assert_eq!(puzzle.gap, difference(value, next), "{position}");
            assert!(puzzle.gap >= gap, "{position}");
            let grade = puzzle.grade;
            assert_eq!(grade.empty, moves.len());
            let level = match grade.alike {
                0 => panic!("the best move is one of them"),
                1 => 1,
                2 => 2,
                3..=4 => 3,
                5..=8 => 4,
                _ => 5,
            };
            assert_eq!(grade.level.number(), level, "{position}");
        }
    }
    for level in &Level::ALL[..4] {
        let recipe = stones("5x5").with_level(*level);
        let found = puzzles_of(&recipe, &odds(1, 50), 3);
        assert!(found.iter().all(|puzzle| puzzle.grade.level == *level));
    }
}

#[test]
fn puzzles_where_a_coin_says_who_moves_are_about_pivotal_cells() {
    let turns = Turns::fair_coin();
    let recipe = stones("4x4").with_turns(turns.clone());
    let generated = puzzles(&recipe, &odds(1, 100), wanted(5), &Limits::none()).unwrap();
    assert_eq!(generated.report.coin, Some(odds(1, 2)));
    for puzzle in generated.found {
        let mut solver = hex::Solver::with_method(hex::Method::Enumerate).with_turns(turns.clone());
        let found = solver.analyze(&puzzle.position, &Limits::none()).unwrap();
        assert_eq!(
            (Some(puzzle.best[0]), &puzzle.gap),
            (found.best_move(), found.moves[1].behind.as_ref().unwrap())
        );
    }
}

#[test]
fn what_can_never_be_is_refused() {
    let reason = |error: SolveError| match error {
        SolveError::NotApplicable { method: "generate", reason } => reason,
        other => panic!("{other}"),
    };
    let level = Level::new(1).unwrap();
    let of_contour =
        |recipe: Boards| reason(puzzles(&recipe, &Margin::new(1), wanted(1), &Limits::none()).unwrap_err());
    let of_hex =
        |recipe: Stones| reason(puzzles(&recipe, &odds(0, 1), wanted(1), &Limits::none()).unwrap_err());
    for (found, expected) in [
        (of_contour(boards(1, 1).half_played()), "a board of one row or column never has more than one"),
        (of_contour(boards(1, 9).half_played()), "a board of one row or column never has more than one"),
        (of_contour(boards(5, 1).half_played()), "a board of one row or column never has more than one"),
        (of_contour(boards(3, 3)), "with no cell taken there is one"),
        (of_contour(boards(3, 3).with_taken(9..=9).unwrap()), "with 9 cells taken there is one at most"),
        (of_contour(boards(3, 3).half_played().with_deal(Deal::Balanced)), "every move is as good"),
        (of_contour(boards(3, 3).half_played().with_scores(4..=4).unwrap()), "every move is as good"),
        (of_hex(stones("1x1")), "a puzzle needs two empty cells, and there are 1"),
        (of_hex(stones("2x2:WB/BW:w")), "a puzzle needs two empty cells, and there are 0"),
        (of_hex(stones("2x2:W1/W1:b")), "a colour is connected already"),
        (
            reason(
                puzzles(
                    &dots::generate::Recipe::new("1x1:1111".parse().unwrap(), level),
                    &Margin::new(2),
                    wanted(1),
                    &Limits::none(),
                )
                .unwrap_err(),
            ),
            "a puzzle needs two moves to choose from, and there are 0",
        ),
    ] {
        assert!(found.ends_with(expected), "{found}");
    }
    for (found, expected) in [
        (Boards::new(0, 3).unwrap_err().to_string(), "a board has 1 to 1000 rows and columns, not 0x3"),
        (
            boards(3, 3).with_scores(std::ops::RangeInclusive::new(5, 4)).unwrap_err().to_string(),
            "scores: 5 to 4: expected a range from -1000000000 to 1000000000",
        ),
        (
            boards(3, 3).with_scores(0..=1_000_000_001).unwrap_err().to_string(),
            "scores: 0 to 1000000001: expected a range from -1000000000 to 1000000000",
        ),
        (
            boards(3, 3).with_taken(2..=10).unwrap_err().to_string(),
            "cells to be taken: 2 to 10: expected from 0 to 9",
        ),
        (
            stones("2x2:W1/2:w").with_stones(4..=4).unwrap_err().to_string(),
            "stones to be put down: 4: expected from 0 to 3, the empty cells",
        ),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn what_there_seems_to_be_none_of_is_refused() {
    // Each colour has eight of sixteen cells, and then one is connected.
    let full =
        positions(&stones("4x4").with_stones(16..=16).unwrap(), wanted(1), &Limits::none()).unwrap_err();
    assert_eq!(
        full.to_string(),
        "of 20000 positions in a row none is of the kind asked for: a new one with 16 stones put down and no \
         colour connected"
    );
    // White needs all cells and gets three: all moves are as bad.
    assert!(puzzles(&stones("5x1"), &odds(0, 1), wanted(1), &Limits::none()).is_err());
    let recipe = boards(2, 2).half_played().with_scores(0..=3).unwrap().with_level(Level::new(5).unwrap());
    let none = puzzles(&recipe, &Margin::new(4), wanted(1), &Limits::none()).unwrap_err();
    assert_eq!(
        none.to_string(),
        "of 20000 positions in a row none is of the kind asked for: a new one with scores of 0 to 3 and 1 to 3 cells \
         taken, of level 5, in which one move is best by the gap asked for"
    );
}

#[test]
fn limits_keep_what_was_found() {
    let recipe = boards(8, 8).half_played();
    let cut = puzzles(&recipe, &Margin::new(1), wanted(1_000), &Limits::none().states(60_000)).unwrap();
    assert_eq!(cut.report.stop, StopReason::States);
    assert!(!cut.found.is_empty() && cut.found.len() < 1_000);
    let whole = puzzles(&recipe, &Margin::new(1), wanted(cut.found.len()), &Limits::none()).unwrap();
    assert_eq!(whole.found, cut.found);
    let cut = puzzles(&stones("5x5"), &odds(1, 20), wanted(1_000), &Limits::none().states(60_000)).unwrap();
    assert_eq!(cut.report.stop, StopReason::States);
    assert!(!cut.found.is_empty() && cut.found.len() < 1_000);
    let raised = AtomicBool::new(true);
    let cut = positions(&boards(1_000, 1_000), wanted(3), &Limits::none().cancel(&raised)).unwrap();
    assert_eq!((cut.found.len(), cut.report.stop), (0, StopReason::Cancelled));
    for refused in [
        positions(&boards(10, 10), wanted(1_000_000), &Limits::none().memory(1 << 20)).err(),
        positions(&stones("10x10"), wanted(1_000_000), &Limits::none().memory(1 << 20)).err(),
        positions(&boards(10, 10), wanted(usize::MAX), &Limits::none()).err(),
        puzzles(
            &boards(30, 30).with_taken(9..=9).unwrap(),
            &Margin::new(1),
            wanted(1),
            &Limits::none().memory(1 << 20),
        )
        .err(),
        puzzles(
            &stones("12x12").with_fill(&odds(0, 1)),
            &odds(1, 20),
            wanted(1),
            &Limits::none().memory(100_000),
        )
        .err(),
    ] {
        let refused = refused.unwrap();
        assert!(matches!(refused, SolveError::TooLarge { .. } | SolveError::NoMemory { .. }), "{refused}");
    }
    // Late positions are small; the first early one is too large, and the puzzles before it stand.
    let within = |bits: u32| {
        let narrow = Limits::none().memory(1 << bits);
        puzzles(&boards(13, 13).half_played(), &Margin::new(1), wanted(100), &narrow)
    };
    let cut = (18..24).find_map(|bits| within(bits).ok()).unwrap();
    assert_eq!(cut.report.stop, StopReason::Memory);
    assert!(!cut.found.is_empty() && cut.found.len() < 100);
    // What one puzzle takes is given back before the next.
    let within = Limits::none().memory(4 << 20);
    assert_eq!(
        puzzles(&boards(10, 10).half_played(), &Margin::new(1), wanted(40), &within).unwrap().found.len(),
        40
    );
    assert_eq!(puzzles(&stones("6x6"), &odds(1, 50), wanted(40), &within).unwrap().found.len(), 40);
}
