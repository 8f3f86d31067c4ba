//! The reasons of Contour, on a grid and on a poset alike.

use std::fmt::{Display, Write as _};

use foregone::contour::poset::{Border, Element};
use foregone::contour::{ClosedForm, Loss, Reason, Step, Weighed, Why};
use foregone::{Explain, Margin, Rules};
use schemars::JsonSchema;
use serde::Serialize;

use crate::contour::Contour;
use crate::contour_poset::ContourPoset;
use crate::drawing::{Align, Table, faint};
use crate::explain::{ExplainedGame, WhyOf};
use crate::game::{Game, MoveOf, PositionOf};
use crate::schema::{self, LinePly};
use crate::text::{self, NAMES, listed};

/// The reasons for programs.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContourReasons_{E}")]
pub struct Reasons<E> {
    /// `d` and `g` of the value `(d + g) / 2`, as the mover sees them; `g` is absent if the value is not known.
    lead: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<i64>,
    lemma: Lemma,
    closed_form: Closed,
    #[serde(flatten)]
    edge: E,
    /// In the order of the answer's moves.
    moves: Vec<MoveReasons>,
}

/// What the maximum lemma says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct Lemma {
    /// The moves that it makes best moves.
    forced: Vec<String>,
    /// Of what is left and not available, the first one of the greatest swing.
    #[serde(skip_serializing_if = "Option::is_none")]
    covered: Option<Item>,
}

/// What the closed form says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct Closed {
    applies: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<i64>,
    /// Where swings rise along the order: from one that is needed to one that needs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rises: Option<[Item; 2]>,
}

/// A cell or an element, and its swing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct Item {
    name: String,
    swing: i64,
}

/// What speaks for a move, and what against it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContourMoveReasons")]
struct MoveReasons {
    #[serde(rename = "move")]
    mv: String,
    own: i64,
    other: i64,
    swing: i64,
    /// `g` after the move; absent if its value is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<i64>,
    /// What it loses against the first of the moves, twice over; absent if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<Lost>,
    forced: bool,
    opens: Vec<Item>,
    #[serde(skip_serializing_if = "Option::is_none")]
    larger: Option<Item>,
    /// Absent if the game is over after the move, or if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<LinePly>,
}

/// By how much a move's swing falls short of the best move's, and by how much more it leaves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct Lost {
    short: i64,
    more: i64,
}

/// The contour from the bottom left corner to the top right one, `U` up and `R` to the right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct GridEdge {
    contour: String,
}

/// Where what is taken ends, and the parts of what is left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PosetEdge {
    last_taken: Vec<String>,
    parts: Vec<Vec<String>>,
}

/// What is particular to a grid or to a poset.
trait Words: Game<Solver: Explain<Value = Margin, Why = Why<MoveOf<Self>, Self::Edge>>> {
    /// The edge of what is taken.
    type Edge;
    /// One of what is taken, and many.
    const ITEM: [&str; 2];
    /// Along what swings rise.
    const ORDER: &str;

    /// The edge in a sentence; nothing if there is nothing to say.
    fn edge(position: &PositionOf<Self>, edge: &Self::Edge) -> String;
}

impl Words for Contour {
    type Edge = Vec<Step>;
    const ITEM: [&str; 2] = ["cell", "cells"];
    const ORDER: &str = "along a row or a column";

    fn edge(position: &PositionOf<Self>, edge: &Vec<Step>) -> String {
        let corners = if position.plies_left() == 0 { "" } else { "; each UR is the corner of a move" };
        format!("Contour from the bottom left, U up and R right: {}{corners}.", joined(edge, ""))
    }
}

impl Words for ContourPoset {
    type Edge = Border;
    const ITEM: [&str; 2] = ["element", "elements"];
    const ORDER: &str = "along the order";

