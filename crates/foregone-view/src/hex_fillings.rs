//! Hex's own answers: influence, polynomials, estimates, samples.

use std::fmt::Write as _;

use foregone::hex::{Colour, Estimate, Estimates, Polynomial, Position};
use foregone::{Cell, Odds, Solution};
use serde::Serialize;

use crate::amount::Amount;
use crate::drawing::{Align, Table};
use crate::game::{Game, Labels};
use crate::hex::{Board, Hex, draw, percent};
use crate::schema::{Answer, costed};
use crate::text::cost;

/// Something about a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OnCell<A> {
    cell: String,
    #[serde(flatten)]
    amount: A,
}

/// An answer of Hex with what it adds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Filled<A> {
    #[serde(flatten)]
    answer: Answer<Board>,
    #[serde(flatten)]
    found: A,
}

/// The probability of each empty cell that it is pivotal; absent if a limit was reached, as what follows.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Influence {
    #[serde(skip_serializing_if = "Option::is_none")]
    influence: Option<Vec<OnCell<Amount>>>,
}

/// Influence, on the board.
#[must_use]
pub fn influence_text(position: &Position, solution: &Solution<Vec<(Cell, Odds)>>) -> String {
    let mut text = Hex::heading(position);
    match solution.value.exact() {
        None => text.push_str("\nThe influence of the cells is not known yet.\n"),
        Some(cells) => {
            let most = cells.iter().map(|(_, odds)| odds).max();
            let is_most = |odds: &Odds| Some(odds) == most && *odds > Odds::impossible();
            let labels = Labels::new(cells.iter().map(|(cell, odds)| (*cell, percent(odds), is_most(odds))));
            let key = "W and B: stones; numbers: per cent of the fillings in which the cell decides";
            let _ = write!(text, "\n\n{}", draw(position, Some(&labels), key));
            if !cells.is_empty() {
                let mut sorted: Vec<_> = cells.iter().collect();
                sorted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
                let mut table =
                    Table::new(&[("cell", Align::Left), ("pivotal", Align::Right), ("", Align::Left)]);
                for (cell, odds) in sorted {
                    table.row(vec![cell.to_string(), percent(odds), odds.to_string()], is_most(odds));
                }
                let _ = write!(text, "\n{table}");
            }
            text.push('\n');
        }
    }
    text + &cost(&solution.report)
}

/// Influence, for programs.
#[must_use]
pub fn influence(position: &Position, solution: &Solution<Vec<(Cell, Odds)>>) -> Filled<Influence> {
    let on_cell = |(cell, odds): &(Cell, Odds)| OnCell { cell: cell.to_string(), amount: odds.into() };
    let influence = solution.value.exact().map(|cells| cells.iter().map(on_cell).collect());
    Filled { answer: costed::<Hex>(position, &solution.report), found: Influence { influence } }
}

/// A polynomial, whose it is, and where it was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedPolynomial {
    /// The polynomial.
    pub solution: Solution<Polynomial>,
    /// The colour that is to be connected.
    pub colour: Colour,
    /// The probability to put into it.
    pub at: Odds,
}

/// A polynomial for programs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Counts {
    colour: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    polynomial: Option<Whole>,
}

/// All of a polynomial.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Whole {
    /// Sets of 0, 1, 2 and more empty cells that connect the colour.
    counts: Vec<String>,
    total: String,
    /// Of the probability as a polynomial, the constant first.
    coefficients: Vec<String>,
    p: Amount,
    probability: Amount,
    /// The derivative there.
    slope: Slope,
}

/// A derivative, which may be more than 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Slope {
    numerator: String,
    denominator: String,
}

/// A polynomial, as a table.
#[must_use]
pub fn polynomial_text(position: &Position, asked: &AskedPolynomial) -> String {
    let mut text = Hex::heading(position) + "\n";
    let colour = asked.colour;
    match asked.solution.value.exact() {
        None => text.push_str("The polynomial is not known yet.\n"),
        Some(polynomial) => {
            let (p, odds) = (&asked.at, polynomial.at(&asked.at));
            let _ = writeln!(
                text,
                "{colour} connects with probability {odds} = {} if each empty cell is {colour}'s with probability {p}.",
                odds.to_decimal(6)
            );
            let _ = writeln!(text, "The derivative there is {}.", polynomial.slope_at(p));
            let mut table = Table::new(&[("cells", Align::Right), ("sets that connect", Align::Right)]);
            for (cells, count) in polynomial.counts().iter().enumerate() {
                table.row(vec![cells.to_string(), count.to_string()], false);
            }
            let _ = writeln!(text, "\n{table}{} in all\n", polynomial.total());
        }
    }
    text + &cost(&asked.solution.report)
}

