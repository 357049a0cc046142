//! [`Ratios`]: which solver is faster than which, by how much, and whether the difference is
//! significant.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::estimate::holm;
use crate::passes::Passes;
use crate::rounds::{LeagueRounds, Link, Rounds, Times, distinct};
use crate::{Estimate, Fidelity, Indexed, Interval, Unsound};
use sudoku_measure::{CountRow, PairedRow};

/// The ratios of a run, from its paired rounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ratios {
    /// The solver that all others are compared with. Where it was not run in pairs, the first one
    /// that was run twice stands in: each row names its own.
    pub reference: String,
    /// The greatest noise floor of the run.
    pub noise_floor: f64,
    /// The noise floor of every solver that ran twice: where there are leagues, that of the slow
    /// end comes first.
    pub noise_floors: Vec<NoiseFloor>,
    /// The second copy of each league's reference against the reference, corpus by corpus, the
    /// slowest league first.
    pub twins: Vec<Ratio>,
    /// Every other solver against the reference, corpus by corpus.
    pub rows: Indexed<Ratio>,
    /// The time that the paired runner itself takes, as a share of a solver's time: the greatest
    /// share of any solver. `None` for runs in which it was not measured.
    pub overhead: Option<f64>,
}

/// By how much a solver differs from a second copy of itself, at another address in the program, on
/// the corpus where it differs most. A smaller difference between two solvers of its leagues counts
/// as noise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NoiseFloor {
    /// The solver that ran twice: the reference of one league or several.
    pub solver: String,
    /// The difference as a share of its time.
    pub share: f64,
}

impl NoiseFloor {
    /// The floors of a run in words, each share as the caller writes it: of several leagues, the
    /// least and the greatest.
    pub fn in_words(floors: &[Self], written: impl Fn(f64) -> String) -> String {
        let shares = || floors.iter().map(|floor| floor.share);
        let [least, most] = [shares().min_by(f64::total_cmp), shares().max_by(f64::total_cmp)]
            .map(|share| written(share.unwrap_or(0.0)));
        if floors.len() > 1 { format!("{least} to {most}, by league") } else { most }
    }

    /// The greatest share; `None` without any.
    pub fn greatest(floors: &[Self]) -> Option<f64> {
        floors.iter().map(|floor| floor.share).max_by(f64::total_cmp)
    }
}

/// The time of one solver divided by that of another on the puzzles that both finished.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The name of the corpus.
    pub corpus: String,
    /// The solver whose time is the numerator.
    pub solver: String,
    /// The solver whose time is the denominator.
    pub reference: String,
    /// The ratio with its 95 % interval: below 1, the solver is faster than the reference.
    pub ratio: Interval,
    /// The standard error of its logarithm.
    pub error: f64,
    /// Degrees of freedom of that error.
    #[serde(rename = "freedom")]
    pub df: u32,
    /// The nodes of the search of the solver divided by those of the reference, on the puzzles that
    /// were timed: exact. `None` if one of the two does not count them, and for runs that did not
    /// record them.
    #[serde(default)]
    pub work: Option<f64>,
    /// The number of puzzles behind it; of a product over several leagues, the smallest number of
    /// any factor.
    pub puzzles: usize,
    /// How many builds with different addresses timed them.
    pub builds: usize,
    /// The ids of the bridges over which it is a product of ratios; empty for solvers that ran in the
    /// same rounds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<String>,
    /// The noise floor that its verdict takes into account: the greatest of all leagues that the
    /// ratio goes through.
    pub noise_floor: f64,
    /// The verdict, corrected for all ratios of the run.
    pub verdict: Order,
    /// Those of its solvers, bridges included, whose timed puzzles are not the same amount of work
    /// as those of the set: with any of them, the ratio is not that of the set.
    #[serde(default)]
    pub unsound: Vec<Unsound>,
}

/// The verdict on a ratio.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Less time than the reference, beyond chance and the noise floor.
    Faster,
    /// More time than the reference, beyond chance and the noise floor.
    Slower,
    /// Neither: the run could not tell the two apart.
    Undecided,
}

/// At most one run in twenty calls any pair of equal solvers faster or slower.
const PAGE_RATE: f64 = 0.05;

impl Ratio {
    pub(crate) fn new(
        corpus: &str,
        solver: &str,
        reference: &str,
        found: &Link,
        noise_floor: f64,
    ) -> Self {
        Self {
            corpus: corpus.to_owned(),
            solver: solver.to_owned(),
            reference: reference.to_owned(),
            ratio: found.estimate.interval(0.95),
            error: found.estimate.error,
            df: found.estimate.df,
            work: found.work,
            puzzles: found.puzzles,
            builds: found.builds,
            over: found.over.clone(),
            noise_floor,
            verdict: Order::Undecided,
            unsound: Vec::new(),
        }
    }

    /// The ratio as it was estimated.
    pub fn estimate(&self) -> Estimate {
        Estimate { point: self.ratio.point, error: self.error, df: self.df }
    }
}

