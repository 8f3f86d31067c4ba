//! Every move's margin by a search, one table for all of them.

use super::captures::After;
use super::outlook::{Outlook, Rest};
use super::quiet::{QuietSearch, State, Stopped, narrowed};
use crate::analysis::Valued;
use crate::limits::Budget;
use crate::report::{Halt, StopReason};
use crate::value::{Known, Margin};

/// What a move leads to, for the search: the trees then, and the quiet rest.
pub(super) fn searched_child(
    outlook: &Outlook<'_>,
    string: u32,
    state: State,
    search: &mut dyn QuietSearch,
    budget: &mut Budget<'_>,
) -> Result<(After, State), StopReason> {
    let (after, rest) = outlook.after_move(string);
    Ok(match rest {
        Rest::Same => (after, state),
        Rest::Without(kind, size) => (after, search.without(state, kind, size, budget)?),
        Rest::Cut => {
            // On a large board this takes far longer than a state.
            budget.check()?;
            let next = Outlook::after(outlook.graph, Some(string));
            (next.harvest.now(), search.state(next.graph, &next.parts, budget)?)
        }
    })
}

/// What a move is worth, where the position is worth `value`, and no move is worth more.
fn searched_move(
    (after, rest): (After, State),
    value: i64,
    search: &mut dyn QuietSearch,
    budget: &mut Budget<'_>,
) -> Result<i64, Stopped> {
    let coins = after.taken + search.coins(rest);
    // Whoever moves next: the same side again after a capture, the other side otherwise.
    let again = after.captured > 0;
    let mut test = |goal| search.next_at_least(after, rest, goal, budget);
    if again {
        // The best that can be is tried first.
        let most = (value - after.captured).min(coins);
        let next = narrowed(-coins, most, most, test);
        return match next {
            Ok(next) => Ok(after.captured + next),
            Err(Stopped { low, high, stop }) => {
                Err(Stopped { low: after.captured + low, high: after.captured + high, stop })
            }
        };
    }
    let least = (-value).max(-coins);
    match narrowed(least, coins, least + 2, &mut test) {
        Ok(next) => Ok(-next),
        Err(Stopped { low, high, stop }) => Err(Stopped { low: -high, high: -low, stop }),
    }
}

/// Every move's margin, by the string that it cuts; of those that a stop leaves open, a bound. Each is told when it is found.
pub(super) fn searched_moves(
    outlook: &Outlook<'_>,
    search: &mut dyn QuietSearch,
    budget: &mut Budget<'_>,
    tell: &mut dyn FnMut(u32, &Margin),
) -> Result<Valued<u32, Margin>, Halt> {
    let graph = outlook.graph;
    let mut moves: Vec<_> = (0..graph.strings() as u32).map(|string| (string, Known::Unknown)).collect();
    let state = search.state(graph, &outlook.parts, budget)?;
    let (value, mut stop) = outlook.known(search.value(state, budget));
    if let Known::Exact(exact) = &value {
        let exact = exact.points();
        let total = moves.len() as u64;
        for (string, (_, known)) in moves.iter_mut().enumerate() {
            *known = Known::AtMost(Margin::new(exact));
            if stop != StopReason::Finished {
                continue;
            }
            budget.progress(string as u64, total);
            let child = searched_child(outlook, string as u32, state, search, budget);
            match child.map(|child| searched_move(child, exact, search, budget)) {
                Ok(Ok(margin)) => {
                    let margin = Margin::new(margin);
                    tell(string as u32, &margin);
                    *known = Known::Exact(margin);
                }
                Ok(Err(stopped)) => {
                    *known = Known::AtMost(Margin::new(stopped.high));
                    stop = stopped.stop;
                }
                Err(reached) => stop = reached,
            }
        }
    }
    Ok(Valued { value, moves, stop })
}

/// The first move that is as good as any, and its margin: cheaper than every move's margin, since a move that is not
/// best need only be seen to be worse.
pub(super) fn searched_best(
    outlook: &Outlook<'_>,
    search: &mut dyn QuietSearch,
    budget: &mut Budget<'_>,
) -> Result<Option<(u32, Margin)>, StopReason> {
    let state = search.state(outlook.graph, &outlook.parts, budget)?;
    let rest = search.value(state, budget).map_err(|stopped| stopped.stop)?;
    let value = outlook.margin(rest).points();
    for string in 0..outlook.graph.strings() as u32 {
        let (after, rest) = searched_child(outlook, string, state, search, budget)?;
        let best = if after.captured > 0 {
            search.next_at_least(after, rest, value - after.captured, budget)?
        } else {
            !search.next_at_least(after, rest, 1 - value, budget)?
        };
        if best {
            return Ok(Some((string, Margin::new(value))));
        }
    }
    Ok(None)
}
