//! Chores of the repository: `cargo xtask ci` runs every check that a change must pass, `cargo xtask web` those of the page,
//! `cargo xtask bench` every bench; `cargo xtask crosscheck` holds all methods against each other for as long as one likes;
//! `cargo xtask fuzz` gives readers and solvers what nobody would; `cargo xtask kill` kills runs and servers at random moments,
//! `cargo xtask memory` measures what large questions take, `cargo xtask load` attacks a server and times it;
//! `cargo xtask miri` and `cargo xtask threads` watch what the library does with memory;
//! `cargo xtask dist` packs the program and the Python package.

mod deny;
mod dist;
mod fuzz;
mod python;
mod watched;
mod web;

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Each check: its arguments to cargo, and variables that it runs with.
type Check = (&'static [&'static str], &'static [(&'static str, &'static str)]);

/// Everything that a change must pass, the quickest first.
const CHECKS: &[Check] = &[
    (&["fmt", "--all", "--check"], &[]),
    (&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"], &[]),
    (&["clippy", "--locked", "--workspace", "--all-targets", "--", "--deny", "warnings"], &[]),
    (&["doc", "--locked", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "--deny warnings")]),
    // The documentation tests come with this one.
    (&["test", "--locked", "--workspace"], &[]),
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    watched::ADDRESSES,
];

/// What builds the library as machines without AVX2 run it, in a folder of its own.
const PORTABLE: Check = (&["--target-dir", "target/portable"], &[("RUSTFLAGS", "--cfg foregone_portable")]);

/// The benches that print a table.
const BENCHES: &[&str] = &["contour", "hex", "dots", "shards"];

/// What the bench that counts instructions needs.
const COUNTERS: &[&str] = &["valgrind", "gungraun-runner"];

const USAGE: &str = "\
usage: cargo xtask ci                 run every check that a change must pass
       cargo xtask web                run those of the page alone
       cargo xtask python             run those of the Python package alone
       cargo xtask bench [--large]    print the tables of times and ratios, and instructions if there is a counter;
                                      with --large sizes that take minutes and gigabytes, too
       cargo xtask crosscheck [--portable] --minutes N [--seed S] [--only GAME]
                                      hold all methods against each other on positions that a seed makes up;
                                      with --portable the code for machines without AVX2
       cargo xtask fuzz [--seconds N] [--only TARGET]
                                      give readers and solvers what nobody would, 5 seconds a target unless told otherwise
       cargo xtask load [--seconds N] [--only ATTACK]
                                      attack a server of this machine, and print how soon it answers others meanwhile
       cargo xtask kill --trials N [--seed S]
                                      kill runs that keep checkpoints, build tables or keep a cache, N of each kind
       cargo xtask memory             ask large questions within tight limits on memory, and print what they took
       cargo xtask miri               run the library's unsafe parts in Miri, and
       cargo xtask threads            what it does by threads under ThreadSanitizer: both take a nightly toolchain
       cargo xtask dist               pack the program, its manual pages and completions for this machine's kind, and build
                                      the wheel of the Python package";

fn main() -> io::Result<ExitCode> {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["ci"] => ci(),
        ["python"] => Ok(code(python::check()?)),
        ["web"] => Ok(code(web::check()?)),
        ["bench"] => bench(&[]),
        ["bench", "--large"] => bench(&["--large"]),
        ["crosscheck", "--portable", ref rest @ ..] => crosscheck(rest, PORTABLE),
        ["crosscheck", ref rest @ ..] => crosscheck(rest, (&[], &[])),
        ["fuzz"] => Ok(code(fuzz::run(fuzz::SECONDS, None)?)),
        ["fuzz", "--seconds", seconds] => Ok(code(fuzz::run(seconds, None)?)),
        ["fuzz", "--only", target] => Ok(code(fuzz::run(fuzz::SECONDS, Some(target))?)),
        ["fuzz", "--seconds", seconds, "--only", target] => Ok(code(fuzz::run(seconds, Some(target))?)),
        ["load", ref rest @ ..] => load(rest),
        ["kill", "--trials", trials] => kill(trials, "1"),
        ["kill", "--trials", trials, "--seed", seed] => kill(trials, seed),
        ["memory"] => memory(),
        ["miri"] => Ok(code(watched::miri()?)),
        ["threads"] => Ok(code(watched::threads()?)),
        ["dist"] => dist::pack(),
        _ => {
            writeln!(io::stderr(), "{USAGE}")?;
            Ok(ExitCode::from(2))
        }
    }
}

