//! How many stones a colour is short of joining its sides.

use std::collections::VecDeque;

use super::board::{Axis, Colour, Position};
use crate::cell::Cell;

/// The fewest further stones with which a colour joins its sides; `None` if it cannot. Linear in the cells.
pub(super) fn fewest(position: &Position, colour: Colour) -> Option<usize> {
    lengths(position, colour).into_iter().flatten().min().map(|fewest| fewest as usize)
}

/// For each cell, row by row: the fewest further stones with which a colour joins its sides through that cell, the
/// cell's own included; `None` where it cannot. Linear in the cells.
pub(super) fn lengths(position: &Position, colour: Colour) -> Vec<Option<u32>> {
    let [from_start, from_end] = [false, true].map(|from_end| distances(position, colour, from_end));
    let cells = position.board().cells().zip(from_start.into_iter().zip(from_end));
    cells
        .map(|(cell, both)| {
            let (start, end) = (both.0?, both.1?);
            Some(start + end - cost(position, colour, cell)?)
        })
        .collect()
}

/// What a cell adds to a connection: `None` if the other colour has it.
fn cost(position: &Position, colour: Colour, cell: Cell) -> Option<u32> {
    match position.stone(cell) {
        None => Some(1),
        Some(stone) => (stone == colour).then_some(0),
    }
}

/// The fewest stones from one side of a colour's to each cell.
fn distances(position: &Position, colour: Colour, from_end: bool) -> Vec<Option<u32>> {
    let board = position.board();
    let mut distances = vec![None; board.rows() * board.columns()];
    let (along, across) = match position.axis_of(colour) {
        Axis::TopBottom => (board.columns(), board.rows()),
        Axis::LeftRight => (board.rows(), board.columns()),
    };
    let line = if from_end { across - 1 } else { 0 };
    let border = (0..along).map(|at| match position.axis_of(colour) {
        Axis::TopBottom => Cell::new(line, at),
        Axis::LeftRight => Cell::new(at, line),
    });
    // Cells to go on from, the nearest first: a stone is as near as what it is next to, an empty cell one further.
    let mut ahead: VecDeque<(Cell, u32)> = VecDeque::new();
    let reach = |ahead: &mut VecDeque<(Cell, u32)>, cell, before: u32| match cost(position, colour, cell) {
        Some(0) => ahead.push_front((cell, before)),
        Some(more) => ahead.push_back((cell, before + more)),
        None => {}
    };
    border.for_each(|cell| reach(&mut ahead, cell, 0));
    while let Some((cell, distance)) = ahead.pop_front() {
        let known = &mut distances[cell.row * board.columns() + cell.column];
        if known.is_some() {
            continue;
        }
        *known = Some(distance);
        board.neighbours(cell).for_each(|next| reach(&mut ahead, next, distance));
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::super::generate::Recipe;
    use super::*;
    use crate::game::Rules as _;
    use crate::generate::{self, Choices};
    use crate::limits::{Budget, Limits};

    /// The fewest stones that join a colour's sides through a cell, by trying all sets of further stones.
    fn fewest_through(position: &Position, colour: Colour, through: Cell) -> Option<u32> {
        let board = position.board();
        let empty = position.moves();
        let joins = |set: u32| {
            let stones = board.cells().map(|cell| match empty.iter().position(|other| *other == cell) {
                Some(at) => (set >> at & 1 == 1).then_some(colour),
                None => position.stone(cell),
            });
            let (rows, columns) = (board.rows(), board.columns());
            let filled = Position::new(rows, columns, stones.collect(), colour, position.white_joins());
            filled.unwrap().winner() == Some(colour)
        };
        // Through it, and so not without it.
        let at = empty.iter().position(|cell| *cell == through)?;
        let sets = (0..1_u32 << empty.len()).filter(|set| set >> at & 1 == 1);
        sets.filter(|&set| joins(set) && !joins(set & !(1 << at))).map(u32::count_ones).min()
    }

    #[test]
    fn the_shortest_connections_are_those_of_all_sets_of_stones() {
        let mut choices = Choices::new(8);
        for (rows, columns) in [(1, 4), (4, 1), (2, 3), (3, 3), (2, 5), (4, 3)] {
            for number in 0..30 {
                let from: Position =
                    format!("{rows}x{columns}:w{}", ["", ":lr"][number % 2]).parse().unwrap();
                let recipe = Recipe::new(from).with_stones(0..=rows * columns / 2).unwrap();
                let mut budget = Budget::open(&Limits::none());
                let Some(position) = generate::Recipe::draw(&recipe, &mut choices, &mut budget).unwrap()
                else {
                    continue;
                };
                for colour in [Colour::White, Colour::Black] {
                    let lengths = lengths(&position, colour);
                    // A shortest connection goes through none of its cells in vain, but one through a cell may have to.
                    let least = lengths.iter().flatten().min();
                    for cell in position.moves() {
                        let length = lengths[cell.row * columns + cell.column];
                        let fewest = fewest_through(&position, colour, cell);
                        assert!(fewest.is_none_or(|fewest| length.unwrap() <= fewest), "{position} {cell}");
                        let on_shortest = length.as_ref() == least;
                        assert!(!on_shortest || length == fewest, "{position} {cell}");
                    }
                }
            }
        }
    }
}
