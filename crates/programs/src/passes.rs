//! [`time`]: the programs of a run, timed on a set in rounds, with solvers beside them.
//!
//! A [`Track`] is a program, a solver or the echo. Tracks are timed in groups. Programs whose
//! passes go over all puzzles of the set form one group; each goes over them as often as fills its
//! passes. Slower programs form groups of similar speed, whose passes have equally many puzzles. In
//! a round, all tracks of a group make passes of three lengths over the same puzzles, in random
//! order. A program is started anew for each pass: its time per puzzle is the slope between passes.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use sudoku_core::{Goal, Grid, Proof, Puzzle, Random};
use sudoku_findings::is_constant;
use sudoku_measure::{ProgramRow, Stopwatch, TrackKind};
use sudoku_registry::{Entry, Known, Limits, Session, referee};

use crate::program::Feed;
use crate::{Over, Pass, Program, ProgramFault, ProgramLimits, Question, Spent};

/// How long passes are, and how many rounds there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassLengths {
    /// The least CPU time of the shortest pass of a round, without start-up.
    pub unit: Duration,
    /// Passes grow until the time per puzzle no longer changes, but not beyond this CPU time.
    pub longest: Duration,
    /// The number of rounds.
    pub rounds: usize,
    /// Wall time per program of a group: after it, the group begins no round beyond the sixth.
    pub group: Duration,
}

/// A set on which programs are timed, and how.
#[derive(Debug, Clone, Copy)]
pub struct TimedSet<'a> {
    /// The name of the set.
    pub corpus: &'a str,
    /// The question about its puzzles.
    pub goal: Goal,
    /// Its puzzles.
    pub questions: &'a [Question],
    /// A program that calls [`launched`](crate::launched).
    pub launcher: &'a Path,
    /// A program that writes the lines that it reads.
    pub echo: &'a Program,
    /// Limits for the answers. A timed pass may take six times as long.
    pub limits: &'a ProgramLimits,
    /// How long passes are.
    pub pace: PassLengths,
    /// How much work a relabelled puzzle may be.
    pub bound: Option<Bound<'a>>,
    /// Calls that any other solver may make on a puzzle.
    pub budget: u64,
}

/// How much work a relabelled puzzle may be: a search that tries digits in ascending order may take
/// a thousand times as long for it as for the puzzle.
#[derive(Debug, Clone, Copy)]
pub struct Bound<'a> {
    /// A solver that can count.
    pub entry: &'a Entry,
    /// Its rough time per puzzle, in nanoseconds. Programs that are far faster make another search,
    /// which is not bounded.
    pub ns: f64,
    /// The most calls that it may make.
    pub calls: u64,
}

/// A program, and on how many of the first puzzles of the set it is timed.
#[derive(Debug, Clone, Copy)]
pub struct Runner<'a> {
    /// The program.
    pub program: &'a Program,
    /// The number of puzzles that it has [`answered`].
    pub answered: usize,
}

/// The passes that were made.
#[derive(Debug, Default)]
pub struct Times {
    /// Every pass, group by group, but those of programs that were excluded.
    pub rows: Vec<ProgramRow>,
    /// The programs that were excluded: the name, the place in the set of the puzzle that the fault
    /// is about, if it is about one, and the fault.
    pub out: Vec<(String, Option<usize>, ProgramFault)>,
    /// A line for each solver that answered wrongly.
    pub wrong: Vec<String>,
}

/// The three lengths of the passes in a round, in units ([`Length::unit`]).
const LENGTHS: [usize; 3] = [1, 2, 4];

/// The most puzzles of a pass.
const MOST: usize = 1 << 18;

/// How many times as long a timed pass may take as the answers: the longest has four times as many
/// puzzles as the shortest, and a relabelled puzzle may take longer.
const TIMED: u32 = 6;

/// The fewest rounds of a group.
const FEWEST: usize = 6;

/// Where the passes of a group do not go over all puzzles, its slowest program takes at most this
/// many times as long as its fastest.
const SPAN: f64 = 10.0;

/// If a solver takes longer than this for a puzzle, in nanoseconds, and has another tree than that of
/// the bound, it first tries each relabelled one within the budget, untimed.
const TRIED: f64 = 20_000.0;

