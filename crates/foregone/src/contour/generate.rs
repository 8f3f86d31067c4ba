//! Boards with scores dealt at random, positions that random play on them comes to, and puzzles among them.

use std::ops::RangeInclusive;

use super::board::{Board, BoardError, MAX_SIDE, Position};
use super::ideal::OrderIdeal;
use super::solve::Solver;
use crate::analysis::Solver as _;
use crate::cell::Cell;
use crate::game::Rules as _;
use crate::generate::{self, Choices, Level, Ungraded, of_level, span};
use crate::limits::Budget;
use crate::report::{Halt, StopReason};
use crate::value::Known;

/// How the scores of a board are dealt.
///
/// Only the [swings](Board::swing) decide who should take what, and how they lie decides which rules of thumb hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Deal {
    /// Every score on its own, all of the range as likely.
    #[default]
    Uniform,
    /// Both sides have the same score of a cell.
    Same,
    /// Both sides' scores of a cell add up to the ends of the range: all swings are the same, and so is what any order of
    /// taking comes to. Methods that need not see it do all their work.
    Balanced,
    /// Every score is one of the two ends of the range: as many ties as can be, and the greatest sums.
    Extremes,
    /// No side's scores rise along a row or a column: by the maximum lemma the greatest swing is a best move at any time.
    Falling,
    /// No side's scores fall along a row or a column: every move opens what is worth no less, and best moves take the furthest
    /// look ahead.
    Rising,
}

/// What boards and positions are made of: see [`crate::generate`].
///
/// The choices are, in this order: the scores of the first side row by row, then those of the second; with
/// [`Deal::Falling`] and [`Deal::Rising`] each side's scores are followed by the random play along which they are laid down in
/// order; how many cells are taken, if that is a range; then the moves, of which each that is legal is as likely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    rows: usize,
    columns: usize,
    scores: RangeInclusive<i64>,
    deal: Deal,
    taken: RangeInclusive<usize>,
    greedy_off: u64,
    level: Option<Level>,
}

/// What no board or position can be made of.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecipeError {
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The range of the scores is empty, or goes too far.
    #[error("scores: {least} to {most}: expected a range from -{max} to {max}", max = Board::MAX_SCORE)]
    Scores {
        /// The least score asked for.
        least: i64,
        /// The greatest.
        most: i64,
    },
    /// More cells are to be taken than there are, or the range is empty.
    #[error("cells to be taken: {}: expected from 0 to {cells}", span(least, most))]
    Taken {
        /// The fewest cells asked for.
        least: usize,
        /// The most.
        most: usize,
        /// The cells of the board.
        cells: usize,
    },
}

/// What is said of how hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// The first rule that names the best move, and it alone; each takes more looking than the one before.
    ///
    /// | level | rule |
    /// |---|---|
    /// | 1 | The maximum lemma: of all cells left, not only of those that can be taken, none has a greater swing. It is never wrong. |
    /// | 2 | Of all moves it has the greatest swing. |
    /// | 3 | Its swing exceeds the greatest of the other side's next moves by most: looking two plies ahead. |
    /// | 4 | Looking three or four plies ahead in the same way, swings alternately added and subtracted. |
    /// | 5 | None of these. |
    pub level: Level,
    /// How many moves there are to choose from.
    pub moves: usize,
    /// How many cells are left.
    pub left: usize,
    /// Whether the one move that scores most for the mover, if it is one, is the best.
    pub most_points: bool,
}

