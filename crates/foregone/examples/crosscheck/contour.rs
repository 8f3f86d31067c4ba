//! Contour on grids: every method, threads and little memory, the board transposed, scores exchanged, the grid as a poset.

use foregone::contour::generate::{Deal, Recipe};
use foregone::contour::poset;
use foregone::contour::{Board, Method, Position, Solver};
use foregone::generate::{Wanted, positions};
use foregone::{Cell, Limits, Margin, Rules as _, Side};

use crate::answer::{Answers, By, Disagreement, Tally, hold, hold_image};
use crate::chance::{Chance, pick};
use crate::run::Game;

/// Ranges of scores: wide, tied, negative, none, at the bounds.
pub const SCORES: [(i64, i64); 8] = [
    (0, 9),
    (0, 100_000),
    (-9, 9),
    (0, 1),
    (0, 0),
    (-1_000_000_000, 1_000_000_000),
    (999_999_990, 1_000_000_000),
    (-3_000, 3_000),
];

const DEALS: [Deal; 6] =
    [Deal::Uniform, Deal::Same, Deal::Balanced, Deal::Extremes, Deal::Falling, Deal::Rising];

/// So few elements are asked of the posets' solver, too.
const FEW: usize = 30;

pub struct Contour {
    pub all: Vec<Box<dyn Answers<Position, Margin>>>,
    /// Answers for boards that are worth what another is worth.
    image: By<Solver>,
    poset: By<poset::Solver>,
}

impl Game for Contour {
    type Position = Position;

    const NAME: &'static str = "contour";

    fn new() -> Self {
        let sweep = || By::<Solver>::of(Method::Sweep, u64::MAX);
        let by = |method, states| Box::new(By::<Solver>::of(method, states));
        Self {
            all: vec![
                Box::new(By::<Solver>::of(Method::Oracle, 3_000).without_lines()),
                by(Method::Ranks, u64::MAX),
                Box::new(sweep()),
                Box::new(sweep().threads(2)),
                Box::new(sweep().threads(3)),
                // Too little to keep all values: levels, or one pass after the other.
                Box::new(sweep().memory(20 << 10).noted("20 KiB")),
                Box::new(sweep().memory(200 << 10).threads(2).noted("200 KiB")),
                by(Method::RowPrefixes, 3_000),
                // Their tables have room for contours that cannot be, too: many on thin boards.
                Box::new(By::<Solver>::of(Method::ContourForward, 3_000).memory(1 << 16)),
                Box::new(By::<Solver>::of(Method::ContourBackward, 3_000).memory(1 << 16)),
                by(Method::Plain, 2_000),
            ],
            image: sweep().moves_alone(),
            poset: By::of(poset::Method::Auto, 20_000).moves_alone(),
        }
    }

    fn draw(chance: &mut dyn Chance) -> Position {
        let (rows, columns) = size(chance);
        if chance.once_in(4) {
            return by_recipe(chance, rows, columns);
        }
        let (least, most) = pick(chance, &SCORES);
        let mut scores = || (0..rows * columns).map(|_| chance.integer(least, most)).collect::<Vec<_>>();
        let board = Board::new(rows, columns, scores(), scores()).expect("scores of its size, in range");
        let mut lengths = vec![0; rows];
        if chance.once_in(2) {
            let mut most = columns;
            for length in &mut lengths {
                most = chance.within(0, most);
                *length = most;
            }
        }
        Position::with_taken(board, lengths).expect("no row is longer than the one above")
    }

