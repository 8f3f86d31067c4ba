//! Nimstring: the same moves, no score; whoever closes a box moves again, and whoever cannot move loses.
//!
//! It is what Dots and Boxes turns on as long as chains are long: its winner gets control. Positions are sums of their
//! parts, so a part is worth a nimber, and a sum the exclusive or of them. A coin that can be captured makes no
//! difference (take it first) unless its neighbour has two strings and the second one ends at no such coin: then the
//! mover may take both, or cut that string and so make the other side take them and move; having the choice, the mover
//! wins, whatever else there is. Such a position is *loony*, and no move to it is worth considering. See Berlekamp, Conway and Guy,
//! *Winning Ways*, chapter 16.

use std::collections::HashMap;
use std::fmt;

use foldhash::fast::RandomState;

use super::board::{Edge, Position};
use super::graph::{Graph, PartKind};
use super::search::edges::{Edges, GROUND, MAX_EDGES, bits, is_one};
use super::search::key::Identity;
use crate::analysis::{Solution, answer};
use crate::game::Rules as _;
use crate::limits::{Budget, Limits, make_room, map_bytes};
use crate::report::{Halt, SolveError, StopReason};

/// The name of the method in reports.
pub const METHOD: &str = "nimstring";

/// What a position of Nimstring is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Nimber {
    /// As much as a heap of so many in Nim: the mover loses if it is 0.
    Heap(u8),
    /// The mover wins, whatever else there is.
    Loony,
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heap(size) => write!(f, "*{size}"),
            Self::Loony => f.write_str("loony"),
        }
    }
}

/// A move of Nimstring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NimMove {
    /// The edge that it draws.
    pub edge: Edge,
    /// What it leaves.
    pub leaves: Nimber,
    /// Whether it closes a box, so that the same side moves again.
    pub again: bool,
}

impl NimMove {
    /// Whether the side that makes the move wins: it leaves 0 to the other side, or moves again in what is not 0.
    #[must_use]
    pub fn wins(&self) -> bool {
        (self.leaves == Nimber::Heap(0)) != self.again
    }
}

/// A part of a position: strings that hang together once all free captures are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NimPart {
    /// Its edges, in ascending order.
    pub edges: Vec<Edge>,
    /// The size of the heap that it is worth by itself.
    pub heap: u8,
}

/// What the long-chain rule says of a position.
///
/// All coins are taken in the end, and the last move takes one. So the number of turns left is that of strings less that
/// of coins, plus one, plus the times that a move takes two coins at once; and there is one of those, a handout of the
/// controller, for every chain of three or more but the last. (Handouts in a loop come in pairs.) Who has the last turn has
/// control. The rule is no theorem before all chains are formed: [`Nimstring::value`] is the truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongChainRule {
    /// Lone chains of three or more coins that there are now.
    pub chains: usize,
    /// Whether the side to move wants the number of such chains, when all is decided, to be odd.
    pub wants_odd: bool,
}

impl LongChainRule {
    /// Whether the side to move gets control if there will be as many chains as there are now.
    #[must_use]
    pub const fn mover_wins(&self) -> bool {
        (self.chains % 2 == 1) == self.wants_odd
    }
}

/// A position of Nimstring, answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nimstring {
    /// What the position is worth.
    pub value: Nimber,
    /// Every legal move, in ascending order.
    pub moves: Vec<NimMove>,
    /// The parts that the value is the exclusive or of, by their first edges; none of a loony position.
    pub parts: Vec<NimPart>,
    /// What the long-chain rule says.
    pub rule: LongChainRule,
}

impl Nimstring {
    /// Whether the side to move wins.
    #[must_use]
    pub fn mover_wins(&self) -> bool {
        self.value != Nimber::Heap(0)
    }
}

/// The nimber of a position and of what each move leaves.
///
/// Time and memory grow with the number of parts that can come about: a board of 31 edges takes some seconds. The
/// undrawn edges must fit in a rectangle of at most 64 edges, drawn ones included. The states of the report are parts
/// that were worked out; a limit leaves all unknown.
///
/// ```
/// use foregone::Limits;
/// use foregone::dots::nimstring::{Nimber, nimstring};
///
/// let solution = nimstring(&"2x3".parse()?, &Limits::none())?;
/// let found = solution.value.exact().unwrap();
/// assert_eq!(found.value, Nimber::Heap(1));
/// assert!(found.moves.iter().any(|mv| mv.wins()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::NotApplicable`] if the edges do not fit.
pub fn nimstring(position: &Position, limits: &Limits<'_>) -> Result<Solution<Nimstring>, SolveError> {
    answer(METHOD, limits, |budget| find(position, budget))
}

