//! What the project stands on is listed, with what it is for.

use std::collections::BTreeSet;
use std::fs;

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
