//! The pages, `index.html` for the games and `api.html` for the interface: files that are part of the program, built from `web/`.

use std::borrow::Cow;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use rust_embed::{EmbeddedFile, RustEmbed};

/// In a program built for use they are within it; one built for development reads them anew each time.
#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// The file at an address; not to be sent again if the client has it. `None` if there is none.
pub(crate) fn at(path: &str, request: &HeaderMap) -> Option<Response> {
    let name = match path.strip_prefix('/')? {
        "" | "contour" | "hex" | "dots" => "index.html",
        "api" => "api.html",
        name => name,
    };
    file(name, Assets::get(name)?, request)
}

/// How long a file whose name holds a hash of it may be kept: for good, as another file would have another name.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Any other may be kept, and is asked for again.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

fn file(name: &str, file: EmbeddedFile, request: &HeaderMap) -> Option<Response> {
    let EmbeddedFile { data, metadata } = file;
    let hash: String = metadata.sha256_hash()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let known = request.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    // Compression weakens a tag.
    let is_known =
        known.is_some_and(|tags| tags.split(',').any(|known| known.trim().trim_start_matches("W/") == tag));
    let body = if is_known { Body::empty() } else { Body::from(bytes(data)) };
    let mut response = Response::new(body);
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    headers.insert(header::CACHE_CONTROL, if name.starts_with("assets/") { FOR_GOOD } else { ASK_AGAIN });
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    Some(response)
}

/// What is within the program is there already, for any number of clients.
fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => data.into(),
    }
}

/// The type of a file, by the end of its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
