//! The front door: values, every move's margin, and the best line, by the method asked for.

use super::board::Cut;
use super::method::Method;
use super::position::Position;
use crate::analysis::{PlyOf, TellOf, ValuedBy, walk};
use crate::dots::graph::{Graph, PartKind};
use crate::dots::lookup::{Lookup, looked_up_best, looked_up_moves};
use crate::dots::outlook::{Outlook, Rest};
use crate::dots::quiet::QuietSearch as _;
use crate::dots::searched::{searched_best, searched_moves};
use crate::dots::textbook::{MEMO_EDGES, Memo};
use crate::dots::wide::{MAX_CORE, MAX_LOOSE, WideSearch};
use crate::game::Rules as _;
use crate::limits::Budget;
use crate::method::Method as _;
use crate::oracle;
use crate::report::{Halt, SolveError, StopReason};
use crate::value::{Known, Margin};

/// Exact margins of strings and coins, from the mover's view, over the coins that are left.
///
/// With the default method, positions in which only chains and loops are left (besides what can be captured at once)
/// are answered in time linear in the graph, every move included; where a loop has an odd number of coins, in time that
/// grows with the product of the numbers of chains and loops. Of any other position, the parts that are neither chain
/// nor loop may have up to 64 strings together, and chains and loops 1,000 coins.
///
/// ```
/// use foregone::dots::coins::{Position, Solver};
/// use foregone::{Limits, Margin, Solver as _};
///
/// // Three arms of a coin each, tied to the ground: whoever opens one gives a coin away, and gets the other three.
/// let position: Position = "hub a ground; hub b ground; hub c ground".parse()?;
/// let value = Solver::new().solve(&position, &Limits::none())?.value;
/// assert_eq!(value.exact(), Some(&Margin::new(2)));
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

    /// Whether the method looks a position's rest up in the closed form or a table.
    fn looks_up(self, outlook: &Outlook<'_>) -> bool {
        self.method == Method::Exact && outlook.parts.iter().all(|part| part.kind != PartKind::Other)
    }

    fn memo(self, graph: &Graph) -> Result<Memo, Halt> {
        Memo::new(graph).ok_or_else(|| {
            let left = graph.strings();
            self.refuse(format!("it takes at most {MEMO_EDGES} strings, and {left} are left here"))
        })
    }

    /// The search that a position asks for.
    fn search(self, outlook: &Outlook<'_>, budget: &Budget<'_>) -> Result<WideSearch, Halt> {
        let alone = outlook.parts.iter().filter(|part| part.kind != PartKind::Other);
        let loose: usize = alone.map(|part| part.coins.len()).sum();
        if loose > MAX_LOOSE {
            return Err(self.refuse(format!(
                "it takes at most {MAX_LOOSE} coins in chains and loops, and {loose} are left here"
            )));
        }
        let closed_form = self.method == Method::Exact;
        WideSearch::new(outlook.graph, &outlook.parts, closed_form, budget).map_err(|strings| {
            self.refuse(format!(
                "it takes at most {MAX_CORE} strings in parts that are neither chain nor loop, and {strings} are left here"
            ))
        })
    }

    /// The first best move and the position's margin; `None` if a limit leaves them unknown. `search` is kept from ply
    /// to ply.
    fn first_best(
        self,
        position: &Position,
        search: &mut Option<WideSearch>,
        budget: &mut Budget<'_>,
    ) -> Result<(Option<(Cut, Margin)>, StopReason), Halt> {
        if matches!(self.method, Method::Memo | Method::Oracle) {
            let valued = self.value_moves(position, budget, &mut |_, _| {})?;
            return Ok((valued.least_best(), valued.stop));
        }
        let (graph, planned) = planned_graph(position, budget)?;
        let outlook = Outlook::new(&graph);
        let found = if self.looks_up(&outlook) {
            looked_up_best(&outlook, Lookup::fastest(&outlook), budget)?
        } else {
            let search = match search {
                Some(search) => search,
                None => search.insert(self.search(&outlook, budget)?),
            };
            searched_best(&outlook, search, budget)?
        };
        budget.release(planned);
        let best = found.map(|(string, value)| (cut(&graph, string), value));
        Ok((best, StopReason::Finished))
    }

    fn value_moves(
        self,
        position: &Position,
        budget: &mut Budget<'_>,
        tell: TellOf<'_, Self>,
    ) -> Result<ValuedBy<Self>, Halt> {
        if self.method == Method::Oracle {
            return oracle::margins(position, budget);
        }
        let (graph, planned) = planned_graph(position, budget)?;
        let valued = if self.method == Method::Memo {
            self.memo(&graph)?.margins(budget)?
        } else {
            let outlook = Outlook::new(&graph);
            if self.looks_up(&outlook) {
                looked_up_moves(&outlook, Lookup::fastest(&outlook), budget)?
            } else {
                let mut search = self.search(&outlook, budget)?;
                let valued = searched_moves(&outlook, &mut search, budget, &mut |string, margin| {
                    tell(cut(&graph, string), margin);
                });
                search.close(budget);
                valued?
            }
        };
        budget.release(planned);
        Ok(valued.named(|string| cut(&graph, string)))
    }
}

/// The string of the board that a string of its graph stands for.
fn cut(graph: &Graph, string: u32) -> Cut {
    Cut::at(graph.number(string) as usize)
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
        let (graph, planned) = planned_graph(position, budget)?;
        if self.method == Method::Memo {
            let value = self.memo(&graph)?.value(budget)?;
            return Ok((Known::Exact(value), StopReason::Finished));
        }
        let outlook = Outlook::new(&graph);
        let found = if self.looks_up(&outlook) {
            Ok(Lookup::fastest(&outlook).value(Rest::Same, budget)?)
        } else {
            let mut search = self.search(&outlook, budget)?;
            let state = search.state(&graph, &outlook.parts, budget)?;
            let found = search.value(state, budget);
            search.close(budget);
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
        self.value_moves(position, budget, tell)
    }

    fn find_line(
        &mut self,
        position: &Position,
        plies: usize,
        budget: &mut Budget<'_>,
        ply: &mut dyn FnMut(PlyOf<Self>),
    ) -> Result<StopReason, Halt> {
        let mut search = None;
        let solver = *self;
        let stop =
            walk(position, plies, budget, ply, |here, budget| solver.first_best(here, &mut search, budget));
        if let Some(search) = search {
            search.close(budget);
        }
        stop
    }
}

/// The graph of a position, its memory planned before with that of all that is derived from it; and the bytes.
fn planned_graph(position: &Position, budget: &mut Budget<'_>) -> Result<(Graph, u64), SolveError> {
    /// Generous for the graph, the harvest, the parts and the lists of moves together.
    const BYTES_EACH: u64 = 128;
    let bytes = (position.coins_left() + position.plies_left()) as u64 * BYTES_EACH;
    budget.plan("the graph of strings and coins", bytes.into())?;
    Ok((position.graph(), bytes))
}
