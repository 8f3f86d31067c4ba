//! The value of every order ideal above a position, from the full board backwards.
//!
//! Only the swings matter. Let the swing of a cell be both sides' scores added up, and let `t` be the cells left. With
//!
//! ```text
//! g(t) = max over available x of  swing(x) - g(t - x),      g(nothing left) = 0
//! ```
//!
//! the value of the position for the side to move is `(d(t) + g(t)) / 2`, where `d(t)` is what the mover's scores of
//! the cells left sum to, less the other side's. For by induction a move `x` is worth
//! `own(x) - (-d(t - x) + g(t - x)) / 2 = (d(t) + swing(x) - g(t - x)) / 2`. So `g` is the same whoever is to move, and
//! one number for each ideal is enough.
//!
//! | room | idea |
//! |---|---|
//! | `plain` | one ideal after the other, by its address: any board, any scores |
//! | `frame` | the open part of the board, its ideals as contours in bits |
//! | `lanes` | vectors of words, in plain Rust and with AVX2 |
//! | `low`, `middle`, `upper` | the lowest bits of a contour, those above, and moves there |
//! | `block` | small boards: every value kept, many rows of contours side by side |

mod block;
#[allow(dead_code, reason = "large boards will need the rest")]
mod frame;
#[allow(dead_code, unused_imports, reason = "large boards will need the rest")]
mod lanes;
mod low;
#[allow(dead_code, reason = "large boards will need the rest")]
mod middle;
mod plain;
mod upper;

use block::{Block, Kernel, Plan};
use frame::Frame;
use lanes::Portable;
use plain::Plain;

use super::board::Position;
use super::layout;
use crate::analysis::{Halt, Ply};
use crate::cell::Cell;
use crate::game::{Rules, Side};
use crate::limits::Budget;
use crate::value::Margin;

/// The kernels that keep their tables from one sweep to the next.
#[derive(Default)]
pub struct Kernels {
    block: Option<Box<dyn Kernel>>,
}

/// So few ideals that the plain sweep is done before a kernel has started.
const FEW: u128 = 300;

/// How many states a kernel works out in the time that the plain sweep takes for one: a cautious figure.
const PLAIN_COST: u128 = 8;

/// A finished sweep: `g` of the ideals above a position.
pub enum Swept<'k> {
    /// By the plain sweep.
    Plain(Plain),
    /// By the kernel for small boards.
    Block(Frame, &'k dyn Kernel),
}

impl<'k> Swept<'k> {
    /// Sweeps plainly.
    ///
    /// # Errors
    /// [`Halt`] if the values do not fit the memory allowed, or at a limit.
    pub fn plain(position: &Position, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        Ok(Self::Plain(Plain::run(position, budget)?))
    }

    /// Sweeps by the way that suits the position.
    ///
    /// # Errors
    /// As [`Swept::plain`].
    pub fn run(position: &Position, kernels: &'k mut Kernels, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        let ideals = layout::count(position.ideal());
        if ideals < FEW {
            return Self::plain(position, budget);
        }
        let framed = Frame::of(position).and_then(|frame| Some((Plan::new(&frame)?, frame)));
        let Some((plan, frame)) = framed else { return Self::plain(position, budget) };
        // From the middle of a game the blocks hold many contours that cannot be reached any more.
        if plan.states() > PLAIN_COST * ideals || plan.memory() > budget.memory_left().into() {
            return Self::plain(position, budget);
        }
        let kernel = kernels.block.get_or_insert_with(|| {
            #[cfg(target_arch = "x86_64")]
            if lanes::available() {
                return Box::new(Block::<lanes::Avx2I32>::new());
            }
            Box::new(Block::<Portable<i32, 8>>::new())
        });
        kernel.sweep(&frame, plan, budget)?;
        Ok(Self::Block(frame, &**kernel))
    }

    /// The value of the position for the side to move.
    pub fn value(&self, position: &Position) -> i64 {
        let rest = match self {
            Self::Plain(plain) => plain.rest(position),
            Self::Block(frame, kernel) => kernel.rest(frame.contour(position)),
        };
        (lead(position) + rest) / 2
    }

    /// What each move of the position is worth to the side to move, the cells in ascending order.
    pub fn moves(&self, position: &Position) -> Vec<(Cell, i64)> {
        let (lead, board) = (lead(position), position.board());
        let worth = |(cell, after)| (cell, (lead + board.swing(cell) - after) / 2);
        match self {
            Self::Plain(plain) => plain.after(position).map(worth).collect(),
            Self::Block(frame, kernel) => {
                let moves = frame.moves(frame.contour(position));
                moves.map(|mv| worth((mv.cell, kernel.rest(mv.next)))).collect()
            }
        }
    }

