//! Positions that random play comes to, and puzzles among them: one move is best, and by how much is known.
//!
//! Play is safe as long as there are safe moves, as between players who know better than to give boxes away, and stops
//! when as many are left as a [`Level`] says. Now and then one more move opens something, so that there is a choice
//! between taking all and handing back.

use std::ops::RangeInclusive;

use super::board::{Edge, Position};
use super::solve::Solver;
use crate::explain::Explain as _;
use crate::game::Rules as _;
use crate::generate::{self, Choices, Level, Ungraded, span};
use crate::limits::Budget;
use crate::report::{Halt, StopReason};

/// How many safe moves the positions of a level have: none at level 1, where chains and loops are counted; then 1 to 4, 5
/// to 8, 9 to 14, 15 to 20.
#[must_use]
pub fn safe_moves_at(level: Level) -> RangeInclusive<usize> {
    match level.number() {
        1 => 0..=0,
        2 => 1..=4,
        3 => 5..=8,
        4 => 9..=14,
        _ => 15..=20,
    }
}

/// Positions of a level that random play comes to from one: see [`crate::generate`].
///
/// Puzzles are those in which one move is best, edges of a chain or a loop that do the same counted as one, and not for the
/// reason alone that it takes boxes that everybody would take. Margins of one position's moves differ by even numbers.
///
/// ```
/// use foregone::dots::generate::{Recipe, safe_moves, safe_moves_at};
/// use foregone::generate::{Level, Wanted, positions, puzzles};
/// use foregone::{Limits, Margin};
///
/// let level = Level::new(3).unwrap();
/// let recipe = Recipe::new("5x5".parse()?, level);
/// let generated = positions(&recipe, Wanted { count: 4, seed: 1 }, &Limits::none())?;
/// assert!(generated.found.iter().all(|here| safe_moves_at(level).contains(&safe_moves(here).count())));
///
/// let recipe = Recipe::new("3x3".parse()?, Level::new(1).unwrap());
/// let generated = puzzles(&recipe, &Margin::new(2), Wanted { count: 2, seed: 1 }, &Limits::none())?;
/// assert!(generated.found.iter().all(|puzzle| puzzle.gap >= Margin::new(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    from: Position,
    level: Level,
}

/// What is said of how hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// How far the position is from its end, by its safe moves.
    pub level: Level,
    /// How many safe moves there are.
    pub safe_moves: usize,
}

impl Recipe {
    /// Positions that play comes to from here.
    #[must_use]
    pub const fn new(from: Position, level: Level) -> Self {
        Self { from, level }
    }
}

impl generate::Recipe for Recipe {
    type Solver = Solver;
    type Grade = Grade;

    fn solver(&self) -> Solver {
        Solver::new()
    }

    fn kind(&self) -> String {
        let numbers = safe_moves_at(self.level);
        format!("a new one with {} safe moves", span(numbers.start(), numbers.end()))
    }

    fn no_puzzle(&self) -> Option<String> {
        let plies = self.from.plies_left();
        (plies < 2).then(|| format!("a puzzle needs two moves to choose from, and there are {plies}"))
    }

    fn memory(&self) -> (usize, usize) {
        let edges = self.from.board().edges();
        // A game in play: the safe moves, and where they are.
        (edges, edges * 24)
    }

    /// Plays until the level is reached; `None` if play goes past it. Linear in the edges.
    fn draw(&self, choices: &mut Choices, budget: &mut Budget<'_>) -> Result<Option<Position>, StopReason> {
        let numbers = safe_moves_at(self.level);
        let mut play = SafePlay::new(&self.from);
        let most = (*numbers.end()).min(play.safe.len());
        let least = (*numbers.start()).min(most);
        let goal = choices.within(&(least..=most));
        while play.safe.len() > goal {
            budget.spend(1)?;
            play.draw(play.safe[choices.below(play.safe.len())]);
        }
        let SafePlay { position: mut here, place, .. } = play;
        budget.check()?;
        // Every third time something is opened, and perhaps partly taken.
        if choices.below(3) == 0 {
            let board = here.board();
            let is_safe = |edge: &Edge| board.number(*edge).is_some_and(|number| place[number] != NOT_SAFE);
            let rest: Vec<_> = here.moves().into_iter().filter(|edge| !is_safe(edge)).collect();
            if !rest.is_empty() {
                // A legal move: nothing else is listed.
                let _ = here.play(rest[choices.below(rest.len())]);
            }
            while choices.below(2) == 0
                && let Some(edge) = here.moves().into_iter().find(|&edge| here.closes(edge))
            {
                let _ = here.play(edge);
            }
        }
        let reached = numbers.contains(&safe_moves(&here).count()) && here.plies_left() > 0;
        Ok(reached.then_some(here))
    }

    fn grade(
        &self,
        candidate: &Ungraded<Self>,
        solver: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Grade>, Halt> {
        let (position, best) = (&candidate.position, &candidate.best);
        let why = solver.find_why(position, budget)?.why;
        let piece = |edge: &Edge| {
            let found = why.moves.binary_search_by(|mv| mv.edge.cmp(edge));
            found.ok().and_then(|at| why.moves[at].piece.map(|piece| (piece, why.moves[at].group)))
        };
        let one = best.len() == 1
            || (piece(&best[0]).is_some() && best.iter().all(|edge| piece(edge) == piece(&best[0])));
        let plain = why.now.hand_back == 0 && best.iter().all(|&edge| position.closes(edge));
        let grade = Grade { level: self.level, safe_moves: safe_moves(position).count() };
        Ok((one && !plain).then_some(grade))
    }
}

/// Moves after which no box can be captured that could not be before: a box with three open sides or four keeps two.
pub fn safe_moves(position: &Position) -> impl Iterator<Item = Edge> + '_ {
    position.moves().into_iter().filter(|&edge| {
        let beside = position.board().beside(edge).into_iter().flatten();
        beside.into_iter().all(|cell| position.open_sides(cell) >= 3)
    })
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
