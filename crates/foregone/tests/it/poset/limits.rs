//! Limits, refusals and broken input.

use std::sync::atomic::AtomicBool;

use foregone::contour::poset::{Method, Poset, Position, Solver};
use foregone::{Known, Limits, Method as _, Rules as _, SolveError, Solver as _, StopReason};

use super::{Random, analyze, any, chains, product, solve};

#[test]
fn what_is_too_large_is_refused_at_once() {
    let mut random = Random(1);
    let mut blank = |shape| Position::new(random.poset(&shape, 0, 0));
    let none = Limits::none();
    for (method, position, limits, message) in [
        (Method::Chains, blank(chains(&[1; 60])), none, "a value for every order ideal would take 4.0 EiB"),
        (
            Method::Chains,
            blank(chains(&[1; 200])),
            none,
            "a value for every order ideal would take more than 10^24",
        ),
        (
            Method::Chains,
            blank(chains(&[1; 24])),
            Limits::none().memory(10 << 20),
            "a value for every order ideal would take 64.0 MiB",
        ),
        (
            Method::Oracle,
            blank(chains(&[401])),
            none,
            "the method `oracle` does not apply here: it takes games of at most 400",
        ),
        (Method::Auto, blank(chains(&[1_000])), Limits::none().memory(10_000), "a chain cover would take "),
    ] {
        let mut solver = Solver::with_method(method);
        let error = solver.solve(&position, &limits).unwrap_err();
        assert!(error.to_string().starts_with(message), "{method:?}: {error}");
        assert_eq!(solver.analyze(&position, &limits).unwrap_err(), error);
        assert_eq!(solver.line(&position, 1, &limits).unwrap_err(), error);
        assert_eq!(
            matches!(error, SolveError::TooLarge { .. } | SolveError::NoMemory { .. }),
            !message.starts_with("the method")
        );
    }
    // Too many ways to bind each other for a layout, yet not for the maximum lemma.
    let position = Position::new(random.poset(&any(&mut Random(2), 300, 1), 0, 0));
    let error = Solver::with_method(Method::Chains).solve(&position, &none).unwrap_err().to_string();
    assert!(error.starts_with("the method `chains` does not apply here: the "), "{error}");
    assert_eq!(solve(Method::Auto, &position), (0, 301));
}

#[test]
fn limits_stop_a_run_without_a_guess() {
    let position = Position::new(Random(3).poset(&product(&[4, 4, 4]), 0, 99));
    let raised = AtomicBool::new(true);
    for (limits, stop) in [
        (Limits::none().states(1_000), StopReason::States),
        (Limits::none().cancel(&raised), StopReason::Cancelled),
    ] {
        for &method in Method::ALL {
            let mut solver = Solver::with_method(method);
            let solution = solver.solve(&position, &limits).unwrap();
            assert_eq!((solution.value, solution.report.stop), (Known::Unknown, stop), "{method:?}");
            let analysis = solver.analyze(&position, &limits).unwrap();
            assert_eq!((analysis.value, analysis.report.stop), (Known::Unknown, stop), "{method:?}");
            assert!(analysis.moves.iter().all(|ranked| ranked.value == Known::Unknown && !ranked.best));
            let line = solver.line(&position, 9, &limits).unwrap();
            assert_eq!((line.plies.len(), line.complete, line.report.stop), (0, false, stop), "{method:?}");
        }
    }
    // As many states as ideals, neither more nor fewer.
    let mut solver = Solver::with_method(Method::Chains);
    let exact = solver.solve(&position, &Limits::none().states(232_848)).unwrap();
    assert_eq!((exact.report.states, exact.report.stop), (232_848, StopReason::Finished));
    assert_eq!(solver.solve(&position, &Limits::none().states(232_847)).unwrap().value, Known::Unknown);
    let mut solver = Solver::with_method(Method::EveryMove);
    let short = solver.solve(&position, &Limits::none().memory(1 << 20)).unwrap();
    assert_eq!((short.value, short.report.stop), (Known::Unknown, StopReason::Memory));
    assert!(short.report.memory < 4 << 20, "{} bytes", short.report.memory);
}

#[test]
fn the_greatest_scores_of_the_most_elements_add_up() {
    let most = Poset::MAX_SCORE;
    let element = |index: usize| match index.checked_sub(1) {
        Some(below) => format!("e{index} {most} -{most}: e{below}"),
        None => format!("e{index} {most} -{most}"),
    };
    let text = (0..Poset::MAX_ELEMENTS).map(element).collect::<Vec<_>>().join("; ");
    let position: Position = text.parse().unwrap();
    for method in [Method::Chains, Method::Layers] {
        assert_eq!(solve(method, &position).0, Poset::MAX_ELEMENTS as i64 * most, "{method:?}");
    }
}

#[test]
fn the_longest_games_fit_the_stack() {
    let position = Position::new(Random(4).poset(&chains(&[4_096]), -9, 9));
    let mut here = position.clone();
    let mut expected = 0;
    while let Some(&element) = here.moves().first() {
        let sign = if here.to_move() == foregone::Side::First { 1 } else { -1 };
        expected += sign * here.play(element).unwrap();
    }
    for method in [Method::Chains, Method::Layers] {
        let position = position.clone();
        let thread = std::thread::Builder::new().stack_size(256 << 10);
        let found = thread.spawn(move || solve(method, &position)).unwrap().join().unwrap();
        assert_eq!(found, (expected, 4_097), "{method:?}");
    }
}

/// Breaks a text in one place.
fn broken(random: &mut Random, text: &str) -> String {
    const PIECES: [&str; 14] = [
        "",
        ":",
        ";",
        "#",
        "taken:",
        "-",
        " ",
        "\n",
        "0",
        "99999999999999999999",
        "é",
        " e1",
        "e0 ",
        "\u{0}",
    ];
    let mut characters: Vec<String> = text.chars().map(String::from).collect();
    let at = random.below(characters.len());
    characters[at] = PIECES[random.below(PIECES.len())].to_owned();
    characters.concat()
}

#[test]
fn what_is_read_from_broken_text_is_a_position_or_an_error() {
    let mut random = Random(5);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let count = 1 + random.below(6);
        let shape = any(&mut random, count, 30);
        let poset = random.poset(&shape, -12, 12);
        let plies = random.below(count + 1);
        let position = random.poset_position(poset, plies);
        let text = if random.below(2) == 0 { position.to_string() } else { format!("{position:#}") };
        assert_eq!(text.parse(), Ok(position));
        let text = broken(&mut random, &text);
        match text.parse::<Position>() {
            Ok(position) => {
                read += 1;
                assert_eq!(position.to_string().parse(), Ok(position), "{text:?}");
            }
            Err(error) => {
                refused += 1;
                assert_eq!(error.to_string().lines().count(), 1, "{text:?}");
            }
        }
    }
    assert!(read > 1_000 && refused > 1_000, "{read} read, {refused} refused");
}

#[test]
fn the_order_of_elements_changes_no_value() {
    let mut random = Random(6);
    for _ in 0..100 {
        let position = Position::new(random.poset(&product(&[3, 3, 2]), -20, 20));
        let mut lines: Vec<String> = format!("{position:#}").lines().map(str::to_owned).collect();
        lines.sort();
        let sorted: Position = lines.join("\n").parse().unwrap();
        assert_eq!(analyze(Method::Auto, &position).value, analyze(Method::Auto, &sorted).value);
    }
}
