//! [`Difficulty`]: how hard the puzzles of a corpus are, by clues, effort, ratings and placements.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sudoku_core::Work;

use crate::indexed::by_key;
use sudoku_core::stats::spearman;
use sudoku_record::{Comparable, PuzzleRow, Raw, SolverRecord};

/// How hard the puzzles of a corpus are, from what was known before the run and what it counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Difficulty {
    /// The name of the corpus.
    pub corpus: String,
    /// The number of clues of every puzzle.
    pub clues: Vec<u32>,
    /// The effort of every puzzle: the digits that a search in reading order places. `None` where
    /// it was neither known nor counted within the budget.
    pub effort: Vec<Option<u64>>,
    /// Spearman's coefficient of the number of clues and the effort: 1 where both rank the puzzles
    /// in the same order, -1 in the opposite order, 0 where the two are unrelated. `None` where all
    /// puzzles have the same number or the same effort.
    pub clues_and_effort: Option<f64>,
    /// How many puzzles have a rating.
    pub rated: usize,
    /// The placements of every solver that reports them, on the puzzles that it finished.
    pub placed: Vec<Placed>,
}

/// The digits that a solver placed on the puzzles of a corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Placed {
    /// The id of the solver.
    pub solver: String,
    /// Placements on the puzzles that the solver finished, ascending.
    pub placements: Vec<u64>,
    /// Spearman's coefficient of the placements and the effort, as above.
    pub and_effort: Option<f64>,
    /// Spearman's coefficient of the placements and the ratings, on the puzzles that have one.
    pub and_rating: Option<f64>,
}

impl Difficulty {
    /// Combines the facts about the puzzles with the counts of every solver, corpus by corpus.
    pub(crate) fn of(raw: &Raw) -> Vec<Self> {
        let comparable = Comparable::of(&raw.counts);
        let counts = by_key(&raw.counts);
        let silent = raw.counts.iter().filter(|row| row.counts.get(Work::Placements).is_none());
        let silent: BTreeSet<&str> = silent.map(|row| row.solver.as_str()).collect();
        let reports =
            |solver: &&SolverRecord| solver.absent.is_none() && !silent.contains(&*solver.id);
        let corpora = raw.plan.corpora.iter().map(|corpus| {
            let puzzles: Vec<&PuzzleRow> =
                raw.puzzles.iter().filter(|puzzle| puzzle.corpus == corpus.name).collect();
            let of = |value: fn(&PuzzleRow) -> Option<f64>| -> Vec<Option<f64>> {
                puzzles.iter().map(|puzzle| value(puzzle)).collect()
            };
            let effort = of(|puzzle| puzzle.effort.map(|effort| effort as f64));
            let rating = of(|puzzle| puzzle.rating);
            let placed = raw.plan.solvers.iter().filter(reports).map(|solver| {
                let counts = counts.get(&(&*solver.id, &*corpus.name)).into_iter().flatten();
                let right = counts.filter(|row| row.outcome.is_finished());
                let right = right.filter(|row| comparable.solver(&row.solver));
                let placed: BTreeMap<usize, u64> =
                    right.map(|row| (row.index, row.counts.placements)).collect();
                let placed: Vec<Option<u64>> =
                    puzzles.iter().map(|puzzle| placed.get(&puzzle.index).copied()).collect();
                let as_floats: Vec<_> =
                    placed.iter().map(|placed| placed.map(|placed| placed as f64)).collect();
                let mut placements: Vec<u64> = placed.into_iter().flatten().collect();
                placements.sort_unstable();
                Placed {
                    solver: solver.id.clone(),
                    placements,
                    and_effort: agreement(&as_floats, &effort),
                    and_rating: agreement(&as_floats, &rating),
                }
            });
            Self {
                corpus: corpus.name.clone(),
                clues: puzzles.iter().map(|puzzle| puzzle.clues).collect(),
                effort: puzzles.iter().map(|puzzle| puzzle.effort).collect(),
                clues_and_effort: agreement(&of(|puzzle| Some(f64::from(puzzle.clues))), &effort),
                rated: rating.iter().flatten().count(),
                placed: placed.collect(),
            }
        });
        corpora.filter(|difficulty| !difficulty.clues.is_empty()).collect()
    }
}

/// Spearman's coefficient over the puzzles that have both values.
fn agreement(a: &[Option<f64>], b: &[Option<f64>]) -> Option<f64> {
    let both = a.iter().zip(b).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
    let (a, b): (Vec<f64>, Vec<f64>) = both.unzip();
    spearman(&a, &b)
}
