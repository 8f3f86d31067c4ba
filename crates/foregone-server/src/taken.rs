//! What a client is told, counted as held for it until it has taken it.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http_body::{Body as HttpBody, Frame, SizeHint};

use crate::seats::{Held, Seat};

/// What is given away at a time. Less than that is not counted.
const PIECE: usize = 64 << 10;

/// A body that goes out in small pieces. Each is a copy: what is written last would else keep all of it in memory.
struct Taken {
    body: Body,
    /// What is left of the part that is on its way.
    left: Bytes,
    held: Held,
    /// Whether others had their turn since the last piece.
    is_rested: bool,
}

/// Has what is told to a client counted.
pub(crate) async fn counted(request: Request, next: Next) -> Response {
    let seat = request.extensions().get::<Seat>().cloned();
    let response = next.run(request).await;
    let Some(seat) = seat else { return response };
    response.map(|body| {
        let mut held = seat.hold();
        let bytes = body.size_hint().lower() as usize;
        if bytes > PIECE {
            held.set(bytes);
        }
        Body::new(Taken { body, left: Bytes::new(), held, is_rested: true })
    })
}

impl HttpBody for Taken {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.left.is_empty() {
            let frame = match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => frame,
                end => return Poll::Ready(end),
            };
            match frame.into_data() {
                Ok(data) if data.len() > PIECE => {
                    self.held.set(data.len());
                    self.left = data;
                }
                Ok(data) => return Poll::Ready(Some(Ok(Frame::data(data)))),
                Err(other) => return Poll::Ready(Some(Ok(other))),
            }
        }
        // A client that takes all, or what compresses it, would else keep a thread from others until the end.
        self.is_rested = !self.is_rested;
        if self.is_rested {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let length = self.left.len().min(PIECE);
        let piece = Bytes::copy_from_slice(&self.left.split_to(length));
        if self.left.is_empty() {
            self.left = Bytes::new();
            self.held.set(0);
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.left.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (body, left) = (self.body.size_hint(), self.left.len() as u64);
        let mut hint = SizeHint::new();
        hint.set_lower(body.lower() + left);
        if let Some(upper) = body.upper() {
            hint.set_upper(upper + left);
        }
        hint
    }
}
