//! Every move's margin by the search, one table for all of them.

use super::board::Edge;
use super::captures::After;
use super::loose::LooseId;
use super::outlook::{Outlook, Rest, margin_of};
use super::search::{Child, Search};
use crate::analysis::Valued;
use crate::limits::Budget;
use crate::report::{Halt, StopReason};
use crate::value::{Known, Margin};

/// What a move leads to, for the search: the trees then, the core and the loose parts.
fn searched_child(
    outlook: &Outlook<'_>,
    string: u32,
    (core, loose): (u64, LooseId),
    search: &mut Search,
    budget: &mut Budget<'_>,
) -> Result<(After, (u64, LooseId)), StopReason> {
    let (after, rest) = outlook.after_move(string);
    Ok(match rest {
        Rest::Same => (after, (core, loose)),
        Rest::Without(kind, size) => (after, (core, search.without(loose, kind, size, budget)?)),
        Rest::Cut => {
            let next = Outlook::after(outlook.graph, Some(string));
            (next.harvest.now(), search.state(next.graph, &next.parts, budget)?)
        }
    })
}

/// Every move's margin; those that a stop leaves open are unknown.
pub(super) fn searched_moves(
    outlook: &Outlook<'_>,
    search: &mut Search,
    budget: &mut Budget<'_>,
) -> Result<Valued<Edge, Margin>, Halt> {
    let graph = outlook.graph;
    let mut moves: Vec<_> =
        (0..graph.strings() as u32).map(|string| (graph.edge(string), Known::Unknown)).collect();
    let state = search.state(graph, &outlook.parts, budget)?;
    let (value, mut stop) = outlook.known(search.value(state.0, state.1, budget));
    if stop == StopReason::Finished {
        let total = moves.len() as u64;
        for (string, (_, known)) in moves.iter_mut().enumerate() {
            budget.progress(string as u64, total);
            let found = searched_child(outlook, string as u32, state, search, budget).and_then(
                |(after, (core, loose))| {
                    let rest = search.value(core, loose, budget).map_err(|stopped| stopped.stop)?;
                    Ok(margin_of(after, rest))
                },
            );
            match found {
                Ok(margin) => *known = Known::Exact(margin),
                Err(reached) => {
                    stop = reached;
                    break;
                }
            }
        }
    }
    Ok(Valued { value, moves, stop })
}

/// The first move that is as good as any, and its margin: cheaper than every move's margin, since a move that is not
/// best need only be seen to be worse.
pub(super) fn searched_best(
    outlook: &Outlook<'_>,
    search: &mut Search,
    budget: &mut Budget<'_>,
) -> Result<Option<(Edge, Margin)>, StopReason> {
    let state = search.state(outlook.graph, &outlook.parts, budget)?;
    let rest = search.value(state.0, state.1, budget).map_err(|stopped| stopped.stop)?;
    let value = outlook.margin(rest).points();
    for string in 0..outlook.graph.strings() as u32 {
        let (after, (core, loose)) = searched_child(outlook, string, state, search, budget)?;
        let child = Child { core, loose, taken: after.taken as i32, gives: after.gives as i32 };
        let best = if after.captured > 0 {
            search.reply_at_least(&child, (value - after.captured) as i32, budget)?
        } else {
            !search.reply_at_least(&child, (1 - value) as i32, budget)?
        };
        if best {
            return Ok(Some((outlook.graph.edge(string), Margin::new(value))));
        }
    }
    Ok(None)
}
