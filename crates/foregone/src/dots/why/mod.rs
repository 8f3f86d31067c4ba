//! Why a position is worth what it is: what it is made of, who controls it, and what each move gives away.
//!
//! Dots and Boxes turns on three things:
//!
//! - Boxes that can be captured now are an [`Offer`]: take all and move in the rest, or hand back the last 2 of a chain (4
//!   of a loop) and let the other side move there. So a *loony* move, one that leaves such a choice, never gets the other
//!   side less than the boxes offered less those handed back.
//! - Where chains and loops alone are left, every move is an opening, and the closed form says what control is worth
//!   ([`Control`]).
//! - Before that, safe moves run out, and the [`LongChainRule`] says for whom: as a rule, not as a truth.

mod moves;
mod structure;

pub use moves::{Choice, Doing, Effect, Group, Handout, Move, Offer};
pub use structure::{End, Junction, Kind, Piece, Shape, Structure};

use super::board::{Edge, Position};
use super::graph::{Graph, PartKind};
use super::lookup::{Lookup, looked_up_moves};
use super::loony::{Census, Control};
use super::method::Method;
use super::nimstring::{LongChainRule, long_chain_rule};
use super::outlook::{Outlook, Rest};
use super::quiet::QuietSearch;
use super::searched::searched_moves;
use super::solve::{Solver, planned_graph};
use crate::analysis::{Solver as _, Valued, ValuedBy};
use crate::explain::{Explain, Explained, ExplainedBy};
use crate::game::Rules as _;
use crate::limits::Budget;
use crate::method::Method as _;
use crate::report::{Halt, SolveError, StopReason};
use crate::value::Margin;
use moves::Left;

/// The reasons for the margins of a position.
///
/// Where chains and loops alone are left, they take time and memory in proportion to the board; elsewhere also a look at
/// the board for each edge that hangs together with a junction, and a question to the search for each loony move there.
/// Of boards whose margins no search finds, all but the margins is told, up to 25x25. If a run on a large board is cancelled
/// while the reasons are gathered, there are neither pieces nor moves.
///
/// ```
/// use foregone::dots::why::{Choice, Kind};
/// use foregone::dots::{Position, Solver};
/// use foregone::{Explain as _, Limits};
///
/// // Three boxes to take beside a chain of six: hand two back, and the other side must open it.
/// let position: Position = "3x3:111111110111100000010001".parse()?;
/// let why = Solver::new().why(&position, &Limits::none())?.why;
/// assert_eq!((why.now.boxes, why.now.hand_back, why.now.rest), (3, 2, Some(-6)));
/// assert_eq!((why.now.take_all(), why.now.handing_back()), (Some(-3), Some(5)));
/// assert_eq!(why.now.choice(), Some(Choice::HandBack));
/// assert_eq!(why.structure.count(Kind::Chain, 3), 1);
/// let best = why.groups.first().unwrap();
/// assert!(best.is_best() && !best.effect.is_loony());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// What the position is made of.
    pub structure: Structure,
    /// What can be captured now.
    pub now: Offer,
    /// What the closed form goes by in the rest, if that is chains and loops alone.
    pub control: Option<Control>,
    /// What the long-chain rule says. `None` while boxes can be handed back: whoever moves then chooses who gets control.
    pub rule: Option<LongChainRule>,
    /// Moves that do the same, best first.
    pub groups: Vec<Group>,
    /// Every legal move, in ascending order.
    pub moves: Vec<Move>,
}

impl Why {
    /// What a move does, if it is legal.
    #[must_use]
    pub fn of(&self, edge: Edge) -> Option<&Effect> {
        let at = self.moves.binary_search_by(|mv| mv.edge.cmp(&edge)).ok()?;
        Some(&self.groups[self.moves[at].group].effect)
    }
}

impl Explain for Solver {
    type Why = Why;

    fn find_why(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<ExplainedBy<Self>, SolveError> {
        /// Generous for a box or an edge: its piece or junction, its lists, its move, its group.
        const BYTES_EACH: u64 = 384;
        match self.check_applies(position, budget) {
            Err(Halt::Refused(error)) => return Err(error),
            Ok(()) | Err(Halt::Stopped(_)) => {}
        }
        let (graph, planned) = planned_graph(position, budget)?;
        let reasons = (graph.coins() + graph.strings()) as u64 * BYTES_EACH;
        budget.plan("the reasons for every move", reasons.into())?;
        let found = self.explain(position, &graph, budget);
        budget.release(planned + reasons);
        let (valued, why) = found?;
        Ok(Explained { valued, method: self.method().name(), why })
    }
}

impl Solver {
    fn explain(
        &mut self,
        position: &Position,
        graph: &Graph,
        budget: &mut Budget<'_>,
    ) -> Result<(ValuedBy<Self>, Why), SolveError> {
        let outlook = Outlook::new(graph);
        let mut search = None;
        let found = self.valued(position, &outlook, &mut search, budget).map_err(|halt| match halt {
            // Cores that no search takes have their reasons nevertheless, if those do not take long.
            Halt::Refused(SolveError::NotApplicable { .. }) if looks(&outlook) <= MAX_LOOKS => {
                Halt::Stopped(StopReason::Size)
            }
            halt => halt,
        });
        let reasons = Valued::unless_stopped(found, position).map(|mut valued| {
            valued.moves.sort_by_key(|(edge, _)| *edge);
            let search = search.as_deref_mut();
            let solver = self.clone();
            let mut source = Source { solver, position, outlook: &outlook, search, budget, looks: 0 };
            let why = reasons(&outlook, &mut valued, &mut source);
            (valued, why)
        });
        if let Some(search) = search {
            search.close(budget);
            self.check_table()?;
        }
        reasons
    }

