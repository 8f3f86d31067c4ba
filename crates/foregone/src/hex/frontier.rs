//! What the cells swept so far can still mean for those to come: the frontier, in its smallest form.
//!
//! Cells are swept row by row. Of the swept part only the last row's worth of cells touches what is to come, so all
//! that matters is which of these cells hold stones of the sweeping colour, which of those are joined, and which are
//! joined to the top. Frontiers that no future can tell apart are made equal by two reductions (see
//! [`Step::reduce`]); what is left is minimal in the middle of boards up to ten wide at least, as a test of the tables shows.

/// The widest board that a frontier holds: three bits a column in a word of 64.
pub(super) const MAX_WIDTH: usize = 21;

/// Which cells touch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Lattice {
    /// Six neighbours, as on a Hex board.
    #[default]
    Hexagonal,
    /// Four neighbours: those that share an edge of a square.
    Square,
}

/// A frontier, packed: three bits a column, in three planes as wide as the board, column 0 lowest in each.
///
/// After cell (row, column) is swept, the frontier's cells are the swept one of each column that lies lowest. Cells
/// joined through the swept part are a class. Classes do not cross, and what is joined to the top lies inside no other
/// class: so it is enough to say of each cell whether its class goes on to the right, and to the left.
///
/// ```text
///   column               0 1 2 3 4 5 6
///   row above                  b   t t      as far as the next row has not come
///   row                  a   b              swept up to column 2; a, b are classes, t is joined to the top
///
///   class (plane 2)      1 0 1 1 0 0 0      a stone of a class that is not joined to the top
///   from left (plane 1)  0 0 0 1 0 1 1      there is a stone of its class further left
///   to right (plane 0)   0 0 1 0 0 1 1      there is a stone of its class further right
/// ```
///
/// A stone joined to the top has plane 2 clear and the other two set; where no stone matters all three are clear.
/// Frontiers with nothing joined to the top have lost and are not kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Frontier(u64);

/// The classes of a frontier, unpacked: each a set of columns, one bit a column.
#[derive(Clone, Copy, Debug)]
struct Classes {
    /// The stones joined to the top.
    top: u32,
    /// The other classes, in no order; the first `count` of them.
    others: [u32; MAX_CLASSES],
    count: usize,
}

/// Classes not joined to the top: every second column at most starts one, and one more may lie at the kink.
const MAX_CLASSES: usize = MAX_WIDTH / 2 + 2;

/// The step that sweeps one column's cell on boards of one width.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    lattice: Lattice,
    width: usize,
    column: usize,
    ahead: Ahead,
}

/// The stones on the cells next to the frontier that are still to be swept, one bit a column.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ahead {
    /// The sweeping colour's: what touches one will be joined by it.
    pub(super) own: u32,
    /// The other colour's: to touch one is of no use.
    pub(super) other: u32,
}

impl Frontier {
    /// The frontier before the first row: the top side itself.
    pub(super) fn top(width: usize) -> Self {
        Self::pack(&Classes { top: columns(width), others: [0; MAX_CLASSES], count: 0 }, width)
    }

    /// The number that the word is: less than 2^(3 width).
    pub(super) const fn word(self) -> u64 {
        self.0
    }

    /// The frontier of a word.
    pub(super) const fn of_word(word: u64) -> Self {
        Self(word)
    }

    /// The frontier of these classes after a whole row.
    pub(super) fn of_classes(top: u32, others: &[u32], width: usize) -> Self {
        let mut classes = Classes { top, others: [0; MAX_CLASSES], count: 0 };
        others.iter().for_each(|class| classes.push(*class));
        Self::pack(&classes, width)
    }

    /// The stones joined to the top, and the other classes; one bit a column.
    pub(super) fn classes(self, width: usize) -> (u32, Vec<u32>) {
        let classes = self.unpack(width);
        (classes.top, classes.others().collect())
    }

    fn pack(classes: &Classes, width: usize) -> Self {
        let (mut class, mut from_left, mut to_right) = (0, classes.top, classes.top);
        for stones in classes.others() {
            class |= stones;
            from_left |= stones & (stones - 1);
            to_right |= stones & !(1 << stones.ilog2());
        }
        Self(u64::from(class) << (2 * width) | u64::from(from_left) << width | u64::from(to_right))
    }

    fn unpack(self, width: usize) -> Classes {
        let plane = |place: usize| (self.0 >> (place * width)) as u32 & columns(width);
        let (to_right, from_left, mut class) = (plane(0), plane(1), plane(2));
        let mut classes = Classes { top: to_right & from_left & !class, others: [0; MAX_CLASSES], count: 0 };
        // The classes that go on to the right, the innermost last.
        let mut open = [0_u32; MAX_CLASSES];
        let mut depth = 0;
        while class != 0 {
            let stone = class & class.wrapping_neg();
            class ^= stone;
            if from_left & stone == 0 {
                open[depth] = 0;
                depth += 1;
            }
            open[depth - 1] |= stone;
            if to_right & stone == 0 {
                depth -= 1;
                classes.push(open[depth]);
            }
        }
        classes
    }
}

