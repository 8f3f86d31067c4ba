//! Work cut into tasks, for answers that outgrow one machine.
//!
//! [`Shards`] says what there is to do and does each part of it. It knows nothing of processes, machines or files: an
//! engine that has those hands every task the bytes that earlier tasks left, wherever it runs, and keeps what it leaves.
//! The same tasks give the same bytes, on whatever machine and however often they are done, so that a part that is lost is
//! done again and nothing else is.
//!
//! ```text
//!     Shards::tasks      0 ──┬── 2 ──┐            each has a name, what it needs, what it takes and leaves
//!                        1 ──┴── 3 ──┴── 4
//!     Shards::run        task 3, outputs of 0 and 1  ──>  output of 3
//!     Shards::answer     outputs of Shards::wanted   ──>  the answer
//! ```
//!
//! [`run_here`] is the plainest engine: one task after the other, in this process.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::ops::Range;

use crate::limits::{Limits, filled};
use crate::report::{Halt, SolveError, StopReason};

/// A part of the work.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Task {
    /// What it is, in a few words; no two of the same work are called the same.
    pub name: String,
    /// The tasks whose outputs it reads, by their places: all of them are earlier ones.
    pub needs: Vec<usize>,
    /// Of each of these outputs, the bytes that it reads: no others need travel. See [`all_of`].
    pub reads: Vec<Range<usize>>,
    /// The bytes of its output: just so many.
    pub bytes: usize,
    /// The bytes that it takes while it runs, at most, besides its inputs and its output.
    pub memory: u64,
    /// How much work it is, in states.
    pub work: u64,
}

/// All that some tasks leave, for [`Task::reads`].
#[must_use]
pub fn all_of(needs: &[usize], tasks: &[Task]) -> Vec<Range<usize>> {
    needs.iter().map(|&need| 0..tasks[need].bytes).collect()
}

/// Why a task was not done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TaskError {
    /// There is no such task.
    #[error("there is no task {task}: there are {tasks}, counted from 0")]
    NoSuchTask {
        /// The one asked for.
        task: usize,
        /// How many there are.
        tasks: usize,
    },
    /// It was given more inputs than it needs, or fewer.
    #[error("{task}: expected {expected} inputs, found {found}")]
    Inputs {
        /// The task's name.
        task: String,
        /// How many it needs.
        expected: usize,
        /// How many there were.
        found: usize,
    },
    /// An input or the room for the output has not the bytes that it should have.
    #[error("{task}: expected {expected} bytes {place}, found {found}")]
    Bytes {
        /// The task's name.
        task: String,
        /// Which bytes.
        place: String,
        /// How many there should be.
        expected: usize,
        /// How many there were.
        found: usize,
    },
    /// An input is not what the task that should have left it leaves.
    #[error("{task}: what `{from}` is said to have left is damaged: {what}")]
    Damaged {
        /// The task's name.
        task: String,
        /// The name of the one that left it.
        from: String,
        /// What is wrong.
        what: String,
    },
    /// It was cut for words that are too narrow for a value: cut for wider ones, the work can be done.
    #[error("{task}: a value may not fit the words that the work was cut for; cut it again for wider ones")]
    Narrow {
        /// The task's name.
        task: String,
    },
    /// A solver refused it.
    // Not its source: whoever prints the causes of errors would print it twice.
    #[error("{0}")]
    Refused(SolveError),
    /// A limit stopped it.
    #[error("a limit stopped it before it was done: {0}")]
    Stopped(StopReason),
}

impl From<SolveError> for TaskError {
    fn from(error: SolveError) -> Self {
        Self::Refused(error)
    }
}

impl From<StopReason> for TaskError {
    fn from(stop: StopReason) -> Self {
        Self::Stopped(stop)
    }
}

impl From<Halt> for TaskError {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Refused(error) => Self::Refused(error),
            Halt::Stopped(stop) => Self::Stopped(stop),
        }
    }
}

