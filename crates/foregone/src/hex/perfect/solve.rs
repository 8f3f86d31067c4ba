//! The front door: who wins, which moves win, and a line that shows it.

use super::cells::Cells;
use super::forecast::forecast;
use super::grid::{Grid, Stones, index};
use super::method::Method;
use super::position::Position;
use super::search::{Proof, Search};
use crate::analysis::{PlyOf, TellOf, ValuedBy, walk};
use crate::cell::Cell;
use crate::forecast::{Forecast, Question};
use crate::game::Rules as _;
use crate::hex::{self, Axis, Board, Colour};
use crate::limits::{Budget, Limits};
use crate::method::Method as _;
use crate::oracle;
use crate::report::{Halt, SolveError, StopReason};
use crate::value::{Known, Outcome};

/// Who wins at Hex if both sides play perfectly, and whether each move wins.
///
/// Any board of up to 128 cells is taken, with any stones and either side to move. How long it takes is another matter: on one core an
/// empty 5x5 board with every move takes a tenth of a second, 6x6 some ten seconds; larger boards are within
/// reach as far as stones decide them. The table of positions grows up to the limit on memory. The states of a report are
/// positions whose virtual connections were looked at, each about a millisecond on 6x6.
///
/// In a [line](crate::Solver::line) a side takes of its best moves, all of them if it loses, the one that has the best odds
/// [under random play](hex::Solver).
///
/// ```
/// use foregone::hex::perfect::{Position, Solver};
/// use foregone::{Limits, Outcome, Solver as _};
///
/// let position: Position = "4x4".parse()?;
/// let analysis = Solver::new().analyze(&position, &Limits::none())?;
/// assert_eq!(analysis.value.exact(), Some(&Outcome::Win));
/// let winning: Vec<_> = analysis.moves.iter().filter(|judged| judged.best).map(|judged| judged.mv.to_string()).collect();
/// assert_eq!(winning, ["d1", "c2", "b3", "a4"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    method: Method,
    /// The search of the last question, for the next one about the same board.
    kept: Option<Kept>,
    /// The odds that moves in a line go by.
    random: hex::Solver,
}

/// A search on a board with White joining the sides of an axis.
#[derive(Debug)]
struct Kept {
    board: Board,
    white_joins: Axis,
    search: Width,
}

/// A search with sets of the width that a board takes.
#[derive(Debug)]
enum Width {
    Narrow(Search<u64>),
    Wide(Search<u128>),
}

