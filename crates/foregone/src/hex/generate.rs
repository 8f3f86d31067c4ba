//! Positions that random play comes to, and puzzles among them: one move leaves the highest odds, and by how much is known.

use std::ops::RangeInclusive;

use super::board::{Colour, Position};
use super::lengths::lengths;
use super::solve::Solver;
use super::turns::Turns;
use crate::cell::Cell;
use crate::game::Rules as _;
use crate::generate::{self, Choices, Level, Ungraded, of_level, span};
use crate::limits::Budget;
use crate::report::{Halt, StopReason};
use crate::value::Odds;

/// Positions that random play comes to from one: see [`crate::generate`]. The colours move in turn, so the side to move
/// is the one whose turn it is.
///
/// The choices are how many stones are put down, if that is a range, and then their cells, one after the other, of which each
/// that is empty is as likely.
///
/// ```
/// use foregone::generate::{Wanted, puzzles};
/// use foregone::hex::generate::Recipe;
/// use foregone::{Limits, Odds};
///
/// let recipe = Recipe::new("4x4".parse()?).with_stones(4..=4)?;
/// let gap = Odds::new(1_u32.into(), 20_u32.into())?;
/// let generated = puzzles(&recipe, &gap, Wanted { count: 2, seed: 1 }, &Limits::none())?;
/// assert!(generated.found.iter().all(|puzzle| puzzle.gap >= gap && puzzle.best.len() == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    from: Position,
    turns: Turns,
    stones: RangeInclusive<usize>,
    decided: bool,
    level: Option<Level>,
}

/// What no position can be made of.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecipeError {
    /// There are not so many empty cells, or the range is empty.
    #[error("stones to be put down: {}: expected from 0 to {empty}, the empty cells", span(least, most))]
    Stones {
        /// The fewest stones asked for.
        least: usize,
        /// The most.
        most: usize,
        /// The empty cells.
        empty: usize,
    },
}

/// What is said of how hard a puzzle is.
///
/// What the eye sees first are short connections: the *length* of a cell for a colour is the fewest further stones with
/// which the colour joins its sides through it. Random play counts all the ways to connect, long ones, too, so a cell that is
/// short for both colours is often a good one, and often not the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// How many cells one has to choose among that look as good as the best move or better, itself counted: those whose
    /// lengths for both colours sum to no more. 1 at level 1; then 2, 3 or 4, 5 to 8, 9 and more.
    pub level: Level,
    /// How many those are.
    pub alike: usize,
    /// How many cells are empty.
    pub empty: usize,
    /// Whether no empty cell is nearer to the centre than the best move.
    pub central: bool,
}

impl Recipe {
    /// Positions that play comes to from here while no colour is connected, with stones put down on three tenths of the
    /// empty cells, as many of both colours.
    #[must_use]
    pub fn new(from: Position) -> Self {
        let stones = from.open_cells() * 3 / 20 * 2;
        Self { from, turns: Turns::Alternating, stones: stones..=stones, decided: false, level: None }
    }

    /// The same with so many stones put down, of a range all as likely.
    ///
    /// # Errors
    /// [`RecipeError::Stones`] if the range is empty or goes beyond the empty cells.
    pub fn with_stones(self, stones: RangeInclusive<usize>) -> Result<Self, RecipeError> {
        let (&least, &most, empty) = (stones.start(), stones.end(), self.from.open_cells());
        if least > most || most > empty {
            return Err(RecipeError::Stones { least, most, empty });
        }
        Ok(Self { stones, ..self })
    }

    /// The same with stones put down on a part of the empty cells: the greatest even number that is not more, so that there
    /// are as many of both colours and the side to move stays the same.
    #[must_use]
    pub fn with_fill(self, part: &Odds) -> Self {
        let pairs = part.numerator() * self.from.open_cells() / (part.denominator() * 2_u32);
        // No more than there are cells.
        let stones = usize::try_from(pairs).unwrap_or(0) * 2;
        Self { stones: stones..=stones, ..self }
    }

    /// The same, where a colour is connected already, too.
    #[must_use]
    pub fn or_decided(self) -> Self {
        Self { decided: true, ..self }
    }

