//! Hex's own answers: the influence of each cell on its board, a polynomial as bars.

use foregone::hex::Position;
use foregone::{Cell, Odds, Solution};
use num_bigint::BigUint;

use super::frame::{framed, say};
use super::marks::{Heat, Mark, Marks};
use super::plot::{self, Bar};
use super::scene::{Entry, Form};
use super::theme::Ink;
use super::{Picture, PictureError};
use crate::game::Game as _;
use crate::hex::{Hex, percent};
use crate::hex_fillings::{AskedPolynomial, polynomial_heading};
use crate::text::{heading, listed};

/// Hex: the influence of cells: the more likely a cell is to decide, the stronger its colour.
///
/// # Errors
/// [`PictureError::TooLarge`] if the board has more than 10,000 cells.
pub fn influence(
    position: &Position,
    solution: &Solution<Vec<(Cell, Odds)>>,
) -> Result<Picture, PictureError> {
    let report = &solution.report;
    let Some(cells) = solution.value.exact() else {
        let caption = "The influence of the cells is not known yet.".to_owned();
        let scene = Hex::scene(position, None)?;
        return Ok(framed(&heading::<Hex>(position, report), Some(caption), scene, String::new()));
    };
    let most = cells.iter().map(|(_, odds)| odds).max().filter(|most| **most > Odds::impossible());
    let mut description = String::new();
    let marks = cells.iter().map(|(cell, odds)| {
        let (text, best) = (percent(odds), Some(odds) == most);
        let part = most.map_or(1.0, |most| 1.0 - odds.to_f64() / most.to_f64());
        let says = format!("{cell} {text}");
        say(&mut description, "Per cent: ", &says);
        (*cell, Mark { text, heat: Some(Heat::at(part)), best, note: None, says })
    });
    let mut marks = Marks::new(marks);
    marks.meaning = Some("numbers: the probability in per cent that the cell decides".to_owned());
    marks.best = "most likely";
    marks.ramp = most.map(|most| format!("{} to 0", percent(most)));
    let caption = most.map(|_| {
        let names = cells.iter().filter(|(_, odds)| Some(odds) == most).map(|(cell, _)| cell.to_string());
        format!("Most likely to decide: {}.", listed(names))
    });
    let caption = caption.unwrap_or_else(|| "No cell decides.".to_owned());
    let scene = Hex::scene(position, Some(&marks))?;
    Ok(framed(&heading::<Hex>(position, report), Some(caption), scene, description))
}

/// Hex: a polynomial as bars: of the sets of so many cells, which part connects.
#[must_use]
pub fn polynomial(position: &Position, asked: &AskedPolynomial) -> Picture {
    let heading = polynomial_heading(position, asked);
    let Some(polynomial) = asked.solution.value.exact() else {
        let scene = plot::bars(&[], "cells", Vec::new());
        let caption = "The polynomial is not known yet.".to_owned();
        return framed(&heading, Some(caption), scene, String::new());
    };
    let mut description = String::new();
    let bar = |(cells, count): (usize, &BigUint)| {
        let odds = polynomial.odds_of(cells).unwrap_or_else(Odds::impossible);
        let says = format!("{cells}: {count} sets, {} per cent", percent(&odds));
        say(&mut description, "By cells: ", &says);
        Bar { height: odds.to_f64(), says }
    };
    let bars: Vec<Bar> = polynomial.counts().iter().enumerate().map(bar).collect();
    let caption = match polynomial.half() {
        Some(half) => format!(
            "{} connects with probability 1/2 if each empty cell is its own with probability {half:.6}.",
            asked.colour
        ),
        None => format!("{} is connected with the same probability whatever comes.", asked.colour),
    };
    let sample = |middle| vec![Form::square(middle, 12.0, 0.0).filled(Ink::Heat(1))];
    let meaning = format!("the part of all sets of so many empty cells that connects {}", asked.colour);
    let scene = plot::bars(&bars, "cells", vec![Entry::new(sample, meaning)]);
    framed(&heading, Some(caption), scene, description)
}
