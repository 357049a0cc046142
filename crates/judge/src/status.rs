//! [`Status`]: the result of one solver on one corpus, for every table and chart.

use sudoku_record::Absent;

use crate::{Results, Rows, SolverRow, Timing};

/// One solver on one corpus: a time, or the reason why there is none.
#[derive(Debug, Clone, Copy)]
pub enum Status<'a> {
    /// The solver was timed on all puzzles.
    Timed(&'a Timing),
    /// Some answers on this corpus were wrong, so nothing that was measured counts.
    Wrong(&'a SolverRow),
    /// Some answers on another corpus were wrong.
    Faulty,
    /// The solver was stopped on some puzzles; a mean over the others would be one over easier
    /// puzzles.
    OverBudget(&'a SolverRow),
    /// The raw data have no time.
    NotTimed,
    /// The raw data have no rows for it.
    NotRun,
    /// The solver is a peer that cannot answer the question of this corpus.
    NotAsked,
    /// The solver was not run, for the reason in the plan.
    Absent(&'a Absent),
}

impl<'a> Status<'a> {
    /// Determines the status from the plan and the rows of a run.
    pub fn of(results: &'a Results, solver: &str, corpus: &str) -> Self {
        let mut solvers = results.plan.solvers.iter();
        let record = solvers.find(|record| record.id == solver);
        if let Some(absent) = record.and_then(|record| record.absent.as_ref()) {
            return Self::Absent(absent);
        }
        let Some(row) = results.rows.of(solver, corpus) else { return Self::NotRun };
        match &row.timing {
            _ if row.puzzles() == 0 && record.is_some_and(|record| record.peer.is_some()) => {
                Self::NotAsked
            }
            _ if row.puzzles() == 0 => Self::NotRun,
            _ if row.wrong > 0 => Self::Wrong(row),
            _ if results.rows.by(solver).any(|row| row.wrong > 0) => Self::Faulty,
            _ if row.stopped > 0 => Self::OverBudget(row),
            Some(timing) => Self::Timed(timing),
            None => Self::NotTimed,
        }
    }

    /// The time; `None` if there is a reason instead.
    pub fn timing(self) -> Option<&'a Timing> {
        if let Self::Timed(timing) = self { Some(timing) } else { None }
    }

    /// True where the solver gave a wrong answer, on this corpus or another.
    pub fn is_wrong(self) -> bool {
        matches!(self, Self::Wrong(_) | Self::Faulty)
    }
}

/// The status of every solver on every corpus, corpus by corpus.
pub fn all(results: &Results) -> impl Iterator<Item = Status<'_>> {
    results.rows.iter().map(|row| Status::of(results, &row.solver, &row.corpus))
}

/// Rates a time on a logarithmic scale: 1 for the fastest time on a corpus, 0 for the slowest.
pub fn merit(results: &Results, corpus: &str, ns: f64) -> f64 {
    let times = || times(results, corpus).map(|(_, ns)| ns);
    let (low, high) = (times().fold(f64::MAX, f64::min), times().fold(f64::MIN, f64::max));
    let merit = (high / ns).ln() / (high / low).ln();
    if merit.is_finite() { merit } else { 1.0 }
}

/// The mean time of every solver that has one on a corpus.
pub(crate) fn times<'a>(
    results: &'a Results,
    corpus: &str,
) -> impl Iterator<Item = (&'a str, f64)> {
    results.plan.solvers.iter().filter_map(move |solver| {
        let timing = Status::of(results, &solver.id, corpus).timing()?;
        Some((solver.id.as_str(), timing.mean_ns.point))
    })
}
