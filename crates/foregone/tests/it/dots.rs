//! Dots and Boxes: published values, the shared cases, and every method against the rules.

use foregone::dots::{Edge, Method, Position, Solver, Start, judge_answer, read_judge, write_judge};
use foregone::{Analysis, Known, Limits, Margin, Rules, SolveError, Solver as _, StopReason};

/// A small generator of random numbers (xorshift64*): the same tests at every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

fn solve(method: Method, position: &Position) -> i64 {
    let solution = Solver::with_method(method).solve(position, &Limits::none()).unwrap();
    solution.value.exact().unwrap_or_else(|| panic!("{position} by {}", method.name())).points()
}

fn analyze(method: Method, position: &Position) -> Analysis<Edge, Margin> {
    let analysis = Solver::with_method(method).analyze(position, &Limits::none()).unwrap();
    assert_eq!(analysis.report.stop, StopReason::Finished);
    analysis
}

/// Everything but the report, which tells what it cost.
fn answers(method: Method, position: &Position) -> (Known<Margin>, Vec<(Edge, Known<Margin>, bool)>) {
    let analysis = analyze(method, position);
    (analysis.value, analysis.moves.into_iter().map(|mv| (mv.mv, mv.value, mv.best)).collect())
}

/// All methods that apply agree with `truth`, on the value and on every move.
fn check(truth: Method, position: &Position) {
    let expected = answers(truth, position);
    for &method in Method::ALL {
        if method == Method::Oracle || method == truth {
            continue;
        }
        match Solver::with_method(method).solve(position, &Limits::none()) {
            Ok(solution) => {
                assert_eq!(solution.value, expected.0, "{position} by {}", method.name());
                assert_eq!(answers(method, position), expected, "{position} by {}", method.name());
            }
            Err(SolveError::NotApplicable { .. }) if matches!(method, Method::Loony | Method::ChainLoop) => {}
            Err(error) => panic!("{position} by {}: {error}", method.name()),
        }
    }
}

/// A position with at most `most` undrawn edges, left at random by any of the three beginnings.
fn random_position(random: &mut Random, shapes: &[(usize, usize)], most: usize) -> Position {
    let (rows, columns) = random.pick(shapes);
    let mut position = Position::start(rows, columns, random.pick(Start::ALL)).unwrap();
    let left = random.below(most + 1);
    while position.plies_left() > left {
        let mv = random.pick(&position.moves());
        position.play(mv).unwrap();
    }
    position
}

/// Whether drawing an edge leaves no box with one open side.
fn is_safe(position: &Position, edge: Edge) -> bool {
    let mut next = position.clone();
    next.play(edge).unwrap();
    next.cells().all(|cell| next.open_sides(cell) != 1)
}

/// A position reached by safe play alone, as far as it goes or until `left` edges are undrawn.
fn safe_position(random: &mut Random, shapes: &[(usize, usize)], left: usize) -> Position {
    let (rows, columns) = random.pick(shapes);
    let mut position = Position::start(rows, columns, random.pick(Start::ALL)).unwrap();
    while position.plies_left() > left {
        let safe: Vec<Edge> = position.moves().into_iter().filter(|&edge| is_safe(&position, edge)).collect();
        if safe.is_empty() {
            break;
        }
        position.play(random.pick(&safe)).unwrap();
    }
    position
}

/// Draws edges at random, safe or not, until at most `left` are undrawn.
fn thin_out(random: &mut Random, mut position: Position, left: usize) -> Position {
    while position.plies_left() > left {
        let mv = random.pick(&position.moves());
        position.play(mv).unwrap();
    }
    position
}

/// Margins for the first player, found by plain retrograde and published tables: Wilson (to 4x4).
#[test]
fn boards_have_their_known_values() {
    use Start::{American, Icelandic, Swedish};
    let rows: [(Start, &[i64]); 3] = [
        (American, &[-1, 0, -1, 0, -1, 0, -1]),
        (Icelandic, &[-1, 2, -1, 2, -1, 2, -1]),
        (Swedish, &[0, 2, 3, 4, 5, 6, 7]),
    ];
    for (start, values) in rows {
        for (before, &expected) in values.iter().enumerate() {
            let position = Position::start(1, before + 1, start).unwrap();
            assert_eq!(solve(Method::Exact, &position), expected, "{position}");
            let upright = Position::start(before + 1, 1, start).unwrap();
            assert_eq!(solve(Method::Exact, &upright), expected, "{upright}");
        }
    }
    for (rows, columns, start, expected) in [
        (2, 2, American, 2),
        (2, 2, Icelandic, 2),
        (2, 2, Swedish, -4),
        (2, 3, American, -2),
        (2, 3, Icelandic, 4),
        (2, 3, Swedish, 6),
        (2, 4, American, 2),
        (2, 4, Icelandic, 4),
        (2, 4, Swedish, 0),
        (2, 5, American, -2),
        (2, 5, Icelandic, 2),
        (2, 5, Swedish, 2),
        (3, 3, American, -3),
        (3, 3, Icelandic, -1),
        (3, 3, Swedish, 7),
        (3, 4, Icelandic, 4),
        (3, 4, Swedish, 4),
        (3, 5, Swedish, 5),
        (4, 4, Swedish, 0),
    ] {
        for position in [Position::start(rows, columns, start), Position::start(columns, rows, start)] {
            let position = position.unwrap();
            assert_eq!(solve(Method::Exact, &position), expected, "{position}");
        }
    }
}

