//! The sweep of large boards: two levels of rows at a time.
//!
//! ```text
//!     contour    [ upper | middle, up to 12 bits | low, 8 or 10 bits ]
//!     level      the places of the ones above the low bits summed up; the lowest of these bits is place 1
//! ```
//!
//! Every move into or above the middle bits lowers the level by one, and a move among the low bits leaves it. So a level
//! is worked out from the one before alone, which is all that must be kept. The level holds, for each number of low ones
//! and each upper word, one *run* of rows: those of the middle words with the right popcount and sum of places, which are
//! a class of [`Middle`](super::middle::Middle). A move inside the upper bits leads to the same class, so a whole run
//! reads whole runs: long stretches of memory, in order.
//!
//! The levels nearest to the position are small. Some are kept, for the values of moves and for the best line.
//!
//! The same work can be cut into tasks for many processes: see `cut` and `sharded`.
//!
//! After any level the sweep can be put down, as a checkpoint, and taken up again: see `saved`.

mod cut;
mod pages;
mod pass;
mod plan;
mod saved;
mod sharded;
mod sketch;

use super::first_best;
use super::frame::{Contour, Frame, Move, ones};
#[cfg(target_arch = "x86_64")]
use super::lanes;
use super::lanes::{Laned, Lanes, Portable, Word};
use super::low::{self, Bench};
use crate::checkpoint::Checkpoints;
use crate::limits::Budget;
use crate::report::{Halt, SolveError};
use cut::Cut;
use pages::Pages;
use pass::Pass;
use plan::Plan;
pub use saved::KIND;
use saved::{Saved, Stand};
use sharded::Sharded;
pub use sharded::Work;

/// Two levels of more bytes than this do not stay in the caches from one level to the next.
const CACHES: usize = 20 << 20;

/// The states of a level for which a thread is started: about half a millisecond of work.
const WORTH_A_THREAD: usize = 1 << 19;

/// The seconds that a task should take.
const A_TASK: f64 = 0.1;

/// Memory that is not worth saving.
pub const LITTLE: usize = 16 << 20;

/// What a sweep keeps besides the two levels that it works with, as far as the memory allowed permits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Nothing: the value of the position and of its moves are known at the end in any case.
    Moves,
    /// One more level, for the moves of the positions after each move.
    Replies,
    /// Levels for the best line: a little more than two levels take, or as many as fit so many bytes with them.
    Line(u64),
}

/// Swings of this size are tried in words of 16 bits first.
pub const NARROW: i64 = i16::MAX as i64 / 4;

/// The values of the levels that a sweep has kept.
pub trait Kept {
    /// `g` of a contour, if its level was kept.
    fn rest(&self, contour: Contour) -> Option<i64>;

    /// The first best move from a contour, and its swing less `g` after it, if `g` is known after every move and there is
    /// one.
    fn best(&self, frame: &Frame, contour: Contour) -> Option<(Move, i64)> {
        first_best(frame.moves(contour).map(|mv| Some((mv, mv.swing - self.rest(mv.next)?))))
    }

    /// The memory that is planned for it, in bytes.
    fn planned(&self) -> u64;
}

/// Sweeps a frame above whose start there are so many order ideals, in the narrowest words that hold the values. `None`
/// if the frame is too small, too thin or too large for this sweep, or its swings are too great.
///
/// With checkpoints it goes on from the one that is there.
///
/// # Errors
/// [`Halt`] if two levels do not fit the memory allowed, if it cannot go on from the checkpoint, or at a limit.
pub fn sweep(
    frame: &Frame,
    ideals: u128,
    keep: Keep,
    checkpoints: Option<&Checkpoints<'_>>,
    budget: &mut Budget<'_>,
) -> Result<Option<Box<dyn Kept>>, Halt> {
    let threads = budget.threads();
    #[cfg(target_arch = "x86_64")]
    if crate::machine::has_avx2() {
        use lanes::{Avx2I16, Avx2I32, Avx2I64};
        return sweep_with::<Avx2I16, Avx2I32, Avx2I64>(frame, ideals, keep, threads, checkpoints, budget);
    }
    type Wide = Portable<i64, 4>;
    sweep_with::<Portable<i16, 16>, Portable<i32, 8>, Wide>(frame, ideals, keep, threads, checkpoints, budget)
}

