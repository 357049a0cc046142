//! `cargo xtask new-solver FAMILY NAME`: writes the files of a new solver, and its lines in the
//! registry and in README.md.
//!
//! These files compile. The tests, the lints and the house rules fail until the search and its
//! description are written.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use clap::error::ErrorKind;

use crate::tidy::LICENCES;
use crate::{cargo, must, root, say};

/// Write the files of a new solver
///
/// Its file, its lines in the family, the registry and README.md, and the crate of a new family.
#[derive(Args)]
pub(crate) struct NewSolver {
    /// Such as `bitmask`
    family: String,
    /// Such as `my-idea`
    name: String,
}

/// A call that cannot be understood, with exit code 2.
fn misused(message: impl std::fmt::Display) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ValueValidation, message).into()
}

impl NewSolver {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let Self { family, name: variant } = &self;
        for name in [family, variant] {
            let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if !name.chars().all(fits) || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
                return Err(misused(format_args!("`{name}` is not a name like `blank-list`")));
            }
        }

        let folder = root().join("crates").join(family);
        let module = variant.replace('-', "_");
        let solver = folder.join("src").join(format!("{module}.rs"));
        if solver.exists() {
            return Err(misused(format_args!("crates/{family}/src/{module}.rs exists already")));
        }
        let registry = root().join("crates/registry/src/lib.rs");
        if !folder.exists() {
            new_family(family, &folder)?;
            let template = include_str!("../templates/family_test.rs.txt");
            let (tests, test) = (root().join("crates/registry/tests"), crate_of(family));
            fs::write(tests.join(format!("{test}.rs")), filled(template, family, variant))?;
            edit(&tests.join("all.rs"), |text| {
                Some(beside_others(text, "mod ", &format!("mod {test};\n")))
            })?;
        } else if !fs::read_to_string(&registry)?.contains(&entries(family)) {
            return Err(misused(format_args!("crates/{family} is no family of solvers")));
        }
        let name = type_name(variant);
        fs::write(&solver, filled(include_str!("../templates/solver.rs.txt"), family, variant))?;

        edit(&folder.join("src/lib.rs"), |text| {
            let text = beside_others(text, "mod ", &format!("mod {module};\n"));
            Some(beside_others(&text, "pub use ", &format!("pub use {module}::{name};\n")))
        })?;
        edit(&registry, |text| {
            let line = format!("    {}{name}, WHOLE>(),\n", entries(family));
            behind_family(text, [&entries(family), "Entry::of::<sudoku_"], &line)
        })?;
        edit(&root().join("README.md"), |text| {
            let file = format!("[{module}.rs](crates/{family}/src/{module}.rs)");
            let line = format!("| `{family}/{variant}` | TODO: idea | TODO: source | {file} |\n");
            behind_family(text, [&format!("\n| `{family}/"), "\n| `"], &line)
        })?;
        must(&mut cargo("fmt --all"))?;
        say(format_args!(
            "wrote crates/{family}/src/{module}.rs, listed in crates/registry/src/lib.rs and README.md"
        ));
        say("next: the search, and whatever says `TODO`; then step 3 in CONTRIBUTING.md");
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the text with which the entries of a family in the registry begin.
fn entries(family: &str) -> String {
    format!("Entry::of::<sudoku_{}::", crate_of(family))
}

/// Returns the name of a family in Rust: `exact_cover` for `exact-cover`.
fn crate_of(family: &str) -> String {
    family.replace('-', "_")
}

fn new_family(family: &str, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder.join("src"))?;
    let manifest = include_str!("../templates/family.toml.txt").replace("FAMILY", family);
    fs::write(folder.join("Cargo.toml"), manifest)?;
    let readme = include_str!("../templates/family.md.txt").replace("FAMILY", family);
    fs::write(folder.join("README.md"), readme)?;
    fs::write(folder.join("src/lib.rs"), include_str!("../templates/family.rs.txt"))?;
    for text in LICENCES {
        fs::copy(root().join(text), folder.join(text))?;
    }
    edit(&root().join("Cargo.toml"), |text| {
        let version = env!("CARGO_PKG_VERSION");
        let path = format!("path = \"crates/{family}\", version = \"{version}\"");
        let line = format!("sudoku-{family} = {{ {path} }}\n");
        insert_before(text, "[workspace.dependencies]", "sudoku-puzzles = ", &line)
    })?;
    edit(&root().join("docs/ARCHITECTURE.md"), |text| {
        let name = format!(", `crates/{family}`");
        insert_before(text, "`crates/brute-scan`", " | one crate per approach", &name)
    })?;
    edit(&root().join("crates/registry/Cargo.toml"), |text| {
        let line = format!("sudoku-{family}.workspace = true\n");
        insert_before(text, "[dependencies]", "sudoku-core.", &line)
    })
}

