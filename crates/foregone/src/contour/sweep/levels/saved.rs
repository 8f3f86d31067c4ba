//! How far a sweep has come, and its checkpoints.
//!
//! ```text
//!     bits of a word      8 bytes    16, 32 or 64
//!     the last level      8 bytes    of those that are done
//!     the first kept      8 bytes    of those that are to be kept
//!     states              8 bytes    done up to here
//!     levels              their lanes: those from the first kept to the last one, or else the last one alone
//! ```
//!
//! Lanes of AVX2 and others have their words in the same places, so a sweep goes on with whatever lanes there are. Where
//! runs begin is worked out anew.

use super::super::lanes::{Lanes, Word};
use super::Level;
use super::pages::Pages;
use super::pass::Pass;
use super::plan::Plan;
use crate::checkpoint::{CheckpointError, Checkpoints, Payload};
use crate::report::{Halt, SolveError};

/// What checkpoints of this sweep are of. Words are written as they are in memory.
pub const KIND: &str = if cfg!(target_endian = "little") {
    "Contour's sweep by levels"
} else {
    "Contour's sweep by levels (highest byte first)"
};

/// The bytes read between two looks at the cancel flag: some milliseconds.
const READ_AT_ONCE: usize = 16 << 20;

/// How far a sweep has come.
pub struct Stand<V> {
    /// The level to be worked out next.
    pub next: usize,
    /// The states of all levels before.
    pub states: u64,
    /// The level before, if there is one.
    pub before: Level<V>,
    /// The levels before that, as far as they are kept.
    pub kept: Vec<Level<V>>,
}

impl<V: Lanes> Stand<V> {
    /// Nothing is done.
    pub const fn start(plan: &Plan<V::Word>) -> Self {
        Self { next: *plan.levels.start(), states: 0, before: Level::none(), kept: Vec::new() }
    }

    /// Keeps a checkpoint. A level must be done.
    pub fn keep(&self, checkpoints: &Checkpoints<'_>, plan: &Plan<V::Word>, first_kept: usize) {
        let last = self.next - 1;
        let bits = u64::from(V::Word::BITS);
        let head: Vec<u8> = [bits, last as u64, first_kept as u64, self.states]
            .into_iter()
            .flat_map(u64::to_le_bytes)
            .collect();
        let mut payload = vec![head.as_slice()];
        let levels = self.kept.iter().chain([&self.before]);
        payload.extend(levels.zip(&plan.sizes[last - self.kept.len()..]).map(|(level, &size)| {
            // A level may have more room than it needs.
            level.values.bytes(size)
        }));
        checkpoints.keep(&payload);
    }
}

/// A checkpoint of a sweep, of which only the first numbers are read.
#[derive(Debug)]
pub struct Saved<'a> {
    bits: u64,
    last: u64,
    first_kept: u64,
    states: u64,
    payload: Payload<'a>,
}

impl<'a> Saved<'a> {
    /// Opens the checkpoint that is kept, if there is one.
    ///
    /// # Errors
    /// [`CheckpointError`] if it is not one of this run.
    pub fn open(checkpoints: &Checkpoints<'a>) -> Result<Option<Self>, CheckpointError> {
        let Some(mut payload) = checkpoints.open()? else { return Ok(None) };
        let mut number = || payload.number();
        let (bits, last, first_kept, states) = (number()?, number()?, number()?, number()?);
        Ok(Some(Self { bits, last, first_kept, states, payload }))
    }

    /// Whether its words are those of some lanes.
    pub fn is_of<V: Lanes>(&self) -> bool {
        self.bits == V::Word::BITS.into()
    }

