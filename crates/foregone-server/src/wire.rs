//! A connection's bytes: a stream that gives up on a client that takes none, and that knows when its client is gone.

use std::future::Future as _;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::seats::Seat;

/// How long a client may take nothing of what it is told.
const TAKING: Duration = Duration::from_secs(20);
/// How often it is looked whether a client is gone for which there is work.
const LOOK: Duration = Duration::from_millis(50);

/// A stream that others can look at while it is read and written.
pub(crate) struct Wire {
    stream: Arc<TcpStream>,
    /// Once the client takes nothing: when that is too long.
    late: Option<Pin<Box<Sleep>>>,
}

impl Wire {
    pub(crate) const fn new(stream: Arc<TcpStream>) -> Self {
        Self { stream, late: None }
    }

    /// Writes as soon as that can be done.
    fn write(
        &mut self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        while let Poll::Ready(is_ready) = self.stream.poll_write_ready(context) {
            is_ready?;
            match write(&self.stream) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => {
                    self.late = None;
                    return Poll::Ready(written);
                }
            }
        }
        let late = self.late.get_or_insert_with(|| Box::pin(sleep(TAKING)));
        ready!(late.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(|bytes| buffer.advance(bytes))),
            }
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream| stream.try_write_vectored(parts))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Ends when a client is gone for which there is work. Whoever reads the stream does not hear of it while there is something
/// that the client sent in advance.
pub(crate) async fn gone(stream: &TcpStream, seat: &Seat) {
    loop {
        seat.work_begins().await;
        sleep(LOOK).await;
        if seat.is_at_work() && is_closed(stream) {
            return;
        }
    }
}

/// Whether the client has said that nothing more comes from it.
fn is_closed(stream: &TcpStream) -> bool {
    let ready = pin!(stream.ready(Interest::READABLE)).poll(&mut Context::from_waker(Waker::noop()));
    matches!(ready, Poll::Ready(Ok(ready)) if ready.is_read_closed())
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::net::TcpListener;
    use tokio::time::Instant;

    use super::*;

    /// With the clock of the test: it goes on as soon as everybody waits.
    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_nothing_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let client =
            TcpStream::connect(listener.local_addr().expect("it has one")).await.expect("it listens");
        let (stream, _) = listener.accept().await.expect("there is one");
        let mut wire = Wire::new(Arc::new(stream));
        let mut write =
            async || poll_fn(|context| Pin::new(&mut wire).poll_write(context, &[0; 1 << 16])).await;
        let began = Instant::now();
        let error = loop {
            if let Err(error) = write().await {
                break error;
            }
        };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(began.elapsed() >= TAKING);
        drop(client);
    }
}
