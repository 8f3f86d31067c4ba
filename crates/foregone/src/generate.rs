//! Positions made up by choices from a seed, and puzzles among them: what does not depend on the game.
//!
//! A wing's [`Recipe`] says how one position is made and how hard a puzzle is; here they are collected until there are
//! enough, within limits, none of them twice. A puzzle is a position in which one move is best, by a gap that is asked
//! for: every candidate is solved for all of its moves.
//!
//! The same recipe and seed give the same positions for good, on every machine: choices are made by the numbers of
//! ChaCha12 alone, without floating point, and nothing else is chosen by. Whoever asks for more gets the same ones first.

use std::collections::HashSet;
use std::fmt::Display;
use std::hash::Hash;
use std::ops::RangeInclusive;

use foldhash::fast::RandomState;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use crate::analysis::Solver;
use crate::game::Rules;
use crate::limits::{Budget, Limits};
use crate::report::{Halt, Report, SolveError, StopReason};
use crate::value::{Known, Value as _};

/// What is said to have answered.
pub const METHOD: &str = "generate";

/// So many positions in a row without one that is asked for, and there seem to be no more.
pub const MOST_TRIES: u64 = 20_000;

/// How hard a position is, from 1 to 5; each game's recipe says what that means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Self; 5] = [Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The level with a number from 1 to 5.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// How much is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// How many positions or puzzles.
    pub count: usize,
    /// What the choices come from.
    pub seed: u64,
}

/// What was found, in the order of finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated<T> {
    /// As many as were asked for, unless the report says why there are no more.
    pub found: Vec<T>,
    /// How many positions were looked at.
    pub tried: u64,
    /// What it cost.
    pub report: Report,
}

/// A position in which one move is best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle<P: Rules, V, G> {
    /// The position.
    pub position: P,
    /// What the best move is worth to the side to move.
    pub value: V,
    /// The best move; several where they do the same and count as one. In ascending order.
    pub best: Vec<P::Move>,
    /// By how much the best other move is worse.
    pub gap: V,
    /// How hard it is.
    pub grade: G,
}

/// The positions of a recipe.
pub type PositionOf<R> = <<R as Recipe>::Solver as Solver>::Position;
/// The values of a recipe's positions.
pub type ValueOf<R> = <<R as Recipe>::Solver as Solver>::Value;
/// The puzzles of a recipe.
pub type PuzzleOf<R> = Puzzle<PositionOf<R>, ValueOf<R>, <R as Recipe>::Grade>;
/// A puzzle that is not graded yet.
pub type Ungraded<R> = Puzzle<PositionOf<R>, ValueOf<R>, ()>;

/// How positions of a game are made up, and how puzzles among them are graded.
pub trait Recipe {
    /// What solves them.
    type Solver: Solver<Position: Hash + Eq>;
    /// What is said of how hard a puzzle is.
    type Grade;

    /// The solver for the puzzles.
    fn solver(&self) -> Self::Solver;

    /// What is asked of a position, such as "a new one with 1 to 4 safe moves".
    fn kind(&self) -> String;

    /// Why there can be no puzzle, if that is known without looking for any.
    fn no_puzzle(&self) -> Option<String>;

    /// The most bytes that a position holds on the heap, and those that its making takes besides.
    fn memory(&self) -> (usize, usize);

    /// Makes a position by choices; `None` if it came to one that is not of the kind.
    ///
    /// # Errors
    /// The limit that was reached.
    fn draw(
        &self,
        choices: &mut Choices,
        budget: &mut Budget<'_>,
    ) -> Result<Option<PositionOf<Self>>, StopReason>;

    /// Whether a position is of the kind, where it takes a solver to tell.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    fn accepts(
        &self,
        _position: &PositionOf<Self>,
        _solver: &mut Self::Solver,
        _budget: &mut Budget<'_>,
    ) -> Result<bool, Halt> {
        Ok(true)
    }

    /// Grades a position whose best moves are known and better than all others by the gap that is asked for. `None` if it
    /// is no puzzle of the kind: there must be one best move, or several that do the same.
    ///
    /// # Errors
    /// [`Halt`] at a limit.
    fn grade(
        &self,
        candidate: &Ungraded<Self>,
        solver: &mut Self::Solver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self::Grade>, Halt>;
}

