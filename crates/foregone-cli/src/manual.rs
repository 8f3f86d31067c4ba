//! What packages have beside the program: completions for shells, and manual pages.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::Outcome;
use crate::args::Cli;
use crate::output::Output;

/// Writes the completions of a shell.
pub(crate) fn completions(shell: Shell, output: &mut Output) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "foregone", &mut script);
    output.write(&String::from_utf8(script)?)?;
    Ok(Outcome::Done)
}

/// Writes a page for the program and for each of its commands into a folder that is not there yet.
pub(crate) fn pages(folder: &Path) -> Result<Outcome> {
    let named = || folder.display().to_string();
    fs::create_dir(folder).with_context(named)?;
    clap_mangen::generate_to(Cli::command(), folder).with_context(named)?;
    Ok(Outcome::Done)
}
