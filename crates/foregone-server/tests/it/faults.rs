//! What is wrong, and how it is told: each code once, and hostile requests.

use crate::{LONG, Response, Running, settings, strict};

/// A request that is wrong, its status, its code and a part of what is said.
const FAULTS: &[(&str, u16, &str, &str)] = &[
    ("GET /v1/hex/solve", 400, "query", "position: it is missing"),
    ("GET /v1/hex/solve?position=3x3&position=3x3", 400, "query", "position: it is there twice"),
    ("GET /v1/hex/solve?position=3x3&plies=2", 400, "query", "no parameter is called `plies`"),
    ("GET /v1/hex/solve?position=3x3&states=-1", 400, "query", "states: expected a whole number, 0 or more"),
    ("GET /v1/hex/solve?position=3x3&time=soon", 400, "query", "time: expected a time such as"),
    ("GET /v1/hex/solve?position=3x3&memory=much", 400, "query", "memory: expected a size such as"),
    ("GET /v1/hex/solve?position=3x3&method=guess", 400, "query", "method: no method is called `guess`"),
    ("GET /v1/hex/solve?position=3x3&from=runes", 400, "query", "from: hex has no form `runes`"),
    ("GET /v1/hex/solve?position=3x3&turns=never", 400, "query", "turns: "),
    ("GET /v1/dots/solve?position=3x3&turns=coin", 400, "query", "turns: dots has none"),
    ("GET /v1/dots/hood?position=3x3&after=h,0,0", 400, "query", "after: dots has none"),
    ("GET /v1/hex/hood?position=3x3&after=8", 400, "query", "after: "),
    ("GET /v1/hex/solve?position=%ff", 400, "query", "position: expected UTF-8 text"),
    ("GET /v1/hex/show.png?position=3x3&scale=NaN", 400, "query", "scale: expected a number from 0.1 to 32"),
    ("GET /v1/hex/show.png?position=3x3&picture=cat", 400, "query", "picture: expected one of board, "),
    ("GET /v1/hex/convert?position=3x3&to=auto", 400, "query", "to: expected the name of a form"),
    ("GET /v1/dots/generate?size=3x3&level=9", 400, "query", "level: expected a level from 1 to 5"),
    ("GET /v1/contour/generate?seed=1", 400, "query", "size: it is missing"),
    ("GET /v1/contour/generate?size=9999x2", 400, "query", "size: "),
    (
        "GET /v1/contour/generate?size=2x2&count=100000",
        400,
        "query",
        "count: expected a number from 1 to 1000",
    ),
    (
        "GET /v1/contour/generate?size=300x300&count=45",
        400,
        "query",
        "count: 45 positions of 90000 cells are too many: at most 44",
    ),
    (
        "GET /v1/dots/generate?size=1000x1000&count=5&puzzle=true",
        400,
        "query",
        "count: 5 positions of 1000000 cells are too many: at most 4",
    ),
    ("GET /v1/hex/solve?position=3x3:W9/3/3:w", 422, "position", "line 1, column 6"),
    ("GET /v1/hex/solve?position=3x3%0A4x4", 422, "position", "expected one position, found 2"),
    ("GET /v1/hex/solve?position=", 422, "position", ""),
    ("GET /v1/hex/solve?position=99999999999999999999x1", 422, "position", ""),
    ("GET /v1/dots/game?start=1x1&moves=h,0,0;h,0,0", 422, "illegal_move", "move 2: illegal move h,0,0: "),
    ("GET /v1/dots/game?start=1x1&moves=h,0", 422, "illegal_move", "move 1: "),
    (
        "GET /v1/contour/solve?position=3x3:1,2,3/4,5,6/7,8,9|1,2,3/4,5,6/7,8,1&method=falling",
        400,
        "query",
        "method",
    ),
    ("GET /v1/dots/solve?position=2x2&method=loony", 422, "not_applicable", "does not apply here"),
    ("GET /v1/hex/solve?position=18x18", 422, "too_large", "of memory, and 256.0 MiB is allowed"),
    ("GET /v1/hex/show.svg?position=400x400", 422, "too_large", "a picture shows at most"),
    ("GET /v1/chess/solve?position=3x3", 404, "unknown", "no game is called `chess`"),
    ("GET /v1/hex-perfect/why?position=3x3", 404, "unknown", "hex-perfect has no `why`"),
    ("GET /v1/contour/nimber?position=1x1:0|0", 404, "unknown", "contour has no `nimber`"),
    ("GET /nowhere", 404, "unknown", "nothing is at `/nowhere`"),
    ("GET /v1/hex/", 404, "unknown", "nothing is at"),
    ("DELETE /v1/games", 405, "method_not_allowed", ""),
    ("POST /", 405, "method_not_allowed", ""),
    ("GET /v1/hex/read", 405, "method_not_allowed", ""),
];