/// Fills a template with the names of a solver.
fn filled(template: &str, family: &str, variant: &str) -> String {
    template
        .replace("FAMILY", family)
        .replace("CRATE", &crate_of(family))
        .replace("VARIANT", variant)
        .replace("TYPE", &type_name(variant))
}

/// Returns the name of a type: `BlankList` for `blank-list`.
fn type_name(variant: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    variant.split('-').filter(|word| !word.is_empty()).map(capital).collect()
}

/// Inserts a line before the first one that begins with `begin`, or else at the end of the text.
/// `cargo fmt` then sorts the lines.
fn beside_others(text: &str, begin: &str, line: &str) -> String {
    let at = text.find(&format!("\n{begin}")).map_or(text.len(), |found| found + 1);
    format!("{}{line}{}", &text[..at], &text[at..])
}

/// Inserts a line after the last one that begins with `family` or, in a new family, with `any`;
/// `None` if there is neither.
fn behind_family(text: &str, [family, any]: [&str; 2], line: &str) -> Option<String> {
    let last = text.rfind(family).or_else(|| text.rfind(any))? + 1;
    let end = last + text[last..].find('\n')? + 1;
    Some(format!("{}{line}{}", &text[..end], &text[end..]))
}

/// Inserts a line before the first `mark` that comes after `start`; `None` if there is none.
fn insert_before(text: &str, start: &str, mark: &str, line: &str) -> Option<String> {
    let from = text.find(start)?;
    let at = from + text[from..].find(mark)?;
    Some(format!("{}{line}{}", &text[..at], &text[at..]))
}

fn edit(path: &Path, change: impl Fn(&str) -> Option<String>) -> Result<()> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let changed = change(&text)
        .with_context(|| format!("{}: the place for the new line was not found", path.display()))?;
    fs::write(path, changed).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_names_its_solver() {
        let template = include_str!("../templates/solver.rs.txt");
        let text = filled(template, "bit-mask", "blank-list");
        assert!(text.contains("/// use sudoku_bit_mask::BlankList;"), "{text}");
        assert!(text.contains("id: \"bit-mask/blank-list\""), "{text}");
        for placeholder in ["FAMILY", "CRATE", "VARIANT", "TYPE"] {
            assert!(!text.contains(placeholder), "{placeholder} in {text}");
        }
    }

    #[test]
    fn names_and_lines() {
        assert_eq!(type_name("blank-list"), "BlankList");
        assert_eq!(type_name("fused"), "Fused");
        let text = "]; list = [\n    a,\n];\n";
        assert_eq!(
            insert_before(text, "list", "];", "    b,\n").unwrap(),
            "]; list = [\n    a,\n    b,\n];\n"
        );
        assert_eq!(insert_before(text, "none", "];", ""), None);
        assert_eq!(
            beside_others("//! A\n\nmod b;\n\nx\n", "mod ", "mod c;\n"),
            "//! A\n\nmod c;\nmod b;\n\nx\n"
        );
        assert_eq!(beside_others("//! A\n", "mod ", "mod c;\n"), "//! A\nmod c;\n");
        let list = "[\n    of::<a::X>,\n    of::<a::Y>,\n    of::<b::Z>,\n]\n";
        let behind = |family| behind_family(list, [family, "of::<"], "    new,\n").unwrap();
        assert!(behind("of::<a::").contains("<a::Y>,\n    new,\n    of::<b::Z>"), "in its family");
        assert!(behind("of::<c::").contains("<b::Z>,\n    new,\n]"), "a family of its own");
        let table = "\n| `a/x` | 1 |\n| `b/z` | 2 |\n\n| `c` |\n";
        let behind = |family| behind_family(table, [family, "\n| `"], "new\n").unwrap();
        assert!(behind("\n| `a/").contains("1 |\nnew\n| `b"), "{}", behind("\n| `a/"));
    }
}
