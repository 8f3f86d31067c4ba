//! The server's work: a request is read, done at once or queued, and answered.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{self, HeaderValue, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use foregone::StopReason;
use foregone_view::lines::{no_text, place, unmarked};
use foregone_view::service;
use http_body::Body as _;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::Sender;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::answer::{Answer, JSON, json};
use crate::assets;
use crate::batch::{self, JSON_LINES};
use crate::cache::Cache;
use crate::desk::{BATCHED, Desk, Made, Prepared, Verb};
use crate::events;
use crate::fault::{Code, Fault};
use crate::games::GAMES;
use crate::guard::{Hosts, guard};
use crate::jobs::{Allowance, Done, Jobs, Shift, Ticket};
use crate::metrics::{Metrics, PROMETHEUS};
use crate::openapi;
use crate::query::{Asked, shown};
use crate::routes::{Does, Method, ROUTES, Route};
use crate::seats::{Held, Seat};
use crate::taken::counted;

/// The longest text to read.
const MOST_BODY: usize = 1 << 20;
/// The longest text with a position a line.
const MOST_BATCH: usize = 16 << 20;
/// The longest text that is read at once; with one that is longer the queue has to do.
const MOST_LIGHT: usize = 64 << 10;
/// How long a body may take to come in.
const BODY_TIME: Duration = Duration::from_secs(20);

/// The fewest bytes that are worth to compress, and the most: what serves connections has others to serve.
const LEAST_COMPRESSED: u64 = 1_024;
const MOST_COMPRESSED: u64 = 4 << 20;

/// What all requests share.
pub(crate) struct App {
    pub(crate) jobs: Jobs,
    pub(crate) metrics: Arc<Metrics>,
    /// Answers that are kept, if any are.
    pub(crate) cache: Option<Arc<Cache>>,
    /// What a request may take that does not ask for less.
    pub(crate) most: Allowance,
    /// How much is done at once that is too little to queue.
    pub(crate) light: Arc<Semaphore>,
}

/// A question that is answered already, or work.
pub(crate) enum Ready {
    Kept(Answer),
    Work(Prepared),
}

/// The router of all that there is.
pub(crate) fn router(app: Arc<App>, hosts: Hosts) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        let method = match route.method {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
        };
        let handler = move |State(app): State<Arc<App>>, request: Request| async move {
            let began = Instant::now();
            let response = answer(&app, route, request).await.unwrap_or_else(Fault::into_response);
            app.metrics.answered(route.path, response.status().as_u16(), began.elapsed());
            response
        };
        router = router.route(route.path, on(method, handler));
    }
    // Records are to go out as they come, and what is small gains nothing.
    let worth = SizeAbove::new(LEAST_COMPRESSED)
        .and(SizeBelow(MOST_COMPRESSED))
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::SSE)
        .and(NotForContentType::const_new(JSON_LINES));
    let compression = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth);
    router
        .fallback(page)
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(app)
        .layer(from_fn(counted))
        .layer(compression)
        .layer(from_fn_with_state(hosts, guard))
}

/// Compresses what is known to be no longer than this.
#[derive(Clone, Copy)]
struct SizeBelow(u64);

impl Predicate for SizeBelow {
    fn should_compress<B: http_body::Body>(&self, response: &http::Response<B>) -> bool {
        response.body().size_hint().upper().is_some_and(|most| most <= self.0)
    }
}

/// Whatever is at no other address: the page, its files, or nothing.
async fn page(State(app): State<Arc<App>>, request: Request) -> Response {
    let (began, path) = (Instant::now(), request.uri().path());
    let response = if matches!(*request.method(), http::Method::GET | http::Method::HEAD) {
        assets::at(path, request.headers()).unwrap_or_else(|| {
            Fault::new(
                Code::Unknown,
                format!("nothing is at `{}`; `/openapi.json` says what is where", shown(path)),
            )
            .into_response()
        })
    } else {
        method_not_allowed().await
    };
    app.metrics.answered("/", response.status().as_u16(), began.elapsed());
    response
}

async fn method_not_allowed() -> Response {
    Fault::new(Code::MethodNotAllowed, "this address has no such method").into_response()
}

