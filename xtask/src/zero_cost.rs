//! `cargo xtask zero-cost`: checks that the timed code is the code without observations.
//!
//! The library that instantiates every timed solver is compiled three times: as it is, and from two
//! copies of the families. In the first copy, every observation is deleted and `Result<bool,
//! P::Stop>` is replaced by `bool`, which leaves the code of the article; the code that is timed
//! for a first solution must equal it. In the second copy, only `probe.call()` and
//! `probe.solved(..)` are left; the code that is timed for a proof of uniqueness must equal that.
//! All functions that the entry of each solver can reach are compared, instruction by instruction,
//! after names of symbols, labels and constants are brought to a common form.

pub(crate) mod strip;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use strip::Source;

use crate::{cargo, must, root, say, tidy};

pub(crate) fn zero_cost() -> Result<ExitCode> {
    let metadata = tidy::metadata()?;
    let families = families(&metadata)?;
    let target = metadata["target_directory"].as_str().context("cargo names no target folder")?;
    let work = Path::new(target).join("zero-cost");
    resolve(&work, &families)?;
    let observed = compile(&work, "observed", |_| Ok(()))?;
    let mut different = Vec::new();
    for goal in [Goal::First, Goal::Unique] {
        let stripped = compile(&work, goal.copy(), |copy| strip(copy, &families, goal.left()))?;
        let entries: Vec<&String> = observed.keys().filter(|name| goal.is_entry(name)).collect();
        for Family { name, .. } in &families {
            let of_family = |entry: &&String| solver_of(entry).split('/').next() == Some(name);
            if !entries.iter().any(of_family) {
                bail!("{name}: no timed solver was found in the compiled code");
            }
        }
        for entry in entries {
            let solver = format!("{}{}", solver_of(entry), goal.suffix());
            let (ours, theirs) = (reachable(&observed, entry), reachable(&stripped, entry));
            let count =
                |code: &BTreeMap<&str, &Vec<String>>| code.values().map(|f| f.len()).sum::<usize>();
            if ours == theirs {
                say(format_args!(
                    "{solver:34} {:5} instructions, the same without observations",
                    count(&ours)
                ));
            } else {
                say(format_args!(
                    "{solver:34} {:5} instructions, {} without observations",
                    count(&ours),
                    count(&theirs)
                ));
                if let Some(difference) = first_difference(&ours, &theirs) {
                    say(difference);
                }
                different.push(solver);
            }
        }
    }
    if !different.is_empty() {
        bail!("observations change the timed code of {}", different.join(", "));
    }
    Ok(ExitCode::SUCCESS)
}

/// The question that a timed run is asked.
#[derive(Debug, Clone, Copy)]
enum Goal {
    First,
    Unique,
}

impl Goal {
    /// Returns the folder of the copy that the timed code is compared with.
    fn copy(self) -> &'static str {
        match self {
            Self::First => "stripped",
            Self::Unique => "asked",
        }
    }

    /// Returns the observations that its probe receives.
    fn left(self) -> &'static [&'static str] {
        match self {
            Self::First => &[],
            Self::Unique => &["call", "solved"],
        }
    }

    /// Returns the suffix that marks this goal in the names of sets.
    fn suffix(self) -> &'static str {
        match self {
            Self::First => "",
            Self::Unique => "+unique",
        }
    }

    /// True for the timed entry of a solver: a method of its adapter.
    fn is_entry(self, name: &str) -> bool {
        let method = match self {
            Self::First => "::Erased>::time",
            Self::Unique => "::Erased>::prove",
        };
        name.starts_with("<sudoku_registry::session::Adapter<") && name.ends_with(method)
    }
}

/// Returns `family/variant` of an entry, from the module in which its solver lives.
fn solver_of(entry: &str) -> String {
    let path = entry.trim_start_matches("<sudoku_registry::session::Adapter<sudoku_");
    path.splitn(3, "::").take(2).collect::<Vec<_>>().join("/").replace('_', "-")
}

/// The instructions of each function, by its name.
type Code = BTreeMap<String, Vec<String>>;

/// A family of solvers, which is a crate.
#[derive(Debug, PartialEq)]
struct Family {
    /// Its name, as in the ids of its solvers.
    name: String,
    /// Its path from the top.
    folder: PathBuf,
}

