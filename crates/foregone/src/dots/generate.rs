//! Positions that random play comes to, and puzzles among them: one move is best, and by how much is known.
//!
//! Play is safe as long as there are safe moves, as between players who know better than to give boxes away, and stops
//! when as many are left as a [`Level`] says. Now and then one more move opens something, so that there is a choice
//! between taking all and handing back.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use foldhash::fast::RandomState;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::board::{Edge, Position};
use super::solve::Solver;
use crate::analysis::Solver as _;
use crate::explain::Explain as _;
use crate::game::Rules as _;
use crate::limits::{Budget, Limits};
use crate::report::{Halt, Report, SolveError, StopReason};
use crate::value::{Known, Margin};

/// What is said to have answered.
const METHOD: &str = "generate";

/// So many positions in a row without one that is asked for, and there seem to be none.
const MOST_TRIES: u64 = 20_000;

/// How far a position is from its end: how many safe moves it has, moves after which no box can be captured that could
/// not be before.
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

    /// How many safe moves its positions have: none at level 1, where chains and loops are counted; then 1 to 4, 5 to
    /// 8, 9 to 14, 15 to 20.
    #[must_use]
    pub const fn safe_moves(self) -> RangeInclusive<usize> {
        match self.0 {
            1 => 0..=0,
            2 => 1..=4,
            3 => 5..=8,
            4 => 9..=14,
            _ => 15..=20,
        }
    }
}

/// A position in which one move is best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// What it is worth to the side to move.
    pub value: Margin,
    /// The best move. Several edges where it opens or takes a chain or a loop and any of them does the same; in
    /// ascending order.
    pub best: Vec<Edge>,
    /// By how much the best other move is worse.
    pub gap: i64,
    /// How many safe moves there are.
    pub safe_moves: usize,
}

/// What was found, in the order of finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated<P> {
    /// As many as were asked for, unless a limit stopped the search for more.
    pub found: Vec<P>,
    /// How many positions were looked at.
    pub tried: u64,
    /// What it cost.
    pub report: Report,
}

/// Which positions are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How far from the end.
    pub level: Level,
    /// How many.
    pub count: usize,
    /// The same seed gives the same positions: choices are made by the numbers of ChaCha12, started from it.
    pub seed: u64,
}

/// Positions that random play comes to from one.
///
/// ```
/// use foregone::dots::generate::{Level, Wanted, positions, safe_moves};
/// use foregone::Limits;
///
/// let from = "5x5".parse()?;
/// let level = Level::new(3).unwrap();
/// let generated = positions(&from, Wanted { level, count: 4, seed: 1 }, &Limits::none())?;
/// assert!(generated.found.iter().all(|here| level.safe_moves().contains(&safe_moves(here).count())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError`] if the memory for so many positions is not allowed, or play does not come to such positions.
pub fn positions(
    from: &Position,
    wanted: Wanted,
    limits: &Limits<'_>,
) -> Result<Generated<Position>, SolveError> {
    generated(from, wanted, limits, |position, _| Ok(Some(position)))
}

/// Positions that random play comes to in which one move is best, by `gap` or more, and not for the reason alone that it
/// takes boxes that everybody would take.
///
/// Margins of one position's moves differ by even numbers. Every position that is looked at is solved for all of its
/// moves, so this takes as long as that does, a few to a few hundred times for each puzzle.
///
/// ```
/// use foregone::dots::generate::{Level, Wanted, puzzles};
/// use foregone::Limits;
///
/// let wanted = Wanted { level: Level::new(1).unwrap(), count: 2, seed: 1 };
/// let generated = puzzles(&"3x3".parse()?, wanted, 2, &Limits::none())?;
/// assert!(generated.found.iter().all(|puzzle| puzzle.gap >= 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError`] if a position is too large to be solved in the memory allowed, or there seem to be no such puzzles.
pub fn puzzles(
    from: &Position,
    wanted: Wanted,
    gap: i64,
    limits: &Limits<'_>,
) -> Result<Generated<Puzzle>, SolveError> {
    let mut solver = Solver::new();
    generated(from, wanted, limits, |position, budget| puzzle(&mut solver, position, gap, budget))
}

