//! Why a position is worth what it is: the door that the wings share.

use crate::analysis::{Analysis, Solver, Valued, open};
use crate::game::Rules;
use crate::limits::{Budget, Limits};
use crate::report::SolveError;

/// A position's analysis, and what explains it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation<M, V, W> {
    /// The value of the position and of every move.
    pub analysis: Analysis<M, V>,
    /// The reasons that the theory of the game gives.
    pub why: W,
}

/// What a solver found in order to explain a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explained<M, V, W> {
    /// The values.
    pub valued: Valued<M, V>,
    /// The name of the method that found them, for the report.
    pub method: &'static str,
    /// The reasons.
    pub why: W,
}

/// A solver that can say why.
///
/// A wing writes which reasons there are and how they are found within a [`Budget`]; opening the budget and ranking the
/// moves are the same for all.
pub trait Explain: Solver {
    /// The reasons that the theory of the game gives.
    type Why;

    /// Finds the values of a position and of its moves, as [`Solver::find_moves`] does, and what explains them.
    ///
    /// A limit reached on the way is no error: what is not known by then is left open, and the rest is said.
    ///
    /// # Errors
    /// [`SolveError`] if the position is refused.
    fn find_why(
        &mut self,
        position: &Self::Position,
        budget: &mut Budget<'_>,
    ) -> Result<ExplainedBy<Self>, SolveError>;

    /// Explains a position: the value of every move, and the reasons.
    ///
    /// # Errors
    /// As [`Solver::analyze`].
    fn why(
        &mut self,
        position: &Self::Position,
        limits: &Limits<'_>,
    ) -> Result<ExplanationOf<Self>, SolveError> {
        let mut budget = open(self, limits)?;
        let Explained { valued, method, why } = self.find_why(position, &mut budget)?;
        let report = budget.close(method, valued.stop);
        Ok(Explanation {
            analysis: Analysis::rank(position.to_move(), valued.value, valued.moves, report),
            why,
        })
    }
}

/// The explanation that a solver gives.
pub type ExplanationOf<S> =
    Explanation<<<S as Solver>::Position as Rules>::Move, <S as Solver>::Value, <S as Explain>::Why>;

/// What a solver finds in order to explain a position.
pub type ExplainedBy<S> =
    Explained<<<S as Solver>::Position as Rules>::Move, <S as Solver>::Value, <S as Explain>::Why>;
