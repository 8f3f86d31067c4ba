//! What the cells swept so far can still mean for those to come: the frontier, in its smallest form.
//!
//! Cells are swept row by row. Of the swept part only the last row's worth of cells touches what is to come, so all
//! that matters is which of these cells hold stones of the sweeping colour, which of those are joined, and which are
//! joined to the top. Frontiers that no future can tell apart are made equal by two reductions (see
//! [`Sweep::reduce`]); what is left is minimal in the middle of boards up to ten wide at least, as a test of the tables shows.

/// The widest board that a frontier holds: 16 labels of 4 bits.
pub(super) const MAX_WIDTH: usize = 16;

/// A frontier, packed: four bits a column, column 0 lowest.
///
/// After cell (row, column) is swept, the frontier's cells are the swept one of each column that lies lowest:
///
/// ```text
///   column          0 1 2 3 4 5
///   row above             2 0 1      as far as the next row has not come
///   row             1 0 2            swept up to column 2
///   word          0x102201           column 0 is the last digit
/// ```
///
/// Label 0: not the sweeping colour's, or of no use to it. Label 1: joined to the top. Labels 2 and up: the other
/// classes of joined cells, numbered from the left, so that equal partitions have equal words. Frontiers whose class
/// 1 is empty have lost and are not kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Frontier(u64);

/// The label of cells joined to the top.
const TOP: u8 = 1;

/// The label of a stone just placed that is not joined to the top, until classes are renumbered. No packed frontier
/// has it: neighbouring stones are joined, so sixteen columns hold at most eight classes.
const FRESH: u8 = 15;

/// Labels of one frontier, unpacked.
type Labels = [u8; MAX_WIDTH];

/// The step that sweeps one column's cell on boards of one width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    width: usize,
    column: usize,
    /// For each frontier cell, after the step, the future cells that it touches: one bit a column, since the future
    /// cells next to the frontier are one in each column as well, neighbours in neighbouring columns.
    touched: [u32; MAX_WIDTH],
}

impl Frontier {
    /// The frontier before the first row: the top side itself.
    pub(super) fn top(width: usize) -> Self {
        let mut labels = [0; MAX_WIDTH];
        labels[..width].fill(TOP);
        Self::pack(&labels)
    }

    fn pack(labels: &Labels) -> Self {
        Self(labels.iter().rev().fold(0, |word, label| word << 4 | u64::from(*label)))
    }

    fn unpack(self) -> Labels {
        std::array::from_fn(|column| (self.0 >> (4 * column) & 15) as u8)
    }
}

impl Sweep {
    /// The step at `column` on boards of `width` columns, at most [`MAX_WIDTH`].
    pub(super) fn new(width: usize, column: usize) -> Self {
        // In the swept row a cell touches (below left) and (below); in the row above, where the cells below are not
        // swept yet, the same two columns. The two cells at the kink differ: the swept one touches its right
        // neighbour as well, and the one above that has its left one swept.
        let touched = std::array::from_fn(|cell| {
            let two = 1_u32 << cell | 1_u32 << cell >> 1;
            let columns = match cell {
                _ if cell == column => two | 2 << cell,
                _ if cell == column + 1 => 1 << cell,
                _ => two,
            };
            columns & ((1 << width) - 1)
        });
        Self { width, column, touched }
    }

    /// The frontier after the cell gets a stone of the sweeping colour (`stone`) or not; `None` if nothing is joined
    /// to the top any more, so that the sweeping colour has lost.
    pub(super) fn step(&self, before: Frontier, stone: bool) -> Option<Frontier> {
        let mut labels = before.unpack();
        if stone {
            self.place(&mut labels);
        } else {
            labels[self.column] = 0;
        }
        self.reduce(&mut labels);
        labels.contains(&TOP).then(|| Frontier::pack(&renumbered(&labels)))
    }

    /// Puts a stone, which joins the classes of the swept cells that it touches: left, above, above right.
    fn place(&self, labels: &mut Labels) {
        let (left, above) = (self.column.checked_sub(1), self.column);
        let right = Some(above + 1).filter(|right| *right < self.width);
        let touching = [left, Some(above), right].map(|cell| cell.map_or(0, |cell| labels[cell]));
        let joined = if touching.contains(&TOP) { TOP } else { FRESH };
        for label in labels.iter_mut() {
            if *label != 0 && touching.contains(label) {
                *label = joined;
            }
        }
        labels[above] = joined;
    }

