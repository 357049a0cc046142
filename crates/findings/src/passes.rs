//! [`ProgramTime`]: the time of a program for a puzzle, and how it compares with the solvers of the
//! run.
//!
//! A pass of a program costs its start-up and its puzzles. Each round has passes of several
//! lengths, so the time of a puzzle is a slope and the start-up an intercept. A solver makes passes
//! over the same puzzles in the same rounds: it leads from the programs to all other
//! solvers. The passes of a round differ in their puzzles, and a few of these may take most of the
//! time. So the length of a pass is measured by the time that the solver takes for it: the slope is
//! that against the solver's time.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sudoku_measure::{AskedProgram, ProgramRecord, ProgramRow, TrackKind};
use sudoku_stats::median;

use crate::ratios::Quotient;
use crate::rounds::distinct;
use crate::{Estimate, Indexed, Interval, Keyed, Paired, Ratio, Results, Status};

/// The time that a program takes on a set: CPU time, user and system, of all its processes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProgramTime {
    /// The name of the set.
    pub corpus: String,
    /// The id of the program: `programs/` and its name.
    pub program: String,
    /// The group of the program: programs of a set with the same number got the same puzzles in the
    /// same rounds.
    pub group: u32,
    /// The number of rounds.
    pub rounds: usize,
    /// The number of puzzles in the longest pass.
    pub longest: usize,
    /// Nanoseconds for a puzzle, without the start-up, with the 95 % interval.
    pub time_ns: Interval,
    /// Nanoseconds for a pass over one puzzle with one blank.
    pub start_up_ns: f64,
    /// The time of a puzzle in the second half of a pass divided by that in the first, if these
    /// differ. A longer pass would then give another time, and `time_ns` is that of the second
    /// half. `None` if they do not differ.
    pub drift: Option<f64>,
    /// Nanoseconds for a puzzle of a program that only reads the puzzles and writes them again.
    pub echo_ns: Option<Interval>,
    /// The solver that was timed in the same rounds; `None` if there was none.
    pub beside: Option<String>,
    /// The program's time divided by that of the fastest solver on the set.
    pub to_fastest: Option<ProgramRatio>,
    /// The program's time divided by that of the baseline of the set.
    pub to_baseline: Option<ProgramRatio>,
}

/// The time of a program divided by that of a solver.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProgramRatio {
    /// The id of the solver.
    pub reference: String,
    /// The ratio with its 95 % interval.
    pub ratio: Interval,
}

impl Keyed for ProgramTime {
    fn key(&self) -> (&str, &str) {
        (&self.program, &self.corpus)
    }
}

/// Returns whether the time of a puzzle is taken to be constant within a pass: whether it changes
/// by less than a twentieth. `drift` is the time in the second half divided by that in the first.
pub fn is_constant(drift: f64) -> bool {
    (1.0 / 1.05..1.05).contains(&drift)
}

/// The passes of a run, set by set.
#[derive(Debug, Clone, Default)]
pub(crate) struct Passes(Vec<Group>);

/// The tracks of a set that got the same puzzles. A track is what is timed: a program, a solver or
/// the echo.
#[derive(Debug, Clone)]
struct Group {
    corpus: String,
    number: u32,
    tracks: Vec<Track>,
    /// True where each pass goes over all puzzles of the set, so that rounds repeat each other.
    repeats: bool,
}

#[derive(Debug, Clone)]
struct Track {
    kind: TrackKind,
    id: String,
    /// For each round, the nanoseconds of its passes by their numbers of puzzles; 0 puzzles stand
    /// for the start-up.
    rounds: BTreeMap<u32, BTreeMap<usize, f64>>,
}

