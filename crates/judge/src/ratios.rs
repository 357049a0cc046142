//! [`Ratios`]: which solver is faster than which, by how much, and whether the run can tell.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::raced::distinct;
use crate::ratio::give_verdicts;
use crate::{Context, Interval, NoiseFloor, Paired, Ratio, Rows};
use sudoku_record::PairedRow;

/// The ratios of a run, from its race and its counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ratios {
    /// The solver that all others are compared with. On a corpus where it was not run in pairs, the
    /// first solver that ran twice takes its place; each row names its own reference.
    pub reference: String,
    /// The greatest noise floor of the run, that of the context included.
    pub noise_floor: f64,
    /// The noise floor of every solver that ran twice.
    pub noise_floors: Vec<NoiseFloor>,
    /// The greatest change of a solver's time by what came before its turn; `None` if none is beyond
    /// chance, and in runs of the old form, which did not measure it.
    #[serde(default)]
    pub context: Option<Context>,
    /// The time of each second copy divided by that of its solver, corpus by corpus.
    pub twins: Vec<Ratio>,
    /// The time of every other solver divided by that of the reference, corpus by corpus.
    pub rows: Vec<Ratio>,
    /// The time that reading the clock takes, as a share of the time of the solver for which this
    /// share is greatest; `None` for runs in which it was not measured.
    pub overhead: Option<f64>,
}

impl Ratios {
    /// Computes the ratios; `None` when nothing was run in pairs.
    pub fn of(rows: &[PairedRow]) -> Option<Self> {
        Self::from_race(&Paired::of(rows), rows)
    }

    /// Computes the ratios from a race that is already grouped.
    pub(crate) fn from_race(paired: &Paired, rows: &[PairedRow]) -> Option<Self> {
        let first = rows.iter().find(|row| row.twin)?.solver.as_str();
        let mut others = Vec::new();
        for race in &paired.races {
            let stands_in = || race.twins.first().map(|(solver, _)| solver.as_str());
            let here = race.times(first).map(|_| first);
            let Some(reference) = here.or_else(stands_in) else { continue };
            let solvers = race.solvers.iter().map(|(solver, _)| solver.as_str());
            let programs = paired.programs.iter().filter(|of| of.answers.corpus == race.corpus);
            let all = solvers.chain(programs.map(|of| of.id.as_str()));
            let others_here = all.filter(|solver| *solver != reference);
            others.extend(others_here.filter_map(|id| paired.ratio(&race.corpus, id, reference)));
        }
        give_verdicts(&mut others);
        Some(Self {
            reference: first.to_owned(),
            noise_floor: paired.noise_floor(),
            noise_floors: paired.noise_floors().to_vec(),
            context: paired.context.clone(),
            twins: paired.twins.clone(),
            rows: others,
            overhead: overhead(rows),
        })
    }

    /// The time of a solver divided by that of the reference of a corpus; 1 for the reference
    /// itself, and `None` if the solver was not run in pairs.
    pub fn to_reference(&self, solver: &str, corpus: &str) -> Option<Interval> {
        let own = Interval { point: 1.0, low: 1.0, high: 1.0 };
        let is_reference = self.reference_on(corpus) == Some(solver);
        self.rows.of(solver, corpus).map(|row| row.ratio).or(is_reference.then_some(own))
    }

    /// The solver that the others are compared with on a corpus; `None` if nothing was run in pairs
    /// there.
    pub fn reference_on(&self, corpus: &str) -> Option<&str> {
        let twin = || self.twins.iter().find(|twin| twin.corpus == corpus);
        let alone = || twin().map(|twin| twin.solver.as_str());
        self.rows.on(corpus).next().map(|row| row.reference.as_str()).or_else(alone)
    }
}

/// Compares two programs that ran in turn, build by build: for every solver and corpus in both, the
/// time in the second program divided by the time in the first, for a puzzle with the mean count of
/// those that the first one timed.
pub fn ratios_between_programs(first: &[PairedRow], second: &[PairedRow]) -> Vec<Ratio> {
    let mut found = Vec::new();
    let solvers = distinct(second.iter().map(|row| (&*row.corpus, &*row.solver)));
    let [first, second] = [first, second].map(Paired::of);
    for (corpus, solver) in solvers {
        let times = |paired: &Paired| Some(paired.race(corpus)?.times(solver)?.clone());
        let (Some(before), Some(after)) = (times(&first), times(&second)) else { continue };
        let cost = |times| match before.work() {
            Some(work) => {
                Cost::counted(solver, times, (work, before.puzzles_of_blocks()), first.line(solver))
            }
            None => Some(Cost::uncounted(times)),
        };
        let costs = cost(&after).zip(cost(&before));
        let Some(estimate) = costs.and_then(|(a, b)| a.divided_by(b)) else { continue };
        found.push(Ratio::of(corpus, solver, solver, estimate).timed([&after, &before]));
    }
    give_verdicts(&mut found);
    found
}

/// The time that the runner itself takes, as a share of the time of the solver for which this share
/// is greatest; `None` if no empty turn was measured.
pub fn overhead(rows: &[PairedRow]) -> Option<f64> {
    let empty = rows.iter().filter(|row| row.puzzles == 0).map(|row| row.cpu_ns).max()?;
    let mut turns: BTreeMap<(&str, &str), (u64, u64)> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.puzzles > 0) {
        let (number, took) = turns.entry((&row.corpus, &row.solver)).or_default();
        *number += 1;
        *took += row.cpu_ns;
    }
    let shares = turns.values().map(|&(turns, took)| (turns * empty) as f64 / took.max(1) as f64);
    shares.max_by(f64::total_cmp)
}

#[cfg(test)]
mod tests;