/// Work cut into tasks.
///
/// What makes it (a position, how finely it is to be cut) makes the same tasks everywhere: so an engine sends that, not
/// the tasks. Buffers may begin anywhere; those that begin at a multiple of 64 bytes need not be copied.
pub trait Shards: Send + Sync {
    /// What comes of it.
    type Answer;

    /// What the work is of, and how it is cut: outputs fit together if and only if this is the same.
    fn identity(&self) -> String;

    /// The tasks: each needs earlier ones alone.
    fn tasks(&self) -> &[Task];

    /// The tasks whose outputs make the answer.
    fn wanted(&self) -> &[usize];

    /// How many states a core works out in a second, by what was measured on one machine: see
    /// [`Forecast`](crate::Forecast).
    fn rate(&self) -> f64;

    /// Does a task, given what it reads of the outputs of those that it needs, in their order, and fills `output`.
    ///
    /// # Errors
    /// [`TaskError`] if something does not fit the task, or at a limit. What is in `output` then is of no use.
    fn run(
        &self,
        task: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        limits: &Limits<'_>,
    ) -> Result<(), TaskError>;

    /// The answer, from the outputs of [`Shards::wanted`] in their order.
    ///
    /// # Errors
    /// [`TaskError`] if they are not what these tasks leave.
    fn answer(&self, outputs: &[&[u8]]) -> Result<Self::Answer, TaskError>;

    /// The task of a place, if it is given what it asks for.
    ///
    /// # Errors
    /// [`TaskError`] naming what does not fit.
    fn checked(&self, task: usize, inputs: &[&[u8]], output: &[u8]) -> Result<&Task, TaskError> {
        let tasks = self.tasks();
        let of = tasks.get(task).ok_or(TaskError::NoSuchTask { task, tasks: tasks.len() })?;
        check_inputs(tasks, &of.name, &of.needs, &of.reads, inputs)?;
        check_bytes(&of.name, || "of room for the output".to_owned(), of.bytes, output.len())?;
        Ok(of)
    }

    /// Checks that there are as many outputs as the answer asks for, and each of the right size.
    ///
    /// # Errors
    /// [`TaskError`] naming what does not fit.
    fn check_wanted(&self, outputs: &[&[u8]]) -> Result<(), TaskError> {
        let (tasks, wanted) = (self.tasks(), self.wanted());
        check_inputs(tasks, "the answer", wanted, &all_of(wanted, tasks), outputs)
    }
}

fn check_inputs(
    tasks: &[Task],
    name: &str,
    needs: &[usize],
    reads: &[Range<usize>],
    inputs: &[&[u8]],
) -> Result<(), TaskError> {
    let (expected, found) = (needs.len(), inputs.len());
    if expected != found {
        return Err(TaskError::Inputs { task: name.to_owned(), expected, found });
    }
    needs.iter().zip(reads).zip(inputs).try_for_each(|((&need, read), input)| {
        let need = &tasks[need];
        check_bytes(name, || format!("of `{}`", need.name), read.len(), input.len())
    })
}

fn check_bytes(
    task: &str,
    place: impl Fn() -> String,
    expected: usize,
    found: usize,
) -> Result<(), TaskError> {
    if expected == found {
        return Ok(());
    }
    Err(TaskError::Bytes { task: task.to_owned(), place: place(), expected, found })
}

/// Does all tasks in this process, one after the other; an output is dropped after the last task that reads it.
///
/// # Errors
/// [`TaskError`] if a task is refused, or at a limit.
pub fn run_here<S: Shards + ?Sized>(shards: &S, limits: &Limits<'_>) -> Result<S::Answer, TaskError> {
    let tasks = shards.tasks();
    let mut readers = readers(shards);
    let mut outputs: Vec<Vec<u8>> = vec![Vec::new(); tasks.len()];
    for (index, task) in tasks.iter().enumerate() {
        let mut output = filled("what a task leaves", 0, task.bytes)?;
        let reads = task.needs.iter().zip(&task.reads);
        let inputs: Vec<&[u8]> = reads.map(|(&need, read)| &outputs[need][read.clone()]).collect();
        shards.run(index, &inputs, &mut output, limits)?;
        outputs[index] = output;
        for &need in &task.needs {
            readers[need] -= 1;
            if readers[need] == 0 {
                outputs[need] = Vec::new();
            }
        }
    }
    let wanted: Vec<&[u8]> = shards.wanted().iter().map(|&want| &*outputs[want]).collect();
    shards.answer(&wanted)
}