/// Returns the crates of ours that the registry imports, all but the core: these are the families.
fn families(metadata: &Value) -> Result<Vec<Family>> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let mut registry = packages.filter(|package| package["name"] == "sudoku-registry");
    let registry = registry.next().context("there is no sudoku-registry")?;
    let imports = registry["dependencies"].as_array().into_iter().flatten();
    let ours = imports.filter(|import| {
        import["kind"].is_null() && import["path"].is_string() && import["name"] != "sudoku-core"
    });
    let top = Path::new(metadata["workspace_root"].as_str().unwrap_or_default());
    let family = |import: &Value| -> Result<Family> {
        let path = Path::new(import["path"].as_str().unwrap_or_default());
        let folder = path.strip_prefix(top)?.to_owned();
        let name = import["name"].as_str().unwrap_or_default();
        if !folder.starts_with("crates") {
            bail!("{name} does not lie in crates/");
        }
        Ok(Family { name: name.trim_start_matches("sudoku-").to_owned(), folder })
    };
    ours.map(family).collect()
}

/// Lets the compiler check which functions the probes are passed to: in a copy, all functions that
/// declare a probe have new names, so a probe that is passed to another function does not compile.
fn resolve(work: &Path, families: &[Family]) -> Result<()> {
    let copy = copied(work, "resolved")?;
    for folder in families.iter().map(|family| family.folder.join("src")) {
        rewrite(&copy, &folder, strip::resolved)?;
    }
    rewrite(&copy, Path::new("crates/core/src/solver.rs"), strip::resolved)?;
    let packages = families.iter().flat_map(|f| ["--package".into(), format!("sudoku-{}", f.name)]);
    let mut check = cargo("check --quiet");
    check.args(packages).current_dir(&copy).env("CARGO_TARGET_DIR", work.join("target/resolved"));
    must(&mut check).context("a probe is handed to a function that does not declare it")
}

/// Changes the Rust files of a folder, or one file, in a copy of the sources.
fn rewrite(
    copy: &Path,
    path: &Path,
    change: impl FnOnce(&mut [Source]) -> Result<()>,
) -> Result<()> {
    let mut files = Vec::new();
    collect(copy, &copy.join(path), &mut files)?;
    change(&mut files)?;
    files.into_iter().try_for_each(|file| Ok(fs::write(copy.join(file.path), file.text)?))
}

/// Copies the sources into a workspace of the registry alone, and returns its folder.
fn copied(work: &Path, name: &str) -> Result<PathBuf> {
    let copy = work.join(name);
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    copy_sources(&root().join("crates"), &copy.join("crates"))?;
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let alone = manifest
        .replace(
            r#"members = ["crates/*", "benches", "xtask"]"#,
            r#"members = ["crates/registry"]"#,
        )
        .replace(r#"default-members = ["crates/cli"]"#, "");
    fs::write(copy.join("Cargo.toml"), alone)?;
    fs::copy(root().join("Cargo.lock"), copy.join("Cargo.lock"))?;
    Ok(copy)
}

/// Compiles the registry from a changed copy of the sources and returns the instructions of its
/// functions.
fn compile(work: &Path, name: &str, change: impl Fn(&Path) -> Result<()>) -> Result<Code> {
    let copy = copied(work, name)?;
    change(&copy)?;
    let target = work.join("target").join(name);
    must(
        cargo("rustc --quiet --release --package sudoku-registry --lib --")
            .args(["--emit", "asm", "-C", "symbol-mangling-version=v0", "--cap-lints", "allow"])
            .current_dir(&copy)
            .env("CARGO_TARGET_DIR", &target),
    )?;
    let listing = newest_listing(&target.join("release/deps"))?;
    let code = functions(&fs::read_to_string(&listing)?);
    if code.is_empty() {
        bail!("{}: no function was recognised", listing.display());
    }
    Ok(code)
}

fn newest_listing(folder: &Path) -> Result<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if name.starts_with("sudoku_registry-") && path.extension().is_some_and(|end| end == "s") {
            found.push((path.metadata()?.modified()?, path));
        }
    }
    found.sort();
    Ok(found.pop().context("the compiler wrote no assembly")?.1)
}

fn copy_sources(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_sources(&path, &to)?;
        } else {
            fs::copy(&path, to).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}

/// Removes all observations but these from the families in a copy of the sources, and gives their
/// probes a trait without the other methods: if one was not removed, the copy does not compile.
fn strip(copy: &Path, families: &[Family], left: &[&str]) -> Result<()> {
    let core = copy.join("crates/core/src");
    let silent = if left.is_empty() { SILENT } else { ASKED };
    edit(&core.join("probe.rs"), "impl Probe for Off", &format!("{silent}\nimpl Probe for Off"))?;
    edit(&core.join("lib.rs"), "pub use probe::{", "pub use probe::{Silent, ")?;
    edit(&core.join("solver.rs"), "Grid, Probe, Puzzle};", "Grid, Puzzle, Silent};")?;
    edit(&core.join("solver.rs"), "fn solve<P: Probe>", "fn solve<P: Silent>")?;
    edit(&core.join("solver.rs"), "fn solve_all<P: Probe>", "fn solve_all<P: Silent>")?;
    for family in families {
        rewrite(copy, &family.folder, |files| strip::strip(&family.name, files, left))?;
    }
    Ok(())
}

