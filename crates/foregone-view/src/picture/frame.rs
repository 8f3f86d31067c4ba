//! What goes round a board or a plot: the heading, what the value means, the key.

use super::Picture;
use super::scene::{Anchor, Entry, Item, Point, Scene, Text, em};
use super::theme::Ink;

/// What is left free on all sides.
const MARGIN: f64 = 28.0;
/// The least width inside of that, so that sentences have room.
const LEAST: f64 = 400.0;
const TITLE: f64 = 17.0;
const SENTENCE: f64 = 13.0;
const KEY: f64 = 12.0;
/// How much of the width a line takes at most: some fonts are wider than Inter.
const CLOSE: f64 = 0.94;
/// Between what belongs together, and between what does not.
const NEAR: f64 = 7.0;
const APART: f64 = 20.0;
/// Between two entries of the key on one line.
const BESIDE: f64 = 18.0;

/// A picture of a scene under a heading, which begins with its title and a comma, and a sentence on the value.
pub(crate) fn framed(heading: &str, caption: Option<String>, scene: Scene, moves: String) -> Picture {
    let (title, rest) = heading.split_once(", ").unwrap_or((heading, ""));
    let title = title.to_owned();
    let set_back = rest.lines().map(|line| (capital(line), Ink::Muted));
    let sentences: Vec<(String, Ink)> =
        set_back.chain(caption.into_iter().map(|caption| (caption, Ink::Text))).collect();
    let width = scene.width.max(LEAST);
    let mut page = Page { items: Vec::new(), width, y: MARGIN };
    page.paragraph(&title, TITLE, true, Ink::Text);
    for (sentence, ink) in &sentences {
        page.y += NEAR;
        page.paragraph(sentence, SENTENCE, false, *ink);
    }
    page.y += APART;
    let left = MARGIN + (width - scene.width) / 2.0;
    page.items.push(Item::Moved { by: Point::new(left, page.y), items: scene.items });
    page.y += scene.height + APART;
    page.key(scene.key);
    let description: Vec<String> = sentences
        .into_iter()
        .map(|(sentence, _)| sentence)
        .chain([moves])
        .filter(|text| !text.is_empty())
        .collect();
    Picture {
        width: (width + 2.0 * MARGIN).ceil(),
        height: (page.y + MARGIN).ceil(),
        title,
        description: description.join("\n"),
        items: page.items,
    }
}

/// Adds a thing to what is said of a picture at length. The first comes after a title.
pub(super) fn say(description: &mut String, title: &str, thing: &str) {
    description.push_str(if description.is_empty() { title } else { "; " });
    description.push_str(thing);
}

/// A line as the beginning of a text.
fn capital(line: &str) -> String {
    let mut chars = line.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

struct Page {
    items: Vec<Item>,
    width: f64,
    /// Where what comes next begins.
    y: f64,
}

impl Page {
    /// A text, on as many lines as it takes.
    fn paragraph(&mut self, text: &str, size: f64, bold: bool, ink: Ink) {
        for line in wrapped(text, CLOSE * self.width / size, bold) {
            let at = Point::new(MARGIN, self.y + size);
            self.items.push(Text { text: line, at, size, anchor: Anchor::Start, bold, ink }.into());
            self.y += 1.35 * size;
        }
    }

    /// Entries side by side, and on the next line where there is no room.
    fn key(&mut self, entries: Vec<Entry>) {
        const LINE: f64 = 22.0;
        let mut x = 0.0;
        for entry in entries {
            let gap = if entry.width > 0.0 { 7.0 } else { 0.0 };
            let room = self.width - entry.width - gap;
            let whole = em(&entry.text, false) * KEY / CLOSE;
            if x > 0.0 && x + entry.width + gap + whole > self.width {
                x = 0.0;
                self.y += LINE;
            }
            if !entry.sample.is_empty() {
                let by = Point::new(MARGIN + x, self.y);
                self.items.push(Item::Moved { by, items: entry.sample });
            }
            for (index, line) in wrapped(&entry.text, CLOSE * room / KEY, false).into_iter().enumerate() {
                self.y += if index > 0 { 1.35 * KEY } else { 0.0 };
                let at = Point::new(MARGIN + x + entry.width + gap, self.y + Entry::HEIGHT / 2.0);
                let text = Text::centred(line, at, KEY, Ink::Muted).anchored(Anchor::Start);
                self.items.push(text.into());
            }
            // Nothing stands beside what takes more than a line: it is wider than there is room.
            x += entry.width + gap + whole + BESIDE;
        }
        if x > 0.0 {
            self.y += Entry::HEIGHT;
        }
    }
}

/// A text in lines that are not wider than so many ems, if its words are not.
fn wrapped(text: &str, ems: f64, bold: bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if em(line, bold) + em(" ", bold) + em(word, bold) <= ems => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_wide_as_they_may_be() {
        for (text, ems, expected) in [
            ("", 5.0, vec![""]),
            ("ab cd ef", 100.0, vec!["ab cd ef"]),
            ("ab cd ef", 3.0, vec!["ab cd", "ef"]),
            ("abcdefgh ij", 2.0, vec!["abcdefgh", "ij"]),
        ] {
            assert_eq!(wrapped(text, ems, false), expected, "{text}");
        }
    }
}