    fn edge(position: &PositionOf<Self>, border: &Border) -> String {
        let poset = position.poset();
        let mut text = match border.last_taken.as_slice() {
            [] => "Nothing is taken".to_owned(),
            last => format!(
                "Taken: {} and all below",
                listed(last.iter().map(|&element| poset.name(element).to_owned()))
            ),
        };
        match border.parts.as_slice() {
            [] => {}
            [part] => {
                let _ = write!(text, "; what is left hangs together, {}", count::<Self>(part.len()));
            }
            parts => {
                let sizes = parts.iter().map(Vec::len);
                let sizes = if parts.len() <= NAMES {
                    format!("of {}", listed(sizes.map(|size| size.to_string())))
                } else {
                    format!("the largest of {}", sizes.max().unwrap_or(0))
                };
                let _ = write!(
                    text,
                    "; what is left falls into {} parts, {sizes} elements, between which the turn passes",
                    parts.len()
                );
            }
        }
        text + "."
    }
}

impl ExplainedGame for Contour {
    type Why = Reasons<GridEdge>;

    fn tables(position: &PositionOf<Self>, explanation: &WhyOf<Self>) -> String {
        table::<Self>(position, explanation)
    }

    fn says(position: &PositionOf<Self>, explanation: &WhyOf<Self>) -> Vec<String> {
        sentences::<Self>(position, explanation)
    }

    fn why(position: &PositionOf<Self>, explanation: &WhyOf<Self>) -> Self::Why {
        let edge = GridEdge { contour: joined(&explanation.why.edge, "") };
        reasons::<Self, _>(position, explanation, edge)
    }
}

impl ExplainedGame for ContourPoset {
    type Why = Reasons<PosetEdge>;

    fn tables(position: &PositionOf<Self>, explanation: &WhyOf<Self>) -> String {
        table::<Self>(position, explanation)
    }

    fn says(position: &PositionOf<Self>, explanation: &WhyOf<Self>) -> Vec<String> {
        sentences::<Self>(position, explanation)
    }

    fn why(position: &PositionOf<Self>, explanation: &WhyOf<Self>) -> Self::Why {
        let names = |elements: &Vec<Element>| {
            elements.iter().map(|&element| Self::move_name(position, element)).collect()
        };
        let border = &explanation.why.edge;
        let edge = PosetEdge {
            last_taken: names(&border.last_taken),
            parts: border.parts.iter().map(names).collect(),
        };
        reasons::<Self, _>(position, explanation, edge)
    }
}

fn item<G: Words>(position: &PositionOf<G>, weighed: Weighed<MoveOf<G>>) -> Item {
    Item { name: G::move_name(position, weighed.item), swing: weighed.swing }
}

fn reasons<G: Words, E>(position: &PositionOf<G>, explanation: &WhyOf<G>, edge: E) -> Reasons<E> {
    let why = &explanation.why;
    let item = |weighed| item::<G>(position, weighed);
    let closed_form = match why.closed_form {
        ClosedForm::Applies { rest } => Closed { applies: true, rest: Some(rest), rises: None },
        ClosedForm::Rises { from, to } => {
            Closed { applies: false, rest: None, rises: Some([item(from), item(to)]) }
        }
    };
    let other = position.to_move().other();
    let moves = explanation.analysis.moves.iter().filter_map(|judged| {
        let reason = why.of(&judged.mv)?;
        Some(MoveReasons {
            mv: G::move_name(position, reason.mv),
            own: reason.own,
            other: reason.other,
            swing: reason.swing,
            leaves: reason.leaves,
            loss: reason.loss.map(|Loss { short, more }| Lost { short, more }),
            forced: reason.forced,
            opens: reason.opens.iter().copied().map(item).collect(),
            larger: reason.larger.map(item),
            reply: reason.reply.map(|reply| schema::ply::<G>(position, other, reply.mv, &reply.value)),
        })
    });
    Reasons {
        lead: why.lead,
        rest: why.rest,
        lemma: Lemma {
            forced: why.forced().map(|reason| G::move_name(position, reason.mv)).collect(),
            covered: why.covered.map(item),
        },
        closed_form,
        edge,
        moves: moves.collect(),
    }
}

/// The most moves that get a sentence of their own: the table has them all.
const SENTENCES: usize = 6;

