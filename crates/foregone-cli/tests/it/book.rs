//! The book keeps its word: its commands print what it shows, its pictures are what their commands draw, every chapter is in
//! its table of contents, and no link leads nowhere.

use std::fs;
use std::path::PathBuf;

use crate::picture::check_pictures;
use crate::{check_records, root};

/// The folder of the chapters.
fn source() -> PathBuf {
    root().join("book/src")
}

/// The text of a file of the book.
fn read(file: &str) -> String {
    fs::read_to_string(source().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The chapters by their files, the table of contents not among them.
fn chapters() -> Vec<String> {
    let files = fs::read_dir(source()).expect("there is a book");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("a plain name"));
    let mut chapters: Vec<String> =
        names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect();
    chapters.sort();
    chapters
}

/// A text without its blocks of code.
fn prose(text: &str) -> String {
    let mut inside = false;
    let outside = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !fence && !inside
    });
    outside.collect::<Vec<_>>().join("\n")
}

/// Where the links of a text lead, pictures among them, but for those that leave the book.
fn links(text: &str) -> Vec<String> {
    let ends = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    ends.filter(|link| !link.contains("://")).map(str::to_owned).collect()
}

/// The name by which a heading is linked to: small letters, digits and hyphens for blanks.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|letter| letter.is_alphanumeric() || *letter == '-').collect()
}

#[test]
fn commands_print_what_the_book_shows() {
    check_records(&["../../book/src/*.md", "../../book/src/*.toml"]);
}

#[test]
fn pictures_are_what_their_commands_draw() {
    let all: Vec<String> = chapters().iter().map(|chapter| read(chapter)).collect();
    check_pictures(&all.concat(), "book/src/pictures", "pictures");
}

#[test]
fn the_table_of_contents_names_every_chapter_once() {
    let mut named = links(&read("SUMMARY.md"));
    named.sort();
    assert_eq!(named, chapters());
    assert!(named.len() >= 20);
}

#[test]
fn links_lead_somewhere() {
    let mut followed = 0;
    for chapter in chapters() {
        let text = read(&chapter);
        for link in links(&prose(&text)) {
            let (file, place) = link.split_once('#').unwrap_or((&link, ""));
            let file = if file.is_empty() { &chapter } else { file };
            assert!(source().join(file).is_file(), "{chapter}: {link}");
            let is_there = place.is_empty()
                || prose(&read(file)).lines().any(|line| {
                    line.starts_with('#') && anchor(line.trim_start_matches('#').trim()) == place
                });
            assert!(is_there, "{chapter}: {link}");
            followed += 1;
        }
        for included in text.split("{{#include ").skip(1).filter_map(|rest| rest.split("}}").next()) {
            let (file, part) = included.split_once(':').unwrap_or((included, ""));
            assert!(part.is_empty() || read(file).contains(&format!("ANCHOR: {part} ")), "{included}");
            assert!(source().join(file).is_file(), "{included}");
            followed += 1;
        }
    }
    assert!(followed >= 40, "{followed} links");
}
