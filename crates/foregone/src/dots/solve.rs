//! The wing's front door: values, every move's margin, and the best line, by the method asked for.

use std::fmt::Display;
use std::sync::Arc;

use super::board::{Edge, Position};
use super::dense::Table;
use super::graph::{Graph, PartKind};
use super::lookup::{Lookup, looked_up_best, looked_up_moves};
use super::method::Method;
use super::outlook::{Outlook, Rest};
use super::quiet::QuietSearch;
use super::search::{Keys, Search};
use super::searched::{searched_best, searched_moves};
use super::textbook::{MEMO_EDGES, Memo};
use super::wide::{MAX_CORE, MAX_LOOSE, WideSearch};
use crate::analysis::{PlyOf, TellOf, ValuedBy, walk};
use crate::forecast::{Forecast, Question};
use crate::game::Rules;
use crate::limits::{Budget, Limits};
use crate::method::Method as _;
use crate::oracle;
use crate::report::{Halt, SolveError, StopReason};
use crate::value::{Known, Margin};

/// Exact margins of Dots and Boxes positions, from the mover's view, over the boxes that are left.
///
/// With the default method, positions in which only chains and loops are left (besides what can be captured at once)
/// are answered at any size in time linear in the board, every move included; of any other position, the parts that
/// are neither chain nor loop may have up to 64 undrawn edges together.
///
/// Such a search keeps checkpoints where [`Limits::checkpoints`](crate::Limits::checkpoints) asks for them: all that it
/// remembers, 16 bytes a position. One that a value was searched with serves for the moves and the line, too.
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
#[derive(Clone, Debug, Default)]
pub struct Solver {
    method: Method,
    table: Option<Arc<Table>>,
}

impl Solver {
    /// A solver by the default method, [`Method::Exact`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same solver with a table: what the table has, turned or reflected, is read from it, and searches of other
    /// positions end there. For the methods [`Method::Exact`] and [`Method::ExactKeys`].
    ///
    /// The pages that a position and its moves are on are read as they are asked for; a search plans all of them. A page
    /// that cannot be read or is damaged makes the answer [`SolveError::Table`].
    #[must_use]
    pub fn with_table(mut self, table: Arc<Table>) -> Self {
        self.table = Some(table);
        self
    }

    fn refuse(&self, reason: String) -> Halt {
        SolveError::NotApplicable { method: self.method.name(), reason }.into()
    }

    /// The refusal of a core of so many strings.
    pub(super) fn too_large(&self, strings: &dyn Display) -> SolveError {
        let reason = format!(
            "it takes at most {MAX_CORE} undrawn edges in parts that are neither chain nor loop, and {strings} are left here"
        );
        SolveError::NotApplicable { method: self.method.name(), reason }
    }

    /// Whether the method looks a position's rest up in a closed form or a table.
    pub(super) fn looks_up(&self, outlook: &Outlook<'_>) -> bool {
        match self.method {
            Method::Loony | Method::ChainLoop => true,
            Method::Exact | Method::ExactKeys => {
                outlook.parts.iter().all(|part| part.kind != PartKind::Other)
            }
            Method::Search | Method::Memo | Method::Oracle => false,
        }
    }

    /// How the search tells positions apart; `None` for methods that do without that search.
    const fn keys(&self) -> Option<Keys> {
        match self.method {
            Method::Exact => Some(Keys::Hashed),
            Method::ExactKeys => Some(Keys::Exact),
            Method::Search | Method::Loony | Method::ChainLoop | Method::Memo | Method::Oracle => None,
        }
    }

