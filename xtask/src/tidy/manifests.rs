//! Which package may import which, which tests run, and what is published.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::ci::BY_NAME;
use crate::root;
use crate::sources::Source;

/// Returns the floor of a crate, which may import crates of lower floors only. A crate that is not
/// named here is on floor 1.
fn floor(package: &str) -> u8 {
    match package {
        "sudoku-core" => 0,
        "sudoku-registry" | "sudoku-record" => 2,
        "sudoku-judge" | "sudoku-doubles" | "sudoku-replay" => 3,
        "sudoku-lab" | "sudoku-programs" | "sudoku-web" => 4,
        "sudoku-benches" | "sudoku-show" => 5,
        "sudoku-lab-cli" | "xtask" => 6,
        _ => 1,
    }
}

/// Returns the packages of the workspace.
fn members(metadata: &Value) -> impl Iterator<Item = &Value> {
    list(metadata, "packages").filter(|package| package["source"].is_null())
}

/// The most packages of the workspace.
const MOST: usize = 25;

/// Checks that the workspace has no more packages than [`MOST`].
pub(super) fn too_many(metadata: &Value) -> Option<String> {
    let all = members(metadata).count();
    (all > MOST).then(|| format!("the workspace has {all} packages, {MOST} are allowed"))
}

fn name(value: &Value) -> &str {
    value["name"].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value[key].as_array().into_iter().flatten()
}

/// Checks that every import leads to a lower floor, and is not refused for another reason. Tests may
/// import crates of their own floor, as those of the registry import the corpora.
pub(super) fn floors(metadata: &Value) -> Vec<String> {
    let mut complaints = Vec::new();
    for package in members(metadata) {
        let from = name(package);
        let ours = |import: &&Value| import["source"].is_null() && import["kind"] != "dev";
        for to in list(package, "dependencies").filter(ours).map(name) {
            let rule = match (from, to) {
                _ if floor(to) >= floor(from) => "only lower floors may be imported",
                ("sudoku-record" | "sudoku-judge" | "sudoku-show", "sudoku-registry") => {
                    "crates that read runs must not depend on the registry"
                }
                ("sudoku-benches", "sudoku-judge") => "what measures does not judge",
                (_, "sudoku-doubles") => "faulty solvers are for tests alone",
                _ => continue,
            };
            let floors = [from, to].map(floor);
            complaints.push(format!(
                "{from} (floor {}) imports {to} (floor {}): {rule}",
                floors[0], floors[1]
            ));
        }
    }
    complaints
}

/// Checks that every file beside a `tests/all.rs` is compiled: it is a module there, or a target.
pub(super) fn tests(sources: &[Source]) -> Vec<String> {
    let text = |path: String| sources.iter().find(|source| source.path == path);
    let mut complaints = Vec::new();
    for all in sources.iter().filter(|source| source.path.ends_with("/tests/all.rs")) {
        let package = all.path.trim_end_matches("/tests/all.rs");
        let manifest = text(format!("{package}/Cargo.toml")).map_or("", |source| &source.text);
        for Source { path, .. } in sources {
            let file = path.strip_prefix(&format!("{package}/tests/"));
            let file = file.and_then(|file| file.strip_suffix(".rs"));
            let Some(name) = file.map(|file| file.trim_end_matches("/mod")) else { continue };
            let part = all.text.contains(&format!("\nmod {name};"));
            let target = manifest.contains(&format!("\n[[test]]\nname = \"{name}\""));
            if !(part || target || name == "all" || name.contains('/')) {
                complaints.push(format!("{path}: its tests do not run: tests/all.rs lacks it"));
            }
        }
    }
    complaints
}

