//! Hex as it is played, perfectly: who wins a position, which moves win, and how.
//!
//! Where [the rest of the wing](crate::hex) fills the board at random, here both sides play to win, and the game is over when a colour is
//! connected. Every position is won for one side or the other, and from an empty square board the first player wins (Nash); which moves
//! win is known for small boards alone. The value of a position is an [`Outcome`](crate::Outcome).
//!
//! | room | idea |
//! |---|---|
//! | `position` | the rules: a game that ends when a colour is connected |
//! | `cells`, `grid` | sets of cells as bits; what lies around a cell |
//! | `inferior` | dead and captured cells, vulnerable and dominated moves |
//! | `connections` | virtual connections, by the rules *and* and *or* |
//! | `table` | what is remembered of positions |
//! | `search` | who wins, and the cells that a proof takes |
//! | `method`, `solve` | the methods by name; the front door |

mod cells;
mod connections;
mod forecast;
mod grid;
mod inferior;
mod method;
mod position;
mod search;
mod solve;
mod table;
#[cfg(test)]
mod truth;

pub use method::Method;
pub use position::Position;
pub use solve::Solver;
