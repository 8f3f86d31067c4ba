//! What is known: counts of ideals, the maximum lemma, grids, and values worked out by hand.

use foregone::contour::poset::{Method, Position, Solver};
use foregone::{Known, Limits, Margin, Method as _, Rules as _, Solver as _, contour};

use super::{Random, SCORES, analyze, any, chains, product, solve};

#[test]
fn known_positions_have_their_values() {
    for (text, expected, best) in [
        // A chain: the sides alternate, there is no choice.
        ("a 1 5; b 2 6: a; c 3 7: b", 1 - 6 + 3, "a"),
        // Nothing needs anything: the greatest swing first.
        ("a 3 0; b 2 2; c 0 9", -2 + 3, "c"),
        // Taking the small one gives the great one away; the single one makes the other side do it.
        ("lid 0 0; gold 9 9: lid; pass 0 0", 9, "pass"),
        // What one would rather not take.
        ("a -5 -5; b -7 -7", -5 + 7, "a"),
        // Second is to move.
        ("a 1 1; b 1 8: a; c 5 2: a; taken: a", 8 - 5, "b"),
    ] {
        let position: Position = text.parse().unwrap();
        for &method in Method::ALL {
            let analysis = analyze(method, &position);
            assert_eq!(analysis.value, Known::Exact(Margin::new(expected)), "{text} by {method:?}");
            let best_move = analysis.best_move().unwrap();
            assert_eq!(position.poset().name(best_move), best, "{text} by {method:?}");
        }
    }
}

#[test]
fn a_finished_game_is_worth_nothing_more() {
    for text in ["a 5 7; taken: a", "a 1 2; b 3 4: a; taken: a b"] {
        let position: Position = text.parse().unwrap();
        for &method in Method::ALL {
            let analysis = analyze(method, &position);
            assert_eq!((analysis.value, analysis.moves.len()), (Known::Exact(Margin::ZERO), 0), "{method:?}");
            let line = Solver::with_method(method).line(&position, 9, &Limits::none()).unwrap();
            assert_eq!((line.plies.len(), line.complete), (0, true), "{method:?}");
        }
    }
}

#[test]
fn the_states_of_a_sweep_are_the_order_ideals() {
    let mut random = Random(1);
    for (shape, ideals) in [
        // Plane partitions in a box, MacMahon's formula: OEIS A008793 on the diagonal.
        (product(&[2, 2, 2]), 20),
        (product(&[2, 2, 3]), 50),
        (product(&[3, 3, 3]), 980),
        (product(&[4, 4, 4]), 232_848),
        // Lattice paths.
        (product(&[5, 7]), 792),
        (product(&[10, 10]), 184_756),
        // Dedekind's numbers: OEIS A000372.
        (product(&[2, 2, 2, 2]), 168),
        (product(&[2, 2, 2, 2, 2]), 7_581),
        // Sets, and chains side by side.
        (chains(&[1; 12]), 4_096),
        (chains(&[4, 6, 1, 9]), 5 * 7 * 2 * 10),
        (chains(&[4_096]), 4_097),
    ] {
        let position = Position::new(random.poset(&shape, -99, 99));
        let (value, states) = solve(Method::Chains, &position);
        assert_eq!(states, ideals, "{} elements", shape.len());
        assert_eq!(solve(Method::Layers, &position).0, value, "{} elements", shape.len());
        if ideals < 10_000 {
            let every_move = solve(Method::EveryMove, &position);
            assert_eq!(every_move, (value, ideals), "{} elements", shape.len());
        }
    }
}

#[test]
fn grids_have_the_values_of_the_board() {
    let mut random = Random(2);
    for round in 0..300 {
        let (rows, columns) = if round < 290 { (1 + random.below(5), 1 + random.below(6)) } else { (8, 8) };
        let (least, greatest) = SCORES[round % SCORES.len()];
        let mut scores = || (0..rows * columns).map(|_| random.within(least, greatest)).collect::<Vec<_>>();
        let board = contour::Board::new(rows, columns, scores(), scores()).unwrap();
        let mut grid = contour::Position::new(board);
        for _ in 0..random.below(rows * columns) {
            let moves = grid.moves();
            grid.play(moves[random.below(moves.len())]).unwrap();
        }
        let position = Position::try_from(&grid).unwrap();
        let expected = contour::Solver::new().analyze(&grid, &Limits::none()).unwrap();
        for method in [Method::Auto, Method::Chains, Method::Layers] {
            let analysis = analyze(method, &position);
            assert_eq!(analysis.value, expected.value, "{grid} by {method:?}");
            let named = |mv: &foregone::MoveValue<_, Margin>| {
                (position.poset().name(mv.mv).to_owned(), mv.value.clone())
            };
            let mut moves: Vec<_> = analysis.moves.iter().map(named).collect();
            let mut expected: Vec<_> =
                expected.moves.iter().map(|mv| (mv.mv.to_string(), mv.value.clone())).collect();
            moves.sort_by(|a, b| a.0.cmp(&b.0));
            expected.sort_by(|a, b| a.0.cmp(&b.0));
            assert_eq!(moves, expected, "{grid} by {method:?}");
        }
    }
}

