//! Progress and answers as events.

use std::io::{BufRead as _, BufReader};
use std::num::NonZero;

use serde_json::Value;

use crate::{LONG, Running, settings, strict};

/// The events of a response: their names and objects.
fn events(text: &str) -> Vec<(String, Value)> {
    let event = |event: &str| {
        let (name, data) = event.split_once('\n')?;
        let object = serde_json::from_str(data.strip_prefix("data: ")?).ok()?;
        Some((name.strip_prefix("event: ")?.to_owned(), object))
    };
    text.split_terminator("\n\n")
        .map(|text| event(text).unwrap_or_else(|| panic!("no event: {text}")))
        .collect()
}

#[test]
fn progress_comes_before_the_one_answer() {
    let (server, strict) = (Running::new(&settings()), strict());
    for question in [
        "hex/solve/events?position=3x3",
        "hex/why/events?position=5x5&turns=coin",
        "contour/line/events?position=1x2:1,2|3,4",
        "dots/analyze/events?position=3x3",
        "hex-perfect/solve/events?position=4x4",
        "dots/solve/events?position=5x5&time=300ms",
    ] {
        let response = server.get(&format!("/v1/{question}"));
        assert_eq!((response.status, response.header("content-type")), (200, Some("text/event-stream")));
        let events = events(&response.text());
        let (last, before) = events.split_last().expect("there is an answer");
        assert_eq!(last.0, "answer", "{question}");
        strict.validate(&last.1).unwrap_or_else(|error| panic!("{question}: {error}"));
        assert!(!before.is_empty(), "{question}: something is told at once");
        assert!(before.iter().all(|(name, _)| matches!(&**name, "progress" | "queued" | "move")));
        let states = before.iter().filter(|(name, _)| name == "progress").map(|(_, told)| &told["states"]);
        assert!(states.map(|states| states.as_u64().expect("it is a number")).is_sorted(), "{events:?}");
        let asked = server.get(&format!("/v1/{}", question.replace("/events", ""))).json();
        let seen = |answer: &Value| [&answer["value"], &answer["moves"], &answer["line"]].map(Clone::clone);
        if last.1["cost"]["stop"] == "finished" {
            assert_eq!(seen(&last.1), seen(&asked), "{question}");
        }
    }
}

#[test]
fn a_fault_is_the_one_event() {
    let server = Running::new(&settings());
    for (question, code) in [
        ("hex/solve/events?position=x", "position"),
        ("hex/solve/events", "query"),
        ("hex/solve/events?position=18x18", "too_large"),
        ("hex-perfect/why/events?position=3x3", "unknown"),
    ] {
        let response = server.get(&format!("/v1/{question}"));
        assert_eq!(response.status, 200);
        let events = events(&response.text());
        let (name, error) = events.last().expect("there is one");
        assert_eq!((&**name, error["code"].as_str()), ("error", Some(code)), "{question}: {events:?}");
    }
    // What is no address has no events.
    assert_eq!(server.get("/v1/chess/solve/events?position=x").status, 404);
}

#[test]
fn who_waits_hears_how_many_come_first() {
    let mut settings = settings();
    settings.workers = NonZero::<usize>::MIN;
    let server = Running::new(&settings);
    let running = server.begin(&format!("GET {LONG}"), b"");
    server.wait("the first is worked on", |server| server.metric("running") == 1);
    let _waiting = server.begin(&format!("GET {LONG}"), b"");
    server.wait("the second waits", |server| server.metric("queued") == 1);
    let mut lines = BufReader::new(server.begin("GET /v1/hex/solve/events?position=3x3", b"")).lines();
    let mut line = || lines.next().expect("the stream goes on").expect("it is text");
    while !line().is_empty() {}
    assert_eq!((line(), line()), ("event: queued".to_owned(), r#"data: {"before":1}"#.to_owned()));
    drop(running);
    drop(_waiting);
    let rest: Vec<String> = lines.map(|line| line.expect("it is text")).collect();
    assert!(rest.contains(&"event: answer".to_owned()), "{rest:?}");
}