fn sentences<G: Words>(position: &PositionOf<G>, explanation: &WhyOf<G>) -> Vec<String> {
    let why = &explanation.why;
    let mut said = Vec::new();
    if !explanation.analysis.moves.is_empty() {
        said.extend(value::<G>(position, explanation));
        said.extend(lemma::<G>(position, explanation));
        let best = explanation.analysis.best_move();
        for judged in explanation.analysis.moves.iter().filter(|judged| !judged.best).take(SENTENCES) {
            if let Some(((behind, reason), best)) = judged.behind.zip(why.of(&judged.mv)).zip(best) {
                said.push(loss::<G>(position, behind, reason, best));
            }
        }
        said.push(closed_form::<G>(position, &why.closed_form));
    }
    said.push(G::edge(position, &why.edge));
    said
}

/// The moves, best first; nothing if there is none.
fn table<G: Words>(position: &PositionOf<G>, explanation: &WhyOf<G>) -> String {
    if explanation.analysis.moves.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&[
        ("move", Align::Left),
        ("value", Align::Right),
        ("behind", Align::Right),
        ("own", Align::Right),
        ("other", Align::Right),
        ("swing", Align::Right),
        ("leaves", Align::Right),
        ("opens", Align::Left),
        ("reply", Align::Left),
        ("worth", Align::Right),
    ]);
    let over = position.plies_left() == 1;
    for judged in &explanation.analysis.moves {
        let Some(reason) = explanation.why.of(&judged.mv) else { continue };
        let opens: Vec<String> =
            reason.opens.iter().map(|opened| G::move_name(position, opened.item)).collect();
        let (reply, worth) = match &reason.reply {
            Some(reply) => (G::move_name(position, reply.mv), G::label(&reply.value)),
            None if over => (String::new(), String::new()),
            None => ("?".to_owned(), "?".to_owned()),
        };
        let row = vec![
            G::move_name(position, judged.mv),
            text::short::<G>(&judged.value),
            text::behind::<G>(judged),
            reason.own.to_string(),
            reason.other.to_string(),
            reason.swing.to_string(),
            reason.leaves.map_or_else(|| "?".to_owned(), |leaves| leaves.to_string()),
            opens.join(" "),
            reply,
            worth,
        ];
        table.row(row, judged.best);
    }
    let [mover, other] = sides::<G>(position);
    let key = [
        format!("own, other: what it scores for {mover} and for {other}; swing: both"),
        format!("leaves: the swings that {other} will take after it less those that {mover} will"),
        format!("opens: what {other} can take only because of it"),
        format!("reply, worth: {other}'s best answer, and what the position is then worth to {other}"),
    ];
    format!("{table}{}\n\n", key.map(|line| faint(&line)).join("\n"))
}

/// Where the value comes from.
fn value<G: Words>(position: &PositionOf<G>, explanation: &WhyOf<G>) -> Vec<String> {
    let why = &explanation.why;
    let [mover, other] = sides::<G>(position);
    let left = match position.plies_left() {
        1 => format!("{mover}'s score of the {} left less {other}'s", G::ITEM[0]),
        left => format!("{mover}'s scores of the {left} {} left less {other}'s", G::ITEM[1]),
    };
    let lead = why.lead;
    let Some((value, rest)) = explanation.analysis.value.exact().zip(why.rest) else {
        return vec![format!(
            "The value is half of lead and rest, and the rest is not known. Lead: {left}: {lead}."
        )];
    };
    let mut said = vec![
        format!(
            "The value is half of lead and rest: ({}) / 2 = {}. Lead: {left}.",
            sum(lead, rest),
            value.points()
        ),
        format!("Rest: the swings that {mover} takes in best play less those that {other} takes."),
    ];
    let best = explanation.analysis.best_move().and_then(|best| why.of(&best));
    if let Some((best, leaves)) = best.and_then(|best| Some((best, best.leaves?))) {
        said.push(format!(
            "Of all moves {}'s swing exceeds what it leaves by most: {rest} = {}.",
            G::move_name(position, best.mv),
            sum(best.swing, -leaves)
        ));
    }
    said
}

/// A sum of two numbers, spelt out.
fn sum(one: i64, other: i64) -> String {
    format!("{one} {} {}", if other < 0 { '-' } else { '+' }, other.abs())
}

