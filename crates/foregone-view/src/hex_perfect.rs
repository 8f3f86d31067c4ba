//! Hex under perfect play as interfaces tell it.

use foregone::hex;
use foregone::hex::perfect::{Method, Position, Solver};
use foregone::{Known, Odds, Outcome, Side};

use crate::amount::Amount;
use crate::form::{Form, ReadError};
use crate::game::{Game, Labels, MoveOf};
use crate::hex::{Board, Hex, draw};
use crate::page::Page;
use crate::picture::{self, Marks, PictureError, Scene};
use crate::schema;

/// Hex with both sides playing to win.
pub struct HexPerfect;

/// The form of Hex of a number, for games that end when a colour is connected.
const fn form<const NUMBER: usize>() -> Form<Position> {
    let form = &Hex::FORMS[NUMBER];
    Form {
        name: form.name,
        title: form.title,
        summary: form.summary,
        one_line: form.one_line,
        looks: form.looks,
        read: read::<NUMBER>,
        write: write::<NUMBER>,
    }
}

const _: () = assert!(HexPerfect::FORMS.len() == Hex::FORMS.len(), "a form is left out");

fn read<const NUMBER: usize>(text: &str) -> Result<Vec<Position>, ReadError> {
    Ok((Hex::FORMS[NUMBER].read)(text)?.into_iter().map(Position::from).collect())
}

fn write<const NUMBER: usize>(positions: &[Position]) -> Result<String, ReadError> {
    let boards: Vec<hex::Position> = positions.iter().map(|position| position.board().clone()).collect();
    (Hex::FORMS[NUMBER].write)(&boards)
}

impl Game for HexPerfect {
    type Solver = Solver;
    type Board = Board;

    const NAME: &'static str = "hex-perfect";

    const MEASURED: bool = false;

    const FORMS: &'static [Form<Position>] = &[
        form::<0>(),
        form::<1>(),
        form::<2>(),
        form::<3>(),
        form::<4>(),
        form::<5>(),
        schema::form::<Self>(),
    ];

    fn judge_method() -> Method {
        Method::default()
    }

    fn side(position: &Position, side: Side) -> String {
        Hex::side(position.board(), side)
    }

    fn heading(position: &Position) -> String {
        Hex::heading(position.board())
    }

    fn draw(position: &Position, labels: Option<&Labels<MoveOf<Self>>>, page: Page) -> String {
        let key = match labels {
            Some(_) => {
                let side = position.board().to_move_colour();
                format!("W and B: stones; win, loss: what becomes of {side} if it plays there")
            }
            None => "W and B: stones; ·: empty".to_owned(),
        };
        draw(position.board(), labels, &key, page)
    }

    fn scene(position: &Position, marks: Option<&Marks<MoveOf<Self>>>) -> Result<Scene, PictureError> {
        let meaning = format!("what becomes of {} if it plays there", position.board().to_move_colour());
        picture::hex_scene(position.board(), marks, &meaning)
    }

    fn board(position: &Position) -> Board {
        Hex::board(position.board())
    }

    fn label(value: &Outcome) -> String {
        value.to_string()
    }

    fn amount(value: &Outcome) -> Amount {
        value.into()
    }

    fn other_view(value: Outcome) -> Outcome {
        value.other()
    }

    fn verdict(position: &Position, value: &Known<Outcome>) -> String {
        if let Some(winner) = position.winner() {
            return format!("{winner} is connected already");
        }
        let mover = position.board().to_move_colour();
        match value {
            Known::Exact(Outcome::Win) => format!("{mover} wins with perfect play"),
            Known::Exact(Outcome::Loss) => {
                format!("{} wins with perfect play, whatever {mover} plays", mover.other())
            }
            _ => "Who wins is not known yet".to_owned(),
        }
    }

    fn line_note(_coin: Option<&Odds>) -> &'static str {
        "value: what becomes of the side that moves\n\
         Of its best moves, all of them if it loses, each side takes the one with the best odds under random play; \
         the first one, where the odds are too much for the memory."
    }
}
