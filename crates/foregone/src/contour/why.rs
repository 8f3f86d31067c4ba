//! Why a position is worth what it is: the reasons that the theory gives, on a grid and on a poset alike.
//!
//! The value is `(d + g) / 2`, where `d` is the mover's lead in what is left and `g` what best play makes of the
//! [swings](super::Board::swing). Three facts say something about `g` without any search:
//!
//! - Only the swings matter, so a move is a bad one for what it *opens*: what the other side can take only because of it.
//! - The [maximum lemma](super::poset#the-maximum-lemma): an available cell whose swing is the greatest of all that are
//!   left is a best move.
//! - The closed form: if swings never rise along the order (on a grid: along rows and columns), a greatest one is always
//!   available, and so both sides take swings from the greatest down. Then `g` is the alternating sum of all swings,
//!   sorted downwards.

use super::board::Position;
use super::ideal::Step;
use crate::analysis::{Valued, first_best};
use crate::cell::Cell;
use crate::explain::Explained;
use crate::game::{Rules, Side};
use crate::limits::Budget;
use crate::report::{Halt, SolveError, StopReason};
use crate::value::{Known, Margin};

/// The name in reports of values that come from the closed form: because no method is as fast, or the one asked for found
/// none.
pub const CLOSED_FORM: &str = "closed-form";

/// The reasons for the value of a position on a grid. The edge is the contour, from the bottom left corner of the board
/// to the top right one.
pub type GridWhy = Why<Cell, Vec<Step>>;

/// The reasons for the value of a position, whose moves are of the type `M`. `E` is the edge of what is taken.
///
/// ```
/// use foregone::contour::{Position, Solver};
/// use foregone::{Cell, Explain as _, Limits};
///
/// // The greatest swing left, 18, is available; the other move would leave it to the other side.
/// let position: Position = "2x2:0,9/1,1|0,9/1,1|1,0".parse()?;
/// let why = Solver::new().why(&position, &Limits::none())?.why;
/// assert!(why.forced().map(|reason| reason.mv).eq([Cell::new(0, 1)]));
/// let other = why.of(&Cell::new(1, 0)).unwrap();
/// assert_eq!((other.swing, other.leaves), (2, Some(16)));
/// assert_eq!(other.reply.map(|reply| reply.mv), Some(Cell::new(0, 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why<M, E> {
    /// What the mover's scores of all that is left sum to, less the other side's: `d` in the value `(d + g) / 2`.
    pub lead: i64,
    /// `g`: the swings that the mover will take in best play, less those that the other side will. `None` if the value is
    /// not known.
    pub rest: Option<i64>,
    /// Of what is left and not available, the first one of the greatest swing.
    pub covered: Option<Weighed<M>>,
    /// What the closed form says.
    pub closed_form: ClosedForm<M>,
    /// Every legal move, in ascending order.
    pub moves: Vec<Reason<M>>,
    /// The edge of what is taken.
    pub edge: E,
}

/// A cell or an element, and its swing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weighed<M> {
    /// What it is.
    pub item: M,
    /// Both sides' scores of it added up.
    pub swing: i64,
}

/// Whether swings never rise along the order; then `g` has a closed form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClosedForm<M> {
    /// They never rise.
    Applies {
        /// The alternating sum of all swings left, sorted downwards: `g`.
        rest: i64,
    },
    /// They rise somewhere.
    Rises {
        /// The first place where they do.
        from: Weighed<M>,
        /// What needs it, and has a greater swing.
        to: Weighed<M>,
    },
}

