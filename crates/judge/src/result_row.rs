//! [`ResultRow`]: a row of `results.csv`, which holds the main figures of `results.json` as one
//! table.

use serde::{Deserialize, Serialize};
use sudoku_core::{Goal, Work};
use sudoku_record::{CorpusRecord, ProgramAnswers, ProgramRecord, RawRow, SolverRecord};

use crate::{Interval, Order, Results, Rows, Status};

/// A solver or a program on a set. If a solver has no time there, the fields of times and ratios
/// are empty. A counter that the solver does not report is empty. Programs report no counters and
/// are not surveyed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ResultRow {
    /// The name of the set; the same as `corpus` in `results.json`.
    pub set: String,
    /// The question asked of its puzzles.
    pub goal: Goal,
    /// The id of the solver, `family/variant`, or of the program, `programs/name`.
    pub solver: String,
    /// The family of the solver; `programs` for a program.
    pub family: String,
    /// The keys of the publications that the solver is taken from, separated by spaces.
    pub sources: String,
    /// The name of the tree that the solver searches.
    pub tree: String,
    /// Puzzles that the solver was given.
    pub puzzles: u64,
    /// Puzzles that ended with a solution.
    pub solved: u64,
    /// Puzzles that were shown to have no solution.
    pub no_solution: u64,
    /// Puzzles on which the solver exceeded its budget; for a program, those not answered within
    /// the limit.
    pub stopped: u64,
    /// Puzzles that were answered wrongly; for a program that left the run, all puzzles that it did
    /// not answer correctly.
    pub wrong: u64,
    /// Nanoseconds per puzzle in the race, if every puzzle of the set was finished.
    pub mean_ns: Option<f64>,
    /// The lower end of the 95 % interval.
    pub mean_ns_low: Option<f64>,
    /// The upper end of the same interval.
    pub mean_ns_high: Option<f64>,
    /// Nanoseconds per placement in the race.
    pub mean_ns_per_placement: Option<f64>,
    /// The median in nanoseconds when each puzzle is solved once.
    pub once_median_ns: Option<f64>,
    /// The mean in nanoseconds when each puzzle is solved once.
    pub once_mean_ns: Option<f64>,
    /// The solver that this one is compared with.
    pub reference: Option<String>,
    /// The solver's time divided by that of the reference, on the puzzles that both finished; 1 for
    /// the reference itself.
    pub ratio: Option<f64>,
    /// The lower end of the 95 % interval.
    pub ratio_low: Option<f64>,
    /// The upper end of the same interval.
    pub ratio_high: Option<f64>,
    /// The solver's time divided by that of the reference on a typical puzzle, each puzzle solved
    /// once.
    pub typical_ratio: Option<f64>,
    /// The lower end of the 95 % interval.
    pub typical_ratio_low: Option<f64>,
    /// The upper end of the same interval.
    pub typical_ratio_high: Option<f64>,
    /// The verdict on the ratio: faster, slower or undecided; empty for the reference itself.
    pub verdict: Option<Order>,
    /// Recursive calls on the puzzles that the solver finished.
    pub calls: Option<u64>,
    /// Nodes of the search: [`Counts::entered`](sudoku_core::Counts::entered).
    pub nodes: Option<u64>,
    /// Digits placed.
    pub placements: Option<u64>,
    /// Nodes at which the search branches.
    pub guesses: Option<u64>,
    /// Tests whether a digit is legal.
    pub checks: Option<u64>,
    /// The greatest depth of the recursion on any puzzle that the solver finished.
    pub max_depth: Option<u64>,
}

impl RawRow for ResultRow {
    const FILE: &'static str = "results.csv";
}

impl ResultRow {
    /// Returns the rows set by set: the solvers, then the programs that answered the set.
    pub fn all(results: &Results) -> Vec<Self> {
        let sets = results.plan.corpora.iter();
        let of_set = |set| {
            let solvers = results.plan.solvers.iter();
            let programs = results.programs.iter();
            let solvers = solvers.filter_map(move |solver| Self::of_solver(results, set, solver));
            solvers.chain(programs.filter_map(move |one| Self::of_program(results, set, one)))
        };
        sets.flat_map(of_set).collect()
    }

    fn of_solver(results: &Results, set: &CorpusRecord, solver: &SolverRecord) -> Option<Self> {
        let row = results.rows.of(&solver.id, &set.name)?;
        let timing = Status::of(results, &solver.id, &set.name).timing();
        let typical = results.typical(&solver.id, &set.name).map(|typical| typical.ratio);
        let count = |what| row.counts.get(what).filter(|_| row.finished() > 0);
        Some(Self {
            family: solver.id.split('/').next().unwrap_or_default().to_owned(),
            sources: solver.sources.iter().map(|of| &*of.key).collect::<Vec<_>>().join(" "),
            tree: solver.tree.clone(),
            puzzles: row.puzzles(),
            solved: row.solved,
            no_solution: row.no_solution,
            stopped: row.stopped,
            wrong: row.wrong,
            mean_ns_per_placement: timing
                .and_then(|timing| Some(timing.mean_ns_per_placement?.point)),
            once_median_ns: timing.and_then(|timing| timing.once_median_ns),
            once_mean_ns: timing.and_then(|timing| timing.once_mean_ns),
            typical_ratio: typical.map(|ratio| ratio.point),
            typical_ratio_low: typical.map(|ratio| ratio.low),
            typical_ratio_high: typical.map(|ratio| ratio.high),
            calls: count(Work::Calls),
            nodes: row.counts.entered().filter(|_| row.finished() > 0),
            placements: count(Work::Placements),
            guesses: count(Work::Guesses),
            checks: count(Work::Checks),
            max_depth: count(Work::MaxDepth),
            ..Self::timed(results, set, &solver.id, timing.map(|timing| timing.mean_ns))
        })
    }

    fn of_program(results: &Results, set: &CorpusRecord, one: &ProgramRecord) -> Option<Self> {
        let answers = one.answers_to(&set.name)?;
        let ProgramAnswers { answered, no_solution, puzzles, fault, .. } = answers;
        let without = (puzzles - answered) as u64;
        let [stopped, wrong] = if fault.is_some() { [0, without] } else { [without, 0] };
        let id = one.id();
        Some(Self {
            family: ProgramRecord::FAMILY.trim_end_matches('/').to_owned(),
            puzzles: *puzzles as u64,
            solved: (answered - no_solution) as u64,
            no_solution: *no_solution as u64,
            stopped,
            wrong,
            ..Self::timed(results, set, &id, results.program_mean(&id, &set.name))
        })
    }

    /// Fills the columns that solvers and programs have in common.
    fn timed(results: &Results, set: &CorpusRecord, id: &str, mean: Option<Interval>) -> Self {
        let ratios = results.ratios.as_ref();
        let ratio = ratios.and_then(|all| all.to_reference(id, &set.name));
        let verdict = ratios.and_then(|all| all.rows.of(id, &set.name));
        Self {
            set: set.name.clone(),
            goal: set.goal,
            solver: id.to_owned(),
            mean_ns: mean.map(|mean| mean.point),
            mean_ns_low: mean.map(|mean| mean.low),
            mean_ns_high: mean.map(|mean| mean.high),
            reference: ratio.and_then(|_| Some(ratios?.reference_on(&set.name)?.to_owned())),
            ratio: ratio.map(|ratio| ratio.point),
            ratio_low: ratio.map(|ratio| ratio.low),
            ratio_high: ratio.map(|ratio| ratio.high),
            verdict: verdict.map(|ratio| ratio.verdict),
            ..Self::default()
        }
    }
}
