//! The server as its clients see it: real sockets, and requests as bytes.

mod answers;
mod batch;
mod crowd;
mod ending;
mod events;
mod faults;
mod huge;
mod limits;
mod load;
mod openapi;
mod page;

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::num::NonZero;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use foregone_server::{Keep, Server, Settings, Stopper};
use serde_json::Value;

/// A server for a test; it ends with it.
struct Running {
    address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

/// Settings for a test: two workers, a short queue, nothing kept.
fn settings() -> Settings {
    Settings {
        host: "127.0.0.1".to_owned(),
        port: 0,
        workers: NonZero::new(2).expect("two"),
        queue: 4,
        memory: 256 << 20,
        time: Duration::from_secs(60),
        cache: Keep::Nothing,
        connections: NonZero::new(1_000).expect("some"),
        held: 256 << 20,
    }
}

impl Running {
    fn new(settings: &Settings) -> Self {
        let server =
            Server::bind(settings, |note| panic!("nothing is to be said: {note}")).expect("a port is free");
        let (address, stopper) = (server.address(), server.stopper());
        let thread = std::thread::spawn(move || server.run().expect("it serves"));
        Self { address, stopper, thread: Some(thread) }
    }

    /// Ends the server and waits for it.
    fn stop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().expect("it ends well");
        }
    }

    /// Begins a request, of which `head` is the first line without the version. HTTP/1.0: the response ends with its
    /// connection.
    fn begin(&self, head: &str, body: &[u8]) -> TcpStream {
        let host = self.address;
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let request = format!("{head} HTTP/1.0\r\nHost: {host}\r\n{length}\r\n");
        self.send(&[request.as_bytes(), body].concat())
    }

    /// Sends bytes, whatever they are.
    fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("it is a duration");
        // A server that has heard enough may close before all is sent.
        let _ = stream.write_all(bytes);
        stream
    }

    fn ask(&self, head: &str, body: &[u8]) -> Response {
        Response::read(self.begin(head, body))
    }

    fn get(&self, path: &str) -> Response {
        self.ask(&format!("GET {path}"), b"")
    }

    fn post(&self, path: &str, body: impl AsRef<[u8]>) -> Response {
        self.ask(&format!("POST {path}"), body.as_ref())
    }

    /// The number of a metric without labels.
    fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("foregone_{name} ")));
        line.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{name}: {text}"))
    }

    /// Waits until something is so.
    fn wait(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let began = Instant::now();
        while !is_so(self) {
            // All work in these tests that is not cancelled goes on for longer.
            assert!(began.elapsed() < Duration::from_secs(30), "{what}: it did not come");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What a server sent.
struct Response {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Response {
    fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        // A connection that is reset has what came before.
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|end| end == b"\r\n\r\n").map_or(bytes.len(), |end| end + 4);
        let body = bytes.split_off(end);
        let head = String::from_utf8(bytes).expect("a head is ASCII");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head, body }
    }

    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("it is text")
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The value of a field of the head.
    fn header(&self, name: &str) -> Option<&str> {
        let mut fields = self.head.lines().filter_map(|line| line.split_once(": "));
        fields.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// Work that takes far longer than any test.
const LONG: &str = "/v1/dots/solve?position=5x5";

/// What takes answers and errors: one of the kinds of the schema, with nothing that the schema does not know.
fn strict() -> jsonschema::Validator {
    let mut document = foregone_view::json_schema::document();
    for kind in document["anyOf"].as_array_mut().expect("there are kinds") {
        kind["unevaluatedProperties"] = Value::Bool(false);
    }
    jsonschema::validator_for(&document).expect("it is a schema")
}
