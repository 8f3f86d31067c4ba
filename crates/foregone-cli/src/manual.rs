//! What packages have beside the program: completions for shells, manual pages, and the schema of its answers.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use clap_complete::Shell;
use foregone_view::json_schema;

use crate::Outcome;
use crate::help;
use crate::output::Output;

/// Writes the completions of a shell.
pub(crate) fn completions(shell: Shell, output: &mut Output) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut help::command(), "foregone", &mut script);
    output.write(&String::from_utf8(script)?)?;
    Ok(Outcome::Done)
}

/// Writes the JSON Schema of the answers.
pub(crate) fn schema(output: &mut Output) -> Result<Outcome> {
    output.write(&(serde_json::to_string_pretty(&json_schema::document())? + "\n"))?;
    Ok(Outcome::Done)
}

/// Writes a page for the program and for each of its commands into a folder that is not there yet.
pub(crate) fn pages(folder: &Path) -> Result<Outcome> {
    let named = || folder.display().to_string();
    if folder.exists() {
        bail!("{}: it is there already", folder.display());
    }
    fs::create_dir(folder).with_context(named)?;
    clap_mangen::generate_to(help::command(), folder).with_context(named)?;
    Ok(Outcome::Done)
}
