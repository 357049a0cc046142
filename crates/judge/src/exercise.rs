//! [`Exercise`]: puzzles by which readers check programs of their own.

use std::collections::BTreeSet;

use sudoku_core::{Counts, Ending, Goal, Grid};
use sudoku_record::{CorpusRecord, CountRow, Raw};

/// A puzzle, and the exact work of every solver on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Exercise {
    /// The name of the corpus.
    pub corpus: String,
    /// The puzzle's place in the corpus, from 0.
    pub index: usize,
    /// The puzzle.
    pub puzzle: Grid,
    /// The id of every solver that counts its work, with that work.
    pub work: Vec<(String, Counts)>,
}

/// The sets that a run takes its exercises from if it has them: the puzzle that every description
/// uses, then puzzles on which most solvers guess.
const FIRST: [&str; 3] = ["leetcode-37", "minimal", "hard"];

impl Exercise {
    /// The exercises of a run: of at most three sets, the first puzzle that every solver finished.
    pub fn all(raw: &Raw) -> Vec<Self> {
        let place = |corpus: &&CorpusRecord| {
            FIRST.iter().position(|name| *name == corpus.name).unwrap_or(FIRST.len())
        };
        let corpora = raw.plan.corpora.iter().filter(|corpus| corpus.goal == Goal::First);
        let mut corpora: Vec<&CorpusRecord> = corpora.collect();
        corpora.sort_by_key(place);
        let first = corpora.into_iter().filter_map(|corpus| Self::of(raw, &corpus.name));
        first.take(FIRST.len()).collect()
    }

    fn of(raw: &Raw, corpus: &str) -> Option<Self> {
        let rows = || raw.counts.iter().filter(|row| row.corpus == corpus);
        let stops = |row: &&CountRow| matches!(row.outcome, Ending::Stopped | Ending::Wrong);
        let left: BTreeSet<usize> = rows().filter(stops).map(|row| row.index).collect();
        let first = rows().filter(|row| !left.contains(&row.index)).min_by_key(|row| row.index)?;
        let counted = rows().filter(|row| row.index == first.index);
        let counted = counted.filter(|row| row.counts.values().iter().any(Option::is_some));
        Some(Self {
            corpus: corpus.to_owned(),
            index: first.index,
            puzzle: first.puzzle,
            work: counted.map(|row| (row.solver.clone(), row.counts)).collect(),
        })
    }

    /// The puzzle by its corpus and its number there, from 1: `minimal 1`.
    pub fn name(&self) -> String {
        format!("{} {}", self.corpus, self.index + 1)
    }
}
