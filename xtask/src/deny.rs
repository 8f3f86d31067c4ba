//! What others have written is held against `deny.toml`: where it comes from, that nothing is there twice, and its licence.

use std::io;
use std::path::PathBuf;

use super::{cargo, is_there, root, run};

/// Installed without optimisation it takes a minute; it then looks at some hundred crates, once.
const INSTALL: &[&str] =
    &["install", "--quiet", "--locked", "--debug", "--root", "target/tools", "cargo-deny@0.20.2"];

/// A crate or licence that is listed in vain is a mistake as well.
const CHECK: &[&str] = &["--locked", "check", "--deny", "warnings", "licenses", "bans", "sources"];

/// Runs cargo-deny, installed in `target` where it is missing, and says whether it found nothing.
pub fn check() -> io::Result<bool> {
    let own = root().join("target/tools/bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    let there = ["cargo-deny".into(), own.clone()].into_iter().find(|program: &PathBuf| is_there(program));
    if there.is_none() && !cargo(INSTALL, &[])? {
        return Ok(false);
    }
    run(&root(), there.unwrap_or(own).as_os_str(), CHECK, &[])
}
