//! What each move does: what it closes and opens, what it leaves the next to move, and who controls what comes then.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::Source;
use super::structure::{Kind, Structure};
use crate::dots::board::Edge;
use crate::dots::captures::After;
use crate::dots::graph::GROUND;
use crate::dots::loony::{Census, Control};
use crate::dots::outlook::{Outlook, Rest};
use crate::report::StopReason;
use crate::value::{Known, Margin};

/// Boxes that can be captured at once, and the choice in that: to take them all and then move in the rest, or to hand the
/// last few back and let the other side move in the rest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offer {
    /// How many boxes can be captured.
    pub boxes: i64,
    /// How many of them may be handed back, the fewest that can be: 2 or 4; 0 if there is no choice.
    pub hand_back: i64,
    /// What the rest is worth to the side that moves in it. `None` if a limit left that unknown.
    pub rest: Option<i64>,
}

/// Which of the two is better.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// To take all.
    TakeAll,
    /// To hand the last few back: what is called the double-cross.
    HandBack,
    /// They are equally good.
    Either,
}

impl Offer {
    /// The margin by taking all, for the side that takes.
    #[must_use]
    pub fn take_all(&self) -> Option<i64> {
        self.rest.map(|rest| self.boxes + rest)
    }

    /// The margin by handing back, for the side that takes; `None` if there is no choice, too.
    #[must_use]
    pub fn handing_back(&self) -> Option<i64> {
        self.rest.filter(|_| self.hand_back > 0).map(|rest| self.boxes - 2 * self.hand_back - rest)
    }

    /// Which is better, where there is a choice and the rest is known. To hand back costs twice what is handed back, so
    /// it pays if the side that moves in the rest loses more than half of that.
    #[must_use]
    pub fn choice(&self) -> Option<Choice> {
        let (all, back) = self.take_all().zip(self.handing_back())?;
        Some(match all.cmp(&back) {
            std::cmp::Ordering::Greater => Choice::TakeAll,
            std::cmp::Ordering::Less => Choice::HandBack,
            std::cmp::Ordering::Equal => Choice::Either,
        })
    }
}

/// What a move does at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Doing {
    /// It closes a box or two, and the same side moves again.
    Takes,
    /// It cuts through boxes that could be captured and captures none of them.
    HandsBack,
    /// It opens a chain or a loop.
    Opens {
        /// What that is.
        kind: Kind,
        /// How many boxes it has.
        size: usize,
        /// If it has two: how they are given away.
        handout: Option<Handout>,
    },
    /// It is safe: no box can be captured because of it.
    Safe,
}

/// How a chain of two is given away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Handout {
    /// By the edge between the two boxes, so that they cannot be handed back.
    HardHearted,
    /// By an edge at an end of it, so that they can be.
    HalfHearted,
}

/// What a move does, and what comes of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Effect {
    /// What it does at once.
    pub doing: Doing,
    /// What it is worth to the side to move.
    pub value: Known<Margin>,
    /// How many boxes it closes: 0, 1 or 2. With any, the same side moves again.
    pub closes: i64,
    /// How many boxes can be captured because of it that could not be before.
    pub opens: i64,
    /// What can be captured after it, by whoever moves then: if it closes nothing, that is what it gives away.
    pub offer: Offer,
    /// What the closed form goes by in the rest then, if that is chains and loops alone.
    pub control: Option<Control>,
}

impl Effect {
    /// Whether it is a *loony* move: it leaves the other side to choose between taking all and handing back. Whatever
    /// the rest, the other side then gets at least what can be captured less what can be handed back.
    #[must_use]
    pub const fn is_loony(&self) -> bool {
        self.closes == 0 && self.offer.hand_back > 0
    }

    /// The margin for the side to move if whoever moves next takes all that can be captured then.
    #[must_use]
    pub fn by_taking_all(&self) -> Option<i64> {
        self.offer.take_all().map(|points| self.seen(points))
    }

    /// The margin for the side to move if whoever moves next hands back; `None` if there is no choice, too.
    #[must_use]
    pub fn by_handing_back(&self) -> Option<i64> {
        self.offer.handing_back().map(|points| self.seen(points))
    }

    /// A margin of whoever moves next, with what the move closes, as the side to move sees it.
    const fn seen(&self, points: i64) -> i64 {
        if self.closes > 0 { self.closes + points } else { -points }
    }
}

/// Moves that do the same and are worth the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// What each of them does.
    pub effect: Effect,
    /// How much they are worth less than the best. `None` if that is not known.
    pub behind: Option<Margin>,
    /// Which they are, in ascending order.
    pub moves: Vec<Edge>,
}

impl Group {
    /// Whether no move is better.
    #[must_use]
    pub fn is_best(&self) -> bool {
        self.behind == Some(Margin::ZERO)
    }
}

/// A move, and where it is told what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The edge that it draws.
    pub edge: Edge,
    /// The number of its group.
    pub group: usize,
    /// The number of the piece that the edge belongs to. `None` if it has none: it is safe.
    pub piece: Option<usize>,
}

/// What a move leaves of the rest, for a search to be asked about it.
pub(super) enum Left<'a> {
    /// So much of the rest that was there.
    Of(Rest),
    /// What is left after a move into the core.
    Cut(&'a Outlook<'a>),
}