/// Gives each ratio its verdict, corrected for all of them.
pub(crate) fn give_verdicts(ratios: &mut [Ratio]) {
    let found: Vec<_> = ratios.iter().map(|row| (row.estimate(), row.noise_floor)).collect();
    for (row, verdict) in ratios.iter_mut().zip(Order::of_all(&found)) {
        row.verdict = verdict;
    }
}

impl Order {
    /// The verdicts on many ratios together, each with its noise floor, so that at most one page in
    /// twenty calls any equal pair different (Holm 1979).
    pub fn of_all(ratios: &[(Estimate, f64)]) -> Vec<Self> {
        let p_values: Vec<f64> = ratios.iter().map(|(ratio, _)| ratio.p_value()).collect();
        let apart = holm(&p_values, PAGE_RATE);
        let verdict = |((ratio, noise_floor), apart): (&(Estimate, f64), bool)| match ratio.point {
            _ if !apart => Self::Undecided,
            point if point < 1.0 - noise_floor => Self::Faster,
            point if point > 1.0 + noise_floor => Self::Slower,
            _ => Self::Undecided,
        };
        ratios.iter().zip(apart).map(verdict).collect()
    }
}

/// The paired rounds of a run, which give the ratio of any two solvers.
#[derive(Debug, Clone, Default)]
pub struct Paired {
    rounds: Vec<Rounds>,
    /// The second copy of each league's reference against the reference.
    twins: Vec<Ratio>,
    noise_floors: Vec<NoiseFloor>,
    /// Empty before the rounds are compared with counts.
    fidelity: Vec<Fidelity>,
    /// Empty without programs in other languages.
    pub(crate) passes: Passes,
}

impl Paired {
    /// Arranges the rows of a run.
    pub fn of(rows: &[PairedRow]) -> Self {
        let rounds = Rounds::all(rows);
        let mut twins = Vec::new();
        for Rounds { corpus, leagues, .. } in &rounds {
            for (at, league) in leagues.iter().enumerate() {
                let Some((reference, twin)) = &league.twin else { continue };
                let below = league.lane(reference);
                let Some(estimate) = below.and_then(|below| twin.against(below)) else { continue };
                let link = Link::of(twin, twin, at, estimate);
                twins.push(Ratio::new(corpus, reference, reference, &link, 0.0));
            }
        }
        let solvers = distinct(twins.iter().map(|twin| twin.solver.as_str())).into_iter();
        let floor = |id: &str| {
            let ours = twins.iter().filter(|twin| twin.solver == id);
            let share = ours.map(|twin| (twin.ratio.point - 1.0).abs()).fold(0.0, f64::max);
            NoiseFloor { solver: id.to_owned(), share }
        };
        let noise_floors = solvers.map(floor).collect();
        Self { rounds, twins, noise_floors, ..Self::default() }
    }

    /// Compares what was timed with the sets, by the counts of the run: from now on a ratio names
    /// the solvers that make it unsound.
    #[must_use]
    pub fn compared_with(self, counts: &[CountRow]) -> Self {
        Self { fidelity: Fidelity::all(&self.rounds, counts), ..self }
    }

    /// How well the timed puzzles represent the sets; empty before they were
    /// [compared](Self::compared_with).
    pub fn fidelity(&self) -> &[Fidelity] {
        &self.fidelity
    }

    /// The time of one solver divided by that of another on a corpus; `None` if one of them was not
    /// run in pairs, or no puzzle was finished by both.
    pub fn ratio(&self, corpus: &str, above: &str, below: &str) -> Option<Ratio> {
        if self.is_program(corpus, above) || self.is_program(corpus, below) {
            return self.ratio_of_program(corpus, above, below);
        }
        let rounds = self.rounds.iter().find(|rounds| rounds.corpus == corpus)?;
        let link = rounds.between(above, below)?;
        let way = &rounds.leagues[link.leagues.clone()];
        let on_the_way = |floor: &&NoiseFloor| {
            way.iter().any(|league| league.reference() == Some(floor.solver.as_str()))
        };
        let floors: Vec<_> = self.noise_floors.iter().filter(on_the_way).cloned().collect();
        let noise_floor = NoiseFloor::greatest(&floors).unwrap_or(0.0);
        let races = rounds.races(above, below)?;
        let leads_over = |row: &&Fidelity| {
            let mut races = races.iter();
            races.any(|(race, ends)| *race == row.league && ends.contains(&&*row.solver))
        };
        let unsound = self.fidelity.iter().filter(|row| !row.sound && row.corpus == corpus);
        Some(Ratio {
            unsound: unsound.filter(leads_over).map(Unsound::from).collect(),
            ..Ratio::new(corpus, above, below, &link, noise_floor)
        })
    }

    /// The mean CPU time of a solver on a puzzle of a corpus, in nanoseconds; `None` where it was
    /// not run in pairs.
    pub fn mean_ns(&self, corpus: &str, solver: &str) -> Option<f64> {
        Some(self.rounds(corpus)?.lane(solver)?.mean())
    }

