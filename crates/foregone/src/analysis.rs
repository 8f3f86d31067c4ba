//! What an answer is: the value, every move, the best line, how sure, and what it cost.

use crate::forecast::{Forecast, Question};
use crate::game::{Rules, Side};
use crate::limits::{Budget, Limits};
use crate::method::Method;
use crate::report::{Halt, Report, SolveError, StopReason};
use crate::value::{Known, Margin, Odds, Value};

/// The value of a position for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<V> {
    /// The value from the mover's view.
    pub value: Known<V>,
    /// What it cost.
    pub report: Report,
}

/// One legal move and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue<M, V> {
    /// The move.
    pub mv: M,
    /// What the position is worth to the mover if this move is made.
    pub value: Known<V>,
    /// How much that is less than the best move's; `None` unless both are known exactly.
    pub behind: Option<V>,
    /// Whether no move is better. All equally good moves are marked.
    pub best: bool,
}

/// The value of a position and of every move in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis<M, V> {
    /// The side to move, whose view all values take.
    pub to_move: Side,
    /// The value of the position.
    pub value: Known<V>,
    /// Every legal move once, best first; equal ones in the order of the moves themselves, unknown ones last.
    pub moves: Vec<MoveValue<M, V>>,
    /// What it cost.
    pub report: Report,
}

impl<M: Copy + Ord, V: Value> Analysis<M, V> {
    /// Ranks moves that a solver valued. `value` is the position's own value, from the mover's view.
    ///
    /// A move is marked best when its value is exactly that of the position, known exactly too; or more, and the
    /// most of all moves: under random play a position is worth the mean of its moves. Values of random play are to
    /// be given for all moves or for none.
    #[must_use]
    pub fn rank(to_move: Side, value: Known<V>, moves: Vec<(M, Known<V>)>, report: Report) -> Self {
        let top = best_value(&value, moves.iter().map(|(_, known)| known)).cloned();
        let mut moves: Vec<_> = moves
            .into_iter()
            .map(|(mv, known)| {
                let behind = top.as_ref().zip(known.exact()).map(|(top, exact)| exact.behind(top));
                let best = top.is_some() && known.exact() == top.as_ref();
                MoveValue { mv, value: known, behind, best }
            })
            .collect();
        // `None` orders below every exact value, so reversing puts the unknown last.
        moves.sort_by(|a, b| b.value.exact().cmp(&a.value.exact()).then(a.mv.cmp(&b.mv)));
        Self { to_move, value, moves, report }
    }

    /// The first of the best moves, if the position's value is known and there is a move.
    #[must_use]
    pub fn best_move(&self) -> Option<M> {
        self.moves.first().filter(|first| first.best).map(|first| first.mv)
    }
}

/// What a best move of a position of this value is worth, if the value is known (see [`Analysis::rank`]).
fn best_value<'a, V: Value>(
    position: &'a Known<V>,
    moves: impl Iterator<Item = &'a Known<V>>,
) -> Option<&'a V> {
    position.exact().map(|value| moves.filter_map(Known::exact).fold(value, |most, exact| most.max(exact)))
}

/// One ply of a line: who moves, and what the position was worth to that side before the move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply<M, V> {
    /// The side that moves.
    pub side: Side,
    /// Its move.
    pub mv: M,
    /// The value of the position before the move, from that side's view.
    pub value: V,
}

/// A best line: each side's first best move in turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M, V> {
    /// The plies, in order. The first one's value is that of the position.
    pub plies: Vec<Ply<M, V>>,
    /// Whether the line reaches the end of the game.
    pub complete: bool,
    /// What it cost.
    pub report: Report,
}

/// The values of a position and of its legal moves, each from the mover's view, in any order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valued<M, V> {
    /// The value of the position.
    pub value: Known<V>,
    /// Every legal move once, with its value.
    pub moves: Vec<(M, Known<V>)>,
    /// Why the search ended: not [`StopReason::Finished`] if any value is less than exact.
    pub stop: StopReason,
}

