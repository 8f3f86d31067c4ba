//! Answers: the value of a position, of every move, the best line, and what it cost.

use std::fmt::Write as _;
use std::sync::Arc;

use foregone::{AnalysisOf, LineOf, Report, Rules as _, Solution as Solved};
use foregone_view::picture::{self, Theme};
use foregone_view::{Game, MoveOf, PositionOf, ValueOf, schema};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde::Serialize;

use crate::error;
use crate::value::{ToPython, known};

/// A move as numbers: where it is on an array.
pub(crate) trait Placed {
    /// `(row, column)` of a cell, `("h" or "v", row, column)` of an edge; counted from 0.
    fn place<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>>;
}

impl Placed for foregone::Cell {
    fn place<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (self.row, self.column).into_pyobject(py)
    }
}

impl Placed for foregone::dots::Edge {
    fn place<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let kind = match self {
            Self::Horizontal { .. } => "h",
            Self::Vertical { .. } => "v",
        };
        (kind, self.row(), self.column()).into_pyobject(py)
    }
}

/// Writes an object down when somebody asks for it.
type Writer = Arc<dyn Fn() -> serde_json::Result<String> + Send + Sync>;

/// Draws a picture when somebody asks for it.
type Drawer = Arc<dyn Fn() -> Result<picture::Picture, picture::PictureError> + Send + Sync>;

/// An object of the one JSON schema, as Python's `json` reads it.
pub(crate) fn object<'py>(py: Python<'py>, text: serde_json::Result<String>) -> PyResult<Bound<'py, PyAny>> {
    let text = text.map_err(|error| error::not_applicable(&error))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// A picture as SVG, in the colours of whoever looks at it.
pub(crate) fn svg(drawn: Result<picture::Picture, picture::PictureError>) -> PyResult<String> {
    Ok(drawn.map_err(|error| error::position(&error))?.svg(Theme::Auto))
}

/// Keeps what is to be written of an answer.
fn writer<A: Serialize>(tell: impl Fn() -> A + Send + Sync + 'static) -> Writer {
    Arc::new(move || serde_json::to_string(&tell()))
}

/// What an answer cost.
#[pyclass(frozen, module = "foregone", get_all)]
#[derive(Clone)]
pub(crate) struct Cost {
    /// The method that ran.
    method: &'static str,
    /// States visited, in the method's own sense.
    states: u64,
    /// Seconds taken.
    seconds: Option<f64>,
    /// Bytes taken at the peak, as the method accounts for them.
    memory: u64,
    /// Why it ended: `finished`, or the limit that stopped it.
    stop: String,
}

impl From<&Report> for Cost {
    fn from(report: &Report) -> Self {
        Self {
            method: report.method,
            states: report.states,
            seconds: report.elapsed.map(|elapsed| elapsed.as_secs_f64()),
            memory: report.memory,
            stop: report.stop.to_string(),
        }
    }
}

#[pymethods]
impl Cost {
    fn __repr__(&self) -> String {
        let Self { method, states, seconds, memory, stop } = self;
        let seconds = seconds.map_or_else(|| "None".to_owned(), |seconds| format!("{seconds:.6}"));
        format!("Cost(method='{method}', states={states}, seconds={seconds}, memory={memory}, stop='{stop}')")
    }
}

/// A legal move and what it is worth to the side that makes it.
#[pyclass(frozen, module = "foregone", get_all)]
pub(crate) struct Move {
    /// Its name: `b2` for a cell, `h,0,1` for an edge.
    name: String,
    /// The same in numbers from 0.
    at: Py<PyTuple>,
    /// What the position is worth to the mover if it is made; `None` if nothing is known.
    value: Option<Py<PyAny>>,
    /// How sure that is: `exact`, `lower`, `upper` or `unknown`.
    certainty: &'static str,
    /// How much less that is than the best move's; `None` unless both are exact.
    behind: Option<Py<PyAny>>,
    /// Whether no move is better.
    best: bool,
}

