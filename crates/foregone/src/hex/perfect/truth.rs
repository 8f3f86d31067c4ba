//! What the rooms are held against: the rules played out on sets of cells, and positions to do it on.

use std::collections::HashMap;

use super::cells::Cells;
use super::connections::Connections;
use super::grid::{Grid, Stones, index};
use super::inferior::Glance;
use super::search::Search;
use crate::generate::Choices;
use crate::hex::board::{Axis, Board, Colour};
use crate::limits::{Budget, Limits};

const COLOURS: [Colour; 2] = [Colour::White, Colour::Black];

/// A board of at most so many rows and columns with at most so many empty cells. Neither colour is connected yet.
fn position<C: Cells>(random: &mut Choices, side: usize, most_empty: usize) -> (Grid<C>, Stones<C>) {
    loop {
        let board = Board::new(1 + random.below(side), 1 + random.below(side)).unwrap();
        let grid: Grid<C> = Grid::new(board, [Axis::TopBottom, Axis::LeftRight][random.below(2)]);
        let mut stones: Stones<C> = Stones::default();
        while stones.empty(&grid).count() > most_empty || random.below(4) > 0 {
            let empty: Vec<_> = stones.empty(&grid).each().collect();
            if empty.is_empty() {
                break;
            }
            let cell = empty[random.below(empty.len())];
            stones = stones.with(COLOURS[random.below(2)], C::one(cell));
        }
        if COLOURS.iter().all(|colour| !connected(&grid, &stones, *colour)) {
            return (grid, stones);
        }
    }
}

fn connected<C: Cells>(grid: &Grid<C>, stones: &Stones<C>, colour: Colour) -> bool {
    let [from, to] = grid.edges[index(colour)];
    grid.reached(from, stones.of[index(colour)]).meets(to)
}

/// Who wins, by the rules.
#[derive(Default)]
struct Truth<C> {
    known: HashMap<(Stones<C>, Colour), Colour>,
}

impl<C: Cells> Truth<C> {
    fn winner(&mut self, grid: &Grid<C>, stones: Stones<C>, mover: Colour) -> Colour {
        if let Some(winner) = COLOURS.into_iter().find(|colour| connected(grid, &stones, *colour)) {
            return winner;
        }
        if let Some(winner) = self.known.get(&(stones, mover)) {
            return *winner;
        }
        let wins = |cell| self.winner(grid, stones.with(mover, C::one(cell)), mover.other()) == mover;
        let winner = if stones.empty(grid).each().any(wins) { mover } else { mover.other() };
        self.known.insert((stones, mover), winner);
        winner
    }
}

/// Whether a colour joins two sets of cells by taking cells of a carrier in turn with the other colour. An edge that a chain
/// comes to is part of the chain.
fn joins<C: Cells>(
    grid: &Grid<C>,
    colour: Colour,
    own: C,
    ends: [C; 2],
    carrier: C,
    first: bool,
    known: &mut HashMap<(C, C, bool), bool>,
) -> bool {
    let mut chain = grid.reached(ends[0], own);
    for _ in 0..2 {
        for edge in grid.edges[index(colour)] {
            if chain.meets(edge) || ends[0] == edge {
                chain |= grid.reached(edge, own);
            }
        }
    }
    let at_edge = |edge: C| chain.meets(edge) || ends[0] == edge;
    if chain.meets(ends[1])
        || grid.edges[index(colour)]
            .into_iter()
            .any(|edge| at_edge(edge) && grid.reached(edge, own).meets(ends[1]))
    {
        return true;
    }
    if let Some(known) = known.get(&(own, carrier, first)) {
        return *known;
    }
    let mut after = |cell| {
        let own = if first { own | C::one(cell) } else { own };
        joins(grid, colour, own, ends, carrier & !C::one(cell), !first, known)
    };
    let joined = if carrier.is_empty() {
        false
    } else if first {
        carrier.each().any(&mut after)
    } else {
        carrier.each().all(&mut after)
    };
    known.insert((own, carrier, first), joined);
    joined
}

