//! [`filter`]: reads puzzles and writes answers, line by line; and [`echo`], a program that does
//! only that, whose time is the cost of the lines.

use std::env;
use std::io::{self, BufRead, Write};

use sudoku_core::{Grid, Puzzle};

use crate::Program;

/// The argument that makes a program of the laboratory an echo, and the name of its track.
pub(crate) const ECHO: &str = "echo";

/// Puzzles that are answered together.
const TOGETHER: usize = 1024;

/// Reads puzzles from standard input, one a line, answers many at once, and writes the answers to
/// standard output. That no clues contradict each other is not checked.
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

/// The [`filter`] that writes every puzzle again: a program without a search.
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
