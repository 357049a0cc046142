//! [`time`]: the programs of a run, timed on a set in rounds.
//!
//! In a round, every program makes a pass over one puzzle with one blank, which is its start-up, and
//! passes of two lengths, in random order with those of all others and of the echo. A program is
//! started anew for each pass, so its time per puzzle is the slope between the two lengths.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use sudoku_core::{Counts, Goal, Grid, Puzzle, Random};
use sudoku_measure::{ProgramRow, TrackKind};
use sudoku_registry::{Entry, Known, Limits, Session};

use crate::program::Feed;
use crate::{Over, Pass, Program, ProgramFault, ProgramLimits, Question, Spent};

/// How long passes are, and how many rounds there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassLengths {
    /// The least CPU time of the shorter pass of a round, without start-up.
    pub unit: Duration,
    /// Passes grow until the time per puzzle no longer changes, but not beyond this CPU time.
    pub longest: Duration,
    /// The number of rounds.
    pub rounds: usize,
    /// Wall time per program: after it, no round beyond the sixth begins.
    pub within: Duration,
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
    /// True if each puzzle of a pass is relabelled, so that a program cannot keep its answers.
    pub relabels: bool,
    /// A program that calls [`launched`](crate::launched).
    pub launcher: &'a Path,
    /// A program that writes the lines that it reads.
    pub echo: &'a Program,
    /// Limits for the answers. A timed pass may take six times as long.
    pub limits: &'a ProgramLimits,
    /// How long passes are.
    pub pace: PassLengths,
    /// Calls that the twin of a program may make on a puzzle; a puzzle that needs more is left out.
    pub budget: u64,
}

/// A program, and on how many of the first puzzles of the set it is timed.
#[derive(Debug, Clone, Copy)]
pub struct Runner<'a> {
    /// The program.
    pub program: &'a Program,
    /// The number of puzzles that it has [`answered`].
    pub answered: usize,
    /// The solver whose search it makes, and which counts its work.
    pub twin: Option<&'a Entry>,
}

/// The passes that were made.
#[derive(Debug, Default)]
pub struct Times {
    /// Every pass but those of programs that were excluded.
    pub rows: Vec<ProgramRow>,
    /// The programs that were excluded: the name, the place in the set of the puzzle that the fault
    /// is about, if it is about one, and the fault.
    pub out: Vec<(String, Option<usize>, ProgramFault)>,
    /// The programs that still warm up in the longest passes: the time of a puzzle in the second half
    /// of a pass divided by that in the first.
    pub drifts: BTreeMap<String, f64>,
}

/// The lengths of the passes in a round, in units; 0 is the start-up.
const LENGTHS: [usize; 3] = [0, 1, 4];

/// The most puzzles of a pass.
const MOST: usize = 1 << 18;

/// How many times as long a timed pass may take as the answers.
const TIMED: u32 = 6;

/// The fewest rounds.
const FEWEST: usize = 6;

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

/// Times programs on a set in rounds, with the echo. A program that answered fewer than four puzzles
/// of more is not timed. `say` gets a message for every round.
///
/// # Panics
///
/// When a program has answered more puzzles than there are.
pub fn time(timed_set: &TimedSet<'_>, programs: &[Runner<'_>], mut say: impl FnMut(&str)) -> Times {
    let mut times = Times::default();
    let fewest = LENGTHS[2].min(timed_set.questions.len());
    let mut tracks: Vec<Track<'_>> = programs
        .iter()
        .filter(|runner| runner.answered >= fewest)
        .map(|&Runner { program, answered, twin }| Track {
            twin: twin.map(Entry::start),
            ..Track::new(program, TrackKind::Program, answered, timed_set.questions.len())
        })
        .collect();
    let Some(most) = tracks.iter().map(|track| track.order.len()).max() else { return times };
    tracks.push(Track::new(timed_set.echo, TrackKind::Echo, most, timed_set.questions.len()));
    for track in &mut tracks {
        say(&format!("{}: how long is a pass?", track.program.name));
        let drift = timed_set.measure_out(track);
        if let (Some(drift), TrackKind::Program) = (drift, track.kind) {
            times.drifts.insert(track.program.name.clone(), drift);
        }
    }
    let (began, mut random) = (Instant::now(), Random::seeded(1));
    for round in 0..timed_set.pace.rounds {
        if round >= FEWEST && began.elapsed() > timed_set.pace.within * programs.len() as u32 {
            break;
        }
        if tracks.iter().all(|track| track.kind == TrackKind::Echo || track.out.is_some()) {
            break;
        }
        say(&format!("round {} of {}", round + 1, timed_set.pace.rounds));
        let mut turns: Vec<(usize, usize)> =
            (0..tracks.len()).flat_map(|at| LENGTHS.map(move |length| (at, length))).collect();
        random.shuffle(&mut turns);
        for (at, length) in turns {
            let track = &mut tracks[at];
            if track.out.is_some() {
                continue;
            }
            let asked = match length * track.unit {
                0 => Asked::start_up(),
                puzzles => {
                    let from = round * LENGTHS[2] * track.unit;
                    timed_set.ask(track, from, puzzles, (LENGTHS.len() * round + length) as u64)
                }
            };
            let Some(spent) = timed_set.pass(track, &asked) else { continue };
            times.rows.push(ProgramRow {
                corpus: timed_set.corpus.to_owned(),
                group: None,
                round: round as u32,
                kind: track.kind,
                track: track.program.name.clone(),
                puzzles: if length == 0 { 0 } else { asked.questions.len() },
                placements: asked.work.map(|work| work.placements),
                nodes: asked.work.and_then(|work| work.entered()),
                cpu_ns: spent.cpu.as_nanos() as u64,
                wall_ns: spent.wall.as_nanos() as u64,
            });
        }
    }
    let echo = slopes(&times.rows, TrackKind::Echo, &timed_set.echo.name);
    for Track { program, kind, out, .. } in tracks {
        if kind == TrackKind::Program {
            let own = slopes(&times.rows, kind, &program.name);
            let out = out.or_else(|| Some((None, below_echo(&own, &echo)?)));
            times.out.extend(out.map(|(place, fault)| (program.name.clone(), place, fault)));
        }
    }
    let Times { rows, out, .. } = &mut times;
    rows.retain(|row| out.iter().all(|(name, ..)| *name != row.track));
    if rows.iter().all(|row| row.kind == TrackKind::Echo) {
        rows.clear();
    }
    times
}

