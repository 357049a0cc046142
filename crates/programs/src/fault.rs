//! [`ProgramFault`]: how a program breaks the protocol or a limit.

use sudoku_puzzles::Printable;

use crate::Spent;

/// How a program breaks the protocol or a limit, or hides its work. Displays as one line without
/// control characters, to follow the name of the program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct ProgramFault {
    /// The line that the fault is about, from 1, which is the same in the output and in the input;
    /// `None` if the fault is about no puzzle.
    pub line: Option<usize>,
    /// True if the program was too slow, and may answer fewer puzzles in time.
    pub(crate) is_slow: bool,
    pub(crate) text: String,
}

impl ProgramFault {
    /// A fault that is about no puzzle.
    pub(crate) fn new(text: String) -> Self {
        Self { line: None, is_slow: false, text }
    }

    /// A fault that is about a line.
    pub(crate) fn at(line: usize, text: String) -> Self {
        Self { line: Some(line), ..Self::new(text) }
    }

    /// The fault of a program most of whose work is not in its CPU time: a process that is not its
    /// own does it, or children that it does not wait for because it ignores SIGCHLD.
    pub(crate) fn hidden(Spent { cpu, wall, on_core, asleep }: Spent) -> Self {
        Self::new(format!(
            "used {cpu:.2?} of CPU time in {wall:.2?}, but ran for {on_core:.2?} and did nothing for \
             {asleep:.2?}: the work of others, or of children that are not waited for, cannot be measured"
        ))
    }
}

/// Returns the beginning of a line that a program wrote, printable and in backticks.
pub(crate) fn quoted(line: &str) -> String {
    const SHOWN: usize = 100;
    let more = if line.chars().nth(SHOWN).is_some() { "..." } else { "" };
    let shown: String = line.chars().take(SHOWN).collect();
    format!("`{}{more}`", Printable(&shown))
}