/// A polynomial, for programs.
#[must_use]
pub fn polynomial(position: &Position, asked: &AskedPolynomial) -> Filled<Counts> {
    let whole = |polynomial: &Polynomial| {
        let slope = polynomial.slope_at(&asked.at);
        Whole {
            counts: polynomial.counts().iter().map(ToString::to_string).collect(),
            total: polynomial.total().to_string(),
            coefficients: polynomial.coefficients().iter().map(ToString::to_string).collect(),
            p: (&asked.at).into(),
            probability: (&polynomial.at(&asked.at)).into(),
            slope: Slope { numerator: slope.numer().to_string(), denominator: slope.denom().to_string() },
        }
    };
    let polynomial = asked.solution.value.exact().map(whole);
    let report = &asked.solution.report;
    Filled {
        answer: costed::<Hex>(position, report),
        found: Counts { colour: asked.colour.to_string(), polynomial },
    }
}

/// A float and the bound of its error, for programs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Approximate {
    float: f64,
    /// The truth is within this of it.
    error: f64,
}

impl From<Estimate> for Approximate {
    fn from(estimate: Estimate) -> Self {
        Self { float: estimate.value, error: estimate.error }
    }
}

/// Estimates for programs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Estimated {
    /// As the side to move sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<Approximate>,
    /// Each move and the odds once it is made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<OnCell<Approximate>>,
}

/// Estimates, with those of moves, best first, if they were asked for.
#[must_use]
pub fn estimates_text(position: &Position, solution: &Solution<Estimates>) -> String {
    let mut text = Hex::heading(position) + "\n";
    let told = |estimate: &Estimate| format!("{:.16} ± {:.0e}", estimate.value, estimate.error);
    match solution.value.exact() {
        None => text.push_str("The odds are not known yet.\n"),
        Some(estimates) => {
            let side = position.to_move_colour();
            let _ = writeln!(text, "{side} connects with probability {}.", told(&estimates.value));
            if !estimates.moves.is_empty() {
                let mut sorted: Vec<_> = estimates.moves.iter().collect();
                sorted.sort_by(|a, b| b.1.value.total_cmp(&a.1.value).then(a.0.cmp(&b.0)));
                let mut table = Table::new(&[("move", Align::Left), ("value", Align::Left)]);
                for (cell, estimate) in sorted {
                    table.row(vec![cell.to_string(), told(estimate)], false);
                }
                let _ = write!(text, "\n{table}\n");
            }
        }
    }
    text + &cost(&solution.report)
}

/// Estimates, for programs.
#[must_use]
pub fn estimates(position: &Position, solution: &Solution<Estimates>) -> Filled<Estimated> {
    let found = solution.value.exact();
    let on_cell = |(cell, estimate): &(Cell, Estimate)| OnCell {
        cell: cell.to_string(),
        amount: Approximate::from(*estimate),
    };
    let moves = found.map_or_else(Vec::new, |found| found.moves.iter().map(on_cell).collect());
    let estimate = found.map(|found| found.value.into());
    Filled { answer: costed::<Hex>(position, &solution.report), found: Estimated { estimate, moves } }
}

/// Samples for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Samples {
    /// Full boards in the one-line notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<Vec<String>>,
}

/// Samples, a full board a line.
#[must_use]
pub fn samples_text(position: &Position, solution: &Solution<Vec<Position>>) -> String {
    let mut text = Hex::heading(position) + "\n\n";
    match solution.value.exact() {
        None => text.push_str("No board is drawn yet.\n"),
        Some(boards) if boards.is_empty() => text.push_str("No filling is of that kind.\n"),
        Some(boards) => {
            for board in boards {
                let _ = writeln!(text, "{board}");
            }
        }
    }
    text + "\n" + &cost(&solution.report)
}

/// Samples, for programs.
#[must_use]
pub fn samples(position: &Position, solution: &Solution<Vec<Position>>) -> Filled<Samples> {
    let samples = solution.value.exact().map(|boards| boards.iter().map(ToString::to_string).collect());
    Filled { answer: costed::<Hex>(position, &solution.report), found: Samples { samples } }
}