/// A program, or the echo, that is timed.
struct Track<'a> {
    program: &'a Program,
    kind: TrackKind,
    twin: Option<Session>,
    /// The places of its puzzles, shuffled.
    order: Vec<usize>,
    /// The number of puzzles of the shorter pass.
    unit: usize,
    /// The time of all passes so far.
    spent: Spent,
    /// The place of the puzzle that its fault is about, if any, and the fault, if it has one.
    out: Option<(Option<usize>, ProgramFault)>,
}

impl<'a> Track<'a> {
    fn new(program: &'a Program, kind: TrackKind, answered: usize, all: usize) -> Self {
        assert!(answered <= all, "there are {all} puzzles");
        let mut order: Vec<usize> = (0..answered).collect();
        Random::seeded(1).shuffle(&mut order);
        Self { program, kind, twin: None, order, unit: 1, spent: Spent::default(), out: None }
    }
}

/// The puzzles of a pass, the place of each in the set, and what the twin counts on all of them.
struct Asked {
    questions: Vec<Question>,
    places: Vec<usize>,
    work: Option<Counts>,
}

impl Asked {
    fn start_up() -> Self {
        let question = Question { puzzle: almost_solved(), known: Known::One };
        Self { questions: vec![question], places: Vec::new(), work: None }
    }
}

