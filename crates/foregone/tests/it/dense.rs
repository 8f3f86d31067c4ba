//! Dense tables of Dots and Boxes: every entry against plain play, runs that were stopped, and files that are wrong.

use std::io::Cursor;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use foregone::dots::dense::{Built, Checked, Table, TableError, TableShards, build};
use foregone::dots::{Method, Position, Solver, Start};
use foregone::shards::TaskError;
use foregone::{
    Known, Limits, Margin, Method as _, Rules as _, Shards as _, SolveError, Solver as _, StopReason,
};

use crate::driven::driven;
use crate::random::Random;

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

fn built(root: &str) -> (Built, Vec<u8>) {
    let mut file = Cursor::new(Vec::new());
    let solution = build(&position(root), &mut file, &Limits::none()).unwrap();
    let built = solution.value.exact().unwrap().clone();
    assert_eq!(built.bytes, file.get_ref().len() as u64, "{root}");
    assert_eq!(solution.report.stop, StopReason::Finished);
    (built, file.into_inner())
}

fn opened(bytes: Vec<u8>) -> Result<Table, TableError> {
    Table::open(Box::new(bytes))
}

/// The position in which the moves of `root` that `set` marks are left.
fn subset(root: &Position, set: usize) -> Position {
    let mut drawn = root.drawn().to_vec();
    for (bit, mv) in root.moves().into_iter().enumerate() {
        drawn[root.board().number(mv).unwrap()] = set >> bit & 1 == 0;
    }
    Position::new(root.rows(), root.columns(), drawn).unwrap()
}

/// The margin of every set of undrawn edges of a root, by the rules alone, from the smallest sets on.
fn plain(root: &Position) -> Vec<i64> {
    let mut margins = vec![0];
    for set in 1..1_usize << root.plies_left() {
        let here = subset(root, set);
        let bits = (0..root.plies_left()).filter(|bit| set >> bit & 1 == 1);
        let moves = bits.zip(here.moves()).map(|(bit, mv)| {
            let captured = here.clone().play(mv).unwrap();
            let next = margins[set & !(1 << bit)];
            if captured > 0 { captured + next } else { -next }
        });
        margins.push(moves.max().unwrap());
    }
    margins
}

#[test]
fn every_entry_is_that_of_plain_play() {
    for root in [
        "1x1",
        "1x2",
        "1x3",
        "1x4",
        "4x1",
        "2x2",
        "2x2:icelandic",
        "2x2:swedish",
        "2x3",
        "3x2:icelandic",
        "2x4:icelandic",
        "3x3:swedish",
        "5x1:swedish",
        "1x1:swedish",
        "1x16:1111111111111111111111110000000011111111111111111",
    ] {
        let root = position(root);
        let (built, bytes) = built(&root.to_string());
        let table = opened(bytes).unwrap();
        assert_eq!(table.root(), &root);
        let margins = plain(&root);
        assert_eq!(Some(&built.value.points()), margins.last(), "{root}");
        for (set, &margin) in margins.iter().enumerate() {
            let here = subset(&root, set);
            assert_eq!(table.margin(&here), Ok(Margin::new(margin)), "{here}");
        }
        let checked = table.check(50, 1, &Limits::none()).unwrap();
        let (pages, positions) = (built.pages, built.positions);
        let expected = Checked { pages, positions, derived: positions, searched: 50 };
        assert_eq!(checked.value, Known::Exact(expected), "{root}");
    }
}

#[test]
fn a_little_that_is_left_of_a_larger_board_has_a_table() {
    let root = format!("15x15:{}", "1".repeat(474) + "000001");
    let (built, bytes) = built(&root);
    assert_eq!(opened(bytes).unwrap().margin(&position(&root)), Ok(built.value));
}

/// Positions of a root that look random.
fn samples(root: &Position, count: usize) -> impl Iterator<Item = Position> {
    let mut random = Random(11);
    (0..count).map(move |_| subset(root, random.next() as usize & random.next() as usize))
}

