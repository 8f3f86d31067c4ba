//! Coin turns, polynomials, influence, estimates, samples: held against all fillings, one by one.

mod samples;

use std::num::NonZero;

use super::*;
use foregone::hex::{Estimate, Lattice, Polynomial, Turns};
use foregone::{Explain as _, Rules};
use num_bigint::{BigInt, BigUint};
use num_rational::Ratio;
use num_traits::{One, Zero};

/// All fillings of a position.
struct Fillings {
    cells: Vec<Cell>,
    mover: Colour,
    /// For each set of empty cells that White gets, one bit a cell: whether White is connected.
    white_wins: Vec<bool>,
}

fn fraction(numerator: usize, denominator: usize) -> Odds {
    Odds::new(numerator.into(), denominator.into()).unwrap()
}

fn chance(text: &str) -> Odds {
    odds(text)
}

impl Fillings {
    fn of(position: &Position) -> Self {
        let cells = position.moves();
        let white_wins = (0..1_usize << cells.len())
            .map(|set| {
                let mut stones: Vec<_> = position.board().cells().map(|cell| position.stone(cell)).collect();
                for (bit, cell) in cells.iter().enumerate() {
                    let colour = if set >> bit & 1 == 1 { Colour::White } else { Colour::Black };
                    stones[cell.row * position.columns() + cell.column] = Some(colour);
                }
                let (rows, columns) = (position.rows(), position.columns());
                let full = Position::new(rows, columns, stones, Colour::White, position.white_joins());
                full.unwrap().winner() == Some(Colour::White)
            })
            .collect();
        Self { cells, mover: position.to_move_colour(), white_wins }
    }

    /// The probability of what `happens`, where each filling of the cells not in `given` has its weight.
    fn probability(
        &self,
        turns: &Turns,
        given: Option<(usize, bool)>,
        happens: impl Fn(usize) -> bool,
    ) -> Odds {
        let open = self.cells.len();
        let fits = |set: &usize| given.is_none_or(|(cell, white)| (set >> cell & 1 == 1) == white);
        let weight = |set: usize| -> BigUint {
            let stones = set.count_ones() as usize;
            match turns {
                Turns::Alternating => {
                    let white = (open + usize::from(self.mover == Colour::White)) / 2;
                    BigUint::from(u8::from(stones == white))
                }
                Turns::Coin(white) => {
                    let (mut stones, mut others) = (stones, open - stones);
                    match given {
                        Some((_, true)) => stones -= 1,
                        Some((_, false)) => others -= 1,
                        None => {}
                    }
                    let black = white.denominator() - white.numerator();
                    white.numerator().pow(stones as u32) * black.pow(others as u32)
                }
            }
        };
        let (mut favourable, mut all) = (BigUint::zero(), BigUint::zero());
        for set in (0..self.white_wins.len()).filter(fits) {
            all += weight(set);
            if happens(set) {
                favourable += weight(set);
            }
        }
        Odds::new(favourable, all).unwrap()
    }

    fn mover_wins(&self, set: usize) -> bool {
        self.white_wins[set] == (self.mover == Colour::White)
    }

    fn odds(&self, turns: &Turns) -> Odds {
        self.probability(turns, None, |set| self.mover_wins(set))
    }

    fn moves(&self, turns: &Turns) -> Vec<(Cell, Odds)> {
        let white = self.mover == Colour::White;
        let after = |bit| self.probability(turns, Some((bit, white)), |set| self.mover_wins(set));
        self.cells.iter().enumerate().map(|(bit, cell)| (*cell, after(bit))).collect()
    }

    fn influence(&self, turns: &Turns) -> Vec<(Cell, Odds)> {
        let pivotal = |bit: usize| {
            self.probability(turns, None, |set| self.white_wins[set] != self.white_wins[set ^ 1 << bit])
        };
        self.cells.iter().enumerate().map(|(bit, cell)| (*cell, pivotal(bit))).collect()
    }

    fn counts(&self, colour: Colour) -> Vec<BigUint> {
        let mut counts = vec![BigUint::zero(); self.cells.len() + 1];
        for (set, white_wins) in self.white_wins.iter().enumerate() {
            let white = set.count_ones() as usize;
            let stones = if colour == Colour::White { white } else { self.cells.len() - white };
            counts[stones] += u8::from(*white_wins == (colour == Colour::White));
        }
        counts
    }
}

