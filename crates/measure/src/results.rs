//! [`Results`]: what a run found, made from its raw data alone. This is `results.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sudoku_core::Counts;

use crate::stats::{median_absolute_deviation, quantile, sorted};
use crate::{
    ClockRow, CountRow, Distribution, Environment, Outcome, Plan, RunFolder, RunFolderError,
    read_criterion,
};

/// The version of `results.json`. Fields may be added within a version; one that is renamed,
/// removed or changes its meaning makes a new version.
pub const SCHEMA_VERSION: u32 = 1;

/// A row is marked contended when its thread had a core for less than this share of the time.
const CONTENDED_BELOW: f64 = 0.98;

/// Everything a run found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// [`SCHEMA_VERSION`] of the program that wrote it.
    pub schema_version: u32,
    /// Where and with what.
    pub environment: Environment,
    /// What was asked.
    pub plan: Plan,
    /// One row per solver and corpus, corpus by corpus.
    pub rows: Vec<Row>,
}

/// One solver on one corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The name of the corpus.
    pub corpus: String,
    /// The id of the solver.
    pub solver: String,
    /// Puzzles that ended with a solution.
    pub solved: u64,
    /// Puzzles that were shown to have none.
    pub no_solution: u64,
    /// Puzzles on which the solver went over its budget.
    pub stopped: u64,
    /// Puzzles that it answered wrongly. Such a solver is not timed.
    pub wrong: u64,
    /// The work on all puzzles that were not stopped, summed; `max_depth` is the greatest.
    pub counts: Counts,
    /// The time; none when a puzzle was stopped or answered wrongly.
    pub timing: Option<Timing>,
}

/// How long a solver takes on a corpus, thread CPU time where the platform has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// Nanoseconds per puzzle: the median over samples with its 95 % interval.
    pub ns_per_puzzle: Interval,
    /// Nanoseconds per placement; none when nothing was placed.
    pub ns_per_placement: Option<Interval>,
    /// Median absolute deviation of the samples, in nanoseconds per puzzle.
    pub mad: f64,
    /// The 5th percentile of the samples, in nanoseconds per puzzle.
    pub p5: f64,
    /// The 95th percentile of the samples, in nanoseconds per puzzle.
    pub p95: f64,
    /// How many samples were taken.
    pub samples: usize,
    /// The share of the wall time during which the thread was running.
    pub cpu_over_wall: f64,
    /// True when that share is so low that caches were shared with somebody else.
    pub contended: bool,
}

/// A figure and the interval it is known to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate.
    pub point: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The same in another unit.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self { point: self.point * factor, low: self.low * factor, high: self.high * factor }
    }
}

impl Row {
    /// How many puzzles the solver was given.
    pub const fn puzzles(&self) -> u64 {
        self.solved + self.no_solution + self.stopped + self.wrong
    }
}

impl Results {
    /// Makes the results of a run from its raw data.
    ///
    /// # Errors
    ///
    /// When a file is missing or has another shape.
    pub fn from_raw(folder: &RunFolder) -> Result<Self, RunFolderError> {
        let plan = folder.plan()?;
        let rows =
            rows(&plan, &folder.counts()?, &folder.clock()?, &read_criterion(&folder.criterion())?);
        Ok(Self { schema_version: SCHEMA_VERSION, environment: folder.environment()?, plan, rows })
    }

    /// The row of a solver on a corpus.
    pub fn row(&self, solver: &str, corpus: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.solver == solver && row.corpus == corpus)
    }
}

fn rows(plan: &Plan, counts: &[CountRow], clock: &[ClockRow], times: &[Distribution]) -> Vec<Row> {
    let mut grouped: BTreeMap<(&str, &str), Vec<&CountRow>> = BTreeMap::new();
    for row in counts {
        grouped.entry((&row.corpus, &row.solver)).or_default().push(row);
    }
    let mut rows = Vec::new();
    for corpus in &plan.corpora {
        for solver in &plan.solvers {
            let key = (corpus.name.as_str(), solver.id.as_str());
            let Some(counted) = grouped.get(&key) else { continue };
            let mut row = sum(key, counted);
            let time =
                times.iter().find(|time| (time.corpus.as_str(), time.solver.as_str()) == key);
            row.timing = time.map(|time| timing(time, &row, clock));
            rows.push(row);
        }
    }
    rows
}

fn sum((corpus, solver): (&str, &str), counted: &[&CountRow]) -> Row {
    let mut row = Row {
        corpus: corpus.to_owned(),
        solver: solver.to_owned(),
        solved: 0,
        no_solution: 0,
        stopped: 0,
        wrong: 0,
        counts: Counts::default(),
        timing: None,
    };
    for puzzle in counted {
        match puzzle.outcome {
            Outcome::Solved => row.solved += 1,
            Outcome::NoSolution => row.no_solution += 1,
            Outcome::Stopped => row.stopped += 1,
            Outcome::Wrong => row.wrong += 1,
        }
        if puzzle.outcome != Outcome::Stopped {
            row.counts += puzzle.counts;
        }
    }
    row
}

fn timing(time: &Distribution, row: &Row, clock: &[ClockRow]) -> Timing {
    let per_puzzle = 1.0 / row.puzzles() as f64;
    let samples: Vec<f64> = time.samples.iter().map(|sample| sample * per_puzzle).collect();
    let batches = clock.iter().filter(|batch| {
        (batch.corpus.as_str(), batch.solver.as_str()) == (row.corpus.as_str(), row.solver.as_str())
    });
    let (cpu, wall) =
        batches.fold((0, 0), |(cpu, wall), batch| (cpu + batch.cpu_ns, wall + batch.wall_ns));
    let cpu_over_wall = if wall == 0 { 1.0 } else { cpu as f64 / wall as f64 };
    let ordered = sorted(&samples);
    Timing {
        ns_per_puzzle: time.median.scaled(per_puzzle),
        ns_per_placement: (row.counts.placements > 0)
            .then(|| time.median.scaled(1.0 / row.counts.placements as f64)),
        mad: median_absolute_deviation(&samples),
        p5: quantile(&ordered, 0.05),
        p95: quantile(&ordered, 0.95),
        samples: samples.len(),
        cpu_over_wall,
        contended: cpu_over_wall < CONTENDED_BELOW,
    }
}
