//! The Python package: the checks of its tests, types, examples and notebooks, and its wheel.

use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::{is_there, program_is_built, root, run};

/// The names that Python goes by.
const NAMES: &[&str] = &["python3", "python"];

/// What builds the package; the checks need what is in its list `test` besides.
const BUILDER: &[&str] = &["install", "--quiet", "--disable-pip-version-check", "maturin>=1.9,<2"];

/// What the package is built and checked with.
struct Environment {
    root: PathBuf,
    folder: PathBuf,
}

impl Environment {
    /// Makes sure that there is one; `None` if that did not go well.
    fn new() -> io::Result<Option<Self>> {
        let Some(python) = NAMES.iter().find(|name| is_there(name)) else {
            writeln!(io::stderr(), "the package is built with Python 3.10 or later, which is missing")?;
            return Ok(None);
        };
        let root = root().canonicalize()?;
        let folder = root.join("target/python");
        let made = run(&root, OsStr::new(python), &["-m", "venv", &folder.display().to_string()], &[])?;
        let environment = Self { root, folder };
        Ok((made && environment.call("pip", BUILDER)?).then_some(environment))
    }

    /// Runs one of its programs at the root, and says whether it went well.
    fn call(&self, name: &str, arguments: &[&str]) -> io::Result<bool> {
        let command = program(&self.root.join("target/debug"), "foregone");
        let variables = [("VIRTUAL_ENV", self.folder.as_os_str()), ("FOREGONE", command.as_os_str())];
        run(&self.root, self.program(name).as_os_str(), arguments, &variables)
    }

    fn program(&self, name: &str) -> PathBuf {
        program(&self.folder.join("bin"), name)
    }
}

/// Runs all checks, and says whether they went well.
pub fn check() -> io::Result<bool> {
    let Some(environment) = Environment::new()? else { return Ok(false) };
    let python = environment.program("python").display().to_string();
    Ok(program_is_built()?
        && environment.call("maturin", &["develop", "--locked", "--quiet", "--extras", "test"])?
        && environment.call("mypy", &["python/foregone"])?
        && environment.call("pyright", &["--pythonpath", &python])?
        && environment.call("pytest", &["--quiet", "--nbmake", "python/tests", "notebooks"])?)
}

/// Builds the wheel for machines of this one's kind in `target/dist`, and says whether that went well.
pub fn build_wheel() -> io::Result<bool> {
    let Some(environment) = Environment::new()? else { return Ok(false) };
    environment.call("maturin", &["build", "--locked", "--release", "--strip", "--out", "target/dist"])
}

/// A program of a folder.
fn program(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
