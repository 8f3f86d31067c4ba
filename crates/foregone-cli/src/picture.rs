//! `--svg FILE` and `--png FILE`: where an answer's picture goes.
//!
//! A file is written as `FILE.partial`, and gets its name when all of it is on the disk. What is there already is replaced only
//! with `--force`, and what stands in the way is found before any work is done.

use std::fs;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};
use clap::{ArgGroup, Args, ValueEnum};
use foregone_view::picture::{Picture, PictureError, Theme};

use crate::files;
use crate::output::Output;

/// The most and the least that `--scale` may be.
const SCALES: std::ops::RangeInclusive<f32> = 0.1..=32.0;

#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Pictures", group = ArgGroup::new("picture").args(["svg", "png"]).multiple(true))]
pub(crate) struct PictureArgs {
    /// Draw the answer as SVG into this file; `-` is standard output, in place of the answer's text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the answer as PNG into this file; `-` is standard output, in place of the answer's text
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// How the picture is coloured
    #[arg(long, default_value = "light", requires = "picture")]
    theme: ThemeName,
    /// Pixels of the PNG for each pixel of the SVG: 1 is small, 2 for sharp screens, 4 to print
    #[arg(long, value_name = "N", default_value = "2", requires = "png", allow_negative_numbers = true, value_parser = scale)]
    scale: Scale,
    /// Replace the file if it is there
    #[arg(long, requires = "picture")]
    force: bool,
}

/// A factor between a picture's units and pixels.
#[derive(Clone, Copy, Debug)]
struct Scale(f32);

impl Default for Scale {
    fn default() -> Self {
        Self(2.0)
    }
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum ThemeName {
    /// Dark on a light ground
    #[default]
    Light,
    /// Light on a dark ground
    Dark,
    /// As the reader's system has it, where a browser shows the SVG; elsewhere light
    Auto,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
            ThemeName::Auto => Self::Auto,
        }
    }
}

fn scale(text: &str) -> Result<Scale, String> {
    let scale = text.parse().ok().filter(|scale| SCALES.contains(scale));
    scale.map(Scale).ok_or_else(|| format!("expected a number from {} to {}", SCALES.start(), SCALES.end()))
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl PictureArgs {
    /// Whether a picture is asked for.
    pub(crate) const fn is_asked(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Whether standard output is a picture, so that nothing else may be written there.
    pub(crate) fn takes_stdout(&self) -> bool {
        self.svg.iter().chain(&self.png).any(|path| is_stdout(path))
    }

    /// Makes sure that there is room for all that is asked for. `None` if nothing is.
    pub(crate) fn canvas(&self) -> Result<Option<Canvas<'_>>> {
        if !self.is_asked() {
            return Ok(None);
        }
        if self.svg == self.png {
            bail!("--svg and --png are to go to the same place: expected two");
        }
        if self.png.as_deref().is_some_and(is_stdout) && std::io::stdout().is_terminal() {
            bail!("--png -: a PNG is not for a terminal: expected a file or a pipe");
        }
        for path in self.svg.iter().chain(&self.png).filter(|path| !is_stdout(path)) {
            self.make_room(path)?;
        }
        Ok(Some(Canvas { args: self, drawn: Mutex::new(None) }))
    }

    /// Makes sure that a file may take a name, and that one can be made beside it.
    fn make_room(&self, path: &Path) -> Result<()> {
        let name = path.display();
        files::regular(path).with_context(|| name.to_string())?;
        if path.exists() && !self.force {
            bail!("{name}: it is there already, and --force replaces it");
        }
        let (_, partial) = files::partial(&files::followed(path))?;
        fs::remove_file(&partial).with_context(|| partial.display().to_string())
    }
}

/// Where one picture goes.
pub(crate) struct Canvas<'a> {
    args: &'a PictureArgs,
    drawn: Mutex<Option<Result<Picture, PictureError>>>,
}

impl Canvas<'_> {
    /// Takes a picture, or why there is none.
    pub(crate) fn keep(&self, drawn: Result<Picture, PictureError>) {
        *self.drawn.lock().unwrap_or_else(PoisonError::into_inner) = Some(drawn);
    }

    /// Writes the picture that it took.
    pub(crate) fn write(self, output: &mut Output) -> Result<()> {
        let Some(picture) = self.drawn.lock().unwrap_or_else(PoisonError::into_inner).take().transpose()?
        else {
            return Ok(());
        };
        let theme = self.args.theme.into();
        if let Some(path) = &self.args.svg {
            self.put(path, picture.svg(theme).as_bytes(), output)?;
        }
        if let Some(path) = &self.args.png {
            self.put(path, &picture.png(theme, self.args.scale.0)?, output)?;
        }
        Ok(())
    }

    fn put(&self, path: &Path, bytes: &[u8], output: &mut Output) -> Result<()> {
        if is_stdout(path) {
            return output.write_bytes(bytes);
        }
        // Something may have come there in the meantime.
        self.args.make_room(path)?;
        files::write(path, bytes).with_context(|| path.display().to_string())
    }
}
