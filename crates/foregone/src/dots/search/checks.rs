//! The search held against plain retrograde over every set of strings.

use std::num::NonZero;

use super::super::board::{Board, Edge, Position, Start};
use super::super::graph::Graph;
use super::super::method::Method;
use super::super::outlook::Outlook;
use super::super::quiet::QuietSearch as _;
use super::super::solve::Solver;
use super::{Keys, Search};
use crate::game::Rules as _;
use crate::limits::{Budget, Limits};
use crate::{Solver as _, StopReason};

/// Numbers that look random, the same at every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 ^ (self.0 >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// The margin for the mover of every set of some undrawn edges, all other edges drawn: bit i of a set is edge i of the
/// list. By the rules alone: the best of all moves, from the empty set up.
fn retrograde(board: Board, edges: &[Edge]) -> Vec<i8> {
    let boxes: Vec<u32> = (0..board.boxes())
        .map(|index| crate::Cell::new(index / board.columns(), index % board.columns()))
        .map(|cell| {
            let sides = board.sides(cell).map(|side| board.edge(side));
            let there = edges.iter().enumerate().filter(|(_, edge)| sides.contains(edge));
            there.fold(0, |strings, (bit, _)| strings | 1 << bit)
        })
        .collect();
    let beside: Vec<[u32; 2]> = edges
        .iter()
        .map(|&edge| {
            board
                .beside(edge)
                .map(|cell| cell.map_or(0, |cell| boxes[cell.row * board.columns() + cell.column]))
        })
        .collect();
    let mut margins = vec![0_i8; 1 << edges.len()];
    for set in 1..margins.len() as u32 {
        let mut best = i8::MIN;
        let mut left = set;
        while left != 0 {
            let rest = set & !(left & left.wrapping_neg());
            let [a, b] = beside[left.trailing_zeros() as usize];
            let closed = i8::from(a & set != 0 && a & rest == 0) + i8::from(b & set != 0 && b & rest == 0);
            let margin = margins[rest as usize];
            best = best.max(if closed > 0 { closed + margin } else { -margin });
            left &= left - 1;
        }
        margins[set as usize] = best;
    }
    margins
}

/// The position of a set of undrawn edges.
fn position_of(board: Board, edges: &[Edge], set: u32) -> Position {
    let mut drawn = vec![true; board.edges()];
    for (bit, &edge) in edges.iter().enumerate() {
        drawn[board.number(edge).unwrap()] = set >> bit & 1 == 0;
    }
    Position::new(board.rows(), board.columns(), drawn).unwrap()
}

/// A search made for all of some edges, asked for the margins of subsets of them, one table for all.
struct Asked {
    board: Board,
    edges: Vec<Edge>,
    search: Search<'static>,
}

impl Asked {
    /// `None` if nothing but chains and loops is left.
    fn new(position: &Position, keys: Keys, budget: &mut Budget<'_>) -> Option<Self> {
        let edges = position.moves();
        let graph = Graph::new(position);
        let parts = graph.parts();
        let search = Search::new(position.board(), &graph, &parts, keys, None, None, budget).unwrap()?;
        Some(Self { board: position.board(), edges, search })
    }

    fn margin(&mut self, set: u32, budget: &mut Budget<'_>) -> i64 {
        let position = position_of(self.board, &self.edges, set);
        let graph = Graph::new(&position);
        let outlook = Outlook::new(&graph);
        let state = self.search.state(&graph, &outlook.parts, budget).unwrap();
        let rest = self.search.value(state, budget).unwrap();
        outlook.margin(rest).points()
    }
}

/// Every set of edges of small boards, and random ones of 3x3 and 2x5.
#[test]
fn every_set_of_edges_has_its_margin() {
    let mut random = Random(1);
    for (rows, columns, sample) in [(1, 5, None), (2, 3, None), (3, 2, None), (3, 3, Some(30_000))] {
        let position = Position::start(rows, columns, Start::American).unwrap();
        let margins = retrograde(position.board(), &position.moves());
        for keys in [Keys::Hashed, Keys::Exact] {
            let mut budget = Budget::open(&Limits::none());
            let mut asked = Asked::new(&position, keys, &mut budget).unwrap();
            let mut check = |set: u32| {
                let found = asked.margin(set, &mut budget);
                assert_eq!(
                    found,
                    margins[set as usize].into(),
                    "{}",
                    position_of(position.board(), &position.moves(), set)
                );
            };
            match sample {
                None => (0..margins.len() as u32).for_each(&mut check),
                Some(sample) => (0..sample).for_each(|_| check(random.below(margins.len()) as u32)),
            }
        }
    }
}

