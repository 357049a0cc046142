//! Which package may import which, how targets are built, and which licences are allowed.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Source;
use crate::root;

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

/// Licences, as `deny.toml` has them.
pub(super) struct Licences {
    allowed: Vec<String>,
    /// Peers under licences that the program must not come under: only the benches contain them.
    peers: Vec<(String, String)>,
}

impl Licences {
    /// Reads the text of `deny.toml`; lists that it lacks are empty.
    pub(super) fn of(deny: &str) -> Result<Self, toml::de::Error> {
        let deny: toml::Table = toml::from_str(deny)?;
        let texts = |list: Option<&toml::Value>| -> Vec<String> {
            let list = list.and_then(toml::Value::as_array).into_iter().flatten();
            list.filter_map(|text| Some(text.as_str()?.to_owned())).collect()
        };
        let section = deny.get("licenses");
        let exceptions = section.and_then(|section| section.get("exceptions")?.as_array());
        let peers = exceptions.into_iter().flatten().flat_map(|peer| {
            let name = peer.get("crate").and_then(toml::Value::as_str).unwrap_or_default();
            texts(peer.get("allow")).into_iter().map(move |licence| (name.to_owned(), licence))
        });
        let allowed = texts(section.and_then(|section| section.get("allow")));
        Ok(Self { allowed, peers: peers.collect() })
    }

    fn is_peer(&self, name: &str, licence: &str) -> bool {
        self.peers.iter().any(|peer| (&*peer.0, &*peer.1) == (name, licence))
    }

