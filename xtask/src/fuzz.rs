//! The fuzz targets, one after the other. Inputs that are new to a target stay in `fuzz/corpus`, what breaks it in
//! `fuzz/artifacts`.

use std::fs;
use std::io::{self, Write as _};

use super::{cargo, is_there, root};

const TARGETS: &[&str] = &[
    "parse_contour",
    "parse_hex",
    "parse_dots",
    "parse_poset_coins",
    "checkpoint",
    "pairs_contour",
    "pairs_hex",
    "pairs_dots",
];

/// Runs each target for so many seconds, and says whether none found anything.
pub fn run(seconds: &str) -> io::Result<bool> {
    if !is_there("cargo-fuzz") {
        writeln!(io::stderr(), "cargo-fuzz is missing: cargo install cargo-fuzz --locked")?;
        return Ok(false);
    }
    let time = format!("-max_total_time={seconds}");
    for target in TARGETS {
        let corpus = root().join("fuzz/corpus").join(target);
        fs::create_dir_all(&corpus)?;
        let (corpus, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
        // The few parts that are `unsafe` are watched by tests of their own; watching all would take minutes to compile.
        let arguments = ["fuzz", "run", "--sanitizer", "none", target, &corpus, &seeds, "--", &time];
        // Counting what is reached is not stable yet, but the stable toolchain can.
        if !cargo(&arguments, &[("RUSTC_BOOTSTRAP", "1")])? {
            return Ok(false);
        }
    }
    Ok(true)
}
