//! `--checkpoint`: what a run that was stopped or killed leaves, and what is never touched.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::{Ran, answer, command, foregone};

/// A directory for one test, with nothing in it.
fn directory(name: &str) -> PathBuf {
    crate::directory(&format!("checkpoint/{name}")).0
}

/// A square board whose scores look random, and all differ from those of another `salt`.
pub(crate) fn board(side: usize, salt: u32) -> String {
    let mut word = salt;
    let mut text = format!("{side}x{side}:");
    for table in 0..2 {
        for at in 0..side * side {
            word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let before = if at == 0 {
                ""
            } else if at % side == 0 {
                "/"
            } else {
                ","
            };
            write!(text, "{before}{}", word >> 22).expect("a text takes all");
        }
        if table == 0 {
            text.push('|');
        }
    }
    text
}

/// Asks for the value of a board as JSON, with a checkpoint.
fn solve(board: &str, checkpoint: &str, more: &[&str]) -> Ran {
    let call = ["contour", "solve", board, "--format", "json", "--checkpoint", checkpoint];
    foregone(&[&call[..], more].concat(), "")
}

/// The answer without what it cost, and how many states it took.
pub(crate) fn told(json: &str) -> (serde_json::Value, u64) {
    let mut answer: serde_json::Value = serde_json::from_str(json).expect("the answer is JSON");
    let cost = answer.as_object_mut().and_then(|answer| answer.remove("cost")).expect("it has a cost");
    (answer, cost["states"].as_u64().expect("states are counted"))
}

