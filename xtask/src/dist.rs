//! `cargo xtask dist`: the program with all that belongs to it, packed for machines of this one's kind, and the Python package.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

use crate::{cargo, python, root};

/// What is packed as it is.
const AS_IT_IS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// The licence of the font that is part of the program, and what it is called beside it.
const FONT_LICENCE: (&str, &str) = ("crates/foregone-view/fonts/OFL.txt", "LICENSE-OFL-Inter");

/// The pictures that the README shows.
const PICTURES: &str = "docs/pictures";

/// The shells that get completions, and what they call such a file.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "foregone.bash"),
    ("elvish", "foregone.elv"),
    ("fish", "foregone.fish"),
    ("powershell", "_foregone.ps1"),
    ("zsh", "_foregone"),
];

/// Builds the program and packs it as `target/dist/foregone-VERSION-MACHINE.tar.gz`; builds the Python package as a wheel beside
/// it.
pub fn pack() -> io::Result<ExitCode> {
    // Lines for backtraces are three quarters of the program.
    let strip = [("CARGO_PROFILE_RELEASE_STRIP", "debuginfo")];
    if !cargo(&["build", "--release", "--locked", "--package", "foregone-cli"], &strip)? {
        return Ok(ExitCode::FAILURE);
    }
    let root = root();
    let program = root.join("target/release").join(format!("foregone{}", std::env::consts::EXE_SUFFIX));
    let version = told(Command::new(&program).arg("--version"))?;
    let version = version.trim().rsplit(' ').next().unwrap_or_default().to_owned();
    let rustc = told(Command::new("rustc").arg("-vV"))?;
    let machine = rustc.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or("unknown");
    let name = format!("foregone-{version}-{machine}");
    let dist = root.join("target/dist");
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fill(&folder, &program, &root)?;
    let packed = dist.join(format!("{name}.tar.gz"));
    told(Command::new("tar").arg("-C").arg(&dist).arg("-czf").arg(&packed).arg(&name))?;
    writeln!(io::stdout(), "{}", packed.canonicalize()?.display())?;
    Ok(if python::build_wheel()? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Puts everything into the folder.
fn fill(folder: &Path, program: &Path, root: &Path) -> io::Result<()> {
    fs::create_dir_all(folder.join("completions"))?;
    let name = program.file_name().map_or_else(|| PathBuf::from("foregone"), PathBuf::from);
    fs::copy(program, folder.join(name))?;
    for file in AS_IT_IS {
        fs::copy(root.join(file), folder.join(file))?;
    }
    let (licence, name) = FONT_LICENCE;
    fs::copy(root.join(licence), folder.join(name))?;
    fs::create_dir_all(folder.join(PICTURES))?;
    for picture in fs::read_dir(root.join(PICTURES))? {
        let picture = picture?;
        fs::copy(picture.path(), folder.join(PICTURES).join(picture.file_name()))?;
    }
    told(Command::new(program).arg("man").arg(folder.join("man")))?;
    for (shell, file) in SHELLS {
        let script = told(Command::new(program).args(["completions", shell]))?;
        fs::write(folder.join("completions").join(file), script)?;
    }
    Ok(())
}

/// What a command writes; an error if it fails.
fn told(command: &mut Command) -> io::Result<String> {
    let Output { status, stdout, stderr } = command.output()?;
    if !status.success() {
        let why = String::from_utf8_lossy(&stderr);
        return Err(io::Error::other(format!("{}: {}", command.get_program().display(), why.trim())));
    }
    String::from_utf8(stdout).map_err(io::Error::other)
}
