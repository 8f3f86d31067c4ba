//! `--svg` and `--png`: what is written where, what is never replaced, and the pictures that the README shows.

use std::fs;
use std::process::Stdio;

use crate::{answer, command, directory, foregone, root, words};

/// Asks that a run ends with a complaint and without an answer.
fn refused(arguments: &[&str], stdin: &str, complaint: &str) {
    let ran = foregone(arguments, stdin);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
    assert_eq!(ran.stderr, format!("error: {complaint}\n"), "{arguments:?}");
}

const MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Draws the pictures of a document anew and asks that each be what is kept in their folder. `linked` is the folder as
/// the document's links have it.
pub(crate) fn check_pictures(document: &str, folder: &str, linked: &str) {
    let mut drawn = Vec::new();
    for line in document.lines() {
        let Some((arguments, file)) =
            line.strip_prefix("foregone ").and_then(|line| line.split_once(&format!(" --svg {folder}/")))
        else {
            continue;
        };
        let arguments = [&words(arguments)[..], &["--svg", "-"]].concat();
        let kept = fs::read_to_string(root().join(folder).join(file)).expect("it is kept");
        assert!(answer(&arguments, "") == kept, "run again, with --force: {line}");
        assert!(document.contains(&format!("]({linked}/{file})")), "{file} is not shown");
        drawn.push(file.to_owned());
    }
    let kept = fs::read_dir(root().join(folder)).expect("there are pictures");
    let mut kept: Vec<String> =
        kept.map(|entry| entry.expect("a file").file_name().into_string().expect("a plain name")).collect();
    kept.sort();
    drawn.sort();
    assert_eq!(kept, drawn);
    assert!(kept.len() >= 3);
}

#[test]
fn the_pictures_of_the_readme_are_what_their_commands_draw() {
    let readme = fs::read_to_string(root().join("README.md")).expect("there is a README");
    check_pictures(&readme, "docs/pictures", "docs/pictures");
}

#[test]
fn a_file_is_replaced_only_by_force() {
    let (directory, path) = directory("picture/force");
    let (svg, png) = (path("a.svg"), path("a.png"));
    let draw = ["hex", "analyze", "3x3:W2/3/2B:w", "--svg", &svg, "--png", &png];
    let text = answer(&["hex", "analyze", "3x3:W2/3/2B:w"], "");
    let told = answer(&draw, "");
    assert_eq!(told.lines().next(), text.lines().next(), "the answer is told besides");
    let first = (fs::read(&svg).expect("it is there"), fs::read(&png).expect("it is there"));
    assert!(first.0.starts_with(b"<svg ") && first.1.starts_with(MAGIC));
    // Refused before any work: this would take hours.
    let long = ["dots", "analyze", "6x6", "--svg", &svg];
    refused(&long, "", &format!("{svg}: it is there already, and --force replaces it"));
    assert!(fs::read(&svg).expect("it is there") == first.0);
    answer(&[&draw[..], &["--force", "--theme", "dark", "--scale", "1"]].concat(), "");
    let second = (fs::read(&svg).expect("it is there"), fs::read(&png).expect("it is there"));
    assert!(second.0 != first.0 && second.1 != first.1);
    assert_eq!(fs::read_dir(directory).expect("it is there").count(), 2, "nothing else is left");
}

#[test]
fn what_stands_in_the_way_is_found_first() {
    let (directory, path) = directory("picture/way");
    let folder = path("folder");
    fs::create_dir(&folder).expect("a directory can be made");
    refused(
        &["dots", "analyze", "6x6", "--svg", &folder],
        "",
        &format!("{folder}: it is not a regular file"),
    );
    refused(
        &["dots", "analyze", "6x6", "--svg", &path("none/a.svg")],
        "",
        &format!("{}: there is no such folder", path("none")),
    );
    let (svg, partial) = (path("b.svg"), path("b.svg.partial"));
    fs::write(&partial, "mine").expect("it can be written");
    assert_eq!(foregone(&["dots", "show", "1x1", "--svg", &svg, "--force"], "").code, Some(2));
    assert_eq!(fs::read_to_string(&partial).expect("it is there"), "mine");
    let same = path("same");
    refused(
        &["dots", "show", "1x1", "--svg", &same, "--png", &same],
        "",
        "--svg and --png are to go to the same place: expected two",
    );
    assert_eq!(fs::read_dir(directory).expect("it is there").count(), 2);
}

