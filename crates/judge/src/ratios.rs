//! [`Ratios`]: which solver is faster than which, by how much, and whether the run can tell.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cost::{Cost, CountedOn, Known, Line, Work};
use crate::estimate::holm;
use crate::passes::Passes;
use crate::raced::{Raced, Times, distinct};
use crate::{Context, Estimate, Interval, Rows};
use sudoku_record::{CountRow, KindCounts, PairedRow, SetCounts, counts_itself};

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

/// How much the time of a solver differs from that of its second copy, at another address in the
/// program, on the corpus where they differ most. A smaller difference between two solvers means
/// nothing. A corpus of one puzzle counts for itself alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NoiseFloor {
    /// The solver that ran twice.
    pub solver: String,
    /// The difference as a share of the solver's time.
    pub share: f64,
}

impl NoiseFloor {
    /// The noise floors of a run in words, with each share written by `written`: the floor or, if
    /// there are several, the least and the greatest.
    pub fn in_words(floors: &[Self], written: impl Fn(f64) -> String) -> String {
        let shares = || floors.iter().map(|floor| floor.share);
        let [least, most] = [shares().min_by(f64::total_cmp), shares().max_by(f64::total_cmp)]
            .map(|share| written(share.unwrap_or(0.0)));
        if floors.len() > 1 { format!("{least} to {most}, by speed") } else { most }
    }
}

/// The time of one solver divided by that of another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The name of the corpus.
    pub corpus: String,
    /// The solver whose time is the numerator.
    pub solver: String,
    /// The solver whose time is the denominator.
    pub reference: String,
    /// The ratio with its 95 % interval; below 1 where the solver is faster than the reference.
    pub ratio: Interval,
    /// The standard error of the ratio's logarithm.
    pub error: f64,
    /// Degrees of freedom of that error.
    #[serde(rename = "freedom")]
    pub df: u32,
    /// The puzzles for which exact counts give the ratio; `None` for a ratio of mean times, which is
    /// for the puzzles that were timed.
    pub counted_on: Option<CountedOn>,
    /// The ratio for fresh puzzles of the kind of the set; `None` where the counts of one of the two
    /// on these are not known.
    #[serde(default)]
    pub kind: Option<OnKind>,
    /// The nodes of the solver divided by those of the reference, on the puzzles that the ratio is
    /// for: exact. `None` where one of the two does not count nodes.
    pub work: Option<f64>,
    /// The number of different puzzles that were timed: of the two solvers, the smaller number.
    pub puzzles: usize,
    /// How many builds, each with different addresses, timed both.
    pub builds: usize,
    /// The noise floor that the verdict takes into account: the greater of those of the two solvers.
    pub noise_floor: f64,
    /// The verdict, corrected for the number of ratios of the run.
    pub verdict: Order,
}

/// A ratio for fresh puzzles of the kind of a set, by the mean counts of many of these.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct OnKind {
    /// The number of puzzles that were counted; of the two solvers, the smaller number.
    pub puzzles: u64,
    /// The ratio with its 95 % interval, which covers that these puzzles are a sample.
    pub ratio: Interval,
}

/// The verdict on a ratio.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Less time than the reference, beyond chance and the noise floor.
    Faster,
    /// More time than the reference, beyond chance and the noise floor.
    Slower,
    /// Neither: the run could not tell the two solvers apart.
    Undecided,
}

/// The share of runs that may call any pair of equal solvers faster or slower: at most one in
/// twenty.
pub(crate) const PAGE_RATE: f64 = 0.05;

impl Ratio {
    /// A ratio without counts, a noise floor and a verdict.
    pub(crate) fn of(corpus: &str, solver: &str, reference: &str, estimate: Estimate) -> Self {
        Self {
            corpus: corpus.to_owned(),
            solver: solver.to_owned(),
            reference: reference.to_owned(),
            ratio: estimate.interval(0.95),
            error: estimate.error,
            df: estimate.df,
            counted_on: None,
            kind: None,
            work: None,
            puzzles: 0,
            builds: 1,
            noise_floor: 0.0,
            verdict: Order::Undecided,
        }
    }

    /// The ratio of the times of a node, which were timed, with its 95 % interval; `None` without
    /// [`work`](Self::work).
    pub fn cost(&self) -> Option<Interval> {
        Some(self.ratio.scaled(1.0 / self.work?))
    }

