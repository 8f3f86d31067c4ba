//! Dots and Boxes: every method, threads, little memory, tables, the board in all its symmetries, as strings and coins, and
//! Nimstring.

use std::io::Cursor;
use std::sync::{Arc, OnceLock};

use foregone::dots::dense::{Table, build};
use foregone::dots::generate::{Recipe, safe_moves};
use foregone::dots::{Edge, Method, Position, Solver, Start, coins};
use foregone::generate::{Level, Wanted, positions};
use foregone::{Cell, Limits, Margin, Rules as _};

use crate::answer::{Answers, By, Disagreement, Tally, hold, hold_image};
use crate::chance::{Chance, pick, shuffled};
use crate::dots_nimbers;
use crate::run::Game;

/// So few edges are played out by the rules.
const FEW: usize = 9;

/// From so many edges on a search may take so long that threads join, and tables grow.
const LONG: usize = 12;

pub struct Dots {
    all: Vec<Box<dyn Answers<Position, Margin>>>,
    image: By<Solver>,
    coins: By<coins::Solver>,
}

impl Game for Dots {
    type Position = Position;

    const NAME: &'static str = "dots";

    fn new() -> Self {
        let by = |method, states| By::<Solver>::of(method, states);
        let exact = || by(Method::Exact, 2_000_000);
        let mut all: Vec<Box<dyn Answers<Position, Margin>>> = vec![
            Box::new(by(Method::Oracle, 1 << FEW).without_lines()),
            Box::new(by(Method::Memo, 3_000).without_lines()),
            Box::new(exact()),
            Box::new(exact().threads(2).plies_from(LONG)),
            Box::new(exact().threads(3).plies_from(LONG)),
            Box::new(exact().memory(200 << 10).plies_from(LONG).noted("200 KiB")),
            Box::new(by(Method::ExactKeys, 2_000_000)),
            Box::new(by(Method::Search, 10_000)),
            Box::new(by(Method::Loony, u64::MAX)),
            Box::new(by(Method::ChainLoop, u64::MAX)),
        ];
        all.push(Box::new(By::new(Solver::new().with_table(table()), 2_000_000).noted("with a table")));
        Self { all, image: exact().moves_alone(), coins: By::of(coins::Method::Exact, 30_000).moves_alone() }
    }

    fn draw(chance: &mut dyn Chance) -> Position {
        match chance.below(4_000) {
            0..=300 => return chains_and_loops(chance),
            301..=600 => return by_recipe(chance),
            _ => {}
        }
        let (rows, columns, undrawn) = match chance.below(4_000) {
            0..=4 => (chance.within(3, 4), chance.within(3, 5), chance.within(20, 24)),
            5..=100 => (chance.within(2, 4), chance.within(2, 6), chance.within(10, 16)),
            101..=200 => (1, chance.within(1, 12), FEW),
            201..=300 => (chance.within(1, 12), 1, FEW),
            301..=500 => (chance.within(3, 12), chance.within(3, 12), FEW),
            _ => (chance.within(1, 3), chance.within(1, 3), chance.within(0, FEW)),
        };
        let edges = Position::start(rows, columns, Start::American).expect("a size in range").drawn().len();
        let mut drawn = vec![true; edges];
        // Edges near each other, or anywhere.
        let order = if chance.once_in(4) { (0..edges).collect() } else { shuffled(chance, edges) };
        for &edge in order.iter().take(undrawn) {
            drawn[edge] = false;
        }
        Position::new(rows, columns, drawn).expect("as many as there are edges")
    }

    fn check(&mut self, position: &Position, tally: &mut Tally) -> Result<(), Disagreement> {
        let Some((right, answer)) = hold(position, self.all.iter_mut().map(|one| &mut **one), tally)? else {
            return Ok(());
        };
        let expected = (right.as_str(), &answer);
        for (number, name) in SYMMETRIES.into_iter().enumerate() {
            let turned = turned(position, number);
            let as_there = |edge| Some(image_of(position, edge, number));
            hold_image(name, expected, &turned, as_there, Margin::clone, &mut self.image, tally)?;
        }
        if let Ok(graph) = coins::Position::try_from(position) {
            let moves = position.moves();
            // A string for each undrawn edge, in their order.
            let as_there = |edge| graph.moves().into_iter().nth(moves.binary_search(&edge).ok()?);
            hold_image("as coins", expected, &graph, as_there, Margin::clone, &mut self.coins, tally)?;
        }
        if let Ok(margin) = table().margin(position) {
            tally.comparisons += 1;
            if margin != answer.value {
                return Err(Disagreement::new("the value", (&right, answer.value), ("the table", margin)));
            }
        }
        dots_nimbers::check(position, tally)
    }

