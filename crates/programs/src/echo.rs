//! [`filter`], which answers puzzles line by line, and [`echo`], which shows the cost of lines.

use std::env;
use std::io::{self, BufRead, Write};

use sudoku_core::{Grid, Puzzle};

use crate::Program;

/// The argument that makes a program of the laboratory run [`echo`], and the name of the echo among
/// the programs of a run.
pub(crate) const ECHO: &str = "echo";

/// The number of puzzles that are answered together.
const TOGETHER: usize = 1024;

/// Reads every puzzle of standard input, one on each line, answers many at once with `answer`, and
/// writes the answers to standard output. Contradictory clues are not noticed.
///
/// # Errors
///
/// When a line cannot be read or written, or is no puzzle.
pub fn filter(mut answer: impl FnMut(&[Puzzle], &mut [Option<Grid>])) -> io::Result<()> {
    let (mut lines, mut out) =
        (io::stdin().lock().lines(), io::BufWriter::new(io::stdout().lock()));
    loop {
        let mut puzzles = Vec::with_capacity(TOGETHER);
        for line in lines.by_ref().take(TOGETHER) {
            puzzles.push(Puzzle::unchecked(line?.parse().map_err(io::Error::other)?));
        }
        if puzzles.is_empty() {
            return out.flush();
        }
        let mut answers = vec![None; puzzles.len()];
        answer(&puzzles, &mut answers);
        for answer in answers {
            match answer {
                Some(solution) => writeln!(out, "{solution}")?,
                None => writeln!(out, "none")?,
            }
        }
    }
}

/// Writes every puzzle that it reads, with [`filter`]: all that a program does but its search.
///
/// # Errors
///
/// As [`filter`].
pub fn echo() -> io::Result<()> {
    filter(|puzzles, answers| {
        for (puzzle, answer) in puzzles.iter().zip(answers) {
            *answer = Some(*puzzle.grid());
        }
    })
}

impl Program {
    /// The name of the [echo](Self::echo), which no other program of a run may have.
    pub const ECHO: &str = ECHO;

    /// Returns this process's own program as an [`echo`]. The program must call that function if
    /// its only argument is [`ECHO`](Self::ECHO).
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