impl Recipe {
    /// Boards of so many rows and columns at the start of a game, all scores of 0 to 9 as likely.
    ///
    /// # Errors
    /// [`RecipeError::Board`] unless there are 1 to [`MAX_SIDE`] of each.
    pub fn new(rows: usize, columns: usize) -> Result<Self, RecipeError> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            return Err(BoardError::Size { rows, columns }.into());
        }
        Ok(Self {
            rows,
            columns,
            scores: 0..=9,
            deal: Deal::Uniform,
            taken: 0..=0,
            greedy_off: 0,
            level: None,
        })
    }

    /// The same with scores of a range.
    ///
    /// # Errors
    /// [`RecipeError::Scores`] if it is empty or goes beyond -[`Board::MAX_SCORE`] or [`Board::MAX_SCORE`].
    pub fn with_scores(self, scores: RangeInclusive<i64>) -> Result<Self, RecipeError> {
        let (&least, &most) = (scores.start(), scores.end());
        if least < -Board::MAX_SCORE || most > Board::MAX_SCORE || least > most {
            return Err(RecipeError::Scores { least, most });
        }
        Ok(Self { scores, ..self })
    }

    /// The same with scores dealt in some way.
    #[must_use]
    pub fn with_deal(self, deal: Deal) -> Self {
        Self { deal, ..self }
    }

    /// The same after some cells have been taken: so many of a range, all as likely.
    ///
    /// # Errors
    /// [`RecipeError::Taken`] if the range is empty or goes beyond the cells of the board.
    pub fn with_taken(self, taken: RangeInclusive<usize>) -> Result<Self, RecipeError> {
        let (&least, &most, cells) = (taken.start(), taken.end(), self.cells());
        if least > most || most > cells {
            return Err(RecipeError::Taken { least, most, cells });
        }
        Ok(Self { taken, ..self })
    }

    /// The same in the middle of a game: a quarter of the cells taken to three quarters. There most puzzles are, while at
    /// the start there is only one move.
    #[must_use]
    pub fn half_played(self) -> Self {
        let cells = self.cells();
        Self { taken: cells / 4..=cells * 3 / 4, ..self }
    }

    /// The same, but only where greedy play comes to a margin that is so many points or more off the value: both sides
    /// always take what scores most for them, of several the first. Every position is solved to tell.
    #[must_use]
    pub fn with_greedy_off(self, points: u64) -> Self {
        Self { greedy_off: points, ..self }
    }

    /// The same, but of the puzzles those of a level alone (see [`Grade::level`]).
    #[must_use]
    pub fn with_level(self, level: Level) -> Self {
        Self { level: Some(level), ..self }
    }

    const fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// One side's scores.
    fn table(&self, choices: &mut Choices) -> Vec<i64> {
        let cells = self.cells();
        let (least, most) = (*self.scores.start(), *self.scores.end());
        let mut scores: Vec<i64> = match self.deal {
            Deal::Extremes => (0..cells).map(|_| [least, most][choices.below(2)]).collect(),
            _ => (0..cells).map(|_| choices.integer(&self.scores)).collect(),
        };
        match self.deal {
            Deal::Falling => scores.sort_unstable_by(|a, b| b.cmp(a)),
            Deal::Rising => scores.sort_unstable(),
            _ => return scores,
        }
        let mut table = vec![0; cells];
        let mut game = RandomGame::new(self.rows, self.columns);
        for score in scores {
            let Some(cell) = game.play(choices) else { break };
            table[cell.row * self.columns + cell.column] = score;
        }
        table
    }
}

impl generate::Recipe for Recipe {
    type Solver = Solver;
    type Grade = Grade;

    fn solver(&self) -> Solver {
        Solver::new()
    }

    fn kind(&self) -> String {
        let scores = span(self.scores.start(), self.scores.end());
        let taken = span(self.taken.start(), self.taken.end());
        let level = of_level(self.level);
        let off = self.greedy_off;
        let greedy = if off == 0 { String::new() } else { format!(", greedy play off by {off} or more") };
        format!("a new one with scores of {scores} and {taken} cells taken{greedy}{level}")
    }

    fn no_puzzle(&self) -> Option<String> {
        let choice = "a puzzle needs two moves to choose from";
        if self.rows == 1 || self.columns == 1 {
            return Some(format!("{choice}, and a board of one row or column never has more than one"));
        }
        if *self.taken.end() == 0 {
            return Some(format!("{choice}, and with no cell taken there is one"));
        }
        if *self.taken.start() + 1 >= self.cells() {
            return Some(format!(
                "{choice}, and with {} cells taken there is one at most",
                self.taken.start()
            ));
        }
        let alike = self.deal == Deal::Balanced || self.scores.start() == self.scores.end();
        alike.then(|| String::from("where all swings are the same every move is as good"))
    }