    /// The ratio with the numbers of puzzles and of builds of these times.
    fn timed(self, [above, below]: [&Times; 2]) -> Self {
        let puzzles = above.puzzles().min(below.puzzles());
        Self { puzzles, builds: above.builds_against(below).len(), ..self }
    }

    /// How far the ratio is from 1.
    fn distance(&self) -> f64 {
        (self.ratio.point - 1.0).abs()
    }

    /// The ratio with its standard error, as estimated.
    pub fn estimate(&self) -> Estimate {
        Estimate { point: self.ratio.point, error: self.error, df: self.df }
    }
}

/// Sets the verdict of every ratio, corrected for their number.
pub(crate) fn give_verdicts(ratios: &mut [Ratio]) {
    let found: Vec<_> = ratios.iter().map(|row| (row.estimate(), row.noise_floor)).collect();
    for (row, verdict) in ratios.iter_mut().zip(Order::of_all(&found)) {
        row.verdict = verdict;
    }
}

impl Order {
    /// The verdicts on many ratios, each given with its noise floor. They are corrected so that at
    /// most one page in twenty calls any pair of equal solvers different (Holm 1979).
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

/// The race of a run, from which the ratio of any two solvers can be computed.
#[derive(Debug, Clone, Default)]
pub struct Paired {
    races: Vec<Raced>,
    /// The time of each second copy divided by that of its solver.
    twins: Vec<Ratio>,
    noise_floors: Vec<NoiseFloor>,
    context: Option<Context>,
    /// Of each solver, on all corpora together.
    lines: BTreeMap<String, Line>,
    /// Empty until counts are added.
    pub(crate) known: Known,
    /// Empty for a run without programs in other languages.
    pub(crate) passes: Passes,
}

impl Paired {
    /// Groups the rows of a run by corpus and solver.
    pub fn of(rows: &[PairedRow]) -> Self {
        let races = Raced::all(rows);
        let mut twins = Vec::new();
        for race in &races {
            for (solver, twin) in &race.twins {
                let Some(times) = race.times(solver) else { continue };
                twins.extend(side_by_side(&race.corpus, solver, [twin, times]));
            }
        }
        let solvers = distinct(twins.iter().map(|twin| twin.solver.as_str())).into_iter();
        let floor = |id: &str| {
            let ours = twins.iter().filter(|twin| twin.solver == id && twin.puzzles > 1);
            let share = ours.map(Ratio::distance).fold(0.0, f64::max);
            NoiseFloor { solver: id.to_owned(), share }
        };
        let noise_floors = solvers.map(floor).collect();
        let line = |solver: &str| {
            let all = races.iter().filter_map(|race| race.times(solver));
            (solver.to_owned(), Line::through(all))
        };
        let lines = distinct(rows.iter().map(|row| &*row.solver)).into_iter().map(line).collect();
        Self { races, twins, noise_floors, lines, context: Context::of(rows), ..Self::default() }
    }

    /// Adds the exact counts of the run, and those of whole sets. After this, times and ratios are
    /// for all puzzles that were counted.
    #[must_use]
    pub fn with_counts(self, counts: &[CountRow], sets: &[SetCounts]) -> Self {
        Self { known: Known::of(counts, sets), ..self }
    }

    /// Adds counts on fresh puzzles to those of the run, which must be there already.
    #[must_use]
    pub fn with_kinds(mut self, kinds: &[KindCounts]) -> Self {
        self.known.add_kinds(kinds);
        self
    }

    /// The time of one solver divided by that of another on a corpus; `None` if one of them did not
    /// take part, or if nothing relates the two.
    ///
    /// - On a set of one puzzle, the times of the two are compared build by build.
    /// - Otherwise, where both count nodes, both times are those that the exact counts predict for
    ///   the same puzzles: all of the set or, failing that, those that the run took and both
    ///   finished.
    /// - Otherwise the time of each is compared as it is, if both finished all puzzles.
    pub fn ratio(&self, corpus: &str, above: &str, below: &str) -> Option<Ratio> {
        if self.is_program(corpus, above) || self.is_program(corpus, below) {
            return self.ratio_of_program(corpus, above, below);
        }
        let race = self.race(corpus)?;
        let (one, other) = (race.times(above)?, race.times(below)?);
        let found = self.between(corpus, [(above, one), (below, other)])?;
        let near = [one, other].map(|times| race.twin_near(times));
        let floors =
            self.noise_floors.iter().filter(|floor| near.contains(&Some(floor.solver.as_str())));
        // One puzzle, a few hundred nanoseconds long, has a floor of its own.
        let twins = self.twins.iter().filter(|twin| twin.corpus == corpus && twin.puzzles == 1);
        let shares = floors.map(|floor| floor.share).chain(twins.map(Ratio::distance));
        let noise_floor = shares.fold(self.context_floor(), f64::max);
        Some(Ratio { noise_floor, ..found })
    }