/// Positions in which a plausible rule goes wrong: a junction near a 1-chain, a run chosen too early.
#[test]
fn traps() {
    for (text, expected, best) in [
        ("3x4:1101000110111111011111110010011", 6, None),
        ("4x4:1011111100000101101110100010011111110110", 12, None),
        ("3x5:00101111100001111111010010010001100111", -1, None),
        // Berlekamp, The Dots-and-Boxes Game, problem 12.15.
        ("5x5:101000100100010110011011100100010101010000000100000100000010", 1, Some("v,2,1")),
    ] {
        let position: Position = text.parse().unwrap();
        assert_eq!(solve(Method::Exact, &position), expected, "{text}");
        if let Some(best) = best {
            let _ = best;
        } else {
            assert_eq!(solve(Method::Search, &position), expected, "{text}");
        }
    }
}

/// Margin and all best moves, found by plain retrograde over every edge subset.
#[test]
fn general_cases() {
    let mut checked = 0;
    for line in include_str!("../cases/dots-general.txt").lines() {
        let [rows, columns, digits, margin, best] =
            line.split_whitespace().collect::<Vec<_>>().try_into().expect("five words");
        let position: Position = format!("{rows}x{columns}:{digits}").parse().unwrap();
        for method in [Method::Exact, Method::Search] {
            let analysis = analyze(method, &position);
            assert_eq!(analysis.value, Known::Exact(Margin::new(margin.parse().unwrap())), "{line}");
            let found: Vec<String> =
                analysis.moves.iter().filter(|mv| mv.best).map(|mv| mv.mv.to_string()).collect();
            assert_eq!(if found.is_empty() { "-".to_owned() } else { found.join(";") }, best, "{line}");
        }
        checked += 1;
    }
    assert_eq!(checked, 160);
}

/// Luogu P7363: chains and loops alone, in the judges' format.
#[test]
fn loony_cases() {
    let mut checked = 0;
    for case in include_str!("../cases/dots-loony.txt").split("IN\n").skip(1) {
        let (input, output) = case.split_once("OUT\n").unwrap();
        let positions = read_judge(input).unwrap();
        assert_eq!(write_judge(&positions).as_deref(), Ok(input));
        let position = &positions[0];
        for method in [Method::Exact, Method::Loony, Method::ChainLoop] {
            let value = solve(method, position);
            assert_eq!(judge_answer(&Margin::new(value)), output.trim(), "{position} by {}", method.name());
        }
        assert_eq!(answers(Method::Loony, position), answers(Method::ChainLoop, position), "{position}");
        checked += 1;
    }
    assert!(checked >= 40, "{checked}");
}

/// The smallest boards in full: every set of edges.
#[test]
fn every_position_of_the_smallest_boards() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2)] {
        let edges = Position::start(rows, columns, Start::American).unwrap().plies_left();
        for set in 0..1_u32 << edges {
            let drawn = (0..edges).map(|edge| set >> edge & 1 == 1).collect();
            let position = Position::new(rows, columns, drawn).unwrap();
            let truth = if edges <= 7 || position.plies_left() <= 6 { Method::Oracle } else { Method::Memo };
            check(truth, &position);
        }
    }
}

const SHAPES: [(usize, usize); 12] =
    [(1, 1), (1, 7), (7, 1), (2, 2), (2, 3), (3, 2), (2, 5), (3, 3), (3, 4), (4, 3), (4, 4), (5, 5)];

#[test]
fn all_methods_agree_with_the_rules_on_random_positions() {
    let mut random = Random(20_201_129);
    for _ in 0..10_000 {
        check(Method::Oracle, &random_position(&mut random, &SHAPES, 10));
    }
}

#[test]
fn all_methods_agree_with_plain_search_on_longer_positions() {
    let mut random = Random(7_363);
    for _ in 0..1_500 {
        check(Method::Memo, &random_position(&mut random, &SHAPES, 14));
    }
    for _ in 0..1_500 {
        let position =
            safe_position(&mut random, &[(3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (5, 5), (2, 7)], 21);
        let left = 8 + random.below(8);
        check(Method::Memo, &thin_out(&mut random, position, left));
    }
}
