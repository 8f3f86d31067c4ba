//! The front door: the odds of a position and of every move, by any method.

use crate::analysis::{self, Solution, Solver as _, Valued};
use crate::cell::Cell;
use crate::forecast::{Forecast, Question};
use crate::game::{Rules, Side};
use crate::limits::{Budget, Limits};
use crate::method::Method as _;
use crate::oracle;
use crate::report::{Halt, SolveError, StopReason};
use crate::value::{Known, Odds};

use super::board::{Colour, Position};
use super::count::{count, needs_of_count};
use super::filling::Filling;
use super::method::Method;
use super::networks::{Networks, check_width};
use super::sweep::{Asked, Stones};
use super::textbook;
use super::turns::Turns;

/// Exact odds under random play: stones are put on uniformly random empty cells, by both sides in turn or by whom a coin
/// names ([`Turns`]). The value of a position is the probability that the side to move ends up connected; that of a
/// move, the probability once it is made. So a position's best moves are worth more than the position.
///
/// The default method builds transfer tables once for each width (the board's shorter side) and keeps them. Its time
/// goes with the frontiers of that width, about 2.45^width at each cell, times the stones to come; if a coin says who moves
/// one number a frontier is enough. All moves take four times as long as the odds alone. An 11x11 board takes 0.3 MB of
/// tables, 7 MB for the odds and 53 MB for every move; a 14x14 board 5 MB, 310 MB and 3.0 GB, and a 19x19 board
/// 0.55 GB of tables and 0.55 GB more if a coin says who moves. Boards with stones take less,
/// and those with many far less: only frontiers that the stones allow and that they do not make equal are looked at. With 30
/// per cent of the cells filled at random a 19x19 board takes 1.1 GB if the colours move in turn, 0.25 GB with a coin. Large
/// counts are shared among as many threads as the limits allow ([`Limits::threads`]). The states of a report are the frontiers met, once
/// in every sweep, and those that were tabled or found.
///
/// ```
/// use foregone::hex::{Position, Solver, Turns};
/// use foregone::{Limits, Solver as _};
///
/// let position: Position = "3x3:W2/3/2B:w".parse()?;
/// let analysis = Solver::new().analyze(&position, &Limits::none())?;
/// assert_eq!(analysis.value.exact().unwrap().to_string(), "24/35");
/// assert_eq!(analysis.best_move().unwrap().to_string(), "a3");
///
/// let mut solver = Solver::new().with_turns(Turns::fair_coin());
/// let solution = solver.solve(&position, &Limits::none())?;
/// assert_eq!(solution.value.exact().unwrap().to_string(), "1/2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    pub(super) method: Method,
    pub(super) turns: Turns,
    pub(super) networks: Networks,
}

impl Default for Solver {
    fn default() -> Self {
        <Self as crate::Solver>::with_method(Method::default())
    }
}

/// The values of all moves.
type Moves = Vec<(Cell, Known<Odds>)>;

impl Solver {
    /// A solver by the default method.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same solver for another way of taking turns.
    #[must_use]
    pub fn with_turns(mut self, turns: Turns) -> Self {
        self.turns = turns;
        self
    }

    /// How turns are taken.
    #[must_use]
    pub const fn turns(&self) -> &Turns {
        &self.turns
    }

