//! The outcome of a run in a few figures.

use std::cmp::Reverse;

use sudoku_record::CorpusRecord;

use crate::{Results, SolverRow, status};

/// The size of a run, and how many answers of each kind it had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// Solvers that were run.
    pub solvers: u64,
    /// Sets that were run.
    pub sets: u64,
    /// Puzzles of all sets together.
    pub puzzles: u64,
    /// Right answers.
    pub right: u64,
    /// Wrong answers.
    pub wrong: u64,
    /// Searches that exceeded the budget.
    pub stopped: u64,
}

impl Results {
    /// The size of the run, and how many answers of each kind it had.
    pub fn totals(&self) -> Totals {
        let corpora = &self.plan.corpora;
        let run = self.plan.solvers.iter().filter(|solver| solver.absent.is_none());
        let sum = |of: fn(&SolverRow) -> u64| self.rows.iter().map(of).sum();
        Totals {
            solvers: run.count() as u64,
            sets: corpora.len() as u64,
            puzzles: corpora.iter().map(|corpus| corpus.puzzles as u64).sum(),
            right: sum(SolverRow::finished),
            wrong: sum(|row| row.wrong),
            stopped: sum(|row| row.stopped),
        }
    }

    /// The solver with the least mean time on a set, and that time in nanoseconds per puzzle; `None`
    /// if no solver has a time.
    pub fn fastest_on(&self, corpus: &str) -> Option<(&str, f64)> {
        status::times(self, corpus).min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// The solvers that are the fastest on some set, each with the number of these sets, in
    /// descending order of that number.
    pub fn fastest(&self) -> Vec<(&str, usize)> {
        let on = |corpus: &CorpusRecord| self.fastest_on(&corpus.name);
        let mut sets: Vec<(&str, usize)> = Vec::new();
        for (solver, _) in self.plan.corpora.iter().filter_map(on) {
            match sets.iter_mut().find(|(known, _)| *known == solver) {
                Some((_, number)) => *number += 1,
                None => sets.push((solver, 1)),
            }
        }
        sets.sort_by_key(|(_, number)| Reverse(*number));
        sets
    }
}
