//! Answers held against answers: two solvers against each other, or what somebody claims against a solver.
//!
//! What a limit left open agrees with everything that it allows, and is no proof of anything: a comparison says how many
//! values were open.

use std::collections::HashMap;
use std::hash::Hash;

use crate::analysis::{Analysis, AnalysisOf, Solver};
use crate::game::Rules;
use crate::judge::JudgeFormat;
use crate::limits::Limits;
use crate::report::{Report, SolveError};
use crate::value::{Known, Value};

/// What is said of one move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveStatement<M, V> {
    /// The move.
    pub mv: M,
    /// What the position is worth to the mover if it is made.
    pub value: Known<V>,
    /// Whether it is among the best; `None` if nothing is said of that.
    pub best: Option<bool>,
    /// How much less it is worth than the best; `None` if nothing is said of that.
    pub behind: Option<V>,
}

/// What is said of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement<M, V> {
    /// The value of the position, as the mover sees it.
    pub value: Known<V>,
    /// The moves, in any order; `None` if nothing is said of them.
    pub moves: Option<Vec<MoveStatement<M, V>>>,
}

impl<M: Copy, V: Clone> From<&Analysis<M, V>> for Statement<M, V> {
    fn from(analysis: &Analysis<M, V>) -> Self {
        let known = analysis.value.exact().is_some();
        let moves = analysis.moves.iter().map(|judged| MoveStatement {
            mv: judged.mv,
            value: judged.value.clone(),
            best: known.then_some(judged.best),
            behind: judged.behind.clone(),
        });
        Self { value: analysis.value.clone(), moves: Some(moves.collect()) }
    }
}

/// Where a claim and what is right cannot both be true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference<M, V> {
    /// The value of the position.
    Value {
        /// As claimed.
        claimed: Known<V>,
        /// As it is.
        right: Known<V>,
    },
    /// The value of a move.
    Move {
        /// The move.
        mv: M,
        /// As claimed.
        claimed: Known<V>,
        /// As it is.
        right: Known<V>,
    },
    /// Whether a move is among the best: the claim says the opposite of `right`.
    Best {
        /// The move.
        mv: M,
        /// Whether it is.
        right: bool,
    },
    /// How far a move is behind the best.
    Behind {
        /// The move.
        mv: M,
        /// As claimed.
        claimed: V,
        /// As it is.
        right: V,
    },
    /// A legal move of which the claim says nothing, though it speaks of moves.
    Missing {
        /// The move.
        mv: M,
        /// Its value.
        right: Known<V>,
    },
    /// A move that is not legal, or of which the claim spoke before.
    Extra {
        /// The move.
        mv: M,
        /// The value claimed.
        claimed: Known<V>,
    },
}

/// A claim held against what is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison<M, V> {
    /// What is wrong with the claim: first the value, then the moves in its order, then those it leaves out.
    pub differences: Vec<Difference<M, V>>,
    /// Values of which the claim speaks.
    pub values: usize,
    /// Those of them that are not known exactly on both sides, so that they prove nothing if they do not differ.
    pub open: usize,
}

impl<M, V> Comparison<M, V> {
    /// Whether the claim is right; `None` if nothing speaks against it, but not all is known.
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        if !self.differences.is_empty() {
            return Some(false);
        }
        (self.open == 0).then_some(true)
    }
}

