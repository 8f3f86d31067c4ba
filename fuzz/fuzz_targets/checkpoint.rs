//! Checkpoints and tables that are not as they were written. What has been changed is refused, or makes no difference; what says
//! of itself that it is right does no harm.
//!
//! The first byte says of what, the second how: `0` the bytes are all there is, `1` they are the payload of a checkpoint
//! whose checksums are right, `2` they change one that is right, each by a place (2 bytes) and what is added there, `3` the same
//! with the checksums made right again. Of a table, `1` cuts it short.

#![no_main]

use std::io::{self, Cursor, Read, Write};
use std::sync::{Mutex, OnceLock};

use foregone::checkpoint::{MAGIC, Store};
use foregone::dots::dense::{Table, build};
use foregone::{Known, Limits, Margin, SolveError, Solver as _, contour, dots};
use foregone_fuzz::{changed, one_line};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// A checkpoint in memory.
struct Memory(Mutex<Vec<u8>>);

impl Store for Memory {
    fn open(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
        let kept = self.0.lock().expect("nobody panicked").clone();
        Ok((!kept.is_empty()).then(|| Box::new(Cursor::new(kept)) as Box<dyn Read>))
    }

    fn due(&self) -> bool {
        true
    }

    fn replace(&self, _: u64, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        let mut new = Vec::new();
        if write(&mut new).is_ok() {
            *self.0.lock().expect("nobody panicked") = new;
        }
    }
}

/// A run that keeps checkpoints: of Contour by levels, or of Dots and Boxes.
struct Run {
    /// Answers with what is kept, within so many states.
    solve: fn(&Memory, u64) -> Result<Known<Margin>, SolveError>,
    value: Known<Margin>,
    /// One that was kept half-way.
    checkpoint: Vec<u8>,
    /// Where its payload begins, which is behind the head and its checksum.
    payload: usize,
}

/// States that are enough for all of the runs.
const ENOUGH: u64 = 2_000_000;

/// So little memory that the board is swept by levels.
const LITTLE: u64 = 100 << 10;

fn contour(memory: &Memory, states: u64) -> Result<Known<Margin>, SolveError> {
    let scores = |side: i64| (0..81).map(|at| at * at * side % 17).collect();
    let board = contour::Board::new(9, 9, scores(3), scores(5)).expect("a board");
    let limits = Limits::none().states(states).memory(LITTLE).checkpoints(memory);
    Ok(contour::Solver::new().solve(&contour::Position::new(board), &limits)?.value)
}

fn dots(memory: &Memory, states: u64) -> Result<Known<Margin>, SolveError> {
    let position = dots::Position::start(2, 4, dots::Start::American).expect("a board");
    let limits = Limits::none().states(states).checkpoints(memory);
    Ok(dots::Solver::new().solve(&position, &limits)?.value)
}

/// Where the kind and the question or root, with which heads begin, end.
fn after_texts(bytes: &[u8]) -> usize {
    let after = |at: usize| {
        let length = bytes[at..at + 4].try_into().expect("four bytes");
        at + 4 + u32::from_le_bytes(length) as usize
    };
    after(after(MAGIC.len() + 4))
}

impl Run {
    fn new(solve: fn(&Memory, u64) -> Result<Known<Margin>, SolveError>) -> Self {
        let value = solve(&Memory(Mutex::default()), ENOUGH).expect("an answer");
        assert!(value.exact().is_some());
        // The fewest states, of powers of two, after which something is kept.
        let kept = |shift: u32| {
            let memory = Memory(Mutex::default());
            let open = solve(&memory, 1 << shift).expect("an answer").exact().is_none();
            let checkpoint = memory.0.into_inner().expect("nobody panicked");
            (open && !checkpoint.is_empty()).then_some(checkpoint)
        };
        let checkpoint = (4..20).rev().find_map(kept).expect("a run that is stopped keeps a checkpoint");
        let payload = after_texts(&checkpoint) + 8 + 8;
        Self { solve, value, checkpoint, payload }
    }

