//! Chores of the repository: `cargo xtask ci` runs every check that a change must pass.

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, ExitCode};

/// Each check: its arguments to cargo, and variables that it runs with.
type Check = (&'static [&'static str], &'static [(&'static str, &'static str)]);

/// Everything that a change must pass, the quickest first.
const CHECKS: &[Check] = &[
    (&["fmt", "--all", "--check"], &[]),
    (&["clippy", "--locked", "--workspace", "--all-targets", "--", "--deny", "warnings"], &[]),
    (&["doc", "--locked", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "--deny warnings")]),
    // The documentation tests come with this one.
    (&["test", "--locked", "--workspace"], &[]),
];

fn main() -> io::Result<ExitCode> {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["ci"] => ci(),
        _ => {
            writeln!(io::stderr(), "usage: cargo xtask ci    run every check that a change must pass")?;
            Ok(ExitCode::from(2))
        }
    }
}

fn ci() -> io::Result<ExitCode> {
    let cargo = env::var_os("CARGO");
    let cargo = cargo.as_deref().unwrap_or_else(|| OsStr::new("cargo"));
    // The package's folder is xtask/; checks run at the root.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (arguments, variables) in CHECKS {
        writeln!(io::stderr(), "$ cargo {}", arguments.join(" "))?;
        let status = Command::new(cargo)
            .args(*arguments)
            .envs(variables.iter().copied())
            .current_dir(&root)
            .status()?;
        if !status.success() {
            writeln!(io::stderr(), "failed: cargo {}", arguments.join(" "))?;
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}
