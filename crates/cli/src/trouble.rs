//! [`Trouble`]: reports errors on the error stream and counts them for the exit code.

use std::fmt::Display;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sudoku_puzzles::Printable;

use crate::stream::{Stream, lock};
use crate::wrap::hanging;

/// The kinds of errors.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// A place in the input that is not a puzzle.
    Unreadable,
    /// Contradictory clues, where they are an error of the input.
    Contradictory,
    /// An error that ends the command.
    Fatal,
    /// Something that was checked.
    Checked,
    /// An answer of a solver.
    Answer,
}

/// The errors so far.
pub(crate) struct Trouble {
    stream: Mutex<Stream>,
    /// The number of each kind.
    faults: [AtomicU64; 5],
}

impl Trouble {
    /// A record without errors.
    pub(crate) fn new(stream: Stream) -> Self {
        Self { stream: Mutex::new(stream), faults: Default::default() }
    }

    /// Writes a text as one printable line, wrapped on a terminal. A stream without a reader is no
    /// reason to fail.
    pub(crate) fn say(&self, text: impl Display) {
        let mut stream = lock(&self.stream);
        let line = Printable(&text.to_string()).to_string();
        let line = match stream.columns {
            Some(columns) => hanging("", &line, columns),
            None => line,
        };
        let _ = writeln!(stream.writer, "{line}");
    }

    /// Writes what is wrong, and counts it.
    pub(crate) fn report(&self, fault: Fault, what: impl Display) {
        match fault {
            Fault::Answer => self.say(format_args!("WRONG ANSWER: {what}")),
            Fault::Fatal => self.say(format_args!("error: {what}")),
            _ => self.say(what),
        }
        self.count(fault);
    }

    /// Counts a fault that the results show.
    pub(crate) fn count(&self, fault: Fault) {
        self.faults[fault as usize].fetch_add(1, Relaxed);
    }

    fn number(&self, fault: Fault) -> u64 {
        self.faults[fault as usize].load(Relaxed)
    }

    /// Reports at the end how many puzzles were skipped.
    pub(crate) fn sum_up(&self, puzzles: u64) {
        let kinds = [(Fault::Unreadable, "unreadable"), (Fault::Contradictory, "contradictory")]
            .map(|(fault, kind)| (self.number(fault), kind));
        let skipped: u64 = kinds.iter().map(|(number, _)| number).sum();
        if skipped > 0 {
            let kinds = kinds.iter().filter(|(number, _)| *number > 0);
            let kinds: Vec<_> = kinds.map(|(number, kind)| format!("{number} {kind}")).collect();
            self.say(format_args!("skipped {skipped} of {puzzles} puzzles: {}", kinds.join(", ")));
        }
    }

    /// The exit code: 0 all well, 1 something that was checked failed, 2 bad usage or unreadable
    /// input.
    pub(crate) fn exit_code(&self) -> u8 {
        let any = |faults: &[Fault]| faults.iter().any(|fault| self.number(*fault) > 0);
        if any(&[Fault::Answer, Fault::Checked]) {
            1
        } else if any(&[Fault::Unreadable, Fault::Contradictory, Fault::Fatal]) {
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
        trouble.report(Fault::Unreadable, "x:1:1: found 'x'");
        assert_eq!(trouble.exit_code(), 2);
        trouble.report(Fault::Answer, "solver x");
        assert_eq!(trouble.exit_code(), 1);
    }

    #[test]
    fn every_kind_of_bad_input_counts() {
        let trouble = Trouble::new(Stream::plain(io::sink()));
        trouble.report(Fault::Contradictory, "x:1: twice");
        assert_eq!(trouble.exit_code(), 2);
        let trouble = Trouble::new(Stream::plain(io::sink()));
        trouble.count(Fault::Unreadable);
        assert_eq!(trouble.exit_code(), 2);
        trouble.count(Fault::Checked);
        assert_eq!(trouble.exit_code(), 1);
        let trouble = Trouble::new(Stream::plain(io::sink()));
        trouble.report(Fault::Fatal, "x");
        assert_eq!(trouble.exit_code(), 2);
    }
}