/// Holds a response against what is expected of an error.
fn check(what: &str, response: &Response, status: u16, code: &str, says: &str) {
    let error = response.json();
    assert_eq!((response.status, error["code"].as_str()), (status, Some(code)), "{what}: {error}");
    assert_eq!(error["status"], status, "{what}");
    let said = error["error"].as_str().expect("it is a text");
    assert!(said.contains(says) && !said.contains('\n'), "{what}: {said}");
    strict().validate(&error).unwrap_or_else(|invalid| panic!("{what}: {invalid}: {error}"));
}

#[test]
fn each_fault_has_its_code() {
    let server = Running::new(&settings());
    for (request, status, code, says) in FAULTS {
        check(request, &server.ask(request, b""), *status, code, says);
    }
    let moves = vec!["h,0,0"; 1_000].join(";");
    let long = server.get(&format!("/v1/dots/game?start=1000x1000&moves={moves}"));
    check("a long game", &long, 422, "too_large", "1000 moves on a board with room for 2002000");
    let mut small = settings();
    small.memory = 64 << 20;
    let long = Running::new(&small).get("/v1/dots/game?start=1000x1000");
    check("many moves", &long, 422, "too_large", "the legal moves would take");
    let error = server.get("/v1/hex/solve?position=18x18").json();
    assert_eq!(error["allowed_bytes"], 256 << 20);
    assert!(error["needs_bytes"].as_u64().expect("it is a number") > 256 << 20);
    let asked = server.get("/v1/hex/solve?position=9x9&memory=1K").json();
    assert_eq!(asked["allowed_bytes"], 1_000);
    // No request gets more than the server gives.
    let greedy = server.get("/v1/hex/solve?position=18x18&memory=1000G").json();
    assert_eq!(greedy["allowed_bytes"], 256 << 20);
}

#[test]
fn bodies_are_bounded_and_text() {
    let server = Running::new(&settings());
    check(
        "bytes",
        &server.post("/v1/hex/read", b"3x\xff"),
        400,
        "query",
        "line 1, column 3: expected UTF-8 text",
    );
    check("UTF-16", &server.post("/v1/hex/read", b"\xff\xfe3\0"), 400, "query", "found UTF-16");
    check("nothing", &server.post("/v1/hex/read", b""), 422, "position", "");
    check("not JSON", &server.post("/v1/hex/read", b"{\"rows\":"), 422, "position", "EOF");
    let deep = "[".repeat(500_000);
    check("deep", &server.post("/v1/dots/read?from=json", deep), 422, "position", "");
    let large = vec![b' '; (1 << 20) + 1];
    check("large", &server.post("/v1/hex/read", large), 413, "body_too_large", "longer than 1048576 bytes");
    // One that only says so is not waited for.
    let claim = b"POST /v1/hex/batch HTTP/1.0\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n3x3";
    check("claim", &Response::read(server.send(claim)), 413, "body_too_large", "");
    // Nor is one that does not say how long it is.
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 20, " ".repeat(1 << 20));
    let head = "POST /v1/hex/read HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    let chunks = Response::read(server.send(format!("{head}{chunk}{chunk}0\r\n\r\n").as_bytes()));
    assert_eq!(chunks.status, 413, "{}", chunks.head);
}

