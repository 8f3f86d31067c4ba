//! Positions as text: what is read, what is written, and what is said of text that is wrong.

use super::*;
use foregone::hex::{MAX_SIDE, NotationError};
use proptest::prelude::*;

#[test]
fn positions_are_read_and_written() {
    for (text, written) in [
        ("3x3:W2/3/2B:w", "3x3:W2/3/2B:w"),
        ("3x3:W2/3/2B:b:tb", "3x3:W2/3/2B:b"),
        ("3x3:W2/3/2B:w:lr", "3x3:W2/3/2B:w:lr"),
        ("1x12:B11:b", "1x12:B11:b"),
        ("2x2:WB/BW:w", "2x2:WB/BW:w"),
        ("11x11", "11x11"),
        ("2x3:3/3:w", "2x3"),
        ("2x3:3/3:b", "2x3:b"),
        ("2x3:3/3:w:lr", "2x3:w:lr"),
    ] {
        assert_eq!(position(text).to_string(), written, "{text}");
        assert_eq!(position(written), position(text), "{text}");
    }
    let read = position("2x3:W2/1B1:b:lr");
    assert_eq!((read.rows(), read.columns(), read.open_cells()), (2, 3, 4));
    assert_eq!(read.stone(Cell::new(0, 0)), Some(Colour::White));
    assert_eq!(read.stone(Cell::new(1, 1)), Some(Colour::Black));
    assert_eq!(read.to_move_colour(), Colour::Black);
    assert_eq!(read.axis_of(Colour::Black), Axis::TopBottom);
}

#[test]
fn wrong_positions_are_told_where_and_why() {
    for (text, error) in [
        ("", "column 1: expected a number of rows from 1 to 1000, found the end of the input"),
        ("0x3", "column 1: expected a number of rows from 1 to 1000, found `0x3`"),
        ("3x1001", "column 3: expected a number of columns from 1 to 1000, found `1001`"),
        ("3", "column 2: expected `x`, found the end of the input"),
        ("3x3y", "column 4: expected `:`, found `y`"),
        ("2x3:W2", "column 7: expected `/`, found the end of the input"),
        ("2x3:W3/3:w", "column 6: expected a count of empty cells from 1 to 2, found `3/3:w`"),
        ("2x3:W0W1/3:w", "column 6: expected a count of empty cells from 1 to 2, found `0W1/3:w`"),
        ("2x3:W/3:w", "column 6: expected `W`, `B` or a count of empty cells from 1 to 2, found `/3:w`"),
        ("2x3:WWWB/3:w", "column 8: expected `/`, found `B/3:w`"),
        ("2x3:3/x3:w", "column 7: expected `W`, `B` or a count of empty cells from 1 to 3, found `x3:w`"),
        ("2x3:3/3/3:w", "column 8: expected `:` and the side to move, found `/3:w`"),
        ("2x3:3/3", "column 8: expected `:` and the side to move, found the end of the input"),
        ("2x3:3/3:", "column 9: expected the side to move, `w` or `b`, found the end of the input"),
        ("2x3:3/3:W", "column 9: expected the side to move, `w` or `b`, found `W`"),
        (
            "2x3:3/3:w:",
            "column 11: expected the sides that White joins, `tb` or `lr`, found the end of the input",
        ),
        ("2x3:3/3:w:up", "column 11: expected the sides that White joins, `tb` or `lr`, found `up`"),
        ("2x3:3/3:w:lr:", "column 13: expected the end of the input, found `:`"),
        ("2x3:3/3:w x", "column 11: expected the end of the input, found `x`"),
        (
            "2x3:w2/3:w",
            "column 5: expected `W`, `B` (stones are upper case) or a count of empty cells from 1 to 3, found `w2/3:w`",
        ),
        (
            "2x3:Wb1/3:w",
            "column 6: expected `W`, `B` (stones are upper case) or a count of empty cells from 1 to 2, found `b1/3:w`",
        ),
    ] {
        let found = text.parse::<Position>().unwrap_err();
        assert!(matches!(found, NotationError::Syntax(_)), "{text}");
        assert_eq!(found.to_string(), format!("line 1, {error}"), "{text}");
    }
}

