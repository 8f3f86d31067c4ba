//! Tables of Dots and Boxes as interfaces tell of them. What is read from one is told as any other answer.

use foregone::dots::Position;
use foregone::dots::dense::{Built, Checked};
use foregone::{Margin, Solution};
use schemars::JsonSchema;
use serde::Serialize;

use crate::dots::{Board, Dots};
use crate::game::Game;
use crate::schema::{Answer, costed, solution as solution_object};
use crate::text::{cost, grouped, memory, solution as solution_text};

/// What building or checking came to, for programs; absent if a limit was reached.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Told<T> {
    #[serde(flatten)]
    answer: Answer<Board>,
    table: Option<T>,
}

/// A table that was built.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ToldBuilt {
    positions: u64,
    bytes: u64,
    pages: u64,
    /// How many of them an earlier run had left.
    pages_found: u64,
}

/// What was found right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ToldChecked {
    positions: u64,
    pages: u64,
    derived: u64,
    searched: u64,
}

/// The value of the position whose table it is.
fn value(solution: &Solution<Built>) -> Solution<Margin> {
    let value = solution.value.clone().map(true, |built| built.value);
    Solution { value, report: solution.report.clone() }
}

/// A table that was built, for programs.
#[must_use]
pub fn built_object(position: &Position, solution: &Solution<Built>) -> Told<ToldBuilt> {
    let table = solution.value.exact().map(|built| ToldBuilt {
        positions: built.positions,
        bytes: built.bytes,
        pages: built.pages,
        pages_found: built.found,
    });
    Told { answer: solution_object::<Dots>(position, &value(solution)), table }
}

/// A table that was built.
#[must_use]
pub fn built_text(position: &Position, solution: &Solution<Built>) -> String {
    let mut text = String::new();
    if let Some(built) = solution.value.exact() {
        text = format!("Table of {} positions in {}", grouped(built.positions), memory(built.bytes));
        if built.found > 0 {
            text +=
                &format!(", {} of {} pages by an earlier run", grouped(built.found), grouped(built.pages));
        }
        text += ".\n";
    }
    text + &solution_text::<Dots>(position, &value(solution))
}

/// What was found right, for programs.
#[must_use]
pub fn checked_object(root: &Position, solution: &Solution<Checked>) -> Told<ToldChecked> {
    let table = solution.value.exact().map(|checked| ToldChecked {
        positions: checked.positions,
        pages: checked.pages,
        derived: checked.derived,
        searched: checked.searched,
    });
    Told { answer: costed::<Dots>(root, &solution.report), table }
}

/// What was found right.
#[must_use]
pub fn checked_text(root: &Position, solution: &Solution<Checked>) -> String {
    let mut text = Dots::heading(root) + "\n";
    match solution.value.exact() {
        None => text.push_str("The table is not checked to its end.\n"),
        Some(checked) => {
            let derived = if checked.derived == checked.positions {
                format!("All {} entries follow", grouped(checked.derived))
            } else {
                let (derived, all) = (grouped(checked.derived), grouped(checked.positions));
                format!("{derived} of {all} entries, drawn at random, follow")
            };
            text += &format!(
                "{} of {0} pages have the right checksum. {derived} from those of their moves. \
                 A search agrees with {} entries drawn at random.\n",
                grouped(checked.pages),
                grouped(checked.searched),
            );
        }
    }
    text + &cost(&solution.report)
}
