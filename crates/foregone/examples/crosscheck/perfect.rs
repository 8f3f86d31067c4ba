//! Hex as it is played: the search against the rules, and against itself on boards turned, transposed and renamed.

use foregone::hex;
use foregone::hex::perfect::{Method, Position, Solver};
use foregone::hex::{Axis, Colour};
use foregone::{Cell, Outcome};

use crate::answer::{By, Disagreement, Tally, hold, hold_image};
use crate::chance::{Chance, pick, shuffled};
use crate::hex::{smaller_positions, transposed, turned_by_half};
use crate::run::Game;

pub struct Perfect {
    all: [By<Solver>; 2],
    image: By<Solver>,
}

impl Game for Perfect {
    type Position = Position;

    const NAME: &'static str = "perfect hex";

    fn new() -> Self {
        let search = || By::of(Method::Search, 5_000).any_of_the_best();
        Self { all: [By::of(Method::Oracle, 1_500).without_lines(), search()], image: search().moves_alone() }
    }

    fn draw(chance: &mut dyn Chance) -> Position {
        let (rows, columns, open) = match chance.below(4_000) {
            0 => (5, 5, 20),
            1..=9 => (4, 4, 16),
            10..=200 => (chance.within(1, 4), chance.within(1, 4), 11),
            201..=400 => (chance.within(3, 11), chance.within(3, 11), 8),
            _ => (chance.within(1, 4), chance.within(1, 4), chance.within(0, 7)),
        };
        let cells = rows * columns;
        let mut stones = vec![Some(Colour::White); cells];
        for (at, cell) in shuffled(chance, cells).into_iter().enumerate() {
            stones[cell] = match at {
                // As many of both colours, so that most games are not over.
                at if at < open => None,
                at if at % 2 == 0 => Some(Colour::Black),
                _ => Some(Colour::White),
            };
        }
        let to_move = pick(chance, &[Colour::White, Colour::Black]);
        let axis = pick(chance, &[Axis::TopBottom, Axis::LeftRight]);
        hex::Position::new(rows, columns, stones, to_move, axis).expect("an entry for each cell").into()
    }

    fn check(&mut self, position: &Position, tally: &mut Tally) -> Result<(), Disagreement> {
        let Some((right, answer)) = hold(position, &mut self.all, tally)? else { return Ok(()) };
        let expected = (right.as_str(), &answer);
        let image = &mut self.image;
        let mut hold = |what, turned: hex::Position, as_there: &dyn Fn(Cell) -> Cell| {
            let as_there = |cell| Some(as_there(cell));
            hold_image(what, expected, &turned.into(), as_there, Outcome::clone, image, tally)
        };
        let board = position.board();
        let half = |cell: Cell| Cell::new(board.rows() - 1 - cell.row, board.columns() - 1 - cell.column);
        hold("turned by half", turned_by_half(board), &half)?;
        let across = |cell: Cell| Cell::new(cell.column, cell.row);
        hold("transposed", transposed(board), &across)?;
        let renamed = board.with_white_joining(board.white_joins().other());
        hold("transposed, colours renamed", transposed(&renamed), &across)
    }

    fn smaller(position: &Position) -> Vec<Position> {
        smaller_positions(position.board()).into_iter().map(Position::from).collect()
    }
}
