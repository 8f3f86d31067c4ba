//! Hex under random play, in turn and by a coin: every method, threads, turned boards, colours renamed; and all that the
//! tables say besides (see [`hex_numbers`]).

use std::fmt::{self, Display};

use foregone::generate::{Wanted, positions};
use foregone::hex::generate::Recipe;
use foregone::hex::{Axis, Colour, Method, Position, Solver, Turns};
use foregone::{Cell, Limits, Odds, Solver as _};

use crate::answer::{By, Disagreement, Tally, hold, hold_image};
use crate::chance::{Chance, pick};
use crate::hex_numbers;
use crate::run::Game;

/// So few empty cells are played out by the rules, and filled in all ways.
pub const FEW: usize = 7;

/// A position and who gets the next cell.
#[derive(Clone)]
pub struct Case {
    pub position: Position,
    pub turns: Turns,
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} --turns {}", self.position, self.turns)
    }
}

pub struct Hex {
    all: Vec<By<Solver>>,
    image: By<Solver>,
}

impl Game for Hex {
    type Position = Case;

    const NAME: &'static str = "hex";

    fn new() -> Self {
        let fast = || By::of(Method::Transfer, u64::MAX);
        let plain = |method, states| By::of(method, states).without_lines();
        Self {
            all: vec![
                plain(Method::Oracle, 400),
                plain(Method::Enumerate, 20_000),
                plain(Method::LabelledFrontier, 20_000),
                fast(),
                fast().threads(2),
                fast().threads(3),
            ],
            image: fast().moves_alone(),
        }
    }

    fn draw(chance: &mut dyn Chance) -> Case {
        let turns = match chance.below(4) {
            0 | 1 => Turns::Alternating,
            2 => Turns::fair_coin(),
            _ => {
                let possible = chance.within(1, 1_000);
                Turns::Coin(odds(chance.below(possible + 1), possible))
            }
        };
        Case { position: position(chance), turns }
    }

    fn check(&mut self, Case { position, turns }: &Case, tally: &mut Tally) -> Result<(), Disagreement> {
        let few = position.open_cells() <= FEW;
        let asked = |one: &&mut By<Solver>| few || !by_rote(one.solver.method());
        self.all.iter_mut().for_each(|one| take_turns(&mut one.solver, turns));
        let Some((right, answer)) = hold(position, self.all.iter_mut().filter(asked), tally)? else {
            return Ok(());
        };
        let expected = (right.as_str(), &answer);
        let image = &mut self.image;
        let mut hold = |what, turns: &Turns, turned: &Position, as_there: &dyn Fn(Cell) -> Cell| {
            take_turns(&mut image.solver, turns);
            hold_image(what, expected, turned, |cell| Some(as_there(cell)), Odds::clone, image, tally)
        };
        let (rows, columns) = (position.rows(), position.columns());
        let half = |cell: Cell| Cell::new(rows - 1 - cell.row, columns - 1 - cell.column);
        hold("turned by half", turns, &turned_by_half(position), &half)?;
        let across = |cell: Cell| Cell::new(cell.column, cell.row);
        hold("transposed", turns, &transposed(position), &across)?;
        let renamed = position.with_white_joining(position.white_joins().other());
        hold("colours renamed", &of_the_other(turns), &renamed, &|cell| cell)?;
        hold("transposed, colours renamed", &of_the_other(turns), &transposed(&renamed), &across)?;
        take_turns(&mut self.image.solver, turns);
        hex_numbers::check(position, turns, expected, &mut self.image.solver, tally)
    }

    fn smaller(case: &Case) -> Vec<Case> {
        let mut found = smaller_positions(&case.position)
            .into_iter()
            .map(|position| Case { position, turns: case.turns.clone() })
            .collect::<Vec<_>>();
        let simpler = [Turns::Alternating, Turns::fair_coin()];
        for turns in simpler.into_iter().take_while(|turns| *turns != case.turns) {
            found.push(Case { position: case.position.clone(), turns });
        }
        found
    }
}

/// Whether a method goes through all ways to play on, or to fill the board.
fn by_rote(method: Method) -> bool {
    matches!(method, Method::Oracle | Method::Enumerate)
}

/// The same solver, with its tables, for other turns.
fn take_turns(solver: &mut Solver, turns: &Turns) {
    *solver = std::mem::take(solver).with_turns(turns.clone());
}

/// Turns once the colours have changed names.
fn of_the_other(turns: &Turns) -> Turns {
    match turns {
        Turns::Alternating => Turns::Alternating,
        Turns::Coin(white) => Turns::Coin(white.complement()),
    }
}

/// The probability of so many cases out of so many.
fn odds(favourable: usize, possible: usize) -> Odds {
    Odds::new(favourable.into(), possible.into()).expect("no more than there are")
}

