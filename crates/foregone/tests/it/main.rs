//! The library held against the oracle, the published facts and the shared cases: one module a wing.

mod checkpoint;
mod contour;
mod dense;
mod dots;
mod driven;
mod forecast;
mod generate;
mod hex;
mod play;
mod poset;
mod random;
mod telling;
mod verify;
mod why;