impl Passes {
    /// Groups the passes of a run, without those of programs with a fault.
    pub(crate) fn of(rows: &[ProgramRow], programs: &[ProgramRecord]) -> Self {
        let is_out = |row: &&ProgramRow| {
            let mut programs = programs.iter();
            row.kind == TrackKind::Program
                && programs.any(|of| of.program.name == row.track && of.fault().is_some())
        };
        let rows = || rows.iter().filter(|row| !is_out(row));
        let groups = distinct(rows().map(|row| (&*row.corpus, row.group)));
        let group = |(corpus, number): (&str, u32)| {
            let ours = || rows().filter(|row| (&*row.corpus, row.group) == (corpus, number));
            let kinds = [TrackKind::Program, TrackKind::Solver, TrackKind::Echo].into_iter();
            let tracks = kinds.flat_map(|kind| {
                let ours = move || ours().filter(move |row| row.kind == kind);
                let names = distinct(ours().map(|row| &*row.track)).into_iter();
                names.map(move |name| {
                    let mut rounds = BTreeMap::<_, BTreeMap<_, _>>::new();
                    for row in ours().filter(|row| row.track == name) {
                        let round = rounds.entry(row.round).or_default();
                        round.insert(row.puzzles, row.cpu_ns as f64);
                    }
                    let of_program = format!("{}{name}", AskedProgram::FAMILY);
                    let id = if kind == TrackKind::Program { of_program } else { name.to_owned() };
                    Track { kind, id, rounds }
                })
            });
            let mut answers = programs.iter().flat_map(|of| &of.answers);
            let puzzles = answers.find(|of| of.corpus == corpus).map(|of| of.puzzles);
            let shortest = ours().map(|row| row.puzzles).filter(|puzzles| *puzzles > 0).min();
            let repeats = puzzles.zip(shortest).is_some_and(|(all, shortest)| all <= shortest);
            Group { corpus: corpus.to_owned(), number, tracks: tracks.collect(), repeats }
        };
        Self(groups.into_iter().map(group).collect())
    }

    fn on<'a>(&'a self, corpus: &'a str) -> impl Iterator<Item = &'a Group> {
        self.0.iter().filter(move |group| group.corpus == corpus)
    }

    /// The ids of the programs that were timed on a set.
    pub(crate) fn programs<'a>(&'a self, corpus: &'a str) -> impl Iterator<Item = &'a str> {
        let tracks = self.on(corpus).flat_map(|group| &group.tracks);
        let programs = tracks.filter(|track| track.kind == TrackKind::Program);
        programs.map(|track| track.id.as_str())
    }

    /// The group of a program, and the program's track.
    fn program(&self, corpus: &str, id: &str) -> Option<(&Group, &Track)> {
        let mut groups = self.0.iter().filter(|group| group.corpus == corpus);
        groups.find_map(|group| {
            Some((group, group.track(id).filter(|track| track.kind == TrackKind::Program)?))
        })
    }
}

impl Group {
    fn track(&self, id: &str) -> Option<&Track> {
        self.tracks.iter().find(|track| track.id == id && track.kind != TrackKind::Echo)
    }

    fn first(&self, kind: TrackKind) -> Option<&Track> {
        self.tracks.iter().find(|track| track.kind == kind)
    }

    /// The solver that is nearest to a program in speed.
    fn beside(&self, program: &Track) -> Option<&Track> {
        let solvers = self.tracks.iter().filter(|track| track.kind == TrackKind::Solver);
        let far = |track: &Track| (track.each() / program.each()).ln().abs();
        solvers.min_by(|one, other| far(one).total_cmp(&far(other)))
    }

    /// Nanoseconds of a program for a puzzle; `None` where noise hides them.
    fn time(&self, program: &Track) -> Option<Estimate> {
        match self.beside(program) {
            Some(beside) => Some(self.ratio(program, beside)?.times(self.mean(beside)?)),
            None => self.estimate(&[(program, self.part(&[program]))], &[]),
        }
    }

    /// The time of one track divided by that of another, in the rounds that both have.
    fn ratio(&self, above: &Track, below: &Track) -> Option<Estimate> {
        let part = self.part(&[above, below]);
        self.estimate(&[(above, part)], &[(below, part)])
    }

    /// Nanoseconds of a solver for a puzzle, over all passes, because a solver has no start-up.
    fn mean(&self, solver: &Track) -> Option<Estimate> {
        self.estimate(&[(solver, Part::All)], &[])
    }

    /// The passes whose difference gives the time of a puzzle for these tracks.
    fn part(&self, tracks: &[&Track]) -> Part {
        let drifts = tracks.iter().any(|track| self.drift(track).is_some());
        if drifts { Part::Second } else { Part::Both }
    }

    /// The drift of a program, as in [`ProgramTime::drift`]; `None` if it has none.
    fn drift(&self, track: &Track) -> Option<f64> {
        if track.kind != TrackKind::Program {
            return None;
        }
        let halves = |of| [(track, of)].into_iter();
        let beside = |of| self.beside(track).map(|solver| (solver, of));
        let above: Vec<_> = halves(Part::Second).chain(beside(Part::First)).collect();
        let below: Vec<_> = halves(Part::First).chain(beside(Part::Second)).collect();
        let drift = self.estimate(&above, &below)?;
        let Interval { low, high, .. } = drift.interval(0.99);
        (!is_constant(drift.point) && !(low..high).contains(&1.0)).then_some(drift.point)
    }