#[pymethods]
impl Move {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = repr(py, self.value.as_ref())?;
        Ok(format!("Move('{}', value={value}{})", self.name, if self.best { ", best" } else { "" }))
    }

    fn __str__(&self) -> &str {
        &self.name
    }
}

fn repr(py: Python<'_>, value: Option<&Py<PyAny>>) -> PyResult<String> {
    value.map_or_else(|| Ok("None".to_owned()), |value| Ok(value.bind(py).repr()?.to_string()))
}

/// The value of a position.
#[pyclass(frozen, module = "foregone")]
pub(crate) struct Solution {
    /// The value for the side to move; `None` if nothing is known.
    #[pyo3(get)]
    value: Option<Py<PyAny>>,
    /// How sure that is: `exact`, `lower`, `upper` or `unknown`.
    #[pyo3(get)]
    certainty: &'static str,
    /// What it cost.
    #[pyo3(get)]
    cost: Cost,
    object: Writer,
}

impl Solution {
    /// What a game's solver found.
    pub(crate) fn new<G: Game<Solver: 'static>>(
        py: Python<'_>,
        position: PositionOf<G>,
        found: Solved<ValueOf<G>>,
    ) -> PyResult<Self>
    where
        PositionOf<G>: Send + Sync,
        ValueOf<G>: ToPython + Send + Sync,
    {
        let (value, certainty) = known(py, &found.value)?;
        let cost = Cost::from(&found.report);
        let object = writer(move || schema::solution::<G>(&position, &found));
        Ok(Self { value, certainty, cost, object })
    }
}

#[pymethods]
impl Solution {
    /// The object that `foregone solve --format json` writes.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, (self.object)())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Solution(value={}, certainty='{}')", repr(py, self.value.as_ref())?, self.certainty))
    }
}

/// The value of a position and of every move in it, best first.
#[pyclass(frozen, module = "foregone")]
pub(crate) struct Analysis {
    /// The value for the side to move; `None` if nothing is known.
    #[pyo3(get)]
    value: Option<Py<PyAny>>,
    /// How sure that is: `exact`, `lower`, `upper` or `unknown`.
    #[pyo3(get)]
    certainty: &'static str,
    /// Whose view all values take, by name.
    #[pyo3(get)]
    to_move: String,
    /// Every legal move, best first; those of unknown value last.
    #[pyo3(get)]
    moves: Py<PyTuple>,
    /// What it cost.
    #[pyo3(get)]
    cost: Cost,
    object: Writer,
    picture: Drawer,
}

impl Analysis {
    /// What a game's solver found.
    pub(crate) fn new<G: Game>(
        py: Python<'_>,
        position: PositionOf<G>,
        found: AnalysisOf<G::Solver>,
    ) -> PyResult<Self>
    where
        PositionOf<G>: Send + Sync,
        MoveOf<G>: Placed + Send + Sync,
        ValueOf<G>: ToPython + Send + Sync,
    {
        let moves = found.moves.iter().map(|judged| {
            let (value, certainty) = known(py, &judged.value)?;
            let behind = judged.behind.as_ref().filter(|_| G::MEASURED);
            Move {
                name: G::move_name(&position, judged.mv),
                at: judged.mv.place(py)?.unbind(),
                value,
                certainty,
                behind: behind.map(|behind| behind.to_python(py)).transpose()?,
                best: judged.best,
            }
            .into_pyobject(py)
        });
        let moves = PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)?.unbind();
        let (value, certainty) = known(py, &found.value)?;
        let (cost, to_move) = (Cost::from(&found.report), G::side(&position, position.to_move()));
        let (position, found) = (Arc::new(position), Arc::new(found));
        let (drawn, told) = (Arc::clone(&position), Arc::clone(&found));
        Ok(Self {
            value,
            certainty,
            to_move,
            moves,
            cost,
            object: writer(move || schema::analysis::<G>(&position, &found)),
            picture: Arc::new(move || picture::analysis::<G>(&drawn, &told)),
        })
    }
}

