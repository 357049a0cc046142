//! `cargo xtask bench` and `cargo xtask report`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use lexopt::prelude::*;

use crate::{Usage, cargo, must, root};

/// What is asked of the benches. They read it from the environment, because the command line of a
/// bench belongs to criterion.
pub(crate) struct Request {
    mode: &'static str,
    solvers: Vec<String>,
    corpora: Vec<String>,
    out: PathBuf,
}

impl Request {
    /// Every solver on the corpora that this mode has time for.
    pub(crate) fn all(mode: &'static str) -> Self {
        let out = root().join("reports/latest");
        Self { mode, solvers: Vec::new(), corpora: Vec::new(), out }
    }
}

pub(crate) fn bench(mut args: lexopt::Parser) -> Result<ExitCode> {
    let mut request = Request::all("default");
    while let Some(arg) = args.next()? {
        match arg {
            Long("quick") => request.mode = "quick",
            Long("full") => request.mode = "full",
            Long("solver") => request.solvers.push(args.value()?.string()?),
            Long("corpus") => request.corpora.push(args.value()?.string()?),
            Long("out") => request.out = PathBuf::from(args.value()?),
            other => return Err(other.unexpected().into()),
        }
    }
    run(&request)
}

/// Compiles first, so that the run itself has the machine for itself.
pub(crate) fn run(request: &Request) -> Result<ExitCode> {
    must(&mut cargo("build --release --package sudoku-report"))?;
    must(&mut cargo("bench --no-run --package sudoku-benches --bench solvers"))?;

    let raw = request.out.join("raw");
    fs::create_dir_all(&raw).with_context(|| format!("{}", raw.display()))?;
    let log = request.out.join("criterion.log");
    let status = cargo("bench --quiet --package sudoku-benches --bench solvers --")
        .args(["--output-format", "bencher", "--noplot"])
        .env("CRITERION_HOME", raw.join("criterion"))
        .env("SUDOKU_LAB_OUT", &request.out)
        .env("SUDOKU_LAB_MODE", request.mode)
        .env("SUDOKU_LAB_SOLVERS", request.solvers.join("\n"))
        .env("SUDOKU_LAB_CORPORA", request.corpora.join("\n"))
        .stdout(File::create(&log).with_context(|| format!("{}", log.display()))?)
        .status()?;
    // The benches exit with 1 when an answer was wrong: the report is drawn and says so.
    match status.code() {
        Some(0) => draw(&request.out).map(|()| ExitCode::SUCCESS),
        Some(1) => draw(&request.out).map(|()| ExitCode::FAILURE),
        Some(2) => Ok(ExitCode::from(2)),
        _ => anyhow::bail!("the benches ended early ({status})"),
    }
}

pub(crate) fn report(mut args: lexopt::Parser) -> Result<ExitCode> {
    let Some(Value(folder)) = args.next()? else {
        return Err(Usage("report needs the folder of a run: cargo xtask report DIR".into()).into());
    };
    crate::no_more(args)?;
    draw(Path::new(&folder))?;
    Ok(ExitCode::SUCCESS)
}

fn draw(folder: &Path) -> Result<()> {
    must(cargo("run --quiet --release --package sudoku-report --").arg(folder).arg("--terminal"))
}