    /// Applies two reductions until neither finds anything.
    ///
    /// - *Noise*: a class that is not joined to the top and touches one future cell, or two that are neighbours,
    ///   joins nothing that is not joined anyway. Its cells become 0.
    /// - *Shadow*: a 0 cell touching only future cells that a class touches too, and no cell of another class, would
    ///   add nothing as a stone of that class. It becomes one, so that holes which do not matter look alike.
    fn reduce(&self, labels: &mut Labels) {
        loop {
            let mut reach = self.reach(labels);
            let mut changed = false;
            for label in TOP + 1..=FRESH {
                let columns = reach[usize::from(label)];
                let spread = columns.checked_shr(columns.trailing_zeros());
                if matches!(spread, Some(0b1 | 0b11)) {
                    labels.iter_mut().filter(|other| **other == label).for_each(|other| *other = 0);
                    reach[usize::from(label)] = 0;
                    changed = true;
                }
            }
            for cell in 0..self.width {
                if labels[cell] == 0
                    && let Some(label) = self.shadowed_by(labels, &reach, cell)
                {
                    labels[cell] = label;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The future cells that each class touches.
    fn reach(&self, labels: &Labels) -> [u32; 16] {
        let mut reach = [0; 16];
        for (label, touched) in labels.iter().zip(&self.touched).take(self.width) {
            reach[usize::from(*label)] |= touched;
        }
        // Cells of label 0 are in no class.
        reach[0] = 0;
        reach
    }

    /// The class in whose shadow a 0 cell lies, if any.
    fn shadowed_by(&self, labels: &Labels, reach: &[u32; 16], cell: usize) -> Option<u8> {
        let left = if cell == 0 { 0 } else { labels[cell - 1] };
        let right = if cell + 1 < self.width { labels[cell + 1] } else { 0 };
        let covers = |label: u8| self.touched[cell] & !reach[usize::from(label)] == 0;
        match (left, right) {
            (0, 0) => (TOP..=FRESH).find(|label| covers(*label)),
            (label, 0) | (0, label) => Some(label).filter(|label| covers(*label)),
            (left, right) => Some(left).filter(|label| left == right && covers(*label)),
        }
    }
}

/// The labels with classes numbered from the left.
fn renumbered(labels: &Labels) -> Labels {
    let mut names = [0_u8; 16];
    names[usize::from(TOP)] = TOP;
    let mut next = TOP + 1;
    labels.map(|label| {
        let name = &mut names[usize::from(label)];
        if label != 0 && *name == 0 {
            *name = next;
            next += 1;
        }
        *name
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frontier(labels: &[u8]) -> Frontier {
        let mut all = [0; MAX_WIDTH];
        all[..labels.len()].copy_from_slice(labels);
        Frontier::pack(&all)
    }

    #[test]
    fn touched_future_cells_are_those_of_the_board() {
        use crate::cell::Cell;
        use crate::hex::Board;
        for width in 1..=5 {
            let board = Board::new(3, width).unwrap();
            for column in 0..width {
                let swept = |cell: Cell| (cell.row, cell.column) <= (1, column);
                for cell in 0..width {
                    let on_frontier = Cell { row: usize::from(cell <= column), column: cell };
                    let expected = board
                        .neighbours(on_frontier)
                        .filter(|next| !swept(*next))
                        .fold(0, |columns, next| columns | 1 << next.column);
                    let touched = Sweep::new(width, column).touched[cell];
                    assert_eq!(touched, expected, "width {width}, column {column}, cell {cell}");
                }
            }
        }
    }

    #[test]
    fn a_frontier_is_packed_as_drawn() {
        let drawn = frontier(&[1, 0, 2, 2, 0, 1]);
        assert_eq!(drawn, Frontier(0x10_2201));
        let mut labels = drawn.unpack();
        Sweep::new(6, 2).reduce(&mut labels);
        assert_eq!(Frontier::pack(&labels), drawn);
    }

    #[test]
    fn steps_join_forget_and_lose() {
        let check = |column: usize, before: &[u8], stone: bool, after: Option<&[u8]>| {
            let step = Sweep::new(before.len(), column).step(frontier(before), stone);
            assert_eq!(step, after.map(frontier), "{before:?} at {column}, stone {stone}");
        };
        // The last way down is closed.
        check(1, &[0, 1], false, None);
        check(0, &[1], false, None);
        check(0, &[1], true, Some(&[1]));
        // A stone joins the classes at its left and above right.
        check(2, &[2, 2, 0, 1, 1, 1], true, Some(&[1, 1, 1, 1, 1, 1]));
        // A lone stone with two future cells below is noise.
        check(5, &[1, 1, 1, 0, 0, 0], true, Some(&[1, 1, 1, 0, 0, 0]));
    }
}
