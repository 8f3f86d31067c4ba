//! What the sweep of Contour keeps.

use std::fmt::Write as _;

use foregone::contour::{self, Hood, Position};
use foregone::{Cell, Limits, Solution, SolveError};
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::Serialize;

use crate::contour::Contour;
use crate::hood::HoodGame;
use crate::text::{counted, wrapped};

/// What the sweep keeps for a position, for programs; numbers of order ideals are strings of digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContourHood")]
pub struct Told {
    /// The contour from the bottom left corner to the top right one, `U` up and `R` to the right.
    contour: String,
    /// The number of the position's order ideal among all of the board, from 0 for the full board.
    address: String,
    /// All order ideals of the board.
    of: String,
    /// Those that can still be reached.
    ideals: String,
    /// Cells left.
    left: usize,
    /// How many ideals there are with no cell taken from here, with one, and so on; absent on large boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<String>>,
}

fn contour_of(hood: &Hood) -> String {
    hood.contour.iter().map(ToString::to_string).collect()
}

impl HoodGame for Contour {
    type Found = Hood;
    type Hood = Told;

    fn find_hood(
        _: &mut contour::Solver,
        position: &Position,
        _: Option<Cell>,
        limits: &Limits<'_>,
    ) -> Result<Solution<Hood>, SolveError> {
        contour::hood(position, limits)
    }

    fn hood_text(_: &Position, hood: &Hood) -> String {
        let mut told = format!(
            "Contour from the bottom left, U up and R right: {}. A move turns a UR into RU.\n",
            contour_of(hood)
        );
        let _ = writeln!(
            told,
            "Its order ideal is number {} of {}: the full board is number 0, the empty one the last.",
            hood.address, hood.of
        );
        let left = counted(hood.left, ["cell is", "cells are"]);
        let _ = match hood.ideals.to_string().as_str() {
            "1" => writeln!(told, "No cell is left, so no other can be reached."),
            ideals => writeln!(told, "{ideals} can still be reached, this one among them; {left} left."),
        };
        if let Some(levels) = &hood.levels {
            told.push_str("\nOrder ideals by the number of cells taken from here:\n");
            told.push_str(&wrapped(levels.iter().map(BigUint::to_string)));
            // Of equals the first; a sweep keeps two levels side by side.
            let most =
                levels.iter().max().and_then(|most| Some((levels.iter().position(|one| one == most)?, most)));
            if let Some((after, most)) = most {
                let _ = writeln!(told, "The most are after {}: {most}.", counted(after, ["cell", "cells"]));
            }
        }
        told
    }

    fn hood(_: &Position, hood: &Hood) -> Told {
        Told {
            contour: contour_of(hood),
            address: hood.address.to_string(),
            of: hood.of.to_string(),
            ideals: hood.ideals.to_string(),
            left: hood.left,
            levels: hood.levels.as_ref().map(|levels| levels.iter().map(BigUint::to_string).collect()),
        }
    }
}
