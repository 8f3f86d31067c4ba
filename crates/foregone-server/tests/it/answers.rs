//! Every address, and what it answers.

use serde_json::{Value, json};

use crate::{Running, settings, strict};

/// A question, a pointer into the answer, and what is there.
const ANSWERS: &[(&str, &str, &str)] = &[
    ("/v1/games", "/games/1/name", r#""hex""#),
    ("/v1/games", "/games/1/turns", "true"),
    ("/v1/games", "/games/1/forms/0/name", r#""notation""#),
    ("/v1/games", "/games/2/methods/0/default", "true"),
    ("/v1/contour/show?position=1x2:1,2|3,4", "/board/second", "[[3,4]]"),
    ("/v1/contour/solve?position=2x3:2,7,3/9,1,2|3,7,2/2,3,1", "/value/mover/margin", "2"),
    ("/v1/contour/solve?position=1+2%0A1+2%0A3+4", "/read_as", r#""judge""#),
    ("/v1/contour/analyze?position=1x2:1,2|3,4", "/moves/0/move", r#""a1""#),
    ("/v1/contour/line?position=1x2:1,2|3,4&plies=1", "/complete", "false"),
    ("/v1/contour/why?position=1x2:1,2|3,4", "/why/sums", "null"),
    ("/v1/contour-poset/solve?position=a+1+2;+b+3+4:+a", "/game", r#""contour-poset""#),
    ("/v1/hex/solve?position=3x3:W2/3/2B:w", "/value/mover/numerator", r#""24""#),
    ("/v1/hex/solve?position=3x3&turns=coin:1/3&method=transfer", "/turns", r#""coin:1/3""#),
    ("/v1/hex/analyze?position=2x2&from=notation", "/cost/stop", r#""finished""#),
    ("/v1/hex/line?position=2x2", "/complete", "true"),
    ("/v1/hex/why?position=2x2", "/why", ""),
    ("/v1/hex/influence?position=2x2&turns=coin", "/influence/1/numerator", r#""1""#),
    ("/v1/hex/polynomial?position=2x2&colour=black&at=1/2,1/3", "/colour", r#""Black""#),
    ("/v1/hex/polynomial?position=2x2&lattice=square", "/lattice", r#""square""#),
    ("/v1/hex/choose?position=3x3", "/move", r#""b2""#),
    ("/v1/hex-perfect/solve?position=3x3", "/value/mover/outcome", r#""win""#),
    ("/v1/hex-perfect/choose?position=3x3", "/stop", r#""finished""#),
    ("/v1/dots/solve?position=2x2", "/value/mover/margin", "2"),
    ("/v1/dots/why?position=1x2", "/why", ""),
    ("/v1/dots/nimber?position=2x2", "/nimber", "0"),
    ("/v1/hex/forecast?position=11x11&verb=solve", "/fits", "true"),
    ("/v1/hex/forecast?position=14x14&memory=1M", "/fits", "false"),
    ("/v1/contour/forecast?position=1x2:1,2|3,4", "/verb", r#""analyze""#),
    ("/v1/dots/hood?position=2x2", "/kind", r#""hood""#),
    ("/v1/contour/hood?position=1x2:1,2|3,4", "/hood/contour", ""),
    ("/v1/hex/hood?position=3x3&after=b2&turns=coin", "/hood/after", r#""b2""#),
    ("/v1/dots-coins/analyze?position=a+b;+b+ground", "/game", r#""dots-coins""#),
    ("/v1/contour/generate?size=2x2&seed=7&count=3", "/found/2", ""),
    ("/v1/contour/generate?size=3x3&puzzle=true&gap=2&scores=0..20&taken=1..3", "/found/0/gap/margin", ""),
    ("/v1/hex/generate?size=3x3&puzzle=true&level=1", "/found/0/level", "1"),
    ("/v1/hex/generate?position=3x3&stones=4&turns=coin", "/coin/numerator", r#""1""#),
    ("/v1/dots/generate?size=3x3&level=1", "/tried", ""),
    ("/v1/dots/game?start=1x2&moves=h,0,0;h,1,0;v,0,0;v,0,1", "/plies/3/takes", r#"["a1"]"#),
    ("/v1/dots/game?start=1x2&moves=h,0,0;h,1,0;v,0,0;v,0,1", "/points/second", "1"),
    ("/v1/dots/game?start=1x2&moves=h,0,0;h,1,0;v,0,0;v,0,1", "/to_move", r#""second""#),
    ("/v1/dots/game?start=1x1&moves=h,0,0;h,1,0;v,0,0;v,0,1", "/ending/margin", "-1"),
    ("/v1/dots/game?start=1x1&moves=h,0,0;h,1,0;v,0,0;v,0,1", "/moves", "[]"),
    ("/v1/hex/game?start=2x2&moves=A1;b2;a2", "/ending/winner", r#""first""#),
    ("/v1/hex/game?start=2x2", "/players/first", r#""White""#),
    ("/v1/contour/game?start=1x2:1,2|3,4&moves=a1", "/moves", r#"["b1"]"#),
];

#[test]
fn every_question_is_answered_by_the_schema() {
    let (server, strict) = (Running::new(&settings()), strict());
    for (question, pointer, expected) in ANSWERS {
        let response = server.get(question);
        assert_eq!(response.status, 200, "{question}: {}", response.text());
        assert_eq!(response.header("content-type"), Some("application/json"), "{question}");
        let answer = response.json();
        if let Err(error) = strict.validate(&answer) {
            panic!("{question}: {error}: {answer}");
        }
        let Some(found) = answer.pointer(pointer) else {
            assert_eq!(*expected, "null", "{question}: nothing at {pointer} of {answer}");
            continue;
        };
        // It is enough that something is there, where nothing is expected of it.
        let found = if expected.is_empty() { String::new() } else { found.to_string() };
        assert_eq!(found, *expected, "{question}: {pointer}");
    }
}

#[test]
fn texts_are_read_in_any_form() {
    let (server, strict) = (Running::new(&settings()), strict());
    for (game, text, read_as, positions) in [
        ("hex", "3x3\n2x2:b", Value::Null, json!(["3x3", "2x2:b"])),
        ("hex", "\u{feff}(;GM[11]SZ[3];B[a1])", json!("sgf"), json!(["3x3:B2/3/3:w:lr"])),
        ("hex", r#"{"rows":2,"columns":2,"cells":["W.",".."]}"#, json!("json"), json!(["2x2:W1/2:b"])),
        ("hex-perfect", r#"{"rows":1,"columns":2,"cells":[".."]}"#, json!("json"), json!(["1x2"])),
        (
            "dots",
            r#"{"rows":1,"columns":1,"horizontal":["1","0"],"vertical":["01"]}"#,
            json!("json"),
            json!(["1x1:1001"]),
        ),
        (
            "contour",
            r#"{"rows":1,"columns":2,"first":[[1,2]],"second":[[3,4]],"taken":[1]}"#,
            json!("json"),
            json!(["1x2:1,2|3,4|1"]),
        ),
    ] {
        let response = server.post(&format!("/v1/{game}/read"), text);
        let answer = response.json();
        assert_eq!(response.status, 200, "{answer}");
        strict.validate(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
        assert_eq!(
            (answer.get("read_as").unwrap_or(&Value::Null), &answer["positions"]),
            (&read_as, &positions)
        );
        // What the board of a position is, `read` reads.
        let position = answer["positions"][0].as_str().expect("it is a text");
        let board = server.get(&format!("/v1/{game}/show?position={position}")).json()["board"].to_string();
        let again = server.post(&format!("/v1/{game}/read?from=json"), board).json();
        let is_said = game != "hex" || position != "3x3:B2/3/3:w:lr";
        assert!(!is_said || again["positions"][0] == position, "{again}");
    }
}

#[test]
fn positions_are_converted_and_drawn() {
    let server = Running::new(&settings());
    let converted = server.get("/v1/hex/convert?position=3x3:W2/3/3:b&to=sgf");
    assert_eq!(
        (converted.status, converted.header("content-type")),
        (200, Some("text/plain; charset=utf-8"))
    );
    assert!(converted.text().starts_with("(;"), "{}", converted.text());
    for game in
        ["contour?position=1x2:1,2|3,4", "hex?position=2x2", "dots?position=1x2", "hex-perfect?position=2x2"]
    {
        let (game, position) = game.split_once('?').expect("a question mark");
        for picture in ["board", "analysis", "line", "why"] {
            let svg = server.get(&format!("/v1/{game}/show.svg?{position}&picture={picture}&theme=dark"));
            if game == "hex-perfect" && picture == "why" {
                assert_eq!(svg.status, 404, "{}", svg.text());
                continue;
            }
            assert_eq!(
                (svg.status, svg.header("content-type")),
                (200, Some("image/svg+xml")),
                "{}",
                svg.text()
            );
            assert!(svg.text().starts_with("<svg "));
        }
    }
    let png = server.get("/v1/dots/show.png?position=1x2&scale=0.5");
    assert_eq!((png.status, png.header("content-type")), (200, Some("image/png")));
    assert!(png.body.starts_with(b"\x89PNG"));
}

#[test]
fn limits_may_be_asked_for_and_are_told() {
    let server = Running::new(&settings());
    for (limit, stop) in [("states=10", "states"), ("time=0s", "time"), ("time=1ms&states=100000000", "time")]
    {
        let answer = server.get(&format!("/v1/dots/solve?position=5x5&{limit}")).json();
        assert_eq!(answer["cost"]["stop"], stop, "{answer}");
    }
}

#[test]
fn health_is_told() {
    let server = Running::new(&settings());
    assert_eq!(server.get("/healthz").text(), "ok\n");
    let metrics = server.get("/metrics");
    assert!(metrics.text().contains(r#"foregone_requests_total{route="/healthz",status="200"} 1"#));
    assert!(metrics.text().ends_with("# EOF\n"));
}