/// Holds a claim against what is right, which must speak of moves if the claim does.
///
/// ```
/// use foregone::dots::{Position, Solver};
/// use foregone::verify::{Difference, Statement, compare};
/// use foregone::{Known, Limits, Margin, Solver as _};
///
/// let position: Position = "1x1:1110".parse()?;
/// let right = Statement::from(&Solver::new().analyze(&position, &Limits::none())?);
/// let claimed = Statement { value: Known::Exact(Margin::new(-1)), moves: None };
/// let found = compare(&claimed, &right);
/// assert_eq!(found.agrees(), Some(false));
/// assert!(matches!(found.differences[0], Difference::Value { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn compare<M, V>(claimed: &Statement<M, V>, right: &Statement<M, V>) -> Comparison<M, V>
where
    M: Copy + Eq + Hash,
    V: Value,
{
    let mut found = Comparison { differences: Vec::new(), values: 0, open: 0 };
    if !found.holds(&claimed.value, &right.value) {
        let (claimed, right) = (claimed.value.clone(), right.value.clone());
        found.differences.push(Difference::Value { claimed, right });
    }
    let (Some(said), Some(moves)) = (&claimed.moves, &right.moves) else { return found };
    let mut left: HashMap<M, &MoveStatement<M, V>> = moves.iter().map(|right| (right.mv, right)).collect();
    for claim in said {
        let (mv, claimed) = (claim.mv, claim.value.clone());
        let Some(right) = left.remove(&mv) else {
            found.differences.push(Difference::Extra { mv, claimed });
            continue;
        };
        if !found.holds(&claimed, &right.value) {
            let right = right.value.clone();
            found.differences.push(Difference::Move { mv, claimed, right });
        }
        if let (Some(claimed), Some(right)) = (claim.best, right.best)
            && claimed != right
        {
            found.differences.push(Difference::Best { mv, right });
        }
        if let (Some(claimed), Some(right)) = (&claim.behind, &right.behind)
            && claimed != right
        {
            let (claimed, right) = (claimed.clone(), right.clone());
            found.differences.push(Difference::Behind { mv, claimed, right });
        }
    }
    for right in moves.iter().filter(|right| left.contains_key(&right.mv)) {
        found.differences.push(Difference::Missing { mv: right.mv, right: right.value.clone() });
    }
    found
}

impl<M, V: Value> Comparison<M, V> {
    /// Counts a value, and says whether both can be true of it.
    fn holds(&mut self, claimed: &Known<V>, right: &Known<V>) -> bool {
        self.values += 1;
        self.open += usize::from(claimed.exact().is_none() || right.exact().is_none());
        claimed.agrees_with(right)
    }
}

/// The statement that a solver makes.
pub type StatementOf<S> = Statement<<<S as Solver>::Position as Rules>::Move, <S as Solver>::Value>;

/// What a solver says of a position and, if that is asked, of its moves; and what it cost.
///
/// # Errors
/// [`SolveError`] if it refuses the position.
pub fn state<S: Solver>(
    solver: &mut S,
    position: &S::Position,
    moves: bool,
    limits: &Limits<'_>,
) -> Result<(StatementOf<S>, Report), SolveError> {
    if moves {
        let found = solver.analyze(position, limits)?;
        return Ok((Statement::from(&found), found.report));
    }
    let found = solver.solve(position, limits)?;
    Ok((Statement { value: found.value, moves: None }, found.report))
}

/// Two solvers' answers to one question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified<M, V> {
    /// What the first found, which is the claim.
    pub found: Analysis<M, V>,
    /// What the other found.
    pub against: Analysis<M, V>,
    /// The two compared.
    pub comparison: Comparison<M, V>,
}

/// What [`verify`] tells of a solver's answer.
pub type VerifiedOf<S> = Verified<<<S as Solver>::Position as Rules>::Move, <S as Solver>::Value>;

/// Values a position and its moves by one solver and again by another, each within the same limits.
///
/// # Errors
/// [`SolveError`] if either refuses the position.
pub fn verify<S: Solver>(
    solver: &mut S,
    other: &mut S,
    position: &S::Position,
    limits: &Limits<'_>,
) -> Result<VerifiedOf<S>, SolveError> {
    let found: AnalysisOf<S> = solver.analyze(position, limits)?;
    let against = other.analyze(position, limits)?;
    let comparison = compare(&Statement::from(&found), &Statement::from(&against));
    Ok(Verified { found, against, comparison })
}