impl<M, V> Valued<M, V> {
    /// What was found for a position; if a limit left nothing, the position's moves with nothing known of them.
    ///
    /// # Errors
    /// [`SolveError`] if the position was refused.
    pub fn unless_stopped<R: Rules<Move = M>>(
        found: Result<Self, Halt>,
        position: &R,
    ) -> Result<Self, SolveError> {
        match found {
            Ok(valued) => Ok(valued),
            Err(Halt::Stopped(stop)) => {
                let moves = position.moves().into_iter().map(|mv| (mv, Known::Unknown)).collect();
                Ok(Self { value: Known::Unknown, moves, stop })
            }
            Err(Halt::Refused(error)) => Err(error),
        }
    }
}

impl<M, V> Valued<M, V> {
    /// The same with moves under other names.
    pub(crate) fn named<N>(self, name: impl Fn(M) -> N) -> Valued<N, V> {
        let moves = self.moves.into_iter().map(|(mv, known)| (name(mv), known)).collect();
        Valued { value: self.value, moves, stop: self.stop }
    }
}

impl<M: Copy> Valued<M, Margin> {
    /// A position that is worth what its best move is, from every move's margin; a game that is over is level.
    pub(crate) fn best_of(moves: Vec<(M, i64)>) -> Self {
        let value = first_best(&moves).map_or(Margin::ZERO, |(_, value)| value);
        let moves = moves.into_iter().map(|(mv, points)| (mv, Known::Exact(Margin::new(points)))).collect();
        Self { value: Known::Exact(value), moves, stop: StopReason::Finished }
    }

    /// The least of the moves that are worth what the position is, and that; `None` if it is not known or there is no move.
    pub(crate) fn least_best(&self) -> Option<(M, Margin)>
    where
        M: Ord,
    {
        let value = *self.value.exact()?;
        let best =
            self.moves.iter().filter(|(_, known)| *known == Known::Exact(value)).map(|(mv, _)| *mv).min();
        Some((best?, value))
    }
}

/// The front door of a wing: exact answers to positions of one game.
///
/// A wing writes how values are found within a [`Budget`]; opening the budget, ranking the moves and walking the best
/// line are the same for all. A solver may keep tables from one question to the next, so it is asked through
/// `&mut self`; its answers never depend on what it was asked before.
pub trait Solver {
    /// The positions it takes.
    type Position: Rules;
    /// What they are worth.
    type Value: Value;
    /// The methods that it can use.
    type Method: Method;

    /// A solver that uses a given method.
    fn with_method(method: Self::Method) -> Self
    where
        Self: Sized;

    /// The method that it uses.
    fn method(&self) -> Self::Method;

    /// Whether it keeps checkpoints and can go on from one (see [`Limits::checkpoints`]).
    fn keeps_checkpoints(&self) -> bool {
        false
    }

    /// Where a coin says who moves, the probability that it is the first side.
    fn coin(&self) -> Option<Odds> {
        None
    }

    /// What an answer would cost a fresh solver of this kind, said in milliseconds and without working it out. By default, nothing.
    ///
    /// ```
    /// use foregone::contour::{Position, Solver};
    /// use foregone::{Foreseen, Limits, Question, Solver as _, Sure};
    ///
    /// let board: Position = "2x3:2,7,3/9,1,2|3,7,2/2,3,1".parse()?;
    /// let forecast = Solver::new().forecast(&board, Question::Value, &Limits::none())?;
    /// assert_eq!(forecast.states, Some(Foreseen::new(10, Sure::Exact)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError::NotApplicable`] if the method does not take the position. What would take more memory than is allowed is told
    /// with all that it takes.
    fn forecast(
        &self,
        position: &Self::Position,
        question: Question,
        limits: &Limits<'_>,
    ) -> Result<Forecast, SolveError> {
        let _ = (position, question, limits);
        Ok(Forecast::nothing(self.method().name()))
    }

    /// Finds the value of a position for the side to move, or the bound that a limit left, and why it ended.
    ///
    /// # Errors
    /// [`Halt`] if the position is refused, or a limit leaves nothing that could be said.
    fn find_value(
        &mut self,
        position: &Self::Position,
        budget: &mut Budget<'_>,
    ) -> Result<(Known<Self::Value>, StopReason), Halt>;

    /// Finds the value of a position and of every legal move.
    ///
    /// # Errors
    /// As [`Solver::find_value`].
    fn find_moves(
        &mut self,
        position: &Self::Position,
        budget: &mut Budget<'_>,
    ) -> Result<ValuedBy<Self>, Halt>;

