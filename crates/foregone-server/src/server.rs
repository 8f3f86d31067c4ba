//! From a socket to the router and back: connections, their limits, and how all of it ends.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use directories::ProjectDirs;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{self, Runtime};
use tokio::sync::{Semaphore, watch};

use crate::app::{App, router};
use crate::cache::{Cache, Note, USUAL};
use crate::guard::Hosts;
use crate::jobs::{Allowance, Jobs};
use crate::metrics::Metrics;
use crate::seats::Seats;
use crate::wire::{Wire, gone};

/// Threads that serve connections; the work is done on others.
const SERVING: usize = 2;
/// How long the head of a request may take to come in.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The longest head of a request: the position is in its first line.
const MOST_HEAD: usize = 128 << 10;
/// How many connections the system takes before they are: who comes in a crowd then would else try again a second later.
const KNOCKING: u32 = 1_024;
/// How long clients have to take what they are told at the end.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How a server is to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The name or address to listen on.
    pub host: String,
    /// The port, 0 for any that is free.
    pub port: u16,
    /// How many requests are worked on at once.
    pub workers: NonZero<usize>,
    /// How many wait besides; what comes then is refused.
    pub queue: usize,
    /// The most bytes for the work on one request.
    pub memory: u64,
    /// The longest time for the work on one request.
    pub time: Duration,
    /// Where answers are kept.
    pub cache: Keep,
    /// The most connections at once. For one more, that is closed whose client keeps the server waiting longest.
    pub connections: NonZero<usize>,
    /// The most bytes of texts that came and of answers that are not taken yet, of all connections. For more, the same.
    pub held: u64,
}

/// Where finished answers are kept, to be told again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Nowhere.
    Nothing,
    /// In memory alone.
    Memory,
    /// In a file, too, which is made if it is not there.
    File(PathBuf),
}

impl Keep {
    /// In a file where the user's caches are; in memory, if the system has no place for those.
    #[must_use]
    pub fn usual() -> Self {
        ProjectDirs::from("", "", "foregone")
            .map_or(Self::Memory, |places| Self::File(places.cache_dir().join("answers.redb")))
    }

    fn open(&self, note: &Note) -> Option<Arc<Cache>> {
        let path = match self {
            Self::Nothing => return None,
            Self::Memory => None,
            Self::File(path) => Some(path.as_path()),
        };
        Some(Arc::new(Cache::open(path, USUAL, note)))
    }
}

/// A server that listens already.
pub struct Server {
    listener: TcpListener,
    seats: Arc<Seats>,
    address: SocketAddr,
    app: Arc<App>,
    hosts: Hosts,
    stop: watch::Sender<bool>,
    runtime: Runtime,
}

/// Ends a server, from anywhere.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Has the server cancel its work, tell its clients, and end.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Begins to listen; connections wait until [`Server::run`]. What is to be told to whoever runs the server is given to
    /// `note`, a line at a time.
    ///
    /// # Errors
    /// What the system says to the address, and if it has no threads to give.
    pub fn bind(settings: &Settings, note: impl Fn(&str) + Send + Sync + 'static) -> io::Result<Self> {
        let addresses: Vec<SocketAddr> = (settings.host.as_str(), settings.port).to_socket_addrs()?.collect();
        let light = settings.workers.get() + SERVING;
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(SERVING)
            .max_blocking_threads(light)
            .thread_name("server")
            .enable_all()
            .build()?;
        let listener = {
            let _inside = runtime.enter();
            listen(&addresses)?
        };
        let address = listener.local_addr()?;
        let metrics = Arc::new(Metrics::new());
        let seats = Seats::new(settings.connections.get(), settings.held, Arc::clone(&metrics));
        let app = App {
            jobs: Jobs::new(settings.workers, settings.queue, Arc::clone(&metrics))?,
            metrics,
            cache: settings.cache.open(&(Arc::new(note) as Note)),
            most: Allowance { memory: settings.memory, time: settings.time, states: None },
            light: Arc::new(Semaphore::new(light)),
        };
        let is_local = address.ip().is_loopback();
        let hosts = if is_local { Hosts::local(&settings.host) } else { Hosts(None) };
        Ok(Self {
            listener,
            seats,
            address,
            app: Arc::new(app),
            hosts,
            stop: watch::channel(false).0,
            runtime,
        })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Serves until it is [stopped](Stopper::stop).
    ///
    /// # Errors
    /// If the system does not let it listen.
    pub fn run(self) -> io::Result<()> {
        let Self { listener, seats, app, hosts, stop, runtime, .. } = self;
        let served = runtime.block_on(serve(listener, seats, app, hosts, stop.subscribe()));
        // What is still being read for a client is nobody's any more.
        runtime.shutdown_background();
        served
    }
}

/// Listens on the first of some addresses on which that can be done.
fn listen(addresses: &[SocketAddr]) -> io::Result<TcpListener> {
    let mut fault = io::Error::new(io::ErrorKind::AddrNotAvailable, "the name has no address");
    for &address in addresses {
        let listen = || {
            let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
            // On Windows this would let others listen on the same port.
            #[cfg(unix)]
            socket.set_reuseaddr(true)?;
            socket.bind(address)?;
            socket.listen(KNOCKING)
        };
        match listen() {
            Ok(listener) => return Ok(listener),
            Err(error) => fault = error,
        }
    }
    Err(fault)
}

async fn serve(
    listener: TcpListener,
    seats: Arc<Seats>,
    app: Arc<App>,
    hosts: Hosts,
    mut stop: watch::Receiver<bool>,
) -> io::Result<()> {
    let router = router(Arc::clone(&app), hosts);
    let graceful = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(MOST_HEAD);
    loop {
        let accepted = tokio::select! {
            _ = stop.wait_for(|&stop| stop) => break,
            accepted = listener.accept() => accepted,
        };
        let stream = match accepted {
            Ok((stream, _)) => Arc::new(stream),
            // It is gone already.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
            Err(_) => {
                // Out of file descriptors, most likely.
                seats.free_one();
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        let seat = tokio::select! {
            _ = stop.wait_for(|&stop| stop) => break,
            seat = seats.enter() => seat,
        };
        // An answer is one write, and the next question is not to wait for its receipt.
        let _ = stream.set_nodelay(true);
        let (router, asking) = (TowerToHyperService::new(router.clone()), seat.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(asking.clone());
            let (working, answer) = (asking.work(), router.call(request));
            async move {
                let answer = answer.await;
                drop(working);
                answer
            }
        });
        let wire = TokioIo::new(Wire::new(Arc::clone(&stream)));
        let connection = graceful.watch(http.serve_connection(wire, service));
        tokio::spawn(async move {
            // A client that breaks off is no error of ours.
            tokio::select! {
                _ = connection => {}
                () = seat.shown_out() => {}
                () = gone(&stream, &seat) => {}
            }
        });
    }
    drop(listener);
    app.jobs.stop();
    // Who takes too long to hear of it goes without.
    let _ = tokio::time::timeout(LAST_WORDS, graceful.shutdown()).await;
    Ok(())
}