    /// What a question to the transfer tables about random play finds within limits; unknown if one of them is reached.
    pub(super) fn ask<T>(
        &mut self,
        limits: &Limits<'_>,
        find: impl FnOnce(&mut Self, &mut Budget<'_>) -> Result<T, Halt>,
    ) -> Result<Solution<T>, SolveError> {
        answer(limits, |budget| {
            if let Some(white) = self.coin() {
                budget.coin(white);
            }
            find(self, budget)
        })
    }

    /// The odds of the side to move, by the solver's method.
    fn odds(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<Odds, Halt> {
        match self.method {
            Method::Transfer => Ok(self.transfer(position, false, budget)?.0),
            Method::LabelledFrontier => textbook::labelled_frontier(position, &self.turns, budget),
            Method::Enumerate => textbook::enumerate(position, &self.turns, budget),
            Method::Oracle if self.turns == Turns::Alternating => {
                let first = oracle::random_play(position, budget)?;
                Ok(if position.to_move() == Side::First { first } else { first.complement() })
            }
            Method::Oracle => {
                let reason = "it plays by the rules, and there the sides move in turn".to_owned();
                Err(SolveError::NotApplicable { method: self.method.name(), reason }.into())
            }
        }
    }

    /// What a sweep for the odds, or for those of every move, is asked.
    pub(super) fn asked_of_odds(&self, filling: &Filling, each_move: bool) -> (Stones, Asked) {
        let stones = filling.stones(&self.turns);
        let asked = match stones {
            _ if !each_move => Asked::Nothing,
            Stones::From { .. } => Asked::Own,
            Stones::Any => Asked::Pivotal,
        };
        (stones, asked)
    }

    /// The odds and, if `each_move` is set, the values of all moves.
    fn transfer(
        &mut self,
        position: &Position,
        each_move: bool,
        budget: &mut Budget<'_>,
    ) -> Result<(Odds, Moves), Halt> {
        if let Some(winner) = position.winner() {
            let won = winner == position.to_move_colour();
            let odds = if won { Odds::certain() } else { Odds::impossible() };
            let moves = position.moves().into_iter().map(|cell| (cell, Known::Exact(odds.clone())));
            let moves = if each_move { moves.collect() } else { Vec::new() };
            return Ok((odds, moves));
        }
        let filling = Filling::of(position);
        check_width(&filling)?;
        let weights = filling.weights(&self.turns);
        let (stones, asked) = self.asked_of_odds(&filling, each_move);
        let needs = needs_of_count(&filling, stones, weights.as_ref(), asked, budget);
        let network = self.networks.of(&filling, &[needs], budget)?;
        let tally = count(&filling, &network, stones, weights.as_ref(), asked, budget)?;
        let bytes = network.bytes();
        budget.release(bytes);
        let connected = tally.connected.into_iter().next().unwrap_or_default();
        let (mover, mover_sweeps) = (filling.mover, filling.mover == filling.sweeper);
        let mut moves = Moves::new();
        let own = match stones {
            Stones::From { most, .. } => Some(most),
            Stones::Any => None,
        };
        let all = Filling::weight_of_all(filling.open, own, weights.as_ref());
        for (cell, site) in filling.open_cells().zip(tally.sites) {
            // Fractions of thousands of digits take their time.
            budget.check()?;
            let odds = if own.is_some() {
                // Of all fillings, the mover's share of the open cells gives it a certain one.
                let given = &all * filling.stones_of(mover) / filling.open;
                filling.odds_of(mover, if mover_sweeps { site } else { &connected - site }, given)
            } else {
                // What is won with the cell and not without it is won surely now, or lost surely.
                let [without, with] = weights.clone().unwrap_or([1_u32, 1].map(Into::into));
                let after = if mover_sweeps { &connected + site * without } else { &connected - site * with };
                filling.odds_of(mover, after, all.clone())
            };
            moves.push((cell, Known::Exact(odds)));
        }
        Ok((filling.odds_of(mover, connected, all), moves))
    }
}

impl crate::Solver for Solver {
    type Position = Position;
    type Value = Odds;
    type Method = Method;

    fn with_method(method: Method) -> Self {
        Self { method, turns: Turns::default(), networks: Networks::default() }
    }

    fn method(&self) -> Method {
        self.method
    }

    fn forecast(
        &self,
        position: &Position,
        question: Question,
        limits: &Limits<'_>,
    ) -> Result<Forecast, SolveError> {
        match self.method {
            Method::Transfer => self.foresee(position, question, limits),
            Method::LabelledFrontier | Method::Enumerate | Method::Oracle => {
                Ok(Forecast::nothing(self.method.name()))
            }
        }
    }

    fn coin(&self) -> Option<Odds> {
        self.turns.share(Colour::White)
    }

    fn find_value(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(Known<Odds>, StopReason), Halt> {
        Ok((Known::Exact(self.odds(position, budget)?), StopReason::Finished))
    }

    fn find_moves(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Valued<Cell, Odds>, Halt> {
        let (value, moves) = if self.method == Method::Transfer {
            self.transfer(position, true, budget)?
        } else {
            let value = self.odds(position, budget)?;
            let mut moves = Moves::new();
            for cell in position.moves() {
                let mut next = position.clone();
                // A move of the position's own list is legal.
                let _ = next.play(cell);
                moves.push((cell, Known::Exact(self.odds(&next, budget)?.complement())));
            }
            (value, moves)
        };
        Ok(Valued { value: Known::Exact(value), moves, stop: StopReason::Finished })
    }
}

/// What a question to the transfer tables finds within limits; unknown if one of them is reached.
pub(super) fn answer<T>(
    limits: &Limits<'_>,
    find: impl FnOnce(&mut Budget<'_>) -> Result<T, Halt>,
) -> Result<Solution<T>, SolveError> {
    analysis::answer(Method::Transfer.name(), limits, find)
}