    fn check(&mut self, position: &Position, tally: &mut Tally) -> Result<(), Disagreement> {
        let Some((right, answer)) = hold(position, self.all.iter_mut().map(|one| &mut **one), tally)? else {
            return Ok(());
        };
        let expected = (right.as_str(), &answer);
        let turn = |cell: Cell| Some(Cell::new(cell.column, cell.row));
        let image = &mut self.image;
        hold_image("transposed", expected, &transposed(position), turn, Margin::clone, image, tally)?;
        // Only the sum of both scores of a cell decides what is best.
        let lead = lead(position);
        let worth = |value: &Margin| *value - lead;
        hold_image("scores exchanged", expected, &exchanged(position), Some, worth, image, tally)?;
        if position.plies_left() <= FEW {
            let poset = poset::Position::try_from(position).expect("few enough elements");
            let as_there = |cell: Cell| poset.poset().find(&cell.to_string());
            hold_image("as a poset", expected, &poset, as_there, Margin::clone, &mut self.poset, tally)?;
        }
        Ok(())
    }

    fn smaller(position: &Position) -> Vec<Position> {
        let (rows, columns) = (position.board().rows(), position.board().columns());
        let mut found = Vec::new();
        found.extend((0..rows).filter(|_| rows > 1).map(|row| without(position, Some(row), None)));
        found
            .extend((0..columns).filter(|_| columns > 1).map(|column| without(position, None, Some(column))));
        if position.taken().iter().any(|&length| length > 0) {
            found.push(with_scores(position, |_, score| score, vec![0; rows]));
        }
        for cell in cells(position) {
            for side in [Side::First, Side::Second] {
                let score = position.board().score(side, cell);
                for less in [0, score / 2, score - score.signum()] {
                    if less.abs() < score.abs() {
                        let change = |at: (Side, Cell), score| if at == (side, cell) { less } else { score };
                        found.push(with_scores(position, change, position.taken().to_vec()));
                    }
                }
            }
        }
        found
    }
}

/// Mostly at most a dozen cells; thin ones; and now and then one that takes vectors, levels or threads.
fn size(chance: &mut dyn Chance) -> (usize, usize) {
    match chance.below(20_000) {
        0 => (chance.within(11, 13), chance.within(11, 13)),
        1..=20 => (chance.within(7, 10), chance.within(7, 10)),
        21..=2_000 => (chance.within(1, 6), chance.within(1, 6)),
        2_001..=2_600 => {
            let sides = (chance.within(1, 2), chance.within(1, 40));
            if chance.once_in(2) { sides } else { (sides.1, sides.0) }
        }
        _ => {
            let rows = chance.within(1, 6);
            (rows, chance.within(1, 12 / rows))
        }
    }
}

/// A position as `foregone contour generate` makes it.
fn by_recipe(chance: &mut dyn Chance, rows: usize, columns: usize) -> Position {
    let (least, most) = pick(chance, &SCORES);
    let recipe = Recipe::new(rows, columns).and_then(|recipe| recipe.with_scores(least..=most));
    let recipe = recipe.expect("sizes and scores in range").with_deal(pick(chance, &DEALS));
    let recipe = if chance.once_in(2) { recipe.half_played() } else { recipe };
    let wanted = Wanted { count: 1, seed: chance.below(1 << 30) as u64 };
    let made = positions(&recipe, wanted, &Limits::none());
    made.expect("any position will do").found.remove(0)
}

fn cells(position: &Position) -> impl Iterator<Item = Cell> {
    let (rows, columns) = (position.board().rows(), position.board().columns());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(row, column)))
}

/// What the mover's scores of the cells left sum to, less the other side's.
fn lead(position: &Position) -> Margin {
    let side = position.to_move();
    let board = position.board();
    let left = cells(position).filter(|cell| !position.is_taken(*cell));
    Margin::new(left.map(|cell| board.score(side, cell) - board.score(side.other(), cell)).sum())
}

/// A board of so many rows and columns, its scores and lengths taken from those of another.
fn built(rows: usize, columns: usize, score: impl Fn(Side, Cell) -> i64, taken: Vec<usize>) -> Position {
    let cell = |at: usize| Cell::new(at / columns, at % columns);
    let scores = |side| (0..rows * columns).map(|at| score(side, cell(at))).collect();
    let board = Board::new(rows, columns, scores(Side::First), scores(Side::Second));
    Position::with_taken(board.expect("scores of another board"), taken).expect("a staircase")
}

