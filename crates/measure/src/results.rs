//! [`Results`]: what a run found, made from its raw data alone. This is `results.json`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use sudoku_core::Counts;

use crate::stats::{median_absolute_deviation, par2, quantile, sorted};
use crate::{
    ClockRow, CountRow, Difficulty, Distribution, Environment, InstructionRow, MemoryRow, Outcome,
    Plan, Ratios, RunFolder, RunFolderError, SurveyRow, read_criterion,
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
    /// Who is faster than whom; none when nothing was run in pairs.
    #[serde(default)]
    pub ratios: Option<Ratios>,
    /// Every solver on every puzzle, once; empty when there was no survey.
    #[serde(default)]
    pub survey: Vec<Survey>,
    /// How hard the puzzles are; empty for runs that did not write it down.
    #[serde(default)]
    pub difficulty: Vec<Difficulty>,
    /// What callgrind counted; empty when it was not asked.
    #[serde(default)]
    pub instructions: Vec<InstructionRow>,
    /// How much memory they take; empty when it was not measured.
    #[serde(default)]
    pub memory: Vec<Memory>,
}

/// How much memory a solver takes on a corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// The name of the corpus.
    pub corpus: String,
    /// The id of the solver.
    pub solver: String,
    /// Bytes that the search keeps beside the board, frames of the recursion aside.
    pub state_bytes: usize,
    /// Bytes of stack between the first call and the deepest one, on the puzzle with most.
    pub stack_bytes: usize,
    /// The same, divided by the levels below the first; none when there are none. Measured on the
    /// instance of the search that measures, not on the timed one.
    pub stack_bytes_per_level: Option<f64>,
    /// How often memory was asked for on the heap, over all solves.
    pub allocations: u64,
}

/// How many puzzles of a corpus a solver solves within the limit, and how fast.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    /// The name of the corpus.
    pub corpus: String,
    /// The id of the solver.
    pub solver: String,
    /// How many puzzles the corpus has.
    pub puzzles: usize,
    /// The times within the limit, in nanoseconds, ascending. What is missing was not solved.
    pub times_ns: Vec<u64>,
    /// PAR-2 in nanoseconds: the mean, where an unsolved puzzle counts as twice the limit.
    pub par2_ns: f64,
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
    /// Puzzles that it answered wrongly. Such a solver is not timed at all.
    pub wrong: u64,
    /// Puzzles that every solver of the run finished, faulty solvers aside. Work and time are
    /// over these, so that all rows of a corpus speak of the same puzzles.
    pub compared: u64,
    /// The work on the compared puzzles, summed; `max_depth` is the greatest.
    pub counts: Counts,
    /// The time; none when the solver is faulty or no puzzle can be compared.
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

    fn empty(corpus: &str, solver: &str) -> Self {
        Self {
            corpus: corpus.to_owned(),
            solver: solver.to_owned(),
            solved: 0,
            no_solution: 0,
            stopped: 0,
            wrong: 0,
            compared: 0,
            counts: Counts::default(),
            timing: None,
        }
    }

    fn add(&mut self, count: &CountRow, compared: bool) {
        match count.outcome {
            Outcome::Solved => self.solved += 1,
            Outcome::NoSolution => self.no_solution += 1,
            Outcome::Stopped => self.stopped += 1,
            Outcome::Wrong => self.wrong += 1,
        }
        if compared {
            self.compared += 1;
            self.counts += count.counts;
        }
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
        let counts = folder.counts()?;
        let rows = rows(&plan, &counts, &folder.clock()?, &read_criterion(&folder.criterion())?);
        Ok(Self {
            schema_version: SCHEMA_VERSION,
            environment: folder.environment()?,
            survey: survey(&plan, &folder.survey()?),
            difficulty: Difficulty::of(&plan, &folder.puzzles()?, &counts),
            plan,
            rows,
            ratios: Ratios::of(&folder.paired()?),
            instructions: folder.instructions()?,
            memory: memory(&folder.memory()?),
        })
    }

    /// The row of a solver on a corpus.
    pub fn row(&self, solver: &str, corpus: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.solver == solver && row.corpus == corpus)
    }
}

/// Who and what can be compared: solvers without a wrong answer, on puzzles that all of these
/// finished within their budget.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparable {
    faulty: BTreeSet<String>,
    unfinished: BTreeSet<(String, usize)>,
}

