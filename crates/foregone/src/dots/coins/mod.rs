//! Strings and coins on any multigraph: cut strings, capture coins, and a capture means another move.
//!
//! Dots and Boxes is this game on the graph of its boxes. Here coins need lie on no grid: any number of strings may tie
//! two coins or a coin and the ground, and what hangs together may have any shape. What the Dots wing knows of captures,
//! chains, loops and quiet positions holds for all of it, with loops of two and three coins and of odd sizes besides.
//!
//! | room | what it holds |
//! |---|---|
//! | `board`, `position` | the rules: [`Board`], [`Cut`], [`Position`] |
//! | `notation` | an edge list, a string a line or all on one line |
//! | `solve` | [`Solver`] and its [`Method`]s, over the wing's own kernels |
//!
//! ```
//! use foregone::dots::coins::{Position, Solver};
//! use foregone::{Limits, Margin, Solver as _};
//!
//! // Five coins in a ring: whoever must open it loses all of them.
//! let position: Position = "a b c d e a".parse()?;
//! let analysis = Solver::new().analyze(&position, &Limits::none())?;
//! assert_eq!(analysis.value.exact(), Some(&Margin::new(-5)));
//! assert_eq!(analysis.moves.len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod method;
mod notation;
mod position;
mod solve;

pub use board::{Board, BoardError, Cut, GROUND};
pub use method::Method;
pub use notation::NotationError;
pub use position::Position;
pub use solve::Solver;