/// What is to be captured, with what the rest is worth: by the closed form, by what all of it is `worth` to whoever
/// moves, or by one more question. What a stop leaves unknown is noted in `stop`.
pub(super) fn offer(
    after: After,
    worth: Option<i64>,
    control: Option<Control>,
    stop: &mut StopReason,
    at_least: impl FnOnce(i64) -> Result<bool, StopReason>,
) -> Offer {
    let After { taken, gives, .. } = after;
    let rest = match (control, worth) {
        (Some(control), _) => Some(-control.value),
        (None, Some(worth)) if gives == 0 => Some(worth - taken),
        // All of it is worth `taken - gives` more than what the rest is above or below `-gives`.
        (None, Some(worth)) if *stop == StopReason::Finished => {
            let distance = worth - taken + gives;
            match if distance == 0 { Ok(true) } else { at_least(distance - gives) } {
                Ok(true) => Some(distance - gives),
                Ok(false) => Some(-distance - gives),
                Err(reached) => {
                    *stop = reached;
                    None
                }
            }
        }
        _ => None,
    };
    Offer { boxes: taken, hand_back: gives, rest }
}

/// What each move does, and the groups of moves that do the same, best first. `values` are those of all moves in
/// ascending order, `piece_of` the piece of each string. `None` if the run is cancelled meanwhile.
pub(super) fn moves(
    outlook: &Outlook<'_>,
    structure: &Structure,
    piece_of: &[Option<u32>],
    values: &[(Edge, Known<Margin>)],
    stop: &mut StopReason,
    source: &mut Source<'_, '_, '_>,
) -> Option<(Vec<Group>, Vec<Move>)> {
    let census = outlook.census();
    let now = outlook.harvest.now();
    let mut numbers: HashMap<Effect, usize, RandomState> = HashMap::default();
    let mut groups: Vec<Group> = Vec::new();
    let mut moves = Vec::with_capacity(values.len());
    for (string, (edge, value)) in (0..).zip(values) {
        let (after, rest) = outlook.after_move(string);
        let looks = if rest == Rest::Cut { outlook.graph.coins() + outlook.graph.strings() } else { 1 };
        if source.is_cancelled(looks) {
            return None;
        }
        let cut = (rest == Rest::Cut).then(|| Outlook::after(outlook.graph, Some(string)));
        let after = cut.as_ref().map_or(after, |cut| cut.harvest.now());
        let control = match (&cut, rest) {
            (Some(cut), _) => cut.census(),
            (None, Rest::Without(kind, size)) => census.map(|census| census.without(kind, size)),
            (None, _) => census,
        };
        let control = control.as_ref().map(Census::control);
        // What the position after the move is worth to whoever moves in it.
        let worth = value.exact().map(|value| match after.captured {
            0 => -value.points(),
            closed => value.points() - closed,
        });
        let left = cut.as_ref().map_or(Left::Of(rest), Left::Cut);
        let offer = offer(after, worth, control, stop, |goal| source.at_least(Some(*edge), &left, goal));
        let piece = piece_of[string as usize].map(|piece| piece as usize);
        let effect = Effect {
            doing: doing(outlook, structure, string, after, piece),
            value: value.clone(),
            closes: after.captured,
            opens: after.captured + after.taken - now.taken,
            offer,
            control,
        };
        let group = *numbers.entry(effect).or_insert_with_key(|effect| {
            groups.push(Group { effect: effect.clone(), behind: None, moves: Vec::new() });
            groups.len() - 1
        });
        groups[group].moves.push(*edge);
        moves.push(Move { edge: *edge, group, piece });
    }
    rank(&mut groups, &mut moves);
    Some((groups, moves))
}

/// Sorts the groups, best first and unknown ones last; equal ones by their first moves.
fn rank(groups: &mut Vec<Group>, moves: &mut [Move]) {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    let key = |group: &Group| (group.effect.value.exact().copied(), std::cmp::Reverse(group.moves[0]));
    order.sort_by(|&a, &b| key(&groups[b]).cmp(&key(&groups[a])));
    let mut place = vec![0; groups.len()];
    for (at, &number) in order.iter().enumerate() {
        place[number] = at;
    }
    for mv in moves {
        mv.group = place[mv.group];
    }
    let mut sorted: Vec<_> = std::mem::take(groups).into_iter().zip(place).collect();
    sorted.sort_by_key(|&(_, place)| place);
    groups.extend(sorted.into_iter().map(|(group, _)| group));
}

fn doing(
    outlook: &Outlook<'_>,
    structure: &Structure,
    string: u32,
    after: After,
    piece: Option<usize>,
) -> Doing {
    if after.captured > 0 {
        return Doing::Takes;
    }
    let Some(piece) = piece.map(|piece| &structure.pieces[piece]) else { return Doing::Safe };
    let (kind, size) = (piece.shape.kind(), piece.boxes.len());
    if kind == Kind::Open {
        return Doing::HandsBack;
    }
    // In a chain of two, the edge between the boxes is the one that ties two boxes of two sides.
    let (_, degree) = outlook.harvest.rest();
    let inner = |end: u32| end != GROUND && degree[end as usize] == 2;
    let hard = outlook.graph.ends(string).into_iter().all(inner);
    let handout = if hard { Handout::HardHearted } else { Handout::HalfHearted };
    Doing::Opens { kind, size, handout: (size == 2).then_some(handout) }
}
