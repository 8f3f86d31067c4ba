//! Positions that are huge or costly for their length: each question is answered, or refused for what is wrong with it.

// The one list of questions, which the server is attacked with, too.
#[path = "../../examples/load/asked.rs"]
mod asked;

use serde_json::Value;

use self::asked::ASKED;
use crate::{Running, settings};

/// Large boards, with the games that have them.
const BOARDS: &[(&str, &[&str])] = &[
    ("hex", &["1000x1000", "2x1000", "14x14"]),
    ("hex-perfect", &["1000x1000", "8x16"]),
    ("dots", &["1000x1000", "100x100", "7x7"]),
];

#[test]
fn no_question_takes_more_than_is_allowed() {
    let mut settings = settings();
    settings.memory = 64 << 20;
    let server = Running::new(&settings);
    for (game, boards) in BOARDS {
        for (board, question) in boards.iter().flat_map(|board| ASKED.iter().map(move |asked| (board, asked)))
        {
            // What is not worked out takes no limits.
            let is_light = ["show?", "show.svg?position", "show.png?scale", "game", "forecast", "convert"];
            let is_light = is_light.iter().any(|light| question.starts_with(light));
            let limits = if is_light { "" } else { "&states=1000&time=200ms&memory=1000G" };
            let path = format!("/v1/{game}/{question}{board}{limits}").replace("AT", "1/3,0.4,1/7");
            let answer = server.get(&path);
            match answer.status {
                200 if question.contains("events") || question.starts_with("convert") => {}
                200 if question.starts_with("show.") => assert!(!answer.body.is_empty(), "{path}"),
                200 => assert_eq!(answer.json()["schema"], 1, "{path}"),
                400 | 404 | 422 => {
                    let error = answer.json();
                    let allowed = error["allowed_bytes"].as_u64().unwrap_or_default();
                    assert!(allowed <= settings.memory, "{path}: {error}");
                }
                status => panic!("{path}: {status}"),
            }
        }
    }
    assert_eq!((server.metric("running"), server.metric("queued")), (0, 0));
}

#[test]
fn what_is_told_of_an_answer_is_bounded_too() {
    let server = Running::new(&settings());
    let many = |count: usize| vec!["1/3"; count].join(",");
    let asked = |board: &str, count: usize| {
        let answer = server.get(&format!("/v1/hex/polynomial?position={board}&at={}", many(count)));
        (answer.status, answer.json())
    };
    assert_eq!(asked("2x2", 10_000).0, 200);
    let (status, error) = asked("2x1000", 3);
    assert_eq!((status, &error["code"]), (400, &"query".into()));
    assert_eq!(error["error"], "at: 3 probabilities are more than are told of 2000 cells: at most 2");
}

#[test]
fn one_line_of_a_text_is_bounded() {
    let server = Running::new(&settings());
    let text = format!("{}\n1x1\n", "(;GM[11]SZ[1])".repeat(100_000));
    let text = server.post("/v1/hex/batch", text).text();
    let records: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    assert_eq!(records[0]["error"], "the line is longer than 1048576 bytes");
    assert_eq!((&records[1]["position"], &records[2]["refused"]), (&"1x1".into(), &1.into()));
}
