//! What the project stands on is listed, with what it is for, and may be used: by licence, source and version.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::root;

/// The crates and packages that a manifest names under some headings: a key, or the first string of a line, a line.
fn named(manifest: &str, headings: &[&str], end: &str) -> BTreeSet<String> {
    let mut within = false;
    let mut names = BTreeSet::new();
    for line in manifest.lines() {
        if headings.iter().any(|heading| line.trim_start().starts_with(heading)) {
            within = true;
        } else if line.trim_start().starts_with(end) {
            within = false;
        } else if within {
            let name = line.trim().trim_matches('"').split(['=', ' ', '"']).next().unwrap_or_default();
            names.insert(name.to_owned());
        }
    }
    names.retain(|name| !name.is_empty() && !name.starts_with('#') && !name.starts_with("foregone"));
    names
}

#[test]
fn every_dependency_is_listed_with_what_it_is_for() {
    let listed = fs::read_to_string(root().join("DEPENDENCIES.md")).expect("the list is there");
    let mut count = 0;
    let crates = ["foregone", "foregone-view", "foregone-cli", "foregone-server", "foregone-py"];
    let manifests = crates.iter().map(|name| format!("crates/{name}/Cargo.toml"));
    let manifests = manifests.chain(["fuzz/Cargo.toml".to_owned()]);
    let rust = [
        "[dependencies]",
        "[dev-dependencies]",
        "[target.'cfg(target_os = \"linux\")'.dependencies]",
        "[target.'cfg(unix)'.dev-dependencies]",
    ];
    for manifest in manifests {
        let text = fs::read_to_string(root().join(&manifest)).expect("the manifest is there");
        for name in named(&text, &rust, "[") {
            assert!(listed.contains(&format!("`{name}`")), "{name} of {manifest} is not listed");
            count += 1;
        }
    }
    let text = fs::read_to_string(root().join("web/package.json")).expect("the page has a manifest");
    for name in named(&text, &["\"devDependencies\"", "\"dependencies\""], "}") {
        assert!(listed.contains(&format!("`{name}`")), "{name} of the page is not listed");
        count += 1;
    }
    assert!(count > 60, "only {count} were found");
}

#[test]
fn nothing_is_listed_that_is_not_used() {
    let listed = fs::read_to_string(root().join("DEPENDENCIES.md")).expect("the list is there");
    let manifests = ["foregone", "foregone-view", "foregone-cli", "foregone-server", "foregone-py"]
        .map(|name| format!("crates/{name}/Cargo.toml"));
    let files = manifests.iter().map(String::as_str).chain(["web/package.json", "pyproject.toml"]);
    let used: String =
        files.map(|file| fs::read_to_string(root().join(file)).expect("the manifest is there")).collect();
    let rows = listed.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    // Names are what is between back quotes: every other piece, from the first on.
    for name in rows.flat_map(|names| names.split('`').step_by(2)).filter(|name| !name.is_empty()) {
        assert!(used.contains(name), "{name} is listed and not used");
    }
}

/// The texts of a list in `deny.toml`.
fn list(name: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("deny.toml")).expect("the list is there");
    let (_, rest) =
        text.split_once(&format!("\n{name} = [")).unwrap_or_else(|| panic!("{name}: there is no such list"));
    let (list, _) = rest.split_once(']').expect("a list has an end");
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The packages of `Cargo.lock`, on all systems: name, version and source.
fn locked() -> Vec<[String; 3]> {
    let text = fs::read_to_string(root().join("Cargo.lock")).expect("it is there");
    let field = |package: &str, name: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(&format!("{name} = \"")));
        line.map(|value| value.trim_end_matches('"').to_owned()).unwrap_or_default()
    };
    text.split("[[package]]")
        .skip(1)
        .map(|package| ["name", "version", "source"].map(|name| field(package, name)))
        .collect()
}

#[test]
fn every_crate_comes_from_the_registry() {
    let known = list("allow-registry");
    for [name, _, source] in locked() {
        let is_ours = name == "xtask" || name == "foregone" || name.starts_with("foregone-");
        let is_known =
            source.strip_prefix("registry+").is_some_and(|source| known.iter().any(|known| known == source));
        assert!(if is_ours { source.is_empty() } else { is_known }, "{name} comes from `{source}`");
    }
}

