//! All frontiers that a Hex board has after a whole row, written down rather than searched for.
//!
//! After a whole row a stone in column `c` touches the future cells in columns `c - 1` and `c`. So the reductions leave
//! exactly the rows of stones, cut into classes that do not cross, in which
//!
//! - neighbouring stones are of one class;
//! - a class that is not joined to the top has stones that touch three future cells at least, or two far apart;
//! - no hole of one cell lies between stones of one class;
//! - column 0 has a stone if column 1 has;
//! - a stone is joined to the top, and none of those lies between two stones of another class.

use super::cuts::cuts;
use super::frontier::{Frontier, Lattice};
use crate::limits::{Budget, reserved};
use crate::report::{Halt, StopReason};

/// All of them, in no order.
///
/// # Errors
/// A limit that was reached.
pub(super) fn flat_frontiers(width: usize, budget: &mut Budget<'_>) -> Result<Vec<Frontier>, Halt> {
    let found = reserved("the frontiers of a row", cuts(Lattice::Hexagonal, width)[0] as usize)?;
    let (open, closed) = (Vec::new(), Vec::new());
    let mut writer = Writer { width, top: 0, open, closed, found, looked: Ok(()) };
    writer.write(0, None, budget);
    writer.looked?;
    Ok(writer.found)
}

/// Frontiers written between two looks at the limits.
const CHUNK: usize = 1 << 14;

/// Who has a stone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Top,
    /// The class at this place of those open.
    Open(usize),
}

/// A row in writing, from the left.
struct Writer {
    width: usize,
    /// The stones joined to the top.
    top: u32,
    /// The classes that may go on, each inside the one before it.
    open: Vec<u32>,
    /// The classes that may not.
    closed: Vec<u32>,
    found: Vec<Frontier>,
    /// Whether to go on.
    looked: Result<(), StopReason>,
}

impl Writer {
    /// Writes the columns from `column` on in every way. `left` is whose the stone in the column before is.
    fn write(&mut self, column: usize, left: Option<Class>, budget: &mut Budget<'_>) {
        if column == self.width {
            if self.top != 0 && self.open.iter().all(|class| stands(*class)) {
                let others: Vec<u32> = self.closed.iter().chain(&self.open).copied().collect();
                self.found.push(Frontier::of_classes(self.top, &others, self.width));
                if self.found.len().is_multiple_of(CHUNK) {
                    self.looked = budget.check();
                }
            }
            return;
        }
        // Each class that does not stand alone yet needs a stone, and all but one a hole of two before it.
        let unfinished = self.open.iter().filter(|class| !stands(**class)).count();
        if unfinished > self.width - column || self.looked.is_err() {
            return;
        }
        self.write(column + 1, None, budget);
        match left {
            Some(class) => self.stone(column, class, budget),
            // Column 1 has none unless column 0 has.
            None if column == 1 => {}
            None => {
                self.open.push(0);
                self.stone(column, Class::Open(self.open.len() - 1), budget);
                self.open.pop();
                self.stone_after_hole(column, budget);
            }
        }
    }

    /// A stone of each class that is there already, after a hole; those inside it are closed.
    fn stone_after_hole(&mut self, column: usize, budget: &mut Budget<'_>) {
        let two_before = if column < 2 { 0 } else { 1 << (column - 2) };
        let mut taken = Vec::new();
        while let Some(class) = self.open.last().copied() {
            if class & two_before == 0 {
                self.stone(column, Class::Open(self.open.len() - 1), budget);
            }
            if !stands(class) {
                break;
            }
            self.open.pop();
            self.closed.push(class);
            taken.push(class);
        }
        if self.open.is_empty() && self.top & two_before == 0 {
            self.stone(column, Class::Top, budget);
        }
        for class in taken.into_iter().rev() {
            self.closed.pop();
            self.open.push(class);
        }
    }

    /// A stone of a class, and all that can follow.
    fn stone(&mut self, column: usize, class: Class, budget: &mut Budget<'_>) {
        let stone = 1 << column;
        match class {
            Class::Top => self.top |= stone,
            Class::Open(place) => self.open[place] |= stone,
        }
        self.write(column + 1, Some(class), budget);
        match class {
            Class::Top => self.top &= !stone,
            Class::Open(place) => self.open[place] &= !stone,
        }
    }
}

/// Whether a class touches more than two neighbouring future cells.
fn stands(class: u32) -> bool {
    let touched = class | class >> 1;
    let rest = touched & (touched - 1);
    rest != 0 && rest != (touched ^ rest) << 1
}
