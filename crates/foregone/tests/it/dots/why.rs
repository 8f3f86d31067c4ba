//! Reasons of Dots and Boxes: the structure counted again by hand, and every claim held against plain play.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use foregone::dots::nimstring::{Nimber, nimstring};
use foregone::dots::why::{Choice, Doing, Effect, End, Handout, Kind, Offer, Shape, Structure, Why};
use foregone::dots::{Clause, Edge, Loony, Method, Position, Solver, Start};
use foregone::{
    Analysis, Cell, Explain as _, Known, Limits, Margin, Method as _, Rules as _, SolveError, Solver as _,
    StopReason,
};

use super::{SHAPES, loony_position, random_position, safe_position, solve, thin_out};
use crate::random::Random;

fn explain(method: Method, position: &Position) -> (Analysis<Edge, Margin>, Why) {
    let explanation = Solver::with_method(method).why(position, &Limits::none()).unwrap();
    assert_eq!(explanation.analysis.report.stop, StopReason::Finished, "{position}");
    (explanation.analysis, explanation.why)
}

fn beside(position: &Position, edge: Edge) -> Vec<Cell> {
    let (row, column) = (edge.row(), edge.column());
    let cells = match edge {
        Edge::Horizontal { .. } => [row.checked_sub(1).map(|row| (row, column)), Some((row, column))],
        Edge::Vertical { .. } => [column.checked_sub(1).map(|column| (row, column)), Some((row, column))],
    };
    let on_board = |&(row, column): &(usize, usize)| row < position.rows() && column < position.columns();
    cells.into_iter().flatten().filter(on_board).map(|(row, column)| Cell::new(row, column)).collect()
}

/// The position once every box with one open side is captured, one after the other, and which boxes those are.
fn captured(position: &Position) -> (Position, BTreeSet<Cell>) {
    let mut here = position.clone();
    let mut taken = BTreeSet::new();
    while let Some(edge) = here
        .moves()
        .into_iter()
        .find(|&edge| beside(position, edge).iter().any(|&cell| here.open_sides(cell) == 1))
    {
        here.play(edge).unwrap();
        taken.extend(beside(position, edge).into_iter().filter(|&cell| here.open_sides(cell) == 0));
    }
    (here, taken)
}

/// Sets of boxes that hang together through undrawn edges, in the order of their first boxes.
fn groups(position: &Position, boxes: &BTreeSet<Cell>) -> Vec<BTreeSet<Cell>> {
    let mut groups: Vec<BTreeSet<Cell>> = boxes.iter().map(|&cell| BTreeSet::from([cell])).collect();
    for edge in position.moves() {
        let [one, other] = beside(position, edge)[..] else { continue };
        let of = |cell| groups.iter().position(|group| group.contains(&cell));
        if let (Some(one), Some(other)) = (of(one), of(other))
            && one != other
        {
            let joined = groups.swap_remove(one.max(other));
            groups[one.min(other)].extend(joined);
        }
    }
    groups.sort();
    groups
}

