//! What tasks leave, not as they left it. What has been changed is refused; what says of itself that it is right does no harm.
//!
//! The first byte says of which work, the second how: `0` what a task reads is changed, by places (2 bytes) and what is
//! added there, `1` it is of another length, `2` it is changed and sealed again. The third is the number of a task, or of
//! the answer, the fourth that of one of its inputs. With `3` a position is made up from the rest, cut, and done by tasks.

#![no_main]

use std::num::NonZero;
use std::sync::OnceLock;

use foregone::contour::{self, ShardOptions};
use foregone::dots::dense::{TableShards, build};
use foregone::dots::{self, Cut};
use foregone::hex::{self, Colour, OddsShards, PolynomialShards, Turns};
use foregone::shards::{Shards, TaskError, run_here};
use foregone::{Known, Limits, Solver as _};
use foregone_fuzz::hex::Case;
use foregone_fuzz::run::Game as _;
use foregone_fuzz::{Bytes, changed, one_line};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Some work, and what each task left.
struct Done<S> {
    shards: S,
    outputs: Vec<Vec<u8>>,
}

/// How what tasks leave is kept from damage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sealed {
    /// By a checksum of all of it, at the end.
    Behind,
    /// By the number of the task in the first bytes.
    Before,
}

/// The bytes of what stands before, and of what stands behind.
const HEAD: usize = 64;
const SEAL: usize = 8;

impl<S: Shards> Done<S> {
    fn new(shards: S) -> Self {
        let mut outputs: Vec<Vec<u8>> = Vec::new();
        for (place, task) in shards.tasks().iter().enumerate() {
            let reads = task.needs.iter().zip(&task.reads);
            let inputs: Vec<&[u8]> = reads.map(|(&need, read)| &outputs[need][read.clone()]).collect();
            let mut output = vec![0; task.bytes];
            shards.run(place, &inputs, &mut output, &Limits::none()).expect("a task");
            outputs.push(output);
        }
        Self { shards, outputs }
    }

