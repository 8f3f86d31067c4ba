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
//! | `forecast` | which of them would run, and what it would cost |
//! | `levels` | large boards: two levels of rows at a time, by several threads, or as tasks for many processes |

mod block;
mod forecast;
mod frame;
mod lanes;
mod levels;
mod low;
mod middle;
mod plain;
mod upper;

use block::{Block, Kernel};
use forecast::two_levels;
pub use forecast::{LEVELS_RATE_ALONE as RATE_ALONE, forecast};
use frame::Frame;
use lanes::{Portable, Word as _};
use levels::{KIND, Kept};
pub use levels::{Keep, Work};
use plain::Plain;

use super::board::Position;
use super::layout;
use super::method::Method;
use crate::analysis::Ply;
use crate::cell::Cell;
use crate::checkpoint::Checkpoints;
use crate::game::Rules;
use crate::limits::{Budget, Limits};
use crate::method::Method as _;
use crate::report::{Halt, SolveError};
use crate::value::Margin;

/// The kernels that keep their tables from one sweep to the next.
#[derive(Default)]
pub struct Kernels {
    block: Option<Box<dyn Kernel>>,
    /// For scores that sum to more than the other one takes.
    wide_block: Option<Box<dyn Kernel>>,
}

/// So few ideals that the plain sweep is done before a kernel has started.
const FEW: u128 = 300;

/// How many states a kernel works out in the time that the plain sweep takes for one: a cautious figure.
const PLAIN_COST: u128 = 8;

/// So many order ideals are swept plainly without a checkpoint: a few seconds' work.
const SOON_DONE: u128 = 1 << 27;

/// The most memory for which all values are kept: what stays in the caches of a core or two.
const BLOCK_MEMORY: u128 = 16 << 20;

/// A finished sweep: `g` of the ideals above a position.
pub enum Swept<'k> {
    /// By the plain sweep.
    Plain(Plain),
    /// By the kernel for small boards.
    Block(Frame, &'k dyn Kernel),
    /// By levels, of which those nearest to the position are kept.
    Levels(Frame, Box<dyn Kept>),
}

impl<'k> Swept<'k> {
    /// Sweeps plainly.
    ///
    /// # Errors
    /// [`Halt`] if the values do not fit the memory allowed, or at a limit.
    pub fn plain(position: &Position, budget: &mut Budget<'_>) -> Result<Self, Halt> {
        Ok(Self::Plain(Plain::run(position, budget)?))
    }

    /// Sweeps by the way that suits the position. For the line, more values are kept if there is room; sweeps after the
    /// first may take as much memory as that one did.
    ///
    /// With checkpoints, the sweep by levels goes on from the one that is there; the other ways are soon done, or refused.
    ///
    /// # Errors
    /// As [`Swept::plain`]; [`SolveError::Checkpoint`] if the checkpoint is not one of this position, or damaged;
    /// [`SolveError::NotApplicable`] if the sweep would be a long one that keeps none.
    pub fn run(
        position: &Position,
        keep: Keep,
        checkpoints: Option<&Checkpoints<'_>>,
        kernels: &'k mut Kernels,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Halt> {
        // A wrong one is refused by boards that have no use for it, too.
        checkpoints.map(Checkpoints::open).transpose()?;
        let ideals = layout::count(position.ideal());
        let Some(frame) = Frame::of(position).filter(|_| ideals >= FEW) else {
            return Self::run_plainly(position, ideals, checkpoints, budget);
        };
        let kernel = kernels.block(&frame);
        match Way::of(position, &frame, ideals, kernel, budget)? {
            Way::Block(plan) => {
                kernel.sweep(&frame, *plan, budget)?;
                return Ok(Self::Block(frame, kernel));
            }
            Way::Levels { .. } => {
                if let Some(kept) = levels::sweep(&frame, ideals, keep, checkpoints, budget)? {
                    return Ok(Self::Levels(frame, kept));
                }
            }
            Way::Plain => {}
        }
        Self::run_plainly(position, ideals, checkpoints, budget)
    }

    /// Sweeps plainly, unless that would be a long sweep without a checkpoint that is asked for.
    fn run_plainly(
        position: &Position,
        ideals: u128,
        checkpoints: Option<&Checkpoints<'_>>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Halt> {
        // What does not fit has its own refusal.
        if checkpoints.is_some()
            && ideals > SOON_DONE
            && budget.fits(plain::memory(position, bound(position), ideals))
        {
            let reason = String::from("it keeps no checkpoints of boards so thin");
            return Err(SolveError::NotApplicable { method: Method::Sweep.name(), reason }.into());
        }
        Self::plain(position, budget)
    }