    fn memory(&self) -> (usize, usize) {
        let scores = 2 * self.cells() * size_of::<i64>() + size_of::<Board>();
        let lengths = self.rows * size_of::<usize>();
        // A table in order beside the one that it becomes, and a game.
        (scores + lengths, self.cells() * size_of::<i64>() + RandomGame::memory(self.rows, self.columns))
    }

    fn draw(&self, choices: &mut Choices, budget: &mut Budget<'_>) -> Result<Option<Position>, StopReason> {
        let first = self.table(choices);
        budget.spend(self.cells() as u64)?;
        let second = match self.deal {
            Deal::Same => first.clone(),
            Deal::Balanced => {
                let ends = self.scores.start() + self.scores.end();
                first.iter().map(|score| ends - score).collect()
            }
            _ => self.table(choices),
        };
        budget.spend(self.cells() as u64)?;
        let taken = choices.within(&self.taken);
        let mut game = RandomGame::new(self.rows, self.columns);
        for _ in 0..taken {
            game.play(choices);
        }
        budget.spend(taken as u64)?;
        let board = Board::new(self.rows, self.columns, first, second);
        let position = board.and_then(|board| Position::with_taken(board, game.lengths));
        Ok(Some(position.unwrap_or_else(|_| unreachable!("random play takes what is available"))))
    }