    /// A product of times divided by another product of times.
    ///
    /// Where all rounds repeat the same puzzles, half of the passes of each length count: the
    /// shortest ones, because an interruption can only make a pass longer. They are chosen for each
    /// track alone or, as a relabelled puzzle may be more work for all tracks, in the same rounds
    /// for all. The choice with the smaller error counts.
    fn estimate(&self, above: &[(&Track, Part)], below: &[(&Track, Part)]) -> Option<Estimate> {
        let choices =
            if self.repeats { &[Choice::Alone, Choice::Together][..] } else { &[Choice::All] };
        let estimates = choices.iter().filter_map(|choice| Self::chosen(*choice, above, below));
        estimates.min_by(|one, other| one.error.total_cmp(&other.error))
    }

    /// The estimate from the passes that are chosen so. The error comes from leaving out one pass of
    /// all tracks at a time (the jackknife, Tukey 1958): a pass of a length in a round, because the
    /// passes of a round have different puzzles and run one after the other, in random order. Each
    /// length is a stratum, with degrees of freedom by Satterthwaite (1946).
    fn chosen(
        choice: Choice,
        above: &[(&Track, Part)],
        below: &[(&Track, Part)],
    ) -> Option<Estimate> {
        let all = || above.iter().chain(below);
        let mut rounds: Vec<u32> = all().next()?.0.rounds.keys().copied().collect();
        rounds.retain(|round| all().all(|(track, _)| track.rounds.contains_key(round)));
        let figure = |rounds: &[Vec<u32>; 3]| {
            let tracks: Vec<&Track> = all().map(|(track, _)| *track).collect();
            let product = |of: &[(&Track, Part)]| -> Option<f64> {
                let slope = |&(track, part): &(&Track, Part)| match choice {
                    Choice::All => track.slope(part, rounds),
                    Choice::Alone => track.slope(part, &shortest(&[track], rounds)?),
                    Choice::Together => track.slope(part, &shortest(&tracks, rounds)?),
                };
                of.iter().map(slope).product()
            };
            let figure = product(above)? / product(below)?;
            Some(figure.ln()).filter(|log| log.is_finite())
        };
        let (count, all) = (rounds.len(), std::array::from_fn(|_| rounds.clone()));
        if count < 2 {
            return None;
        }
        // The variance that the passes of one length add.
        let of_length = |length: usize| {
            let without = |left_out: &u32| {
                let mut rest = all.clone();
                rest[length].retain(|round| round != left_out);
                figure(&rest)
            };
            let logs = rounds.iter().map(without).collect::<Option<Vec<f64>>>()?;
            let mean = logs.iter().sum::<f64>() / count as f64;
            let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
            Some((count - 1) as f64 / count as f64 * squares)
        };
        let variances = (0..3).map(of_length).collect::<Option<Vec<f64>>>()?;
        let variance: f64 = variances.iter().sum();
        let squares: f64 = variances.iter().map(|one| one.powi(2)).sum();
        let effective = (count - 1) as f64 * variance.powi(2) / squares;
        let df = if squares > 0.0 { effective } else { (count - 1) as f64 };
        Some(Estimate { point: figure(&all)?.exp(), error: variance.sqrt(), df: df as u32 })
    }
}

/// The passes that count, of those of one length.
#[derive(Debug, Clone, Copy)]
enum Choice {
    /// Those of all rounds.
    All,
    /// The shorter half of each track.
    Alone,
    /// Those of the half of the rounds in which the passes of all tracks together are shorter.
    Together,
}

/// Returns, for each length of a pass, the half of its rounds in which the passes of these tracks
/// are shortest, by the product of their times.
fn shortest(tracks: &[&Track], rounds: &[Vec<u32>; 3]) -> Option<[Vec<u32>; 3]> {
    let mut chosen = [const { Vec::new() }; 3];
    for (at, chosen) in chosen.iter_mut().enumerate() {
        let took = |round: &u32| -> Option<f64> {
            tracks.iter().map(|track| Some(three(track.rounds.get(round)?)?[at].1.ln())).sum()
        };
        let took = rounds[at].iter().map(|round| Some((*round, took(round)?)));
        let mut took: Vec<(u32, f64)> = took.collect::<Option<_>>()?;
        took.sort_by(|one, other| one.1.total_cmp(&other.1));
        took.truncate(took.len().div_ceil(2));
        chosen.extend(took.iter().map(|(round, _)| *round));
    }
    Some(chosen)
}

