//! The fuzz targets, built here as cargo-fuzz builds them, and run one after the other: first what is committed in `fuzz/seeds`, then
//! what comes of it. Inputs that are new to a target stay in `fuzz/corpus`, what breaks it in `fuzz/artifacts`.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::process::Command;

use super::{install, is_there, root};

/// Seconds for each target where nobody says how many.
pub const SECONDS: &str = "5";

/// How all of it is compiled: it counts what is reached, and tells the fuzzer what is compared.
const COUNTING: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// A run of more seconds is a find, as is one of more MiB; what is quick is tried more often.
const SETTINGS: [&str; 3] = ["-timeout=120", "-rss_limit_mb=4096", "-entropic_scale_per_exec_time=1"];

/// Runs each target, or one of them, for so many seconds, and says whether none found anything.
pub fn run(seconds: &str, only: Option<&str>) -> io::Result<bool> {
    if !is_there("c++") && !install("g++")? {
        writeln!(io::stderr(), "the fuzzer is C++, and a compiler is missing and could not be installed")?;
        return Ok(false);
    }
    let mut targets = targets()?;
    targets.retain(|target| only.is_none_or(|only| target == only));
    if targets.is_empty() {
        writeln!(io::stderr(), "no fuzz target is called so: they are in fuzz/fuzz_targets")?;
        return Ok(false);
    }
    writeln!(io::stderr(), "$ cargo build --manifest-path fuzz/Cargo.toml")?;
    if !cargo("build", &[]).status()?.success() {
        return Ok(false);
    }
    for target in targets {
        if !run_one(&target, seconds)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Runs a target, and tells how often it was tried; all that it says if it found something.
fn run_one(target: &str, seconds: &str) -> io::Result<bool> {
    let [corpus, artifacts] = ["corpus", "artifacts"].map(|kind| format!("fuzz/{kind}/{target}/"));
    for folder in [&corpus, &artifacts] {
        fs::create_dir_all(root().join(folder))?;
    }
    let log = format!("fuzz/artifacts/{target}.log");
    writeln!(io::stderr(), "{target}: {seconds} s, told in {log}")?;
    let seeds = format!("fuzz/seeds/{target}");
    let (time, place) = (format!("-max_total_time={seconds}"), format!("-artifact_prefix={artifacts}"));
    let rest = ["--bin", target, "--", &corpus, &seeds, &time, &place];
    let mut command = cargo("run", &[&rest, &SETTINGS[..]].concat());
    let log = root().join(log);
    let went_well = command.stderr(File::create(&log)?).status()?.success();
    // What the fuzzer repeats need not be UTF-8.
    let told = String::from_utf8_lossy(&fs::read(log)?).into_owned();
    let done = told.lines().rev().find(|line| line.starts_with("Done ")).unwrap_or_default();
    writeln!(io::stderr(), "{}", if went_well { done } else { &told })?;
    Ok(went_well)
}

/// Has cargo build the targets, or run one.
fn cargo(verb: &str, rest: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.args([verb, "--locked", "--quiet", "--release", "--manifest-path", "fuzz/Cargo.toml"]);
    // With a target named, what runs while it builds is compiled as usual.
    command.args(["--target", "host-tuple", "--target-dir", "target/fuzz"]).args(rest);
    command.env("RUSTFLAGS", COUNTING).current_dir(root());
    command
}

/// The names of all targets, in order.
fn targets() -> io::Result<Vec<String>> {
    let mut targets = Vec::new();
    for entry in fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        targets.extend(entry?.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    targets.sort_unstable();
    Ok(targets)
}
