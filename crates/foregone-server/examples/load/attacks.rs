//! Clients as they should not be. Each attack goes on until it is over, and tells what it saw that should not be.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::asked::ASKED;
use crate::client::{Answer, Connection, connect};
use crate::random::Random;
use crate::server::{Process, TIME};

/// What an attack has, and what it tells.
pub(crate) struct Field<'a> {
    pub(crate) server: &'a Process,
    pub(crate) is_over: &'a AtomicBool,
    /// How many answers there were of each status, 0 where there was none.
    pub(crate) answers: Mutex<BTreeMap<u16, usize>>,
    pub(crate) wrong: Mutex<Vec<String>>,
    /// How long it took until nothing was done any more for clients that were gone.
    pub(crate) freed: Mutex<Vec<Duration>>,
}

/// An attack: its name, and what one of its threads does.
pub(crate) type Attack = (&'static str, &'static [fn(&Field<'_>, Random)]);

/// All of them.
pub(crate) const ATTACKS: &[Attack] = &[
    ("silent connections", &[silent]),
    ("slow heads", &[slow_heads]),
    ("slow bodies", &[slow_bodies]),
    ("slow readers", &[slow_readers]),
    ("hostile bodies", &[bodies, bodies]),
    ("huge positions", &[huge, huge]),
    ("a full queue", &[full_queue]),
    ("clients that leave", &[leavers]),
    ("paths and methods", &[paths, paths]),
    ("pipelines", &[pipelines]),
    ("all at once", &[slow_heads, slow_bodies, slow_readers, bodies, huge, full_queue, paths, pipelines]),
];

/// Connections of one attack; the system has to have as many descriptors for this program and for the server.
const MANY: usize = 3_000;

impl Field<'_> {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn address(&self) -> SocketAddr {
        self.server.address
    }

    fn saw(&self, status: u16) {
        *locked(&self.answers).entry(status).or_default() += 1;
    }

    fn wrong(&self, what: impl Into<String>) {
        locked(&self.wrong).push(what.into());
    }

    /// Sends a request on a connection of its own and takes the answer, if there is one.
    fn ask(&self, request: &[u8]) -> Option<Answer> {
        let answer = (|| {
            let mut connection = Connection::open(self.address())?;
            // Who has heard enough may close before all is sent.
            let _ = connection.send(request);
            connection.answer()
        })();
        self.saw(answer.as_ref().map_or(0, |answer| answer.status));
        answer.ok()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn pause() {
    thread::sleep(Duration::from_millis(10));
}

/// Holds as many connections as it can, each begun by `begin`, and does something with each again and again until it is closed.
fn hold(
    field: &Field<'_>,
    many: usize,
    begin: impl Fn(&mut TcpStream) -> std::io::Result<()>,
    mut step: impl FnMut(&mut TcpStream) -> std::io::Result<()>,
) {
    let mut open: Vec<TcpStream> = Vec::new();
    while !field.is_over() {
        while open.len() < many && !field.is_over() {
            let opened = (|| {
                let mut stream = connect(field.address())?;
                begin(&mut stream)?;
                stream.set_nonblocking(true)?;
                Outcome::Ok(stream)
            })();
            match opened {
                Ok(stream) => open.push(stream),
                Err(_) => break,
            }
        }
        let before = open.len();
        open.retain_mut(|stream| match step(stream) {
            Err(error) => error.kind() == ErrorKind::WouldBlock,
            Ok(()) => true,
        });
        for _ in open.len()..before {
            field.saw(0);
        }
        pause();
    }
}

/// Whether the server has closed a connection, as an error.
fn look(stream: &mut TcpStream) -> std::io::Result<()> {
    match stream.read(&mut [0; 256])? {
        0 => Err(ErrorKind::UnexpectedEof.into()),
        _ => Ok(()),
    }
}

fn silent(field: &Field<'_>, _: Random) {
    hold(field, MANY, |_| Ok(()), look);
}

fn slow_heads(field: &Field<'_>, mut random: Random) {
    let begin =
        |stream: &mut TcpStream| stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    hold(field, MANY / 2, begin, |stream| {
        if random.below(100) == 0 {
            stream.write_all(b"a")?;
        }
        look(stream)
    });
}

fn slow_bodies(field: &Field<'_>, mut random: Random) {
    let begin = |stream: &mut TcpStream| {
        let head = "POST /v1/hex/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000000\r\n\r\n";
        stream.write_all(head.as_bytes())
    };
    let piece = vec![b'\n'; 64 << 10];
    hold(field, MANY / 6, begin, |stream| {
        if random.below(4) == 0 {
            // What does not fit is not sent again: it is nonsense anyway.
            let _ = stream.write(&piece)?;
        }
        look(stream)
    });
}

/// They ask for what is long, and take a few bytes at a time.
fn slow_readers(field: &Field<'_>, random: Random) {
    const LONG: [&str; 4] = [
        "GET /v1/dots/game?start=1000x1000 HTTP/1.1\r\nHost: localhost\r\n",
        "GET /v1/hex/show?position=1000x1000 HTTP/1.1\r\nHost: localhost\r\n",
        "GET /v1/dots/game?start=700x700 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n",
        "GET /v1/dots/solve/events?position=5x5&time=1s HTTP/1.1\r\nHost: localhost\r\n",
    ];
    let asking = Mutex::new(random.clone());
    let begin = |stream: &mut TcpStream| {
        let request = *locked(&asking).of(&LONG);
        stream.write_all(format!("{request}\r\n").as_bytes())
    };
    let mut taking = random;
    hold(field, MANY / 10, begin, |stream| if taking.below(50) == 0 { look(stream) } else { Ok(()) });
}

/// Texts that are too long, too deep, no text, of another type, or without end.
fn bodies(field: &Field<'_>, mut random: Random) {
    let game = ["hex", "contour", "dots", "hex-perfect", "contour-poset", "dots-coins"];
    while !field.is_over() {
        let (game, place) = (random.of(&game), random.of(&["read", "batch"]));
        let length = 1 << random.below(21);
        let text: Vec<u8> = match random.below(9) {
            0 => "[".repeat(length).into(),
            1 => "{\"a\":".repeat(length / 5).into(),
            2 => vec![0xff; length],
            3 => (0..length).map(|_| random.next() as u8).collect(),
            4 => "(;GM[11]SZ[1])".repeat(length / 14).into(),
            5 => "1000x1000\n".repeat(length / 10).into(),
            6 => format!("{{\"rows\":{0},\"columns\":{0},\"cells\":[]}}", "9".repeat(length.min(100))).into(),
            7 => format!("1x1:{}", "9".repeat(length)).into(),
            _ => vec![b' '; (17 << 20) * random.below(2) + length],
        };
        let kind = *random.of(&["text/plain", "application/json", "multipart/form-data", "\u{7f}"]);
        let head = format!("POST /v1/{game}/{place} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n");
        let request = if random.below(2) == 0 {
            [format!("{head}Content-Length: {}\r\n\r\n", text.len()).as_bytes(), &text].concat()
        } else {
            let mut request = format!("{head}Transfer-Encoding: chunked\r\n\r\n").into_bytes();
            for chunk in text.chunks(1 << 16) {
                request.extend(format!("{:x}\r\n", chunk.len()).bytes());
                request.extend(chunk);
                request.extend(b"\r\n");
            }
            // One that never ends is broken off.
            request.extend(if random.below(4) == 0 { &b"7fffffffffffffff\r\n"[..] } else { b"0\r\n\r\n" });
            request
        };
        if request.ends_with(b"ffff\r\n") {
            if let Ok(mut stream) = connect(field.address()) {
                let _ = stream.write_all(&request);
            }
        } else if let Some(answer) = field.ask(&request)
            && !matches!(answer.status, 200 | 400 | 413 | 422 | 429)
        {
            field.wrong(format!("{head}: {}", answer.status));
        }
    }
}

/// Positions that are large, or costly for their length.
const HUGE: &[(&str, &[&str])] = &[
    ("hex", &["1000x1000", "2x1000", "3x1000", "19x19", "14x14", "200x10", "11x11"]),
    ("hex-perfect", &["1000x1000", "11x11", "8x16", "1x128", "6x6"]),
    ("dots", &["1000x1000", "600x600", "300x300", "30x30", "7x7", "5x5", "1x500", "2x100"]),
    ("contour", &["ROW", "SQUARE"]),
    ("contour-poset", &["CHAINS", "FREE"]),
    ("dots-coins", &["STARS", "LOOPS"]),
];

const OPTIONS: &[&str] = &[
    "",
    "&states=0",
    "&states=18446744073709551615",
    "&time=0s",
    "&time=1000h",
    "&memory=0",
    "&memory=1000T",
    "&turns=coin",
    "&turns=coin:12345678901234567/98765432109876543210",
    "&plies=0",
    "&plies=18446744073709551615",
    "&method=oracle",
    "&method=labelled-frontier",
    "&method=transfer",
    "&method=search",
    "&method=falling",
    "&method=loony",
    "&method=plain",
    "&method=sweep",
    "&method=exact",
];

/// Texts that are too long for a table.
fn position(name: &str) -> String {
    let list = |count: usize, divider: &str, item: &dyn Fn(usize) -> String| {
        (0..count).map(item).collect::<Vec<_>>().join(divider)
    };
    let square =
        |side: usize| list(side, "/", &|row| list(side, ",", &|column| (row * column % 10).to_string()));
    match name {
        "ROW" => format!("1x1000:{0}|{0}", list(1_000, ",", &|cell| (cell % 10).to_string())),
        "SQUARE" => format!("60x60:{0}|{0}", square(60)),
        "CHAINS" => list(2_000, ";", &|element| match element % 100 {
            0 => format!("a{element} 1 2"),
            _ => format!("a{element} 1 2:a{}", element - 1),
        }),
        "FREE" => list(3_000, ";", &|element| format!("a{element} 1 2")),
        "STARS" => list(2_000, ";", &|arm| format!("ground a{arm}")),
        "LOOPS" => list(2_000, ";", &|loops| format!("a{loops} b{loops};b{loops} a{loops}")),
        name => name.to_owned(),
    }
}

fn huge(field: &Field<'_>, mut random: Random) {
    let points = vec!["1/3"; 5_000].join(",");
    while !field.is_over() {
        let (game, names) = random.of(HUGE);
        let asked = random.of(ASKED).replace("AT", &points);
        let position = position(random.of::<&str>(names)).replace(' ', "+");
        let path = format!("/v1/{game}/{asked}{position}{}", random.of(OPTIONS));
        let began = Instant::now();
        let answer = field.ask(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes());
        let took = began.elapsed();
        match answer {
            Some(answer) if answer.status < 500 => {}
            Some(answer) => field.wrong(format!("{path:.200}: {}", answer.status)),
            None => field.wrong(format!("{path:.200}: no answer")),
        }
        // Its turn comes after what waits before it, and that has its own time.
        if took > TIME * 4 + Duration::from_secs(8) {
            field.wrong(format!("{path:.200}: took {took:.1?}"));
        }
    }
}

const LONG: &str = "GET /v1/dots/solve?position=5x5&time=1h HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// As many as ask for long work as there are places, and more.
fn full_queue(field: &Field<'_>, _: Random) {
    thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| {
                while !field.is_over() {
                    match field.ask(LONG.as_bytes()) {
                        Some(Answer { status: 200, .. }) => {}
                        Some(Answer { status: 429, retry_after: Some(_), .. }) => {
                            thread::sleep(Duration::from_millis(20));
                        }
                        Some(answer) => field.wrong(format!("a full queue: {}", answer.status)),
                        None => field.wrong("a full queue: no answer"),
                    }
                }
            });
        }
    });
}