#[pymethods]
impl Analysis {
    /// The names of the best moves, all of them equally good; none if the value is not known or no move is left.
    #[getter]
    fn best(&self, py: Python<'_>) -> Vec<String> {
        let moves = self.moves.bind(py).iter().filter_map(|mv| mv.extract::<PyRef<'_, Move>>().ok());
        moves.filter(|mv| mv.best).map(|mv| mv.name.clone()).collect()
    }

    /// The value of each move by its name: those that are known exactly.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for mv in self.moves.bind(py) {
            let mv = mv.extract::<PyRef<'_, Move>>()?;
            if mv.certainty == "exact" {
                values.set_item(&mv.name, &mv.value)?;
            }
        }
        Ok(values)
    }

    /// The object that `foregone analyze --format json` writes.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, (self.object)())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        svg((self.picture)())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (value, best) = (repr(py, self.value.as_ref())?, PyTuple::new(py, self.best(py))?.repr()?);
        Ok(format!("Analysis(value={value}, certainty='{}', best={best})", self.certainty))
    }
}

/// A ply of a best line.
#[pyclass(frozen, module = "foregone", get_all)]
pub(crate) struct Ply {
    /// Who moves: `first` or `second`.
    side: String,
    /// The name of its move.
    name: String,
    /// What the position before the move is worth to that side.
    value: Py<PyAny>,
}

#[pymethods]
impl Ply {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.value.bind(py).repr()?;
        Ok(format!("Ply('{}', side='{}', value={value})", self.name, self.side))
    }
}

/// A best line: each side's first best move in turn.
#[pyclass(frozen, module = "foregone")]
pub(crate) struct Line {
    /// The plies, in order.
    #[pyo3(get)]
    plies: Py<PyTuple>,
    /// Whether it goes to the end of the game.
    #[pyo3(get)]
    complete: bool,
    /// What it cost.
    #[pyo3(get)]
    cost: Cost,
    names: Vec<String>,
    object: Writer,
    picture: Drawer,
}

impl Line {
    /// What a game's solver found.
    pub(crate) fn new<G: Game>(
        py: Python<'_>,
        position: PositionOf<G>,
        found: LineOf<G::Solver>,
    ) -> PyResult<Self>
    where
        PositionOf<G>: Send + Sync,
        MoveOf<G>: Send + Sync,
        ValueOf<G>: ToPython + Send + Sync,
    {
        let names: Vec<_> = found.plies.iter().map(|ply| G::move_name(&position, ply.mv)).collect();
        let plies = found.plies.iter().zip(&names).map(|(ply, name)| {
            let value = ply.value.to_python(py)?;
            Ply { side: ply.side.to_string(), name: name.clone(), value }.into_pyobject(py)
        });
        let plies = PyTuple::new(py, plies.collect::<PyResult<Vec<_>>>()?)?.unbind();
        let (complete, cost) = (found.complete, Cost::from(&found.report));
        let (position, found) = (Arc::new(position), Arc::new(found));
        let (drawn, told) = (Arc::clone(&position), Arc::clone(&found));
        Ok(Self {
            plies,
            complete,
            cost,
            names,
            object: writer(move || schema::line::<G>(&position, &found)),
            picture: Arc::new(move || picture::line::<G>(&drawn, &told)),
        })
    }
}

#[pymethods]
impl Line {
    /// The names of the moves.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.names.clone()
    }

    fn __len__(&self) -> usize {
        self.names.len()
    }

    /// The object that `foregone line --format json` writes.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, (self.object)())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        svg((self.picture)())
    }

    fn __repr__(&self) -> String {
        let mut text = String::from("Line(");
        for (index, name) in self.names.iter().take(12).enumerate() {
            let _ = write!(text, "{}{name}", if index > 0 { " " } else { "" });
        }
        text + if self.names.len() > 12 { " …)" } else { ")" }
    }
}