/// The structure of a position, by hand.
fn check_structure(position: &Position, structure: &Structure) {
    let (rest, taken) = captured(position);
    let with_sides = |least: usize, most: usize| -> BTreeSet<Cell> {
        rest.cells().filter(|&cell| (least..=most).contains(&rest.open_sides(cell))).collect()
    };
    let sets = |open: bool| -> Vec<BTreeSet<Cell>> {
        let pieces = structure.pieces.iter();
        pieces
            .filter(|piece| (piece.shape.kind() == Kind::Open) == open)
            .map(|piece| piece.boxes.iter().copied().collect())
            .collect()
    };
    assert_eq!(sets(true), groups(position, &taken), "{position}");
    assert_eq!(sets(false), groups(&rest, &with_sides(2, 2)), "{position}");
    assert!(structure.pieces.iter().map(|piece| piece.boxes.iter().min()).is_sorted());
    let junctions: BTreeSet<Cell> = structure.junctions.iter().map(|junction| junction.cell).collect();
    assert_eq!(junctions, with_sides(3, 4), "{position}");
    assert_eq!(junctions.len(), structure.junctions.len());
    let parts = groups(&rest, &with_sides(2, 4));
    assert_eq!(structure.parts, parts.len(), "{position}");
    // Numbers of parts stand for the parts, one for one.
    let mut number: BTreeMap<usize, usize> = BTreeMap::new();
    let mut same_part = |cell: Cell, part: usize| {
        let truth = parts.iter().position(|set| set.contains(&cell)).unwrap();
        assert_eq!(*number.entry(part).or_insert(truth), truth, "{position}");
    };
    for junction in &structure.junctions {
        same_part(junction.cell, junction.part);
        let edges = rest.moves().into_iter().filter(|&edge| beside(&rest, edge).contains(&junction.cell));
        assert!(junction.edges.iter().copied().eq(edges), "{position}");
    }
    for piece in &structure.pieces {
        let touches = |edge: &Edge| beside(position, *edge).iter().any(|cell| piece.boxes.contains(cell));
        let board = if piece.shape.kind() == Kind::Open { position } else { &rest };
        let edges: BTreeSet<Edge> = board.moves().into_iter().filter(touches).collect();
        assert_eq!(piece.edges.iter().copied().collect::<BTreeSet<_>>(), edges, "{position}");
        assert_eq!(piece.edges.len(), edges.len());
        let joins = |edge: Edge, cell: Cell| beside(position, edge).contains(&cell);
        match piece.shape {
            Shape::Open { .. } => assert!(piece.part.is_none()),
            Shape::Loop => {
                assert_eq!(piece.edges.len(), piece.boxes.len());
                let next = piece.boxes.iter().cycle().skip(1);
                for ((&edge, &cell), &next) in piece.edges.iter().zip(&piece.boxes).zip(next) {
                    assert!(joins(edge, cell) && joins(edge, next), "{position}");
                }
            }
            Shape::Chain { ends } => {
                assert_eq!(piece.edges.len(), piece.boxes.len() + 1, "{position}");
                let inside = |at: usize| joins(piece.edges[at], piece.boxes[at]);
                assert!((0..piece.boxes.len()).all(inside), "{position}");
                let behind = |at: usize| joins(piece.edges[at + 1], piece.boxes[at]);
                assert!((0..piece.boxes.len()).all(behind), "{position}");
                for (end, edge) in ends.iter().zip([piece.edges.first(), piece.edges.last()]) {
                    let around = beside(position, *edge.unwrap());
                    let outside = around
                        .into_iter()
                        .find(|cell| !piece.boxes.contains(cell) && rest.open_sides(*cell) > 0);
                    let junction = outside.map_or(End::Ground, End::Junction);
                    assert_eq!(*end, junction, "{position}");
                    assert!(outside.is_none_or(|cell| junctions.contains(&cell)), "{position}");
                }
            }
        }
        if let Some(part) = piece.part {
            piece.boxes.iter().for_each(|&cell| same_part(cell, part));
            let alone = parts.iter().find(|set| set.contains(&piece.boxes[0])).unwrap().len();
            assert_eq!(piece.shape.kind().is_independent(), alone == piece.boxes.len(), "{position}");
        }
    }
}

/// The sizes of the chains and loops of a position, if every box has 0 or 2 open sides; by hand.
fn loony_of(rest: &Position) -> Option<Loony> {
    if rest.cells().any(|cell| !matches!(rest.open_sides(cell), 0 | 2)) {
        return None;
    }
    let boxes = rest.cells().filter(|&cell| rest.open_sides(cell) == 2).collect();
    let (mut chains, mut loops) = (Vec::new(), Vec::new());
    for group in groups(rest, &boxes) {
        let edges =
            rest.moves().into_iter().filter(|&edge| beside(rest, edge).iter().any(|c| group.contains(c)));
        let sizes = if edges.count() == group.len() { &mut loops } else { &mut chains };
        sizes.push(group.len() as u32);
    }
    Some(Loony::new(chains, loops).unwrap())
}

