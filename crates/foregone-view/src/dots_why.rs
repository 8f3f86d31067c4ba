//! The reasons of Dots and Boxes.

mod object;

use std::collections::HashMap;
use std::fmt::Write as _;

use foregone::cell::column_name;
use foregone::dots::nimstring::LongChainRule;
use foregone::dots::why::{Choice, Doing, Effect, End, Group, Handout, Kind, Offer, Piece, Shape, Why};
use foregone::dots::{Clause, Control, Edge, Position};
use foregone::{Cell, Margin, Rules as _};

use crate::dots::{Dots, draw_marked};
use crate::drawing::{Align, Table, faint};
use crate::explain::{ExplainedGame, WhyOf};
use crate::game::Labels;
use crate::page::Page;
use crate::text::{self, counted, listed, plural};

fn strings(edges: &[Edge]) -> Vec<String> {
    edges.iter().map(ToString::to_string).collect()
}

const fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Open => "to take",
        Kind::Chain => "chain",
        Kind::Loop => "loop",
        Kind::Arm => "arm",
        Kind::Ring => "ring",
    }
}

const fn hearted(handout: Handout) -> &'static str {
    match handout {
        Handout::HardHearted => "hard-hearted",
        Handout::HalfHearted => "half-hearted",
    }
}

/// The name of a clause of the closed form, and what it says, with c for fcv + tb.
const fn clause(clause: Clause) -> (&'static str, &'static str) {
    match clause {
        Clause::Nothing => ("nothing", "nothing long is left"),
        Clause::Kept => ("kept", "c is 2 or more, so control is kept to the end"),
        Clause::ChainsAlone => {
            ("chains-alone", "with chains alone and c less than 2 it is 1 if c is odd, 2 if c is even")
        }
        Clause::LongLoops => {
            let says = "without chains of 3 and loops of 4, and c less than 2, \
                        it is 3 if c is odd, 4 if 4 divides c, else 2";
            ("long-loops", says)
        }
        Clause::FoursFirst => (
            "fours-first",
            "the loops of 4 are opened first, and each turns the value d of the rest into |4 - d|",
        ),
        Clause::Level => ("level", "a loop of 4 leaves exactly what it costs to hand 4 back"),
        Clause::Even => ("even", "with chains of 3 and loops, and c less than 2, it is 2 if c is even"),
        Clause::Odd => ("odd", "with chains of 3 and loops, and c less than 2, it is 1 if c is odd"),
        Clause::LoneThree => (
            "lone-three",
            "with one chain of 3 beside loops of 6 or more, and c less than 2, it is 3 if c is odd",
        ),
    }
}

/// The marks of boxes to take and of junctions; chains and loops are lettered.
const TO_TAKE: &str = "○";
const JUNCTION: &str = "◇";

/// The name of each piece: chains and loops have letters, boxes to take their mark.
fn names(why: &Why) -> Vec<String> {
    let mut letters = (0..).map(|number| column_name(number).to_uppercase());
    let mut name = |piece: &Piece| match piece.shape {
        Shape::Open { .. } => TO_TAKE.to_owned(),
        Shape::Chain { .. } | Shape::Loop => letters.next().unwrap_or_default(),
    };
    why.structure.pieces.iter().map(&mut name).collect()
}

impl ExplainedGame for Dots {
    type Why = object::Reasons;

    fn draw_explained(
        position: &Position,
        explanation: &WhyOf<Self>,
        labels: &Labels<Edge>,
        page: Page,
    ) -> String {
        let why = &explanation.why;
        let names = names(why);
        let mut marks: HashMap<Cell, &str> = HashMap::new();
        for (piece, name) in why.structure.pieces.iter().zip(&names) {
            marks.extend(piece.boxes.iter().map(|&cell| (cell, name.as_str())));
        }
        marks.extend(why.structure.junctions.iter().map(|junction| (junction.cell, JUNCTION)));
        let mut key = "lines: drawn; ■: taken".to_owned();
        if why.now.boxes > 0 {
            let _ = write!(key, "; {TO_TAKE}: to take now");
        }
        if names.iter().any(|name| name != TO_TAKE) {
            key.push_str("; letters: chains and loops");
        }
        if !why.structure.junctions.is_empty() {
            let _ = write!(key, "; {JUNCTION}: junctions");
        }
        if !why.moves.is_empty() {
            key.push_str("\nnumbers: the mover's margin from here if it draws that edge");
        }
        draw_marked(position, Some(labels), &|cell| marks.get(&cell).copied(), &key, page)
    }

