//! Texts of Contour: `0` the one-line notation, `1` one a line, `2` the judges' form, `3` the name of a cell.

#![no_main]

use foregone::Cell;
use foregone::contour::Position;
use foregone_fuzz::{form_and_text, goes_round, goes_round_for_judges, one_line};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match form_and_text(bytes, 4) {
        Some((0, text)) => goes_round::<Position>(text),
        Some((1, text)) => match Position::read_lines(text) {
            Ok(read) => {
                let written: String = read.iter().map(|position| format!("{position}\n")).collect();
                assert_eq!(Position::read_lines(&written), Ok(read), "{text:?}");
            }
            Err(error) => one_line(&error),
        },
        Some((2, text)) => goes_round_for_judges::<Position>(text),
        Some((_, text)) => goes_round::<Cell>(text),
        None => {}
    }
});
