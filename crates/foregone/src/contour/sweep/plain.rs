//! The plain sweep: `g` of every order ideal by its address, one after the other.

use std::ops::Sub;

use super::super::board::Position;
use super::super::layout::Layout;
use crate::cell::Cell;
use crate::game::Rules as _;
use crate::limits::Budget;
use crate::report::Halt;

/// `g` for every order ideal from a position up to the full board, by address.
#[derive(Debug)]
pub struct Plain {
    layout: Layout,
    values: Values,
}

/// The values in words as narrow as their range allows.
#[derive(Debug)]
enum Values {
    Narrow(Vec<i32>),
    Wide(Vec<i64>),
}

/// The memory that the sweep of so many ideals above a position takes, in bytes. `bound` is what the sizes of the swings
/// left sum to.
pub fn memory(position: &Position, bound: i64, ideals: u128) -> u128 {
    fn of<W>(cells: usize, ideals: u128) -> u128 {
        let each = size_of::<usize>() + size_of::<Step<W>>();
        ideals.saturating_mul(size_of::<W>() as u128).saturating_add((cells * each) as u128)
    }
    let cells = position.plies_left();
    if i32::try_from(bound).is_ok() { of::<i32>(cells, ideals) } else { of::<i64>(cells, ideals) }
}

/// Ideals between two looks at the budget: about 0.1 ms of work.
const CHUNK: usize = 1 << 14;

impl Plain {
    /// Works out all ideals above a position.
    ///
    /// Takes a word of 4 bytes for each, or of 8 if the sizes of the swings left sum to more than `i32::MAX`, and time in
    /// proportion to the moves between them.
    ///
    /// # Errors
    /// [`Halt`] if they do not fit the memory allowed, or at a limit.
    pub fn run(position: &Position, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        let board = position.board();
        let start = position.ideal();
        // Every g(t), and every swing less a g, is at most the sum of the sizes of all swings.
        let bound: i64 = start.cells_left().map(|cell| board.swing(cell).abs()).sum();
        let layout = Layout::new(start, budget)?;
        let values = if i32::try_from(bound).is_ok() {
            // No swing is greater than the bound.
            Values::Narrow(fill(&layout, position, |swing| swing as i32, budget)?)
        } else {
            Values::Wide(fill(&layout, position, |swing| swing, budget)?)
        };
        Ok(Self { layout, values })
    }

    /// `g` of the position, or of one that is reached from it.
    pub fn rest(&self, position: &Position) -> i64 {
        self.at(self.layout.address(position.ideal()))
    }

    /// The moves of such a position, the cells in ascending order, and `g` after each.
    pub fn after(&self, position: &Position) -> impl Iterator<Item = (Cell, i64)> {
        let here = self.layout.address(position.ideal());
        position.ideal().available().map(move |cell| (cell, self.at(here - self.layout.weight(cell))))
    }

    /// `g` of the ideal with an address.
    fn at(&self, address: usize) -> i64 {
        match &self.values {
            Values::Narrow(values) => values[address].into(),
            Values::Wide(values) => values[address],
        }
    }
}

/// A move of the walk: how much it lowers the address, and its swing.
#[derive(Clone, Copy, Debug)]
struct Step<W> {
    weight: usize,
    swing: W,
}

/// `g` by address. `word` takes a swing to the word of the table, in which no sum overflows.
fn fill<W: Copy + Ord + Default + Sub<Output = W>>(
    layout: &Layout,
    position: &Position,
    word: impl Fn(i64) -> W,
    budget: &mut Budget<'_>,
) -> Result<Vec<W>, Halt> {
    let total = layout.ideals();
    let mut values = budget.vector("a value for every order ideal", total as u128)?;
    let mut steps = budget.vector("a step for every cell left", layout.weights().len() as u128)?;
    let cells = position.ideal().cells_left().zip(layout.weights());
    steps.extend(cells.map(|(cell, &weight)| Step { weight, swing: word(position.board().swing(cell)) }));
    let mut walk = layout.walk(&steps);
    while values.len() < total {
        let chunk = CHUNK.min(total - values.len());
        for _ in 0..chunk {
            let here = values.len();
            let worth =
                walk.corners().iter().map(|corner| corner.play.swing - values[here - corner.play.weight]);
            // Only the full board has no move, and it is worth nothing.
            values.push(worth.max().unwrap_or_default());
            walk.step();
        }
        budget.spend(chunk as u64)?;
        budget.progress(values.len() as u64, total as u64);
    }
    Ok(values)
}
