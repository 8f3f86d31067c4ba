//! How hard puzzles of Hex are, as interfaces tell it.

use foregone::Odds;
use foregone::hex::generate::{Grade, Recipe};
use serde::Serialize;

use crate::generate::GeneratedGame;
use crate::hex::{Hex, percent};

/// How hard a puzzle is, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ToldGrade {
    level: u8,
    /// How many cells lie on connections of both colours as short as the best move does, or shorter, itself counted.
    alike: usize,
    /// How many cells are empty.
    empty: usize,
    /// Whether no empty cell is nearer to the centre.
    central: bool,
}

impl GeneratedGame for Hex {
    type Recipe = Recipe;
    type Grade = ToldGrade;

    fn grade(grade: &Grade) -> ToldGrade {
        let Grade { level, alike, empty, central } = *grade;
        ToldGrade { level: level.number(), alike, empty, central }
    }

    fn graded(grade: &Grade) -> String {
        let level = grade.level.number();
        let alike = match grade.alike {
            1 => "no other cell lies on connections as short".to_owned(),
            2 => "1 other cell lies on connections as short or shorter".to_owned(),
            alike => format!("{} other cells lie on connections as short or shorter", alike - 1),
        };
        let central = if grade.central { "No" } else { "Some" };
        format!("Level {level}: {alike}. {central} empty cell is nearer to the centre.")
    }

    fn best(coin: Option<&Odds>) -> &'static str {
        match coin {
            None => "One move is best if both sides fill cells at random after it",
            Some(_) => "One move is best if the coin says who fills each cell after it",
        }
    }

    fn worth(value: &Odds) -> String {
        format!("{} per cent", percent(value))
    }
}