/// Ways of taking turns: fair, unfair and sure coins, and numbers that need many primes.
fn all_turns() -> Vec<Turns> {
    let coins =
        ["1/2", "1/3", "5/7", "0/1", "1/1", "1/1000000007", "314159265358979323846/1000000000000000000000"];
    let coins = coins.iter().map(|text| Turns::Coin(chance(text)));
    std::iter::once(Turns::Alternating).chain(coins).collect()
}

fn exact<T: Clone>(solution: &foregone::Solution<T>) -> T {
    assert_eq!(solution.report.stop, StopReason::Finished);
    solution.value.exact().unwrap().clone()
}

fn check(position: &Position, all: &[Turns]) {
    let fillings = Fillings::of(position);
    for colour in [Colour::White, Colour::Black] {
        let polynomial = exact(&Solver::new().polynomial(position, colour, &Limits::none()).unwrap());
        assert_eq!(polynomial.counts(), fillings.counts(colour), "{position} {colour}");
    }
    for turns in all {
        let mut solver = Solver::new().with_turns(turns.clone());
        assert_eq!(value(&mut solver, position), fillings.odds(turns), "{position} {turns:?}");
        assert_eq!(move_values(&mut solver, position), fillings.moves(turns), "{position} {turns:?}");
        let influence = exact(&solver.influence(position, &Limits::none()).unwrap());
        assert_eq!(influence, fillings.influence(turns), "{position} {turns:?}");
        for method in [Method::Enumerate, Method::LabelledFrontier] {
            let mut solver = <Solver as foregone::Solver>::with_method(method).with_turns(turns.clone());
            assert_eq!(value(&mut solver, position), fillings.odds(turns), "{position} {turns:?} {method:?}");
        }
    }
}

#[test]
fn all_fillings_of_random_positions_are_counted_and_weighed() {
    let mut random = Random(11);
    let all = all_turns();
    for _ in 0..300 {
        check(&random.hex_position(5, 7), &all);
    }
    for text in ["1x1", "1x1:W:b", "1x2", "2x1:b", "1x5", "5x1", "2x2", "2x3", "3x2:b", "3x3", "2x2:WB/BW:w"]
    {
        check(&position(text), &all);
    }
}

#[test]
fn all_fillings_of_the_smaller_boards_are_counted_and_weighed() {
    for text in ["4x3", "3x4:b", "2x6:w:lr", "6x2"] {
        check(&position(text), &[Turns::Alternating, Turns::fair_coin(), Turns::Coin(fraction(2, 5))]);
    }
    for (rows, columns) in [(4, 4), (3, 5), (4, 5), (5, 4)] {
        let position = Position::empty(rows, columns).unwrap();
        let fillings = Fillings::of(&position);
        let polynomial = exact(&Solver::new().polynomial(&position, Colour::White, &Limits::none()).unwrap());
        assert_eq!(polynomial.counts(), fillings.counts(Colour::White), "{position}");
    }
}

#[test]
fn influence_is_as_known() {
    let twos = |exponent: u32, text: &str| -> Vec<Odds> {
        text.split(' ').map(|n| fraction(n.parse().unwrap(), 1 << exponent)).collect()
    };
    let influence = |text: &str| -> Vec<Odds> {
        let mut solver = Solver::new().with_turns(Turns::fair_coin());
        let found = exact(&solver.influence(&position(text), &Limits::none()).unwrap());
        found.into_iter().map(|(_, odds)| odds).collect()
    };
    // By trying every set.
    assert_eq!(influence("3x3"), twos(8, "26 52 78 52 82 52 78 52 26"));
    let four = influence("4x4");
    assert_eq!(four[..4], twos(15, "1670 3340 4850 6958"));
    let most = four.iter().max().unwrap();
    assert_eq!(*most, fraction(7_378, 1 << 15));
    let places: Vec<usize> = (0..16).filter(|place| four[*place] == *most).collect();
    // c2 and b3.
    assert_eq!(places, [6, 9]);
    // The board is the same after half a turn and, colours swapped, transposed.
    for side in 2..=8 {
        let map = influence(&format!("{side}x{side}"));
        let at = |row: usize, column: usize| &map[row * side + column];
        for row in 0..side {
            for column in 0..side {
                assert_eq!(at(row, column), at(column, row), "{side}");
                assert_eq!(at(row, column), at(side - 1 - row, side - 1 - column), "{side}");
            }
        }
    }
}

