//! Dense tables of Dots and Boxes: every entry against plain play, runs that were stopped, and files that are wrong.

use std::io::Cursor;

use foregone::dots::dense::{Built, Checked, Table, TableError, build};
use foregone::dots::{Method, Position, Solver};
use foregone::{Known, Limits, Margin, Method as _, Rules as _, SolveError, Solver as _, StopReason};

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
        "1x1", "1x2", "1x3", "1x4", "4x1", "2x2", "2x2:icelandic", "2x2:swedish", "2x3", "3x2:icelandic",
        "2x4:icelandic", "3x3:swedish", "5x1:swedish", "1x1:swedish", "1x16:1111111111111111111111110000000011111111111111111",
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
