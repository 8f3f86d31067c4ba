//! Contour cut into tasks gives what the solver gives, and refuses what does not fit.

use std::sync::atomic::AtomicBool;

use foregone::contour::{Board, Position, ShardOptions, Shards, Solver};
use foregone::shards::{Shards as _, TaskError, run_here, schedule};
use foregone::{Limits, Margin, Rules as _, Solver as _, StopReason};

use crate::random::Random;

fn cut(least: u64) -> ShardOptions {
    ShardOptions { least: Some(least), ..ShardOptions::default() }
}

#[test]
fn tasks_find_what_the_solver_finds() {
    let mut random = Random(81);
    let mut tasks = 0;
    for index in 0..60 {
        let (rows, columns) =
            random.pick(&[(10, 10), (12, 12), (9, 14), (15, 8), (1, 30), (40, 1), (3, 5), (6, 20)]);
        let (least, greatest) = random.pick(&[(0, 9), (-50, 50), (0, 100_000), (-9_000_000, 900_000_000)]);
        let plies = random.below(2) * random.below(rows * columns + 1);
        let board = random.board(rows, columns, least, greatest);
        let position = random.position(board, plies);
        let options =
            ShardOptions { least: Some(10_u64.pow(random.within(2, 6) as u32)), wide: index % 3 == 0 };
        let workers = random.below(9);
        let shards = Shards::new(&position, workers, options);
        let again = Shards::new(&position, workers, options);
        assert_eq!((shards.identity(), shards.tasks()), (again.identity(), again.tasks()));
        let worth = run_here(&shards, &Limits::none()).unwrap();
        let analysis = Solver::new().analyze(&position, &Limits::none()).unwrap();
        assert_eq!(analysis.value.exact(), Some(&worth.value), "{position}");
        let mut expected: Vec<_> =
            analysis.moves.iter().map(|of| (of.mv, *of.value.exact().unwrap())).collect();
        expected.sort_unstable();
        assert_eq!(worth.moves, expected, "{position}");
        tasks += shards.tasks().len();
    }
    assert!(tasks > 600, "{tasks}");
}

#[test]
fn a_full_board_is_worth_what_was_scored() {
    let board = Board::new(1, 1, vec![3], vec![4]).unwrap();
    let mut position = Position::new(board);
    assert_eq!(run_here(&Shards::new(&position, 2, cut(1)), &Limits::none()).unwrap().value, Margin::new(3));
    position.play(position.moves()[0]).unwrap();
    let worth = run_here(&Shards::new(&position, 2, cut(1)), &Limits::none()).unwrap();
    assert_eq!((worth.value, worth.moves), (Margin::new(0), vec![]));
}

