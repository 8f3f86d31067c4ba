//! A table from nothing to its end: page after page, and inside of a page the blocks of as many strings by several
//! threads.
//!
//! A move leads to a block with a lower number, so pages can be filled in order, and what is written is always the
//! beginning of the table. Inside of a page, blocks with the same number of strings do not depend on each other.

use std::io::{Read, Seek, Write};
use std::thread;

use super::super::board::Position;
use super::fill::{Bench, Blocks, Closed, Fill};
use super::layout::{BLOCK, Layout};
use super::packed::Packing;
use super::{form, layout_of};
use crate::analysis::{Solution, answer};
use crate::limits::{Budget, Limits, reserved};
use crate::machine;
use crate::paged::Draft;
use crate::report::{Halt, SolveError};
use crate::value::Margin;

/// What building a table came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Built {
    /// The margin of the position at the root.
    pub value: Margin,
    /// The positions of the table: those that differ by which edge of a corner is drawn count once.
    pub positions: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// How many pages it has, and how many of them an earlier run had left.
    pub pages: u64,
    /// Pages that an earlier run had left.
    pub found: u64,
}

/// So many blocks are worth a further thread.
const BLOCKS_PER_THREAD: usize = 8;

/// Builds the table of a position: the exact margin of each set of its undrawn edges.
///
/// `file` is empty, or holds what an earlier run for the same position has left of its table: then this one goes on after
/// the last page that is right. It is at its end when the answer is [`Known::Exact`](crate::Known), and may then have to be
/// cut to [`Built::bytes`]. When a limit stops the run, what was done is in it.
///
/// States are positions. Each takes about a tenth of a nanosecond an edge, shared by all threads that the limits allow, and
/// the table is in memory until it is done: four bits a position on boards of up to 15 boxes, five on larger ones. 3x4
/// has 679,477,248 positions and takes 324 MiB.
///
/// ```
/// use foregone::dots::dense::{Table, build};
/// use foregone::{Limits, Margin};
///
/// let root = "2x3".parse()?;
/// let mut file = std::io::Cursor::new(Vec::new());
/// let built = build(&root, &mut file, &Limits::none())?;
/// assert_eq!(built.value.exact().unwrap().value, Margin::new(-2));
///
/// let table = Table::open(Box::new(file.into_inner()))?;
/// assert_eq!(table.margin(&"2x3:11111111100000000".parse()?)?, Margin::new(-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::NotApplicable`] for boards of more than 31 boxes or 60 edges that are left, or of 500 edges in all;
/// [`SolveError::TooLarge`] if the table is; [`SolveError::Table`] if the file holds something else, or cannot be read or
/// written.
pub fn build<F: Read + Write + Seek>(
    root: &Position,
    file: &mut F,
    limits: &Limits<'_>,
) -> Result<Solution<Built>, SolveError> {
    let layout = layout_of(root)?;
    answer(super::METHOD, limits, |budget| Build::new(&layout, budget)?.run(file, budget))
}

/// What one thread works with, and the blocks that it has filled.
struct Worker {
    bench: Box<Bench>,
    filled: Vec<u8>,
}

/// Blocks one after the other, from the first on.
struct InOrder<'a> {
    table: &'a [u8],
    /// Of each.
    bytes: usize,
}

impl Blocks for InOrder<'_> {
    #[inline(always)]
    fn block(&self, number: u64) -> &[u8] {
        &self.table[number as usize * self.bytes..][..self.bytes]
    }
}

struct Build<'a> {
    layout: &'a Layout,
    packing: Packing,
    closed: Closed,
    workers: Vec<Worker>,
    /// The pages that are done, and the one that is under way.
    table: Vec<u8>,
    /// The blocks of a page, by how many strings they have.
    ranks: Vec<Vec<u64>>,
}

