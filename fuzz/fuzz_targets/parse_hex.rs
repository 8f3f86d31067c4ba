//! Texts of Hex: `0` the one-line notation, `1` one a line, `2` the judges' form, `3` to `6` those of other programs, `7` who
//! moves.

#![no_main]

use foregone::hex::{Axis, Form, Position, Turns};
use foregone_fuzz::{form_and_text, goes_round, goes_round_for_judges, one_line};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match form_and_text(bytes, 8) {
        Some((0, text)) => goes_round::<Position>(text),
        Some((1, text)) => match Position::read_lines(text) {
            Ok(read) => {
                let written: String = read.iter().map(|position| format!("{position}\n")).collect();
                assert_eq!(Position::read_lines(&written), Ok(read), "{text:?}");
            }
            Err(error) => one_line(&error),
        },
        Some((2, text)) => goes_round_for_judges::<Position>(text),
        Some((7, text)) => goes_round::<Turns>(text),
        Some((form, text)) => {
            let form = [Form::Sgf, Form::HexWorld, Form::HexWiki, Form::Htp][form - 3];
            match form.read(text) {
                Ok(read) => {
                    // A larger board than the program has is read, and not written.
                    let Ok(written) = form.write(&read) else { return };
                    let again = form.read(&written).unwrap_or_else(|error| panic!("{written:?}: {error}"));
                    // The names of the colours may be exchanged.
                    let [again, read] = [again, read].map(|one| one.with_white_joining(Axis::TopBottom));
                    assert_eq!(again, read, "{text:?} becomes {written:?}");
                }
                Err(error) => one_line(&error),
            }
            let _ = form.read_all(text);
        }
        None => {}
    }
});