    /// The noise floors of the run, one for each solver that ran twice, those of slower leagues
    /// first; empty if nothing was run in pairs.
    pub fn noise_floors(&self) -> &[NoiseFloor] {
        &self.noise_floors
    }

    /// The rounds of a corpus.
    pub(crate) fn rounds(&self, corpus: &str) -> Option<&Rounds> {
        self.rounds.iter().find(|rounds| rounds.corpus == corpus)
    }
}

impl Ratios {
    /// Computes the ratios; `None` if nothing was run in pairs.
    pub fn of(rows: &[PairedRow]) -> Option<Self> {
        Self::from_rounds(&Paired::of(rows), rows)
    }

    /// The ratios, from rows that are arranged already.
    pub(crate) fn from_rounds(paired: &Paired, rows: &[PairedRow]) -> Option<Self> {
        let first = rows.iter().find(|row| row.twin)?.solver.as_str();
        let mut others = Vec::new();
        for rounds in &paired.rounds {
            let stands_in = || rounds.leagues.iter().find_map(LeagueRounds::reference);
            let here = rounds.lane(first).map(|_| first);
            let Some(reference) = here.or_else(stands_in) else { continue };
            let solvers = rounds.solvers().into_iter().filter(|solver| *solver != reference);
            let all = solvers.chain(paired.passes.programs(&rounds.corpus));
            others.extend(all.filter_map(|id| paired.ratio(&rounds.corpus, id, reference)));
        }
        give_verdicts(&mut others);
        Some(Self {
            reference: first.to_owned(),
            noise_floor: NoiseFloor::greatest(&paired.noise_floors).unwrap_or(0.0),
            noise_floors: paired.noise_floors.clone(),
            twins: paired.twins.clone(),
            rows: others.into(),
            overhead: overhead(rows),
        })
    }

    /// The time of a solver divided by that of the reference of a corpus, which is 1 for the
    /// reference itself; `None` if it was not run in pairs.
    pub fn to_reference(&self, solver: &str, corpus: &str) -> Option<Interval> {
        let own = Interval { point: 1.0, low: 1.0, high: 1.0 };
        let is_reference = self.reference_on(corpus) == Some(solver);
        self.rows.of(solver, corpus).map(|row| row.ratio).or(is_reference.then_some(own))
    }

    /// The solver that the others are compared with on a corpus; `None` if nothing was run in
    /// pairs.
    pub fn reference_on(&self, corpus: &str) -> Option<&str> {
        let twin = || self.twins.iter().find(|twin| twin.corpus == corpus);
        let alone = || twin().map(|twin| twin.solver.as_str());
        self.rows.on(corpus).next().map(|row| row.reference.as_str()).or_else(alone)
    }
}

/// Two programs that were run in turn, build by build, over the same puzzles: for every solver and
/// corpus that both have, the time in the second divided by the time in the first. Builds whose
/// puzzles are not as many in both are left out: the solver was put into another league.
pub fn ratios_between_programs(first: &[PairedRow], second: &[PairedRow]) -> Vec<Ratio> {
    let mut found = Vec::new();
    let [before, after] = [first, second].map(Paired::of);
    for (corpus, solver) in distinct(second.iter().map(|row| (&*row.corpus, &*row.solver))) {
        let lane = |paired: &Paired| paired.rounds(corpus)?.lane(solver).cloned();
        let (Some(before), Some(after)) = (lane(&before), lane(&after)) else { continue };
        // The programs cut their blocks themselves: only builds are over the same puzzles, and they
        // repeat each other, for the puzzles are the same before and after.
        let puzzles = |times: &Times| times.by_build(|block| block.puzzles as f64);
        let (old, new) = (puzzles(&before), puzzles(&after));
        let same = |(build, _): &(u64, _)| old.get(build) == new.get(build);
        let times: Vec<_> = after.builds_against(&before).into_iter().filter(same).collect();
        let pairs: Vec<_> = times.iter().map(|(_, times)| *times).collect();
        let Some(estimate) = Estimate::trimmed_mean(&pairs) else { continue };
        let (puzzles, builds) = (after.puzzles(), pairs.len());
        let link = Link { estimate, work: None, puzzles, builds, leagues: 0..=0, over: Vec::new() };
        found.push(Ratio::new(corpus, solver, solver, &link, 0.0));
    }
    give_verdicts(&mut found);
    found
}

/// The greatest share that the runner itself takes of any solver's time.
pub fn overhead(rows: &[PairedRow]) -> Option<f64> {
    let empty = rows.iter().filter(|row| row.passes == 0).map(|row| row.cpu_ns).max()?;
    let mut turns: BTreeMap<(&str, &str), (u64, u64)> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.passes > 0) {
        let (number, took) = turns.entry((&row.corpus, &row.solver)).or_default();
        *number += 1;
        *took += row.cpu_ns;
    }
    let shares = turns.values().map(|&(turns, took)| (turns * empty) as f64 / took.max(1) as f64);
    shares.max_by(f64::total_cmp)
}

#[cfg(test)]
mod tests;