#[test]
fn larger_boards_agree_with_plain_search_and_with_the_fast_one() {
    for (root, value, positions) in [
        ("3x3", -3, 5_308_416),
        ("3x3:icelandic", -1, 3 << 16),
        ("3x4:icelandic", 4, 3 << 22),
        ("4x4:swedish", 0, 1 << 24),
        ("3x4", 0, 679_477_248),
    ] {
        let root = position(root);
        let (built, bytes) = built(&root.to_string());
        assert_eq!((built.value, built.positions), (Margin::new(value), positions), "{root}");
        let table = opened(bytes).unwrap();
        for here in samples(&root, 300) {
            for method in [Method::Memo, Method::Exact] {
                let mut solver = Solver::with_method(method);
                let solved = solver.solve(&here, &Limits::none()).unwrap();
                assert_eq!(solved.value, Known::Exact(table.margin(&here).unwrap()), "{here}");
            }
        }
        assert!(table.check(200, 2, &Limits::none()).unwrap().value.exact().is_some());
    }
}

#[test]
fn what_a_table_says_of_moves_is_what_a_search_says() {
    let table = Arc::new(opened(built("2x3").1).unwrap());
    // Its own board, on its side; boards that lie on it; what is left of larger ones.
    for root in ["2x3", "3x2", "2x2", "1x3:icelandic", "3x3:swedish", "3x4:swedish", "5x5:swedish"] {
        let mut found = 0;
        for here in samples(&position(root), 60) {
            let expected = Solver::new().analyze(&here, &Limits::none()).unwrap();
            let solver = || Solver::new().with_table(Arc::clone(&table));
            let analysis = solver().analyze(&here, &Limits::none()).unwrap();
            assert_eq!((&analysis.value, &analysis.moves), (&expected.value, &expected.moves), "{here}");
            let solved = solver().solve(&here, &Limits::none()).unwrap();
            assert_eq!(solved.value, expected.value, "{here}");
            let line = solver().line(&here, usize::MAX, &Limits::none()).unwrap();
            assert_eq!(line.plies, Solver::new().line(&here, usize::MAX, &Limits::none()).unwrap().plies);
            match table.analyze(&here, &Limits::none()) {
                Ok(read) => {
                    assert_eq!((read.value, read.moves), (expected.value, expected.moves), "{here}");
                    found += 1;
                }
                Err(error) => {
                    let root = "2x3".to_owned();
                    assert_eq!(error, SolveError::Table(TableError::Misfit { root }), "{here}");
                }
            }
        }
        assert_eq!(found == 60, ["2x3", "3x2", "1x3:icelandic"].contains(&root), "{root}: {found}");
    }
}

/// A search of a larger board ends where the table begins.
#[test]
fn a_search_takes_fewer_states_with_a_table() {
    let table = Arc::new(opened(built("3x3").1).unwrap());
    let root = position("3x4:1100100100010010000000000000000");
    let states = |solver: &mut Solver| {
        let limits = Limits::none().threads(NonZero::new(1).unwrap());
        let solved = solver.solve(&root, &limits).unwrap();
        (solved.value, solved.report.states)
    };
    let (value, without) = states(&mut Solver::new());
    let (same, with) = states(&mut Solver::new().with_table(table));
    assert!(value == same && with < without, "{with} of {without}");
}

#[test]
fn only_the_search_takes_a_table() {
    let table = Arc::new(opened(built("1x2").1).unwrap());
    for &method in Method::ALL {
        let mut solver = Solver::with_method(method).with_table(Arc::clone(&table));
        let solved = solver.solve(&position("1x2"), &Limits::none());
        match method {
            Method::Exact | Method::ExactKeys => {
                assert_eq!(solved.unwrap().value, Known::Exact(Margin::ZERO));
            }
            _ => assert!(matches!(solved, Err(SolveError::NotApplicable { .. })), "{solved:?}"),
        }
    }
}

/// A run that is stopped after so many positions leaves the beginning of the table, and the next goes on.
#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_table() {
    let (whole, expected) = built("3x3:icelandic");
    let root = position("3x3:icelandic");
    let mut file = Cursor::new(Vec::new());
    let (mut runs, mut left) = (0, 0);
    loop {
        // The first run is stopped in its first page.
        let limits = Limits::none().states(1_000 + 30_000 * runs);
        let solution = build(&root, &mut file, &limits).unwrap();
        assert!(expected.starts_with(file.get_ref()));
        if let Known::Exact(built) = solution.value {
            assert_eq!((built.value, built.bytes), (whole.value, whole.bytes));
            assert!(built.found > 0 && built.found < built.pages);
            break;
        }
        assert_eq!(solution.report.stop, StopReason::States);
        assert!(file.get_ref().len() >= left && runs < 20);
        left = file.get_ref().len();
        runs += 1;
    }
    assert_eq!(file.get_ref(), &expected);
    assert!(runs > 2);
}

