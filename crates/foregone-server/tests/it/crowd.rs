//! Whoever asks and takes what it is told is served, however many do neither.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::num::NonZero;

use foregone_server::Settings;

use crate::{LONG, Response, Running, settings};

/// A server for few connections, or few bytes.
fn small(connections: usize, held: u64) -> Settings {
    let mut settings = settings();
    settings.connections = NonZero::new(connections).expect("some");
    settings.held = held;
    settings
}

/// Takes what comes, and says how much that is.
fn taken(mut stream: &TcpStream) -> usize {
    let mut bytes = Vec::new();
    // A connection that is reset has what came before.
    let _ = stream.read_to_end(&mut bytes);
    bytes.len()
}

#[test]
fn who_waits_longest_makes_room() {
    let server = Running::new(&small(8, 1 << 20));
    let first = server.send(b"");
    let slow: Vec<_> =
        (0..30).map(|_| server.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")).collect();
    for _ in 0..3 {
        assert_eq!(server.get("/healthz").status, 200);
    }
    assert_eq!(taken(&first), 0, "the oldest is closed");
    assert_eq!(taken(&slow[0]), 0);
    assert!(server.metric("connections") <= 8);
    assert!(server.metric("connections_dropped_total") >= 31 - 8);
}

#[test]
fn who_is_worked_for_is_not_closed() {
    let server = Running::new(&small(4, 1 << 20));
    let mut working = server.begin(&format!("GET {LONG}&states=300000"), b"");
    server.wait("it is worked on", |server| server.metric("running") == 1);
    let _silent: Vec<_> = (0..10).map(|_| server.send(b"")).collect();
    assert_eq!(server.get("/healthz").status, 200);
    let mut answer = String::new();
    working.read_to_string(&mut answer).expect("it is answered");
    assert!(answer.starts_with("HTTP/1.0 200"), "{answer}");
}

#[test]
fn who_takes_nothing_makes_room() {
    let held = 8 << 20;
    let server = Running::new(&small(100, held));
    let question = "GET /v1/dots/game?start=500x500";
    let length = server.ask(question, b"").body.len();
    assert!(length > 5_000_000 && length < 8 << 20, "{length}");
    // Some of it is in the system's hands; the rest is in the server's.
    let slow: Vec<_> = (0..4).map(|_| server.begin(question, b"")).collect();
    // The one that was answered last, and who asks.
    server.wait("the others had to go", |server| server.metric("connections") == 2);
    assert!(server.metric("connections_dropped_total") > 0 && server.metric("held_bytes") <= held);
    assert_eq!(slow.iter().filter(|slow| taken(slow) > length).count(), 1);
    server.wait("nothing is held", |server| server.metric("held_bytes") == 0);
}

#[test]
fn half_texts_make_room() {
    let server = Running::new(&small(100, 1 << 20));
    let begin = || {
        let stream = server
            .send(b"POST /v1/hex/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000000\r\n\r\n");
        (&stream).write_all(&vec![b'\n'; 400_000]).expect("it is taken");
        server.wait("it is there", |server| server.metric("held_bytes") >= 512 << 10);
        stream
    };
    let slow: Vec<_> = (0..4).map(|_| begin()).collect();
    server.wait("the others had to go", |server| server.metric("connections_dropped_total") >= 2);
    assert_eq!(taken(&slow[0]), 0);
    assert!(server.metric("held_bytes") <= 1 << 20);
    // One that alone is more than is held is told so.
    let alone = server.post("/v1/hex/batch", vec![b'\n'; 3 << 20]);
    assert!(matches!(alone.status, 0 | 429), "{}", alone.status);
    assert_eq!(server.post("/v1/hex/batch", "1x1\n").text().lines().count(), 2);
}

/// Bytes after a request may be the next one, and are not read before their time: nor is the end of the connection.
#[test]
fn who_says_more_and_leaves_is_gone_all_the_same() {
    let server = Running::new(&settings());
    for more in ["x", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
        let cancelled = server.metric("cancelled_total");
        let stream = server.send(format!("GET {LONG} HTTP/1.1\r\nHost: localhost\r\n\r\n{more}").as_bytes());
        server.wait("it is worked on", |server| server.metric("running") == 1);
        drop(stream);
        server.wait("it ends", |server| server.metric("running") == 0);
        assert_eq!(server.metric("cancelled_total"), cancelled + 1);
    }
}

#[test]
fn requests_in_advance_are_answered_in_order() {
    let server = Running::new(&settings());
    let requests: String = (1..40)
        .map(|side| {
            let last = if side == 39 { "Connection: close\r\n" } else { "" };
            format!("GET /v1/hex/solve?position=1x{side} HTTP/1.1\r\nHost: localhost\r\n{last}\r\n")
        })
        .collect();
    let text = Response::read(server.send(requests.as_bytes())).text();
    let found: Vec<usize> =
        (1..40).map(|side| text.find(&format!(r#""position":"1x{side}""#)).unwrap_or(0)).collect();
    assert!(found.is_sorted() && found[1] > 0, "{found:?}");
}

#[test]
fn others_have_their_turn_between_the_lines_of_a_text() {
    let mut settings = settings();
    settings.workers = NonZero::<usize>::MIN;
    let server = Running::new(&settings);
    let _batch = server.begin("POST /v1/dots/batch?time=300ms", "5x5\n".repeat(1_000).as_bytes());
    server.wait("it is worked on", |server| server.metric("running") == 1);
    for _ in 0..3 {
        assert_eq!(server.get("/v1/dots/solve?position=2x2").status, 200);
    }
    assert_eq!(server.metric("running") + server.metric("queued"), 1, "the text is not done");
}

#[test]
fn a_text_whose_records_nobody_takes_leaves_the_worker_to_others() {
    let mut settings = settings();
    settings.workers = NonZero::<usize>::MIN;
    let server = Running::new(&settings);
    let text = "11x11\n".repeat(1_500);
    let slow = server.begin("POST /v1/hex/batch?states=1&verb=analyze", text.as_bytes());
    server.wait("it is worked on", |server| server.metric("running") == 1);
    for _ in 0..3 {
        assert_eq!(server.get("/v1/dots/solve?position=2x2").status, 200);
    }
    // All of it comes, if later.
    let text = Response::read(slow).text();
    assert!(text.len() > 10_000_000, "{}", text.len());
    assert_eq!(text.lines().count(), 1_501);
}
