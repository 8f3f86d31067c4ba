//! `foregone dots table`: what a run that was stopped or killed leaves, and what is never touched.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use crate::{Ran, answer, command, directory, foregone};

fn build(board: &str, file: &str, more: &[&str]) -> Ran {
    foregone(&[&["dots", "table", "build", board, "--file", file][..], more].concat(), "")
}

/// A board of four pages, and the positions of one of them.
const BOARD: &str = "4x4:swedish";
const PAGE: u64 = 1 << 22;

#[test]
fn a_run_stopped_at_a_limit_goes_on_to_the_same_table() {
    let (directory, path) = directory("table/stopped");
    let (whole, file) = (path("whole"), path("t"));
    assert_eq!(build(BOARD, &whole, &[]).code, Some(0));
    let expected = fs::read(&whole).expect("it is there");
    let page = expected.len() / 4;
    // As it was left, cut short as by a power cut, and with something else at its end.
    let harms: [fn(&mut Vec<u8>); 3] =
        [|_| (), |left| left.truncate(left.len() - 5), |left| left.extend([7; 1 << 10])];
    for harm in harms {
        let stopped = build(BOARD, &file, &["--states", &(2 * PAGE).to_string()]);
        assert_eq!(stopped.code, Some(3));
        assert_eq!(stopped.stderr, format!("kept in {file}.partial: the same command goes on from there\n"));
        let partial = path("t.partial");
        let mut left = fs::read(&partial).expect("it is there");
        assert!(left.len() >= 2 * page && left.len() < 3 * page && expected.starts_with(&left));
        harm(&mut left);
        fs::write(&partial, left).expect("it can be written");
        let ran = build(BOARD, &file, &["--format", "json"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
        let told: serde_json::Value = serde_json::from_str(&ran.stdout).expect("the answer is JSON");
        let found = told["table"]["pages_found"].as_u64().expect("it is a number");
        assert!((1..=2).contains(&found) && told["cost"]["states"] == (4 - found) * PAGE, "{told}");
        assert!(fs::read(&file).expect("it is there") == expected);
        fs::remove_file(&file).expect("it can go");
    }
    assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 1, "nothing else is left");
}

#[test]
fn a_run_that_is_killed_leaves_what_is_done() {
    let (_, path) = directory("table/killed");
    let (file, partial) = (path("t"), path("t.partial"));
    let length = || fs::metadata(&partial).map_or(0, |found| found.len());
    let mut child = command(&["dots", "table", "build", "3x4", "--file", &file])
        .stdout(Stdio::null())
        .spawn()
        .expect("the command starts");
    // Two of 162 pages, of 2 MiB each.
    while length() < 4 << 20 {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it ends too soon");
        std::thread::sleep(Duration::from_millis(1));
    }
    let second = build("3x4", &file, &[]);
    assert!(second.code == Some(2) && second.stderr.contains("t.partial: another run is building it"));
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(!PathBuf::from(&file).exists());
    let left = length();
    let stopped = build("3x4", &file, &["--states", "1"]);
    assert_eq!(stopped.code, Some(3), "{}", stopped.stderr);
    assert_eq!(length(), left);
    let refused = build("3x3", &file, &[]);
    let expected =
        "t.partial: the table cannot be used: it is the table of `3x4`, and that of `3x3` is to be built";
    assert!(refused.code == Some(2) && refused.stderr.contains(expected), "{}", refused.stderr);
    assert_eq!(length(), left);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    let (_, path) = directory("table/interrupted");
    let (file, partial) = (path("t"), path("t.partial"));
    let child = command(&["dots", "table", "build", "3x4", "--file", &file])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    while fs::metadata(&partial).map_or(0, |found| found.len()) < 4 << 20 {
        std::thread::sleep(Duration::from_millis(1));
    }
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr).expect("standard error is UTF-8");
    assert!(said.ends_with("t.partial: the same command goes on from there\n"), "{said}");
}

#[test]
fn what_is_there_is_not_written_over() {
    let (directory, path) = directory("table/there");
    let (file, partial) = (path("t"), path("t.partial"));
    fs::write(&file, "notes of mine").expect("it can be written");
    let refused = build("2x2", &file, &[]);
    assert!(refused.code == Some(2) && refused.stderr.contains("t: it is there already, and --force"));
    fs::write(&partial, "more notes").expect("it can be written");
    let refused = build("2x2", &file, &["--force"]);
    let expected = "t.partial: the table cannot be used: it is no table of Foregone";
    assert!(refused.code == Some(2) && refused.stderr.contains(expected), "{}", refused.stderr);
    assert_eq!(fs::read(&partial).expect("it is there"), b"more notes");
    assert_eq!(fs::read(&file).expect("it is there"), b"notes of mine");
    fs::remove_file(&partial).expect("it can go");
    // What is refused leaves nothing.
    assert_eq!(build("2x2", &file, &["--force", "--memory", "1K"]).code, Some(2));
    assert_eq!(build("9x9", &file, &["--force"]).code, Some(2));
    assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 1);
    assert_eq!(build("2x2", &file, &["--force"]).code, Some(0));
    assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 1);
    assert!(answer(&["dots", "table", "query", &file, "2x2"], "").contains("h,0,0"));
}

#[test]
fn a_damaged_table_is_told_by_its_name() {
    let (_, path) = directory("table/damaged");
    let file = path("t");
    assert_eq!(build("2x3", &file, &[]).code, Some(0));
    let good = fs::read(&file).expect("it is there");
    let mut damaged = good.clone();
    damaged[good.len() - 9] ^= 1;
    let page = "t: the table cannot be used: it is damaged: the checksum of page 9 of 9 is wrong";
    for (content, expected) in [
        (damaged, page),
        (good[..good.len() - 1].to_vec(), "t: it is cut short: 36995 bytes, and 36996 are expected"),
        (b"notes of mine".to_vec(), "t: it is no table of Foregone"),
    ] {
        fs::write(&file, content).expect("it can be written");
        for call in [&["dots", "table", "query", &file, "2x3"][..], &["dots", "table", "check", &file]] {
            let ran = foregone(call, "");
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
            assert!(ran.stderr.contains(expected), "{}", ran.stderr);
        }
        let ran = foregone(&["dots", "analyze", "2x3", "--table", &file], "");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        assert!(ran.stderr.contains(expected.trim_start_matches("t: ")), "{}", ran.stderr);
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused() {
    let (_, path) = directory("table/odd");
    fs::create_dir(path("folder")).expect("it can be made");
    let pipe = std::process::Command::new("mkfifo").arg(path("pipe.partial")).status();
    assert!(pipe.expect("mkfifo runs").success());
    for (name, told) in [("folder", "folder"), ("pipe", "pipe.partial")] {
        let ran = build("1x1", &path(name), &["--force"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        assert!(ran.stderr.contains(&format!("{told}: it is not a regular file")), "{}", ran.stderr);
    }
    let ran = foregone(&["dots", "table", "check", &path("folder")], "");
    assert!(ran.stderr.contains("folder: it is not a regular file"), "{}", ran.stderr);
}
