//! [`Plan`]: what a run set out to do.

use serde::{Deserialize, Serialize};
use sudoku_core::Goal;
use sudoku_corpus::Mode;

use crate::SolverRecord;

/// What a run set out to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The command that asks for such a run.
    #[serde(default)]
    pub command: String,
    /// How long it may take.
    pub mode: Mode,
    /// Recursive calls that a solver may make on one puzzle.
    pub call_budget: u64,
    /// CPU time in nanoseconds within which a puzzle counts as solved in the survey.
    #[serde(default)]
    pub time_limit_ns: u64,
    /// Timed samples per solver and corpus.
    pub samples: usize,
    /// How many builds share the paired rounds, 0 when nothing is timed; none in runs that did not
    /// write it down.
    #[serde(default)]
    pub builds: Option<u64>,
    /// The solvers, in the order of the story.
    pub solvers: Vec<SolverRecord>,
    /// The corpora, in the order of the tables.
    pub corpora: Vec<CorpusRecord>,
}

/// A corpus in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusRecord {
    /// Its name.
    pub name: String,
    /// What is asked of its puzzles; the name says so too.
    #[serde(default)]
    pub goal: Goal,
    /// What it is, in one line.
    pub about: String,
    /// How many of its puzzles the run took.
    pub puzzles: usize,
    /// How many puzzles it has.
    pub of: usize,
    /// What of its file is no puzzle.
    #[serde(default)]
    pub skipped: Skipped,
    /// SHA-256 of the puzzles taken, 81 characters and a newline each.
    pub sha256: String,
    /// SHA-256 of all that is known of the whole corpus: of the lines of its file, as the header of
    /// the file says; for a file of one's own that of the puzzles taken.
    pub set_sha256: String,
}

/// What of a file is no puzzle.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// How many entries.
    pub entries: u64,
    /// What is wrong with the first few: file, line, and what was expected.
    pub reasons: Vec<String>,
}

impl Skipped {
    /// One more entry; the first ten reasons are kept.
    pub fn add(&mut self, reason: String) {
        const TOLD: usize = 10;
        self.entries += 1;
        if self.reasons.len() < TOLD {
            self.reasons.push(reason);
        }
    }
}
