//! [`Context`]: how far the time of a solver depends on what the processor did before its turn.
//!
//! A solver goes over a block many times: after the turn of a slower or of a faster solver, the first
//! time or again. Where this changes its time, no smaller difference between two solvers means
//! anything.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sudoku_core::stats::median;
use sudoku_record::{PairedRow, counts_itself};

use crate::estimate::holm;
use crate::{Estimate, Interval};

/// The greatest change of a solver's time by the turns before, beyond chance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Context {
    /// The solver.
    pub solver: String,
    /// The kind of turn that came before.
    pub before: Before,
    /// The time of the solver after that, divided by its time otherwise.
    pub ratio: Interval,
}

/// The kind of turn that comes before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Before {
    /// The turn of a solver that is slower than the middle one.
    SlowerSolver,
    /// An earlier visit of the same solver to the same puzzles.
    SamePuzzles,
}

impl Context {
    /// The least change that the interval allows, as a share of the time.
    pub fn share(&self) -> f64 {
        let Interval { low, high, .. } = self.ratio;
        (low - 1.0).max(1.0 - high).max(0.0)
    }

    /// The greatest change in a run; `None` if no change is beyond chance, in a run of the old form,
    /// whose turns have no order, and with fewer than two builds.
    pub(crate) fn of(rows: &[PairedRow]) -> Option<Self> {
        let changes: Vec<(&str, Before, Estimate)> =
            [(Before::SlowerSolver, after_slower(rows)), (Before::SamePuzzles, again(rows))]
                .into_iter()
                .flat_map(|(before, times)| {
                    changes(times).into_iter().map(move |(solver, change)| (solver, before, change))
                })
                .collect();
        let p_values: Vec<f64> = changes.iter().map(|(.., change)| change.p_value()).collect();
        let beyond_chance = holm(&p_values);
        let real = changes.iter().zip(beyond_chance).filter(|(_, is_real)| *is_real);
        let contexts = real.map(|((solver, before, change), _)| Self {
            solver: (*solver).to_owned(),
            before: *before,
            ratio: change.interval(0.95),
        });
        contexts.max_by(|a, b| a.share().total_cmp(&b.share()))
    }
}

/// The times of a solver on a block of a build: those after what is asked about, and the others.
type Times<'a> = BTreeMap<(&'a str, u64, &'a str, usize), [Vec<f64>; 2]>;

fn group<'a>(rows: impl Iterator<Item = (&'a PairedRow, bool)>) -> Times<'a> {
    let mut times = Times::new();
    // A peer is another matter: its memory is its own, and without counts its time is its mean.
    for (row, is_after) in rows.filter(|(row, _)| !row.twin && counts(row)) {
        let block = (row.solver.as_str(), row.build, row.corpus.as_str(), row.first);
        times.entry(block).or_default()[usize::from(!is_after)].push(row.cpu_ns as f64);
    }
    times
}

fn counts(row: &PairedRow) -> bool {
    row.nodes.is_some() && counts_itself(&row.solver)
}

fn again(rows: &[PairedRow]) -> Times<'_> {
    let turns = rows.iter().filter(|row| row.puzzles > 0 && row.round.is_some());
    group(turns.map(|row| (row, row.visit > 0)))
}

fn after_slower(rows: &[PairedRow]) -> Times<'_> {
    let mut turns: Vec<&PairedRow> =
        rows.iter().filter(|row| row.puzzles > 0 && row.round.is_some()).collect();
    turns.sort_by_key(|row| (&row.corpus, row.build, row.round, row.turn));
    let pace = |row: &PairedRow| row.cpu_ns as f64 / row.puzzles as f64;
    let races = turns.chunk_by(|a, b| (&a.corpus, a.build) == (&b.corpus, b.build));
    group(races.flat_map(|race| {
        let middle = median(&race.iter().map(|row| pace(row)).collect::<Vec<_>>());
        race.windows(2).map(move |pair| (pair[1], pace(pair[0]) > middle))
    }))
}

/// For each solver, its time after what is asked about divided by its time otherwise, from the
/// spread between builds.
fn changes(times: Times<'_>) -> Vec<(&str, Estimate)> {
    let mut by_set = BTreeMap::<_, Vec<f64>>::new();
    for ((solver, build, corpus, _), [after, otherwise]) in times {
        if !after.is_empty() && !otherwise.is_empty() {
            let change = (median(&after) / median(&otherwise)).ln();
            by_set.entry((solver, build, corpus)).or_default().push(change);
        }
    }
    let mut by_build = BTreeMap::<_, BTreeMap<_, Vec<f64>>>::new();
    for ((solver, build, _), blocks) in by_set {
        by_build.entry(solver).or_default().entry(build).or_default().push(median(&blocks));
    }
    let of_solver = |(solver, builds): (_, BTreeMap<u64, Vec<f64>>)| {
        let mean = |sets: &Vec<f64>| (sets.iter().sum::<f64>() / sets.len() as f64).exp();
        let builds: Vec<f64> = builds.values().map(mean).collect();
        Some((solver, Estimate::geometric_mean(&builds)?))
    };
    by_build.into_iter().filter_map(of_solver).collect()
}

#[cfg(test)]
mod tests {
    use sudoku_core::Random;

    use super::*;

    /// Twelve builds of a slow and two fast solvers; `time` gives that of the fast `x`, after a
    /// slower solver or not, on its first visit or not.
    fn rows(time: impl Fn(bool, bool) -> f64) -> Vec<PairedRow> {
        let (mut rows, mut random, mut last) = (Vec::new(), Random::seeded(1), "");
        for (build, round) in (0..12).flat_map(|build| (0..40).map(move |round| (build, round))) {
            let mut order = ["slow", "x", "y"];
            random.shuffle(&mut order);
            for (turn, solver) in (0..).zip(order) {
                let is_after = last == "slow";
                last = solver;
                let ns = match solver {
                    "slow" => 1e6,
                    "x" => time(is_after, round >= 10),
                    _ => 1e4,
                };
                let noise = 0.98 + random.below(1000) as f64 / 25_000.0;
                rows.push(PairedRow {
                    build,
                    corpus: "set".to_owned(),
                    solver: solver.to_owned(),
                    round: Some(round),
                    turn,
                    visit: round / 10,
                    first: round as usize % 10,
                    puzzles: 1,
                    nodes: Some(1),
                    cpu_ns: (ns * noise) as u64,
                    ..PairedRow::default()
                });
            }
        }
        rows
    }

    #[test]
    fn a_solver_that_is_slower_after_a_slow_one_shows() {
        let found = Context::of(&rows(|after, _| if after { 1.2e4 } else { 1e4 })).unwrap();
        assert_eq!((found.solver.as_str(), found.before), ("x", Before::SlowerSolver));
        assert!((found.share() - 0.2).abs() < 0.02, "{found:?}");
    }

    #[test]
    fn a_solver_that_remembers_its_puzzles_shows() {
        let found = Context::of(&rows(|_, again| if again { 0.8e4 } else { 1e4 })).unwrap();
        assert_eq!((found.solver.as_str(), found.before), ("x", Before::SamePuzzles));
        assert!((found.share() - 0.2).abs() < 0.02, "{found:?}");
    }

    #[test]
    fn chance_alone_and_turns_without_an_order_show_nothing() {
        assert_eq!(Context::of(&rows(|_, _| 1e4)), None);
        let mut old = rows(|after, _| if after { 1.2e4 } else { 1e4 });
        for row in &mut old {
            row.round = None;
        }
        assert_eq!(Context::of(&old), None);
    }
}
