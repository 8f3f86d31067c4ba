//! Strings and coins on any multigraph: every method against the rules, boards against themselves, limits.

use std::sync::atomic::AtomicBool;

use foregone::dots::coins::{Board, Cut, GROUND, Method, Position, Solver};
use foregone::dots::{self, Loony, Start};
use foregone::{
    Analysis, Known, Limits, Margin, Method as _, Rules as _, SolveError, Solver as _, StopReason,
};

use crate::random::Random;

fn analyze(method: Method, position: &Position) -> Analysis<Cut, Margin> {
    let analysis = Solver::with_method(method).analyze(position, &Limits::none()).unwrap();
    assert_eq!(analysis.report.stop, StopReason::Finished);
    analysis
}

fn solve(method: Method, position: &Position) -> i64 {
    let solution = Solver::with_method(method).solve(position, &Limits::none()).unwrap();
    solution.value.exact().unwrap_or_else(|| panic!("{position} by {}", method.name())).points()
}

/// The value, and every move with its margin and whether it is best: everything but what it cost.
type Answers = (Known<Margin>, Vec<(Cut, Known<Margin>, bool)>);

fn answers(method: Method, position: &Position) -> Answers {
    let analysis = analyze(method, position);
    (analysis.value, analysis.moves.into_iter().map(|mv| (mv.mv, mv.value, mv.best)).collect())
}

/// All methods agree with `truth`, on the value and on every move.
fn check(truth: Method, position: &Position) {
    let expected = answers(truth, position);
    for &method in Method::ALL {
        if method != Method::Oracle && method != truth {
            assert_eq!(solve(method, position), expected.0.exact().unwrap().points(), "{position}");
            assert_eq!(answers(method, position), expected, "{position} by {}", method.name());
        }
    }
}

/// A position from the ends of its strings; the coin after the last is the ground.
fn position(coins: usize, strings: &[[usize; 2]]) -> Position {
    let name = |end: usize| if end == coins { GROUND.to_owned() } else { end.to_string() };
    let names: Vec<[String; 2]> = strings.iter().map(|ends| ends.map(name)).collect();
    Position::new(Board::new(names.iter().map(|[a, b]| [a.as_str(), b.as_str()])).unwrap())
}

/// So many strings between so many coins and the ground, of one shape or another.
fn random_strings(random: &mut Random, coins: usize, strings: usize) -> Vec<[usize; 2]> {
    let shape = random.below(7);
    let grounded = random.below(4);
    let end = |random: &mut Random| if random.below(4) < grounded { coins } else { random.below(coins) };
    (0..strings)
        .map(|number| match shape {
            // A walk, so that chains and loops come about.
            0 | 1 => [number % coins, (number + 1) % (coins + usize::from(grounded == 0))],
            // A tree, and then some more.
            2 if number < coins => [number, if number == 0 { coins } else { random.below(number) }],
            // A star.
            3 => [0, random.below(coins + 1)],
            // Thick: many strings between the same ends.
            4 => [random.below(coins), random.below(coins).min(1)],
            _ => [random.below(coins), end(random)],
        })
        .collect()
}

/// Some more strings in place of single ones, in a row: longer chains, longer loops.
fn stretched(random: &mut Random, coins: &mut usize, strings: &mut Vec<[usize; 2]>, most: usize) {
    let ground = *coins;
    let mut next = ground + 1;
    while strings.len() < most && random.below(4) > 0 {
        let place = random.below(strings.len());
        let [a, b] = strings[place];
        strings[place] = [a, next];
        strings.push([next, b]);
        next += 1;
    }
    // The ground keeps its number behind all coins.
    let last = next - 1;
    for end in strings.iter_mut().flatten() {
        *end = match *end {
            end if end == ground => last,
            end if end > ground => end - 1,
            end => end,
        };
    }
    *coins = last;
}

