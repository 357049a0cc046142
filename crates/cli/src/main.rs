//! The program: all solvers of the registry, on the standard streams.

use std::env;
use std::process::ExitCode;

use sudoku_lab_cli::Stream;
use sudoku_registry::SOLVERS;

fn main() -> ExitCode {
    if let Some(code) = sudoku_programs::launched() {
        return code;
    }
    let solvers: Vec<_> = SOLVERS.iter().collect();
    sudoku_lab_cli::run(env::args_os(), &solvers, Stream::stdout(), Stream::stderr()).into()
}
