//! [`time`]: programs of a run on a set, timed in rounds with a solver beside them.
//!
//! A [`Track`] is a thing that is timed. Tracks form groups. Tracks that are fast enough for passes
//! over all puzzles form one, and each repeats the puzzles until its pass is long enough. Slower
//! tracks form groups of similar speed, whose passes have equally many puzzles. In a round, all of
//! a group get passes of three lengths over the same puzzles, in random order; a program is started
//! anew for each, so its time for a puzzle is the slope between them.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use sudoku_core::{Goal, Grid, Proof, Puzzle, Random};
use sudoku_findings::is_constant;
use sudoku_measure::{ProgramRow, Stopwatch, TrackKind};
use sudoku_registry::{Entry, Known, Limits, Session, referee};

use crate::program::Feed;
use crate::{Over, Pass, Program, ProgramFault, ProgramLimits, Question};

/// How long passes are, and how many rounds there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassLengths {
    /// The least CPU time that the shortest pass of a round should take, without the start-up.
    pub unit: Duration,
    /// The longest pass that is tried to find out whether the time of a puzzle changes within a
    /// pass.
    pub longest: Duration,
    /// Rounds.
    pub rounds: usize,
    /// If the rounds of a group take longer than this for each of its programs, only four are made.
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
    /// Limits for a pass.
    pub limits: &'a ProgramLimits,
    /// How long passes are.
    pub pace: PassLengths,
    /// Nodes that a solver may visit on a puzzle.
    pub budget: u64,
}

/// A program, and the number of first puzzles of the set that it is timed on.
#[derive(Debug, Clone, Copy)]
pub struct Runner<'a> {
    /// The program.
    pub program: &'a Program,
    /// How many it has [answered](answered).
    pub answered: usize,
}

/// The passes that were made.
#[derive(Debug, Default)]
pub struct Times {
    /// Every pass, group by group; none of a program that has left.
    pub rows: Vec<ProgramRow>,
    /// The programs that have left: the name, the place of the puzzle among those of the set if the
    /// fault is about one, and the fault.
    pub out: Vec<(String, Option<usize>, ProgramFault)>,
    /// A line for each solver that answered wrongly.
    pub wrong: Vec<String>,
}

/// The three lengths of a round, in units.
const LENGTHS: [usize; 3] = [1, 2, 4];

/// Puzzles of the longest pass at most.
const MOST: usize = 1 << 18;

/// Rounds at least.
const FEWEST: usize = 4;

/// Programs of a group that do not go over all puzzles differ in speed by this factor at most.
const SPAN: f64 = 10.0;

/// If a solver takes longer than this for a puzzle, in nanoseconds, each relabelled puzzle is tried
/// within the budget before it is timed: relabelling may make a search a thousand times as long.
const TRIED: f64 = 20_000.0;

/// The echo's unit is the usual one divided by this: it takes so little time that it needs no
/// longer passes.
const ECHO_SHARE: u32 = 2;

/// A solver goes over all puzzles as often as its program divided by this: it has no start-up to
/// separate from the puzzles.
const SOLVER_SHARE: usize = 4;

/// How many of the first puzzles a program answers correctly within the limits, and its pass over
/// them: all; or, for a slow program, the largest possible of 1, 2, 4 and so on. Before its first
/// puzzles there is a moment in which it must not write.
///
/// # Errors
///
/// Its fault, with the place of the puzzle that it is about. To answer none within the limits is a
/// fault, too.
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
    // The lines written so far do not show the progress: most programs buffer their output.
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

/// Times programs on a set: each group in rounds of its own, with those solvers of `bridges` that
/// are nearest to a program in speed (nanoseconds per puzzle) and with the echo. A program that
/// answered fewer than four puzzles is not timed. `say` is called with the progress.
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
        let mut track = Track { what: What::Program(runner.program), out: None };
        match timed_set.measure_out(&mut track, runner.answered, timed_set.pace.unit) {
            Some(length) => measured.push((*runner, length)),
            None => times.out.extend(track.left()),
        }
    }
    for (number, group) in (0..).zip(groups(measured, timed_set.questions.len())) {
        // A peer has no budget, so it cannot try a puzzle first.
        let can_be = |(entry, ns): &&(&Entry, f64)| entry.can.count || *ns <= TRIED;
        let mut beside: Vec<Beside<'_>> = Vec::new();
        for (_, Length { unit, ns }) in &group {
            let far = |(_, solver): &&(&Entry, f64)| (solver / ns).ln().abs();
            let solvers = bridges.iter().filter(can_be);
            let nearest = solvers.min_by(|one, other| far(one).total_cmp(&far(other)));
            let Some(&(entry, ns)) = nearest else { continue };
            if beside.iter().all(|known| known.entry.info.id != entry.info.id) {
                beside.push(Beside { entry, ns, unit: *unit });
            }
        }
        timed_set.group(number, &group, &beside, &mut times, &mut say);
    }
    let gone: Vec<&str> = times.out.iter().map(|(name, ..)| name.as_str()).collect();
    times.rows.retain(|row| row.kind != TrackKind::Program || !gone.contains(&&*row.track));
    times
}