fn sweep_with<N: Lanes<Word = i16>, W: Lanes<Word = i32>, X: Lanes<Word = i64>>(
    frame: &Frame,
    ideals: u128,
    keep: Keep,
    threads: usize,
    checkpoints: Option<&Checkpoints<'_>>,
    budget: &mut Budget<'_>,
) -> Result<Option<Box<dyn Kept>>, Halt> {
    let mut saved = match checkpoints {
        Some(checkpoints) => Saved::open(checkpoints)?,
        None => None,
    };
    // Wide words were saved because narrow ones did not do.
    if frame.greatest() <= NARROW && !saved.as_ref().is_some_and(Saved::is_of::<W>) {
        let Some(mut levels) = Levels::<N>::new(frame, ideals, keep, budget)? else { return Ok(None) };
        if levels.run(frame, threads, checkpoints, saved.take(), budget)? {
            return Ok(Some(Box::new(levels)));
        }
        // A value was at the bound of the words. All is done again in wider ones.
        budget.release(levels.planned);
    }
    if frame.bound() < i32::BOUND {
        sweep_in_range::<W>(frame, ideals, keep, threads, checkpoints, saved, budget)
    } else {
        sweep_in_range::<X>(frame, ideals, keep, threads, checkpoints, saved, budget)
    }
}

/// Sweeps in words that hold all values.
fn sweep_in_range<V: Lanes>(
    frame: &Frame,
    ideals: u128,
    keep: Keep,
    threads: usize,
    checkpoints: Option<&Checkpoints<'_>>,
    saved: Option<Saved<'_>>,
    budget: &mut Budget<'_>,
) -> Result<Option<Box<dyn Kept>>, Halt> {
    let Some(mut levels) = Levels::<V>::new(frame, ideals, keep, budget)? else { return Ok(None) };
    levels.run(frame, threads, checkpoints, saved, budget)?;
    Ok(Some(Box::new(levels)))
}

/// The states that a sweep would work out, and the memory that it needs in words that are sure to hold the values, if it
/// takes the frame.
///
/// # Errors
/// [`SolveError`] if the plan alone takes more than so many bytes, or than the system has.
pub fn cost(frame: &Frame, ideals: u128, allowed: u64) -> Result<Option<(u64, u128)>, SolveError> {
    fn of<V: Lanes>(frame: &Frame, ideals: u128, allowed: u64) -> Result<Option<(u64, u128)>, SolveError> {
        let plan = Plan::new::<V>(frame, ideals, allowed)?;
        Ok(plan.map(|plan| (plan.states, plan.working_memory(size_of::<V>()))))
    }
    if frame.bound() < i32::BOUND {
        of::<Portable<i32, 8>>(frame, ideals, allowed)
    } else {
        of::<Portable<i64, 4>>(frame, ideals, allowed)
    }
}

/// The sweep of a frame above whose start there are so many order ideals as tasks for so many workers, of at least so many
/// states each if that is said. They leave `g` of the start and after each of its moves. `None` if the frame is not for this
/// sweep, if it works out more than `most` states, or too few for two tasks.
pub fn shared(
    frame: &Frame,
    ideals: u128,
    most: u128,
    workers: usize,
    least: Option<u64>,
    wide: bool,
) -> Option<Box<dyn Work>> {
    let asked: Vec<Contour> =
        [frame.start()].into_iter().chain(frame.moves(frame.start()).map(|mv| mv.next)).collect();
    fn of<W: Laned>(
        frame: &Frame,
        ideals: u128,
        asked: &[Contour],
        most: u128,
        workers: usize,
        least: Option<u64>,
    ) -> Option<Box<dyn Work>> {
        let least = least.unwrap_or((sharded::rate(W::BITS) * A_TASK) as u64).max(1);
        let cut = |plan: &Plan<W>| {
            let suits = u128::from(plan.states) <= most && plan.states / 2 >= least;
            suits.then(|| Cut::new(plan, workers, least))
        };
        Some(Box::new(Sharded::<W>::new(frame, ideals, asked, cut)?))
    }
    if frame.greatest() <= NARROW && (!wide || frame.bound() < i16::BOUND) {
        of::<i16>(frame, ideals, &asked, most, workers, least)
    } else if frame.bound() < i32::BOUND {
        of::<i32>(frame, ideals, &asked, most, workers, least)
    } else {
        of::<i64>(frame, ideals, &asked, most, workers, least)
    }
}

/// A sweep, and what it keeps.
struct Levels<V: Lanes> {
    plan: Plan<V::Word>,
    /// The first level that is kept, and those from there on as far as they are done.
    first_kept: usize,
    kept: Vec<Level<V>>,
    /// Whether two levels are too large for the caches.
    past_caches: bool,
    worth_a_thread: usize,
    planned: u64,
}

