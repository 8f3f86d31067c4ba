//! The wing's front door: values, every move's margin, and the best line, by the method asked for.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::board::{Board, Edge, Position};
use super::captures::After;
use super::graph::{Graph, PartKind};
use super::loony::{Census, Loony};
use super::loose::LooseId;
use super::method::Method;
use super::outlook::{Outlook, Rest, margin_of};
use super::search::{Child, MAX_CORE, MAX_LOOSE, Search};
use super::textbook::{MEMO_EDGES, Memo, chain_loop};
use crate::analysis::{Halt, Ply, PlyOf, SolveError, Valued, ValuedBy};
use crate::game::Rules;
use crate::limits::{Budget, StopReason};
use crate::method::Method as _;
use crate::oracle;
use crate::value::{Known, Margin};

/// Exact margins of Dots and Boxes positions, from the mover's view, over the boxes that are left.
///
/// With the default method, positions in which only chains and loops are left (besides what can be captured at once)
/// are answered at any size in time linear in the board, every move included; of any other position, the parts that
/// are neither chain nor loop may have up to 64 undrawn edges together.
///
/// ```
/// use foregone::dots::{Position, Solver};
/// use foregone::{Limits, Margin, Solver as _};
///
/// // Two chains of 3: open one, and the other side keeps control.
/// let position: Position = "2x3:11111111100000000".parse()?;
/// let value = Solver::new().solve(&position, &Limits::none())?.value;
/// assert_eq!(value.exact(), Some(&Margin::new(-2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Solver {
    method: Method,
}

impl Solver {
    /// A solver by the default method, [`Method::Exact`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn refuse(self, reason: String) -> Halt {
        SolveError::NotApplicable { method: self.method.name(), reason }.into()
    }

    /// Whether the method looks a position's rest up in a closed form or a table.
    fn looks_up(self, outlook: &Outlook<'_>) -> bool {
        match self.method {
            Method::Loony | Method::ChainLoop => true,
            Method::Exact => outlook.parts.iter().all(|part| part.kind != PartKind::Other),
            Method::Search | Method::Memo | Method::Oracle => false,
        }
    }

    /// Refuses what is more than chains and loops, for the methods that know nothing else.
    fn check_applies(self, position: &Position) -> Result<(), Halt> {
        if !matches!(self.method, Method::Loony | Method::ChainLoop) {
            return Ok(());
        }
        let odd = position
            .cells()
            .map(|cell| (cell, position.open_sides(cell)))
            .find(|(_, open)| !matches!(open, 0 | 2));
        match odd {
            None => Ok(()),
            Some((cell, open)) => {
                let sides = if open == 1 { "1 open side".to_owned() } else { format!("{open} open sides") };
                Err(self.refuse(format!("every box must have 0 or 2 open sides, and box {cell} has {sides}")))
            }
        }
    }

    fn memo(self, graph: &Graph) -> Result<Memo, Halt> {
        Memo::new(graph).ok_or_else(|| {
            self.refuse(format!(
                "it takes at most {MEMO_EDGES} undrawn edges, and {} are left here",
                graph.strings()
            ))
        })
    }

    /// The search that a position asks for.
    fn search(self, board: Board, outlook: &Outlook<'_>, budget: &Budget<'_>) -> Result<Search, Halt> {
        let loose: usize = outlook
            .parts
            .iter()
            .filter(|part| part.kind != PartKind::Other)
            .map(|part| part.coins.len())
            .sum();
        if loose > MAX_LOOSE {
            return Err(self.refuse(format!(
                "it takes at most {MAX_LOOSE} boxes in chains and loops, and {loose} are left here"
            )));
        }
        let closed_form = self.method != Method::Search;
        Search::new(board, outlook.graph, &outlook.parts, closed_form, budget).map_err(|strings| {
            self.refuse(format!(
                "it takes at most {MAX_CORE} undrawn edges in parts that are neither chain nor loop, and {strings} are left here"
            ))
        })
    }

    /// Every move's margin, for a position that a game led to from one that the method applies to.
    fn value_moves(self, position: &Position, budget: &mut Budget<'_>) -> Result<ValuedBy<Self>, Halt> {
        if self.method == Method::Oracle {
            return oracle::margins(position, budget);
        }
        let (graph, planned) = planned_graph(position, budget)?;
        if self.method == Method::Memo {
            let valued = self.memo(&graph)?.margins(&graph, budget)?;
            budget.release(planned);
            return Ok(valued);
        }
        let outlook = Outlook::new(&graph);
        let valued = if self.looks_up(&outlook) {
            looked_up_moves(&outlook, Lookup::new(self.method, &outlook), budget)?
        } else {
            let mut search = self.search(position.board(), &outlook, budget)?;
            let valued = searched_moves(&outlook, &mut search, budget)?;
            budget.release(search.planned());
            valued
        };
        budget.release(planned);
        Ok(valued)
    }

    /// The first best move and the position's margin; `None` if a limit leaves them unknown. `search` is kept from ply
    /// to ply.
    fn first_best(
        self,
        position: &Position,
        search: &mut Option<Search>,
        budget: &mut Budget<'_>,
    ) -> Result<(Option<(Edge, Margin)>, StopReason), Halt> {
        if matches!(self.method, Method::Memo | Method::Oracle) {
            let valued = self.value_moves(position, budget)?;
            let value = valued.value.exact().copied();
            let is_best = |known: &Known<Margin>| known.exact().copied() == value;
            let best = valued.moves.iter().filter(|(_, known)| is_best(known)).map(|(mv, _)| *mv).min();
            return Ok((best.zip(value), valued.stop));
        }
        let (graph, planned) = planned_graph(position, budget)?;
        let outlook = Outlook::new(&graph);
        let found = if self.looks_up(&outlook) {
            looked_up_best(&outlook, Lookup::new(self.method, &outlook), budget)?
        } else {
            let search = match search {
                Some(search) => search,
                None => search.insert(self.search(position.board(), &outlook, budget)?),
            };
            searched_best(&outlook, search, budget)?
        };
        budget.release(planned);
        Ok((found, StopReason::Finished))
    }
}