/// The passes of a round that give the time of a puzzle: a difference of two passes, or all of
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// From the shortest pass to the longest.
    Both,
    /// From the shortest pass to the middle one.
    First,
    /// From the middle pass to the longest.
    Second,
    /// The time of all passes divided by their puzzles, without a difference.
    All,
}

impl Track {
    /// Nanoseconds for a puzzle, above 0, over the rounds that are given for each length of a pass.
    fn slope(&self, part: Part, rounds: &[Vec<u32>; 3]) -> Option<f64> {
        let mut lengths = [(0.0, 0.0); 3];
        for (at, (puzzles, ns)) in lengths.iter_mut().enumerate() {
            let rounds = &rounds[at];
            for round in rounds {
                let (more, took) = three(self.rounds.get(round)?)?[at];
                *puzzles += more as f64 / rounds.len() as f64;
                *ns += took / rounds.len() as f64;
            }
        }
        let [short, middle, long] = lengths;
        let between =
            |(less, begin): (f64, f64), (more, end): (f64, f64)| (end - begin) / (more - less);
        let each = match part {
            Part::Both => between(short, long),
            Part::First => between(short, middle),
            Part::Second => between(middle, long),
            Part::All => {
                let sum = |of: fn(&(f64, f64)) -> f64| lengths.iter().map(of).sum::<f64>();
                sum(|of| of.1) / sum(|of| of.0)
            }
        };
        (each > 0.0).then_some(each)
    }

    /// Nanoseconds for a puzzle over all passes, start-ups included.
    fn each(&self) -> f64 {
        let passes = || self.rounds.values().flat_map(|round| round.range(1..));
        let puzzles: usize = passes().map(|(puzzles, _)| puzzles).sum();
        passes().map(|(_, ns)| ns).sum::<f64>() / puzzles as f64
    }

    fn start_up(&self) -> f64 {
        let starts = self.rounds.values().filter_map(|round| round.get(&0).copied());
        let starts: Vec<f64> = starts.collect();
        if starts.is_empty() { 0.0 } else { median(&starts) }
    }

    fn longest(&self) -> usize {
        self.rounds.values().filter_map(|round| round.keys().max().copied()).max().unwrap_or(0)
    }
}

/// The passes of a round from the shortest to the longest, without the start-up.
fn three(round: &BTreeMap<usize, f64>) -> Option<[(usize, f64); 3]> {
    let passes: Vec<_> = round.range(1..).map(|(&puzzles, &ns)| (puzzles, ns)).collect();
    passes.try_into().ok()
}

impl Paired {
    /// Adds the passes of programs. After this, [`ratio`](Self::ratio) also takes the
    /// [id](AskedProgram::id) of a program.
    #[must_use]
    pub fn with_programs(mut self, rows: &[ProgramRow], programs: &[ProgramRecord]) -> Self {
        self.passes = Passes::of(rows, programs);
        self
    }

    /// True for a program that was timed on a set.
    pub(crate) fn is_program(&self, corpus: &str, id: &str) -> bool {
        self.passes.program(corpus, id).is_some()
    }

    /// The ratio of two programs, or of a program and a solver: from the same rounds or, failing
    /// that, a product over the solvers beside the programs.
    pub(crate) fn ratio_of_program(&self, corpus: &str, above: &str, below: &str) -> Option<Ratio> {
        let [from, to] = [above, below].map(|id| self.passes.program(corpus, id));
        if let Some((group, track, other)) = from
            .and_then(|(group, track)| Some((group, track, group.track(below)?)))
            .or_else(|| to.and_then(|(group, other)| Some((group, group.track(above)?, other))))
        {
            let floor = self.greatest_floor();
            let estimate = group.ratio(track, other)?;
            return Some(Ratio::of_program([corpus, above, below], estimate, group, floor));
        }
        // The programs are in different groups, or one side is a solver that ran in none of their
        // rounds.
        let bridge = |side: Option<(&Group, &Track)>, id: &str| match side {
            Some((group, track)) => Some(group.beside(track)?.id.clone()),
            None => Some(id.to_owned()),
        };
        let (first, last) = (bridge(from, above)?, bridge(to, below)?);
        let mut estimates: Vec<Estimate> = Vec::new();
        if let Some((group, track)) = from {
            let beside = group.track(&first)?;
            estimates.push(group.ratio(track, beside)?.widened(self.gap(group, beside)?));
        }
        let middle = if first == last { None } else { Some(self.ratio(corpus, &first, &last)?) };
        if let Some(ratio) = &middle {
            estimates.push(ratio.estimate());
        }
        if let Some((group, track)) = to {
            let beside = group.track(&last)?;
            estimates.push(group.ratio(beside, track)?.widened(self.gap(group, beside)?));
        }
        let (group, _) = from.or(to)?;
        let estimate = estimates.into_iter().reduce(Estimate::times)?;
        let floor = middle.as_ref().map_or_else(|| self.greatest_floor(), |of| of.noise_floor);
        Some(Ratio::of_program([corpus, above, below], estimate, group, floor))
    }

