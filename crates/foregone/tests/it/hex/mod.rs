//! Hex: every method against the oracle and against the facts that are known.

use foregone::hex::{Axis, Colour, Method, Position, Solver};
use foregone::{Cell, JudgeFormat as _, Limits, Method as _, Odds, Solver as _, StopReason};

use crate::random::Random;

mod agree;
mod edges;
mod facts;
mod fillings;
mod forms;
mod hood;
mod limits;
mod notation;
mod perfect;
mod shards;

impl Random {
    /// A rectangle of at most `side` rows and columns with at most `most_open` empty cells, anything else random.
    pub(crate) fn hex_position(&mut self, side: usize, most_open: usize) -> Position {
        let (rows, columns) = (1 + self.below(side), 1 + self.below(side));
        let cells = rows * columns;
        let open = self.below(most_open.min(cells) + 1);
        let mut order: Vec<usize> = (0..cells).collect();
        let mut stones: Vec<_> =
            (0..cells).map(|_| Some([Colour::White, Colour::Black][self.below(2)])).collect();
        for taken in 0..open {
            let other = taken + self.below(cells - taken);
            order.swap(taken, other);
            stones[order[taken]] = None;
        }
        let to_move = [Colour::White, Colour::Black][self.below(2)];
        let axis = [Axis::TopBottom, Axis::LeftRight][self.below(2)];
        Position::new(rows, columns, stones, to_move, axis).unwrap()
    }
}

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn odds(text: &str) -> Odds {
    let (favourable, possible) = text.split_once('/').unwrap();
    Odds::new(favourable.parse().unwrap(), possible.parse().unwrap()).unwrap()
}

fn value(solver: &mut Solver, position: &Position) -> Odds {
    let solution = solver.solve(position, &Limits::none()).unwrap();
    assert_eq!(solution.report.stop, StopReason::Finished);
    solution.value.exact().unwrap().clone()
}

/// The odds after each move, in the order of cells.
fn move_values(solver: &mut Solver, position: &Position) -> Vec<(Cell, Odds)> {
    let analysis = solver.analyze(position, &Limits::none()).unwrap();
    let mut moves: Vec<_> =
        analysis.moves.into_iter().map(|known| (known.mv, known.value.exact().unwrap().clone())).collect();
    moves.sort();
    moves
}
