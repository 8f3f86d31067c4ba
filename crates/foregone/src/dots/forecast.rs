//! What a question will cost: counted for chains and loops, and for a search by what positions of all sizes took.

use super::board::Position;
use super::graph::{GROUND, Graph, Part, PartKind};
use super::method::Method;
use super::outlook::Outlook;
use super::search;
use super::solve::{Solver, graph_bytes};
use super::wide::MAX_CORE;
use crate::analysis::Solver as _;
use crate::forecast::{Forecast, Foreseen, Question, Sure};
use crate::game::Rules as _;
use crate::limits::{Budget, Limits};
use crate::method::Method as _;
use crate::report::SolveError;

/// The decimal logarithm of the states that the value of a position takes: at no core, and for each of its strings, its coins, its
/// strings to the ground, and those of them that are twins of another, as two of a corner are, so that one of the two need not be tried.
/// A fit of 3,653 positions of 1x6 to 5x6, random or by safe play, with 10 to 34 strings in the core, and 26 whole boards from 1x6 to
/// 4x5:icelandic. 90 in 100 come out within a factor of 2.5, all within 11, and the whole boards within 6.
const STATES: [f64; 5] = [0.109, 0.393, -0.373, -0.085, -0.196];

/// Every move takes so many times as many states as the value: half of 203 of those positions took 1.8 to 2.8 times as many, all 1.1
/// to 5.2 times.
const EVERY_MOVE: f64 = 2.5;

/// States a second by two threads and by one, on boards of 3x4 to 4x5: from 0.8 to 1.5 million.
const RATE: f64 = 1.2e6;
pub(super) const RATE_ALONE: f64 = 0.65e6;

/// Bytes of the table for each state: it grows by doubling, so from 25 to 55.
pub(super) const TABLE: f64 = 45.0;

/// The most that a table takes without a limit on memory.
pub(super) const MOST_TABLE: u64 = 1 << 30;

/// Bytes of a search before it has met a position.
pub(super) const LITTLE: u64 = 200_000;

/// Seconds for each edge or box of a graph: 300x300 boxes, chains and loops alone, take 8 ms.
const EACH: f64 = 3e-8;

/// What is in neither a chain nor a loop.
struct Core {
    strings: usize,
    coins: usize,
    /// Strings to the ground.
    grounded: usize,
    /// Those whose coin has another such string.
    twins: usize,
}

impl Core {
    fn of(graph: &Graph, parts: &[Part]) -> Self {
        let core = || parts.iter().filter(|part| part.kind == PartKind::Other);
        let ends = core().flat_map(|part| &part.strings).map(|&string| graph.ends(string));
        let mut on_ground: Vec<u32> =
            ends.filter(|ends| ends.contains(&GROUND)).map(|[a, b]| a.min(b)).collect();
        let grounded = on_ground.len();
        on_ground.sort_unstable();
        on_ground.dedup();
        Self {
            strings: core().map(|part| part.strings.len()).sum(),
            coins: core().map(|part| part.coins.len()).sum(),
            grounded,
            twins: grounded - on_ground.len(),
        }
    }

    /// The states that its value takes.
    fn states(&self) -> f64 {
        let [none, each @ ..] = STATES;
        let counts = [self.strings, self.coins, self.grounded, self.twins];
        let power: f64 = each.iter().zip(counts).map(|(each, count)| each * count as f64).sum();
        10_f64.powf(none + power).max(1.0)
    }
}

/// The states that a search for the value of a position takes, about.
pub(super) fn states_of(graph: &Graph, parts: &[Part]) -> f64 {
    Core::of(graph, parts).states()
}

impl Solver {
    /// What a question would cost.
    pub(super) fn foresee(
        &self,
        position: &Position,
        question: Question,
        limits: &Limits<'_>,
    ) -> Result<Forecast, SolveError> {
        let method = self.method();
        let nothing = Forecast::nothing(method.name());
        if !matches!(method, Method::Exact | Method::ExactKeys | Method::Loony) {
            return Ok(nothing);
        }
        if question == Question::Line && position.plies_left() == 0 {
            return Ok(Forecast::at_once(method.name()));
        }
        let bytes = graph_bytes(position);
        let budget = Budget::open(limits);
        // Chains and loops have no more than two edges for each box, so the core has all that are more. Then the graph, which takes a tenth of
        // a second on the largest boards, need not be looked at.
        let least = position.plies_left().saturating_sub(2 * position.boxes_left());
        if least > MAX_CORE {
            return Err(self.too_large(&format!("{least} or more")));
        }
        let graph = Graph::new(position);
        let outlook = Outlook::new(&graph);
        let seconds = (graph.coins() + graph.strings()) as f64 * EACH;
        if self.looks_up(&outlook) {
            let states = match question {
                Question::Value => 1,
                Question::Moves => graph.strings() as u128 + 1,
                // At every ply, the moves up to the first best one.
                Question::Line | Question::Why => {
                    return Ok(Forecast {
                        memory: Some(Foreseen::new(bytes.into(), Sure::About)),
                        ..nothing
                    });
                }
            };
            return Ok(Forecast {
                states: Some(Foreseen::new(states, Sure::Exact)),
                memory: Some(Foreseen::new(bytes.into(), Sure::Exact)),
                seconds: Some(Foreseen::new(seconds, Sure::About)),
                ..nothing
            });
        }
        let core = Core::of(&graph, &outlook.parts);
        if core.strings > MAX_CORE {
            return Err(self.too_large(&core.strings));
        }
        if !search::takes(position.board(), &graph, &outlook.parts) {
            // Nothing was measured of the plain search.
            return Ok(nothing);
        }
        let value = core.states();
        let states = match question {
            Question::Value => value,
            Question::Moves | Question::Line | Question::Why => EVERY_MOVE * value,
        };
        let table = (states * TABLE) as u64;
        let room = budget.memory_left().unwrap_or(MOST_TABLE);
        let memory = (bytes + LITTLE).saturating_add(table).min(room);
        let rate = if budget.threads() > 1 { RATE } else { RATE_ALONE };
        Ok(Forecast {
            states: Some(Foreseen::new(states as u128, Sure::About)),
            memory: Some(Foreseen::new(memory.into(), Sure::About)),
            seconds: Some(Foreseen::new(seconds + states / rate, Sure::About)),
            ..nothing
        })
    }
}
