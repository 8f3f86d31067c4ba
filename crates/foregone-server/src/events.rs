//! A question as a stream of server-sent events: how many wait before it, how far it is, and its answer.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use foregone_view::service::{Progressed, Queued, progressed};
use serde::Serialize;
use tokio::sync::mpsc::{Permit, Receiver, Sender, channel};
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use tokio_stream::wrappers::ReceiverStream;

use crate::answer::Answer;
use crate::app::{App, Ready};
use crate::desk::{Desk, Verb};
use crate::fault::Fault;
use crate::jobs::Ticket;
use crate::query::Asked;
use crate::seats::Seat;

/// How often progress is told.
const TICK: Duration = Duration::from_millis(100);

/// Events that wait for a client that is slow to take them.
const WAITING: usize = 16;

/// Values of moves that wait for a client; more are not told before the answer.
const MOVES: usize = 4_096;

/// Answers a question by events. What is wrong with the question is one, too: clients of events cannot see a status.
pub(crate) fn response(
    app: Arc<App>,
    desk: &'static dyn Desk,
    verb: Verb,
    asked: Result<Asked, Fault>,
    seat: &Seat,
) -> Response {
    let (sender, receiver) = channel(WAITING);
    let working = seat.work();
    tokio::spawn(async move {
        // A client that is gone needs no answer, and what is worked on for it ends as this does.
        tokio::select! {
            () = sender.closed() => {}
            told = tell(&app, desk, verb, asked, &sender) => {
                drop(working);
                let event = match told {
                    Ok(answer) => Event::default().event("answer").data(text(&answer)),
                    Err(fault) => event("error", &fault.object()),
                };
                let _ = sender.send(Ok(event)).await;
            }
        }
    });
    Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::default()).into_response()
}

/// An event with an object.
fn event(name: &str, object: &impl Serialize) -> Event {
    Event::default().event(name).data(text(&crate::answer::json(object)))
}

/// The text of an answer, which is JSON in one line.
fn text(answer: &Answer) -> String {
    String::from_utf8_lossy(&answer.bytes).into_owned()
}

type Events = Sender<Result<Event, Infallible>>;
type Place<'a> = Permit<'a, Result<Event, Infallible>>;

/// Tells of the work until it is done.
async fn tell(
    app: &Arc<App>,
    desk: &'static dyn Desk,
    verb: Verb,
    asked: Result<Asked, Fault>,
    events: &Events,
) -> Result<Answer, Fault> {
    let asked = asked?;
    let allowance = app.allowance(&asked)?;
    let (sender, mut moves) = channel(MOVES);
    let mut ticket = match app.prepare(desk, verb, asked).await? {
        Ready::Kept(answer) => return Ok(answer),
        Ready::Work(prepared) => app.submit_kept(prepared, allowance, Some(sender))?,
    };
    let mut last = glance(&ticket);
    // Whoever listens slowly hears of some of it, and keeps nobody at work.
    let _ = events.try_send(Ok(last.event()));
    let mut ticks = interval_at(Instant::now() + TICK, TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            _ = ticks.tick() => {
                let news = glance(&ticket);
                if last != news {
                    let _ = events.try_send(Ok(news.event()));
                    last = news;
                }
            }
            // What is told already is in the answer, too.
            answer = ticket.answer() => return answer,
            Some((place, found)) = next(events, &mut moves) => {
                place.send(Ok(Event::default().event("move").data(found.trim_end())));
            }
        }
    }
}

/// The next move that is found, once there is a place for it among the events.
async fn next<'a>(events: &'a Events, moves: &mut Receiver<String>) -> Option<(Place<'a>, String)> {
    let place = events.reserve().await.ok()?;
    moves.recv().await.map(|found| (place, found))
}

/// What can be told of work that is not done.
#[derive(Clone, Copy, PartialEq, Debug)]
enum News {
    Waiting(Queued),
    Going(Progressed),
}

impl News {
    fn event(&self) -> Event {
        match self {
            Self::Waiting(queued) => event("queued", queued),
            Self::Going(progress) => event("progress", progress),
        }
    }
}

fn glance(ticket: &Ticket) -> News {
    match ticket.before() {
        Some(before) => News::Waiting(Queued { before }),
        None => {
            let (progress, seconds) = ticket.gauge().read();
            News::Going(progressed(progress, seconds.as_secs_f64()))
        }
    }
}
