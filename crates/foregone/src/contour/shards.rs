//! The value of a position as work for many processes.

use std::fmt;
use std::num::NonZero;
use std::ops::Range;

use super::board::{Board, MAX_SIDE, Position};
use super::sweep::{self, Keep, Swept, Work};
use crate::cell::Cell;
use crate::game::Rules as _;
use crate::limits::{Budget, Limits};
use crate::report::Halt;
use crate::shards::{Task, TaskError};
use crate::value::Margin;

/// The bytes before what a task leaves: the seal of the work, the number of the task, both lowest byte first, and zeros.
const HEAD: usize = 64;

/// No rest is more: that of a board of the largest size and the greatest scores, of both sides.
const MOST: u64 = 2 * (MAX_SIDE * MAX_SIDE) as u64 * Board::MAX_SCORE as u64;

/// How work is cut.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ShardOptions {
    /// The states that a task should have at least; the default is what a core works out in a tenth of a second. Small tasks at
    /// the beginning and at the end, where there is little to do at a time, may have fewer.
    pub least: Option<u64>,
    /// Whether only words that are sure to hold all values are used. Otherwise small scores are tried in words of 16 bits, with
    /// which the work is half; a task that meets a value that these may not hold ends with [`TaskError::Narrow`].
    pub wide: bool,
}

/// What a position and its moves are worth to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// The value of the position.
    pub value: Margin,
    /// The value of each legal move, the cells in ascending order.
    pub moves: Vec<(Cell, Margin)>,
}

/// The sweep that [`Solver`](super::Solver) does by default, cut into tasks.
///
/// What the levels of large boards hold is shared out by the highest bits of the contours. A task works out some levels of such
/// a shard, and leaves what other tasks will read: of each level the values at the edge of its shard, of the last one all. Tasks
/// do with a single thread, whatever the limits allow, and keep no checkpoints: what they leave serves as such. Boards too small
/// or too thin to be cut are one task. The room that a task takes is kept for those after it, in the same process.
///
/// The tasks depend on the position, the number of workers and the options alone, and what they leave on nothing else, but
/// numbers are as they are in the machine's memory: so all machines must have the same order of bytes, and the identity says
/// which. A task's memory is for inputs and output that begin where vectors may; copies of others come on top.
///
/// Making the tasks takes milliseconds on boards up to 18×18.
///
/// ```
/// use foregone::contour::{Position, ShardOptions, Shards, Solver};
/// use foregone::shards::{Shards as _, run_here};
/// use foregone::{Limits, Margin, Solver as _};
///
/// let scores = |seed: usize| -> Vec<String> {
///     (0..12).map(|row| (0..12).map(|column| (row * seed + column * column) % 97).map(|score| score.to_string())
///         .collect::<Vec<_>>().join(",")).collect()
/// };
/// let position: Position = format!("12x12:{}|{}", scores(31).join("/"), scores(57).join("/")).parse()?;
/// let shards = Shards::new(&position, 2, ShardOptions { least: Some(100_000), ..Default::default() });
/// assert!(shards.tasks().len() > 10);
/// let worth = run_here(&shards, &Limits::none())?;
/// let solution = Solver::new().solve(&position, &Limits::none())?;
/// assert_eq!(solution.value.exact(), Some(&worth.value));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Shards {
    position: Position,
    identity: String,
    seal: u64,
    tasks: Vec<Task>,
    wanted: [usize; 1],
    work: Box<dyn Work>,
}

impl fmt::Debug for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shards").field("identity", &self.identity).finish_non_exhaustive()
    }
}

impl Shards {
    /// The tasks for a position, cut so that so many workers share the work well. No workers count as one.
    #[must_use]
    pub fn new(position: &Position, workers: usize, options: ShardOptions) -> Self {
        let work = sweep::shared(position, workers.max(1), options.least, options.wide)
            .unwrap_or_else(|| Box::new(Alone::new(position)));
        Self::of(position, work)
    }

    fn of(position: &Position, work: Box<dyn Work>) -> Self {
        let tasks: Vec<Task> = work.tasks().iter().map(headed).collect();
        // The same question may be cut otherwise by another version.
        let mut cut = Vec::new();
        for task in &tasks {
            cut.extend_from_slice(task.name.as_bytes());
            let needs = task.needs.iter().zip(&task.reads);
            let numbers =
                needs.flat_map(|(&need, read)| [need, read.start, read.end]).map(|number| number as u64);
            let numbers = numbers.chain([task.bytes as u64, task.work]);
            cut.extend(numbers.flat_map(u64::to_le_bytes));
        }
        let (cut, bits) = (xxhash_rust::xxh3::xxh3_64(&cut), work.bits());
        let order = if cfg!(target_endian = "little") { "lowest" } else { "highest" };
        let identity = format!("contour {position}, {bits} bits, {order} byte first, cut {cut:016x}");
        let seal = xxhash_rust::xxh3::xxh3_64(identity.as_bytes());
        Self { position: position.clone(), identity, seal, wanted: [tasks.len() - 1], tasks, work }
    }