    fn accepts(
        &self,
        position: &Position,
        solver: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Halt> {
        if self.greedy_off == 0 {
            return Ok(true);
        }
        let (value, stop) = solver.find_value(position, budget)?;
        let Known::Exact(value) = value else { return Err(stop.into()) };
        Ok(greedy(position, budget)?.abs_diff(value.points()) >= self.greedy_off)
    }

    fn grade(
        &self,
        candidate: &Ungraded<Self>,
        _: &mut Solver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Grade>, Halt> {
        let position = &candidate.position;
        let [best] = candidate.best[..] else { return Ok(None) };
        let level = level(position, best, budget)?;
        if self.level.is_some_and(|asked| asked != level) {
            return Ok(None);
        }
        let (board, mover) = (position.board(), position.to_move());
        let moves: Vec<_> =
            position.ideal().available().map(|cell| (cell, board.score(mover, cell))).collect();
        let most_points = only_greatest(&moves) == Some(best);
        Ok(Some(Grade { level, moves: moves.len(), left: position.plies_left(), most_points }))
    }
}

/// The mover's margin if both sides always take what scores most for them, of several the first. Takes as many steps as cells
/// are left, times the rows.
fn greedy(position: &Position, budget: &mut Budget<'_>) -> Result<i64, StopReason> {
    let (board, mut side, mut ideal) = (position.board(), position.to_move(), position.ideal().clone());
    let mut margin = 0;
    loop {
        budget.check()?;
        let best = ideal.available().max_by_key(|&cell| (board.score(side, cell), std::cmp::Reverse(cell)));
        let Some(cell) = best else { return Ok(margin) };
        ideal.add(cell);
        let score = board.score(side, cell);
        margin += if side == position.to_move() { score } else { -score };
        side = side.other();
    }
}

/// The first rule that names the best move (see [`Grade::level`]).
fn level(position: &Position, best: Cell, budget: &mut Budget<'_>) -> Result<Level, StopReason> {
    let (board, ideal) = (position.board(), position.ideal());
    if ideal.cells_left().all(|cell| board.swing(cell) <= board.swing(best)) {
        return Ok(Level::ALL[0]);
    }
    for plies in 1..=4 {
        let mut worth = Vec::new();
        for cell in ideal.available() {
            let mut next = ideal.clone();
            next.add(cell);
            worth.push((cell, board.swing(cell) - ahead(board, &next, plies - 1, budget)?));
        }
        if only_greatest(&worth) == Some(best) {
            return Ok(Level::ALL[[1, 2, 3, 3][plies - 1]]);
        }
    }
    Ok(Level::ALL[4])
}

/// What the side to move makes of the swings in so many plies, as if the game ended then. Takes as many steps as there are
/// ways to play them.
fn ahead(
    board: &Board,
    ideal: &OrderIdeal,
    plies: usize,
    budget: &mut Budget<'_>,
) -> Result<i64, StopReason> {
    if plies == 0 {
        return Ok(0);
    }
    budget.spend(1)?;
    let mut most = None;
    for cell in ideal.available() {
        let mut next = ideal.clone();
        next.add(cell);
        most = most.max(Some(board.swing(cell) - ahead(board, &next, plies - 1, budget)?));
    }
    Ok(most.unwrap_or(0))
}

/// The cell of the greatest number, if it is one alone.
fn only_greatest(numbers: &[(Cell, i64)]) -> Option<Cell> {
    let most = numbers.iter().map(|(_, number)| number).max()?;
    let mut greatest = numbers.iter().filter(|(_, number)| number == most);
    greatest.next().filter(|_| greatest.next().is_none()).map(|(cell, _)| *cell)
}

/// A game in which every available cell is as likely to be taken next: constant time a move.
struct RandomGame {
    columns: usize,
    /// How many cells of each row are taken.
    lengths: Vec<usize>,
    /// The cells that are available, in any order.
    available: Vec<Cell>,
}

impl RandomGame {
    fn new(rows: usize, columns: usize) -> Self {
        Self { columns, lengths: vec![0; rows], available: vec![Cell::new(0, 0)] }
    }

    /// Bytes that a game takes.
    fn memory(rows: usize, columns: usize) -> usize {
        rows * size_of::<usize>() + 2 * rows.min(columns) * size_of::<Cell>()
    }

    /// Takes a cell, and says which; `None` if none is left.
    fn play(&mut self, choices: &mut Choices) -> Option<Cell> {
        if self.available.is_empty() {
            return None;
        }
        let Cell { row, column } = self.available.swap_remove(choices.below(self.available.len()));
        self.lengths[row] += 1;
        let above = if row == 0 { self.columns } else { self.lengths[row - 1] };
        if column + 1 < above {
            self.available.push(Cell::new(row, column + 1));
        }
        if self.lengths.get(row + 1) == Some(&column) {
            self.available.push(Cell::new(row + 1, column));
        }
        Some(Cell::new(row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_random_game_has_the_moves_of_the_rules() {
        let mut choices = Choices::new(5);
        for (rows, columns) in [(1, 1), (1, 6), (6, 1), (4, 5), (7, 3)] {
            let mut game = RandomGame::new(rows, columns);
            let mut ideal = OrderIdeal::empty(rows, columns);
            loop {
                let mut available = game.available.clone();
                available.sort_unstable();
                assert!(ideal.available().eq(available) && ideal.lengths() == game.lengths);
                let Some(cell) = game.play(&mut choices) else { break };
                assert!(ideal.add(cell));
            }
            assert_eq!(ideal.left(), 0);
        }
    }

    #[test]
    fn levels_go_by_how_far_one_must_look() {
        // In each the swings are twice the scores.
        for (scores, best, expected) in [
            // The greatest of all.
            ("2x2:0,9/1,1", "b1", 1),
            // A greater one, 8, is left, but no move opens it.
            ("3x3:0,1,5/3,1,8/0,0,0", "a2", 2),
            // b1 has most and opens 9; a2 opens nothing.
            ("2x3:0,4,9/3,1,0", "a2", 3),
        ] {
            let (_, rows) = scores.split_once(':').unwrap();
            let position: Position =
                format!("{scores}|{rows}|1{}", ",0".repeat(rows.matches('/').count())).parse().unwrap();
            let level = level(&position, best.parse().unwrap(), &mut Budget::open(&crate::Limits::none()));
            assert_eq!(level.unwrap().number(), expected, "{scores}");
        }
    }
}