/// Makes up positions.
///
/// ```
/// use foregone::Limits;
/// use foregone::contour::generate::Recipe;
/// use foregone::generate::{Wanted, positions};
///
/// let recipe = Recipe::new(3, 4)?.with_scores(0..=9)?;
/// let generated = positions(&recipe, Wanted { count: 2, seed: 1 }, &Limits::none())?;
/// assert_eq!(generated.found.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError`] if the memory for so many positions is not allowed, or there seem to be none of the kind.
pub fn positions<R: Recipe>(
    recipe: &R,
    wanted: Wanted,
    limits: &Limits<'_>,
) -> Result<Generated<PositionOf<R>>, SolveError> {
    generated(recipe, wanted, limits, || recipe.kind(), |position, _, _| Ok(Some(position)))
}

/// Makes up positions in which one move is best, by `gap` or more.
///
/// Every position that is looked at is solved for all of its moves, so this takes as long as that does, a few to a few
/// hundred times for each puzzle.
///
/// ```
/// use foregone::contour::generate::Recipe;
/// use foregone::generate::{Wanted, puzzles};
/// use foregone::{Limits, Margin};
///
/// let recipe = Recipe::new(4, 4)?.half_played();
/// let generated = puzzles(&recipe, &Margin::new(2), Wanted { count: 2, seed: 1 }, &Limits::none())?;
/// assert!(generated.found.iter().all(|puzzle| puzzle.gap >= Margin::new(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError`] if the first position that is too large to be solved in the memory allowed comes before any puzzle, or
/// there seem to be no such puzzles.
pub fn puzzles<R: Recipe>(
    recipe: &R,
    gap: &ValueOf<R>,
    wanted: Wanted,
    limits: &Limits<'_>,
) -> Result<Generated<PuzzleOf<R>>, SolveError> {
    if let Some(reason) = recipe.no_puzzle() {
        return Err(SolveError::NotApplicable { method: METHOD, reason });
    }
    let kind = || format!("{}, in which one move is best by the gap asked for", recipe.kind());
    generated(recipe, wanted, limits, kind, |position, solver, budget| {
        let Some(candidate) = candidate::<R>(position, gap, solver, budget)? else { return Ok(None) };
        let grade = recipe.grade(&candidate, solver, budget)?;
        let Puzzle { position, value, best, gap, grade: () } = candidate;
        Ok(grade.map(|grade| Puzzle { position, value, best, gap, grade }))
    })
}