    fn smaller(position: &Position) -> Vec<Position> {
        let (rows, columns) = (position.rows(), position.columns());
        let mut found = Vec::new();
        for row in (0..rows).filter(|_| rows > 1) {
            found.push(without(position, Some(row), None));
        }
        for column in (0..columns).filter(|_| columns > 1) {
            found.push(without(position, None, Some(column)));
        }
        for edge in position.moves() {
            let mut next = position.clone();
            next.play(edge).expect("a legal move");
            // Whose turn it is makes no difference to a position's text.
            found.push(Position::new(rows, columns, next.drawn().to_vec()).expect("the same edges"));
        }
        found
    }
}

/// The table, made once.
fn table() -> Arc<Table> {
    static MADE: OnceLock<Arc<Table>> = OnceLock::new();
    let table = MADE.get_or_init(|| {
        let mut file = Cursor::new(Vec::new());
        build(&crate::TABLE.parse().expect("a position"), &mut file, &Limits::none()).expect("a small table");
        Arc::new(Table::open(Box::new(file.into_inner())).expect("a whole table"))
    });
    Arc::clone(table)
}

/// A position as `foregone dots generate` makes it, of a board with few edges left when it has so many safe moves.
fn by_recipe(chance: &mut dyn Chance) -> Position {
    let start = pick(chance, &["2x2", "2x3", "1x5", "3x2:icelandic", "3x3:swedish"]);
    let level = Level::new(pick(chance, &[1, 2])).expect("a level");
    let recipe = Recipe::new(start.parse().expect("a position"), level);
    let wanted = Wanted { count: 1, seed: chance.below(1 << 30) as u64 };
    let made = positions(&recipe, wanted, &Limits::none());
    let position = made.expect("play comes to few safe moves").found.remove(0);
    debug_assert!(safe_moves(&position).count() <= 4);
    position
}

/// A board with chains from border to border and loops around corners, all other edges drawn.
fn chains_and_loops(chance: &mut dyn Chance) -> Position {
    let most = if chance.once_in(20) { 12 } else { 6 };
    let (rows, columns) = (chance.within(1, most), chance.within(1, most));
    let mut drawn =
        vec![true; Position::start(rows, columns, Start::American).expect("in range").drawn().len()];
    let mut taken = vec![false; rows * columns];
    for _ in 0..chance.within(1, rows + columns) {
        let walk =
            if chance.once_in(3) { around(chance, rows, columns) } else { across(chance, rows, columns) };
        let Some((boxes, edges)) = walk else { continue };
        if boxes.iter().any(|cell| taken[cell.row * columns + cell.column]) {
            continue;
        }
        boxes.iter().for_each(|cell| taken[cell.row * columns + cell.column] = true);
        edges.into_iter().for_each(|edge| drawn[edge_number(rows, columns, edge)] = false);
    }
    Position::new(rows, columns, drawn).expect("as many as there are edges")
}

/// Boxes and the edges between them.
type Walk = (Vec<Cell>, Vec<Edge>);

/// A loop: the boxes along the sides of a rectangle.
fn around(chance: &mut dyn Chance, rows: usize, columns: usize) -> Option<Walk> {
    if rows < 2 || columns < 2 {
        return None;
    }
    let (top, left) = (chance.below(rows - 1), chance.below(columns - 1));
    let (bottom, right) = (chance.within(top + 1, rows - 1), chance.within(left + 1, columns - 1));
    let mut boxes: Vec<Cell> = (left..right).map(|column| Cell::new(top, column)).collect();
    boxes.extend((top..bottom).map(|row| Cell::new(row, right)));
    boxes.extend((left + 1..=right).rev().map(|column| Cell::new(bottom, column)));
    boxes.extend((top + 1..=bottom).rev().map(|row| Cell::new(row, left)));
    let edges = (0..boxes.len()).map(|at| between(boxes[at], boxes[(at + 1) % boxes.len()])).collect();
    Some((boxes, edges))
}