    /// Reads it all. `first_kept` is the first level to be kept; one that is gone by cannot be kept any more. A level
    /// that will not be kept gets `room`, so that another can have its place. `go_on` is asked every so often.
    ///
    /// # Errors
    /// [`CheckpointError`] if it is damaged or does not fit the sweep, or what `go_on` says.
    pub fn read<V: Lanes>(
        mut self,
        pass: &Pass<'_, V>,
        first_kept: &mut usize,
        room: usize,
        go_on: &mut dyn FnMut() -> Result<(), Halt>,
    ) -> Result<Stand<V>, Halt> {
        let plan = pass.plan;
        let level = |number: u64| usize::try_from(number).ok().filter(|level| plan.levels.contains(level));
        let (Some(last), Some(its_first), true) =
            (level(self.last), level(self.first_kept), self.is_of::<V>())
        else {
            return Err(CheckpointError::damaged("it does not fit this board").into());
        };
        let held = its_first.min(last)..=last;
        let size = |level: usize| plan.sizes[level] * size_of::<V>();
        let bytes: u64 = held.clone().map(|level| size(level) as u64).sum();
        let more_to_do = last < *plan.levels.end() && self.states <= plan.states;
        if !more_to_do || self.payload.left() != bytes {
            return Err(CheckpointError::damaged("it does not fit this board").into());
        }
        if *first_kept <= last {
            *first_kept = (*first_kept).max(*held.start());
        }
        let mut kept = Vec::new();
        let mut before = Level::none();
        for level in held {
            let skipped = level < *first_kept && level < last;
            let mut values = if skipped || level >= *first_kept {
                Pages::<V>::new(plan.sizes[level])?
            } else {
                Pages::new(room)?
            };
            for bytes in values.bytes_mut(plan.sizes[level]).chunks_mut(READ_AT_ONCE) {
                self.payload.fill(bytes)?;
                go_on()?;
            }
            if skipped {
                continue;
            }
            let here = pass.laid_out(level, values)?;
            if level < last {
                kept.push(here);
            } else {
                before = here;
            }
        }
        self.payload.finish()?;
        Ok(Stand { next: last + 1, states: self.states, before, kept })
    }
}

