//! `cargo xtask count`: counts the instructions that each solver executes, with callgrind.
//!
//! The solvers are those of the benches, compiled for the baseline of the platform. Only what runs
//! inside `Session::time` and `Session::prove` is collected, in an empty environment, so that two
//! counts of one program are equal.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use lexopt::prelude::*;
use sudoku_record::InstructionRow;

use crate::args::Args;
use crate::folder::RunFolder;
use crate::progress::{RunProgress, Step};
use crate::request::{self, Request};
use crate::{from_here, programs, say};

/// The default corpus: long enough for an average, short enough for callgrind, which takes some
/// fifty times as long.
pub(crate) const CORPUS: &str = "effort-1e4";

/// The seconds that all solvers together take on that corpus.
pub(crate) const SECONDS: f64 = 20.0;

pub(crate) fn count(args: Args) -> Result<ExitCode> {
    let mut request = asked(args)?;
    if !available() {
        eprintln!("valgrind is not installed: no instructions counted");
        return Ok(ExitCode::SUCCESS);
    }
    let _alone = RunFolder::open(&request.out)?;
    let mut progress = RunProgress::compiling(1);
    let (program, _) = request.check(&mut progress)?;
    progress.start(vec![Step::new("instructions", SECONDS)]);
    let Request { out, solvers, corpora, .. } = &request;
    let counted = count_into(out, &program, solvers, corpora, &mut progress)?;
    drop(progress);
    print(&counted, &request.out);
    Ok(ExitCode::SUCCESS)
}

/// Reads the arguments: the solvers and corpora to count, and where the counts are written.
fn asked(mut args: Args) -> Result<Request> {
    let mut request = Request::all("quick");
    while let Some(arg) = args.next()? {
        match arg {
            Long("solver") => request.solvers.push(request::name("--solver", &mut args)?),
            Long("corpus") => request.corpora.push(request::name("--corpus", &mut args)?),
            Long("out") => request.out = from_here(args.value()?),
            other => return Err(other.unexpected().into()),
        }
    }
    if request.corpora.is_empty() {
        request.corpora.push(CORPUS.to_owned());
    }
    Ok(request)
}

/// True if valgrind can be started.
pub(crate) fn available() -> bool {
    let mut asked = Command::new("valgrind");
    asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

/// Counts with `program`, which is the bench `once`, and writes `raw/instructions.csv` into the
/// folder of a run. Returns its rows.
pub(crate) fn count_into(
    out: &Path,
    program: &Path,
    patterns: &[String],
    corpora: &[String],
    progress: &mut RunProgress,
) -> Result<Vec<InstructionRow>> {
    let listed = programs::printed(Command::new(program).arg("--list").args(patterns))?;
    let solvers: Vec<&str> = serde_json::from_slice(&listed)?;

    let mut counted = Vec::new();
    let total = corpora.len() * solvers.len();
    for corpus in corpora {
        for solver in &solvers {
            let done = counted.len() as u64;
            progress.at("instructions", done, total as u64, &format!("of {solver} on {corpus}"));
            counted.push(callgrind(program, solver, corpus)?);
        }
    }
    fs::create_dir_all(out.join("raw"))?;
    sudoku_record::RunFolder::new(out).write(&counted)?;
    Ok(counted)
}

/// Prints the instructions per placement, beside the time of a run in the same folder, if any.
fn print(counted: &[InstructionRow], out: &Path) {
    let results = fs::read_to_string(out.join("results.json")).unwrap_or_default();
    let results: serde_json::Value = serde_json::from_str(&results).unwrap_or_default();
    let line = |corpus: &str, solver: &str, each: &str, time: &str| {
        say(format_args!("{corpus:12} {solver:31} {each:>7} {time:>7}"));
    };
    say("Instructions and nanoseconds per placement:\n");
    line("corpus", "solver", "instr.", "ns");
    for InstructionRow { corpus, solver, instructions, placements, .. } in counted {
        let time = time_per_placement(&results, solver, corpus);
        line(corpus, solver, &per(*instructions, *placements), &time);
    }
}

fn per(instructions: u64, placements: u64) -> String {
    if placements == 0 {
        return "-".to_owned();
    }
    format!("{:.2}", instructions as f64 / placements as f64)
}

/// Returns the nanoseconds per placement of a run in the same folder, or `-` if there is none.
fn time_per_placement(results: &serde_json::Value, solver: &str, corpus: &str) -> String {
    let rows = results["rows"].as_array().into_iter().flatten();
    let mut row = rows.filter(|row| row["solver"] == solver && row["corpus"] == corpus);
    let time = row.next().and_then(|row| row["timing"]["mean_ns_per_placement"]["point"].as_f64());
    time.map_or("-".to_owned(), |time| format!("{time:.2}"))
}

/// Counts the instructions of one pass of a solver over a corpus or a file.
fn callgrind(program: &Path, solver: &str, corpus: &str) -> Result<InstructionRow> {
    let file = std::env::temp_dir().join(format!("sudoku-lab-{}.callgrind", std::process::id()));
    let output = Command::new("valgrind")
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .args(["--quiet", "--tool=callgrind"])
        .args(["--toggle-collect=*Session::time*", "--toggle-collect=*Session::prove*"])
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(program)
        .args([solver, corpus])
        .output()?;
    if !output.status.success() {
        bail!("{solver} on {corpus}: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let found = fs::read_to_string(&file)?;
    fs::remove_file(&file)?;
    let total = found.lines().find_map(|line| line.strip_prefix("totals: "));
    let instructions: u64 = total.context("callgrind wrote no total")?.trim().parse()?;
    if instructions == 0 {
        bail!("{solver} on {corpus}: callgrind has not found the timed search in the program");
    }
    // The name of the corpus in results: for a file, its name without folder and extension.
    let (placements, puzzles, corpus) = serde_json::from_slice(&output.stdout)?;
    Ok(InstructionRow { corpus, solver: solver.to_owned(), instructions, placements, puzzles })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_solver_and_corpus_that_is_named_is_counted() {
        let of = |args: &[&str]| {
            let request = asked(Args::of("count", args)).unwrap();
            (request.solvers, request.corpora)
        };
        let named = ["--solver", "a/b", "--solver", "c/*", "--corpus", "easy", "--corpus", "hard"];
        assert_eq!(
            of(&named),
            (vec!["a/b".into(), "c/*".into()], vec!["easy".into(), "hard".into()])
        );
        assert_eq!(of(&[]), (vec![], vec![CORPUS.into()]));
    }
}