impl crate::Solver for Solver {
    type Position = Position;
    type Value = Margin;
    type Method = Method;

    fn with_method(method: Method) -> Self {
        Self { method }
    }

    fn method(&self) -> Method {
        self.method
    }

    fn find_value(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(Known<Margin>, StopReason), Halt> {
        if self.method == Method::Oracle {
            return Ok((Known::Exact(oracle::margin(position, budget)?), StopReason::Finished));
        }
        self.check_applies(position)?;
        let (graph, planned) = planned_graph(position, budget)?;
        if self.method == Method::Memo {
            let value = self.memo(&graph)?.value(budget)?;
            return Ok((Known::Exact(value), StopReason::Finished));
        }
        let outlook = Outlook::new(&graph);
        let found = if self.looks_up(&outlook) {
            Ok(Lookup::new(self.method, &outlook).value(Rest::Same, budget)?)
        } else {
            let mut search = self.search(position.board(), &outlook, budget)?;
            let (core, loose) = search.state(&graph, &outlook.parts, budget)?;
            let found = search.value(core, loose, budget);
            budget.release(search.planned());
            found
        };
        budget.release(planned);
        Ok(outlook.known(found))
    }

    fn find_moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<ValuedBy<Self>, Halt> {
        self.check_applies(position)?;
        self.value_moves(position, budget)
    }

    fn find_line(
        &mut self,
        position: &Position,
        plies: usize,
        budget: &mut Budget<'_>,
        ply: &mut dyn FnMut(PlyOf<Self>),
    ) -> Result<StopReason, Halt> {
        self.check_applies(position)?;
        let mut here = position.clone();
        let mut search = None;
        for _ in 0..plies {
            if here.plies_left() == 0 {
                break;
            }
            let (best, stop) = self.first_best(&here, &mut search, budget)?;
            let Some((mv, value)) = best else { return Ok(stop) };
            ply(Ply { side: here.to_move(), mv, value });
            if here.play(mv).is_err() {
                break;
            }
        }
        Ok(StopReason::Finished)
    }
}

/// The graph of a position, its memory planned before with that of all that is derived from it; and the bytes.
fn planned_graph(position: &Position, budget: &mut Budget<'_>) -> Result<(Graph, u64), SolveError> {
    /// Generous for the graph, the harvest, the parts and the lists of moves together.
    const BYTES_EACH: u64 = 192;
    let board = position.board();
    let bytes = (board.boxes() + position.plies_left()) as u64 * BYTES_EACH;
    budget.plan("the graph of strings and coins", bytes.into())?;
    Ok((Graph::new(position), bytes))
}

/// The margins of quiet rests that are chains and loops alone, by the closed form or by the table.
enum Lookup {
    Closed(Census),
    Table { loony: Loony, found: HashMap<Rest, i64, RandomState> },
}

impl Lookup {
    fn new(method: Method, outlook: &Outlook<'_>) -> Self {
        let sizes = |kind| {
            let parts = outlook.parts.iter().filter(move |part| part.kind == kind);
            parts.map(|part| part.coins.len() as u32).collect::<Vec<_>>()
        };
        if method == Method::ChainLoop {
            let loony = Loony::of_sizes(sizes(PartKind::Chain), sizes(PartKind::Loop));
            return Self::Table { loony, found: HashMap::default() };
        }
        let mut census = Census::default();
        for part in &outlook.parts {
            census.add(part.kind, part.coins.len() as u32);
        }
        Self::Closed(census)
    }

    /// The margin of the rest for whoever moves in it.
    fn value(&mut self, rest: Rest, budget: &mut Budget<'_>) -> Result<i64, Halt> {
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

fn looked_up_moves(
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
fn looked_up_best(
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
fn searched_moves(
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
fn searched_best(
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
