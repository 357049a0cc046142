//! [`Stream`]: a stream that the program writes to, and its width.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use terminal_size::{Height, Width};

/// The columns of a terminal whose width is not known, and of a table that goes elsewhere.
pub(crate) const COLUMNS: usize = 80;

/// A stream that the program writes to.
pub struct Stream {
    pub(crate) writer: Box<dyn Write + Send>,
    /// The columns of the terminal; `None` if it is none.
    pub(crate) columns: Option<usize>,
}

impl Stream {
    /// A file, a pipe or a buffer.
    pub fn plain(writer: impl Write + Send + 'static) -> Self {
        Self { writer: Box::new(writer), columns: None }
    }

    /// A terminal with this many columns: prose is wrapped, and rows become tables.
    pub fn terminal(writer: impl Write + Send + 'static, columns: usize) -> Self {
        Self { columns: Some(columns), ..Self::plain(writer) }
    }

    /// Standard output.
    pub fn stdout() -> Self {
        let stream = io::stdout();
        let size = terminal_size::terminal_size_of(&stream);
        Self::of(stream, size)
    }

    /// Standard error.
    pub fn stderr() -> Self {
        let stream = io::stderr();
        let size = terminal_size::terminal_size_of(&stream);
        Self::of(stream, size)
    }

    fn of(stream: impl Write + IsTerminal + Send + 'static, size: Option<(Width, Height)>) -> Self {
        let columns = size.map_or(COLUMNS, |(Width(columns), _)| columns.into());
        let columns = stream.is_terminal().then_some(columns);
        Self { columns, ..Self::plain(stream) }
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("columns", &self.columns).finish_non_exhaustive()
    }
}

/// Waits for a stream, or what else a mutex holds. A thread that panicked has left it as it is.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
