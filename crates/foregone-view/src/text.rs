//! Answers as text for a person at a terminal.
//!
//! Best moves are set in bold by ANSI sequences and marked `best` besides, so nothing is lost where an interface
//! strips them.

use std::fmt::Write as _;

use foregone::{AnalysisOf, Known, LineOf, MoveValue, Report, Solution, StopReason};

use crate::amount::Amount;
use crate::drawing::{Align, Table, best, faint};
use crate::explain::{ExplainedGame, WhyOf};
use crate::game::{Game, Labels, MoveOf, PositionOf, ValueOf};
use crate::page::Page;

/// The value of a position and its board with a value on each move.
pub fn board_with_values<G: Game>(
    position: &PositionOf<G>,
    analysis: &AnalysisOf<G::Solver>,
    page: Page,
) -> String {
    let board = judged_board::<G>(position, analysis, |labels| G::draw(position, Some(labels), page));
    format!("{board}\n{}", cost(&analysis.report))
}

/// The position in words and its board.
pub fn board<G: Game>(position: &PositionOf<G>, page: Page) -> String {
    format!("{}\n\n{}", G::heading(position), G::draw(position, None, page))
}

/// The value of a position.
pub fn solution<G: Game>(position: &PositionOf<G>, solution: &Solution<ValueOf<G>>) -> String {
    let verdict = verdict::<G>(position, &solution.value, &solution.report);
    format!("{}\n{verdict}.\n{}", heading::<G>(position, &solution.report), cost(&solution.report))
}

/// The value of a position, its board with a value on each move, and the moves, best first.
pub fn analysis<G: Game>(position: &PositionOf<G>, analysis: &AnalysisOf<G::Solver>, page: Page) -> String {
    let mut text = judged_board::<G>(position, analysis, |labels| G::draw(position, Some(labels), page));
    if !analysis.moves.is_empty() {
        let mut table = Table::new(&[
            ("move", Align::Left),
            ("value", Align::Right),
            ("behind", Align::Right),
            ("", Align::Left),
        ]);
        for judged in &analysis.moves {
            let behind = behind::<G>(judged);
            let exact = judged.value.exact().map(G::amount).as_ref().and_then(fraction).unwrap_or_default();
            table.row(
                vec![G::move_name(position, judged.mv), short::<G>(&judged.value), behind, exact],
                judged.best,
            );
        }
        text.push('\n');
        text.push_str(&table.to_string());
    }
    text.push('\n');
    text.push_str(&cost(&analysis.report));
    text
}

/// The value of a position, its board with a value on each move, and the reasons.
pub fn why<G: ExplainedGame>(position: &PositionOf<G>, explanation: &WhyOf<G>, page: Page) -> String {
    let board = judged_board::<G>(position, &explanation.analysis, |labels| {
        G::draw_explained(position, explanation, labels, page)
    });
    let cost = cost(&explanation.analysis.report);
    let mut text = format!("{board}\n{}", G::tables(position, explanation));
    for sentence in G::says(position, explanation) {
        let _ = writeln!(text, "{sentence}");
    }
    format!("{text}\n{cost}")
}

/// The value of a position, and its board with a value on each move.
fn judged_board<G: Game>(
    position: &PositionOf<G>,
    analysis: &AnalysisOf<G::Solver>,
    draw: impl FnOnce(&Labels<MoveOf<G>>) -> String,
) -> String {
    let labels = Labels::new(analysis.moves.iter().map(|judged| {
        let text = short::<G>(&judged.value);
        (judged.mv, text, judged.best)
    }));
    let verdict = verdict::<G>(position, &analysis.value, &analysis.report);
    format!("{}\n{verdict}.\n\n{}", heading::<G>(position, &analysis.report), draw(&labels))
}

/// The position in a few words, and whether a coin says who moves.
pub(crate) fn heading<G: Game>(position: &PositionOf<G>, report: &Report) -> String {
    report.coin.as_ref().map_or_else(|| G::heading(position), |first| G::heading_by_coin(position, first))
}

/// What a value means, whoever moves.
pub(crate) fn verdict<G: Game>(
    position: &PositionOf<G>,
    value: &Known<ValueOf<G>>,
    report: &Report,
) -> String {
    match &report.coin {
        None => G::verdict(position, value),
        Some(first) => G::verdict_by_coin(position, value, first),
    }
}

/// How far a move is behind the best, in a word.
pub(crate) fn behind<G: Game>(judged: &MoveValue<MoveOf<G>, ValueOf<G>>) -> String {
    match &judged.behind {
        _ if judged.best => "best".to_owned(),
        Some(behind) if G::MEASURED => G::label(behind).trim_start_matches('+').to_owned(),
        _ => String::new(),
    }
}