    fn tables(position: &Position, explanation: &WhyOf<Self>) -> String {
        let why = &explanation.why;
        if position.plies_left() == 0 || why.moves.is_empty() {
            return String::new();
        }
        let mut told = String::new();
        if !why.structure.pieces.is_empty() {
            let _ = writeln!(told, "{}", pieces(why));
        }
        let _ = writeln!(told, "{}", moves(explanation));
        told
    }

    fn says(position: &Position, explanation: &WhyOf<Self>) -> Vec<String> {
        let why = &explanation.why;
        if position.plies_left() == 0 {
            return vec!["No box is left.".to_owned()];
        }
        if why.moves.is_empty() {
            return vec!["The reasons were not gathered to their end.".to_owned()];
        }
        let control = why.control.as_ref().filter(|_| why.structure.parts > 0);
        let mut said = taking(&why.now);
        said.extend(made_of(why));
        said.extend(control.into_iter().flat_map(controlled));
        said.extend(best_moves(why));
        said.extend(why.rule.map(rule));
        said
    }

    fn why(_: &Position, explanation: &WhyOf<Self>) -> object::Reasons {
        object::reasons(&explanation.why)
    }
}

/// The most rows of a table: programs are told all.
const ROWS: usize = 40;

/// A line in place of the rows that are too many.
fn more(rows: usize) -> String {
    if rows > ROWS { format!("... and {} more\n", rows - ROWS) } else { String::new() }
}

/// Boxes to take, chains and loops.
fn pieces(why: &Why) -> String {
    let mut table = Table::new(&[
        ("piece", Align::Left),
        ("", Align::Left),
        ("boxes", Align::Right),
        ("where", Align::Left),
        ("", Align::Left),
    ]);
    let (pieces, mut attached) = (&why.structure.pieces, false);
    for (piece, name) in pieces.iter().zip(names(why)).take(ROWS) {
        let note = match piece.shape {
            Shape::Open { hand_back: 0 } | Shape::Loop => String::new(),
            Shape::Open { hand_back } => format!("{hand_back} may be handed back"),
            Shape::Chain { ends } => match ends {
                [End::Ground, End::Ground] => String::new(),
                [End::Junction(one), End::Junction(other)] if one == other => {
                    format!("from junction {one} and back to it")
                }
                [End::Junction(one), End::Junction(other)] => format!("from junction {one} to {other}"),
                [End::Junction(cell), End::Ground] | [End::Ground, End::Junction(cell)] => {
                    format!("from junction {cell}")
                }
            },
        };
        attached |= matches!(piece.shape.kind(), Kind::Arm | Kind::Ring);
        let size = piece.boxes.len();
        let boxes = listed(piece.boxes.iter().map(ToString::to_string));
        table.row(vec![name, word(piece.shape.kind()).to_owned(), size.to_string(), boxes, note], false);
    }
    let mut told = format!("{table}{}", more(pieces.len()));
    if attached {
        let line = "arm: a chain that ends at a junction; ring: one that comes back to its junction";
        let _ = writeln!(told, "{}", faint(line));
    }
    told
}

/// The moves that do the same, best first.
fn moves(explanation: &WhyOf<Dots>) -> String {
    let why = &explanation.why;
    let choices = why.groups.iter().any(|group| group.effect.offer.hand_back > 0);
    let controls = why.groups.iter().any(|group| group.effect.control.is_some());
    let mut headings = vec![
        ("moves", Align::Left),
        ("value", Align::Right),
        ("behind", Align::Right),
        ("", Align::Left),
        ("then", Align::Left),
    ];
    if choices {
        headings.extend([("all", Align::Right), ("back", Align::Right)]);
    }
    if controls {
        headings.extend([("fcv", Align::Right), ("tb", Align::Right), ("v", Align::Right)]);
    }
    let mut table = Table::new(&headings);
    let number = |points: Option<i64>| points.map_or_else(String::new, |points| points.to_string());
    let names = names(why);
    for group in why.groups.iter().take(ROWS) {
        let effect = &group.effect;
        let behind = match group.behind {
            _ if group.is_best() => "best".to_owned(),
            behind => number(behind.map(Margin::points)),
        };
        let mut row = vec![
            edges(&group.moves),
            text::short::<Dots>(&effect.value),
            behind,
            does(why, &names, group),
            then(effect),
        ];
        if choices {
            let back = effect.by_handing_back();
            let all = back.and_then(|_| effect.by_taking_all());
            row.extend([all, back].map(|points| points.map_or_else(String::new, signed)));
        }
        if controls {
            let control = effect.control.as_ref();
            let told = |of: fn(&Control) -> i64| number(control.map(of));
            row.extend([told(|c| c.controlled), told(|c| c.bonus), told(|c| c.value)]);
        }
        table.row(row, group.is_best());
    }
    let mut told = format!("{table}{}", more(why.groups.len()));
    if choices {
        let line =
            "all, back: the mover's margin if whoever moves then takes all, or hands the last ones back";
        let _ = writeln!(told, "{}", faint(line));
    }
    if controls {
        let line = "fcv, tb, v: what control is worth in the chains and loops left then";
        let _ = writeln!(told, "{}", faint(line));
    }
    told
}

