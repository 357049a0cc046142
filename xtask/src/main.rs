//! The tasks of the workspace. `cargo xtask help` lists them.
//!
//! This program is always compiled first, so it only reads arguments and starts the rest by cargo.
//! Whatever measures, draws or judges is a task of the laboratory's program, to which it forwards.

mod arm;
mod ci;
mod folders;
mod laboratory;
mod module;
mod new_solver;
mod oracle;
mod packages;
mod recount;
mod release;
mod size;
mod tidy;
mod tools;
mod wheel;
mod zero_cost;

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

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
    #[command(disable_help_flag = true)]
    Bench(Forwarded),
    /// Show the claims of the sources, with their verdicts
    #[command(disable_help_flag = true)]
    Claims(Forwarded),
    /// Compare two solvers puzzle by puzzle
    #[command(disable_help_flag = true)]
    Duel(Forwarded),
    /// Compare two runs, or two commits
    #[command(disable_help_flag = true)]
    Compare(Forwarded),
    /// Draw the report of a run again from its raw data
    #[command(disable_help_flag = true)]
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
    #[command(disable_help_flag = true)]
    Gate(Forwarded),
    /// Count instructions per placement with callgrind
    #[command(disable_help_flag = true)]
    Count(Forwarded),
    /// Write what is drawn from the reference runs and committed
    #[command(disable_help_flag = true)]
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
    #[command(disable_help_flag = true)]
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
struct Forwarded {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    words: Vec<OsString>,
}

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
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

/// Ends a call that cannot be understood, with exit code 2.
fn misused(message: impl std::fmt::Display) -> ! {
    Tasks::command().error(ErrorKind::ValueValidation, message).exit()
}

/// A path of the command line, which is relative to the folder of the user.
fn path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| std::path::absolute(&path).unwrap_or(path))
}

/// The top of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// Returns a call of a program with arguments, split at blanks.
fn call(words: &str) -> Command {
    let mut words = words.split(' ');
    let mut call = Command::new(words.next().unwrap_or_default());
    call.args(words);
    call
}

/// Returns a call of the cargo that runs this task, with arguments split at blanks.
fn cargo(args: &str) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(args.split(' '));
    cargo
}

/// Runs a command to its end; anything but success is an error that shows the command.
fn must(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start `{}`", shown(command)))?;
    succeeded(command, status)
}

fn succeeded(command: &Command, status: ExitStatus) -> Result<()> {
    ensure!(status.success(), "`{}` failed ({status})", shown(command));
    Ok(())
}

/// Returns the exit code of one of our programs, if it is at most `most`; 1 and 2 mean the same as
/// in this program. Any other code is an error with the message `failed`.
fn passed_on(status: ExitStatus, most: u8, failed: &str) -> Result<u8> {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.filter(|code| *code <= most).with_context(|| format!("{failed} ({status})"))
}

/// Runs a program that reads these lines, and returns its output. Anything but success is an error.
fn take_lines(command: &mut Command, lines: &str) -> Result<String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let child = command.spawn().with_context(|| format!("cannot start `{}`", shown(command)));
    let mut child = child?;
    let mut input = child.stdin.take().context("no standard input")?;
    let output = thread::scope(|scope| {
        // A program that ends early is reported by its exit code.
        scope.spawn(move || input.write_all(lines.as_bytes()));
        child.wait_with_output()
    })?;
    succeeded(command, output.status)?;
    Ok(String::from_utf8(output.stdout)?)
}

/// Prints a line of results. Errors are ignored: a reader that has closed the pipe has read enough.
fn say(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
