//! Every move's margin where only chains and loops are left: by the closed form, or by the table.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::board::Edge;
use super::graph::PartKind;
use super::loony::{Census, Loony};
use super::method::Method;
use super::outlook::{Outlook, Rest, margin_of};
use super::textbook::chain_loop;
use crate::analysis::Valued;
use crate::limits::Budget;
use crate::report::Halt;
use crate::value::{Known, Margin};

/// The margins of quiet rests that are chains and loops alone, by the closed form or by the table.
pub(super) enum Lookup {
    Closed(Census),
    Table { loony: Loony, found: HashMap<Rest, i64, RandomState> },
}

impl Lookup {
    pub(super) fn new(method: Method, outlook: &Outlook<'_>) -> Self {
        let sizes = |kind| {
            let parts = outlook.parts.iter().filter(move |part| part.kind == kind);
            parts.map(|part| part.coins.len() as u32).collect::<Vec<_>>()
        };
        if method == Method::ChainLoop {
            let loony = Loony::of_sizes(sizes(PartKind::Chain), sizes(PartKind::Loop));
            return Self::Table { loony, found: HashMap::default() };
        }
        Self::Closed(outlook.census().unwrap_or_default())
    }

    /// The margin of the rest for whoever moves in it.
    pub(super) fn value(&mut self, rest: Rest, budget: &mut Budget<'_>) -> Result<i64, Halt> {
        match self {
            Self::Closed(census) => {
                budget.spend(1)?;
                let census = match rest {
                    Rest::Without(kind, size) => census.without(kind, size),
                    Rest::Same | Rest::Cut => *census,
                };
                Ok(-census.value())
            }
            Self::Table { loony, found } => {
                if let Some(&value) = found.get(&rest) {
                    return Ok(value);
                }
                let loony = match rest {
                    Rest::Without(kind, size) => loony.without(kind, size),
                    Rest::Same | Rest::Cut => loony.clone(),
                };
                let value = -chain_loop(&loony, budget)?.points();
                found.insert(rest, value);
                Ok(value)
            }
        }
    }
}

pub(super) fn looked_up_moves(
    outlook: &Outlook<'_>,
    mut lookup: Lookup,
    budget: &mut Budget<'_>,
) -> Result<Valued<Edge, Margin>, Halt> {
    let (value, stop) = outlook.known(Ok(lookup.value(Rest::Same, budget)?));
    let mut moves = Vec::with_capacity(outlook.graph.strings());
    for string in 0..outlook.graph.strings() as u32 {
        let (after, rest) = outlook.after_move(string);
        let margin = margin_of(after, lookup.value(rest, budget)?);
        moves.push((outlook.graph.edge(string), Known::Exact(margin)));
    }
    Ok(Valued { value, moves, stop })
}

/// The first move that is as good as any, and its margin.
pub(super) fn looked_up_best(
    outlook: &Outlook<'_>,
    mut lookup: Lookup,
    budget: &mut Budget<'_>,
) -> Result<Option<(Edge, Margin)>, Halt> {
    let value = outlook.margin(lookup.value(Rest::Same, budget)?);
    for string in 0..outlook.graph.strings() as u32 {
        let (after, rest) = outlook.after_move(string);
        if margin_of(after, lookup.value(rest, budget)?) == value {
            return Ok(Some((outlook.graph.edge(string), value)));
        }
    }
    Ok(None)
}
