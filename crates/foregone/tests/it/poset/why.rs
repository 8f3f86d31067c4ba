//! Reasons on a poset: held against the rules, against the grid, and at limits.

use foregone::contour::poset::{Element, Method, Poset, Position, Solver};
use foregone::contour::{self, CLOSED_FORM};
use foregone::{Explain as _, Limits, Method as _, Rules as _, Side, Solver as _, StopReason};

use super::{SCORES, any, chains, product, root_last, tree};
use crate::random::Random;
use crate::why::{Field, Met, check, plies};

impl Field for Position {
    fn score(&self, side: Side, element: Element) -> i64 {
        self.poset().score(side, element)
    }
}

#[test]
fn reasons_are_what_the_rules_say() {
    let mut random = Random(311);
    let mut met = Met::default();
    for round in 0..4_000 {
        let count = 1 + random.below(11);
        let shape = match round % 5 {
            0 => tree(&mut random, count),
            1 => root_last(&mut random, count),
            2 => chains(&[1 + random.below(4), 1 + random.below(4), 1]),
            3 => product(&[2, 2, 1 + random.below(2)]),
            _ => {
                let percent = random.pick(&[0, 10, 25, 60]);
                any(&mut random, count, percent)
            }
        };
        let (least, greatest) = SCORES[random.below(SCORES.len())];
        let poset = random.poset(&shape, least, greatest);
        let plies = plies(&mut random, poset.len());
        let position = random.poset_position(poset, plies);
        check(&mut Solver::with_method(Method::ALL[round % Method::ALL.len()]), &position, true, &mut met);
    }
    let Met { forced, covered, closed, replies, opened } = met;
    assert!(
        forced > 1_000 && covered > 1_000 && closed > 700 && replies > 4_000 && opened > 1_000,
        "{met:?}"
    );
}

#[test]
fn a_grid_has_the_same_reasons_as_a_poset() {
    let mut random = Random(312);
    for _ in 0..200 {
        let (rows, columns) = random.pick(&[(1, 5), (4, 4), (5, 3)]);
        let board = random.board(rows, columns, -9, 30);
        let plies = random.below(rows * columns);
        let grid = random.position(board, plies);
        let position = Position::try_from(&grid).unwrap();
        let on_grid = contour::Solver::new().why(&grid, &Limits::none()).unwrap().why;
        let on_poset = Solver::new().why(&position, &Limits::none()).unwrap().why;
        assert_eq!((on_grid.lead, on_grid.rest), (on_poset.lead, on_poset.rest));
        // The poset's elements are in the order of the cells.
        for (cell, element) in on_grid.moves.iter().zip(&on_poset.moves) {
            assert_eq!(cell.mv.to_string(), position.poset().name(element.mv));
            assert_eq!((cell.swing, cell.forced), (element.swing, element.forced));
            let [cell, element] =
                [cell.reply.map(|reply| reply.value), element.reply.map(|reply| reply.value)];
            assert_eq!(cell, element);
        }
        // What is left of a grid hangs together.
        assert!(on_poset.edge.parts.len() <= 1);
        assert_eq!(on_poset.edge.parts.concat().len(), position.plies_left());
    }
}

#[test]
fn limits_leave_what_needs_no_search() {
    let mut random = Random(313);
    let shape = product(&[3, 3, 3]);
    let position = Position::new(random.poset(&shape, 0, 100));
    for &method in Method::ALL {
        let explained = Solver::with_method(method).why(&position, &Limits::none().states(5)).unwrap();
        assert_eq!(explained.analysis.report.stop, StopReason::States, "{method:?}");
        assert_eq!((explained.why.rest, explained.why.moves[0].opens.len()), (None, 3));
        assert_eq!(explained.why.moves[0].reply, None);
    }
}

#[test]
fn a_poset_of_loose_elements_is_in_closed_form() {
    let count = Poset::MAX_ELEMENTS;
    let position = Position::new(Random(314).poset(&vec![vec![]; count], -5, 100));
    let explained = Solver::new().why(&position, &Limits::none().states(1_000)).unwrap();
    assert_eq!(explained.analysis.report.method, CLOSED_FORM);
    assert_eq!((explained.why.edge.parts.len(), explained.why.moves.len()), (count, count));
    assert!(explained.why.moves.iter().all(|reason| reason.reply.is_some()));
    assert!(
        explained.why.forced().all(|reason| explained
            .analysis
            .moves
            .iter()
            .any(|judged| judged.best && judged.mv == reason.mv))
    );
}
