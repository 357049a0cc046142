//! The tasks of the workspace. `cargo xtask help` lists them.
//!
//! This program is always compiled first, so it only reads arguments and starts the rest by cargo.

mod args;
mod arm;
mod bench;
mod ci;
mod claims;
mod compare;
mod count;
mod duel;
mod entrant;
mod folder;
mod help;
mod languages;
mod module;
mod new_solver;
mod oracle;
mod packages;
mod pages;
mod programs;
mod progress;
mod race;
mod recount;
mod request;
mod size;
mod tasks;
mod tidy;
mod wheel;
mod zero_cost;

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::thread;

use anyhow::{Context, Result, ensure};
use lexopt::prelude::*;

use crate::args::Args;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            let usage = error.is::<lexopt::Error>() || error.is::<Usage>();
            ExitCode::from(if usage { 2 } else { 1 })
        }
    }
}

/// The folder in which the user calls `cargo xtask`; relative paths begin there.
static HERE: OnceLock<PathBuf> = OnceLock::new();

fn run() -> Result<ExitCode> {
    HERE.get_or_init(|| env::current_dir().unwrap_or_else(|_| root()));
    env::set_current_dir(root())?;
    let mut parser = lexopt::Parser::from_env();
    let task = match parser.next()? {
        None | Some(Short('h') | Long("help")) => tasks::find("help")?,
        Some(Value(name)) => tasks::find(&name.string()?)?,
        Some(other) => return Err(other.unexpected().into()),
    };
    let left = parser.raw_args()?;
    if left.as_slice().iter().any(|arg| arg == "--help" || arg == "-h") {
        help::print(Some(task));
        return Ok(ExitCode::SUCCESS);
    }
    (task.run)(Args::new(task, parser))
}

/// A call that cannot be understood: exit code 2.
#[derive(Debug)]
struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Returns the absolute path of a path that the user wrote.
fn from_here(path: impl AsRef<Path>) -> PathBuf {
    let path = HERE.get().map_or_else(|| path.as_ref().to_owned(), |here| here.join(&path));
    // This removes every `.`. An empty path stays empty, and is not found.
    std::path::absolute(&path).unwrap_or(path)
}

/// The top of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// Returns a call of the cargo that runs this task, with arguments split at blanks.
fn cargo(args: &str) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(args.split(' '));
    cargo
}

/// Returns the columns to write in: those of the terminal, from 60 to 120; 80 if there is none.
fn columns(is_terminal: bool) -> usize {
    let size = terminal_size::terminal_size().filter(|_| is_terminal);
    size.map_or(80, |(columns, _)| usize::from(columns.0)).clamp(60, 120)
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

/// Returns the puzzles in the text of a set.
fn puzzles(set: &str) -> impl Iterator<Item = &str> {
    let lines = set.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split(' ').next())
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