/// Collects what `make` makes of positions until there is enough of it. `kind` says what is looked for.
fn generated<R: Recipe, T>(
    recipe: &R,
    wanted: Wanted,
    limits: &Limits<'_>,
    kind: impl Fn() -> String,
    mut make: impl FnMut(PositionOf<R>, &mut R::Solver, &mut Budget<'_>) -> Result<Option<T>, Halt>,
) -> Result<Generated<T>, SolveError> {
    if limits.asks_for_checkpoints() {
        let reason = String::from("it keeps no checkpoints");
        return Err(SolveError::NotApplicable { method: METHOD, reason });
    }
    let Wanted { count, seed } = wanted;
    let mut budget = Budget::open(limits);
    let mut solver = recipe.solver();
    if let Some(first) = solver.coin() {
        budget.coin(first);
    }
    // Each position is kept twice, the second time in a table that is full to between seven sixteenths and seven eighths.
    let (heap, making) = recipe.memory();
    let each = 2 * heap + 3 * (size_of::<PositionOf<R>>() + 1);
    budget.plan("the positions", count as u128 * each as u128)?;
    budget.plan("a position in the making", making as u128)?;
    let mut found: Vec<T> = budget.vector("what is found", count as u128)?;
    let mut seen = HashSet::<PositionOf<R>, RandomState>::default();
    let mut choices = Choices::new(seed);
    let (mut tried, mut in_vain) = (0, 0);
    let mut stop = StopReason::Finished;
    while found.len() < count {
        budget.progress(found.len() as u64, count as u64);
        if in_vain == MOST_TRIES {
            if found.is_empty() {
                return Err(SolveError::NoneFound { tries: MOST_TRIES, kind: kind() });
            }
            stop = StopReason::Exhausted;
            break;
        }
        let planned = budget.planned();
        let made = budget.check().map_err(Halt::from).and_then(|()| {
            tried += 1;
            in_vain += 1;
            let position = recipe.draw(&mut choices, &mut budget)?;
            let Some(position) = position.filter(|position| !seen.contains(position)) else {
                return Ok(None);
            };
            if !recipe.accepts(&position, &mut solver, &mut budget)? {
                return Ok(None);
            }
            let kept = position.clone();
            let made = make(position, &mut solver, &mut budget)?;
            if made.is_some() {
                seen.insert(kept);
            }
            Ok(made)
        });
        // What a solver keeps is planned anew with the next position that needs it.
        budget.release(budget.planned().saturating_sub(planned));
        match made {
            Ok(None) => {}
            Ok(Some(made)) => {
                in_vain = 0;
                found.push(made);
            }
            Err(Halt::Stopped(reached)) => {
                stop = reached;
                break;
            }
            // What was found before stands.
            Err(Halt::Refused(SolveError::TooLarge { .. } | SolveError::NoMemory { .. }))
                if !found.is_empty() =>
            {
                stop = StopReason::Memory;
                break;
            }
            Err(Halt::Refused(error)) => return Err(error),
        }
    }
    Ok(Generated { found, tried, report: budget.close(METHOD, stop) })
}

/// A position with its best moves, if there are others and all of those are worse by `least` or more.
fn candidate<R: Recipe + ?Sized>(
    position: PositionOf<R>,
    least: &ValueOf<R>,
    solver: &mut R::Solver,
    budget: &mut Budget<'_>,
) -> Result<Option<Ungraded<R>>, Halt> {
    let valued = solver.find_moves(&position, budget)?;
    let mut moves = Vec::with_capacity(valued.moves.len());
    for (mv, known) in valued.moves {
        let Known::Exact(value) = known else { return Err(valued.stop.into()) };
        moves.push((mv, value));
    }
    let Some(value) = moves.iter().map(|(_, value)| value).max().cloned() else { return Ok(None) };
    let others = moves.iter().map(|(_, other)| other).filter(|other| **other != value);
    // Where all moves are as good there is nothing to find.
    let Some(gap) = others.max().map(|next| next.behind(&value)).filter(|gap| gap >= least) else {
        return Ok(None);
    };
    let mut best: Vec<_> = moves.iter().filter(|(_, other)| *other == value).map(|(mv, _)| *mv).collect();
    best.sort_unstable();
    Ok(Some(Puzzle { position, value, best, gap, grade: () }))
}

/// A range in words: `3`, or `3 to 5`.
pub(crate) fn span<T: PartialEq + Display>(least: &T, most: &T) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// What is added to the kind of puzzles of one level alone.
pub(crate) fn of_level(level: Option<Level>) -> String {
    level.map(|level| format!(", of level {}", level.number())).unwrap_or_default()
}

/// Choices that come from a seed: the numbers of ChaCha12, started from it.
#[derive(Clone, Debug)]
pub struct Choices(ChaCha12Rng);

impl Choices {
    /// The choices of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(ChaCha12Rng::seed_from_u64(seed))
    }

    /// A number below `bound`, which is not 0: as likely as any other up to one part in 2^32, if the bound is below 2^32.
    pub fn below(&mut self, bound: usize) -> usize {
        self.below_u64(bound as u64) as usize
    }

    /// A number of a range that is not empty.
    pub fn within(&mut self, range: &RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// The same of integers, whose ends are less than 2^63 apart.
    pub fn integer(&mut self, range: &RangeInclusive<i64>) -> i64 {
        range.start() + self.below_u64((range.end() - range.start()) as u64 + 1) as i64
    }

    fn below_u64(&mut self, bound: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_the_same_for_good() {
        let mut choices = Choices::new(2026);
        let drawn: Vec<_> = (0..8).map(|_| choices.below(1_000)).collect();
        assert_eq!(drawn, [394, 103, 687, 640, 638, 435, 48, 447]);
        let range = -1_000_000_000..=1_000_000_000;
        assert_eq!([0; 3].map(|_| choices.integer(&range)), [216_268_079, 296_808_516, 944_278_357]);
    }

    #[test]
    fn choices_reach_both_ends_and_nothing_past_them() {
        let mut choices = Choices::new(1);
        for (least, most) in [(0, 0), (-3, 4), (-1, -1), (i64::MIN / 2, i64::MIN / 2 + 1)] {
            let drawn: Vec<_> = (0..500).map(|_| choices.integer(&(least..=most))).collect();
            assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&least), Some(&most)));
        }
        let drawn: Vec<_> = (0..500).map(|_| choices.within(&(2..=6))).collect();
        assert_eq!((drawn.iter().min(), drawn.iter().max()), (Some(&2), Some(&6)));
    }
}
