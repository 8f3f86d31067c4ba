//! The server's work: a request is read, done at once or queued, and answered.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use foregone::Limits;
use foregone_view::service;
use tokio::sync::Semaphore;

use crate::answer::{Answer, json};
use crate::assets;
use crate::desk::{Desk, Drawn, Prepared};
use crate::events;
use crate::fault::{Code, Fault};
use crate::games::GAMES;
use crate::jobs::{Allowance, Jobs, Ticket};
use crate::metrics::{Metrics, PROMETHEUS};
use crate::query::{Asked, shown};
use crate::routes::{Does, Method, ROUTES, Route};

/// The longest text to read.
const MOST_BODY: usize = 1 << 20;
/// How long a body may take to come in.
const BODY_TIME: Duration = Duration::from_secs(20);

/// What all requests share.
pub(crate) struct App {
    pub(crate) jobs: Jobs,
    pub(crate) metrics: Arc<Metrics>,
    /// What a request may take that does not ask for less.
    pub(crate) most: Allowance,
    /// How much is done at once that is too little to queue.
    pub(crate) light: Semaphore,
}

/// The router of all that there is.
pub(crate) fn router(app: Arc<App>) -> Router {
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
    router.fallback(page).method_not_allowed_fallback(method_not_allowed).with_state(app)
}

/// Whatever is at no other address: the page, its files, or nothing.
async fn page(request: Request) -> Response {
    let path = request.uri().path();
    let name = match path.trim_start_matches('/') {
        "" | "contour" | "hex" | "dots" => assets::PAGE,
        name => name,
    };
    if !matches!(*request.method(), axum::http::Method::GET | axum::http::Method::HEAD) {
        return method_not_allowed().await;
    }
    assets::file(name, request.headers()).unwrap_or_else(|| {
        Fault::new(Code::Unknown, format!("nothing is at `{}`", shown(path))).into_response()
    })
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
        Does::Read => {
            let desk = desk(&request)?;
            let text = text(request).await?;
            app.at_once(move || desk.read(&asked, &text)).await?
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
            let prepared = app.at_once(move || desk.prepare(verb, &asked)).await?;
            app.submit(prepared, allowance)?.answer().await?
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

/// The body of a request, as text.
async fn text(request: Request) -> Result<String, Fault> {
    let read = tokio::time::timeout(BODY_TIME, to_bytes(request.into_body(), MOST_BODY)).await;
    let bytes = match read {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => {
            let error = format!("the text is longer than {MOST_BODY} bytes, or did not come to its end");
            return Err(Fault::new(Code::BodyTooLarge, error));
        }
        Err(_) => return Err(Fault::query("the text did not come in time")),
    };
    String::from_utf8(bytes.into()).map_err(|_| Fault::query("expected UTF-8 text"))
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

    /// Puts work into the queue.
    pub(crate) fn submit(&self, prepared: Prepared, allowance: Allowance) -> Result<Ticket, Fault> {
        let work = prepared.work;
        let task = Box::new(move |limits: &Limits<'_>, _: &AtomicBool| work(limits));
        self.jobs.submit(task, allowance)
    }
}
