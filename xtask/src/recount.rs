//! `cargo xtask recount`: the committed counts of every solver on every puzzle, `reports/counts`.

use std::process::{Command, ExitCode};

use anyhow::{Result, bail};
use lexopt::prelude::*;

use crate::programs;

pub(crate) fn recount(mut args: lexopt::Parser) -> Result<ExitCode> {
    let (mut task, mut solvers) = ("--all", Vec::new());
    while let Some(arg) = args.next()? {
        match arg {
            Long("check") => task = "--check",
            Long("solver") => solvers.push(args.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    exit_code(Command::new(programs::program("recount")?).arg(task).args(solvers))
}

/// What is missing or stale, a line for each solver.
pub(crate) fn complaints() -> Result<Vec<String>> {
    let output = Command::new(programs::program("recount")?).arg("--check").output()?;
    match output.status.code() {
        Some(0 | 1) => {}
        _ => bail!("{}", String::from_utf8_lossy(&output.stderr).trim()),
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// The program's own exit code: 1 and 2 mean with it what they mean here.
fn exit_code(command: &mut Command) -> Result<ExitCode> {
    match command.status()?.code() {
        Some(code @ 0..=2) => Ok(ExitCode::from(code as u8)),
        _ => bail!("the counting ended early"),
    }
}