/// What speaks for a move, and what against it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason<M> {
    /// The move.
    pub mv: M,
    /// Both sides' scores of it added up.
    pub swing: i64,
    /// What it scores for the mover.
    pub own: i64,
    /// What it would score for the other side.
    pub other: i64,
    /// `g` of what is left after it: the swings that the other side will then take in best play, less those that the
    /// mover will. A move is the better the more its swing exceeds this. `None` if its value is not known.
    pub leaves: Option<i64>,
    /// What it loses against the first best move. `None` if that is not known.
    pub loss: Option<Loss>,
    /// What becomes available to the other side only because of it, in ascending order.
    pub opens: Vec<Weighed<M>>,
    /// Whether the maximum lemma makes it a best move: no swing that is left is greater.
    pub forced: bool,
    /// If a greater swing than its own is left and not available: the greatest of those (see [`Why::covered`]).
    pub larger: Option<Weighed<M>>,
    /// The other side's best reply. `None` if the game is over after the move, or if a limit left the reply unknown.
    pub reply: Option<Reply<M>>,
}

/// What a move loses against the first best one, in swings: it is worth `(short + more) / 2` less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// By how much its swing falls short of the best move's.
    pub short: i64,
    /// By how much what it leaves (see [`Reason::leaves`]) exceeds what the best move leaves.
    pub more: i64,
}

/// A best reply to a move: the first one if the values of all are known, otherwise one that the maximum lemma names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply<M> {
    /// The reply.
    pub mv: M,
    /// Both sides' scores of it added up.
    pub swing: i64,
    /// What the position after the move is worth to the side that replies.
    pub value: Margin,
    /// Whether the move opened it.
    pub opened: bool,
}

impl<M: Ord, E> Why<M, E> {
    /// The reasons for and against a move, if it is legal.
    #[must_use]
    pub fn of(&self, mv: &M) -> Option<&Reason<M>> {
        self.moves.binary_search_by(|reason| reason.mv.cmp(mv)).ok().map(|at| &self.moves[at])
    }

    /// The moves that the maximum lemma makes best moves.
    pub fn forced(&self) -> impl Iterator<Item = &Reason<M>> {
        self.moves.iter().filter(|reason| reason.forced)
    }
}

/// What the reasons need of a position, be it on a grid or on a poset.
pub(super) trait Field: Rules {
    /// What is left, in ascending order.
    fn items_left(&self) -> impl Iterator<Item = Self::Move>;

    /// What directly needs an item: none of it is taken if the item is not.
    fn needing(&self, item: Self::Move) -> impl Iterator<Item = Self::Move>;

    /// Whether an item can be taken now.
    fn can_take(&self, item: Self::Move) -> bool;

    /// What an item scores for a side.
    fn score(&self, side: Side, item: Self::Move) -> i64;

    /// What the mover's scores of all that is left sum to, less the other side's.
    fn lead(&self) -> i64;
}

fn weighed<P: Field>(position: &P, item: P::Move) -> Weighed<P::Move> {
    Weighed { item, swing: position.score(Side::First, item) + position.score(Side::Second, item) }
}

/// The swings of all that is left, sorted downwards.
pub(super) struct Swings {
    falling: Vec<i64>,
    /// For each length, the alternating sum of so many of them.
    alternating: Vec<i64>,
}

impl Swings {
    /// Those of a position. Takes 16 bytes for each, and the time to sort them.
    ///
    /// # Errors
    /// [`SolveError`] if that is more memory than allowed.
    pub(super) fn of<P: Field>(position: &P, budget: &mut Budget<'_>) -> Result<Self, SolveError> {
        let left = position.plies_left() as u128;
        let mut falling = budget.vector("the swings of all that is left", left)?;
        let mut alternating = budget.vector("their alternating sums", left + 1)?;
        falling.extend(position.items_left().map(|item| weighed(position, item).swing));
        falling.sort_unstable_by(|a, b| b.cmp(a));
        alternating.push(0);
        let mut sum = 0;
        for (index, swing) in falling.iter().enumerate() {
            sum += if index.is_multiple_of(2) { *swing } else { -swing };
            alternating.push(sum);
        }
        Ok(Self { falling, alternating })
    }

    /// Whether none is greater than a given one.
    fn none_above(&self, swing: i64) -> bool {
        self.falling.first().is_none_or(|&greatest| greatest <= swing)
    }

