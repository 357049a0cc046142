//! `sudoku-lab`: list solvers, solve puzzles, count work, make, check, rate and audit puzzles,
//! print canonical forms, watch searches, race programs.
//!
//! One file per subcommand. Results go to one stream, all other text to another.

mod audit;
mod batch;
mod budget;
mod canonical;
mod completions;
mod console;
mod generate;
mod in_order;
mod input;
mod list;
mod number;
mod output;
mod race;
mod rate;
mod ruling;
mod solve;
mod stream;
mod tally;
mod trouble;
mod verify;
mod watch;
mod workers;
mod wrap;

use std::ffi::OsString;
use std::io;

use clap::{ArgAction, Parser, Subcommand};
use sudoku_puzzles::Printable;
use sudoku_registry::Entry;

pub use crate::stream::Stream;

use crate::console::Console;
use crate::output::Unwritten;
use crate::trouble::Fault;

/// Solve, count, make, check, rate and audit Sudoku; watch searches; race programs
#[derive(Debug, Parser)]
#[command(version, term_width = wrap::help_columns(), after_help = IN_SHORT, after_long_help = EXIT_CODES)]
#[command(disable_help_flag = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Print help; in full: sudoku-lab help COMMAND
    #[arg(short, long, global = true, action = ArgAction::HelpShort)]
    help: Option<bool>,
}

const IN_SHORT: &str =
    "Exit codes: 0 success; 1 a wrong answer or a finding; 2 bad usage or input.";

const EXIT_CODES: &str = "\
Exit codes: 0 success; 1 a solver gave a wrong answer, or verify, audit --fail-on or race found a problem; 2 bad usage, a \
file that cannot be read or holds no puzzle, input that is not a puzzle (for solve and watch, \
also contradictory clues), or results that cannot be written. Bad input is reported on standard error, and the rest is still processed.";

#[derive(Debug, Subcommand)]
enum Command {
    List(list::List),
    Solve(solve::Solve),
    Tally(tally::Tally),
    Generate(generate::Generate),
    Verify(verify::Verify),
    Canonical(canonical::Canonical),
    Rate(rate::Rate),
    Audit(audit::AuditCommand),
    Watch(watch::Watch),
    Race(race::Race),
    Completions(completions::Completions),
    #[command(hide = true)]
    Package(completions::Package),
}

/// Runs the program with these arguments, the first of which is the name of the program, and these
/// solvers. Results go to `out` and other text to `err`; help and errors in the arguments go to the
/// standard streams. Returns the exit code: 0 when all is well, 1 when something that was checked
/// failed, 2 for bad usage, unreadable input, or results that cannot be written.
///
/// The process ends when the reader of the results closes the pipe.
///
/// # Panics
///
/// When `solvers` is empty.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    solvers: &[&'static Entry],
    out: Stream,
    err: Stream,
) -> u8 {
    let command = match parse(arguments.into_iter().collect()) {
        Ok(cli) => cli.command,
        Err(error) => {
            // A stream without a reader is no reason to fail.
            let _ = error.print();
            return error.exit_code() as u8;
        }
    };
    let console = Console::new(solvers, out, err);
    let result = match command {
        Command::List(list) => list.run(&console),
        Command::Solve(solve) => solve.run(&console),
        Command::Tally(tally) => tally.run(&console),
        Command::Generate(generate) => generate.run(&console),
        Command::Verify(verify) => verify.run(&console),
        Command::Canonical(canonical) => canonical.run(&console),
        Command::Rate(rate) => rate.run(&console),
        Command::Audit(audit) => audit.run(&console),
        Command::Watch(watch) => watch.run(&console),
        Command::Race(race) => race.run(&console),
        Command::Completions(completions) => completions.run(&console),
        Command::Package(package) => package.run(),
    };
    let flushed = console.out.flush();
    match result.and(flushed) {
        Err(error) if !reader_is_gone(&error) => {
            console.trouble.report(Fault::Fatal, format_args!("{error:#}"));
            if error.is::<Unwritten>() { 2 } else { console.trouble.exit_code() }
        }
        _ => console.trouble.exit_code(),
    }
}

/// Reads the arguments. Errors quote them in printable form.
fn parse(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(&arguments).map_err(|error| {
        let printable = |text: OsString| Printable(&text.to_string_lossy()).to_string();
        Cli::try_parse_from(arguments.into_iter().map(printable)).err().unwrap_or(error)
    })
}

/// True when the reader of the results has closed the pipe, as `head` does: no error to report.
fn reader_is_gone(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
