//! The front door: values, every move and the best line of a position, by any method.

use std::fmt;

use super::board::Position;
use super::method::Method;
use super::sweep::{self, Keep, Kernels, Swept};
use super::textbook::{Backward, Forward, Plain, RowPrefixes, Textbook};
use super::why::{self, Found, GridWhy, Swings};
use crate::analysis::{PlyOf, Valued, ValuedBy, first_best, walk};
use crate::cell::Cell;
use crate::checkpoint::Checkpoints;
use crate::explain::{Explain, ExplainedBy};
use crate::forecast::{Forecast, Question};
use crate::game::{Rules, Side};
use crate::limits::{Budget, Limits};
use crate::method::Method as _;
use crate::oracle;
use crate::report::{Halt, SolveError, StopReason};
use crate::value::{Known, Margin};

/// Exact values of Contour positions.
///
/// The default method sweeps all order ideals that can still be reached. Up to about 12×12 it keeps the value of each, 4
/// bytes: 0.9 MB for 10×10, 12 MB for 12×12. On larger boards it keeps two levels of them at a time, and shares the work
/// among as many threads as the machine runs at once: 9 MB for 14×14, 91 MB for 16×16, 1.1 GB for 18×18, or half of that
/// while scores are small. The values of all moves come with the value. The best line of a large board takes more than
/// twice as much memory, if it is there, and mostly up to a third as much time again; as much again if play keeps to one side
/// of the board, and several times as much where memory is short. Scores that sum to more than 2^29 take words of 8 bytes.
///
/// Sweeps by levels keep checkpoints where [`Limits::checkpoints`](crate::Limits::checkpoints) asks for them: up to half of
/// the memory that two levels take, or somewhat more late in the sweep of a line. A line sweeps again where what it has
/// kept ends: only its first sweep, by far the longest, keeps checkpoints. One that a value was worked out with serves for
/// the moves and the line, too.
///
/// A solver keeps its tables, and room for the values of small boards, from one question to the next.
#[derive(Default)]
pub struct Solver {
    method: Method,
    kernels: Kernels,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("method", &self.method).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver that uses the default method.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl crate::Solver for Solver {
    type Position = Position;
    type Value = Margin;
    type Method = Method;

    fn with_method(method: Method) -> Self {
        Self { method, kernels: Kernels::default() }
    }

    fn method(&self) -> Method {
        self.method
    }

    fn keeps_checkpoints(&self) -> bool {
        self.method == Method::Sweep
    }

    fn forecast(
        &self,
        position: &Position,
        question: Question,
        limits: &Limits<'_>,
    ) -> Result<Forecast, SolveError> {
        let budget = Budget::open(limits);
        Ok(match self.method {
            Method::Sweep => sweep::forecast(position, question, false, &budget),
            Method::Ranks => sweep::forecast(position, question, true, &budget),
            _ => Forecast::nothing(self.method.name()),
        })
    }

    fn find_value(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(Known<Margin>, StopReason), Halt> {
        let checkpoints = Swept::checkpoints(position, budget);
        let value =
            Work::start(self.method, Keep::Moves, checkpoints.as_ref(), &mut self.kernels, position, budget)?
                .value(position, budget)?;
        Ok((Known::Exact(Margin::new(value)), StopReason::Finished))
    }

    fn find_moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<ValuedBy<Self>, Halt> {
        let checkpoints = Swept::checkpoints(position, budget);
        let checkpoints = checkpoints.as_ref();
        let moves = Work::start(self.method, Keep::Moves, checkpoints, &mut self.kernels, position, budget)?
            .moves(position, budget)?;
        Ok(Valued::best_of(moves))
    }

    fn find_line(
        &mut self,
        position: &Position,
        plies: usize,
        budget: &mut Budget<'_>,
        ply: &mut dyn FnMut(PlyOf<Self>),
    ) -> Result<StopReason, Halt> {
        let mut start = position.clone();
        let checkpoints = Swept::checkpoints(position, budget);
        let mut work = Work::start(
            self.method,
            Keep::Line(0),
            checkpoints.as_ref(),
            &mut self.kernels,
            position,
            budget,
        )?;
        let mut left = plies;
        while let Work::Swept(swept) = work {
            let known_to = swept.follow(&start, left, &mut |told| {
                left -= 1;
                ply(told);
            });
            let memory = swept.close(budget);
            // What was kept ends here. What can still be reached is swept again, and is much less.
            let Some(here) = known_to else { return Ok(StopReason::Finished) };
            work = Work::start(self.method, Keep::Line(memory), None, &mut self.kernels, &here, budget)?;
            start = here;
        }
        walk(&start, left, budget, ply, |here, budget| {
            Ok((first_best(&work.moves(here, budget)?), StopReason::Finished))
        })
    }
}

/// The reasons come with two plies of values. Most methods hold all that takes. On large boards the sweep keeps a third
/// level for it, if there is room; if not, and the maximum lemma names no reply, it sweeps again after the move, which
/// takes up to as much time for each such move as the first sweep.
impl Explain for Solver {
    type Why = GridWhy;

    fn find_why(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<ExplainedBy<Self>, SolveError> {
        let swings = Swings::of(position, budget)?;
        let found = self.find_replies(position, &swings, budget);
        let edge = position.ideal().contour().collect();
        let closed_form = why::closed_form(position, &swings);
        why::explain(position, edge, &swings, closed_form, found, self.method.name())
    }
}

impl Solver {
    /// Values every move, and finds the best reply to each.
    fn find_replies(
        &mut self,
        position: &Position,
        swings: &Swings,
        budget: &mut Budget<'_>,
    ) -> Result<Found<Cell>, Halt> {
        let checkpoints = Swept::checkpoints(position, budget);
        let checkpoints = checkpoints.as_ref();
        let mut work =
            Work::start(self.method, Keep::Replies, checkpoints, &mut self.kernels, position, budget)?;
        let moves = work.moves(position, budget)?;
        let mut replies: Vec<_> = moves.iter().map(|&(cell, _)| (cell, None)).collect();
        let mut valued = Valued::best_of(moves);
        valued.stop = why::fill(position, &mut replies, budget, |_, after, budget| match &mut work {
            Work::Swept(swept) => Ok(swept.moves_if_kept(after)),
            work => work.moves(after, budget).map(Some),
        });
        work.close(budget);
        if valued.stop == StopReason::Finished {
            valued.stop = why::fill(position, &mut replies, budget, |cell, after, budget| {
                if swings.forced_after(position.board().swing(cell), after).is_some() {
                    return Ok(None);
                }
                let mut work = Work::start(self.method, Keep::Moves, None, &mut self.kernels, after, budget)?;
                let moves = work.moves(after, budget);
                work.close(budget);
                moves.map(Some)
            });
        }
        Ok((valued, replies))
    }
}

/// A method at work: what it has found for a position answers for every position reached from there, too.
enum Work<'k> {
    Swept(Swept<'k>),
    Textbook(Box<dyn Textbook>),
    Oracle,
}

impl<'k> Work<'k> {
    /// Begins with a position; for the line, more is kept for the positions that follow.
    fn start(
        method: Method,
        keep: Keep,
        checkpoints: Option<&Checkpoints<'_>>,
        kernels: &'k mut Kernels,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Halt> {
        Ok(match method {
            Method::Sweep => Self::Swept(Swept::run(position, keep, checkpoints, kernels, budget)?),
            Method::Ranks => Self::Swept(Swept::plain(position, budget)?),
            Method::RowPrefixes => Self::Textbook(Box::new(RowPrefixes::new(position)?)),
            Method::ContourForward => Self::Textbook(Box::new(Forward::new(position, budget)?)),
            Method::ContourBackward => Self::Textbook(Box::new(Backward::new(position, budget)?)),
            Method::Plain => Self::Textbook(Box::new(Plain::new(position)?)),
            Method::Oracle => Self::Oracle,
        })
    }

    /// Ends the work; memory that was planned for it alone is free again.
    fn close(self, budget: &mut Budget<'_>) {
        if let Self::Swept(swept) = self {
            swept.close(budget);
        }
    }

    /// The value for the side to move.
    fn value(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<i64, Halt> {
        match self {
            Self::Swept(swept) => Ok(swept.value(position)),
            Self::Textbook(method) => Ok(from_view(position.to_move(), method.balance(position, budget)?)),
            Self::Oracle => Ok(oracle::margin(position, budget)?.points()),
        }
    }

    /// Every legal move in ascending order, and what the position is worth to the side to move if it is made.
    fn moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<Vec<(Cell, i64)>, Halt> {
        match self {
            Self::Swept(swept) => Ok(swept.moves(position)),
            Self::Textbook(_) => {
                let mut moves = Vec::new();
                for cell in position.ideal().available() {
                    let mut next = position.clone();
                    if let Ok(points) = next.play(cell) {
                        moves.push((cell, points - self.value(&next, budget)?));
                    }
                }
                Ok(moves)
            }
            Self::Oracle => {
                let moves = oracle::margins(position, budget)?.moves;
                Ok(moves
                    .into_iter()
                    .filter_map(|(cell, known)| Some((cell, known.exact()?.points())))
                    .collect())
            }
        }
    }
}

/// First's points less Second's, as a side sees them.
fn from_view(side: Side, balance: i64) -> i64 {
    match side {
        Side::First => balance,
        Side::Second => -balance,
    }
}
