//! Contour on a poset, as interfaces tell it.

use foregone::contour::poset::{Element, Entry, Method, Poset, PosetError, Position, Solver};
use foregone::{Known, Margin, Rules, Side};
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::contour;
use crate::drawing::{Align, Table, faint};
use crate::form::Form;
use crate::game::{Game, Labels};
use crate::picture::{self, Marks, PictureError, Scene};
use crate::schema;

/// The game of taking the elements of a poset, each after its prerequisites.
pub struct ContourPoset;

/// A poset for programs: what `show` writes, and what is read where a text starts with `{`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    elements: Vec<BoardElement>,
    /// The names of the elements taken.
    #[serde(default)]
    taken: Vec<String>,
}

/// An element for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardElement {
    name: String,
    /// The first player's score.
    first: i64,
    /// The second player's score.
    second: i64,
    /// The names of the elements that must be taken before.
    #[serde(default)]
    prerequisites: Vec<String>,
}

impl TryFrom<Board> for Position {
    type Error = PosetError;

    fn try_from(board: Board) -> Result<Self, PosetError> {
        let entry = |BoardElement { name, first, second, prerequisites }| Entry {
            name,
            first,
            second,
            prerequisites,
        };
        let entries: Vec<Entry> = board.elements.into_iter().map(entry).collect();
        Self::with_taken(Poset::new(&entries)?, board.taken.iter().map(String::as_str))
    }
}

fn name(position: &Position, element: Element) -> String {
    position.poset().name(element).to_owned()
}

impl Game for ContourPoset {
    type Solver = Solver;
    type Board = Board;

    const NAME: &'static str = "contour-poset";

    const FORMS: &'static [Form<Position>] = &[
        Form {
            title: "the notation",
            summary: "An element a line, or several divided by `;`",
            looks: |text| !text.starts_with('{'),
            ..Form::notation(|text| Ok(vec![text.parse()?]))
        },
        Form::judge(),
        schema::form::<Self>(),
    ];

    fn judge_method() -> Method {
        Method::default()
    }

    fn move_name(position: &Position, mv: Element) -> String {
        name(position, mv)
    }

    fn side(_position: &Position, side: Side) -> String {
        side.to_string()
    }

    fn heading(position: &Position) -> String {
        let count = position.poset().len();
        let turn = if position.plies_left() == 0 {
            "the game is over".to_owned()
        } else {
            format!("{} to move", position.to_move())
        };
        format!("Contour on a poset, {} of {count} elements taken, {turn}", count - position.plies_left())
    }

    /// A row for each element, those without prerequisites first.
    fn draw(position: &Position, labels: Option<&Labels<Element>>) -> String {
        let poset = position.poset();
        let last = if labels.is_some() { ("value", Align::Right) } else { ("", Align::Left) };
        let mut table = Table::new(&[
            ("height", Align::Right),
            ("element", Align::Left),
            ("first", Align::Right),
            ("second", Align::Right),
            last,
            ("needs", Align::Left),
        ]);
        let mut elements: Vec<Element> = poset.elements().collect();
        elements.sort_by_key(|&element| poset.height(element));
        for element in elements {
            let label = labels.and_then(|labels| labels.get(element));
            let state = match label {
                Some(label) => label.text.clone(),
                None if position.is_taken(element) => "×".to_owned(),
                None if labels.is_none() && position.is_available(element) => "•".to_owned(),
                None => String::new(),
            };
            let needs: Vec<&str> =
                poset.prerequisites(element).iter().map(|&below| poset.name(below)).collect();
            table.row(
                vec![
                    poset.height(element).to_string(),
                    name(position, element),
                    poset.score(Side::First, element).to_string(),
                    poset.score(Side::Second, element).to_string(),
                    state,
                    needs.join(" "),
                ],
                label.is_some_and(|label| label.best),
            );
        }
        let key = match labels {
            Some(_) => "first, second: what it scores for each; value: that of taking it (× taken)",
            None => "first, second: what it scores for each; ×: taken; •: available",
        };
        format!("{table}{}\n", faint(key))
    }

    fn scene(position: &Position, marks: Option<&Marks<Element>>) -> Result<Scene, PictureError> {
        picture::poset_scene(position, marks)
    }

    fn board(position: &Position) -> Board {
        let poset = position.poset();
        let element = |element| BoardElement {
            name: name(position, element),
            first: poset.score(Side::First, element),
            second: poset.score(Side::Second, element),
            prerequisites: poset.prerequisites(element).iter().map(|&below| name(position, below)).collect(),
        };
        let taken = poset.elements().filter(|&element| position.is_taken(element));
        Board {
            elements: poset.elements().map(element).collect(),
            taken: taken.map(|element| name(position, element)).collect(),
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
            return "The game is over: every element is taken".to_owned();
        }
        let from_here = position.plies_left() < position.poset().len();
        contour::verdict(position.to_move(), from_here, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::ReadError;

    fn read(json: &str) -> Result<Position, ReadError> {
        let read = (schema::form::<ContourPoset>().read)(json);
        read.map(|mut positions| positions.pop().expect("there is one"))
    }

    #[test]
    fn json_goes_round_and_is_checked() {
        let position: Position = "a 1 2; b 3 4: a; taken: a".parse().unwrap();
        let json = serde_json::to_string(&ContourPoset::board(&position)).unwrap();
        assert_eq!(
            json,
            r#"{"elements":[{"name":"a","first":1,"second":2,"prerequisites":[]},{"name":"b","first":3,"second":4,"prerequisites":["a"]}],"taken":["a"]}"#
        );
        assert_eq!(read(&json).unwrap(), position);
        let answer = serde_json::to_string_pretty(&schema::board::<ContourPoset>(&position)).unwrap();
        assert_eq!(read(&answer).unwrap(), position);
        let brief = "\n {\"elements\":[{\"name\":\"a\",\"first\":1,\"second\":2}]}";
        assert_eq!(read(brief).unwrap().to_string(), "a 1 2");
        for (text, message) in [
            ("{", "EOF while parsing an object at line 1 column 1"),
            (
                "{\"elements\":[],\"take\":[]}",
                "unknown field `take`, expected `elements` or `taken` at line 1 column 21",
            ),
            (
                "{\"board\":{\"elements\":[]},\"game\":\"contour-poset\"}",
                "missing field `schema` at line 1 column 48",
            ),
            (
                "{\"schema\":1,\"game\":\"contour-poset\",\n\"board\":{\"element\":[]}}",
                "unknown field `element`, expected `elements` or `taken` at line 2 column 18",
            ),
            (
                "{\"schema\":2,\"game\":\"contour-poset\",\"board\":{\"elements\":[]}}",
                "expected an answer of schema 1, found 2",
            ),
            (
                "{\"schema\":1,\"game\":\"contour\",\"board\":{\"elements\":[]}}",
                "expected an answer about `contour-poset`, found one about `contour`",
            ),
            (
                "{\"schema\":1,\"game\":\"contour\",\"position\":\"1x1:0|0\"}",
                "unknown field `schema`, expected `elements` or `taken` at line 1 column 9",
            ),
            ("{\"elements\":[]}", "a poset has 1 to 4096 elements, not 0"),
            ("{\"elements\":\n[{\"name\":\"a\",\"first\":1}]}", "missing field `second` at line 2 column 23"),
            (
                "{\"elements\":[{\"name\":\"a b\",\"first\":1,\"second\":1}]}",
                "`a b` is no name: expected 1 to 40 characters, none of them white space, `:`, `;` or `#`",
            ),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
