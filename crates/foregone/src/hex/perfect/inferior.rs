//! Cells whose colour decides nothing, cells that a colour has for the asking, and moves that others are no worse than.
//!
//! All of it follows from one fact. Whether a cell decides depends on the other cells: it does if it joins two chains of one
//! colour, and with the other colour in it two chains of that. Going around the cell one then meets the colours in turn,
//! twice each at least. So a cell is *dead* if no way to fill the six places around it has four changes of colour. From that:
//!
//! - two cells are *captured* by a colour if, whichever of them the other takes, the colour's stone on the other one leaves that
//!   stone dead. The colour may as well have both (Hayward, van Rijswijck, "Hex and combinatorics", 2006);
//! - a move is *vulnerable* if some reply kills it. It was a move given away, so some other move is as good;
//! - a move is *dominated* by another one that would kill or capture its cell.

use super::cells::Cells;
use super::grid::{Around, Grid, Stones, index};
use crate::hex::board::Colour;

const COLOURS: [Colour; 2] = [Colour::White, Colour::Black];

/// Powers of three: what a place around a cell weighs in its surroundings.
const WEIGHTS: [u16; 6] = [1, 3, 9, 27, 81, 243];

/// Surroundings of a cell: a digit to the base three for each of the six places around it, in order: 0 empty, 1 White,
/// 2 Black. Beyond the board are stones of the colour whose edge is there.
type Surroundings = u16;

/// Whether a cell is dead, by its surroundings.
const DEAD: [bool; 729] = {
    let mut dead = [false; 729];
    let mut surroundings = 0;
    while surroundings < dead.len() {
        dead[surroundings] = is_dead(surroundings);
        surroundings += 1;
    }
    dead
};

/// Whether none of the ways to fill the empty places has four changes of colour around the cell.
const fn is_dead(surroundings: usize) -> bool {
    let mut filling = 0_u32;
    while filling < 1 << 6 {
        let (mut fits, mut place, mut rest) = (true, 0, surroundings);
        while place < 6 {
            let digit = rest % 3;
            // In a filling a bit is set for Black.
            fits = fits && (digit == 0 || digit == (filling >> place & 1) as usize + 1);
            rest /= 3;
            place += 1;
        }
        let turned = filling >> 1 | (filling & 1) << 5;
        if fits && (filling ^ turned).count_ones() >= 4 {
            return false;
        }
        filling += 1;
    }
    true
}

fn dead(surroundings: Surroundings) -> bool {
    DEAD[usize::from(surroundings)]
}

/// A position with nothing left in it of what can be told at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Filled<C> {
    /// The stones, with Black's on cells that were dead and a colour's own on cells that it captured.
    pub(crate) stones: Stones<C>,
    /// The cells that each colour captured.
    pub(crate) captured: [C; 2],
}

/// Stones, and the surroundings of every cell.
pub(crate) struct Glance<'a, C> {
    grid: &'a Grid<C>,
    stones: Stones<C>,
    empty: C,
    around: [Surroundings; 128],
}

impl<'a, C: Cells> Glance<'a, C> {
    /// A look at a position.
    pub(crate) fn new(grid: &'a Grid<C>, stones: Stones<C>) -> Self {
        let mut around = [0; 128];
        for (around, places) in around.iter_mut().zip(&grid.around) {
            for (place, weight) in places.iter().copied().zip(WEIGHTS) {
                let colour = match place {
                    Around::Edge(colour) => Some(colour),
                    Around::Cell(other) => {
                        COLOURS.into_iter().find(|colour| stones.of[index(*colour)].has(other.into()))
                    }
                };
                *around += colour.map_or(0, |colour| weight * digit(colour));
            }
        }
        Self { grid, stones, empty: stones.empty(grid), around }
    }

    /// Puts a stone on an empty cell.
    fn put(&mut self, cell: usize, colour: Colour) {
        self.stones = self.stones.with(colour, C::one(cell));
        self.empty &= !C::one(cell);
        for (direction, place) in self.grid.around[cell].into_iter().enumerate() {
            if let Around::Cell(other) = place {
                // Seen from there, the cell lies in the opposite direction.
                self.around[usize::from(other)] += WEIGHTS[(direction + 3) % 6] * digit(colour);
            }
        }
    }