/// They begin long work and go, some after they have said more than was to be read.
fn leavers(field: &Field<'_>, mut random: Random) {
    let batch = "5x5\n".repeat(100);
    while !field.is_over() {
        let begun = match random.below(5) {
            0 => LONG.to_owned(),
            1 => format!("{LONG}x"),
            2 => LONG.repeat(20),
            3 => LONG.replace("solve", "solve/events"),
            _ => format!(
                "POST /v1/dots/batch HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{batch}GET",
                batch.len()
            ),
        };
        let left = (|| {
            let mut streams = (0..8).map(|_| connect(field.address())).collect::<Outcome<Vec<_>>>()?;
            for stream in &mut streams {
                stream.write_all(begun.as_bytes())?;
            }
            let began = Instant::now();
            while field.server.metrics(["running"])? == [0] && began.elapsed() < Duration::from_secs(1) {
                pause();
            }
            for stream in &streams {
                let _ = stream.shutdown(Shutdown::Both);
            }
            drop(streams);
            let left = Instant::now();
            loop {
                let [running, queued] = field.server.metrics(["running", "queued"])?;
                // Those of ordinary clients come and go.
                if running + queued < 4 {
                    return Ok(left.elapsed());
                }
                if left.elapsed() > Duration::from_secs(1) {
                    let first = begun.lines().next().unwrap_or_default();
                    return Err(
                        format!("{first}: {running} at work and {queued} queued after a second").into()
                    );
                }
                thread::sleep(Duration::from_millis(1));
            }
        })();
        match left {
            Ok(took) => locked(&field.freed).push(took),
            Err(error) => {
                let error: Box<dyn std::error::Error + Send + Sync> = error;
                field.wrong(format!("clients that leave: {error}"));
            }
        }
    }
}