/// An offer, by playing it: what can be captured, what the rest is worth, and the better of the two choices.
fn check_offer(here: &Position, offer: &Offer, effect: Option<&Effect>, truth: Method) {
    let (rest, taken) = captured(here);
    assert_eq!(offer.boxes, taken.len() as i64, "{here}");
    let value = solve(truth, here);
    assert_eq!(offer.rest, Some(solve(truth, &rest)), "{here}");
    let options: Vec<i64> = offer.take_all().into_iter().chain(offer.handing_back()).collect();
    assert_eq!(options.len(), 1 + usize::from(offer.hand_back > 0));
    assert_eq!(options.iter().max(), Some(&value), "{here}");
    let choice = match options[..] {
        [all, back] if all > back => Some(Choice::TakeAll),
        [all, back] if all < back => Some(Choice::HandBack),
        [_, _] => Some(Choice::Either),
        _ => None,
    };
    assert_eq!(offer.choice(), choice);
    // Two choices that differ by the sign of the same number: the taker gets this whatever the rest.
    assert!(value >= offer.boxes - offer.hand_back || offer.hand_back == 0, "{here}");
    if let Some(effect) = effect {
        let control = loony_of(&rest).map(|loony| loony.control());
        assert_eq!(effect.control, control, "{here}");
    }
}

/// The rule counts the chains that stand alone, and the turns of a game in which no chain but the last is taken whole.
fn check_rule(position: &Position, why: &Why) {
    assert_eq!(why.rule.is_none(), why.now.hand_back > 0, "{position}");
    let Some(rule) = why.rule else { return };
    if why.now.boxes == 0 {
        assert_eq!(rule.chains, why.structure.count(Kind::Chain, 3), "{position}");
        if let Some(control) =
            why.control.filter(|control| control.chains > 0 && control.ones + control.twos == 0)
        {
            // Long chains and loops alone: the side that does not move has control, and the rule knows.
            assert_eq!(Some(rule.mover_wins()), control.mover_controls(), "{position}");
        }
    }
    let (boxes, edges) = (position.boxes_left(), position.plies_left());
    assert_eq!(rule.wants_odd, (boxes + edges) % 2 == 0, "{position}");
}

/// What has been met, to see that the tests meet everything.
#[derive(Debug, Default)]
struct Met {
    kinds: BTreeMap<Kind, usize>,
    doings: BTreeMap<&'static str, usize>,
    loony: usize,
    choices: [usize; 3],
}