/// The values of a level.
#[derive(Debug)]
struct Level<V> {
    values: Pages<V>,
    /// Where the run of each upper word begins: all words for no low ones, then for one, and so on.
    runs: Vec<u32>,
}

impl<V: Lanes> Level<V> {
    const fn none() -> Self {
        Self { values: Pages::none(), runs: Vec::new() }
    }
}

impl<V: Lanes> Levels<V> {
    fn new(
        frame: &Frame,
        ideals: u128,
        keep: Keep,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let allowed = budget.memory_left().unwrap_or(u64::MAX);
        let Some(plan) = Plan::new::<V>(frame, ideals, allowed)? else { return Ok(None) };
        // Runs are told by words of 32 bits.
        if plan.sizes.iter().any(|&size| u32::try_from(size).is_err()) {
            return Ok(None);
        }
        let (first, last) = (*plan.levels.start(), *plan.levels.end());
        let live = 2 * plan.largest() * size_of::<V>();
        let runs = plan.runs() * size_of::<u32>();
        let fixed = plan.working_memory(size_of::<V>());
        let room = budget.memory_left().map_or(u128::MAX, u128::from).saturating_sub(fixed);
        let last_kept = last.saturating_sub(1).max(first);
        let bytes = |level: usize| (plan.sizes[level] * size_of::<V>() + runs) as u128;
        let wanted = match keep {
            Keep::Moves => 0,
            Keep::Replies => last_kept.checked_sub(1).map_or(0, bytes),
            Keep::Line(bytes) => {
                u128::from(bytes).saturating_sub(fixed).max((live + live / 5 + LITTLE) as u128)
            }
        };
        let room = room.min(wanted);
        // The position's moves lead to its level or the one before: these two are there at the end in any case.
        let mut first_kept = last_kept;
        let mut kept = 0;
        while first_kept > first {
            let more = bytes(first_kept - 1);
            if kept + more > room {
                break;
            }
            kept += more;
            first_kept -= 1;
        }
        budget.plan("two levels of order ideals", fixed)?;
        budget.plan("levels kept besides", kept)?;
        let planned = (fixed + kept) as u64;
        Ok(Some(Self {
            plan,
            first_kept,
            kept: Vec::new(),
            past_caches: live > CACHES,
            worth_a_thread: WORTH_A_THREAD,
            planned,
        }))
    }

    /// Sweeps all levels, or those after a checkpoint, and says whether every value fits its word.
    fn run(
        &mut self,
        frame: &Frame,
        threads: usize,
        checkpoints: Option<&Checkpoints<'_>>,
        saved: Option<Saved<'_>>,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Halt> {
        let plan = &self.plan;
        let live = plan.largest();
        let pass = Pass::new(frame, plan, self.past_caches);
        let mut benches: Vec<Box<Bench<V>>> = (0..threads).map(|_| Box::new(Bench::new(plan.low))).collect();
        let mut stand = match saved {
            Some(saved) => saved.read(&pass, &mut self.first_kept, live, &mut || Ok(budget.check()?))?,
            None => Stand::start(plan),
        };
        let mut safe = stand.next;
        let mut spare: Vec<Level<V>> = Vec::new();
        for level in stand.next..=*plan.levels.end() {
            let mut here = spare.pop().unwrap_or(Level::none());
            if here.runs.is_empty() {
                here.runs = plan.no_runs()?;
            }
            if here.values.len() < plan.sizes[level] {
                // The room of two levels is taken once for all; a level that is kept gets what it needs.
                let room = if level < self.first_kept { live } else { plan.sizes[level] };
                here.values = Pages::new(room)?;
            }
            let mut states = stand.states;
            let ended =
                pass.level(level, &stand.before, &mut here, self.worth_a_thread, &mut benches, &mut |more| {
                    budget.spend(more)?;
                    states += more;
                    budget.progress(states.min(plan.states), plan.states);
                    Ok(())
                });
            if let (Err(Halt::Stopped(_)), Some(checkpoints)) = (&ended, checkpoints)
                && safe < level
            {
                // This level is lost, and those before are not.
                stand.keep(checkpoints, plan, self.first_kept);
            }
            if !ended? {
                return Ok(false);
            }
            let done = std::mem::replace(&mut stand.before, here);
            if level > self.first_kept {
                stand.kept.push(done);
            } else {
                spare.push(done);
            }
            (stand.next, stand.states) = (level + 1, states);
            if let Some(checkpoints) = checkpoints
                && level < *plan.levels.end()
                && checkpoints.due()
            {
                stand.keep(checkpoints, plan, self.first_kept);
                safe = stand.next;
            }
        }
        self.kept = stand.kept;
        self.kept.push(stand.before);
        Ok(true)
    }
}

