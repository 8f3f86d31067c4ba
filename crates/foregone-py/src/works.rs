//! The kinds of work that can be cut into tasks: what each is cut by, and how Python is told its answer.

use std::num::NonZero;

use foregone::contour::{self, ShardOptions, Worth};
use foregone::dots::dense::{TableFile, TableShards};
use foregone::dots::{self, Cut, Margins};
use foregone::hex::{OddsShards, PolynomialShards};
use foregone::{Known, Odds, SolveError};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::contour::ContourBoard;
use crate::dots::DotsBoard;
use crate::error;
use crate::hex::{self, HexBoard, Polynomial};
use crate::shards::{Told, Work};
use crate::value::ToPython as _;

/// Cuts work of a kind, and says in a few words what it is of.
pub(crate) fn cut(
    kind: &str,
    board: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
) -> PyResult<(String, Box<dyn Work>)> {
    let mut options = Options { kind, options, known: Vec::new() };
    let workers = some(options.take("workers")?.unwrap_or(1))?;
    match kind {
        "contour" => {
            let board = board.cast::<ContourBoard>()?.get();
            let cut = ShardOptions {
                least: options.take("least")?,
                wide: options.take("wide")?.unwrap_or_default(),
            };
            options.end()?;
            let shards = contour::Shards::new(&board.position, workers.get(), cut);
            Ok((titled("contour", board.size(), ""), told(Ok(shards), worth)?))
        }
        "polynomial" => {
            let board = board.cast::<HexBoard>()?.get();
            let colour: Option<String> = options.take("colour")?;
            let colour = hex::colour(colour.as_deref().unwrap_or("white"))?;
            options.end()?;
            let shards = PolynomialShards::new(&board.position, colour, workers);
            let tell = |py: Python<'_>, polynomial| Ok(Py::new(py, Polynomial { polynomial })?.into_any());
            Ok((titled("hex", board.size(), " polynomial"), told(shards, tell)?))
        }
        "odds" => {
            let board = board.cast::<HexBoard>()?.get();
            options.end()?;
            let shards = OddsShards::new(&board.position, workers);
            let tell = |py: Python<'_>, odds: Odds| odds.to_python(py);
            Ok((titled("hex", board.size(), " odds"), told(shards, tell)?))
        }
        "dots" => {
            let board = board.cast::<DotsBoard>()?.get();
            let mut cut = Cut::for_workers(&board.position, workers);
            cut.plies = options.take("plies")?.unwrap_or(cut.plies);
            cut.moves = options.take("moves")?.unwrap_or_default();
            options.end()?;
            let shards = dots::Shards::new(&board.position, cut);
            Ok((titled("dots", board.size(), ""), told(shards, margins)?))
        }
        "table" => {
            let board = board.cast::<DotsBoard>()?.get();
            options.end()?;
            let shards = TableShards::new(&board.position, workers);
            Ok((titled("dots", board.size(), " table"), told(shards, table)?))
        }
        _ => {
            let expected = "expected one of contour, polynomial, odds, dots, table";
            Err(error::not_applicable(&format!("no work is called '{kind}': {expected}")))
        }
    }
}

/// How work is to be cut, by name.
struct Options<'a, 'py> {
    kind: &'a str,
    options: &'a Bound<'py, PyDict>,
    known: Vec<&'static str>,
}

impl<'py> Options<'_, 'py> {
    /// One of them, if it was said.
    fn take<T: FromPyObjectOwned<'py>>(&mut self, name: &'static str) -> PyResult<Option<T>> {
        self.known.push(name);
        let Some(option) = self.options.get_item(name)?.filter(|option| !option.is_none()) else {
            return Ok(None);
        };
        option.extract().map(Some).map_err(Into::into)
    }

    /// Makes sure that there are no others.
    fn end(&self) -> PyResult<()> {
        for (name, _) in self.options {
            let name: String = name.extract()?;
            if !self.known.contains(&&*name) {
                return Err(PyTypeError::new_err(format!("{} is not cut by '{name}'", self.kind)));
            }
        }
        Ok(())
    }
}

/// A number of workers.
pub(crate) fn some(workers: usize) -> PyResult<NonZero<usize>> {
    NonZero::new(workers).ok_or_else(|| PyValueError::new_err("workers: expected 1 or more, found 0"))
}

fn titled(game: &str, (rows, columns): (usize, usize), of: &str) -> String {
    format!("{game} {rows}x{columns}{of}")
}

fn told<S>(
    shards: Result<S, SolveError>,
    tell: impl Fn(Python<'_>, S::Answer) -> PyResult<Py<PyAny>> + Send + Sync + 'static,
) -> PyResult<Box<dyn Work>>
where
    S: foregone::Shards<Answer: Send> + 'static,
{
    Ok(Box::new(Told { shards: shards.map_err(|refused| error::solve(&refused))?, tell }))
}

/// The value of a position of Contour, and that of each move by its name.
fn worth(py: Python<'_>, worth: Worth) -> PyResult<Py<PyAny>> {
    let moves = PyDict::new(py);
    for (cell, margin) in worth.moves {
        moves.set_item(cell.to_string(), margin.points())?;
    }
    Ok((worth.value.points(), moves).into_pyobject(py)?.into_any().unbind())
}

/// The margin of a position of Dots and Boxes, and by their names those of the moves that are known.
fn margins(py: Python<'_>, margins: Margins) -> PyResult<Py<PyAny>> {
    let moves = PyDict::new(py);
    for (edge, margin) in margins.moves {
        if let Known::Exact(margin) = margin {
            moves.set_item(edge.to_string(), margin.points())?;
        }
    }
    Ok((margins.value.points(), moves).into_pyobject(py)?.into_any().unbind())
}

/// What is known of a table: the margin at its root, what its file begins with, its positions, and the bytes of the file.
fn table(py: Python<'_>, file: TableFile) -> PyResult<Py<PyAny>> {
    let TableFile { value, head, positions, bytes } = file;
    let told = (value.points(), PyBytes::new(py, &head), positions, bytes);
    Ok(told.into_pyobject(py)?.into_any().unbind())
}