    /// Plays the first best move, ply after ply, as far as the sweep knows what moves are worth but no more than
    /// `plies` times, and tells each.
    pub fn follow(&self, here: &mut Position, plies: usize, tell: &mut dyn FnMut(Ply<Cell, Margin>)) {
        let mut lead = lead(here);
        let mut contour = match self {
            Self::Plain(_) => 0,
            Self::Block(frame, _) => frame.contour(here),
        };
        for _ in 0..plies {
            let swing = |cell| here.board().swing(cell);
            let best = match self {
                Self::Plain(plain) => {
                    first_best(plain.after(here).map(|(cell, after)| (cell, swing(cell) - after)))
                }
                Self::Block(frame, kernel) => {
                    first_best(frame.moves(contour).map(|mv| (mv.cell, mv.swing - kernel.rest(mv.next))))
                }
            };
            let Some((cell, worth)) = best else { break };
            let side = here.to_move();
            tell(Ply { side, mv: cell, value: Margin::new((lead + worth) / 2) });
            lead = here.board().score(side, cell) - here.board().score(side.other(), cell) - lead;
            if here.play(cell).is_err() {
                break;
            }
            if let Self::Block(frame, _) = self {
                contour = frame.take(contour, cell);
            }
        }
    }
}

/// The first move of the greatest worth.
fn first_best(moves: impl Iterator<Item = (Cell, i64)>) -> Option<(Cell, i64)> {
    moves.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// What the mover's scores of the cells left sum to, less the other side's.
fn lead(position: &Position) -> i64 {
    let board = position.board();
    let first: i64 = position.ideal().cells_left().map(|cell| board.first(cell) - board.second(cell)).sum();
    match position.to_move() {
        Side::First => first,
        Side::Second => -first,
    }
}

#[cfg(test)]
mod tests {
    use super::frame::Contour;
    use super::*;
    use crate::Limits;
    use crate::contour::Board;

    /// Numbers that look random: splitmix64.
    pub struct Random(pub u64);

    impl Random {
        pub fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut word = self.0;
            word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            (word ^ (word >> 31)) % bound
        }

        pub fn board(&mut self, rows: usize, columns: usize, least: i64, greatest: i64) -> Board {
            let range = (greatest - least + 1) as u64;
            let mut scores =
                || (0..rows * columns).map(|_| least + self.below(range) as i64).collect::<Vec<_>>();
            let (first, second) = (scores(), scores());
            Board::new(rows, columns, first, second).unwrap()
        }
    }

    /// Positions on boards of all shapes whose plain sweep is short, with scores of all kinds; every third is the start
    /// of a game.
    pub fn boards(seed: u64, count: usize) -> impl Iterator<Item = Position> {
        const SCORES: [(i64, i64); 6] =
            [(0, 100), (-60, 60), (0, 1), (-50, -40), (0, 0), (-100_000, 1_000_000)];
        const SHAPES: [(usize, usize); 18] = [
            (5, 5),
            (6, 6),
            (7, 7),
            (8, 8),
            (9, 9),
            (1, 9),
            (9, 1),
            (1, 20),
            (20, 1),
            (2, 15),
            (15, 2),
            (4, 12),
            (12, 4),
            (3, 22),
            (22, 3),
            (6, 9),
            (10, 7),
            (2, 8),
        ];
        let mut random = Random(seed);
        (0..count).map(move |index| {
            let (rows, columns) = SHAPES[index % SHAPES.len()];
            let (least, greatest) = SCORES[random.below(SCORES.len() as u64) as usize];
            let mut position = Position::new(random.board(rows, columns, least, greatest));
            let plies = if index % 3 == 0 { 0 } else { random.below((rows * columns) as u64 / 2) };
            for _ in 0..plies {
                let moves = position.moves();
                position.play(moves[random.below(moves.len() as u64) as usize]).unwrap();
            }
            position
        })
    }

    /// Holds `g` by contour against the plain sweep, for every ideal above a position.
    pub fn check(position: &Position, index: usize, rest: impl Fn(Contour) -> Option<i64>) {
        let plain = Plain::run(position, &mut Budget::open(&Limits::none())).unwrap();
        let frame = Frame::of(position).unwrap();
        let board = position.board();
        let mut lengths = position.taken().to_vec();
        // All ideals above the position: the lowest row that can grow does, and those below it start again.
        loop {
            let here = Position::with_taken(board.clone(), lengths.clone()).unwrap();
            let found = rest(frame.contour(&here));
            assert!(found.is_none_or(|found| found == plain.rest(&here)), "{here}, number {index}");
            let above =
                |row: usize, lengths: &[usize]| if row == 0 { board.columns() } else { lengths[row - 1] };
            let Some(row) = (0..lengths.len()).rev().find(|&row| lengths[row] < above(row, &lengths)) else {
                break;
            };
            lengths[row] += 1;
            lengths[row + 1..].copy_from_slice(&position.taken()[row + 1..]);
        }
    }
}
