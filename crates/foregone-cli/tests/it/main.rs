//! The command as a user meets it: what it prints, where, and how it ends.

mod book;
mod checkpoint;
mod dependencies;
#[cfg(unix)]
mod disk;
mod examples;
mod forms;
mod generate;
mod judge;
#[cfg(unix)]
mod kill;
mod manual;
mod many;
#[cfg(target_os = "linux")]
mod memory;
mod picture;
mod play;
mod readme;
mod schema;
mod serve;
mod streams;
mod table;
mod verify;

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run of the command left behind.
struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// The command, to be run from the repository's root.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
    command.args(arguments).current_dir(root());
    command
}

/// The repository's root.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command in a document, as one would type it, and what it does.
struct Shown {
    line: String,
    /// From a line `? CODE`; 0 without one.
    code: i32,
    output: String,
}

/// The commands in the `console` blocks of a document.
fn shown(document: &str) -> Vec<Shown> {
    let mut all = Vec::new();
    for block in document.split("```console\n").skip(1).filter_map(|block| block.split("```").next()) {
        for entry in format!("\n{block}").split("\n$ ").skip(1) {
            let (line, output) = entry.split_once('\n').unwrap_or((entry, ""));
            let (code, output) = match output.strip_prefix("? ").and_then(|rest| rest.split_once('\n')) {
                Some((code, output)) => (code.parse().expect("an exit code"), output),
                None => (0, output),
            };
            all.push(Shown { line: line.to_owned(), code, output: output.to_owned() });
        }
    }
    all
}

/// The arguments of a command; those in single quotes may have spaces in them.
fn words(arguments: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (index, part) in arguments.split('\'').enumerate() {
        if index % 2 == 1 { words.push(part) } else { words.extend(part.split_whitespace()) }
    }
    words
}

/// A directory for one test, by its path from the place for all tests, with nothing in it; and a file in it by its path.
fn directory(name: &str) -> (PathBuf, impl Fn(&str) -> String + use<>) {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("the directory of an earlier run can go");
    }
    fs::create_dir_all(&directory).expect("a directory can be made");
    let file = directory.clone();
    (directory, move |name| file.join(name).to_str().expect("the path is UTF-8").to_owned())
}

/// Runs the command with a text, or bytes that are none, on its standard input.
fn foregone(arguments: &[&str], stdin: impl AsRef<[u8]>) -> Ran {
    fed(command(arguments), stdin)
}

/// Runs whatever it is in the same way.
fn fed(mut command: Command, stdin: impl AsRef<[u8]>) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut pipe = child.stdin.take().expect("standard input is piped");
    let stdin = stdin.as_ref().to_owned();
    // A command that refuses its arguments never reads: the write may fail, and that is its business.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&stdin)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("standard output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("standard error is UTF-8"),
    }
}

/// Runs the command and asks that it end well and complain of nothing.
fn answer(arguments: &[&str], stdin: &str) -> String {
    let ran = foregone(arguments, stdin);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    ran.stdout
}

/// Asks that the commands of some files print what is under them.
fn check_records(files: &[&str]) {
    let cases = trycmd::TestCases::new();
    cases.env("NO_COLOR", "1").default_bin_path(env!("CARGO_BIN_EXE_foregone"));
    for file in files {
        cases.case(file);
    }
}

#[test]
fn commands_print_what_is_on_record() {
    check_records(&["tests/cmd/*.md", "tests/cmd/*.toml"]);
}
