//! The page and its files, and what browsers are told.

use crate::{Response, Running, settings};

#[test]
fn the_page_is_at_each_games_address() {
    let server = Running::new(&settings());
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    for path in ["/hex", "/contour", "/dots", "/hex?start=5x5&moves=b2;c3", "/index.html"] {
        assert_eq!(server.get(path).body, page.body, "{path}");
    }
    assert_ne!(server.get("/api").body, page.body);
    for page in [page.text(), server.get("/api").text()] {
        let files: Vec<_> = page.split('"').filter(|part| part.starts_with("/assets/")).collect();
        assert!(files.len() > 1, "{page}");
        for file in files {
            let response = server.get(file);
            assert_eq!(response.status, 200, "{file}");
            assert_eq!(response.header("cache-control"), Some("public, max-age=31536000, immutable"));
        }
    }
    let head = server.ask("HEAD /", b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn a_file_that_is_known_is_not_sent_again() {
    let server = Running::new(&settings());
    let page = server.get("/");
    let tag = page.header("etag").expect("it has one").to_owned();
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let again = |tags: &str| {
        let request = format!("GET / HTTP/1.0\r\nHost: localhost\r\nIf-None-Match: {tags}\r\n\r\n");
        Response::read(server.send(request.as_bytes()))
    };
    for tags in [tag.clone(), format!("\"x\", W/{tag}")] {
        let response = again(&tags);
        assert_eq!((response.status, response.body.len()), (304, 0), "{tags}");
    }
    assert_eq!(again("\"x\"").status, 200);
}

#[test]
fn nothing_but_the_page_is_served() {
    let server = Running::new(&settings());
    for path in [
        "/../Cargo.toml",
        "/assets/../../Cargo.toml",
        "/assets/%2e%2e/%2e%2e/Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets\\..\\..\\Cargo.toml",
        "//etc/passwd",
        "/./index.html/../../Cargo.toml",
        "/api/../../Cargo.toml",
        "/assets/",
        "/api/",
        "/.",
        "/..",
    ] {
        let response = server.get(path);
        assert_eq!(response.status, 404, "{path}: {}", response.text());
        assert_eq!(response.json()["code"], "unknown");
    }
}

#[test]
fn browsers_are_told_what_they_may_do() {
    let server = Running::new(&settings());
    for path in ["/", "/api", "/v1/games", "/nowhere", "/v1/hex/show.svg?position=2x2&theme=auto"] {
        let response = server.get(path);
        let policy = response.header("content-security-policy").expect("there is a policy");
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(policy.contains("unsafe-inline"), path.contains("svg"), "{path}: {policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(response.header(name), Some(value), "{path}");
        }
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
    let page = server.get("/").text() + &server.get("/api").text();
    assert!(!page.contains("<style") && !page.contains("style=") && !page.contains("onclick="));
}

#[test]
fn long_answers_are_compressed_for_those_who_can_read_it() {
    let server = Running::new(&settings());
    let asked = |encoding: &str| {
        let request = format!(
            "GET /v1/hex/analyze?position=5x5 HTTP/1.0\r\nHost: localhost\r\nAccept-Encoding: {encoding}\r\n\r\n"
        );
        Response::read(server.send(request.as_bytes()))
    };
    let plain = asked("identity");
    for encoding in ["gzip", "br"] {
        let response = asked(encoding);
        assert_eq!(response.header("content-encoding"), Some(encoding));
        assert!(response.body.len() < plain.body.len() / 2);
    }
    assert_eq!(plain.header("content-encoding"), None);
}
