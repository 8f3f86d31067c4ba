//! The original problems' own input and output.

use std::str::FromStr;

/// Positions that can be read from, and written as, the input of the contest problem that a game is known from.
///
/// ```
/// use foregone::hex::{Position, Solver};
/// use foregone::{JudgeFormat as _, Limits, Solver as _};
///
/// let position = &Position::read_judge("1\n3\nW..\n...\n..B\n")?[0];
/// let value = Solver::new().solve(position, &Limits::none())?.value;
/// let answer = value.exact().map(Position::judge_answer);
/// assert_eq!(answer.as_deref(), Some("White 0.685714 Black 0.314286"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait JudgeFormat: FromStr + Sized {
    /// What the problem asks for.
    type Value;

    /// Reads a whole input: one position, or as many as the problem has cases.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    fn read_judge(text: &str) -> Result<Vec<Self>, Self::Err>;

    /// Writes an input; what is written reads back as the same positions.
    ///
    /// # Errors
    /// If the format cannot say so many positions, or one of them.
    fn write_judge(positions: &[Self]) -> Result<String, Self::Err>;

    /// The line of output, without its end, for the value of a position as the side to move sees it.
    fn judge_answer(value: &Self::Value) -> String;
}