/// The bound holds for programs that are at most this many times as fast as its solver.
const FAR_FASTER: f64 = 8.0;

/// How many relabellings of a puzzle are tried until one is within the bound.
const RELABELLINGS: u64 = 16;

/// The shortest pass of the echo takes the time of a program's divided by this: its lines take so
/// little that it needs no longer passes.
const ECHO_SHARE: u32 = 2;

/// A solver goes over all puzzles as often as its program divided by this: it has no start-up to
/// separate from the puzzles, so shorter passes are enough.
const SOLVER_SHARE: usize = 4;

/// Returns how many of the first puzzles a program answers rightly within the limits, and its pass
/// over them. These are all puzzles or, if the program is too slow for them, the most of 1, 2, 4
/// and so on. In the first pass, it gets the puzzles after a moment in which it must not write.
///
/// # Errors
///
/// The place of the puzzle that the program's fault is about, if any, and the fault. Answering no
/// puzzle within the limits is a fault, too.
pub fn answered(
    program: &Program,
    launcher: &Path,
    questions: &[Question],
    goal: Goal,
    limits: &ProgramLimits,
) -> Result<(usize, Pass), (Option<usize>, ProgramFault)> {
    let placed = |fault: ProgramFault| (fault.line().map(|line| line - 1), fault);
    let slow = match program.first_pass(launcher, questions, goal, limits) {
        Ok(pass) => return Ok((questions.len(), pass)),
        Err(fault) if is_slow(&fault) => fault,
        Err(fault) => return Err(placed(fault)),
    };
    // The number of lines written says little: most programs keep theirs in a buffer.
    let (began, mut answered, mut next) = (Instant::now(), None, 1);
    while next < questions.len() && began.elapsed() < limits.wall {
        match program.pass(launcher, &questions[..next], goal, limits) {
            Ok(pass) => (answered, next) = (Some((next, pass)), 2 * next),
            Err(fault) if is_slow(&fault) => break,
            Err(fault) => return Err(placed(fault)),
        }
    }
    answered.ok_or_else(|| placed(slow))
}

fn is_slow(fault: &ProgramFault) -> bool {
    matches!(fault, ProgramFault::Over { over: Over::Wall(_) | Over::Cpu(_), .. })
}

