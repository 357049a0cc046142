//! [`ResultRow`]: `results.csv`, the main figures of `results.json` as one table.

use serde::{Deserialize, Serialize};
use sudoku_core::{Goal, Work};
use sudoku_measure::{CorpusRecord, RawRow, SolverRecord};

use crate::{Order, Results, Standing};

/// One solver on one set. Of a solver without a time there, the fields of times and ratios are
/// empty, and so is a counter that it does not report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResultRow {
    /// The name of the set, which is `corpus` in `results.json`.
    pub set: String,
    /// The question asked of its puzzles.
    pub goal: Goal,
    /// The id of the solver, `family/variant`.
    pub solver: String,
    /// Its family.
    pub family: String,
    /// The keys of the publications that it is taken from, separated by spaces.
    pub sources: String,
    /// The name of the tree that it walks.
    pub tree: String,
    /// Puzzles that it was given.
    pub puzzles: u64,
    /// Puzzles that ended with a solution.
    pub solved: u64,
    /// Puzzles that were shown to have none.
    pub no_solution: u64,
    /// Puzzles on which it went over its budget.
    pub stopped: u64,
    /// Puzzles that it answered wrongly.
    pub wrong: u64,
    /// Nanoseconds per puzzle in the paired rounds, if it finished every puzzle of the set.
    pub mean_ns: Option<f64>,
    /// The lower end of the 95 % interval.
    pub mean_ns_low: Option<f64>,
    /// The upper end.
    pub mean_ns_high: Option<f64>,
    /// Nanoseconds per placement in the paired rounds.
    pub mean_ns_per_placement: Option<f64>,
    /// Nanoseconds that half of the puzzles take at most when each is solved once.
    pub once_median_ns: Option<f64>,
    /// The mean in nanoseconds when each puzzle is solved once.
    pub once_mean_ns: Option<f64>,
    /// The solver that it is compared with.
    pub reference: Option<String>,
    /// Its time divided by that of the reference, on the puzzles that both finished; 1 for the
    /// reference itself.
    pub ratio: Option<f64>,
    /// The lower end of the 95 % interval.
    pub ratio_low: Option<f64>,
    /// The upper end.
    pub ratio_high: Option<f64>,
    /// Its time divided by that of the reference on a typical puzzle, each solved once.
    pub typical_ratio: Option<f64>,
    /// The lower end of the 95 % interval.
    pub typical_ratio_low: Option<f64>,
    /// The upper end.
    pub typical_ratio_high: Option<f64>,
    /// The order that the ratio allows to state; empty for the reference itself.
    pub verdict: Option<Order>,
    /// Recursive calls on the puzzles that it finished.
    pub calls: Option<u64>,
    /// Nodes of the search: [`Counts::entered`](sudoku_core::Counts::entered).
    pub nodes: Option<u64>,
    /// Digits placed.
    pub placements: Option<u64>,
    /// Nodes at which the search branches.
    pub guesses: Option<u64>,
    /// Tests whether a digit is legal.
    pub checks: Option<u64>,
    /// The greatest depth of the recursion on any puzzle.
    pub max_depth: Option<u64>,
}

impl RawRow for ResultRow {
    const FILE: &'static str = "results.csv";
}

impl ResultRow {
    /// Every solver on every set, set by set.
    pub fn all(results: &Results) -> Vec<Self> {
        let row = |set: &CorpusRecord, solver: &SolverRecord| {
            let row = results.rows.of(&solver.id, &set.name)?;
            let timing = Standing::of(results, &solver.id, &set.name).timing();
            let time = timing.map(|timing| timing.mean_ns);
            let ratios = results.ratios.as_ref();
            let ratio = ratios.and_then(|all| all.to_reference(&solver.id, &set.name));
            let verdict = ratios.and_then(|all| all.rows.of(&solver.id, &set.name));
            let typical = results.typical(&solver.id, &set.name).map(|typical| typical.ratio);
            let count = |what| row.counts.get(what).filter(|_| row.finished() > 0);
            Some(Self {
                set: set.name.clone(),
                goal: set.goal,
                solver: solver.id.clone(),
                family: solver.id.split('/').next().unwrap_or_default().to_owned(),
                sources: solver.sources.iter().map(|of| &*of.key).collect::<Vec<_>>().join(" "),
                tree: solver.tree.clone(),
                puzzles: row.puzzles(),
                solved: row.solved,
                no_solution: row.no_solution,
                stopped: row.stopped,
                wrong: row.wrong,
                mean_ns: time.map(|time| time.point),
                mean_ns_low: time.map(|time| time.low),
                mean_ns_high: time.map(|time| time.high),
                mean_ns_per_placement: timing
                    .and_then(|timing| Some(timing.mean_ns_per_placement?.point)),
                once_median_ns: timing.and_then(|timing| timing.once_median_ns),
                once_mean_ns: timing.and_then(|timing| timing.once_mean_ns),
                reference: ratio.and_then(|_| Some(ratios?.reference_on(&set.name)?.to_owned())),
                ratio: ratio.map(|ratio| ratio.point),
                ratio_low: ratio.map(|ratio| ratio.low),
                ratio_high: ratio.map(|ratio| ratio.high),
                typical_ratio: typical.map(|ratio| ratio.point),
                typical_ratio_low: typical.map(|ratio| ratio.low),
                typical_ratio_high: typical.map(|ratio| ratio.high),
                verdict: verdict.map(|ratio| ratio.verdict),
                calls: count(Work::Calls),
                nodes: row.counts.entered().filter(|_| row.finished() > 0),
                placements: count(Work::Placements),
                guesses: count(Work::Guesses),
                checks: count(Work::Checks),
                max_depth: count(Work::MaxDepth),
            })
        };
        let sets = results.plan.corpora.iter();
        sets.flat_map(|set| results.plan.solvers.iter().filter_map(move |solver| row(set, solver)))
            .collect()
    }
}
