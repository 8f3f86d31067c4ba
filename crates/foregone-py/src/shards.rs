//! Work cut into tasks, as a class that is the same for all games: whatever runs the tasks need not know which it is.

#![expect(clippy::needless_pass_by_value, reason = "PyO3 hands arrays over by value")]

use foregone::Limits;
use foregone::shards::{Schedule, Task as Cut, TaskError, schedule};
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use xxhash_rust::xxh3::xxh3_64;

use crate::run::{Allowed, run};
use crate::{error, works};

/// A part of some work.
#[pyclass(frozen, module = "foregone", get_all)]
pub(crate) struct Task {
    /// Its kind, one word, and what tells it apart from the others.
    name: String,
    /// The earlier tasks whose outputs it reads.
    needs: Py<PyTuple>,
    /// Of each of these, the first byte that it reads, and the first one after that that it does not.
    reads: Py<PyTuple>,
    /// The size of its output.
    bytes: usize,
    /// The bytes that it takes at most besides its inputs and its output.
    memory: u64,
    /// How much work it is, in states.
    work: u64,
}

#[pymethods]
impl Task {
    fn __repr__(&self) -> String {
        let Self { name, bytes, memory, work, .. } = self;
        format!("Task(name='{name}', bytes={bytes}, memory={memory}, work={work})")
    }
}

