//! Many positions, a line each: one worker answers them in order, and the records are sent as they come.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_core::Stream;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::timeout;

use crate::answer::Answer;
use crate::app::App;
use crate::desk::Run;
use crate::fault::Fault;
use crate::jobs::{Allowance, Shift, Ticket};

/// The type of JSON Lines.
pub(crate) const JSON_LINES: &str = "application/jsonl";
/// Records that wait for a client that is slow to take them.
const WAITING: usize = 256;
/// How long a client may take no record while others are to come: a worker waits for it.
const PATIENCE: Duration = Duration::from_secs(20);

/// Answers each line of a text.
pub(crate) fn response(
    app: &Arc<App>,
    run: Run,
    text: Bytes,
    allowance: Allowance,
) -> Result<Response, Fault> {
    let (sender, records) = channel(WAITING);
    let runtime = Handle::current();
    let task = move |shift: &Shift<'_>| {
        let mut give = |record: String| {
            // The clock of the runtime is to be had within it alone.
            let sent = runtime.block_on(async { timeout(PATIENCE, sender.send(Bytes::from(record))).await });
            matches!(sent, Ok(Ok(())))
        };
        run(&text, shift, &mut give);
        Ok(Answer::of(Bytes::new(), JSON_LINES))
    };
    let ticket = app.jobs.submit(Box::new(task), allowance)?;
    let mut response = Response::new(Body::from_stream(Records { records, ticket }));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON_LINES));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// The records as a body. Once it is dropped, the work is given up.
struct Records {
    records: Receiver<Bytes>,
    ticket: Ticket,
}

impl Stream for Records {
    type Item = Result<Bytes, std::io::Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match self.records.poll_recv(context) {
            Poll::Ready(Some(record)) => Poll::Ready(Some(Ok(record))),
            // The last record is sent, or the work broke off: then so does the body.
            Poll::Ready(None) => self.ticket.poll(context).map(|answer| match answer {
                Ok(_) => None,
                Err(_) => Some(Err(std::io::Error::other("the work did not come to its end"))),
            }),
            Poll::Pending => Poll::Pending,
        }
    }
}