/// Checks that cargo runs the tests of every target that has some, and compiles no library again for
/// tests that it does not have.
pub(super) fn tested(metadata: &Value, sources: &[Source]) -> Vec<String> {
    let mut complaints = Vec::new();
    for target in members(metadata).flat_map(|package| list(package, "targets")) {
        let path = Path::new(target["src_path"].as_str().unwrap_or_default());
        let path = path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let library = path.strip_suffix("lib.rs");
        let inside = |source: &&Source| source.path.starts_with(library.unwrap_or(&path));
        let has_tests = sources.iter().filter(inside).any(|source| source.text.contains("#[test]"));
        let run = target["test"] == true || BY_NAME.contains(&name(target));
        if run != has_tests && (has_tests || library.is_some()) {
            let has = if has_tests { "tests" } else { "no tests" };
            complaints.push(format!("{path}: `test = {run}` in the manifest, but it has {has}"));
        }
    }
    complaints
}

/// Checks that a list of dependencies gives a reason for each, in a comment.
pub(super) fn reasons(path: &str, manifest: &str) -> Vec<String> {
    let list = manifest.split("dependencies]\n").nth(1).unwrap_or_default();
    let list = list.split("\n[").next().unwrap_or_default();
    let dependencies = list.lines().filter(|line| line.contains(" = "));
    dependencies
        .filter(|line| !line.contains("path = ") && !line.contains(" # "))
        .map(|line| format!("{path}: no reason given for `{line}`"))
        .collect()
}

/// The texts of our licences, at the top and in every package.
pub(crate) const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Checks that each package that can be published contains the texts of the licences, and that its
/// manifest has what a registry shows. The address of the repository may still be empty.
pub(super) fn published(metadata: &Value) -> Vec<String> {
    let mut complaints = Vec::new();
    for package in members(metadata).filter(|package| package["publish"].is_null()) {
        let is_empty = |key: &&str| list(package, key).next().is_none();
        let lists = ["keywords", "categories"].into_iter().filter(is_empty);
        let unknown = package["repository"].is_null().then_some("repository");
        let lacks = lists.chain(unknown).map(|key| format!("{}: no {key}", name(package)));
        complaints.extend(lacks);
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let text = |path: &Path| fs::read_to_string(path).ok();
        for licence in LICENCES {
            if text(&manifest.with_file_name(licence)) != text(&root().join(licence)) {
                complaints.push(format!("{}: no link to ../../{licence}", name(package)));
            }
        }
    }
    complaints
}