    /// The empty cells around a cell, each with the direction in which it lies.
    fn open_around(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.grid.around[cell].into_iter().enumerate().filter_map(|(direction, place)| match place {
            Around::Cell(other) if self.empty.has(other.into()) => Some((direction, other.into())),
            _ => None,
        })
    }

    /// Whether a cell would be dead once a colour has taken the cell in a direction from it.
    fn killed(&self, cell: usize, direction: usize, by: Colour) -> bool {
        dead(self.around[cell] + WEIGHTS[direction] * digit(by))
    }

    /// Whether a colour captures two empty cells, the second one in a direction from the first.
    fn captures(&self, colour: Colour, [first, second]: [usize; 2], direction: usize) -> bool {
        self.killed(first, direction, colour) && self.killed(second, (direction + 3) % 6, colour)
    }

    /// Fills what is dead or captured, looking at cells of `changed` first and then at whatever that changes.
    pub(crate) fn fill(&mut self, changed: C) -> Filled<C> {
        let mut captured = [C::NONE; 2];
        let mut look = changed & self.empty;
        while !look.is_empty() {
            let cell = look.least();
            look &= !C::one(cell);
            if dead(self.around[cell]) {
                self.put(cell, Colour::Black);
                look |= self.grid.touching[cell] & self.empty;
                continue;
            }
            let found = self.open_around(cell).find_map(|(direction, other)| {
                let captor =
                    COLOURS.into_iter().find(|colour| self.captures(*colour, [cell, other], direction))?;
                Some((other, captor))
            });
            if let Some((other, captor)) = found {
                self.put(cell, captor);
                self.put(other, captor);
                captured[index(captor)] |= C::one(cell) | C::one(other);
                look |= (self.grid.touching[cell] | self.grid.touching[other]) & self.empty;
                look &= self.empty;
            }
        }
        Filled { stones: self.stones, captured }
    }

    /// Of some moves of a colour those that a reply kills, and replies that do.
    pub(crate) fn vulnerable(&self, mover: Colour, moves: C) -> (C, C) {
        let (mut vulnerable, mut killers) = (C::NONE, C::NONE);
        for cell in moves.each() {
            let killer =
                self.open_around(cell).find(|(direction, _)| self.killed(cell, *direction, mover.other()));
            if let Some((_, killer)) = killer {
                vulnerable |= C::one(cell);
                killers |= C::one(killer);
            }
        }
        (vulnerable, killers)
    }

    /// Of some moves of a colour those that are enough: of any other one of them, one of these or one of `others` is
    /// no worse.
    pub(crate) fn undominated(&self, mover: Colour, moves: C, others: C) -> C {
        let mut left = moves;
        for by in (moves | others).each() {
            if !moves.has(by) || left.has(by) {
                left &= !(self.dominated(mover, by) & !C::one(by));
            }
        }
        left
    }

    /// The empty cells that a colour kills or captures by a move.
    fn dominated(&self, mover: Colour, by: usize) -> C {
        let mut dominated = C::NONE;
        for (back, cell) in self.open_around(by).map(|(direction, cell)| ((direction + 3) % 6, cell)) {
            let around = self.around[cell] + WEIGHTS[back] * digit(mover);
            if dead(around) {
                dominated |= C::one(cell);
                continue;
            }
            for (direction, other) in self.open_around(cell).filter(|(_, other)| *other != by) {
                let gained = self.grid.around[other].into_iter().zip(WEIGHTS);
                let gained = gained.filter(|(place, _)| *place == Around::Cell(by as u8));
                let gained: u16 = gained.map(|(_, weight)| weight * digit(mover)).sum();
                if dead(around + WEIGHTS[direction] * digit(mover))
                    && dead(self.around[other] + gained + WEIGHTS[(direction + 3) % 6] * digit(mover))
                {
                    dominated |= C::one(cell) | C::one(other);
                }
            }
        }
        dominated
    }
}

const fn digit(colour: Colour) -> u16 {
    index(colour) as u16 + 1
}
