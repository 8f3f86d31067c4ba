//! Foregone over HTTP: the answers of `foregone-view`, pictures, games and a page, for many clients at once.
//!
//! No rule of a game and no computation is here. What there is: addresses (`routes`), requests made into work by a game's
//! `desk`, threads and a queue for it (`jobs`), and what a server owes to whoever runs it: limits, metrics, a good end.

mod answer;
mod app;
mod assets;
mod batch;
mod cache;
mod desk;
mod events;
mod fault;
mod games;
mod guard;
mod jobs;
mod metrics;
mod openapi;
mod query;
mod routes;
mod seats;
mod server;
mod taken;
mod wire;

pub use server::{Keep, Server, Settings, Stopper};
