//! [`echo`]: the program that shows what reading and writing lines costs.

use std::env;
use std::io::{self, BufRead, Write};

use sudoku_core::Grid;

use crate::Program;

/// The word after which a program of the laboratory is an echo, and the name of its track.
pub(crate) const ECHO: &str = "echo";

/// Reads every puzzle of standard input, a line each, and writes it to standard output again.
///
/// # Errors
///
/// When a line cannot be read or written, or is no puzzle.
pub fn echo() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let grid: Grid = line?.parse().map_err(io::Error::other)?;
        writeln!(out, "{grid}")?;
    }
    out.flush()
}

impl Program {
    /// The name of the [echo](Self::echo), which no other program of a run may have.
    pub const ECHO: &str = ECHO;

    /// This process's own program as an [`echo`]: it calls that if its only argument is
    /// [`ECHO`](Self::ECHO).
    ///
    /// # Errors
    ///
    /// When the path of the program is unknown, or not UTF-8.
    pub fn echo() -> io::Result<Self> {
        let path = env::current_exe()?;
        let path = path.to_str().ok_or_else(|| io::Error::other("its path is no text"))?;
        let words = vec![path.to_owned(), ECHO.to_owned()];
        Ok(Self { name: ECHO.to_owned(), words, folder: None })
    }
}
