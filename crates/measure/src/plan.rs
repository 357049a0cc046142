//! [`Plan`]: what a run set out to do.

use serde::{Deserialize, Serialize};
use sudoku_core::Goal;
use sudoku_corpus::Mode;

use crate::SolverRecord;

/// The plan of a run: what it set out to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The command that asks for such a run.
    pub command: String,
    /// How long it may take.
    pub mode: Mode,
    /// Recursive calls that a solver may make on one puzzle.
    pub call_budget: u64,
    /// CPU time in nanoseconds within which a puzzle counts as solved in the survey.
    pub time_limit_ns: u64,
    /// Timed samples per solver and corpus.
    pub samples: usize,
    /// How many builds share the paired rounds, 0 when nothing is timed.
    pub builds: u64,
    /// The solvers, in the order of the registry.
    pub solvers: Vec<SolverRecord>,
    /// The corpora, in the order of the tables.
    pub corpora: Vec<CorpusRecord>,
}

/// A corpus in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusRecord {
    /// Its name.
    pub name: String,
    /// The question that is asked of its puzzles; the name says it too.
    pub goal: Goal,
    /// A description in one line.
    pub about: String,
    /// How many of its puzzles the run took.
    pub puzzles: usize,
    /// How many puzzles it has.
    pub of: usize,
    /// The entries of its file that are not puzzles.
    pub skipped: Skipped,
    /// SHA-256 of the puzzles taken, 81 characters and a newline each.
    pub sha256: String,
    /// SHA-256 of all that is known of the whole corpus: of the lines of its file, as the header of
    /// the file says; for a file of one's own that of the puzzles taken.
    pub set_sha256: String,
}

impl CorpusRecord {
    /// The name of the set of puzzles, without the question (`+unique`).
    pub fn set(&self) -> &str {
        self.name.strip_suffix(self.goal.suffix()).unwrap_or(&self.name)
    }
}

/// The entries of a file that are not puzzles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// How many entries.
    pub entries: u64,
    /// The errors in the first few: file, line, and what was expected.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_its_name_without_what_is_asked_of_it() {
        let set = |name: &str, goal| {
            let [about, sha256, set_sha256] = [(); 3].map(|()| String::new());
            let (name, skipped) = (name.to_owned(), Skipped::default());
            let record =
                CorpusRecord { name, goal, about, puzzles: 1, of: 1, skipped, sha256, set_sha256 };
            record.set().to_owned()
        };
        assert_eq!(set("minimal+unique", Goal::Unique), "minimal");
        assert_eq!(set("minimal", Goal::First), "minimal");
        assert_eq!(set("mine+unique", Goal::First), "mine+unique", "a file of one's own");
    }
}
