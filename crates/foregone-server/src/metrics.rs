//! What is counted, for Prometheus to read.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The type of what Prometheus reads.
pub(crate) const PROMETHEUS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper ends of the bins of times, in seconds.
const BINS: [f64; 14] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 20.0, 60.0];

/// The counters of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    seconds: Family<RouteLabel, Histogram, fn() -> Histogram>,
    running: Gauge,
    queued: Gauge,
    cancelled: Counter,
    hits: Counter,
    misses: Counter,
    connections: Gauge,
    held: Gauge,
    shown_out: Counter,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Labels {
    route: &'static str,
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RouteLabel {
    route: &'static str,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("foregone");
        let bins: fn() -> Histogram = || Histogram::new(BINS);
        let metrics = Self {
            requests: Family::default(),
            seconds: Family::new_with_constructor(bins),
            running: Gauge::default(),
            queued: Gauge::default(),
            cancelled: Counter::default(),
            hits: Counter::default(),
            misses: Counter::default(),
            connections: Gauge::default(),
            held: Gauge::default(),
            shown_out: Counter::default(),
            registry: Registry::default(),
        };
        registry.register("requests", "Requests answered, by route and status", metrics.requests.clone());
        registry.register_with_unit(
            "request",
            "Time to the head of the response",
            Unit::Seconds,
            metrics.seconds.clone(),
        );
        registry.register("running", "Pieces of work that are done now", metrics.running.clone());
        registry.register("queued", "Pieces of work that wait", metrics.queued.clone());
        registry.register(
            "cancelled",
            "Pieces of work that nobody waited for any more",
            metrics.cancelled.clone(),
        );
        registry.register("cache_hits", "Answers that were kept from before", metrics.hits.clone());
        registry.register("cache_misses", "Answers that were not", metrics.misses.clone());
        registry.register("connections", "Connections that are open", metrics.connections.clone());
        registry.register_with_unit(
            "held",
            "What is held for connections: texts that came, answers to be taken",
            Unit::Bytes,
            metrics.held.clone(),
        );
        registry.register(
            "connections_dropped",
            "Connections that were closed for others to have room",
            metrics.shown_out.clone(),
        );
        Self { registry, ..metrics }
    }

    /// Counts a request that has its response.
    pub(crate) fn answered(&self, route: &'static str, status: u16, took: Duration) {
        self.requests.get_or_create(&Labels { route, status }).inc();
        self.seconds.get_or_create(&RouteLabel { route }).observe(took.as_secs_f64());
    }

    /// How many pieces of work are done now, and how many wait.
    pub(crate) fn at_work(&self, running: usize, queued: usize) {
        self.running.set(running as i64);
        self.queued.set(queued as i64);
    }

    pub(crate) fn cancelled(&self) {
        self.cancelled.inc();
    }

    /// How many connections there are, and how many bytes are held for them.
    pub(crate) fn connected(&self, connections: usize, held: u64) {
        self.connections.set(connections as i64);
        self.held.set(held as i64);
    }

    /// Counts a connection that was closed for others to have room.
    pub(crate) fn shown_out(&self) {
        self.shown_out.inc();
    }

    /// Counts a look into the cache.
    pub(crate) fn looked_up(&self, found: bool) {
        if found {
            self.hits.inc()
        } else {
            self.misses.inc()
        };
    }

    /// All of them as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // A text takes all that is written to it.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
