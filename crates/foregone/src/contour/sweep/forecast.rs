//! What a sweep would cost: its states are counted, and the same choice of a way is made as for the sweep itself.

use super::super::board::Position;
use super::super::layout;
use super::super::method::Method;
use super::frame::Frame;
use super::levels::{LITTLE, NARROW};
use super::{FEW, Kernels, Way, bound, plain};
use crate::forecast::{Forecast, Foreseen, Question, Sure};
use crate::game::Rules as _;
use crate::limits::Budget;
use crate::method::Method as _;

/// States a second of each way, by `cargo xtask bench --large`: the plain sweep of 10x10 and 12x12 (`ranks`), the kernel for small boards
/// on 12x12, levels on 14x14 to 20x20 by two threads, 1.1 to 1.7 thousand million, and by one.
const PLAIN_RATE: f64 = 1.45e8;
const BLOCK_RATE: f64 = 1.8e9;
const LEVELS_RATE: f64 = 1.4e9;
pub const LEVELS_RATE_ALONE: f64 = 0.85e9;

/// How much longer the whole line takes by levels: 14x14 to 18x18 took 1.16 to 1.43 times as long.
const LINE_COSTS: f64 = 1.3;

/// So many ideals are swept in hours, and no plan is made for more.
const PLANNED: u128 = 1 << 42;

/// What a sweep would cost; by the plain way, if that is asked for.
///
/// Takes milliseconds, in proportion to the cells of the board.
pub fn forecast(position: &Position, question: Question, plainly: bool, budget: &Budget<'_>) -> Forecast {
    let method = if plainly { Method::Ranks } else { Method::Sweep };
    let ideals = layout::count(position.ideal());
    let plain = || {
        let sure = if ideals == u128::MAX { Sure::Least } else { Sure::Exact };
        let memory = plain::memory(position, bound(position), ideals);
        told(method, question, (ideals, sure), (memory, sure), PLAIN_RATE)
    };
    let Some(frame) = Frame::of(position).filter(|_| ideals >= FEW && !plainly) else { return plain() };
    let rate = if budget.threads() > 1 { LEVELS_RATE } else { LEVELS_RATE_ALONE };
    let unplanned =
        || told(method, question, (ideals, Sure::Exact), (two_levels(position, ideals), Sure::About), rate);
    if ideals > PLANNED {
        return unplanned();
    }
    let mut kernels = Kernels::default();
    match Way::of(position, &frame, ideals, kernels.block(&frame), budget) {
        Ok(Way::Plain) => plain(),
        // The plan alone is more than what is allowed.
        Err(_) => unplanned(),
        Ok(Way::Block(plan)) => {
            let (states, memory) = (plan.states(), plan.memory());
            told(method, question, (states, Sure::Exact), (memory, Sure::Exact), BLOCK_RATE)
        }
        Ok(Way::Levels { states, memory }) => {
            // Words of 16 bits take half of it. If they do not do all is done again in wider ones.
            let narrow = frame.greatest() <= NARROW;
            let sure = if narrow { Sure::About } else { Sure::Exact };
            let (memory, certain, most) = if narrow {
                (memory / 2, Sure::About, Sure::About)
            } else {
                (memory, Sure::Exact, Sure::Most)
            };
            let (memory, within) = match question {
                Question::Value | Question::Moves => (memory, certain),
                Question::Line => {
                    // Two levels more and a fifth of them, if there is room.
                    let room = budget.memory_left().map_or(u128::MAX, u128::from).saturating_sub(memory);
                    (memory + (memory + memory / 5 + LITTLE as u128).min(room), most)
                }
                Question::Why => (memory + memory / 2, Sure::About),
            };
            let rate = if question == Question::Line { rate / LINE_COSTS } else { rate };
            let states = match question {
                Question::Line | Question::Why => (states.into(), Sure::About),
                Question::Value | Question::Moves => (states.into(), sure),
            };
            told(method, question, states, (memory, within), rate)
        }
    }
}

fn told(
    method: Method,
    question: Question,
    (states, sure): (u128, Sure),
    (memory, within): (u128, Sure),
    rate: f64,
) -> Forecast {
    let within = if question == Question::Why { weaker(within) } else { within };
    let sure_of_time = if sure == Sure::Least { Sure::Least } else { Sure::About };
    Forecast {
        method: method.name(),
        states: Some(Foreseen::new(states, sure)),
        memory: Some(Foreseen::new(memory, within)),
        seconds: Some(Foreseen::new(states as f64 / rate, sure_of_time)),
    }
}

/// The reasons take a little more memory than the values.
const fn weaker(sure: Sure) -> Sure {
    match sure {
        Sure::Least => Sure::Least,
        Sure::Exact | Sure::Most | Sure::About => Sure::About,
    }
}

/// About the bytes of two levels in words of 4 bytes. The cells that ideals have are spread as a normal distribution is, nearly, with the
/// variance that an empty board of so many rows and columns has: `rows columns (rows + columns + 1) / 12` (Mann and Whitney, "On a
/// test of whether one of two random variables is stochastically larger than the other", 1947).
pub fn two_levels(position: &Position, ideals: u128) -> u128 {
    let (rows, columns) = (position.board().rows() as f64, position.board().columns() as f64);
    // What is left of a board is less spread.
    let left = position.plies_left() as f64 / (rows * columns);
    let spread = (rows * columns * (rows + columns + 1.0) / 12.0).sqrt() * left;
    let greatest = ideals as f64 / (spread * std::f64::consts::TAU.sqrt()).max(1.0);
    (2.0 * 4.0 * greatest) as u128
}