/// A run that is killed, or a power cut, leaves any beginning, and perhaps something wrong in it.
#[test]
fn what_is_wrong_in_the_beginning_of_a_table_is_done_anew() {
    let (whole, expected) = built("2x3");
    let root = position("2x3");
    let page = (expected.len() - HEAD) / whole.pages as usize;
    let mut random = Random(12);
    for _ in 0..60 {
        let length = random.below(expected.len() + 1);
        let mut left = expected[..length].to_vec();
        let mut right = length.saturating_sub(HEAD) / page;
        if length > HEAD && random.below(2) == 0 {
            let at = HEAD + random.below(length - HEAD);
            left[at] ^= 1 << random.below(8);
            right = right.min((at - HEAD) / page);
        }
        let mut file = Cursor::new(left);
        let solution = build(&root, &mut file, &Limits::none()).unwrap();
        assert_eq!(solution.value.exact().unwrap().found, right as u64);
        assert_eq!(file.get_ref(), &expected);
    }
}

#[test]
fn what_is_no_table_of_the_root_is_not_written_over() {
    let (_, other) = built("2x2");
    let root = position("2x3");
    for (content, expected) in [
        (b"notes of mine".to_vec(), TableError::Foreign),
        (other, TableError::Root { found: "2x2".to_owned(), expected: "2x3".to_owned() }),
    ] {
        let mut file = Cursor::new(content.clone());
        let refused = build(&root, &mut file, &Limits::none());
        assert_eq!(refused, Err(SolveError::Table(expected)));
        assert_eq!(file.get_ref(), &content);
    }
}

/// The length of the head of a table of "2x2", "2x3" or "3x3": fixed parts, "margins of Dots and Boxes", and the root.
const HEAD: usize = 12 + 4 + 4 + 25 + 4 + 3 + 8;

#[test]
fn a_damaged_table_is_refused_whatever_is_wrong() {
    let (_, good) = built("2x2");
    let mut random = Random(13);
    for at in 0..good.len() {
        let mut damaged = good.clone();
        damaged[at] ^= 1 << random.below(8);
        match opened(damaged) {
            Err(error) => assert!(at < HEAD, "{at}: {error}"),
            Ok(table) => {
                let error = TableError::Page { page: 1, pages: 1 };
                assert!(at >= HEAD);
                assert_eq!(table.margin(&position("2x2")), Err(error.clone()));
                let refused = table.check(1, 1, &Limits::none());
                assert_eq!(refused, Err(SolveError::Table(error)));
                let solved =
                    Solver::new().with_table(Arc::new(table)).solve(&position("2x2"), &Limits::none());
                assert_eq!(solved.err(), refused.err());
            }
        }
        let error = opened(good[..at].to_vec()).unwrap_err();
        let cut = TableError::Truncated { found: at as u64, expected: good.len() as u64 };
        assert!(error == cut || at < HEAD, "{at}: {error}");
    }
    let mut longer = good;
    longer.push(0);
    assert_eq!(opened(longer).unwrap_err(), TableError::Damaged { what: "it goes on after its end" });
}

/// Pages that are right in themselves, but not where they are.
#[test]
fn pages_that_changed_places_are_found() {
    let (whole, mut bytes) = built("2x3");
    let page = (bytes.len() - HEAD) / whole.pages as usize;
    let (first, second) = bytes[HEAD..].split_at_mut(page);
    first.swap_with_slice(&mut second[..page]);
    let refused = opened(bytes).unwrap().check(1, 1, &Limits::none());
    assert_eq!(refused, Err(SolveError::Table(TableError::Page { page: 1, pages: whole.pages })));
}

#[test]
fn a_search_that_meets_a_damaged_page_says_so() {
    let (whole, mut bytes) = built("3x3");
    let page = (bytes.len() - HEAD) / whole.pages as usize;
    for page in bytes[HEAD..].chunks_mut(page) {
        page[0] ^= 1;
    }
    let table = Arc::new(opened(bytes).unwrap());
    let root = position("3x4:1100100100010010000000000000000");
    let refused = Solver::new().with_table(table).solve(&root, &Limits::none());
    assert!(matches!(refused, Err(SolveError::Table(TableError::Page { .. }))), "{refused:?}");
}

