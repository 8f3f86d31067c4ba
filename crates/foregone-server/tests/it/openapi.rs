//! The description for programs: it is one, it refers to nothing that is not there, and answers are as it says.

use serde_json::{Value, json};

use crate::{Running, settings};

fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str));
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn the_description_is_whole() {
    let server = Running::new(&settings());
    let document = server.get("/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    let mut found = Vec::new();
    references(&document, &mut found);
    assert!(found.len() > 100);
    for link in found {
        let pointer = link.strip_prefix('#').unwrap_or_else(|| panic!("{link} leads out of the document"));
        assert!(document.pointer(pointer).is_some(), "{link} leads nowhere");
    }
    let paths = document["paths"].as_object().expect("there are paths");
    assert!(paths.len() > 20);
    let mut names = Vec::new();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().expect("there are methods") {
            names.push(operation["operationId"].as_str().expect("it has a name"));
            let schema = operation.pointer("/responses/200/content").and_then(Value::as_object);
            let content = schema.unwrap_or_else(|| panic!("{method} {path} answers nothing"));
            let is_kind =
                |content: &Value| content["schema"].get("anyOf").is_none_or(|kinds| kinds != &json!([]));
            assert!(content.values().all(is_kind), "{method} {path} answers none of the kinds");
        }
    }
    let several = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), several);
    let schemas = document.pointer("/components/schemas").expect("there are schemas");
    for (name, schema) in schemas.as_object().expect("each has a name") {
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)), "{name}");
        assert!(jsonschema::meta::is_valid(schema), "{name}");
    }
}

#[test]
fn answers_are_as_described() {
    let server = Running::new(&settings());
    let document = server.get("/openapi.json").json();
    for (path, question) in [
        ("/v1/games", "/v1/games"),
        ("/v1/{game}/show", "/v1/dots/show?position=1x1"),
        ("/v1/{game}/analyze", "/v1/hex/analyze?position=2x2"),
        ("/v1/{game}/why", "/v1/contour/why?position=1x2:1,2|3,4"),
        ("/v1/{game}/game", "/v1/dots/game?start=1x1&moves=h,0,0"),
        ("/v1/{game}/choose", "/v1/hex/choose?position=2x2"),
        ("/v1/{game}/generate", "/v1/dots/generate?size=3x3&puzzle=true&level=1"),
        ("/v1/{game}/influence", "/v1/hex/influence?position=2x2"),
        ("/v1/{game}/polynomial", "/v1/hex/polynomial?position=2x2"),
        ("/v1/{game}/nimber", "/v1/dots/nimber?position=1x1"),
    ] {
        let content = &document["paths"][path]["get"]["responses"]["200"]["content"];
        let mut schema = content["application/json"]["schema"].clone();
        schema["components"] = document["components"].clone();
        let validator = jsonschema::validator_for(&schema).expect("it is a schema");
        let answer = server.get(question).json();
        validator.validate(&answer).unwrap_or_else(|error| panic!("{question}: {error}: {answer}"));
        assert!(!validator.is_valid(&json!({ "schema": 1 })), "{path} allows anything");
    }
}
