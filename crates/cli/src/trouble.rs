//! [`Trouble`]: reports errors on the error stream and counts them for the exit code.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use sudoku_puzzles::Printable;

use crate::stream::Stream;
use crate::text::hanging;

/// The errors so far.
pub(crate) struct Trouble {
    stream: Mutex<Stream>,
    wrong: AtomicU64,
    failed: AtomicU64,
    unreadable: AtomicU64,
    contradictory: AtomicU64,
    fatal: AtomicBool,
}

impl Trouble {
    /// A record without errors.
    pub(crate) fn new(stream: Stream) -> Self {
        Self {
            stream: Mutex::new(stream),
            wrong: AtomicU64::new(0),
            failed: AtomicU64::new(0),
            unreadable: AtomicU64::new(0),
            contradictory: AtomicU64::new(0),
            fatal: AtomicBool::new(false),
        }
    }

    /// Writes a text as one printable line, wrapped on a terminal. A stream without a reader is no
    /// reason to fail.
    pub(crate) fn say(&self, text: impl Display) {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let line = Printable(&text.to_string()).to_string();
        let line = match stream.columns {
            Some(columns) => hanging("", &line, columns),
            None => line,
        };
        let _ = writeln!(stream.writer, "{line}");
    }

    /// Reports a wrong answer of a solver.
    pub(crate) fn wrong(&self, complaint: impl Display) {
        self.say(format_args!("WRONG ANSWER: {complaint}"));
        self.wrong.fetch_add(1, Relaxed);
    }

    /// Reports a place in the input that is not a puzzle.
    pub(crate) fn unreadable(&self, error: impl Display) {
        self.say(error);
        self.unreadable.fetch_add(1, Relaxed);
    }

    /// Notes that something that was checked is wrong; the results show it.
    pub(crate) fn note_failed(&self) {
        self.failed.fetch_add(1, Relaxed);
    }

    /// Notes a place in the input that is not a puzzle; the results show it.
    pub(crate) fn note_unreadable(&self) {
        self.unreadable.fetch_add(1, Relaxed);
    }

    /// Reports contradictory clues, which are an error of the input.
    pub(crate) fn contradictory(&self, error: impl Display) {
        self.say(error);
        self.contradictory.fetch_add(1, Relaxed);
    }

    /// Reports an error that ends the command.
    pub(crate) fn fatal(&self, error: &anyhow::Error) {
        self.say(format_args!("error: {error:#}"));
        self.fatal.store(true, Relaxed);
    }

    /// Reports at the end how many puzzles were skipped.
    pub(crate) fn sum_up(&self, puzzles: u64) {
        let kinds = [(&self.unreadable, "unreadable"), (&self.contradictory, "contradictory")]
            .map(|(count, kind)| (count.load(Relaxed), kind));
        let skipped: u64 = kinds.iter().map(|(count, _)| count).sum();
        if skipped > 0 {
            let kinds: Vec<String> = (kinds.iter())
                .filter(|(count, _)| *count > 0)
                .map(|(count, kind)| format!("{count} {kind}"))
                .collect();
            self.say(format_args!("skipped {skipped} of {puzzles} puzzles: {}", kinds.join(", ")));
        }
    }

    /// The exit code: 0 all well, 1 something that was checked failed, 2 bad usage or unreadable
    /// input.
    pub(crate) fn exit_code(&self) -> u8 {
        let bad_input = [&self.unreadable, &self.contradictory];
        if self.wrong.load(Relaxed) > 0 || self.failed.load(Relaxed) > 0 {
            1
        } else if self.fatal.load(Relaxed) || bad_input.iter().any(|n| n.load(Relaxed) > 0) {
            2
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn a_wrong_answer_outweighs_bad_input() {
        let trouble = Trouble::new(Stream::plain(io::sink()));
        assert_eq!(trouble.exit_code(), 0);
        trouble.unreadable("x:1:1: found 'x'");
        assert_eq!(trouble.exit_code(), 2);
        trouble.wrong("solver x");
        assert_eq!(trouble.exit_code(), 1);
    }

    #[test]
    fn every_kind_of_bad_input_counts() {
        let trouble = Trouble::new(Stream::plain(io::sink()));
        trouble.contradictory("x:1: twice");
        assert_eq!(trouble.exit_code(), 2);
        let trouble = Trouble::new(Stream::plain(io::sink()));
        trouble.note_unreadable();
        assert_eq!(trouble.exit_code(), 2);
        trouble.note_failed();
        assert_eq!(trouble.exit_code(), 1);
        let trouble = Trouble::new(Stream::plain(io::sink()));
        trouble.fatal(&anyhow::anyhow!("x"));
        assert_eq!(trouble.exit_code(), 2);
    }
}
