//! Values as Python has them: margins as `int`, odds as `fractions.Fraction`, wins and losses as `str`.

use foregone::{Known, Margin, Odds, Outcome};
use num_bigint::{BigInt, BigUint, Sign};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyType};

/// A value that Python has a type for.
pub(crate) trait ToPython {
    /// The same in Python.
    fn to_python(&self, py: Python<'_>) -> PyResult<Py<PyAny>>;
}

impl ToPython for Margin {
    fn to_python(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.points().into_pyobject(py)?.into_any().unbind())
    }
}

impl ToPython for Odds {
    fn to_python(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        fraction(py, &integer(py, self.numerator())?, &integer(py, self.denominator())?)
    }
}

impl ToPython for Outcome {
    fn to_python(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.to_string().into_pyobject(py)?.into_any().unbind())
    }
}

/// An `int` of any size.
pub(crate) fn integer<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    py.get_type::<pyo3::types::PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// The same with a sign.
pub(crate) fn signed<'py>(py: Python<'py>, number: &BigInt) -> PyResult<Bound<'py, PyAny>> {
    let size = integer(py, number.magnitude())?;
    if number.sign() == Sign::Minus { size.neg() } else { Ok(size) }
}

/// A `fractions.Fraction`.
pub(crate) fn fraction(
    py: Python<'_>,
    numerator: &Bound<'_, PyAny>,
    denominator: &Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Ok(CLASS.import(py, "fractions", "Fraction")?.call1((numerator, denominator))?.unbind())
}

/// What is known of a value, and how sure it is: `exact`, `lower`, `upper` or `unknown`, as in JSON.
pub(crate) fn known<V: ToPython>(
    py: Python<'_>,
    known: &Known<V>,
) -> PyResult<(Option<Py<PyAny>>, &'static str)> {
    Ok(match known {
        Known::Exact(value) => (Some(value.to_python(py)?), "exact"),
        Known::AtLeast(value) => (Some(value.to_python(py)?), "lower"),
        Known::AtMost(value) => (Some(value.to_python(py)?), "upper"),
        Known::Unknown => (None, "unknown"),
    })
}
