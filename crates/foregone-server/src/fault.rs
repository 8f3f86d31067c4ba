//! What is wrong with a request: a code, a status, and one line as the command says it.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use foregone::SolveError;
use foregone_view::{ReadError, service};

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    code: Code,
    error: String,
    /// What it would take, and what is allowed.
    bytes: Option<[u64; 2]>,
}

/// What kind of fault it is: see [`Code::told`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    Query,
    Host,
    Position,
    IllegalMove,
    NotApplicable,
    TooLarge,
    NoneFound,
    Unknown,
    MethodNotAllowed,
    UriTooLong,
    BodyTooLarge,
    Busy,
    Stopping,
    Internal,
}

impl Code {
    /// All of them, for the description of the interface.
    pub(crate) const ALL: [Self; 14] = [
        Self::Query,
        Self::Host,
        Self::Position,
        Self::IllegalMove,
        Self::NotApplicable,
        Self::TooLarge,
        Self::NoneFound,
        Self::Unknown,
        Self::MethodNotAllowed,
        Self::UriTooLong,
        Self::BodyTooLarge,
        Self::Busy,
        Self::Stopping,
        Self::Internal,
    ];

    /// Its name and its status.
    pub(crate) const fn told(self) -> (&'static str, StatusCode) {
        match self {
            Self::Query => ("query", StatusCode::BAD_REQUEST),
            Self::Host => ("host", StatusCode::MISDIRECTED_REQUEST),
            Self::Position => ("position", StatusCode::UNPROCESSABLE_ENTITY),
            Self::IllegalMove => ("illegal_move", StatusCode::UNPROCESSABLE_ENTITY),
            Self::NotApplicable => ("not_applicable", StatusCode::UNPROCESSABLE_ENTITY),
            Self::TooLarge => ("too_large", StatusCode::UNPROCESSABLE_ENTITY),
            Self::NoneFound => ("none_found", StatusCode::UNPROCESSABLE_ENTITY),
            Self::Unknown => ("unknown", StatusCode::NOT_FOUND),
            Self::MethodNotAllowed => ("method_not_allowed", StatusCode::METHOD_NOT_ALLOWED),
            Self::UriTooLong => ("uri_too_long", StatusCode::URI_TOO_LONG),
            Self::BodyTooLarge => ("body_too_large", StatusCode::PAYLOAD_TOO_LARGE),
            Self::Busy => ("busy", StatusCode::TOO_MANY_REQUESTS),
            Self::Stopping => ("stopping", StatusCode::SERVICE_UNAVAILABLE),
            Self::Internal => ("internal", StatusCode::INTERNAL_SERVER_ERROR),
        }
    }
}

impl Fault {
    pub(crate) fn new(code: Code, error: impl Into<String>) -> Self {
        Self { code, error: error.into(), bytes: None }
    }

    /// A fault in a query or a request.
    pub(crate) fn query(error: impl Into<String>) -> Self {
        Self::new(Code::Query, error)
    }

    /// A text that is no position.
    pub(crate) fn position(error: &ReadError) -> Self {
        Self::new(Code::Position, error.to_string())
    }

    /// The server ends.
    pub(crate) fn stopping() -> Self {
        Self::new(Code::Stopping, "the server is about to stop")
    }

    /// Work that came to no end.
    pub(crate) fn internal() -> Self {
        Self::new(Code::Internal, "the work did not come to its end")
    }

    /// The object that tells of it.
    pub(crate) fn object(&self) -> service::Fault {
        let (code, status) = self.code.told();
        service::fault(status.as_u16(), code, self.error.clone(), self.bytes)
    }
}

impl From<SolveError> for Fault {
    fn from(error: SolveError) -> Self {
        let told = error.to_string();
        let bytes = |needs: u128| u64::try_from(needs).unwrap_or(u64::MAX);
        match error {
            SolveError::TooLarge { needs, allowed, .. } => {
                Self { code: Code::TooLarge, error: told, bytes: Some([bytes(needs), allowed]) }
            }
            SolveError::NoMemory { .. } => Self::new(Code::TooLarge, told),
            SolveError::NotApplicable { .. } => Self::new(Code::NotApplicable, told),
            SolveError::NoneFound { .. } => Self::new(Code::NoneFound, told),
            // Neither is asked for here.
            SolveError::Checkpoint(_) | SolveError::Table(_) => Self::new(Code::Internal, told),
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let (_, status) = self.code.told();
        let mut response = (status, crate::answer::json(&self.object())).into_response();
        if self.code == Code::Busy || self.code == Code::Stopping {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