#[test]
fn the_slope_of_the_odds_is_the_sum_of_influences() {
    let mut random = Random(12);
    let mut positions: Vec<Position> = (0..30).map(|_| random.hex_position(8, 64)).collect();
    positions.push(position("9x9"));
    for position in positions {
        let polynomial = exact(&Solver::new().polynomial(&position, Colour::White, &Limits::none()).unwrap());
        assert_eq!(polynomial.open_cells(), position.open_cells());
        for p in ["1/2", "1/4", "9/10", "0/1", "1/1"].map(chance) {
            let mut solver = Solver::new().with_turns(Turns::Coin(p.clone()));
            let influence = exact(&solver.influence(&position, &Limits::none()).unwrap());
            let ratio = |odds: &Odds| Ratio::new(odds.numerator().clone(), odds.denominator().clone());
            let sum =
                influence.iter().fold(Ratio::zero(), |sum: Ratio<BigUint>, (_, odds)| sum + ratio(odds));
            assert_eq!(polynomial.slope_at(&p), sum, "{position} {p}");
            let odds = value(&mut solver, &position);
            let white = if position.to_move_colour() == Colour::White { odds } else { odds.complement() };
            assert_eq!(polynomial.at(&p), white, "{position} {p}");
            // The same polynomial by its coefficients.
            let signed = |n: &BigUint| BigInt::from(n.clone());
            let p = Ratio::new(signed(p.numerator()), signed(p.denominator()));
            let mut power = Ratio::one();
            let mut sum = Ratio::zero();
            for coefficient in polynomial.coefficients() {
                sum += &power * coefficient;
                power *= &p;
            }
            assert_eq!(sum, Ratio::new(signed(white.numerator()), signed(white.denominator())), "{position}");
        }
    }
}

fn on_threads(threads: usize) -> Limits<'static> {
    Limits::none().threads(NonZero::new(threads).unwrap())
}

#[test]
fn a_fair_coin_makes_large_square_boards_fair() {
    for side in [9, 12, 14] {
        for threads in [1, 2] {
            let mut solver = Solver::new().with_turns(Turns::fair_coin());
            let solution = solver.solve(&Position::empty(side, side).unwrap(), &on_threads(threads));
            assert_eq!(exact(&solution.unwrap()), fraction(1, 2), "{side}");
        }
    }
}

#[test]
fn threads_change_nothing() {
    let mut random = Random(13);
    let mut positions: Vec<Position> = (0..10).map(|_| random.hex_position(11, 121)).collect();
    positions.extend(["10x10", "9x15", "3x100"].map(position));
    for position in positions {
        for turns in [Turns::Alternating, Turns::fair_coin(), Turns::Coin(fraction(123_456, 1_000_003))] {
            let answers = [1, 2, 3].map(|threads| {
                let (mut solver, limits) = (Solver::new().with_turns(turns.clone()), on_threads(threads));
                let analysis = solver.analyze(&position, &limits).unwrap();
                let counts = exact(&solver.polynomial(&position, Colour::Black, &limits).unwrap());
                let samples = exact(&solver.sample(&position, Some(Colour::White), 2, 5, &limits).unwrap());
                (analysis.value, analysis.moves, analysis.report.states, counts, samples)
            });
            assert!(answers[1..].iter().all(|answer| *answer == answers[0]), "{position} {turns:?}");
        }
    }
}

fn is_within(estimate: Estimate, odds: &Odds) -> bool {
    // The float nearest to the odds is off by one unit in its last place at most.
    let truth = odds.to_f64();
    (estimate.value - truth).abs() <= estimate.error + truth * f64::EPSILON
}

