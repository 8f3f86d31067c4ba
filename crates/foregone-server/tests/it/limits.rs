//! Who is gone is not worked for.

use std::io::Read as _;
use std::net::Shutdown;

use crate::{LONG, Running, settings};

/// Begins work, goes away, and sees it end.
fn check(head: &str, body: &[u8]) {
    let server = Running::new(&settings());
    let mut stream = server.begin(head, body);
    server.wait("it is worked on", |server| server.metric("running") == 1);
    if head.contains("/events") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("progress is told");
    }
    stream.shutdown(Shutdown::Both).expect("the socket is open");
    drop(stream);
    server.wait("it ends", |server| server.metric("running") == 0);
    assert_eq!((server.metric("cancelled_total"), server.metric("queued")), (1, 0), "{head}");
}

#[test]
fn work_ends_when_the_client_leaves() {
    check(&format!("GET {LONG}"), b"");
    check(&format!("GET {}", LONG.replace("solve", "solve/events")), b"");
    check(&format!("GET {}&picture=analysis", LONG.replace("solve", "show.svg")), b"");
    check("POST /v1/dots/batch", b"1x1\n5x5\n5x5\n");
}

#[test]
fn who_leaves_while_waiting_frees_the_queue() {
    let mut settings = settings();
    (settings.workers, settings.queue) = (std::num::NonZero::<usize>::MIN, 1);
    let server = Running::new(&settings);
    let _running = server.begin(&format!("GET {LONG}"), b"");
    server.wait("the first is worked on", |server| server.metric("running") == 1);
    for _ in 0..3 {
        let waiting = server.begin(&format!("GET {LONG}"), b"");
        server.wait("another waits", |server| server.metric("queued") == 1);
        drop(waiting);
        server.wait("it is gone", |server| server.metric("queued") == 0);
    }
    assert_eq!(server.metric("cancelled_total"), 3);
}

#[test]
fn half_a_request_is_not_waited_for_by_others() {
    let server = Running::new(&settings());
    let _slow: Vec<_> =
        (0..50).map(|_| server.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")).collect();
    assert_eq!(server.get("/healthz").status, 200);
}
