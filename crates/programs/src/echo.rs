//! [`echo`], which shows the cost of lines.

use std::env;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

use crate::Program;

/// The argument that makes a program of the laboratory run [`echo`], and the name of the echo among
/// the programs of a run.
pub(crate) const ECHO: &str = "echo";

/// The bytes that the echo reads or writes at a time.
const BUFFER: usize = 1 << 16;

/// Writes the lines that it reads and looks at nothing: the least that a program can do.
///
/// # Errors
///
/// When a line cannot be read or written.
pub fn echo() -> io::Result<()> {
    let mut from = BufReader::with_capacity(BUFFER, io::stdin().lock());
    let mut to = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let mut line = Vec::new();
    while from.read_until(b'\n', &mut line)? > 0 {
        to.write_all(&line)?;
        line.clear();
    }
    to.flush()
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
        Ok(Self::of_words(ECHO, vec![path.to_owned(), ECHO.to_owned()], None))
    }
}