    /// What is read of what a task left, without its head, which is looked at if it is there.
    fn opened<'a>(
        &self,
        task: &str,
        from: usize,
        begin: usize,
        output: &'a [u8],
    ) -> Result<&'a [u8], TaskError> {
        if begin > 0 {
            return Ok(output);
        }
        let (head, body) = output.split_at(HEAD);
        let damaged = |what: &str| TaskError::Damaged {
            task: task.to_owned(),
            from: self.tasks[from].name.clone(),
            what: what.to_owned(),
        };
        let expected = self.head(from);
        if head[..8] != expected[..8] {
            return Err(damaged("it is of other work, or was not finished"));
        }
        if head[8..16] != expected[8..16] {
            return Err(damaged("another task left it"));
        }
        if head != expected {
            return Err(damaged("its head is not as it should be"));
        }
        Ok(body)
    }

    fn head(&self, task: usize) -> [u8; HEAD] {
        let mut head = [0; HEAD];
        head[..8].copy_from_slice(&self.seal.to_le_bytes());
        head[8..16].copy_from_slice(&(task as u64).to_le_bytes());
        head
    }
}

impl crate::Shards for Shards {
    type Answer = Worth;

    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    fn wanted(&self) -> &[usize] {
        &self.wanted
    }

    fn rate(&self) -> f64 {
        self.work.rate()
    }

    fn run(
        &self,
        task: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        limits: &Limits<'_>,
    ) -> Result<(), TaskError> {
        let of = self.checked(task, inputs, output)?;
        let inputs = of.needs.iter().zip(&of.reads).zip(inputs);
        let opened = inputs.map(|((&need, read), input)| self.opened(&of.name, need, read.start, input));
        let inputs: Vec<&[u8]> = opened.collect::<Result<_, _>>()?;
        let (head, body) = output.split_at_mut(HEAD);
        // Until it is done it is not taken for what was left before.
        head.fill(0);
        let mut budget = Budget::open(&limits.threads(NonZero::<usize>::MIN));
        budget.check()?;
        if !self.work.run(task, &inputs, body, &mut budget)? {
            return Err(TaskError::Narrow { task: of.name.clone() });
        }
        head.copy_from_slice(&self.head(task));
        Ok(())
    }

    fn answer(&self, outputs: &[&[u8]]) -> Result<Worth, TaskError> {
        self.check_wanted(outputs)?;
        let (reader, last) = ("the answer", self.wanted[0]);
        let body = self.opened(reader, last, 0, outputs[0])?;
        let rests: Vec<i64> = body.as_chunks().0.iter().map(|&rest| i64::from_le_bytes(rest)).collect();
        if rests.iter().any(|rest| rest.unsigned_abs() > MOST) {
            let (task, from) = (reader.to_owned(), self.tasks[last].name.clone());
            let what = "a value is more than any board is worth".to_owned();
            return Err(TaskError::Damaged { task, from, what });
        }
        let mut rests = rests.into_iter();
        let mut rest = || rests.next().unwrap_or_default();
        let (lead, board) = (self.position.lead(), self.position.board());
        let value = Margin::new((lead + rest()) / 2);
        let moves = self.position.moves();
        let moves =
            moves.into_iter().map(|cell| (cell, Margin::new((lead + board.swing(cell) - rest()) / 2)));
        Ok(Worth { value, moves: moves.collect() })
    }
}

/// A task that reads and leaves heads, too: what begins at the beginning has one.
fn headed(task: &Task) -> Task {
    let read = |read: &Range<usize>| if read.start > 0 { read.start + HEAD } else { 0 }..read.end + HEAD;
    Task { reads: task.reads.iter().map(read).collect(), bytes: task.bytes + HEAD, ..task.clone() }
}

/// All the work as one task.
struct Alone {
    position: Position,
    tasks: [Task; 1],
}

impl Alone {
    fn new(position: &Position) -> Self {
        let numbers = 1 + position.moves().len();
        let (states, memory) = sweep::alone(position);
        let task = Task {
            name: "the whole board".to_owned(),
            needs: Vec::new(),
            reads: Vec::new(),
            bytes: numbers * size_of::<i64>(),
            memory: u64::try_from(memory).unwrap_or(u64::MAX),
            work: u64::try_from(states).unwrap_or(u64::MAX),
        };
        Self { position: position.clone(), tasks: [task] }
    }
}

impl Work for Alone {
    fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    fn bits(&self) -> u32 {
        i64::BITS
    }

    fn rate(&self) -> f64 {
        sweep::RATE_ALONE
    }

    fn run(&self, _: usize, _: &[&[u8]], output: &mut [u8], budget: &mut Budget<'_>) -> Result<bool, Halt> {
        let (position, board) = (&self.position, self.position.board());
        let mut kernels = sweep::Kernels::default();
        let swept = Swept::run(position, Keep::Moves, None, &mut kernels, budget)?;
        let lead = position.lead();
        // As the last task of many has it: what is left is worth, without what the sides' scores differ by.
        let moves = swept.moves(position);
        let rests = moves.into_iter().map(|(cell, worth)| lead + board.swing(cell) - 2 * worth);
        let rests = [2 * swept.value(position) - lead].into_iter().chain(rests);
        for (out, rest) in output.chunks_mut(size_of::<i64>()).zip(rests) {
            out.copy_from_slice(&rest.to_le_bytes());
        }
        Ok(true)
    }
}
