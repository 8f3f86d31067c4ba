//! A server under load: how soon it answers ordinary clients, alone and while others attack it, and what it takes for that.
//!
//! ```text
//! cargo xtask load [--seconds N] [--only ATTACK]
//! ```
//!
//! The server is a process of its own, with limits that are stated. It ends badly, and says why, if an answer is wrong, a place is
//! not free again, memory goes over its bound, an ordinary client waits too long, or the server panics.

mod asked;
mod attacks;
mod client;
mod random;
mod server;

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::attacks::{ATTACKS, Attack, Field};
use crate::client::{Connection, Lived, ordinary};
use crate::random::Random;
use crate::server::{CONNECTIONS, HELD, MEMORY, Process, QUEUE, SERVE, TIME, WORKERS};

pub(crate) type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// What is asked alone, from what costs nothing to what takes a sweep.
const QUESTIONS: &[&str] = &[
    "/healthz",
    "/v1/dots/show?position=3x3",
    "/v1/hex/game?start=5x5&moves=b2;c3;d4",
    "/v1/hex/analyze?position=3x3:W2/3/2B:w",
    "/v1/hex/analyze?position=7x7",
    "/v1/dots/why?position=3x3",
];
/// How often.
const TIMES: usize = 500;
/// Ordinary clients at a time.
const CLIENTS: usize = 4;
/// The longest that one of them may wait for what needs no worker.
const STARVED: Duration = Duration::from_secs(2);
/// The most memory of the server: what its workers may take, what it holds for connections, and a quarter of a GiB for all the rest.
const MOST_MEMORY: u64 = WORKERS as u64 * MEMORY + HELD + (256 << 20);
/// How long all may take to be free again after an attack.
const FREE: Duration = Duration::from_secs(3);

fn main() -> Outcome<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == [SERVE] {
        server::serve()?;
        return Ok(ExitCode::SUCCESS);
    }
    let (mut seconds, mut only) = (66, None);
    for pair in words.chunks(2) {
        match pair {
            [name, value] if name == "--seconds" => seconds = value.parse()?,
            [name, value] if name == "--only" => only = Some(value.as_str()),
            _ => return Err("usage: cargo xtask load [--seconds N] [--only ATTACK]".into()),
        }
    }
    let attacks: Vec<&Attack> =
        ATTACKS.iter().filter(|(name, _)| only.is_none_or(|only| name.contains(only))).collect();
    let each = Duration::from_secs(seconds)
        .checked_div(attacks.len() as u32 + 1)
        .ok_or("there is no such attack")?;
    let server = Process::start()?;
    let mut out = io::stdout();
    writeln!(
        out,
        "{WORKERS} workers, {QUEUE} places in the queue, {} MiB and {TIME:.0?} a request, {CONNECTIONS} connections, {} MiB held for \
         them; {CLIENTS} ordinary clients\n",
        MEMORY >> 20,
        HELD >> 20,
    )?;
    writeln!(out, "{:>9} {:>9} {:>9}  question alone, on one connection", "p50", "p99", "most")?;
    for question in QUESTIONS {
        writeln!(out, "{}  {question}", told(&mut alone(&server, question)?))?;
    }
    writeln!(
        out,
        "\n{:^29} {:^29} {:>7} {:^15} {:>6} {:>6}\n{:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7} {:>7} {:>7} {:>6} {:>6}  attack",
        "no worker needed",
        "work",
        "refused",
        "MiB resident",
        "held",
        "conn.",
        "p50",
        "p99",
        "most",
        "p50",
        "p99",
        "most",
        "",
        "peak",
        "after",
        "MiB",
        "closed"
    )?;
    let mut wrong = phase(&server, &("none", &[]), each)?;
    for attack in attacks {
        wrong.extend(phase(&server, attack, each)?.into_iter().map(|wrong| format!("{}: {wrong}", attack.0)));
    }
    let said = server.end()?;
    if !said.is_empty() {
        wrong.push(format!("the server said: {said}"));
    }
    for wrong in wrong.iter().take(40) {
        writeln!(io::stderr(), "wrong: {wrong}")?;
    }
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How long each answer takes to one question after the other.
fn alone(server: &Process, question: &str) -> Outcome<Vec<Duration>> {
    let mut connection = Connection::open(server.address)?;
    (0..TIMES)
        .map(|_| {
            let began = Instant::now();
            let answer = connection.get(question)?;
            if answer.status == 200 {
                Ok(began.elapsed())
            } else {
                Err(format!("{question}: {}", answer.status).into())
            }
        })
        .collect()
}

