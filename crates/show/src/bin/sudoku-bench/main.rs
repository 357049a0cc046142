//! The laboratory's program: measures, draws and compares runs, and judges the claims. `cargo xtask`
//! forwards to it. It links no solver; what needs one, it has the runner of the benches do.

mod bench;
mod claims;
mod compare;
mod compile;
mod console;
mod count;
mod entrant;
mod languages;
mod report;
mod runs;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::{Args, Parser, Subcommand};
use sudoku_judge::PuzzleTimes;
use sudoku_judge::claims::UnknownClaim;
use sudoku_record::{Raw, RunFolderError};

use crate::console::{Ended, Usage, path, print, shown, width};
use crate::runs::{RunArg, held};

/// Verifies, counts and times solvers of Sudoku, and draws and judges what is found
#[derive(Parser)]
#[command(bin_name = "cargo xtask", max_term_width = 120)]
#[command(after_help = "Paths are relative to the current folder.\n\
    Exit codes: 0 success; 1 a check failed, or an error; 2 bad usage.")]
struct Laboratory {
    /// The program of the tasks, which compiles the searches for the page and reads the descriptions of
    /// the solvers; without it, a page has neither
    #[arg(long, hide = true)]
    xtask: Option<PathBuf>,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Bench(bench::Bench),
    Report(report::Report),
    Claims(claims::Claims),
    Compare(compare::Compare),
    Duel(Duel),
    Gate(Gate),
    Count(count::Count),
    Languages(languages::Languages),
    /// Write what is drawn from the reference runs and committed
    ///
    /// Writes results.csv and results.md of each run in reports/reference, docs/CLAIMS.md, and the
    /// picture and the run in the README; leaves out of the runs the counts that reports/counts has. A
    /// test compares all of these.
    Publish,
}

/// Compare two solvers puzzle by puzzle
///
/// On how many puzzles each is faster, and how the ratios of their times are spread.
#[derive(Args)]
struct Duel {
    /// Two solvers; `sudoku-lab list` names them all
    #[arg(num_args = 2, required = true, value_names = ["A", "B"])]
    solvers: Vec<String>,
    /// On this set alone; also list the puzzles on which each solver does best
    #[arg(long, value_name = "NAME")]
    corpus: Option<String>,
    #[command(flatten)]
    run: RunArg,
}

/// Judge a run by the references: are counts and verdicts those expected, and times as good?
///
/// By the reference of the same processor, or else by the first. Exit code 1 when counts or verdicts
/// are not the expected ones, or times or instructions are far from the reference's.
#[derive(Args)]
struct Gate {
    /// The folder of the run
    #[arg(value_name = "DIR", value_parser = path())]
    folder: PathBuf,
    /// Also print what is as it should be
    #[arg(long)]
    long: bool,
}

fn main() -> ExitCode {
    let Laboratory { xtask, task } = Laboratory::parse();
    let done = match task {
        Task::Bench(bench) => bench.run(xtask.as_deref()),
        Task::Report(report) => report.run(xtask.as_deref()),
        Task::Claims(claims) => claims.run(),
        Task::Compare(compare) => compare.run(),
        Task::Duel(duel) => duel.run(),
        Task::Gate(gate) => held(&gate.folder).and_then(|run| report::gate(&run, gate.long)),
        Task::Count(count) => count.run(),
        Task::Languages(languages) => languages.run(),
        Task::Publish => report::publish(),
    };
    ExitCode::from(done.unwrap_or_else(|error| {
        if let Some(Ended(code)) = error.downcast_ref() {
            return *code;
        }
        eprintln!("error: {error:#}");
        if is_usage(&error) { 2 } else { 1 }
    }))
}

impl Duel {
    fn run(self) -> Result<u8> {
        let run = self.run.find()?;
        eprintln!("by the run in {}", shown(run.root()));
        let times = PuzzleTimes::all(&Raw::read(&run)?);
        let [a, b] = self.solvers.as_slice() else { bail!(Usage("duel needs two".to_owned())) };
        let duel = sudoku_show::duel(&times, [a, b], self.corpus.as_deref(), width());
        print(duel.map_err(Usage)?);
        Ok(0)
    }
}

fn is_usage(error: &anyhow::Error) -> bool {
    let folder = matches!(error.downcast_ref(), Some(RunFolderError::Refused(_)));
    folder || error.is::<UnknownClaim>() || error.is::<Usage>()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Laboratory::command().debug_assert();
    }
}