    fn between(&self, corpus: &str, sides: [(&str, &Times); 2]) -> Option<Ratio> {
        let (times, solvers) = (sides.map(|(_, times)| times), sides.map(|(id, _)| id));
        let (estimate, counted) = self.compared(corpus, sides)?;
        let found = Ratio::of(corpus, solvers[0], solvers[1], estimate).timed(times);
        if let Some(Counted { on, work, costs }) = counted {
            let kind = self.on_kind(corpus, solvers, &costs);
            let work = node_ratio(solvers, &work);
            return Some(Ratio { counted_on: Some(on), kind, work, ..found });
        }
        let is_known = times[0].is_of_one_puzzle() && solvers.into_iter().all(counts_itself);
        Some(Ratio { work: nodes(times).filter(|_| is_known), ..found })
    }

    /// The ratio of the times of two solvers as in [`ratio`](Self::ratio), with the counts that give
    /// it, if any do.
    pub(crate) fn compared<'a>(
        &self,
        corpus: &str,
        sides @ [above, below]: [(&str, &'a Times); 2],
    ) -> Option<(Estimate, Option<Counted<'a>>)> {
        if let Some(estimate) = above.1.over_on_one_puzzle(below.1) {
            return Some((estimate, None));
        }
        if let Some(counted) = self.counted(corpus, &sides)
            && let Some(estimate) = counted.costs[0].divided_by(counted.costs[1])
        {
            return Some((estimate, Some(counted)));
        }
        if sides.iter().any(|(solver, _)| self.known.is_stopped(corpus, solver)) {
            return None;
        }
        let [above, below] = sides.map(|(solver, times)| self.cost(corpus, solver, times).0);
        Some((above.divided_by(below)?, None))
    }

    /// The costs of solvers, or of programs that make their searches, by exact counts on the same
    /// puzzles; `None` where these are not known.
    pub(crate) fn counted<'a>(
        &self,
        corpus: &str,
        sides: &[(&str, &'a Times)],
    ) -> Option<Counted<'a>> {
        let solvers: Vec<&str> = sides.iter().map(|(id, _)| *id).collect();
        let (on, work) = self.known.work(corpus, &solvers)?;
        let costs = sides.iter().zip(&work).map(|((solver, times), work)| {
            Cost::counted(solver, times, (*work, on.puzzles), self.line(solver))
        });
        Some(Counted { on, costs: costs.collect::<Option<_>>()?, work })
    }

    fn on_kind(&self, corpus: &str, solvers: [&str; 2], costs: &[Cost<'_>]) -> Option<OnKind> {
        let [one, other] = solvers.map(|solver| self.known.kind(corpus, solver));
        let (one, other) = (one?, other?);
        let ratio = costs[0].at(one.mean).divided_by(costs[1].at(other.mean))?;
        let error = [ratio.error, one.error(), other.error()].map(|error| error * error);
        let ratio = Estimate { error: error.iter().sum::<f64>().sqrt(), ..ratio };
        Some(OnKind { puzzles: one.puzzles.min(other.puzzles), ratio: ratio.interval(0.95) })
    }

    /// The mean time of a solver; `None` where it was not run in pairs.
    pub(crate) fn time(&self, corpus: &str, solver: &str) -> Option<MeanTime> {
        let times = self.race(corpus)?.times(solver)?;
        let (cost, counted) = self.cost(corpus, solver, times);
        // A single block gives no interval.
        let unknown = Estimate { point: times.mean(), error: 0.0, df: 1 };
        let placements = match counted {
            _ if !counts_itself(solver) => 0.0,
            Some((on, work)) => work.placements as f64 / on.puzzles as f64,
            None => times.placements(),
        };
        let ns = cost.time().unwrap_or(unknown).interval(0.95);
        let counted_on = counted.map(|(on, _)| on);
        Some(MeanTime { ns, placements, counted_on, puzzles: times.puzzles() })
    }

    /// The time of a solver by its counts, on the puzzles of its own that they are known of; without
    /// counts, by what was timed.
    pub(crate) fn cost<'a>(
        &self,
        corpus: &str,
        solver: &str,
        times: &'a Times,
    ) -> (Cost<'a>, Option<(CountedOn, Work)>) {
        let counted = self.counted(corpus, &[(solver, times)]);
        match counted.filter(|_| !times.is_of_one_puzzle()) {
            Some(Counted { on, work, costs }) => (costs[0], Some((on, work[0]))),
            None => (Cost::uncounted(times), None),
        }
    }

    /// How the time of a solver divides into that of a puzzle and that of a count.
    pub(crate) fn line(&self, solver: &str) -> Line {
        self.lines.get(solver).copied().unwrap_or(Line::COUNTS)
    }

    /// The noise floors of the run, one for each solver that ran twice.
    pub fn noise_floors(&self) -> &[NoiseFloor] {
        &self.noise_floors
    }

    /// The share by which what came before a turn changes the time of a solver.
    fn context_floor(&self) -> f64 {
        self.context.as_ref().map_or(0.0, Context::share)
    }

    /// The greatest noise floor of the run.
    pub(crate) fn noise_floor(&self) -> f64 {
        let floors = self.noise_floors.iter().map(|floor| floor.share);
        floors.fold(self.context_floor(), f64::max)
    }

    pub(crate) fn races(&self) -> &[Raced] {
        &self.races
    }

    /// The race on a corpus.
    pub(crate) fn race(&self, corpus: &str) -> Option<&Raced> {
        self.races.iter().find(|race| race.corpus == corpus)
    }
}

/// Solvers on the same puzzles, by their exact counts.
#[derive(Debug)]
pub(crate) struct Counted<'a> {
    pub(crate) on: CountedOn,
    pub(crate) work: Vec<Work>,
    pub(crate) costs: Vec<Cost<'a>>,
}

/// The mean time of a solver for a puzzle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MeanTime {
    /// Nanoseconds with their 95 % interval.
    pub(crate) ns: Interval,
    /// Digits placed on a puzzle.
    pub(crate) placements: f64,
    pub(crate) counted_on: Option<CountedOn>,
    /// The number of different puzzles that were timed.
    pub(crate) puzzles: usize,
}

