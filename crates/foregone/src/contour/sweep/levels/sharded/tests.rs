use std::sync::atomic::AtomicBool;

use super::super::super::frame::Frame;
use super::super::super::lanes::Word as _;
use super::super::super::plain::Plain;
use super::super::super::tests::{Random, boards, check};
use super::*;
use crate::contour::{Board, Position};
use crate::game::Rules as _;
use crate::limits::Limits;
use crate::report::StopReason;

/// A position cut somehow into up to so many shards, with ranges of up to so many levels.
fn cut<W: Laned>(position: &Position, random: &mut Random, shards: u64, levels: u64) -> Sharded<W> {
    let frame = Frame::of(position).unwrap();
    let asked: Vec<Contour> =
        [frame.start()].into_iter().chain(frame.moves(frame.start()).map(|mv| mv.next)).collect();
    let cut = |plan: &Plan<W>| Some(Cut::somehow(plan, random, shards, levels));
    Sharded::new(&frame, u128::MAX, &asked, cut).unwrap()
}

/// Does all tasks; buffers begin at a multiple of 64 bytes and so many bytes more, and hold `dirt` at first. `None` if a
/// value does not fit.
fn outputs<W: Laned>(work: &Sharded<W>, fast: bool, askew: usize, dirt: u8) -> Option<Vec<Vec<u8>>> {
    let mut done: Vec<Vec<u8>> = Vec::new();
    for (index, task) in work.tasks().iter().enumerate() {
        let reads = task.needs.iter().zip(&task.reads);
        let inputs = reads.map(|(&need, read)| Askew::new(&done[need][read.clone()], askew));
        let inputs: Vec<Askew> = inputs.collect();
        let inputs: Vec<&[u8]> = inputs.iter().map(Askew::bytes).collect();
        let mut output = Askew::new(&vec![dirt; task.bytes], askew);
        let mut budget = Budget::open(&Limits::none());
        let fits = if fast || index == work.cut.pieces.len() {
            work.run(index, &inputs, output.bytes_mut(), &mut budget)
        } else {
            work.run_by::<W::Portable>(index, &inputs, output.bytes_mut(), &mut budget)
        };
        if !fits.unwrap() {
            return None;
        }
        assert_eq!(budget.states(), task.work, "{}", task.name);
        let memory = budget.close("", StopReason::Finished).memory;
        assert!(askew > 0 || memory <= task.memory, "{}: {memory} of {}", task.name, task.memory);
        done.push(output.bytes().to_vec());
    }
    Some(done)
}

/// Bytes that begin so many bytes after a multiple of 64.
struct Askew {
    room: Vec<u8>,
    begin: usize,
    count: usize,
}

impl Askew {
    fn new(bytes: &[u8], askew: usize) -> Self {
        let mut room = vec![0; bytes.len() + 128];
        let begin = room.as_ptr().align_offset(64) + askew;
        room[begin..begin + bytes.len()].copy_from_slice(bytes);
        Self { room, begin, count: bytes.len() }
    }

    fn bytes(&self) -> &[u8] {
        &self.room[self.begin..self.begin + self.count]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.room[self.begin..self.begin + self.count]
    }
}

fn check_work<W: Laned>(position: &Position, index: usize, work: &Sharded<W>) -> bool {
    let Some(done) = outputs(work, true, 0, 0) else {
        assert!(outputs(work, false, 0, 0).is_none());
        return false;
    };
    check(position, index, |contour| {
        let (piece, byte) = work.find(contour)?;
        Some(W::read(&done[piece][byte..]).number())
    });
    assert!(outputs(work, false, 0, 0xA5).is_some_and(|other| other == done), "{position}");
    if index.is_multiple_of(3) {
        let askew = 1 + index % 63;
        assert!(outputs(work, true, askew, 0xFF).is_some_and(|other| other == done), "{position}");
    }
    let plain = Plain::run(position, &mut Budget::open(&Limits::none())).unwrap();
    let mut next = position.clone();
    let frame = Frame::of(position).unwrap();
    let expected: Vec<u8> = [plain.rest(position)]
        .into_iter()
        .chain(frame.moves(frame.start()).map(|mv| {
            next.clone_from(position);
            next.play(mv.cell).unwrap();
            plain.rest(&next)
        }))
        .flat_map(i64::to_le_bytes)
        .collect();
    assert_eq!(done.last(), Some(&expected), "{position}");
    true
}

#[test]
fn every_value_left_is_the_plain_sweeps() {
    let mut random = Random(31);
    let (mut pieces, mut done) = (0, 0);
    for (index, position) in boards(30, 900).enumerate() {
        let Some(frame) = Frame::of(&position).filter(|frame| frame.bits() >= 8) else { continue };
        let (shards, levels) = (1 + random.below(9), 1 + random.below([1, 3, 10, 200][index / 2 % 4]));
        match index % 4 {
            0 if frame.bound() < i16::BOUND => {
                let work = cut::<i16>(&position, &mut random, shards, levels);
                assert!(check_work(&position, index, &work));
                pieces += work.cut.pieces.len();
            }
            1 => {
                let work = cut::<i64>(&position, &mut random, shards, levels);
                assert!(check_work(&position, index, &work));
                pieces += work.cut.pieces.len();
            }
            _ => {
                let work = cut::<i32>(&position, &mut random, shards, levels);
                assert!(check_work(&position, index, &work));
                pieces += work.cut.pieces.len();
            }
        }
        done += 1;
    }
    assert!(done > 500 && pieces > 5 * done, "{pieces} of {done}");
}

#[test]
fn values_past_narrow_words_are_seen() {
    let mut random = Random(32);
    let (mut spilled, mut fitted) = (0, 0);
    for round in 0..200 {
        // On a thin board there is little choice, and alternating swings add up.
        let (rows, columns) = [(2, 30), (1, 50), (30, 2), (5, 9)][round % 4];
        let most = 1 + random.below(super::super::NARROW as u64) as i64;
        let swings: Vec<i64> = (0..rows * columns)
            .map(|at| if at % 2 == 0 { most } else { random.below(9) as i64 - most })
            .collect();
        let zeros = vec![0; rows * columns];
        let position = Position::new(Board::new(rows, columns, swings, zeros).unwrap());
        let work = cut::<i16>(&position, &mut random, 4, 20);
        *(if check_work(&position, round, &work) { &mut fitted } else { &mut spilled }) += 1;
    }
    assert!(spilled > 30 && fitted > 30, "{spilled} spilled, {fitted} fitted");
}

#[test]
fn a_limit_stops_a_task() {
    let position = Position::new(Random(33).board(9, 9, 0, 100_000));
    let work = cut::<i32>(&position, &mut Random(34), 1, 200);
    let mut output = vec![0; work.tasks()[0].bytes];
    let mut stopped = |limits: Limits<'_>| {
        let mut budget = Budget::open(&limits);
        work.run(0, &[], &mut output, &mut budget).unwrap_err()
    };
    assert_eq!(stopped(Limits::none().cancel(&AtomicBool::new(true))), Halt::Stopped(StopReason::Cancelled));
    assert_eq!(stopped(Limits::none().states(100)), Halt::Stopped(StopReason::States));
    assert!(matches!(stopped(Limits::none().memory(100)), Halt::Refused(_)));
}