/// How often each output is read, by tasks and for the answer.
fn readers<S: Shards + ?Sized>(shards: &S) -> Vec<usize> {
    let tasks = shards.tasks();
    let mut readers = vec![0; tasks.len()];
    for &need in tasks.iter().flat_map(|task| &task.needs).chain(shards.wanted()) {
        readers[need] += 1;
    }
    readers
}

/// What the work takes on so many workers of one core each.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// The workers.
    pub workers: usize,
    /// States from the beginning to the end, those that are worked out at the same time counted once.
    pub span: u64,
    /// The bytes that are read by a worker that did not leave them.
    pub moved: u64,
    /// The most bytes at a time: outputs that are still to be read, and what the running tasks take.
    pub peak: u64,
}

/// What the work takes on so many workers of one core each, if whoever is free takes the first task that can be done, of
/// those the one for which the most is there already.
///
/// # Panics
/// If there are no workers.
///
/// Time: that of sorting the tasks, and of going through those that can be done for each.
#[must_use]
pub fn schedule<S: Shards + ?Sized>(shards: &S, workers: usize) -> Schedule {
    assert!(workers > 0, "somebody must work");
    let tasks = shards.tasks();
    let mut readers = readers(shards);
    let mut missing: Vec<usize> = tasks.iter().map(|task| task.needs.len()).collect();
    let mut waiting_for: Vec<Vec<usize>> = vec![Vec::new(); tasks.len()];
    for (index, task) in tasks.iter().enumerate() {
        for &need in &task.needs {
            waiting_for[need].push(index);
        }
    }
    let mut ready: BinaryHeap<Reverse<usize>> =
        (0..tasks.len()).filter(|&index| missing[index] == 0).map(Reverse).collect();
    let mut place = vec![usize::MAX; tasks.len()];
    // More workers than tasks have nothing to do.
    let mut free: Vec<usize> = (0..workers.min(tasks.len())).rev().collect();
    let mut running: BinaryHeap<Running> = BinaryHeap::new();
    let (mut now, mut moved, mut held, mut peak) = (0, 0, 0_u64, 0_u64);
    loop {
        while let (false, Some(Reverse(task))) = (free.is_empty(), ready.peek().copied()) {
            ready.pop();
            let reads = || tasks[task].needs.iter().zip(&tasks[task].reads);
            let here = |worker: usize| -> u64 {
                let reads = reads().filter(|&(&need, _)| place[need] == worker);
                reads.map(|(_, read)| read.len() as u64).sum()
            };
            let (at, worker) = free
                .iter()
                .copied()
                .enumerate()
                .max_by_key(|&(at, worker)| (here(worker), at))
                .unwrap_or_else(|| unreachable!("a worker is free"));
            free.swap_remove(at);
            let needed: u64 = reads().map(|(_, read)| read.len() as u64).sum();
            moved += needed - here(worker);
            place[task] = worker;
            held += tasks[task].bytes as u64 + tasks[task].memory;
            peak = peak.max(held);
            running.push(Running { ends: now + tasks[task].work, task, worker });
        }
        let Some(Running { ends, task, worker }) = running.pop() else { break };
        now = ends;
        free.push(worker);
        held -= tasks[task].memory;
        for &need in &tasks[task].needs {
            readers[need] -= 1;
            if readers[need] == 0 {
                held -= tasks[need].bytes as u64;
            }
        }
        for &next in &waiting_for[task] {
            missing[next] -= 1;
            if missing[next] == 0 {
                ready.push(Reverse(next));
            }
        }
    }
    Schedule { workers, span: now, moved, peak }
}

