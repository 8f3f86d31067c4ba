//! Contour: boards from a text or from two arrays of scores.

use foregone::contour::{self, Board, Position};
use foregone::{Explain as _, Side};
use foregone_view::{Contour, schema};
use numpy::{PyArray2, PyArrayLike2, PyArrayMethods as _, PyUntypedArrayMethods as _, TypeMustMatch};
use pyo3::prelude::*;

use crate::answer::object;
use crate::board::{self, board_class};
use crate::error;
use crate::run::{Allowed, run};

fn solver(method: Option<&str>) -> PyResult<contour::Solver> {
    board::solver::<Contour>(method)
}

/// The scores of an array, row by row.
fn scores(array: &PyArrayLike2<'_, i64, TypeMustMatch>) -> Vec<i64> {
    array.as_array().iter().copied().collect()
}

board_class! {
    /// A scored grid whose cells two players take in staircase order.
    ///
    /// From a text, such as `2x2:1,2/3,4|4,3/2,1`; or from two arrays, what each cell is worth to the first side and to the
    /// second, and how many cells of each row are taken.
    ///
    /// >>> import foregone
    /// >>> foregone.contour.Board([[1, 2], [3, 4]], [[4, 3], [2, 1]]).value()
    /// 0
    ContourBoard = "Board" in "foregone.contour", of Contour, solver solver, ();

    #[new]
    #[pyo3(signature = (first, second=None, taken=None, *, form=None))]
    fn new(
        first: &Bound<'_, PyAny>,
        second: Option<PyArrayLike2<'_, i64, TypeMustMatch>>,
        taken: Option<Vec<usize>>,
        form: Option<&str>,
    ) -> PyResult<Self> {
        let Some(second) = second else {
            if taken.is_some() {
                return Err(error::position("taken: a text says itself which cells are taken"));
            }
            return Ok(Self::of(board::position::<Contour>(&first.extract::<String>()?, form)?));
        };
        if form.is_some() {
            return Err(error::position("form: two arrays are no text"));
        }
        let first: PyArrayLike2<'_, i64, TypeMustMatch> = first.extract()?;
        let (shape, other) = (first.shape(), second.shape());
        if shape != other {
            return Err(error::position(&format!("the arrays differ in shape: {shape:?} and {other:?}")));
        }
        let board = Board::new(shape[0], shape[1], scores(&first), scores(&second)).map_err(|error| error::position(&error))?;
        let position = match taken {
            Some(taken) => Position::with_taken(board, taken).map_err(|error| error::position(&error))?,
            None => Position::new(board),
        };
        Ok(Self::of(position))
    }

    /// What each cell is worth to the first side.
    #[getter]
    fn first<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i64>> {
        self.scores(py, Side::First)
    }

    /// What each cell is worth to the second side.
    #[getter]
    fn second<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i64>> {
        self.scores(py, Side::Second)
    }

    /// How many cells of each row are taken.
    #[getter]
    fn taken(&self) -> Vec<usize> {
        self.position.taken().to_vec()
    }

    /// The margin of the side to move, from here on.
    fn value(&self, py: Python<'_>) -> PyResult<i64> {
        use foregone::Solver as _;
        let found = run(py, Allowed::default(), |limits| contour::Solver::new().solve(&self.position, limits))?;
        Ok(board::exact(found)?.points())
    }

    /// The object that `foregone contour why --format json` writes: every move's value and the reasons.
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
        object(py, serde_json::to_string(&schema::why::<Contour>(&self.position, &found)))
    }

    /// The object that `foregone contour hood --format json` writes: what the method keeps.
    #[pyo3(signature = (*, method=None, memory=None, time=None))]
    fn hood<'py>(
        &self,
        py: Python<'py>,

        method: Option<&str>,
        memory: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut solver, allowed) = (solver(method)?, Allowed::new(memory, time, None, None)?);
        board::hood::<Contour>(py, allowed, &mut solver, &self.position, None)
    }
}

impl ContourBoard {
    fn of(position: Position) -> Self {
        Self { position }
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (self.position.board().rows(), self.position.board().columns())
    }

    fn scores<'py>(&self, py: Python<'py>, side: Side) -> Bound<'py, PyArray2<i64>> {
        let (rows, columns) = self.size();
        let array = PyArray2::zeros(py, [rows, columns], false);
        let board = self.position.board();
        let mut filled = array.readwrite();
        for ((row, column), score) in filled.as_array_mut().indexed_iter_mut() {
            *score = board.score(side, foregone::Cell::new(row, column));
        }
        drop(filled);
        array
    }
}