/// The best line, a ply a row, with what the position was worth to the side that moves.
pub fn line<G: Game>(position: &PositionOf<G>, line: &LineOf<G::Solver>) -> String {
    let mut text = format!("{}\n", heading::<G>(position, &line.report));
    match line.plies.first() {
        Some(first) => {
            let value = Known::Exact(first.value.clone());
            let _ = writeln!(text, "{}.", verdict::<G>(position, &value, &line.report));
        }
        None => {
            let _ = writeln!(text, "{}", no_line(line.complete, line.report.stop));
        }
    }
    if !line.plies.is_empty() {
        let mut table = Table::new(&[
            ("ply", Align::Right),
            ("side", Align::Left),
            ("move", Align::Left),
            ("value", Align::Right),
        ]);
        for (index, ply) in line.plies.iter().enumerate() {
            let side = G::side(position, ply.side);
            table.row(
                vec![(index + 1).to_string(), side, G::move_name(position, ply.mv), G::label(&ply.value)],
                false,
            );
        }
        text.push('\n');
        text.push_str(&table.to_string());
        if line.report.stop == StopReason::Finished && !line.complete {
            text.push_str("...\n");
        }
        let note = G::line_note(line.report.coin.as_ref());
        if !note.is_empty() {
            let _ = writeln!(text, "{}", faint(note));
        }
    }
    text.push('\n');
    text.push_str(&cost(&line.report));
    text
}

/// Why a line has no move, where it has none.
pub(crate) const fn no_line(complete: bool, stop: StopReason) -> &'static str {
    match (complete, stop) {
        (true, _) => "The game is over: no move is left.",
        (false, StopReason::Finished) => "No move of the line was asked for.",
        (false, _) => "The value is not known yet, and no move of the line.",
    }
}

/// A value of which all, some or nothing is known, short enough for a board.
pub(crate) fn short<G: Game>(known: &Known<ValueOf<G>>) -> String {
    match known {
        Known::Exact(value) => G::label(value),
        Known::AtLeast(value) => format!("≥{}", G::label(value)),
        Known::AtMost(value) => format!("≤{}", G::label(value)),
        Known::Unknown => "?".to_owned(),
    }
}

/// The exact fraction behind a rounded label, if the amount is one.
fn fraction(amount: &Amount) -> Option<String> {
    match amount {
        Amount::Margin { .. } | Amount::Outcome { .. } => None,
        Amount::Odds { numerator, denominator, .. } => Some(format!("{numerator}/{denominator}")),
    }
}

/// A line on what an answer cost, and one more if a limit stopped it.
pub(crate) fn cost(report: &Report) -> String {
    let states = plural(report.states, ["state", "states"]);
    let mut text = format!("{}: {} {states}", report.method, grouped(report.states));
    if let Some(elapsed) = report.elapsed {
        let _ = write!(text, ", {elapsed:.1?}");
    }
    let _ = write!(text, ", {}", memory(report.memory));
    if let Some(doubt) = report.doubt {
        let _ = write!(text, ", doubt 2^-{doubt}");
    }
    text.push('\n');
    if let Some(limit) = limit(report.stop) {
        let _ = writeln!(text, "{}", best(&format!("Stopped early: {limit}.")));
    }
    text
}

/// Which limit stopped a run, if one did.
pub(crate) const fn limit(stop: StopReason) -> Option<&'static str> {
    Some(match stop {
        StopReason::Finished => return None,
        StopReason::States => "the limit on states was reached",
        StopReason::Time => "the limit on time was reached",
        StopReason::Memory => "the limit on memory was reached",
        StopReason::Cancelled => "the run was cancelled",
        StopReason::Size => "the position is too large for the method",
        StopReason::Exhausted => "a long row of tries came to none more",
    })
}

/// The word for so many things, of one for one of them and one for several.
pub(crate) const fn plural(count: u64, [one, several]: [&str; 2]) -> &str {
    if count == 1 { one } else { several }
}

/// So many things: `1 box`, `2 boxes`.
#[must_use]
pub fn counted(count: usize, things: [&str; 2]) -> String {
    format!("{count} {}", plural(count as u64, things))
}

/// A count with its digits in groups of three.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count of bytes.
pub(crate) fn memory(bytes: u64) -> String {
    match bytes {
        0..1_024 => format!("{bytes} bytes"),
        1_024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1_024.0),
        1_048_576..1_073_741_824 => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
        _ => format!("{:.1} GiB", bytes as f64 / 1_073_741_824.0),
    }
}

/// Numbers with a space between them, in lines that a page has room for.
pub(crate) fn wrapped(numbers: impl Iterator<Item = String>) -> String {
    /// Where a line is full.
    const WIDTH: usize = 100;
    let (mut text, mut column) = (String::new(), 0);
    for number in numbers {
        if column > 0 && column + 1 + number.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += number.len();
        text.push_str(&number);
    }
    text.push('\n');
    text
}

/// The most names that a sentence lists.
pub(crate) const NAMES: usize = 8;

/// `a`, `a and b`, `a, b and c`; of many, the first and how many more there are.
pub(crate) fn listed(names: impl IntoIterator<Item = String>) -> String {
    let mut names: Vec<String> = names.into_iter().collect();
    if names.len() > NAMES {
        let more = names.len() - NAMES + 1;
        names.truncate(NAMES - 1);
        names.push(format!("{more} more"));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_one_says_them() {
        for (names, expected) in [
            (0, ""),
            (1, "0"),
            (2, "0 and 1"),
            (3, "0, 1 and 2"),
            (8, "0, 1, 2, 3, 4, 5, 6 and 7"),
            (9, "0, 1, 2, 3, 4, 5, 6 and 2 more"),
        ] {
            assert_eq!(listed((0..names).map(|name| name.to_string())), expected);
        }
    }
}
