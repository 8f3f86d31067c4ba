//! The checks of the Python package: its tests, its types, its examples.

use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::{is_there, program_is_built, root, run};

/// The names that Python goes by.
const NAMES: &[&str] = &["python3", "python"];

/// What the checks need besides the package, from its list `test`.
const TOOLS: &[&str] =
    &["install", "--quiet", "--disable-pip-version-check", "maturin>=1.9,<2", "mypy", "numpy", "pytest"];

/// Runs all of them, in an environment of their own, and says whether they went well.
pub fn check() -> io::Result<bool> {
    let Some(python) = NAMES.iter().find(|name| is_there(name)) else {
        writeln!(io::stderr(), "the package is checked with Python 3.10 or later, which is missing")?;
        return Ok(false);
    };
    let root = root().canonicalize()?;
    let folder = root.join("target/python");
    let built = program_is_built()?
        && run(&root, OsStr::new(python), &["-m", "venv", &folder.display().to_string()], &[])?;
    if !built {
        return Ok(false);
    }
    let tool = |name: &str| program(&folder.join("bin"), name);
    let program = program(&root.join("target/debug"), "foregone");
    let variables = [("VIRTUAL_ENV", folder.as_os_str()), ("FOREGONE", program.as_os_str())];
    let call = |name: &str, arguments: &[&str]| run(&root, tool(name).as_os_str(), arguments, &variables);
    Ok(call("pip", TOOLS)?
        && call("maturin", &["develop", "--locked", "--quiet"])?
        && call("mypy", &["python/foregone"])?
        && call("pytest", &["--quiet"])?)
}

/// A program of a folder.
fn program(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