    /// The checkpoints of a sweep of a position, if they are asked for.
    pub fn checkpoints<'a>(position: &Position, budget: &Budget<'a>) -> Option<Checkpoints<'a>> {
        budget.checkpoints(KIND, || position.to_string())
    }

    /// The value of the position for the side to move.
    pub fn value(&self, position: &Position) -> i64 {
        let rest = match self {
            Self::Plain(plain) => plain.rest(position),
            Self::Block(frame, kernel) => kernel.rest(frame.contour(position)),
            Self::Levels(frame, kept) => {
                kept.rest(frame.contour(position)).expect("the level of the position is kept")
            }
        };
        (position.lead() + rest) / 2
    }

    /// What each move of the position is worth to the side to move, the cells in ascending order.
    pub fn moves(&self, position: &Position) -> Vec<(Cell, i64)> {
        self.moves_if_kept(position).expect("the levels after a move are kept")
    }

    /// The same of a position that is reached from there, if what follows its moves was kept.
    pub fn moves_if_kept(&self, position: &Position) -> Option<Vec<(Cell, i64)>> {
        let (lead, board) = (position.lead(), position.board());
        let worth = |(cell, worth)| (cell, (lead + worth) / 2);
        match self {
            Self::Plain(plain) => {
                let after = plain.after(position);
                Some(after.map(|(cell, after)| worth((cell, board.swing(cell) - after))).collect())
            }
            Self::Block(frame, kernel) => {
                let moves = frame.moves(frame.contour(position));
                Some(moves.map(|mv| worth((mv.cell, mv.swing - kernel.rest(mv.next)))).collect())
            }
            Self::Levels(frame, kept) => {
                let moves = frame.moves(frame.contour(position));
                moves.map(|mv| Some(worth((mv.cell, mv.swing - kept.rest(mv.next)?)))).collect()
            }
        }
    }

    /// Follows the first best moves from a position, as far as the sweep knows what all moves are worth but no more than
    /// `plies` times, and tells each. Gives the position from which it does not know, if it comes to one.
    pub fn follow(
        &self,
        start: &Position,
        plies: usize,
        tell: &mut dyn FnMut(Ply<Cell, Margin>),
    ) -> Option<Position> {
        let board = start.board();
        let (mut side, mut lead) = (start.to_move(), start.lead());
        let mut tell = |cell, worth| {
            tell(Ply { side, mv: cell, value: Margin::new((lead + worth) / 2) });
            lead = board.score(side, cell) - board.score(side.other(), cell) - lead;
            side = side.other();
        };
        let plies = plies.min(start.plies_left());
        match self {
            Self::Plain(plain) => {
                let mut here = start.clone();
                for _ in 0..plies {
                    let moves = plain.after(&here);
                    let (cell, worth) =
                        first_best(moves.map(|(cell, after)| Some((cell, board.swing(cell) - after))))?;
                    tell(cell, worth);
                    here.play(cell).ok()?;
                }
            }
            Self::Block(frame, kernel) => {
                let mut contour = frame.contour(start);
                for _ in 0..plies {
                    let (mv, worth) = kernel.best(frame, contour)?;
                    tell(mv.cell, worth);
                    contour = mv.next;
                }
            }
            Self::Levels(frame, kept) => {
                let (mut contour, mut here) = (frame.contour(start), start.clone());
                for _ in 0..plies {
                    let Some((mv, worth)) = kept.best(frame, contour) else { return Some(here) };
                    tell(mv.cell, worth);
                    contour = mv.next;
                    here.play(mv.cell).ok()?;
                }
            }
        }
        None
    }

    /// Forgets the sweep; memory that was planned for it alone is free again. Says how many bytes that is.
    pub fn close(self, budget: &mut Budget<'_>) -> u64 {
        let Self::Levels(_, kept) = self else { return 0 };
        budget.release(kept.planned());
        kept.planned()
    }
}

/// The sweep of a position as tasks for so many workers, if it can be cut into such: see `levels`.
pub fn shared(position: &Position, workers: usize, least: Option<u64>, wide: bool) -> Option<Box<dyn Work>> {
    let ideals = layout::count(position.ideal());
    let frame = Frame::of(position).filter(|_| ideals >= FEW)?;
    levels::shared(&frame, ideals, PLAIN_COST.saturating_mul(ideals), workers, least, wide)
}

