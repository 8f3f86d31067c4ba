//! Pipes, files and limits: what happens around an answer.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use crate::{answer, command, foregone};

#[test]
fn positions_come_from_a_file_a_pipe_or_the_command_line() {
    let text = "3x3:W2/3/2B:w";
    let from_pipe = answer(&["hex", "show", "-"], text);
    assert_eq!(answer(&["hex", "show", text], ""), from_pipe);
    assert_eq!(answer(&["hex", "show", "examples/hex-p17097-sample.txt"], ""), from_pipe);
    assert_eq!(answer(&["hex", "show", "--from", "judge", "-"], "1\n3\nW..\n...\n..B\n"), from_pipe);
}

#[test]
fn posets_come_from_a_file_a_pipe_or_the_command_line() {
    let text = "a 1 2; b 3 4: a; taken: a";
    let shown = answer(&["contour", "show", "--poset", text], "");
    assert_eq!(answer(&["contour", "show", "--poset", "-"], "a 1 2 # the root\nb 3 4: a\ntaken: a\n"), shown);
    let json = answer(&["contour", "show", "--poset", text, "--format", "json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).expect("the answer is JSON");
    let from_json = ["contour", "show", "--poset", "-", "--from", "json"];
    assert_eq!(answer(&from_json, &json["board"].to_string()), shown);
    let ran = foregone(&["contour", "solve", "--poset", "-", "--format", "jsonl"], format!("{text}\na 1\n"));
    assert_eq!((ran.code, ran.stdout.lines().count()), (Some(2), 3));
    assert!(
        ran.stdout.contains(r#""input_line":2,"error":"column 4: expected the second player's score of a"#)
    );
}

#[test]
fn an_empty_input_is_refused() {
    for game in ["contour", "hex", "dots"] {
        let ran = foregone(&[game, "solve", "-"], "");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{game}");
        assert!(
            ran.stderr.starts_with("error: standard input: line 1, column 1: expected "),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn what_is_no_text_or_no_file_is_refused() {
    let ran = foregone(&["dots", "solve", "examples/none.txt"], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.starts_with("error: no such file: examples/none.txt\n"), "{}", ran.stderr);
    let ran = foregone(&["judge", "dots"], b"1 1\n\xff");
    let complaint = "error: standard input: line 2, column 1: expected UTF-8 text\n";
    assert_eq!((ran.code, &*ran.stderr), (Some(2), complaint));
}

#[test]
fn a_broken_pipe_is_quiet() {
    // More than a pipe holds, to a reader that is gone.
    let mut child = command(&["dots", "show", "300x300", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn a_limit_leaves_no_wrong_answer() {
    let ran = foregone(&["hex", "solve", "9x9", "--states", "10"], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(3), ""));
    assert!(ran.stdout.contains("not known"), "{}", ran.stdout);
    let ran = foregone(&["hex", "analyze", "9x9", "--states", "10", "--format", "json"], "");
    assert_eq!(ran.code, Some(3));
    let answer: serde_json::Value = serde_json::from_str(&ran.stdout).expect("the answer is JSON");
    assert_eq!(answer["value"]["mover"]["certainty"], "unknown");
    assert_eq!(answer["cost"]["stop"], "states");
    assert!(answer["moves"].as_array().unwrap().iter().all(|mv| mv["best"] == false));
}

#[test]
fn what_does_not_fit_is_refused_before_it_is_tried() {
    for position in ["30x30", "14x14"] {
        let row = ["1"; 30][..position.split('x').next().unwrap().parse().unwrap()].join(",");
        let table = vec![row.as_str(); row.split(',').count()].join("/");
        let ran =
            foregone(&["contour", "solve", &format!("{position}:{table}|{table}"), "--memory", "1M"], "");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        assert!(ran.stderr.contains(" of memory, and 976.6 KiB is allowed"), "{}", ran.stderr);
    }
}

#[test]
fn lines_are_answered_as_they_come() {
    let mut child = command(&["hex", "solve", "-", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut questions = child.stdin.take().expect("standard input is piped");
    let mut answers = BufReader::new(child.stdout.take().expect("standard output is piped"));
    for position in ["2x2", "3x3", "1x2:b"] {
        writeln!(questions, "{position}").expect("it reads");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("it answers before the next question");
        assert!(answer.contains(&format!("\"position\":\"{position}\"")), "{answer}");
    }
    drop(questions);
    assert!(child.wait().expect("it ends").success());
}

/// Starts the command with a text on its standard input, which stays open, sends it the signal of Ctrl-C once `ready` has
/// said so, and returns the exit code and what it printed.
#[cfg(unix)]
pub(crate) fn interrupted(arguments: &[&str], text: &str, ready: impl FnOnce()) -> (Option<i32>, String) {
    let mut child =
        command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command starts");
    let mut open = child.stdin.take().expect("standard input is piped");
    open.write_all(text.as_bytes()).expect("it reads");
    ready();
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("the command ends");
    drop(open);
    (output.status.code(), String::from_utf8(output.stdout).expect("standard output is UTF-8"))
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_wait_at_once_and_work_in_good_order() {
    // Long enough to have started, and nothing like the hours that the work would take.
    let started = || std::thread::sleep(std::time::Duration::from_millis(700));
    for waiting in [&["judge", "contour"][..], &["dots", "solve", "-"]] {
        assert_eq!(interrupted(waiting, "", started), (Some(130), String::new()), "{waiting:?}");
    }
    let (code, said) = interrupted(&["dots", "solve", "5x5"], "", started);
    assert_eq!(code, Some(130));
    assert!(said.contains("the run was cancelled"), "{said}");
}

#[test]
fn a_missing_file_is_named_in_json_lines_too() {
    let ran = foregone(&["dots", "solve", "none.txt", "--format", "jsonl"], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stdout.contains("\"error\":\"no such file: none.txt\"}\n"), "{}", ran.stdout);
}

#[test]
fn links_are_answered_line_by_line() {
    let ran = foregone(
        &["hex", "show", "-", "--from", "hexworld", "--format", "jsonl"],
        "\u{feff}#3c1,a1b2\n#3,zz\n#2,:p\n",
    );
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!((ran.code, lines.len()), (Some(2), 4));
    assert!(lines[0].contains("\"3x3:W2/1B1/3:w\""), "{}", lines[0]);
    assert!(lines[1].contains("\"error\":\"column 4: expected a cell from a1 to c3"), "{}", lines[1]);
    assert!(lines[2].contains("\"2x2:w:lr\""), "{}", lines[2]);
}

#[test]
fn what_is_converted_for_several_positions_reads_back() {
    let notations = "2x3\n3x3:W2/3/2B:w\n\n2x2:b\n";
    for form in ["sgf", "hexworld", "hexwiki", "notation"] {
        let written = answer(&["hex", "convert", "-", "--to", form], notations);
        assert_eq!(written.lines().count(), 3, "{written}");
        let back = answer(&["hex", "convert", "-", "--from", form, "--to", "hexworld"], &written);
        assert_eq!(back, answer(&["hex", "convert", "-", "--to", "hexworld"], notations), "{form}");
    }
    let ran = foregone(&["hex", "convert", "-", "--to", "sgf"], "2x3\n2x0\n");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("standard input: line 2, column 3: expected"), "{}", ran.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("there is a full device");
    let output = command(&["--help"]).stdout(full).stderr(Stdio::piped()).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "));
    assert!(answer(&["hex", "--help"], "").contains("Examples:"));
}

/// By the `script` command, where there is one: it makes a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_s_width_is_heeded_and_a_pipe_has_none() {
    let board = ["hex", "show", "2x30"];
    let piped = command(&board).env("COLUMNS", "20").output().expect("it runs");
    let piped = String::from_utf8(piped.stdout).expect("standard output is UTF-8");
    assert_eq!(piped, answer(&["hex", "show", "2x30", "--width", "0"], ""));
    let script = format!("stty cols 40 rows 24; {} hex show 2x30", env!("CARGO_BIN_EXE_foregone"));
    let ran = std::process::Command::new("script")
        .args(["-qec", &script, "/dev/null"])
        .env("NO_COLOR", "1")
        .output();
    let Ok(ran) = ran else { return };
    let shown = String::from_utf8(ran.stdout).expect("the terminal shows UTF-8").replace("\r\n", "\n");
    assert_eq!(shown, answer(&["hex", "show", "2x30", "--width", "40"], ""));
}
