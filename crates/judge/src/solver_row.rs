//! [`SolverRow`]: what one solver did on one corpus, and its times there.

use serde::{Deserialize, Serialize};
use sudoku_core::{Counts, Ending};
use sudoku_record::CountRow;

use crate::indexed::keyed;
use crate::{CountedOn, Interval};

/// One solver on one corpus.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SolverRow {
    /// The name of the corpus.
    pub corpus: String,
    /// The id of the solver.
    pub solver: String,
    /// Puzzles that ended with a solution.
    pub solved: u64,
    /// Puzzles that were shown to have no solution.
    pub no_solution: u64,
    /// Puzzles on which the solver exceeded its budget.
    pub stopped: u64,
    /// Puzzles that the solver answered wrongly. Such a solver is not timed at all.
    pub wrong: u64,
    /// The work on the puzzles that the solver finished, summed; `max_depth` is the greatest.
    pub counts: Counts,
    /// The time on the puzzles that the solver finished; `None` if the solver is faulty, or
    /// finished too few puzzles to be run in pairs.
    pub timing: Option<Timing>,
}

/// The time of a solver on a corpus, in thread CPU time where the platform has it. Means come from
/// the race and from exact counts; figures named `once_…` come from the survey, in which
/// every puzzle is solved once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Nanoseconds per puzzle: the mean with its 95 % interval. A few hard puzzles may make up most
    /// of it.
    pub mean_ns: Interval,
    /// The puzzles for which exact counts give the means; `None` for means of what was timed.
    pub counted_on: Option<CountedOn>,
    /// Nanoseconds per placement, with the interval; `None` if nothing was placed.
    pub mean_ns_per_placement: Option<Interval>,
    /// The median in nanoseconds when each puzzle is solved once; `None` without a survey.
    pub once_median_ns: Option<f64>,
    /// The mean in nanoseconds when each puzzle is solved once; `None` without a survey.
    pub once_mean_ns: Option<f64>,
    /// The number of different puzzles that were timed in the race.
    pub puzzles: usize,
    /// The result of criterion; `None` if it was not run.
    pub criterion: Option<Criterion>,
    /// The share of the wall time during which the thread was running.
    pub cpu_over_wall: f64,
    /// True when that share is so low that another program must have used the caches too.
    pub contended: bool,
}

/// Criterion's samples, in nanoseconds per puzzle. All have equally many puzzles, and each
/// continues through the corpus where the one before ended, so samples differ because their puzzles
/// do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Criterion {
    /// How many samples were taken.
    pub samples: usize,
    /// How many puzzles each sample has.
    pub puzzles: u64,
    /// The median of the samples.
    pub median_ns: f64,
    /// The 5th percentile.
    pub p5_ns: f64,
    /// The 95th percentile.
    pub p95_ns: f64,
}

keyed!(SolverRow);

impl SolverRow {
    /// How many puzzles the solver was given.
    pub const fn puzzles(&self) -> u64 {
        self.finished() + self.stopped + self.wrong
    }

    /// How many puzzles the solver finished within its budget.
    pub const fn finished(&self) -> u64 {
        self.solved + self.no_solution
    }

    /// True if the solver finished every puzzle, so that its sums are those of the corpus.
    pub const fn is_whole(&self) -> bool {
        self.puzzles() > 0 && self.finished() == self.puzzles()
    }

    pub(crate) fn add(&mut self, count: &CountRow) {
        match count.outcome {
            Ending::Solved | Ending::Several => self.solved += 1,
            Ending::NoSolution => self.no_solution += 1,
            Ending::Stopped => self.stopped += 1,
            Ending::Wrong => self.wrong += 1,
            Ending::NotAsked => {}
        }
        if count.outcome.is_finished() {
            self.counts += count.counts;
        }
    }
}