/// The ratio of the mean times of a solver and its copy, on the blocks that both finished.
fn side_by_side(corpus: &str, solver: &str, [above, below]: [&Times; 2]) -> Option<Ratio> {
    let [above, below] = above.shared(below);
    let paired = || Cost::uncounted(&above).divided_by(Cost::uncounted(&below));
    let estimate = above.over_on_one_puzzle(&below).or_else(paired)?;
    let found = Ratio::of(corpus, solver, solver, estimate).timed([&above, &below]);
    Some(Ratio { work: nodes([&above, &below]), ..found })
}

/// The nodes of one solver divided by those of another on the same puzzles; `None` where one of the two
/// is counted as another solver.
pub(crate) fn node_ratio(solvers: [&str; 2], work: &[Work]) -> Option<f64> {
    let ratio = work[0].nodes as f64 / work[1].nodes as f64;
    (ratio.is_finite() && solvers.into_iter().all(counts_itself)).then_some(ratio)
}

/// The nodes of one solver divided by those of another on what was timed.
fn nodes([above, below]: [&Times; 2]) -> Option<f64> {
    Some(above.nodes()? as f64 / below.nodes()? as f64)
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
            let all = solvers.chain(paired.passes.programs(&race.corpus));
            let others_here = all.filter(|solver| *solver != reference);
            others.extend(others_here.filter_map(|id| paired.ratio(&race.corpus, id, reference)));
        }
        give_verdicts(&mut others);
        Some(Self {
            reference: first.to_owned(),
            noise_floor: paired.noise_floor(),
            noise_floors: paired.noise_floors.clone(),
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
        let Some(estimate) = cost(&after).zip(cost(&before)).and_then(|(a, b)| a.divided_by(b))
        else {
            continue;
        };
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
