//! Hex as interfaces tell it.

use std::ops::Range;

use foregone::cell::column_name;
use foregone::hex::{self, Axis, BoardError, Colour, Method, Position, Solver, perfect};
use foregone::{Cell, JudgeFormat as _, Known, Odds, Rules, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::amount::Amount;
use crate::drawing::{Align, faint, label, pad, trimmed};
use crate::form::{Form, ReadError, alone};
use crate::game::{Game, Labels};
use crate::page::Page;
use crate::picture::{self, Marks, PictureError, Scene};
use crate::{play, schema};

/// Hex with both sides filling random empty cells.
pub struct Hex;

/// A hex board for programs: what `show` writes, and what is read where a text starts with `{`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema, Deserialize)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HexBoard")]
pub struct Board {
    rows: usize,
    columns: usize,
    /// Row by row, `W`, `B` or `.` for each cell.
    cells: Vec<String>,
    /// When read, it may be left out, as what follows: White then joins top and bottom.
    #[serde(default = "top_and_bottom")]
    white_joins: String,
    #[serde(default)]
    black_joins: String,
    /// The colour that is connected already, if one is. When read it says nothing, as what Black joins.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
}

fn top_and_bottom() -> String {
    Axis::TopBottom.to_string()
}

/// Why an object is no hex board.
#[derive(Debug, thiserror::Error)]
pub enum HexBoardError {
    /// There are too many or too few rows.
    #[error("rows of `cells`: expected {expected}, found {found}")]
    Rows {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A row is not what it should be.
    #[error("row {row} of `cells`: expected {expected} of `W`, `B` and `.`, found `{found}`")]
    Row {
        /// Which row, from 1.
        row: usize,
        /// How many cells there should be.
        expected: usize,
        /// What is there.
        found: String,
    },
    /// The sides that White joins are none.
    #[error("`white_joins`: expected `top and bottom` or `left and right`, found `{found}`")]
    Joins {
        /// What is there.
        found: String,
    },
    /// The stones make no board.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl TryFrom<Board> for Position {
    type Error = HexBoardError;

    /// White is to move unless there are more white stones than black ones.
    fn try_from(board: Board) -> Result<Self, HexBoardError> {
        let Board { rows, columns, cells, white_joins, .. } = board;
        if cells.len() != rows {
            return Err(HexBoardError::Rows { expected: rows, found: cells.len() });
        }
        let mut stones = Vec::new();
        for (text, row) in cells.iter().zip(1..) {
            let read = text.chars().map(|symbol| match symbol {
                'W' => Some(Some(Colour::White)),
                'B' => Some(Some(Colour::Black)),
                '.' => Some(None),
                _ => None,
            });
            match read.collect::<Option<Vec<_>>>() {
                Some(read) if read.len() == columns => stones.extend(read),
                _ => return Err(HexBoardError::Row { row, expected: columns, found: play::shown(text) }),
            }
        }
        let axes = [Axis::TopBottom, Axis::LeftRight];
        let axis = axes.into_iter().find(|axis| axis.to_string() == white_joins);
        let axis = axis.ok_or_else(|| HexBoardError::Joins { found: play::shown(&white_joins) })?;
        let count = |colour| stones.iter().filter(|stone| **stone == Some(colour)).count();
        let ahead = count(Colour::White) > count(Colour::Black);
        let to_move = if ahead { Colour::Black } else { Colour::White };
        Ok(Self::new(rows, columns, stones, to_move, axis)?)
    }
}

impl TryFrom<Board> for perfect::Position {
    type Error = HexBoardError;

    fn try_from(board: Board) -> Result<Self, HexBoardError> {
        Ok(Position::try_from(board)?.into())
    }
}

/// Per cent with one place, rounded half to even: `"68.6"`. Only what is certain is `100.0`, what is impossible `0.0`.
pub(crate) fn percent(odds: &Odds) -> String {
    let least = Odds::new(1_u32.into(), 2_000_u32.into()).expect("a probability");
    if *odds != Odds::impossible() && *odds <= least {
        return "<0.1".to_owned();
    }
    if *odds != Odds::certain() && odds.complement() <= least {
        return ">99.9".to_owned();
    }
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
        Form::notation(|text| Ok(Position::read_lines(text)?)),
        Form { write: judge, ..Form::judge() },
        Form {
            name: "sgf",
            title: "a game record",
            summary: "A game record, SGF with GM[11]: the end of its main line",
            one_line: true,
            looks: |text| text.starts_with('('),
            read: |text| Ok(hex::Form::Sgf.read_all(text)?),
            write: |positions| each(hex::Form::Sgf, positions),
        },
        Form {
            name: "hexworld",
            title: "a link to HexWorld",
            summary: "A link to hexworld.org/board, or the part of it from `#` on; with `c1` Red is White here",
            one_line: true,
            looks: |text| ["#", "http", "hexworld.org"].iter().any(|begin| text.starts_with(begin)),
            read: |text| Ok(hex::Form::HexWorld.read_all(text)?),
            write: |positions| each(hex::Form::HexWorld, positions),
        },
        Form {
            name: "hexwiki",
            title: "a board of HexWiki",
            summary: "The tag `<hexboard>` of HexWiki; Red is White here",
            one_line: true,
            looks: |text| text.starts_with('<'),
            read: |text| Ok(hex::Form::HexWiki.read_all(text)?),
            write: |positions| each(hex::Form::HexWiki, positions),
        },
        Form {
            name: "htp",
            title: "commands of HTP",
            summary: "Commands of the Hex Text Protocol: `boardsize`, `play`, `undo`",
            one_line: false,
            looks: |text| text.contains("boardsize"),
            read: |text| Ok(hex::Form::Htp.read_all(text)?),
            write: |positions| {
                alone("a session of HTP", positions)?;
                each(hex::Form::Htp, positions)
            },
        },
        schema::form::<Self>(),
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
        format!("Hex {rows}x{columns}, {}, {turn}\n{}", filled(position), sides(position))
    }

    fn heading_by_coin(position: &Position, white: &Odds) -> String {
        let (rows, columns) = (position.rows(), position.columns());
        format!(
            "Hex {rows}x{columns}, {}\n{}\nA coin says who fills the next cell: White with probability {white}",
            filled(position),
            sides(position)
        )
    }

    fn draw(position: &Position, labels: Option<&Labels<Cell>>, page: Page) -> String {
        let key = match labels {
            Some(_) => {
                let side = position.to_move_colour();
                format!("W and B: stones; numbers: per cent for {side} if it plays there")
            }
            None => "W and B: stones; ·: empty".to_owned(),
        };
        draw(position, labels, &key, page)
    }

    fn scene(position: &Position, marks: Option<&Marks<Cell>>) -> Result<Scene, PictureError> {
        let meaning = format!("numbers: per cent for {} if it plays there", position.to_move_colour());
        picture::hex_scene(position, marks, &meaning)
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

    fn verdict_by_coin(position: &Position, value: &Known<Odds>, _: &Odds) -> String {
        if position.winner().is_some() {
            return Self::verdict(position, value);
        }
        sentence(position.to_move_colour(), value, "if the coin says who fills each cell, at random")
    }

    fn caption(position: &Position, value: &Known<Odds>, coin: Option<&Odds>) -> String {
        let verdict = match coin {
            None => Self::verdict(position, value),
            Some(white) => Self::verdict_by_coin(position, value, white),
        };
        match value.exact() {
            // On large boards the fraction has hundreds of digits.
            Some(odds) if odds.denominator().bits() > LONGEST_FRACTION => {
                verdict.replacen(&format!("{odds} = "), "", 1)
            }
            _ => verdict,
        }
    }

    fn line_note(coin: Option<&Odds>) -> &'static str {
        match coin {
            None => {
                "value: per cent for the side before it moves, if both sides fill cells at random from there"
            }
            Some(_) => {
                "value: per cent for the side before it moves, if the coin says who fills each cell from there\n\
                 The coin may name either side at every ply: this is the line in which it names them in turn."
            }
        }
    }
}

/// How many bits the denominator of a fraction may have in a picture.
const LONGEST_FRACTION: u64 = 40;

/// How full the board is.
pub(crate) fn filled(position: &Position) -> String {
    let cells = position.rows() * position.columns();
    format!("{} of {cells} cells filled", cells - position.plies_left())
}

/// Who joins what.
fn sides(position: &Position) -> String {
    let [white, black] = [Colour::White, Colour::Black].map(|colour| position.axis_of(colour));
    format!("White joins {white}, Black joins {black}")
}

/// The judges' input, where White always joins top and bottom: as in the other forms, colours go by their sides.
fn judge(positions: &[Position]) -> Result<String, ReadError> {
    for (position, number) in positions.iter().zip(1..) {
        let mover = position.to_move_colour();
        if position.white_joins() == Axis::LeftRight && position.axis_of(mover) == Axis::LeftRight {
            return Err(format!(
                "the judges' format holds positions where whoever joins top and bottom is to move: found {mover} to move, \
                 who joins left and right, in position {number}"
            )
            .into());
        }
    }
    let positions: Vec<_> =
        positions.iter().map(|position| position.with_white_joining(Axis::TopBottom)).collect();
    Ok(Position::write_judge(&positions)?)
}

/// Positions in a form, one after the other.
fn each(form: hex::Form, positions: &[Position]) -> Result<String, ReadError> {
    positions.iter().map(|position| Ok(form.write(position)? + "\n")).collect()
}

/// What the odds of a colour mean, under a condition.
fn sentence(side: Colour, value: &Known<Odds>, how: &str) -> String {
    match value {
        Known::Exact(odds) => {
            format!("{side} connects with probability {odds} = {} {how}", odds.to_significant(6))
        }
        Known::AtLeast(odds) => format!("{side} connects with probability {odds} or more {how}"),
        Known::AtMost(odds) => format!("{side} connects with probability {odds} or less {how}"),
        Known::Unknown => "The odds are not known yet".to_owned(),
    }
}

/// The parallelogram, every row half a cell further right than the one above, and a key to what is drawn.
pub(crate) fn draw(position: &Position, labels: Option<&Labels<Cell>>, key: &str, page: Page) -> String {
    let (rows, columns) = (position.rows(), position.columns());
    if let Some(refusal) = page.refusal(rows, columns) {
        return refusal;
    }
    let name = column_name(columns - 1).len();
    let width = labels.map_or(1, Labels::width).max(name) + 1;
    // An even pitch makes half a cell a whole character.
    let pitch = width + width % 2;
    let edge = rows.to_string().len() + 1;
    let mut text = String::new();
    let bands = page.bands(rows, edge, pitch / 2, pitch);
    let panels = |rows: &Range<usize>| page.panels(columns, edge + (rows.len() - 1) * pitch / 2, pitch);
    for (rows, columns) in
        bands.flat_map(|rows| panels(&rows).map(move |columns| (rows.clone(), columns)).collect::<Vec<_>>())
    {
        if (rows.start, columns.start) != (0, 0) {
            text.push('\n');
        }
        let names = columns.clone().map(|column| pad(&column_name(column), pitch, Align::Centre));
        let names = " ".repeat(edge) + &names.collect::<String>();
        text.push_str(&(faint(names.trim_end()) + "\n"));
        for row in rows.clone() {
            text.push_str(&" ".repeat((row - rows.start) * pitch / 2));
            text.push_str(&faint(&pad(&(row + 1).to_string(), edge - 1, Align::Right)));
            text.push(' ');
            for column in columns.clone() {
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
    }
    text.push_str(&faint(key));
    trimmed(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_goes_round_and_is_checked() {
        let read = |json: &str| crate::read::<Hex>(None, json, false).map(|read| read.positions);
        for notation in ["3x3", "3x3:W2/3/2B:w", "2x3:W2/3:b", "2x2:WB/2:w:lr"] {
            let position: Position = notation.parse().unwrap();
            let answer = schema::board::<Hex>(&position);
            let board = serde_json::to_string(&Hex::board(&position)).unwrap();
            for json in [serde_json::to_string(&answer).unwrap(), board] {
                assert_eq!(read(&json).unwrap(), std::slice::from_ref(&position), "{json}");
            }
        }
        let odd: Position = "3x3:b".parse().unwrap();
        let odd = serde_json::to_string(&schema::board::<Hex>(&odd)).unwrap();
        for (json, error) in [
            (r#"{"rows":1,"columns":2,"cells":[".."],"whose":1}"#, "unknown field `whose`"),
            (r#"{"rows":1,"columns":2,"cells":[".."],"who\nse":1}"#, r"unknown field `who\nse`"),
            (r#"{"rows":2,"columns":2,"cells":[".."]}"#, "rows of `cells`: expected 2, found 1"),
            (
                r#"{"rows":1,"columns":2,"cells":["w."]}"#,
                "row 1 of `cells`: expected 2 of `W`, `B` and `.`, found `w.`",
            ),
            (
                r#"{"rows":1,"columns":1,"cells":["."],"white_joins":"x"}"#,
                "`white_joins`: expected `top and bottom` or `left and right`, found `x`",
            ),
            (r#"{"rows":0,"columns":1,"cells":[]}"#, "1 to"),
            (r#"{"rows":18446744073709551615,"columns":18446744073709551615,"cells":[]}"#, "rows of `cells`"),
            (&odd, "the board alone has White to move, and the answer says `Black`"),
        ] {
            let told = read(json).unwrap_err().to_string();
            assert!(told.contains(error), "{json}: {told}");
        }
    }

    #[test]
    fn percentages_keep_one_place() {
        for (favourable, possible, expected) in [
            (0_u32, 1_u32, "0.0"),
            (1, 1, "100.0"),
            (24, 35, "68.6"),
            (1, 1000, "0.1"),
            (1, 10_000, "<0.1"),
            (1, 2_000, "<0.1"),
            (1, 1_999, "0.1"),
            (9_999, 10_000, ">99.9"),
            (998, 1_000, "99.8"),
            (1, 2, "50.0"),
        ] {
            assert_eq!(percent(&Odds::new(favourable.into(), possible.into()).unwrap()), expected);
        }
    }
}