    /// With some bytes changed, and all checksums right.
    fn forged(&self, changes: &[u8]) -> Vec<u8> {
        let mut bytes = self.checkpoint.clone();
        changed(&mut bytes, changes);
        seal(&mut bytes, self.payload - 8);
        let end = bytes.len() - 8;
        seal(&mut bytes, end);
        bytes
    }

    /// With a payload of its own, and all checksums right.
    fn with_payload(&self, payload: &[u8]) -> Vec<u8> {
        let mut bytes = self.checkpoint[..self.payload - 16].to_vec();
        bytes.extend((payload.len() as u64).to_le_bytes());
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes.extend(payload);
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }
}

/// Puts down the checksum of all above a place.
fn seal(bytes: &mut [u8], place: usize) {
    let checksum = xxh3_64(&bytes[..place]).to_le_bytes();
    bytes[place..place + 8].copy_from_slice(&checksum);
}

fn check_run(run: &Run, how: u8, rest: &[u8]) {
    let mut bytes = match how % 4 {
        0 => rest.to_vec(),
        1 => run.with_payload(rest),
        2 => run.checkpoint.clone(),
        _ => run.forged(rest),
    };
    let whole = how % 4 == 2 && !changed(&mut bytes, rest);
    let found = (run.solve)(&Memory(Mutex::new(bytes.clone())), ENOUGH);
    match found {
        Ok(value) if how % 4 == 2 || bytes.is_empty() => assert_eq!(value, run.value),
        // Whoever forges checksums gets what they ask for.
        Ok(_) => {}
        Err(SolveError::Checkpoint(error)) => {
            assert!(!whole, "{error}");
            one_line(&error);
        }
        Err(error) => panic!("{error}"),
    }
}

/// A table of a few positions, as it is built.
fn built(root: &str, bytes: Vec<u8>) -> Result<Vec<u8>, SolveError> {
    let mut file = Cursor::new(bytes);
    build(&root.parse().expect("a position"), &mut file, &Limits::none())?;
    Ok(file.into_inner())
}

fn check_table(how: u8, rest: &[u8]) {
    const ROOT: &str = "2x2";
    static WHOLE: OnceLock<Vec<u8>> = OnceLock::new();
    let whole = WHOLE.get_or_init(|| built(ROOT, Vec::new()).expect("a table"));
    let mut bytes = whole.clone();
    match how % 4 {
        0 => bytes = rest.to_vec(),
        1 => {
            bytes.truncate(rest.iter().fold(0, |length, &byte| length << 8 | usize::from(byte)) % bytes.len())
        }
        2 => _ = changed(&mut bytes, rest),
        _ => {
            // One page follows the head, and is seeded with its number.
            let (head, page) = (after_texts(whole) + 8, bytes.len() - 8);
            let checksum = |bytes: &[u8]| xxh3_64_with_seed(&bytes[head..page], 0).to_le_bytes();
            assert!(whole[page..] == checksum(whole));
            changed(&mut bytes, rest);
            seal(&mut bytes, head - 8);
            let right = checksum(&bytes);
            bytes[page..].copy_from_slice(&right);
        }
    }
    let same = bytes == *whole;
    match Table::open(Box::new(bytes.clone())) {
        Ok(table) => match table.check(0, 1, &Limits::none()) {
            // Pages whose checksums are right are checked against the search in part.
            Ok(_) => assert!(same || how % 4 == 3 || *table.root() != ROOT.parse().expect("a position")),
            Err(error) => one_line(&error),
        },
        Err(error) => {
            assert!(!same, "{error}");
            one_line(&error);
        }
    }
    // A run goes on after the last page that is right, if the head is.
    match built(ROOT, bytes) {
        Ok(bytes) => assert!(bytes == *whole || how % 4 == 3),
        Err(error) => one_line(&error),
    }
}

fuzz_target!(|bytes: &[u8]| {
    static RUNS: OnceLock<[Run; 2]> = OnceLock::new();
    let [what, how, rest @ ..] = bytes else { return };
    let runs = RUNS.get_or_init(|| [Run::new(contour), Run::new(dots)]);
    match usize::from(what % 3) {
        2 => check_table(*how, rest),
        which => check_run(&runs[which], *how, rest),
    }
});
