//! Texts as all interfaces take them. The first byte says of which game, the second what the text is: `0` positions in a form that
//! is to be found out, `1` lines with a position each, `2` JSON of a board, `3` claimed answers, `4` the record of a game, `5` a
//! position and, in the next line, a move, `6` a position of which the answer goes round as JSON, `7` what is typed during a game.

#![no_main]

use foregone::{Rules as _, Solver as _};
use foregone_fuzz::{form_and_text, limits, one_line, typed};
use foregone_view::lines::{Record, lines};
use foregone_view::play::record;
use foregone_view::schema;
use foregone_view::verify::claims::{self, ClaimedValue, Finding};
use foregone_view::{
    Contour, ContourPoset, Dots, DotsCoins, Game, Hex, HexPerfect, MethodOf, PlayedGame, PositionOf, ValueOf,
    read,
};
use libfuzzer_sys::fuzz_target;

/// Positions with more plies left are not solved.
const FEW: usize = 6;

/// A larger text than this is of a board that takes long to write in all forms.
const LONG: usize = 4_000;

/// Whatever is written in a form is read from it, and then written as the same. Most forms have one position.
fn goes_round<G: Game>(positions: &[PositionOf<G>]) {
    const LISTS: [&str; 2] = ["notation", "judge"];
    for form in G::FORMS.iter().filter(|form| positions.len() == 1 || LISTS.contains(&form.name)) {
        // Not every form says every position.
        let Ok(written) = (form.write)(positions) else { continue };
        let again =
            (form.read)(&written).unwrap_or_else(|error| panic!("{}: {written:?}: {error}", form.name));
        assert_eq!(again.len(), positions.len(), "{}: {written:?}", form.name);
        let twice =
            (form.write)(&again).unwrap_or_else(|error| panic!("{}: {written:?}: {error}", form.name));
        assert_eq!(twice, written, "{}", form.name);
    }
}

fn positions<G: Game>(text: &str) -> Option<Vec<PositionOf<G>>> {
    match read::<G>(None, text, false) {
        Ok(read) => Some(read.positions).filter(|read| read.iter().all(|one| one.to_string().len() < LONG)),
        Err(error) => {
            one_line(&error);
            None
        }
    }
}

/// `start` is a position that answers may be about.
fn check<G: PlayedGame>(what: usize, text: &str, start: &str)
where
    ValueOf<G>: ClaimedValue,
{
    match what {
        0 => {
            let Some(read) = positions::<G>(text) else { return };
            goes_round::<G>(&read);
            for position in &read {
                goes_round::<G>(std::slice::from_ref(position));
            }
        }
        1 => {
            for line in lines(text.as_bytes()) {
                let mut record = Record::default();
                record.line::<G>(
                    None,
                    line,
                    |error| error.to_string(),
                    |position, origin| {
                        let object = schema::placed(origin, schema::board::<G>(position));
                        Ok((foregone_view::lines::json(&object), foregone::StopReason::Finished))
                    },
                );
                for line in record.text.lines() {
                    serde_json::from_str::<serde_json::Value>(line).expect("a record is JSON");
                }
            }
        }
        2 => {
            let Some(form) = G::FORMS.iter().find(|form| form.name == "json") else { return };
            match (form.read)(text) {
                Ok(read) if read.iter().all(|one| one.to_string().len() < LONG) => goes_round::<G>(&read),
                Ok(_) => {}
                Err(error) => one_line(&error),
            }
        }
        3 => claimed::<G>(text, start),
        4 => match record::read::<G>(text) {
            Ok(game) => {
                let written = record::write::<G>(&game);
                let again =
                    record::read::<G>(&written).unwrap_or_else(|error| panic!("{written:?}: {error}"));
                assert_eq!(record::write::<G>(&again), written);
            }
            Err(error) => one_line(&error),
        },
        5 => {
            let Some((position, name)) = text.split_once('\n') else { return };
            let Some(position) = positions::<G>(position).and_then(|mut read| read.pop()) else { return };
            match G::read_move(&position, name) {
                Ok(mv) => {
                    let mut next = position.clone();
                    if next.play(mv).is_ok() {
                        let name = G::move_name(&position, mv);
                        let again =
                            G::read_move(&position, &name).unwrap_or_else(|error| panic!("{name}: {error}"));
                        assert!(again == mv, "{name}");
                        goes_round::<G>(&[next]);
                    }
                }
                Err(error) => one_line(&error),
            }
        }
        6 => {
            let Some(position) = positions::<G>(text).and_then(|mut read| read.pop()) else { return };
            answered::<G>(&position);
        }
        _ => typed(text),
    }
}

fn solver<G: Game>() -> G::Solver {
    G::Solver::with_method(MethodOf::<G>::default())
}

/// Whatever is claimed of a position, that comes to a finding.
fn claimed<G: PlayedGame>(text: &str, start: &str)
where
    ValueOf<G>: ClaimedValue,
{
    let claims = match claims::read(text) {
        Ok(claims) => claims,
        Err(error) => return one_line(&error),
    };
    let position = (G::FORMS[0].read)(start).expect("a position").remove(0);
    let analysis = solver::<G>().analyze(&position, &limits()).expect("an answer");
    for (claim, case) in claims.iter().zip(1..) {
        let found = claims::check::<G>(case, &position, Some(claim), &(&analysis).into(), &analysis.report);
        let told = found.text();
        one_line(&told.strip_suffix('\n').expect("a line"));
        serde_json::to_string(&found).expect("an object of the schema");
    }
}

/// The right answer is right when it is read back, whatever of it is told.
fn answered<G: PlayedGame>(position: &PositionOf<G>)
where
    ValueOf<G>: ClaimedValue,
{
    if position.plies_left() > FEW {
        return;
    }
    let Ok(analysis) = solver::<G>().analyze(position, &limits()) else { return };
    let told = foregone_view::lines::json(&schema::analysis::<G>(position, &analysis));
    let claims = claims::read(&told).unwrap_or_else(|error| panic!("{told}: {error}"));
    let found = claims::check::<G>(1, position, claims.first(), &(&analysis).into(), &analysis.report);
    assert_eq!(found.finding(), Finding::Right, "{told}: {}", found.text());
}

fuzz_target!(|bytes: &[u8]| {
    let Some((game, rest)) = form_and_text(bytes, 6) else { return };
    let Some((what, text)) = form_and_text(rest.as_bytes(), 8) else { return };
    match game {
        0 => check::<Contour>(what, text, "2x2:1,2/3,4|5,6/7,8|1,0"),
        1 => check::<Hex>(what, text, "2x2:W1/2:b"),
        2 => check::<HexPerfect>(what, text, "2x2"),
        3 => check::<Dots>(what, text, "1x2"),
        4 => check::<ContourPoset>(what, text, "a 1 2; b 3 4: a; c 5 0"),
        _ => check::<DotsCoins>(what, text, "ground a b; a b"),
    }
});
