//! Texts of posets and of strings and coins: `0` and `1` posets, `2` and `3` coins, on a line and on several; `4` and `5` the
//! judges' forms of the boards that they come from.

#![no_main]

use foregone::JudgeFormat as _;
use foregone::contour::poset;
use foregone::dots::coins;
use foregone_fuzz::{form_and_text, goes_round, goes_round_for_judges, one_line};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match form_and_text(bytes, 6) {
        Some((0, text)) => goes_round::<poset::Position>(text),
        Some((1, text)) => {
            if let Ok(read) = text.parse::<poset::Position>() {
                assert_eq!(format!("{read:#}").parse::<poset::Position>(), Ok(read), "{text:?}");
            }
        }
        Some((2, text)) => goes_round::<coins::Position>(text),
        Some((3, text)) => {
            if let Ok(read) = text.parse::<coins::Position>() {
                assert_eq!(format!("{read:#}").parse::<coins::Position>(), Ok(read.clone()), "{text:?}");
                for string in read.board().strings() {
                    assert_eq!(read.board().find(&read.board().name(string)), Some(string), "{text:?}");
                }
            }
        }
        Some((4, text)) => goes_round_for_judges::<poset::Position>(text),
        Some((_, text)) => {
            if let Err(error) = coins::Position::read_judge(text) {
                one_line(&error);
            }
        }
        None => {}
    }
});