    /// As [`Solver::find_moves`], and calls `tell` with a move and its value as soon as that is known.
    ///
    /// What is told is exact and final: the answer has the same. A move is told at most once, in no order; those that are not
    /// told come with the answer. The default tells none, as suits a method that finds all values at the same time.
    ///
    /// # Errors
    /// As [`Solver::find_value`]; nothing that was told stands then.
    fn find_moves_telling(
        &mut self,
        position: &Self::Position,
        budget: &mut Budget<'_>,
        tell: TellOf<'_, Self>,
    ) -> Result<ValuedBy<Self>, Halt> {
        // All at once: there is nothing to tell early.
        let _ = tell;
        self.find_moves(position, budget)
    }

    /// Finds at most `plies` plies of best play, each side taking its first best move (see [`Analysis::best_move`]),
    /// calling `ply` with each.
    ///
    /// The default finds all moves at every ply, which any solver can do; one that keeps all its states overrides it.
    ///
    /// # Errors
    /// As [`Solver::find_value`]; the plies told before stand.
    fn find_line(
        &mut self,
        position: &Self::Position,
        plies: usize,
        budget: &mut Budget<'_>,
        ply: &mut dyn FnMut(PlyOf<Self>),
    ) -> Result<StopReason, Halt> {
        walk(position, plies, budget, ply, |here, budget| {
            let valued = self.find_moves(here, budget)?;
            let top = best_value(&valued.value, valued.moves.iter().map(|(_, known)| known));
            let best = valued.moves.iter().filter(|(_, known)| known.exact() == top).map(|(mv, _)| *mv).min();
            Ok((best.zip(valued.value.exact().cloned()), valued.stop))
        })
    }

    /// The value of a position for the side to move.
    ///
    /// # Errors
    /// [`SolveError`] if the position is too large for the memory allowed or for the method. A limit reached on the
    /// way is no error: the answer is then a bound, or unknown, and its report says why.
    fn solve(
        &mut self,
        position: &Self::Position,
        limits: &Limits<'_>,
    ) -> Result<Solution<Self::Value>, SolveError> {
        let mut budget = open(self, limits)?;
        let (value, stop) = match self.find_value(position, &mut budget) {
            Ok(found) => found,
            Err(Halt::Stopped(stop)) => (Known::Unknown, stop),
            Err(Halt::Refused(error)) => return Err(error),
        };
        Ok(Solution { value, report: budget.close(self.method().name(), stop) })
    }

    /// The value of a position and of every legal move.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    fn analyze(
        &mut self,
        position: &Self::Position,
        limits: &Limits<'_>,
    ) -> Result<AnalysisOf<Self>, SolveError> {
        self.analyze_telling(position, limits, &mut |_, _| {})
    }

    /// As [`Solver::analyze`], and calls `tell` with a move and its value as soon as that is known, where a method finds one
    /// after the other: each move at most once, its value exact, and the same in the analysis.
    ///
    /// ```
    /// use foregone::hex::perfect::{Position, Solver};
    /// use foregone::{Limits, Solver as _};
    ///
    /// let position: Position = "3x3".parse()?;
    /// let mut told = Vec::new();
    /// let analysis =
    ///     Solver::new().analyze_telling(&position, &Limits::none(), &mut |mv, value| told.push((mv, *value)))?;
    /// assert_eq!(told.len(), 9);
    /// assert!(analysis.moves.iter().all(|judged| told.contains(&(judged.mv, *judged.value.exact().unwrap()))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::solve`]; nothing that was told stands then.
    fn analyze_telling(
        &mut self,
        position: &Self::Position,
        limits: &Limits<'_>,
        tell: TellOf<'_, Self>,
    ) -> Result<AnalysisOf<Self>, SolveError> {
        let mut budget = open(self, limits)?;
        let found = self.find_moves_telling(position, &mut budget, tell);
        let valued = Valued::unless_stopped(found, position)?;
        let report = budget.close(self.method().name(), valued.stop);
        Ok(Analysis::rank(position.to_move(), valued.value, valued.moves, report))
    }

    /// At most `plies` plies of best play from a position, each side taking its first best move. The line is shorter
    /// when the game ends or a limit is reached.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    fn line(
        &mut self,
        position: &Self::Position,
        plies: usize,
        limits: &Limits<'_>,
    ) -> Result<LineOf<Self>, SolveError> {
        let mut budget = open(self, limits)?;
        let mut played = Vec::with_capacity(plies.min(position.plies_left()));
        let stop = match self.find_line(position, plies, &mut budget, &mut |ply| played.push(ply)) {
            Ok(stop) | Err(Halt::Stopped(stop)) => stop,
            // The plies told before stand.
            Err(Halt::Refused(SolveError::TooLarge { .. } | SolveError::NoMemory { .. }))
                if !played.is_empty() =>
            {
                StopReason::Memory
            }
            Err(Halt::Refused(error)) => return Err(error),
        };
        // As many plies as there can be need no second look.
        let complete = played.len() == position.plies_left() || {
            let mut end = position.clone();
            played.iter().all(|ply| end.play(ply.mv).is_ok()) && end.plies_left() == 0
        };
        Ok(Line { plies: played, complete, report: budget.close(self.method().name(), stop) })
    }
}

