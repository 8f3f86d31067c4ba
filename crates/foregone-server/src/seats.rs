//! Connections and what is held for them, both with an end: where there is no room, whoever has kept the server waiting longest goes.
//!
//! ```text
//! enter ──▶ seated: waits for its client ◀──▶ at work for it          leaves: done, gone, or shown out
//!                │ since when: the oldest is shown out first
//!                └ bytes: texts that came, answers to be taken
//! ```
//!
//! So a client that asks at once and takes what it is told is served, however many others are there that do neither.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::Notify;

use crate::jobs::locked;
use crate::metrics::Metrics;

/// All seats.
pub(crate) struct Seats {
    room: Mutex<Room>,
    /// A seat is free, or may be freed.
    news: Notify,
    /// How many connections, and how many bytes for all of them.
    most: usize,
    most_bytes: u64,
    metrics: Arc<Metrics>,
}

struct Room {
    seated: BTreeMap<u64, Place>,
    next: u64,
    /// What all hold that are not on their way out.
    bytes: u64,
}

/// What is known of a connection.
struct Place {
    /// Since when the server has done its part; `None` while it is at it.
    since: Option<Instant>,
    /// How much there is to be done for it.
    work: usize,
    bytes: u64,
    door: Arc<Door>,
}

/// How a connection hears that it is to go, and that it is at work.
#[derive(Default)]
struct Door {
    out: AtomicBool,
    shown: Notify,
    begun: Notify,
}

/// The seat of a connection. Clones are the same seat, which is free once all are dropped.
#[derive(Clone)]
pub(crate) struct Seat(Arc<Seated>);

struct Seated {
    seats: Arc<Seats>,
    number: u64,
    door: Arc<Door>,
}

impl Seats {
    pub(crate) fn new(most: usize, most_bytes: u64, metrics: Arc<Metrics>) -> Arc<Self> {
        let room = Mutex::new(Room { seated: BTreeMap::new(), next: 0, bytes: 0 });
        Arc::new(Self { room, news: Notify::new(), most, most_bytes, metrics })
    }

    /// A seat for a connection that is there, once there is one.
    pub(crate) async fn enter(self: &Arc<Self>) -> Seat {
        loop {
            if let Some(seat) = self.seat() {
                return seat;
            }
            self.news.notified().await;
        }
    }

    fn seat(self: &Arc<Self>) -> Option<Seat> {
        let mut room = locked(&self.room);
        if room.seated.len() >= self.most {
            self.show_out(&mut room, |_, _| true);
            return None;
        }
        let (number, door) = (room.next, Arc::new(Door::default()));
        room.next += 1;
        let place = Place { since: Some(Instant::now()), work: 0, bytes: 0, door: Arc::clone(&door) };
        room.seated.insert(number, place);
        self.tell(&room);
        Some(Seat(Arc::new(Seated { seats: Arc::clone(self), number, door })))
    }

    /// Makes room where the system has no more of it.
    pub(crate) fn free_one(&self) {
        self.show_out(&mut locked(&self.room), |_, _| true);
    }

    /// Shows out whoever keeps the server waiting longest of those that may be; says whether there is one.
    fn show_out(&self, room: &mut Room, may_be: impl Fn(u64, &Place) -> bool) -> bool {
        let may_be = |(number, place): &(&u64, &Place)| !place.door.is_shown() && may_be(**number, place);
        let waiting = room.seated.iter().filter(may_be).filter_map(|(_, place)| Some((place.since?, place)));
        let Some((_, place)) = waiting.min_by_key(|(since, _)| *since) else { return false };
        place.door.out.store(true, Ordering::Relaxed);
        place.door.shown.notify_one();
        room.bytes -= place.bytes;
        self.metrics.shown_out();
        true
    }

    fn tell(&self, room: &Room) {
        self.metrics.connected(room.seated.len(), room.bytes);
    }
}