/// The source of the trait of a probe without observations.
const SILENT: &str = "\
/// A probe without observations.
pub trait Silent: Copy {
    /// As that of the probe.
    type Stop;
}

impl<P: Probe> Silent for P {
    type Stop = P::Stop;
}
";

/// The source of the trait of a probe that receives nodes and solutions only.
const ASKED: &str = "\
/// A probe with these observations alone.
pub trait Silent: Copy {
    /// As that of the probe.
    type Stop;

    /// As that of the probe.
    fn call(self) -> Result<(), Self::Stop>;

    /// As that of the probe.
    fn solved(self, grid: &Grid) -> bool;
}

impl<P: Probe> Silent for P {
    type Stop = P::Stop;

    #[inline]
    fn call(self) -> Result<(), P::Stop> {
        Probe::call(self)
    }

    #[inline]
    fn solved(self, grid: &Grid) -> bool {
        Probe::solved(self, grid)
    }
}
";

fn edit(path: &Path, from: &str, to: &str) -> Result<()> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    if text.matches(from).count() != 1 {
        bail!("{}: expected `{from}` once", path.display());
    }
    fs::write(path, text.replace(from, to)).with_context(|| path.display().to_string())
}

/// Collects all Rust files in a folder, or one file, with their paths from the top.
fn collect(top: &Path, path: &Path, found: &mut Vec<Source>) -> Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path).with_context(|| path.display().to_string())? {
            collect(top, &entry?.path(), found)?;
        }
    } else if path.extension().is_some_and(|end| end == "rs") {
        let inside = path.strip_prefix(top)?.to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(path).with_context(|| inside.clone())?;
        found.push(Source { path: inside, text });
    }
    Ok(())
}

/// Cuts an assembly listing into functions and brings names to a common form.
fn functions(listing: &str) -> Code {
    let constants = constants(listing);
    let mut code = Code::new();
    let mut label = "";
    let mut body: Option<(String, Vec<String>)> = None;
    for line in listing.lines() {
        let text = line.split(" # ").next().unwrap_or(line).trim();
        if let Some(name) = text.strip_suffix(':') {
            match &mut body {
                Some((_, lines)) => lines.push(format!("{name}:")),
                None if name.starts_with(".L") || name.starts_with("Lfunc") => {}
                None => label = name,
            }
        } else if text == ".cfi_startproc" {
            body = Some((demangled(label), Vec::new()));
        } else if text == ".cfi_endproc" {
            if let Some((name, lines)) = body.take() {
                code.insert(name, common_form(&lines, &constants));
            }
        } else if let Some((_, lines)) = &mut body
            && !text.is_empty()
            && !text.starts_with(['.', '#'])
        {
            lines.push(text.to_owned());
        }
    }
    code
}

/// Returns the values of the labels of number pools and switch tables.
fn constants(listing: &str) -> BTreeMap<&str, String> {
    let mut found: BTreeMap<&str, String> = BTreeMap::new();
    let mut label = None;
    for line in listing.lines().map(str::trim) {
        if let Some(name) = line.strip_suffix(':') {
            let pool = [".LCPI", ".Lswitch.table", "LCPI", "l_switch.table"];
            label = pool.iter().any(|start| name.starts_with(start)).then_some(name);
        } else if let Some(name) = label {
            if [".section", ".text", ".p2align", ".size"].iter().any(|end| line.starts_with(end)) {
                label = None;
            } else {
                found.entry(name).or_default().push_str(line);
            }
        }
    }
    found
}

fn demangled(symbol: &str) -> String {
    let name = symbol.trim_matches('"');
    format!("{:#}", rustc_demangle::demangle(name))
}

