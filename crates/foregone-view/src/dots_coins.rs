//! Strings and coins on any multigraph, as interfaces tell it.

use foregone::dots::coins::{self, BoardError, Cut, GROUND, Method, Position, Solver};
use foregone::{Known, Margin, Rules, Side};
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::drawing::{Align, Table, faint};
use crate::form::Form;
use crate::game::{Game, Labels};
use crate::picture::{self, Marks, PictureError, Scene};
use crate::schema;

/// The game of cutting strings and capturing coins.
pub struct DotsCoins;

/// Strings and coins for programs: what `show` writes, and what is read where a text starts with `{`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// For each string the names of the coins at its ends, `ground` for the ground.
    strings: Vec<[String; 2]>,
    /// The names of the strings that are cut.
    #[serde(default)]
    cut: Vec<String>,
}

impl TryFrom<Board> for Position {
    type Error = BoardError;

    fn try_from(board: Board) -> Result<Self, BoardError> {
        let strings = board.strings.iter().map(|[a, b]| [a.as_str(), b.as_str()]);
        Self::with_cut(coins::Board::new(strings)?, board.cut.iter().map(String::as_str))
    }
}

impl Game for DotsCoins {
    type Solver = Solver;
    type Board = Board;

    const NAME: &'static str = "dots-coins";

    const FORMS: &'static [Form<Position>] = &[
        Form {
            title: "the notation",
            summary: "A string a line, or several divided by `;`",
            looks: |text| !text.starts_with('{'),
            ..Form::notation(|text| Ok(vec![text.parse()?]))
        },
        Form::judge(),
        schema::form::<Self>(),
    ];

    fn judge_method() -> Method {
        Method::default()
    }

    fn move_name(position: &Position, mv: Cut) -> String {
        position.board().name(mv)
    }

    /// As on a board, the sides go by who is to move.
    fn side(position: &Position, side: Side) -> String {
        if side == position.to_move() { "mover".to_owned() } else { "other".to_owned() }
    }

    fn heading(position: &Position) -> String {
        let (coins, strings) = (position.board().coins(), position.board().strings().count());
        format!(
            "Strings and coins, {} of {strings} strings cut, {} of {coins} coins left",
            strings - position.plies_left(),
            position.coins_left()
        )
    }

    /// A row for each coin that is left, with what its strings tie it to.
    fn draw(position: &Position, labels: Option<&Labels<Cut>>) -> String {
        let board = position.board();
        let mut tied: Vec<Vec<String>> = vec![Vec::new(); board.coins()];
        for string in position.strings_left() {
            let value = labels.and_then(|labels| labels.get(string));
            let value = value.map(|label| format!(" ({})", label.text)).unwrap_or_default();
            let [a, b] = board.ends(string);
            let name = |end: Option<usize>| end.map_or(GROUND, |coin| board.coin_name(coin));
            if let Some(coin) = a {
                tied[coin].push(format!("{}{value}", if a == b { "itself" } else { name(b) }));
            }
            if let Some(coin) = b.filter(|_| a != b) {
                tied[coin].push(format!("{}{value}", name(a)));
            }
        }
        let mut table =
            Table::new(&[("coin", Align::Left), ("strings", Align::Right), ("tied to", Align::Left)]);
        for (coin, tied) in tied.iter().enumerate().filter(|(_, tied)| !tied.is_empty()) {
            table.row(vec![board.coin_name(coin).to_owned(), tied.len().to_string(), tied.join(", ")], false);
        }
        let key = match labels {
            Some(_) => "numbers: the mover's margin from here if it cuts that string",
            None => "coins that are left, and what each of their strings ties them to",
        };
        format!("{table}{}\n", faint(key))
    }

    fn scene(position: &Position, marks: Option<&Marks<Cut>>) -> Result<Scene, PictureError> {
        picture::coins_scene(position, marks)
    }

    fn board(position: &Position) -> Board {
        let board = position.board();
        let name = |end: Option<usize>| end.map_or(GROUND, |coin| board.coin_name(coin)).to_owned();
        let cut = board.strings().filter(|&string| position.is_cut(string));
        Board {
            strings: board.strings().map(|string| board.ends(string).map(name)).collect(),
            cut: cut.map(|string| board.name(string)).collect(),
        }
    }

    fn label(value: &Margin) -> String {
        value.to_string()
    }

    fn amount(value: &Margin) -> Amount {
        value.into()
    }

    fn other_view(value: Margin) -> Margin {
        -value
    }

    fn verdict(position: &Position, value: &Known<Margin>) -> String {
        if position.plies_left() == 0 {
            return "The game is over: every string is cut".to_owned();
        }
        crate::dots::verdict("the side to move", position.coins_left(), ["coin", "coins"], value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::ReadError;

    fn read(json: &str) -> Result<Position, ReadError> {
        let read = (schema::form::<DotsCoins>().read)(json);
        read.map(|mut positions| positions.pop().expect("there is one"))
    }

    #[test]
    fn json_goes_round_and_is_checked() {
        let position: Position = "a b; a b; b ground; cut: b-a/2".parse().unwrap();
        let json = serde_json::to_string(&DotsCoins::board(&position)).unwrap();
        assert_eq!(json, r#"{"strings":[["a","b"],["a","b"],["b","ground"]],"cut":["a-b/2"]}"#);
        assert_eq!(read(&json).unwrap(), position);
        let answer = serde_json::to_string_pretty(&schema::board::<DotsCoins>(&position)).unwrap();
        assert_eq!(read(&answer).unwrap(), position);
        assert_eq!(read("\n {\"strings\":[[\"a\",\"a\"]]}").unwrap().to_string(), "a a");
        for (text, message) in [
            ("{", "EOF while parsing an object at line 1 column 1"),
            (
                "{\"strings\":[],\"cuts\":[]}",
                "unknown field `cuts`, expected `strings` or `cut` at line 1 column 20",
            ),
            ("{\"strings\":[]}", "there are 1 to 8192 strings, not 0"),
            (
                "{\"strings\":\n[[\"a\"]]}",
                "invalid length 1, expected an array of length 2 at line 2 column 6",
            ),
            (
                "{\"strings\":[[\"ground\",\"ground\"]]}",
                "string 1 ties the ground to itself: expected a coin at one end",
            ),
            (
                "{\"strings\":[[\"a\",\"b\"]],\"cut\":[\"a-c\"]}",
                "`a-c` is said to be cut, and no string is called so",
            ),
            (
                "{\"schema\":1,\"game\":\"dots\",\"board\":{\"strings\":[]}}",
                "expected an answer about `dots-coins`, found one about `dots`",
            ),
            (
                "{\"schema\":2,\"game\":\"dots-coins\",\"board\":{\"strings\":[]}}",
                "expected an answer of schema 1, found 2",
            ),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