/// Holds all reasons for a position against plain play.
fn check(method: Method, truth: Method, position: &Position, met: &mut Met) {
    let (analysis, why) = explain(method, position);
    let plain = Solver::with_method(method).analyze(position, &Limits::none()).unwrap();
    assert_eq!((&plain.value, &plain.moves), (&analysis.value, &analysis.moves), "{position}");
    check_structure(position, &why.structure);
    check_offer(position, &why.now, None, truth);
    check_rule(position, &why);
    assert_eq!(why.control, loony_of(&captured(position).0).map(|loony| loony.control()), "{position}");
    for piece in &why.structure.pieces {
        *met.kinds.entry(piece.shape.kind()).or_default() += 1;
        if let Shape::Open { hand_back } = piece.shape {
            assert!(hand_back == 0 || why.now.hand_back > 0 && why.now.hand_back <= hand_back);
        }
    }
    let legal = position.moves();
    assert!(why.moves.iter().map(|mv| mv.edge).eq(legal.iter().copied()), "{position}");
    assert_eq!(why.groups.iter().map(|group| group.moves.len()).sum::<usize>(), legal.len());
    let best_first = |group: &foregone::dots::why::Group| group.behind.unwrap();
    assert!(why.groups.iter().map(best_first).is_sorted(), "{position}");
    let nimbers = (legal.len() <= 24).then(|| nimstring(position, &Limits::none()).ok()).flatten();
    let nimbers = nimbers.and_then(|solution| solution.value.exact().cloned());
    let (before, taken) = captured(position);
    for (index, mv) in why.moves.iter().enumerate() {
        let group = &why.groups[mv.group];
        let effect = &group.effect;
        assert!(group.moves.contains(&mv.edge) && why.of(mv.edge) == Some(effect), "{position}");
        let judged = analysis.moves.iter().find(|judged| judged.mv == mv.edge).unwrap();
        assert_eq!((&effect.value, group.behind), (&judged.value, judged.behind), "{position}");
        assert_eq!(group.is_best(), judged.best);
        let mut after = position.clone();
        assert_eq!(after.play(mv.edge), Ok(effect.closes), "{position} {}", mv.edge);
        check_offer(&after, &effect.offer, Some(effect), truth);
        // What it opens is what can be captured after it and could not be before.
        let (_, then) = captured(&after);
        let opened = then.difference(&taken).count() as i64;
        assert_eq!(effect.opens, opened, "{position} {}", mv.edge);
        assert_eq!(effect.offer.boxes, taken.len() as i64 - effect.closes + effect.opens);
        let piece = mv.piece.map(|piece| &why.structure.pieces[piece]);
        if let Some(piece) = piece {
            assert!(piece.edges.contains(&mv.edge), "{position} {}", mv.edge);
        }
        let safe = effect.closes == 0 && opened == 0 && before.moves().contains(&mv.edge);
        assert_eq!(effect.doing == Doing::Safe, safe, "{position} {}", mv.edge);
        let word = match effect.doing {
            Doing::Takes => {
                assert!(effect.closes > 0);
                "takes"
            }
            Doing::HandsBack => {
                assert!(effect.closes == 0 && opened == 0 && !safe);
                "hands back"
            }
            Doing::Safe => {
                assert!(piece.is_none());
                "safe"
            }
            Doing::Opens { kind, size, handout } => {
                let piece = piece.unwrap();
                assert_eq!((kind, size), (piece.shape.kind(), piece.boxes.len()));
                assert!(opened >= size as i64);
                // A chain of two that stands alone, with nothing else to take: in the middle it is given for good.
                if let (Some(handout), Kind::Chain, true) = (handout, kind, taken.is_empty()) {
                    let back = if handout == Handout::HardHearted { 0 } else { 2 };
                    assert_eq!(effect.offer.hand_back, back, "{position} {}", mv.edge);
                }
                match (kind, handout) {
                    (Kind::Loop, _) => "opens a loop",
                    (_, Some(Handout::HardHearted)) => "hard-hearted",
                    (_, Some(Handout::HalfHearted)) => "half-hearted",
                    (_, None) => "opens a chain",
                }
            }
        };
        *met.doings.entry(word).or_default() += 1;
        // A move is loony if the other side, having the choice, wins at Nimstring whatever else there is.
        if let Some(nimbers) = &nimbers {
            let loony = nimbers.moves[index].leaves == Nimber::Loony;
            assert_eq!(effect.is_loony(), loony && effect.closes == 0, "{position} {}", mv.edge);
            assert_eq!(effect.offer.hand_back > 0, loony, "{position} {}", mv.edge);
        }
        if effect.is_loony() {
            met.loony += 1;
            let least = effect.offer.boxes - effect.offer.hand_back;
            assert!(least >= 0 && -effect.value.exact().unwrap().points() >= least, "{position} {}", mv.edge);
            let choice = effect.offer.choice().unwrap();
            met.choices[choice as usize] += 1;
        }
    }
}