    /// True if a licence is allowed: of `A OR B` one, of `A AND B` both; `/` is an old way to write
    /// OR.
    fn allow(&self, licence: &str) -> bool {
        let plain = licence.replace(['(', ')'], "").replace('/', " OR ");
        let known = |one: &str| self.allowed.iter().any(|known| known == one.trim());
        plain.split(" AND ").all(|part| part.split(" OR ").any(known))
    }
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

/// Returns the packages of the workspace.
fn members(metadata: &Value) -> impl Iterator<Item = &Value> {
    packages(metadata).filter(|package| package["source"].is_null())
}

fn name(value: &Value) -> &str {
    value["name"].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value[key].as_array().into_iter().flatten()
}

/// Checks that every import leads to a lower floor. Tests may import crates of their own floor, as
/// those of the registry import the corpora.
pub(super) fn floors(metadata: &Value) -> Vec<String> {
    let mut complaints = Vec::new();
    for package in members(metadata) {
        let from = name(package);
        for dependency in list(package, "dependencies").filter(|d| d["kind"] != "dev") {
            let to = name(dependency);
            let ours = to.starts_with("sudoku-") && dependency["source"].is_null();
            if ours && floor(to) >= floor(from) {
                complaints.push(format!(
                    "{from} (floor {}) imports {to} (floor {}): only lower floors may be imported",
                    floor(from),
                    floor(to)
                ));
            }
            if ours && to == "sudoku-peers" && from != "sudoku-benches" {
                complaints.push(format!("{from} imports {to}: peers are for the benches alone"));
            }
            let reads_runs =
                ["record", "judge", "show"].contains(&from.trim_start_matches("sudoku-"));
            if ours && to == "sudoku-registry" && reads_runs {
                complaints.push(format!(
                    "{from} imports {to}: crates that read runs must not depend on the registry"
                ));
            }
            if (from, to) == ("sudoku-benches", "sudoku-judge") {
                complaints.push(format!("{from} imports {to}: what measures does not judge"));
            }
            if ours && to == "sudoku-doubles" {
                complaints.push(format!("{from} imports {to}: faulty solvers are for tests alone"));
            }
        }
    }
    complaints
}

/// Checks how targets are built. Without `bench = false`, `cargo bench -- --save-baseline x` dies
/// in the tests of a library; without `harness = false`, a bench runs zero tests and passes.
pub(super) fn targets(metadata: &Value) -> Vec<String> {
    let mut complaints = Vec::new();
    for package in members(metadata) {
        let manifest = package["manifest_path"].as_str().unwrap_or_default();
        let text = std::fs::read_to_string(manifest).unwrap_or_default();
        let section = |head: &str| {
            let sections = text.split("\n[").filter(|part| part.starts_with(head));
            sections.map(str::to_owned).collect::<Vec<_>>()
        };
        for target in list(package, "targets") {
            let kind = target["kind"][0].as_str().unwrap_or_default();
            let (head, key) = match kind {
                "lib" => ("lib]", "bench = false"),
                "bin" => ("[bin]]", "bench = false"),
                "bench" => ("[bench]]", "harness = false"),
                _ => continue,
            };
            if !section(head).iter().any(|part| part.contains(key)) {
                complaints.push(format!("{}: [{head} lacks `{key}`", name(package)));
            }
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

/// Checks that every package may be used by a project under MIT or Apache-2.0, and comes from a
/// registry. A peer may be under another licence if no package but `sudoku-peers` imports it.
pub(super) fn licences(metadata: &Value, licences: &Licences) -> Vec<String> {
    let mut complaints = Vec::new();
    let imported_elsewhere = |peer: &str| {
        let mut others = packages(metadata).filter(|package| name(package) != "sudoku-peers");
        others.any(|package| {
            // The packages that one from elsewhere needs for its own tests are never compiled here.
            let ours = package["source"].is_null();
            let mut imports = list(package, "dependencies");
            imports.any(|import| name(import) == peer && (ours || import["kind"] != "dev"))
        })
    };
    for package in packages(metadata) {
        let licence = package["license"].as_str().unwrap_or_default();
        let peer = licences.is_peer(name(package), licence) && !imported_elsewhere(name(package));
        if !(peer || licences.allow(licence)) {
            complaints.push(format!(
                "{}: `deny.toml` does not allow the licence `{licence}`",
                name(package)
            ));
        }
        let source = package["source"].as_str().unwrap_or("registry+ours");
        if !source.starts_with("registry+") {
            complaints.push(format!("{}: not from the registry", name(package)));
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

fn publishable(metadata: &Value) -> impl Iterator<Item = &Value> {
    members(metadata).filter(|package| package["publish"].is_null())
}

/// Checks that each package that can be published contains the texts of the licences, and that its
/// manifest has what a registry shows. The address of the repository may still be empty.
pub(super) fn published(metadata: &Value) -> Vec<String> {
    let mut complaints = Vec::new();
    for package in publishable(metadata) {
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

/// Checks that each package that can be published says what it is, in its manifest and in a README.
pub(super) fn descriptions(metadata: &Value) -> Vec<String> {
    let mut complaints = Vec::new();
    for package in publishable(metadata) {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let (name, description) = (name(package), text("description"));
        let readme = Path::new(text("manifest_path")).with_file_name("README.md");
        let readme = fs::read_to_string(readme).unwrap_or_default();
        if description.is_empty() {
            complaints.push(format!("{name}: no description"));
        } else if !begins(&readme, name, description) {
            complaints.push(format!(
                "{name}: README.md does not begin with `# {name}` and the description"
            ));
        }
    }
    complaints
}

fn begins(readme: &str, name: &str, description: &str) -> bool {
    let words: Vec<&str> = readme.split_whitespace().collect();
    words.join(" ").starts_with(&format!("# {name} {description}"))
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
        assert!(floors(&import("sudoku-benches", "sudoku-peers", None)).is_empty());
        assert!(floors(&import("sudoku-benches", "sudoku-judge", Some("dev"))).is_empty());
        assert_eq!(floors(&import("sudoku-benches", "sudoku-judge", None)).len(), 1);
        assert_eq!(floors(&import("sudoku-lab-cli", "sudoku-peers", None)).len(), 1);
        assert!(floors(&import("sudoku-judge", "sudoku-registry", Some("dev"))).is_empty());
        assert_eq!(floors(&import("sudoku-judge", "sudoku-registry", None)).len(), 1);
        assert_eq!(floors(&import("sudoku-core", "sudoku-puzzles", None)).len(), 1);
        assert_eq!(floors(&import("sudoku-bitmask", "sudoku-puzzles", None)).len(), 1);
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
    fn an_old_citation_is_found() {
        let manifest = "[workspace.package]\nversion = \"0.2.0\"\n";
        let version = |other: &str| version("CITATION.cff", manifest, other);
        assert_eq!(version("title: x\nversion: 0.2.0\n"), None);
        assert_eq!(version("[package]\nversion = \"0.2.0\"\n"), None);
        assert!(version("version: 0.1.0\n").is_some());
        assert!(version("title: x\n").is_some());
    }

    const DENY: &str = r#"
        [licenses]
        allow = ["MIT", "Apache-2.0", "Unicode-3.0"]
        exceptions = [{ allow = ["AGPL-3.0"], crate = "sudoku" }]
    "#;

    #[test]
    fn licences_are_read() {
        let licences = Licences::of(DENY).unwrap();
        assert!(licences.allow("MIT OR Apache-2.0"));
        assert!(licences.allow("MIT/GPL-3.0"));
        assert!(licences.allow("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(!licences.allow("GPL-3.0"));
        assert!(!licences.allow("MIT AND GPL-3.0"));
        assert!(!licences.allow("AGPL-3.0"));
        assert!(!licences.allow(""));
    }

    #[test]
    fn a_peer_may_be_under_another_licence_and_no_other_crate_may_import_it() {
        let package = |name: &str, licence: &str, import: &str| {
            let imports = [json!({ "name": import })];
            json!({ "name": name, "license": licence, "dependencies": imports })
        };
        let complaints = |importer: &str, licence: &str| {
            let packages = [package("sudoku", licence, "rand"), package(importer, "MIT", "sudoku")];
            licences(&json!({ "packages": packages }), &Licences::of(DENY).unwrap()).len()
        };
        assert_eq!(complaints("sudoku-peers", "AGPL-3.0"), 0);
        assert_eq!(complaints("sudoku-peers", "GPL-2.0"), 1);
        assert_eq!(complaints("sudoku-lab-cli", "AGPL-3.0"), 1);

        let tested_with = |kind: Value, source: Value| {
            let imports = [json!({ "name": "sudoku", "kind": kind })];
            let tester = json!({
                "name": "msolve", "license": "MIT", "source": source, "dependencies": imports
            });
            let packages = [package("sudoku", "AGPL-3.0", "rand"), tester];
            licences(&json!({ "packages": packages }), &Licences::of(DENY).unwrap()).len()
        };
        assert_eq!(tested_with(json!("dev"), json!("registry+x")), 0);
        assert_eq!(tested_with(json!(null), json!("registry+x")), 1);
        assert_eq!(tested_with(json!("dev"), json!(null)), 1);
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

    #[test]
    fn a_readme_begins_with_name_and_description() {
        let readme = "# sudoku-x\n\nA board,\nand a rule.\n\nMore.\n";
        assert!(begins(readme, "sudoku-x", "A board, and a rule."));
        assert!(!begins(readme, "sudoku-x", "A rule."));
        assert!(!begins(readme, "sudoku-y", "A board, and a rule."));
        let here = env!("CARGO_MANIFEST_DIR");
        let package = |publish: Value, description: &str| {
            json!({
                "name": "sudoku-x", "description": description, "publish": publish,
                "manifest_path": format!("{here}/Cargo.toml"),
            })
        };
        let complaints = |publish, description: &str| {
            descriptions(&json!({ "packages": [package(publish, description)] })).len()
        };
        assert_eq!(complaints(Value::Null, ""), 1);
        assert_eq!(complaints(Value::Null, "A board."), 1, "there is no README");
        assert_eq!(complaints(json!([]), ""), 0);
    }
}
