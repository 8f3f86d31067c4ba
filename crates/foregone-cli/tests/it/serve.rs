//! The verb `serve`: the same answers as the command's, and a good end.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};

use serde_json::Value;

use crate::{answer, command, foregone};

/// A server, as a process of its own.
pub(crate) struct Serving {
    child: Child,
    stderr: BufReader<ChildStderr>,
    /// What it said before it was there.
    pub(crate) notes: Vec<String>,
    address: String,
}

impl Serving {
    pub(crate) fn new(arguments: &[&str]) -> Self {
        let mut serve = command(&["serve", "--port", "0"]);
        serve.args(arguments);
        Self::of(serve)
    }

    /// What a command of somebody's leads to.
    pub(crate) fn of(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the command starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("standard error is piped"));
        let mut notes = Vec::new();
        let address = loop {
            let mut line = String::new();
            assert_ne!(stderr.read_line(&mut line).expect("it is text"), 0, "it ended: {notes:?}");
            match line.strip_prefix("Foregone is at http://").and_then(|rest| rest.split_once('/')) {
                Some((address, _)) => break address.to_owned(),
                None => notes.push(line),
            }
        };
        Self { child, stderr, notes, address }
    }

    /// The body of a response, if one comes: `head` is the first line of the request, without its version.
    pub(crate) fn try_ask(&self, head: &str, body: &str) -> Option<String> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let length = body.len();
        let request = format!("{head} HTTP/1.0\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).ok()?;
        let mut response = String::new();
        stream.read_to_string(&mut response).ok()?;
        response.split_once("\r\n\r\n").map(|(_, body)| body.to_owned())
    }

    pub(crate) fn get(&self, path: &str) -> String {
        self.try_ask(&format!("GET {path}"), "").expect("the server answers")
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> String {
        self.try_ask(&format!("POST {path}"), body).expect("the server answers")
    }

    /// Kills it, as `Child::kill` does, which would need it for itself.
    #[cfg(unix)]
    pub(crate) fn kill(&self) {
        let killed = Command::new("kill").args(["-s", "KILL", &self.child.id().to_string()]).status();
        assert!(killed.expect("there is a command `kill`").success());
    }

    /// Sends it a signal by its name, and gives its exit code and what it said since it was there.
    #[cfg(unix)]
    pub(crate) fn signal(mut self, signal: &str) -> (Option<i32>, String) {
        let sent = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status();
        assert!(sent.expect("there is a command `kill`").success());
        let mut said = String::new();
        self.stderr.read_to_string(&mut said).expect("it is text");
        (self.child.wait().expect("it ends").code(), said)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer without what differs from run to run.
pub(crate) fn timeless(text: &str) -> Value {
    let mut answer: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    if let Some(cost) = answer.get_mut("cost").and_then(Value::as_object_mut) {
        cost.remove("seconds");
    }
    answer
}

#[test]
fn the_server_answers_as_the_command_does() {
    let server = Serving::new(&["--cache", "none", "--memory", "1G"]);
    for (question, arguments) in [
        (
            "contour/solve?position=2x3:2,7,3/9,1,2|3,7,2/2,3,1",
            &["contour", "solve", "2x3:2,7,3/9,1,2|3,7,2/2,3,1"][..],
        ),
        ("contour/why?position=1x2:1,2|3,4", &["contour", "why", "1x2:1,2|3,4"]),
        (
            "contour-poset/analyze?position=a+1+2;+b+3+4:+a",
            &["contour", "analyze", "--poset", "a 1 2; b 3 4: a"],
        ),
        ("hex/analyze?position=3x3:W2/3/2B:w", &["hex", "analyze", "3x3:W2/3/2B:w"]),
        ("hex/solve?position=5x7&turns=coin:0.45", &["hex", "solve", "5x7", "--turns", "coin:0.45"]),
        ("hex/line?position=3x3&plies=2", &["hex", "line", "3x3", "--plies", "2"]),
        ("hex/why?position=(;GM[11]SZ[3];B[a1])", &["hex", "why", "(;GM[11]SZ[3];B[a1])"]),
        ("hex/influence?position=5x5", &["hex", "influence", "5x5"]),
        ("hex/polynomial?position=4x4&at=1/3,0.4", &["hex", "polynomial", "4x4", "--at", "1/3,0.4"]),
        ("hex-perfect/analyze?position=3x3", &["hex", "analyze", "3x3", "--play", "perfect"]),
        ("dots/show?position=2x3:swedish", &["dots", "show", "2x3:swedish"]),
        ("dots/why?position=2x3:swedish", &["dots", "why", "2x3:swedish"]),
        ("dots/nimber?position=2x2", &["dots", "nimber", "2x2"]),
        ("dots-coins/solve?position=a+b;+b+ground", &["dots", "solve", "--coins", "a b; b ground"]),
        ("hex/forecast?position=11x11&memory=1G&time=60s", &["hex", "cost", "11x11", "--time", "60s"]),
        ("dots/hood?position=2x3", &["dots", "hood", "2x3"]),
        (
            "dots/generate?size=4x4&puzzle=true&level=1&gap=4&seed=3",
            &["dots", "generate", "4x4", "--puzzle", "--level", "1", "--gap", "4", "--seed", "3"],
        ),
        (
            "contour/generate?size=3x3&scores=0..20&taken=2&count=3",
            &["contour", "generate", "3x3", "--scores", "0..20", "--taken", "2", "--count", "3"],
        ),
    ] {
        let limits: &[&str] = if question.contains("/show?") { &[] } else { &["--memory", "1G"] };
        let told = answer(&[arguments, &["--format", "json"], limits].concat(), "");
        assert_eq!(timeless(&server.get(&format!("/v1/{question}"))), timeless(&told), "{question}");
    }
    let converted = server.get("/v1/hex/convert?position=3x3:W2/3/2B:w&to=sgf");
    assert_eq!(converted, answer(&["hex", "convert", "3x3:W2/3/2B:w", "--to", "sgf"], ""));
    let drawn = server.get("/v1/dots/show.svg?position=1x2&picture=analysis&theme=dark");
    assert_eq!(drawn, answer(&["dots", "analyze", "1x2", "--svg", "-", "--theme", "dark"], ""));
    let refused = foregone(&["hex", "solve", "3x3:W9/3/3:w"], "").stderr;
    let error = timeless(&server.get("/v1/hex/solve?position=3x3:W9/3/3:w"))["error"].clone();
    assert_eq!(refused, format!("error: {}\n", error.as_str().expect("it is a text")));
}

#[test]
fn a_batch_is_what_the_command_writes() {
    let server = Serving::new(&["--cache", "none", "--memory", "1G"]);
    let text = "3x3\n\nnonsense\n(;GM[11]SZ[3];B[a1])\n2x2:b\n30x30\n";
    for verb in ["solve", "analyze", "line", "why"] {
        let told = server.post(&format!("/v1/hex/batch?verb={verb}"), text);
        let ran =
            foregone(&["hex", verb, "-", "--format", "jsonl", "--memory", "1G", "--threads", "1"], text);
        // Byte for byte, but for the times.
        let told: Vec<Value> = told.lines().map(timeless).collect();
        let written: Vec<Value> = ran.stdout.lines().map(timeless).collect();
        assert_eq!(told, written, "{verb}");
        assert_eq!(told.len(), 6);
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server_well() {
    for signal in ["INT", "TERM"] {
        let (code, said) = Serving::new(&["--cache", "none"]).signal(signal);
        assert_eq!((code, &*said), (Some(0), ""), "{signal}");
    }
}

#[test]
fn what_cannot_be_listened_on_is_told() {
    let server = Serving::new(&["--cache", "none"]);
    let port = server.address.rsplit(':').next().expect("it has a port");
    let ran = foregone(&["serve", "--cache", "none", "--port", port], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.starts_with(&format!("error: 127.0.0.1:{port}: ")), "{}", ran.stderr);
    let ran = foregone(&["serve", "--cache", "none", "--host", "no such name"], "");
    assert!(ran.code == Some(2) && ran.stderr.starts_with("error: no such name:8717: "), "{}", ran.stderr);
}