impl Classes {
    fn push(&mut self, class: u32) {
        self.others[self.count] = class;
        self.count += 1;
    }

    fn others(&self) -> impl Iterator<Item = u32> + '_ {
        self.others[..self.count].iter().copied()
    }

    /// Keeps the other classes for which `change` leaves a stone, as it leaves them.
    #[inline]
    fn retain(&mut self, mut change: impl FnMut(u32) -> u32) {
        let mut kept = 0;
        for place in 0..self.count {
            let class = change(self.others[place]);
            self.others[kept] = class;
            kept += usize::from(class != 0);
        }
        self.count = kept;
    }
}

/// All columns of a board, one bit each.
const fn columns(width: usize) -> u32 {
    (1 << width) - 1
}

impl Step {
    /// The step at `column` on boards of `width` columns, at most [`MAX_WIDTH`], whatever stones there are.
    pub(super) const fn new(lattice: Lattice, width: usize, column: usize) -> Self {
        Self { lattice, width, column, ahead: Ahead { own: 0, other: 0 } }
    }

    /// The same step where the stones ahead are known: more frontiers mean the same then.
    pub(super) const fn with_ahead(mut self, ahead: Ahead) -> Self {
        self.ahead = ahead;
        self
    }

    /// The frontier after the cell gets a stone of the sweeping colour (`stone`) or not; `None` if nothing is joined
    /// to the top any more, so that the sweeping colour has lost.
    pub(super) fn after(&self, before: Frontier, stone: bool) -> Option<Frontier> {
        let mut classes = before.unpack(self.width);
        if stone {
            self.place(&mut classes);
        } else {
            let others = !(1 << self.column);
            classes.top &= others;
            classes.retain(|class| class & others);
        }
        if classes.top == 0 {
            return None;
        }
        self.reduce(&mut classes);
        (classes.top != 0).then(|| Frontier::pack(&classes, self.width))
    }

    /// Puts a stone, which joins the classes of the swept cells that it touches: left, above, above right.
    fn place(&self, classes: &mut Classes) {
        let stone = 1_u32 << self.column;
        let touching = match self.lattice {
            Lattice::Hexagonal => stone | stone >> 1 | stone << 1,
            Lattice::Square => stone | stone >> 1,
        };
        let mut joined = stone;
        classes.retain(|class| {
            let joins = class & touching != 0;
            joined |= if joins { class } else { 0 };
            if joins { 0 } else { class }
        });
        if classes.top & touching != 0 {
            classes.top |= joined;
        } else {
            classes.push(joined);
        }
    }

    /// Makes equal what no future can tell apart.
    ///
    /// - *Noise*: a class that is not joined to the top and touches one future cell, or two that touch each other,
    ///   joins nothing that is not joined anyway. It is taken away.
    /// - *Shadow*: a cell without a stone touching only future cells that a class touches too, and no cell of another
    ///   class, would add nothing as a stone of that class. It becomes one, so that holes which do not matter look alike.
    ///
    /// One round of each is enough: taking a class away changes nothing that another touches, nor do new stones change
    /// what their class touches, and they only ever stand in the way of other classes.
    ///
    /// Where the stones ahead are known, cells that the other colour has are not touched at all, and a stone that touches
    /// nothing is taken away; classes that touch the same stone of the sweeping colour are one.
    fn reduce(&self, classes: &mut Classes) {
        let idle = self.covered(self.ahead.other);
        if idle != 0 {
            classes.top &= !idle;
            classes.retain(|class| class & !idle);
        }
        if self.ahead.own != 0 {
            self.join_ahead(classes);
        }
        classes.retain(|class| if self.is_noise(self.touched(class)) { 0 } else { class });
        let mut stones = classes.others().fold(classes.top, |all, class| all | class);
        for class in std::iter::once(&mut classes.top).chain(&mut classes.others[..classes.count]) {
            let foreign = stones & !*class;
            let free = columns(self.width) & !(stones | foreign << 1 | foreign >> 1 | idle);
            let shadow = free & self.covered(self.touched(*class) | self.ahead.other);
            stones |= shadow;
            *class |= shadow;
        }
    }

    /// Joins classes that touch the same stone of the sweeping colour ahead. What lies between two such stones of the
    /// frontier touches that stone, too, so classes still do not cross.
    fn join_ahead(&self, classes: &mut Classes) {
        let mut place = 0;
        while place < classes.count {
            let class = classes.others[place];
            let stones = self.touched(class) & self.ahead.own;
            let touches = |other: u32| self.touched(other) & stones != 0;
            let with =
                classes.others().enumerate().position(|(other, class)| other != place && touches(class));
            if touches(classes.top) {
                classes.top |= class;
            } else if let Some(with) = with {
                classes.others[with] |= class;
            } else {
                place += 1;
                continue;
            }
            // It is gone; what it was joined with may touch more stones now.
            classes.count -= 1;
            classes.others[place] = classes.others[classes.count];
            place = 0;
        }
    }

