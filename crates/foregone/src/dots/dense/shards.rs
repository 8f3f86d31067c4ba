//! A table cut into tasks: each leaves a part of the file, just as it stands there.
//!
//! The highest digits of a block's number say which part it is in. Drawing a string that one of them counts leads to the part in
//! which the digit is one less, any other string to a block of the same part; so parts with the same number of strings in
//! their digits, a *layer*, do not depend on each other.
//!
//! ```text
//!     digits of a block    3 · · · ·│· · ·│··········      of 3x4: the highest ones, e.g. three, say which part
//!                          └ part ──┘     └ page ───┘
//!     part                 page, checksum, page, checksum, ...
//!     file                 head, part 0, part 1, ...
//! ```

use std::io::{self, Write};
use std::num::NonZero;

use super::super::board::Position;
use super::build::value_of;
use super::fill::{Bench, Blocks, Closed, Fill};
use super::layout::{BLOCK, Digit, Layout};
use super::packed::Packing;
use super::{form, layout_of};
use crate::game::Rules as _;
use crate::limits::{Budget, Limits};
use crate::machine;
use crate::paged::{CHECKSUM, Form, checksum_of};
use crate::report::{Halt, SolveError};
use crate::shards::{Shards, Task, TaskError, schedule};
use crate::value::Margin;

/// Positions a second and edge: a tenth of a nanosecond each.
const RATE: f64 = 1e10;

/// The most parts of a table.
const MOST_PARTS: u64 = 1 << 12;

/// A table cut into tasks: what [`build`](super::build) writes, to the byte.
///
/// The output of a task is its part of the file, pages and their checksums; what stands before is [`TableFile::head`].
/// So the table need never be in one place: each part can be put where it belongs in the file. A task reads the parts that
/// moves lead to, as many as there are digits that tell parts apart at most, and takes next to no memory besides.
///
/// ```
/// use std::num::NonZero;
///
/// use foregone::dots::dense::{Table, TableShards};
/// use foregone::{Limits, Margin, Shards};
///
/// let shards = TableShards::new(&"2x3".parse()?, NonZero::new(2).unwrap())?;
/// let mut parts: Vec<Vec<u8>> = Vec::new();
/// for (index, task) in shards.tasks().iter().enumerate() {
///     let mut part = vec![0; task.bytes];
///     let needs: Vec<&[u8]> = task.needs.iter().map(|&need| &*parts[need]).collect();
///     shards.run(index, &needs, &mut part, &Limits::none())?;
///     parts.push(part);
/// }
/// let file = shards.answer(&parts.iter().map(|part| &**part).collect::<Vec<_>>())?;
/// assert_eq!(file.value, Margin::new(-2));
/// let mut bytes = Vec::new();
/// file.write_to(&mut bytes, &parts)?;
/// assert_eq!(Table::open(Box::new(bytes))?.margin(&"2x3".parse()?)?, Margin::new(-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TableShards {
    layout: Layout,
    packing: Packing,
    form: Form,
    closed: Closed,
    /// Blocks of a part: whole pages.
    part_blocks: u64,
    identity: String,
    tasks: Vec<Task>,
    wanted: Vec<usize>,
}

/// What is known of the file when all its parts are there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFile {
    /// The margin of the position at the root.
    pub value: Margin,
    /// What the file begins with. The outputs of all tasks follow, in their order.
    pub head: Vec<u8>,
    /// The positions of the table, as in [`Built::positions`](super::Built::positions).
    pub positions: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

impl TableFile {
    /// Writes the file: the head, and the outputs of all tasks in their order, one by one.
    ///
    /// # Errors
    /// What hinders writing.
    pub fn write_to<P: AsRef<[u8]>>(
        &self,
        file: &mut impl Write,
        parts: impl IntoIterator<Item = P>,
    ) -> io::Result<()> {
        file.write_all(&self.head)?;
        parts.into_iter().try_for_each(|part| file.write_all(part.as_ref()))
    }
}

impl TableShards {
    /// The table of a position, cut for so many workers: as coarsely as it can be without leaving them idle for more than an
    /// eighth of the time, or into pages, or 4,096 parts.
    ///
    /// # Errors
    /// [`SolveError::NotApplicable`] for the boards for which [`build`](super::build) says it.
    pub fn new(root: &Position, workers: NonZero<usize>) -> Result<Self, SolveError> {
        let layout = layout_of(root)?;
        let mut shards = Self::cut(&layout, layout.blocks());
        for digit in layout.high().iter().rev() {
            let busy = layout.positions();
            let all = schedule(&shards, workers.get()).span.saturating_mul(workers.get() as u64);
            let is_page = digit.weight < layout.page_blocks();
            if all <= busy + busy / 8 || is_page || layout.blocks() / digit.weight > MOST_PARTS {
                break;
            }
            shards = Self::cut(&layout, digit.weight);
        }
        Ok(shards)
    }

