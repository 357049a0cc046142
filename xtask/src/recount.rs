//! `cargo xtask recount`: counts every solver on every puzzle, for the committed `reports/counts`.

use std::process::{Command, ExitCode};

use anyhow::Result;
use lexopt::prelude::*;

use crate::args::Args;
use crate::progress::{RunProgress, Step};
use crate::{passed_on, programs};

/// Seconds for all counts, on two cores.
const SECONDS: f64 = 120.0;

pub(crate) fn recount(mut args: Args) -> Result<ExitCode> {
    let (mut task, mut solvers) = ("--all", Vec::new());
    while let Some(arg) = args.next()? {
        match arg {
            Long("check") => task = "--check",
            Long("solver") => solvers.push(args.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let mut progress = RunProgress::compiling(1);
    let mut program = Command::new(programs::program("recount", &mut progress)?);
    program.arg(task).args(solvers);
    let status = if task == "--check" {
        drop(progress);
        program.status()?
    } else {
        progress.start(vec![Step::new("counting", SECONDS)]);
        progress.run(&mut program)?
    };
    Ok(ExitCode::from(passed_on(status, 2, "the counting ended early")?))
}

/// Returns a line for each solver whose counts are missing or stale.
pub(crate) fn complaints() -> Result<Vec<String>> {
    let program = programs::program("recount", &mut RunProgress::compiling(1))?;
    let output = Command::new(program).arg("--check").output()?;
    passed_on(output.status, 1, String::from_utf8_lossy(&output.stderr).trim())?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