fn random_position(random: &mut Random, most: usize) -> Position {
    let mut coins = 1 + random.below(6);
    let count = 1 + random.below(most.min(12));
    let mut strings = random_strings(random, coins, count);
    stretched(random, &mut coins, &mut strings, most);
    let mut position = position(coins, &strings);
    for _ in 0..random.pick(&[0, 0, 1, 2]).min(position.plies_left()) {
        let mv = random.pick(&position.moves());
        position.play(mv).unwrap();
    }
    Position::with_cut(
        position.board().clone(),
        position
            .board()
            .strings()
            .filter(|&cut| position.is_cut(cut))
            .map(|cut| position.board().name(cut))
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_str),
    )
    .unwrap()
}

#[test]
fn all_methods_agree_with_the_rules_on_small_multigraphs() {
    let mut random = Random(51);
    for _ in 0..12_000 {
        check(Method::Oracle, &random_position(&mut random, 9));
    }
}

#[test]
fn all_methods_agree_with_plain_search_on_larger_multigraphs() {
    let mut random = Random(52);
    for _ in 0..1_500 {
        check(Method::Memo, &random_position(&mut random, 16));
    }
}

/// Chains from 1 coin and loops from 2, even and odd, some with a tree hanging on them.
#[test]
fn chains_and_loops_of_all_sizes_agree_with_plain_search() {
    let mut random = Random(53);
    for _ in 0..1_000 {
        let mut strings: Vec<[String; 2]> = Vec::new();
        let most = 14;
        let mut coins = 0;
        loop {
            let is_loop = random.below(2) == 0;
            let size = if is_loop { 2 + random.below(6) } else { 1 + random.below(5) };
            let tie = |a: &dyn std::fmt::Display, b: &dyn std::fmt::Display| [a.to_string(), b.to_string()];
            let mut part: Vec<[String; 2]> =
                (1..size).map(|place| tie(&(coins + place - 1), &(coins + place))).collect();
            if is_loop {
                part.push(tie(&(coins + size - 1), &coins));
            } else {
                part.push(tie(&GROUND, &coins));
                part.push(tie(&(coins + size - 1), &GROUND));
            }
            let hang = coins + random.below(size);
            coins += size;
            if random.below(6) == 0 {
                part.push(tie(&coins, &hang));
                coins += 1;
            }
            if strings.len() + part.len() > most {
                break;
            }
            strings.extend(part);
        }
        let strings: Vec<[&str; 2]> = strings.iter().map(|[a, b]| [a.as_str(), b.as_str()]).collect();
        if !strings.is_empty() {
            check(Method::Memo, &Position::new(Board::new(strings).unwrap()));
        }
    }
}

/// Chains and loops alone, without the ground or between two strings of it: the value from the rules of opening them.
/// All multisets of some sizes, loops of 5 and 7 among them.
#[test]
fn the_closed_form_and_the_search_agree_on_many_chains_and_loops() {
    let mut random = Random(54);
    for _ in 0..400 {
        let mut text = String::new();
        let mut coins = 0;
        for _ in 0..1 + random.below(14) {
            let is_loop = random.below(2) == 0;
            let size = if is_loop { 2 + random.below(7) } else { 1 + random.below(6) };
            let names: Vec<String> = (coins..coins + size).map(|coin| coin.to_string()).collect();
            let inside = names.join(" ");
            text += &if is_loop {
                format!("{inside} {}\n", names[0])
            } else {
                format!("ground {inside} ground\n")
            };
            coins += size;
        }
        let position: Position = text.parse().unwrap();
        let expected = answers(Method::Search, &position);
        assert_eq!(answers(Method::Exact, &position), expected, "{position}");
    }
}