#[test]
fn estimates_are_within_their_bound() {
    let mut random = Random(14);
    let mut positions: Vec<Position> = (0..60).map(|_| random.hex_position(9, 81)).collect();
    positions.extend(["10x10:b", "2x80", "80x2:b", "1x1", "2x2:WW/WB:b", "5x9:b"].map(position));
    for position in positions {
        for turns in all_turns() {
            let mut solver = Solver::new().with_turns(turns.clone());
            let estimates = exact(&solver.estimate_moves(&position, &Limits::none()).unwrap());
            assert_eq!(exact(&solver.estimate(&position, &Limits::none()).unwrap()), estimates.value);
            let odds = value(&mut solver, &position);
            assert!(is_within(estimates.value, &odds), "{position} {turns:?}: {estimates:?} {odds}");
            assert!(estimates.value.error < 1e-12, "{position} {turns:?}");
            let moves = move_values(&mut solver, &position);
            assert_eq!(moves.len(), estimates.moves.len());
            for ((cell, odds), (same, estimate)) in moves.iter().zip(&estimates.moves) {
                assert_eq!(cell, same);
                assert!(is_within(*estimate, odds), "{position} {turns:?} {cell}: {estimate:?} {odds}");
                assert!(estimate.error < 1e-11, "{position} {turns:?} {cell} {estimate:?}");
            }
            let influence = exact(&solver.influence(&position, &Limits::none()).unwrap());
            match solver.estimate_influence(&position, &Limits::none()) {
                Ok(estimates) => {
                    for ((cell, odds), (same, estimate)) in influence.iter().zip(&exact(&estimates)) {
                        assert_eq!(cell, same);
                        assert!(
                            is_within(*estimate, odds),
                            "{position} {turns:?} {cell}: {estimate:?} {odds}"
                        );
                    }
                }
                Err(error) => assert_eq!(turns, Turns::Alternating, "{error}"),
            }
        }
    }
}

#[test]
fn square_lattices_are_crossed_as_often_as_known() {
    let on = |lattice, position: &Position| {
        exact(&Solver::new().crossings(lattice, position, &Limits::none()).unwrap())
    };
    let crossings = |lattice, rows, columns| on(lattice, &Position::empty(rows, columns).unwrap());
    // OEIS A359576.
    for (side, total) in (1..).zip([1_u64, 7, 197, 22_193, 10_056_959]) {
        assert_eq!(crossings(Lattice::Square, side, side).total(), total.into(), "{side}");
    }
    // By trying every set; with stones, too.
    let mut random = Random(16);
    let mut positions: Vec<Position> = (0..100).map(|_| random.hex_position(5, 9)).collect();
    let sizes = [
        (1, 1),
        (1, 6),
        (6, 1),
        (2, 3),
        (3, 2),
        (2, 7),
        (7, 2),
        (3, 5),
        (5, 3),
        (4, 4),
        (1, 9),
        (2, 6),
        (3, 6),
    ];
    positions.extend(sizes.map(|(rows, columns)| Position::empty(rows, columns).unwrap()));
    for position in positions {
        let (rows, columns, open) = (position.rows(), position.columns(), position.moves());
        let joiner = position.joiner_of(Axis::TopBottom);
        let mut counts = vec![0_u64; open.len() + 1];
        for set in 0..1_usize << open.len() {
            let has = |cell: Cell| match open.iter().position(|other| *other == cell) {
                Some(bit) => set >> bit & 1 == 1,
                None => position.stone(cell) == Some(joiner),
            };
            let mut joined = vec![false; rows * columns];
            let mut ahead: Vec<(usize, usize)> = (0..columns).map(|column| (0, column)).collect();
            while let Some((row, column)) = ahead.pop() {
                let on_board = row < rows && column < columns;
                if !on_board || joined[row * columns + column] || !has(Cell::new(row, column)) {
                    continue;
                }
                joined[row * columns + column] = true;
                ahead.extend([(row + 1, column), (row, column + 1)]);
                ahead.extend([(row.wrapping_sub(1), column), (row, column.wrapping_sub(1))]);
            }
            let crossed = joined[(rows - 1) * columns..].contains(&true);
            counts[set.count_ones() as usize] += u64::from(crossed);
        }
        let expected: Vec<BigUint> = counts.into_iter().map(Into::into).collect();
        assert_eq!(on(Lattice::Square, &position).counts(), expected, "{position}");
    }
    // On the hexagonal lattice they are the boards of White, whichever side is longer.
    for (rows, columns) in [(4, 6), (6, 4), (7, 7)] {
        let board = Position::empty(rows, columns).unwrap();
        let expected = exact(&Solver::new().polynomial(&board, Colour::White, &Limits::none()).unwrap());
        assert_eq!(crossings(Lattice::Hexagonal, rows, columns), expected);
    }
    // In two rows a crossing takes both cells of a column: (4^n - 3^n) sets.
    for columns in [5, 26, 100] {
        let all = BigUint::from(4_u32).pow(columns) - BigUint::from(3_u32).pow(columns);
        assert_eq!(crossings(Lattice::Square, 2, columns as usize).total(), all);
    }
    assert_eq!(crossings(Lattice::Hexagonal, 2, 26).counts(), exact(&polynomial_of("2x26")).counts());
    for (rows, columns, fits) in [(2, 1_000, true), (20, 22, false), (20, 23, false), (22, 22, false)] {
        let board = Position::empty(rows, columns).unwrap();
        let refused = Solver::new().crossings(Lattice::Square, &board, &Limits::none().states(0));
        assert_eq!(refused.is_ok(), fits, "{rows}x{columns}");
    }
}

