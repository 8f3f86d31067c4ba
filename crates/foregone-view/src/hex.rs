//! Hex as interfaces tell it.

use foregone::cell::column_name;
use foregone::hex::{self, Colour, Method, Position, Solver};
use foregone::{Cell, JudgeFormat as _, Known, Odds, Rules, Side};
use serde::Serialize;

use crate::amount::Amount;
use crate::drawing::{Align, faint, label, pad, trimmed};
use crate::game::{Form, Game, Labels, ReadError, each};

/// Hex with both sides filling random empty cells.
pub struct Hex;

/// A hex board for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Board {
    rows: usize,
    columns: usize,
    /// Row by row, `W`, `B` or `.` for each cell.
    cells: Vec<String>,
    white_joins: String,
    black_joins: String,
    /// The colour that is connected already, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
}

/// Per cent with one place, rounded half to even: `"68.6"`.
pub(crate) fn percent(odds: &Odds) -> String {
    let digits = odds.to_decimal(3).replace('.', "");
    let (whole, tenth) = digits.split_at(digits.len() - 1);
    let whole = whole.trim_start_matches('0');
    format!("{}.{tenth}", if whole.is_empty() { "0" } else { whole })
}

impl Game for Hex {
    type Solver = Solver;
    type Board = Board;

    const NAME: &'static str = "hex";

    const FORMS: &'static [Form<Position>] = &[
        Form::notation::<Self>(),
        Form { write: judge, ..Form::judge() },
        Form {
            name: "sgf",
            summary: "A game record, SGF with GM[11]: the end of its main line",
            one_line: true,
            read: |text| Ok(vec![hex::Form::Sgf.read(text)?]),
            write: |positions| Ok(each(positions, |position| hex::Form::Sgf.write(position))),
        },
        Form {
            name: "hexworld",
            summary: "A link to hexworld.org/board, or the part of it from `#` on",
            one_line: true,
            read: |text| Ok(vec![hex::Form::HexWorld.read(text)?]),
            write: |positions| Ok(each(positions, |position| hex::Form::HexWorld.write(position))),
        },
        Form {
            name: "hexwiki",
            summary: "The tag `<hexboard>` of HexWiki",
            one_line: true,
            read: |text| Ok(vec![hex::Form::HexWiki.read(text)?]),
            write: |positions| Ok(each(positions, |position| hex::Form::HexWiki.write(position))),
        },
        Form {
            name: "htp",
            summary: "Commands of the Hex Text Protocol: `boardsize`, `play`",
            one_line: false,
            read: |text| Ok(vec![hex::Form::Htp.read(text)?]),
            write: |positions| Ok(each(positions, |position| hex::Form::Htp.write(position))),
        },
    ];

    fn judge_method() -> Method {
        Method::default()
    }

    fn side(_position: &Position, side: Side) -> String {
        Colour::from(side).to_string()
    }

    fn heading(position: &Position) -> String {
        let (rows, columns) = (position.rows(), position.columns());
        let empty = position.plies_left();
        let turn = if empty == 0 {
            "the board is full".to_owned()
        } else {
            format!("{} to move", position.to_move_colour())
        };
        format!(
            "Hex {rows}x{columns}, {} of {} cells filled, {turn}\nWhite joins {}, Black joins {}",
            rows * columns - empty,
            rows * columns,
            position.axis_of(Colour::White),
            position.axis_of(Colour::Black),
        )
    }

    fn draw(position: &Position, labels: Option<&Labels<Cell>>) -> String {
        let key = match labels {
            Some(_) => "W and B: stones; numbers: per cent for the side to move if it plays there",
            None => "W and B: stones; ·: empty",
        };
        draw(position, labels, key)
    }

    fn board(position: &Position) -> Board {
        let symbol = |cell| match position.stone(cell) {
            Some(Colour::White) => 'W',
            Some(Colour::Black) => 'B',
            None => '.',
        };
        let row = |row| (0..position.columns()).map(|column| symbol(Cell::new(row, column))).collect();
        Board {
            rows: position.rows(),
            columns: position.columns(),
            cells: (0..position.rows()).map(row).collect(),
            white_joins: position.axis_of(Colour::White).to_string(),
            black_joins: position.axis_of(Colour::Black).to_string(),
            winner: position.winner().map(|colour| colour.to_string()),
        }
    }

    fn label(value: &Odds) -> String {
        percent(value)
    }

    fn amount(value: &Odds) -> Amount {
        value.into()
    }

    fn other_view(value: Odds) -> Odds {
        value.complement()
    }

    fn verdict(position: &Position, value: &Known<Odds>) -> String {
        let side = position.to_move_colour();
        if let Some(winner) = position.winner() {
            return format!("{winner} is connected already");
        }
        sentence(side, value, "if both sides fill cells at random")
    }
}

