//! `cargo xtask zero-cost`: checks that the timed code is the code without observations.
//!
//! The library that instantiates every timed solver is compiled three times: as it is, and from two
//! copies of the families. In the first copy, every observation is deleted and `Result<bool,
//! P::Stop>` is replaced by `bool`, which leaves the code of the article; the code that is timed
//! for a first solution must equal it. In the second copy, only `probe.call()` and
//! `probe.solved(..)` are left; the code that is timed for a proof of uniqueness must equal that.
//! All functions that the entry of each solver can reach are compared, instruction by instruction,
//! after names of symbols, labels and constants are brought to a common form.
//!
//! Before that, the compiler checks a copy without the probe itself: nothing else depends on it.

mod proven;
mod strip;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use strip::{Without, strip};

use crate::folders::target_folder;
use crate::{cargo, must, root, say, tidy};

/// Proves all families, and writes down that they are proven; or those that have changed since.
pub(crate) fn prove(all: bool) -> Result<ExitCode> {
    let registry = fs::read_to_string(root().join("crates/registry/Cargo.toml"))?;
    let every = families(&registry)?;
    let hashes = proven::hashes(&every)?;
    let families = if all { every.clone() } else { proven::changed(&hashes) };
    if families.is_empty() {
        say("no family has changed since all were proven");
        return Ok(ExitCode::SUCCESS);
    }
    let others = every.difference(&families).cloned().collect();
    let copies = Copies { work: target_folder().join("zero-cost"), families, others };
    copies.check()?;
    let observed = copies.compile("observed", None)?;
    let mut different = Vec::new();
    for (goal, timed, copy, without) in [
        ("", "time", "stripped", Without::Observations),
        ("+unique", "prove", "asked", Without::Events),
    ] {
        let stripped = copies.compile(copy, Some(without))?;
        let solvers = observed.keys().filter_map(|name| Some((solver_of(name, timed)?, name)));
        let solvers: Vec<(String, &String)> = solvers.collect();
        let of_families = solvers.iter().filter_map(|(solver, _)| solver.split('/').next());
        let found: BTreeSet<String> = of_families.map(str::to_owned).collect();
        ensure!(
            found == copies.families,
            "timed solvers were found of {found:?}, but expected of {:?}",
            copies.families
        );
        for (solver, entry) in solvers {
            let solver = format!("{solver}{goal}");
            let [ours, theirs] = [&observed, &stripped].map(|code| reachable(code, entry));
            let count = |code: &Reached<'_>| code.values().map(|lines| lines.len()).sum::<usize>();
            let difference = first_difference(&ours, &theirs);
            let same =
                difference.as_ref().map_or("the same".into(), |_| count(&theirs).to_string());
            let ours = count(&ours);
            say(format_args!("{solver:34} {ours:5} instructions, {same} without observations"));
            if let Some(difference) = difference {
                say(difference);
                different.push(solver);
            }
        }
    }
    if !different.is_empty() {
        bail!("observations change the timed code of {}", different.join(", "));
    }
    if all {
        proven::write(&hashes)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns `family/variant` if this is the timed entry of a solver: this method of its adapter.
fn solver_of(name: &str, method: &str) -> Option<String> {
    let path = name.strip_prefix("<sudoku_registry::session::Adapter<sudoku_")?;
    let path = path.strip_suffix(method)?.strip_suffix("::Erased>::")?;
    Some(path.splitn(3, "::").take(2).collect::<Vec<_>>().join("/").replace('_', "-"))
}

/// The instructions of each function, by its name.
type Code = BTreeMap<String, Vec<String>>;

/// Returns the families: the crates of ours that the registry imports, all but the core.
pub(crate) fn families(registry: &str) -> Result<BTreeSet<String>> {
    let registry: toml::Table = toml::from_str(registry).context("crates/registry/Cargo.toml")?;
    let imports = registry.get("dependencies").and_then(toml::Value::as_table);
    let ours = imports.into_iter().flat_map(toml::Table::keys);
    let ours = ours.filter_map(|name| name.strip_prefix("sudoku-"));
    Ok(ours.filter(|name| *name != "core").map(str::to_owned).collect())
}

/// Returns the text of the registry without the solvers of some families.
fn without_entries(registry: &str, families: &BTreeSet<String>) -> String {
    let begins: Vec<String> = families
        .iter()
        .map(|family| format!("Entry::of::<sudoku_{}::", family.replace('-', "_")))
        .collect();
    let lines: Vec<&str> = registry.lines().collect();
    let starts = |line: &str, begin: &str| line.trim_start().starts_with(begin);
    let goes = |at: usize| {
        // An attribute goes with its entry.
        let entry = if starts(lines[at], "#[cfg(") { lines.get(at + 1) } else { lines.get(at) };
        entry.is_some_and(|entry| begins.iter().any(|begin| starts(entry, begin)))
    };
    (0..lines.len()).filter(|at| !goes(*at)).flat_map(|at| [lines[at], "\n"]).collect()
}

/// The copies of the sources that are compiled.
struct Copies {
    work: PathBuf,
    families: BTreeSet<String>,
    /// Families that are left out of the registry.
    others: BTreeSet<String>,
}

impl Copies {
    /// Lets the compiler check a copy without probes.
    fn check(&self) -> Result<()> {
        let copy = self.write("unprobed", Some(Without::Probe))?;
        let mut check = cargo("check --quiet");
        check.args(self.families.iter().map(|family| format!("--package=sudoku-{family}")));
        must(check.current_dir(&copy).env("CARGO_TARGET_DIR", self.work.join("target"))).context(
            "a probe is passed to a function that does not declare it, or an observation is no \
             method of `sudoku_core::Probe`",
        )
    }

    /// Compiles the registry of a copy and returns the instructions of its functions.
    fn compile(&self, name: &str, without: Option<Without>) -> Result<Code> {
        let copy = self.write(name, without)?;
        let listing = copy.join("registry.s");
        must(
            cargo("rustc --quiet --release --package sudoku-registry --lib --")
                .args(["-C", "symbol-mangling-version=v0"])
                .arg(format!("--emit=asm={}", listing.display()))
                .current_dir(&copy)
                .env("CARGO_TARGET_DIR", self.work.join("target")),
        )?;
        let text = fs::read_to_string(&listing).with_context(|| listing.display().to_string())?;
        Ok(functions(&text))
    }

    /// Copies the sources into a workspace of the registry alone, and returns its folder.
    fn write(&self, name: &str, without: Option<Without>) -> Result<PathBuf> {
        let copy = self.work.join(name);
        if copy.exists() {
            fs::remove_dir_all(&copy)?;
        }
        let mut files = Vec::new();
        tidy::collect(&root().join("crates"), &mut files)?;
        if let Some(without) = without {
            for family in &self.families {
                let mut changed = Vec::new();
                tidy::collect(&root().join(format!("crates/{family}/src")), &mut changed)?;
                tidy::collect(&root().join("crates/core/src/solver.rs"), &mut changed)?;
                strip(&mut changed, without).with_context(|| family.clone())?;
                files.extend(changed);
            }
        }
        for mut file in files {
            if file.path == "crates/registry/src/lib.rs" {
                file.text = without_entries(&file.text, &self.others);
            }
            let path = copy.join(&file.path);
            fs::create_dir_all(path.parent().unwrap_or(&copy))?;
            fs::write(path, file.text).with_context(|| file.path)?;
        }
        let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
        let alone = manifest
            .replace(r#""crates/*", "benches", "xtask""#, r#""crates/registry""#)
            .replace(r#"default-members = ["crates/cli"]"#, "")
            .replace("[workspace.lints.rust]", "[workspace.lints.rust]\nunused = \"allow\"");
        fs::write(copy.join("Cargo.toml"), alone)?;
        fs::copy(root().join("Cargo.lock"), copy.join("Cargo.lock"))?;
        Ok(copy)
    }
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
    let jumps = lines.iter().filter(|line| !line.ends_with(':'));
    let used: BTreeSet<&str> = jumps.flat_map(|line| words(line)).map(|(word, _)| word).collect();
    let is_used = |line: &&String| line.strip_suffix(':').is_none_or(|label| used.contains(label));
    let mut numbers = BTreeMap::new();
    let mut common = |word: &str| {
        if let Some(value) = constants.get(word) {
            format!("<{value}>")
        } else if word.contains("anon.") || word.contains("unnamed_") {
            "<data>".to_owned()
        } else if word.starts_with(".L") || word.starts_with("LBB") {
            let next = numbers.len();
            format!("L{}", numbers.entry(word.to_owned()).or_insert(next))
        } else if word.contains("_R") {
            demangled(word)
        } else {
            word.to_owned()
        }
    };
    let mut line = |line: &String| words(line).map(|(word, end)| common(word) + end).collect();
    lines.iter().filter(is_used).map(&mut line).collect()
}

/// Splits a line into words, each with the sign after it.
fn words(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_sign = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '$'));
    line.split_inclusive(is_sign)
        .map(move |part| part.split_at(part.trim_end_matches(is_sign).len()))
}

/// Functions by name.
type Reached<'a> = BTreeMap<&'a str, &'a [String]>;

/// Returns a function and all functions that it can reach by name.
fn reachable<'a>(code: &'a Code, entry: &str) -> Reached<'a> {
    let mut found = Reached::new();
    let mut open = vec![entry];
    while let Some(name) = open.pop() {
        let Some((name, lines)) = code.get_key_value(name) else { continue };
        if found.insert(name, lines).is_none() {
            let mentioned =
                |other: &&String| lines.iter().any(|line| line.contains(other.as_str()));
            open.extend(code.keys().filter(mentioned).map(String::as_str));
        }
    }
    found
}

