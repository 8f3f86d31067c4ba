//! The checks of the page: its types and its own tests, that what is committed as built is what the sources give, and every
//! path of a user in a real browser.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::{install, is_there, program_is_built, root, run};

/// Where the built page is kept, for those who have only Rust.
const ASSETS: &str = "crates/foregone-server/assets";

/// The names that a Chromium goes by.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// Runs all of them, and says whether they went well. Node.js with npm must be there; Chromium is installed by the system's
/// packages where it is missing.
pub fn check() -> io::Result<bool> {
    if !is_there("npm") {
        writeln!(io::stderr(), "the page is checked with Node.js 20 or later, and npm is missing")?;
        return Ok(false);
    }
    let web = root().join("web");
    Ok(run(&web, OsStr::new("npm"), &["ci", "--no-audit", "--no-fund"], &[])?
        && run(&web, OsStr::new("npm"), &["run", "check"], &[])?
        && built_as_committed(&web)?
        && in_a_browser(&web)?)
}

/// Builds the page elsewhere and compares it with what is committed.
fn built_as_committed(web: &Path) -> io::Result<bool> {
    let fresh = root().join("target/web");
    let out = fresh.display().to_string();
    if !run(web, OsStr::new("npx"), &["vite", "build", "--emptyOutDir", "--outDir", &out], &[])? {
        return Ok(false);
    }
    let (committed, fresh) = (files(&root().join(ASSETS))?, files(&fresh)?);
    let differ = |name: &&PathBuf| committed.get(*name) != fresh.get(*name);
    let stale: Vec<_> = committed.keys().chain(fresh.keys()).filter(differ).collect();
    for name in &stale {
        let path = Path::new(ASSETS).join(name);
        writeln!(io::stderr(), "{} is not what web/ builds: run `npm run build` there", path.display())?;
    }
    Ok(stale.is_empty())
}

/// All files below a folder by their paths in it.
fn files(folder: &Path) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(here) = folders.pop() {
        for entry in fs::read_dir(here)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(name) = path.strip_prefix(folder) {
                found.insert(name.to_owned(), fs::read(&path)?);
            }
        }
    }
    Ok(found)
}

/// Has a browser go through the page as the program serves it.
fn in_a_browser(web: &Path) -> io::Result<bool> {
    let Some(browser) = browser()? else { return Ok(false) };
    if !program_is_built()? {
        return Ok(false);
    }
    let program = root().join("target/debug").join(format!("foregone{}", env::consts::EXE_SUFFIX));
    let program = program.canonicalize()?;
    let variables = [("FOREGONE", program.as_os_str()), ("CHROMIUM", browser.as_os_str())];
    run(web, OsStr::new("npx"), &["playwright", "test"], &variables)
}

/// The browser to use, installed if there is none.
fn browser() -> io::Result<Option<PathBuf>> {
    let path = env::var_os("PATH").unwrap_or_default();
    let there = || {
        let mut all =
            env::split_paths(&path).flat_map(|folder| BROWSERS.iter().map(move |name| folder.join(name)));
        all.find(|program| program.is_file())
    };
    if let Some(browser) = there() {
        return Ok(Some(browser));
    }
    if install("chromium")? {
        return Ok(there());
    }
    writeln!(io::stderr(), "the page is checked in Chromium, which is missing and could not be installed")?;
    Ok(None)
}
