//! JSON Lines: a record for each line, in order, whatever it costs and whatever is wrong with it, and a summary.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::{Value, json};

#[cfg(unix)]
use crate::streams::interrupted;
use crate::{Ran, answer, command, foregone};

/// The records of a run and, apart, its summary, which is the last and the only one.
fn records(ran: &Ran) -> (Vec<Value>, Value) {
    let parse = |line| serde_json::from_str::<Value>(line).expect("each line is JSON");
    let mut records: Vec<Value> = ran.stdout.lines().map(parse).collect();
    let summary = records.pop().expect("there is a summary");
    assert_eq!(summary["kind"], "summary");
    assert!(records.iter().all(|record| record["kind"] != "summary"));
    (records, summary)
}

/// What a summary says of lines read to the end.
fn counts(game: &str, lines: u64, answered: u64, stopped: u64, refused: u64) -> Value {
    json!({
        "schema": 1, "game": game, "kind": "summary", "lines": lines, "answered": answered, "stopped": stopped,
        "refused": refused, "interrupted": false,
    })
}

#[test]
fn a_bad_line_gets_an_error_in_its_place() {
    let lines = "1x1\nnonsense\n\n2x2:swedish\n4x4\n30x30\n";
    let ran = foregone(&["dots", "solve", "-", "--format", "jsonl", "--states", "100"], lines);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), ""));
    let (records, summary) = records(&ran);
    assert_eq!(summary, counts("dots", 5, 2, 1, 2));
    let places: Vec<_> = records.iter().map(|record| record["input_line"].as_u64().unwrap()).collect();
    assert_eq!(places, [1, 2, 4, 5, 6]);
    assert_eq!(records[0]["value"]["mover"]["margin"], -1);
    assert_eq!(records[1]["kind"], "refusal");
    assert!(records[1]["error"].as_str().unwrap().starts_with("column 1: expected "));
    assert_eq!(records[2]["value"]["mover"]["margin"], -4);
    assert_eq!(records[3]["cost"]["stop"], "states");
    assert!(records[4]["error"].as_str().unwrap().contains("at most 64 undrawn edges"));
}

#[test]
fn the_exit_code_is_that_of_the_worst_line() {
    for (lines, code, summary) in [
        ("", 0, counts("hex", 0, 0, 0, 0)),
        ("1x1\n", 0, counts("hex", 1, 1, 0, 0)),
        ("1x1\n9x9", 3, counts("hex", 2, 1, 1, 0)),
        ("?\n1x1\n9x9", 2, counts("hex", 3, 1, 1, 1)),
    ] {
        let ran = foregone(&["hex", "solve", "-", "--format", "jsonl", "--states", "10"], lines);
        assert_eq!((ran.code, records(&ran).1), (Some(code), summary), "{lines}");
    }
}

#[test]
fn order_is_kept_where_costs_differ() {
    // Some of these take thousands of times as long as others.
    let boards = ["3x3", "1x1", "2x2", "1x1:1110", "2x3", "1x2"];
    let lines: String = (0..120).map(|index| format!("{}\n", boards[index % 7 % 6])).collect();
    for threads in ["1", "2", "5"] {
        let ran = foregone(&["dots", "solve", "-", "--format", "jsonl", "--threads", threads], &lines);
        let (records, summary) = records(&ran);
        assert_eq!(summary, counts("dots", 120, 120, 0, 0));
        for (index, (record, line)) in records.iter().zip(lines.lines()).enumerate() {
            assert_eq!((&record["position"], &record["input_line"]), (&json!(line), &json!(index + 1)));
        }
    }
}

#[test]
fn a_hundred_thousand_lines_are_answered() {
    let mut lines = String::new();
    for index in 0..100_000 {
        let _ = match index % 1_000 {
            999 => writeln!(lines, "bad {index}\r"),
            500 => writeln!(lines, "\r\n1x1:{index}|0\r"),
            _ => writeln!(lines, "1x2:{index},1|2,3"),
        };
    }
    let ran = foregone(&["contour", "solve", "-", "--format", "jsonl"], &lines);
    let (records, summary) = records(&ran);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), ""));
    assert_eq!(summary, counts("contour", 100_000, 99_900, 0, 100));
    for (index, record) in records.iter().enumerate() {
        let margin = &record["value"]["mover"]["margin"];
        match index % 1_000 {
            999 => assert_eq!(record["kind"], "refusal", "{record}"),
            500 => assert_eq!(*margin, index, "{record}"),
            _ => assert_eq!(*margin, index as i64 - 3, "{record}"),
        }
    }
}

