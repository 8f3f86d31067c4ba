//! Contour on grids and on posets: a position made up from the bytes, answered by everybody as in the cross-check.

#![no_main]

use std::cell::RefCell;

use foregone_fuzz::run::Game as _;
use foregone_fuzz::{check, contour, poset};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static BOARDS: RefCell<contour::Contour> = RefCell::new(contour::Contour::new());
    static OTHERS: RefCell<poset::OnPosets> = RefCell::new(poset::OnPosets::new());
}

fuzz_target!(|bytes: &[u8]| {
    match bytes.split_first() {
        Some((first, rest)) if first % 2 == 0 => BOARDS.with_borrow_mut(|game| check(game, rest)),
        Some((_, rest)) => OTHERS.with_borrow_mut(|game| check(game, rest)),
        None => {}
    }
});
