//! The examples are what their table says: every file is there, and its game takes it.

use std::fs;

use crate::{answer, root};

#[test]
fn every_example_is_listed_and_answered() {
    let table = fs::read_to_string(root().join("examples/README.md")).expect("the examples have a table");
    let mut answered = 0;
    for entry in fs::read_dir(root().join("examples")).expect("there are examples") {
        let name = entry.expect("a file").file_name().into_string().expect("a plain name");
        let Some((game, rest)) = name.split_once('-') else { continue };
        assert!(table.contains(&format!("`{name}`")), "{name} is not in the table");
        let file = format!("examples/{name}");
        if rest.ends_with(".in") {
            assert!(!answer(&["judge", game, &file], "").is_empty());
            let from_judge =
                ["show", "solve"].map(|verb| answer(&[game, verb, &file, "--from", "judge"], ""));
            assert!(from_judge.iter().all(|text| !text.is_empty()));
        } else if rest.starts_with("poset-") {
            assert!(answer(&[game, "analyze", "--poset", &file], "").contains("best"));
        } else if rest.starts_with("coins-") {
            assert!(answer(&[game, "analyze", "--coins", &file], "").contains("best"));
        } else {
            assert!(answer(&[game, "analyze", &file], "").contains("best"));
        }
        answered += 1;
    }
    assert_eq!(answered, table.matches("\n| `").count(), "the table lists a file that is not there");
}