fn polynomial_of(text: &str) -> foregone::Solution<Polynomial> {
    Solver::new().polynomial(&position(text), Colour::White, &Limits::none()).unwrap()
}

#[test]
fn the_probability_is_a_half_where_the_polynomial_says() {
    for (text, half) in [
        // p; 1 - (1 - p)^2; p^2; by symmetry.
        ("1x1", Some(0.5)),
        ("1x2", Some(1.0 - 0.5_f64.sqrt())),
        ("2x1", Some(0.5_f64.sqrt())),
        ("2x2", Some(0.5)),
        ("7x7", Some(0.5)),
        // Two cells that both must be White's, one that must, or none.
        ("2x2:W1/B1:w", Some(0.5_f64.sqrt())),
        ("2x2:W1/1B:w", Some(0.5)),
        ("2x2:W1/W1:w", None),
        ("1x1:B:w", None),
    ] {
        let found = exact(&polynomial_of(text)).half();
        assert_eq!(found.is_some(), half.is_some(), "{text}: {found:?}");
        assert!(
            found.zip(half).is_none_or(|(found, half)| (found - half).abs() < 1e-12),
            "{text}: {found:?}"
        );
    }
    let polynomial = exact(&polynomial_of("5x8"));
    let half = polynomial.half().unwrap();
    let at = |p: f64| polynomial.at(&Odds::new(((p * 1e15) as u64).into(), 10_u64.pow(15).into()).unwrap());
    assert!(at(half - 1e-12) < fraction(1, 2) && fraction(1, 2) < at(half + 1e-12));
}

#[test]
fn a_report_says_who_moves() {
    let start = position("2x3:b");
    for turns in [Turns::Alternating, Turns::Coin(fraction(1, 3))] {
        let coin = (turns != Turns::Alternating).then(|| fraction(1, 3));
        let (mut solver, limits) = (Solver::new().with_turns(turns), Limits::none());
        let reports = [
            solver.solve(&start, &limits).unwrap().report,
            solver.analyze(&start, &limits).unwrap().report,
            solver.line(&start, 0, &limits).unwrap().report,
            solver.why(&start, &limits).unwrap().analysis.report,
            solver.influence(&start, &limits).unwrap().report,
            solver.estimate(&start, &limits).unwrap().report,
            solver.sample(&start, None, 1, 1, &limits).unwrap().report,
        ];
        assert!(reports.iter().all(|report| report.coin == coin));
        // Where it does not matter nothing is said.
        assert_eq!(solver.polynomial(&start, Colour::White, &limits).unwrap().report.coin, None);
    }
}