impl<V: Lanes> Pass<'_, V> {
    /// A level of values that are there already.
    fn laid_out(&self, level: usize, values: Pages<V>) -> Result<Level<V>, SolveError> {
        let mut here = Level { values, runs: self.plan.no_runs()? };
        self.parts(level, &mut here, 1);
        Ok(here)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::frame::Frame;
    use super::super::super::lanes::Portable;
    #[cfg(target_arch = "x86_64")]
    use super::super::super::lanes::{Avx2I16, Avx2I32, Avx2I64};
    use super::super::super::tests::{Random, boards, check};
    use super::super::{Keep, Kept, NARROW, sweep_with};
    use super::*;
    use crate::checkpoint::tests::Memory;
    use crate::contour::Position;
    use crate::limits::{Budget, Limits};
    use crate::report::{SolveError, StopReason};

    type Swept = Result<Box<dyn Kept>, Halt>;

    /// Sweeps with checkpoints; with AVX2 if it is to be fast and the machine has it.
    fn sweep(position: &Position, keep: Keep, limits: &Limits<'_>, store: &Memory, fast: bool) -> Swept {
        let frame = Frame::of(position).unwrap();
        let mut budget = Budget::open(&limits.checkpoints(store));
        let checkpoints = budget.checkpoints(KIND, || position.to_string());
        let checkpoints = checkpoints.as_ref();
        #[cfg(target_arch = "x86_64")]
        if fast && crate::machine::has_avx2() {
            let swept =
                sweep_with::<Avx2I16, Avx2I32, Avx2I64>(&frame, u128::MAX, keep, 2, checkpoints, &mut budget);
            return swept.map(Option::unwrap);
        }
        let _ = fast;
        let swept = sweep_with::<Portable<i16, 16>, Portable<i32, 8>, Portable<i64, 4>>(
            &frame,
            u128::MAX,
            keep,
            1,
            checkpoints,
            &mut budget,
        );
        swept.map(Option::unwrap)
    }

    /// Positions that this sweep takes.
    fn taken(seed: u64, count: usize) -> impl Iterator<Item = Position> {
        boards(seed, count).filter(|position| Frame::of(position).is_some_and(|frame| frame.bits() >= 10))
    }

    /// Whether the checkpoint in a store has narrow words.
    fn is_narrow(store: &Memory, position: &Position) -> bool {
        let checkpoints = Checkpoints::new(store, KIND, position.to_string());
        Saved::open(&checkpoints).unwrap().unwrap().is_of::<Portable<i16, 16>>()
    }

    #[test]
    fn a_sweep_stopped_anywhere_goes_on_to_the_same_values() {
        let mut random = Random(5);
        let (mut narrow, mut wide) = (0, 0);
        for (index, position) in taken(6, 400).enumerate() {
            let store = Memory::new(random.below(4));
            let mut states = 1 + random.below(500);
            let kept = loop {
                // A run may have more memory than the one before, and so keep more, or less.
                let keep = [Keep::Moves, Keep::Line(0), Keep::Line(1 << 40)][random.below(3) as usize];
                let before = store.bytes();
                let limits = Limits::none().states(states);
                match sweep(&position, keep, &limits, &store, random.below(2) == 0) {
                    Ok(kept) => break kept,
                    Err(halt) => assert_eq!(halt, Halt::Stopped(StopReason::States), "{position}"),
                }
                if before != store.bytes() {
                    *(if is_narrow(&store, &position) { &mut narrow } else { &mut wide }) += 1;
                }
                states += 1 + states / 2;
            };
            check(&position, index, |contour| kept.rest(contour));
            let frame = Frame::of(&position).unwrap();
            assert!(kept.rest(frame.start()).is_some());
            assert!(frame.moves(frame.start()).all(|mv| kept.rest(mv.next).is_some()));
        }
        assert!(narrow > 100 && wide > 100, "{narrow} narrow, {wide} wide");
    }

    /// A position whose checkpoints are small, and its checkpoint half-way.
    fn half_way() -> (Position, Vec<u8>) {
        let position = Position::new(Random(7).board(5, 6, -9, 9));
        let store = Memory::new(0);
        sweep(&position, Keep::Line(0), &Limits::none().states(300), &store, true).err().unwrap();
        (position, store.bytes().unwrap())
    }

    fn refused(position: &Position, bytes: Vec<u8>) -> CheckpointError {
        let swept = sweep(position, Keep::Line(0), &Limits::none(), &Memory::of(bytes), true);
        match swept.err().unwrap() {
            Halt::Refused(SolveError::Checkpoint(error)) => error,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_damaged_checkpoint_is_refused_whatever_is_wrong() {
        let (position, good) = half_way();
        let mut random = Random(8);
        for at in 0..good.len() {
            let mut damaged = good.clone();
            damaged[at] ^= 1 << random.below(8);
            refused(&position, damaged);
            assert!(matches!(
                refused(&position, good[..at].to_vec()),
                CheckpointError::Foreign | CheckpointError::Truncated
            ));
        }
        assert!(sweep(&position, Keep::Line(0), &Limits::none(), &Memory::of(good), false).is_ok());
    }

    #[test]
    fn numbers_that_fit_no_sweep_are_refused_though_their_checksum_is_right() {
        let (position, _) = half_way();
        let written = |bits: u64, last: u64, first_kept: u64, states: u64, bytes: usize| {
            let head: Vec<u8> =
                [bits, last, first_kept, states].into_iter().flat_map(u64::to_le_bytes).collect();
            let store = Memory::new(0);
            Checkpoints::new(&store, KIND, position.to_string()).keep(&[&head, &vec![0; bytes]]);
            store.bytes().unwrap()
        };
        for bytes in [0, 1, 32, 1 << 12] {
            for bits in [0, 8, 16, 32, 64, u64::MAX] {
                for number in [0, 1, 2, 63, 1 << 20, u64::MAX] {
                    refused(&position, written(bits, number, 0, 0, bytes));
                    refused(&position, written(bits, 0, number, 0, bytes));
                    refused(&position, written(bits, number, number, u64::MAX, bytes));
                }
            }
        }
        let shorter = Memory::new(0);
        Checkpoints::new(&shorter, KIND, position.to_string()).keep(&[&[0; 31]]);
        assert_eq!(
            refused(&position, shorter.bytes().unwrap()),
            CheckpointError::damaged("its payload is too short")
        );
    }

    #[test]
    fn wide_words_are_gone_on_with_as_such() {
        // Every move brings more than the one after it, so that narrow words do not do.
        let swings: Vec<i64> = (0..60).map(|at| if at % 2 == 0 { NARROW } else { -NARROW }).collect();
        let position = Position::new(crate::contour::Board::new(2, 30, swings, vec![0; 60]).unwrap());
        let store = Memory::new(1);
        let kept = sweep(&position, Keep::Moves, &Limits::none(), &store, true).unwrap();
        let start = Frame::of(&position).unwrap().start();
        assert!(!is_narrow(&store, &position));
        // What is left is less than the whole in either words.
        let limits = Limits::none().states(60);
        let again = sweep(&position, Keep::Moves, &limits, &store, false).unwrap();
        assert_eq!(again.rest(start), kept.rest(start));
    }
}
