//! Work cut into tasks, as a class that is the same for all games: whatever runs the tasks need not know which it is.

use foregone::shards::{Schedule, Task as Cut, TaskError, schedule};
use foregone::{Limits, Shards as _};
use numpy::{PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error;
use crate::run::{Allowed, run};

/// A part of some work.
#[pyclass(frozen, module = "foregone", get_all)]
pub(crate) struct Task {
    /// Its kind, one word, and what tells it apart from the others.
    name: String,
    /// The earlier tasks whose outputs it reads.
    needs: Py<PyTuple>,
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
trait Work: Send + Sync {
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
struct Told<S, F> {
    shards: S,
    tell: F,
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
/// A task leaves the same bytes wherever it is done, and however often. Pickled, it is as small as the board.
#[pyclass(frozen, module = "foregone")]
pub(crate) struct Shards {
    /// What made it: the kind of work, the board, how it is to be cut.
    made_of: (&'static str, Py<PyAny>, Py<PyDict>),
    title: String,
    tasks: Py<PyTuple>,
    work: Box<dyn Work>,
}

#[pymethods]
impl Shards {
    /// What the work is of, in a few words.
    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    /// What the work is of and how it is cut: outputs fit together if and only if this is the same.
    #[getter]
    fn identity(&self) -> String {
        self.work.identity()
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
    fn schedule(&self, workers: usize) -> PyResult<(f64, u64, u64)> {
        if workers == 0 {
            return Err(PyValueError::new_err("workers: expected 1 or more, found 0"));
        }
        let Schedule { span, moved, peak, .. } = self.work.schedule(workers);
        #[expect(clippy::cast_precision_loss, reason = "a forecast")]
        Ok((span as f64 / self.work.rate(), moved, peak))
    }

    /// Does a task, given the outputs of those that it needs in their order, and fills its own: arrays of bytes.
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

impl Shards {
    fn new<S>(
        py: Python<'_>,
        made_of: (&'static str, Py<PyAny>, Py<PyDict>),
        title: String,
        shards: S,
        tell: impl Fn(Python<'_>, S::Answer) -> PyResult<Py<PyAny>> + Send + Sync + 'static,
    ) -> PyResult<Self>
    where
        S: foregone::Shards<Answer: Send> + 'static,
    {
        let tasks = shards.tasks().iter().map(|task| {
            let needs = PyTuple::new(py, &task.needs)?.unbind();
            let Cut { name, bytes, memory, work, .. } = task.clone();
            Py::new(py, Task { name, needs, bytes, memory, work })
        });
        let tasks = PyTuple::new(py, tasks.collect::<PyResult<Vec<_>>>()?)?.unbind();
        Ok(Self { made_of, title, tasks, work: Box::new(Told { shards, tell }) })
    }
}

fn slices<'a>(arrays: &'a [PyReadonlyArray1<'_, u8>]) -> PyResult<Vec<&'a [u8]>> {
    arrays
        .iter()
        .map(|array| array.as_slice().map_err(|_| PyValueError::new_err("expected bytes one after the other")))
        .collect()
}