    /// In parts of so many blocks: the weight of a digit above those of a page, or all blocks.
    fn cut(layout: &Layout, part_blocks: u64) -> Self {
        let (packing, form) = (Packing::of(layout.coins()), form(layout));
        let parts = layout.blocks() / part_blocks;
        let digits = || layout.high().iter().filter(|digit| digit.weight >= part_blocks);
        let pages = part_blocks / layout.page_blocks();
        let page_bytes = layout.page_blocks() as usize * packing.bytes() + CHECKSUM;
        let mut in_layer = Vec::new();
        let task = |part: u64| {
            let count = |digit: &&Digit| digit.count(part * part_blocks) > 0;
            let layer = digits().map(|digit| digit.count(part * part_blocks)).sum::<u64>() as usize;
            in_layer.resize(in_layer.len().max(layer + 1), 0);
            in_layer[layer] += 1;
            // Higher digits lead to earlier parts.
            let needs =
                digits().rev().filter(count).map(|digit| (part - digit.weight / part_blocks) as usize);
            let (needs, bytes): (Vec<usize>, _) = (needs.collect(), pages as usize * page_bytes);
            Task {
                name: format!("layer {layer} part {}", in_layer[layer]),
                reads: vec![0..bytes; needs.len()],
                needs,
                bytes,
                memory: Closed::most_bytes(layout.coins(), 1),
                work: layout.positions() / parts,
            }
        };
        let tasks: Vec<Task> = (0..parts).map(task).collect();
        Self {
            identity: format!("{}: dense table in {parts} parts", layout.root()),
            packing,
            form,
            closed: Closed::new(layout),
            layout: layout.clone(),
            part_blocks,
            wanted: (0..tasks.len()).collect(),
            tasks,
        }
    }

    /// Bytes of a page, without its checksum.
    fn page_bytes(&self) -> usize {
        self.layout.page_blocks() as usize * self.packing.bytes()
    }

    /// Where a block lies in its part.
    fn at(&self, block: u64) -> usize {
        let in_part = block % self.part_blocks;
        let (page, in_page) = (in_part / self.layout.page_blocks(), in_part % self.layout.page_blocks());
        page as usize * (self.page_bytes() + CHECKSUM) + in_page as usize * self.packing.bytes()
    }

    /// Checks the pages of a part.
    fn check(
        &self,
        reader: &str,
        part: usize,
        bytes: &[u8],
        budget: &mut Budget<'_>,
    ) -> Result<(), TaskError> {
        let first = part as u64 * self.part_blocks / self.layout.page_blocks();
        for (page, bytes) in (first..).zip(bytes.chunks_exact(self.page_bytes() + CHECKSUM)) {
            budget.check()?;
            let (bytes, checksum) = bytes.split_at(self.page_bytes());
            if checksum != checksum_of(page, bytes) {
                let what = format!("the checksum of page {} of {} is wrong", page + 1, self.layout.pages());
                let (task, from) = (reader.to_owned(), self.tasks[part].name.clone());
                return Err(TaskError::Damaged { task, from, what });
            }
        }
        Ok(())
    }

    /// Fills a part.
    fn fill(
        &self,
        part: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        budget: &mut Budget<'_>,
    ) -> Result<(), Halt> {
        budget.plan("what a thread works with", Closed::most_bytes(self.layout.coins(), 1).into())?;
        let mut bench = Bench::new();
        let (needs, page_bytes) = (&self.tasks[part].needs, self.page_bytes());
        let first = part as u64 * self.part_blocks;
        for block in first..first + self.part_blocks {
            budget.spend(BLOCK as u64)?;
            let at = self.at(block);
            let end = at + self.packing.bytes();
            let (own, rest) = output.split_at_mut(at);
            let packed = &mut rest[..end - at];
            let before = Parts { shards: self, part, own, needs, inputs };
            let Self { layout, closed, packing, .. } = self;
            machine::run(Fill {
                layout,
                closed,
                packing: *packing,
                before,
                block,
                bench: &mut bench,
                packed,
            });
            if (block + 1) % self.layout.page_blocks() == 0 {
                let page = block / self.layout.page_blocks();
                let checksum = checksum_of(page, &output[end - page_bytes..end]);
                output[end..end + CHECKSUM].copy_from_slice(&checksum);
            }
        }
        Ok(())
    }
}

/// The part that is being filled, as far as it is, and those that it needs.
struct Parts<'a> {
    shards: &'a TableShards,
    part: usize,
    own: &'a [u8],
    needs: &'a [usize],
    inputs: &'a [&'a [u8]],
}

impl Blocks for Parts<'_> {
    #[inline(always)]
    fn block(&self, number: u64) -> &[u8] {
        let part = (number / self.shards.part_blocks) as usize;
        let bytes = if part == self.part {
            self.own
        } else {
            let place = self.needs.iter().position(|&need| need == part);
            place.map_or(&[][..], |place| self.inputs[place])
        };
        &bytes[self.shards.at(number)..][..self.shards.packing.bytes()]
    }
}

impl Shards for TableShards {
    type Answer = TableFile;

    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// All of them: they are the file, one after the other.
    fn wanted(&self) -> &[usize] {
        &self.wanted
    }

    fn rate(&self) -> f64 {
        RATE / self.layout.root().plies_left().max(1) as f64
    }

    fn run(
        &self,
        task: usize,
        inputs: &[&[u8]],
        output: &mut [u8],
        limits: &Limits<'_>,
    ) -> Result<(), TaskError> {
        let Task { name, needs, .. } = self.checked(task, inputs, output)?;
        let budget = &mut Budget::open(limits);
        budget.check()?;
        for (&need, input) in needs.iter().zip(inputs) {
            self.check(name, need, input, budget)?;
        }
        Ok(self.fill(task, inputs, output, budget)?)
    }

    /// Time: that of reading all outputs once.
    fn answer(&self, outputs: &[&[u8]]) -> Result<TableFile, TaskError> {
        self.check_wanted(outputs)?;
        for (part, output) in outputs.iter().enumerate() {
            self.check("the answer", part, output, &mut Budget::open(&Limits::none()))?;
        }
        let last = outputs.last().map_or(&[][..], |output| &output[self.at(self.layout.blocks() - 1)..]);
        Ok(TableFile {
            value: value_of(&self.layout, last),
            head: self.form.head(),
            positions: self.layout.positions(),
            bytes: self.form.bytes(),
        })
    }
}