/// Answers a request to a route.
async fn answer(app: &Arc<App>, route: &'static Route, request: Request) -> Result<Response, Fault> {
    if let Does::Events(verb) = route.does {
        let asked = asked(route, &request);
        let (desk, seat) = (desk(&request)?, seat(&request)?);
        return Ok(events::response(Arc::clone(app), desk, verb, asked, &seat));
    }
    let asked = asked(route, &request)?;
    let answer = match route.does {
        Does::Games => json(&service::games(GAMES.iter().map(|desk| desk.facts()).collect())),
        Does::OpenApi => Answer::of(openapi::document(), JSON),
        Does::Health => Answer::of("ok\n", "text/plain; charset=utf-8"),
        Does::Metrics => Answer::of(app.metrics.text(), PROMETHEUS),
        Does::Show => {
            let desk = desk(&request)?;
            let made = app.at_once(move || desk.show(&asked)).await?;
            app.finish(made, app.most).await?
        }
        Does::Convert => {
            let desk = desk(&request)?;
            let made = app.at_once(move || desk.convert(&asked)).await?;
            app.finish(made, app.most).await?
        }
        Does::Game => {
            let (desk, allowance) = (desk(&request)?, app.most);
            let made = app.at_once(move || desk.game(&asked, &allowance)).await?;
            app.finish(made, allowance).await?
        }
        Does::Forecast => {
            let (desk, allowance) = (desk(&request)?, app.allowance(&asked)?);
            app.at_once(move || desk.forecast(&asked, &allowance)).await?
        }
        Does::Read => {
            let desk = desk(&request)?;
            let (text, held) = bytes(request, MOST_BODY).await?;
            let is_long = text.len() > MOST_LIGHT;
            let read = move || {
                let _held = held;
                desk.read(&asked, as_text(&text)?)
            };
            if is_long {
                let task = move |_: &Shift<'_>| Ok(Done::Answer(read()?));
                app.jobs.submit(Box::new(task), app.most)?.answer().await?
            } else {
                app.at_once(read).await?
            }
        }
        Does::Batch => {
            let (desk, allowance) = (desk(&request)?, app.allowance(&asked)?);
            let verb = asked.word("verb", BATCHED)?;
            let run = desk.batch(verb, &asked)?;
            let seat = seat(&request)?;
            let text = bytes(request, MOST_BATCH).await?;
            return batch::response(app, run, text, allowance, seat.work());
        }
        Does::Picture(format) => {
            let (desk, allowance) = (desk(&request)?, app.allowance(&asked)?);
            let made = app.at_once(move || desk.picture(format, &asked)).await?;
            app.finish(made, allowance).await?
        }
        Does::Ask(verb) => {
            let (desk, allowance) = (desk(&request)?, app.allowance(&asked)?);
            match app.prepare(desk, verb, asked).await? {
                Ready::Kept(answer) => answer,
                Ready::Work(prepared) => app.submit_kept(prepared, allowance, None)?.answer().await?,
            }
        }
        Does::Events(_) => return Err(Fault::internal()),
    };
    let mut response = answer.into_response();
    // Answers tell what they cost, and that is never the same twice.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn asked(route: &'static Route, request: &Request) -> Result<Asked, Fault> {
    Asked::read(request.uri().query(), route.parameters)
}

/// The game that an address names.
fn desk(request: &Request) -> Result<&'static dyn Desk, Fault> {
    // `/v1/{game}/…`
    let name = request.uri().path().split('/').nth(2).unwrap_or_default();
    GAMES.iter().copied().find(|desk| desk.name() == name).ok_or_else(|| {
        let known: Vec<_> = GAMES.iter().map(|desk| desk.name()).collect();
        let error = format!("no game is called `{}`: expected one of {}", shown(name), known.join(", "));
        Fault::new(Code::Unknown, error)
    })
}

/// The seat of a request's connection.
fn seat(request: &Request) -> Result<Seat, Fault> {
    request.extensions().get::<Seat>().cloned().ok_or_else(Fault::internal)
}

/// The body of a request, which may have so many bytes, and what holds them.
async fn bytes(request: Request, most: usize) -> Result<(Bytes, Held), Fault> {
    // A body that says its length is refused before it comes.
    if request.body().size_hint().lower() > most as u64 {
        return Err(too_large(most));
    }
    let seat = seat(&request)?;
    let _resting = seat.rest();
    let reading = gather(Limited::new(request.into_body(), most), most, seat.hold());
    let read = tokio::time::timeout(BODY_TIME, reading).await;
    read.unwrap_or_else(|_| Err(Fault::query("the text did not come in time")))
}

fn too_large(most: usize) -> Fault {
    Fault::new(Code::BodyTooLarge, format!("the text is longer than {most} bytes"))
}

/// Takes what comes, in room that is asked for before.
async fn gather(mut body: Limited<Body>, most: usize, mut held: Held) -> Result<(Bytes, Held), Fault> {
    let mut text = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| match error.downcast_ref::<LengthLimitError>() {
            Some(_) => too_large(most),
            None => Fault::query(format!("the text did not come to its end: {error}")),
        })?;
        let Ok(data) = frame.into_data() else { continue };
        let needed = text.len() + data.len();
        if needed > text.capacity() {
            let room = needed.next_power_of_two().min(most);
            if !held.ask(room) {
                return Err(Fault::new(Code::Busy, "too many long texts are here already: try again later"));
            }
            text.reserve_exact(room - text.len());
        }
        text.extend_from_slice(&data);
    }
    Ok((text.into(), held))
}