/// The half, 99 in a hundred, and all of some times.
fn told(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |part: usize| match times.len() {
        0 => "-".to_owned(),
        count => format!("{:.1?}", times[(count * part / 100).clamp(1, count) - 1]),
    };
    format!("{:>9} {:>9} {:>9}", at(50), at(99), at(100))
}

/// Ordinary clients while others attack, a line about them, and what was wrong.
fn phase(server: &Process, (name, attackers): &Attack, time: Duration) -> Outcome<Vec<String>> {
    let (is_over, are_gone) = (AtomicBool::new(false), AtomicBool::new(false));
    let field = Field {
        server,
        is_over: &are_gone,
        answers: Mutex::default(),
        wrong: Mutex::default(),
        freed: Mutex::default(),
    };
    server.forget_peak();
    let [dropped] = server.metrics(["connections_dropped_total"])?;
    let mut held = 0;
    let mut lived = thread::scope(|scope| {
        let random = |number: usize| Random(number as u64 + 1);
        for (number, attack) in attackers.iter().enumerate() {
            let field = &field;
            scope.spawn(move || attack(field, random(100 + number)));
        }
        let client = |number| {
            let (address, is_over) = (server.address, &is_over);
            scope.spawn(move || ordinary(address, random(number), is_over))
        };
        let clients: Vec<_> = (0..CLIENTS).map(client).collect();
        let began = Instant::now();
        while began.elapsed() < time {
            thread::sleep(Duration::from_millis(100));
            // Where the server does not answer, its clients say so.
            held = server.metrics(["held_bytes"]).map_or(held, |[now]| now.max(held));
        }
        is_over.store(true, Ordering::Relaxed);
        let lived =
            clients.into_iter().map(|client| client.join().map_err(|_| "a client did not come to its end"));
        let lived = lived.collect::<Result<Vec<Lived>, _>>();
        are_gone.store(true, Ordering::Relaxed);
        lived
    })?
    .into_iter()
    .fold(Lived::default(), |mut all, one| {
        all.light.extend(one.light);
        all.work.extend(one.work);
        all.wrong.extend(one.wrong);
        all.refused += one.refused;
        all
    });
    let mut wrong = std::mem::take(&mut lived.wrong);
    wrong.extend(field.wrong.into_inner().unwrap_or_default());
    wrong.extend(free(server)?);
    let [dropped_now] = server.metrics(["connections_dropped_total"])?;
    let [after, peak] = server.memory().unwrap_or_default();
    let mut out = io::stdout();
    writeln!(
        out,
        "{} {} {:>7} {:>7} {:>7} {:>6} {:>6}  {name}",
        told(&mut lived.light),
        told(&mut lived.work),
        lived.refused,
        peak >> 20,
        after >> 20,
        held >> 20,
        dropped_now - dropped,
    )?;
    let answers = field.answers.into_inner().unwrap_or_default();
    if !answers.is_empty() {
        let told: Vec<String> =
            answers.iter().map(|(status, count)| format!("{count} of {status}")).collect();
        writeln!(out, "{:>100} answers: {}", "", told.join(", "))?;
    }
    let mut freed = field.freed.into_inner().unwrap_or_default();
    if !freed.is_empty() {
        writeln!(out, "{:>100} work free: {}", "", told(&mut freed))?;
    }
    if let Some(slowest) = lived.light.iter().max().filter(|slowest| **slowest > STARVED) {
        wrong.push(format!("an ordinary client waited for {slowest:.1?}"));
    }
    if lived.light.is_empty() {
        wrong.push("no ordinary client was answered".to_owned());
    }
    if peak > MOST_MEMORY {
        wrong.push(format!("{} MiB were resident, and {} are allowed", peak >> 20, MOST_MEMORY >> 20));
    }
    Ok(wrong)
}

/// Waits until all is free again, and says what is not.
fn free(server: &Process) -> Outcome<Option<String>> {
    let began = Instant::now();
    loop {
        let [running, queued, held, connections] =
            server.metrics(["running", "queued", "held_bytes", "connections"])?;
        // One of them asks this.
        if running + queued + held == 0 && connections <= 1 {
            return Ok(None);
        }
        if began.elapsed() > FREE {
            return Ok(Some(format!(
                "{running} at work, {queued} queued, {held} bytes held and {connections} connections {FREE:.0?} after"
            )));
        }
        thread::sleep(Duration::from_millis(10));
    }
}