#[test]
fn reasons_are_what_plain_play_says() {
    let mut random = Random(401);
    let mut met = Met::default();
    for round in 0..4_000 {
        let position = if round % 2 == 0 {
            random_position(&mut random, &SHAPES, 12)
        } else {
            let position = safe_position(&mut random, &[(3, 3), (3, 4), (4, 4), (5, 5), (2, 7)], 21);
            let left = 5 + random.below(9);
            thin_out(&mut random, position, left)
        };
        let method = if round % 4 == 0 { random.pick(Method::ALL) } else { Method::Exact };
        let method = match method {
            // Those that know nothing but chains and loops have a test of their own.
            Method::Loony | Method::ChainLoop => Method::Exact,
            Method::Oracle if position.plies_left() > 9 => Method::Memo,
            method => method,
        };
        check(method, Method::Memo, &position, &mut met);
    }
    let all = met.kinds.len() == 5 && met.doings.len() == 7 && met.choices.iter().all(|&met| met > 100);
    assert!(all && met.loony > 5_000, "{met:?}");
}

/// Longer positions: by the search, and the truth by the search on positions after moves.
#[test]
fn reasons_hold_where_the_search_is_at_work() {
    let mut random = Random(402);
    let mut met = Met::default();
    for round in 0..60 {
        let shapes = [(4, 4), (3, 5), (5, 4), (5, 5)];
        let left = 18 + random.below(8);
        let position = safe_position(&mut random, &shapes, left);
        let method = [Method::Exact, Method::ExactKeys][round % 2];
        check(method, Method::Exact, &position, &mut met);
    }
    assert!(met.kinds[&Kind::Arm] > 50 && met.loony > 300, "{met:?}");
}

#[test]
fn reasons_of_chains_and_loops() {
    let mut random = Random(403);
    let mut met = Met::default();
    let mut clauses = BTreeSet::new();
    for round in 0..120 {
        let position = loony_position(&mut random, 3 + round % 5, 3 + round % 4);
        let method = [Method::Exact, Method::Loony, Method::ChainLoop][round % 3];
        check(method, Method::Search, &position, &mut met);
        let (_, why) = explain(method, &position);
        let value = solve(Method::ChainLoop, &position);
        assert_eq!(why.control.map(|control| control.value), Some(-value), "{position}");
        clauses.extend(
            why.groups.iter().filter_map(|group| Some(format!("{:?}", group.effect.control?.clause))),
        );
    }
    assert!(clauses.len() >= 5 && met.doings["opens a loop"] > 100, "{clauses:?} {met:?}");
}

/// Chains of 3 across the board, one a row, and loops of 4 or 6 below them, two rows each.
fn threes_and_loops(chains: usize, loops: &[usize]) -> Position {
    let rows = chains + 2 * loops.len();
    let mut open: BTreeSet<Edge> =
        (0..chains).flat_map(|row| (0..=3).map(move |column| Edge::Vertical { row, column })).collect();
    for (index, size) in loops.iter().enumerate() {
        let (row, columns) = (chains + 2 * index, size / 2);
        for below in [row, row + 1] {
            open.extend((1..columns).map(|column| Edge::Vertical { row: below, column }));
        }
        open.extend([0, columns - 1].map(|column| Edge::Horizontal { row: row + 1, column }));
    }
    let edges = Position::start(rows, 3, Start::American).unwrap().edges();
    Position::new(rows, 3, edges.map(|edge| !open.contains(&edge)).collect()).unwrap()
}