#[test]
fn known_values() {
    for (text, expected, fact) in [
        ("a ground", 1, "one coin, one string"),
        ("a a", 1, "a coin tied to itself is captured by its only string"),
        ("a a; a a", -1, "a chain of one"),
        ("a b", 2, "both coins fall at once"),
        ("a b; a b", -2, "a loop of 2 falls to the reply"),
        ("a b c a", -3, "a loop of 3, of which nothing can be handed back"),
        ("a b c d a", -4, "a loop of 4"),
        ("a b c a; ground d e f ground", 0, "3-3: the loop first, and then the chain must be opened"),
        ("h a; h b; h c", 4, "a star falls to whoever begins"),
        ("a b c d", 4, "a free row"),
        ("ground a ground; ground b ground", 0, "two chains of 1"),
        ("ground a b c ground; ground d e f ground", -2, "two chains of 3: Berlekamp"),
        ("ground h; ground h; ground h", 1, "three strings, one coin: the third captures"),
    ] {
        let position: Position = text.parse().unwrap();
        assert_eq!(solve(Method::Oracle, &position), expected, "{text}: {fact}");
        check(Method::Oracle, &position);
    }
}

#[test]
fn a_board_and_its_strings_and_coins_have_the_same_margins() {
    let mut random = Random(55);
    for round in 0..600 {
        let (rows, columns) =
            random.pick(&[(1, 1), (1, 6), (5, 1), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)]);
        let mut board = dots::Position::start(rows, columns, random.pick(Start::ALL)).unwrap();
        let left = random.below(if round % 20 == 0 { 27 } else { 20 });
        while board.plies_left() > left {
            board.play(random.pick(&board.moves())).unwrap();
        }
        if board.plies_left() == 0 {
            continue;
        }
        let coins = Position::try_from(&board).unwrap();
        assert_eq!((coins.coins_left(), coins.plies_left()), (board.boxes_left(), board.plies_left()));
        let of_board = dots::Solver::new().analyze(&board, &Limits::none()).unwrap();
        for method in [Method::Exact, Method::Search] {
            let of_coins = analyze(method, &coins);
            assert_eq!(of_coins.value, of_board.value, "{board}");
            for (mv, other) in of_coins.moves.iter().zip(&of_board.moves) {
                // Undrawn edges have the order of their strings.
                assert_eq!(board.moves()[mv.mv.index()], other.mv, "{board}");
                assert_eq!((&mv.value, mv.best), (&other.value, other.best), "{board}");
            }
        }
    }
}

#[test]
fn lines_are_best_play_to_the_end() {
    let mut random = Random(56);
    for _ in 0..300 {
        let start = random_position(&mut random, 14);
        for &method in Method::ALL {
            if method == Method::Oracle && start.plies_left() > 9 {
                continue;
            }
            let line = Solver::with_method(method).line(&start, usize::MAX, &Limits::none()).unwrap();
            assert!(line.complete, "{start}");
            let mut here = start.clone();
            let mut margin = 0;
            for ply in &line.plies {
                assert_eq!(ply.side, here.to_move());
                assert_eq!(ply.value.points(), solve(Method::Exact, &here), "{here}");
                let captured = here.play(ply.mv).unwrap();
                margin += if ply.side == start.to_move() { captured } else { -captured };
            }
            if let Some(first) = line.plies.first() {
                assert_eq!(first.value.points(), margin, "{start}");
            }
        }
    }
}

#[test]
fn large_graphs_of_chains_and_loops_are_answered() {
    let mut text = String::new();
    let mut coins = 0;
    let (mut chains, mut loops) = (Vec::new(), Vec::new());
    for number in 0..900 {
        let size = 4 + 2 * (number % 5);
        let names: Vec<String> = (coins..coins + size).map(|coin: u32| coin.to_string()).collect();
        let inside = names.join(" ");
        if number % 2 == 0 {
            text += &format!("ground {inside} ground\n");
            chains.push(size);
        } else {
            text += &format!("{inside} {}\n", names[0]);
            loops.push(size);
        }
        coins += size;
    }
    let position: Position = text.parse().unwrap();
    let expected = -Loony::new(chains, loops).unwrap().value().points();
    assert_eq!(solve(Method::Exact, &position), expected);
    let analysis = analyze(Method::Exact, &position);
    assert_eq!(analysis.moves[0].value, Known::Exact(Margin::new(expected)));
    let refused = Solver::with_method(Method::Search).solve(&position, &Limits::none()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        format!(
            "the method `search` does not apply here: it takes at most 1000 coins in chains and loops, and {coins} are left here"
        )
    );
    let refused = Solver::with_method(Method::Memo).solve(&position, &Limits::none()).unwrap_err();
    assert!(matches!(refused, SolveError::NotApplicable { method: "memo", .. }), "{refused}");
}