impl TimedSet<'_> {
    /// Returns `length` puzzles in the order of a track, from the place `from` on, and again from its
    /// beginning after its end, each relabelled in its own way by `number`. Puzzles that the twin does
    /// not finish within the budget are left out, and the next ones take their places; fewer come if
    /// that happens to most.
    fn ask(&self, track: &mut Track<'_>, from: usize, length: usize, number: u64) -> Asked {
        let mut work = track.twin.is_some().then(Counts::default);
        let (mut questions, mut places) = (Vec::new(), Vec::new());
        for (at, seed) in (from..from + 2 * length).zip(number << 32..) {
            let place = track.order[at % track.order.len()];
            let question = self.questions[place];
            let question = if self.relabels { question.relabelled(seed) } else { question };
            if let (Some(twin), Some(work)) = (&mut track.twin, &mut work) {
                let found = twin.tally(&question.puzzle, self.goal, Limits::calls(self.budget));
                if matches!(found.outcome, sudoku_registry::Outcome::Stopped(_)) {
                    continue;
                }
                *work += found.counts;
            }
            questions.push(question);
            places.push(place);
            if questions.len() == length {
                break;
            }
        }
        Asked { questions, places, work }
    }

    /// Times a pass. `None` if the track is excluded, now or before.
    fn pass(&self, track: &mut Track<'_>, asked: &Asked) -> Option<Spent> {
        if track.out.is_some() {
            return None;
        }
        let Asked { questions, places, .. } = asked;
        let Self { launcher, goal, limits, .. } = *self;
        let limits =
            ProgramLimits { wall: TIMED * limits.wall, cpu: TIMED * limits.cpu, ..*limits };
        let passed = if track.kind == TrackKind::Echo {
            let ran = track.program.run(launcher, questions, &limits, Feed::AtOnce);
            ran.map(|ran| ran.report.spent)
        } else {
            let passed = track.program.pass(launcher, questions, goal, &limits);
            passed.and_then(|Pass { spent, .. }| {
                track.spent += spent;
                let all = track.spent;
                if all.hides(&limits) { Err(ProgramFault::Hidden(all)) } else { Ok(spent) }
            })
        };
        let place = |line: usize| places.get(line - 1).copied();
        passed.map_err(|fault| track.out = Some((fault.line().and_then(place), fault))).ok()
    }

    /// Finds the unit of a track: passes double until the longer one of a round takes four times the
    /// time `pace.unit` without its start-up and the time per puzzle no longer changes, or until they
    /// would exceed `pace.longest` or the limits. If there is time for all puzzles, the unit is a
    /// multiple of their number. Returns the drift, if the time still changes; `None` after a
    /// fault, too.
    fn measure_out(&self, track: &mut Track<'_>) -> Option<f64> {
        let longest = self.pace.longest.min(self.limits.wall).min(self.limits.cpu);
        let long = (LENGTHS[2] as u32 * self.pace.unit).min(longest / 2);
        let all = track.order.len();
        // The CPU time of passes over the first puzzles, ever more of them, and their work: what the
        // twin places or, without one, the puzzles.
        let mut took: Vec<(f64, f64)> = Vec::new();
        let mut puzzles = 1;
        loop {
            // Above all numbers that the rounds use.
            let asked = self.ask(track, 0, puzzles, 1 << 24);
            // An interruption, too, changes the time per puzzle, so it is measured twice.
            let twice = [self.pass(track, &asked)?.cpu, self.pass(track, &asked)?.cpu];
            let cpu = twice[0].min(twice[1]).as_secs_f64();
            let work = asked.work.map_or(puzzles as u64, |work| work.placements);
            took.push((cpu, work as f64));
            // Without the start-up and a puzzle.
            let searched = cpu - took[0].0;
            let drift = took.last_chunk().map(|[first, second, third]| {
                let slope =
                    |less: &(f64, f64), more: &(f64, f64)| (more.0 - less.0) / (more.1 - less.1);
                slope(second, third) / slope(first, second)
            });
            let is_constant = drift.is_some_and(is_constant);
            let is_long = searched >= long.as_secs_f64();
            let is_longest = 2.0 * searched > longest.as_secs_f64() || 2 * puzzles > MOST;
            if is_long && is_constant || is_longest {
                let each = (searched / (puzzles - 1).max(1) as f64).max(1e-9);
                let unit = (puzzles / LENGTHS[2]).max(1);
                let whole = unit.next_multiple_of(all);
                let has_time = (LENGTHS[2] * whole) as f64 * each <= longest.as_secs_f64();
                track.unit = if has_time { whole } else { unit };
                // Fewer puzzles differ so much that nothing can be said of the program.
                let is_known = is_long && !is_constant && puzzles >= 2 * LENGTHS[2] * all;
                return drift.filter(|drift| is_known && drift.is_finite());
            }
            puzzles *= 2;
        }
    }
}

/// Returns whether the time of a puzzle is taken to be constant within a pass: whether it changes
/// by less than a twentieth. `drift` is the time in the second half divided by that in the first.
fn is_constant(drift: f64) -> bool {
    (1.0 / 1.05..1.05).contains(&drift)
}

/// Returns the fault of a program that takes less time for a puzzle than the echo in every round. By
/// chance, as when its start-up takes most of a pass, that may be so in some of them.
fn below_echo(own: &BTreeMap<u32, f64>, echo: &BTreeMap<u32, f64>) -> Option<ProgramFault> {
    let pairs: Vec<(f64, f64)> =
        own.iter().filter_map(|(round, ns)| Some((*ns, *echo.get(round)?))).collect();
    let (ns, echo_ns) = pairs.iter().copied().reduce(|sum, one| (sum.0 + one.0, sum.1 + one.1))?;
    let count = pairs.len() as f64;
    let fault = ProgramFault::BelowEcho { ns: ns / count, echo_ns: echo_ns / count };
    pairs.iter().all(|(ns, echo_ns)| ns < echo_ns).then_some(fault)
}

/// Returns the nanoseconds for a puzzle between the two passes of each round that has both.
fn slopes(rows: &[ProgramRow], kind: TrackKind, track: &str) -> BTreeMap<u32, f64> {
    let mut rounds = BTreeMap::<u32, Vec<(usize, u64)>>::new();
    let ours = rows.iter().filter(|row| (row.kind, &*row.track) == (kind, track));
    for row in ours.filter(|row| row.puzzles > 0) {
        rounds.entry(row.round).or_default().push((row.puzzles, row.cpu_ns));
    }
    let slope = |(round, passes): (u32, Vec<(usize, u64)>)| {
        let ((less, begin), (more, end)) = (*passes.iter().min()?, *passes.iter().max()?);
        let each = (end as f64 - begin as f64) / more.checked_sub(less)? as f64;
        (more > less).then_some((round, each))
    };
    rounds.into_iter().filter_map(slope).collect()
}

/// Returns a puzzle with one blank: a pass over it takes hardly more than the start-up.
fn almost_solved() -> Puzzle {
    let cells = std::array::from_fn(|at| ((at % 9 + at / 9 * 3 + at / 27) % 9 + 1) as u8);
    let solved = Grid::try_from(cells).expect("these are digits");
    Puzzle::try_from(solved.with(40, 0)).expect("it has a solution")
}