/// Numbers labels in the order in which a function uses them, and replaces symbols by their Rust
/// names and pooled constants by their values.
fn common_form(lines: &[String], constants: &BTreeMap<&str, String>) -> Vec<String> {
    let used: BTreeSet<&str> =
        lines.iter().filter(|l| !l.ends_with(':')).flat_map(|l| words(l)).collect();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut result = Vec::new();
    for line in lines {
        if let Some(label) = line.strip_suffix(':')
            && !used.contains(label)
        {
            continue;
        }
        let mut text = String::new();
        let mut rest = line.as_str();
        for word in words(line) {
            let start = word.as_ptr() as usize - rest.as_ptr() as usize;
            text.push_str(&rest[..start]);
            rest = &rest[start + word.len()..];
            if let Some(value) = constants.get(word) {
                text.extend(["<", value, ">"]);
            } else if word.contains("anon.") || word.contains("unnamed_") {
                text.push_str("<data>");
            } else if word.starts_with(".L") || word.starts_with("LBB") {
                let next = numbers.len();
                let number = *numbers.entry(word.to_owned()).or_insert(next);
                text.extend(["L", &number.to_string()]);
            } else if word.contains("_R") {
                text.push_str(&demangled(word));
            } else {
                text.push_str(word);
            }
        }
        text.push_str(rest);
        result.push(text);
    }
    result
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '$')))
        .filter(|w| !w.is_empty())
}

/// Returns a function and all functions that it can reach by name.
fn reachable<'a>(code: &'a Code, entry: &str) -> BTreeMap<&'a str, &'a Vec<String>> {
    let mut found = BTreeMap::new();
    let mut open = vec![entry];
    while let Some(name) = open.pop() {
        let Some((name, lines)) = code.get_key_value(name) else { continue };
        if found.insert(name.as_str(), lines).is_none() {
            let mentioned =
                |other: &&String| lines.iter().any(|line| line.contains(other.as_str()));
            open.extend(code.keys().filter(mentioned).map(String::as_str));
        }
    }
    found
}

fn first_difference(
    ours: &BTreeMap<&str, &Vec<String>>,
    theirs: &BTreeMap<&str, &Vec<String>>,
) -> Option<String> {
    for (name, lines) in ours {
        let Some(other) = theirs.get(name) else {
            return Some(format!("    {name} exists only with observations"));
        };
        if let Some(at) =
            (0..lines.len().max(other.len())).find(|&at| lines.get(at) != other.get(at))
        {
            let show = |code: &Vec<String>| code.get(at).cloned().unwrap_or_else(|| "(end)".into());
            return Some(format!(
                "    {name}, instruction {at}:\n      with     {}\n      without  {}",
                show(lines),
                show(other)
            ));
        }
    }
    theirs
        .keys()
        .find(|name| !ours.contains_key(*name))
        .map(|name| format!("    {name} exists only without observations"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn families_are_what_the_registry_imports() {
        let import = |name: &str, kind: Option<&str>| {
            let path = format!("/top/crates/{}", name.trim_start_matches("sudoku-"));
            json!({ "name": name, "kind": kind, "path": path })
        };
        let imports = [
            import("sudoku-core", None),
            import("sudoku-bit-mask", None),
            import("sudoku-corpus", Some("dev")),
            json!({ "name": "thiserror", "kind": null }),
        ];
        let registry = json!({ "name": "sudoku-registry", "dependencies": imports });
        let metadata = json!({ "workspace_root": "/top", "packages": [registry] });
        let family = Family { name: "bit-mask".into(), folder: "crates/bit-mask".into() };
        assert_eq!(families(&metadata).unwrap(), [family]);
        assert!(families(&json!({ "packages": [] })).is_err());
    }

    const LISTING: &str = "
	.section .rodata
.LCPI0_0:
	.quad 7
	.text
_RNvC1a1f:
.Lfunc_begin0:
	.cfi_startproc
	movq .LCPI0_0(%rip), %rax
	jne .LBB0_7
.Lunused:
	callq _RNvC1a1g
.LBB0_7:
	retq
	.cfi_endproc
_RNvC1a1g:
	.cfi_startproc
	leaq .Lanon.5f.2(%rip), %rdi
	retq
	.cfi_endproc
_RNvC1a1h:
	.cfi_startproc
	retq
	.cfi_endproc
";

    #[test]
    fn listings_are_brought_to_a_common_form() {
        let code = functions(LISTING);
        assert_eq!(
            code["a::f"],
            ["movq <.quad 7>(%rip), %rax", "jne L0", "callq a::g", "L0:", "retq"]
        );
        assert_eq!(code["a::g"], ["leaq <data>(%rip), %rdi", "retq"]);
        assert_eq!(reachable(&code, "a::f").keys().collect::<Vec<_>>(), [&"a::f", &"a::g"]);
    }

    #[test]
    fn a_changed_instruction_or_constant_is_found() {
        let same = functions(&LISTING.replace("LBB0_7", "LBB3_9"));
        assert_eq!(same, functions(LISTING));
        for (from, to) in [("quad 7", "quad 8"), ("jne", "je"), ("movq", "movl")] {
            assert_ne!(functions(&LISTING.replace(from, to)), functions(LISTING));
        }
    }
}