#[test]
fn several_positions_stand_on_a_line_each() {
    let read = |text: &str| {
        let read = Position::read_lines(text).map_err(|error| error.to_string())?;
        Ok::<_, String>(read.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    for (text, expected) in [
        ("3x3", Ok("3x3")),
        ("3x3\n4x4\n", Ok("3x3 4x4")),
        ("\n 1x2:b \r\n\n2x2:W1/2:w:lr", Ok("1x2:b 2x2:W1/2:w:lr")),
        ("", Err("line 1, column 1: expected a number of rows from 1 to 1000, found the end of the input")),
        ("3x3 4x4", Err("line 1, column 5: expected the end of the line, found `4x4`")),
        (
            "3x3\n4x4:w:\n",
            Err(
                "line 2, column 7: expected the sides that White joins, `tb` or `lr`, found the end of the line",
            ),
        ),
    ] {
        assert_eq!(read(text).as_deref().map_err(String::as_str), expected, "{text:?}");
    }
}

#[test]
fn wrong_judges_input_is_told_where_and_why() {
    for (text, error) in [
        ("", "line 1, column 1: expected a number of cases from 0 to 1000000, found the end of the input"),
        ("x", "line 1, column 1: expected a number of cases from 0 to 1000000, found `x`"),
        ("1.5\n", "line 1, column 2: expected white space, found `.5`"),
        ("1\n", "line 2, column 1: expected the side of a board from 1 to 1000, found the end of the input"),
        ("1\n0\n", "line 2, column 1: expected the side of a board from 1 to 1000, found `0`"),
        (
            "2\n1\n.\n",
            "line 4, column 1: expected the side of a board from 1 to 1000, found the end of the input",
        ),
        (
            "1\n2\n..\n.\n",
            "line 4, column 2: expected `W`, `B` or `.` in column 2 of 2, found the end of the line",
        ),
        ("1\n2\n..\n...\n", "line 4, column 3: expected the end of a row of 2, found `.`"),
        ("1\n2\n..\n.w\n", "line 4, column 2: expected `W`, `B` or `.` in column 2 of 2, found `w`"),
        (
            "1\n2\n..\n",
            "line 4, column 1: expected `W`, `B` or `.` in column 1 of 2, found the end of the input",
        ),
        ("1\n1\nW\n1\n", "line 4, column 1: expected the end of the input, found `1`"),
        ("1\n2..\n..\n", "line 2, column 2: expected white space, found `..`"),
    ] {
        let found = Position::read_judge(text).unwrap_err();
        assert!(matches!(found, NotationError::Syntax(_)), "{text}");
        assert_eq!(found.to_string(), error, "{text:?}");
    }
}

#[test]
fn judges_input_goes_round() {
    let text = include_str!("../../cases/hex.in");
    let positions = Position::read_judge(text).unwrap();
    assert_eq!(positions.len(), 30);
    assert!(positions.iter().all(|position| position.to_move_colour() == Colour::White));
    assert!(positions.iter().all(|position| position.white_joins() == Axis::TopBottom));
    assert_eq!(Position::write_judge(&positions).unwrap().trim_end(), text.trim_end());
    assert_eq!(Position::read_judge("0"), Ok(vec![]));
    assert_eq!(Position::write_judge(&[]).as_deref(), Ok("0\n"));
    // Any white space between words, as the judges' own readers take it.
    let read = Position::read_judge(" 2 1 W\r\n2\r\n..\r\n.B\r\n\r\n").unwrap();
    assert_eq!(read.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1x1:W:w", "2x2:2/1B:w"]);
    // Many cases, and boards far larger than theirs.
    let many = vec![position("3x3:W2/3/2B:w"); 5_000];
    assert_eq!(Position::read_judge(&Position::write_judge(&many).unwrap()), Ok(many));
    let large = vec![Position::empty(MAX_SIDE, MAX_SIDE).unwrap()];
    assert_eq!(Position::read_judge(&Position::write_judge(&large).unwrap()), Ok(large));
}

#[test]
fn what_the_judges_cannot_say_is_refused() {
    for (text, reason) in [
        ("2x3", "square boards: found 2x3"),
        ("2x2:2/2:b", "White to move: found Black to move"),
        ("2x2:w:lr", "White joining top and bottom: found White joining left and right"),
    ] {
        let refused = Position::write_judge(&[position("2x2"), position(text)]).unwrap_err();
        assert_eq!(refused.to_string(), format!("the judges' format holds {reason} in position 2"));
    }
}

/// Any position of at most 6x6.
fn any_position() -> impl Strategy<Value = Position> {
    (1..=6_usize, 1..=6_usize).prop_flat_map(|(rows, columns)| {
        let stone = prop_oneof![Just(None), Just(Some(Colour::White)), Just(Some(Colour::Black))];
        let stones = prop::collection::vec(stone, rows * columns);
        let colour = prop_oneof![Just(Colour::White), Just(Colour::Black)];
        let axis = prop_oneof![Just(Axis::TopBottom), Just(Axis::LeftRight)];
        (stones, colour, axis).prop_map(move |(stones, to_move, axis)| {
            Position::new(rows, columns, stones, to_move, axis).unwrap()
        })
    })
}

proptest! {
    #[test]
    fn every_position_goes_round(position in any_position()) {
        prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "[0-9xWB./:wbtlr \n]{0,40}", any in ".{0,40}") {
        for text in [&text, &any] {
            if let Ok(read) = text.parse::<Position>() {
                prop_assert_eq!(read.to_string().parse::<Position>(), Ok(read));
            }
            if let Ok(read) = Position::read_judge(text) {
                prop_assert_eq!(Position::write_judge(&read).and_then(|text| Position::read_judge(&text)), Ok(read));
            }
        }
    }
}
