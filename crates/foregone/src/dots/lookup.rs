//! Every move's margin where only chains and loops are left: by the closed form, or by a table.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::graph::PartKind;
use super::loony::{Census, Loony};
use super::method::Method;
use super::openings::Openings;
use super::outlook::{Outlook, Rest, margin_of};
use super::textbook::chain_loop;
use crate::analysis::Valued;
use crate::limits::Budget;
use crate::report::Halt;
use crate::value::{Known, Margin};

/// The margins of quiet rests that are chains and loops alone, by the closed form or by a table.
pub(super) enum Lookup {
    Closed(Census),
    Table { table: Table, found: HashMap<Rest, i64, RandomState> },
}

/// A table over chains and loops left.
pub(super) enum Table {
    /// The classic one, for those of boards.
    Classic(Loony),
    /// For those of any graph.
    General(Openings),
}

impl Table {
    /// The margin for the controller, with one part less if so asked.
    fn value(&self, without: Option<(PartKind, u32)>, budget: &mut Budget<'_>) -> Result<i64, Halt> {
        match (self, without) {
            (Self::Classic(loony), None) => Ok(chain_loop(loony, budget)?.points()),
            (Self::Classic(loony), Some((kind, size))) => {
                Ok(chain_loop(&loony.without(kind, size), budget)?.points())
            }
            (Self::General(openings), None) => openings.value(budget),
            (Self::General(openings), Some((kind, size))) => openings.without(kind, size).value(budget),
        }
    }
}

impl Lookup {
    pub(super) fn new(method: Method, outlook: &Outlook<'_>) -> Self {
        let sizes = |kind| {
            let parts = outlook.parts.iter().filter(move |part| part.kind == kind);
            parts.map(|part| part.coins.len() as u32).collect::<Vec<_>>()
        };
        if method == Method::ChainLoop {
            let loony = Loony::of_sizes(sizes(PartKind::Chain), sizes(PartKind::Loop));
            return Self::Table { table: Table::Classic(loony), found: HashMap::default() };
        }
        Self::fastest(outlook)
    }

    /// The closed form where it holds, elsewhere the table for any graph.
    pub(super) fn fastest(outlook: &Outlook<'_>) -> Self {
        let parts = || outlook.parts.iter().map(|part| (part.kind, part.coins.len() as u32));
        // With one part less it is asked, too.
        if parts().all(|(kind, size)| kind == PartKind::Chain || size % 2 == 0) {
            return Self::Closed(outlook.census().unwrap_or_default());
        }
        Self::Table { table: Table::General(Openings::new(parts())), found: HashMap::default() }
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
            Self::Table { table, found } => {
                if let Some(&value) = found.get(&rest) {
                    return Ok(value);
                }
                let without = match rest {
                    Rest::Without(kind, size) => Some((kind, size)),
                    Rest::Same | Rest::Cut => None,
                };
                let value = -table.value(without, budget)?;
                found.insert(rest, value);
                Ok(value)
            }
        }
    }
}

/// Every move's margin, by the string that it cuts.
pub(super) fn looked_up_moves(
    outlook: &Outlook<'_>,
    mut lookup: Lookup,
    budget: &mut Budget<'_>,
) -> Result<Valued<u32, Margin>, Halt> {
    let (value, stop) = outlook.known(Ok(lookup.value(Rest::Same, budget)?));
    let mut moves = Vec::with_capacity(outlook.graph.strings());
    for string in 0..outlook.graph.strings() as u32 {
        let (after, rest) = outlook.after_move(string);
        let margin = margin_of(after, lookup.value(rest, budget)?);
        moves.push((string, Known::Exact(margin)));
    }
    Ok(Valued { value, moves, stop })
}

/// The first move that is as good as any, and its margin.
pub(super) fn looked_up_best(
    outlook: &Outlook<'_>,
    mut lookup: Lookup,
    budget: &mut Budget<'_>,
) -> Result<Option<(u32, Margin)>, Halt> {
    let value = outlook.margin(lookup.value(Rest::Same, budget)?);
    for string in 0..outlook.graph.strings() as u32 {
        let (after, rest) = outlook.after_move(string);
        if margin_of(after, lookup.value(rest, budget)?) == value {
            return Ok(Some((string, value)));
        }
    }
    Ok(None)
}
