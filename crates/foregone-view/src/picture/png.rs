//! Pictures as pixels: the SVG drawn by resvg with a font of our own, so that it looks the same on every machine.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use super::{Picture, PictureError, Theme};

/// The most pixels of a picture: 128 MiB of memory.
pub(super) const MOST_PIXELS: u64 = 1 << 25;

/// Inter in two weights, with figures of one width. Its licence stands beside it.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../../fonts/Inter-Regular.otf").to_vec());
    fonts.load_font_data(include_bytes!("../../fonts/Inter-SemiBold.otf").to_vec());
    Arc::new(fonts)
});

/// The fonts, for whoever asks how wide a text is.
#[cfg(test)]
pub(super) fn fonts() -> Arc<fontdb::Database> {
    Arc::clone(&FONTS)
}

/// Draws a picture with so many pixels for each unit.
pub(super) fn draw(picture: &Picture, theme: Theme, scale: f32) -> Result<Vec<u8>, PictureError> {
    let pixels = |length: f64| (length * f64::from(scale)).ceil();
    let (width, height) = (pixels(picture.width), pixels(picture.height));
    // Not a number is refused, too.
    let fits = width * height <= MOST_PIXELS as f64;
    if !fits {
        return Err(PictureError::TooManyPixels { width, height });
    }
    let options = usvg::Options { fontdb: Arc::clone(&FONTS), ..usvg::Options::default() };
    // What a browser would choose by is nothing here.
    let theme = if theme == Theme::Dark { Theme::Dark } else { Theme::Light };
    let failed = |reason: String| PictureError::NotDrawn { reason };
    let tree =
        usvg::Tree::from_str(&picture.svg(theme), &options).map_err(|error| failed(error.to_string()))?;
    // A scale next to nothing leaves a pixel.
    let mut pixmap = Pixmap::new(width.max(1.0) as u32, height.max(1.0) as u32)
        .ok_or_else(|| failed(format!("no memory for {width} by {height} pixels")))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| failed(error.to_string()))
}
