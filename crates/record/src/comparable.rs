//! [`Comparable`]: the solvers and sets that a run times in pairs.

use std::collections::{BTreeMap, BTreeSet};

use sudoku_core::Ending;

use crate::CountRow;

/// The solvers that can be compared: those without a wrong answer, on each corpus where they
/// were stopped on at most a tenth of the puzzles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparable {
    faulty: BTreeSet<String>,
    /// For each corpus and solver, the number of puzzles and how many of them the solver was
    /// stopped on.
    stopped: BTreeMap<(String, String), (usize, usize)>,
}

impl Comparable {
    /// Collects wrong answers and stopped searches from rows of counts.
    pub fn of(counts: &[CountRow]) -> Self {
        let mut found = Self::default();
        for row in counts {
            if row.outcome == Ending::Wrong {
                found.faulty.insert(row.solver.clone());
            }
            let key = (row.corpus.clone(), row.solver.clone());
            let (puzzles, stopped) = found.stopped.entry(key).or_default();
            *puzzles += 1;
            *stopped += usize::from(row.outcome == Ending::Stopped);
        }
        found
    }

    /// True for a solver that gave no wrong answer.
    pub fn solver(&self, id: &str) -> bool {
        !self.faulty.contains(id)
    }

    /// True for a solver without a wrong answer that was stopped on at most a tenth of the puzzles
    /// of the corpus. If it was stopped on more, its times would be those of a different set of
    /// puzzles.
    pub fn paired(&self, corpus: &str, id: &str) -> bool {
        let found = self.stopped.get(&(corpus.to_owned(), id.to_owned()));
        self.solver(id) && found.is_some_and(|&(puzzles, stopped)| 10 * stopped <= puzzles)
    }

    /// True when no solver is [`paired`](Self::paired) on any corpus.
    pub(crate) fn none_paired(&self) -> bool {
        !self.stopped.keys().any(|(corpus, id)| self.paired(corpus, id))
    }
}
