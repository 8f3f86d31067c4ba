//! How fast a server answers: some clients on this machine ask one question after the other, and this prints a table.
//!
//! ```text
//! cargo run --release --package foregone-server --example load [CLIENTS [REQUESTS]]
//! ```

use std::error::Error;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use foregone_server::{Keep, Server, Settings};

/// What is asked, from what costs nothing to what takes a sweep.
const QUESTIONS: &[&str] = &[
    "/healthz",
    "/v1/dots/show?position=3x3",
    "/v1/hex/game?start=5x5&moves=b2;c3;d4",
    "/v1/hex/analyze?position=3x3:W2/3/2B:w",
    "/v1/hex/analyze?position=7x7",
    "/v1/contour/analyze?position=2x3:2,7,3/9,1,2|3,7,2/2,3,1",
    "/v1/dots/why?position=3x3",
    "/v1/hex-perfect/analyze?position=4x4",
];

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<NonZero<usize>>());
    let mut number = |usual| numbers.next().transpose().map(|number| number.map_or(usual, NonZero::get));
    let (clients, requests) = (number(4)?, number(500)?);
    let settings = Settings {
        host: "127.0.0.1".to_owned(),
        port: 0,
        workers: thread::available_parallelism()?,
        queue: clients,
        memory: 1 << 30,
        time: Duration::from_secs(60),
        cache: Keep::Nothing,
    };
    let server = Server::bind(&settings, |note| drop(writeln!(io::stderr(), "{note}")))?;
    let (address, stopper) = (server.address(), server.stopper());
    let running = thread::spawn(move || server.run());
    let mut out = io::stdout().lock();
    writeln!(out, "{clients} clients, {requests} requests of each\n")?;
    writeln!(out, "{:>9} {:>9} {:>9} {:>9}  question", "p50", "p99", "most", "a second")?;
    for question in QUESTIONS {
        let began = Instant::now();
        let mut times = thread::scope(|scope| {
            let ask = || scope.spawn(|| client(address, question, requests));
            let asking: Vec<_> = (0..clients).map(|_| ask()).collect();
            let mut times = Vec::new();
            for client in asking {
                times.extend(client.join().map_err(|_| "a client did not come to its end")??);
            }
            Outcome::Ok(times)
        })?;
        let rate = times.len() as f64 / began.elapsed().as_secs_f64();
        times.sort_unstable();
        let [half, most_of_all, all] = [50, 99, 100].map(|part| times[(times.len() * part / 100).max(1) - 1]);
        writeln!(out, "{half:>9.1?} {most_of_all:>9.1?} {all:>9.1?} {rate:>9.0}  {question}")?;
    }
    stopper.stop();
    Ok(running.join().map_err(|_| "the server did not come to its end")??)
}

/// Asks one question after the other on one connection, and gives the time that each answer took.
fn client(address: SocketAddr, question: &str, requests: usize) -> Outcome<Vec<Duration>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let request = format!("GET {question} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let mut times = Vec::with_capacity(requests);
    for _ in 0..requests {
        let began = Instant::now();
        stream.write_all(request.as_bytes())?;
        let (mut line, mut length) = (String::new(), 0);
        reader.read_line(&mut line)?;
        if !line.starts_with("HTTP/1.1 200 ") {
            return Err(format!("{question}: {line}").into());
        }
        while line.trim_end() != "" {
            line.clear();
            reader.read_line(&mut line)?;
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        times.push(began.elapsed());
    }
    Ok(times)
}
