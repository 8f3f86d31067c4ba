//! Completions and manual pages: they are of the commands that there are.

use std::fs;
use std::path::PathBuf;

use crate::{answer, foregone};

#[test]
fn completions_know_the_verbs() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = answer(&["completions", shell], "");
        for word in ["contour", "polynomial", "nimber", "--checkpoint"] {
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(script.contains(word), "{shell} has no {word}");
        }
    }
    assert_eq!(foregone(&["completions", "cmd"], "").code, Some(2));
}

#[test]
fn every_command_has_a_page() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("manual");
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("what an earlier run left can go");
    }
    let path = folder.to_str().expect("the path is UTF-8");
    assert_eq!(answer(&["man", path], ""), "");
    for name in ["foregone", "foregone-judge", "foregone-hex-why", "foregone-dots-table-build"] {
        let page = fs::read_to_string(folder.join(format!("{name}.1"))).expect("there is a page");
        assert!(page.contains(&format!(".TH {name} 1")) && page.contains(".SH OPTIONS"), "{name}");
    }
    // Nothing is written over.
    let again = foregone(&["man", path], "");
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("manual"), "{}", again.stderr);
}