/// Collects what `accept` makes of positions until there is enough of it.
fn generated<P>(
    from: &Position,
    wanted: Wanted,
    limits: &Limits<'_>,
    mut accept: impl FnMut(Position, &mut Budget<'_>) -> Result<Option<P>, Halt>,
) -> Result<Generated<P>, SolveError> {
    let Wanted { level, count, seed } = wanted;
    let mut budget = Budget::open(limits);
    let edges = from.board().edges();
    let each = size_of::<Position>() + size_of::<P>() + size_of::<Vec<bool>>() + 3 * edges;
    budget.plan("the positions", count as u128 * each as u128)?;
    // A game in play: its position, the safe moves, and where they are.
    budget.plan("a game", edges as u128 * 24)?;
    let mut seen = HashSet::<Vec<bool>, RandomState>::default();
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    let (mut found, mut tried, mut in_vain) = (Vec::new(), 0, 0);
    let mut stop = StopReason::Finished;
    while found.len() < count {
        budget.progress(found.len() as u64, count as u64);
        if in_vain == MOST_TRIES {
            let numbers = level.safe_moves();
            let reason = format!(
                "of {MOST_TRIES} positions in a row none is a new one of the kind asked for, with {} to {} safe moves",
                numbers.start(),
                numbers.end()
            );
            return Err(SolveError::NotApplicable { method: METHOD, reason });
        }
        let accepted = budget.check().map_err(Halt::from).and_then(|()| {
            tried += 1;
            in_vain += 1;
            let position = drawn(from, level, &mut random, &mut budget)?;
            let Some(position) = position.filter(|position| !seen.contains(position.drawn())) else {
                return Ok(None);
            };
            let lines = position.drawn().to_vec();
            let accepted = accept(position, &mut budget)?;
            if accepted.is_some() {
                seen.insert(lines);
            }
            Ok(accepted)
        });
        match accepted {
            Ok(None) => {}
            Ok(Some(accepted)) => {
                in_vain = 0;
                found.push(accepted);
            }
            Err(Halt::Stopped(reached)) => {
                stop = reached;
                break;
            }
            Err(Halt::Refused(error)) => return Err(error),
        }
    }
    Ok(Generated { found, tried, report: budget.close(METHOD, stop) })
}

/// Moves after which no box can be captured that could not be before: a box with three open sides or four keeps two.
pub fn safe_moves(position: &Position) -> impl Iterator<Item = Edge> + '_ {
    position.moves().into_iter().filter(|&edge| {
        let beside = position.board().beside(edge).into_iter().flatten();
        beside.into_iter().all(|cell| position.open_sides(cell) >= 3)
    })
}

/// Plays until a level is reached; `None` if play goes past it. Linear in the edges.
fn drawn(
    from: &Position,
    level: Level,
    random: &mut ChaCha12Rng,
    budget: &mut Budget<'_>,
) -> Result<Option<Position>, StopReason> {
    let numbers = level.safe_moves();
    let mut play = SafePlay::new(from);
    let most = (*numbers.end()).min(play.safe.len());
    let least = (*numbers.start()).min(most);
    let goal = least + below(random, most - least + 1);
    while play.safe.len() > goal {
        budget.spend(1)?;
        play.draw(play.safe[below(random, play.safe.len())]);
    }
    let SafePlay { position: mut here, place, .. } = play;
    budget.check()?;
    // Every third time something is opened, and perhaps partly taken.
    if below(random, 3) == 0 {
        let board = here.board();
        let is_safe = |edge: &Edge| board.number(*edge).is_some_and(|number| place[number] != NOT_SAFE);
        let rest: Vec<_> = here.moves().into_iter().filter(|edge| !is_safe(edge)).collect();
        if !rest.is_empty() {
            // A legal move: nothing else is listed.
            let _ = here.play(rest[below(random, rest.len())]);
        }
        while below(random, 2) == 0
            && let Some(edge) = here.moves().into_iter().find(|&edge| here.closes(edge))
        {
            let _ = here.play(edge);
        }
    }
    let reached = numbers.contains(&safe_moves(&here).count()) && here.plies_left() > 0;
    Ok(reached.then_some(here))
}

