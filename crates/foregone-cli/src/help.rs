//! The whole command line, with examples for every verb.
//!
//! The verbs that all games have are one type for all of them, so their examples, which differ from game to game, stand here.

use clap::{Command, CommandFactory as _};

use crate::args::Cli;

/// What each command's help ends with, by the words that call it.
const EXAMPLES: &[(&[&str], &[&str])] = &[
    (
        &["contour", "solve"],
        &["contour solve '2x3:2,7,3/9,1,2|3,7,2/2,3,1'", "contour solve boards.txt --format jsonl"],
    ),
    (
        &["contour", "analyze"],
        &[
            "contour analyze '2x3:2,7,3/9,1,2|3,7,2/2,3,1|1,0'",
            "contour analyze --poset 'a 5 3; b 2 2: a; c 9 1: a'",
        ],
    ),
    (
        &["contour", "line"],
        &["contour line '2x3:2,7,3/9,1,2|3,7,2/2,3,1'", "contour line --poset tree.txt --plies 3"],
    ),
    (
        &["contour", "show"],
        &[
            "contour show '2x3:2,7,3/9,1,2|3,7,2/2,3,1|2,1'",
            "contour show judge.in --from judge --format json",
        ],
    ),
    (
        &["contour", "cost"],
        &["contour cost '2x3:2,7,3/9,1,2|3,7,2/2,3,1' --of line", "contour cost boards.txt"],
    ),
    (&["contour", "why"], &["contour why '2x3:2,7,3/9,1,2|3,7,2/2,3,1|1,0'"]),
    (
        &["hex", "solve"],
        &["hex solve 11x11", "hex solve games.sgf --format json", "hex solve 14x14 --turns coin:0.45"],
    ),
    (&["hex", "analyze"], &["hex analyze 3x3:W2/3/2B:w", "hex analyze '#5c1,c2b4'"]),
    (&["hex", "line"], &["hex line 5x5:b --plies 4", "hex line 3x3:W2/3/2B:w --turns coin"]),
    (
        &["hex", "cost"],
        &[
            "hex cost 14x14",
            "hex cost 19x19 --of solve --turns coin --memory 2G",
            "hex cost 6x6 --play perfect",
        ],
    ),
    (&["hex", "show"], &["hex show 3x3:W2/3/2B:w", "hex show '(;SZ[3];B[a1])'", "hex show 40x40 --width 72"]),
    (
        &["dots", "solve"],
        &[
            "dots solve 3x3",
            "dots solve positions.txt --format jsonl --threads 4",
            "dots solve 5x5:swedish --memory 2G --time 1h --checkpoint swedish.checkpoint",
        ],
    ),
    (&["dots", "analyze"], &["dots analyze 2x2:swedish", "dots analyze --coins 'a b; b c; c a; a ground'"]),
    (&["dots", "line"], &["dots line 2x2:swedish", "dots line 3x3 --plies 5"]),
    (&["dots", "cost"], &["dots cost 4x5:icelandic --of solve --time 1h"]),
    (&["dots", "show"], &["dots show 3x3:111111110111100000010001", "dots show 'board#3,d1b2'"]),
    (&["dots", "why"], &["dots why 3x3:111111001111000010111011", "dots why 3x3 --table 3x3.table"]),
    (&["dots", "nimber"], &["dots nimber 1x3:1111110000", "dots nimber 2x2:icelandic --format json"]),
    (
        &["dots", "convert"],
        &[
            "dots convert 2x3:01000000010000000 --to littlegolem",
            "dots convert game.dbl --from dabble --to notation",
            "dots convert --coins 'a b; b ground' --to json",
        ],
    ),
    (&["dots", "table", "build"], &["dots table build 3x3 --file 3x3.table"]),
    (&["dots", "table", "query"], &["dots table query 3x3.table 3x3:111111110111100000010001"]),
    (&["dots", "table", "check"], &["dots table check 3x3.table --samples 10000"]),
    (&["judge"], &["judge hex hex.in", "judge contour --memory 8GiB"]),
    (&["completions"], &["completions bash"]),
    (&["schema"], &["schema"]),
    (&["man"], &["man pages"]),
];

/// The command line.
pub(crate) fn command() -> Command {
    EXAMPLES.iter().fold(Cli::command(), |command, (words, examples)| with(command, words, examples))
}

fn with(command: Command, words: &[&str], examples: &[&str]) -> Command {
    match words.split_first() {
        Some((word, rest)) => command.mut_subcommand(word, |inner| with(inner, rest, examples)),
        None => command.after_help(
            std::iter::once("Examples:".to_owned())
                .chain(examples.iter().map(|example| format!("  foregone {example}")))
                .collect::<Vec<_>>()
                .join("\n"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a command, as a shell takes it.
    fn words(line: &str) -> Vec<&str> {
        let parts = line.split('\'').enumerate();
        let words =
            parts.flat_map(
                |(index, part)| {
                    if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }
                },
            );
        words.collect()
    }

    /// Every command without commands of its own, with the words that call it.
    fn leaves(command: &Command, words: &[String], found: &mut Vec<(Vec<String>, String)>) {
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            let words = [words, &[inner.get_name().to_owned()]].concat();
            match inner.get_subcommands().next() {
                Some(_) => leaves(inner, &words, found),
                None => {
                    let help = inner.get_after_help().map(ToString::to_string);
                    found.push((words, help.unwrap_or_default()));
                }
            }
        }
    }

    #[test]
    fn every_verb_has_examples_that_are_understood() {
        let mut found = Vec::new();
        leaves(&command(), &[], &mut found);
        assert!(found.len() > 20);
        for (call, help) in found.iter().filter(|(call, _)| call[0] != "tour") {
            let examples: Vec<_> = help.lines().filter_map(|line| line.strip_prefix("  foregone ")).collect();
            assert!(!examples.is_empty(), "{call:?} has no examples");
            for example in examples {
                assert!(example.starts_with(&call.join(" ")), "{example} is no example of {call:?}");
                // What is behind a bar or an arrow is the shell's.
                let call = [" | ", " < ", " > "]
                    .iter()
                    .fold(example, |call, sign| call.split(sign).next().unwrap_or(call));
                let words = std::iter::once("foregone").chain(words(call));
                if let Err(error) = command().try_get_matches_from(words) {
                    panic!("{example}: {error}");
                }
            }
        }
    }
}