/// Returns a description of the first difference, if there is one.
fn first_difference(with: &Reached<'_>, without: &Reached<'_>) -> Option<String> {
    with.keys().chain(without.keys()).find_map(|name| {
        let [ours, theirs] = [with, without].map(|code| code.get(name).copied());
        if ours == theirs {
            return None;
        }
        let [ours, theirs] = [ours, theirs].map(Option::unwrap_or_default);
        let at = ours.iter().zip(theirs).take_while(|(ours, theirs)| ours == theirs).count();
        let [ours, theirs] =
            [ours, theirs].map(|code| code.get(at).map_or("(none)", String::as_str));
        Some(format!(
            "    {name}, instruction {at}:\n      with     {ours}\n      without  {theirs}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_what_the_registry_imports() {
        let import = |name: &str| format!("sudoku-{name}.workspace = true\n");
        let names = ["core", "bit-mask", "bands"].map(import).concat();
        let manifest = format!(
            "[dependencies]\n{names}thiserror = \"2\"\n\n[dev-dependencies]\n{}",
            import("corpus")
        );
        assert_eq!(
            families(&manifest).unwrap(),
            BTreeSet::from(["bands".into(), "bit-mask".into()])
        );
        assert!(families("[dependencies").is_err());
    }

    #[test]
    fn solvers_of_other_families_are_left_out() {
        let registry = "[\nEntry::of::<sudoku_a_b::X, I>(),\nEntry::of::<sudoku_c::Y, I>(),\n\
            #[cfg(x)]\nEntry::of::<sudoku_c::Z, I>(),\n#[cfg(x)]\nEntry::of::<sudoku_d::Z, I>(),\n]\n";
        let without = |family: &str| without_entries(registry, &BTreeSet::from([family.into()]));
        let first = "Entry::of::<sudoku_a_b::X, I>(),\n";
        assert_eq!(without("a-b"), registry.replace(first, ""));
        let last = "#[cfg(x)]\nEntry::of::<sudoku_d::Z, I>(),\n";
        assert_eq!(without("c"), format!("[\n{first}{last}]\n"));
        assert_eq!(without("e"), registry);
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
        let difference = |(from, to)| {
            let [ours, theirs] = [LISTING, &LISTING.replace(from, to)].map(functions);
            let difference =
                first_difference(&reachable(&ours, "a::f"), &reachable(&theirs, "a::f"));
            assert_eq!(difference.is_some(), ours != theirs);
            difference
        };
        assert_eq!(difference(("LBB0_7", "LBB3_9")), None);
        let constant = "    a::f, instruction 0:\n      with     movq <.quad 7>(%rip), %rax\n      \
            without  movq <.quad 8>(%rip), %rax";
        assert_eq!(difference(("quad 7", "quad 8")).unwrap(), constant);
        assert!(difference(("jne", "je")).unwrap().starts_with("    a::f, instruction 1:\n"));
        assert!(difference(("leaq", "movq")).unwrap().starts_with("    a::g, instruction 0:\n"));
        let end = "    a::g, instruction 1:\n      with     retq\n      without  (none)";
        let gone = ("%rdi\n\tretq", "%rdi");
        assert_eq!(difference(gone).unwrap(), end);
    }

    #[test]
    fn the_timed_entry_of_a_solver_is_a_method_of_its_adapter() {
        let entry = "<sudoku_registry::session::Adapter<sudoku_bit_mask::next_blank::NextBlank, \
            true> as sudoku_registry::session::Erased>::time";
        assert_eq!(solver_of(entry, "time").unwrap(), "bit-mask/next-blank");
        assert_eq!(solver_of(entry, "prove"), None);
        assert_eq!(solver_of("sudoku_bit_mask::next_blank::time", "time"), None);
    }
}
