//! [`measure`] and [`race`]: programs that answer sets of puzzles, and are timed on them in rounds.
//!
//! In a round, every program makes a pass over one puzzle with one blank, which is its start-up, and
//! passes of two lengths, in random order with those of all others. A program is started anew for
//! each pass, so its time per puzzle is the slope between the two lengths.

use std::collections::BTreeSet;
use std::mem;
use std::path::Path;
use std::time::{Duration, Instant};

use sudoku_core::{Counts, Goal, Grid, Puzzle, Random};
use sudoku_record::{ProgramAnswers, ProgramRecord, ProgramRow};
use sudoku_registry::{Entry, Known, Limits, Outcome, Session};

use crate::{Pass, Program, ProgramFault, ProgramLimits, Question, Spent};

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

/// How programs are measured.
#[derive(Debug, Clone, Copy)]
pub struct Course<'a> {
    /// A program that calls [`launched`](crate::launched).
    pub launcher: &'a Path,
    /// Limits for the answers to a set. A timed pass may take six times as long, and gets its puzzles
    /// at once.
    pub limits: ProgramLimits,
    /// How long passes are.
    pub pace: PassLengths,
    /// Calls that the twin of a program, which counts its work, may make on a puzzle; a puzzle that
    /// needs more is left out. `None` if nothing is counted.
    pub budget: Option<u64>,
}

/// A set of puzzles for programs.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    /// The name of the set.
    pub name: &'a str,
    /// The question about its puzzles.
    pub goal: Goal,
    /// Its puzzles.
    pub questions: Vec<Question>,
    /// True if each puzzle of a pass is relabelled, so that a program cannot keep its answers.
    pub relabels: bool,
}

/// The answers and times of programs.
#[derive(Debug, Default)]
pub struct Found {
    /// The programs with their answers.
    pub records: Vec<ProgramRecord>,
    /// Every pass but those of programs that were excluded.
    pub rows: Vec<ProgramRow>,
    /// The programs that were excluded.
    pub out: Vec<Out>,
}

/// Programs that were timed in turn, the first of all and others, on the same puzzles.
#[derive(Debug)]
pub struct Group {
    /// The places of the programs among all.
    pub programs: Vec<usize>,
    /// The number of first puzzles of the set that they were timed on.
    pub puzzles: usize,
    /// The passes.
    pub rows: Vec<ProgramRow>,
}

/// A program that was excluded.
#[derive(Debug)]
pub struct Out {
    /// Its name.
    pub program: String,
    /// The name of the set.
    pub corpus: String,
    /// The place in the set of the puzzle that the fault is about, if it is about one.
    pub place: Option<usize>,
    /// The reason.
    pub fault: ProgramFault,
}

/// The lengths of the passes in a round, in units; 0 is the start-up.
const LENGTHS: [usize; 3] = [0, 1, 4];

/// The most puzzles of a pass.
const MOST: usize = 1 << 18;

/// How many times as long a timed pass may take as the answers.
const TIMED: u32 = 6;

/// The fewest rounds.
const FEWEST: usize = 6;

