//! How wide pictures are drawn.

use std::io::{self, IsTerminal as _};

use clap::Args;
use foregone_view::Page;
use terminal_size::{Width, terminal_size_of};

use crate::args::whole;

/// How wide a terminal is that does not say so.
const USUAL: usize = 80;

#[derive(Args, Clone, Copy, Default)]
pub(crate) struct PageArgs {
    /// Cut pictures of boards that are wider into panels of N characters, 0 for one piece. If not given, a terminal's
    /// width and otherwise one piece, and boards of more than 10,000 cells are not drawn
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>)]
    width: Option<usize>,
}

impl PageArgs {
    pub(crate) fn page(self) -> Page {
        match self.width {
            Some(0) => Page::new(None).of_any_size(),
            Some(width) => Page::new(Some(width)).of_any_size(),
            // What goes into a pipe or a file must not depend on who looks on.
            None => Page::new(io::stdout().is_terminal().then(terminal_width)),
        }
    }
}

fn terminal_width() -> usize {
    if let Some((Width(width), _)) = terminal_size_of(io::stdout()) {
        return width.into();
    }
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    columns.filter(|&columns| columns > 0).unwrap_or(USUAL)
}