fn find(position: &Position, budget: &mut Budget<'_>) -> Result<Nimstring, Halt> {
    let rule = long_chain_rule(&Graph::new(position));
    let strings = position.moves();
    if strings.is_empty() {
        return Ok(Nimstring { value: Nimber::Heap(0), moves: Vec::new(), parts: Vec::new(), rule });
    }
    let edges = Edges::around(position.board(), &strings).ok_or_else(|| SolveError::NotApplicable {
        method: METHOD,
        reason: format!("the undrawn edges must lie in a rectangle of at most {MAX_EDGES} edges"),
    })?;
    let bit_of = |edge: Edge| edges.bit(edge).map_or(0, |bit| 1_u64 << bit);
    let core = strings.iter().fold(0, |core, &edge| core | bit_of(edge));
    let mut nimbers = Nimbers { identity: Identity::exact(&edges), edges: &edges, known: HashMap::default() };
    let value = nimbers.nimber(core, budget)?;
    let mut moves = Vec::with_capacity(strings.len());
    for (done, &edge) in strings.iter().enumerate() {
        budget.progress(done as u64, strings.len() as u64);
        let rest = core & !bit_of(edge);
        let again = position.closes(edge);
        moves.push(NimMove { edge, leaves: nimbers.nimber(rest, budget)?, again });
    }
    let mut parts = Vec::new();
    let mut quiet = nimbers.without_captures(core).unwrap_or(0);
    while quiet != 0 {
        let part = nimbers.part(quiet);
        quiet &= !part;
        let held = strings.iter().copied().filter(|&edge| bit_of(edge) & part != 0).collect();
        parts.push(NimPart { edges: held, heap: nimbers.of_part(part, budget)? });
    }
    parts.sort_unstable_by_key(|part| part.edges.first().copied());
    Ok(Nimstring { value, moves, parts, rule })
}

/// What the long-chain rule says of a position. Linear in the graph.
pub(super) fn long_chain_rule(graph: &Graph) -> LongChainRule {
    let is_long = |part: &super::graph::Part| part.kind == PartKind::Chain && part.coins.len() >= 3;
    let chains = graph.parts().iter().filter(|part| is_long(part)).count();
    // Strings less coins plus chains is the number of turns; who moves now has the last one if it is odd.
    let wants_odd = (graph.strings() + graph.coins()).is_multiple_of(2);
    LongChainRule { chains, wants_odd }
}

/// The nimbers of parts met so far, under exact keys.
struct Nimbers<'a> {
    edges: &'a Edges,
    identity: Identity,
    known: HashMap<u64, u8, RandomState>,
}