/// Checks that another file, such as the citation, names the version of the packages.
pub(super) fn version(path: &str, manifest: &str, other: &str) -> Option<String> {
    let version = |text: &str| {
        let mut lines = text.lines().filter_map(|line| {
            line.strip_prefix("version = ").or_else(|| line.strip_prefix("version: "))
        });
        lines.next().map(|version| version.trim().trim_matches('"').to_owned())
    };
    (version(manifest) != version(other)).then(|| format!("{path}: not the version of Cargo.toml"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_upward_import_is_found() {
        let import = |from: &str, to: &str, kind: Option<&str>| {
            let dependency = json!({ "name": to, "source": null, "kind": kind });
            json!({ "packages": [{ "name": from, "source": null, "dependencies": [dependency] }] })
        };
        assert!(floors(&import("sudoku-registry", "sudoku-core", None)).is_empty());
        assert!(floors(&import("sudoku-registry", "sudoku-puzzles", Some("dev"))).is_empty());
        assert!(floors(&import("sudoku-lab-cli", "sudoku-doubles", Some("dev"))).is_empty());
        assert_eq!(floors(&import("sudoku-lab-cli", "sudoku-doubles", None)).len(), 1);
        assert!(floors(&import("sudoku-benches", "sudoku-judge", Some("dev"))).is_empty());
        assert_eq!(floors(&import("sudoku-benches", "sudoku-judge", None)).len(), 1);
        assert!(floors(&import("sudoku-judge", "sudoku-registry", Some("dev"))).is_empty());
        assert_eq!(floors(&import("sudoku-judge", "sudoku-registry", None)).len(), 1);
        assert_eq!(floors(&import("sudoku-core", "sudoku-puzzles", None)).len(), 1);
        assert_eq!(floors(&import("sudoku-bitmask", "sudoku-puzzles", None)).len(), 1);
    }

    #[test]
    fn too_many_packages_are_found() {
        let workspace = |ours: usize| {
            let package = |at: usize| json!({ "source": (at >= ours).then_some("registry") });
            json!({ "packages": (0..30).map(package).collect::<Vec<_>>() })
        };
        assert_eq!(too_many(&workspace(MOST)), None);
        assert!(too_many(&workspace(MOST + 1)).is_some());
    }

    #[test]
    fn tests_that_do_not_run_are_found() {
        let file = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
        let mut files = vec![
            file("a/Cargo.toml", "[[test]]\nname = \"all\"\n\n[[test]]\nname = \"alone\"\n"),
            file("a/tests/all.rs", "//! A.\n\nmod b;\nmod c;\n"),
            file("a/tests/alone.rs", ""),
            file("a/tests/b.rs", ""),
            file("a/tests/c/mod.rs", ""),
            file("a/tests/c/inside.rs", ""),
            file("other/tests/x.rs", ""),
        ];
        assert!(tests(&files).is_empty());
        files.push(file("a/tests/d.rs", ""));
        files.push(file("a/tests/e/mod.rs", ""));
        assert_eq!(tests(&files).len(), 2);
    }

    #[test]
    fn tests_that_cargo_leaves_out_are_found() {
        let metadata = |test: bool| {
            let target =
                json!({ "name": "a", "src_path": root().join("a/src/lib.rs"), "test": test });
            json!({ "packages": [{ "source": null, "targets": [target] }] })
        };
        let file = |text: &str| [Source { path: "a/src/b.rs".into(), text: text.into() }];
        let (with, without) = (file("#[test]\nfn a() {}\n"), file("fn a() {}\n"));
        assert!(tested(&metadata(true), &with).is_empty());
        assert!(tested(&metadata(false), &without).is_empty());
        assert_eq!(tested(&metadata(false), &with).len(), 1);
        assert_eq!(tested(&metadata(true), &without).len(), 1);
    }

    #[test]
    fn an_old_citation_is_found() {
        let manifest = "[workspace.package]\nversion = \"0.2.0\"\n";
        let version = |other: &str| version("CITATION.cff", manifest, other);
        assert_eq!(version("title: x\nversion: 0.2.0\n"), None);
        assert_eq!(version("[package]\nversion = \"0.2.0\"\n"), None);
        assert!(version("version: 0.1.0\n").is_some());
        assert!(version("title: x\n").is_some());
    }

    #[test]
    fn a_dependency_without_a_reason_is_found() {
        let with = "[workspace.dependencies]\na = \"1\" # why\nb = { path = \"b\" }\n[x]\ny = 1\n";
        assert!(reasons("Cargo.toml", with).is_empty());
        assert_eq!(reasons("Cargo.toml", &with.replace(" # why", "")).len(), 1);
    }

    #[test]
    fn a_package_that_lacks_what_a_registry_shows_is_found() {
        let package = |folder: &str, keywords: Value, repository: Value| {
            json!({ "packages": [{
                "name": "sudoku-x", "publish": null, "keywords": keywords, "categories": ["games"],
                "repository": repository, "manifest_path": root().join(folder).join("Cargo.toml"),
            }] })
        };
        let complaints = |folder: &str, keywords, repository| {
            published(&package(folder, keywords, repository)).join("; ")
        };
        assert_eq!(complaints("crates/core", json!(["x"]), json!("")), "");
        let lacks = complaints("crates/core", json!([]), Value::Null);
        assert_eq!(lacks, "sudoku-x: no keywords; sudoku-x: no repository");
        let lacks = complaints("crates/cli", json!(["x"]), json!(""));
        assert_eq!(lacks.matches("no link to ../../LICENSE-").count(), 2, "{lacks}");
    }
}
