//! The README and the description of the formats keep their word: what they say a command prints is what it prints.

use std::fs;

use crate::{Shown, foregone, root, shown, words};

/// A transcript without what differs from run to run: times, and spaces at the ends of lines.
fn settled(text: &str) -> String {
    let settle = |line: &str| {
        let words = line.trim_end().split(' ').map(|word| {
            let unit =
                word.trim_end_matches(',').trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            if ["ns", "µs", "ms", "s"].contains(&unit) && unit.len() < word.len() { "TIME" } else { word }
        });
        let line = words.collect::<Vec<_>>().join(" ");
        let mut parts = line.split("\"seconds\":");
        let first = parts.next().unwrap_or_default().to_owned();
        // What follows the number.
        let rest =
            parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit() || " .e-".contains(c)));
        rest.fold(first, |line, rest| line + "\"seconds\":TIME" + rest)
    };
    text.lines().map(settle).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// Runs the commands of a document and asks that each print what is under it and, unless a line `? CODE` comes first, end
/// well. Returns how many there are.
fn check(document: &str) -> usize {
    let document = fs::read_to_string(root().join(document)).expect("the document is there");
    let mut checked = 0;
    for Shown { line, code, output } in shown(&document) {
        // What is printed by other commands (cargo's own) is not ours to promise.
        let Some(arguments) = line.strip_prefix("foregone ").or(line.strip_prefix("cargo run --release -- "))
        else {
            continue;
        };
        let ran = foregone(&words(arguments), "");
        assert_eq!(ran.code, Some(code), "{line}: {}", ran.stderr);
        assert_eq!(settled(&(ran.stderr + &ran.stdout)), settled(&output), "{line}");
        checked += 1;
    }
    checked
}

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    let shown = check("README.md");
    assert!(shown >= 4, "the README shows {shown} commands");
}

#[test]
fn the_formats_are_as_they_are_described() {
    let shown = check("FORMATS.md");
    assert!(shown >= 16, "the formats are shown by {shown} commands");
}
