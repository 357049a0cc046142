//! Compiles the programs of the laboratory, and finds them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::progress::RunProgress;
use crate::{Usage, cargo, passed_on, root};

/// Compiles one of the programs of the benches, and returns its path.
pub(crate) fn program(name: &str, progress: &mut RunProgress) -> Result<PathBuf> {
    progress.next_program("the solvers");
    compiled(&mut compile(&root(), name), progress)
}

/// Compiles the program that draws and compares runs, and returns its path.
pub(crate) fn report(progress: &mut RunProgress) -> Result<PathBuf> {
    progress.next_program("the report");
    released("sudoku-show", &[], progress)
}

/// Compiles the program that runs programs in other languages, and returns its path.
pub(crate) fn programs(progress: &mut RunProgress) -> Result<PathBuf> {
    progress.next_program("the referee");
    released("sudoku-programs", &[], progress)
}

/// Compiles the program named as its package, and returns its path. `more` are arguments for cargo.
fn released(name: &str, more: &[&str], progress: &mut RunProgress) -> Result<PathBuf> {
    let mut build = cargo("build --release --message-format json-render-diagnostics");
    build.args(["--package", name, "--bin", name]).args(more);
    compiled(&mut build, progress)
}

/// Compiles only the program that draws and compares runs, and returns the command that starts it.
pub(crate) fn report_alone() -> Result<Command> {
    report(&mut RunProgress::compiling(1)).map(Command::new)
}

/// Compiles only the program that draws and compares runs, with its reader of Parquet files, and
/// returns the command that starts it.
pub(crate) fn report_on_counts() -> Result<Command> {
    let mut progress = RunProgress::compiling(1);
    progress.next_program("the report");
    released("sudoku-show", &["--features", "counts"], &mut progress).map(Command::new)
}

/// Compiles the program of the race, with its functions in a random order seeded by
/// `build`, or in the usual order if the linker is not LLVM's. `source` is the top of a checkout.
pub(crate) fn paired(source: &Path, build: u32, progress: &mut RunProgress) -> Result<PathBuf> {
    let shuffle = format!("link-arg=-Wl,--shuffle-sections=.text*={build}");
    let mut shuffled = compile(source, "paired");
    let output = progress.try_cargo(shuffled.args(["--", "-C", &shuffle]))?;
    if output.status.success() {
        return executable(&output.stdout);
    }
    let program = compiled(&mut compile(source, "paired"), progress)?;
    if build == 1 {
        progress.say("this linker cannot reorder functions: all builds have one layout");
    }
    Ok(program)
}

fn compile(source: &Path, name: &str) -> Command {
    let mut compile = cargo("rustc --profile bench --package sudoku-benches --bench");
    compile.arg(name).args(["--message-format", "json-render-diagnostics"]).current_dir(source);
    if source != root() {
        compile.env("CARGO_TARGET_DIR", root().join("target/compare"));
    }
    compile
}

fn compiled(compile: &mut Command, progress: &mut RunProgress) -> Result<PathBuf> {
    let output = progress.cargo(compile)?;
    if !output.status.success() {
        bail!("a program does not compile: `{}`", crate::shown(compile));
    }
    executable(&output.stdout)
}

/// Returns the path of the program that cargo's messages name.
fn executable(messages: &[u8]) -> Result<PathBuf> {
    let messages = String::from_utf8_lossy(messages);
    let mut programs = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    programs.next_back().context("cargo names no program")
}

/// Runs one of our programs, and returns what it prints. Its message on standard error becomes an
/// error with an equal exit code.
pub(crate) fn printed(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.output()?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    let complaint = complaint.trim().trim_start_matches("error: ");
    match passed_on(output.status, 2, complaint)? {
        0 => Ok(output.stdout),
        2 => Err(Usage(complaint.to_owned()).into()),
        _ => bail!("{complaint}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_keeps_its_words_and_its_exit_code() {
        let of = |script: &str| {
            printed(Command::new("sh").args(["-c", script])).map_err(|error| {
                let code = if error.is::<Usage>() { 2 } else { 1 };
                (code, error.to_string())
            })
        };
        assert_eq!(of("echo 1; echo note >&2"), Ok(b"1\n".to_vec()));
        assert_eq!(of("echo 'error: no b' >&2; exit 2"), Err((2, "no b".to_owned())));
        assert_eq!(of("echo 'error: no c' >&2; exit 1"), Err((1, "no c".to_owned())));
        let (code, words) = of("echo panicked >&2; exit 101").unwrap_err();
        assert_eq!((code, words.as_str()), (1, "panicked (exit status: 101)"));
    }
}