/// Addresses that lead nowhere, methods and versions that there are not.
fn paths(field: &Field<'_>, mut random: Random) {
    let long = "a".repeat(100_000);
    let parts = [
        "..",
        "%2e%2e",
        "%2e%2e%2f",
        "..%5c",
        "%00",
        "\0",
        "etc/passwd",
        "Cargo.toml",
        "assets",
        "v1",
        "hex",
        "solve",
        ".",
        "",
        "%",
        "%zz",
        "%ff",
        "?",
        "#",
        "\u{fc}",
        "api",
        "~",
        "index.html",
        "C:",
        &long,
    ];
    let methods = [
        "GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "OPTIONS", "BREW",
        "get",
    ];
    let versions = ["HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9", ""];
    while !field.is_over() {
        let path: String = (0..1 + random.below(6)).map(|_| format!("/{}", random.of(&parts))).collect();
        let (method, version) = (random.of(&methods), random.of(&versions));
        let upgrade = if random.below(8) == 0 { "Connection: Upgrade\r\nUpgrade: websocket\r\n" } else { "" };
        let request =
            format!("{method} {path} {version}\r\nHost: localhost\r\n{upgrade}Connection: close\r\n\r\n");
        if let Some(answer) = field.ask(request.as_bytes()) {
            let text = String::from_utf8_lossy(&answer.body);
            let is_page = text.starts_with("<!doctype html>") || text.is_empty();
            if answer.status >= 500
                || text.contains("[package]")
                || text.contains("root:")
                || answer.status == 101
            {
                field.wrong(format!("{method} {path:.100}: {} {text:.100}", answer.status));
            } else if answer.status == 200 && !is_page {
                field.wrong(format!("{method} {path:.100}: {text:.100}"));
            }
        }
    }
}

/// Many requests before the first answer is taken: the answers come in order.
fn pipelines(field: &Field<'_>, mut random: Random) {
    while !field.is_over() {
        let sides: Vec<usize> = (0..50).map(|_| 1 + random.below(9)).collect();
        let requests: String = sides
            .iter()
            .map(|side| format!("GET /v1/hex/show?position={side}x1 HTTP/1.1\r\nHost: localhost\r\n\r\n"))
            .collect();
        let asked = (|| {
            let mut connection = Connection::open(field.address())?;
            connection.send(requests.as_bytes())?;
            for side in &sides {
                let answer = connection.answer()?;
                field.saw(answer.status);
                let text = String::from_utf8_lossy(&answer.body);
                if !text.contains(&format!(r#""position":"{side}x1""#)) {
                    return Err(format!("expected {side}x1, found {text:.100}").into());
                }
            }
            Outcome::Ok(())
        })();
        if let Err(error) = asked {
            field.wrong(format!("pipelines: {error}"));
        }
    }
}