/// A margin with its sign.
fn signed(points: i64) -> String {
    Margin::new(points).to_string()
}

/// The most edges in a row of the table: the board shows all.
const EDGES: usize = 3;

fn edges(moves: &[Edge]) -> String {
    let mut names: Vec<String> = moves.iter().take(EDGES).map(ToString::to_string).collect();
    if moves.len() > EDGES {
        names.pop();
        names.push(format!("+{}", moves.len() + 1 - EDGES));
    }
    names.join(" ")
}

/// What the moves of a group do at once.
fn does(why: &Why, names: &[String], group: &Group) -> String {
    let effect = &group.effect;
    let mut told = match effect.doing {
        Doing::Takes if effect.closes == 2 => "takes 2 at once".to_owned(),
        Doing::Takes => "takes 1".to_owned(),
        Doing::HandsBack if effect.is_loony() => "cuts what could be taken".to_owned(),
        Doing::HandsBack => format!("hands back {}", effect.offer.boxes),
        // Boxes that could be captured before are left to the other side.
        Doing::Safe if effect.offer.boxes > 0 => "leaves what could be taken".to_owned(),
        Doing::Safe => "safe".to_owned(),
        Doing::Opens { kind, size, handout } => {
            let of = |edge: &Edge| why.moves.binary_search_by(|mv| mv.edge.cmp(edge)).ok();
            let mut pieces: Vec<usize> =
                group.moves.iter().filter_map(|edge| why.moves[of(edge)?].piece).collect();
            pieces.sort_unstable();
            pieces.dedup();
            let which = match pieces.len() {
                0..=3 => {
                    let names: Vec<&str> = pieces.iter().map(|&piece| names[piece].as_str()).collect();
                    format!("{} {}", word(kind), names.join("/"))
                }
                many => format!("one of {many} {}s", word(kind)),
            };
            let how = handout.map_or_else(String::new, |how| format!(", {}", hearted(how)));
            format!("opens {which} of {size}{how}")
        }
    };
    if effect.is_loony() {
        told.push_str(", loony");
    }
    told
}

/// What whoever moves then does with what can be captured.
fn then(effect: &Effect) -> String {
    let offer = &effect.offer;
    let (boxes, back) = (offer.boxes, offer.hand_back);
    if boxes == 0 {
        return String::new();
    }
    let takes = |boxes: i64| match (effect.closes, boxes) {
        (0, _) => format!("other takes {boxes}"),
        _ => format!("takes {boxes} more"),
    };
    let back = format!("hands {back} back");
    match offer.choice() {
        Some(Choice::HandBack) if boxes == offer.hand_back => match effect.closes {
            0 => format!("other {back}"),
            _ => back,
        },
        Some(Choice::HandBack) => format!("{}, {back}", takes(boxes - offer.hand_back)),
        Some(Choice::TakeAll) => takes(boxes),
        None if offer.hand_back == 0 => takes(boxes),
        Some(Choice::Either) | None => format!("{} or {back}", takes(boxes)),
    }
}

fn boxes(count: i64) -> String {
    format!("{count} {}", plural(count.unsigned_abs(), ["box", "boxes"]))
}

/// A number to be added, with its sign before it.
fn added(points: i64) -> String {
    format!("{} {}", if points < 0 { '-' } else { '+' }, points.abs())
}

/// The choice that the mover has now; nothing if it can take no box.
fn taking(now: &Offer) -> Vec<String> {
    if now.boxes == 0 {
        return Vec::new();
    }
    let can = format!("The mover can take {}", boxes(now.boxes));
    let Some((rest, all)) = now.rest.zip(now.take_all()) else {
        return vec![format!("{can}; what the rest is worth is not known.")];
    };
    let can = format!("{can} and then moves in the rest: {} {} = {all}", now.boxes, added(rest));
    let Some((choice, back)) = now.choice().zip(now.handing_back()) else {
        return vec![format!("{can}. None can be handed back.")];
    };
    let better = match choice {
        Choice::TakeAll => "It is better to take all",
        Choice::HandBack => "It is better to hand back and keep control",
        Choice::Either => "That is equally good",
    };
    let (kept, given) = (now.boxes - now.hand_back, now.hand_back);
    vec![
        format!("{can}."),
        format!(
            "Or it takes {kept}, hands {given} back, and the other side moves there: {kept} - {given} {} = {back}. {better}.",
            added(-rest)
        ),
    ]
}

