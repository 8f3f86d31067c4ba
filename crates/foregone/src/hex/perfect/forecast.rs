//! What a proof will take, by what boards of that size took.

use super::method::Method;
use super::position::Position;
use crate::forecast::{Forecast, Foreseen, Question, Sure};
use crate::game::Rules as _;
use crate::method::Method as _;

/// Every opening of an empty board: positions looked at and seconds, at 25 cells and at 36 (83 in 0.06 s, 4,473 in 10 s); between
/// them and beyond, so many times as many for each cell. 4x4 and 5x6 took 7 and 103 positions. Stones change it by far more
/// than a factor of 10.
const MOVES: [f64; 2] = [83.0, 1.437];
const SECONDS: [f64; 2] = [0.062, 1.587];

/// Who wins takes about that part of it: 1 of 83 positions on 5x5, 14 of 4,473 on 6x6.
const VALUE_PART: f64 = 0.006;

/// The most empty cells of which anything was measured. 7x7 has 49, and was not solved in hours.
const MEASURED: usize = 40;

/// The bytes of a search that meets few positions.
const BYTES: u128 = 2_600_000;

/// What a question about a position would cost: about, and nothing where no position of the size was solved.
pub(super) fn forecast(position: &Position, question: Question) -> Forecast {
    let method = Method::Search.name();
    if position.winner().is_some() {
        return Forecast::at_once(method);
    }
    let open = position.plies_left();
    // A line goes by odds under random play, too, which take states of their own.
    if open > MEASURED || question == Question::Line {
        return Forecast::nothing(method);
    }
    let grown = |[at_25, each]: [f64; 2]| at_25 * each.powf(open as f64 - 25.0);
    let part = match question {
        Question::Value => VALUE_PART,
        Question::Moves | Question::Line | Question::Why => 1.0,
    };
    let about = |amount: f64| Foreseen::new(amount.max(1.0).round() as u128, Sure::About);
    Forecast {
        method,
        states: Some(about(grown(MOVES) * part)),
        memory: Some(Foreseen::new(BYTES, Sure::About)),
        seconds: Some(Foreseen::new(grown(SECONDS) * part, Sure::About)),
    }
}
