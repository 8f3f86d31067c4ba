//! Nimstring as interfaces tell it.

use std::fmt::Write as _;

use foregone::Solution;
use foregone::dots::Position;
use foregone::dots::nimstring::{LongChainRule, NimMove, NimPart, Nimber, Nimstring};
use schemars::JsonSchema;
use serde::Serialize;

use crate::dots::{Board, Dots, draw};
use crate::drawing::{Align, Table};
use crate::game::{Game, Labels};
use crate::page::Page;
use crate::schema::{Answer, costed};
use crate::text::cost;

/// An answer on Nimstring for programs; what was found is absent if a limit was reached.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Nimbers")]
pub struct Told {
    #[serde(flatten)]
    answer: Answer<Board>,
    #[serde(flatten)]
    found: Option<Found>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct Found {
    #[serde(flatten)]
    worth: Worth,
    /// Whether the side to move wins.
    wins: bool,
    moves: Vec<Move>,
    /// Once all free captures are made; none of a loony position.
    parts: Vec<Part>,
    long_chain_rule: Rule,
}

/// What a position is worth: a nimber, or it is loony and has none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct Worth {
    nimber: Option<u8>,
    loony: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "NimberMove")]
struct Move {
    #[serde(rename = "move")]
    mv: String,
    /// What it leaves.
    leaves: Worth,
    /// Whether the same side moves again.
    again: bool,
    /// Whether the side that makes it wins.
    wins: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
struct Part {
    nimber: u8,
    edges: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "NimberRule")]
struct Rule {
    /// Lone chains of three or more boxes now.
    chains: usize,
    /// Whether the side to move wants an odd number of them in the end.
    wants_odd: bool,
    /// Whether the rule lets the side to move win, if their number stays.
    wins: bool,
}

impl From<Nimber> for Worth {
    fn from(nimber: Nimber) -> Self {
        match nimber {
            Nimber::Heap(size) => Self { nimber: Some(size), loony: false },
            Nimber::Loony => Self { nimber: None, loony: true },
        }
    }
}

impl From<&NimMove> for Move {
    fn from(mv: &NimMove) -> Self {
        Self { mv: mv.edge.to_string(), leaves: mv.leaves.into(), again: mv.again, wins: mv.wins() }
    }
}

impl From<&NimPart> for Part {
    fn from(part: &NimPart) -> Self {
        Self { nimber: part.heap, edges: part.edges.iter().map(ToString::to_string).collect() }
    }
}

/// Nimbers, for programs.
#[must_use]
pub fn object(position: &Position, solution: &Solution<Nimstring>) -> Told {
    let found = solution.value.exact().map(|found| Found {
        worth: found.value.into(),
        wins: found.mover_wins(),
        moves: found.moves.iter().map(Into::into).collect(),
        parts: found.parts.iter().map(Into::into).collect(),
        long_chain_rule: Rule {
            chains: found.rule.chains,
            wants_odd: found.rule.wants_odd,
            wins: found.rule.mover_wins(),
        },
    });
    Told { answer: costed::<Dots>(position, &solution.report), found }
}

/// Nimbers, on the board and in a table, the parts, and the long-chain rule beside the truth.
#[must_use]
pub fn text(position: &Position, solution: &Solution<Nimstring>, page: Page) -> String {
    let mut text = Dots::heading(position) + "\n";
    match solution.value.exact() {
        None => text.push_str("The nimber is not known yet.\n"),
        Some(found) => {
            let _ = writeln!(text, "{}.\n", verdict(found));
            let label = |mv: &NimMove| (mv.edge, short(mv.leaves), mv.wins());
            let labels = Labels::new(found.moves.iter().map(label));
            let key = "lines: drawn; ■: taken; *n: the nimber that drawing the edge leaves, L: loony";
            text.push_str(&draw(position, Some(&labels), key, page));
            if !found.moves.is_empty() {
                let _ = write!(text, "\n{}", moves(found));
            }
            if found.parts.len() > 1 {
                let _ = write!(text, "\n{}", parts(found));
            }
            let _ = writeln!(text, "\n{}\n", rule(found.rule, found.mover_wins()));
        }
    }
    text + &cost(&solution.report)
}

/// What a nimber means, as a sentence without its full stop.
fn verdict(found: &Nimstring) -> String {
    let value = found.value;
    match value {
        Nimber::Heap(0) => format!("Nimstring {value}: the side to move loses"),
        Nimber::Heap(_) => format!("Nimstring {value}: the side to move wins"),
        Nimber::Loony => format!("Nimstring {value}: the side to move wins, whatever else there is"),
    }
}

fn short(nimber: Nimber) -> String {
    match nimber {
        Nimber::Heap(_) => nimber.to_string(),
        Nimber::Loony => "L".to_owned(),
    }
}

/// The moves, those that win first.
fn moves(found: &Nimstring) -> Table {
    let mut table =
        Table::new(&[("move", Align::Left), ("leaves", Align::Left), ("", Align::Left), ("", Align::Left)]);
    let mut sorted: Vec<_> = found.moves.iter().collect();
    sorted.sort_by_key(|mv| (!mv.wins(), mv.edge));
    for mv in sorted {
        let wins = if mv.wins() { "wins" } else { "loses" };
        let again = if mv.again { "closes a box" } else { "" };
        let row = [&mv.edge.to_string(), &mv.leaves.to_string(), wins, again];
        table.row(row.map(str::to_owned).to_vec(), mv.wins());
    }
    table
}

/// The parts of a sum.
fn parts(found: &Nimstring) -> Table {
    let mut table = Table::new(&[("part, once free captures are made", Align::Left), ("worth", Align::Left)]);
    for part in &found.parts {
        let edges: Vec<String> = part.edges.iter().map(ToString::to_string).collect();
        table.row(vec![edges.join(" "), Nimber::Heap(part.heap).to_string()], false);
    }
    table
}

/// What the rule says beside the truth.
fn rule(rule: LongChainRule, wins: bool) -> String {
    let word = |wins| if wins { "wins" } else { "loses" };
    let wants = if rule.wants_odd { "an odd" } else { "an even" };
    let are = if rule.chains == 1 { "is 1".to_owned() } else { format!("are {}", rule.chains) };
    let agrees = if rule.mover_wins() == wins {
        "and so it does".to_owned()
    } else {
        format!("but play changes their number, and it {}", word(wins))
    };
    format!(
        "Long-chain rule: the side to move wants {wants} number of chains of 3 boxes or more in the end.\n\
         There {are} now; with that many it {}, {agrees}.",
        word(rule.mover_wins())
    )
}