/// What the maximum lemma says.
fn lemma<G: Words>(position: &PositionOf<G>, explanation: &WhyOf<G>) -> Vec<String> {
    let why = &explanation.why;
    let name = |mv| G::move_name(position, mv);
    let forced: Vec<&Reason<_>> = why.forced().collect();
    let mut said = match forced.as_slice() {
        [] => Vec::new(),
        [only] => vec![format!(
            "By the maximum lemma {} is a best move: no swing left is greater than its {}.",
            name(only.mv),
            only.swing
        )],
        several => vec![format!(
            "By the maximum lemma {} are best moves: no swing left is greater than their {}.",
            listed(several.iter().map(|reason| name(reason.mv))),
            several[0].swing
        )],
    };
    let below: Vec<String> =
        why.moves.iter().filter(|reason| reason.larger.is_some()).map(|reason| name(reason.mv)).collect();
    if let Some(covered) = why.covered.filter(|_| !below.is_empty()) {
        let nothing = if forced.is_empty() { "The maximum lemma names no move: " } else { "" };
        said.push(format!(
            "{nothing}{} (swing {}) is greater than {} and still covered.",
            name(covered.item),
            covered.swing,
            listed(below)
        ));
    }
    said
}

/// Why a move is worth less than a best one: twice the loss is what its swing falls short, and what it leaves too much.
fn loss<G: Words>(
    position: &PositionOf<G>,
    behind: Margin,
    reason: &Reason<MoveOf<G>>,
    best: MoveOf<G>,
) -> String {
    let [_, other] = sides::<G>(position);
    let name = |mv| G::move_name(position, mv);
    let item = |item, swing: i64| format!("{} ({swing})", name(item));
    let mut text = format!("{} loses {}", name(reason.mv), behind.points());
    if let Some(Loss { short, more }) = reason.loss {
        let swing = match short {
            0 => format!("its swing is that of {}", name(best)),
            _ => format!("its swing is {} than {}'s", by(short, "less", "more"), name(best)),
        };
        let left = match more {
            0 => format!("it leaves {other} as much"),
            _ => format!("it leaves {other} {}", by(more, "more", "less")),
        };
        let _ = write!(text, ", half of {}: {swing}, and {left}", sum(short, more));
    }
    text.push_str(if reason.opens.is_empty() { ".\n  It opens nothing" } else { ".\n  It opens " });
    text.push_str(&listed(reason.opens.iter().map(|opened| item(opened.item, opened.swing))));
    match &reason.reply {
        Some(reply) if reply.opened && reason.opens.len() == 1 => {
            let _ = write!(text, ", which {other} takes");
        }
        Some(reply) if reply.opened => {
            let _ = write!(text, ", and {other} takes {}", name(reply.mv));
        }
        Some(reply) => {
            let _ = write!(text, "; {other} answers {}", item(reply.mv, reply.swing));
        }
        None => {}
    }
    text + "."
}

/// A difference that is not 0, in words.
fn by(difference: i64, positive: &str, negative: &str) -> String {
    format!("{} {}", difference.abs(), if difference > 0 { positive } else { negative })
}

/// What the closed form says.
fn closed_form<G: Words>(position: &PositionOf<G>, closed_form: &ClosedForm<MoveOf<G>>) -> String {
    match closed_form {
        ClosedForm::Applies { rest } => format!(
            "No swing rises {}, so there is a closed form: both sides take the greatest each time,\n\
             and the rest is the alternating sum of the swings sorted downwards, {rest}.",
            G::ORDER
        ),
        ClosedForm::Rises { from, to } => format!(
            "There is no closed form: swings rise {}, from {} ({}) to {} ({}).",
            G::ORDER,
            G::move_name(position, from.item),
            from.swing,
            G::move_name(position, to.item),
            to.swing
        ),
    }
}

/// The mover and the other side, by their names.
fn sides<G: Words>(position: &PositionOf<G>) -> [String; 2] {
    [position.to_move(), position.to_move().other()].map(|side| G::side(position, side))
}

fn count<G: Words>(count: usize) -> String {
    format!("{count} {}", G::ITEM[usize::from(count != 1)])
}

fn joined(items: &[impl Display], between: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}