/// The states that a sweep for the moves alone works out, and the memory that it takes at most.
pub fn alone(position: &Position) -> (u128, u128) {
    let budget = Budget::open(&Limits::none());
    let ideals = layout::count(position.ideal());
    let plainly = || (ideals, plain::memory(position, bound(position), ideals));
    let Some(frame) = Frame::of(position).filter(|_| ideals >= FEW) else { return plainly() };
    match Way::of(position, &frame, ideals, Kernels::default().block(&frame), &budget) {
        Ok(Way::Plain) | Err(_) => plainly(),
        Ok(Way::Block(plan)) => (plan.states(), plan.memory()),
        Ok(Way::Levels { states, memory }) => (states.into(), memory),
    }
}

/// How a position is swept.
enum Way {
    Plain,
    Block(Box<block::Plan>),
    /// So many states, and so much memory at most if no levels are kept.
    Levels {
        states: u64,
        memory: u128,
    },
}

impl Way {
    /// The way for a position with so many ideals above it. To find it takes no more memory than the budget has left.
    ///
    /// # Errors
    /// [`SolveError`] if it takes more, and the plain sweep does not fit either.
    fn of(
        position: &Position,
        frame: &Frame,
        ideals: u128,
        kernel: &dyn Kernel,
        budget: &Budget<'_>,
    ) -> Result<Self, SolveError> {
        // From the middle of a game the kernels also work out contours that cannot be reached any more.
        let worth_it = |states: u128| states <= PLAIN_COST * ideals;
        if let Some(plan) = kernel.plan(frame).filter(|plan| {
            worth_it(plan.states()) && plan.memory() <= BLOCK_MEMORY && budget.fits(plan.memory())
        }) {
            return Ok(Self::Block(Box::new(plan)));
        }
        let fits_plainly = budget.fits(plain::memory(position, frame.bound(), ideals));
        match levels::cost(frame, ideals, budget.memory_left().unwrap_or(u64::MAX)) {
            Ok(Some((states, memory)))
                if !fits_plainly || (worth_it(states.into()) && budget.fits(memory)) =>
            {
                Ok(Self::Levels { states, memory })
            }
            Err(refused) if !fits_plainly => {
                // Whoever allowed what the plan takes would be refused the sweep itself next.
                let sweep = two_levels(position, ideals);
                Err(if budget.fits(sweep) {
                    refused
                } else {
                    budget.refusal("two levels of order ideals in words of four bytes", sweep)
                })
            }
            _ => Ok(Self::Plain),
        }
    }
}

/// What the sizes of the swings left sum to.
fn bound(position: &Position) -> i64 {
    position.ideal().cells_left().map(|cell| position.board().swing(cell).abs()).sum()
}

impl Kernels {
    /// The kernel for small boards with swings like those of a frame, made when it is first asked for.
    fn block(&mut self, frame: &Frame) -> &mut dyn Kernel {
        if frame.bound() < i32::BOUND {
            &mut **self.block.get_or_insert_with(|| {
                #[cfg(target_arch = "x86_64")]
                if crate::machine::has_avx2() {
                    return Box::new(Block::<lanes::Avx2I32>::new());
                }
                Box::new(Block::<Portable<i32, 8>>::new())
            })
        } else {
            &mut **self.wide_block.get_or_insert_with(|| {
                #[cfg(target_arch = "x86_64")]
                if crate::machine::has_avx2() {
                    return Box::new(Block::<lanes::Avx2I64>::new());
                }
                Box::new(Block::<Portable<i64, 4>>::new())
            })
        }
    }
}

/// The first move of the greatest worth, if that of every move is known and there is one.
fn first_best<M>(moves: impl Iterator<Item = Option<(M, i64)>>) -> Option<(M, i64)> {
    moves.reduce(|best, next| best.zip(next).map(|(best, next)| if next.1 > best.1 { next } else { best }))?
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

    /// Positions whose sizes of swings come to a sum, which values reach where there is little choice: their signs alternate.
    pub fn with_sum(sum: i64) -> impl Iterator<Item = Position> {
        const SHAPES: [(usize, usize); 8] =
            [(1, 9), (1, 20), (20, 1), (2, 15), (15, 2), (3, 8), (5, 5), (6, 6)];
        SHAPES.into_iter().flat_map(move |(rows, columns)| {
            let cells = (rows * columns) as i64;
            [[1, 1], [-1, -1], [1, -1], [-1, 1]].map(|signs| {
                let size =
                    |cell: i64| if cell == 0 { sum - (cells - 1) * (sum / cells) } else { sum / cells };
                let sign = |cell: i64| signs[(cell as usize / columns + cell as usize % columns) % 2];
                let swings: Vec<i64> = (0..cells).map(|cell| sign(cell) * size(cell)).collect();
                let first = swings.iter().map(|swing| swing / 2).collect();
                let second = swings.iter().map(|swing| swing - swing / 2).collect();
                Position::new(Board::new(rows, columns, first, second).unwrap())
            })
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