impl Comparable {
    /// Sorts the counted runs.
    pub fn of(counts: &[CountRow]) -> Self {
        let wrong = counts.iter().filter(|row| row.outcome == Outcome::Wrong);
        let faulty: BTreeSet<String> = wrong.map(|row| row.solver.clone()).collect();
        let stopped = counts
            .iter()
            .filter(|row| row.outcome == Outcome::Stopped && !faulty.contains(&row.solver));
        let unfinished = stopped.map(|row| (row.corpus.clone(), row.index)).collect();
        Self { faulty, unfinished }
    }

    /// True for a solver that gave no wrong answer.
    pub fn solver(&self, id: &str) -> bool {
        !self.faulty.contains(id)
    }

    /// True for a puzzle that all such solvers finished.
    pub fn puzzle(&self, corpus: &str, index: usize) -> bool {
        !self.unfinished.contains(&(corpus.to_owned(), index))
    }
}

fn rows(plan: &Plan, counts: &[CountRow], clock: &[ClockRow], times: &[Distribution]) -> Vec<Row> {
    let comparable = Comparable::of(counts);
    let mut rows = Vec::new();
    for corpus in &plan.corpora {
        for solver in &plan.solvers {
            let mut row = Row::empty(&corpus.name, &solver.id);
            let ours = |count: &&CountRow| count.corpus == corpus.name && count.solver == solver.id;
            for count in counts.iter().filter(ours) {
                row.add(count, comparable.puzzle(&count.corpus, count.index));
            }
            let time = times
                .iter()
                .find(|time| time.corpus == corpus.name && time.solver == solver.id)
                .filter(|_| row.compared > 0);
            row.timing = time.map(|time| timing(time, &row, clock));
            rows.push(row);
        }
    }
    rows
}

fn survey(plan: &Plan, rows: &[SurveyRow]) -> Vec<Survey> {
    let limit = plan.time_limit_ns;
    let mut found = Vec::new();
    for corpus in &plan.corpora {
        for solver in &plan.solvers {
            let ours = |row: &&SurveyRow| row.corpus == corpus.name && row.solver == solver.id;
            let times: Vec<Option<u64>> =
                rows.iter().filter(ours).map(|row| row.cpu_ns.filter(|ns| *ns <= limit)).collect();
            if times.is_empty() {
                continue;
            }
            let as_floats: Vec<Option<f64>> =
                times.iter().map(|time| time.map(|ns| ns as f64)).collect();
            let mut times_ns: Vec<u64> = times.iter().copied().flatten().collect();
            times_ns.sort_unstable();
            found.push(Survey {
                corpus: corpus.name.clone(),
                solver: solver.id.clone(),
                puzzles: times.len(),
                times_ns,
                par2_ns: par2(&as_floats, limit as f64),
            });
        }
    }
    found
}

/// One row for the rows of each solver and corpus, in the order in which they first appear.
fn memory(rows: &[MemoryRow]) -> Vec<Memory> {
    let mut found: Vec<Memory> = Vec::new();
    for row in rows {
        let levels = row.max_depth.saturating_sub(1);
        let per_level = (levels > 0).then(|| row.stack_bytes as f64 / levels as f64);
        match found.iter_mut().find(|all| all.corpus == row.corpus && all.solver == row.solver) {
            Some(all) => {
                if row.stack_bytes > all.stack_bytes {
                    (all.stack_bytes, all.stack_bytes_per_level) = (row.stack_bytes, per_level);
                }
                all.allocations += row.allocations;
            }
            None => found.push(Memory {
                corpus: row.corpus.clone(),
                solver: row.solver.clone(),
                state_bytes: row.state_bytes,
                stack_bytes: row.stack_bytes,
                stack_bytes_per_level: per_level,
                allocations: row.allocations,
            }),
        }
    }
    found
}

fn timing(time: &Distribution, row: &Row, clock: &[ClockRow]) -> Timing {
    let per_puzzle = 1.0 / row.compared as f64;
    let samples: Vec<f64> = time.samples.iter().map(|sample| sample * per_puzzle).collect();
    let (mut cpu, mut wall) = (0, 0);
    for batch in clock.iter().filter(|b| b.corpus == row.corpus && b.solver == row.solver) {
        cpu += batch.cpu_ns;
        wall += batch.wall_ns;
    }
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
