//! [`Known`]: the exact counts of the solvers, on puzzle by puzzle and on whole sets.

use std::collections::BTreeMap;
use std::iter::Sum;

use serde::{Deserialize, Serialize};
use sudoku_core::{Counts, Ending};
use sudoku_record::{CountRow, KindCounts, SetCounts, counted_as, counts_itself, is_placing};

/// The puzzles for which exact counts give a time or a ratio.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedOn {
    /// The number of puzzles.
    pub puzzles: usize,
    /// True if these are all puzzles of the set; false if they are those that the run took and the
    /// solvers finished.
    pub whole_set: bool,
}

/// Two counters of a solver on one or several puzzles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) placements: u64,
    pub(crate) nodes: u64,
}

impl Work {
    /// The work in these counts; `None` if the solver counts no nodes.
    fn of(counts: &Counts) -> Option<Self> {
        Some(Self { placements: counts.placements, nodes: counts.entered()? })
    }

    /// The count that explains the time of a solver.
    pub(crate) fn count(self, solver: &str) -> f64 {
        (if is_placing(solver) { self.placements } else { self.nodes }) as f64
    }
}

impl Sum for Work {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            placements: sum.placements + one.placements,
            nodes: sum.nodes + one.nodes,
        })
    }
}

/// The exact counts of the solvers that count nodes, by corpus and solver.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known(BTreeMap<(String, String), KnownWork>);

#[derive(Debug, Clone, Default)]
struct KnownWork {
    /// On each puzzle of the run; `None` if the solver did not finish it.
    each: Vec<Option<Work>>,
    is_stopped: bool,
    /// On all puzzles of the set, with their number.
    set: Option<(Work, usize)>,
    /// On fresh puzzles of its kind.
    kind: Option<KindCounts>,
}

impl Known {
    pub(crate) fn of(counts: &[CountRow], sets: &[SetCounts]) -> Self {
        let mut known = Self::default();
        for row in counts {
            let key = (row.corpus.clone(), row.solver.clone());
            let KnownWork { each, is_stopped, .. } = known.0.entry(key).or_default();
            each.resize(each.len().max(row.index + 1), None);
            each[row.index] = Work::of(&row.counts).filter(|_| row.outcome.is_finished());
            *is_stopped |= row.outcome == Ending::Stopped;
        }
        for SetCounts { corpus, solver, puzzles, counts } in sets {
            let known = known.0.get_mut(&(corpus.clone(), solver.clone()));
            // A solver that was stopped has no times of the puzzles that take it longest.
            if let Some(known) = known.filter(|known| !known.is_stopped) {
                known.set = Work::of(counts).map(|work| (work, *puzzles));
            }
        }
        known
    }

    fn of_solver(&self, corpus: &str, solver: &str) -> Option<&KnownWork> {
        self.0.get(&(corpus.to_owned(), solver.to_owned()))
    }

    /// Adds counts on fresh puzzles, for solvers that finished every puzzle of the run.
    pub(crate) fn add_kinds(&mut self, kinds: &[KindCounts]) {
        for kind in kinds {
            let known = self.0.get_mut(&(kind.set.clone(), kind.solver.clone()));
            if let Some(known) = known.filter(|known| !known.is_stopped) {
                known.kind = Some(kind.clone());
            }
        }
    }

    /// True for a solver that did not finish every puzzle of the run.
    pub(crate) fn is_stopped(&self, corpus: &str, solver: &str) -> bool {
        self.of_solver(corpus, solver).is_some_and(|known| known.is_stopped)
    }

    /// The work of these solvers, or of those they are [counted as](counted_as), on the same puzzles: on
    /// the whole set or, failing that, on those puzzles of the run that all of them finished. `None` if there are no such counts.
    pub(crate) fn work(&self, corpus: &str, solvers: &[&str]) -> Option<(CountedOn, Vec<Work>)> {
        // The counts are then those of another solver, which was not stopped.
        if solvers.iter().any(|id| !counts_itself(id) && self.is_stopped(corpus, id)) {
            return None;
        }
        let known = |solver: &&str| self.of_solver(corpus, counted_as(solver));
        let known: Vec<&KnownWork> = solvers.iter().map(known).collect::<Option<_>>()?;
        if let Some(sets) = known.iter().map(|known| known.set).collect::<Option<Vec<_>>>() {
            let puzzles = sets.first()?.1;
            return Some((
                CountedOn { puzzles, whole_set: true },
                sets.iter().map(|set| set.0).collect(),
            ));
        }
        let finished =
            |at: &usize| known.iter().all(|known| matches!(known.each.get(*at), Some(Some(_))));
        let common: Vec<usize> = (0..known.first()?.each.len()).filter(finished).collect();
        let sum = |known: &&KnownWork| common.iter().filter_map(|at| known.each[*at]).sum();
        let on = CountedOn { puzzles: common.len(), whole_set: false };
        (!common.is_empty()).then(|| (on, known.iter().map(sum).collect()))
    }

    /// The work of a solver on fresh puzzles of the kind of a set.
    pub(crate) fn kind(&self, corpus: &str, solver: &str) -> Option<&KindCounts> {
        self.of_solver(corpus, counted_as(solver))?.kind.as_ref()
    }

    /// The work of a solver on the first puzzles of the run; `None` if it did not finish them.
    pub(crate) fn first(&self, corpus: &str, solver: &str, puzzles: usize) -> Option<Work> {
        self.of_solver(corpus, solver)?.each.get(..puzzles)?.iter().copied().sum()
    }
}
