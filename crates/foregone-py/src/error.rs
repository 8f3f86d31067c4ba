//! Errors, with the words that the library has for them.

use foregone::shards::TaskError;
use foregone::{IllegalMove, SolveError};
use pyo3::exceptions::{PyArithmeticError, PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::{PyErr, create_exception};

create_exception!(
    foregone,
    PositionError,
    PyValueError,
    "A text or an array that is no position, or one out of range."
);
create_exception!(foregone, IllegalMoveError, PyValueError, "A move that a position does not allow.");
create_exception!(
    foregone,
    NotApplicableError,
    PyValueError,
    "A method that does not apply to a position, or none of that name."
);
create_exception!(
    foregone,
    LimitError,
    PyRuntimeError,
    "A limit was reached before there was an answer, and no bound would do."
);
create_exception!(
    foregone,
    TooLargeError,
    PyMemoryError,
    "More memory than is allowed, or than there is, would be taken."
);

create_exception!(
    foregone._foregone,
    NarrowError,
    PyArithmeticError,
    "Words too narrow for what some work adds up: it is to be cut anew, with wide ones."
);

/// Adds the classes to the module.
pub(crate) fn add(py: Python<'_>, module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("PositionError", py.get_type::<PositionError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("NotApplicableError", py.get_type::<NotApplicableError>())?;
    module.add("LimitError", py.get_type::<LimitError>())?;
    module.add("TooLargeError", py.get_type::<TooLargeError>())?;
    module.add("NarrowError", py.get_type::<NarrowError>())
}

/// A position that cannot be.
pub(crate) fn position(error: &(impl ToString + ?Sized)) -> PyErr {
    PositionError::new_err(error.to_string())
}

/// A move that cannot be made.
pub(crate) fn illegal(error: &IllegalMove) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}

/// Something else that cannot be had.
pub(crate) fn not_applicable(error: &(impl ToString + ?Sized)) -> PyErr {
    NotApplicableError::new_err(error.to_string())
}

/// A question that was not taken on.
pub(crate) fn solve(error: &SolveError) -> PyErr {
    let text = error.to_string();
    match error {
        SolveError::TooLarge { .. } | SolveError::NoMemory { .. } => TooLargeError::new_err(text),
        _ => NotApplicableError::new_err(text),
    }
}

/// A task that was not done.
pub(crate) fn task(error: &TaskError) -> PyErr {
    match error {
        TaskError::Refused(refused) => solve(refused),
        TaskError::Narrow { .. } => NarrowError::new_err(error.to_string()),
        TaskError::Stopped(_) => LimitError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}