#[test]
fn a_picture_is_of_one_position() {
    let (directory, path) = directory("picture/one");
    let svg = path("a.svg");
    let show = ["hex", "show", "-", "--svg", &svg];
    refused(&show, "2x2\n3x3\n", "standard input: a picture is of one position, and here are 2");
    let lines = "a picture is of one position, and with --format jsonl there may be many";
    refused(&[&show[..], &["--format", "jsonl"]].concat(), "2x2\n", lines);
    let large = "a picture shows at most 10000 cells, and here are 40000";
    let ran = foregone(&show, "200x200");
    assert_eq!((ran.code, ran.stderr), (Some(2), format!("error: {large}\n")));
    assert_eq!(fs::read_dir(directory).expect("it is there").count(), 0);
}

#[test]
fn standard_output_holds_nothing_but_the_picture() {
    let svg = answer(&["dots", "analyze", "1x1", "--svg", "-"], "");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    // Colours for a terminal are nothing of a picture's, and a picture's bytes no text.
    let output = command(&["dots", "show", "1x1", "--png", "-"])
        .stdout(Stdio::piped())
        .output()
        .expect("the command ends");
    assert!(output.status.success() && output.stdout.starts_with(MAGIC));
    let (directory, path) = directory("picture/both");
    let (png, svg) = (path("a.png"), ["--svg", "-"]);
    let text = answer(&[&["dots", "show", "1x1", "--png", &png][..], &svg].concat(), "");
    assert!(text.starts_with("<svg "));
    assert!(fs::read(directory.join("a.png")).expect("it is there") == output.stdout);
}

#[test]
fn a_limit_leaves_a_picture_of_what_is_known() {
    let ran = foregone(&["hex", "analyze", "5x5", "--states", "3", "--svg", "-"], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(3), ""));
    assert!(ran.stdout.contains("The odds are not known yet.") && ran.stdout.contains(">?</text>"));
}

#[test]
fn scales_are_checked_at_the_door() {
    for scale in ["0", "-1", "33", "x", "nan", "inf"] {
        let ran = foregone(&["dots", "show", "1x1", "--png", "-", "--scale", scale], "");
        assert_eq!(ran.code, Some(2), "{scale}");
        assert!(ran.stderr.contains("expected a number from 0.1 to 32"), "{}", ran.stderr);
    }
    let ran = foregone(&["hex", "show", "60x60", "--png", "-", "--scale", "32"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("and may have 33554432 in all"), "{}", ran.stderr);
}

#[test]
fn every_verb_that_draws_draws() {
    let midgame = "examples/contour-midgame-4x5.txt";
    for arguments in [
        &["contour", "show", midgame][..],
        &["contour", "show", midgame, "--values"],
        &["contour", "analyze", midgame],
        &["contour", "line", midgame],
        &["contour", "why", midgame],
        &["contour", "show", "--poset", "a 1 2; b 3 4: a"],
        &["contour", "line", "--poset", "a 1 2; b 3 4: a"],
        &["contour", "why", "--poset", "a 1 2; b 3 4: a"],
        &["hex", "line", "3x3", "--turns", "coin"],
        &["hex", "why", "3x3"],
        &["hex", "influence", "4x3"],
        &["hex", "polynomial", "4x3"],
        &["hex", "polynomial", "4x3", "--lattice", "square"],
        &["dots", "line", "2x2"],
        &["dots", "why", "2x2"],
        &["dots", "analyze", "--coins", "a b; b ground; a a"],
    ] {
        let svg = answer(&[arguments, &["--svg", "-", "--theme", "auto"]].concat(), "");
        assert!(svg.starts_with("<svg ") && svg.contains("prefers-color-scheme"), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_what_it_leads_to_is_replaced() {
    let (_, path) = directory("picture/link");
    let (file, link) = (path("board.svg"), path("link.svg"));
    fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    answer(&["hex", "show", "1x1", "--svg", &link, "--force"], "");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().starts_with("<svg"));
}