/// The groups of programs: those whose passes go over all puzzles of the set, and the slower ones by
/// their speed, with passes of one length.
fn groups<'a>(
    measured: Vec<(Runner<'a>, Length)>,
    puzzles: usize,
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
        let unit = group.iter().map(|(_, length)| length.unit).max().unwrap_or(1);
        for (_, length) in group {
            length.unit = unit;
        }
    }
    groups.extend((!whole.is_empty()).then_some(whole));
    groups
}

/// How long passes are for a program.
#[derive(Debug, Clone, Copy)]
struct Length {
    /// Puzzles of the shortest pass.
    unit: usize,
    /// CPU time of a puzzle in nanoseconds, roughly.
    ns: f64,
}

/// A solver that is timed beside programs, its nanoseconds for a puzzle, and the unit of the program
/// that it is nearest to.
struct Beside<'a> {
    entry: &'a Entry,
    ns: f64,
    unit: usize,
}

/// A thing that is timed.
struct Track<'a> {
    what: What<'a>,
    /// For a track that has left: the place of the puzzle that the fault is about, and the fault.
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

impl TimedSet<'_> {
    /// `length` puzzles of an order, from a place on and after its end from the beginning again,
    /// each relabelled in its own way.
    fn ask(&self, order: &[usize], from: usize, length: usize, number: u64) -> Asked {
        let places: Vec<usize> = (from..from + length).map(|at| order[at % order.len()]).collect();
        let relabel = |(&place, seed): (&usize, u64)| self.questions[place].relabelled(seed);
        Asked { questions: places.iter().zip(number << 32..).map(relabel).collect(), places }
    }

    /// Times a pass; `None` where the track has left.
    fn pass(&self, track: &mut Track<'_>, asked: &Asked) -> Option<[Duration; 2]> {
        if track.out.is_some() {
            return None;
        }
        let Asked { questions, places } = asked;
        let Self { launcher, goal, limits, .. } = *self;
        let passed = match &mut track.what {
            What::Program(program) => {
                program.pass(launcher, questions, goal, limits).map(|pass| [pass.cpu, pass.wall])
            }
            What::Echo(program) => program
                .run(launcher, questions, limits, Feed::AtOnce)
                .map(|ran| [ran.report.cpu, ran.report.wall]),
            What::Solver(_, session) => in_process(session, questions, goal),
        };
        let place = |line: usize| places.get(line - 1).copied();
        passed.map_err(|fault| track.out = Some((fault.line().and_then(place), fault))).ok()
    }

    /// Finds passes over the first puzzles of the set that are long enough: a unit takes the time
    /// that it should, and a longer pass over the same puzzles takes the same time for a puzzle, if
    /// there is time to check that. If there is time for all puzzles, a unit goes over each equally
    /// often.
    fn measure_out(&self, track: &mut Track<'_>, taken: usize, least: Duration) -> Option<Length> {
        let [least, longest] = [least, self.pace.longest].map(|time| time.as_nanos() as f64);
        let (mut unit, mut again) = (1, false);
        let mut took = [f64::INFINITY; 3];
        // Larger than the number of any round.
        let mut number = 1 << 24;
        loop {
            let order: Vec<usize> = (0..taken.min(unit)).collect();
            for (took, length) in took.iter_mut().zip(LENGTHS) {
                number += 1;
                let asked = self.ask(&order, 0, unit * length, number);
                *took = took.min(self.pass(track, &asked)?[0].as_nanos() as f64);
            }
            let [first, second] = [took[1] - took[0], (took[2] - took[1]) / 2.0];
            let each = (took[2] - took[0]) / 3.0;
            let is_long = each > least;
            let is_longest = 2.0 * took[2] > longest;
            if is_long && (is_longest || is_constant(second / first)) || 8 * unit > MOST {
                let ns = (each / unit as f64).max(1.0);
                let has_time = LENGTHS[2] as f64 * ns * taken as f64 <= longest;
                let unit =
                    if has_time || unit >= taken { unit.next_multiple_of(taken) } else { unit };
                return Some(Length { unit, ns });
            }
            // An interruption makes a pass longer, and looks like a change.
            again = is_long && !again;
            if !again {
                let more = if is_long { 2.0 } else { (1.2 * least / each.max(1.0)).min(16.0) };
                unit = ((unit as f64 * more).ceil() as usize).min(MOST / LENGTHS[2]);
                took = [f64::INFINITY; 3];
            }
        }
    }

    /// The rounds of a group.
    fn group(
        &self,
        number: u32,
        group: &[(Runner<'_>, Length)],
        beside: &[Beside<'_>],
        times: &mut Times,
        say: &mut impl FnMut(&str),
    ) {
        let taken = group.iter().map(|(runner, _)| runner.answered).min().unwrap_or_default();
        let mut tracks: Vec<(Track<'_>, usize)> = group
            .iter()
            .map(|(runner, length)| {
                (Track { what: What::Program(runner.program), out: None }, length.unit)
            })
            .collect();
        let mut random = Random::seeded(u64::from(number) + 1);
        let mut order: Vec<usize> = (0..taken).collect();
        random.shuffle(&mut order);
        let mut echo = Track { what: What::Echo(self.echo), out: None };
        let mut echoed: Vec<Asked> = Vec::new();
        let least = self.pace.unit / ECHO_SHARE;
        if let Some(Length { unit, .. }) = self.measure_out(&mut echo, taken, least) {
            echoed.extend(LENGTHS.map(|length| self.ask(&order, 0, unit * length, 0)));
            tracks.push((echo, unit));
        }
        let mut tried: Vec<(Session, usize)> = Vec::new();
        for Beside { entry, ns, unit } in beside {
            // A pass that does not go over all puzzles is taken from those that the program has
            // answered.
            let unit = match unit / taken {
                times if unit % taken == 0 => taken * times.div_ceil(SOLVER_SHARE),
                _ => *unit,
            };
            if *ns > TRIED {
                tried.push((entry.start(), unit));
            }
            let what = What::Solver(entry.info.id, Box::new(entry.start()));
            tracks.push((Track { what, out: None }, unit));
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
            // By the unit and the pass.
            let mut passes: BTreeMap<(usize, usize), Asked> = BTreeMap::new();
            for (at, pass) in turns {
                let (track, unit) = &mut tracks[at];
                let (asked, puzzles) = match (LENGTHS.get(pass), &track.what) {
                    (None, What::Solver(..)) => continue,
                    (None, _) => (&start, 0),
                    (Some(_), What::Echo(_)) => (&echoed[pass], echoed[pass].questions.len()),
                    (Some(length), _) => {
                        let ask = || {
                            let seed = (u64::from(number) + 1) << 16 | (4 * round + pass) as u64;
                            let from = round * *unit * LENGTHS[2];
                            let mut asked = self.ask(&order, from, *unit * length, seed);
                            for (solver, _) in tried.iter_mut().filter(|of| of.1 == *unit) {
                                self.keep_possible(solver, &mut asked);
                            }
                            asked
                        };
                        let asked = &*passes.entry((*unit, pass)).or_insert_with(ask);
                        (asked, asked.questions.len())
                    }
                };
                let Some([cpu, wall]) = self.pass(track, asked) else { continue };
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
        for (track, _) in tracks {
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
        let is_possible = |question: &Question| {
            let run = solver.tally(&question.puzzle, self.goal, Limits::calls(self.budget));
            !matches!(run.outcome, sudoku_registry::Outcome::Stopped(_))
        };
        let keep: Vec<bool> = asked.questions.iter().map(is_possible).collect();
        let mut kept = keep.iter();
        asked.questions.retain(|_| kept.next() == Some(&true));
        let mut kept = keep.iter();
        asked.places.retain(|_| kept.next() == Some(&true));
    }
}

/// A pass of a solver of this program: CPU time of the thread, and wall time.
fn in_process(
    session: &mut Session,
    questions: &[Question],
    goal: Goal,
) -> Result<[Duration; 2], ProgramFault> {
    let puzzles: Vec<Puzzle> = questions.iter().map(|question| question.puzzle).collect();
    let mut answers = vec![Some(Grid::BLANK); puzzles.len()];
    let mut proofs = vec![Proof::default(); puzzles.len()];
    let watch = Stopwatch::start();
    session.solve_all(&puzzles, goal, &mut answers, &mut proofs);
    let elapsed = watch.elapsed();
    for (at, question) in questions.iter().enumerate() {
        let found = referee(goal, &question.puzzle, answers[at], &proofs[at]);
        question.known.agrees(goal, found).map_err(|why| ProgramFault::Wrong {
            line: at + 1,
            puzzle: Box::new(*question.puzzle.grid()),
            why: why.to_string(),
        })?;
    }
    Ok([elapsed.cpu, elapsed.wall])
}

/// A puzzle with one blank: a pass over it is nearly all start-up.
fn almost_solved() -> Puzzle {
    let cells = std::array::from_fn(|at| ((at % 9 + at / 9 * 3 + at / 27) % 9 + 1) as u8);
    let solved = Grid::try_from(cells).expect("these are digits");
    Puzzle::try_from(solved.with(40, 0)).expect("it has a solution")
}