/// A task that a worker is at; the one that ends first is the greatest.
#[derive(PartialEq, Eq)]
struct Running {
    ends: u64,
    task: usize,
    worker: usize,
}

impl Ord for Running {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.ends, other.task).cmp(&(self.ends, self.task))
    }
}

impl PartialOrd for Running {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pascal's triangle: every number is a task.
    struct Triangle {
        tasks: Vec<Task>,
        wanted: Vec<usize>,
    }

    impl Triangle {
        fn new(rows: usize) -> Self {
            let mut tasks = Vec::new();
            for row in 0..rows {
                for place in 0..=row {
                    let above = tasks.len() - row;
                    let needs = match (row, place) {
                        (0, _) => vec![],
                        (_, 0) => vec![above],
                        (row, place) if place == row => vec![above - 1],
                        _ => vec![above - 1, above],
                    };
                    let name = format!("number {place} of row {row}");
                    let reads = all_of(&needs, &tasks);
                    tasks.push(Task { name, needs, reads, bytes: 8, memory: 2, work: 10 });
                }
            }
            Self { wanted: (tasks.len() - rows..tasks.len()).collect(), tasks }
        }
    }

    impl Shards for Triangle {
        type Answer = Vec<u64>;

        fn identity(&self) -> String {
            "a triangle".to_owned()
        }

        fn tasks(&self) -> &[Task] {
            &self.tasks
        }

        fn wanted(&self) -> &[usize] {
            &self.wanted
        }

        fn rate(&self) -> f64 {
            1.0
        }

        fn run(
            &self,
            task: usize,
            inputs: &[&[u8]],
            output: &mut [u8],
            _: &Limits<'_>,
        ) -> Result<(), TaskError> {
            self.checked(task, inputs, output)?;
            let sum: u64 = inputs.iter().map(|input| number(input)).sum();
            output.copy_from_slice(&sum.max(1).to_le_bytes());
            Ok(())
        }

        fn answer(&self, outputs: &[&[u8]]) -> Result<Vec<u64>, TaskError> {
            self.check_wanted(outputs)?;
            Ok(outputs.iter().map(|output| number(output)).collect())
        }
    }

    fn number(bytes: &[u8]) -> u64 {
        u64::from_le_bytes(bytes.try_into().unwrap())
    }

    #[test]
    fn tasks_get_what_they_need() {
        assert_eq!(run_here(&Triangle::new(6), &Limits::none()).unwrap(), [1, 5, 10, 10, 5, 1]);
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let triangle = Triangle::new(2);
        let run = |task, inputs: &[&[u8]], room: usize| {
            triangle.run(task, inputs, &mut vec![0; room], &Limits::none()).unwrap_err().to_string()
        };
        assert_eq!(run(3, &[], 8), "there is no task 3: there are 3, counted from 0");
        assert_eq!(run(1, &[], 8), "number 0 of row 1: expected 1 inputs, found 0");
        assert_eq!(
            run(1, &[&[0; 7]], 8),
            "number 0 of row 1: expected 8 bytes of `number 0 of row 0`, found 7"
        );
        assert_eq!(run(0, &[], 9), "number 0 of row 0: expected 8 bytes of room for the output, found 9");
        let answer = triangle.answer(&[&[0; 8]]).unwrap_err().to_string();
        assert_eq!(answer, "the answer: expected 2 inputs, found 1");
    }

    #[test]
    fn a_schedule_counts_time_bytes_and_memory() {
        // One after the other: of two rows at a time, and the last one.
        let alone = schedule(&Triangle::new(4), 1);
        assert_eq!((alone.span, alone.moved, alone.peak), (100, 0, 5 * 8 + 2));
        // Row 0 alone, row 1 together, row 2 two and one with a number of row 3, then the other three.
        let two = schedule(&Triangle::new(4), 2);
        assert_eq!(two.span, 60);
        assert!(two.moved > 0 && two.peak >= alone.peak);
        // With no end of workers each row takes the time of one number.
        assert_eq!(schedule(&Triangle::new(4), 100).span, 40);
    }
}
