//! Hex under random play: the exact odds that a side ends up connected, now and after every move.
//!
//! One colour joins the top of a rectangle of hexagons with its bottom, the other left with right; stones are put on
//! empty cells in turn. When both sides play at random (P17097, "Hex Game", ICPC 2017 Qingdao), filling the board to
//! the end changes no result, so the odds are a count: the fillings, with the right number of stones, in which a side
//! is connected. A sweep over the cells counts them, for all that the swept part can still mean is its *frontier*:
//! which of the cells along its edge hold stones, which of these are joined, and which are joined to the top.
//!
//! [`Colour::White`] is [`Side::First`](crate::Side::First) and by default joins top and bottom; a [`Position`] says
//! which sides White joins. The value of a position is the [`Odds`](crate::Odds) of the side to move.
//!
//! | room | idea |
//! |---|---|
//! | `board` | cells, stones, connection: the rules |
//! | `notation` | positions as text, in our form and in those of other programs |
//! | `method` | the methods by name |
//! | `textbook` | every filling; labelled frontiers in a hash map |
//! | `turns` | who gets the next cell |
//! | `filling` | a position as a filling to count, turned to be no wider than long |
//! | `frontier` | frontiers in their smallest form |
//! | `flat` | all frontiers after a whole row, written down |
//! | `cuts` | how many frontiers there are at each cell of a row |
//! | `transfer` | where each frontier goes, tabled by width |
//! | `network`, `networks` | the frontiers of a filling, layer by layer; which tables are kept |
//! | `arithmetic`, `residues` | numbers of frontiers: words, probabilities, residues modulo primes |
//! | `window` | which counts of stones matter, and how many numbers a sweep keeps |
//! | `sweep`, `kernel` | the backward sweep and the forward sweep; their inner loops |
//! | `watch` | several sweeps at once, within one budget |
//! | `count` | exact counts |
//! | `polynomial` | all numbers of stones at once; crossings of other lattices |
//! | `lengths` | how many stones a colour is short of joining its sides |
//! | `points` | a polynomial by its values at points, modulo primes |
//! | `shards` | a polynomial cut into tasks |
//! | `influence` | which cells decide |
//! | `estimate` | odds in floating point, with a bound of their error |
//! | `sample` | full boards drawn at random |
//! | `solve` | the front door |
//! | `why` | the reasons for the odds |
//! | `forecast` | what a question will cost |
//! | `hood` | the frontiers themselves, for those who want to see them |
//! | [`generate`] | positions that random play comes to, and puzzles among them |
//! | [`perfect`] | the game as it is played: who wins |

mod arithmetic;
mod board;
mod count;
mod cuts;
mod estimate;
mod filling;
mod flat;
mod forecast;
mod frontier;
pub mod generate;
mod hood;
mod influence;
mod kernel;
mod lengths;
mod method;
mod network;
mod networks;
mod notation;
pub mod perfect;
mod points;
mod polynomial;
mod residues;
mod sample;
mod shards;
mod solve;
mod sweep;
mod textbook;
mod transfer;
mod turns;
mod watch;
mod why;
mod window;

pub use board::{Axis, Board, BoardError, Colour, MAX_SIDE, Position};
pub use estimate::{Estimate, Estimates};
pub use frontier::Lattice;
pub use hood::{Hood, HoodCell, HoodFrontier, HoodState};
pub use method::Method;
pub use notation::{Form, FormError, NotationError};
pub use polynomial::Polynomial;
pub use shards::{OddsShards, PolynomialShards};
pub use solve::Solver;
pub use turns::{Turns, TurnsError};
pub use why::{CellWhy, Why};
