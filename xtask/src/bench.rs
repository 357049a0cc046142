//! `cargo xtask bench` and `cargo xtask report`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
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

    fn pass_to<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("SUDOKU_LAB_OUT", &self.out)
            .env("SUDOKU_LAB_MODE", self.mode)
            .env("SUDOKU_LAB_SOLVERS", self.solvers.join("\n"))
            .env("SUDOKU_LAB_CORPORA", self.corpora.join("\n"))
    }

    /// How many builds share the paired rounds: the more, the narrower the intervals.
    fn layouts(&self) -> u32 {
        match self.mode {
            "quick" => 4,
            "full" => 12,
            _ => 8,
        }
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
    must(&mut cargo("bench --no-run --package sudoku-benches"))?;

    let raw = request.out.join("raw");
    fs::create_dir_all(&raw).with_context(|| format!("{}", raw.display()))?;
    let log = request.out.join("criterion.log");
    let mut timed = cargo("bench --quiet --package sudoku-benches --bench solvers --");
    let status = request
        .pass_to(&mut timed)
        .args(["--output-format", "bencher", "--noplot"])
        .env("CRITERION_HOME", raw.join("criterion"))
        .stdout(File::create(&log).with_context(|| format!("{}", log.display()))?)
        .status()?;
    // The benches exit with 1 when an answer was wrong: the report is drawn and says so.
    let code = match status.code() {
        Some(code @ (0 | 1)) => code as u8,
        Some(2) => return Ok(ExitCode::from(2)),
        _ => bail!("the benches ended early ({status})"),
    };
    for layout in 1..=request.layouts() {
        let program = paired_program(layout)?;
        must(
            request
                .pass_to(&mut Command::new(&program.path))
                .env("SUDOKU_LAB_LAYOUT", layout.to_string()),
        )?;
        if !program.shuffled {
            eprintln!("this linker cannot reorder functions: ratios rest on one layout");
            break;
        }
    }
    draw(&request.out)?;
    Ok(ExitCode::from(code))
}

struct Program {
    path: PathBuf,
    shuffled: bool,
}

/// The program of the paired rounds, linked with its functions in the order that belongs to a
/// seed; in the ordinary order where the linker is not LLVM's.
fn paired_program(layout: u32) -> Result<Program> {
    let compile = || {
        let mut compile = cargo("rustc --quiet --profile bench --package sudoku-benches");
        compile.args(["--bench", "paired", "--message-format", "json-render-diagnostics"]);
        compile
    };
    let shuffle = format!("link-arg=-Wl,--shuffle-sections=.text*={layout}");
    let output = compile().args(["--", "-C", &shuffle]).stderr(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(Program { path: executable(&output.stdout)?, shuffled: true });
    }
    let output = compile().stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("the paired benches do not compile");
    }
    Ok(Program { path: executable(&output.stdout)?, shuffled: false })
}

/// The program named in cargo's messages.
fn executable(messages: &[u8]) -> Result<PathBuf> {
    let messages = String::from_utf8_lossy(messages);
    let mut programs = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    programs.next_back().context("cargo names no program")
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
