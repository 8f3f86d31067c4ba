//! The Python package's native part: boards, answers and errors as Python has them. The rules and all computation are the
//! library's, and the JSON and pictures the view's.

#![expect(clippy::too_many_arguments, reason = "Python's keywords are arguments here")]

mod answer;
mod board;
mod contour;
mod dots;
mod error;
mod hex;
mod run;
mod shards;
mod value;
mod works;

use pyo3::prelude::*;

/// What `import foregone` gathers.
#[pymodule]
fn _foregone(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    error::add(py, module)?;
    module.add_class::<answer::Analysis>()?;
    module.add_class::<answer::Move>()?;
    module.add_class::<answer::Solution>()?;
    module.add_class::<answer::Line>()?;
    module.add_class::<answer::Ply>()?;
    module.add_class::<answer::Cost>()?;
    // Each game's class is called `Board` in the module of the game.
    module.add("ContourBoard", py.get_type::<contour::ContourBoard>())?;
    module.add("HexBoard", py.get_type::<hex::HexBoard>())?;
    module.add("PerfectBoard", py.get_type::<hex::PerfectBoard>())?;
    module.add_class::<hex::Polynomial>()?;
    module.add("DotsBoard", py.get_type::<dots::DotsBoard>())?;
    module.add_class::<dots::Nimber>()?;
    module.add_class::<shards::Shards>()?;
    module.add_class::<shards::Task>()?;
    module.add_function(wrap_pyfunction!(shards::checksum, module)?)?;
    Ok(())
}
