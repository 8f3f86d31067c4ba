//! Hex: odds under random play, influence and polynomials as arrays and fractions; who wins with perfect play.

use foregone::hex::{self, Colour, Position, Solver, Turns, perfect};
use foregone::{Cell, Explain as _, Odds, Solver as _};
use foregone_view::{Hex, HexPerfect, schema};
use numpy::{PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::answer::object;
use crate::board::{self, board_class};
use crate::error;
use crate::run::{Allowed, run};
use crate::value::{ToPython as _, fraction, integer, signed};

/// A solver for turns as commands have them.
fn solver(method: Option<&str>, turns: &str) -> PyResult<Solver> {
    let turns: Turns = turns.parse().map_err(|error| error::not_applicable(&error))?;
    Ok(board::solver::<Hex>(method)?.with_turns(turns))
}

/// A colour by its name.
pub(crate) fn colour(name: &str) -> PyResult<Colour> {
    match name {
        "white" => Ok(Colour::White),
        "black" => Ok(Colour::Black),
        _ => Err(error::not_applicable(&format!("no colour is called '{name}': expected white or black"))),
    }
}

/// An array of a board's size with a number on some of the cells, and no number on the others.
fn floats<'py>(
    py: Python<'py>,
    position: &Position,
    cells: impl IntoIterator<Item = (Cell, f64)>,
) -> Bound<'py, PyArray2<f64>> {
    let array = PyArray2::zeros(py, [position.rows(), position.columns()], false);
    let mut filled = array.readwrite();
    let mut view = filled.as_array_mut();
    view.fill(f64::NAN);
    for (cell, number) in cells {
        view[[cell.row, cell.column]] = number;
    }
    drop(filled);
    array
}