    /// Refuses a checkpoint of something else, and what is more than chains and loops for the methods that know nothing
    /// else.
    pub(super) fn check_applies(&self, position: &Position, budget: &Budget<'_>) -> Result<(), Halt> {
        if let Some(keys) = self.keys()
            && let Some(checkpoints) = budget.checkpoints(keys.kind(), || position.to_string())
        {
            // It is read, if there is one, only where it is of use.
            checkpoints.open()?;
        }
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

    fn memo(&self, graph: &Graph) -> Result<Memo, Halt> {
        Memo::new(graph).ok_or_else(|| {
            self.refuse(format!(
                "it takes at most {MEMO_EDGES} undrawn edges, and {} are left here",
                graph.strings()
            ))
        })
    }

    /// The search that a position asks for.
    pub(super) fn search<'a>(
        &self,
        position: &Position,
        outlook: &Outlook<'_>,
        budget: &mut Budget<'a>,
    ) -> Result<Box<dyn QuietSearch + 'a>, Halt> {
        let board = position.board();
        if let Some(keys) = self.keys() {
            let checkpoints = budget.checkpoints(keys.kind(), || position.to_string());
            let (asked, table) = (checkpoints.is_some(), self.table.as_ref());
            if let Some(search) =
                Search::new(board, outlook.graph, &outlook.parts, keys, table, checkpoints, budget)?
            {
                return Ok(Box::new(search));
            }
            if asked {
                return Err(self.refuse(String::from(
                    "it keeps no checkpoints where so many undrawn edges are in parts that are neither chain nor loop",
                )));
            }
        }
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
        let search = WideSearch::on_board(board, outlook.graph, &outlook.parts, closed_form, budget);
        let search = search.map_err(|strings| self.too_large(&strings))?;
        Ok(Box::new(search))
    }

    /// The table, if there is one.
    pub(super) fn table(&self) -> Result<Option<&Table>, Halt> {
        if self.table.is_some() && self.keys().is_none() {
            return Err(self.refuse(String::from("it uses no table")));
        }
        Ok(self.table.as_deref())
    }

    /// Makes sure that no page was missing in a search.
    pub(super) fn check_table(&self) -> Result<(), SolveError> {
        let failure = self.table.as_ref().and_then(|table| table.failure());
        failure.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Every move's margin, for a position that a game led to from one that the method applies to.
    fn value_moves(
        &self,
        position: &Position,
        budget: &mut Budget<'_>,
        tell: TellOf<'_, Self>,
    ) -> Result<ValuedBy<Self>, Halt> {
        if let Some(table) = self.table()?
            && let Some(valued) = table.valued(position, budget)?
        {
            return Ok(valued);
        }
        if self.method == Method::Oracle {
            return oracle::margins(position, budget);
        }
        let (graph, planned) = planned_graph(position, budget)?;
        let edge = |string| graph.edge(string);
        if self.method == Method::Memo {
            let valued = self.memo(&graph)?.margins(budget)?;
            budget.release(planned);
            return Ok(valued.named(edge));
        }
        let outlook = Outlook::new(&graph);
        let valued = if self.looks_up(&outlook) {
            looked_up_moves(&outlook, Lookup::new(self.method, &outlook), budget)?
        } else {
            let mut search = self.search(position, &outlook, budget)?;
            let valued = searched_moves(&outlook, &mut *search, budget, &mut |string, margin| {
                tell(edge(string), margin);
            });
            search.close(budget);
            self.check_table()?;
            valued?
        };
        budget.release(planned);
        Ok(valued.named(edge))
    }

    /// The first best move and the position's margin; `None` if a limit leaves them unknown. `search` is kept from ply
    /// to ply.
    fn first_best<'a>(
        &self,
        position: &Position,
        search: &mut Option<Box<dyn QuietSearch + 'a>>,
        budget: &mut Budget<'a>,
    ) -> Result<(Option<(Edge, Margin)>, StopReason), Halt> {
        let tabled = match self.table()? {
            Some(table) => table.valued(position, budget)?,
            None => None,
        };
        if tabled.is_some() || matches!(self.method, Method::Memo | Method::Oracle) {
            let valued = match tabled {
                Some(valued) => valued,
                None => self.value_moves(position, budget, &mut |_, _| {})?,
            };
            return Ok((valued.least_best(), valued.stop));
        }
        let (graph, planned) = planned_graph(position, budget)?;
        let outlook = Outlook::new(&graph);
        let found = if self.looks_up(&outlook) {
            looked_up_best(&outlook, Lookup::new(self.method, &outlook), budget)?
        } else {
            let search = match search {
                Some(search) => search,
                None => search.insert(self.search(position, &outlook, budget)?),
            };
            searched_best(&outlook, &mut **search, budget)?
        };
        budget.release(planned);
        Ok((found.map(|(string, value)| (graph.edge(string), value)), StopReason::Finished))
    }
}

