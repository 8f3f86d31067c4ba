//! Pictures: rows of dots joined by dashes, and bars between the rows.
//!
//! ```text
//! +  +--+  +        dots `+`, or `#` where a picture marks the last move; `•` in our own
//! |  |  |           dashes fill all the way between two dots; a bar stands under a dot, in each line between two rows
//! +  +--+  +        a number on an edge or in a box, a letter or `■` in a box: read past
//! |
//! +  +  +  +        what is missing at the end of a line is empty
//! ```
//!
//! Before the picture may stand the first line of Wilson's program, `0` and what it asks of the machine, or our own
//! heading and the numbers of the columns; left of the dots, the number of a row; after it, our own key.

use crate::text::{Scanner, SyntaxError};

use super::super::board::Position;
use super::NotationError;

/// How our own pictures begin, and how their key does.
const HEADING: &str = "Dots and Boxes ";
const KEY: &str = "lines: drawn";

/// A line of text, as characters, with the place where it begins.
struct Line<'a> {
    start: Scanner<'a>,
    characters: Vec<char>,
}

impl<'a> Line<'a> {
    /// The character in a column; a space past the end.
    fn at(&self, column: usize) -> char {
        self.characters.get(column).copied().unwrap_or(' ')
    }

    /// That something else was expected in a column.
    fn expected(&self, column: usize, what: impl Into<String>) -> SyntaxError {
        let mut scanner = self.start.clone();
        for _ in 0..column.min(self.characters.len()) {
            scanner.next_char();
        }
        scanner.expected(what)
    }

    /// Asks that a line be blank, or one of those that may stand before a picture.
    fn check_before(&self) -> Result<(), SyntaxError> {
        let mut scanner = self.start.clone();
        scanner.take_while(is_blank);
        // The penalty for the last move, or the number of the first column.
        let first = scanner.clone().take_while(|c| !c.is_whitespace()) == "0";
        let words =
            self.characters.iter().all(|c| c.is_whitespace() || c.is_ascii_digit() || matches!(c, 'A' | 'B'));
        if self.is_blank() || scanner.accept(HEADING) || (first && words) {
            return Ok(());
        }
        Err(scanner.expected("a row of dots, or `0` alone in a line before it"))
    }

    fn is_blank(&self) -> bool {
        self.characters.iter().all(|c| c.is_whitespace())
    }

    fn is_key(&self) -> bool {
        self.start.clone().accept(KEY)
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() && c != '\n'
}

const fn is_dot(c: char) -> bool {
    matches!(c, '+' | '#' | '•')
}

const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '─' | '━')
}

const fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃')
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut scanner = Scanner::new(text);
    let mut lines = Vec::new();
    while scanner.peek().is_some() {
        let start = scanner.clone();
        let characters = scanner.take_while(|c| c != '\n').chars().collect();
        lines.push(Line { start, characters });
        scanner.next_char();
    }
    lines
}

/// Reads a picture.
pub(super) fn read(text: &str) -> Result<Position, NotationError> {
    let lines = lines(text);
    let has_dots = |line: &Line<'_>| !line.is_key() && line.characters.iter().any(|&c| is_dot(c));
    let before = lines.iter().position(has_dots).unwrap_or(lines.len());
    for line in &lines[..before] {
        line.check_before()?;
    }
    let Some(first) = lines.get(before) else {
        let mut end = Scanner::new(text);
        end.take_while(|_| true);
        return Err(end.expected("a row of dots").into());
    };
    // The columns of the dots. Labels on our own pictures have signs that elsewhere are dots.
    let is_ours = first.characters.contains(&'•');
    let is_dot = |c: char| if is_ours { c == '•' } else { is_dot(c) };
    let places = (0..first.characters.len()).filter(|&column| is_dot(first.at(column)));
    let dots: Vec<usize> = places.collect();
    if dots.len() < 2 {
        return Err(first.expected(dots[0] + 1, "another dot in the row").into());
    }
    let is_row = |line: &Line<'_>| line.characters.iter().any(|&c| is_dot(c));
    let (mut horizontal, mut vertical) = (Vec::new(), Vec::new());
    let mut rest = &lines[before..];
    while let [row, below @ ..] = rest {
        read_row(row, &dots, &is_dot, &mut horizontal)?;
        let Some(height) = below.iter().position(is_row) else {
            rest = below;
            break;
        };
        read_bars(&below[..height], &below[height], &dots, &mut vertical)?;
        rest = &below[height..];
    }
    if let Some(line) = rest.iter().find(|line| !line.is_blank() && !line.is_key()) {
        return Err(line.expected(0, "nothing after the picture").into());
    }
    let columns = dots.len() - 1;
    let rows = horizontal.len() / columns - 1;
    if rows == 0 {
        return Err(first.expected(first.characters.len(), "another row of dots below this one").into());
    }
    horizontal.append(&mut vertical);
    Ok(Position::new(rows, columns, horizontal)?)
}