#[test]
fn estimates_of_moves_stand_in_the_order_of_exact_values() {
    let mut random = Random(19);
    let mut positions: Vec<Position> = (0..40).map(|_| random.hex_position(7, 49)).collect();
    positions.extend(["6x6", "5x9:b", "1x7"].map(position));
    for position in positions {
        for turns in [Turns::Alternating, Turns::fair_coin()] {
            let mut solver = Solver::new().with_turns(turns);
            let analysis = solver.analyze(&position, &Limits::none()).unwrap();
            let expected: Vec<Cell> = analysis.moves.iter().map(|judged| judged.mv).collect();
            let estimates = exact(&solver.estimate_moves(&position, &Limits::none()).unwrap());
            let found: Vec<Cell> = estimates.best_first().iter().map(|(cell, _)| *cell).collect();
            assert_eq!(found, expected, "{position}");
        }
    }
}

#[test]
fn limits_hold_for_every_question() {
    let board = position("12x12");
    let small = Limits::none().memory(1 << 20);
    let few = Limits::none().states(20_000);
    let mut solver = Solver::new().with_turns(Turns::fair_coin());
    macro_rules! check {
        ($ask:expr) => {
            let refused =
                $ask(&mut Solver::new().with_turns(Turns::fair_coin()), &small).map(|_| ()).unwrap_err();
            assert!(matches!(refused, foregone::SolveError::TooLarge { .. }), "{refused}");
            let stopped = $ask(&mut solver, &few).unwrap();
            assert_eq!((stopped.value.exact().is_none(), stopped.report.stop), (true, StopReason::States));
        };
    }
    check!(|solver: &mut Solver, limits: &Limits<'_>| solver.polynomial(&board, Colour::White, limits));
    check!(|solver: &mut Solver, limits: &Limits<'_>| solver.influence(&board, limits));
    check!(|solver: &mut Solver, limits: &Limits<'_>| solver.estimate(&board, limits));
    check!(|solver: &mut Solver, limits: &Limits<'_>| solver.estimate_moves(&board, limits));
    check!(|solver: &mut Solver, limits: &Limits<'_>| solver.sample(
        &board,
        Some(Colour::White),
        5,
        1,
        limits
    ));
    check!(|solver: &mut Solver, limits: &Limits<'_>| solver.crossings(Lattice::Hexagonal, &board, limits));
    let refused =
        Solver::with_method(Method::Oracle).with_turns(Turns::fair_coin()).solve(&board, &Limits::none());
    assert!(refused.is_err());
    let samples = Solver::new().sample(&board, None, usize::MAX, 1, &Limits::none());
    assert!(samples.is_err());
}

#[test]
fn why_tells_influence_gain_and_frontiers() {
    let board = position("3x3");
    let explanation = Solver::new().with_turns(Turns::fair_coin()).why(&board, &Limits::none()).unwrap();
    let why = explanation.why;
    assert_eq!(why.cells.len(), 9);
    // With a fair coin a move gains half of what the cell decides.
    for told in &why.cells {
        let ratio = |n: &BigUint| BigInt::from(n.clone());
        let half = Ratio::new(ratio(told.pivotal.numerator()), ratio(told.pivotal.denominator()) * 2);
        assert_eq!(told.gain, half, "{}", told.cell);
    }
    assert_eq!(why.most_pivotal().map(|told| told.cell).collect::<Vec<_>>(), [Cell::new(1, 1)]);
    // The top side; then four frontiers after each row.
    assert_eq!(why.frontiers, [1, 4, 4]);
    assert_eq!(why.along, Axis::TopBottom);

    let mut random = Random(17);
    for _ in 0..50 {
        let position = random.hex_position(6, 36);
        let explanation = Solver::new().why(&position, &Limits::none()).unwrap();
        let gains = explanation.why.cells.iter().fold(Ratio::zero(), |sum, told| sum + &told.gain);
        // Some moves are worth more than the position, some less: it is their mean.
        assert!(gains.is_zero(), "{position}");
        let influence = exact(&Solver::new().influence(&position, &Limits::none()).unwrap());
        let told: Vec<_> = explanation.why.cells.into_iter().map(|told| (told.cell, told.pivotal)).collect();
        assert_eq!(told, influence, "{position}");
    }
    let stopped = Solver::new().why(&position("9x9"), &Limits::none().states(5_000)).unwrap();
    assert_eq!(stopped.analysis.report.stop, StopReason::States);
    assert!(stopped.why.cells.is_empty());
}
