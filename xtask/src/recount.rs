//! `cargo xtask recount`: counts every solver on every puzzle, for the committed `reports/counts`.

use std::process::{Command, ExitCode};

use anyhow::Result;
use clap::Args;

use crate::{cargo, passed_on, root};

/// Count the work of the solvers whose code has changed
///
/// Counts on every corpus where code that the search runs, or the corpus, has changed; writes
/// reports/counts, which is committed. One or two minutes for a solver.
#[derive(Args)]
pub(crate) struct Recount {
    /// Only these solvers, such as 'bitmask/*'; may be repeated
    #[arg(long, value_name = "GLOB")]
    solver: Vec<String>,
    /// Count nothing; list what is missing or stale, exit with 1
    #[arg(long)]
    check: bool,
    /// Count on fresh puzzles of the kinds of the sets instead, where code has changed: some minutes for
    /// all solvers
    #[arg(long, conflicts_with_all = ["check", "solver"])]
    kind: bool,
}

impl Recount {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut recount = runner();
        recount.args(self.check.then_some("--check")).args(self.kind.then_some("--kind"));
        recount.args(self.solver);
        Ok(ExitCode::from(passed_on(recount.status()?, 2, "the counting ended early")?))
    }
}

/// The part of the runner that counts.
fn runner() -> Command {
    let mut runner = cargo("run --quiet --release --bin runner -- recount");
    runner.current_dir(root().join("benches"));
    runner
}

/// Returns a line for each solver whose counts are missing or stale.
pub(crate) fn complaints() -> Result<Vec<String>> {
    let output = runner().arg("--check").output()?;
    passed_on(output.status, 1, String::from_utf8_lossy(&output.stderr).trim())?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