/// A chain: a walk from the border that ends where it comes to the border again; `None` if it does not.
fn across(chance: &mut dyn Chance, rows: usize, columns: usize) -> Option<Walk> {
    let start = Cell::new(chance.below(rows), chance.below(columns));
    let outside = border(start, rows, columns);
    let mut edges = vec![if outside.is_empty() { return None } else { pick(chance, &outside) }];
    let mut boxes = vec![start];
    loop {
        let here = *boxes.last()?;
        let outside: Vec<Edge> =
            border(here, rows, columns).into_iter().filter(|edge| !edges.contains(edge)).collect();
        if !outside.is_empty() && chance.once_in(2) {
            edges.push(pick(chance, &outside));
            return Some((boxes, edges));
        }
        let steps = [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)];
        let (down, right) = pick(chance, &steps);
        let next = Cell::new(here.row.wrapping_add(down), here.column.wrapping_add(right));
        if next.row >= rows || next.column >= columns || boxes.contains(&next) {
            return None;
        }
        edges.push(between(here, next));
        boxes.push(next);
    }
}

/// The edges of a box that are on the border.
fn border(cell: Cell, rows: usize, columns: usize) -> Vec<Edge> {
    let Cell { row, column } = cell;
    [
        (row == 0).then_some(Edge::Horizontal { row: 0, column }),
        (row + 1 == rows).then_some(Edge::Horizontal { row: rows, column }),
        (column == 0).then_some(Edge::Vertical { row, column: 0 }),
        (column + 1 == columns).then_some(Edge::Vertical { row, column: columns }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The edge between two boxes side by side.
fn between(a: Cell, b: Cell) -> Edge {
    let (row, column) = (a.row.max(b.row), a.column.max(b.column));
    if a.row == b.row { Edge::Vertical { row, column } } else { Edge::Horizontal { row, column } }
}

fn edge_number(rows: usize, columns: usize, edge: Edge) -> usize {
    let board = foregone::dots::Board::new(rows, columns).expect("a size in range");
    board.number(edge).expect("an edge of the board")
}

/// All but the board as it is: bit 0 from top to bottom, bit 1 from left to right, bit 2 transposed after that.
const SYMMETRIES: [&str; 8] = [
    "as it is",
    "upside down",
    "left to right",
    "turned by half",
    "transposed",
    "turned by a quarter",
    "turned back by a quarter",
    "transposed the other way",
];

/// Where an edge comes to lie.
fn image_of(position: &Position, edge: Edge, symmetry: usize) -> Edge {
    let (rows, columns) = (position.rows(), position.columns());
    let [down, right, transposed] = [0, 1, 2].map(|bit| symmetry >> bit & 1 == 1);
    let turned = |at: usize, last: usize, turn: bool| if turn { last - at } else { at };
    match edge {
        Edge::Horizontal { row, column } => {
            let (row, column) = (turned(row, rows, down), turned(column, columns - 1, right));
            if transposed {
                Edge::Vertical { row: column, column: row }
            } else {
                Edge::Horizontal { row, column }
            }
        }
        Edge::Vertical { row, column } => {
            let (row, column) = (turned(row, rows - 1, down), turned(column, columns, right));
            if transposed {
                Edge::Horizontal { row: column, column: row }
            } else {
                Edge::Vertical { row, column }
            }
        }
    }
}

fn turned(position: &Position, symmetry: usize) -> Position {
    let (rows, columns) = (position.rows(), position.columns());
    let (rows, columns) = if symmetry & 4 == 4 { (columns, rows) } else { (rows, columns) };
    let mut drawn = vec![true; position.drawn().len()];
    for edge in position.moves() {
        drawn[edge_number(rows, columns, image_of(position, edge, symmetry))] = false;
    }
    Position::new(rows, columns, drawn).expect("as many edges as there were")
}

/// Without a row of boxes, or without a column: the edges on both its sides become one, which is drawn if both are.
fn without(position: &Position, row: Option<usize>, column: Option<usize>) -> Position {
    let rows = position.rows() - usize::from(row.is_some());
    let columns = position.columns() - usize::from(column.is_some());
    let mut drawn = vec![true; (rows + 1) * columns + rows * (columns + 1)];
    // Lines go on from one past what is left out; boxes of it are gone.
    let line = |at: usize, gone: Option<usize>| at - usize::from(gone.is_some_and(|gone| at > gone));
    for edge in position.moves() {
        let kept = match edge {
            Edge::Horizontal { column: at, .. } => column != Some(at),
            Edge::Vertical { row: at, .. } => row != Some(at),
        };
        if kept {
            let (at_row, at_column) = (line(edge.row(), row), line(edge.column(), column));
            let edge = match edge {
                Edge::Horizontal { .. } => Edge::Horizontal { row: at_row, column: at_column },
                Edge::Vertical { .. } => Edge::Vertical { row: at_row, column: at_column },
            };
            drawn[edge_number(rows, columns, edge)] = false;
        }
    }
    Position::new(rows, columns, drawn).expect("as many as there are edges")
}
