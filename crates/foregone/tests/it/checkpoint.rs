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
    assert_eq!(refusal(dots::Solver::new().solve(&empty, &limits).err()), reason);
    // More order ideals than are soon done, on a board that the sweep by levels does not take.
    let position = board(&mut Random(5), 7, 60, 9);
    let reason = refusal(Solver::new().solve(&position, &limits).err());
    assert!(reason.contains("no checkpoints of boards so thin"), "{reason}");
}
