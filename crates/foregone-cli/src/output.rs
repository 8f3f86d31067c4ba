//! Standard output and standard error: buffered, plain where nobody sees colours, quiet when a pipe breaks.

use std::io::{self, BufWriter, ErrorKind, Write};

use anyhow::Result;

/// Standard output.
pub(crate) struct Output {
    writer: BufWriter<anstream::AutoStream<io::Stdout>>,
}

impl Output {
    /// Standard output, without ANSI sequences unless it is a terminal that shows them (`NO_COLOR` is heeded).
    pub(crate) fn standard() -> Self {
        Self { writer: BufWriter::with_capacity(1 << 16, anstream::stdout()) }
    }

    /// Writes a text.
    pub(crate) fn write(&mut self, text: &str) -> Result<()> {
        Ok(self.writer.write_all(text.as_bytes())?)
    }

    /// Makes sure that all that was written is out.
    pub(crate) fn flush(&mut self) -> Result<()> {
        Ok(self.writer.flush()?)
    }
}

/// Whether an error only says that nobody reads our output any more.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Writes an error and its causes as one line on standard error.
pub(crate) fn complain(error: &anyhow::Error) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    // Nothing is left to do if even this fails.
    let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {error:#}");
}

/// Says on standard error that a limit stopped an answer that has no form for a bound.
pub(crate) fn stopped(what: &str, stop: foregone::StopReason) {
    let _ = writeln!(anstream::stderr(), "{what}: stopped early ({stop}), without an answer");
}

/// Says on standard error that less was found than was asked for.
pub(crate) fn fewer(found: usize, asked: usize, stop: foregone::StopReason) {
    let _ = writeln!(anstream::stderr(), "{found} of {asked} found: stopped early ({stop})");
}