/// What the position is made of, in numbers; nothing if all that is left is to be taken.
fn made_of(why: &Why) -> Option<String> {
    let structure = &why.structure;
    let count = |kind, least| structure.count(kind, least);
    let short = |size| count(Kind::Chain, size) - count(Kind::Chain, size + 1);
    let arms = count(Kind::Arm, 1) + count(Kind::Ring, 1);
    let told: Vec<String> = [
        (count(Kind::Chain, 3), ["long chain", "long chains"]),
        (short(2), ["chain of 2", "chains of 2"]),
        (short(1), ["chain of 1", "chains of 1"]),
        (count(Kind::Loop, 1), ["loop", "loops"]),
        (arms, ["arm", "arms"]),
        (structure.junctions.len(), ["junction", "junctions"]),
    ]
    .into_iter()
    .filter(|&(number, _)| number > 0)
    .map(|(number, things)| counted(number, things))
    .collect();
    if told.is_empty() {
        return None;
    }
    let rest = if why.now.boxes > 0 { "The rest" } else { "The position" };
    let parts = if structure.parts == 1 { String::new() } else { format!(", in {} parts", structure.parts) };
    let safe = why.groups.iter().filter(|group| group.effect.doing == Doing::Safe);
    let safe = match safe.map(|group| group.moves.len()).sum::<usize>() {
        0 => "no move is safe".to_owned(),
        1 => "1 move is safe".to_owned(),
        safe => format!("{safe} moves are safe"),
    };
    Some(format!("{rest} has {}{parts}; {safe}.", listed(told)))
}

/// What control is worth in chains and loops alone.
fn controlled(control: &Control) -> Vec<String> {
    let Control { ones, twos, long, value, .. } = *control;
    let mut told = String::from("In chains and loops alone every move opens one");
    told.push_str(match control.mover_controls() {
        Some(true) => {
            ". Once the short ones are given away, it is the other side that opens a long one:\n\
             whoever moves here will have control"
        }
        Some(false) if ones + twos > 0 => {
            ". Once the short ones are given away, whoever moves here opens a long one:\n\
             the other side will have control"
        }
        Some(false) => ": the side that does not move there has control",
        None => "",
    });
    told.push('.');
    let mut said = vec![told];
    if control.clause != Clause::Nothing {
        said.push(format!(
            "Kept to the end, control is worth c = fcv + tb = {} {} = {}. With best play it is worth v = {long}:\n{}.",
            control.controlled,
            added(control.bonus),
            control.kept(),
            clause(control.clause).1
        ));
    }
    if ones + twos > 0 {
        said.push(format!(
            "Short chains: pairs of equal ones cancel, one of 2 turns v into 2 - v, one of 1 into 1 - v: v = {value}."
        ));
    }
    said
}

/// Which moves are best; and if they are loony, what the other side makes of them. Nothing if that is not known.
fn best_moves(why: &Why) -> Vec<String> {
    let groups = || why.groups.iter().filter(|group| group.is_best());
    let best: Vec<String> = groups().flat_map(|group| strings(&group.moves)).collect();
    let mut said = match best.len() {
        0 => return Vec::new(),
        1 => vec![format!("The best move is {}.", best[0])],
        count => vec![format!("{count} moves are best: {}.", listed(best))],
    };
    if let Some(effect) = groups().map(|group| &group.effect).find(|effect| effect.is_loony())
        && let Some((all, back)) = effect.by_taking_all().zip(effect.by_handing_back())
    {
        let given = effect.offer.hand_back;
        let [all, back] = [all, back].map(signed);
        said.push(match effect.offer.choice() {
            Some(Choice::TakeAll) => format!(
                "The other side then takes all: {all} for the mover. To hand {given} back would make it {back}."
            ),
            Some(Choice::HandBack) => format!(
                "The other side then hands {given} back: {back} for the mover. To take all would make it {all}."
            ),
            _ => format!("The other side then takes all or hands {given} back: {all} for the mover either way."),
        });
    }
    said
}

/// What the long-chain rule says.
fn rule(rule: LongChainRule) -> String {
    let wants = if rule.wants_odd { "an odd" } else { "an even" };
    let are = if rule.chains == 1 { "is 1".to_owned() } else { format!("are {}", rule.chains) };
    let whom = if rule.mover_wins() { "the mover" } else { "the other side" };
    format!(
        "Long-chain rule: the mover wants {wants} number of chains of 3 or more in the end; there {are} now,\n\
         which favours {whom}. It is a rule, not a theorem."
    )
}