#[test]
fn addresses_are_bounded() {
    let server = Running::new(&settings());
    let long = "3".repeat(62_000);
    check(
        "long",
        &server.get(&format!("/v1/hex/solve?position={long}")),
        414,
        "uri_too_long",
        "61440 are allowed",
    );
    for length in [70_000, 300_000] {
        let status = server.get(&format!("/v1/hex/solve?position={}", "3".repeat(length))).status;
        assert!(matches!(status, 414 | 431), "{status}");
    }
    // A large board that is allowed: 200 rows and columns, of which every cell is told.
    let rows = vec!["WB".repeat(100); 200].join("/");
    let shown = server.get(&format!("/v1/hex/show?position=200x200:{rows}:w"));
    assert_eq!((shown.status, &shown.json()["board"]["rows"]), (200, &200.into()));
}

#[test]
fn nonsense_is_refused_and_the_server_goes_on() {
    let server = Running::new(&settings());
    for bytes in [
        &b"\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
        b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let stream = server.send(bytes);
        stream.shutdown(std::net::Shutdown::Write).expect("the socket is open");
        let status = Response::read(stream).status;
        assert!(status == 0 || (400..600).contains(&status), "{}: {status}", bytes.escape_ascii());
    }
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn other_names_of_this_machine_are_refused() {
    let server = Running::new(&settings());
    for (host, is_known) in [
        ("localhost", true),
        ("LOCALHOST:8717", true),
        ("127.0.0.1:80", true),
        ("[::1]:8717", true),
        ("foregone.example", false),
        ("127.0.0.1.example", false),
        ("localhost@example", false),
        ("", false),
    ] {
        let request = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let response = Response::read(server.send(request.as_bytes()));
        assert_eq!(response.status, if is_known { 200 } else { 421 }, "{host}");
        if !is_known {
            check(host, &response, 421, "host", "expected one of localhost");
        }
    }
    for head in [
        "GET /healthz HTTP/1.1\r\n",
        "GET http://foregone.example/healthz HTTP/1.1\r\nHost: localhost\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: foregone.example\r\n",
    ] {
        let response = Response::read(server.send(format!("{head}Connection: close\r\n\r\n").as_bytes()));
        assert_eq!(response.status, 421, "{head}");
    }
}

/// A size is a few characters, and its board a million cells.
#[test]
fn a_short_text_cannot_name_more_boards_than_fit() {
    let server = Running::new(&settings());
    for (game, text) in [
        ("hex", "1000x1000\n".repeat(10_000)),
        ("hex", "(;SZ[1000])".repeat(10_000)),
        ("hex", "#1000,a1\n".repeat(10_000)),
        ("dots", "1000x1000\n".repeat(10_000)),
    ] {
        let response = server.post(&format!("/v1/{game}/read"), text.as_bytes());
        check(&text[..11], &response, 422, "position", "as one text may have");
    }
}

#[test]
fn a_full_queue_is_told() {
    let mut settings = settings();
    (settings.workers, settings.queue) = (std::num::NonZero::<usize>::MIN, 1);
    let server = Running::new(&settings);
    let _running = server.begin(&format!("GET {LONG}"), b"");
    server.wait("the first is worked on", |server| server.metric("running") == 1);
    let _waiting = server.begin(&format!("GET {LONG}"), b"");
    server.wait("the second waits", |server| server.metric("queued") == 1);
    let refused = server.get(LONG);
    check("the third", &refused, 429, "busy", "try again later");
    assert_eq!(refused.header("retry-after"), Some("1"));
    check("a batch", &server.post("/v1/hex/batch", "3x3"), 429, "busy", "");
    // What takes no time is answered all the same.
    assert_eq!(server.get("/v1/dots/show?position=3x3").status, 200);
}
