//! Contour: two players take the cells of a scored grid in staircase order.
//!
//! A cell may be taken once its left and its upper neighbour are. Each cell has one score for [`Side::First`] and
//! another for [`Side::Second`]; whoever takes it scores its own. The game ends when every cell is taken, and each
//! side wants to win by as much as it can.
//!
//! The cells taken always form an [`OrderIdeal`], a staircase in the top left corner. It is told by its *contour*,
//! the lattice path along its edge, so a board of `n` rows and `m` columns has no more than `C(n + m, n)` positions:
//! 184,756 for a 10×10 board. Of the scores, only the [swing](Board::swing) of each cell decides who should take what:
//! both sides' scores of it added up. So one number for each order ideal, the same whoever is to move, holds the
//! values of a whole board, and one pass over the ideals from the full board backwards finds them all.
//!
//! ```
//! use foregone::contour::{Position, Solver};
//! use foregone::{Limits, Margin, Solver as _};
//!
//! let position: Position = "2x3:2,7,3/9,1,2|3,7,2/2,3,1".parse()?;
//! let analysis = Solver::new().analyze(&position, &Limits::none())?;
//! assert_eq!(analysis.value.exact(), Some(&Margin::new(2)));
//! assert_eq!(analysis.best_move().map(|cell| cell.to_string()).as_deref(), Some("a1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rooms
//! | room | what is in it |
//! |---|---|
//! | `ideal` | the cells taken: order ideals |
//! | `board` | scores, positions, the rules |
//! | `notation` | positions as one line of text, and the format of the judges |
//! | `textbook` | the methods that are taught, short and readable |
//! | `layout` | an address for every order ideal that can still be reached |
//! | `sweep` | the value of all of them, from the full board backwards |
//! | `method`, `solve` | the methods by name, and the front door |
//! | `shards` | the sweep as tasks, for many processes |
//! | `hood` | what the sweep keeps for a position, for those who want to see it |
//! | [`generate`] | boards and positions made up, and puzzles among them |
//! | [`poset`] | the same game on any finite poset |
//!
//! The game is problem P4363 of Luogu, BZOJ 5248 and LibreOJ 2471, set in 2018 for boards up to 10×10.
//!
//! [`Side::First`]: crate::Side::First
//! [`Side::Second`]: crate::Side::Second

mod board;
pub mod generate;
mod hood;
mod ideal;
mod layout;
mod method;
mod notation;
pub mod poset;
mod shards;
mod solve;
mod sweep;
mod textbook;
mod why;

pub use board::{Board, BoardError, MAX_SIDE, Position};
pub use hood::{Hood, hood};
pub use ideal::{OrderIdeal, Step};
pub use method::Method;
pub use notation::NotationError;
pub use shards::{ShardOptions, Shards, Worth};
pub use solve::Solver;
pub use why::{CLOSED_FORM, ClosedForm, GridWhy, Loss, Reason, Reply, Weighed, Why};
