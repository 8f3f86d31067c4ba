//! How any answer is told: one JSON schema and one text form for every interface.
//!
//! A [`Game`] says what is particular to one game: its notation, its board as a picture, the words for a value. What
//! all games share, the JSON [`schema`] and the [`text`] of answers, is written once over it. [`ExplainedGame`] adds the
//! reasons, where a game gives them. Nothing here computes a
//! value or knows a rule: that is the library's.

mod amount;
mod contour;
mod contour_poset;
mod contour_why;
mod dots;
mod dots_coins;
pub mod dots_generate;
pub mod dots_nimber;
pub mod dots_table;
mod dots_why;
mod drawing;
mod explain;
mod game;
mod hex;
pub mod hex_fillings;
mod hex_perfect;
mod hex_why;
pub mod schema;
pub mod text;

pub use amount::Amount;
pub use contour::Contour;
pub use contour_poset::ContourPoset;
pub use dots::Dots;
pub use dots_coins::DotsCoins;
pub use explain::{ExplainedGame, WhyOf};
pub use game::{Form, Game, Labels, MethodOf, MoveOf, PositionOf, ValueOf};
pub use hex::Hex;
pub use hex_perfect::HexPerfect;
