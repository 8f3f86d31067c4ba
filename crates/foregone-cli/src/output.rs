//! Standard output and standard error: buffered, plain where nobody sees colours, quiet when a pipe breaks.

use std::borrow::Cow;
use std::io::{self, BufWriter, ErrorKind, Write};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anyhow::Result;
use serde::Serialize;

use crate::args::Format;

/// Standard output.
pub(crate) struct Output {
    writer: BufWriter<Box<dyn Write>>,
    /// Whether ANSI sequences are to be left out.
    plain: bool,
}

impl Output {
    /// Standard output, without ANSI sequences unless it is a terminal that shows them (`NO_COLOR` is heeded).
    pub(crate) fn standard() -> Self {
        let choice = AutoStream::choice(&io::stdout());
        let plain = choice == ColorChoice::Never;
        let stream: Box<dyn Write> =
            if plain { Box::new(io::stdout()) } else { Box::new(AutoStream::new(io::stdout(), choice)) };
        Self { writer: BufWriter::with_capacity(1 << 16, stream), plain }
    }

    /// Writes a text.
    pub(crate) fn write(&mut self, text: &str) -> Result<()> {
        // To look for sequences costs more than to write; most texts for programs have none.
        let text = if self.plain && text.contains('\x1b') {
            Cow::Owned(strip_str(text).to_string())
        } else {
            Cow::Borrowed(text)
        };
        Ok(self.writer.write_all(text.as_bytes())?)
    }

    /// Writes bytes that are no text, past what is done to text for a terminal's sake.
    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.flush()?;
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes)?;
        Ok(stdout.flush()?)
    }

    /// Makes sure that all that was written is out.
    pub(crate) fn flush(&mut self) -> Result<()> {
        Ok(self.writer.flush()?)
    }
}

/// An object as JSON: on a line of its own, or indented for [`Format::Json`].
pub(crate) fn json(format: Format, object: &impl Serialize) -> Result<String> {
    let text = match format {
        Format::Json => serde_json::to_string_pretty(object)?,
        Format::Text | Format::Jsonl => serde_json::to_string(object)?,
    };
    Ok(text + "\n")
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

/// Says something on standard error that is no error.
pub(crate) fn note(text: &str) {
    // If nobody listens there is nobody to tell.
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Says on standard error that a limit stopped an answer that has no form for a bound.
pub(crate) fn stopped(what: &str, stop: foregone::StopReason) {
    let _ = writeln!(anstream::stderr(), "{what}: stopped early ({stop}), without an answer");
}