impl Nimbers<'_> {
    /// The nimber of a set of strings. Goes as deep as there are strings: 64 at most.
    fn nimber(&mut self, core: u64, budget: &mut Budget<'_>) -> Result<Nimber, StopReason> {
        let Some(mut quiet) = self.without_captures(core) else { return Ok(Nimber::Loony) };
        let mut sum = 0;
        while quiet != 0 {
            let part = self.part(quiet);
            quiet &= !part;
            sum ^= self.of_part(part, budget)?;
        }
        Ok(Nimber::Heap(sum))
    }

    /// What is left when all free captures are made; `None` if the position is loony.
    fn without_captures(&self, mut core: u64) -> Option<u64> {
        let around = |coin, core| self.edges.around_coin(coin) & core;
        loop {
            let degrees = self.edges.degrees(core);
            let mut leaves = bits(degrees.any & !degrees.two & !degrees.three);
            let Some(leaf) = leaves.find(|&coin| is_one(around(coin, core))) else {
                return Some(core);
            };
            let string = around(leaf, core);
            let other = self.edges.across(string.trailing_zeros() as u8, leaf);
            core &= !string;
            if other == GROUND || !is_one(around(other, core)) {
                continue;
            }
            // The neighbour had two strings. If the second one leads to another leaf, all three fall.
            let second = around(other, core).trailing_zeros() as u8;
            let end = self.edges.across(second, other);
            if end == GROUND || !is_one(around(end, core)) {
                return None;
            }
            core &= !(1 << second);
        }
    }

    /// The strings that hang together with the lowest one through coins.
    fn part(&self, core: u64) -> u64 {
        let mut part = core & core.wrapping_neg();
        let mut edge = part;
        while edge != 0 {
            let ends = bits(edge).flat_map(|string| self.edges.ends(string)).filter(|&end| end != GROUND);
            let reached = ends.fold(0, |reached, coin| reached | self.edges.around_coin(coin) & core);
            edge = reached & !part;
            part |= reached;
        }
        part
    }

    /// The nimber of strings that hang together: the least that no move leads to.
    fn of_part(&mut self, part: u64, budget: &mut Budget<'_>) -> Result<u8, StopReason> {
        let [key, _] = self.identity.of_core(part);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        budget.spend(1)?;
        let mut reached = 0_u128;
        for string in bits(part) {
            if let Nimber::Heap(size) = self.nimber(part & !(1 << string), budget)? {
                reached |= 1 << size;
            }
        }
        let nimber = reached.trailing_ones() as u8;
        budget.grown(map_bytes(&self.known))?;
        make_room(&mut self.known)?;
        self.known.insert(key, nimber);
        Ok(nimber)
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Start;
    use super::*;
    use crate::value::Known;

    fn value(position: &Position) -> Nimstring {
        nimstring(position, &Limits::none()).unwrap().value.exact().unwrap().clone()
    }

    /// Found by plain search.
    #[test]
    fn boards_have_their_nimbers() {
        use Start::{American, Icelandic, Swedish};
        for (rows, columns, start, expected) in [
            (1, 1, American, 1),
            (1, 4, American, 1),
            (1, 7, American, 1),
            (2, 2, American, 0),
            (2, 3, American, 1),
            (2, 4, American, 0),
            (2, 5, American, 0),
            (3, 3, American, 2),
            (2, 2, Icelandic, 2),
            (2, 3, Icelandic, 2),
            (2, 4, Icelandic, 1),
            (2, 5, Icelandic, 1),
            (3, 3, Icelandic, 0),
            (3, 4, Icelandic, 1),
            (2, 2, Swedish, 0),
            (2, 3, Swedish, 1),
            (3, 3, Swedish, 1),
            (3, 4, Swedish, 1),
            (3, 5, Swedish, 1),
            (4, 4, Swedish, 0),
        ] {
            let position = Position::start(rows, columns, start).unwrap();
            assert_eq!(value(&position).value, Nimber::Heap(expected), "{position}");
        }
    }

    /// Whether the side to move wins the position beside a heap of Nim, by the rules alone.
    fn wins(position: &Position, heap: u8, known: &mut HashMap<(Vec<bool>, u8), bool>) -> bool {
        let key = (position.drawn().to_vec(), heap);
        if let Some(&found) = known.get(&key) {
            return found;
        }
        let found = (0..heap).any(|less| !wins(position, less, known))
            || position.moves().into_iter().any(|edge| {
                let mut next = position.clone();
                let closed = next.play(edge).unwrap();
                wins(&next, heap, known) == (closed > 0)
            });
        known.insert(key, found);
        found
    }

    /// Each part alone on the board is worth its heap by plain play, and together they are worth the position.
    fn check_parts(
        position: &Position,
        found: &Nimstring,
        heap: u8,
        known: &mut HashMap<(Vec<bool>, u8), bool>,
    ) {
        assert_eq!(found.parts.iter().fold(0, |sum, part| sum ^ part.heap), heap, "{position}");
        for part in &found.parts {
            let drawn = position.edges().map(|edge| !part.edges.contains(&edge)).collect();
            let alone = Position::new(position.rows(), position.columns(), drawn).unwrap();
            assert!(part.edges.is_sorted() && !wins(&alone, part.heap, known), "{position} {alone}");
        }
    }

    /// Every set of edges of the smallest boards, beside heaps of every size that matters.
    #[test]
    fn nimbers_are_those_of_plain_play() {
        for (rows, columns, step) in [(1, 1, 1), (1, 2, 1), (1, 3, 1), (2, 2, 5)] {
            let board = Position::start(rows, columns, Start::American).unwrap();
            let mut known = HashMap::new();
            for set in (0..1_u32 << board.plies_left()).step_by(step) {
                let drawn = (0..board.plies_left()).map(|edge| set >> edge & 1 == 1).collect();
                let position = Position::new(rows, columns, drawn).unwrap();
                let found = value(&position);
                for heap in 0..5 {
                    let expected = found.value != Nimber::Heap(heap);
                    assert_eq!(wins(&position, heap, &mut known), expected, "{position} with {heap}");
                }
                if let Nimber::Heap(heap) = found.value {
                    check_parts(&position, &found, heap, &mut known);
                }
                for mv in &found.moves {
                    let mut next = position.clone();
                    let closed = next.play(mv.edge).unwrap();
                    assert_eq!(closed > 0, mv.again, "{position} {}", mv.edge);
                    assert_eq!(wins(&next, 0, &mut known) == mv.again, mv.wins(), "{position} {}", mv.edge);
                }
            }
        }
    }

    #[test]
    fn the_long_chain_rule_and_the_truth() {
        for (text, chains, wants_odd, truth) in [
            // Dots and chains together are to be even for the first player: 9 dots, 12 dots.
            ("2x2", 0, true, Nimber::Heap(0)),
            ("2x3", 0, false, Nimber::Heap(1)),
            // A chain of 3: whoever opens it loses control.
            ("1x3:1111110000", 1, false, Nimber::Heap(0)),
            // Two chains of 3.
            ("2x3:11111111100000000", 2, true, Nimber::Heap(0)),
        ] {
            let found = value(&text.parse().unwrap());
            let rule = LongChainRule { chains, wants_odd };
            assert_eq!((found.rule, found.value), (rule, truth), "{text}");
        }
        // Where only long chains are left the rule is right: the mover loses.
        assert!(!LongChainRule { chains: 2, wants_odd: true }.mover_wins());
    }

    #[test]
    fn limits_stop_it_and_large_boards_are_refused() {
        let stopped = nimstring(&"3x3".parse().unwrap(), &Limits::none().states(10)).unwrap();
        assert_eq!((stopped.value, stopped.report.stop), (Known::Unknown, StopReason::States));
        let Err(error) = nimstring(&"6x6".parse().unwrap(), &Limits::none()) else {
            panic!("6x6 has 84 edges")
        };
        assert!(error.to_string().contains("a rectangle of at most 64 edges"), "{error}");
    }
}
