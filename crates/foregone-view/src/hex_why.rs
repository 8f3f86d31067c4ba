//! The reasons of Hex.

use std::collections::HashMap;

use foregone::hex::{CellWhy, Position, Why};
use foregone::{Cell, Odds};
use num_traits::ToPrimitive as _;
use schemars::JsonSchema;
use serde::Serialize;

use crate::amount::{Amount, Fraction};
use crate::drawing::{Align, Table};
use crate::explain::{ExplainedGame, WhyOf};
use crate::hex::{Hex, percent};
use crate::picture::Marks;
use crate::text;

/// The reasons for programs.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "HexReasons")]
pub struct Reasons {
    /// Between which sides the sweep goes.
    sweep: String,
    /// How many frontiers it meets before each of its rows.
    frontiers: Vec<usize>,
    /// In the order of the answer's moves; empty if a limit was reached before all was known.
    cells: Vec<CellReasons>,
}

/// What speaks for a cell.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
struct CellReasons {
    cell: String,
    pivotal: Amount,
    /// The odds after the move less those before.
    gain: Fraction,
}

/// A gain in per cent, with its sign.
fn signed_percent(told: &CellWhy) -> String {
    let (numerator, denominator) = (told.gain.numer().magnitude(), told.gain.denom().magnitude());
    let sign = if told.gain.to_string().starts_with('-') { "-" } else { "+" };
    // A difference of two probabilities is at most 1.
    let size = Odds::new(numerator.clone(), denominator.clone()).unwrap_or_else(|_| Odds::certain());
    format!("{sign}{}", percent(&size))
}

fn by_cell(why: &Why) -> HashMap<Cell, &CellWhy> {
    why.cells.iter().map(|told| (told.cell, told)).collect()
}

/// The cells, best first; nothing if none is known.
fn table(explanation: &WhyOf<Hex>) -> String {
    let by_cell = by_cell(&explanation.why);
    if by_cell.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&[
        ("move", Align::Left),
        ("value", Align::Right),
        ("behind", Align::Right),
        ("gain", Align::Right),
        ("pivotal", Align::Right),
    ]);
    for judged in &explanation.analysis.moves {
        let Some(cell) = by_cell.get(&judged.mv) else { continue };
        let (value, behind) = (text::short::<Hex>(&judged.value), text::behind::<Hex>(judged));
        let row = vec![cell.cell.to_string(), value, behind, signed_percent(cell), percent(&cell.pivotal)];
        table.row(row, judged.best);
    }
    format!("{table}\n")
}

fn sentences(explanation: &WhyOf<Hex>) -> Vec<String> {
    let (analysis, why) = (&explanation.analysis, &explanation.why);
    let mut said = Vec::new();
    if let Some(most) = why.most_pivotal().next().map(|cell| &cell.pivotal) {
        said.push(if *most == Odds::impossible() {
            "No cell decides.".to_owned()
        } else {
            let names: Vec<String> = why.most_pivotal().map(|cell| cell.cell.to_string()).collect();
            let (names, most) = (names.join(", "), percent(most));
            // By a coin fillings are not equally likely.
            let how = if analysis.report.coin.is_none() {
                format!("in {most} per cent of all fillings")
            } else {
                format!("with a probability of {most} per cent")
            };
            format!("Most likely to decide: {names}, {how}.")
        });
    }
    if !why.frontiers.is_empty() {
        let counts: Vec<String> = why.frontiers.iter().map(ToString::to_string).collect();
        said.push(format!(
            "The sweep between {} meets this many frontiers before each row: {}.",
            why.along,
            counts.join(" ")
        ));
    }
    said
}

fn reasons(explanation: &WhyOf<Hex>) -> Reasons {
    let why = &explanation.why;
    let by_cell = by_cell(why);
    let told = explanation.analysis.moves.iter().filter_map(|judged| by_cell.get(&judged.mv));
    Reasons {
        sweep: why.along.to_string(),
        frontiers: why.frontiers.clone(),
        cells: told
            .map(|told| CellReasons {
                cell: told.cell.to_string(),
                pivotal: (&told.pivotal).into(),
                gain: Fraction::new(told.gain.numer(), told.gain.denom(), told.gain.to_f64()),
            })
            .collect(),
    }
}

impl ExplainedGame for Hex {
    type Why = Reasons;

    fn note(_: &Position, explanation: &WhyOf<Self>, marks: &mut Marks<Cell>) {
        if !explanation.why.cells.is_empty() {
            marks.note = Some("small: per cent that the cell decides");
        }
        for told in &explanation.why.cells {
            let pivotal = percent(&told.pivotal);
            let says = format!("decides: {pivotal}");
            marks.note(told.cell, pivotal, &says);
        }
    }

    fn tables(_: &Position, explanation: &WhyOf<Self>) -> String {
        table(explanation)
    }

    fn says(_: &Position, explanation: &WhyOf<Self>) -> Vec<String> {
        sentences(explanation)
    }

    fn why(_: &Position, explanation: &WhyOf<Self>) -> Reasons {
        reasons(explanation)
    }
}
