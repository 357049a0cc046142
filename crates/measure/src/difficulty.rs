//! [`Difficulty`]: how hard the puzzles of a corpus are, in whatever unit there is.

use serde::{Deserialize, Serialize};

use sudoku_core::Work;

use crate::stats::spearman;
use crate::{Comparable, CountRow, Plan, PuzzleRow};

/// How hard the puzzles of a corpus are, joined from what was known of them and what was counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Difficulty {
    /// The name of the corpus.
    pub corpus: String,
    /// Clues of every puzzle.
    pub clues: Vec<u32>,
    /// Effort of every puzzle: the digits that a search in reading order places. None where it
    /// was neither known nor counted within the budget.
    pub effort: Vec<Option<u64>>,
    /// How the number of clues and the effort rank the puzzles: 1 alike, -1 the other way round,
    /// 0 as if by chance (Spearman). None where one of them is the same for all.
    pub clues_and_effort: Option<f64>,
    /// How many puzzles have a rating.
    pub rated: usize,
    /// For every solver that reports its placements, its guesses on the puzzles that it finished.
    pub guesses: Vec<Guesses>,
}

/// The digits that one solver had to place on the puzzles of a corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Guesses {
    /// The id of the solver.
    pub solver: String,
    /// Placements, ascending, on the puzzles that it finished.
    pub placements: Vec<u64>,
    /// How these and the effort rank the puzzles, as above.
    pub and_effort: Option<f64>,
    /// How these and the given ratings rank the puzzles that have one, as above.
    pub and_rating: Option<f64>,
}

impl Difficulty {
    /// Joins the puzzles with the counts of every solver, corpus by corpus.
    pub(crate) fn of(plan: &Plan, puzzles: &[PuzzleRow], counts: &[CountRow]) -> Vec<Self> {
        let comparable = Comparable::of(counts);
        let corpora = plan.corpora.iter().map(|corpus| {
            let puzzles: Vec<&PuzzleRow> =
                puzzles.iter().filter(|puzzle| puzzle.corpus == corpus.name).collect();
            let of = |value: fn(&PuzzleRow) -> Option<f64>| -> Vec<Option<f64>> {
                puzzles.iter().map(|puzzle| value(puzzle)).collect()
            };
            let effort = of(|puzzle| puzzle.effort.map(|effort| effort as f64));
            let rating = of(|puzzle| puzzle.rating);
            let searches = plan.solvers.iter().filter(|solver| {
                let mut ours = counts.iter().filter(|row| row.solver == solver.id);
                let reports = ours.all(|row| row.counts.get(Work::Placements).is_some());
                solver.absent.is_none() && reports
            });
            let guesses = searches.map(|solver| {
                let ours = |row: &&CountRow| row.corpus == corpus.name && row.solver == solver.id;
                let mut placed = vec![None; puzzles.len()];
                for row in counts.iter().filter(ours) {
                    let counts = row.outcome.is_finished() && comparable.solver(&row.solver);
                    let place = puzzles.iter().position(|puzzle| puzzle.index == row.index);
                    if let (true, Some(place)) = (counts, place) {
                        placed[place] = Some(row.counts.placements);
                    }
                }
                let as_floats: Vec<_> =
                    placed.iter().map(|placed| placed.map(|placed| placed as f64)).collect();
                let mut placements: Vec<u64> = placed.into_iter().flatten().collect();
                placements.sort_unstable();
                Guesses {
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
                guesses: guesses.collect(),
            }
        });
        corpora.filter(|difficulty| !difficulty.clues.is_empty()).collect()
    }
}

/// Spearman's coefficient over the puzzles that have both.
fn agreement(a: &[Option<f64>], b: &[Option<f64>]) -> Option<f64> {
    let both = a.iter().zip(b).filter_map(|(a, b)| Some(((*a)?, (*b)?)));
    let (a, b): (Vec<f64>, Vec<f64>) = both.unzip();
    spearman(&a, &b)
}
