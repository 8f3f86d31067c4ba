//! The server's work: a request is read, done at once or queued, and answered.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{self, HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use foregone::StopReason;
use foregone_view::lines::{no_text, place, unmarked};
use foregone_view::service;
use http_body::Body as _;
use http_body_util::LengthLimitError;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::Sender;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};

use crate::answer::{Answer, JSON, json};
use crate::assets;
use crate::batch::{self, JSON_LINES};
use crate::cache::Cache;
use crate::desk::{BATCHED, Desk, Drawn, Prepared, Verb};
use crate::events;
use crate::fault::{Code, Fault};
use crate::games::GAMES;
use crate::guard::{Hosts, guard};
use crate::jobs::{Allowance, Jobs, Shift, Ticket};
use crate::metrics::{Metrics, PROMETHEUS};
use crate::openapi;
use crate::query::{Asked, shown};
use crate::routes::{Does, Method, ROUTES, Route};

/// The longest text to read.
const MOST_BODY: usize = 1 << 20;
/// The longest text with a position a line.
const MOST_BATCH: usize = 16 << 20;
/// How long a body may take to come in.
const BODY_TIME: Duration = Duration::from_secs(20);

/// The fewest bytes that are worth to compress.
const LEAST_COMPRESSED: u64 = 1_024;

/// What all requests share.
pub(crate) struct App {
    pub(crate) jobs: Jobs,
    pub(crate) metrics: Arc<Metrics>,
    /// Answers that are kept, if any are.
    pub(crate) cache: Option<Arc<Cache>>,
    /// What a request may take that does not ask for less.
    pub(crate) most: Allowance,
    /// How much is done at once that is too little to queue.
    pub(crate) light: Semaphore,
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
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::SSE)
        .and(NotForContentType::const_new(JSON_LINES));
    let compression = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth);
    router
        .fallback(page)
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(app)
        .layer(compression)
        .layer(from_fn_with_state(hosts, guard))
}

/// Whatever is at no other address: the page, its files, or nothing.
async fn page(State(app): State<Arc<App>>, request: Request) -> Response {
    let (began, path) = (Instant::now(), request.uri().path());
    let response = if matches!(*request.method(), http::Method::GET | http::Method::HEAD) {
        assets::at(path, request.headers()).unwrap_or_else(|| {
            Fault::new(Code::Unknown, format!("nothing is at `{}`", shown(path))).into_response()
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
        let desk = desk(&request)?;
        return Ok(events::response(Arc::clone(app), desk, verb, asked));
    }
    let asked = asked(route, &request)?;
    let answer = match route.does {
        Does::Games => json(&service::games(GAMES.iter().map(|desk| desk.facts()).collect())),
        Does::OpenApi => Answer::of(openapi::document(), JSON),
        Does::Health => Answer::of("ok\n", "text/plain; charset=utf-8"),
        Does::Metrics => Answer::of(app.metrics.text(), PROMETHEUS),
        Does::Show => {
            let desk = desk(&request)?;
            app.at_once(move || desk.show(&asked)).await?
        }
        Does::Convert => {
            let desk = desk(&request)?;
            app.at_once(move || desk.convert(&asked)).await?
        }
        Does::Game => {
            let desk = desk(&request)?;
            app.at_once(move || desk.game(&asked)).await?
        }
        Does::Forecast => {
            let (desk, allowance) = (desk(&request)?, app.allowance(&asked)?);
            app.at_once(move || desk.forecast(&asked, &allowance)).await?
        }
        Does::Read => {
            let desk = desk(&request)?;
            let text = text(request).await?;
            app.at_once(move || desk.read(&asked, &text)).await?
        }
        Does::Batch => {
            let (desk, allowance) = (desk(&request)?, app.allowance(&asked)?);
            let verb = asked.word("verb", BATCHED)?;
            let run = desk.batch(verb, &asked)?;
            let body = bytes(request, MOST_BATCH).await?;
            return batch::response(app, run, body, allowance);
        }
        Does::Picture(format) => {
            let (desk, allowance) = (desk(&request)?, app.allowance(&asked)?);
            match app.at_once(move || desk.picture(format, &asked)).await? {
                Drawn::Made(answer) => answer,
                Drawn::Work(prepared) => app.submit(prepared, allowance)?.answer().await?,
            }
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

/// The body of a request, which may have so many bytes.
async fn bytes(request: Request, most: usize) -> Result<Bytes, Fault> {
    let too_large = || Fault::new(Code::BodyTooLarge, format!("the text is longer than {most} bytes"));
    // A body that says its length is refused before it comes.
    if request.body().size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    match tokio::time::timeout(BODY_TIME, to_bytes(request.into_body(), most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_too_long(&error) => Err(too_large()),
        Ok(Err(error)) => Err(Fault::query(format!("the text did not come to its end: {error}"))),
        Err(_) => Err(Fault::query("the text did not come in time")),
    }
}

/// Whether a body broke off because it is too long.
fn is_too_long(error: &axum::Error) -> bool {
    error.source().is_some_and(<dyn Error>::is::<LengthLimitError>)
}

/// The body of a request, as text.
async fn text(request: Request) -> Result<String, Fault> {
    let bytes = bytes(request, MOST_BODY).await?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let (line, column) = place(&bytes, error.valid_up_to());
        Fault::query(format!("line {line}, column {column}: {}", no_text(&bytes)))
    })?;
    Ok(unmarked(text).to_owned())
}

impl App {
    /// Does what takes next to no time, off the threads that serve requests.
    pub(crate) async fn at_once<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let _seat = self.light.acquire().await.map_err(|_| Fault::stopping())?;
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
            Ok(answer)
        };
        self.jobs.submit(Box::new(task), allowance)
    }

    /// Puts work into the queue.
    pub(crate) fn submit(&self, prepared: Prepared, allowance: Allowance) -> Result<Ticket, Fault> {
        let work = prepared.work;
        self.jobs.submit(Box::new(move |shift: &Shift<'_>| work(&shift.limits, None)), allowance)
    }
}