impl Room {
    /// Changes what is known of a connection, and with it what all hold that are not on their way out.
    fn change<T>(&mut self, number: u64, change: impl FnOnce(&mut Place) -> T) -> Option<T> {
        let place = self.seated.get_mut(&number)?;
        let before = place.bytes;
        let changed = change(place);
        if !place.door.is_shown() {
            self.bytes = self.bytes - before + place.bytes;
        }
        Some(changed)
    }
}

impl Place {
    const fn begin(&mut self) {
        self.work += 1;
        self.since = None;
    }

    fn end(&mut self) {
        self.work -= 1;
        if self.work == 0 {
            self.since = Some(Instant::now());
        }
    }
}

impl Door {
    fn is_shown(&self) -> bool {
        self.out.load(Ordering::Relaxed)
    }
}

impl Seat {
    /// Ends when the seat is needed for another.
    pub(crate) async fn shown_out(&self) {
        self.0.door.shown.notified().await;
    }

    /// Ends when there is work for the connection.
    pub(crate) async fn work_begins(&self) {
        while !self.is_at_work() {
            self.0.door.begun.notified().await;
        }
    }

    pub(crate) fn is_at_work(&self) -> bool {
        self.change(|place| place.work > 0).unwrap_or(false)
    }

    /// Says that the server is at work for the connection, until what is returned is dropped.
    pub(crate) fn work(&self) -> Working {
        self.begin();
        Working(self.clone())
    }

    /// Says that the work goes on once the client has sent more, until what is returned is dropped.
    pub(crate) fn rest(&self) -> Resting {
        self.end();
        Resting(self.clone())
    }

    /// Holds nothing yet for the connection.
    pub(crate) fn hold(&self) -> Held {
        Held { seat: self.clone(), bytes: 0 }
    }

    fn begin(&self) {
        self.change(Place::begin);
        self.0.door.begun.notify_one();
    }

    fn end(&self) {
        self.change(Place::end);
        self.0.seats.news.notify_one();
    }

    fn change<T>(&self, change: impl FnOnce(&mut Place) -> T) -> Option<T> {
        locked(&self.0.seats.room).change(self.0.number, change)
    }
}

impl Drop for Seated {
    fn drop(&mut self) {
        let mut room = locked(&self.seats.room);
        // What it held is dropped already: all of that holds the seat.
        room.seated.remove(&self.number);
        self.seats.tell(&room);
        drop(room);
        self.seats.news.notify_one();
    }
}

/// The server is at work for a connection.
pub(crate) struct Working(Seat);

impl Drop for Working {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Work for a connection waits for its client.
pub(crate) struct Resting(Seat);

impl Drop for Resting {
    fn drop(&mut self) {
        self.0.begin();
    }
}

/// Bytes that are held for a connection, until this is dropped.
pub(crate) struct Held {
    seat: Seat,
    bytes: u64,
}

impl Held {
    /// Holds so many, which are there already: others have to make room.
    pub(crate) fn set(&mut self, bytes: usize) {
        self.change(bytes as u64);
    }

    /// Holds so many before they are there, if there is room for them or others can make it.
    pub(crate) fn ask(&mut self, bytes: usize) -> bool {
        let before = self.bytes;
        let fits = self.change(bytes as u64);
        if !fits {
            self.change(before);
        }
        fits
    }

    fn change(&mut self, bytes: u64) -> bool {
        let (before, number, seats) = (self.bytes, self.seat.0.number, &self.seat.0.seats);
        let mut room = locked(&seats.room);
        room.change(number, |place| place.bytes = place.bytes - before + bytes);
        let may_be = |other: u64, place: &Place| other != number && place.bytes > 0;
        while room.bytes > seats.most_bytes && bytes > before && seats.show_out(&mut room, may_be) {}
        seats.tell(&room);
        self.bytes = bytes;
        room.bytes <= seats.most_bytes
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.change(0);
    }
}