    /// The greatest without one of a given swing, which is among them.
    fn greatest_without(&self, swing: i64) -> Option<i64> {
        let first = self.falling.first().copied();
        if first == Some(swing) { self.falling.get(1).copied() } else { first }
    }

    /// A reply that the maximum lemma makes a best one, in a position after a move of a given swing.
    pub(super) fn forced_after<P: Field>(&self, swing: i64, after: &P) -> Option<P::Move> {
        let best = greatest(after.moves().into_iter(), after)?;
        (Some(best.swing) == self.greatest_without(swing)).then_some(best.item)
    }

    /// Their alternating sum.
    fn sum(&self) -> i64 {
        self.alternating[self.falling.len()]
    }

    /// The same without one of a given swing, which is among them: those after it change their signs.
    fn sum_without(&self, swing: i64) -> i64 {
        let at = self.falling.partition_point(|&other| other > swing);
        self.alternating[at] - (self.sum() - self.alternating[at + 1])
    }
}

/// A method's answer: the values, and the best replies to the moves, in ascending order, as far as they are known.
pub(super) type Found<M> = (Valued<M, Margin>, Vec<(M, Option<M>)>);

/// Fills in replies that are not known yet. `find` values the moves of the position after a move, if it can. Says why it
/// ended; a limit leaves the replies that follow unknown.
pub(super) fn fill<P: Field>(
    position: &P,
    replies: &mut [(P::Move, Option<P::Move>)],
    budget: &mut Budget<'_>,
    mut find: impl FnMut(P::Move, &P, &mut Budget<'_>) -> Result<Option<Vec<(P::Move, i64)>>, Halt>,
) -> StopReason {
    for (mv, reply) in replies.iter_mut().filter(|(_, reply)| reply.is_none()) {
        if let Err(stop) = budget.check() {
            return stop;
        }
        let mut after = position.clone();
        if after.play(*mv).is_err() {
            continue;
        }
        match find(*mv, &after, budget) {
            Ok(moves) => *reply = moves.and_then(|moves| first_best(&moves)).map(|(mv, _)| mv),
            Err(Halt::Stopped(stop)) => return stop,
            // The position itself was taken on, so it is memory that is short for the one after the move.
            Err(Halt::Refused(_)) => return StopReason::Memory,
        }
    }
    StopReason::Finished
}

/// The values and the reasons.
type Told<M, E> = Explained<M, Margin, Why<M, E>>;

/// Puts the reasons beside what a method found. Where it found nothing, the closed form stands in for it if there is one.
///
/// Takes time in proportion to what is left and what needs it, and for each move a copy of the position.
///
/// # Errors
/// Those of the method, unless the closed form stands in for it; and always that of a checkpoint.
pub(super) fn explain<P: Field, E>(
    position: &P,
    edge: E,
    swings: &Swings,
    closed_form: ClosedForm<P::Move>,
    found: Result<Found<P::Move>, Halt>,
    method: &'static str,
) -> Result<Told<P::Move, E>, SolveError> {
    let lead = position.lead();
    let ((valued, replies), method) = match (found, closed_form) {
        (Ok(found), _) => (found, method),
        // What is asked of a checkpoint is more than an answer.
        (Err(Halt::Refused(error @ SolveError::Checkpoint(_))), _) => return Err(error),
        (Err(_), ClosedForm::Applies { rest }) => (by_closed_form(position, swings, rest), CLOSED_FORM),
        (Err(halt), ClosedForm::Rises { .. }) => {
            ((Valued::unless_stopped(Err(halt), position)?, unknown(position)), method)
        }
    };
    let covered = greatest(position.items_left().filter(|&item| !position.can_take(item)), position);
    let mut moves = Vec::with_capacity(replies.len());
    for ((mv, value), (_, reply)) in valued.moves.iter().zip(replies) {
        let mut after = position.clone();
        if after.play(*mv).is_err() {
            continue;
        }
        let swing = weighed(position, *mv).swing;
        let [own, other] =
            [position.to_move(), position.to_move().other()].map(|side| position.score(side, *mv));
        let newly = position.needing(*mv).filter(|&item| after.can_take(item));
        let opens: Vec<_> = newly.map(|item| weighed(position, item)).collect();
        // Where the method did not say, the lemma may name a reply.
        let reply = reply.or_else(|| swings.forced_after(swing, &after));
        let reply = reply.zip(value.exact()).map(|(reply, value)| Reply {
            mv: reply,
            swing: weighed(position, reply).swing,
            value: Margin::new(own) - *value,
            opened: opens.iter().any(|opened| opened.item == reply),
        });
        // The move is worth `(d + swing - g) / 2`.
        let leaves = value.exact().map(|value| lead + swing - 2 * value.points());
        let forced = swings.none_above(swing);
        let larger = covered.filter(|covered| covered.swing > swing);
        moves.push(Reason { mv: *mv, swing, own, other, leaves, loss: None, opens, forced, larger, reply });
    }
    // The lead is the same for all: the first best move is the one whose swing exceeds by most what it leaves.
    let known: Option<Vec<_>> =
        moves.iter().map(|reason| Some((reason, reason.swing - reason.leaves?))).collect();
    if let Some((best, exceeds)) = known.and_then(|known| first_best(&known)) {
        let (swing, exceeds) = (best.swing, exceeds.points());
        for reason in &mut moves {
            reason.loss = reason.leaves.map(|leaves| {
                let short = swing - reason.swing;
                Loss { short, more: leaves - (swing - exceeds) }
            });
        }
    }
    let rest = valued.value.exact().map(|value| 2 * value.points() - lead);
    Ok(Explained { valued, method, why: Why { lead, rest, covered, closed_form, moves, edge } })
}

/// The values by the closed form, whose `rest` is that of the position. Replies are left to the lemma.
pub(super) fn by_closed_form<P: Field>(position: &P, swings: &Swings, rest: i64) -> Found<P::Move> {
    let lead = position.lead();
    let worth = |rest| Known::Exact(Margin::new((lead + rest) / 2));
    let after = |mv| {
        let swing = weighed(position, mv).swing;
        (mv, worth(swing - swings.sum_without(swing)))
    };
    let moves = position.moves().into_iter().map(after).collect();
    (Valued { value: worth(rest), moves, stop: StopReason::Finished }, unknown(position))
}

/// No reply to any move.
fn unknown<P: Field>(position: &P) -> Vec<(P::Move, Option<P::Move>)> {
    position.moves().into_iter().map(|mv| (mv, None)).collect()
}

/// What the closed form says. Takes time in proportion to what is left and what needs it.
pub(super) fn closed_form<P: Field>(position: &P, swings: &Swings) -> ClosedForm<P::Move> {
    let rise = position.items_left().find_map(|item| {
        let from = weighed(position, item);
        let above = position.needing(item).map(|item| weighed(position, item));
        above.into_iter().find(|to| to.swing > from.swing).map(|to| ClosedForm::Rises { from, to })
    });
    rise.unwrap_or(ClosedForm::Applies { rest: swings.sum() })
}

/// The first item of the greatest swing.
fn greatest<P: Field>(items: impl Iterator<Item = P::Move>, position: &P) -> Option<Weighed<P::Move>> {
    let weighed = items.map(|item| weighed(position, item));
    weighed.reduce(|best, next| if next.swing > best.swing { next } else { best })
}

impl Field for Position {
    fn items_left(&self) -> impl Iterator<Item = Cell> {
        self.ideal().cells_left()
    }

    fn needing(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let right = (cell.column + 1 < self.board().columns()).then(|| Cell::new(cell.row, cell.column + 1));
        let below = (cell.row + 1 < self.board().rows()).then(|| Cell::new(cell.row + 1, cell.column));
        right.into_iter().chain(below)
    }

    fn can_take(&self, cell: Cell) -> bool {
        self.ideal().is_available(cell)
    }

    fn score(&self, side: Side, cell: Cell) -> i64 {
        self.board().score(side, cell)
    }

    fn lead(&self) -> i64 {
        self.lead()
    }
}