/// The body of a request, as text.
fn as_text(bytes: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let (line, column) = place(bytes, error.valid_up_to());
        Fault::query(format!("line {line}, column {column}: {}", no_text(bytes)))
    })?;
    Ok(unmarked(text))
}

impl App {
    /// Does what takes next to no time, off the threads that serve requests.
    pub(crate) async fn at_once<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let place = Arc::clone(&self.light).acquire_owned().await.map_err(|_| Fault::stopping())?;
        let work = move || {
            // Not free before it is done, whether or not the client is still there.
            let _place = place;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Fault::internal())?
    }

    /// What a request may take: what it asks for, and no more than any may.
    pub(crate) fn allowance(&self, asked: &Asked) -> Result<Allowance, Fault> {
        let Allowance { memory, time, .. } = self.most;
        Ok(Allowance {
            memory: asked.memory("memory")?.map_or(memory, |asked| asked.min(memory)),
            time: asked.time("time")?.map_or(time, |asked| asked.min(time)),
            states: asked.whole("states")?,
        })
    }

    /// Makes a question into work, unless its answer is kept.
    pub(crate) async fn prepare(
        self: &Arc<Self>,
        desk: &'static dyn Desk,
        verb: Verb,
        asked: Asked,
    ) -> Result<Ready, Fault> {
        let app = Arc::clone(self);
        self.at_once(move || {
            let prepared = desk.prepare(verb, &asked)?;
            let Some(cache) = &app.cache else { return Ok(Ready::Work(prepared)) };
            let kept = cache.find(&prepared.question);
            app.metrics.looked_up(kept.is_some());
            Ok(kept.map_or(Ready::Work(prepared), |bytes| Ready::Kept(Answer::of(bytes, JSON))))
        })
        .await
    }

    /// Puts work into the queue, and has its answer kept if it is a whole one. Values of moves are sent as they are found, if
    /// they are listened for.
    pub(crate) fn submit_kept(
        &self,
        prepared: Prepared,
        allowance: Allowance,
        moves: Option<Sender<String>>,
    ) -> Result<Ticket, Fault> {
        let Prepared { question, work } = prepared;
        // Not the whole of the server: it ends before its workers do.
        let cache = self.cache.clone();
        let task = move |shift: &Shift<'_>| {
            let mut send = moves.map(|moves| {
                // Whoever listens slowly hears of some of them.
                move |found: String| drop(moves.try_send(found))
            });
            let tell = send.as_mut().map(|send| send as &mut dyn FnMut(String));
            let answer = work(&shift.limits, tell)?;
            if let Some(cache) = cache.filter(|_| answer.stop == StopReason::Finished) {
                cache.keep(&question, &answer.bytes);
            }
            Ok(Done::Answer(answer))
        };
        self.jobs.submit(Box::new(task), allowance)
    }

    /// The answer that is made, or that comes of work.
    async fn finish(&self, made: Made, allowance: Allowance) -> Result<Answer, Fault> {
        match made {
            Made::Answer(answer) => Ok(answer),
            Made::Work(work) => {
                let task = move |shift: &Shift<'_>| Ok(Done::Answer(work(&shift.limits, None)?));
                self.jobs.submit(Box::new(task), allowance)?.answer().await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;
    use std::sync::mpsc;

    use super::*;

    /// Else whoever asks and leaves, again and again, would have any number of threads at work.
    #[tokio::test]
    async fn what_nobody_waits_for_keeps_its_place_until_it_is_done() {
        let metrics = Arc::new(Metrics::new());
        let app = App {
            jobs: Jobs::new(NonZero::<usize>::MIN, 1, Arc::clone(&metrics)).expect("there are threads"),
            metrics,
            cache: None,
            most: Allowance { memory: 0, time: Duration::ZERO, states: None },
            light: Arc::new(Semaphore::new(1)),
        };
        let (done, wait) = mpsc::channel::<()>();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let work = app.at_once(move || {
            let _ = (begun.send(()), wait.recv());
            Ok(())
        });
        tokio::select! {
            _ = work => panic!("it is not done"),
            _ = begins => {}
        }
        assert_eq!(app.light.available_permits(), 0);
        drop(done);
        assert_eq!(app.at_once(|| Ok(7)).await, Ok(7));
    }
}