    fn greatest_floor(&self) -> f64 {
        self.noise_floors().iter().map(|floor| floor.share).fold(0.0, f64::max)
    }

    /// The variance that the solver beside a program adds, because its mean time for a puzzle beside
    /// the programs differs from that in the rounds. If the program is affected in the same way, the
    /// product over the solver is right; if it is not, it is wrong by that factor. Anything in between
    /// is as likely: the variance is that of a uniform distribution.
    fn gap(&self, group: &Group, beside: &Track) -> Option<f64> {
        let lane = self.rounds(&group.corpus)?.lane(&beside.id)?;
        let longer = (group.mean(beside)?.point / lane.times.mean()).ln();
        longer.is_finite().then_some(longer.powi(2) / 3.0)
    }

    /// The times of all programs, set by set. `baseline` names the solver of a set with which its
    /// programs are compared, in addition to the fastest.
    pub fn program_times(&self, baseline: impl Fn(&str) -> Option<String>) -> Indexed<ProgramTime> {
        let mut times = Vec::new();
        for group in &self.passes.0 {
            let Group { corpus, number, tracks, .. } = group;
            let echo = group.first(TrackKind::Echo);
            let echo = echo.and_then(|echo| group.estimate(&[(echo, Part::Both)], &[]));
            let to = |program: &str, reference: Option<String>| {
                let reference = reference?;
                let Ratio { ratio, .. } = self.ratio(corpus, program, &reference)?;
                Some(ProgramRatio { reference, ratio })
            };
            for track in tracks.iter().filter(|track| track.kind == TrackKind::Program) {
                let Some(time) = group.time(track) else { continue };
                times.push(ProgramTime {
                    corpus: corpus.clone(),
                    program: track.id.clone(),
                    group: *number,
                    rounds: track.rounds.len(),
                    longest: track.longest(),
                    time_ns: time.interval(0.95),
                    start_up_ns: track.start_up(),
                    drift: group.drift(track),
                    echo_ns: echo.map(|echo| echo.interval(0.95)),
                    beside: group.beside(track).map(|solver| solver.id.clone()),
                    to_fastest: to(&track.id, self.fastest(corpus)),
                    to_baseline: to(&track.id, baseline(corpus)),
                });
            }
        }
        times.into()
    }

    /// The solver with the least mean time on a set in the paired rounds.
    fn fastest(&self, corpus: &str) -> Option<String> {
        let solvers = self.rounds(corpus)?.solvers();
        let mean = |id: &str| self.mean_ns(corpus, id).unwrap_or(f64::INFINITY);
        solvers.min_by(|one, other| mean(one).total_cmp(&mean(other))).map(str::to_owned)
    }
}

impl Results {
    /// Nanoseconds of a program for a puzzle of a set, comparable with the means of solvers: the
    /// program's ratio to the fastest solver times that solver's mean, because the program gets
    /// relabelled puzzles. `None` if the program did not answer all puzzles, or left the run.
    pub fn program_mean(&self, program: &str, corpus: &str) -> Option<Interval> {
        let record = self.programs.iter().find(|record| record.program.id() == program)?;
        let answers = record.answers.iter().find(|answers| answers.corpus == corpus)?;
        let time = self.program_times.of(program, corpus)?;
        let ProgramRatio { reference, ratio, .. } = time.to_fastest.as_ref()?;
        let fastest = Status::of(self, reference, corpus).timing()?.mean_ns.point;
        (answers.answered == answers.puzzles).then(|| ratio.scaled(fastest))
    }
}