board_class! {
    /// A Hex board on which both sides fill random empty cells.
    ///
    /// From a text: `11x11`, `3x3:W2/3/2B:w`, a game in SGF, or any other form that can be found out.
    ///
    /// >>> import foregone
    /// >>> foregone.hex.Board("3x3:W2/3/2B:w").odds()
    /// Fraction(24, 35)
    HexBoard = "Board" in "foregone.hex", of Hex, solver solver, (turns: &str = "alternating");

    #[new]
    #[pyo3(signature = (text, *, form=None))]
    fn new(text: &str, form: Option<&str>) -> PyResult<Self> {
        Ok(Self::of(board::position::<Hex>(text, form)?))
    }

    /// The stones: 1 for White, -1 for Black, 0 for an empty cell.
    #[getter]
    fn stones<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        let array = PyArray2::zeros(py, [self.position.rows(), self.position.columns()], false);
        let mut filled = array.readwrite();
        for ((row, column), stone) in filled.as_array_mut().indexed_iter_mut() {
            *stone = match self.position.stone(Cell::new(row, column)) {
                Some(Colour::White) => 1,
                Some(Colour::Black) => -1,
                None => 0,
            };
        }
        drop(filled);
        array
    }

    /// The colour that is connected already: `White`, `Black` or `None`.
    #[getter]
    fn winner(&self) -> Option<String> {
        self.position.winner().map(|colour| colour.to_string())
    }

    /// The probability that the side to move wins.
    #[pyo3(signature = (*, turns="alternating"))]
    fn odds(&self, py: Python<'_>, turns: &str) -> PyResult<Py<PyAny>> {
        let mut solver = solver(None, turns)?;
        let found = run(py, Allowed::default(), |limits| solver.solve(&self.position, limits))?;
        board::exact(found)?.to_python(py)
    }

    /// The probability of each empty cell that it is pivotal: as an array of floats with NaN on stones, or if `exact` as a
    /// dictionary of fractions by the names of the cells.
    #[pyo3(signature = (*, exact=false, turns="alternating", memory=None, time=None))]
    fn influence<'py>(
        &self,
        py: Python<'py>,
        exact: bool,
        turns: &str,
        memory: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut solver, allowed) = (solver(None, turns)?, Allowed::new(memory, time, None, None)?);
        let found = board::exact(run(py, allowed, |limits| solver.influence(&self.position, limits))?)?;
        if !exact {
            let cells = found.iter().map(|(cell, odds)| (*cell, odds.to_f64()));
            return Ok(floats(py, &self.position, cells).into_any());
        }
        let cells = PyDict::new(py);
        for (cell, odds) in &found {
            cells.set_item(cell.to_string(), odds.to_python(py)?)?;
        }
        Ok(cells.into_any())
    }

    /// The odds of every move as an array of floats, NaN on stones. Rounded once, from exact odds; `analyze` has those.
    #[pyo3(signature = (*, turns="alternating", memory=None, time=None))]
    fn move_odds<'py>(
        &self,
        py: Python<'py>,
        turns: &str,
        memory: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (mut solver, allowed) = (solver(None, turns)?, Allowed::new(memory, time, None, None)?);
        let found = run(py, allowed, |limits| solver.analyze(&self.position, limits))?;
        let cells = found.moves.iter().filter_map(|judged| Some((judged.mv, judged.value.exact()?.to_f64())));
        Ok(floats(py, &self.position, cells))
    }

    /// How many sets of empty cells of each size connect a colour.
    #[pyo3(signature = (colour="white", *, memory=None, time=None, threads=None))]
    fn polynomial(
        &self,
        py: Python<'_>,
        colour: &str,
        memory: Option<u64>,
        time: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<Polynomial> {
        let (colour, allowed) = (self::colour(colour)?, Allowed::new(memory, time, None, threads)?);
        let found = run(py, allowed, |limits| Solver::new().polynomial(&self.position, colour, limits))?;
        Ok(Polynomial { polynomial: board::exact(found)? })
    }

    /// The odds of the side to move as a float, and a bound of its error: for boards too large for exact odds.
    #[pyo3(signature = (*, turns="alternating", memory=None, time=None))]
    fn estimate(
        &self,
        py: Python<'_>,
        turns: &str,
        memory: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<(f64, f64)> {
        let (mut solver, allowed) = (solver(None, turns)?, Allowed::new(memory, time, None, None)?);
        let found = board::exact(run(py, allowed, |limits| solver.estimate(&self.position, limits))?)?;
        Ok((found.value, found.error))
    }

    /// Full boards drawn at random, as likely as random play makes them; only such as a colour wins, if one is named.
    #[pyo3(signature = (count=1, *, winner=None, seed=1, turns="alternating"))]
    fn sample(
        &self,
        py: Python<'_>,
        count: usize,
        winner: Option<&str>,
        seed: u64,
        turns: &str,
    ) -> PyResult<Vec<Self>> {
        let (mut solver, winner) = (solver(None, turns)?, winner.map(colour).transpose()?);
        let found = run(py, Allowed::default(), |limits| {
            solver.sample(&self.position, winner, count, seed, limits)
        })?;
        Ok(board::exact(found)?.into_iter().map(Self::of).collect())
    }

    /// The object that `foregone hex why --format json` writes: every move's odds and the reasons.
    #[pyo3(signature = (*, turns="alternating", method=None, memory=None, time=None, states=None, threads=None))]
    fn why<'py>(
        &self,
        py: Python<'py>,
        turns: &str,
        method: Option<&str>,
        memory: Option<u64>,
        time: Option<f64>,
        states: Option<u64>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut solver, allowed) = (solver(method, turns)?, Allowed::new(memory, time, states, threads)?);
        let found = run(py, allowed, |limits| solver.why(&self.position, limits))?;
        object(py, serde_json::to_string(&schema::why::<Hex>(&self.position, &found)))
    }

    /// The object that `foregone hex hood --format json` writes: what the method keeps after a cell, if one is named.
    #[pyo3(signature = (after=None, *, turns="alternating", method=None, memory=None, time=None))]
    fn hood<'py>(
        &self,
        py: Python<'py>,
        after: Option<&str>,
        turns: &str,
        method: Option<&str>,
        memory: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut solver, allowed) = (solver(method, turns)?, Allowed::new(memory, time, None, None)?);
        board::hood::<Hex>(py, allowed, &mut solver, &self.position, after)
    }

    /// The same position, played to win.
    fn perfect(&self) -> PerfectBoard {
        PerfectBoard::of(perfect::Position::from(self.position.clone()))
    }
}

