//! The README keeps its word: what it says a command prints is what it prints.

use std::fs;

use crate::{answer, root};

/// A transcript without what differs from run to run: times, and spaces at the ends of lines.
fn settled(text: &str) -> String {
    let settle = |line: &str| {
        let words = line.trim_end().split(' ').map(|word| {
            let unit =
                word.trim_end_matches(',').trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            if ["ns", "µs", "ms", "s"].contains(&unit) && unit.len() < word.len() { "TIME" } else { word }
        });
        words.collect::<Vec<_>>().join(" ")
    };
    text.lines().map(settle).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    let mut shown = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("a block ends");
        for entry in format!("\n{block}").split("\n$ ").skip(1) {
            let (line, output) = entry.split_once('\n').unwrap_or((entry, ""));
            // What is printed by other commands (cargo's own) is not ours to promise.
            let Some(arguments) =
                line.strip_prefix("foregone ").or(line.strip_prefix("cargo run --release -- "))
            else {
                continue;
            };
            let arguments: Vec<&str> = arguments.split(' ').map(|word| word.trim_matches('\'')).collect();
            assert_eq!(settled(&answer(&arguments, "")), settled(output), "{line}");
            shown += 1;
        }
    }
    assert!(shown >= 4, "the README shows {shown} commands");
}