/// Work of any game.
pub(crate) trait Work: Send + Sync {
    fn identity(&self) -> String;
    fn tasks(&self) -> &[Cut];
    fn wanted(&self) -> &[usize];
    fn rate(&self) -> f64;
    fn schedule(&self, workers: usize) -> Schedule;
    fn run(
        &self,
        task: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        limits: &Limits<'_>,
    ) -> Result<(), TaskError>;
    fn answer(&self, py: Python<'_>, outputs: &[&[u8]]) -> PyResult<Py<PyAny>>;
}

/// Work whose answer Python is told in some way.
pub(crate) struct Told<S, F> {
    pub(crate) shards: S,
    pub(crate) tell: F,
}

impl<S, F> Work for Told<S, F>
where
    S: foregone::Shards<Answer: Send>,
    F: Fn(Python<'_>, S::Answer) -> PyResult<Py<PyAny>> + Send + Sync,
{
    fn identity(&self) -> String {
        self.shards.identity()
    }

    fn tasks(&self) -> &[Cut] {
        self.shards.tasks()
    }

    fn wanted(&self) -> &[usize] {
        self.shards.wanted()
    }

    fn rate(&self) -> f64 {
        self.shards.rate()
    }

    fn schedule(&self, workers: usize) -> Schedule {
        schedule(&self.shards, workers)
    }

    fn run(
        &self,
        task: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        limits: &Limits<'_>,
    ) -> Result<(), TaskError> {
        self.shards.run(task, inputs, output, limits)
    }

    fn answer(&self, py: Python<'_>, outputs: &[&[u8]]) -> PyResult<Py<PyAny>> {
        let found = py.detach(|| self.shards.answer(outputs)).map_err(|error| error::task(&error))?;
        (self.tell)(py, found)
    }
}

/// Work cut into tasks, for answers that outgrow one machine: `foregone.distributed` runs it on a cluster.
///
/// A task leaves the same bytes wherever it is done, and however often. Pickled, it is no larger than the board.
#[pyclass(frozen, module = "foregone")]
pub(crate) struct Shards {
    /// The kind of work, and the board.
    made_of: (String, Py<PyAny>),
    /// How it is cut.
    options: Py<PyDict>,
    title: String,
    tasks: Py<PyTuple>,
    work: Box<dyn Work>,
}

#[pymethods]
impl Shards {
    /// Work of a kind on a board, cut as its options say.
    ///
    /// `contour`: the value and every move's; `least`, the states that a task has at least, and `wide`, whether words are wide.
    /// `polynomial` of a `colour` on a board of Hex, and the `odds` of its side to move, colours in turn. `dots`: the margin, and with `moves` every move's; `plies`, how many are
    /// tasks of their own; `table`, the table of all positions. All of them are cut for so many `workers`, one if nothing is said.
    #[new]
    #[pyo3(signature = (kind, board, **options))]
    fn new(kind: &str, board: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let py = board.py();
        let made_of = (kind.to_owned(), board.clone().unbind());
        let options = options.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
        let (title, work) = works::cut(kind, board, &options)?;
        let tasks = work.tasks().iter().map(|task| {
            let needs = PyTuple::new(py, &task.needs)?.unbind();
            let reads = PyTuple::new(py, task.reads.iter().map(|read| (read.start, read.end)))?.unbind();
            let Cut { name, bytes, memory, work, .. } = task.clone();
            Py::new(py, Task { name, needs, reads, bytes, memory, work })
        });
        let tasks = PyTuple::new(py, tasks.collect::<PyResult<Vec<_>>>()?)?.unbind();
        Ok(Self { made_of, options: options.unbind(), title, tasks, work })
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> ((&str, &Py<PyAny>), &Bound<'py, PyDict>) {
        let (kind, board) = &self.made_of;
        ((kind, board), self.options.bind(py))
    }

    /// What the work is of, in a few words: the first is the game's.
    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    /// What the work is of and how it is cut: outputs fit together if and only if this is the same.
    #[getter]
    fn identity(&self) -> String {
        self.work.identity()
    }

    /// How it is cut: so that `Shards(kind, board, **options)` cuts it again in the same way.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.options.bind(py).copy()
    }

    /// The tasks: each needs earlier ones alone.
    #[getter]
    fn tasks(&self, py: Python<'_>) -> Py<PyTuple> {
        self.tasks.clone_ref(py)
    }

    /// The tasks whose outputs make the answer.
    #[getter]
    fn wanted(&self) -> Vec<usize> {
        self.work.wanted().to_vec()
    }

    /// How many states a core works out in a second, by what was measured on one machine.
    #[getter]
    fn rate(&self) -> f64 {
        self.work.rate()
    }

    /// What it takes on so many workers of one thread each: seconds, the bytes that are read by a worker that did not leave
    /// them, and the most bytes at a time.
    #[expect(clippy::cast_precision_loss, reason = "a forecast")]
    fn schedule(&self, workers: usize) -> PyResult<(f64, u64, u64)> {
        let Schedule { span, moved, peak, .. } = self.work.schedule(works::some(workers)?.get());
        Ok((span as f64 / self.work.rate(), moved, peak))
    }

    /// Does a task, given what it reads of the outputs of those that it needs, in their order, and fills its own: arrays of
    /// bytes.
    #[pyo3(signature = (task, inputs, output, *, threads=None, memory=None, time=None))]
    fn run(
        &self,
        py: Python<'_>,
        task: usize,
        inputs: Vec<PyReadonlyArray1<'_, u8>>,
        mut output: PyReadwriteArray1<'_, u8>,
        threads: Option<usize>,
        memory: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<()> {
        let allowed = Allowed::new(memory, time, None, threads)?;
        let (inputs, output) = (slices(&inputs)?, output.as_slice_mut()?);
        run(py, allowed, |limits| self.work.run(task, &inputs, output, limits))
    }

    /// The answer, from the outputs of `wanted` in their order.
    fn answer(&self, py: Python<'_>, outputs: Vec<PyReadonlyArray1<'_, u8>>) -> PyResult<Py<PyAny>> {
        self.work.answer(py, &slices(&outputs)?)
    }

    fn __repr__(&self) -> String {
        format!("Shards('{}', tasks={})", self.title, self.work.tasks().len())
    }
}

fn slices<'a>(arrays: &'a [PyReadonlyArray1<'_, u8>]) -> PyResult<Vec<&'a [u8]>> {
    arrays.iter().map(|array| Ok(array.as_slice()?)).collect()
}

/// A checksum of some bytes: XXH3, of 64 bits.
#[pyfunction]
pub(crate) fn checksum(py: Python<'_>, bytes: PyReadonlyArray1<'_, u8>) -> PyResult<u64> {
    let bytes = bytes.as_slice()?;
    Ok(py.detach(|| xxh3_64(bytes)))
}
