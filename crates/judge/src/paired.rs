//! [`Paired`]: the times of a run and its counts, from which any ratio is computed.

use std::collections::BTreeMap;

use crate::cost::Cost;
use crate::fit::Line;
use crate::program_time::{ProgramTime, TimedProgram};
use crate::raced::{Raced, Times, distinct};
use crate::work::{Known, Work};
use crate::{Context, CountedOn, Estimate, Interval, NoiseFloor, OnKind, Ratio};
use sudoku_record::{
    CountRow, KindCounts, PairedRow, ProgramAnswers, ProgramRecord, ProgramRow, SetCounts,
    counts_itself,
};

/// The race of a run, from which the ratio of any two solvers can be computed.
#[derive(Debug, Clone, Default)]
pub struct Paired {
    pub(crate) races: Vec<Raced>,
    /// The time of each second copy divided by that of its solver.
    pub(crate) twins: Vec<Ratio>,
    noise_floors: Vec<NoiseFloor>,
    pub(crate) context: Option<Context>,
    /// Of each solver, on all corpora together.
    lines: BTreeMap<String, Line>,
    /// Empty until counts are added.
    known: Known,
    /// Empty for a run without programs in other languages.
    pub(crate) programs: Vec<TimedProgram>,
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
            (solver.to_owned(), Line::through(all.flat_map(Times::sums)))
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

    /// Adds the passes of programs. After this, [`ratio`](Self::ratio) also takes the
    /// [id](ProgramRecord::id) of a program.
    #[must_use]
    pub fn with_programs(mut self, rows: &[ProgramRow], programs: &[ProgramRecord]) -> Self {
        self.programs = TimedProgram::all(rows, programs);
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
        if [above, below].iter().any(|id| self.program(corpus, id).is_some()) {
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
    fn counted<'a>(&self, corpus: &str, sides: &[(&str, &'a Times)]) -> Option<Counted<'a>> {
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
    fn cost<'a>(
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

    /// The race on a corpus.
    pub(crate) fn race(&self, corpus: &str) -> Option<&Raced> {
        self.races.iter().find(|race| race.corpus == corpus)
    }

    /// A program that was timed on a corpus.
    fn program(&self, corpus: &str, id: &str) -> Option<&TimedProgram> {
        self.programs.iter().find(|of| of.answers.corpus == corpus && of.id == id)
    }

    fn side<'a>(&'a self, corpus: &str, id: &'a str) -> Option<Side<'a>> {
        if let Some(program) = self.program(corpus, id) {
            let TimedProgram { times, twin, answers, longest, .. } = program;
            let puzzles = answers.answered.min(*longest);
            return Some(Side { times, counted: twin.as_deref(), program: Some(program), puzzles });
        }
        let times = self.race(corpus)?.times(id)?;
        Some(Side { times, counted: Some(id), program: None, puzzles: times.puzzles() })
    }

    /// The ratio of two programs, or of a program and a solver: by exact counts where the searches of
    /// both are counted; failing that, of mean times. Two programs are compared round by round; a
    /// round of a program and a build of a solver have nothing in common.
    fn ratio_of_program(&self, corpus: &str, above: &str, below: &str) -> Option<Ratio> {
        let sides = [self.side(corpus, above)?, self.side(corpus, below)?];
        let ratio = |estimate| Ratio::of(corpus, above, below, estimate);
        let by_counts = || {
            let solvers = [sides[0].counted?, sides[1].counted?];
            let pair = [(solvers[0], sides[0].times), (solvers[1], sides[1].times)];
            let Counted { on, work, costs } = self.counted(corpus, &pair)?;
            let estimate = match sides.map(|side| side.program) {
                [Some(_), Some(_)] => costs[0].divided_by(costs[1])?,
                _ => costs[0].time()?.divided_by(costs[1].time()?),
            };
            let work = node_ratio(solvers, &work);
            Some(Ratio { counted_on: Some(on), work, ..ratio(estimate) })
        };
        let by_means = || {
            let [above, below] = sides;
            let means = || Some(self.mean(above, below)?.divided_by(self.mean(below, above)?));
            Self::in_rounds(above, below).or_else(means).map(ratio)
        };
        let puzzles = sides[0].puzzles.min(sides[1].puzzles);
        Some(Ratio { puzzles, noise_floor: self.noise_floor(), ..by_counts().or_else(by_means)? })
    }

    /// The ratio of the mean times of two programs in the rounds that they share.
    fn in_rounds(above: Side<'_>, below: Side<'_>) -> Option<Estimate> {
        above.program.and(below.program)?;
        let [one, other] = above.times.shared(below.times);
        Cost::uncounted(&one).divided_by(Cost::uncounted(&other))
    }

    /// The mean time of one side of a ratio: of a program for the puzzles that it got, and of a
    /// solver for the puzzles of the program on the other side, which are the first ones of the run.
    fn mean(&self, one: Side<'_>, other: Side<'_>) -> Option<Estimate> {
        if let Some(program) = one.program {
            return program.mean();
        }
        let (solver, ProgramAnswers { corpus, answered, puzzles, .. }) =
            (one.counted?, &other.program?.answers);
        let is_whole = answered == puzzles && !self.known.is_stopped(corpus, solver);
        let work = self.known.first(corpus, solver, *answered);
        let cost =
            |work| Cost::counted(solver, one.times, (work, *answered), self.line(solver))?.time();
        let counted = work.and_then(cost);
        counted.or_else(|| self.cost(corpus, solver, one.times).0.time().filter(|_| is_whole))
    }

    /// The times of all programs, set by set.
    pub fn program_times(&self) -> Vec<ProgramTime> {
        let time = |program: &TimedProgram| {
            let corpus = &program.answers.corpus;
            let by_counts = || {
                let twin = program.twin.as_deref()?;
                let Counted { on, costs, .. } = self.counted(corpus, &[(twin, &program.times)])?;
                Some((costs[0].time()?, Some(on)))
            };
            let (time, counted_on) = by_counts().or_else(|| Some((program.mean()?, None)))?;
            Some(ProgramTime {
                corpus: corpus.clone(),
                program: program.id.clone(),
                rounds: program.times.0.len(),
                longest: program.longest,
                time_ns: time.interval(0.95),
                counted_on,
                start_up_ns: program.start_up_ns,
            })
        };
        self.programs.iter().filter_map(time).collect()
    }
}

/// One side of a ratio.
#[derive(Debug, Clone, Copy)]
struct Side<'a> {
    times: &'a Times,
    /// The solver whose counts are known for these times.
    counted: Option<&'a str>,
    /// The program; `None` for a solver.
    program: Option<&'a TimedProgram>,
    /// The number of different puzzles that were timed.
    puzzles: usize,
}

/// Solvers on the same puzzles, by their exact counts.
#[derive(Debug)]
pub(crate) struct Counted<'a> {
    on: CountedOn,
    work: Vec<Work>,
    costs: Vec<Cost<'a>>,
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
fn node_ratio(solvers: [&str; 2], work: &[Work]) -> Option<f64> {
    let ratio = work[0].nodes as f64 / work[1].nodes as f64;
    (ratio.is_finite() && solvers.into_iter().all(counts_itself)).then_some(ratio)
}

/// The nodes of one solver divided by those of another on what was timed.
fn nodes([above, below]: [&Times; 2]) -> Option<f64> {
    Some(above.nodes()? as f64 / below.nodes()? as f64)
}