/// Which of a chain of 3 and a loop must be opened, the value, and the numbers of the closed form, worked out by hand.
#[test]
fn the_closed_form_is_told_with_its_numbers() {
    for (chains, loops, best, value, controlled, bonus, clause) in [
        // 3|4: the loop.
        (1, vec![4], Kind::Loop, 1, -5, 6, Clause::FoursFirst),
        // 3,3|6,6: the chain.
        (2, vec![6, 6], Kind::Chain, 2, -6, 6, Clause::Even),
        (2, vec![], Kind::Chain, 2, -2, 4, Clause::Kept),
        (4, vec![], Kind::Chain, 2, -4, 4, Clause::ChainsAlone),
        (0, vec![6, 6], Kind::Loop, 4, -4, 8, Clause::Kept),
        (0, vec![4, 4], Kind::Loop, 0, -8, 8, Clause::FoursFirst),
        (1, vec![6, 6], Kind::Loop, 3, -5, 6, Clause::LoneThree),
        (2, vec![4, 4], Kind::Loop, 2, -10, 6, Clause::Even),
    ] {
        let position = threes_and_loops(chains, &loops);
        let (_, why) = explain(Method::Exact, &position);
        let control = why.control.unwrap();
        assert_eq!((control.chains, control.loops), (chains as i64, loops.len() as i64), "{position}");
        assert_eq!(
            (control.value, control.controlled, control.bonus, control.clause),
            (value, controlled, bonus, clause),
            "{chains} {loops:?}"
        );
        assert_eq!(control.mover_controls(), Some(false));
        let first = why.groups.first().unwrap();
        let Doing::Opens { kind, .. } = first.effect.doing else { panic!("{position} opens nothing") };
        assert_eq!(kind, best, "{chains} {loops:?}");
    }
    // 3|4 by the loop: the other side takes it whole, for to hand 4 back would cost more than control is worth.
    let (_, why) = explain(Method::Exact, &threes_and_loops(1, &[4]));
    let [ring, chain] = &why.groups[..] else { panic!("two groups") };
    let offer = ring.effect.offer;
    assert_eq!(
        (offer.take_all(), offer.handing_back(), offer.choice()),
        (Some(1), Some(-1), Some(Choice::TakeAll))
    );
    // By the chain: two boxes are handed back, and the loop is the other side's.
    let offer = chain.effect.offer;
    assert_eq!(
        (offer.take_all(), offer.handing_back(), offer.choice()),
        (Some(-1), Some(3), Some(Choice::HandBack))
    );
}

/// Berlekamp, *The Dots-and-Boxes Game*, problem 12.15.
#[test]
fn berlekamps_problem_is_explained() {
    let text = "5x5:101000100100010110011011100100010101010000000100000100000010";
    let (analysis, why) = explain(Method::Exact, &text.parse().unwrap());
    assert_eq!(analysis.value, Known::Exact(Margin::new(1)));
    let best: Vec<String> = why
        .groups
        .iter()
        .filter(|group| group.is_best())
        .flat_map(|group| &group.moves)
        .map(ToString::to_string)
        .collect();
    assert_eq!(best, ["v,2,1"]);
    assert_eq!(why.now, Offer { boxes: 0, hand_back: 0, rest: Some(1) });
}

/// Where values are not known, what takes no search is told; and what is told is true.
#[test]
fn limits_leave_what_takes_no_search() {
    for text in
        ["3x3:111101000010100000100101", "4x4:1000111101111001010000111010000001000000", "3x4:icelandic"]
    {
        let position: Position = text.parse().unwrap();
        let (_, truth) = explain(Method::Exact, &position);
        let mut open = 0;
        for states in [0, 1, 10, 100, 1_000, 1_000_000] {
            let limits = Limits::none().states(states);
            let explanation = Solver::new().why(&position, &limits).unwrap();
            let why = &explanation.why;
            assert_eq!(
                (&why.structure, why.control, why.rule),
                (&truth.structure, truth.control, truth.rule)
            );
            let mut all_known = why.now.rest.is_some();
            for mv in &truth.moves {
                let (found, whole) = (why.of(mv.edge).unwrap(), truth.of(mv.edge).unwrap());
                let known = |effect: &Effect| (effect.doing, effect.closes, effect.opens, effect.control);
                assert_eq!(known(found), known(whole), "{text} {}", mv.edge);
                assert!(found.offer.rest.is_none_or(|rest| Some(rest) == whole.offer.rest));
                all_known &= found.offer.rest.is_some() && found.value.exact().is_some();
            }
            let finished = explanation.analysis.report.stop == StopReason::Finished;
            assert_eq!(all_known, finished, "{text} in {states} states");
            open += usize::from(!finished);
        }
        assert!((2..6).contains(&open), "{text}: {open}");
    }
    let position: Position = "2x2".parse().unwrap();
    let error = Solver::new().why(&position, &Limits::none().memory(100)).unwrap_err();
    assert!(matches!(error, SolveError::TooLarge { .. }), "{error}");
    let error = Solver::with_method(Method::Loony).why(&position, &Limits::none()).unwrap_err();
    assert!(error.to_string().contains("box a1 has 4 open sides"), "{error}");
}

