//! Positions cut into tasks, held against the solver.

use std::num::NonZero;

use foregone::Shards as _;
use foregone::dots::{Cut, Margins, Shards};
use foregone::shards::TaskError;

use super::*;
use crate::driven::driven;

fn workers(workers: usize) -> NonZero<usize> {
    NonZero::new(workers).unwrap()
}

fn cut(position: &Position, plies: usize, moves: bool) -> Cut {
    Cut { plies, abreast: plies, moves, ..Cut::for_workers(position, workers(2)) }
}

/// The margin is right, all moves that are told are, and all are told if they are wanted.
fn check_cut(position: &Position, cut: Cut) {
    let Margins { value, moves } = driven(&Shards::new(position, cut).unwrap());
    let truth = analyze(Method::Exact, position);
    assert_eq!(truth.value, Known::Exact(value), "{position} {cut:?}");
    let expected: HashMap<Edge, i64> =
        truth.moves.iter().map(|mv| (mv.mv, mv.value.exact().unwrap().points())).collect();
    assert!(moves.is_sorted_by_key(|&(mv, _)| mv));
    for (mv, known) in &moves {
        match known {
            Known::Exact(margin) => assert_eq!(margin.points(), expected[mv], "{position} {cut:?} {mv}"),
            Known::AtMost(most) => {
                assert!(
                    !cut.moves && most.points() >= expected[mv] && *most <= value,
                    "{position} {cut:?} {mv}"
                );
            }
            other => panic!("{position} {cut:?} {mv}: {other:?}"),
        }
    }
    let all = position.plies_left();
    assert!(moves.len() == all || (moves.is_empty() && !cut.moves), "{position} {cut:?}");
    assert!(moves.is_empty() || moves.iter().any(|(_, known)| *known == Known::Exact(value)));
}

#[test]
fn random_positions_have_the_same_margins() {
    let mut random = Random(0xD075);
    for count in 0..250 {
        let position =
            random_position(&mut random, &[(1, 1), (1, 6), (5, 1), (2, 3), (3, 3), (3, 4), (4, 4)], 24);
        check_cut(&position, cut(&position, count % 7, count % 3 == 0));
        check_cut(&position, Cut::for_workers(&position, workers(1 + count % 9)));
    }
}

#[test]
fn beginnings_and_ends() {
    for text in [
        "1x1",
        "2x2",
        "2x3",
        "3x3:swedish",
        "3x3:icelandic",
        "1x5",
        "1x1:1111",
        "1x2:1111110",
        "2x3:11111111100000000",
    ] {
        let position: Position = text.parse().unwrap();
        for moves in [false, true] {
            for plies in [0, 1, 3, usize::MAX] {
                check_cut(&position, cut(&position, plies, moves));
            }
        }
    }
}

#[test]
fn moves_that_do_the_same_are_one_task() {
    // All borders of an empty 3x3 board, and within it: corners, sides of the middle, and the two kinds of inner edges.
    let position: Position = "3x3".parse().unwrap();
    let shards = Shards::new(&position, cut(&position, 1, false)).unwrap();
    let names: Vec<&str> = shards.tasks().iter().map(|task| &*task.name).collect();
    assert_eq!(names.len(), 4, "{names:?}");
    let needs: Vec<&[usize]> = shards.tasks().iter().map(|task| &*task.needs).collect();
    assert_eq!(needs, [&[][..], &[0], &[0, 1], &[0, 2]]);
    let abreast = Shards::new(&position, Cut { abreast: 2, ..cut(&position, 1, false) }).unwrap();
    let needs: Vec<&[usize]> = abreast.tasks().iter().map(|task| &*task.needs).collect();
    assert_eq!(needs, [&[][..], &[0], &[0], &[0, 1]]);
    // More workers, more plies.
    let position: Position = "4x4".parse().unwrap();
    let [few, many] = [1, 100].map(|count| Cut::for_workers(&position, workers(count)).plies);
    assert!(few < many, "{few} {many}");
}

#[test]
fn searches_are_refused_and_stopped() {
    let position: Position = "5x6".parse().unwrap();
    assert!(matches!(
        Shards::new(&position, Cut { plies: 1, abreast: 1, moves: false, memory: 1 << 20 }),
        Err(SolveError::NotApplicable { .. })
    ));
    let position: Position = "4x4".parse().unwrap();
    let shards = Shards::new(&position, cut(&position, 0, false)).unwrap();
    let run = |limits: &Limits<'_>| shards.run(0, &[], &mut vec![0; shards.tasks()[0].bytes], limits);
    assert!(matches!(
        run(&Limits::none().memory(1_000)),
        Err(TaskError::Refused(SolveError::TooLarge { .. }))
    ));
    assert_eq!(run(&Limits::none().states(5_000)), Err(TaskError::Stopped(StopReason::States)));
    // The next one goes on from what that one remembers, which it may have no room for.
    assert!(matches!(
        run(&Limits::none().memory(1_000)),
        Err(TaskError::Refused(SolveError::TooLarge { .. }))
    ));
    let flag = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let running = scope.spawn(|| run(&Limits::none().cancel(&flag)));
        std::thread::sleep(Duration::from_millis(50));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(running.join().unwrap(), Err(TaskError::Stopped(StopReason::Cancelled)));
    });
}
