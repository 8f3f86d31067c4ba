//! Dots and Boxes: margins, and nimbers of Nimstring.

use foregone::dots::nimstring::{self, Nimstring, nimstring};
use foregone::dots::{self, Edge, Position};
use foregone::{Explain as _, Known};
use foregone_view::{Dots, dots_nimber, schema};
use numpy::{PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;

use crate::answer::object;
use crate::board::{self, board_class};
use crate::run::{Allowed, run};

fn solver(method: Option<&str>) -> PyResult<dots::Solver> {
    board::solver::<Dots>(method)
}

board_class! {
    /// A board of Dots and Boxes.
    ///
    /// From a text: `4x4`, `5x5:swedish`, `RxC:` and the edges as bits, a game as other programs write it.
    ///
    /// >>> import foregone
    /// >>> foregone.dots.Board("2x3").value()
    /// -2
    DotsBoard = "Board" in "foregone.dots", of Dots, solver solver, ();

    #[new]
    #[pyo3(signature = (text, *, form=None))]
    fn new(text: &str, form: Option<&str>) -> PyResult<Self> {
        Ok(Self::of(board::position::<Dots>(text, form)?))
    }

    /// The horizontal edges that are drawn: an array of one more row than boxes.
    #[getter]
    fn horizontal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        let (rows, columns) = self.size();
        self.drawn(py, rows + 1, columns, |row, column| Edge::Horizontal { row, column })
    }

    /// The vertical edges that are drawn: an array of one more column than boxes.
    #[getter]
    fn vertical<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<bool>> {
        let (rows, columns) = self.size();
        self.drawn(py, rows, columns + 1, |row, column| Edge::Vertical { row, column })
    }

    /// Boxes that nobody has.
    #[getter]
    fn boxes_left(&self) -> usize {
        self.position.boxes_left()
    }

    /// The margin of the side to move, from here on.
    #[pyo3(signature = (*, memory=None, time=None))]
    fn value(&self, py: Python<'_>, memory: Option<u64>, time: Option<f64>) -> PyResult<i64> {
        use foregone::Solver as _;
        let allowed = Allowed::new(memory, time, None, None)?;
        let found = run(py, allowed, |limits| dots::Solver::new().solve(&self.position, limits))?;
        Ok(board::exact(found)?.points())
    }

    /// What the position is worth at Nimstring, where nothing is scored and whoever cannot move loses.
    #[pyo3(signature = (*, memory=None, time=None))]
    fn nimber(&self, py: Python<'_>, memory: Option<u64>, time: Option<f64>) -> PyResult<Nimber> {
        let allowed = Allowed::new(memory, time, None, None)?;
        let found = run(py, allowed, |limits| nimstring(&self.position, limits))?;
        let report = found.report.clone();
        let nimstring = board::exact(found)?;
        Ok(Nimber { position: self.position.clone(), report, nimstring })
    }

    /// The object that `foregone dots why --format json` writes: every move's margin and the reasons.
    #[pyo3(signature = (*, method=None, memory=None, time=None, states=None, threads=None))]
    fn why<'py>(
        &self,
        py: Python<'py>,
        method: Option<&str>,
        memory: Option<u64>,
        time: Option<f64>,
        states: Option<u64>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut solver, allowed) = (solver(method)?, Allowed::new(memory, time, states, threads)?);
        let found = run(py, allowed, |limits| solver.why(&self.position, limits))?;
        object(py, serde_json::to_string(&schema::why::<Dots>(&self.position, &found)))
    }

    /// The object that `foregone dots hood --format json` writes: what the method keeps.
    #[pyo3(signature = (*, method=None, memory=None, time=None))]
    fn hood<'py>(
        &self,
        py: Python<'py>,

        method: Option<&str>,
        memory: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut solver, allowed) = (solver(method)?, Allowed::new(memory, time, None, None)?);
        board::hood::<Dots>(py, allowed, &mut solver, &self.position, None)
    }
}

impl DotsBoard {
    /// The side to move is the first one of every board, as the notation does not say whose turn it is.
    fn of(position: Position) -> Self {
        let (rows, columns) = (position.rows(), position.columns());
        let again = Position::new(rows, columns, position.drawn().to_vec());
        Self { position: again.unwrap_or(position) }
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (self.position.rows(), self.position.columns())
    }

    fn drawn<'py>(
        &self,
        py: Python<'py>,
        rows: usize,
        columns: usize,
        edge: impl Fn(usize, usize) -> Edge,
    ) -> Bound<'py, PyArray2<bool>> {
        let array = PyArray2::zeros(py, [rows, columns], false);
        let mut filled = array.readwrite();
        for ((row, column), drawn) in filled.as_array_mut().indexed_iter_mut() {
            *drawn = self.position.is_drawn(edge(row, column));
        }
        drop(filled);
        array
    }
}

/// A position of Nimstring, answered.
#[pyclass(frozen, module = "foregone.dots")]
pub(crate) struct Nimber {
    position: Position,
    report: foregone::Report,
    nimstring: Nimstring,
}

#[pymethods]
impl Nimber {
    /// The size of the heap that it is worth; `None` if it is loony.
    #[getter]
    fn value(&self) -> Option<u8> {
        match self.nimstring.value {
            nimstring::Nimber::Heap(size) => Some(size),
            nimstring::Nimber::Loony => None,
        }
    }

    /// Whether the side to move wins.
    #[getter]
    fn wins(&self) -> bool {
        self.nimstring.mover_wins()
    }

    /// The moves that win.
    #[getter]
    fn winning_moves(&self) -> Vec<String> {
        let moves = self.nimstring.moves.iter().filter(|mv| mv.wins());
        moves.map(|mv| mv.edge.to_string()).collect()
    }

    /// The object that `foregone dots nimber --format json` writes.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (report, value) = (self.report.clone(), Known::Exact(self.nimstring.clone()));
        let solution = foregone::Solution { value, report };
        object(py, serde_json::to_string(&dots_nimber::object(&self.position, &solution)))
    }

    fn __repr__(&self) -> String {
        let value = self.value().map_or_else(|| "None".to_owned(), |size| size.to_string());
        format!("Nimber(value={value}, wins={})", if self.wins() { "True" } else { "False" })
    }
}
