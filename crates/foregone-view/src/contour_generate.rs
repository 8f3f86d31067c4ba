//! How hard puzzles of Contour are, as interfaces tell it.

use foregone::contour::generate::{Grade, Recipe};
use serde::Serialize;

use crate::contour::Contour;
use crate::generate::GeneratedGame;

/// How hard a puzzle is, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ToldGrade {
    level: u8,
    /// How many moves there are.
    moves: usize,
    /// How many cells are left.
    left: usize,
    /// Whether the one move that scores most at once is the best.
    most_points: bool,
}

impl GeneratedGame for Contour {
    type Recipe = Recipe;
    type Grade = ToldGrade;

    fn grade(grade: &Grade) -> ToldGrade {
        let Grade { level, moves, left, most_points } = *grade;
        ToldGrade { level: level.number(), moves, left, most_points }
    }

    fn graded(grade: &Grade) -> String {
        let how = match grade.level.number() {
            1 => "no swing left is greater than the best move's",
            2 => "of all moves it has the greatest swing",
            3 => "it takes to look two plies ahead",
            4 => "it takes to look three or four plies ahead",
            _ => "to look four plies ahead is not enough",
        };
        let finds = if grade.most_points { "finds" } else { "does not find" };
        let (level, moves) = (grade.level.number(), grade.moves);
        format!("Level {level}: {how}. Of {moves} moves, to take the most points at once {finds} it.")
    }
}
