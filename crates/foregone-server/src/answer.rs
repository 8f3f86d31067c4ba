//! What is sent: bytes of some type, and whether they are the whole answer.

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use foregone::StopReason;
use serde::Serialize;

/// The type of a JSON object.
pub(crate) const JSON: &str = "application/json";

/// What work came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) bytes: Bytes,
    pub(crate) kind: &'static str,
    /// Why it ended, where a run stands behind it.
    pub(crate) stop: StopReason,
}

impl Answer {
    /// An object as JSON, of work that ended for a reason.
    pub(crate) fn json(object: &impl Serialize, stop: StopReason) -> Self {
        // Objects of answers have texts for keys and finite numbers: they are always JSON.
        let bytes = serde_json::to_vec(object).expect("an object of the schema");
        Self { bytes: bytes.into(), kind: JSON, stop }
    }

    /// Bytes of a type, without a run behind them.
    pub(crate) fn of(bytes: impl Into<Bytes>, kind: &'static str) -> Self {
        Self { bytes: bytes.into(), kind, stop: StopReason::Finished }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.bytes));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        response
    }
}

/// An object that no run stands behind.
pub(crate) fn json(object: &impl Serialize) -> Answer {
    Answer::json(object, StopReason::Finished)
}
