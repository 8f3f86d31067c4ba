//! Parts of the library with every access to memory watched: the `unsafe` ones by AddressSanitizer in CI, and by Miri where
//! it is asked for; threads by ThreadSanitizer. The last two come with a nightly toolchain:
//! `rustup toolchain install nightly --component miri,rust-src`.

use std::ffi::OsStr;
use std::io;

use super::{Check, root, run};

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The `unsafe` parts at small sizes under AddressSanitizer.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub const ADDRESSES: Check = (
    &[
        "test",
        "--locked",
        "--package",
        "foregone",
        "--lib",
        "--target",
        TARGET,
        "--target-dir",
        "target/sanitized",
        "contour::sweep::lanes",
        "--",
        "contour::sweep::levels::pages",
        "contour::sweep::levels::sharded",
        "contour::sweep::levels::tests::rows_stored_past_the_caches",
        "dots::search::key",
        "dots::search::lanes",
        "dots::search::table",
        "hex::residues",
    ],
    &[
        // The option is not stable yet, but the runtime comes with the stable toolchain.
        ("RUSTC_BOOTSTRAP", "1"),
        ("RUSTFLAGS", "-Zsanitizer=address"),
        // The kernels' straight-line code is long, and optimised with all the watching takes minutes to compile.
        ("CARGO_PROFILE_TEST_OPT_LEVEL", "0"),
        ("CARGO_PROFILE_TEST_DEBUG", "0"),
    ],
);

/// Runs the `unsafe` parts in Miri, which also knows of rules that no processor checks. It takes a minute.
pub fn miri() -> io::Result<bool> {
    let words = ["miri", "test", "--locked", "--package", "foregone", "--lib", "--target-dir", "target/miri"];
    let tests = ["contour::sweep::lanes", "--", "contour::sweep::levels::pages", "dots::search::lanes"];
    nightly(&[&words[..], &tests].concat(), &[])
}

/// Runs what the library does by threads under ThreadSanitizer, with a standard library that is watched as well. It takes
/// some 13 minutes of a processor, compilation included.
pub fn threads() -> io::Result<bool> {
    let words = ["test", "-Zbuild-std", "--locked", "--package", "foregone", "--lib", "--test", "it"];
    let tests = [
        "--target",
        TARGET,
        "--target-dir",
        "target/threads",
        "arithmetics_and_threads_agree",
        "--",
        "contour::sweep::levels",
        "dense::a_run_that_was_stopped",
        "dense::a_search_takes_fewer_states",
        "dense::what_is_wrong_in_the_beginning",
        "hex::fillings::threads_change_nothing",
        "once::",
        "threads_and_tables_of_any_size",
    ];
    let variables = [
        ("RUSTFLAGS", "-Zsanitizer=thread"),
        ("CARGO_PROFILE_TEST_OPT_LEVEL", "1"),
        ("CARGO_PROFILE_TEST_DEBUG", "0"),
    ];
    nightly(&[&words[..], &tests].concat(), &variables)
}

fn nightly(words: &[&str], variables: &[(&str, &str)]) -> io::Result<bool> {
    let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, OsStr::new(value))).collect();
    run(&root(), OsStr::new("rustup"), &[&["run", "nightly", "cargo"], words].concat(), &variables)
}