/// A position reached by safe play alone, then by any moves, until `left` edges are undrawn.
fn safe_position(random: &mut Random, rows: usize, columns: usize, left: usize) -> Position {
    let mut position = Position::start(rows, columns, Start::American).unwrap();
    while position.plies_left() > left {
        let safe: Vec<Edge> = position
            .moves()
            .into_iter()
            .filter(|&edge| {
                let beside = position.board().beside(edge).into_iter().flatten();
                beside.into_iter().all(|cell| position.open_sides(cell) > 2)
            })
            .collect();
        let moves = if safe.is_empty() { position.moves() } else { safe };
        position.play(moves[random.below(moves.len())]).unwrap();
    }
    position
}

/// The tangles of junctions and chains in which plausible rules go wrong, with all that can come of them.
#[test]
fn late_positions_and_all_that_comes_of_them() {
    let mut random = Random(3);
    let mut checked = 0;
    for round in 0..24 {
        let (rows, columns) = [(3, 5), (4, 4), (5, 4), (2, 7), (4, 5), (5, 5)][round % 6];
        let position = safe_position(&mut random, rows, columns, 17 + round % 4);
        let edges = position.moves();
        let margins = retrograde(position.board(), &edges);
        let keys = if round % 3 == 0 { Keys::Exact } else { Keys::Hashed };
        let mut budget = Budget::open(&Limits::none());
        let Some(mut asked) = Asked::new(&position, keys, &mut budget) else { continue };
        for sample in 0..400_u32 {
            let mut set = margins.len() as u32 - 1;
            for _ in 0..sample % 4 {
                set &= (random.next() | random.next() | random.next()) as u32;
            }
            let found = asked.margin(set, &mut budget);
            assert_eq!(found, margins[set as usize].into(), "{}", position_of(position.board(), &edges, set));
            checked += 1;
        }
        // Every move of the whole position.
        let method = if round % 2 == 0 { Method::Exact } else { Method::ExactKeys };
        let analysis = Solver::with_method(method).analyze(&position, &Limits::none()).unwrap();
        for mv in &analysis.moves {
            let bit = edges.iter().position(|&edge| edge == mv.mv).unwrap();
            let rest = margins[(margins.len() - 1) & !(1 << bit)];
            let mut next = position.clone();
            let closed = next.play(mv.mv).unwrap();
            let expected = if closed > 0 { closed + i64::from(rest) } else { -i64::from(rest) };
            assert_eq!(mv.value.exact().unwrap().points(), expected, "{position} {}", mv.mv);
        }
    }
    assert!(checked >= 8_000, "{checked}");
}

/// Long enough for several threads and for tables that grow.
#[test]
fn threads_and_tables_of_any_size_agree() {
    for (text, expected) in
        [("3x4", 0), ("4x4:1000111101111001010000111010000001000000", 10), ("3x4:icelandic", 4)]
    {
        let position: Position = text.parse().unwrap();
        for threads in 1..=3 {
            for memory in [200_000, 1 << 30] {
                let limits = Limits::none().memory(memory).threads(NonZero::new(threads).unwrap());
                let solution = Solver::new().solve(&position, &limits).unwrap();
                let value = solution.value.exact().unwrap().points();
                assert_eq!(value, expected, "{text} on {threads} threads in {memory} bytes");
                assert_eq!(solution.report.stop, StopReason::Finished);
                assert!(solution.report.memory <= memory, "{text}: {}", solution.report.memory);
                // Every state is kept, in sixteen bytes, where there is room: the table grows however often it began anew.
                let grown = solution.report.memory >= 8 * solution.report.states;
                assert!(grown || memory < 1 << 30, "{text} on {threads} threads: {:?}", solution.report);
                assert!(solution.report.doubt.is_some_and(|doubt| doubt > 70), "{text}");
            }
        }
        let exact = Solver::with_method(Method::ExactKeys).solve(&position, &Limits::none()).unwrap();
        assert_eq!((exact.value.exact().unwrap().points(), exact.report.doubt), (expected, None), "{text}");
    }
}
