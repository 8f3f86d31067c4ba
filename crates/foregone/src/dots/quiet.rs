//! What is asked of a search over quiet positions, and margins found by tests.

use super::captures::After;
use super::graph::{Graph, Part, PartKind};
use crate::limits::Budget;
use crate::report::StopReason;

/// A quiet position as a search keeps it: the strings of its core, a bit each, and the number of the chains and loops
/// that stand alone beside it. Which bit and which number mean what is the search's own business.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    pub(super) core: u64,
    pub(super) loose: u32,
}

/// What a stopped search leaves: what was looked for is between the two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped {
    pub(super) low: i64,
    pub(super) high: i64,
    pub(super) stop: StopReason,
}

/// A search over one position's core and all that can come of it.
pub(super) trait QuietSearch {
    /// Gives back what was planned, and says how sure the answers are.
    fn close(&self, budget: &mut Budget<'_>);

    /// The state of a quiet rest, whose core must be part of the one that the search was made for.
    fn state(&mut self, graph: &Graph, parts: &[Part], budget: &mut Budget<'_>) -> Result<State, StopReason>;

    /// The state with one lone chain or loop less.
    fn without(
        &mut self,
        state: State,
        kind: PartKind,
        size: u32,
        budget: &mut Budget<'_>,
    ) -> Result<State, StopReason>;

    /// A bound on the margin either way, of the right parity: the coins left, or fewer.
    fn coins(&self, state: State) -> i64;

    /// Whether the margin for the side to move is `goal` or more.
    fn at_least(&mut self, state: State, goal: i64, budget: &mut Budget<'_>) -> Result<bool, StopReason>;

    /// The margin for the side to move.
    fn value(&mut self, state: State, budget: &mut Budget<'_>) -> Result<i64, Stopped> {
        let coins = self.coins(state);
        // Margins are small as a rule.
        narrowed(-coins, coins, coins & 1, |goal| self.at_least(state, goal, budget))
    }

    /// Whether whoever moves after a move gets `goal` or more of the coins that can be captured then and of the quiet
    /// rest.
    fn next_at_least(
        &mut self,
        after: After,
        rest: State,
        goal: i64,
        budget: &mut Budget<'_>,
    ) -> Result<bool, StopReason> {
        let After { taken, gives, .. } = after;
        if gives == 0 {
            return self.at_least(rest, goal - taken, budget);
        }
        // The margin is taken-gives + |gives+v|, where v is that of the quiet rest.
        let part = goal - taken + gives;
        Ok(part <= 0
            || self.at_least(rest, part - gives, budget)?
            || !self.at_least(rest, 1 - part - gives, budget)?)
    }
}

/// The greatest number from `low` to `high`, in steps of two, for which `at_least` holds; it holds for `low`. The first
/// one tried is `first`, and further ones lie around it, wider and wider, until both bounds have moved.
pub(super) fn narrowed(
    mut low: i64,
    mut high: i64,
    first: i64,
    mut at_least: impl FnMut(i64) -> Result<bool, StopReason>,
) -> Result<i64, Stopped> {
    let (least, most) = (low, high);
    let (mut goal, mut step) = (first, 2);
    while low < high {
        goal = goal.clamp(low + 2, high);
        goal += (goal - low) & 1;
        match at_least(goal) {
            Ok(true) => low = goal,
            Ok(false) => high = goal - 2,
            Err(stop) => return Err(Stopped { low, high, stop }),
        }
        goal = if high == most {
            low + step
        } else if low == least {
            high - step + 2
        } else {
            low + ((high - low) / 4 * 2).max(2)
        };
        step *= 2;
    }
    Ok(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_narrow_to_the_number_and_stops_leave_it_between() {
        for (low, high) in [(-9, 9), (0, 0), (-4, 10), (3, 5)] {
            for truth in (low..=high).step_by(2) {
                for first in [low, 0, 1, high, 100] {
                    let mut asked = 0;
                    let found = narrowed(low, high, first, |goal| {
                        asked += 1;
                        Ok(truth >= goal)
                    });
                    assert_eq!(found.unwrap(), truth, "{low} to {high} from {first}");
                    for tests in 0..asked {
                        let mut left = tests;
                        let stopped = narrowed(low, high, first, |goal| {
                            left -= 1;
                            if left < 0 { Err(StopReason::States) } else { Ok(truth >= goal) }
                        });
                        let Stopped { low, high, .. } = stopped.unwrap_err();
                        assert!((low..=high).contains(&truth) && low < high);
                    }
                }
            }
        }
    }
}