#[test]
fn no_crate_is_there_twice_but_those_that_are_listed() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for [name, version, _] in locked() {
        versions.entry(name).or_default().insert(version);
    }
    let mut skipped = list("skip");
    for (name, versions) in versions.iter().filter(|(_, versions)| versions.len() > 1) {
        let is_listed = |version: &&String| {
            let found = skipped.iter().position(|skipped| {
                let asked = skipped.strip_prefix(&format!("{name}@"));
                asked.is_some_and(|asked| {
                    version.strip_prefix(asked).is_some_and(|rest| rest.starts_with('.'))
                })
            });
            found.map(|index| skipped.remove(index)).is_some()
        };
        let others = versions.len() - versions.iter().filter(is_listed).count();
        assert_eq!(others, 1, "{name}: {versions:?}");
    }
    assert_eq!(skipped, Vec::<String>::new(), "these are not there twice");
}

/// Whether a licence by its expression (SPDX) is among those that may be: `a OR b AND c`, with parentheses, and `/` for `OR`.
fn is_allowed(licence: &str, allowed: &[String]) -> bool {
    let spaced = licence.replace('/', " OR ").replace(" or ", " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let is_allowed = any(&mut rest, allowed);
    assert!(rest.is_empty(), "{licence}: `{}` is left", rest.join(" "));
    is_allowed
}

fn any(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut is_allowed = all(words, allowed);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        is_allowed |= all(words, allowed);
    }
    is_allowed
}

fn all(words: &mut &[&str], allowed: &[String]) -> bool {
    let mut is_allowed = one(words, allowed);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        is_allowed &= one(words, allowed);
    }
    is_allowed
}

fn one(words: &mut &[&str], allowed: &[String]) -> bool {
    let (name, rest) = match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let is_allowed = any(words, allowed);
            let [")", rest @ ..] = *words else { panic!("a parenthesis is open: {words:?}") };
            *words = rest;
            return is_allowed;
        }
        [licence, "WITH", exception, rest @ ..] => (format!("{licence} WITH {exception}"), rest),
        [licence, rest @ ..] => ((*licence).to_owned(), rest),
        [] => panic!("a licence is missing"),
    };
    *words = rest;
    allowed.contains(&name)
}

#[test]
fn licences_are_read() {
    let allowed = ["MIT", "Zlib", "A WITH x"].map(str::to_owned);
    for (licence, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(GPL-3.0 OR MIT) AND Zlib", true),
        ("(GPL-3.0 OR MIT) AND BSD", false),
        ("MIT AND GPL-3.0 OR Zlib", true),
        ("A WITH x", true),
        ("A", false),
    ] {
        assert_eq!(is_allowed(licence, &allowed), expected, "{licence}");
    }
}

/// Of all that is built here; what other systems need besides is not fetched for a test.
#[test]
fn every_licence_is_among_those_that_may_be() {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(&cargo);
    let versions = Command::new("rustc").arg("-vV").output().expect("there is a compiler").stdout;
    let versions = String::from_utf8(versions).expect("it is text");
    let host =
        versions.lines().find_map(|line| line.strip_prefix("host: ")).expect("it says for what it builds");
    let asked = ["metadata", "--locked", "--offline", "--format-version", "1", "--filter-platform", host];
    let output = command.args(asked).current_dir(root()).output().expect("there is cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let packages = metadata["packages"].as_array().expect("there are packages");
    assert!(packages.len() > 200, "{}", packages.len());
    let (allowed, mut used) = (list("allow"), BTreeSet::new());
    for package in packages {
        let licence =
            package["license"].as_str().unwrap_or_else(|| panic!("{}: no licence", package["name"]));
        assert!(is_allowed(licence, &allowed), "{}: {licence}", package["name"]);
        used.extend(allowed.iter().filter(|allowed| licence.contains(allowed.as_str())));
    }
    assert_eq!(used.len(), allowed.len(), "nothing has some of {allowed:?}: {used:?}");
}