#[test]
fn narrow_words_that_do_not_do_are_said() {
    // Every move brings more than the one after it, so that 16 bits do not hold the values.
    let swings: Vec<i64> =
        (0..20 * 8).map(|at| if (at / 8 + at % 8) % 2 == 0 { 8_000 } else { -8_000 }).collect();
    let position = Position::new(Board::new(20, 8, swings, vec![0; 160]).unwrap());
    let narrow = run_here(&Shards::new(&position, 2, cut(50_000)), &Limits::none());
    assert!(matches!(narrow, Err(TaskError::Narrow { .. })), "{narrow:?}");
    let wide = Shards::new(&position, 2, ShardOptions { wide: true, ..cut(50_000) });
    let value = Solver::new().solve(&position, &Limits::none()).unwrap().value;
    assert_eq!(value.exact(), Some(&run_here(&wide, &Limits::none()).unwrap().value));
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut random = Random(82);
    let shards = Shards::new(&Position::new(random.board(12, 12, 0, 100_000)), 2, cut(100_000));
    let other = Shards::new(&Position::new(random.board(12, 12, 0, 100_000)), 2, cut(100_000));
    assert_ne!(shards.identity(), other.identity());
    let none = Limits::none();
    let all = |of: &Shards| {
        let mut outputs: Vec<Vec<u8>> = Vec::new();
        for (index, task) in of.tasks().iter().enumerate() {
            let reads = task.needs.iter().zip(&task.reads);
            let inputs: Vec<&[u8]> = reads.map(|(&need, read)| &outputs[need][read.clone()]).collect();
            let mut output = vec![0xA5; task.bytes];
            of.run(index, &inputs, &mut output, &none).unwrap();
            outputs.push(output);
        }
        outputs
    };
    let (good, foreign) = (all(&shards), all(&other));
    // The last task reads heads, too.
    let last = shards.tasks().len() - 1;
    let needs = &shards.tasks()[last].needs;
    let run = |first: &[u8], more: usize| {
        let rest = needs[1..].iter().map(|&need| &*good[need]);
        let inputs: Vec<&[u8]> = [first].into_iter().chain(rest).collect();
        let mut output = vec![0; shards.tasks()[last].bytes + more];
        shards.run(last, &inputs, &mut output, &none).map_err(|error| error.to_string())
    };
    let first = &*good[needs[0]];
    run(first, 0).unwrap();
    assert!(run(&first[1..], 0).unwrap_err().contains(" bytes of `levels"));
    assert!(run(first, 1).unwrap_err().contains(" bytes of room for the output"));
    let damaged = |at: usize| {
        let mut bytes = first.to_vec();
        bytes[at] ^= 4;
        run(&bytes, 0).unwrap_err()
    };
    assert!(damaged(0).ends_with("it is of other work, or was not finished"));
    assert!(damaged(9).ends_with("another task left it"));
    assert!(damaged(63).ends_with("its head is not as it should be"));
    assert!(shards.answer(&[&good[last]]).is_ok());
    assert!(matches!(shards.answer(&[&foreign[last]]), Err(TaskError::Damaged { .. })));
    // Behind the head a value that would overflow.
    let mut absurd = good[last].clone();
    absurd[64..72].copy_from_slice(&i64::MAX.to_le_bytes());
    let refused = shards.answer(&[&absurd]).unwrap_err().to_string();
    assert!(refused.ends_with("a value is more than any board is worth"), "{refused}");
    assert!(matches!(shards.answer(&[&good[0]]), Err(TaskError::Bytes { .. })));
    assert!(matches!(shards.answer(&[]), Err(TaskError::Inputs { .. })));
    assert!(matches!(shards.run(1 << 20, &[], &mut [], &none), Err(TaskError::NoSuchTask { .. })));
}

#[test]
fn a_task_that_is_stopped_leaves_nothing_that_passes() {
    let position = Position::new(Random(83).board(12, 12, 0, 100_000));
    for shards in
        [Shards::new(&position, 2, cut(100_000)), Shards::new(&position, 2, ShardOptions::default())]
    {
        // The memory that is told is for an output that begins where vectors may.
        let mut room = vec![0; shards.tasks()[0].bytes + 64];
        let begin = room.as_ptr().align_offset(64);
        let output = &mut room[begin..begin + shards.tasks()[0].bytes];
        shards.run(0, &[], output, &Limits::none()).unwrap();
        let stopped =
            |limits: Limits<'_>, output: &mut [u8]| shards.run(0, &[], output, &limits).unwrap_err();
        let cancelled = AtomicBool::new(true);
        let stop = stopped(Limits::none().cancel(&cancelled), output);
        assert_eq!(stop, TaskError::Stopped(StopReason::Cancelled));
        assert!(output[..64].iter().all(|&byte| byte == 0));
        assert_eq!(stopped(Limits::none().states(10), output), TaskError::Stopped(StopReason::States));
        assert!(matches!(stopped(Limits::none().memory(1_000), output), TaskError::Refused(_)));
        let memory = shards.tasks()[0].memory;
        shards.run(0, &[], output, &Limits::none().memory(memory)).unwrap();
    }
}

#[test]
fn large_boards_are_cut_so_that_two_workers_share_the_work() {
    let position = Position::new(Random(84).board(17, 17, 0, 100_000));
    let shards = Shards::new(&position, 2, ShardOptions::default());
    let work: u64 = shards.tasks().iter().map(|task| task.work).sum();
    assert_eq!(work, 2_333_606_220);
    let two = schedule(&shards, 2);
    assert!(two.span as f64 <= 1.15 * work as f64 / 2.0, "{two:?}");
    // Half of a tenth of a second or more, but for a twentieth of the work.
    let small: u64 = shards
        .tasks()
        .iter()
        .map(|task| task.work)
        .filter(|&work| (work as f64) < 0.05 * shards.rate())
        .sum();
    assert!(small <= work / 20, "{small}");
}