/// Opens the budget of a run, unless it asks for what the solver cannot do.
pub(crate) fn open<'a, S: Solver + ?Sized>(
    solver: &S,
    limits: &Limits<'a>,
) -> Result<Budget<'a>, SolveError> {
    if limits.asks_for_checkpoints() && !solver.keeps_checkpoints() {
        let reason = String::from("it keeps no checkpoints");
        return Err(SolveError::NotApplicable { method: solver.method().name(), reason });
    }
    let mut budget = Budget::open(limits);
    if let Some(first) = solver.coin() {
        budget.coin(first);
    }
    Ok(budget)
}

/// What a question finds within limits, by a method of that name; unknown if one of them is reached.
pub(crate) fn answer<T>(
    method: &'static str,
    limits: &Limits<'_>,
    find: impl FnOnce(&mut Budget<'_>) -> Result<T, Halt>,
) -> Result<Solution<T>, SolveError> {
    let mut budget = Budget::open(limits);
    let (value, stop) = match find(&mut budget) {
        Ok(found) => (Known::Exact(found), StopReason::Finished),
        Err(Halt::Stopped(stop)) => (Known::Unknown, stop),
        Err(Halt::Refused(error)) => return Err(error),
    };
    Ok(Solution { value, report: budget.close(method, stop) })
}

/// Walks a best line. `first_best` finds a position's first best move and the position's value, or why it could not.
///
/// # Errors
/// Those of `first_best`, and [`Halt`] if time is up or the run is cancelled between two plies.
pub(crate) fn walk<'a, R: Rules, V>(
    position: &R,
    plies: usize,
    budget: &mut Budget<'a>,
    ply: &mut dyn FnMut(Ply<R::Move, V>),
    mut first_best: impl FnMut(&R, &mut Budget<'a>) -> Result<(Option<(R::Move, V)>, StopReason), Halt>,
) -> Result<StopReason, Halt> {
    let mut here = position.clone();
    for _ in 0..plies {
        if here.plies_left() == 0 {
            break;
        }
        budget.check()?;
        let (best, stop) = first_best(&here, budget)?;
        let Some((mv, value)) = best else { return Ok(stop) };
        ply(Ply { side: here.to_move(), mv, value });
        if here.play(mv).is_err() {
            break;
        }
    }
    Ok(StopReason::Finished)
}

/// The first move of the greatest margin; moves come in ascending order.
pub(crate) fn first_best<M: Copy>(moves: &[(M, i64)]) -> Option<(M, Margin)> {
    let best = moves.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(mv, points)| (mv, Margin::new(points)))
}

/// The analysis that a solver gives.
pub type AnalysisOf<S> = Analysis<<<S as Solver>::Position as Rules>::Move, <S as Solver>::Value>;

/// The line that a solver gives.
pub type LineOf<S> = Line<<<S as Solver>::Position as Rules>::Move, <S as Solver>::Value>;

/// Who is told what moves are worth as soon as it is known.
pub type TellOf<'a, S> = &'a mut dyn FnMut(<<S as Solver>::Position as Rules>::Move, &<S as Solver>::Value);

/// A ply of the line that a solver gives.
pub type PlyOf<S> = Ply<<<S as Solver>::Position as Rules>::Move, <S as Solver>::Value>;

/// The values that a solver finds.
pub type ValuedBy<S> = Valued<<<S as Solver>::Position as Rules>::Move, <S as Solver>::Value>;