    /// The future cells that a class touches, after the step: one bit a column, since the future cells next to the
    /// frontier are one in each column as well.
    ///
    /// On the hexagonal lattice a cell in the swept row touches (below left) and (below); one in the row above, where the
    /// cells below are not swept yet, the same two columns. The two cells at the kink differ: the swept one touches its
    /// right neighbour as well, and the one above that has its left one swept. On the square lattice a cell touches its own
    /// column, and the one swept last its right neighbour.
    fn touched(&self, class: u32) -> u32 {
        let (swept, ahead) = (1 << self.column, 2 << self.column);
        let beside = if class & swept != 0 { ahead } else { 0 };
        let touched = match self.lattice {
            Lattice::Hexagonal => class | (class & !ahead) >> 1,
            Lattice::Square => class,
        };
        (touched | beside) & columns(self.width) & !self.ahead.other
    }

    /// The cells all of whose future cells are among these.
    fn covered(&self, touched: u32) -> u32 {
        let (swept, ahead) = (1 << self.column, 2 << self.column);
        let both = match self.lattice {
            Lattice::Hexagonal => touched & (touched << 1 | 1) | touched & ahead,
            Lattice::Square => touched,
        };
        let beside = ahead & columns(self.width);
        if beside & !touched == 0 { both } else { both & !swept }
    }

    /// Whether a class that touches these future cells is noise.
    fn is_noise(&self, touched: u32) -> bool {
        let rest = touched & touched.wrapping_sub(1);
        let lowest = touched ^ rest;
        // On the square lattice the future cells at the kink, one below the other's left, do not touch.
        rest == 0
            || rest == lowest << 1
                && (self.lattice == Lattice::Hexagonal
                    || lowest != 1 << self.column
                    || self.column + 1 == self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frontier as a row of letters: `t` is joined to the top, `.` no stone, others are classes.
    fn frontier(drawn: &str) -> Frontier {
        let stones = |wanted: char| {
            drawn
                .chars()
                .enumerate()
                .fold(0_u32, |all, (column, letter)| all | u32::from(letter == wanted) << column)
        };
        let others: Vec<u32> = ('a'..='f').map(stones).filter(|class| *class != 0).collect();
        Frontier::of_classes(stones('t'), &others, drawn.len())
    }

    #[test]
    fn touched_future_cells_are_those_of_the_board() {
        use crate::cell::Cell;
        use crate::hex::Board;
        for width in 1..=5 {
            let board = Board::new(3, width).unwrap();
            for column in 0..width {
                let swept = |cell: Cell| (cell.row, cell.column) <= (1, column);
                for (lattice, square) in [(Lattice::Hexagonal, false), (Lattice::Square, true)] {
                    let sweep = Step::new(lattice, width, column);
                    let touched: Vec<u32> = (0..width)
                        .map(|cell| {
                            let here = Cell { row: usize::from(cell <= column), column: cell };
                            let shares_edge =
                                |next: &Cell| next.row == here.row || next.column == here.column;
                            board
                                .neighbours(here)
                                .filter(|next| !swept(*next) && (!square || shares_edge(next)))
                                .fold(0, |columns, next| columns | 1 << next.column)
                        })
                        .collect();
                    for class in 0..1_u32 << width {
                        let of = |cells: u32| {
                            (0..width).filter(|c| cells >> c & 1 == 1).fold(0, |all, c| all | touched[c])
                        };
                        assert_eq!(sweep.touched(class), of(class), "{width} {column} {class:b}");
                        let inside = |cell: &usize| touched[*cell] & !class == 0;
                        let shadow = (0..width).filter(inside).fold(0, |all, cell| all | 1 << cell);
                        assert_eq!(sweep.covered(class), shadow, "{width} {column} {class:b}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_frontier_is_packed_as_drawn() {
        let drawn = Frontier::of_classes(0b110_0000, &[0b1, 0b1100], 7);
        assert_eq!(drawn, Frontier(0b000_1101 << 14 | 0b110_1000 << 7 | 0b110_0100));
        for text in ["a.bb.t", "t.a.bb.a.t", "ab.b.c..b.a", "t", "tt.tt", "aabb.ttaab.t.b"] {
            let packed = frontier(text);
            assert_eq!(Frontier::pack(&packed.unpack(text.len()), text.len()), packed, "{text}");
        }
    }

    #[test]
    fn steps_join_forget_and_lose() {
        let check = |column: usize, before: &str, stone: bool, after: Option<&str>| {
            let step = Step::new(Lattice::Hexagonal, before.len(), column).after(frontier(before), stone);
            assert_eq!(step, after.map(frontier), "{before:?} at {column}, stone {stone}");
        };
        // The last way down is closed.
        check(1, ".t", false, None);
        check(0, "t", false, None);
        check(0, "t", true, Some("t"));
        // A stone joins the classes at its left and above right.
        check(2, "aa.ttt", true, Some("tttttt"));
        // A lone stone with two future cells below is noise.
        check(5, "ttt...", true, Some("ttt..."));
    }
}