fn ci() -> io::Result<ExitCode> {
    for (arguments, variables) in CHECKS {
        if !cargo(arguments, variables)? {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(code(deny::check()? && fuzz::run(fuzz::SECONDS, None)? && web::check()? && python::check()?))
}

/// What to end with.
fn code(went_well: bool) -> ExitCode {
    if went_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn bench(arguments: &[&str]) -> io::Result<ExitCode> {
    for name in BENCHES {
        let bench = ["bench", "--locked", "--quiet", "--package", "foregone", "--bench", name, "--"];
        if !cargo(&[&bench, arguments].concat(), &[])? {
            return Ok(ExitCode::FAILURE);
        }
    }
    let missing: Vec<&str> = COUNTERS.iter().copied().filter(|tool| !is_there(tool)).collect();
    if !missing.is_empty() {
        writeln!(io::stderr(), "instructions are not counted: {} is missing", missing.join(" and "))?;
        return Ok(ExitCode::SUCCESS);
    }
    let counted = ["bench", "--locked", "--quiet", "--package", "foregone", "--bench", "instructions"];
    Ok(code(cargo(&counted, &[])?))
}

fn crosscheck(arguments: &[&str], (build, variables): Check) -> io::Result<ExitCode> {
    let example = ["run", "--locked", "--release", "--package", "foregone", "--example", "crosscheck"];
    Ok(code(cargo(&[&example, build, &["--"], arguments].concat(), variables)?))
}

fn load(arguments: &[&str]) -> io::Result<ExitCode> {
    let example = ["run", "--locked", "--release", "--package", "foregone-server", "--example", "load", "--"];
    Ok(code(cargo(&[&example, arguments].concat(), &[])?))
}

fn kill(trials: &str, seed: &str) -> io::Result<ExitCode> {
    // One kind after the other: the moments are measured by how long a run takes.
    let test =
        ["test", "--locked", "--package", "foregone-cli", "--test", "it", "kill::", "--", "--nocapture"];
    let variables = [("FOREGONE_KILL_TRIALS", trials), ("FOREGONE_KILL_SEED", seed)];
    Ok(code(cargo(&[&test[..], &["--test-threads", "1"]].concat(), &variables)?))
}

fn memory() -> io::Result<ExitCode> {
    // It measures the program beside it.
    let release = ["--locked", "--release", "--package", "foregone-cli"];
    let built = cargo(&[&["build"], &release[..]].concat(), &[])?;
    Ok(code(built && cargo(&[&["run"], &release[..], &["--example", "memory"]].concat(), &[])?))
}

/// Sees to it that `target/debug` has the program, and says whether that went well. It is what the tests of the workspace
/// build: any other way to ask for it would build all of it again.
fn program_is_built() -> io::Result<bool> {
    cargo(&["test", "--locked", "--workspace", "--no-run", "--quiet"], &[])
}

/// Whether a tool can be run.
fn is_there(tool: impl AsRef<OsStr>) -> bool {
    Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Installs a package of a system that has apt-get, and says whether that went well.
fn install(package: &str) -> io::Result<bool> {
    let get = |arguments: &[&str]| {
        let (program, arguments) = if is_there("sudo") {
            ("sudo", [&["apt-get"], arguments].concat())
        } else {
            ("apt-get", arguments.to_vec())
        };
        run(&root(), OsStr::new(program), &arguments, &[("DEBIAN_FRONTEND", OsStr::new("noninteractive"))])
    };
    Ok(is_there("apt-get") && get(&["update", "--quiet"])? && get(&["install", "--quiet", "--yes", package])?)
}

/// The folder of the workspace; that of this package is `xtask/` in it.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs cargo at the root, says what it runs, and whether it went well.
fn cargo(arguments: &[&str], variables: &[(&str, &str)]) -> io::Result<bool> {
    let cargo = env::var_os("CARGO");
    let cargo = cargo.as_deref().unwrap_or_else(|| OsStr::new("cargo"));
    let root = root();
    writeln!(io::stderr(), "$ cargo {}", arguments.join(" "))?;
    let status =
        Command::new(cargo).args(arguments).envs(variables.iter().copied()).current_dir(&root).status()?;
    if !status.success() {
        writeln!(io::stderr(), "failed: cargo {}", arguments.join(" "))?;
    }
    Ok(status.success())
}

/// Runs a command in a folder, says what it runs, and whether it went well.
fn run(folder: &Path, program: &OsStr, arguments: &[&str], variables: &[(&str, &OsStr)]) -> io::Result<bool> {
    writeln!(io::stderr(), "$ {} {}", program.display(), arguments.join(" "))?;
    let mut command = Command::new(program);
    let status = command.args(arguments).envs(variables.iter().copied()).current_dir(folder).status()?;
    if !status.success() {
        writeln!(io::stderr(), "failed: {} {}", program.display(), arguments.join(" "))?;
    }
    Ok(status.success())
}