#[test]
fn taking_the_greatest_swing_is_never_wrong() {
    let mut random = Random(3);
    let mut met = 0;
    for round in 0..12_000 {
        let (count, percent) = (1 + random.below(10), [5, 20, 40][random.below(3)]);
        let shape = any(&mut random, count, percent);
        let (least, greatest) = SCORES[round % SCORES.len()];
        let poset = random.poset(&shape, least, greatest);
        let plies = random.below(count);
        let position = random.poset_position(poset, plies);
        let swing = |element| position.poset().swing(element);
        let greatest = position.elements_left().map(swing).max().unwrap();
        // The oracle, which knows nothing of the lemma.
        for ranked in analyze(Method::Oracle, &position).moves {
            if swing(ranked.mv) == greatest {
                assert!(ranked.best, "{} in {position}", position.poset().name(ranked.mv));
                met += 1;
            }
        }
    }
    assert!(met > 5_000, "only {met} positions had the greatest swing available");
}

#[test]
fn forced_moves_save_states_and_change_no_value() {
    let mut random = Random(4);
    let (mut forced_states, mut all_states) = (0, 0);
    for round in 0..200 {
        let shape = match round % 4 {
            0 => any(&mut random, 20, 15),
            1 => product(&[5, 5]),
            2 => product(&[3, 3, 3]),
            _ => chains(&[4, 4, 4, 4]),
        };
        let (least, greatest) = SCORES[round / 4 % SCORES.len()];
        let poset = random.poset(&shape, least, greatest);
        let plies = random.below(4);
        let position = random.poset_position(poset, plies);
        let (forced, all) = (solve(Method::Layers, &position), solve(Method::EveryMove, &position));
        assert_eq!(forced.0, all.0, "{position}");
        assert!(forced.1 <= all.1);
        forced_states += forced.1;
        all_states += all.1;
    }
    assert!(forced_states * 4 < all_states * 3, "{forced_states} of {all_states}");
}

#[test]
fn parts_do_not_add_up() {
    // Each part is worth 9 by itself to whoever is to move, and so are all three together.
    let part = |name: &str| format!("{name} 9 9;");
    let value = |text: &str| solve(Method::Auto, &text.parse().unwrap()).0;
    assert_eq!(value(&part("a")), 9);
    assert_eq!(value(&(part("a") + &part("b"))), 0);
    assert_eq!(value(&(part("a") + &part("b") + &part("c"))), 9);
}

#[test]
fn an_antichain_of_full_size_is_forced_all_the_way() {
    let mut random = Random(5);
    let position = Position::new(random.poset(&chains(&[1; 4_096]), -1_000_000_000, 1_000_000_000));
    let mut elements: Vec<_> = position.elements_left().collect();
    elements.sort_by_key(|&element| -position.poset().swing(element));
    let mut here = position.clone();
    let mut expected = 0;
    for &element in &elements {
        let sign = if here.to_move() == foregone::Side::First { 1 } else { -1 };
        expected += sign * here.play(element).unwrap();
    }
    assert_eq!(solve(Method::Auto, &position), (expected, 4_097));
}

#[test]
fn the_default_chooses_and_says_what_it_chose() {
    let mut random = Random(6);
    for (shape, (least, greatest), method) in [
        // Few ideals.
        (product(&[3, 3, 3]), (-99, 99), Method::Chains),
        // Many, and the lemma spares few of them.
        (product(&[4, 4, 4]), (-99, 99), Method::Chains),
        // Many, and the lemma leaves one way to go.
        (chains(&[1; 20]), (-99, 99), Method::Layers),
        // The same with too many for a table.
        (chains(&[1; 100]), (-99, 99), Method::Layers),
    ] {
        let position = Position::new(random.poset(&shape, least, greatest));
        let auto = analyze(Method::Auto, &position);
        assert_eq!(auto.report.method, method.name(), "{} elements", shape.len());
        let chosen = analyze(method, &position);
        assert_eq!((&auto.value, &auto.moves), (&chosen.value, &chosen.moves));
        let line = Solver::new().line(&position, usize::MAX, &Limits::none()).unwrap();
        assert_eq!((line.complete, line.report.method), (true, method.name()));
        assert_eq!(
            line.plies,
            Solver::with_method(method).line(&position, usize::MAX, &Limits::none()).unwrap().plies
        );
        assert_eq!(line.plies.first().map(|ply| &ply.value), auto.value.exact());
    }
}
