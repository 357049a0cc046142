//! `cargo xtask arm`: compares the committed counts with those on 64-bit ARM, which qemu emulates.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::Value;
use sudoku_core::{Goal, Work};
use sudoku_record::{AskedSet, Counted, CountedRun, counted_sets};

use crate::{cargo, folders, module, must, root, say, take_lines};

/// A target that rustc links by itself: no C compiler for ARM is needed.
const TARGET: &str = "aarch64-unknown-linux-musl";

/// The number of puzzles of each set, from its first on.
const PUZZLES: usize = 20;

/// Compare the committed counts with those on 64-bit ARM
///
/// Needs qemu-aarch64 and the target aarch64-unknown-linux-musl. Runs the tests of core, the examples of
/// the solvers, and every solver on 20 puzzles of each set, in about half an hour.
#[derive(Args)]
pub(crate) struct Arm {
    /// Leave out searches with more recursive calls
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    max_calls: u64,
}

impl Arm {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let calls = self.max_calls;
        let installed = Command::new("qemu-aarch64").arg("--version").output().is_ok();
        ensure!(installed, "qemu-aarch64 is not installed: Debian has it in `qemu-user`");
        ensure!(module::installed(TARGET), "`rustup target add {TARGET}` installs what is missing");

        let registry = fs::read_to_string(root().join("crates/registry/Cargo.toml"))?;
        let imported = registry.split("[dev-dependencies]").next().unwrap_or_default();
        let imported = imported.lines().filter_map(|line| line.strip_suffix(".workspace = true"));
        let families =
            imported.filter(|name| name.starts_with("sudoku-") && *name != "sudoku-core");
        must(&mut for_arm(&["test", "--quiet", "--package", "sudoku-core"]))?;
        let packages = families.flat_map(|name| ["--package", name]);
        let documentation: Vec<&str> =
            ["test", "--quiet", "--doc"].into_iter().chain(packages).collect();
        must(&mut for_arm(&documentation))?;
        must(&mut for_arm(&["build", "--release", "--quiet", "--package", "sudoku-lab-cli"]))?;

        let program = folders::target_folder().join(TARGET).join("release/sudoku-lab");
        let (mut equal, mut longer, mut differences) = (0, 0, Vec::new());
        let mut committed = BTreeMap::new();
        for AskedSet { corpus, .. } in counted_sets().filter(|asked| asked.goal == Goal::First) {
            let puzzles: Vec<&str> = corpus.puzzles().take(PUZZLES).collect();
            for row in tally(&program, &puzzles, calls)? {
                let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
                let solver = text("solver");
                if !committed.contains_key(&solver) {
                    committed.insert(solver.clone(), Counted::of(&root(), &solver)?);
                }
                let index = row["index"].as_u64().context("a row has no index")? as usize;
                let set = committed[&solver].set(corpus.name).context("a set was not counted")?;
                let run = set.runs.get(index).context("a puzzle was not counted")?;
                if text("outcome") == "stopped" && run.counts.calls >= calls {
                    longer += 1;
                } else if let Some(what) = difference(run, &row) {
                    differences
                        .push(format!("{solver} on puzzle {index} of {}: {what}", corpus.name));
                } else {
                    equal += 1;
                }
            }
            say(format_args!("{}: {equal} searches so far, {longer} longer", corpus.name));
        }
        differences.iter().for_each(say);
        ensure!(differences.is_empty(), "{} searches have other counts", differences.len());
        say(format_args!(
            "{equal} searches count on ARM as committed; {longer} with more than {calls} calls were left \
         out"
        ));
        Ok(ExitCode::SUCCESS)
    }
}

fn for_arm(arguments: &[&str]) -> Command {
    let mut cargo = cargo(arguments[0]);
    cargo.args(&arguments[1..]).args(["--target", TARGET]);
    cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER", "rust-lld");
    cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER", "qemu-aarch64");
    cargo
}

/// Counts the work of all solvers on these puzzles on ARM. Returns a row of JSON for each search.
fn tally(program: &Path, puzzles: &[&str], calls: u64) -> Result<Vec<Value>> {
    let mut tally = Command::new("qemu-aarch64");
    tally.arg(program).args(["tally", "--format", "json", "--max-calls", &calls.to_string(), "-"]);
    let rows = take_lines(&mut tally, &puzzles.join("\n"))?;
    rows.lines().map(|row| Ok(serde_json::from_str(row)?)).collect()
}

/// Returns in words how the outcome or the first counter differs, if any does.
fn difference(run: &CountedRun, row: &Value) -> Option<String> {
    let outcome = serde_json::to_value(run.outcome).ok()?;
    if outcome != row["outcome"] {
        return Some(format!("outcome {outcome} is committed, {} was counted", row["outcome"]));
    }
    let differs = |what: &Work| run.counts.get(*what) != row[what.name()].as_u64();
    let what = Work::ALL.into_iter().find(differs)?;
    Some(format!(
        "{} {:?} is committed, {} was counted",
        what.name(),
        run.counts.get(what),
        row[what.name()]
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use sudoku_core::{Counts, Ending};

    use super::*;

    #[test]
    fn a_count_that_differs_is_named() {
        let values = [(Work::Calls, 7), (Work::Placements, 5)];
        let run = CountedRun { outcome: Ending::Solved, counts: Counts::from_values(values) };
        let row = |outcome, calls, placements| json!({ "outcome": outcome, "calls": calls, "placements": placements });
        assert_eq!(difference(&run, &row("solved", 7, 5)), None);
        assert!(difference(&run, &row("solved", 8, 5)).unwrap().starts_with("calls Some(7)"));
        assert!(difference(&run, &row("no-solution", 7, 5)).unwrap().starts_with("outcome"));
    }
}
