//! Hex's own answers: influence, polynomials, estimates, samples.

use std::fmt::Write as _;

use foregone::hex::{Axis, Colour, Estimate, Estimates, Lattice, Polynomial, Position};
use foregone::{Cell, Odds, Solution};
use num_traits::ToPrimitive as _;
use serde::Serialize;

use crate::amount::{Amount, Fraction};
use crate::drawing::{Align, Table};
use crate::game::{Game, Labels};
use crate::hex::{Board, Hex, draw, filled, percent};
use crate::schema::{Answer, costed};
use crate::text::{cost, heading};

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
    let mut text = heading::<Hex>(position, &solution.report);
    match solution.value.exact() {
        None => text.push_str("\nThe influence of the cells is not known yet.\n"),
        Some(cells) => {
            let most = cells.iter().map(|(_, odds)| odds).max();
            let is_most = |odds: &Odds| Some(odds) == most && *odds > Odds::impossible();
            let labels = Labels::new(cells.iter().map(|(cell, odds)| (*cell, percent(odds), is_most(odds))));
            // By a coin fillings are not equally likely.
            let key = match solution.report.coin {
                None => "W and B: stones; numbers: per cent of the fillings in which the cell decides",
                Some(_) => "W and B: stones; numbers: the probability in per cent that the cell decides",
            };
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
    /// The lattice, if another than the Hex board was named.
    pub lattice: Option<Lattice>,
    /// The probabilities to put into it.
    pub at: Vec<Odds>,
}

/// A polynomial for programs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Counts {
    colour: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    lattice: Option<&'static str>,
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
    /// Where the probability is a half, to 1e-12; absent where it is nowhere, or everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    p_half: Option<f64>,
    /// The first place asked for.
    #[serde(flatten)]
    first: Option<Point>,
    /// All places, in the order asked for, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    at: Vec<Point>,
}

/// The value and the derivative of a polynomial somewhere.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Point {
    p: Amount,
    probability: Amount,
    slope: Fraction,
}

const fn lattice_name(lattice: Lattice) -> &'static str {
    match lattice {
        Lattice::Hexagonal => "hexagonal",
        Lattice::Square => "square",
    }
}

/// What a polynomial is of.
pub(crate) fn polynomial_heading(position: &Position, asked: &AskedPolynomial) -> String {
    let colour = asked.colour;
    match asked.lattice {
        None => Hex::heading(position),
        Some(lattice) => format!(
            "Crossings of the {} lattice {}x{}, {}\n\
             {colour}'s cells are to join {}; {}'s are gone",
            lattice_name(lattice),
            position.rows(),
            position.columns(),
            filled(position),
            Axis::TopBottom,
            colour.other(),
        ),
    }
}

/// A polynomial, as a table.
#[must_use]
pub fn polynomial_text(position: &Position, asked: &AskedPolynomial) -> String {
    let colour = asked.colour;
    let mut text = polynomial_heading(position, asked) + "\n";
    match asked.solution.value.exact() {
        None => text.push_str("The polynomial is not known yet.\n"),
        Some(polynomial) => {
            for p in &asked.at {
                let odds = polynomial.at(p);
                let _ = writeln!(
                    text,
                    "{colour} connects with probability {odds} = {} if each empty cell is {colour}'s with probability {p}.",
                    odds.to_significant(6)
                );
                let _ = writeln!(text, "The derivative there is {}.", polynomial.slope_at(p));
            }
            if let Some(half) = polynomial.half() {
                let _ = writeln!(text, "That is a half for p = {half:.12}.");
            }
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
    let point = |polynomial: &Polynomial, p: &Odds| {
        let slope = polynomial.slope_at(p);
        Point {
            p: p.into(),
            probability: (&polynomial.at(p)).into(),
            slope: Fraction::new(slope.numer(), slope.denom(), slope.to_f64()),
        }
    };
    let whole = |polynomial: &Polynomial| {
        let points: Vec<_> = asked.at.iter().map(|p| point(polynomial, p)).collect();
        Whole {
            counts: polynomial.counts().iter().map(ToString::to_string).collect(),
            total: polynomial.total().to_string(),
            coefficients: polynomial.coefficients().iter().map(ToString::to_string).collect(),
            p_half: polynomial.half(),
            first: points.first().cloned(),
            at: if points.len() > 1 { points } else { Vec::new() },
        }
    };
    let polynomial = asked.solution.value.exact().map(whole);
    let report = &asked.solution.report;
    let (colour, lattice) = (asked.colour.to_string(), asked.lattice.map(lattice_name));
    Filled { answer: costed::<Hex>(position, report), found: Counts { colour, lattice, polynomial } }
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
    /// Each move and the odds once it is made, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<OnCell<Approximate>>,
}

/// A float with all its digits, and the bound of its error.
fn told(estimate: &Estimate) -> String {
    let value = estimate.value;
    if value > 0.0 && value < 1e-3 {
        return format!("{value:.15e} ± {:.0e}", estimate.error);
    }
    format!("{value:.16} ± {:.0e}", estimate.error)
}

/// Estimates, with those of moves, best first, if they were asked for.
#[must_use]
pub fn estimates_text(position: &Position, solution: &Solution<Estimates>) -> String {
    let mut text = heading::<Hex>(position, &solution.report) + "\n";
    match solution.value.exact() {
        None => text.push_str("The odds are not known yet.\n"),
        Some(estimates) => {
            let side = position.to_move_colour();
            let _ = writeln!(text, "{side} connects with probability {}.", told(&estimates.value));
            if !estimates.moves.is_empty() {
                let mut table = Table::new(&[("move", Align::Left), ("value", Align::Left)]);
                for (cell, estimate) in &estimates.best_first() {
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
    let moves = found.map_or_else(Vec::new, |found| found.best_first().iter().map(on_cell).collect());
    let estimate = found.map(|found| found.value.into());
    Filled { answer: costed::<Hex>(position, &solution.report), found: Estimated { estimate, moves } }
}

/// Samples, and what was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedSamples {
    /// The boards.
    pub solution: Solution<Vec<Position>>,
    /// Only boards that this colour wins.
    pub winner: Option<Colour>,
    /// How many.
    pub count: usize,
    /// What the choices come from.
    pub seed: u64,
}

/// Samples for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Samples {
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    count: usize,
    seed: u64,
    /// Full boards in the one-line notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<Vec<String>>,
}

/// Samples, a full board a line.
#[must_use]
pub fn samples_text(position: &Position, asked: &AskedSamples) -> String {
    let report = &asked.solution.report;
    let mut text = heading::<Hex>(position, report) + "\n";
    if let Some(winner) = asked.winner {
        let _ = writeln!(
            text,
            "Full boards that {winner} wins, as likely as random play makes them among those."
        );
    }
    text.push('\n');
    match asked.solution.value.exact() {
        None => text.push_str("No board is drawn yet.\n"),
        Some(boards) if boards.is_empty() => text.push_str("No filling is of that kind.\n"),
        Some(boards) => {
            for board in boards {
                let _ = writeln!(text, "{board}");
            }
        }
    }
    text + "\n" + &cost(report)
}

/// Samples, for programs.
#[must_use]
pub fn samples(position: &Position, asked: &AskedSamples) -> Filled<Samples> {
    let found = asked.solution.value.exact();
    Filled {
        answer: costed::<Hex>(position, &asked.solution.report),
        found: Samples {
            winner: asked.winner.map(|winner| winner.to_string()),
            count: asked.count,
            seed: asked.seed,
            samples: found.map(|boards| boards.iter().map(ToString::to_string).collect()),
        },
    }
}
