//! `sudoku-lab`: list solvers, solve puzzles, count work, make and check puzzles.
//!
//! One file per subcommand. Results go to standard output, everything else to standard error.

mod generate;
mod input;
mod list;
mod number;
mod output;
mod progress;
mod solve;
mod tally;
mod trouble;
mod verdict;
mod verify;

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};

use crate::output::Output;
use crate::trouble::Trouble;

/// Ways to backtrack through a Sudoku: list them, run them, count their work.
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 all well; 1 a solver gave a wrong answer, or verify found something; 2 bad usage, or
input that is no puzzle or (for solve) contradicts itself: it is named, and the rest is still
worked on.";

#[derive(Debug, Subcommand)]
enum Command {
    List(list::List),
    Solve(solve::Solve),
    Tally(tally::Tally),
    Generate(generate::Generate),
    Verify(verify::Verify),
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let trouble = Arc::new(Trouble::default());
    let out = Output::new(Arc::clone(&trouble));
    let result = match command {
        Command::List(list) => list.run(&out),
        Command::Solve(solve) => solve.run(&out, &trouble),
        Command::Tally(tally) => tally.run(&out, &trouble),
        Command::Generate(generate) => generate.run(&out, &trouble),
        Command::Verify(verify) => verify.run(&out, &trouble),
    };
    let flushed = out.flush();
    match result.and(flushed) {
        Err(error) if !reader_is_gone(&error) => trouble.fatal(&error),
        _ => {}
    }
    trouble.exit_code().into()
}

/// True when whoever read the results has enough of them, as `head` does: no reason to complain.
fn reader_is_gone(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