/// Reads a row of dots: which pairs of them are joined.
fn read_row(
    line: &Line<'_>,
    dots: &[usize],
    is_dot: &dyn Fn(char) -> bool,
    drawn: &mut Vec<bool>,
) -> Result<(), SyntaxError> {
    let left = dots[0];
    if let Some(column) = (0..left).find(|&column| !matches!(line.at(column), ' ' | '0'..='9')) {
        return Err(line.expected(column, "a space or the number of a row"));
    }
    for (index, &dot) in dots.iter().enumerate() {
        if !is_dot(line.at(dot)) {
            return Err(line.expected(dot, "a dot below those of the first row"));
        }
        let Some(&next) = dots.get(index + 1) else { break };
        let between: String = (dot + 1..next).map(|column| line.at(column)).collect();
        if between.is_empty() {
            return Err(line.expected(next, "a dash or a space between two dots"));
        }
        let is_drawn = between.chars().all(is_dash);
        if !is_drawn && !is_label(&between) {
            return Err(line.expected(dot + 1, format!("{} dashes, or none", next - dot - 1)));
        }
        drawn.push(is_drawn);
    }
    let right = dots[dots.len() - 1] + 1;
    match (right..line.characters.len()).find(|&column| !line.at(column).is_whitespace()) {
        Some(column) => Err(line.expected(column, "the end of the line")),
        None => Ok(()),
    }
}

/// Whether something between two dots is a space or a value.
fn is_label(text: &str) -> bool {
    let label = text.trim();
    let digits = label.trim_start_matches(['≥', '≤']).trim_start_matches(['+', '-']);
    label.is_empty() || label == "?" || (!digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()))
}

/// Reads the lines between two rows of dots: under which dots there is a bar.
fn read_bars(
    lines: &[Line<'_>],
    below: &Line<'_>,
    dots: &[usize],
    drawn: &mut Vec<bool>,
) -> Result<(), SyntaxError> {
    let [first, others @ ..] = lines else {
        return Err(below.expected(0, "a line for bars between two rows of dots"));
    };
    for line in lines {
        for (column, &c) in line.characters.iter().enumerate() {
            // What is under a dot and no bar says that there is none, so it had better be a value.
            let under = dots.binary_search(&column).is_ok();
            let stray = if under { c.is_alphabetic() || c == '■' } else { is_bar(c) };
            if stray || is_dash(c) && c != '-' || !is_bar(c) && !is_filling(c) {
                return Err(line.expected(
                    column,
                    "a bar or a value below a dot, and a number, a letter or a space between",
                ));
            }
        }
    }
    for &dot in dots {
        let is_drawn = is_bar(first.at(dot));
        if let Some(line) = others.iter().find(|line| is_bar(line.at(dot)) != is_drawn) {
            let what = if is_drawn { "the bar above to go on" } else { "no bar, as in the line above" };
            return Err(line.expected(dot, what));
        }
        drawn.push(is_drawn);
    }
    Ok(())
}

/// Whether a character may stand between bars: in names and values.
fn is_filling(c: char) -> bool {
    c.is_whitespace() || c.is_alphanumeric() || matches!(c, '■' | '+' | '-' | '≥' | '≤' | '?' | '.')
}

/// Writes a picture, without spaces at the ends of its lines.
pub(super) fn write(position: &Position) -> String {
    let (horizontal, vertical) = position.drawn().split_at(position.board().horizontal_edges());
    let mut rows = horizontal.chunks(position.columns()).map(|row| {
        let edges = row.iter().map(|&drawn| if drawn { "--+" } else { "  +" });
        format!("+{}", edges.collect::<String>())
    });
    let mut text = rows.next().unwrap_or_default();
    for (bars, row) in vertical.chunks(position.columns() + 1).zip(rows) {
        let edges: String = bars.iter().map(|&drawn| if drawn { "|  " } else { "   " }).collect();
        text += &format!("\n{}\n{row}", edges.trim_end());
    }
    text
}
