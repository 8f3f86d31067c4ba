//! A position taken apart: what can be captured at once, chains and loops, and the core; and what each move changes.

use super::captures::{After, Hands, Harvest, harvested, harvested_range};
use super::graph::{GROUND, Graph, Part, PartKind};
use super::loony::Census;
use super::quiet::Stopped;
use crate::report::StopReason;
use crate::value::{Known, Margin};

/// What a move leaves of the quiet rest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Rest {
    /// All of it.
    Same,
    /// It opens a chain or a loop of so many coins.
    Without(PartKind, u32),
    /// It cuts into the core.
    Cut,
}

/// A position taken apart: what can be captured at once, and the quiet rest in its parts.
pub(super) struct Outlook<'a> {
    pub(super) graph: &'a Graph,
    pub(super) harvest: Harvest<'a>,
    pub(super) parts: Vec<Part>,
    /// The part of each coin of the rest.
    part_of: Vec<u32>,
    /// By part, the trees that hang on it.
    hanging: Vec<(u32, Hands)>,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(graph: &'a Graph) -> Self {
        Self::after(graph, None)
    }

    /// The position after a string of the quiet rest is cut.
    pub(super) fn after(graph: &'a Graph, without: Option<u32>) -> Self {
        let harvest = Harvest::new(graph, without);
        let (live, degree) = harvest.rest();
        let parts = graph.parts_of(live, degree);
        let mut part_of = vec![0; graph.coins()];
        for (number, part) in parts.iter().enumerate() {
            for &coin in &part.coins {
                part_of[coin as usize] = number as u32;
            }
        }
        let hanging = harvest.hanging(&part_of, parts.len());
        Self { graph, harvest, parts, part_of, hanging }
    }

    /// The chains and loops of the quiet rest, if there is nothing else in it.
    pub(super) fn census(&self) -> Option<Census> {
        let mut census = Census::default();
        for part in &self.parts {
            if part.kind == PartKind::Other {
                return None;
            }
            census.add(part.kind, part.coins.len() as u32);
        }
        Some(census)
    }

    /// What a move leaves: the trees, and how the rest changes.
    pub(super) fn after_move(&self, string: u32) -> (After, Rest) {
        if !self.harvest.is_quiet(string) {
            return (self.harvest.after_tree(string), Rest::Same);
        }
        let [a, b] = self.graph.ends(string);
        let inner = a != GROUND && b != GROUND;
        let number = self.part_of[if a == GROUND { b } else { a } as usize] as usize;
        let part = &self.parts[number];
        let size = part.coins.len();
        let (count, hands) = self.hanging[number];
        match part.kind {
            PartKind::Chain => {
                let after = self.harvest.after_chain(size as i64, inner, count);
                (after, Rest::Without(PartKind::Chain, size as u32))
            }
            PartKind::Loop => {
                let after = self.harvest.after_loop(size as i64, string, hands);
                (after, Rest::Without(PartKind::Loop, size as u32))
            }
            PartKind::Other => (self.harvest.now(), Rest::Cut),
        }
    }

    /// The margin of the position for the side to move, from that of its quiet rest.
    pub(super) fn margin(&self, rest: i64) -> Margin {
        let now = self.harvest.now();
        Margin::new(harvested(now.taken, now.gives, rest))
    }

    /// What is known of the margin, from that of the quiet rest or what a stop left of it.
    pub(super) fn known(&self, rest: Result<i64, Stopped>) -> (Known<Margin>, StopReason) {
        match rest {
            Ok(rest) => (Known::Exact(self.margin(rest)), StopReason::Finished),
            Err(Stopped { low, high, stop }) => {
                let now = self.harvest.now();
                let (least, most) = harvested_range(now.taken, now.gives, low, high);
                let all = self.graph.coins() as i64;
                // What is known from below counts for more.
                let known = match (least == -all, most == all) {
                    (true, true) => Known::Unknown,
                    (true, false) => Known::AtMost(Margin::new(most)),
                    (false, _) => Known::AtLeast(Margin::new(least)),
                };
                (known, stop)
            }
        }
    }
}

/// The margin for the mover of a move that leads to `after`, the quiet rest behind it worth `rest` to whoever moves.
pub(super) const fn margin_of(after: After, rest: i64) -> Margin {
    let next = harvested(after.taken, after.gives, rest);
    Margin::new(if after.captured > 0 { after.captured + next } else { -next })
}
