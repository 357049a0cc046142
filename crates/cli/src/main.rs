//! The program: all solvers of the registry, on the standard streams.

use std::process::ExitCode;
use std::{env, io};

use sudoku_registry::SOLVERS;

fn main() -> ExitCode {
    let solvers: Vec<_> = SOLVERS.iter().collect();
    sudoku_lab::run(env::args_os(), &solvers, io::stdout(), io::stderr()).into()
}