/// A board with stones: mostly at most [`FEW`] cells are empty.
fn position(chance: &mut dyn Chance) -> Position {
    let (rows, columns, open) = match chance.below(20_000) {
        0..=2 => (chance.within(8, 10), chance.within(8, 10), usize::MAX),
        3..=40 => (chance.within(5, 8), chance.within(5, 8), usize::MAX),
        41..=400 => (chance.within(1, 6), chance.within(1, 6), 20),
        401..=600 => (1, chance.within(1, 30), 20),
        601..=800 => (chance.within(1, 30), 1, 20),
        801..=1_000 => (chance.within(6, 12), chance.within(6, 12), 6),
        _ => (chance.within(1, 4), chance.within(1, 4), chance.within(0, FEW)),
    };
    let cells = rows * columns;
    let empty = Position::empty(rows, columns).expect("a size in range");
    if chance.once_in(4) && cells <= FEW {
        let stones = chance.within(0, cells);
        let recipe =
            Recipe::new(empty).or_decided().with_stones(stones..=stones).expect("no more than cells");
        let wanted = Wanted { count: 1, seed: chance.below(1 << 30) as u64 };
        return positions(&recipe, wanted, &Limits::none()).expect("any will do").found.remove(0);
    }
    // With many empty cells they are spread over the board, or few stones are.
    let open = if open == usize::MAX { cells - cells / chance.within(2, 20) } else { open.min(cells) };
    let mut stones: Vec<_> =
        (0..cells).map(|_| Some(pick(chance, &[Colour::White, Colour::Black]))).collect();
    for at in crate::chance::shuffled(chance, cells).into_iter().take(open) {
        stones[at] = None;
    }
    let to_move = pick(chance, &[Colour::White, Colour::Black]);
    let axis = pick(chance, &[Axis::TopBottom, Axis::LeftRight]);
    Position::new(rows, columns, stones, to_move, axis).expect("a stone or none for each cell")
}

/// A board of so many rows and columns, on whose cells is what is on `from(cell)` of another.
fn placed(position: &Position, rows: usize, columns: usize, from: impl Fn(Cell) -> Cell) -> Position {
    let cells = (0..rows * columns).map(|at| Cell::new(at / columns, at % columns));
    let stones = cells.map(|cell| position.stone(from(cell))).collect();
    let made = Position::new(rows, columns, stones, position.to_move_colour(), position.white_joins());
    made.expect("an entry for each cell")
}

/// The board transposed: each colour joins the sides that its old ones have become.
pub fn transposed(position: &Position) -> Position {
    let across = |cell: Cell| Cell::new(cell.column, cell.row);
    let turned = placed(position, position.columns(), position.rows(), across);
    let stones = turned.board().cells().map(|cell| turned.stone(cell)).collect();
    let axis = position.white_joins().other();
    Position::new(turned.rows(), turned.columns(), stones, turned.to_move_colour(), axis)
        .expect("an entry for each cell")
}

/// The board turned by half.
pub fn turned_by_half(position: &Position) -> Position {
    let (rows, columns) = (position.rows(), position.columns());
    placed(position, rows, columns, |cell| Cell::new(rows - 1 - cell.row, columns - 1 - cell.column))
}

/// The board from right to left: the same where cells are squares.
pub fn reflected(position: &Position) -> Position {
    let (rows, columns) = (position.rows(), position.columns());
    placed(position, rows, columns, |cell| Cell::new(cell.row, columns - 1 - cell.column))
}

/// A row or a column less, or a stone.
pub fn smaller_positions(position: &Position) -> Vec<Position> {
    let (rows, columns) = (position.rows(), position.columns());
    let past = |at: usize, gone: usize| at + usize::from(at >= gone);
    let mut found = Vec::new();
    for gone in (0..rows).filter(|_| rows > 1) {
        found.push(placed(position, rows - 1, columns, |cell| Cell::new(past(cell.row, gone), cell.column)));
    }
    for gone in (0..columns).filter(|_| columns > 1) {
        found.push(placed(position, rows, columns - 1, |cell| Cell::new(cell.row, past(cell.column, gone))));
    }
    let stones = || position.board().cells().map(|cell| position.stone(cell)).collect::<Vec<_>>();
    let built =
        |stones, to_move, axis| Position::new(rows, columns, stones, to_move, axis).expect("the same");
    for at in (0..rows * columns).filter(|&at| stones()[at].is_some()) {
        let mut fewer = stones();
        fewer[at] = None;
        found.push(built(fewer, position.to_move_colour(), position.white_joins()));
    }
    if position.to_move_colour() == Colour::Black {
        found.push(built(stones(), Colour::White, position.white_joins()));
    }
    if position.white_joins() == Axis::LeftRight {
        found.push(built(stones(), position.to_move_colour(), Axis::TopBottom));
    }
    found
}
