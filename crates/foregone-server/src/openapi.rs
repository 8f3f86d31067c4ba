//! The interface described for programs, as OpenAPI 3.1: from the table of routes and the schema of answers.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::body::Bytes;
use foregone_view::json_schema;
use serde_json::{Map, Value, json};

use crate::answer::JSON;
use crate::batch::JSON_LINES;
use crate::desk::{Format, Verb};
use crate::fault::Code;
use crate::games::GAMES;
use crate::metrics::PROMETHEUS;
use crate::query::{Parameter, Takes};
use crate::routes::{Does, Method, ROUTES, Route};

/// The description, made once.
pub(crate) fn document() -> Bytes {
    static DOCUMENT: LazyLock<Bytes> = LazyLock::new(|| Bytes::from(make().to_string()));
    DOCUMENT.clone()
}

fn make() -> Value {
    let (kinds, definitions) = json_schema::kinds();
    let mut schemas: Map<String, Value> = definitions;
    let mut titles = Vec::new();
    for kind in kinds {
        let title = kind["title"].as_str().unwrap_or_default().to_owned();
        schemas.insert(slug(&title), kind);
        titles.push(title);
    }
    let mut schemas = Value::Object(schemas);
    refer_to_components(&mut schemas);
    let mut paths = BTreeMap::<&str, Map<String, Value>>::new();
    for route in ROUTES {
        let method = match route.method {
            Method::Get => "get",
            Method::Post => "post",
        };
        paths.entry(route.path).or_default().insert(method.to_owned(), operation(route, &titles));
    }
    json!({
        "openapi": "3.1.0",
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "info": {
            "title": "Foregone",
            "summary": "Exact answers for board games",
            "description": "Positions may be in any form that the command reads. What a limit cuts short is answered with \
                            status 200, and says so in `cost.stop`.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": { "schemas": schemas, "responses": { "Fault": fault() } },
    })
}

/// A name for a component, which may have letters, digits and few signs.
fn slug(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

/// Has references lead to where definitions are in this document.
fn refer_to_components(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(link) if name == "$ref" => {
                        *link = link.replace("#/$defs/", "#/components/schemas/");
                    }
                    _ => refer_to_components(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(refer_to_components),
        _ => {}
    }
}

fn reference(title: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{}", slug(title)) })
}

/// The error, with what its codes and statuses are.
fn fault() -> Value {
    let codes = Code::ALL.iter().map(|code| {
        let (name, status) = code.told();
        format!("`{name}` {}", status.as_u16())
    });
    let description = format!("What is wrong: {}", codes.collect::<Vec<_>>().join(", "));
    json!({ "description": description, "content": { JSON: { "schema": reference("an error over HTTP") } } })
}

fn operation(route: &Route, titles: &[String]) -> Value {
    let mut parameters = Vec::new();
    if route.path.contains("{game}") {
        let names: Vec<_> = GAMES.iter().map(|desk| desk.name()).collect();
        parameters.push(json!({
            "name": "game", "in": "path", "required": true, "description": "Which game",
            "schema": { "type": "string", "enum": names },
        }));
    }
    parameters.extend(route.parameters.iter().map(|known| parameter(known)));
    let (kind, schema) = content(route.does, titles);
    let mut operation = json!({
        "operationId": slug(route.path),
        "summary": route.summary,
        "parameters": parameters,
        "responses": {
            "200": { "description": route.summary, "content": { kind: { "schema": schema } } },
            "4XX": { "$ref": "#/components/responses/Fault" },
            "5XX": { "$ref": "#/components/responses/Fault" },
        },
    });
    if route.method == Method::Post {
        let text = json!({ "type": "string", "description": "A text with positions" });
        operation["requestBody"] =
            json!({ "required": true, "content": { "text/plain": { "schema": text } } });
    }
    operation
}

fn parameter(known: &Parameter) -> Value {
    let schema = match known.takes {
        Takes::Text => json!({ "type": "string" }),
        Takes::Whole(least) => json!({ "type": "integer", "minimum": least }),
        Takes::Number => json!({ "type": "number" }),
        Takes::Flag => json!({ "type": "boolean" }),
        Takes::Word(words) => json!({ "type": "string", "enum": words }),
    };
    json!({
        "name": known.name, "in": "query", "required": known.required, "description": known.summary, "schema": schema,
    })
}

/// The type of what is answered, and its schema.
fn content(does: Does, titles: &[String]) -> (&'static str, Value) {
    let text = || json!({ "type": "string" });
    // Objects that each game has of its own have its name before the rest of their title.
    let kinds = |ends: &[&str]| {
        let is_one =
            |title: &&String| ends.iter().any(|end| *title == end || title.ends_with(&format!(" {end}")));
        let all: Vec<_> = titles.iter().filter(is_one).map(|title| reference(title)).collect();
        (JSON, json!({ "anyOf": all }))
    };
    match does {
        Does::Games => kinds(&["games"]),
        Does::Show => kinds(&["solve, analyze, line, show"]),
        Does::Ask(verb) => match verb {
            Verb::Solve | Verb::Analyze | Verb::Line => kinds(&["solve, analyze, line, show"]),
            Verb::Why => kinds(&["why"]),
            Verb::Choose => kinds(&["choose"]),
            Verb::Generate => kinds(&["generate", "generate --puzzle"]),
            Verb::Influence => kinds(&["influence"]),
            Verb::Polynomial => kinds(&["polynomial"]),
            Verb::Nimber => kinds(&["nimber"]),
            Verb::Hood => kinds(&["hood"]),
        },
        Does::Game => kinds(&["game"]),
        Does::Read => kinds(&["read"]),
        Does::Forecast => kinds(&["cost"]),
        Does::OpenApi => (JSON, json!({ "type": "object" })),
        Does::Events(_) => ("text/event-stream", text()),
        Does::Batch => (JSON_LINES, text()),
        Does::Picture(Format::Svg) => ("image/svg+xml", text()),
        Does::Picture(Format::Png) => {
            ("image/png", json!({ "type": "string", "contentMediaType": "image/png" }))
        }
        Does::Convert | Does::Health => ("text/plain", text()),
        Does::Metrics => (PROMETHEUS, text()),
    }
}