impl<V: Lanes> Kept for Levels<V> {
    fn rest(&self, contour: Contour) -> Option<i64> {
        let plan = &self.plan;
        let level = self.kept.get(plan.level(contour).checked_sub(self.first_kept)?)?;
        let low = contour & ones(plan.low);
        let word = contour >> plan.low & ones(plan.middle.bits());
        let low_ones = low.count_ones() as usize;
        let shape = &plan.shapes[low_ones];
        let run = level.runs[low_ones * plan.uppers.len() + plan.upper(contour)?] as usize;
        let (vector, lane) = shape.place::<V>(low::rank(low));
        let row = run + plan.middle.place(word as usize) * shape.whole;
        Some(level.values[row + vector].word(lane).number())
    }

    fn planned(&self) -> u64 {
        self.planned
    }
}

#[cfg(test)]
mod tests {
    use super::super::low::{Shape, Swings};
    use super::super::plain::Plain;
    use super::super::tests::{Random, boards, check, with_sum};
    use super::*;
    use crate::contour::{Board, Position};
    use crate::{Limits, StopReason};

    fn open() -> Budget<'static> {
        Budget::open(&Limits::none())
    }

    /// A sweep by some lanes, past the caches if by three threads, and whether every value fits its word.
    fn swept<V: Lanes>(frame: &Frame, keep: Keep, threads: usize) -> (Levels<V>, bool) {
        let mut budget = open();
        let mut levels = Levels::<V>::new(frame, u128::MAX, keep, &mut budget).unwrap().unwrap();
        levels.past_caches = threads == 3;
        levels.worth_a_thread = 1;
        let fits = levels.run(frame, threads, None, None, &mut budget).unwrap();
        if fits {
            assert_eq!(budget.states(), levels.plan.states);
            let held: usize = levels.kept.iter().map(|level| level.values.len() * size_of::<V>()).sum();
            let memory = budget.close("", StopReason::Finished).memory;
            assert!(held as u64 <= memory && memory == levels.planned(), "{held} of {memory}");
        }
        (levels, fits)
    }

    fn check_lanes<N: Lanes<Word = i16>, W: Lanes>(position: &Position, index: usize) {
        let frame = Frame::of(position).unwrap();
        let (keep, threads) = ([Keep::Moves, Keep::Line(0), Keep::Replies][index / 2 % 3], 1 + index % 3);
        let (levels, _) = swept::<W>(&frame, keep, threads);
        check(position, index, |contour| levels.rest(contour));
        assert!(levels.rest(frame.start()).is_some());
        assert!(frame.moves(frame.start()).all(|mv| levels.rest(mv.next).is_some()));
        if keep == Keep::Replies {
            let after = frame.moves(frame.start()).flat_map(|mv| frame.moves(mv.next));
            assert!(after.into_iter().all(|reply| levels.rest(reply.next).is_some()));
        }
        if frame.greatest() <= i16::MAX.into() {
            let (levels, fits) = swept::<N>(&frame, keep, threads);
            assert!(fits || frame.bound() >= i16::MAX.into(), "{position}");
            if fits {
                check(position, index, |contour| levels.rest(contour));
            }
        }
    }

    #[test]
    fn every_value_kept_is_the_plain_sweeps() {
        for (index, position) in boards(2, 1_500).enumerate() {
            if Frame::of(&position).is_none_or(|frame| frame.bits() < 8) {
                continue;
            }
            if index.is_multiple_of(4) {
                check_lanes::<Portable<i16, 16>, Portable<i32, 8>>(&position, index);
            }
            if index % 4 == 1 {
                check_lanes::<Portable<i16, 16>, Portable<i64, 4>>(&position, index);
            }
            #[cfg(target_arch = "x86_64")]
            if crate::machine::has_avx2() {
                check_lanes::<lanes::Avx2I16, lanes::Avx2I32>(&position, index);
                check_lanes::<lanes::Avx2I16, lanes::Avx2I64>(&position, index);
            }
        }
    }

    /// Sweeps in the narrowest of these lanes that hold the values, and holds all of them against the plain sweep's.
    fn check_choice<N, W, X>(position: &Position, index: usize)
    where
        N: Lanes<Word = i16>,
        W: Lanes<Word = i32>,
        X: Lanes<Word = i64>,
    {
        let frame = Frame::of(position).unwrap();
        let (keep, threads) = (Keep::Line(u64::MAX), 1 + index % 3);
        let kept = sweep_with::<N, W, X>(&frame, u128::MAX, keep, threads, None, &mut open());
        let kept = kept.unwrap().unwrap();
        check(position, index, |contour| kept.rest(contour));
    }

    #[test]
    fn words_are_wide_enough_at_the_edge_of_their_range() {
        for sum in [i64::from(i16::MAX), 4 * NARROW, i32::BOUND].into_iter().flat_map(|sum| sum - 1..=sum + 1)
        {
            for (index, position) in with_sum(sum).enumerate() {
                check_choice::<Portable<i16, 16>, Portable<i32, 8>, Portable<i64, 4>>(&position, index);
                #[cfg(target_arch = "x86_64")]
                if crate::machine::has_avx2() {
                    check_choice::<lanes::Avx2I16, lanes::Avx2I32, lanes::Avx2I64>(&position, index);
                }
            }
        }
    }

    #[test]
    fn values_past_narrow_words_are_seen_and_done_again() {
        let mut random = Random(3);
        let (mut spilled, mut fitted) = (0, 0);
        for round in 0..300 {
            // On a thin board there is little choice, and alternating swings add up.
            let (rows, columns) = [(2, 30), (1, 50), (30, 2), (5, 9)][round % 4];
            let most = 1 + random.below(NARROW as u64) as i64;
            let swings: Vec<i64> = (0..rows * columns)
                .map(|at| if at % 2 == 0 { most } else { random.below(9) as i64 - most })
                .collect();
            let zeros = vec![0; rows * columns];
            let position = Position::new(Board::new(rows, columns, swings, zeros).unwrap());
            let frame = Frame::of(&position).unwrap();
            let expected = Plain::run(&position, &mut open()).unwrap().rest(&position);
            for threads in 1..4 {
                let (narrow, fits) = swept::<Portable<i16, 16>>(&frame, Keep::Moves, threads);
                if fits {
                    assert_eq!(narrow.rest(frame.start()), Some(expected), "{position}");
                    fitted += 1;
                } else {
                    spilled += 1;
                }
                let kept = sweep_with::<Portable<i16, 16>, Portable<i32, 8>, Portable<i64, 4>>(
                    &frame,
                    u128::MAX,
                    Keep::Moves,
                    threads,
                    None,
                    &mut open(),
                );
                assert_eq!(kept.unwrap().unwrap().rest(frame.start()), Some(expected), "{position}");
            }
        }
        assert!(spilled > 50 && fitted > 50, "{spilled} spilled, {fitted} fitted");
    }

    #[test]
    fn rows_stored_past_the_caches_are_the_same() {
        fn check<V: Lanes>(rows: &[V], bits: usize, shape: Shape, low_ones: usize, swings: &Swings<V>) {
            let zero = V::splat(V::Word::default());
            let mut bench = Bench::new(bits);
            let mut out = [vec![zero; rows.len() * shape.whole], vec![zero; rows.len() * shape.whole]];
            for (past_caches, out) in out.iter_mut().enumerate() {
                for (row, lanes) in bench.rows.iter_mut().zip(rows) {
                    row.fill(*lanes);
                }
                if past_caches == 1 {
                    bench.finish::<true>(low_ones, shape, swings, rows.len(), out);
                } else {
                    bench.finish::<false>(low_ones, shape, swings, rows.len(), out);
                }
            }
            V::settle();
            let words = |lanes: &V| (0..V::COUNT).map(|lane| lanes.word(lane)).collect::<Vec<_>>();
            assert_eq!(
                out[0].iter().map(words).collect::<Vec<_>>(),
                out[1].iter().map(words).collect::<Vec<_>>()
            );
        }
        fn check_all<V: Lanes>() {
            let mut random = Random(4);
            let mut lanes = || V::splat(V::Word::of(random.below(1_000) as i64));
            for bits in [8, low::bits::<V>(20)] {
                for (low_ones, &shape) in Shape::all(bits, V::COUNT)[..=bits].iter().enumerate() {
                    let swings: Swings<V> = std::array::from_fn(|_| lanes());
                    let rows: Vec<V> = (0..V::COUNT).map(|_| lanes()).collect();
                    for count in [1, V::COUNT - 1, V::COUNT] {
                        check(&rows[..count], bits, shape, low_ones, &swings);
                    }
                }
            }
        }
        check_all::<Portable<i16, 16>>();
        check_all::<Portable<i32, 8>>();
        check_all::<Portable<i64, 4>>();
        #[cfg(target_arch = "x86_64")]
        if crate::machine::has_avx2() {
            check_all::<lanes::Avx2I16>();
            check_all::<lanes::Avx2I32>();
            check_all::<lanes::Avx2I64>();
        }
    }
}
