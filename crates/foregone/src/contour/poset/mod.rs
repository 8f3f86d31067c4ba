//! The Contour game on any finite poset: take an element once its prerequisites are taken.
//!
//! Each element has one score for [`Side::First`] and another for [`Side::Second`], of either sign; whoever takes it
//! scores its own. The sides take turns, the game ends when every element is taken, and each side wants to win by as much
//! as it can. A grid in which every cell needs its left and its upper neighbour is Contour itself; boxes, skew shapes,
//! boards with holes, trees and trades that unlock each other are posets like any other.
//!
//! ```
//! use foregone::contour::poset::{Position, Solver};
//! use foregone::{Limits, Margin, Solver as _};
//!
//! let position: Position = "root 1 2; left 3 4: root; right 5 6: root; top 7 8: left right".parse()?;
//! let solution = Solver::new().solve(&position, &Limits::none())?;
//! assert_eq!(solution.value.exact(), Some(&Margin::new(1 - 6 + 3 - 8)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # One number for each order ideal
//! Let the *swing* `S` of an element be both of its scores added up, and let `t` be the elements left. With
//!
//! ```text
//! g(t) = max over available x of  S(x) - g(t - x),      g(nothing left) = 0
//! ```
//!
//! the value for the side to move is `(d(t) + g(t)) / 2`, where `d(t)` is what the mover's scores of the elements left sum
//! to, less the other side's. By induction a move `x` is worth
//! `own(x) - (-(d(t) - own(x) + other(x)) + g(t - x)) / 2 = (d(t) + S(x) - g(t - x)) / 2`. So `g` is the same whoever is to
//! move.
//!
//! # The maximum lemma
//! *An available element whose swing is the greatest of all elements left, available or not, is a best move.*
//!
//! First a claim. Let `M` be at least every swing in `t`, and `y`, `z` available in `t`. Then
//!
//! ```text
//! g(t - y) - g(t - z)  <=  2 M - S(y) - S(z).
//! ```
//!
//! The proof is by induction on the number of elements. If `y = z`, the left side is 0, the right side no less. Otherwise
//! let `w` be a best move in `t - y`, so that `g(t - y) = S(w) - g(t - y - w)`, and answer it in `t - z`:
//!
//! - `w = z`: answer with `y`. Then `g(t - z) >= S(y) - g(t - y - z)`, and the difference is at most `S(z) - S(y)`, which
//!   `S(z) <= M` bounds as claimed.
//! - `w` was available in `t`: answer with `w` itself. The difference is at most `g(t - w - z) - g(t - w - y)`, and the
//!   claim for `t - w`, with `z` and `y` changed over, bounds it.
//! - `w` became available by taking `y`: answer with `y`. The difference is at most
//!   `S(w) - S(y) + g(t - y - z) - g(t - y - w)`. In `t - y` both `z` and `w` are available, so by the claim there it is at
//!   most `S(w) - S(y) + 2 M - S(z) - S(w)`.
//!
//! Now let `x` be available with `S(x) = M`, and `y` another available element; `y` is to be worth no more than `x`. In
//! `t - y` the element `x` is still there and still the greatest, so by induction it is best: `g(t - y) = M - g(t - x - y)`.
//! Let `z` be a best move in `t - x`. The claim for `t - x` gives
//! `g(t - x) = S(z) - g(t - x - z) <= 2 M - S(y) - g(t - x - y)`. Together,
//! `S(y) - g(t - y) = S(y) - M + g(t - x - y) <= M - g(t - x)`. ∎
//!
//! The lemma says nothing of the other moves: they may be as good, and what each is worth is the `g` of another set.
//!
//! # What does not hold
//! Parts of a poset that have nothing to do with each other are one game all the same, since the turn passes between
//! them: `g` of two parts is not the sum of theirs, nor anything else that the two numbers tell. So parts are not solved
//! by themselves.
//!
//! # The rooms
//! | room | what is in it |
//! |---|---|
//! | `board` | elements, scores, prerequisites |
//! | `position` | what is taken; the rules |
//! | `notation` | posets as text |
//! | `chains` | a cover by chains: an order ideal as one small number a chain |
//! | `arrangement` | the order of the chains |
//! | `layout` | an address for every order ideal, without gaps |
//! | `sweep` | the value of all of them, in one pass backwards |
//! | `layers` | the ideals that the maximum lemma leaves, in hash maps |
//! | `why` | the reasons for the value of a position: those of the grid |
//! | `method`, `solve` | the methods by name, and the front door |
//!
//! [`Side::First`]: crate::Side::First
//! [`Side::Second`]: crate::Side::Second

mod arrangement;
mod board;
mod chains;
mod layers;
mod layout;
mod method;
mod notation;
mod position;
mod solve;
mod sweep;
mod why;

pub use board::{Element, Entry, Poset, PosetError};
pub use method::Method;
pub use notation::NotationError;
pub use position::Position;
pub use solve::Solver;
pub use why::{Border, PosetWhy};