/// As many strings as there may be, in shapes that boards do not have.
#[test]
fn large_graphs_of_other_shapes_are_answered() {
    let count = Board::MAX_STRINGS;
    let star: String = (0..count).map(|tip| format!("hub {tip}\n")).collect();
    let thick = format!("{}b c", "a b; ".repeat(count - 1));
    let triangles: String =
        (0..count / 3).map(|number| format!("a{number} b{number} c{number} a{number}\n")).collect();
    let pairs: String = (0..count / 2).map(|number| format!("a{number} b{number} a{number}\n")).collect();
    for (text, expected) in [
        (star, count as i64 + 1),
        // Two of them cancel each other, and so do two loops of 2.
        (triangles, 0),
        (pairs, 0),
    ] {
        let position: Position = text.parse().unwrap();
        let analysis = analyze(Method::Exact, &position);
        assert_eq!(analysis.value, Known::Exact(Margin::new(expected)));
        assert_eq!(analysis.moves[0].value, analysis.value);
    }
    let refused = Solver::new().solve(&thick.parse().unwrap(), &Limits::none()).unwrap_err();
    assert!(matches!(refused, SolveError::NotApplicable { .. }), "{refused}");
}

/// All coins tied to all others and to the ground.
fn complete(coins: usize) -> Position {
    let all = (0..coins).flat_map(|a| (a + 1..=coins).map(move |b| [a, b]));
    position(coins, &all.collect::<Vec<_>>())
}

#[test]
fn limits_are_kept() {
    let hard = complete(10);
    let stopped = |limits: &Limits<'_>| {
        let analysis = Solver::new().analyze(&hard, limits).unwrap();
        assert_eq!(analysis.moves.len(), hard.plies_left());
        analysis.report.stop
    };
    assert_eq!(stopped(&Limits::none().states(1_000)), StopReason::States);
    assert_eq!(stopped(&Limits::none().states(0)), StopReason::States);
    let cancelled = AtomicBool::new(true);
    assert_eq!(stopped(&Limits::none().cancel(&cancelled)), StopReason::Cancelled);
    let limits = Limits::none().memory(100);
    assert!(matches!(Solver::new().solve(&hard, &limits), Err(SolveError::TooLarge { .. })));
    let limits = Limits::none().memory(100_000).states(1_000_000);
    for method in [Method::Exact, Method::Memo] {
        let solution = Solver::with_method(method).solve(&hard, &limits).unwrap();
        assert!(solution.report.memory <= 100_000, "{}", solution.report.memory);
        assert!(!matches!(solution.value, Known::Exact(_)));
    }
    let refused = Solver::new().solve(&complete(11), &Limits::none()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the method `exact` does not apply here: it takes at most 64 strings in parts that are neither chain nor loop, and 66 are left here"
    );
}

#[test]
fn positions_go_round_as_text() {
    let mut random = Random(57);
    for _ in 0..2_000 {
        let position = random_position(&mut random, 20);
        assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
        assert_eq!(format!("{position:#}").parse(), Ok(position));
    }
}

/// Texts broken in all sorts of ways give a position or an error.
#[test]
fn broken_text_makes_no_reader_panic() {
    let pieces = ["a", "ground", " ", "\n", ";", "#", "cut:", "a-b", "/2", "-", "é", "\r\n", "\u{feff}", ":"];
    let mut random = Random(58);
    for _ in 0..4_000 {
        let text: String = (0..random.below(14)).map(|_| random.pick(&pieces)).collect();
        if let Ok(position) = text.parse::<Position>() {
            assert_eq!(position.to_string().parse(), Ok(position), "{text:?}");
        }
    }
}
