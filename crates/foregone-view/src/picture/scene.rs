//! What a picture is made of: shapes in inks, in units of which one is a pixel of a screen.

use super::theme::Ink;

/// A place, from the top left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// So far to the right and down from it.
    pub(crate) const fn by(self, x: f64, y: f64) -> Self {
        Self { x: self.x + x, y: self.y + y }
    }
}

/// A form without colour.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Form {
    /// With corners of this radius.
    Rectangle {
        corner: Point,
        width: f64,
        height: f64,
        radius: f64,
    },
    Disc {
        centre: Point,
        radius: f64,
    },
    Lines {
        points: Vec<Point>,
        closed: bool,
    },
    /// An arc that leans towards a third point.
    Curve {
        from: Point,
        towards: Point,
        to: Point,
    },
}

/// What a line is like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Stroke {
    pub(crate) ink: Ink,
    pub(crate) width: f64,
    pub(crate) dashed: bool,
}

/// Where a text stands in relation to its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A text on one line.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Text {
    pub(crate) text: String,
    /// On the line that letters stand on.
    pub(crate) at: Point,
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    pub(crate) bold: bool,
    pub(crate) ink: Ink,
}

/// A part of a picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Item {
    Shape {
        form: Form,
        fill: Option<Ink>,
        stroke: Option<Stroke>,
    },
    Text(Text),
    /// Parts that belong together, under a name that is told to whoever points there.
    Group {
        name: String,
        items: Vec<Item>,
    },
    /// Parts that are drawn so far to the right and down.
    Moved {
        by: Point,
        items: Vec<Item>,
    },
}

/// How high figures and capitals are, for a size of 1: in most fonts from 0.70 to 0.73.
const CAPITALS: f64 = 0.72;

impl Text {
    /// A text whose figures have their middle at a place, whatever the font.
    pub(crate) fn centred(text: impl Into<String>, at: Point, size: f64, ink: Ink) -> Self {
        let at = at.by(0.0, size * CAPITALS / 2.0);
        Self { text: text.into(), at, size, anchor: Anchor::Middle, bold: false, ink }
    }

    /// The same with its first character, or its last, at the place.
    pub(crate) fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    pub(crate) fn bold(self, bold: bool) -> Self {
        Self { bold, ..self }
    }
}

impl From<Text> for Item {
    fn from(text: Text) -> Self {
        Self::Text(text)
    }
}

impl Form {
    pub(crate) const fn rectangle(corner: Point, width: f64, height: f64) -> Self {
        Self::Rectangle { corner, width, height, radius: 0.0 }
    }

    /// A square round its middle, with rounded corners.
    pub(crate) const fn square(centre: Point, side: f64, radius: f64) -> Self {
        let corner = centre.by(-side / 2.0, -side / 2.0);
        Self::Rectangle { corner, width: side, height: side, radius }
    }

    /// A square on its corner, which are so far from the middle.
    pub(crate) fn diamond(middle: Point, reach: f64) -> Self {
        let corners = [(0.0, -reach), (reach, 0.0), (0.0, reach), (-reach, 0.0)];
        Self::Lines { points: corners.map(|(x, y)| middle.by(x, y)).to_vec(), closed: true }
    }

    pub(crate) fn line(from: Point, to: Point) -> Self {
        Self::Lines { points: vec![from, to], closed: false }
    }

    pub(crate) const fn filled(self, ink: Ink) -> Item {
        Item::Shape { form: self, fill: Some(ink), stroke: None }
    }

    pub(crate) const fn drawn(self, ink: Ink, width: f64) -> Item {
        Item::Shape { form: self, fill: None, stroke: Some(Stroke { ink, width, dashed: false }) }
    }

    pub(crate) const fn dashed(self, ink: Ink, width: f64) -> Item {
        Item::Shape { form: self, fill: None, stroke: Some(Stroke { ink, width, dashed: true }) }
    }

    /// Filled with one ink and drawn round with another.
    pub(crate) const fn painted(self, fill: Ink, ink: Ink, width: f64) -> Item {
        Item::Shape { form: self, fill: Some(fill), stroke: Some(Stroke { ink, width, dashed: false }) }
    }
}

/// A board with what stands beside it, and the key to what is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) items: Vec<Item>,
    pub(crate) key: Vec<Entry>,
}

/// What something that is drawn means.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Entry {
    /// A sample of it, in a box of this width and of [`Entry::HEIGHT`].
    pub(crate) sample: Vec<Item>,
    pub(crate) width: f64,
    pub(crate) text: String,
}

impl Entry {
    pub(crate) const HEIGHT: f64 = 16.0;

