//! The schema of the answers: it is what the repository has, and all answers on record keep to it.

use std::fs;
use std::path::PathBuf;

use serde_json::{Deserializer, Value, json};

use crate::serve::Serving;
use crate::{Shown, answer, root, shown};

fn document() -> Value {
    let file = fs::read_to_string(root().join("schema.json")).expect("the schema is in the repository");
    serde_json::from_str(&file).expect("it is JSON")
}

#[test]
fn the_schema_of_the_repository_is_that_of_the_command() {
    let told: Value = serde_json::from_str(&answer(&["schema"], "")).expect("it is JSON");
    assert_eq!(told, document(), "`foregone schema > schema.json` brings it up to date");
}

/// Takes answers that have nothing but what the schema knows of: others might say what is misspelt there. With the title
/// and a schema of each kind of answer.
fn strict() -> (jsonschema::Validator, Vec<(String, jsonschema::Validator)>) {
    let mut document = document();
    let kinds = document["anyOf"].as_array_mut().expect("there are kinds of answers");
    for kind in &mut *kinds {
        kind["unevaluatedProperties"] = json!(false);
    }
    let kinds = kinds.clone();
    let validator = |schema: &Value| jsonschema::validator_for(schema).expect("it is a schema");
    let each = kinds.into_iter().map(|mut kind| {
        kind["$defs"] = document["$defs"].clone();
        (kind["title"].as_str().expect("it has a title").to_owned(), validator(&kind))
    });
    let each = each.collect();
    (validator(&document), each)
}

/// The JSON that commands print in the transcripts of a document.
fn answers(document: &str) -> Vec<Value> {
    let mut answers = Vec::new();
    for Shown { line, output, .. } in shown(document) {
        if !line.contains("--format json") || output.starts_with("error: ") || output.contains("\n...\n") {
            continue;
        }
        let elided = output.contains("[..]");
        let output = output.replace("[..]", "0");
        let json = output.find(['{', '[']).map_or("", |begin| &output[begin..]);
        for value in Deserializer::from_str(json).into_iter::<Value>() {
            match value {
                Ok(Value::Array(several)) => answers.extend(several),
                Ok(one) => answers.push(one),
                // More than a value may be left out, and what is left is no JSON.
                Err(_) if elided => break,
                Err(error) => panic!("{line}: {error}"),
            }
        }
    }
    answers
}

#[test]
fn answers_on_record_keep_to_the_schema() {
    let (strict, kinds) = strict();
    let mut unseen: Vec<_> = kinds.iter().collect();
    let folder = root().join("crates/foregone-cli/tests/cmd");
    let transcripts = fs::read_dir(folder).expect("there are transcripts").map(|entry| entry.unwrap().path());
    let transcripts = transcripts.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let mut checked = 0;
    for path in transcripts.chain([root().join("FORMATS.md"), root().join("README.md")]) {
        let document = fs::read_to_string(&path).expect("a transcript can be read");
        for answer in answers(&document) {
            if let Err(error) = strict.validate(&answer) {
                panic!("{}: {error}: {answer}", path.display());
            }
            unseen.retain(|(_, kind)| !kind.is_valid(&answer));
            checked += 1;
        }
    }
    // Of these the transcripts leave out what differs from run to run, and more.
    for arguments in [
        &["contour", "verify", "1x2:1,2|3,4"][..],
        &["contour", "verify", "--poset", "a 1 2; b 3 4: a"],
        &["hex", "verify", "2x2"],
        &["hex", "verify", "2x2", "--play", "perfect"],
        &["dots", "verify", "1x1"],
        &["dots", "verify", "--coins", "a b; b ground"],
    ] {
        let told = answer(&[arguments, &["--format", "json"]].concat(), "");
        let told: Value = serde_json::from_str(&told).expect("the answer is JSON");
        strict.validate(&told).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {told}"));
        unseen.retain(|(_, kind)| !kind.is_valid(&told));
    }
    let solved = answer(&["hex", "solve", "1x1", "--format", "json"], "");
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("answers.json");
    fs::write(&file, solved).expect("answers can be kept");
    let file = file.to_str().expect("the name is UTF-8");
    let told = answer(&["hex", "verify", "1x1", "--answers", file, "--format", "jsonl"], "");
    for line in told.lines() {
        let told: Value = serde_json::from_str(line).expect("each line is JSON");
        strict.validate(&told).unwrap_or_else(|error| panic!("{error}: {told}"));
        unseen.retain(|(_, kind)| !kind.is_valid(&told));
    }
    let server = Serving::new(&["--cache", "none"]);
    let mut told = vec![server.get("/v1/games"), server.get("/nowhere"), server.post("/v1/hex/read", "3x3")];
    told.push(server.get("/v1/hex/choose?position=2x2"));
    for (game, start) in [
        ("contour", "1x1:0|0"),
        ("contour-poset", "a+1+2"),
        ("hex", "2x2"),
        ("hex-perfect", "2x2"),
        ("dots", "1x1"),
        ("dots-coins", "a+b"),
    ] {
        told.push(server.get(&format!("/v1/{game}/game?start={start}")));
    }
    for told in told {
        let told: Value = serde_json::from_str(&told).expect("what is told over HTTP is JSON");
        strict.validate(&told).unwrap_or_else(|error| panic!("{error}: {told}"));
        unseen.retain(|(_, kind)| !kind.is_valid(&told));
    }
    assert!(checked >= 40, "{checked} answers are on record");
    let unseen: Vec<_> = unseen.iter().map(|(title, _)| title).collect();
    assert!(unseen.is_empty(), "no answer on record is one of {unseen:?}");
}

#[test]
fn what_is_no_answer_is_refused() {
    let (strict, _) = strict();
    let good = answer(&["hex", "solve", "3x3", "--format", "json"], "");
    let good: Value = serde_json::from_str(&good).expect("the answer is JSON");
    assert!(strict.is_valid(&good));
    for (field, value) in [
        ("game", json!("chess")),
        ("schema", json!("1")),
        ("position", Value::Null),
        ("value", json!({})),
        ("valeu", json!(1)),
        ("board", json!({ "rows": 3 })),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        assert!(!strict.is_valid(&bad), "{field}");
    }
    assert!(!strict.is_valid(&json!({ "schema": 1, "game": "hex" })));
    assert!(!strict.is_valid(&json!([good])));
}