impl<'a> Build<'a> {
    fn new(layout: &'a Layout, budget: &mut Budget<'_>) -> Result<Self, SolveError> {
        let packing = Packing::of(layout.coins());
        let mut ranks = vec![Vec::new(); layout.page_blocks().ilog2() as usize + 1];
        for block in 0..layout.page_blocks() {
            ranks[block.count_ones() as usize].push(block);
        }
        let shares = ranks.iter().map(|blocks| blocks.len().div_ceil(BLOCKS_PER_THREAD));
        let threads = budget.threads().min(shares.max().unwrap_or(1));
        budget.plan("what the threads work with", Closed::most_bytes(layout.coins(), threads).into())?;
        // Beside the table there is a page of it that is being put down or taken up.
        let page_bytes = layout.page_blocks() * packing.bytes() as u64;
        budget.plan("a page of the table", page_bytes.into())?;
        let bytes = u128::from(layout.blocks()) * packing.bytes() as u128;
        let mut table: Vec<u8> = budget.vector("the table", bytes)?;
        machine::ask_for_large_pages(table.spare_capacity_mut());
        let share = ranks.iter().map(|blocks| share_of(blocks, threads)).max().unwrap_or(0);
        let worker = |_| {
            let filled = reserved("a page of the table", share * packing.bytes())?;
            Ok(Worker { bench: Bench::new(), filled })
        };
        let workers = (0..threads).map(worker).collect::<Result<_, SolveError>>()?;
        Ok(Self { layout, packing, closed: Closed::new(layout), workers, table, ranks })
    }

    fn page_bytes(&self) -> usize {
        self.layout.page_blocks() as usize * self.packing.bytes()
    }

    fn run<F: Read + Write + Seek>(mut self, file: &mut F, budget: &mut Budget<'_>) -> Result<Built, Halt> {
        let (layout, page_bytes) = (self.layout, self.page_bytes());
        let form = form(layout);
        let mut draft = Draft::take_up(&form, file, |page| {
            self.table.extend_from_slice(page);
            budget.progress((self.table.len() / page_bytes) as u64, layout.pages());
            budget.check().map_err(Halt::from)
        })?;
        let found = draft.done();
        for page in found..layout.pages() {
            budget.progress(page, layout.pages());
            budget.check()?;
            self.fill_page(page, budget)?;
            draft.append(&self.table[self.table.len() - page_bytes..])?;
        }
        let last = self.table.len() - self.packing.bytes()..;
        Ok(Built {
            value: value_of(layout, &self.table[last]),
            positions: layout.positions(),
            bytes: form.bytes(),
            pages: layout.pages(),
            found,
        })
    }

    /// Fills the next page.
    fn fill_page(&mut self, page: u64, budget: &mut Budget<'_>) -> Result<(), Halt> {
        let (bytes, first) = (self.packing.bytes(), page * self.layout.page_blocks());
        let done = self.table.len();
        self.table.resize(done + self.page_bytes(), 0);
        for blocks in &self.ranks {
            budget.spend((blocks.len() * BLOCK) as u64)?;
            let share = share_of(blocks, self.workers.len());
            let fill = |worker: &mut Worker, blocks: &[u64]| {
                worker.filled.resize(blocks.len() * bytes, 0);
                for (&block, packed) in blocks.iter().zip(worker.filled.chunks_exact_mut(bytes)) {
                    machine::run(Fill {
                        layout: self.layout,
                        closed: &self.closed,
                        packing: self.packing,
                        before: InOrder { table: &self.table, bytes },
                        block: first + block,
                        bench: &mut worker.bench,
                        packed,
                    });
                }
            };
            thread::scope(|scope| {
                let mut shares = self.workers.iter_mut().zip(blocks.chunks(share));
                let own = shares.next();
                for (worker, blocks) in shares {
                    worker.filled.clear();
                    // If there is no further thread, its share is done below.
                    let _ = thread::Builder::new().spawn_scoped(scope, || fill(worker, blocks));
                }
                if let Some((worker, blocks)) = own {
                    fill(worker, blocks);
                }
            });
            for (worker, blocks) in self.workers.iter_mut().zip(blocks.chunks(share)) {
                if worker.filled.is_empty() {
                    fill(worker, blocks);
                }
            }
            for (worker, blocks) in self.workers.iter().zip(blocks.chunks(share)) {
                for (&block, filled) in blocks.iter().zip(worker.filled.chunks_exact(bytes)) {
                    let at = done + block as usize * bytes;
                    self.table[at..at + bytes].copy_from_slice(filled);
                }
            }
        }
        Ok(())
    }
}

/// How many blocks of a rank each of at most so many threads fills.
fn share_of(blocks: &[u64], threads: usize) -> usize {
    let threads = threads.min(blocks.len().div_ceil(BLOCKS_PER_THREAD)).max(1);
    blocks.len().div_ceil(threads)
}

/// The margin of the position at the root, from the last block.
pub(super) fn value_of(layout: &Layout, last: &[u8]) -> Margin {
    let root = layout.root();
    let place = root.edges().filter_map(|edge| layout.weight(edge)).sum::<u64>() % BLOCK as u64;
    let gets = i64::from(Packing::of(layout.coins()).get(last, place as usize));
    Margin::new(2 * gets - layout.coins() as i64)
}
