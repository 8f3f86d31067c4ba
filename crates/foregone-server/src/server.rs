//! From a socket to the router and back: connections, their limits, and how all of it ends.

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs as _};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use directories::ProjectDirs;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::runtime::{self, Runtime};
use tokio::sync::{Semaphore, watch};

use crate::app::{App, router};
use crate::cache::{Cache, Note, USUAL};
use crate::guard::Hosts;
use crate::jobs::{Allowance, Jobs};
use crate::metrics::Metrics;

/// Threads that serve connections; the work is done on others.
const SERVING: usize = 2;
/// How long the head of a request may take to come in.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The longest head of a request: the position is in its first line.
const MOST_HEAD: usize = 128 << 10;
/// Connections at once.
const CONNECTIONS: usize = 1_024;
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
        let listener = TcpListener::bind(&*addresses)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let metrics = Arc::new(Metrics::new());
        let app = App {
            jobs: Jobs::new(settings.workers, settings.queue, Arc::clone(&metrics))?,
            metrics,
            cache: settings.cache.open(&(Arc::new(note) as Note)),
            most: Allowance { memory: settings.memory, time: settings.time, states: None },
            light: Semaphore::new(settings.workers.get() + SERVING),
        };
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(SERVING)
            .thread_name("server")
            .enable_all()
            .build()?;
        let is_local = address.ip().is_loopback();
        let hosts = if is_local { Hosts::local(&settings.host) } else { Hosts(None) };
        Ok(Self { listener, address, app: Arc::new(app), hosts, stop: watch::channel(false).0, runtime })
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
        let Self { listener, app, hosts, stop, runtime, .. } = self;
        let served = runtime.block_on(serve(listener, app, hosts, stop.subscribe()));
        // What is still being read for a client is nobody's any more.
        runtime.shutdown_background();
        served
    }
}

async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    hosts: Hosts,
    mut stop: watch::Receiver<bool>,
) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let router = router(Arc::clone(&app), hosts);
    let graceful = GracefulShutdown::new();
    let seats = Arc::new(Semaphore::new(CONNECTIONS));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(MOST_HEAD);
    loop {
        let seat = Arc::clone(&seats).acquire_owned();
        let accepted = tokio::select! {
            _ = stop.wait_for(|&stop| stop) => break,
            accepted = async { (seat.await, listener.accept().await) } => accepted,
        };
        let (seat, Ok((stream, _))) = accepted else {
            // Out of file descriptors, most likely: some will be free again.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        // An answer is one write, and the next question is not to wait for its receipt.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // A client that breaks off is no error of ours.
            let _ = connection.await;
            drop(seat);
        });
    }
    drop(listener);
    app.jobs.stop();
    // Who takes too long to hear of it goes without.
    let _ = tokio::time::timeout(LAST_WORDS, graceful.shutdown()).await;
    Ok(())
}