/// Has each program answer the puzzles of the sets that it has a command for, until it makes a
/// mistake, and then times those that made none. `say` gets a message for each program that answers a
/// set or finds out the length of its passes, and for every round.
pub fn measure(
    course: &Course<'_>,
    programs: &[Program],
    sets: &[Asked<'_>],
    mut say: impl FnMut(&str),
) -> Found {
    let mut found = Found::of(programs);
    for set in sets {
        for (at, program) in programs.iter().enumerate() {
            say(&format!("{}: answers to {}", program.record.name, set.name));
            course.answer(program, at, set, &mut found);
        }
    }
    let all: Vec<usize> = (0..programs.len()).collect();
    for set in sets {
        course.time(programs, &all, set, set.questions.len(), &mut found, &mut say);
    }
    found
}

/// Has each program answer the puzzles of a set, and then times the first with each of the others,
/// on the first puzzles, as many as both answer in a quarter of the longest pass: each pass then goes
/// over all of them, so that the times differ by the programs alone. Those that are fast enough for all
/// that the first answers are timed with it in one group. Nothing is timed, and no other program is
/// started, after a mistake of the first. `say` is as in [`measure`].
pub fn race(
    course: &Course<'_>,
    programs: &[Program],
    set: &Asked<'_>,
    mut say: impl FnMut(&str),
) -> (Found, Vec<Group>) {
    let mut found = Found::of(programs);
    let mut shares = Vec::new();
    for (at, program) in programs.iter().enumerate() {
        say(&format!("{}: answers to {}", program.record.name, set.name));
        let answered = course.answer(program, at, set, &mut found);
        let share = answered.map(|pass| course.share(program, set, pass));
        shares.push(share.min(*shares.first().unwrap_or(&share)));
        if shares[0].is_none() {
            break;
        }
    }
    let mut groups = Vec::new();
    for puzzles in shares.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().rev() {
        let is_in = |at: &usize| *at == 0 || shares[*at] == Some(puzzles);
        let places: Vec<usize> = (0..programs.len()).filter(is_in).collect();
        course.time(programs, &places, set, puzzles, &mut found, &mut say);
        groups.push(Group { programs: places, puzzles, rows: mem::take(&mut found.rows) });
    }
    (found, groups)
}

/// A program that is timed.
struct Track<'a> {
    program: &'a Program,
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

/// The puzzles of a pass, the place of each in the set, and what the twin counts on all of them.
struct Batch {
    questions: Vec<Question>,
    places: Vec<usize>,
    work: Option<Counts>,
}

impl Batch {
    fn start_up() -> Self {
        let question = Question { puzzle: almost_solved(), known: Known::One };
        Self { questions: vec![question], places: Vec::new(), work: None }
    }
}

impl Found {
    fn of(programs: &[Program]) -> Self {
        let records = programs.iter().map(|program| program.record.clone()).collect();
        Self { records, ..Self::default() }
    }

    /// Notes that a program is excluded from a set for a fault.
    fn exclude(&mut self, name: &str, set: &str, place: Option<usize>, fault: ProgramFault) {
        let records = self.records.iter_mut().filter(|record| record.name == name);
        let answers = records.flat_map(|record| &mut record.answers);
        for answers in answers.filter(|answers| answers.corpus == set) {
            answers.fault = Some(fault.to_string());
        }
        self.out.push(Out { program: name.to_owned(), corpus: set.to_owned(), place, fault });
    }
}

impl Course<'_> {
    /// Has a program answer a set, if it has a command for it and no fault so far. Returns the number
    /// of first puzzles that it answers within the limits, and its pass over them; `None` after a mistake.
    fn answer(
        &self,
        program: &Program,
        at: usize,
        set: &Asked<'_>,
        found: &mut Found,
    ) -> Option<(usize, Pass)> {
        let record = &mut found.records[at];
        if record.fault().is_some() || record.command(set.goal).is_none() {
            return None;
        }
        let passed = self.answered(program, set);
        let place = |fault: &ProgramFault| fault.line.map(|line| line - 1);
        let (answered, no_solution) = match &passed {
            Ok((answered, pass)) => (*answered, pass.no_solution),
            Err(fault) => (place(fault).unwrap_or_default(), 0),
        };
        let (corpus, puzzles) = (set.name.to_owned(), set.questions.len());
        record.answers.push(ProgramAnswers { corpus, answered, no_solution, puzzles, fault: None });
        let name = &program.record.name;
        passed.map_err(|fault| found.exclude(name, set.name, place(&fault), fault)).ok()
    }

    /// Returns how many of the first puzzles the longer pass of a round can go over as often as its length
    /// says, at least one.
    fn share(&self, program: &Program, set: &Asked<'_>, (answered, pass): (usize, Pass)) -> usize {
        let most = self.pace.longest / LENGTHS[2] as u32;
        if pass.spent.cpu <= most {
            return answered;
        }
        let start_up = Batch::start_up().questions;
        // A fault shows again when the program is timed.
        let start_up = program.pass(self.launcher, &start_up, set.goal, &self.limits);
        let start_up = start_up.map_or(Duration::ZERO, |pass| pass.spent.cpu);
        let searched = pass.spent.cpu.saturating_sub(start_up).max(most);
        ((answered as f64 * most.div_duration_f64(searched)) as usize).max(1)
    }

    /// Returns how many of the first puzzles a program answers rightly within the limits, and its pass
    /// over them. These are all puzzles or, if the program is too slow for them, the most of 1, 2, 4
    /// and so on.
    ///
    /// Answering no puzzle within the limits is a fault, too.
    fn answered(&self, program: &Program, set: &Asked<'_>) -> Result<(usize, Pass), ProgramFault> {
        let Self { launcher, limits, .. } = self;
        let slow = match program.pass(launcher, &set.questions, set.goal, limits) {
            Ok(pass) => return Ok((set.questions.len(), pass)),
            Err(fault) if fault.is_slow => fault,
            Err(fault) => return Err(fault),
        };
        // The number of lines written says little: most programs keep theirs in a buffer.
        let (began, mut answered, mut next) = (Instant::now(), None, 1);
        while next < set.questions.len() && began.elapsed() < limits.wall {
            match program.pass(launcher, &set.questions[..next], set.goal, limits) {
                Ok(pass) => (answered, next) = (Some((next, pass)), 2 * next),
                Err(fault) if fault.is_slow => break,
                Err(fault) => return Err(fault),
            }
        }
        answered.ok_or(slow)
    }

    /// Times those of the programs at these places that have no fault on a set in rounds, each on the
    /// first puzzles that it has answered, but no more than `share`. A program with fewer than four of
    /// more is not timed.
    fn time(
        &self,
        programs: &[Program],
        places: &[usize],
        set: &Asked<'_>,
        share: usize,
        found: &mut Found,
        mut say: impl FnMut(&str),
    ) {
        let fewest = LENGTHS[2].min(set.questions.len()).min(share);
        let is_sound = |(_, record): &(_, &ProgramRecord)| record.fault().is_none();
        let sound = places.iter().map(|&at| (&programs[at], &found.records[at])).filter(is_sound);
        let tracks = sound.filter_map(|(program, record)| {
            let answered = record.answers_to(set.name)?.answered;
            let track = || self.track(program, record, answered.min(share));
            (answered >= fewest).then(track)
        });
        let mut tracks: Vec<Track<'_>> = tracks.collect();
        for track in &mut tracks {
            say(&format!("{}: how long is a pass over {}?", track.program.record.name, set.name));
            self.measure_out(set, track);
        }
        let (began, mut random) = (Instant::now(), Random::seeded(1));
        let mut rows = Vec::new();
        for round in 0..self.pace.rounds {
            let is_late = began.elapsed() > self.pace.within * tracks.len() as u32;
            if round >= FEWEST && is_late || tracks.iter().all(|track| track.out.is_some()) {
                break;
            }
            say(&format!("{}: round {} of {}", set.name, round + 1, self.pace.rounds));
            let mut turns: Vec<(usize, usize)> =
                (0..tracks.len()).flat_map(|at| LENGTHS.map(move |length| (at, length))).collect();
            random.shuffle(&mut turns);
            for (at, length) in turns {
                let track = &mut tracks[at];
                if track.out.is_some() {
                    continue;
                }
                rows.extend(self.turn(set, track, round, length));
            }
        }
        for Track { program, out, .. } in tracks {
            let Some((place, fault)) = out else { continue };
            rows.retain(|row| row.track != program.record.name);
            found.exclude(&program.record.name, set.name, place, fault);
        }
        found.rows.extend(rows);
    }

    /// A pass of a round; `None` if the program has left.
    fn turn(
        &self,
        set: &Asked<'_>,
        track: &mut Track<'_>,
        round: usize,
        length: usize,
    ) -> Option<ProgramRow> {
        let batch = match length * track.unit {
            0 => Batch::start_up(),
            puzzles => {
                let from = round * LENGTHS[2] * track.unit;
                self.batch(set, track, from, puzzles, number(round, length))
            }
        };
        let spent = self.pass(set, track, &batch)?;
        Some(ProgramRow {
            corpus: set.name.to_owned(),
            round: round as u32,
            track: track.program.record.name.clone(),
            puzzles: if length == 0 { 0 } else { batch.questions.len() },
            placements: batch.work.map(|work| work.placements),
            nodes: batch.work.and_then(|work| work.entered()),
            cpu_ns: spent.cpu.as_nanos() as u64,
            wall_ns: spent.wall.as_nanos() as u64,
        })
    }

    /// A program that is timed on the first `puzzles` of a set.
    fn track<'a>(&self, program: &'a Program, record: &ProgramRecord, puzzles: usize) -> Track<'a> {
        let twin = record.twin().and_then(|id| sudoku_registry::find(id).ok());
        let twin = twin.filter(|twin| twin.can.count && self.budget.is_some()).map(Entry::start);
        let mut order: Vec<usize> = (0..puzzles).collect();
        Random::seeded(1).shuffle(&mut order);
        Track { program, twin, order, unit: 1, spent: Spent::default(), out: None }
    }

    /// Returns `length` puzzles in the order of a track, from the place `from` on, and again from its
    /// beginning after its end, each relabelled in its own way by `number`. Puzzles that the twin does
    /// not finish within the budget are left out, and the next ones take their places; fewer come if
    /// that happens to most.
    fn batch(
        &self,
        set: &Asked<'_>,
        track: &mut Track<'_>,
        from: usize,
        length: usize,
        number: u64,
    ) -> Batch {
        let limits = Limits::calls(self.budget.unwrap_or(u64::MAX));
        let mut work = track.twin.is_some().then(Counts::default);
        let (mut questions, mut places) = (Vec::new(), Vec::new());
        for (at, seed) in (from..from + 2 * length).zip(number << 32..) {
            let place = track.order[at % track.order.len()];
            let question = set.questions[place];
            let question = if set.relabels { question.relabelled(seed) } else { question };
            if let (Some(twin), Some(work)) = (&mut track.twin, &mut work) {
                let found = twin.tally(&question.puzzle, set.goal, limits);
                if matches!(found.outcome, Outcome::Stopped(_)) {
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
        Batch { questions, places, work }
    }

    /// Times a pass. `None` if the track is now excluded.
    fn pass(&self, set: &Asked<'_>, track: &mut Track<'_>, batch: &Batch) -> Option<Spent> {
        let limits = ProgramLimits {
            wall: TIMED * self.limits.wall,
            cpu: TIMED * self.limits.cpu,
            held: Duration::ZERO,
            ..self.limits
        };
        let passed = track.program.pass(self.launcher, &batch.questions, set.goal, &limits);
        let passed = passed.and_then(|Pass { spent, .. }| {
            track.spent += spent;
            let all = track.spent;
            if all.hides(&limits) { Err(ProgramFault::hidden(all)) } else { Ok(spent) }
        });
        let place = |line: usize| batch.places.get(line - 1).copied();
        passed.map_err(|fault| track.out = Some((fault.line.and_then(place), fault))).ok()
    }

    /// Finds the unit of a track: passes double until the longer one of a round takes four times the
    /// time `pace.unit` without its start-up and the time per puzzle no longer changes, or until they
    /// would exceed `pace.longest` or the limits. If there is time for all puzzles, the unit is a
    /// multiple of their number. `None` after a fault.
    fn measure_out(&self, set: &Asked<'_>, track: &mut Track<'_>) -> Option<()> {
        let longest = self.pace.longest.min(self.limits.wall).min(self.limits.cpu);
        let long = (LENGTHS[2] as u32 * self.pace.unit).min(longest / 2);
        // The CPU time of passes over the first puzzles, ever more of them, and their work: what the
        // twin places or, without one, the puzzles.
        let mut took: Vec<(f64, f64)> = Vec::new();
        let mut puzzles = 1;
        loop {
            // Above all numbers that the rounds use.
            let batch = self.batch(set, track, 0, puzzles, 1 << 24);
            // An interruption, too, changes the time per puzzle, so it is measured twice.
            let twice = [self.pass(set, track, &batch)?.cpu, self.pass(set, track, &batch)?.cpu];
            let cpu = twice[0].min(twice[1]).as_secs_f64();
            let work = batch.work.map_or(puzzles as u64, |work| work.placements);
            took.push((cpu, work as f64));
            // Without the start-up and a puzzle.
            let searched = cpu - took[0].0;
            let is_constant = took.last_chunk().is_some_and(is_constant);
            let is_long = searched >= long.as_secs_f64();
            let is_longest = 2.0 * searched > longest.as_secs_f64() || 2 * puzzles > MOST;
            if is_long && is_constant || is_longest {
                let each = (searched / (puzzles - 1).max(1) as f64).max(1e-9);
                let unit = (puzzles / LENGTHS[2]).max(1);
                track.unit = whole(unit, track.order.len(), |unit| {
                    (LENGTHS[2] * unit) as f64 * each <= longest.as_secs_f64()
                });
                return Some(());
            }
            puzzles *= 2;
        }
    }
}

/// Returns a unit of which `all` puzzles come equally often, if `unit` is enough for them all, or if the
/// next greater one still `fits`.
fn whole(unit: usize, all: usize, fits: impl Fn(usize) -> bool) -> usize {
    let more = unit.next_multiple_of(all);
    if fits(more) { more } else { unit - unit % all.min(unit) }
}

/// The number of a pass, by which its puzzles are relabelled: each pass of a program has its own.
fn number(round: usize, length: usize) -> u64 {
    ((LENGTHS[2] + 1) * round + length) as u64
}

/// Returns whether the time of a puzzle is taken to be constant within a pass: whether it changes by
/// less than a twentieth from the second of three passes to the third.
fn is_constant(&[first, second, third]: &[(f64, f64); 3]) -> bool {
    let slope = |less: (f64, f64), more: (f64, f64)| (more.0 - less.0) / (more.1 - less.1);
    (1.0 / 1.05..1.05).contains(&(slope(second, third) / slope(first, second)))
}

/// Returns a puzzle with one blank: a pass over it takes hardly more than the start-up.
fn almost_solved() -> Puzzle {
    let cells = std::array::from_fn(|at| ((at % 9 + at / 9 * 3 + at / 27) % 9 + 1) as u8);
    let solved = Grid::try_from(cells).expect("these are digits");
    Puzzle::try_from(solved.with(40, 0)).expect("it has a solution")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_goes_over_whole_sets_where_it_can() {
        let units = |fits: fn(usize) -> bool| [7, 40, 45].map(|unit| whole(unit, 20, fits));
        assert_eq!(units(|_| true), [20, 40, 60]);
        assert_eq!(units(|_| false), [7, 40, 40], "no longer, and part of the set only if need be");
    }

    #[test]
    fn no_two_passes_of_a_program_have_the_same_number() {
        let passes = (0..24).flat_map(|round| LENGTHS.map(|length| number(round, length)));
        assert_eq!(passes.collect::<BTreeSet<_>>().len(), 24 * LENGTHS.len());
    }
}