impl crate::Solver for Solver {
    type Position = Position;
    type Value = Margin;
    type Method = Method;

    fn with_method(method: Method) -> Self {
        Self { method, table: None }
    }

    fn method(&self) -> Method {
        self.method
    }

    fn forecast(
        &self,
        position: &Position,
        question: Question,
        limits: &Limits<'_>,
    ) -> Result<Forecast, SolveError> {
        self.foresee(position, question, limits)
    }

    fn keeps_checkpoints(&self) -> bool {
        self.keys().is_some()
    }

    fn find_value(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
    ) -> Result<(Known<Margin>, StopReason), Halt> {
        self.check_applies(position, budget)?;
        if let Some(table) = self.table()?
            && let Some(margin) = table.known(position, budget)?
        {
            return Ok((Known::Exact(margin), StopReason::Finished));
        }
        if self.method == Method::Oracle {
            return Ok((Known::Exact(oracle::margin(position, budget)?), StopReason::Finished));
        }
        let (graph, planned) = planned_graph(position, budget)?;
        if self.method == Method::Memo {
            let value = self.memo(&graph)?.value(budget)?;
            return Ok((Known::Exact(value), StopReason::Finished));
        }
        let outlook = Outlook::new(&graph);
        let found = if self.looks_up(&outlook) {
            Ok(Lookup::new(self.method, &outlook).value(Rest::Same, budget)?)
        } else {
            let mut search = self.search(position, &outlook, budget)?;
            let state = search.state(&graph, &outlook.parts, budget)?;
            let found = search.value(state, budget);
            search.close(budget);
            self.check_table()?;
            found
        };
        budget.release(planned);
        Ok(outlook.known(found))
    }

    fn find_moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Result<ValuedBy<Self>, Halt> {
        self.find_moves_telling(position, budget, &mut |_, _| {})
    }

    fn find_moves_telling(
        &mut self,
        position: &Position,
        budget: &mut Budget<'_>,
        tell: TellOf<'_, Self>,
    ) -> Result<ValuedBy<Self>, Halt> {
        self.check_applies(position, budget)?;
        self.value_moves(position, budget, tell)
    }

    fn find_line(
        &mut self,
        position: &Position,
        plies: usize,
        budget: &mut Budget<'_>,
        ply: &mut dyn FnMut(PlyOf<Self>),
    ) -> Result<StopReason, Halt> {
        self.check_applies(position, budget)?;
        let mut search = None;
        let stop =
            walk(position, plies, budget, ply, |here, budget| self.first_best(here, &mut search, budget));
        if let Some(search) = search {
            search.close(budget);
            self.check_table()?;
        }
        stop
    }
}

/// The bytes of the graph of a position, with all that is derived from it.
pub(super) fn graph_bytes(position: &Position) -> u64 {
    /// Generous for the graph, the harvest, the parts and the lists of moves together.
    const BYTES_EACH: u64 = 96;
    (position.board().boxes() + position.plies_left()) as u64 * BYTES_EACH
}

/// The graph of a position, its memory planned before with that of all that is derived from it; and the bytes.
pub(super) fn planned_graph(
    position: &Position,
    budget: &mut Budget<'_>,
) -> Result<(Graph, u64), SolveError> {
    let bytes = graph_bytes(position);
    budget.plan("the graph of strings and coins", bytes.into())?;
    Ok((Graph::new(position), bytes))
}