#[test]
fn one_share_of_the_memory_too_little_is_no_refusal() {
    let solved = answer(&["hex", "solve", "9x9", "--format", "json"], "");
    let solved: Value = serde_json::from_str(&solved).unwrap();
    let memory = solved["cost"]["memory_bytes"].as_u64().unwrap().to_string();
    let lines = "9x9\n2x2\n9x8\n9x9\n9x9\n2x2\n10x10\n9x9\n";
    let arguments = ["hex", "solve", "-", "--format", "jsonl", "--threads", "3", "--memory", &memory];
    let ran = foregone(&arguments, lines);
    let (records, summary) = records(&ran);
    assert_eq!(summary, counts("hex", 8, 7, 0, 1));
    let refusal = records[6]["error"].as_str().unwrap();
    assert!(refusal.contains("would take") && refusal.contains("allowed"), "{refusal}");
    assert!(records.iter().all(|record| record["position"] != "9x9" || record["value"] == solved["value"]));
}

#[test]
fn a_text_that_is_read_as_a_whole_is_answered_position_by_position() {
    let judges = "3\n1\nW\n2\n..\n..\n9\n".to_owned() + &".........\n".repeat(9);
    let asked = ["hex", "solve", "-", "--from", "judge", "--format", "jsonl", "--states", "20"];
    let ran = foregone(&asked, &judges);
    let (records, summary) = records(&ran);
    assert_eq!(
        (ran.code, summary["answered"].as_u64(), summary["stopped"].as_u64()),
        (Some(3), Some(2), Some(1))
    );
    assert_eq!(summary.get("lines"), None);
    let cases: Vec<_> = records.iter().map(|record| record["case"].as_u64().unwrap()).collect();
    assert_eq!(cases, [1, 2, 3]);
}

#[test]
fn a_line_may_hold_several_positions() {
    let lines = "(;SZ[2];B[a1])(;SZ[30])(;SZ[1])\n(;SZ[3])\n";
    let ran = foregone(&["hex", "solve", "-", "--format", "jsonl"], lines);
    let (records, summary) = records(&ran);
    assert_eq!(summary, counts("hex", 2, 3, 0, 1));
    let places: Vec<_> = records.iter().map(|record| (&record["input_line"], &record["case"])).collect();
    assert_eq!(
        places,
        [(&json!(1), &json!(1)), (&json!(1), &json!(2)), (&json!(1), &json!(3)), (&json!(2), &Value::Null)]
    );
    assert_eq!((&records[0]["read_as"], &records[1]["kind"]), (&json!("sgf"), &json!("refusal")));
}

#[test]
fn the_questions_of_one_game_are_answered_in_lines_too() {
    for (arguments, field) in [
        (&["hex", "influence"][..], "influence"),
        (&["hex", "polynomial"], "polynomial"),
        (&["hex", "estimate"], "estimate"),
        (&["hex", "sample"], "samples"),
        (&["hex", "why"], "why"),
        (&["hex", "show"], "board"),
        (&["hex", "line"], "line"),
        (&["hex", "analyze"], "moves"),
    ] {
        let arguments = [arguments, &["-", "--format", "jsonl"]].concat();
        let ran = foregone(&arguments, "2x2\n?\n3x2:b\n");
        let (records, summary) = records(&ran);
        assert_eq!(summary, counts("hex", 3, 2, 0, 1), "{arguments:?}");
        let has: Vec<_> = records.iter().map(|record| record.get(field).is_some()).collect();
        assert_eq!(has, [true, false, true], "{arguments:?}: {}", ran.stdout);
    }
}

#[test]
fn a_reader_that_is_gone_ends_the_run_though_input_stays_open() {
    let mut child = command(&["dots", "solve", "-", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut questions = child.stdin.take().expect("standard input is piped");
    let mut answers = BufReader::new(child.stdout.take().expect("standard output is piped"));
    writeln!(questions, "1x1").expect("it reads");
    answers.read_line(&mut String::new()).expect("it answers");
    drop(answers);
    writeln!(questions, "1x1").expect("it reads");
    let output = child.wait_with_output().expect("the command ends");
    drop(questions);
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_what_was_answered_and_a_summary() {
    let started = || std::thread::sleep(std::time::Duration::from_millis(700));
    let asked = ["dots", "solve", "-", "--format", "jsonl", "--threads", "2"];
    for (lines, lengths) in [("", 1..=1), ("1x1\n5x5\n4x5\n5x4\n4x4:icelandic\n", 4..=6)] {
        let (code, said) = interrupted(&asked, lines, started);
        let (records, summary) = records(&Ran { code, stdout: said.clone(), stderr: String::new() });
        assert_eq!((code, &summary["interrupted"]), (Some(130), &json!(true)), "{said}");
        assert!(lengths.contains(&(records.len() + 1)), "{said}");
        let answered = summary["answered"].as_u64().unwrap() + summary["stopped"].as_u64().unwrap();
        assert_eq!(answered, records.len() as u64);
        let cancelled = records.iter().filter(|record| record["cost"]["stop"] == "cancelled").count();
        assert_eq!(summary["stopped"], cancelled);
    }
}

#[test]
fn a_checkpoint_is_for_one_position() {
    let ran = foregone(&["dots", "solve", "1x1", "--format", "jsonl", "--checkpoint", "none.checkpoint"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("--checkpoint is for one position"), "{}", ran.stderr);
}
