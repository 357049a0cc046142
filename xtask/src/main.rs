//! The tasks of the workspace. `cargo xtask help` lists them.
//!
//! This program is always compiled first, so it only reads arguments and starts the rest by cargo.
//! Whatever measures, draws or judges is a task of the laboratory's program, to which it forwards.

mod arm;
mod ci;
mod commands;
mod folders;
mod laboratory;
mod module;
mod new_solver;
mod oracle;
mod packages;
mod recount;
mod release;
mod size;
mod sources;
mod tidy;
mod tools;
mod wheel;
mod zero_cost;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};

pub(crate) use commands::{call, cargo, must, passed_on, say, succeeded, take_lines};
pub(crate) use folders::{path, root};

/// The tasks of Sudoku Lab
#[derive(Parser)]
#[command(bin_name = "cargo xtask", max_term_width = 120, disable_help_subcommand = true)]
#[command(after_help = "`cargo xtask help TASK` shows the options of a task.\n\
    Exit codes: 0 success; 1 a check failed, or an error; 2 bad usage.")]
struct Tasks {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Verify, count and time every solver, and draw the report
    Bench(Forwarded),
    /// Show the claims of the sources, with their verdicts
    Claims(Forwarded),
    /// Compare two solvers puzzle by puzzle
    Duel(Forwarded),
    /// Compare two runs, or two commits
    Compare(Forwarded),
    /// Draw the report of a run again from its raw data
    Report(Forwarded),
    /// Run every test
    ///
    /// The page is tested in a browser where Node and Chromium are installed.
    Test {
        /// The pages of all reference runs too, not of the newest alone
        #[arg(long)]
        all: bool,
    },
    Ci(ci::Ci),
    NewSolver(new_solver::NewSolver),
    Recount(recount::Recount),
    /// Judge a run by the references
    Gate(Forwarded),
    /// Count instructions per placement with callgrind
    Count(Forwarded),
    /// Write what is drawn from the reference runs and committed
    Publish(Forwarded),
    /// Check the house rules
    Tidy,
    /// Check that the timed code is the code without observations
    ///
    /// Of every solver; then writes xtask/zero-cost.txt, which is committed: the hash of what each
    /// family's proof depends on.
    ZeroCost {
        /// Only of families whose hash is not the one in that file; writes nothing
        #[arg(long)]
        changed: bool,
    },
    /// Count the lines of code by crate and language
    ///
    /// Of all files in git: lines outside tests that are neither blank nor comments.
    Size,
    /// Compare the committed counts with those of the articles' languages
    Languages(Forwarded),
    Arm(arm::Arm),
    Oracle(oracle::Oracle),
    Wheel(wheel::Wheel),
    Release(release::Release),
    /// Compile the searches for the page
    ///
    /// Prints the path of the WebAssembly module that a page carries.
    Module,
}

/// The words for the laboratory's program.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
struct Forwarded {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<OsString>,
}

fn main() -> ExitCode {
    run().unwrap_or_else(|error| match error.downcast::<clap::Error>() {
        Ok(misused) => misused.format(&mut Tasks::command()).exit(),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    })
}

fn run() -> Result<ExitCode> {
    let mut words: Vec<OsString> = env::args_os().collect();
    if words.get(1).is_none_or(|word| word == "help") {
        // `help TASK` is `TASK --help`.
        words.drain(1..words.len().min(2));
        words.push("--help".into());
    }
    let task = Tasks::parse_from(&words).task;
    let here = env::current_dir()?;
    env::set_current_dir(root())?;
    match task {
        Task::Test { all } => ci::test(all),
        Task::Ci(ci) => ci.run(),
        Task::NewSolver(new) => new.run(),
        Task::Recount(recount) => recount.run(),
        Task::Tidy => tidy::check(),
        Task::ZeroCost { changed } => zero_cost::prove(!changed),
        Task::Size => size::size(),
        Task::Arm(arm) => arm.run(),
        Task::Oracle(oracle) => oracle.run(),
        Task::Wheel(wheel) => wheel.run(),
        Task::Release(release) => release.run(),
        Task::Module => module::module(),
        _ => laboratory::run(&words[1..], &here),
    }
}
