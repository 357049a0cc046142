//! [`Plan`]: what a run sets out to do.

use serde::{Deserialize, Serialize};
use sudoku_core::Goal;
use sudoku_puzzles::Mode;

use crate::SolverRecord;

/// The plan of a run: its settings, solvers and corpora.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The command that starts such a run.
    pub command: String,
    /// The mode, which decides how long the run takes.
    pub mode: Mode,
    /// The number of recursive calls that a solver may make on one puzzle.
    pub call_budget: u64,
    /// CPU time in nanoseconds within which a puzzle counts as solved in the survey.
    pub time_limit_ns: u64,
    /// The number of samples that criterion takes per solver and corpus.
    pub samples: usize,
    /// How many builds share the race; 0 when nothing is timed.
    pub builds: u64,
    /// The solvers, in the order of the registry; peers come last.
    pub solvers: Vec<SolverRecord>,
    /// The corpora, in the order of the tables.
    pub corpora: Vec<CorpusRecord>,
}

/// A corpus in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusRecord {
    /// The name of the corpus.
    pub name: String,
    /// The question that solvers answer on these puzzles; the name of the corpus includes it.
    pub goal: Goal,
    /// A description in one line.
    pub about: String,
    /// How many of the corpus's puzzles the run takes.
    pub puzzles: usize,
    /// How many puzzles the corpus has.
    pub of: usize,
    /// The entries of the corpus's file that are not puzzles.
    pub skipped: Skipped,
    /// SHA-256 of the puzzles that the run takes, as lines of 81 characters and a newline.
    pub sha256: String,
    /// SHA-256 of the whole corpus with all that is known of it: of the lines of its file, as in
    /// the file's header. For a user's own file, SHA-256 of the puzzles that the run takes.
    pub set_sha256: String,
}

impl CorpusRecord {
    /// The name of the set of puzzles, without the suffix for the question.
    pub fn set(&self) -> &str {
        self.name.strip_suffix(self.goal.suffix()).unwrap_or(&self.name)
    }
}

/// The entries of a file that are not puzzles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// The number of such entries.
    pub entries: u64,
    /// The errors of the first ten entries: file, line, and what was expected.
    pub reasons: Vec<String>,
}

impl Skipped {
    /// Counts one more entry, and keeps its reason if it is one of the first ten.
    pub fn add(&mut self, reason: String) {
        const KEPT: usize = 10;
        self.entries += 1;
        if self.reasons.len() < KEPT {
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
