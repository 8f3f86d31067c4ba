//! Dots and Boxes on boards and on graphs: a position made up from the bytes, answered by everybody as in the cross-check.

#![no_main]

use std::cell::RefCell;

use foregone_fuzz::run::Game as _;
use foregone_fuzz::{check, coins, dots};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static BOARDS: RefCell<dots::Dots> = RefCell::new(dots::Dots::new());
    static OTHERS: RefCell<coins::Coins> = RefCell::new(coins::Coins::new());
}

fuzz_target!(|bytes: &[u8]| {
    match bytes.split_first() {
        Some((first, rest)) if first % 2 == 0 => BOARDS.with_borrow_mut(|game| check(game, rest)),
        Some((_, rest)) => OTHERS.with_borrow_mut(|game| check(game, rest)),
        None => {}
    }
});
