//! `cargo xtask count`: counts the instructions that each solver executes, with callgrind.
//!
//! The solvers are those of the benches, compiled for the baseline of the platform. Only what runs
//! inside `Session::time` and `Session::prove` is collected, in an empty environment, so that two
//! counts of one program are equal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use sudoku_record::{CorpusRecord, InstructionRow, Mode, RunFolder, Wish, top};

use crate::compile;
use crate::console::{path, print};

/// The default corpus: long enough for an average, short enough for callgrind, which takes some
/// fifty times as long.
pub(crate) const CORPUS: &str = "effort-1e4";

/// Count instructions per placement with callgrind
///
/// Needs valgrind. Writes raw/instructions.csv into reports/latest.
#[derive(Args)]
pub(crate) struct Count {
    /// Only these solvers, such as 'bitmask/*'; may be repeated
    #[arg(long, value_name = "GLOB", value_parser = NonEmptyStringValueParser::new())]
    solver: Vec<String>,
    /// On this corpus or puzzle file; may be repeated
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new(), default_value = CORPUS)]
    corpus: Vec<String>,
    /// Write to the folder of this run instead
    #[arg(long, value_name = "DIR", value_parser = path())]
    out: Option<PathBuf>,
}

impl Count {
    pub(crate) fn run(self) -> Result<u8> {
        if !available() {
            eprintln!("valgrind is not installed: no instructions counted");
            return Ok(0);
        }
        let run = RunFolder::new(self.out.unwrap_or_else(|| top().join("reports/latest")));
        let _alone = run.clone().lock()?;
        fs::create_dir_all(run.file("raw"))?;
        let runner = compile::runner(top())?;
        let (solvers, corpora) = (self.solver, self.corpus);
        let wish = Wish { solvers, corpora, peers: false, ..Wish::all(Mode::Quick) };
        let plan = compile::plan(&runner, &wish)?;
        let corpora: Vec<String> = plan.corpora.iter().map(CorpusRecord::wish).collect();
        let counted = count_into(&run, &runner, &plan.countable(), &corpora)?;
        print_all(&counted);
        Ok(0)
    }
}

/// True if valgrind can be started.
pub(crate) fn available() -> bool {
    let mut asked = Command::new("valgrind");
    asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

/// Counts the instructions of these solvers on these corpora, and writes `raw/instructions.csv` into
/// the folder of a run. Returns its rows.
pub(crate) fn count_into(
    run: &RunFolder,
    runner: &Path,
    solvers: &[&str],
    corpora: &[String],
) -> Result<Vec<InstructionRow>> {
    let mut counted = Vec::new();
    for corpus in corpora {
        for solver in solvers {
            let counting = compile::waiting(format!("counting instructions of {solver}"));
            counted.push(callgrind(runner, solver, corpus)?);
            counting.finish_and_clear();
        }
    }
    run.add(&counted)?;
    Ok(counted)
}

/// Prints the instructions per placement.
fn print_all(counted: &[InstructionRow]) {
    print("Instructions per placement:\n");
    for InstructionRow { corpus, solver, instructions, placements, .. } in counted {
        let each = match placements {
            0 => "-".to_owned(),
            _ => format!("{:.2}", *instructions as f64 / *placements as f64),
        };
        print(format!("{corpus:12} {solver:31} {each:>7}"));
    }
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
        .args(["count", solver, corpus])
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