/// Waits until a run has kept its first checkpoint.
fn wait_for(file: &Path, run: &mut Child) {
    while !file.exists() {
        assert!(run.try_wait().expect("it can be asked").is_none(), "it ends before it has kept any");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The order ideals of a board of 13×13: the number of ways to choose 13 of 26.
const IDEALS: u64 = 10_400_600;

#[test]
fn a_run_stopped_at_a_limit_goes_on_to_the_same_answer() {
    let directory = directory("stopped");
    let (file, board) = (directory.join("c"), board(13, 1));
    let file = file.to_str().expect("the path is UTF-8");
    for verb in ["solve", "analyze", "line", "why"] {
        let (expected, states) = told(&answer(&["contour", verb, &board, "--format", "json"], ""));
        assert!(states >= IDEALS);
        let call = ["contour", verb, &board, "--format", "json", "--checkpoint", file];
        let stopped = foregone(&[&call[..], &["--states", "4000000"]].concat(), "");
        assert_eq!(stopped.code, Some(3));
        assert_eq!(
            stopped.stderr,
            format!("checkpoint kept in {file}: the same command goes on from there\n")
        );
        let (found, rest) = told(&answer(&call, ""));
        assert_eq!(found, expected);
        // The level that was under way is all that was lost.
        assert!((states - 4_100_000..states - 2_000_000).contains(&rest), "{rest} of {states}");
        assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 0, "nothing is left");
    }
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_answer() {
    let directory = directory("killed");
    let (file, board) = (directory.join("c"), board(16, 2));
    let path = file.to_str().expect("the path is UTF-8");
    let (expected, states) = told(&answer(&["contour", "solve", &board, "--format", "json"], ""));
    let mut child = command(&["contour", "solve", &board, "--checkpoint", path, "--checkpoint-every", "0s"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the command starts");
    wait_for(&file, &mut child);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    // Had it been done before, the file would be gone.
    assert!(file.exists());
    let ran = solve(&board, path, &[]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let (found, rest) = told(&ran.stdout);
    assert_eq!(found, expected);
    assert!(rest < states, "{rest} of {states}");
    assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 0, "nothing is left");
}

#[test]
fn a_search_that_is_stopped_and_killed_goes_on_to_the_same_answer() {
    let directory = directory("search");
    let file = directory.join("c");
    let path = file.to_str().expect("the path is UTF-8");
    let call = ["dots", "solve", "4x4:icelandic", "--threads", "1", "--format", "json"];
    let (expected, states) = told(&answer(&call, ""));
    let call = [&call[..], &["--checkpoint", path]].concat();
    let stopped = foregone(&[&call[..], &["--states", "100000"]].concat(), "");
    assert_eq!(stopped.code, Some(3));
    assert_eq!(stopped.stderr, format!("checkpoint kept in {path}: the same command goes on from there\n"));
    let kept = fs::metadata(&file).expect("it is there").len();
    let mut child = command(&[&call[..], &["--checkpoint-every", "0s"]].concat())
        .stdout(Stdio::null())
        .spawn()
        .expect("the command starts");
    while fs::metadata(&file).expect("it is there").len() == kept {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it ends before it has kept any");
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(file.exists());
    let (found, rest) = told(&answer(&call, ""));
    assert_eq!(found, expected);
    assert!(rest < states, "{rest} of {states}");
    assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 0, "nothing is left");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_a_checkpoint() {
    let file = directory("interrupted").join("c");
    let path = file.to_str().expect("the path is UTF-8");
    // Much more work than is done before the signal comes.
    let mut child =
        command(&["contour", "solve", &board(18, 3), "--checkpoint", path, "--checkpoint-every", "0s"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
    wait_for(&file, &mut child);
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stderr).expect("standard error is UTF-8");
    assert!(said.ends_with("c: the same command goes on from there\n"), "{said}");
    assert!(file.exists());
}

#[test]
fn what_is_no_checkpoint_of_the_position_is_refused_and_unharmed() {
    let directory = directory("refused");
    let (file, large) = (directory.join("c"), board(13, 4));
    let path = file.to_str().expect("the path is UTF-8");
    assert_eq!(solve(&large, path, &["--states", "4000000"]).code, Some(3));
    let good = fs::read(&file).expect("it is there");
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    let small = "2x3:2,7,3/9,1,2|3,7,2/2,3,1";
    let zeros = vec![vec!["0"; 30].join(","); 30].join("/");
    let cases = [
        (&good, board(13, 5), "it is a checkpoint of `13x13:"),
        (&good, small.to_owned(), "it is a checkpoint of `13x13:"),
        (&damaged, large.clone(), "it is damaged: its checksum is wrong"),
        (&good[..good.len() - 1].to_vec(), large.clone(), "it is cut short"),
        (&b"notes of mine".to_vec(), large.clone(), "it is no checkpoint of Foregone"),
        (&Vec::new(), small.to_owned(), "it is no checkpoint of Foregone"),
        // The closed form, which needs no sweep, is no excuse.
        (&b"notes of mine".to_vec(), "2x2:9,5/5,1|0,0/0,0".to_owned(), "it is no checkpoint of Foregone"),
        (&good, format!("30x30:{zeros}|{zeros}"), "it is a checkpoint of `13x13:"),
    ];
    for (content, board, expected) in cases {
        for verb in ["solve", "why"] {
            fs::write(&file, content).expect("it can be written");
            let ran = foregone(&["contour", verb, &board, "--checkpoint", path], "");
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{verb}: {expected}");
            let expected = format!("{path}: cannot go on from the checkpoint: {expected}");
            assert_eq!(ran.stderr.matches(&expected).count(), 1, "{}", ran.stderr);
            assert_eq!(&fs::read(&file).expect("it is there"), content);
        }
    }
    assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 1, "nothing else is left");
}

#[test]
fn only_what_a_killed_run_left_is_written_over() {
    let directory = directory("partial");
    let (file, partial) = (directory.join("c"), directory.join("c.partial"));
    let (path, board) = (file.to_str().expect("the path is UTF-8"), board(13, 6));
    fs::write(&partial, "notes of mine").expect("it can be written");
    let ran = solve(&board, path, &[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("c.partial: it is no checkpoint"), "{}", ran.stderr);
    assert_eq!(fs::read(&partial).expect("it is there"), b"notes of mine");
    fs::write(&partial, "FOREGONE\r\n\x1a\nthe beginning").expect("it can be written");
    assert_eq!(solve(&board, path, &["--states", "4000000"]).code, Some(3));
    assert!(file.exists() && !partial.exists());
}

#[test]
fn a_checkpoint_is_refused_where_there_is_none() {
    let directory = directory("none");
    let file = directory.join("c");
    let path = file.to_str().expect("the path is UTF-8");
    let small = "2x3:2,7,3/9,1,2|3,7,2/2,3,1";
    let missing = directory.join("missing").join("c");
    let missing = missing.to_str().expect("the path is UTF-8");
    let cases: [(&[&str], &str); 5] = [
        (&[small, "--method", "ranks", "--checkpoint", path], "`ranks` does not apply here: it keeps no"),
        (&["--poset", "a 1 2", "--checkpoint", path], "it keeps no checkpoints"),
        (&[small, "--format", "jsonl", "--checkpoint", path], "--checkpoint is for one position"),
        (&[small, "--checkpoint", missing], "c.lock: "),
        (&[small, "--checkpoint-every", "1s"], "--checkpoint <FILE>"),
    ];
    for (arguments, expected) in cases {
        let ran = foregone(&[&["contour", "solve"], arguments].concat(), "");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    // A short sweep writes none.
    let call = ["contour", "solve", small, "--checkpoint", path, "--checkpoint-every", "0s"];
    assert!(answer(&call, "").contains("first ends 2 ahead"));
    assert_eq!(fs::read_dir(&directory).expect("it is there").count(), 0);
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_share_a_file() {
    let directory = directory("shared");
    let (file, link) = (directory.join("c"), directory.join("link"));
    let path = file.to_str().expect("the path is UTF-8");
    std::os::unix::fs::symlink("c", &link).expect("a link can be made");
    let mut first = command(&["contour", "solve", &board(18, 7), "--checkpoint", path])
        .args(["--checkpoint-every", "0s"])
        .stdout(Stdio::null())
        .spawn()
        .expect("the command starts");
    wait_for(&file, &mut first);
    for path in [&file, &link] {
        let ran = solve(&board(13, 8), path.to_str().expect("the path is UTF-8"), &[]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.contains("c.lock: another run is keeping its checkpoint here"), "{}", ran.stderr);
    }
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    assert!(link.is_symlink() && file.is_file());
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused() {
    let directory = directory("odd");
    let path = |name: &str| directory.join(name).to_str().expect("the path is UTF-8").to_owned();
    fs::create_dir(directory.join("folder")).expect("it can be made");
    let pipe = std::process::Command::new("mkfifo").arg(path("pipe.partial")).status();
    assert!(pipe.expect("mkfifo runs").success());
    for name in ["folder", "pipe"] {
        let ran = solve("1x1:1|1", &path(name), &[]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        assert!(ran.stderr.contains("it is not a regular file"), "{}", ran.stderr);
    }
}
