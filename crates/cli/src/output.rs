//! [`Output`]: the stream of the results, buffered for a short time only.

use std::fmt::{self, Display};
use std::io::{BufWriter, ErrorKind, Write};
use std::mem;
use std::process;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::Serialize;
use sudoku_core::Grid;
use sudoku_puzzles::Printable;

use crate::stream::{Stream, lock};
use crate::trouble::Trouble;

/// The longest time that a line stays in the buffer while a search goes on. Before the program
/// waits for more input, everything is written at once, see
/// [`Input::puzzles`](crate::input::Input::puzzles).
pub(crate) const DELAY: Duration = Duration::from_millis(50);

/// The error for results that cannot be written.
#[derive(Debug)]
pub(crate) struct Unwritten;

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot write the results")
    }
}

/// The stream of the results.
pub(crate) struct Output {
    writer: Arc<Mutex<Writer>>,
    /// The columns of the terminal; `None` if it is none.
    pub(crate) columns: Option<usize>,
}

type Writer = BufWriter<Box<dyn Write + Send>>;

impl Output {
    /// Starts to write lines. When their reader has closed the pipe, the program ends with its
    /// current exit code, even in the middle of a search.
    pub(crate) fn new(Stream { writer, columns }: Stream, trouble: &Arc<Trouble>) -> Self {
        let writer = Arc::new(Mutex::new(BufWriter::with_capacity(1 << 16, writer)));
        let (shared, trouble) = (Arc::downgrade(&writer), Arc::clone(trouble));
        thread::spawn(move || {
            loop {
                thread::sleep(DELAY);
                let Some(shared) = shared.upgrade() else { return };
                match lock(&shared).flush() {
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                        process::exit(trouble.exit_code().into());
                    }
                    // Text that cannot be written stays in the buffer; writing the next line fails
                    // and reports it.
                    _ => {}
                }
            }
        });
        Self { writer, columns }
    }

    /// Writes a text and a line end.
    pub(crate) fn line(&self, text: impl Display) -> Result<()> {
        writeln!(lock(&self.writer), "{text}").context(Unwritten)
    }

    /// Writes a text as it is.
    pub(crate) fn raw(&self, text: impl Display) -> Result<()> {
        write!(lock(&self.writer), "{text}").context(Unwritten)
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&self, bytes: &[u8]) -> Result<()> {
        lock(&self.writer).write_all(bytes).context(Unwritten)
    }

    /// Writes a value as JSON and a line end.
    pub(crate) fn json(&self, value: &impl Serialize) -> Result<()> {
        self.raw(json(value)?)
    }

    /// Writes the buffer out. An error is ignored: writing the next line reports it.
    pub(crate) fn hand_on(&self) {
        let _ = self.flush();
    }

    /// Writes the buffer out.
    pub(crate) fn flush(&self) -> Result<()> {
        lock(&self.writer).flush().context(Unwritten)
    }
}

/// A value as JSON and a line end; characters that are not printable are escaped.
pub(crate) fn json(value: &impl Serialize) -> Result<String> {
    let mut json = serde_json::to_string(value)?;
    // Without a stop at the first other byte, the compiler can compare vectors of bytes.
    if json.bytes().fold(false, |other, byte| other | !(b' '..=b'~').contains(&byte)) {
        let (text, unprintable) = (mem::take(&mut json), |symbol| !Printable::has(symbol));
        for part in text.split_inclusive(unprintable) {
            let printable = part.trim_end_matches(unprintable);
            json.push_str(printable);
            let units = part[printable.len()..].encode_utf16();
            json.extend(units.map(|unit| format!("\\u{unit:04x}")));
        }
    }
    json.push('\n');
    Ok(json)
}

/// A value as a line of CSV, with its end. The fields of lists and tuples become fields of the line.
pub(crate) fn csv(value: &impl Serialize) -> Result<String> {
    let mut line = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    line.serialize(value)?;
    Ok(String::from_utf8(line.into_inner()?)?)
}

/// The length of a grid as a line, in bytes.
pub(crate) const LINE: usize = 82;

/// A grid as 81 characters and a line end.
pub(crate) fn line_of(grid: &Grid) -> [u8; LINE] {
    let mut line = [b'\n'; LINE];
    line[..81].copy_from_slice(&grid.line());
    line
}
