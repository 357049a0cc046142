//! [`ProgramFault`]: how a program breaks the protocol or a limit.

use sudoku_core::Grid;
use sudoku_puzzles::Printable;

use crate::{End, Question, Spent};

/// How a program breaks the protocol or a limit, or hides its work. Displays as one line without
/// control characters, to follow the name of the program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProgramFault {
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
    /// It was not started, did not end well or reached a limit.
    #[error("{end}{place}")]
    Ended {
        /// How it ended.
        end: End,
        /// The first line that is missing, from 1; `None` if there are all, or if it was not started.
        line: Option<usize>,
        /// Where its output ends, and the last line of its standard error, in words.
        place: String,
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
    /// A file that its command names is not the file that it was when the command was read.
    #[error("{0} has changed: each pass must run the same program")]
    Changed(String),
    /// Its launcher was stopped or killed, so that nothing is known of it.
    #[error("its launcher {0}: nothing is known of the program")]
    Launcher(String),
}

impl ProgramFault {
    /// The fault of a program that has written this many lines, and whose standard error ended so.
    pub(crate) fn ended(end: End, questions: &[Question], written: usize, said: &str) -> Self {
        let (next, asked) = (questions.get(written), questions.len());
        let mut place = match (&end, next) {
            (End::NotStarted(_), _) => String::new(),
            (_, None) => format!(" after all {asked} answers"),
            (_, Some(next)) => {
                format!(" with {written} of {asked} lines written, before {}", next.puzzle.grid())
            }
        };
        if !said.is_empty() {
            place += &format!("; it says {}", quoted(said));
        }
        let is_started = !matches!(end, End::NotStarted(_));
        Self::Ended { end, line: next.filter(|_| is_started).map(|_| written + 1), place }
    }

    /// Returns the line that the fault is about, from 1, which is the same in the output and in the
    /// input; `None` if the fault is about no puzzle.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Wrong { line, .. } | Self::TooFew { line, .. } => Some(*line),
            Self::Ended { line, .. } => *line,
            _ => None,
        }
    }

    /// Returns true if the program was too slow, and may answer fewer puzzles in time.
    pub(crate) fn is_slow(&self) -> bool {
        matches!(self, Self::Ended { end: End::Wall(_) | End::Cpu(_), .. })
    }
}

/// Returns the beginning of a line that a program wrote, printable and in backticks.
pub(crate) fn quoted(line: &str) -> String {
    const SHOWN: usize = 100;
    let more = if line.chars().nth(SHOWN).is_some() { "..." } else { "" };
    let shown: String = line.chars().take(SHOWN).collect();
    format!("`{}{more}`", Printable(&shown))
}
