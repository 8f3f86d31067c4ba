//! The server under test: this program once more, as a process of its own, so that its memory and what it says can be seen.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::SocketAddr;
use std::num::NonZero;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use foregone_server::{Keep, Server, Settings};

use crate::Outcome;
use crate::client::Connection;

/// What the process is told to be.
pub(crate) const SERVE: &str = "serve";
/// How many requests are worked on at once.
pub(crate) const WORKERS: usize = 2;
/// How many wait besides.
pub(crate) const QUEUE: usize = 16;
/// The most bytes for the work on one request.
pub(crate) const MEMORY: u64 = 128 << 20;
/// The longest time for it.
pub(crate) const TIME: Duration = Duration::from_secs(2);
/// The most connections.
pub(crate) const CONNECTIONS: usize = 1_024;
/// The most bytes held for them.
pub(crate) const HELD: u64 = 64 << 20;

/// Serves until nothing more can come from whoever began this process.
pub(crate) fn serve() -> Outcome<()> {
    let settings = Settings {
        host: "127.0.0.1".to_owned(),
        port: 0,
        workers: NonZero::new(WORKERS).ok_or("no workers")?,
        queue: QUEUE,
        memory: MEMORY,
        time: TIME,
        cache: Keep::Memory,
        connections: NonZero::new(CONNECTIONS).ok_or("no connections")?,
        held: HELD,
    };
    let server = Server::bind(&settings, |note| drop(writeln!(io::stderr(), "{note}")))?;
    let stopper = server.stopper();
    writeln!(io::stdout(), "{}", server.address())?;
    thread::spawn(move || {
        let _ = io::stdin().read_to_end(&mut Vec::new());
        stopper.stop();
    });
    Ok(server.run()?)
}

/// A server that runs as another process.
pub(crate) struct Process {
    child: Child,
    pub(crate) address: SocketAddr,
    said: JoinHandle<String>,
}

impl Process {
    pub(crate) fn start() -> Outcome<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(SERVE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (told, mut says) =
            (child.stdout.take().ok_or("no output")?, child.stderr.take().ok_or("no output")?);
        let mut line = String::new();
        BufReader::new(told).read_line(&mut line)?;
        let address = line.trim().parse()?;
        let said = thread::spawn(move || {
            let mut text = String::new();
            let _ = says.read_to_string(&mut text);
            text
        });
        Ok(Self { child, address, said })
    }

    /// Resident memory in bytes: now, and at its peak so far. `None` where the system does not tell.
    pub(crate) fn memory(&self) -> Option<[u64; 2]> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
        };
        Some([field("VmRSS:")?, field("VmHWM:")?])
    }

    /// Has the peak be what it is now.
    pub(crate) fn forget_peak(&self) {
        // Where that cannot be done the peak is that of all before, too.
        let _ = fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5");
    }

    /// Some of the server's numbers, each the sum over its labels.
    pub(crate) fn metrics<const N: usize>(&self, names: [&str; N]) -> Outcome<[u64; N]> {
        let answer = Connection::open(self.address)?.get("/metrics")?;
        let text = String::from_utf8(answer.body)?;
        Ok(names.map(|name| {
            let lines = text.lines().filter_map(|line| line.strip_prefix("foregone_")?.strip_prefix(name));
            let numbers = lines.filter(|line| line.starts_with([' ', '{']));
            numbers.filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum()
        }))
    }

    /// Ends it, and gives what it said.
    pub(crate) fn end(mut self) -> Outcome<String> {
        drop(self.child.stdin.take());
        let status = self.child.wait()?;
        let said = self.said.join().map_err(|_| "what the server said is lost")?;
        if status.success() {
            Ok(said)
        } else {
            Err(format!("the server ended badly: {status}: {said}").into())
        }
    }
}
