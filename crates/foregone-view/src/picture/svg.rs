//! Pictures written as SVG.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Picture;
use super::scene::{Anchor, Form, Item, Point, Stroke, Text};
use super::theme::{Ink, Theme};

/// The font that PNGs are drawn with, then what systems have.
pub(super) const FONTS: &str =
    "Inter, 'Inter Variable', system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/// What a colour paints.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Fill,
    Stroke,
}

impl Use {
    const fn property(self) -> &'static str {
        match self {
            Self::Fill => "fill",
            Self::Stroke => "stroke",
        }
    }

    fn class(self, ink: Ink) -> String {
        format!("foregone-{}-{}", self.property(), ink.name())
    }
}

/// Writes a picture.
pub(super) fn write(picture: &Picture, theme: Theme) -> String {
    let mut writer = Writer { theme, body: String::new(), used: BTreeSet::new() };
    let Picture { width, height, .. } = *picture;
    writer.item(&Form::rectangle(Point::new(0.0, 0.0), width, height).filled(Ink::Ground));
    writer.items(&picture.items);
    let Writer { body, used, .. } = writer;
    let (w, h) = (number(width), number(height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">\n\
         <title>{}</title>\n<desc>{}</desc>\n",
        escaped(&picture.title),
        escaped(&picture.description)
    );
    if theme == Theme::Auto {
        svg.push_str("<style>@media (prefers-color-scheme: dark) {");
        for (used, ink) in used {
            let _ = write!(svg, " .{} {{ {}: {} }}", used.class(ink), used.property(), colour(ink.dark()));
        }
        svg.push_str(" }</style>\n");
    }
    let _ = write!(
        svg,
        "<g font-family=\"{FONTS}\" style=\"font-variant-numeric: tabular-nums\" stroke-linejoin=\"round\" \
         stroke-linecap=\"round\">\n{body}</g>\n</svg>\n"
    );
    svg
}

struct Writer {
    theme: Theme,
    body: String,
    /// What must be said again for a dark ground.
    used: BTreeSet<(Use, Ink)>,
}

impl Writer {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Shape { form, fill, stroke } => self.shape(form, *fill, *stroke),
            Item::Text(text) => self.text(text),
            Item::Group { name, items } => {
                let _ = writeln!(self.body, "<g><title>{}</title>", escaped(name));
                self.items(items);
                self.body.push_str("</g>\n");
            }
            Item::Moved { by, items } => {
                let _ = writeln!(self.body, "<g transform=\"translate({} {})\">", number(by.x), number(by.y));
                self.items(items);
                self.body.push_str("</g>\n");
            }
        }
    }

    fn shape(&mut self, form: &Form, fill: Option<Ink>, stroke: Option<Stroke>) {
        match form {
            Form::Rectangle { corner, width, height, radius } => {
                let [x, y, width, height] = [corner.x, corner.y, *width, *height].map(number);
                let _ = write!(self.body, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
                if *radius > 0.0 {
                    let _ = write!(self.body, " rx=\"{}\"", number(*radius));
                }
            }
            Form::Disc { centre, radius } => {
                let [x, y, radius] = [centre.x, centre.y, *radius].map(number);
                let _ = write!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
            }
            Form::Lines { points, closed } => {
                self.body.push_str("<path d=\"");
                for (index, point) in points.iter().enumerate() {
                    let step = if index == 0 { 'M' } else { 'L' };
                    let _ = write!(self.body, "{step}{} {}", number(point.x), number(point.y));
                }
                self.body.push_str(if *closed { "Z\"" } else { "\"" });
            }
            Form::Curve { from, towards, to } => {
                let [x, y, x1, y1, x2, y2] = [from.x, from.y, towards.x, towards.y, to.x, to.y].map(number);
                let _ = write!(self.body, "<path d=\"M{x} {y}Q{x1} {y1} {x2} {y2}\"");
            }
        }
        let mut classes = Vec::new();
        match fill {
            Some(ink) => classes.extend(self.paint(Use::Fill, ink)),
            None => self.body.push_str(" fill=\"none\""),
        }
        if let Some(Stroke { ink, width, dashed }) = stroke {
            classes.extend(self.paint(Use::Stroke, ink));
            let _ = write!(self.body, " stroke-width=\"{}\"", number(width));
            if dashed {
                let _ = write!(
                    self.body,
                    " stroke-dasharray=\"{} {}\"",
                    number(2.0 * width),
                    number(3.0 * width)
                );
            }
        }
        self.class(&classes);
        self.body.push_str("/>\n");
    }

    fn text(&mut self, text: &Text) {
        let [x, y, size] = [text.at.x, text.at.y, text.size].map(number);
        let _ = write!(self.body, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"");
        match text.anchor {
            Anchor::Start => {}
            Anchor::Middle => self.body.push_str(" text-anchor=\"middle\""),
            Anchor::End => self.body.push_str(" text-anchor=\"end\""),
        }
        if text.bold {
            self.body.push_str(" font-weight=\"600\"");
        }
        let class = self.paint(Use::Fill, text.ink);
        self.class(class.as_slice());
        let _ = writeln!(self.body, ">{}</text>", escaped(&text.text));
    }

    /// Paints with an ink, and says which class must do so on a dark ground, if any.
    fn paint(&mut self, used: Use, ink: Ink) -> Option<String> {
        let shown = if self.theme == Theme::Dark { ink.dark() } else { ink.light() };
        let _ = write!(self.body, " {}=\"{}\"", used.property(), colour(shown));
        (self.theme == Theme::Auto).then(|| {
            self.used.insert((used, ink));
            used.class(ink)
        })
    }

    fn class(&mut self, classes: &[String]) {
        if !classes.is_empty() {
            let _ = write!(self.body, " class=\"{}\"", classes.join(" "));
        }
    }
}

fn colour(colour: u32) -> String {
    format!("#{colour:06x}")
}

/// A number to a hundredth, without what is nothing at its end.
fn number(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text in which nothing is taken for a mark of XML, and what XML does not allow is replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, expected) in
            [(0.0, "0"), (-0.001, "0"), (10.0, "10"), (2.5, "2.5"), (1.0 / 3.0, "0.33"), (-1.999, "-2")]
        {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn nothing_in_a_text_is_a_mark() {
        assert_eq!(escaped("<a href=\"&\">"), "&lt;a href=&quot;&amp;&quot;&gt;");
        assert_eq!(escaped("a\u{0}\u{1b}b\n"), "a\u{fffd}\u{fffd}b\n");
    }
}
