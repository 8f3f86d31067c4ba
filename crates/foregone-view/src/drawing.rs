//! What the drawings of all games share: emphasis, padding, tables, and box-drawing lines of two weights.

use std::fmt;

use anstyle::Style;

use crate::game::Label;

/// Marks what matters most: the best move, a warning.
pub(crate) fn best(text: &str) -> String {
    styled(Style::new().bold(), text)
}

/// Sets back what matters least: coordinates, what is done with.
pub(crate) fn faint(text: &str) -> String {
    styled(Style::new().dimmed(), text)
}

fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Where a text stands in its field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    Left,
    Centre,
    Right,
}

/// Fills a text up with spaces. Pad first, style afterwards: escape sequences have no width.
pub(crate) fn pad(text: &str, width: usize, align: Align) -> String {
    match align {
        Align::Left => format!("{text:<width$}"),
        Align::Centre => format!("{text:^width$}"),
        Align::Right => format!("{text:>width$}"),
    }
}

/// A label in its field, bold if its move is among the best.
pub(crate) fn label(label: &Label, width: usize) -> String {
    let padded = pad(&label.text, width, Align::Centre);
    if label.best { best(&padded) } else { padded }
}

/// A drawing without spaces at the ends of its lines.
pub(crate) fn trimmed(drawing: &str) -> String {
    let reset = format!("{:#}", Style::new().bold());
    let mut text = String::new();
    for line in drawing.lines() {
        // Emphasis that ends with the line may end before its last spaces.
        match line.trim_end().strip_suffix(&reset) {
            Some(emphasised) => text.extend([emphasised.trim_end(), &reset]),
            None => text.push_str(line.trim_end()),
        }
        text.push('\n');
    }
    text
}

/// Rows of texts under headings, each column as wide as its widest text.
pub(crate) struct Table {
    headings: Vec<(&'static str, Align)>,
    rows: Vec<(Vec<String>, bool)>,
}

impl Table {
    pub(crate) fn new(headings: &[(&'static str, Align)]) -> Self {
        Self { headings: headings.to_vec(), rows: Vec::new() }
    }

    /// Adds a row, one text a column.
    pub(crate) fn row(&mut self, texts: Vec<String>, bold: bool) {
        debug_assert_eq!(texts.len(), self.headings.len());
        self.rows.push((texts, bold));
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width_of = |column: usize| {
            let texts = self.rows.iter().map(|(texts, _)| texts[column].chars().count());
            texts.chain([self.headings[column].0.chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.headings.len()).map(width_of).collect();
        let padded = |texts: &mut dyn Iterator<Item = &str>| {
            let fields = texts.zip(&self.headings).zip(&widths);
            let fields: Vec<String> =
                fields.map(|((text, (_, align)), width)| pad(text, *width, *align)).collect();
            fields.join("  ").trim_end().to_owned()
        };
        writeln!(f, "{}", faint(&padded(&mut self.headings.iter().map(|(heading, _)| *heading))))?;
        for (texts, bold) in &self.rows {
            let row = padded(&mut texts.iter().map(String::as_str));
            writeln!(f, "{}", if *bold { best(&row) } else { row })?;
        }
        Ok(())
    }
}

/// How a line of a drawing is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    None,
    Light,
    Heavy,
}

/// The box-drawing character where lines of these weights meet.
pub(crate) fn junction(up: Weight, right: Weight, down: Weight, left: Weight) -> char {
    // Indexed by the weights of up, right, down and left as digits of base 3.
    const JUNCTIONS: [char; 81] = [
        ' ', '╴', '╸', '╷', '┐', '┑', '╻', '┒', '┓', //
        '╶', '─', '╾', '┌', '┬', '┭', '┎', '┰', '┱', //
        '╺', '╼', '━', '┍', '┮', '┯', '┏', '┲', '┳', //
        '╵', '┘', '┙', '│', '┤', '┥', '╽', '┧', '┪', //
        '└', '┴', '┵', '├', '┼', '┽', '┟', '╁', '╅', //
        '┕', '┶', '┷', '┝', '┾', '┿', '┢', '╆', '╈', //
        '╹', '┚', '┛', '╿', '┦', '┩', '┃', '┨', '┫', //
        '┖', '┸', '┹', '┞', '╀', '╃', '┠', '╂', '╉', //
        '┗', '┺', '┻', '┡', '╄', '╇', '┣', '╊', '╋', //
    ];
    JUNCTIONS[[up, right, down, left].into_iter().fold(0, |index, weight| 3 * index + weight as usize)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn junctions_join_their_lines() {
        use Weight::{Heavy, Light, None};
        for (up, right, down, left, expected) in [
            (None, None, None, None, ' '),
            (Light, Light, Light, Light, '┼'),
            (Heavy, Heavy, Heavy, Heavy, '╋'),
            (None, Light, Light, None, '┌'),
            (None, Heavy, Heavy, None, '┏'),
            (Heavy, None, None, Heavy, '┛'),
            (Light, Heavy, Light, None, '┝'),
            (Heavy, Light, Light, Heavy, '╃'),
            (Light, Heavy, Heavy, Light, '╆'),
            (Heavy, None, Light, Light, '┦'),
            (None, Light, Heavy, Light, '┰'),
            (Light, Light, Heavy, Light, '╁'),
            (Heavy, None, Heavy, None, '┃'),
        ] {
            assert_eq!(junction(up, right, down, left), expected, "{up:?} {right:?} {down:?} {left:?}");
        }
    }

    #[test]
    fn tables_align_their_columns() {
        let mut table = Table::new(&[("move", Align::Left), ("value", Align::Right)]);
        table.row(vec!["a1".to_owned(), "+10".to_owned()], false);
        table.row(vec!["b12".to_owned(), "-1".to_owned()], false);
        let shown = anstream::adapter::strip_str(&table.to_string()).to_string();
        assert_eq!(shown, "move  value\na1      +10\nb12      -1\n");
    }
}