    /// An entry with a sample of the usual width. The sample is drawn round the middle of its box.
    pub(crate) fn new(sample: impl FnOnce(Point) -> Vec<Item>, text: impl Into<String>) -> Self {
        Self { sample: sample(Point::new(9.0, Self::HEIGHT / 2.0)), width: 18.0, text: text.into() }
    }

    /// A line that matters.
    pub(crate) fn line(text: &str) -> Self {
        let line = |middle: Point| Form::line(middle.by(-8.0, 0.0), middle.by(8.0, 0.0));
        Self::new(|middle| vec![line(middle).drawn(Ink::Strong, 4.0)], text)
    }

    /// A cell or an element in an ink.
    pub(crate) fn swatch(fill: Ink, text: &str) -> Self {
        Self::new(|middle| vec![Form::square(middle, 15.0, 2.0).painted(fill, Ink::Faint, 1.0)], text)
    }

    /// A cell or an element that is lifted.
    pub(crate) fn raised(text: &str) -> Self {
        let sample = |middle: Point| {
            vec![
                Form::square(middle.by(0.0, 1.5), 13.0, 3.0).filled(Ink::Shade),
                Form::square(middle, 13.0, 3.0).painted(Ink::Surface, Ink::Faint, 1.0),
            ]
        };
        Self::new(sample, text)
    }

    /// A sentence that needs no sample.
    pub(crate) fn sentence(text: impl Into<String>) -> Self {
        Self { sample: Vec::new(), width: 0.0, text: text.into() }
    }
}

/// How wide Inter's ASCII characters are from the blank on, in thousandths of its size.
const ADVANCES: [u16; 95] = [
    281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357, // to `/`
    648, 648, 648, 648, 648, 648, 648, 648, 648, 648, 276, 280, 659, 659, 659, 507, // to `?`
    936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 562, 889, 753, 761, // to `O`
    635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452, // to `_`
    497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597, // to `o`
    609, 609, 372, 523, 364, 581, 557, 812, 540, 557, 541, 362, 327, 362, 659,
];

/// How wide a text is for a size of 1: in Inter, and hardly less in what it may be shown in instead.
pub(crate) fn em(text: &str, bold: bool) -> f64 {
    let width = |c: char| match c {
        ' '..='~' => f64::from(ADVANCES[c as usize - ' ' as usize]) / 1_000.0,
        '₀'..='₉' => 0.43,
        // Scripts with wide characters.
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'.. => 1.0,
        _ => 0.66,
    };
    let width: f64 = text.chars().map(width).sum();
    if bold { 1.04 * width } else { width }
}

/// The least size at which a text is still drawn.
const LEAST: f64 = 6.5;

/// The size, at most `most`, at which texts of which the widest is so many ems wide fit into a width; none if they would be
/// too small to read.
pub(crate) fn fitting(ems: f64, width: f64, most: f64) -> Option<f64> {
    let size = if ems > 0.0 { most.min(width / ems) } else { most };
    (size >= LEAST).then_some(size)
}

/// As [`fitting`], for names, which may be cut short: none if not even a few letters have room.
pub(crate) fn fitting_name(ems: f64, width: f64, most: f64) -> Option<f64> {
    const CUT: f64 = 9.0;
    const FEW: f64 = 2.4;
    fitting(ems, width, most).filter(|&size| size >= CUT || ems <= FEW).or_else(|| fitting(FEW, width, CUT))
}

/// A text cut to so many ems, with a sign if that leaves some of it out.
pub(crate) fn cut(text: &str, ems: f64) -> String {
    if em(text, true) <= ems + 1e-6 {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if em(&kept, true) + em("…", true) > ems {
            kept.pop();
            break;
        }
    }
    kept + "…"
}

/// A number as pictures have it: with a minus sign that is as wide as a plus.
pub(crate) fn signed(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_cut() {
        for (text, ems, expected) in [
            ("short", 9.0, "short"),
            ("a name that is long", 5.0, "a name t…"),
            ("wide", 1.0, "…"),
            ("", 0.0, ""),
        ] {
            assert_eq!(cut(text, ems), expected);
        }
    }

    #[test]
    fn what_would_be_too_small_is_left_out() {
        assert_eq!(fitting(2.0, 40.0, 12.0), Some(12.0));
        assert_eq!(fitting(4.0, 40.0, 12.0), Some(10.0));
        assert_eq!(fitting(10.0, 40.0, 12.0), None);
        assert_eq!(fitting_name(10.0, 40.0, 12.0), Some(9.0));
        assert_eq!(fitting_name(10.0, 8.0, 12.0), None);
    }
}