    /// Does a task, or asks for the answer, with one input as the bytes have it.
    fn check(&self, sealed: Sealed, how: u8, [task, which]: [u8; 2], rest: &[u8]) {
        let tasks = self.shards.tasks();
        let place = usize::from(task) % (tasks.len() + 1);
        let (needs, reads) = match tasks.get(place) {
            Some(task) => (&*task.needs, task.reads.clone()),
            None => {
                let wanted = self.shards.wanted();
                (wanted, wanted.iter().map(|&want| 0..tasks[want].bytes).collect())
            }
        };
        if needs.is_empty() {
            return;
        }
        let which = usize::from(which) % needs.len();
        let mut input = self.outputs[needs[which]][reads[which].clone()].to_vec();
        let right = input.clone();
        match how % 3 {
            0 => _ = changed(&mut input, rest),
            1 => input.resize(
                rest.iter().fold(0, |length, &byte| length << 3 ^ usize::from(byte)) % (2 * right.len()),
                0,
            ),
            _ => self.forge(sealed, needs[which], reads[which].start, &mut input, rest),
        }
        let all = needs.iter().zip(&reads).map(|(&need, read)| &self.outputs[need][read.clone()]);
        let mut inputs: Vec<&[u8]> = all.collect();
        inputs[which] = &input;
        let found = match tasks.get(place) {
            Some(task) => {
                let mut output = vec![0; task.bytes];
                let done = self.shards.run(place, &inputs, &mut output, &Limits::none());
                done.map(|()| output == self.outputs[place])
            }
            None => self.shards.answer(&inputs).map(|_| true),
        };
        match found {
            Ok(same) if input == right => assert!(same),
            // Whoever forges gets what they ask for, and a head says nothing of what is behind it.
            Ok(_) => assert!(how % 3 == 2 || sealed == Sealed::Before && input.len() == right.len()),
            Err(error @ (TaskError::Damaged { .. } | TaskError::Bytes { .. } | TaskError::Narrow { .. })) => {
                assert!(input != right, "{error}");
                one_line(&error);
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// Changes what a task left, but for what it is known by.
    fn forge(&self, sealed: Sealed, task: usize, start: usize, input: &mut [u8], rest: &[u8]) {
        match sealed {
            Sealed::Before => _ = changed(&mut input[if start == 0 { HEAD } else { 0 }..], rest),
            Sealed::Behind => {
                let (bytes, seal) = input.split_at_mut(input.len() - SEAL);
                changed(bytes, rest);
                let seed = xxh3_64(self.shards.identity().as_bytes()).wrapping_add(task as u64);
                seal.copy_from_slice(&xxh3_64_with_seed(bytes, seed).to_le_bytes());
            }
        }
    }
}

const TWO: NonZero<usize> = NonZero::new(2).expect("two");

/// All works that are cut.
struct Works {
    contour: Done<contour::Shards>,
    narrow: Done<contour::Shards>,
    polynomial: Done<PolynomialShards>,
    odds: Done<OddsShards>,
    dots: Done<dots::Shards>,
    table: Done<TableShards>,
}

fn contour_shards(greatest: i64, wide: bool) -> contour::Shards {
    let scores = |side: i64| (0..100).map(|at| at * at * side % greatest).collect();
    let board = contour::Board::new(10, 10, scores(3), scores(5)).expect("a board");
    contour::Shards::new(&contour::Position::new(board), 2, ShardOptions { least: Some(20_000), wide })
}

fn works() -> &'static Works {
    static WORKS: OnceLock<Works> = OnceLock::new();
    WORKS.get_or_init(|| {
        let board = hex::Position::empty(4, 4).expect("a board");
        let start: dots::Position = "2x3".parse().expect("a position");
        let cut = Cut { plies: 3, moves: true, ..Cut::for_workers(&start, TWO) };
        Works {
            contour: Done::new(contour_shards(1_000_000, true)),
            narrow: Done::new(contour_shards(10, false)),
            polynomial: Done::new(PolynomialShards::new(&board, Colour::White, TWO).expect("a small board")),
            odds: Done::new(OddsShards::new(&board, TWO).expect("a small board")),
            dots: Done::new(dots::Shards::new(&start, cut).expect("a small board")),
            table: Done::new(TableShards::new(&start, TWO).expect("a small board")),
        }
    })
}

/// A position that the bytes make up, cut as they say, comes to what the solver says.
fn check_cut(game: u8, cut: u8, bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let limits = foregone_fuzz::limits();
    let workers = NonZero::new(usize::from(cut % 4) + 1).expect("some");
    match game % 4 {
        0 => {
            let position = foregone_fuzz::contour::Contour::draw(&mut bytes);
            let Known::Exact(right) =
                contour::Solver::new().solve(&position, &limits).expect("an answer").value
            else {
                return;
            };
            let least = Some(1 << (cut / 4 % 16 + 4));
            let shards =
                contour::Shards::new(&position, workers.get(), ShardOptions { least, wide: cut >= 128 });
            match run_here(&shards, &Limits::none()) {
                Ok(worth) => assert_eq!(worth.value, right, "{position}"),
                Err(TaskError::Narrow { .. }) => assert!(cut < 128, "{position}"),
                Err(error) => panic!("{position}: {error}"),
            }
        }
        1 => {
            let Case { position, turns: Turns::Alternating } = foregone_fuzz::hex::Hex::draw(&mut bytes)
            else {
                return;
            };
            let Ok(shards) = OddsShards::new(&position, workers) else { return };
            let Known::Exact(right) = hex::Solver::new().solve(&position, &limits).expect("an answer").value
            else {
                return;
            };
            assert_eq!(run_here(&shards, &Limits::none()), Ok(right), "{position}");
        }
        2 => {
            let position = foregone_fuzz::dots::Dots::draw(&mut bytes);
            let cut = Cut {
                plies: usize::from(cut / 4 % 8),
                moves: cut >= 128,
                ..Cut::for_workers(&position, workers)
            };
            let Ok(shards) = dots::Shards::new(&position, cut) else { return };
            let Known::Exact(right) = dots::Solver::new().solve(&position, &limits).expect("an answer").value
            else {
                return;
            };
            assert_eq!(run_here(&shards, &Limits::none()).map(|found| found.value), Ok(right), "{position}");
        }
        _ => {
            const ROOTS: &[&str] = &["1x1", "1x3", "2x2", "3x1:icelandic", "2x3:swedish", "2x2:110000110000"];
            let root = ROOTS[usize::from(cut / 4) % ROOTS.len()].parse().expect("a position");
            let shards = TableShards::new(&root, workers).expect("a small board");
            let done = Done::new(shards);
            let outputs: Vec<&[u8]> = done.shards.wanted().iter().map(|&want| &*done.outputs[want]).collect();
            let file = done.shards.answer(&outputs).expect("what tasks left");
            let (mut written, mut built) = (Vec::new(), std::io::Cursor::new(Vec::new()));
            file.write_to(&mut written, &done.outputs).expect("room");
            build(&root, &mut built, &Limits::none()).expect("a table");
            assert!(written == built.into_inner(), "{root}");
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let [what, how, task, which, rest @ ..] = bytes else { return };
    if how % 4 == 3 {
        return check_cut(*what, *task, rest);
    }
    let (how, place, works) = (how % 4, [*task, *which], works());
    match what % 6 {
        0 => works.contour.check(Sealed::Before, how, place, rest),
        1 => works.narrow.check(Sealed::Before, how, place, rest),
        2 => works.polynomial.check(Sealed::Behind, how, place, rest),
        3 => works.odds.check(Sealed::Behind, how, place, rest),
        4 => works.dots.check(Sealed::Behind, how, place, rest),
        _ => works.table.check(Sealed::Behind, how, place, rest),
    }
});