impl HexBoard {
    fn of(position: Position) -> Self {
        Self { position }
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (self.position.rows(), self.position.columns())
    }
}

fn perfect_solver(method: Option<&str>) -> PyResult<perfect::Solver> {
    board::solver::<HexPerfect>(method)
}

board_class! {
    /// A Hex board on which both sides play to win: for small boards.
    ///
    /// >>> import foregone
    /// >>> foregone.hex.PerfectBoard("3x3").wins()
    /// True
    PerfectBoard = "PerfectBoard" in "foregone.hex", of HexPerfect, solver perfect_solver, ();

    #[new]
    #[pyo3(signature = (text, *, form=None))]
    fn new(text: &str, form: Option<&str>) -> PyResult<Self> {
        Ok(Self::of(board::position::<HexPerfect>(text, form)?))
    }

    /// Whether the side to move wins.
    #[pyo3(signature = (*, memory=None, time=None))]
    fn wins(&self, py: Python<'_>, memory: Option<u64>, time: Option<f64>) -> PyResult<bool> {
        let allowed = Allowed::new(memory, time, None, None)?;
        let found = run(py, allowed, |limits| perfect::Solver::new().solve(&self.position, limits))?;
        Ok(board::exact(found)? == foregone::Outcome::Win)
    }
}

impl PerfectBoard {
    fn of(position: perfect::Position) -> Self {
        Self { position }
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (self.position.board().rows(), self.position.board().columns())
    }
}

/// How many sets of cells of each size connect a colour; and the probability that it is connected, if each empty cell is its
/// with probability `p`.
///
/// >>> import foregone
/// >>> from fractions import Fraction
/// >>> foregone.hex.Board("2x2").polynomial()(Fraction(1, 3))
/// Fraction(7, 27)
#[pyclass(frozen, module = "foregone.hex")]
pub(crate) struct Polynomial {
    pub(crate) polynomial: hex::Polynomial,
}

#[pymethods]
impl Polynomial {
    /// The number of sets of each size, from 0.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let counts = self.polynomial.counts().iter().map(|count| integer(py, count));
        PyList::new(py, counts.collect::<PyResult<Vec<_>>>()?)
    }

    /// The coefficients of the powers of `p`, from the constant.
    #[getter]
    fn coefficients<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let coefficients = self.polynomial.coefficients();
        let coefficients = coefficients.iter().map(|coefficient| signed(py, coefficient));
        PyList::new(py, coefficients.collect::<PyResult<Vec<_>>>()?)
    }

    /// Its value at a probability: a `Fraction`, an `int`, or a text such as `1/3` or `0.25`.
    fn __call__(&self, py: Python<'_>, p: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.polynomial.at(&probability(p)?).to_python(py)
    }

    /// Its derivative at a probability.
    fn slope(&self, py: Python<'_>, p: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let slope = self.polynomial.slope_at(&probability(p)?);
        fraction(py, &integer(py, slope.numer())?, &integer(py, slope.denom())?)
    }

    /// Where it is a half, as a float; `None` if it is nowhere.
    fn half(&self) -> Option<f64> {
        self.polynomial.half()
    }

    fn __repr__(&self) -> String {
        format!("Polynomial(counts=[{}])", self.polynomial.to_string().replace(' ', ", "))
    }
}

/// A probability as exact as it was given.
fn probability(p: &Bound<'_, PyAny>) -> PyResult<Odds> {
    let text = p.str()?.to_string();
    match format!("coin:{text}").parse() {
        Ok(Turns::Coin(odds)) => Ok(odds),
        _ => Err(error::not_applicable(&format!("expected a probability such as 1/3 or 0.25, found {text}"))),
    }
}
