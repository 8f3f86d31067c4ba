//! Requests to a server of this process, over a socket. `g` and an address ask for it; `p`, an address, a line end and a text send
//! the text there; `r` and bytes are sent as they are, as the whole of what a client says.
//!
//! Whatever is asked, the answer is whole, of a status that is told, and none of those that are the server's own fault; what
//! is JSON by its name is JSON.

#![no_main]

use std::cell::RefCell;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::num::NonZero;
use std::sync::OnceLock;
use std::time::Duration;

use foregone_server::{Keep, Server, Settings};
use libfuzzer_sys::fuzz_target;

/// A server with little to give: what takes long ends soon.
fn server() -> SocketAddr {
    static SERVER: OnceLock<SocketAddr> = OnceLock::new();
    *SERVER.get_or_init(|| {
        let settings = Settings {
            host: "127.0.0.1".to_owned(),
            port: 0,
            workers: NonZero::<usize>::MIN,
            queue: 4,
            memory: 8 << 20,
            time: Duration::from_millis(5),
            cache: Keep::Memory,
            connections: NonZero::new(16).expect("more than none"),
            held: 32 << 20,
        };
        let server = Server::bind(&settings, |note| panic!("{note}")).expect("a port is free");
        let address = server.address();
        std::thread::spawn(move || server.run().expect("it serves"));
        address
    })
}

/// What an answer may have; 500 and more are the server's own fault.
const STATUSES: [u16; 11] = [200, 304, 400, 404, 405, 413, 414, 421, 422, 429, 431];

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(60);

fn connected() -> BufReader<TcpStream> {
    let stream = TcpStream::connect(server()).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("it is a duration");
    stream.set_nodelay(true).expect("a socket");
    BufReader::new(stream)
}

/// What a server sent.
struct Response {
    status: u16,
    kind: String,
    stays: bool,
    body: Vec<u8>,
}

/// Reads a response; `None` if the connection was closed before.
fn response(stream: &mut BufReader<TcpStream>) -> Option<Response> {
    let mut line = String::new();
    if matches!(stream.read_line(&mut line), Ok(0) | Err(_)) {
        return None;
    }
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let mut response = Response { status, kind: String::new(), stays: true, body: Vec::new() };
    let (mut length, mut chunked) = (0, false);
    loop {
        line.clear();
        stream.read_line(&mut line).expect("a head is whole");
        let field = line.trim_end();
        if field.is_empty() {
            break;
        }
        let (name, value) = field.split_once(": ").expect("a field");
        match &*name.to_ascii_lowercase() {
            "content-length" => length = value.parse().expect("a length"),
            "transfer-encoding" => chunked = value == "chunked",
            "content-type" => value.clone_into(&mut response.kind),
            "connection" => response.stays = value != "close",
            _ => {}
        }
    }
    while chunked {
        line.clear();
        stream.read_line(&mut line).expect("a body is whole");
        let length = usize::from_str_radix(line.trim_end(), 16).expect("the length of a chunk");
        let begin = response.body.len();
        response.body.resize(begin + length, 0);
        stream.read_exact(&mut response.body[begin..]).expect("a chunk is whole");
        stream.read_exact(&mut [0; 2]).expect("a chunk ends");
        chunked = length > 0;
    }
    let begin = response.body.len();
    response.body.resize(begin + length, 0);
    stream.read_exact(&mut response.body[begin..]).expect("a body is whole");
    Some(response)
}

fn check(response: &Response) {
    let Response { status, kind, body, .. } = response;
    let told = || String::from_utf8_lossy(body).into_owned();
    assert!(STATUSES.contains(status), "{status}: {}", told());
    let is_json = |text: &str| {
        serde_json::from_str::<serde_json::Value>(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    };
    match &**kind {
        "application/json" => is_json(&told()),
        "application/jsonl" => told().lines().for_each(is_json),
        _ => {}
    }
}

/// An address that may stand in the first line of a request.
fn address(text: &[u8]) -> Vec<u8> {
    let mut address = vec![b'/'];
    for &byte in text.strip_prefix(b"/").unwrap_or(text) {
        match byte {
            b'!'..=b'~' if byte != b'#' => address.push(byte),
            _ => address.extend(format!("%{byte:02X}").bytes()),
        }
    }
    address
}

thread_local! {
    static CONNECTION: RefCell<Option<BufReader<TcpStream>>> = const { RefCell::new(None) };
}

/// Asks on the connection that is open, or on another if it has been closed.
fn ask(method: &str, to: &[u8], body: &[u8]) {
    CONNECTION.with_borrow_mut(|kept| {
        let head = format!(
            "{method} {} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n",
            String::from_utf8_lossy(to),
            body.len()
        );
        let request = [head.as_bytes(), body].concat();
        for _ in 0..2 {
            let stream = kept.get_or_insert_with(connected);
            let sent = stream.get_mut().write_all(&request);
            match (sent, response(stream)) {
                (_, Some(response)) => {
                    check(&response);
                    if !response.stays {
                        *kept = None;
                    }
                    return;
                }
                _ => *kept = None,
            }
        }
        panic!("no answer");
    });
}

fuzz_target!(|bytes: &[u8]| {
    let Some((how, rest)) = bytes.split_first() else { return };
    match how {
        b'r' => {
            let mut stream = connected();
            // A server that has heard enough may close before all is sent.
            let _ = stream.get_mut().write_all(rest);
            let _ = stream.get_ref().shutdown(Shutdown::Write);
            let mut told = Vec::new();
            let _ = stream.read_to_end(&mut told);
            let faulty = told.windows(10).any(|start| start == b"HTTP/1.1 5" || start == b"HTTP/1.0 5");
            assert!(!faulty, "{}", String::from_utf8_lossy(&told));
        }
        b'p' => {
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            let (to, body) = rest.split_at(end);
            ask("POST", &address(to), body.strip_prefix(b"\n").unwrap_or(body));
        }
        _ => ask("GET", &address(rest), b""),
    }
});
