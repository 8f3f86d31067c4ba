//! How a server ends, and what it keeps.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use foregone_server::Keep;

use crate::{LONG, Response, Running, settings};

#[test]
fn clients_are_told_when_the_server_stops() {
    let mut settings = settings();
    settings.workers = std::num::NonZero::<usize>::MIN;
    let mut server = Running::new(&settings);
    let running = server.begin(&format!("GET {LONG}"), b"");
    server.wait("one is worked on", |server| server.metric("running") == 1);
    let waiting = server.begin(&format!("GET {LONG}"), b"");
    server.wait("one waits", |server| server.metric("queued") == 1);
    let events = server.begin(&format!("GET {}", LONG.replace("solve", "solve/events")), b"");
    let batch = server.begin("POST /v1/dots/batch", b"5x5\n");
    server.wait("all wait", |server| server.metric("queued") == 3);
    let idle = server.send(b"");
    server.stop();
    for stream in [running, waiting] {
        let response = Response::read(stream);
        assert_eq!((response.status, &response.json()["code"]), (503, &"stopping".into()));
    }
    let events = Response::read(events).text();
    assert!(events.contains("event: error\ndata: ") && events.contains("\"stopping\""), "{events}");
    // Its work never began, so there is no record, and the body breaks off.
    assert_eq!(Response::read(batch).text(), "");
    assert_eq!(Response::read(idle).status, 0);
}

#[test]
fn a_batch_that_is_cut_short_says_so() {
    let mut server = Running::new(&settings());
    let batch = server.begin("POST /v1/dots/batch", b"1x1\n5x5\n1x1\n");
    server.wait("it is worked on", |server| server.metric("running") == 1);
    // The first line takes a moment, the second does not come to its end.
    std::thread::sleep(Duration::from_millis(200));
    server.stop();
    let text = Response::read(batch).text();
    let last = text.lines().last().unwrap_or_default();
    assert!(
        last.contains("\"lines\":2,\"answered\":1,\"stopped\":1,\"refused\":0,\"interrupted\":true"),
        "{text}"
    );
}

/// A name of no file, in a folder of tests.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).join("answers.redb");
    let _ = fs::remove_dir_all(path.parent().expect("it has a folder"));
    path
}

#[test]
fn finished_answers_are_told_again_by_the_next_server() {
    let mut settings = settings();
    settings.cache = Keep::File(fresh("kept"));
    let question = "/v1/hex/analyze?position=5x5";
    let mut server = Running::new(&settings);
    let answer = server.get(question).text();
    let hits = |server: &Running| (server.metric("cache_hits_total"), server.metric("cache_misses_total"));
    // Times of runs differ, so what is the same to the letter was kept.
    assert_eq!(server.get(question).text(), answer);
    assert_eq!(hits(&server), (1, 1));
    // A limit of states is none of the question, and what it cuts short is not kept.
    let cut = "/v1/dots/solve?position=5x5&states=10";
    assert_eq!(server.get(cut).json()["cost"]["stop"], "states");
    let other = server.get(cut).text();
    assert_eq!(hits(&server), (1, 3), "{other}");
    server.stop();
    let server = Running::new(&settings);
    assert_eq!(server.get(question).text(), answer);
    assert!(server.get(&question.replace("analyze", "analyze/events")).text().contains(answer.trim_end()));
    assert_eq!(hits(&server), (2, 0));
    for other in [
        "/v1/hex/analyze?position=5x5&turns=coin",
        "/v1/hex/analyze?position=5x5&method=labelled-frontier",
        "/v1/hex/solve?position=5x5",
        "/v1/hex-perfect/solve?position=3x3",
        "/v1/hex/line?position=5x5&plies=1",
        "/v1/hex/line?position=5x5&plies=2",
    ] {
        assert_ne!(server.get(other).text(), answer);
    }
    assert_eq!(hits(&server), (2, 6));
}