fn transposed(position: &Position) -> Position {
    let board = position.board();
    let length = |column| position.taken().iter().filter(|&&length| length > column).count();
    let score = |side, cell: Cell| board.score(side, Cell::new(cell.column, cell.row));
    built(board.columns(), board.rows(), score, (0..board.columns()).map(length).collect())
}

fn exchanged(position: &Position) -> Position {
    let board = position.board();
    let score = |side: Side, cell| board.score(side.other(), cell);
    built(board.rows(), board.columns(), score, position.taken().to_vec())
}

fn with_scores(
    position: &Position,
    change: impl Fn((Side, Cell), i64) -> i64,
    taken: Vec<usize>,
) -> Position {
    let board = position.board();
    let score = |side, cell| change((side, cell), board.score(side, cell));
    built(board.rows(), board.columns(), score, taken)
}

/// Without a row, or without a column.
fn without(position: &Position, row: Option<usize>, column: Option<usize>) -> Position {
    let board = position.board();
    let past = |at: usize, gone: Option<usize>| at + usize::from(gone.is_some_and(|gone| at >= gone));
    let score =
        |side, cell: Cell| board.score(side, Cell::new(past(cell.row, row), past(cell.column, column)));
    let rows = board.rows() - usize::from(row.is_some());
    let columns = board.columns() - usize::from(column.is_some());
    let shorter = |length: usize| length - usize::from(column.is_some_and(|column| column < length));
    let taken = (0..rows).map(|at| shorter(position.taken()[past(at, row)])).collect();
    built(rows, columns, score, taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::AnswerTo;
    use crate::run::{Positions, Stream as _, minimise};

    /// Answers as the sweep does, but for boards of two rows or more with a score of 7 in them.
    struct Wrong(By<Solver>);

    impl Answers<Position, Margin> for Wrong {
        fn name(&self) -> String {
            "wrong".to_owned()
        }

        fn answer(
            &mut self,
            position: &Position,
            tally: &mut Tally,
        ) -> Result<Option<AnswerTo<Position, Margin>>, Disagreement> {
            let mut answer = self.0.answer(position, tally)?;
            let sevens = cells(position).any(|cell| position.board().first(cell) == 7);
            if let Some(answer) = answer.as_mut().filter(|_| position.board().rows() > 1 && sevens) {
                answer.value = answer.value + Margin::new(1);
            }
            Ok(answer)
        }
    }

    struct WithOneWrong(Contour);

    impl Game for WithOneWrong {
        type Position = Position;

        const NAME: &'static str = "contour with one who is wrong";

        fn new() -> Self {
            let mut game = Contour::new();
            game.all.push(Box::new(Wrong(By::of(Method::Sweep, u64::MAX))));
            Self(game)
        }

        fn draw(chance: &mut dyn Chance) -> Position {
            Contour::draw(chance)
        }

        fn check(&mut self, position: &Position, tally: &mut Tally) -> Result<(), Disagreement> {
            self.0.check(position, tally)
        }

        fn smaller(position: &Position) -> Vec<Position> {
            Contour::smaller(position)
        }
    }

    #[test]
    fn a_wrong_answer_is_found_and_made_small() {
        let mut positions = Positions::<WithOneWrong>::new(1);
        let found = (0..2_000).find_map(|_| positions.step().err()).expect("one of them has a 7");
        // One row would do no more, nor would any other number.
        assert!(["2x1:7/0|0/0", "2x1:0/7|0/0"].contains(&found.smallest.as_deref().unwrap()), "{found}");
        assert_eq!(found.disagreement.what, "the value");
        assert_eq!(found.disagreement.said[1].0, "wrong");
        let right: Position = "3x3:7,7,7/7,7,7/7,7,7|1,2,3/4,5,6/7,8,9|3,1,0".parse().unwrap();
        assert!(minimise::<Contour>(&right).is_none());
    }
}
