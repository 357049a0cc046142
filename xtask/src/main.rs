//! The tasks of the workspace. `cargo xtask help` lists them.
//!
//! This program is compiled first by everyone, so it only reads arguments and starts the rest
//! with cargo.

mod bench;
mod ci;
mod claims;
mod compare;
mod count;
mod duel;
mod figures;
mod folder;
mod module;
mod new_solver;
mod pages;
mod programs;
mod progress;
mod ratchet;
mod recount;
mod request;
mod size;
mod tidy;
mod zero_cost;

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::sync::OnceLock;

use anyhow::{Context, Result, ensure};
use lexopt::prelude::*;

const HELP: &str = "\
The tasks of Sudoku Lab

Usage: cargo xtask <TASK>

Tasks:
  bench             verify, count and time every solver; writes tables, charts
                    and a page to reports/latest
    --quick         take about a minute and a half, for a first impression; the
                    default takes about a quarter of an hour
    --full          take all puzzles, however long, for narrower intervals
    --solver GLOB   only these solvers, such as 'bitmask/*'; may be repeated
    --corpus NAME   only this corpus or puzzle file; +unique after the name
                    asks for the proof that the solution is unique; the column
                    `rating` of a CSV file is compared with the work of every
                    solver; may be repeated
    --out DIR       write to this folder instead: new, empty, or that of a run,
                    which is kept until the new run is complete
    --save-baseline NAME   keep the run in reports/NAME
    --baseline NAME        compare the run with a kept one
    --gate          fail when counts or verdicts are not the expected ones, or a
                    ratio of times is more than 1.5 times the reference's
  claims [ID]       show what the sources say, and whether it is so; with ID,
                    one claim in full
    --in DIR        judge by this run; otherwise by reports/latest, or else by
                    the newest reference
    --run           measure and judge this one claim, in under a minute
    --bless         expect the verdicts of the newest reference from now on, and
                    write docs/CLAIMS.md from the references of all processors
  compare A B       compare two runs: names of baselines, or folders
    --rev OLD NEW   build two commits and run them in turn
  duel A B          compare two solvers puzzle by puzzle: on how many each is
                    faster, and how the ratios of their times are spread
    --corpus NAME   on this set alone; also list the puzzles on which each
                    solver does best
    --in DIR        in this run; otherwise in the one that claims would take
  figures           rewrite the marked figures in the solvers' pages, the claims
                    and the documents by the runs in reports/reference, and with
                    them docs/CLAIMS.md, reports/figures.json and the README's
                    run; a text that relies on something that is no longer so
                    is named, and nothing is written
  count             count instructions per placement with callgrind, where
                    valgrind is installed
    --solver GLOB, --corpus NAME, --out DIR   as for bench
  recount           count every solver on every corpus again where code that
                    its search runs or the corpus has changed; writes
                    reports/counts, which is committed
    --solver GLOB   only these solvers; may be repeated
    --check         count nothing; list what is missing or stale, exit with 1
  report DIR        draw a report again from its raw data; DIR/unfinished for a
                    run that was cut short
    --pages         take the solvers' descriptions, and the searches that the
                    page shows, from the sources as they are now
    --splice FILE   also write the run's chart, finding and a small table into
                    FILE, between <!-- run: begin --> and <!-- run: end -->
  test              run every test
  ci                run every check: format, lints, documentation, tests, house
                    rules, zero cost, quick bench and gate
    --without-tests every check except the tests
  tidy              check the house rules
    --tighten       lower the limits in xtask/ratchet/words.json to the words to
                    avoid that are left
  size              count the lines of code by crate and language; exit with 1
                    if there are more than xtask/ratchet/lines.json allows
  zero-cost         check that the timed code is the code without observations
  new-solver FAMILY NAME   write the files of a new solver
  help              print this text

Paths are relative to the current folder.
Exit codes: 0 success; 1 a check failed; 2 bad usage or unreadable input.
";

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

/// The folder where the user stands: paths are meant from there.
static HERE: OnceLock<PathBuf> = OnceLock::new();

fn run() -> Result<ExitCode> {
    HERE.get_or_init(|| env::current_dir().unwrap_or_else(|_| root()));
    env::set_current_dir(root())?;
    let mut args = lexopt::Parser::from_env();
    let task = match args.next()? {
        None | Some(Short('h') | Long("help")) => "help".to_owned(),
        Some(Value(task)) => task.string()?,
        Some(other) => return Err(other.unexpected().into()),
    };
    match task.as_str() {
        "bench" => bench::bench(args),
        "report" => bench::report(args),
        "claims" => claims::claims(args),
        "compare" => compare::compare(args),
        "count" => count::count(args),
        "duel" => duel::duel(args),
        "figures" => no_more(args).and_then(|()| figures::figures()),
        "recount" => recount::recount(args),
        "test" => no_more(args).and_then(|()| ci::test()),
        "ci" => ci::ci(args),
        "tidy" => tidy::tidy(args),
        "size" => no_more(args).and_then(|()| size::size()),
        "zero-cost" => no_more(args).and_then(|()| zero_cost::zero_cost()),
        "new-solver" => new_solver::new_solver(args),
        "help" => {
            say(HELP.trim_end());
            Ok(ExitCode::SUCCESS)
        }
        other => {
            Err(Usage(format!("no task is called `{other}`; `cargo xtask help` lists all")).into())
        }
    }
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

fn no_more(mut args: lexopt::Parser) -> Result<()> {
    match args.next()? {
        Some(other) => Err(other.unexpected().into()),
        None => Ok(()),
    }
}

/// A path that the user wrote, from anywhere.
fn from_here(path: impl AsRef<Path>) -> PathBuf {
    let path = HERE.get().map_or_else(|| path.as_ref().to_owned(), |here| here.join(&path));
    // Without a `.` in it; a path that is empty stays so, and is not found.
    std::path::absolute(&path).unwrap_or(path)
}

/// The top of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// The cargo that runs this task, with arguments split at blanks.
fn cargo(args: &str) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(args.split(' '));
    cargo
}

/// Says what takes so long: cargo says nothing while it compiles quietly.
fn compiling(what: &str) {
    eprintln!("compiling {what}, unless it is up to date");
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

/// The exit code of one of our programs, up to `most`: 1 and 2 mean with it what they mean here.
/// With any other the program has `failed`.
fn passed_on(status: ExitStatus, most: u8, failed: &str) -> Result<u8> {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.filter(|code| *code <= most).with_context(|| format!("{failed} ({status})"))
}

/// Prints a line of results. Whoever has closed the pipe has read enough.
fn say(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_fits_every_terminal() {
        assert!(HELP.lines().all(|line| line.chars().count() <= 80));
    }
}