impl Ratio {
    fn of_program(
        [corpus, above, below]: [&str; 3],
        estimate: Estimate,
        group: &Group,
        noise_floor: f64,
    ) -> Self {
        let puzzles = group.tracks.iter().filter(|track| track.kind == TrackKind::Program);
        let quotient = Quotient {
            estimate,
            counted_on: None,
            work: None,
            puzzles: puzzles.map(Track::longest).min().unwrap_or(0),
            builds: 1,
        };
        Self::new(corpus, above, below, &quotient, noise_floor)
    }
}

#[cfg(test)]
mod tests {
    use sudoku_core::Random;
    use sudoku_measure::{PairedRow, ProgramAnswers};

    use super::*;

    const ROUNDS: u32 = 8;

    /// The rows of a group: each track has a start-up and a time for a puzzle, in nanoseconds, with
    /// noise of a hundredth. `warm` is added for each of the first puzzles of a pass.
    fn rows(group: u32, tracks: &[(TrackKind, &str, f64, f64)], warm: f64) -> Vec<ProgramRow> {
        let (mut rows, mut random) = (Vec::new(), Random::seeded(3));
        for round in 0..ROUNDS {
            for &(kind, track, start, each) in tracks {
                for puzzles in [0, 1000, 2000, 4000] {
                    let noise = 0.99 + random.below(1 << 20) as f64 / f64::from(1 << 20) * 0.02;
                    let cold = if kind == TrackKind::Program { puzzles.min(1500) } else { 0 };
                    let ns = (start + each * puzzles as f64 * noise) + warm * cold as f64;
                    rows.push(ProgramRow {
                        corpus: "set".to_owned(),
                        group,
                        round,
                        kind,
                        track: track.to_owned(),
                        puzzles,
                        cpu_ns: ns as u64,
                        wall_ns: ns as u64,
                    });
                }
            }
        }
        rows
    }

    /// Rounds of two solvers: `slow` takes ten times as long as `fast`, whose time is 100 ns.
    fn paired() -> Vec<PairedRow> {
        let mut rows = Vec::new();
        for (build, block) in (0..6).flat_map(|build| (0..10).map(move |block| (build, block))) {
            for (solver, twin, ns) in
                [("slow", false, 1000), ("slow", true, 1000), ("fast", false, 100)]
            {
                let cpu_ns = ns * 1000 + (build * 7 + u64::from(block) * 3) % 5 * ns;
                rows.push(PairedRow {
                    build,
                    corpus: "set".to_owned(),
                    own: true,
                    share: 0,
                    group: 0,
                    block,
                    puzzles: 1000,
                    visit: 0,
                    round: 0,
                    turn: 0,
                    solver: solver.to_owned(),
                    twin,
                    passes: 1,
                    placements: 0,
                    nodes: None,
                    cpu_ns,
                    wall_ns: cpu_ns,
                });
            }
        }
        rows
    }

    use TrackKind::{Echo, Program, Solver};

    /// Two groups: `quick` and `lazy` beside `fast`, `late` beside `slow`.
    fn found() -> Paired {
        let mut all = rows(
            0,
            &[
                (Program, "quick", 5e6, 300.0),
                (Program, "lazy", 40e6, 900.0),
                (Solver, "fast", 0.0, 100.0),
                (Echo, "echo", 1e6, 20.0),
            ],
            0.0,
        );
        all.extend(rows(1, &[(Program, "late", 1e6, 5000.0), (Solver, "slow", 0.0, 1000.0)], 0.0));
        Paired::of(&paired()).with_programs(&all, &[])
    }

    /// A program that answered all puzzles of a set of this size. Where it is that of the shortest
    /// pass, all passes go over the whole set.
    fn repeated(name: &str, puzzles: usize) -> ProgramRecord {
        let answers = vec![ProgramAnswers {
            corpus: "set".to_owned(),
            answered: puzzles,
            no_solution: 0,
            puzzles,
            within_ns: 1,
            fault: None,
        }];
        let program = AskedProgram { name: name.to_owned(), ..AskedProgram::default() };
        ProgramRecord { program, answers }
    }

    fn near(found: f64, truth: f64) {
        assert!((found / truth - 1.0).abs() < 0.02, "{found} and not {truth}");
    }

