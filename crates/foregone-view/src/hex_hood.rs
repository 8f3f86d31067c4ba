//! The frontiers of Hex, drawn out.

use std::fmt::Write as _;

use foregone::hex::{self, Colour, Hood, HoodFrontier, HoodState, Position};
use foregone::{Cell, Limits, Solution, SolveError};
use schemars::JsonSchema;
use serde::Serialize;

use crate::drawing::{Align, Table, faint};
use crate::hex::Hex;
use crate::hood::HoodGame;
use crate::text::{counted, wrapped};

/// What the sweep keeps, for programs; numbers of fillings are strings of digits.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "HexHood")]
pub struct Told {
    /// Between which sides the sweep goes.
    along: String,
    /// The colour that joins them, of whose stones the frontiers tell.
    colour: &'static str,
    /// All cells in the order of the sweep.
    order: Vec<String>,
    /// How many frontiers there are with no cell swept, with one, and so on.
    counts: Vec<usize>,
    /// The last cell that is swept where the frontiers are shown, and how many are.
    after: String,
    swept: usize,
    /// In how many ways the open ones among them can be filled.
    fillings: String,
    /// The likeliest frontiers, at most 64.
    frontiers: Vec<Frontier>,
    /// How many there are.
    of: usize,
    lost: Lost,
}

/// A frontier, for programs.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "HexFrontier")]
struct Frontier {
    /// In each column of the sweep the swept cell that lies lowest.
    cells: Vec<FrontierCell>,
    /// How many fillings of the swept part come to it.
    ways: String,
    /// The probability that random play does.
    share: f64,
    /// The probability that the colour is connected in the end, if it does.
    odds: f64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "HexFrontierCell")]
struct FrontierCell {
    cell: String,
    state: State,
    /// Of a group, its number, from 1: cells of the same number are joined.
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<u32>,
}

/// What a cell of a frontier holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "HexFrontierState")]
enum State {
    /// No stone that could still join anything.
    None,
    /// A stone joined to where the sweep begins, or a cell that might as well have one.
    Start,
    /// The same of a group that is not joined there.
    Group,
}

/// The fillings of the swept part that have lost already.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "HexLost")]
struct Lost {
    ways: String,
    share: f64,
}

const fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

fn frontier(told: &HoodFrontier) -> Frontier {
    let cells = told.cells.iter().map(|cell| {
        let (state, group) = match cell.state {
            HoodState::None => (State::None, None),
            HoodState::Start => (State::Start, None),
            HoodState::Group(number) => (State::Group, Some(number)),
        };
        FrontierCell { cell: cell.cell.to_string(), state, group }
    });
    Frontier { cells: cells.collect(), ways: told.ways.to_string(), share: told.share, odds: told.odds }
}

/// The most frontiers in a table: programs are told more.
const ROWS: usize = 20;

/// A probability in per cent.
fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

impl HoodGame for Hex {
    type Found = Hood;
    type Hood = Told;

    const AFTER: bool = true;

    fn find_hood(
        solver: &mut hex::Solver,
        position: &Position,
        after: Option<Cell>,
        limits: &Limits<'_>,
    ) -> Result<Solution<Hood>, SolveError> {
        solver.hood(position, after, limits)
    }

    fn hood_text(_: &Position, hood: &Hood) -> String {
        let colour = name(hood.colour);
        let mut told = format!(
            "The sweep goes from {} to {}, cell by cell, and keeps what {colour}'s stones can still come to: a frontier.\n",
            hood.order[0],
            hood.order[hood.order.len() - 1]
        );
        told.push_str("Frontiers before the first cell, and after each:\n");
        told.push_str(&wrapped(hood.counts.iter().map(usize::to_string)));
        let after = hood.order[hood.swept - 1];
        let _ = writeln!(
            told,
            "\nAfter {after} {} swept, in {} fillings that come to {}; {} have lost ({} per cent).",
            counted(hood.swept, ["cell is", "cells are"]),
            hood.fillings,
            counted(hood.of(), ["frontier", "frontiers"]),
            hood.lost,
            percent(hood.lost_share)
        );
        let Some(first) = hood.frontiers.first() else { return told };
        let cells: Vec<String> = first.cells.iter().map(|cell| cell.cell.to_string()).collect();
        let _ = writeln!(told, "Its cells, one a column: {}.\n", cells.join(" "));
        let mut table = Table::new(&[
            ("frontier", Align::Left),
            ("fillings", Align::Right),
            ("share", Align::Right),
            ("odds", Align::Right),
        ]);
        for frontier in hood.frontiers.iter().take(ROWS) {
            let states = frontier.cells.iter().map(|cell| match cell.state {
                HoodState::None => "·".to_owned(),
                HoodState::Start => "s".to_owned(),
                HoodState::Group(number) => number.to_string(),
            });
            let states = states.collect::<Vec<_>>().join(" ");
            table.row(
                vec![states, frontier.ways.to_string(), percent(frontier.share), percent(frontier.odds)],
                false,
            );
        }
        let _ = write!(told, "{table}");
        if hood.of() > ROWS {
            let _ = writeln!(told, "... and {} more", hood.of() - ROWS);
        }
        for line in [
            format!(
                "s: joined to where the sweep begins; numbers: joined to each other; ·: no stone of {colour} that matters"
            ),
            format!(
                "share: how likely play comes to it, odds: how likely {colour} is connected then, in per cent"
            ),
        ] {
            let _ = writeln!(told, "{}", faint(&line));
        }
        told
    }

    fn hood(_: &Position, hood: &Hood) -> Told {
        Told {
            along: hood.along.to_string(),
            colour: name(hood.colour),
            order: hood.order.iter().map(Cell::to_string).collect(),
            counts: hood.counts.clone(),
            after: hood.order[hood.swept - 1].to_string(),
            swept: hood.swept,
            fillings: hood.fillings.to_string(),
            frontiers: hood.frontiers.iter().map(frontier).collect(),
            of: hood.of(),
            lost: Lost { ways: hood.lost.to_string(), share: hood.lost_share },
        }
    }
}
