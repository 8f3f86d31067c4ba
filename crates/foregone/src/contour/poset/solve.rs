//! The front door: values, every move and the best line of a position, by any method.

use super::board::Element;
use super::chains::Chains;
use super::layers::Layers;
use super::layout::Layout;
use super::method::Method;
use super::position::Position;
use super::sweep::Sweep;
use super::why::{Border, PosetWhy};
use crate::analysis::{PlyOf, Valued, ValuedBy, first_best, walk};
use crate::contour::why::{self, CLOSED_FORM, ClosedForm, Found, Swings};
use crate::explain::{Explain, ExplainedBy};
use crate::limits::Budget;
use crate::method::Method as _;
use crate::oracle;
use crate::report::{Halt, SolveError, StopReason};
use crate::value::{Known, Margin};

/// Exact values of the Contour game on a poset.
///
/// By default it sweeps all order ideals (see [`Method::Chains`]), with a word of 4 bytes (8 for great scores) for each: the
/// values of all moves and the whole best line come from one sweep, too. Where those are too many, or the maximum lemma
/// leaves few of them, it meets only the ideals that play can reach (see [`Method::Layers`]), with 30 bytes or so for each.
///
/// ```
/// use foregone::contour::poset::{Position, Solver};
/// use foregone::{Limits, Solver as _};
///
/// // Whoever lifts the lid leaves the gold to the other side. An odd number of moves elsewhere makes the other lift it.
/// let position: Position = "lid 0 0; gold 9 9: lid; box 1 0; coin 2 2: box; key 0 1".parse()?;
/// let analysis = Solver::new().analyze(&position, &Limits::none())?;
/// assert_eq!(analysis.value.exact().map(|margin| margin.points()), Some(11));
/// assert_eq!(analysis.best_move().map(|best| position.poset().name(best)), Some("key"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Solver {
    asked: Method,
    /// The method that answered last: one that [`Method::Auto`] chose, too.
    used: Method,
}

impl Solver {
    /// A solver that uses the default method.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn start(
        &mut self,
        question: Question,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Work, Halt> {
        self.used = self.asked;
        let work = Work::start(self.asked, question, position, budget)?;
        if self.asked == Method::Auto {
            self.used = work.method();
        }
        Ok(work)
    }
}

impl crate::Solver for Solver {
    type Position = Position;
    type Value = Margin;
    type Method = Method;

    fn with_method(method: Method) -> Self {
        Self { asked: method, used: method }
    }

    fn method(&self) -> Method {
        self.used
    }

    fn find_value(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(Known<Margin>, StopReason), Halt> {
        let value = self.start(Question::Value, position, budget)?.value(position, budget)?;
        Ok((Known::Exact(Margin::new(value)), StopReason::Finished))
    }

    fn find_moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<ValuedBy<Self>, Halt> {
        let moves = self.start(Question::EveryMove, position, budget)?.moves(position, budget)?;
        Ok(Valued::best_of(moves))
    }

    fn find_line(
        &mut self,
        position: &Position,
        plies: usize,
        budget: &mut Budget<'_>,
        ply: &mut dyn FnMut(PlyOf<Self>),
    ) -> Result<StopReason, Halt> {
        let mut work = self.start(Question::EveryMove, position, budget)?;
        walk(position, plies, budget, ply, |here, budget| {
            Ok((first_best(&work.moves(here, budget)?), StopReason::Finished))
        })
    }
}

/// The reasons come with two plies of values. A table holds them all. Other methods go on, and meet more ideals,
/// for the replies that the maximum lemma does not name.
impl Explain for Solver {
    type Why = PosetWhy;