/// Times programs on a set: each group in rounds of its own, with the echo, and for each program
/// the solver of `bridges` that is nearest in speed (nanoseconds per puzzle). A program that
/// answered fewer than four puzzles is not timed. `say` gets a message for every round.
///
/// # Panics
///
/// When a program has answered more puzzles than there are.
pub fn time(
    timed_set: &TimedSet<'_>,
    programs: &[Runner<'_>],
    bridges: &[(&Entry, f64)],
    mut say: impl FnMut(&str),
) -> Times {
    let mut times = Times::default();
    let fewest = LENGTHS[2].min(timed_set.questions.len());
    let mut measured: Vec<(Runner<'_>, Length)> = Vec::new();
    for runner in programs.iter().filter(|runner| runner.answered >= fewest) {
        say(&format!("{}: how long is a pass?", runner.program.name));
        let mut track = Track::new(What::Program(runner.program));
        match timed_set.measure_out(&mut track, runner.answered, timed_set.pace.unit) {
            Some(length) => measured.push((*runner, length)),
            None => times.out.extend(track.left()),
        }
    }
    let (puzzles, limit) = (timed_set.questions.len(), timed_set.limit());
    for (number, group) in (0..).zip(groups(measured, puzzles, limit)) {
        // A peer cannot search within a budget, so a slow one cannot try the puzzles.
        let can_be = |(entry, ns): &&(&Entry, f64)| entry.can.count || *ns <= TRIED;
        let mut beside: Vec<Beside<'_>> = Vec::new();
        for (_, Length { unit, ns: each }) in &group {
            let far = |(_, solver): &&(&Entry, f64)| (solver / each).ln().abs();
            let solvers = bridges.iter().filter(can_be);
            let nearest = solvers.min_by(|one, other| far(one).total_cmp(&far(other)));
            let Some(&(entry, ns)) = nearest else { continue };
            if beside.iter().all(|known| known.entry.info.id != entry.info.id) {
                let is_bounded = timed_set.bound_at(*each).is_some();
                beside.push(Beside { entry, ns, unit: *unit, is_bounded });
            }
        }
        timed_set.group(number, &group, &beside, &mut times, &mut say);
    }
    let gone: Vec<&str> = times.out.iter().map(|(name, ..)| name.as_str()).collect();
    times.rows.retain(|row| row.kind != TrackKind::Program || !gone.contains(&&*row.track));
    times
}

/// Divides programs into groups: the slower ones by their speed, with passes of one length in a
/// group, the median of what its programs need, if the slowest takes no longer than `limit` for it;
/// then those whose passes go over all puzzles of the set.
fn groups<'a>(
    measured: Vec<(Runner<'a>, Length)>,
    puzzles: usize,
    limit: Duration,
) -> Vec<Vec<(Runner<'a>, Length)>> {
    let (whole, mut slow): (Vec<_>, Vec<_>) = measured.into_iter().partition(|(runner, length)| {
        runner.answered == puzzles && length.unit.is_multiple_of(puzzles)
    });
    slow.sort_by(|(_, one), (_, other)| one.ns.total_cmp(&other.ns));
    let mut groups: Vec<Vec<(Runner<'a>, Length)>> = Vec::new();
    for one in slow {
        match groups.last_mut().filter(|group| one.1.ns <= SPAN * group[0].1.ns) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    for group in &mut groups {
        let mut units: Vec<usize> = group.iter().map(|(_, length)| length.unit).collect();
        units.sort_unstable();
        let slowest = group.last().map_or(1.0, |(_, length)| length.ns);
        let most = limit.as_nanos() as f64 / (LENGTHS[2] as f64 * slowest);
        for (_, length) in group {
            length.unit = units[(units.len() - 1) / 2].min(most as usize).max(1);
        }
    }
    groups.extend((!whole.is_empty()).then_some(whole));
    groups
}

/// How long passes are for a program.
#[derive(Debug, Clone, Copy)]
struct Length {
    /// The number of puzzles of the shortest pass.
    unit: usize,
    /// The rough CPU time per puzzle, in nanoseconds.
    ns: f64,
}

/// A solver that is timed beside programs, its nanoseconds per puzzle, and of the program that it is
/// nearest to the unit, and whether its puzzles are bounded.
struct Beside<'a> {
    entry: &'a Entry,
    ns: f64,
    unit: usize,
    is_bounded: bool,
}

/// A program, a solver or the echo that is timed.
struct Track<'a> {
    what: What<'a>,
    /// The time of all passes so far.
    spent: Spent,
    /// The place of the puzzle that its fault is about, if any, and the fault, if it has one.
    out: Option<(Option<usize>, ProgramFault)>,
}

enum What<'a> {
    Program(&'a Program),
    Solver(&'static str, Box<Session>),
    Echo(&'a Program),
}

impl Track<'_> {
    fn kind(&self) -> (TrackKind, &str) {
        match &self.what {
            What::Program(program) => (TrackKind::Program, &program.name),
            What::Solver(id, _) => (TrackKind::Solver, id),
            What::Echo(program) => (TrackKind::Echo, &program.name),
        }
    }

    fn left(self) -> Option<(String, Option<usize>, ProgramFault)> {
        let name = self.kind().1.to_owned();
        self.out.map(|(puzzle, fault)| (name, puzzle, fault))
    }
}

/// The puzzles of a pass, and the place of each in the set.
struct Asked {
    questions: Vec<Question>,
    places: Vec<usize>,
}

impl<'a> Track<'a> {
    fn new(what: What<'a>) -> Self {
        Self { what, spent: Spent::default(), out: None }
    }
}

impl TimedSet<'_> {
    /// Returns `length` puzzles of an order, from the place `from` on, and again from its beginning
    /// after its end. Each is relabelled in its own way, by `number`. Where no relabelling is
    /// within the bound, the next puzzle takes its place; fewer come if that happens to most.
    fn ask(
        &self,
        order: &[usize],
        from: usize,
        length: usize,
        number: u64,
        bound: Option<Bound<'_>>,
    ) -> Asked {
        let mut bound = bound.map(|bound| (bound.entry.start(), bound.calls));
        let mut within = |question: &Question| match &mut bound {
            Some((solver, calls)) => self.finishes(solver, question, *calls),
            None => true,
        };
        let relabel = |(at, seed): (usize, u64)| {
            let place = order[at % order.len()];
            let mut seeds = (0..RELABELLINGS).map(|again| seed + (again << 24));
            let relabelled = seeds.find_map(|seed| {
                Some(self.questions[place].relabelled(seed)).filter(|question| within(question))
            });
            relabelled.map(|question| (question, place))
        };
        let asked = (from..from + 2 * length).zip(number << 32..);
        let (questions, places) = asked.filter_map(relabel).take(length).unzip();
        Asked { questions, places }
    }

    /// The longest planned pass: what is surely within the limits of wall time and of CPU time.
    fn limit(&self) -> Duration {
        self.limits.wall.min(self.limits.cpu)
    }

    /// The bound for programs that take about `ns` nanoseconds for a puzzle.
    fn bound_at(&self, ns: f64) -> Option<Bound<'_>> {
        self.bound.filter(|bound| FAR_FASTER * ns >= bound.ns)
    }

    /// True if a solver answers a question with at most this many calls.
    fn finishes(&self, solver: &mut Session, question: &Question, calls: u64) -> bool {
        let limit = if self.goal == Goal::First { 1 } else { 2 };
        solver.solutions(&question.puzzle, limit, Limits::calls(calls), 0).stopped.is_none()
    }

    /// Times a pass. `None` if the track is excluded, now or before.
    fn pass(&self, track: &mut Track<'_>, asked: &Asked) -> Option<Spent> {
        if track.out.is_some() {
            return None;
        }
        let Asked { questions, places } = asked;
        let Self { launcher, goal, limits, .. } = *self;
        let limits =
            ProgramLimits { wall: TIMED * limits.wall, cpu: TIMED * limits.cpu, ..*limits };
        let passed = match &mut track.what {
            What::Program(program) => program.pass(launcher, questions, goal, &limits).and_then(
                |Pass { spent, .. }| {
                    track.spent += spent;
                    let all = track.spent;
                    if all.hides(&limits) { Err(ProgramFault::Hidden(all)) } else { Ok(spent) }
                },
            ),
            What::Echo(program) => {
                program.run(launcher, questions, &limits, Feed::AtOnce).map(|ran| ran.report.spent)
            }
            What::Solver(_, session) => in_process(session, questions, goal),
        };
        let place = |line: usize| places.get(line - 1).copied();
        passed.map_err(|fault| track.out = Some((fault.line().and_then(place), fault))).ok()
    }

    /// Finds a unit, a number of puzzles, that is long enough: it takes the time `least`, and in
    /// longer passes the time per puzzle stays constant, unless they exceed `pace.longest` or the
    /// limits. If there is time for all puzzles, the unit is a multiple of their number. `None`
    /// after a fault.
    fn measure_out(&self, track: &mut Track<'_>, taken: usize, least: Duration) -> Option<Length> {
        let longest = self.pace.longest.min(self.limit());
        let least = least.min(longest / (2 * LENGTHS[2] as u32));
        let [least, longest] = [least, longest].map(|time| time.as_nanos() as f64);
        // The echo does not search.
        let mut bound = self.bound.filter(|_| !matches!(track.what, What::Echo(_)));
        let (mut unit, mut again) = (1, false);
        let mut took = [f64::INFINITY; 3];
        // The number of a pass seeds the relabelling of its puzzles. These are above all numbers
        // that the rounds use.
        let mut number = 1 << 24;
        loop {
            let order: Vec<usize> = (0..taken.min(unit)).collect();
            for (took, length) in took.iter_mut().zip(LENGTHS) {
                number += 1;
                let asked = self.ask(&order, 0, unit * length, number, bound);
                *took = took.min(self.pass(track, &asked)?.cpu.as_nanos() as f64);
            }
            let [first, second] = [took[1] - took[0], (took[2] - took[1]) / 2.0];
            let each = (took[2] - took[0]) / 3.0;
            bound = bound.and_then(|_| self.bound_at(each / unit as f64));
            let is_long = each > least;
            let is_longest = 2.0 * took[2] > longest;
            if is_long && (is_longest || is_constant(second / first)) || 8 * unit > MOST {
                let ns = (each / unit as f64).max(1.0);
                let has_time = LENGTHS[2] as f64 * ns * taken as f64 <= longest;
                let unit =
                    if has_time || unit >= taken { unit.next_multiple_of(taken) } else { unit };
                return Some(Length { unit, ns });
            }
            // An interruption, too, changes the time per puzzle, so it is measured twice.
            again = is_long && !again;
            if !again {
                let more = if is_long { 2.0 } else { (1.2 * least / each.max(1.0)).min(16.0) };
                unit = ((unit as f64 * more).ceil() as usize).min(MOST / LENGTHS[2]);
                took = [f64::INFINITY; 3];
            }
        }
    }

    /// Runs the rounds of a group, and adds their rows and faults to `times`.
    fn group(
        &self,
        number: u32,
        group: &[(Runner<'_>, Length)],
        beside: &[Beside<'_>],
        times: &mut Times,
        say: &mut impl FnMut(&str),
    ) {
        let taken = group.iter().map(|(runner, _)| runner.answered).min().unwrap_or_default();
        // Each with its unit, and whether its puzzles are bounded.
        let mut tracks: Vec<(Track<'_>, usize, bool)> = group
            .iter()
            .map(|(runner, length)| {
                let track = Track::new(What::Program(runner.program));
                (track, length.unit, self.bound_at(length.ns).is_some())
            })
            .collect();
        let mut random = Random::seeded(u64::from(number) + 1);
        let mut order: Vec<usize> = (0..taken).collect();
        random.shuffle(&mut order);
        let mut echo = Track::new(What::Echo(self.echo));
        let mut echoed: Vec<Asked> = Vec::new();
        let least = self.pace.unit / ECHO_SHARE;
        if let Some(length) = self.measure_out(&mut echo, taken, least) {
            let ask = |of: usize| self.ask(&order, 0, length.unit * of, 0, None);
            echoed.extend(LENGTHS.map(ask));
            tracks.push((echo, length.unit, false));
        }
        let mut tried: Vec<(Session, usize)> = Vec::new();
        for Beside { entry, ns, unit, is_bounded } in beside {
            // A pass over all puzzles may repeat them less often; any other has the program's
            // puzzles.
            let unit = match unit / taken {
                times if unit % taken == 0 => taken * times.div_ceil(SOLVER_SHARE),
                _ => *unit,
            };
            let same_tree = |bound: Bound<'_>| bound.entry.info.tree == entry.info.tree;
            if *ns > TRIED && !self.bound.is_some_and(same_tree) {
                tried.push((entry.start(), unit));
            }
            let what = What::Solver(entry.info.id, Box::new(entry.start()));
            tracks.push((Track::new(what), unit, *is_bounded));
        }
        let start = Question { puzzle: almost_solved(), known: Known::One };
        let start = Asked { questions: vec![start], places: Vec::new() };
        let began = Instant::now();
        for round in 0..self.pace.rounds {
            if round >= FEWEST && began.elapsed() > self.pace.group * group.len() as u32 {
                break;
            }
            say(&format!("round {} of {}", round + 1, self.pace.rounds));
            let mut turns: Vec<(usize, usize)> = (0..tracks.len())
                .flat_map(|at| (0..=LENGTHS.len()).map(move |p| (at, p)))
                .collect();
            random.shuffle(&mut turns);
            // The puzzles of each pass, by unit (a number of puzzles), whether they are bounded, and
            // place in `LENGTHS`. Programs and solvers of the same unit get the same puzzles.
            let mut passes: BTreeMap<(usize, bool, usize), Asked> = BTreeMap::new();
            for (at, pass) in turns {
                let (track, unit, is_bounded) = &mut tracks[at];
                let (asked, puzzles) = match (LENGTHS.get(pass), &track.what) {
                    (None, What::Solver(..)) => continue,
                    (None, _) => (&start, 0),
                    (Some(_), What::Echo(_)) => (&echoed[pass], echoed[pass].questions.len()),
                    (Some(length), _) => {
                        let ask = || {
                            let seed = (u64::from(number) + 1) << 16 | (4 * round + pass) as u64;
                            let from = round * *unit * LENGTHS[2];
                            let bound = self.bound.filter(|_| *is_bounded);
                            let mut asked = self.ask(&order, from, *unit * length, seed, bound);
                            for (solver, _) in tried.iter_mut().filter(|of| of.1 == *unit) {
                                self.keep_possible(solver, &mut asked);
                            }
                            asked
                        };
                        let asked = &*passes.entry((*unit, *is_bounded, pass)).or_insert_with(ask);
                        (asked, asked.questions.len())
                    }
                };
                let Some(Spent { cpu, wall, .. }) = self.pass(track, asked) else { continue };
                let (kind, name) = track.kind();
                times.rows.push(ProgramRow {
                    corpus: self.corpus.to_owned(),
                    group: number,
                    round: round as u32,
                    kind,
                    track: name.to_owned(),
                    puzzles,
                    cpu_ns: cpu.as_nanos() as u64,
                    wall_ns: wall.as_nanos() as u64,
                });
            }
        }
        let rows = times.rows.iter().filter(|row| row.group == number).collect::<Vec<_>>();
        for (track, ..) in &mut tracks {
            if let (What::Program(program), None) = (&track.what, &track.out) {
                track.out = below_echo(&rows, &program.name).map(|fault| (None, fault));
            }
        }
        for (track, ..) in tracks {
            match (&track.what, &track.out) {
                (What::Program(_), Some(_)) => times.out.extend(track.left()),
                (What::Solver(id, _), Some((_, fault))) => {
                    times.wrong.push(format!("{id} on {}: {fault}", self.corpus));
                    let own = |row: &ProgramRow| row.group == number && row.track == *id;
                    times.rows.retain(|row| !own(row));
                }
                _ => {}
            }
        }
    }

    /// Leaves out the puzzles on which a solver goes over its budget.
    fn keep_possible(&self, solver: &mut Session, asked: &mut Asked) {
        let is_possible = |question: &Question| self.finishes(solver, question, self.budget);
        let keep: Vec<bool> = asked.questions.iter().map(is_possible).collect();
        let mut kept = keep.iter();
        asked.questions.retain(|_| kept.next() == Some(&true));
        let mut kept = keep.iter();
        asked.places.retain(|_| kept.next() == Some(&true));
    }
}

/// Runs a pass of a solver in this process. Returns the CPU time of the thread, and the wall time.
fn in_process(
    session: &mut Session,
    questions: &[Question],
    goal: Goal,
) -> Result<Spent, ProgramFault> {
    let puzzles: Vec<Puzzle> = questions.iter().map(|question| question.puzzle).collect();
    let mut answers = vec![Some(Grid::BLANK); puzzles.len()];
    let mut proofs = vec![Proof::default(); puzzles.len()];
    let watch = Stopwatch::start();
    session.solve_all(&puzzles, goal, &mut answers, &mut proofs);
    let elapsed = watch.elapsed();
    for (at, question) in questions.iter().enumerate() {
        let found = referee(goal, &question.puzzle, answers[at].as_ref(), &proofs[at]);
        question.known.agrees(goal, found).map_err(|why| ProgramFault::Wrong {
            line: at + 1,
            puzzle: Box::new(*question.puzzle.grid()),
            why: why.to_string(),
        })?;
    }
    Ok(Spent { cpu: elapsed.cpu, wall: elapsed.wall, ..Spent::default() })
}

/// Returns the fault of a program that takes less time for a puzzle than the echo in every round of
/// a group. By chance, as when its start-up takes most of a pass, that may be so in some of them.
fn below_echo(rows: &[&ProgramRow], program: &str) -> Option<ProgramFault> {
    let of_echo = |row: &ProgramRow| row.kind == TrackKind::Echo;
    let of_program = |row: &ProgramRow| row.kind == TrackKind::Program && row.track == program;
    let (own, echo) = (slopes(rows, of_program), slopes(rows, of_echo));
    let pairs: Vec<(f64, f64)> =
        own.iter().filter_map(|(round, ns)| Some((*ns, *echo.get(round)?))).collect();
    let (ns, echo_ns) = pairs.iter().copied().reduce(|sum, one| (sum.0 + one.0, sum.1 + one.1))?;
    let count = pairs.len() as f64;
    let fault = ProgramFault::BelowEcho { ns: ns / count, echo_ns: echo_ns / count };
    pairs.iter().all(|(ns, echo_ns)| ns < echo_ns).then_some(fault)
}

/// Returns the slope of each round of a track.
fn slopes(rows: &[&ProgramRow], of_track: impl Fn(&ProgramRow) -> bool) -> BTreeMap<u32, f64> {
    let mut rounds = BTreeMap::<u32, Vec<(usize, u64)>>::new();
    for row in rows.iter().filter(|row| of_track(row)) {
        rounds.entry(row.round).or_default().push((row.puzzles, row.cpu_ns));
    }
    rounds.into_iter().filter_map(|(round, passes)| Some((round, slope(&passes)?))).collect()
}

/// Returns the nanoseconds for a puzzle between the shortest and the longest of the passes of a
/// round, given as puzzles and nanoseconds, without the start-up; `None` if a pass is missing.
fn slope(passes: &[(usize, u64)]) -> Option<f64> {
    let (from, to) = (passes.iter().filter(|pass| pass.0 > 0).min()?, passes.iter().max()?);
    let more = (to.0 > from.0).then_some((to.0 - from.0) as f64);
    more.map(|more| (to.1 as f64 - from.1 as f64) / more)
}

/// Returns a puzzle with one blank: a pass over it takes hardly more than the start-up.
fn almost_solved() -> Puzzle {
    let cells = std::array::from_fn(|at| ((at % 9 + at / 9 * 3 + at / 27) % 9 + 1) as u8);
    let solved = Grid::try_from(cells).expect("these are digits");
    Puzzle::try_from(solved.with(40, 0)).expect("it has a solution")
}

#[cfg(test)]
mod tests {
    use sudoku_core::Work;
    use sudoku_registry::find;

    use super::*;

    const EXAMPLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn relabelled_puzzles_are_within_the_bound() {
        let puzzle = Puzzle::try_from(EXAMPLE.parse::<Grid>().unwrap()).unwrap();
        let question = Question { puzzle, known: Known::One };
        let entry = find("bitmask/blank-list").unwrap();
        let mut solver = entry.start();
        let mut calls = |of: &Question| {
            let tally = solver.tally(&of.puzzle, Goal::First, Limits::NONE);
            tally.counts.get(Work::Calls).unwrap()
        };
        let mut each: Vec<u64> = (0..64).map(|seed| calls(&question.relabelled(seed))).collect();
        each.sort_unstable();
        let bound = Bound { entry, ns: 800.0, calls: each[16] };
        let (launcher, limits) = (Path::new("none"), ProgramLimits::default());
        let echo = Program::of_words("echo", vec!["none".to_owned()], None);
        let unit = Duration::ZERO;
        let set = TimedSet {
            corpus: "set",
            goal: Goal::First,
            questions: &[question],
            launcher,
            echo: &echo,
            limits: &limits,
            pace: PassLengths { unit, longest: unit, rounds: 0, group: unit },
            bound: Some(bound),
            budget: u64::MAX,
        };
        let mut ask = |bound| {
            let asked = set.ask(&[0], 0, 64, 1, bound);
            assert_eq!(asked.questions.len(), asked.places.len());
            (asked.questions.len(), asked.questions.iter().map(&mut calls).max())
        };
        let (all, most) = ask(None);
        assert_eq!((all, most > Some(each[16])), (64, true));
        let (kept, most) = ask(Some(bound));
        assert!(kept == 64 && most <= Some(each[16]), "{kept} {most:?} {each:?}");
        assert_eq!(ask(Some(Bound { calls: 1, ..bound })), (0, None));
        let is_bounded = [1000.0, 100.0, 99.0].map(|ns| set.bound_at(ns).is_some());
        assert_eq!(is_bounded, [true, true, false]);
    }
}
