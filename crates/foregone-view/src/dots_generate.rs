//! How hard puzzles of Dots and Boxes are, as interfaces tell it.

use foregone::dots::generate::{Grade, Recipe};
use serde::Serialize;

use crate::dots::Dots;
use crate::generate::GeneratedGame;

/// How hard a puzzle is, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ToldGrade {
    level: u8,
    /// Moves after which no box can be captured that could not be before.
    safe_moves: usize,
}

impl GeneratedGame for Dots {
    type Recipe = Recipe;
    type Grade = ToldGrade;

    fn grade(grade: &Grade) -> ToldGrade {
        ToldGrade { level: grade.level.number(), safe_moves: grade.safe_moves }
    }

    fn graded(grade: &Grade) -> String {
        let level = grade.level.number();
        match grade.safe_moves {
            0 => format!("Level {level}: no move is safe."),
            1 => format!("Level {level}: 1 move is safe."),
            moves => format!("Level {level}: {moves} moves are safe."),
        }
    }
}