/// The place of an edge that is not safe.
const NOT_SAFE: u32 = u32::MAX;

/// A game of safe moves.
struct SafePlay {
    position: Position,
    /// The safe moves, in any order.
    safe: Vec<Edge>,
    /// Where each edge of the board is in that list, or [`NOT_SAFE`].
    place: Vec<u32>,
}

impl SafePlay {
    fn new(from: &Position) -> Self {
        let board = from.board();
        let safe: Vec<_> = safe_moves(from).collect();
        let mut place = vec![NOT_SAFE; board.edges()];
        for (at, &edge) in safe.iter().enumerate() {
            if let Some(number) = board.number(edge) {
                place[number] = at as u32;
            }
        }
        Self { position: from.clone(), safe, place }
    }

    /// Draws a safe edge. Those around a box that is left with two open sides are safe no more.
    fn draw(&mut self, edge: Edge) {
        let board = self.position.board();
        let _ = self.position.play(edge);
        self.strike(edge);
        for cell in board.beside(edge).into_iter().flatten() {
            if self.position.open_sides(cell) == 2 {
                for side in board.sides(cell) {
                    self.strike(board.edge(side));
                }
            }
        }
    }

    /// Takes an edge off the list, if it is there.
    fn strike(&mut self, edge: Edge) {
        let board = self.position.board();
        let Some(number) = board.number(edge).filter(|&number| self.place[number] != NOT_SAFE) else {
            return;
        };
        let at = std::mem::replace(&mut self.place[number], NOT_SAFE);
        self.safe.swap_remove(at as usize);
        if let Some(moved) = self.safe.get(at as usize).and_then(|&moved| board.number(moved)) {
            self.place[moved] = at;
        }
    }
}

/// A position as a puzzle, if it is one.
fn puzzle(
    solver: &mut Solver,
    position: Position,
    gap: i64,
    budget: &mut Budget<'_>,
) -> Result<Option<Puzzle>, Halt> {
    let valued = solver.find_moves(&position, budget)?;
    let Known::Exact(value) = valued.value else { return Err(valued.stop.into()) };
    let (mut best, mut next) = (Vec::new(), i64::MIN);
    for (edge, known) in &valued.moves {
        let Known::Exact(margin) = known else { return Err(valued.stop.into()) };
        if *margin == value {
            best.push(*edge);
        } else {
            next = next.max(margin.points());
        }
    }
    best.sort_unstable();
    // Where all moves are as good there is nothing to find.
    if next == i64::MIN || value.points() - next < gap {
        return Ok(None);
    }
    let why = solver.find_why(&position, budget)?.why;
    let piece = |edge: &Edge| {
        let found = why.moves.binary_search_by(|mv| mv.edge.cmp(edge));
        found.ok().and_then(|at| why.moves[at].piece.map(|piece| (piece, why.moves[at].group)))
    };
    let one = best.len() == 1
        || (piece(&best[0]).is_some() && best.iter().all(|edge| piece(edge) == piece(&best[0])));
    let plain = why.now.hand_back == 0 && best.iter().all(|&edge| position.closes(edge));
    if !one || plain {
        return Ok(None);
    }
    let safe_moves = safe_moves(&position).count();
    Ok(Some(Puzzle { value, best, gap: value.points() - next, safe_moves, position }))
}

/// A number below `bound`, which is not 0: as likely as any other up to one part in 2^32 or so.
fn below(random: &mut ChaCha12Rng, bound: usize) -> usize {
    ((u128::from(random.next_u64()) * bound as u128) >> 64) as usize
}
