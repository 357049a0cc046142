//! `cargo xtask arm`: compares counts here with those on 64-bit ARM, which qemu emulates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Result, bail, ensure};
use clap::Args;

use crate::folders::target_folder;
use crate::tools::{QEMU, missing};
use crate::zero_cost::families;
use crate::{cargo, module, must, root, say, take_lines};

/// A target that rustc links by itself: no C compiler for ARM is needed.
const TARGET: &str = "aarch64-unknown-linux-musl";

/// The number of puzzles of each set, from its first on.
const PUZZLES: usize = 20;

/// Compare counts here with those on 64-bit ARM
///
/// Needs qemu-aarch64 and the target aarch64-unknown-linux-musl. Runs the tests of core, the examples of
/// the solvers, and every solver on 20 puzzles of each set, in about half an hour.
#[derive(Args)]
pub(crate) struct Arm {
    /// Stop searches after N recursive calls
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max_calls: u64,
}

impl Arm {
    pub(crate) fn run(self) -> Result<ExitCode> {
        if let Some(lack) = missing(&[QEMU]).or_else(|| module::lack(TARGET)) {
            bail!(lack);
        }
        must(&mut for_arm("test --quiet --package sudoku-core"))?;
        let registry = fs::read_to_string(root().join("crates/registry/Cargo.toml"))?;
        let families = families(&registry)?.into_iter();
        let families = families.map(|family| format!("--package=sudoku-{family}"));
        must(for_arm("test --quiet --doc").args(families))?;
        let build = "build --release --quiet --package sudoku-lab-cli";
        must(&mut cargo(build))?;
        must(&mut for_arm(build))?;

        let program = |folder: &str| target_folder().join(folder).join("release/sudoku-lab");
        let calls = self.max_calls.to_string();
        let tally = |mut program: Command, puzzles: &str| {
            program.args(["tally", "--format", "csv", "--max-calls", &calls, "-"]);
            take_lines(&mut program, puzzles)
        };
        let (mut equal, mut different) = (0, 0);
        for (set, puzzles) in sets()? {
            let here = tally(Command::new(program("")), &puzzles)?;
            let mut emulated = Command::new("qemu-aarch64");
            emulated.arg(program(TARGET));
            let on_arm = tally(emulated, &puzzles)?;
            let others = others(&here, &on_arm);
            for row in &others {
                say(format_args!("{set} on ARM: {row}"));
            }
            different += others.len();
            // The first line names the columns.
            equal += on_arm.lines().count() - 1 - others.len();
            say(format_args!("{set}: {equal} searches so far"));
        }
        ensure!(different == 0, "{different} searches have other counts");
        say(format_args!("{equal} searches count on ARM as they do here"));
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the first puzzles of each set, by its name. No search is asked about contradictory clues.
fn sets() -> Result<BTreeMap<String, String>> {
    let mut sets = BTreeMap::new();
    for entry in fs::read_dir(root().join("crates/puzzles/data"))? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !["README", "contradictory"].contains(&&*name) {
            let text = fs::read_to_string(&path)?;
            let lines = text.lines().filter(|line| !line.starts_with('#')).take(PUZZLES);
            let puzzles = lines.filter_map(|line| line.split_whitespace().next());
            sets.insert(name, puzzles.collect::<Vec<_>>().join("\n"));
        }
    }
    Ok(sets)
}

fn for_arm(arguments: &str) -> Command {
    let mut cargo = cargo(arguments);
    cargo.args(["--target", TARGET]);
    cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER", "rust-lld");
    cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER", "qemu-aarch64");
    cargo
}

/// Returns the rows counted on ARM that were not counted here. ARM has fewer: it cannot run the solvers
/// for other instructions.
fn others<'a>(here: &str, on_arm: &'a str) -> Vec<&'a str> {
    let here: BTreeSet<&str> = here.lines().collect();
    on_arm.lines().filter(|row| !here.contains(row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_its_first_puzzles() {
        let sets = sets().unwrap();
        assert!(sets.len() > 10 && !sets.contains_key("contradictory"));
        assert_eq!(sets["leetcode-37"].len(), 81);
        assert_eq!(sets["multi"].lines().count(), PUZZLES);
    }

    #[test]
    fn a_count_that_differs_is_named() {
        let here = "solver,calls\na/x,7\na/y,8\n";
        assert_eq!(others(here, "solver,calls\na/y,8\n"), [""; 0]);
        assert_eq!(others(here, "solver,calls\na/x,7\na/y,9\n"), ["a/y,9"]);
        assert_eq!(others(here, "solver,placements\na/x,7\n"), ["solver,placements"]);
    }
}