/// Positions that no search takes: all but the margins is told, and it is true.
#[test]
fn what_takes_no_search_is_told_of_larger_boards() {
    let mut random = Random(405);
    for left in [220, 150, 110, 90] {
        let position = safe_position(&mut random, &[(10, 10), (9, 11)], left);
        let explanation = Solver::new().why(&position, &Limits::none()).unwrap();
        let why = explanation.why;
        assert_eq!(explanation.analysis.report.stop, StopReason::Size, "{position}");
        check_structure(&position, &why.structure);
        let (_, taken) = captured(&position);
        for mv in why.moves.iter().step_by(3) {
            let effect = why.of(mv.edge).unwrap();
            let mut after = position.clone();
            assert_eq!(after.play(mv.edge), Ok(effect.closes));
            let (rest, then) = captured(&after);
            assert_eq!(effect.offer.boxes, then.len() as i64);
            assert_eq!(effect.opens, then.difference(&taken).count() as i64);
            assert_eq!(effect.control, loony_of(&rest).map(|loony| loony.control()));
        }
    }
    let start = Position::start(25, 25, Start::American).unwrap();
    let why = Solver::new().why(&start, &Limits::none()).unwrap().why;
    assert_eq!((why.structure.junctions.len(), why.groups.len()), (625, 1));
    let start = Position::start(1000, 1000, Start::American).unwrap();
    let error = Solver::new().why(&start, &Limits::none()).unwrap_err();
    assert!(matches!(error, SolveError::NotApplicable { .. }), "{error}");
}

/// The largest boards: a move is told by its group, and the groups are few.
#[test]
fn large_boards_are_explained_at_once() {
    let position = loony_position(&mut Random(404), 300, 300);
    let (analysis, why) = explain(Method::Exact, &position);
    assert_eq!(why.moves.len(), position.plies_left());
    let sizes: BTreeSet<_> =
        why.structure.pieces.iter().map(|piece| (piece.shape.kind(), piece.boxes.len())).collect();
    // A group for each kind and size, and one more for chains of two: they are given away in two ways.
    assert_eq!(why.groups.len(), sizes.len() + usize::from(sizes.contains(&(Kind::Chain, 2))));
    assert_eq!(why.now.rest, Some(analysis.value.exact().unwrap().points()));
    let best = why.groups.first().unwrap();
    assert!(best.is_best() && best.moves.contains(&analysis.best_move().unwrap()));
}

#[test]
fn a_cancelled_run_gathers_no_reasons_but_those_at_hand() {
    let cancelled = AtomicBool::new(true);
    let cancelled = |position: &Position| {
        let explanation = Solver::new().why(position, &Limits::none().cancel(&cancelled)).unwrap();
        assert_eq!(explanation.analysis.report.stop, StopReason::Cancelled);
        explanation.why
    };
    let why = cancelled(&loony_position(&mut Random(404), 300, 300));
    assert!(why.structure.pieces.is_empty() && why.groups.is_empty() && why.moves.is_empty());
    let small = Position::start(4, 4, Start::American).unwrap();
    let why = cancelled(&small);
    assert_eq!((why.structure.junctions.len(), why.moves.len()), (16, 40));
}
