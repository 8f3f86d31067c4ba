//! Many positions, a line each: a worker answers them in order, and the records are sent as they come. Where others wait, the
//! worker does something else in between, and where the client takes nothing, too.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_core::Stream;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::answer::Answer;
use crate::app::App;
use crate::desk::Run;
use crate::fault::Fault;
use crate::jobs::{Allowance, Done, Shift, Ticket};
use crate::seats::{Held, Working};

/// The type of JSON Lines.
pub(crate) const JSON_LINES: &str = "application/jsonl";
/// Records that wait for a client that is slow to take them, and their bytes; a longer record waits alone.
const WAITING: usize = 256;
const WAITING_BYTES: usize = 1 << 20;
/// How long a worker waits for a client that takes nothing: for one record, and in all.
const PATIENCE: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(60)];
/// How long a worker is at it, or waits for the client, before others have their turn.
const TURN: Duration = Duration::from_millis(100);

/// Answers each line of a text.
pub(crate) fn response(
    app: &Arc<App>,
    run: Run,
    (text, held): (Bytes, Held),
    allowance: Allowance,
    working: Working,
) -> Result<Response, Fault> {
    let (sender, records) = channel(WAITING);
    let outlet = Outlet {
        sender,
        room: Arc::new(Semaphore::new(WAITING_BYTES)),
        runtime: Handle::current(),
        unsent: None,
        waited: [Duration::ZERO; 2],
        is_gone: false,
    };
    let batch = Batch { run, text, outlet, _held: (held, working) };
    let ticket = app.jobs.submit(Box::new(move |shift| Ok(batch.turn(shift))), allowance)?;
    let mut response = Response::new(Body::from_stream(Records { records, ticket }));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON_LINES));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// What is to be done, and how far it is.
struct Batch {
    run: Run,
    text: Bytes,
    outlet: Outlet,
    _held: (Held, Working),
}

impl Batch {
    fn turn(mut self, shift: &Shift<'_>) -> Done {
        let (began, outlet) = (Instant::now(), &mut self.outlet);
        let is_done = outlet.go_on(shift)
            && (self.run)(&self.text, shift, &mut |record| {
                outlet.give(record.into(), shift) && !(began.elapsed() >= TURN && (shift.others_wait)())
            });
        if outlet.is_gone || is_done && outlet.unsent.is_none() {
            Done::Answer(Answer::of(Bytes::new(), JSON_LINES))
        } else {
            Done::Later(Box::new(move |shift| Ok(self.turn(shift))))
        }
    }
}

/// A record, and the room that it takes.
type Record = (Bytes, OwnedSemaphorePermit);

/// Where records go.
struct Outlet {
    sender: Sender<Record>,
    room: Arc<Semaphore>,
    runtime: Handle,
    /// What the client had no room for.
    unsent: Option<Bytes>,
    /// How long the client was waited for: for this record, and in all.
    waited: [Duration; 2],
    is_gone: bool,
}

impl Outlet {
    /// Gives away what was left, and says whether there is more to be given.
    fn go_on(&mut self, shift: &Shift<'_>) -> bool {
        self.unsent.take().is_none_or(|record| self.give(record, shift))
    }

    /// Gives a record away, and says whether the next may follow at once.
    fn give(&mut self, record: Bytes, shift: &Shift<'_>) -> bool {
        let room = record.len().min(WAITING_BYTES) as u32;
        loop {
            let began = Instant::now();
            let send = async {
                let permit = Arc::clone(&self.room).acquire_many_owned(room).await.ok()?;
                self.sender.send((record.clone(), permit)).await.ok()
            };
            // The clock of the runtime is to be had within it alone.
            let sent = self.runtime.block_on(async { timeout(TURN, send).await });
            let waited = began.elapsed();
            self.waited = self.waited.map(|before| before + waited);
            match sent {
                Ok(Some(())) => {
                    self.waited[0] = Duration::ZERO;
                    return true;
                }
                Err(_) if !self.is_late() && !shift.cancel.load(Ordering::Relaxed) => {
                    if (shift.others_wait)() {
                        self.unsent = Some(record);
                        return false;
                    }
                }
                Ok(None) | Err(_) => {
                    self.is_gone = true;
                    return false;
                }
            }
        }
    }

    fn is_late(&self) -> bool {
        self.waited.iter().zip(PATIENCE).any(|(waited, most)| *waited >= most)
    }
}

/// The records as a body. Once it is dropped, the work is given up.
struct Records {
    records: Receiver<Record>,
    ticket: Ticket,
}

impl Stream for Records {
    type Item = Result<Bytes, std::io::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match self.records.poll_recv(context) {
            Poll::Ready(Some((record, _))) => Poll::Ready(Some(Ok(record))),
            // The last record is sent, or the work broke off: then so does the body.
            Poll::Ready(None) => self.ticket.poll(context).map(|answer| match answer {
                Ok(_) => None,
                Err(_) => Some(Err(std::io::Error::other("the work did not come to its end"))),
            }),
            Poll::Pending => Poll::Pending,
        }
    }
}
