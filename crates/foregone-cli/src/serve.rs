//! The verb `serve`: the page and the HTTP interface, until Ctrl-C.

use std::num::NonZero;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use foregone_server::{Keep, Server, Settings};

use crate::Outcome;
use crate::args;
use crate::interrupt;
use crate::output;

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// The name or address to listen on; whatever is not of this machine lets others in
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,
    /// The port, 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8717)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// How many requests are worked on at once; if not given, as many as the machine runs at once
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = args::threads)]
    workers: Option<NonZero<usize>>,
    /// How many requests wait besides; what comes then is told to try again later
    #[arg(long, value_name = "N", default_value_t = 64, allow_negative_numbers = true, value_parser = args::whole::<usize>)]
    queue: usize,
    /// Most memory to take for one request, such as 500M or 8GiB; if not given, three quarters of what is available, divided by
    /// the workers
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = args::memory)]
    memory: Option<u64>,
    /// Longest time to take for one request, such as 500ms, 60s or 2h
    #[arg(long, value_name = "TIME", default_value = "60s", allow_negative_numbers = true, value_parser = args::time)]
    time: Duration,
    /// Where finished answers are kept, `none` for nowhere; if not given, in the user's folder of caches
    #[arg(long, value_name = "FILE|none", value_parser = keep)]
    cache: Option<Keep>,
    /// How many connections are open at once; for one more, that is closed whose client keeps the server waiting longest
    #[arg(long, value_name = "N", default_value = "1024", allow_negative_numbers = true, value_parser = args::threads)]
    connections: NonZero<usize>,
    /// Most memory for texts that came and answers that are not taken yet, of all connections; for more, the same
    #[arg(long, value_name = "SIZE", default_value = "256MiB", allow_negative_numbers = true, value_parser = args::memory)]
    held: u64,
}

/// Where answers are kept.
fn keep(text: &str) -> Result<Keep, String> {
    Ok(if text == "none" { Keep::Nothing } else { Keep::File(text.into()) })
}

/// Serves until it is told to stop.
pub(crate) fn run(asked: ServeArgs) -> Result<Outcome> {
    let ServeArgs { host, port, open: opens, workers, queue, memory, time, cache, connections, held } = asked;
    let all = || std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let workers = workers.unwrap_or_else(all);
    let memory = memory.unwrap_or_else(|| args::available_memory() / workers.get() as u64);
    let place = format!("{host}:{port}");
    let cache = cache.unwrap_or_else(Keep::usual);
    let settings = Settings { host, port, workers, queue, memory, time, cache, connections, held };
    let server = Server::bind(&settings, output::note).context(place)?;
    // Before it is told that it is there: whoever hears of it may end it at once.
    let stopper = server.stopper();
    interrupt::ends(move || stopper.stop());
    let address = server.address();
    if !address.ip().is_loopback() {
        output::note("note: this address is not of this machine alone, so others can ask, too");
    }
    let link = format!("http://{address}/");
    output::note(&format!("Foregone is at {link} until Ctrl-C"));
    if opens {
        // Who wants to can follow the link that was told.
        if let Err(error) = open::that_detached(&link) {
            output::note(&format!("the browser cannot be opened: {error}"));
        }
    }
    server.run()?;
    // It was asked to end, and it did.
    interrupt::lower();
    Ok(Outcome::Done)
}
