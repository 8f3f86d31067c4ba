//! Answers as pictures: boards with the value of each move, lines of play and counts as plots; SVG and PNG.
//!
//! A game draws its board as a `Scene` of shapes in inks; what goes round it, a heading, what the value means and the key, is
//! the same for all. A [`Picture`] is then written in a [`Theme`], as SVG, or drawn as PNG with a font of our own: Inter, under
//! the SIL Open Font License, which stands beside it in `fonts/`.

mod coins;
mod contour;
mod dots;
mod fillings;
mod frame;
mod hex;
mod marks;
mod plot;
mod png;
mod poset;
mod scene;
mod svg;
#[cfg(test)]
mod tests;
mod theme;

use foregone::{AnalysisOf, Known, LineOf, Report};

use crate::explain::{ExplainedGame, WhyOf};
use crate::game::{Game, MoveOf, PositionOf, ValueOf};
use crate::text::{heading, no_line};

pub(crate) use coins::scene as coins_scene;
pub(crate) use contour::scene as contour_scene;
pub(crate) use dots::scene as dots_scene;
pub use fillings::{influence, polynomial};
use frame::{framed, say};
pub(crate) use hex::scene as hex_scene;
pub use marks::Marks;
pub(crate) use poset::scene as poset_scene;
pub use scene::Scene;
pub use theme::Theme;

/// The most cells, boxes, elements or strings that are drawn.
const MOST_PARTS: usize = 10_000;

/// A finished picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    width: f64,
    height: f64,
    /// What it shows, for those who do not see it.
    title: String,
    /// The same at length: what the value means, and every move with its value.
    description: String,
    items: Vec<scene::Item>,
}

/// Why there is no picture.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PictureError {
    /// There is more than a picture can show.
    #[error("a picture shows at most {most} {what}, and here are {count}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much.
        count: usize,
        /// How much there may be.
        most: usize,
    },
    /// It would have too many pixels.
    #[error(
        "the picture would be {width} by {height} pixels, and may have {} in all: a smaller scale, or SVG, will do",
        png::MOST_PIXELS
    )]
    TooManyPixels {
        /// Pixels from left to right.
        width: f64,
        /// Pixels from top to bottom.
        height: f64,
    },
    /// It could not be drawn.
    #[error("the picture cannot be drawn: {reason}")]
    NotDrawn {
        /// Why.
        reason: String,
    },
}

impl Picture {
    /// How wide it is, in units of which an SVG has one a pixel.
    #[must_use]
    pub const fn width(&self) -> f64 {
        self.width
    }

    /// How high it is.
    #[must_use]
    pub const fn height(&self) -> f64 {
        self.height
    }

    /// The picture as SVG. Takes time and memory in proportion to what is drawn: some 200 bytes a shape.
    #[must_use]
    pub fn svg(&self, theme: Theme) -> String {
        svg::write(self, theme)
    }

    /// The picture as PNG, with so many pixels for each unit: the same bytes on every machine of a kind. Takes 4 bytes a
    /// pixel.
    ///
    /// # Errors
    /// [`PictureError::TooManyPixels`] for more than 2^25; [`PictureError::NotDrawn`] if memory is short.
    pub fn png(&self, theme: Theme, scale: f32) -> Result<Vec<u8>, PictureError> {
        png::draw(self, theme, scale)
    }
}

/// Refuses what is more than can be drawn.
fn check(what: &'static str, count: usize) -> Result<(), PictureError> {
    let most = MOST_PARTS;
    if count > most { Err(PictureError::TooLarge { what, count, most }) } else { Ok(()) }
}

/// A position's board.
///
/// # Errors
/// [`PictureError::TooLarge`] if the board has more than 10,000 cells.
pub fn board<G: Game>(position: &PositionOf<G>) -> Result<Picture, PictureError> {
    let scene = G::scene(position, None)?;
    Ok(framed(&G::heading(position), None, scene, String::new()))
}

/// A position's board with the value of every move, and how far it is behind the best.
///
/// # Errors
/// As [`board`].
pub fn analysis<G: Game>(
    position: &PositionOf<G>,
    analysis: &AnalysisOf<G::Solver>,
) -> Result<Picture, PictureError> {
    judged::<G>(position, analysis, &marks::of_analysis::<G>(position, analysis))
}

/// The same with what the reasons add.
///
/// # Errors
/// As [`board`].
pub fn why<G: ExplainedGame>(
    position: &PositionOf<G>,
    explanation: &WhyOf<G>,
) -> Result<Picture, PictureError> {
    let mut marks = marks::of_analysis::<G>(position, &explanation.analysis);
    G::note(position, explanation, &mut marks);
    judged::<G>(position, &explanation.analysis, &marks)
}

fn judged<G: Game>(
    position: &PositionOf<G>,
    analysis: &AnalysisOf<G::Solver>,
    marks: &Marks<MoveOf<G>>,
) -> Result<Picture, PictureError> {
    let scene = G::scene(position, Some(marks))?;
    let mut description = String::new();
    for judged in &analysis.moves {
        if let Some(mark) = marks.get(judged.mv) {
            say(&mut description, "Moves: ", &mark.says);
        }
    }
    let caption = caption::<G>(position, &analysis.value, &analysis.report);
    Ok(framed(&heading::<G>(position, &analysis.report), Some(caption), scene, description))
}

/// What a value means, in a sentence that is not long.
fn caption<G: Game>(position: &PositionOf<G>, value: &Known<ValueOf<G>>, report: &Report) -> String {
    G::caption(position, value, report.coin.as_ref()) + "."
}

/// The value along a best line, as the first side sees it, and who moves; if there is no line, the board.
///
/// # Errors
/// [`PictureError::TooLarge`] if the line has more than 10,000 plies, or the board more than 10,000 cells and no line.
pub fn line<G: Game>(position: &PositionOf<G>, line: &LineOf<G::Solver>) -> Result<Picture, PictureError> {
    check("plies", line.plies.len())?;
    let heading = heading::<G>(position, &line.report);
    let Some(first) = line.plies.first() else {
        let caption = no_line(line.complete, line.report.stop).to_owned();
        return Ok(framed(&heading, Some(caption), G::scene(position, None)?, String::new()));
    };
    let caption = caption::<G>(position, &Known::Exact(first.value.clone()), &line.report);
    let (scene, description) = plot::line::<G>(position, line);
    Ok(framed(&heading, Some(caption), scene, description))
}
