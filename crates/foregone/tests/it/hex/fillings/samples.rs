//! Boards drawn at random: as often as they should come, and won by whoever was asked for.

use std::collections::HashMap;

use super::*;

/// Draws from a small board and checks that every filling comes as often as it should.
fn check_samples(position: &Position, turns: &Turns, winner: Option<Colour>, seed: u64) {
    let samples = 20_000;
    let mut solver = Solver::new().with_turns(turns.clone());
    let drawn = exact(&solver.sample(position, winner, samples, seed, &Limits::none()).unwrap());
    let fillings = Fillings::of(position);
    let wins = |set: usize| winner.is_none_or(|colour| fillings.white_wins[set] == (colour == Colour::White));
    let of_winner = fillings.probability(turns, None, wins).to_f64();
    if of_winner == 0.0 {
        assert!(drawn.is_empty(), "{position} {winner:?}");
        return;
    }
    assert_eq!(drawn.len(), samples);
    let mut times: HashMap<usize, f64> = HashMap::new();
    for full in &drawn {
        assert_eq!(full.open_cells(), 0);
        for cell in position.board().cells() {
            assert!(position.stone(cell).is_none_or(|stone| full.stone(cell) == Some(stone)));
        }
        let white = |cell: &Cell| usize::from(full.stone(*cell) == Some(Colour::White));
        let set = fillings.cells.iter().enumerate().fold(0, |set, (bit, cell)| set | white(cell) << bit);
        *times.entry(set).or_default() += 1.0;
    }
    for set in 0..fillings.white_wins.len() {
        let probability =
            fillings.probability(turns, None, |other| other == set && wins(set)).to_f64() / of_winner;
        let expected = probability * samples as f64;
        let found = times.get(&set).copied().unwrap_or(0.0);
        // Six standard deviations, and some to spare where next to none is expected.
        let most = 6.0 * (expected * (1.0 - probability)).sqrt() + if probability > 0.0 { 3.0 } else { 0.0 };
        assert!(
            (found - expected).abs() <= most,
            "{position} {turns:?} {winner:?} {set:b}: {found}, not {expected}"
        );
    }
}

#[test]
fn samples_come_as_often_as_they_should() {
    let turns =
        [Turns::Alternating, Turns::fair_coin(), Turns::Coin(fraction(1, 5)), Turns::Coin(fraction(0, 1))];
    let boards =
        ["2x2", "2x3", "3x2:b", "1x4", "3x3:W2/1W1/2B:b", "3x3:W2/WB1/2B:w:lr", "2x2:WB/BW:w", "2x2:W1/W1:b"];
    for (seed, text) in (0..).zip(boards) {
        for turns in &turns {
            for winner in [None, Some(Colour::White), Some(Colour::Black)] {
                check_samples(&position(text), turns, winner, seed);
            }
        }
    }
}

#[test]
fn samples_of_larger_boards_are_won_by_the_winner() {
    let mut random = Random(15);
    let mut positions: Vec<Position> = (0..12).map(|_| random.hex_position(9, 81)).collect();
    positions.extend(["11x11", "13x4:b"].map(position));
    for position in positions {
        for turns in [Turns::Alternating, Turns::Coin(fraction(1, 3))] {
            let mut solver = Solver::new().with_turns(turns.clone());
            for winner in [Colour::White, Colour::Black] {
                let mut draw =
                    |seed| exact(&solver.sample(&position, Some(winner), 20, seed, &Limits::none()).unwrap());
                let drawn = draw(7);
                assert!(drawn.iter().all(|full| full.winner() == Some(winner) && full.open_cells() == 0));
                assert_eq!(drawn, draw(7));
                assert!(position.open_cells() < 30 || drawn.is_empty() || drawn != draw(8), "{position}");
                if turns == Turns::Alternating {
                    let white =
                        (position.open_cells() + usize::from(position.to_move_colour() == Colour::White)) / 2;
                    let before =
                        position.board().cells().filter(|cell| position.stone(*cell) == Some(Colour::White));
                    let expected = before.count() + white;
                    for full in &drawn {
                        let stones =
                            full.board().cells().filter(|cell| full.stone(*cell) == Some(Colour::White));
                        assert_eq!(stones.count(), expected, "{position}");
                    }
                }
            }
        }
    }
}
