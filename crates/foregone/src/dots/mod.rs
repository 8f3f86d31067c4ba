//! Dots and Boxes: draw edges, close boxes, and a closed box means another move.
//!
//! Seen as strings and coins, a box is a coin, an undrawn edge a string that ties it to a neighbour or to the ground
//! (the outside), and drawing an edge cuts its string. Most of a game is a fight about who must open the first long
//! chain; what is left then, chains and loops alone, has a closed form. The search goes no further than that.
//!
//! | room | what it holds |
//! |---|---|
//! | `board` | the rules: [`Board`], [`Edge`], [`Position`] |
//! | `notation` | one-line text, the judges' format, the forms of other programs |
//! | [`graph`] | strings and coins; chains, loops and the rest |
//! | `captures` | what can be captured at once, and what may be handed back |
//! | [`loony`] | chains and loops alone: the closed form |
//! | `openings` | chains and loops of all sizes, those that boards do not have, too: a table |
//! | `outlook` | a position taken apart, and what each move changes |
//! | `quiet` | what is asked of a search: "is the margin of a quiet position this or more?" |
//! | `search` | everything but chains and loops alone: the fast search |
//! | `wide`, with `loose`, `symmetry`, `table` | the plain search, for scattered cores of large boards too |
//! | [`dense`] | every position of a small board, in a file |
//! | `lookup`, `searched` | every move's margin, by the closed form and by a search |
//! | [`nimstring`] | the same moves without a score: who gets control |
//! | `textbook` | the chain and loop table, and plain memoised search |
//! | `solve` | [`Solver`] and its [`Method`]s |
//! | `shards` | a position cut into tasks: the first plies, with bounds that they share |
//! | `forecast` | what a question will cost, by what was measured |
//! | `hood` | what the search keeps of a position, for those who want to see it |
//! | [`generate`] | positions and puzzles that random play comes to |
//! | [`why`] | chains, loops and junctions; what each move gives away; who controls |
//! | [`coins`] | the same game on any multigraph |
//!
//! ```
//! use foregone::dots::{Position, Solver};
//! use foregone::{Limits, Margin, Solver as _};
//!
//! let position: Position = "2x2".parse()?;
//! let analysis = Solver::new().analyze(&position, &Limits::none())?;
//! assert_eq!(analysis.value.exact(), Some(&Margin::new(2)));
//! assert_eq!(analysis.moves.len(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod captures;
pub mod coins;
pub mod dense;
mod forecast;
pub mod generate;
pub mod graph;
mod hood;
mod lookup;
pub mod loony;
mod loose;
mod method;
pub mod nimstring;
mod notation;
mod openings;
mod outlook;
mod quiet;
mod search;
mod searched;
mod shards;
mod solve;
mod symmetry;
mod table;
mod textbook;
pub mod why;
mod wide;

pub use board::{Board, BoardError, Edge, MAX_SIDE, Position, Start};
pub use hood::{Core, Finds, Hood, Kept, hood};
pub use loony::{Clause, Control, Loony};
pub use method::Method;
pub use notation::{Form, NotationError};
pub use shards::{Cut, Margins, Shards};
pub use solve::Solver;
