//! What every request and response goes through: who may ask, how long an address may be, what a browser may do.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::fault::{Code, Fault};
use crate::query::shown;

/// The longest address, somewhat less than what is no address at all to those who read it: a full board of 200 rows and columns.
const MOST_ADDRESS: usize = 60 << 10;

/// What a browser may do with the page: nothing but what comes from here.
const PAGE_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
     frame-ancestors 'none'",
);
/// A picture that is opened by itself has its colours in a style of its own, and nothing else to ask for.
const PICTURE_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");

/// What else every response says to browsers.
const SAYS: [(HeaderName, HeaderValue); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
];

/// The names that this machine has for itself, where only those will do.
///
/// A server that listens on this machine alone may still be asked by a page of another's: its name is made to lead here
/// once the page is loaded. The browser then sends that name, and it is none of these.
#[derive(Clone, Debug)]
pub(crate) struct Hosts(pub(crate) Option<Arc<[String]>>);

impl Hosts {
    /// Those for a server that listens on this machine alone, under a name of its own.
    pub(crate) fn local(name: &str) -> Self {
        let names = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
        let own = if name.contains(':') { format!("[{name}]") } else { name.to_ascii_lowercase() };
        Self(Some(names.into_iter().chain([own]).collect()))
    }

    /// Refuses a request that is not for one of them.
    fn check(&self, address: &Uri, headers: &HeaderMap) -> Result<(), Fault> {
        let Some(names) = &self.0 else { return Ok(()) };
        // An address may name a host, too, and a request several.
        let told = headers.get_all(header::HOST).iter().map(|host| host.to_str().unwrap_or_default());
        let mut hosts = told.chain(address.authority().map(Authority::as_str)).peekable();
        let is_ours = |host: &str| {
            let name = host.parse::<Authority>().map(|authority| authority.host().to_ascii_lowercase());
            name.is_ok_and(|name| names.contains(&name))
        };
        let foreign = if hosts.peek().is_none() { Some("") } else { hosts.find(|host| !is_ours(host)) };
        let Some(host) = foreign else { return Ok(()) };
        let error = format!("the request is for `{}`: expected one of {}", shown(host), names.join(", "));
        Err(Fault::new(Code::Host, error))
    }
}

/// Lets a request in, or not, and adds to the response what it says to browsers.
pub(crate) async fn guard(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let length = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    let mut response = if let Err(fault) = hosts.check(request.uri(), request.headers()) {
        fault.into_response()
    } else if length > MOST_ADDRESS {
        let error = format!("the address is {length} bytes long, and {MOST_ADDRESS} are allowed");
        Fault::new(Code::UriTooLong, error).into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    let is_picture = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "image/svg+xml");
    let policy = if is_picture { PICTURE_POLICY } else { PAGE_POLICY };
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    for (name, value) in SAYS {
        headers.insert(name, value);
    }
    response
}