/// The judges' input, where White always joins top and bottom: as in the other forms, colours go by their sides.
fn judge(positions: &[Position]) -> Result<String, ReadError> {
    let positions: Vec<_> =
        positions.iter().map(|position| position.with_white_joining(hex::Axis::TopBottom)).collect();
    Ok(Position::write_judge(&positions)?)
}

/// What the odds of a colour mean, under a condition.
fn sentence(side: Colour, value: &Known<Odds>, how: &str) -> String {
    match value {
        Known::Exact(odds) => {
            format!("{side} connects with probability {odds} = {} {how}", odds.to_decimal(6))
        }
        Known::AtLeast(odds) => format!("{side} connects with probability {odds} or more {how}"),
        Known::AtMost(odds) => format!("{side} connects with probability {odds} or less {how}"),
        Known::Unknown => "The odds are not known yet".to_owned(),
    }
}

/// Hex where a coin says who fills the next cell.
pub struct HexByCoin;

impl Game for HexByCoin {
    type Solver = Solver;
    type Board = Board;

    const NAME: &'static str = Hex::NAME;

    const FORMS: &'static [Form<Position>] = Hex::FORMS;

    fn judge_method() -> Method {
        Hex::judge_method()
    }

    fn side(position: &Position, side: Side) -> String {
        Hex::side(position, side)
    }

    fn heading(position: &Position) -> String {
        Hex::heading(position)
    }

    fn draw(position: &Position, labels: Option<&Labels<Cell>>) -> String {
        Hex::draw(position, labels)
    }

    fn board(position: &Position) -> Board {
        Hex::board(position)
    }

    fn label(value: &Odds) -> String {
        Hex::label(value)
    }

    fn amount(value: &Odds) -> Amount {
        Hex::amount(value)
    }

    fn other_view(value: Odds) -> Odds {
        Hex::other_view(value)
    }

    fn verdict(position: &Position, value: &Known<Odds>) -> String {
        if position.winner().is_some() {
            return Hex::verdict(position, value);
        }
        sentence(position.to_move_colour(), value, "if a coin says who fills the next cell, at random")
    }
}

/// The parallelogram, every row half a cell further right than the one above, and a key to what is drawn.
pub(crate) fn draw(position: &Position, labels: Option<&Labels<Cell>>, key: &str) -> String {
    let width = labels.map_or(1, |labels| labels.width().max(1)) + 1;
    // An even pitch makes half a cell a whole character.
    let pitch = width + width % 2;
    let edge = (position.rows()).to_string().len() + 1;
    let names = (0..position.columns()).map(|column| pad(&column_name(column), pitch, Align::Centre));
    let names = " ".repeat(edge) + &names.collect::<String>();
    let mut text = faint(names.trim_end()) + "\n";
    for row in 0..position.rows() {
        text.push_str(&" ".repeat(row * pitch / 2));
        text.push_str(&faint(&pad(&(row + 1).to_string(), edge - 1, Align::Right)));
        text.push(' ');
        for column in 0..position.columns() {
            let cell = Cell::new(row, column);
            let stone = position.stone(cell);
            match (stone, labels.and_then(|labels| labels.get(cell))) {
                (Some(Colour::White), _) => text.push_str(&pad("W", pitch, Align::Centre)),
                (Some(Colour::Black), _) => text.push_str(&pad("B", pitch, Align::Centre)),
                (None, Some(value)) => text.push_str(&label(value, pitch)),
                (None, None) => text.push_str(&pad("·", pitch, Align::Centre)),
            }
        }
        text.push('\n');
    }
    text.push_str(&faint(key));
    trimmed(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_keep_one_place() {
        for (favourable, possible, expected) in [
            (0_u32, 1_u32, "0.0"),
            (1, 1, "100.0"),
            (24, 35, "68.6"),
            (1, 1000, "0.1"),
            (1, 10_000, "0.0"),
            (1, 2, "50.0"),
        ] {
            assert_eq!(percent(&Odds::new(favourable.into(), possible.into()).unwrap()), expected);
        }
    }
}
