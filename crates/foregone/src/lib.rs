//! Exact answers for board games whose outcome is a foregone conclusion.
//!
//! Three games share one idea: positions that look exponential collapse to a small boundary, and on that boundary
//! the exact answer is fast.
//!
//! | module | game | the boundary |
//! |---|---|---|
//! | [`contour`] | two players take the cells of a scored grid in staircase order, or the elements of any [poset](contour::poset) | the contour, a lattice path |
//! | [`hex`] | Hex, both sides filling random empty cells | the frontier with its connectivity |
//! | [`dots`] | Dots and Boxes | the chains and loops that are left |
//!
//! Each game's wing has the same rooms: `board` (the rules), `notation` (text), `textbook` (the classic methods, short
//! and readable), the kernels, and `solve`, whose `Solver` implements [`Solver`]: the value of a position, of every
//! move in it, and the best line; [`Explain`] says why. All of them are held against [`oracle`], a plain solver that knows nothing but
//! [`Rules`].
//!
//! The library does no input or output, prints nothing and reads no clock but the one that the caller puts into
//! [`Limits`].

pub mod analysis;
pub mod cell;
pub mod checkpoint;
pub mod contour;
pub mod dots;
pub mod explain;
pub mod forecast;
pub mod game;
pub mod generate;
pub mod hex;
pub mod judge;
pub mod limits;
mod machine;
pub mod method;
mod once;
pub mod oracle;
pub mod paged;
pub mod play;
pub mod report;
mod seal;
pub mod shards;
pub mod text;
pub mod value;
pub mod verify;

pub use analysis::{Analysis, AnalysisOf, Line, LineOf, MoveValue, Ply, Solution, Solver, TellOf};
pub use cell::Cell;
pub use checkpoint::CheckpointError;
pub use explain::{Explain, Explained, ExplainedBy, Explanation, ExplanationOf};
pub use forecast::{Forecast, Foreseen, Question, Sure};
pub use game::{IllegalMove, Rules, Side};
pub use judge::JudgeFormat;
pub use limits::{Budget, Limits, Progress};
pub use method::{Method, UnknownMethod};
pub use paged::TableError;
pub use report::{Report, SolveError, StopReason};
pub use shards::Shards;
pub use value::{Known, Margin, Odds, Outcome, Value};
