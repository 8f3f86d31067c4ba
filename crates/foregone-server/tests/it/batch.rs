//! Many positions, a line each.

use serde_json::Value;

use crate::{Running, settings, strict};

fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

#[test]
fn each_line_has_its_record_in_order() {
    let (server, strict) = (Running::new(&settings()), strict());
    let text = "\u{feff}3x3\r\n\nnonsense\n(;GM[11]SZ[3])\n18x18\n  2x2:b  \n";
    let response = server.post("/v1/hex/batch?verb=analyze", text);
    assert_eq!((response.status, response.header("content-type")), (200, Some("application/jsonl")));
    let records = records(&response.text());
    for record in &records {
        strict.validate(record).unwrap_or_else(|error| panic!("{error}: {record}"));
    }
    let lines: Vec<_> = records.iter().filter_map(|record| record["input_line"].as_u64()).collect();
    assert_eq!(lines, [1, 3, 4, 5, 6]);
    let is_refused = |index: usize| records[index]["kind"] == "refusal";
    assert_eq!((0..5).map(is_refused).collect::<Vec<_>>(), [false, true, false, true, false]);
    assert_eq!((&records[2]["read_as"], &records[4]["position"]), (&"sgf".into(), &"2x2:b".into()));
    let summary = records.last().expect("there is one");
    assert_eq!(summary["kind"], "summary");
    assert_eq!(
        ["lines", "answered", "refused", "stopped"].map(|field| summary[field].as_u64()),
        [5, 3, 2, 0].map(Some)
    );
}

#[test]
fn bytes_that_are_no_text_are_refused_in_their_place() {
    let server = Running::new(&settings());
    let text = server.post("/v1/dots/batch", b"1x1\n\xff\xff\n1x1").text();
    let records = records(&text);
    assert_eq!(records[1]["error"], "column 1: expected UTF-8 text");
    assert_eq!(records[3]["answered"], 2);
}

#[test]
fn limits_are_those_of_each_answer() {
    let server = Running::new(&settings());
    let text = server.post("/v1/dots/batch?states=100&verb=line&plies=1", "5x5\n1x1\n5x5").text();
    let stops: Vec<Value> = records(&text).iter().map(|record| record["cost"]["stop"].clone()).collect();
    assert_eq!(stops, ["states".into(), "finished".into(), "states".into(), Value::Null]);
}

#[test]
fn thousands_of_lines_go_through() {
    let server = Running::new(&settings());
    let text = server.post("/v1/dots/batch", "1x1\n".repeat(5_000)).text();
    assert_eq!(text.lines().count(), 5_001);
    assert!(text.ends_with("\"answered\":5000,\"stopped\":0,\"refused\":0,\"interrupted\":false}\n"));
}

#[test]
fn a_wrong_question_is_refused_before_any_line() {
    let server = Running::new(&settings());
    for (query, status) in [("verb=choose", 400), ("from=htp", 400), ("method=x", 400), ("turns=x", 400)] {
        assert_eq!(server.post(&format!("/v1/hex/batch?{query}"), "3x3").status, status, "{query}");
    }
    assert_eq!(server.post("/v1/hex-perfect/batch?verb=why", "3x3").status, 404);
}
