//! The frontiers drawn out: their sums, their odds, and every filling of small boards tried.

use std::collections::BTreeMap;

use foregone::hex::{Axis, Colour, Hood, HoodState, Position, Solver, Turns};
use foregone::{Cell, Explain as _, Limits, Rules as _, Side, SolveError, Solver as _, StopReason};
use num_bigint::BigUint;

use crate::random::Random;

fn hood(position: &Position, turns: &Turns, after: Option<Cell>) -> Hood {
    let mut solver = Solver::new().with_turns(turns.clone());
    solver.hood(position, after, &Limits::none()).unwrap().value.exact().unwrap().clone()
}

fn turns(random: &mut Random) -> Turns {
    let turns = random.pick(&["alternating", "coin", "coin:1/3", "coin:0.9", "coin:0"]);
    turns.parse().unwrap()
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

#[test]
fn ways_shares_and_odds_sum_to_what_is_known() {
    let mut random = Random(501);
    let mut classes = 0;
    for _ in 0..2_000 {
        let position = random.hex_position(6, 16);
        let turns = turns(&mut random);
        let after = Cell::new(random.below(position.rows()), random.below(position.columns()));
        let hood = hood(&position, &turns, Some(after));
        let told = format!("{position}, {turns}, after {after}");
        assert_eq!(hood.order[hood.swept - 1], after, "{told}");
        assert_eq!((hood.order.len() + 1, hood.counts[0]), (hood.counts.len(), 1), "{told}");
        let open = hood.order[..hood.swept].iter().filter(|&&cell| position.stone(cell).is_none()).count();
        assert_eq!(hood.fillings, BigUint::from(1_u32) << open, "{told}");
        assert_eq!(hood.frontiers.len(), hood.of().min(Hood::MOST_SHOWN), "{told}");
        assert!(hood.frontiers.windows(2).all(|pair| pair[0].share >= pair[1].share), "{told}");
        for frontier in &hood.frontiers {
            // In the first row the side itself is the start, too.
            let in_first_row = hood.swept < position.rows().min(position.columns());
            let start = frontier.cells.iter().any(|cell| cell.state == HoodState::Start);
            assert!(start || in_first_row, "{told}");
            let numbers: Vec<u32> = frontier
                .cells
                .iter()
                .filter_map(
                    |cell| if let HoodState::Group(number) = cell.state { Some(number) } else { None },
                )
                .collect();
            classes += numbers.len();
            let most = numbers.iter().max().copied().unwrap_or(0);
            assert!((1..=most).all(|number| numbers.contains(&number)), "{told}");
        }
        if hood.of() > Hood::MOST_SHOWN {
            continue;
        }
        let ways: BigUint = hood.frontiers.iter().map(|frontier| &frontier.ways).sum();
        assert_eq!(ways + &hood.lost, hood.fillings, "{told}");
        let share: f64 = hood.frontiers.iter().map(|frontier| frontier.share).sum();
        assert!(close(share + hood.lost_share, 1.0), "{told}: {share}");
        let connected: f64 = hood.frontiers.iter().map(|frontier| frontier.share * frontier.odds).sum();
        let mut solver = Solver::new().with_turns(turns.clone());
        let value = solver.solve(&position, &Limits::none()).unwrap().value.exact().unwrap().to_f64();
        let own = if position.to_move_colour() == hood.colour { value } else { 1.0 - value };
        assert!(close(connected, own), "{told}: {connected} for {own}");
    }
    assert!(classes > 100, "{classes}");
}

#[test]
fn a_sweep_without_stones_meets_the_frontiers_of_the_tables() {
    for (rows, columns) in [(1, 1), (1, 5), (5, 1), (3, 3), (4, 6), (9, 5), (8, 8), (12, 7)] {
        let position = Position::empty(rows, columns).unwrap();
        let hood = hood(&position, &Turns::Alternating, None);
        let width = rows.min(columns);
        let by_row: Vec<usize> = hood.counts.iter().copied().step_by(width).take(rows.max(columns)).collect();
        let why = Solver::new().why(&position, &Limits::none()).unwrap().why;
        assert_eq!((by_row, hood.along), (why.frontiers, why.along), "{rows}x{columns}");
    }
    // In the middle of a long board: the frontiers of width 6 (`cuts`), column by column.
    let hood = hood(&Position::empty(20, 6).unwrap(), &Turns::Alternating, None);
    assert_eq!(hood.counts[60..66], [46, 42, 42, 39, 39, 42]);
}

/// Whether the colour that joins an axis is connected on a full board.
fn joins(position: &Position, filled: &[Option<Colour>], colour: Colour) -> bool {
    let full = Position::new(
        position.rows(),
        position.columns(),
        filled.to_vec(),
        Colour::White,
        position.white_joins(),
    )
    .unwrap();
    full.winner() == Some(colour)
}

#[test]
fn every_filling_of_small_boards_has_the_odds_of_its_frontier() {
    let mut random = Random(502);
    for _ in 0..120 {
        let position = random.hex_position(4, 10);
        let after = Cell::new(random.below(position.rows()), random.below(position.columns()));
        let hood = hood(&position, &Turns::fair_coin(), Some(after));
        if hood.of() > Hood::MOST_SHOWN {
            continue;
        }
        let place = |cell: &Cell| cell.row * position.columns() + cell.column;
        let open = |cells: &[Cell]| -> Vec<usize> {
            cells.iter().filter(|&&cell| position.stone(cell).is_none()).map(place).collect()
        };
        let (swept, rest) = (open(&hood.order[..hood.swept]), open(&hood.order[hood.swept..]));
        let mut filled: Vec<Option<Colour>> = (0..position.rows() * position.columns())
            .map(|at| position.stone(Cell::new(at / position.columns(), at % position.columns())))
            .collect();
        let fill = |filled: &mut Vec<Option<Colour>>, cells: &[usize], filling: usize| {
            for (bit, &at) in cells.iter().enumerate() {
                filled[at] = Some(if filling >> bit & 1 == 1 { Colour::White } else { Colour::Black });
            }
        };
        // How many fillings of the swept part are completed by so many of the rest.
        let mut tried: BTreeMap<u64, u64> = BTreeMap::new();
        for filling in 0..1 << swept.len() {
            fill(&mut filled, &swept, filling);
            let mut completed = 0;
            for completion in 0..1 << rest.len() {
                fill(&mut filled, &rest, completion);
                completed += u64::from(joins(&position, &filled, hood.colour));
            }
            *tried.entry(completed).or_default() += 1;
        }
        let mut told: BTreeMap<u64, u64> = BTreeMap::new();
        let ways = |ways: &BigUint| u64::try_from(ways).unwrap();
        for frontier in &hood.frontiers {
            let completed = frontier.odds * (1_u64 << rest.len()) as f64;
            assert!(close(completed, completed.round()), "{position} after {after}: {completed}");
            *told.entry(completed.round() as u64).or_default() += ways(&frontier.ways);
        }
        if hood.lost != BigUint::ZERO {
            *told.entry(0).or_default() += ways(&hood.lost);
        }
        assert_eq!(told, tried, "{position} after {after}");
    }
}

#[test]
fn what_cannot_be_shown_is_refused_and_limits_hold() {
    let wide = Position::empty(22, 22).unwrap();
    let refused = Solver::new().hood(&wide, None, &Limits::none());
    assert!(matches!(refused, Err(SolveError::NotApplicable { .. })));
    let board = Position::empty(11, 11).unwrap();
    let refused = Solver::new().hood(&board, Some(Cell::new(11, 0)), &Limits::none());
    assert!(matches!(refused, Err(SolveError::NotApplicable { .. })));
    for (limits, stop) in [
        (Limits::none().states(1_000), StopReason::States),
        (Limits::none().memory(1 << 16), StopReason::Memory),
    ] {
        let stopped = Solver::new().hood(&board, None, &limits).unwrap();
        assert_eq!((stopped.value.exact(), stopped.report.stop), (None, stop));
    }
    let mut over = Position::empty(1, 1).unwrap();
    over.play(Cell::new(0, 0)).unwrap();
    assert_eq!((over.white_joins(), over.to_move()), (Axis::TopBottom, Side::Second));
    let hood = hood(&over, &Turns::Alternating, None);
    assert_eq!((hood.of(), hood.frontiers[0].odds), (1, 1.0));
}