/// Whether a line of a judges' output says a value: the same words, whole numbers by what they are worth.
#[must_use]
pub fn says<P: JudgeFormat>(line: &str, value: &P::Value) -> bool {
    let right = P::judge_answer(value);
    let same = |(claimed, right): (&str, &str)| match (claimed.parse::<i64>(), right.parse::<i64>()) {
        (Ok(claimed), Ok(right)) => claimed == right,
        _ => claimed == right,
    };
    line.split_whitespace().count() == right.split_whitespace().count()
        && line.split_whitespace().zip(right.split_whitespace()).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Margin;
    use crate::{dots, hex};

    fn margin(points: i64) -> Known<Margin> {
        Known::Exact(Margin::new(points))
    }

    fn statement(value: i64, moves: &[(char, i64, bool)]) -> Statement<char, Margin> {
        let said = |&(mv, points, best)| {
            let behind = Some(Margin::new(value - points));
            MoveStatement { mv, value: margin(points), best: Some(best), behind }
        };
        Statement { value: margin(value), moves: Some(moves.iter().map(said).collect()) }
    }

    #[test]
    fn each_kind_of_wrong_claim_is_told_apart() {
        let right = statement(2, &[('a', 2, true), ('b', -1, false)]);
        for (claimed, differences) in [
            (right.clone(), vec![]),
            (statement(2, &[('b', -1, false), ('a', 2, true)]), vec![]),
            (Statement { moves: None, ..right.clone() }, vec![]),
            (
                Statement { value: margin(3), ..right.clone() },
                vec![Difference::Value { claimed: margin(3), right: margin(2) }],
            ),
            (
                statement(2, &[('a', 2, true), ('b', 1, false)]),
                vec![
                    Difference::Move { mv: 'b', claimed: margin(1), right: margin(-1) },
                    Difference::Behind { mv: 'b', claimed: Margin::new(1), right: Margin::new(3) },
                ],
            ),
            (
                statement(2, &[('a', 2, true), ('b', -1, true)]),
                vec![Difference::Best { mv: 'b', right: false }],
            ),
            (statement(2, &[('b', -1, false)]), vec![Difference::Missing { mv: 'a', right: margin(2) }]),
            (
                statement(2, &[('a', 2, true), ('c', 0, false), ('a', 2, true), ('b', -1, false)]),
                vec![
                    Difference::Extra { mv: 'c', claimed: margin(0) },
                    Difference::Extra { mv: 'a', claimed: margin(2) },
                ],
            ),
        ] {
            let found = compare(&claimed, &right);
            assert_eq!(found.agrees(), Some(differences.is_empty()), "{claimed:?}");
            assert_eq!(found.differences, differences);
        }
    }

    #[test]
    fn what_is_not_known_is_neither_right_nor_wrong() {
        let claim = |value| Statement::<char, _> { value, moves: None };
        let (three, four) = (Margin::new(3), Margin::new(4));
        for (claimed, right, agrees) in [
            (Known::Exact(three), Known::Unknown, None),
            (Known::Exact(three), Known::AtLeast(three), None),
            (Known::Exact(three), Known::AtLeast(four), Some(false)),
            (Known::Exact(four), Known::AtMost(three), Some(false)),
            (Known::AtMost(three), Known::Exact(four), Some(false)),
            (Known::AtLeast(four), Known::AtMost(three), Some(false)),
            (Known::AtLeast(four), Known::AtMost(four), None),
            (Known::AtLeast(four), Known::AtLeast(three), None),
        ] {
            let found = compare(&claim(claimed.clone()), &claim(right.clone()));
            assert_eq!(found.agrees(), agrees, "{claimed:?} and {right:?}");
            assert_eq!(compare(&claim(right), &claim(claimed)).agrees(), agrees);
        }
    }

    #[test]
    fn judges_lines_are_compared_word_by_word() {
        let four = Margin::new(4);
        for (line, right) in [
            ("4", true),
            (" \t4\r", true),
            ("+4", true),
            ("004", true),
            ("-4", false),
            ("4.0", false),
            ("4 4", false),
            ("", false),
            ("99999999999999999999", false),
        ] {
            assert_eq!(says::<dots::Position>(line, &four), right, "{line:?}");
        }
        let odds = crate::Odds::new(24_u32.into(), 35_u32.into()).unwrap();
        for (line, right) in [
            ("White 0.685714 Black 0.314286", true),
            ("White  0.685714\tBlack 0.314286 ", true),
            ("White 0.68571 Black 0.314286", false),
            ("White 0.314286 Black 0.685714", false),
            ("White 0.685714", false),
        ] {
            assert_eq!(says::<hex::Position>(line, &odds), right, "{line:?}");
        }
    }
}