    #[test]
    fn the_slope_is_the_time_of_a_puzzle_and_the_intercept_the_start_up() {
        let times = found().program_times(|_| Some("slow".to_owned()));
        assert_eq!(times.len(), 3);
        let lazy = times.of("programs/lazy", "set").unwrap();
        near(lazy.time_ns.point, 900.0);
        near(lazy.start_up_ns, 40e6);
        near(lazy.echo_ns.unwrap().point, 20.0);
        assert!(lazy.time_ns.low < 900.0 && 900.0 < lazy.time_ns.high, "{lazy:?}");
        assert_eq!((lazy.drift, lazy.longest, lazy.rounds), (None, 4000, 8));
        assert_eq!(lazy.beside.as_deref(), Some("fast"));
        let [fastest, baseline] =
            [&lazy.to_fastest, &lazy.to_baseline].map(|to| to.clone().unwrap());
        assert_eq!((&*fastest.reference, &*baseline.reference), ("fast", "slow"));
        near(fastest.ratio.point, 9.0);
        near(baseline.ratio.point, 0.9);
        assert!(times.of("programs/late", "set").unwrap().echo_ns.is_none());
    }

    #[test]
    fn a_program_that_warms_up_has_the_time_of_the_second_half() {
        let warm = rows(0, &[(Program, "java", 9e6, 400.0), (Solver, "fast", 0.0, 100.0)], 600.0);
        let paired = Paired::of(&paired()).with_programs(&warm, &[]);
        let times = paired.program_times(|_| None);
        let java = &times[0];
        near(java.time_ns.point, 400.0);
        assert!(java.drift.unwrap() < 0.7, "{java:?}");
        near(paired.ratio("set", "programs/java", "fast").unwrap().ratio.point, 4.0);
    }