#[test]
fn every_connection_is_one() {
    let mut random = Choices::new(1);
    let (mut checked, mut large) = ([0_usize; 2], 0);
    for _ in 0..400 {
        let (grid, stones) = position::<u64>(&mut random, 5, 14);
        if grid.edges.iter().flatten().any(|edge| edge.count() == 1) {
            // An edge would look like a cell.
            continue;
        }
        for colour in COLOURS {
            let mut connections = Connections::new(grid.cells).unwrap();
            let mut budget = Budget::open(&Limits::none());
            connections.crossing(&grid, &stones, colour, false, &mut budget).unwrap();
            for (ends, carrier, first) in connections.found(&grid, &stones, colour) {
                if carrier.count() > 8 {
                    continue;
                }
                // An edge is no cell to be taken.
                let taken = ends.iter().filter(|end| !grid.edges[index(colour)].contains(end));
                let cells = taken.fold(0, |cells, end| cells | end);
                let own = stones.of[index(colour)] | cells;
                let found = joins(&grid, colour, own, ends, carrier, first, &mut HashMap::new());
                assert!(found, "{grid:?} {stones:?} {colour} {ends:?} {carrier:b} {first}");
                checked[usize::from(first)] += 1;
                large += usize::from(carrier.count() > 4);
            }
        }
    }
    assert!(checked[0] > 5_000 && checked[1] > 5_000 && large > 1_000, "{checked:?} {large}");
}

#[test]
fn filling_in_changes_no_outcome() {
    let mut random = Choices::new(2);
    let (mut filled_in, mut captured) = (0, 0);
    for _ in 0..4_000 {
        let (grid, stones) = position::<u64>(&mut random, 5, 10);
        let filled = Glance::new(&grid, stones).fill(stones.empty(&grid));
        filled_in += usize::from(filled.stones != stones);
        captured += usize::from(filled.captured != [0; 2]);
        let mut truth = Truth::default();
        for mover in COLOURS {
            let expected = truth.winner(&grid, stones, mover);
            assert_eq!(truth.winner(&grid, filled.stones, mover), expected, "{grid:?} {stones:?} {mover}");
        }
    }
    assert!(filled_in > 1_000 && captured > 300, "{filled_in} {captured}");
}

#[test]
fn moves_that_go_are_never_the_only_ones_to_win() {
    let mut random = Choices::new(3);
    let (mut vulnerable_moves, mut dominated_moves) = (0, 0);
    for _ in 0..4_000 {
        let (grid, stones) = position::<u64>(&mut random, 5, 10);
        let stones = Glance::new(&grid, stones).fill(stones.empty(&grid)).stones;
        if COLOURS.iter().any(|colour| connected(&grid, &stones, *colour)) {
            continue;
        }
        let glance = Glance::new(&grid, stones);
        let mut truth = Truth::default();
        for mover in COLOURS {
            let empty = stones.empty(&grid);
            let mut wins =
                |cell| truth.winner(&grid, stones.with(mover, u64::one(cell)), mover.other()) == mover;
            let winning = empty.each().filter(|cell| wins(*cell)).fold(0_u64, |set, cell| set | 1 << cell);
            let (vulnerable, _) = glance.vulnerable(mover, empty);
            let undominated = glance.undominated(mover, empty, 0);
            let left = glance.undominated(mover, empty & !vulnerable, 0);
            // With moves that are known to lose, too, for what the others are measured by.
            let measured = glance.undominated(mover, winning & !vulnerable, empty & !winning);
            for enough in [empty & !vulnerable, undominated, left, measured] {
                assert!(winning == 0 || winning & enough != 0, "{grid:?} {stones:?} {mover}");
            }
            vulnerable_moves += vulnerable.count_ones();
            dominated_moves += (empty & !undominated).count_ones();
        }
    }
    assert!(vulnerable_moves > 1_000 && dominated_moves > 1_000, "{vulnerable_moves} {dominated_moves}");
}

/// A proof names the winner, who wins even if the other side has all other empty cells.
fn check_proofs<C: Cells>(random: &mut Choices, side: usize, most_empty: usize, positions: usize) {
    for _ in 0..positions {
        let (grid, stones) = position::<C>(random, side, most_empty);
        let mut truth = Truth::default();
        let mut budget = Budget::open(&Limits::none());
        let mut search = Search::new(grid.clone(), &mut budget).unwrap();
        for mover in COLOURS {
            let proof = search.prove(stones, mover, &mut budget).unwrap();
            let winner = truth.winner(&grid, stones, mover);
            assert_eq!(proof.winner, winner, "{grid:?} {stones:?} {mover}");
            let given = stones.with(winner.other(), stones.empty(&grid) & !proof.cells);
            assert_eq!(truth.winner(&grid, given, mover), winner, "{grid:?} {stones:?} {mover} {proof:?}");
        }
    }
}

#[test]
fn proofs_take_the_cells_that_they_say() {
    let mut random = Choices::new(4);
    check_proofs::<u64>(&mut random, 5, 12, 1_000);
    check_proofs::<u128>(&mut random, 7, 12, 500);
    // Boards with many empty cells, where moves are searched.
    check_proofs::<u64>(&mut random, 4, 16, 30);
}
