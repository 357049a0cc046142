//! [`Output`]: standard output, buffered without keeping anyone waiting.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use crate::trouble::Trouble;

/// The longest that a line stays here while a search goes on. Before more input is waited for,
/// everything is handed on at once, see [`Input::puzzles`](crate::input::Input::puzzles).
const DELAY: Duration = Duration::from_millis(50);

/// Standard output.
pub(crate) struct Output(Arc<Mutex<BufWriter<Stdout>>>);

fn lock(writer: &Mutex<BufWriter<Stdout>>) -> MutexGuard<'_, BufWriter<Stdout>> {
    writer.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Output {
    /// Starts to hand lines on. The program ends, with the exit code that is due, when nobody
    /// takes them any more, however long the search would still go on.
    pub(crate) fn new(trouble: Arc<Trouble>) -> Self {
        let writer = Arc::new(Mutex::new(BufWriter::with_capacity(1 << 16, io::stdout())));
        let shared = Arc::clone(&writer);
        thread::spawn(move || {
            loop {
                thread::sleep(DELAY);
                match lock(&shared).flush() {
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                        process::exit(trouble.exit_code().into());
                    }
                    // What cannot be written stays in the buffer, and the next line says so.
                    _ => {}
                }
            }
        });
        Self(writer)
    }

    pub(crate) fn is_terminal() -> bool {
        io::stdout().is_terminal()
    }

    /// Writes a text and a line end.
    pub(crate) fn line(&self, text: impl Display) -> anyhow::Result<()> {
        writeln!(lock(&self.0), "{text}").context("cannot write the results")
    }

    /// Hands everything on.
    pub(crate) fn flush(&self) -> anyhow::Result<()> {
        lock(&self.0).flush().context("cannot write the results")
    }
}
