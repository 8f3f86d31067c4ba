//! How any answer is told: one JSON schema and one text form for every interface.
//!
//! A [`Game`] says what is particular to one game: its notation, its board as text and as shapes, the words for a value.
//! What all games share, the JSON [`schema`], the [`text`] and the [`picture`] of answers, is written once over it.
//! [`ExplainedGame`] adds the reasons, where a game gives them, [`GeneratedGame`] and [`PlayedGame`] what it takes to make
//! positions up and to play. Nothing here computes a value or knows a rule: that is the library's.

mod amount;
mod contour;
mod contour_generate;
mod contour_hood;
mod contour_poset;
mod contour_why;
mod dots;
mod dots_coins;
mod dots_generate;
mod dots_hood;
pub mod dots_nimber;
pub mod dots_table;
mod dots_why;
mod drawing;
mod explain;
pub mod forecast;
mod form;
mod game;
pub mod generate;
mod hex;
pub mod hex_fillings;
mod hex_generate;
mod hex_hood;
mod hex_perfect;
mod hex_why;
pub mod hood;
pub mod json_schema;
pub mod lines;
mod page;
pub mod picture;
pub mod play;
pub mod schema;
pub mod service;
pub mod text;
pub mod verify;

pub use amount::Amount;
pub use contour::Contour;
pub use contour_poset::ContourPoset;
pub use dots::Dots;
pub use dots_coins::DotsCoins;
pub use explain::{ExplainedGame, WhyOf};
pub use form::{Form, Guess, Read, ReadError, read};
pub use game::{Game, Labels, MethodOf, MoveOf, PositionOf, ValueOf};
pub use generate::GeneratedGame;
pub use hex::Hex;
pub use hex_perfect::HexPerfect;
pub use hood::HoodGame;
pub use page::Page;
pub use play::PlayedGame;