    /// The same with puzzles about other turns: the odds are those of these turns. Stones are put down in turn all the same.
    #[must_use]
    pub fn with_turns(self, turns: Turns) -> Self {
        Self { turns, ..self }
    }

    /// The same, but of the puzzles those of a level alone (see [`Grade::level`]).
    #[must_use]
    pub fn with_level(self, level: Level) -> Self {
        Self { level: Some(level), ..self }
    }
}

impl generate::Recipe for Recipe {
    type Solver = Solver;
    type Grade = Grade;

    fn solver(&self) -> Solver {
        Solver::new().with_turns(self.turns.clone())
    }

    fn kind(&self) -> String {
        let stones = span(self.stones.start(), self.stones.end());
        let open = if self.decided { "" } else { " and no colour connected" };
        let level = of_level(self.level);
        format!("a new one with {stones} stones put down{open}{level}")
    }

    fn no_puzzle(&self) -> Option<String> {
        let left = self.from.open_cells() - self.stones.start();
        let one = (left < 2).then(|| format!("a puzzle needs two empty cells, and there are {left}"));
        let won = || "a puzzle needs a game that is open, and a colour is connected already".to_owned();
        one.or_else(|| self.from.winner().map(|_| won()))
    }

    fn memory(&self) -> (usize, usize) {
        let cells = self.from.rows() * self.from.columns();
        // The cells that are empty; or who is connected, which looks at each cell once for each of its neighbours.
        (cells * size_of::<Option<Colour>>(), cells * 7 * size_of::<Cell>())
    }

    fn draw(&self, choices: &mut Choices, budget: &mut Budget<'_>) -> Result<Option<Position>, StopReason> {
        budget.spend(1)?;
        let mut position = self.from.clone();
        let mut empty = position.moves();
        for _ in 0..choices.within(&self.stones) {
            // A legal move: the cell is on the board and empty.
            let _ = position.play(empty.swap_remove(choices.below(empty.len())));
        }
        Ok(Some(position).filter(|position| self.decided || position.winner().is_none()))
    }

    fn grade(
        &self,
        candidate: &Ungraded<Self>,
        _: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Grade>, Halt> {
        budget.check()?;
        let position = &candidate.position;
        let [best] = candidate.best[..] else { return Ok(None) };
        let [white, black] = [Colour::White, Colour::Black].map(|colour| lengths(position, colour));
        let both = |cell: Cell| {
            let index = cell.row * position.columns() + cell.column;
            white[index].zip(black[index]).map_or(u32::MAX, |(white, black)| white + black)
        };
        let moves = position.moves();
        let alike = moves.iter().filter(|cell| both(**cell) <= both(best)).count();
        let level = Level::ALL[match alike {
            ..=1 => 0,
            2 => 1,
            3..=4 => 2,
            5..=8 => 3,
            _ => 4,
        }];
        let nearest = moves.iter().map(|cell| from_centre(position, *cell)).min();
        let central = nearest == Some(from_centre(position, best));
        let grade = Grade { level, alike, empty: moves.len(), central };
        Ok(Some(grade).filter(|_| self.level.is_none_or(|asked| asked == level)))
    }
}

/// The square of a cell's distance from the centre of the board, four times that of neighbouring cells being 4.
///
/// A step down is a half to the left of straight down, so with rows `r` and columns `c` from the centre it is
/// `r² + r·c + c²`.
fn from_centre(position: &Position, cell: Cell) -> i64 {
    let twice = |at: usize, side: usize| 2 * at as i64 - (side as i64 - 1);
    let (row, column) = (twice(cell.row, position.rows()), twice(cell.column, position.columns()));
    row * row + row * column + column * column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_cells_are_those_in_the_middle() {
        for (size, expected) in
            [("3x3", "b2"), ("4x4", "c2 b3"), ("2x2", "b1 a2"), ("1x4", "b1 c1"), ("3x5", "c2")]
        {
            let position: Position = size.parse().unwrap();
            let nearest =
                position.moves().into_iter().map(|cell| from_centre(&position, cell)).min().unwrap();
            let moves = position.moves().into_iter().filter(|cell| from_centre(&position, *cell) == nearest);
            let names: Vec<_> = moves.map(|cell| cell.to_string()).collect();
            assert_eq!(names.join(" "), expected, "{size}");
        }
    }
}
