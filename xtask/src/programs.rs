//! The programs of the benches, compiled and found.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::{cargo, compiling, root};

/// One of the programs of the benches, compiled.
pub(crate) fn program(name: &str) -> Result<PathBuf> {
    compiling("the solvers");
    let mut compile = cargo("rustc --quiet --profile bench --package sudoku-benches --bench");
    let output = compile
        .arg(name)
        .args(["--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        bail!("the program `{name}` of the benches does not compile");
    }
    executable(&output.stdout)
}

/// The paired program, and whether its functions are in the order of its build.
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) shuffled: bool,
}

/// The program of the paired rounds, linked with its functions in the order that belongs to a
/// seed; in the ordinary order where the linker is not LLVM's. `source` is the top of a checkout.
pub(crate) fn paired(source: &Path, build: u32) -> Result<Program> {
    let compile = || {
        let mut compile = cargo("rustc --quiet --profile bench --package sudoku-benches");
        compile.current_dir(source);
        if source != root() {
            compile.env("CARGO_TARGET_DIR", root().join("target/compare"));
        }
        compile.args(["--bench", "paired", "--message-format", "json-render-diagnostics"]);
        compile
    };
    let shuffle = format!("link-arg=-Wl,--shuffle-sections=.text*={build}");
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
