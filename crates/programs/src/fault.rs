//! [`ProgramFault`]: how a program breaks the protocol or a limit.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use sudoku_core::Grid;
use sudoku_corpus::Printable;

use crate::Spent;

/// How a program breaks the protocol or a limit, or hides its work. Displays as one line without
/// control characters, to follow the name of the program.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ProgramFault {
    /// The command cannot be started.
    #[error("cannot be started: {0}")]
    NotStarted(String),
    /// It wrote before it had been given anything to read.
    #[error("wrote {} before it was given a puzzle", quoted(.0))]
    Early(String),
    /// An answer is wrong, or is no answer.
    #[error("line {line} is wrong: {why}; the puzzle is {puzzle}")]
    Wrong {
        /// The line of its output, which is the line of the puzzle in its input, from 1.
        line: usize,
        /// The puzzle, with its digits as the program was given them.
        puzzle: Box<Grid>,
        /// Why it is wrong.
        why: String,
    },
    /// It wrote fewer lines than it was given puzzles.
    #[error("wrote {} of {asked} lines: there is no answer to {next}", .line - 1)]
    TooFew {
        /// The first line that is missing, from 1.
        line: usize,
        /// The number of puzzles that it was given.
        asked: usize,
        /// The first puzzle without an answer.
        next: Box<Grid>,
    },
    /// It wrote more lines than it was given puzzles.
    #[error("line {line} is one too many, after the last puzzle: {}", quoted(.found))]
    TooMany {
        /// The first line that answers no puzzle, from 1.
        line: usize,
        /// The text of that line.
        found: String,
    },
    /// It ended by a signal, or with an exit code other than 0.
    #[error("ended with {end}{place}{}", Complaint(.said))]
    Ended {
        /// The exit code, or the signal.
        end: String,
        /// Where its output ends.
        place: Place,
        /// The last line of its standard error.
        said: String,
    },
    /// It reached a limit.
    #[error("{over}{place}{}", Complaint(.said))]
    Over {
        /// The limit.
        over: Over,
        /// Where its output ends.
        place: Place,
        /// The last line of its standard error.
        said: String,
    },
    /// Processes that it has started went on after its own end.
    #[error("left {0} of its processes running, and they were ended")]
    Left(usize),
    /// Most of its work is not in its CPU time: a process that is not its own does it, or children
    /// that it does not wait for because it ignores SIGCHLD.
    #[error(
        "used {:.2?} of CPU time in {:.2?}, but ran for {:.2?} and did nothing for {:.2?}: the work of \
         others, or of children that are not waited for, cannot be measured",
        .0.cpu, .0.wall, .0.on_core, .0.asleep
    )]
    Hidden(Spent),
    /// In every round it took less CPU time for its puzzles than the echo.
    #[error(
        "takes {ns:.0} ns of CPU time for a puzzle, less than a program that only writes the lines that \
         it reads, {echo_ns:.0} ns: its work is done where it cannot be measured"
    )]
    BelowEcho {
        /// Nanoseconds for a puzzle.
        ns: f64,
        /// Those of the echo.
        echo_ns: f64,
    },
    /// A file that its command names is not the file that it was when the command was read.
    #[error("{0} has changed: each pass must run the same program")]
    Changed(String),
    /// Its launcher was stopped or killed, so that nothing is known of it.
    #[error("its launcher {0}: nothing is known of the program")]
    Launcher(String),
}

impl ProgramFault {
    /// Returns the line that the fault is about, from 1, which is the same in the output and in the
    /// input; `None` if the fault is about no puzzle.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Wrong { line, .. } | Self::TooFew { line, .. } => Some(*line),
            Self::Ended { place, .. } | Self::Over { place, .. } => {
                place.next.is_some().then_some(place.line)
            }
            Self::NotStarted(_)
            | Self::Early(_)
            | Self::TooMany { .. }
            | Self::Left(_)
            | Self::Hidden(_)
            | Self::BelowEcho { .. }
            | Self::Changed(_)
            | Self::Launcher(_) => None,
        }
    }

    /// Returns the number of puzzles that were answered before that line; 0 if there is none.
    pub(crate) fn answered(&self) -> usize {
        self.line().map_or(0, |line| line - 1)
    }
}

/// A limit that a program has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Over {
    /// Wall time: a hang, or a slow program.
    #[error("had not ended after {0:?}")]
    Wall(Duration),
    /// CPU time, user and system, of all its processes.
    #[error("used more than {0:?} of CPU time")]
    Cpu(Duration),
    /// Resident bytes of all its processes together.
    #[error("used more than {} MiB of memory", .0 >> 20)]
    Memory(u64),
}

/// Where the output of a program ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The first line that is missing, from 1.
    pub line: usize,
    /// The number of puzzles that it was given.
    pub asked: usize,
    /// The first puzzle without an answer, if there is one.
    pub next: Option<Box<Grid>>,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { line, asked, next } = self;
        match next {
            Some(puzzle) => {
                write!(f, " with {} of {asked} lines written, before {puzzle}", line - 1)
            }
            None => write!(f, " after all {asked} answers"),
        }
    }
}

/// Returns the beginning of a line that a program wrote, printable and in backticks.
pub(crate) fn quoted(line: &str) -> String {
    const SHOWN: usize = 100;
    let more = if line.chars().nth(SHOWN).is_some() { "..." } else { "" };
    let shown: String = line.chars().take(SHOWN).collect();
    format!("`{}{more}`", Printable(&shown))
}

/// Displays the last line of a program's standard error, if it has one.
struct Complaint<'a>(&'a str);

impl std::fmt::Display for Complaint<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, "; it says {}", quoted(self.0)) }
    }
}
