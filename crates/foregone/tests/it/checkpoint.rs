//! Checkpoints as a caller meets them: what is kept, gone on from and refused. Damage is tested where the bytes are.

use std::io::{self, Read, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use foregone::checkpoint::{CheckpointError, Store};
use foregone::contour::{Board, Method, Position, Solver};
use foregone::{Limits, SolveError, Solver as _, StopReason, contour, dots, hex};

use crate::random::Random;

/// Keeps a checkpoint in memory, if it has so much room, whenever it is asked.
struct Memory {
    kept: Mutex<Vec<u8>>,
    room: usize,
    failed: AtomicUsize,
}

impl Memory {
    fn new(room: usize) -> Self {
        Self { kept: Mutex::new(Vec::new()), room, failed: AtomicUsize::new(0) }
    }
}

impl Store for Memory {
    fn open(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
        let kept = self.kept.lock().unwrap().clone();
        Ok((!kept.is_empty()).then(|| Box::new(io::Cursor::new(kept)) as Box<dyn Read>))
    }

    fn due(&self) -> bool {
        true
    }

    fn replace(&self, bytes: u64, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        let mut new = vec![0; self.room.min(bytes as usize)];
        match write(&mut new.as_mut_slice()) {
            Ok(()) => *self.kept.lock().unwrap() = new,
            Err(_) => _ = self.failed.fetch_add(1, Ordering::Relaxed),
        }
    }
}

fn board(random: &mut Random, rows: usize, columns: usize, most: i64) -> Position {
    let mut scores = || (0..rows * columns).map(|_| random.within(0, most)).collect::<Vec<_>>();
    let (first, second) = (scores(), scores());
    Position::new(Board::new(rows, columns, first, second).unwrap())
}

#[test]
fn what_one_question_kept_serves_the_others() {
    let mut random = Random(1);
    // Scores for words of 16, 32 and 64 bits, boards too large for the sweep that keeps all values.
    for (rows, columns, most) in
        [(13, 13, 99), (13, 13, 100_000), (12, 14, 20_000), (16, 11, 5), (13, 13, 1_000_000_000)]
    {
        let position = board(&mut random, rows, columns, most);
        let mut solver = Solver::new();
        let none = Limits::none();
        let analysis = solver.analyze(&position, &none).unwrap();
        let line = solver.line(&position, usize::MAX, &none).unwrap();
        let store = Memory::new(usize::MAX);
        let stopped = solver.solve(&position, &none.states(4_000_000).checkpoints(&store)).unwrap();
        assert_eq!((stopped.value.exact(), stopped.report.stop), (None, StopReason::States));
        let limits = none.checkpoints(&store);
        let kept = store.kept.lock().unwrap().clone();
        let again = |answer: &mut dyn FnMut(&mut Solver)| {
            store.kept.lock().unwrap().clone_from(&kept);
            answer(&mut Solver::new());
        };
        again(&mut |solver| {
            let found = solver.solve(&position, &limits).unwrap();
            assert_eq!(found.value, analysis.value, "{position}");
            assert!(found.report.states < analysis.report.states);
        });
        again(&mut |solver| {
            let found = solver.analyze(&position, &limits).unwrap();
            assert_eq!((found.value, found.moves), (analysis.value.clone(), analysis.moves.clone()));
        });
        again(&mut |solver| {
            let found = solver.line(&position, usize::MAX, &limits).unwrap();
            assert_eq!((found.plies, found.complete), (line.plies.clone(), true), "{position}");
        });
    }
}

#[test]
fn a_search_goes_on_from_what_it_remembered() {
    let position: dots::Position = "3x4:icelandic".parse().unwrap();
    for method in [dots::Method::Exact, dots::Method::ExactKeys] {
        for threads in 1..3 {
            let none = Limits::none().threads(std::num::NonZero::new(threads).unwrap());
            let mut solver = dots::Solver::with_method(method);
            let analysis = solver.analyze(&position, &none).unwrap();
            let line = solver.line(&position, usize::MAX, &none).unwrap();
            let in_one = solver.solve(&position, &none).unwrap().report.states;
            let store = Memory::new(usize::MAX);
            let (mut states, mut kept) = (0, 0);
            // As many runs as it takes, each of them stopped early.
            let found = loop {
                let found = solver.solve(&position, &none.states(in_one / 5).checkpoints(&store)).unwrap();
                states += found.report.states;
                if found.report.stop == StopReason::Finished {
                    break found;
                }
                let before = std::mem::replace(&mut kept, store.kept.lock().unwrap().len());
                assert!(before < kept, "a run has kept no more than the one before");
            };
            assert_eq!(found.value, analysis.value);
            assert!(states < in_one * 2, "{states} states in parts, {in_one} in one run");
            let limits = none.checkpoints(&store);
            let moves = solver.analyze(&position, &limits).unwrap();
            assert_eq!(moves.moves, analysis.moves);
            assert!(moves.report.states + states < 2 * analysis.report.states);
            assert_eq!(solver.line(&position, usize::MAX, &limits).unwrap().plies, line.plies);
            // Keys of one kind say nothing to those of the other.
            let other = match method {
                dots::Method::Exact => dots::Method::ExactKeys,
                _ => dots::Method::Exact,
            };
            let refused = dots::Solver::with_method(other).solve(&position, &limits).unwrap_err();
            assert!(matches!(refused, SolveError::Checkpoint(CheckpointError::Kind { .. })), "{refused}");
        }
    }
}

#[test]
fn a_store_without_room_stops_no_run() {
    let position = board(&mut Random(2), 13, 13, 99);
    let expected = Solver::new().solve(&position, &Limits::none()).unwrap().value;
    let store = Memory::new(100_000);
    let found = Solver::new().solve(&position, &Limits::none().checkpoints(&store)).unwrap();
    assert_eq!(found.value, expected);
    assert!(store.failed.into_inner() > 10);
    // The one that there was room for is still good.
    let store = Memory { failed: AtomicUsize::new(0), ..store };
    assert!(store.open().unwrap().is_some());
    assert_eq!(Solver::new().solve(&position, &Limits::none().checkpoints(&store)).unwrap().value, expected);
}

#[test]
fn a_checkpoint_of_another_position_is_named() {
    let mut random = Random(3);
    let (position, other) = (board(&mut random, 13, 13, 9), board(&mut random, 13, 13, 9));
    let store = Memory::new(usize::MAX);
    Solver::new().solve(&position, &Limits::none().states(4_000_000).checkpoints(&store)).unwrap();
    let refused = Solver::new().solve(&other, &Limits::none().checkpoints(&store)).unwrap_err();
    assert_eq!(
        refused,
        SolveError::Checkpoint(CheckpointError::Question {
            found: position.to_string(),
            expected: other.to_string()
        })
    );
    assert!(refused.to_string().contains("it is a checkpoint of `13x13:"), "{refused}");
}

#[test]
fn who_keeps_none_refuses() {
    let store = Memory::new(usize::MAX);
    let limits = Limits::none().checkpoints(&store);
    let refusal = |error: Option<SolveError>| match error {
        Some(SolveError::NotApplicable { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    let small = board(&mut Random(4), 3, 3, 9);
    for &method in foregone::Method::ALL {
        let error = Solver::with_method(method).solve(&small, &limits).err();
        assert_eq!(error.is_none(), method == Method::Sweep, "{method:?}");
    }
    let reason = "it keeps no checkpoints";
    let poset: contour::poset::Position = "a 1 2; b 3 4: a".parse().unwrap();
    assert_eq!(refusal(contour::poset::Solver::default().analyze(&poset, &limits).err()), reason);
    let empty: hex::Position = "3x3".parse().unwrap();
    assert_eq!(refusal(hex::Solver::new().line(&empty, 1, &limits).err()), reason);
    let empty: dots::Position = "2x2".parse().unwrap();
    for &method in foregone::Method::ALL {
        let error = dots::Solver::with_method(method).solve(&empty, &limits).err();
        let keeps = matches!(method, dots::Method::Exact | dots::Method::ExactKeys);
        assert_eq!(error.is_none(), keeps, "{method:?}");
    }
    // More undrawn edges than the search that keeps checkpoints takes.
    let wide: dots::Position = "1x25".parse().unwrap();
    let reason = refusal(dots::Solver::new().solve(&wide, &limits).err());
    assert!(reason.contains("no checkpoints where so many"), "{reason}");
    // More order ideals than are soon done, on a board that the sweep by levels does not take.
    let position = board(&mut Random(5), 7, 60, 9);
    let reason = refusal(Solver::new().solve(&position, &limits).err());
    assert!(reason.contains("no checkpoints of boards so thin"), "{reason}");
}