    #[test]
    fn ratios_lead_over_the_solvers_beside_the_programs() {
        let paired = found();
        let ratio = |above, below| paired.ratio("set", above, below).unwrap();
        let legs = |over: &[[&'static str; 2]]| -> f64 {
            over.iter().map(|[above, below]| ratio(above, below).error.powi(2)).sum::<f64>().sqrt()
        };
        let [quick, late] = [["programs/quick", "fast"], ["programs/late", "slow"]];
        for (above, below, truth, over) in [
            ("programs/lazy", "programs/quick", 3.0, &[][..]),
            ("programs/quick", "slow", 0.3, &[quick, ["fast", "slow"]]),
            ("slow", "programs/quick", 1.0 / 0.3, &[quick, ["fast", "slow"]]),
            ("programs/late", "programs/quick", 5000.0 / 300.0, &[late, ["slow", "fast"], quick]),
            ("programs/quick", "programs/late", 0.06, &[quick, ["fast", "slow"], late]),
        ] {
            let found = ratio(above, below);
            near(found.ratio.point, truth);
            assert!(found.ratio.low < truth && truth < found.ratio.high, "{found:?}");
            assert!(found.error >= legs(over), "{above} by {below}");
        }
        assert!(paired.ratio("set", "programs/none", "slow").is_none());
        assert!(paired.ratio("other", "programs/quick", "slow").is_none());
    }

    #[test]
    fn a_bridge_that_is_slower_beside_programs_widens_what_leads_over_it() {
        let tracks =
            |each| [(Program, "p", 1e6, 300.0 * each), (Solver, "fast", 0.0, 100.0 * each)];
        let [same, slower] = [1.0, 1.5].map(|each| {
            let paired = Paired::of(&paired()).with_programs(&rows(0, &tracks(each), 0.0), &[]);
            paired.ratio("set", "programs/p", "slow").unwrap()
        });
        near(same.ratio.point, slower.ratio.point);
        assert!(slower.error > 5.0 * same.error, "{same:?} {slower:?}");
    }

    #[test]
    fn passes_over_uneven_puzzles_count_as_long_as_the_solver_beside_finds_them() {
        let mut rows = rows(0, &[(Program, "p", 1e6, 300.0), (Solver, "fast", 0.0, 100.0)], 0.0);
        // Each pass of a round has its own puzzles, and some puzzles are twice as much work as
        // others.
        for row in rows.iter_mut().filter(|row| row.puzzles > 0) {
            let start = if row.kind == Program { 1_000_000 } else { 0 };
            let uneven = u64::from(row.round * 5 + row.puzzles as u32 / 1000 * 3) % 7;
            row.cpu_ns = start + (row.cpu_ns - start) * (7 + uneven) / 10;
        }
        let paired = Paired::of(&paired()).with_programs(&rows, &[]);
        let times = paired.program_times(|_| None);
        let ratio = times[0].to_fastest.clone().unwrap().ratio;
        assert!((ratio.point / 3.0 - 1.0).abs() < 0.02, "{ratio:?}");
        assert!((times[0].time_ns.point / 300.0 - 1.0).abs() < 0.05, "{:?}", times[0].time_ns);
    }

    #[test]
    fn an_interruption_changes_nothing_where_rounds_repeat_the_same_puzzles() {
        let mut rows = rows(0, &[(Program, "p", 1e6, 300.0), (Solver, "fast", 0.0, 100.0)], 0.0);
        let mut random = Random::seeded(5);
        for row in &mut rows {
            if random.below(6) == 0 {
                row.cpu_ns = row.cpu_ns * 3 / 2;
            }
        }
        let time = |puzzles: usize| {
            let record = repeated("p", puzzles);
            let paired = Paired::of(&paired()).with_programs(&rows, &[record]);
            paired.program_times(|_| None)[0].time_ns
        };
        let [repeated, own] = [1000, 1001].map(time);
        assert!((repeated.point / 300.0 - 1.0).abs() < 0.05, "{repeated:?}");
        assert!(repeated.low < 300.0 && 300.0 < repeated.high, "{repeated:?}");
        let width = |of: Interval| of.high / of.low;
        assert!(width(own) > 1.5 * width(repeated), "{own:?} {repeated:?}");
    }

    #[test]
    fn passes_of_relabelled_puzzles_that_are_more_work_for_both_leave_the_ratio_as_it_is() {
        let mut rows = rows(0, &[(Program, "p", 1e6, 300.0), (Solver, "fast", 0.0, 100.0)], 0.0);
        for row in rows.iter_mut().filter(|row| row.puzzles > 0) {
            let start = if row.kind == Program { 1_000_000 } else { 0 };
            let work = 7 + u64::from(row.round * 5 + row.puzzles as u32 / 1000 * 3) % 11;
            row.cpu_ns = start + (row.cpu_ns - start) * work / 10;
        }
        let record = repeated("p", 1000);
        let paired = Paired::of(&paired()).with_programs(&rows, &[record]);
        let ratio = paired.ratio("set", "programs/p", "fast").unwrap().ratio;
        assert!(2.9 < ratio.low && ratio.low < 3.0, "{ratio:?}");
        assert!(3.0 < ratio.high && ratio.high < 3.1, "{ratio:?}");
    }

    #[test]
    fn intervals_from_few_rounds_contain_the_ratio_as_often_as_they_say() {
        let tracks = [(Program, "p", 1e6, 300.0), (Program, "q", 1e6, 100.0)];
        let rounds = 4;
        let found = |seed: u64| {
            let (mut rows, mut random) = (rows(0, &tracks, 0.0), Random::seeded(seed));
            rows.retain(|row| row.round < rounds);
            let mut work = BTreeMap::new();
            for row in rows.iter_mut().filter(|row| row.puzzles > 0) {
                let mut around = |spread: u64| 1000 - spread / 2 + random.below(spread);
                let work = *work.entry((row.round, row.puzzles)).or_insert_with(|| around(600));
                row.cpu_ns = 1_000_000 + (row.cpu_ns - 1_000_000) * work * around(200) / 1_000_000;
            }
            let paired = Paired::of(&paired()).with_programs(&rows, &[]);
            paired.ratio("set", "programs/p", "programs/q").unwrap()
        };
        let all: Vec<Ratio> = (0..200).map(found).collect();
        let hits = all.iter().filter(|of| of.ratio.low < 3.0 && 3.0 < of.ratio.high).count();
        assert!((180..=198).contains(&hits), "{hits} of 200");
        assert!(all.iter().all(|of| of.df >= rounds - 1 && of.df <= 3 * (rounds - 1)));
        assert!(all.iter().any(|of| of.df > rounds - 1));
    }

    #[test]
    fn a_program_with_a_fault_has_no_time() {
        let answers = ProgramAnswers {
            corpus: "other".to_owned(),
            answered: 0,
            no_solution: 0,
            puzzles: 1,
            within_ns: 1,
            fault: Some("line 1 is wrong".to_owned()),
        };
        let program = AskedProgram { name: "p".to_owned(), ..AskedProgram::default() };
        let record = ProgramRecord { program, answers: vec![answers] };
        let rows = rows(0, &[(Program, "p", 1e6, 300.0)], 0.0);
        let times = |programs: &[ProgramRecord]| {
            Paired::of(&[]).with_programs(&rows, programs).program_times(|_| None).len()
        };
        assert_eq!([times(&[]), times(&[record])], [1, 0]);
    }
}
