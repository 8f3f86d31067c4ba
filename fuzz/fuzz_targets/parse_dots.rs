//! Texts of Dots and Boxes: `0` the one-line notation, `1` one a line, `2` the judges' form, `3` to `8` those of other programs,
//! `9` chains and loops, `:` an edge.

#![no_main]

use foregone::dots::{Edge, Form, Loony, Position};
use foregone_fuzz::{form_and_text, goes_round, goes_round_for_judges, one_line};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match form_and_text(bytes, 11) {
        Some((0, text)) => goes_round::<Position>(text),
        Some((1, text)) => match Position::read_lines(text) {
            Ok(read) => {
                let written: String = read.iter().map(|position| format!("{position}\n")).collect();
                assert_eq!(Position::read_lines(&written), Ok(read), "{text:?}");
            }
            Err(error) => one_line(&error),
        },
        Some((2, text)) => goes_round_for_judges::<Position>(text),
        Some((9, text)) => goes_round::<Loony>(text),
        Some((10, text)) => goes_round::<Edge>(text),
        Some((form, text)) => {
            let form = Form::ALL[form - 3];
            match form.read(text) {
                Ok(read) => {
                    let written = form.write(&read);
                    let again = form.read(&written).unwrap_or_else(|error| panic!("{written:?}: {error}"));
                    // Whoever has moved, the first side moves.
                    let read = Position::new(read.rows(), read.columns(), read.drawn().to_vec());
                    assert_eq!(Ok(again), read, "{text:?} becomes {written:?}");
                }
                Err(error) => one_line(&error),
            }
        }
        None => {}
    }
});