#[test]
fn limits_hold_for_tables() {
    let root = position("4x4:icelandic");
    let mut file = Cursor::new(Vec::new());
    let refused = build(&root, &mut file, &Limits::none().memory(1 << 30));
    assert!(matches!(refused, Err(SolveError::TooLarge { .. })), "{refused:?}");
    assert!(file.get_ref().is_empty());
    // Little is left, but of a board whose notation no table has room for.
    let edges = Position::start(16, 16, Start::American).unwrap().plies_left();
    let nearly_full = format!("16x16:{}0000", "1".repeat(edges - 4));
    for root in ["5x6:swedish", "8x8", "1000x1000", &nearly_full] {
        let refused = build(&position(root), &mut file, &Limits::none());
        assert!(matches!(refused, Err(SolveError::NotApplicable { .. })), "{refused:?}");
    }
    // No more threads are made ready for than there is work for.
    let most = Limits::none().memory(1 << 20).threads(NonZero::<usize>::MAX);
    assert!(build(&position("2x3"), &mut Cursor::new(Vec::new()), &most).unwrap().value.exact().is_some());
    let cancel = AtomicBool::new(true);
    let solution = build(&position("3x3"), &mut file, &Limits::none().cancel(&cancel)).unwrap();
    assert_eq!((solution.value, solution.report.stop), (Known::Unknown, StopReason::Cancelled));
    let table = opened(built("2x3").1).unwrap();
    let refused = table.analyze(&position("2x3"), &Limits::none().memory(1 << 10));
    assert!(matches!(refused, Err(SolveError::TooLarge { .. })), "{refused:?}");
    let stopped = table.check(1_000, 1, &Limits::none().states(10)).unwrap();
    assert_eq!((stopped.value, stopped.report.stop), (Known::Unknown, StopReason::States));
}

#[test]
fn a_table_in_parts_is_the_same_file() {
    for root in ["1x1", "1x4", "1x5:icelandic", "1x1:1111", "2x3", "3x3:icelandic", "3x3", "4x4:swedish"] {
        let (built, bytes) = built(root);
        for workers in [1, 9] {
            let shards = TableShards::new(&position(root), NonZero::new(workers).unwrap()).unwrap();
            let parts = shards.tasks().len() as u64;
            assert!(parts <= built.pages && (parts == 1) == (workers == 1 || built.pages == 1), "{root}");
            let file = driven(&shards);
            assert_eq!((file.value, file.positions, file.bytes), (built.value, built.positions, built.bytes));
            let mut outputs: Vec<Vec<u8>> = Vec::new();
            for (index, task) in shards.tasks().iter().enumerate() {
                let inputs: Vec<&[u8]> = task.needs.iter().map(|&need| &*outputs[need]).collect();
                let mut output = vec![0; task.bytes];
                shards.run(index, &inputs, &mut output, &Limits::none()).unwrap();
                outputs.push(output);
            }
            let mut written = Vec::new();
            file.write_to(&mut written, &outputs).unwrap();
            assert!(written == bytes, "{root} for {workers}");
        }
    }
}

#[test]
fn parts_are_no_more_than_there_are_workers_for() {
    // Of 81 parts, or 27, in layers that no more than so many can work on at a time.
    let tasks = |root: &str, workers: usize| {
        TableShards::new(&position(root), NonZero::new(workers).unwrap()).unwrap().tasks().len()
    };
    assert_eq!(tasks("3x4", 1), 1);
    assert!(tasks("3x4", 2) <= 81 && tasks("3x4", 2) < tasks("3x4", 20));
    assert!(tasks("5x5:swedish", 10_000) <= 4_096);
    let refused = TableShards::new(&position("8x8"), NonZero::new(2).unwrap());
    assert!(matches!(refused, Err(SolveError::NotApplicable { .. })));
    let shards = TableShards::new(&position("3x3"), NonZero::new(2).unwrap()).unwrap();
    let stopped = shards.run(0, &[], &mut vec![0; shards.tasks()[0].bytes], &Limits::none().states(10_000));
    assert_eq!(stopped, Err(TaskError::Stopped(StopReason::States)));
}
