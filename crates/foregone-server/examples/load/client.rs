//! Clients as they should be: they ask, take what they are told, and know what it must be.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::Outcome;
use crate::random::Random;

/// How long a client waits for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a server said.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<u64>,
    pub(crate) body: Vec<u8>,
}

/// A connection that stays open for several requests.
pub(crate) struct Connection {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> Outcome<Self> {
        Ok(Self { address, stream: BufReader::new(connect(address)?) })
    }

    pub(crate) fn get(&mut self, path: &str) -> Outcome<Answer> {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes())?;
        self.answer()
    }

    /// The same, and once more on a new connection if this one was closed while nothing was asked on it.
    pub(crate) fn get_again(&mut self, path: &str) -> Outcome<Answer> {
        let first = self.get(path);
        if first.is_ok() {
            return first;
        }
        *self = Self::open(self.address)?;
        self.get(path)
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) -> Outcome<()> {
        Ok(self.stream.get_mut().write_all(bytes)?)
    }

    /// The next answer.
    pub(crate) fn answer(&mut self) -> Outcome<Answer> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status =
            line.split(' ').nth(1).ok_or_else(|| format!("no answer: `{}`", line.trim_end()))?.parse()?;
        let (mut length, mut retry_after, mut is_chunked) = (0, None, false);
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            match name {
                "content-length" => length = value.parse()?,
                "retry-after" => retry_after = value.parse().ok(),
                "transfer-encoding" => is_chunked = true,
                _ => {}
            }
        }
        let body = if is_chunked { self.chunks()? } else { self.exactly(length)? };
        Ok(Answer { status, retry_after, body })
    }

    fn exactly(&mut self, length: usize) -> Outcome<Vec<u8>> {
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        Ok(body)
    }

    fn chunks(&mut self) -> Outcome<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line)?;
            let length = usize::from_str_radix(line.trim(), 16)?;
            body.extend(self.exactly(length)?);
            self.exactly(2)?;
            if length == 0 {
                return Ok(body);
            }
        }
    }
}

/// A stream on which nobody waits for ever.
pub(crate) fn connect(address: SocketAddr) -> Outcome<TcpStream> {
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// A question, and a piece of its answer.
pub(crate) struct Question {
    pub(crate) path: String,
    says: String,
    /// Whether it has to wait for a worker.
    is_work: bool,
}

/// Questions whose answers are kept after the first time, or take no work.
const KNOWN: &[(&str, &str)] = &[
    ("/healthz", "ok"),
    ("/v1/dots/show?position=3x3", r#""rows":3"#),
    ("/v1/hex/game?start=5x5&moves=b2;c3;d4", r#""to_move":"second""#),
    ("/v1/hex/show.svg?position=5x5", "<svg"),
    ("/v1/dots/convert?position=3x3&to=notation", "3x3"),
    ("/v1/hex/forecast?position=7x7", r#""fits":true"#),
    ("/v1/hex/solve?position=3x3:W2/3/2B:w", r#""numerator":"24""#),
    ("/v1/contour/solve?position=2x3:2,7,3/9,1,2|3,7,2/2,3,1", r#""margin":2"#),
    ("/v1/dots/analyze?position=2x2", r#""margin":2"#),
    ("/v1/hex-perfect/solve?position=3x3", r#""outcome":"win""#),
    ("/v1/dots/solve/events?position=2x2", r#""margin":2"#),
];

impl Question {
    /// Any question.
    fn any(random: &mut Random) -> Self {
        let known = |index: usize| {
            let (path, says) = KNOWN[index];
            Self { path: path.to_owned(), says: says.to_owned(), is_work: false }
        };
        match random.below(KNOWN.len() + 4) {
            0 | 1 => {
                // In a row each cell is taken in its turn.
                let scores: Vec<[u64; 2]> =
                    (0..8).map(|_| [random.next() % 1_000, random.next() % 1_000]).collect();
                let side = |side: usize| {
                    scores.iter().map(|scores| scores[side].to_string()).collect::<Vec<_>>().join(",")
                };
                let margin: i64 = (0..8)
                    .map(|cell| match cell % 2 {
                        0 => scores[cell][0] as i64,
                        _ => -(scores[cell][1] as i64),
                    })
                    .sum();
                let path = format!("/v1/contour/solve?position=1x8:{}|{}", side(0), side(1));
                Self { path, says: format!(r#""margin":{margin}"#), is_work: true }
            }
            2 | 3 => {
                // Three pairs of cells join White's sides, and all sets of three or four do: (3n - 2) / n^3 for p = 1/n.
                let n = 3 + 2 * (random.next() % 1_000_000);
                let path = format!("/v1/hex/solve?position=2x2&turns=coin:1/{n}");
                let cube = u128::from(n).pow(3);
                let says = format!(r#""numerator":"{}","denominator":"{cube}""#, 3 * n - 2);
                Self { path, says, is_work: true }
            }
            known_one => known(known_one - 4),
        }
    }
}

/// What a client lived through.
#[derive(Default)]
pub(crate) struct Lived {
    /// How long answers took that need no worker, and those that do.
    pub(crate) light: Vec<Duration>,
    pub(crate) work: Vec<Duration>,
    /// How often there was no place in the queue.
    pub(crate) refused: usize,
    pub(crate) wrong: Vec<String>,
}

/// Asks one question after the other until it is over, now on the same connection and now on a new one. Told to come again
/// later, it does.
pub(crate) fn ordinary(address: SocketAddr, mut random: Random, is_over: &AtomicBool) -> Lived {
    let mut lived = Lived::default();
    let mut connection = None;
    while !is_over.load(Ordering::Relaxed) {
        let question = Question::any(&mut random);
        if random.below(4) == 0 {
            connection = None;
        }
        let began = Instant::now();
        match ask(address, &mut connection, &question, &mut lived.refused, is_over) {
            Ok(true) if question.is_work => lived.work.push(began.elapsed()),
            Ok(true) => lived.light.push(began.elapsed()),
            Ok(false) => {}
            Err(error) => {
                lived.wrong.push(format!("{}: {error} after {:.1?}", question.path, began.elapsed()));
                connection = None;
            }
        }
        thread::sleep(Duration::from_millis(2));
    }
    lived
}

/// Asks until there is an answer, which must be right; `false` if it was over before.
fn ask(
    address: SocketAddr,
    connection: &mut Option<Connection>,
    question: &Question,
    refused: &mut usize,
    is_over: &AtomicBool,
) -> Outcome<bool> {
    loop {
        let answer = match connection {
            Some(open) => open.get_again(&question.path)?,
            None => connection.insert(Connection::open(address)?).get(&question.path)?,
        };
        let text = String::from_utf8_lossy(&answer.body);
        match (answer.status, answer.retry_after) {
            (200, _) if text.contains(&question.says) => return Ok(true),
            (429, Some(seconds)) => {
                *refused += 1;
                if is_over.load(Ordering::Relaxed) {
                    return Ok(false);
                }
                thread::sleep(Duration::from_secs(seconds).min(Duration::from_millis(200)));
            }
            (status, _) => return Err(format!("{status}: {text:.200}").into()),
        }
    }
}