    /// The value of every move; and the search that found them, if it was one.
    fn valued<'a>(
        &mut self,
        position: &Position,
        outlook: &Outlook<'_>,
        search: &mut Option<Box<dyn QuietSearch + 'a>>,
        budget: &mut Budget<'a>,
    ) -> Result<ValuedBy<Self>, Halt> {
        if matches!(self.method(), Method::Memo | Method::Oracle) {
            return self.find_moves(position, budget);
        }
        if let Some(table) = self.table()?
            && let Some(valued) = table.valued(position, budget)?
        {
            return Ok(valued);
        }
        let valued = if self.looks_up(outlook) {
            looked_up_moves(outlook, Lookup::new(self.method(), outlook), budget)?
        } else {
            let search = search.insert(self.search(position, outlook, budget)?);
            searched_moves(outlook, &mut **search, budget, &mut |_, _| {})?
        };
        Ok(valued.named(|string| outlook.graph.edge(string)))
    }
}

/// The most boxes and edges to look at for reasons without values: a tenth of a second or so. A board of 25x25 takes so
/// many, nothing drawn.
const MAX_LOOKS: usize = 1 << 22;

/// How many boxes and edges the reasons look at: all that are left, for each edge of the core.
fn looks(outlook: &Outlook<'_>) -> usize {
    let core = outlook.parts.iter().filter(|part| part.kind == PartKind::Other);
    let strings: usize = core.map(|part| part.strings.len()).sum();
    strings * (outlook.graph.coins() + outlook.graph.strings())
}

/// The reasons for values that are found. If a limit leaves one of them open, the values have that stop.
fn reasons(outlook: &Outlook<'_>, valued: &mut Valued<Edge, Margin>, source: &mut Source<'_, '_, '_>) -> Why {
    let control = outlook.census().as_ref().map(Census::control);
    let value = valued.value.exact().copied();
    let worth = value.map(Margin::points);
    let stop = &mut valued.stop;
    let now = moves::offer(outlook.harvest.now(), worth, control, stop, |goal| {
        source.at_least(None, &Left::Of(Rest::Same), goal)
    });
    let told = if source.is_cancelled(outlook.graph.coins() + outlook.graph.strings()) {
        None
    } else {
        let (structure, piece_of) = structure::structure(outlook);
        moves::moves(outlook, &structure, &piece_of, &valued.moves, stop, source)
            .map(|told| (structure, told))
    };
    let Some((structure, (mut groups, moves))) = told else {
        *stop = StopReason::Cancelled;
        let structure = Structure { pieces: Vec::new(), junctions: Vec::new(), parts: outlook.parts.len() };
        return Why { structure, now, control, rule: None, groups: Vec::new(), moves: Vec::new() };
    };
    for group in &mut groups {
        group.behind = value.zip(group.effect.value.exact()).map(|(value, worth)| value - *worth);
    }
    let rule = (now.hand_back == 0).then(|| long_chain_rule(outlook.graph));
    Why { structure, now, control, rule, groups, moves }
}

/// Where one may ask what a rest is worth.
struct Source<'a, 'b, 'c> {
    solver: Solver,
    position: &'a Position,
    outlook: &'a Outlook<'a>,
    /// The search that valued the moves. Methods that have none value the rest as a position of its own.
    search: Option<&'a mut (dyn QuietSearch + 'c)>,
    budget: &'b mut Budget<'c>,
    /// Boxes and edges that reasons have looked at since the cancel flag was.
    looks: usize,
}

impl Source<'_, '_, '_> {
    /// Whether the run is cancelled, where so many boxes and edges more are to be looked at. No other limit keeps reasons from
    /// being told, and nothing does if there are few of them.
    fn is_cancelled(&mut self, looks: usize) -> bool {
        /// Some milliseconds.
        const AT_ONCE: usize = 1 << 16;
        self.looks += looks;
        if self.looks < AT_ONCE {
            return false;
        }
        self.looks = 0;
        self.budget.check() == Err(StopReason::Cancelled)
    }

    /// Whether the rest after a move is worth `goal` or more to whoever moves in it. The move is `None` for the rest of the
    /// position itself.
    fn at_least(&mut self, edge: Option<Edge>, left: &Left<'_>, goal: i64) -> Result<bool, StopReason> {
        let Some(search) = self.search.as_deref_mut() else {
            let rest = all_captured(self.position, edge);
            return match self.solver.find_value(&rest, self.budget) {
                Ok((value, stop)) => value.exact().map(|value| value.points() >= goal).ok_or(stop),
                Err(Halt::Stopped(stop)) => Err(stop),
                // The position itself was taken on, so it is memory that is short for its rest.
                Err(Halt::Refused(_)) => Err(StopReason::Memory),
            };
        };
        let outlook = match left {
            Left::Of(_) => self.outlook,
            Left::Cut(cut) => cut,
        };
        let mut state = search.state(outlook.graph, &outlook.parts, self.budget)?;
        if let Left::Of(Rest::Without(kind, size)) = *left {
            state = search.without(state, kind, size, self.budget)?;
        }
        search.at_least(state, goal, self.budget)
    }
}

/// The position after a move, or as it is, once all that can be captured is. Looks at the board for each box.
fn all_captured(position: &Position, edge: Option<Edge>) -> Position {
    let mut here = position.clone();
    let mut next = edge.or_else(|| capture(&here));
    while let Some(edge) = next {
        if here.play(edge).is_err() {
            break;
        }
        next = capture(&here);
    }
    here
}

/// The first edge that closes a box.
fn capture(position: &Position) -> Option<Edge> {
    let board = position.board();
    let cell = position.cells().find(|&cell| position.open_sides(cell) == 1)?;
    board.sides(cell).into_iter().find(|&side| !position.drawn()[side]).map(|side| board.edge(side))
}