    fn find_why(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<ExplainedBy<Self>, SolveError> {
        let swings = Swings::of(position, budget)?;
        let closed_form = why::closed_form(position, &swings);
        let (found, method) = match closed_form {
            // No method is as fast.
            ClosedForm::Applies { rest } if self.asked == Method::Auto => {
                (Ok(why::by_closed_form(position, &swings, rest)), CLOSED_FORM)
            }
            _ => (self.find_replies(position, &swings, budget), self.used.name()),
        };
        why::explain(position, Border::of(position), &swings, closed_form, found, method)
    }
}

impl Solver {
    /// Values every move, and finds the best reply to each.
    fn find_replies(
        &mut self,
        position: &Position,
        swings: &Swings,
        budget: &mut Budget<'_>,
    ) -> Result<Found<Element>, Halt> {
        let mut work = self.start(Question::EveryMove, position, budget)?;
        let moves = work.moves(position, budget)?;
        let mut replies: Vec<_> = moves.iter().map(|&(mv, _)| (mv, None)).collect();
        let mut valued = Valued::best_of(moves);
        valued.stop = why::fill(position, &mut replies, budget, |mv, after, budget| {
            // Only a table tells at no cost what the lemma tells as well.
            let told = !matches!(work, Work::Sweep(_))
                && swings.forced_after(position.poset().swing(mv), after).is_some();
            if told { Ok(None) } else { work.moves(after, budget).map(Some) }
        });
        Ok((valued, replies))
    }
}

/// A method at work: what it has found for a position answers for every position reached from there, too.
enum Work {
    Sweep(Sweep),
    Layers(Box<Layers>),
    Oracle,
}

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Value,
    EveryMove,
}

/// The most ideals that are swept without a thought: a few milliseconds of work.
const FEW: usize = 1 << 16;

/// One of so many ideals may be met in the hope that the maximum lemma rules out the rest. To meet an ideal takes ten to
/// twenty times as long as to sweep it.
const HOPE: usize = 256;

impl Work {
    fn start(
        method: Method,
        question: Question,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Halt> {
        if method == Method::Oracle {
            return Ok(Self::Oracle);
        }
        let chains = Chains::new(position, budget)?;
        Ok(match method {
            Method::Auto => return Self::choose(chains, question, position, budget),
            Method::Chains => {
                let layout = Layout::new(position, &chains, budget)?;
                Self::Sweep(Sweep::run(chains, layout, budget)?)
            }
            Method::Layers => Self::Layers(Box::new(Layers::new(chains, true))),
            Method::EveryMove => Self::Layers(Box::new(Layers::new(chains, false))),
            Method::Oracle => Self::Oracle,
        })
    }

    /// Sweeps if the table fits, unless the maximum lemma makes short work of the question.
    fn choose(
        chains: Chains,
        question: Question,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Halt> {
        let layout = match Layout::new(position, &chains, budget) {
            Ok(layout) => layout,
            Err(Halt::Refused(_) | Halt::Stopped(StopReason::Memory)) => {
                return Ok(Self::Layers(Box::new(Layers::new(chains, true))));
            }
            Err(stopped) => return Err(stopped),
        };
        let fits = budget.fits(Sweep::bytes(&chains, &layout));
        if fits && layout.ideals() <= FEW {
            return Ok(Self::Sweep(Sweep::run(chains, layout, budget)?));
        }
        let mut layers = Layers::new(chains, true);
        if !fits {
            layout.give_back(budget);
            return Ok(Self::Layers(Box::new(layers)));
        }
        layers.stop_at(layout.ideals() / HOPE);
        let tried = match question {
            Question::Value => layers.rest(position, budget).map(drop),
            Question::EveryMove => layers.rests(position, budget).map(drop),
        };
        if tried.is_ok() {
            layout.give_back(budget);
            layers.stop_at(usize::MAX);
            return Ok(Self::Layers(Box::new(layers)));
        }
        // If it was a limit of the caller's that stopped it, the sweep is told again.
        Ok(Self::Sweep(Sweep::run(layers.into_chains(), layout, budget)?))
    }

    /// What [`Method::Auto`] chose.
    fn method(&self) -> Method {
        match self {
            Self::Sweep(_) => Method::Chains,
            Self::Layers(_) => Method::Layers,
            Self::Oracle => Method::Oracle,
        }
    }

    /// The value for the side to move.
    fn value(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<i64, Halt> {
        let rest = match self {
            Self::Sweep(sweep) => sweep.rest(position),
            Self::Layers(layers) => layers.rest(position, budget)?,
            Self::Oracle => return Ok(oracle::margin(position, budget)?.points()),
        };
        Ok((position.lead() + rest) / 2)
    }

    /// Every legal move in ascending order, and what the position is worth to the side to move if it is made.
    fn moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<Vec<(Element, i64)>, Halt> {
        let rests = match self {
            Self::Sweep(sweep) => sweep.rests(position),
            Self::Layers(layers) => layers.rests(position, budget)?,
            Self::Oracle => {
                let moves = oracle::margins(position, budget)?.moves;
                return Ok(moves
                    .into_iter()
                    .filter_map(|(mv, known)| Some((mv, known.exact()?.points())))
                    .collect());
            }
        };
        let lead = position.lead();
        let value = |(mv, rest)| (mv, (lead + position.poset().swing(mv) - rest) / 2);
        Ok(rests.into_iter().map(value).collect())
    }
}