impl Solver {
    /// A solver by the default method.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The search for a position's board, its memory planned.
    fn search(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<&mut Width, Halt> {
        let (board, white_joins) = (position.board().board(), position.board().white_joins());
        let kept = self.kept.take().filter(|kept| (kept.board, kept.white_joins) == (board, white_joins));
        let resumed = kept.and_then(|mut kept| kept.search.resume(budget).is_ok().then_some(kept));
        let kept = match resumed {
            Some(kept) => kept,
            None => Kept { board, white_joins, search: Width::new(board, white_joins, budget)? },
        };
        Ok(&mut self.kept.insert(kept).search)
    }

    /// Of the cells of a position, those with the best odds under random play first, the first that wins; if none does, the
    /// first. Where the odds do not fit the memory, cells come in their own order.
    fn first_best(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(Option<(Cell, Outcome)>, StopReason), Halt> {
        let moves = match crate::Solver::find_moves(&mut self.random, position.board(), budget) {
            Ok(random) => {
                let mut moves = random.moves;
                moves.sort_by(|a, b| b.1.exact().cmp(&a.1.exact()).then(a.0.cmp(&b.0)));
                moves.into_iter().map(|(cell, _)| cell).collect()
            }
            // The board may be too large for the odds alone, which say no more than which move to prefer.
            Err(Halt::Refused(_)) => position.moves(),
            Err(stopped) => return Err(stopped),
        };
        let Some(Kept { search, .. }) = &mut self.kept else { return Ok((None, StopReason::Finished)) };
        let mover = position.board().to_move_colour();
        let value = outcome(search.prove(position.board(), budget)?.winner, mover);
        for cell in &moves {
            let mut next = position.board().clone();
            // A move of the position's own list is legal.
            let _ = next.play(*cell);
            if value == Outcome::Loss || search.prove(&next, budget)?.winner == mover {
                return Ok((Some((*cell, value)), StopReason::Finished));
            }
        }
        Ok((None, StopReason::Finished))
    }
}

/// The refusal of a board of so many cells.
fn too_many(cells: usize) -> SolveError {
    let reason = format!("it takes boards of at most {} cells, and this one has {cells}", u128::MOST);
    SolveError::NotApplicable { method: Method::Search.name(), reason }
}

fn outcome(winner: Colour, mover: Colour) -> Outcome {
    if winner == mover { Outcome::Win } else { Outcome::Loss }
}

impl Width {
    fn new(board: Board, white_joins: Axis, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        let cells = board.rows() * board.columns();
        if cells <= u64::MOST {
            return Ok(Self::Narrow(Search::new(Grid::new(board, white_joins), budget)?));
        }
        if cells <= u128::MOST {
            return Ok(Self::Wide(Search::new(Grid::new(board, white_joins), budget)?));
        }
        Err(too_many(cells).into())
    }

    fn resume(&mut self, budget: &mut Budget<'_>) -> Result<(), SolveError> {
        match self {
            Self::Narrow(search) => search.resume(budget),
            Self::Wide(search) => search.resume(budget),
        }
    }

    /// Who wins a position, and the cells that it takes, as bits by number.
    fn prove(&mut self, position: &hex::Position, budget: &mut Budget<'_>) -> Result<Proof<u128>, Halt> {
        let mover = position.to_move_colour();
        match self {
            Self::Narrow(search) => {
                let Proof { winner, cells } = search.prove(stones(position), mover, budget)?;
                Ok(Proof { winner, cells: cells.into() })
            }
            Self::Wide(search) => search.prove(stones(position), mover, budget),
        }
    }

    /// Whether each move of a position wins, as far as limits allow; those found are added to `known` and told.
    fn judge(
        &mut self,
        position: &hex::Position,
        known: &mut [(Cell, Known<Outcome>)],
        budget: &mut Budget<'_>,
        tell: TellOf<'_, Solver>,
    ) -> Result<(), Halt> {
        let mover = position.to_move_colour();
        let mut find = |(cell, value): &mut (Cell, Known<Outcome>), found| {
            tell(*cell, &found);
            *value = Known::Exact(found);
        };
        for at in middle_first(position, known) {
            let (cell, Known::Unknown) = known[at] else { continue };
            let mut next = position.clone();
            // A move of the position's own list is legal.
            let _ = next.play(cell);
            let proof = self.prove(&next, budget)?;
            find(&mut known[at], outcome(proof.winner, mover));
            if proof.winner != mover {
                // No other cell stands in the way of that.
                for open in known.iter_mut().filter(|(_, value)| *value == Known::Unknown) {
                    if !proof.cells.has(open.0.row * position.columns() + open.0.column) {
                        find(open, Outcome::Loss);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The places of moves in their list, those in the middle of the board first: they lose by smaller proofs.
fn middle_first(position: &hex::Position, moves: &[(Cell, Known<Outcome>)]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..moves.len()).collect();
    let from_middle = |place: &usize| {
        let cell = moves[*place].0;
        let away = |at: usize, side: usize| (2 * at + 1).abs_diff(side);
        (away(cell.row, position.rows()) + away(cell.column, position.columns()), cell)
    };
    places.sort_by_key(from_middle);
    places
}

fn stones<C: Cells>(position: &hex::Position) -> Stones<C> {
    let mut stones = Stones::default();
    for (number, cell) in position.board().cells().enumerate() {
        if let Some(colour) = position.stone(cell) {
            stones.of[index(colour)] |= C::one(number);
        }
    }
    stones
}

/// A margin of a game of win and loss.
fn from_margin(known: &Known<crate::Margin>) -> Known<Outcome> {
    known.clone().map(true, |margin| if margin.points() > 0 { Outcome::Win } else { Outcome::Loss })
}

impl crate::Solver for Solver {
    type Position = Position;
    type Value = Outcome;
    type Method = Method;

    fn with_method(method: Method) -> Self {
        Self { method, ..Self::default() }
    }

    fn method(&self) -> Method {
        self.method
    }

    fn forecast(
        &self,
        position: &Position,
        question: Question,
        _limits: &Limits<'_>,
    ) -> Result<Forecast, SolveError> {
        let cells = position.board().rows() * position.board().columns();
        match self.method {
            Method::Search if cells > u128::MOST => Err(too_many(cells)),
            Method::Search => Ok(forecast(position, question)),
            Method::Oracle => Ok(Forecast::nothing(self.method.name())),
        }
    }

    fn find_value(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(Known<Outcome>, StopReason), Halt> {
        let mover = position.board().to_move_colour();
        let value = match (position.winner(), self.method) {
            (Some(winner), _) => Known::Exact(outcome(winner, mover)),
            (None, Method::Oracle) => from_margin(&Known::Exact(oracle::margin(position, budget)?)),
            (None, Method::Search) => {
                let proof = self.search(position, budget)?.prove(position.board(), budget)?;
                Known::Exact(outcome(proof.winner, mover))
            }
        };
        Ok((value, StopReason::Finished))
    }

    fn find_moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<ValuedBy<Self>, Halt> {
        self.find_moves_telling(position, budget, &mut |_, _| {})
    }

    fn find_moves_telling(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
        tell: TellOf<'_, Self>,
    ) -> Result<ValuedBy<Self>, Halt> {
        if self.method == Method::Oracle && position.winner().is_none() {
            let valued = oracle::margins(position, budget)?;
            let moves = valued.moves.iter().map(|(cell, known)| (*cell, from_margin(known))).collect();
            return Ok(ValuedBy::<Self> { value: from_margin(&valued.value), moves, stop: valued.stop });
        }
        let (value, mut stop) = self.find_value(position, budget)?;
        let mut moves: Vec<_> = position.moves().into_iter().map(|cell| (cell, Known::Unknown)).collect();
        if value == Known::Exact(Outcome::Loss) {
            moves.iter_mut().for_each(|(_, known)| *known = value.clone());
        } else if let Some(Kept { search, .. }) = &mut self.kept
            && !moves.is_empty()
        {
            match search.judge(position.board(), &mut moves, budget, tell) {
                Ok(()) => {}
                Err(Halt::Stopped(why)) => stop = why,
                Err(refused) => return Err(refused),
            }
        }
        Ok(ValuedBy::<Self> { value, moves, stop })
    }

    fn find_line(
        &mut self,
        position: &Position,
        plies: usize,
        budget: &mut Budget<'_>,
        ply: &mut dyn FnMut(PlyOf<Self>),
    ) -> Result<StopReason, Halt> {
        if self.method == Method::Search && position.winner().is_none() {
            self.search(position, budget)?;
        }
        walk(position, plies, budget, ply, |here, budget| {
            if self.method == Method::Search {
                return self.first_best(here, budget);
            }
            let valued = self.find_moves(here, budget)?;
            let best =
                valued.moves.iter().filter(|(_, known)| *known == valued.value).map(|(cell, _)| *cell).min();
            Ok((best.zip(valued.value.exact().copied()), valued.stop))
        })
    }
}
