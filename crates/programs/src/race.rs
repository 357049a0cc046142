//! [`race`]: several programs over the same puzzles, in turn.
//!
//! A program is started anew for each pass, so a pass costs its start-up and its puzzles. Every
//! round has a pass of each of three lengths, and the time of a puzzle is the slope between them: so
//! it is free of the start-up, which a pass over next to nothing measures.

use std::path::Path;
use std::time::{Duration, Instant};

use sudoku_core::{Goal, Random};
use sudoku_findings::{Estimate, Interval};
use sudoku_registry::Known;

use crate::passes::almost_solved;
use crate::program::Feed;
use crate::{Fault, Limits, Program, Question};

/// A program in a race.
#[derive(Debug, Clone, PartialEq)]
pub struct Lane {
    /// The program.
    pub program: Program,
    /// How many of the puzzles it has answered rightly, in their own order.
    pub answered: usize,
    /// Where it stands at the end.
    pub standing: Standing,
}

/// Where a program stands at the end of a race.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Standing {
    /// It has left the race.
    Out {
        /// Why.
        fault: Fault,
        /// The puzzle that the fault is about, if it is about one, by its place among all.
        puzzle: Option<usize>,
    },
    /// Its puzzles take too little CPU time beside its start-up to be measured.
    TooFast,
    /// It has been timed.
    Timed {
        /// CPU time of a pass over one puzzle with one blank, in nanoseconds.
        start_up: f64,
        /// CPU time of a puzzle, in nanoseconds.
        time: Interval,
        /// That time divided by the time of the first program; `None` if that has none, and for the
        /// first.
        ratio: Option<Interval>,
        /// The time of a puzzle in the second half of a pass divided by that in the first, where it
        /// is not 1: a longer pass would give another time. `None` if it is 1.
        drift: Option<f64>,
        /// The puzzles of the longest pass.
        longest: usize,
    },
}

/// The three lengths of a round, in units.
const LENGTHS: [usize; 3] = [1, 2, 4];

/// The passes of a round: those of the three lengths, and one for the start-up.
const PASSES: usize = LENGTHS.len() + 1;

/// CPU time that a unit of puzzles should take at least.
const UNIT: Duration = Duration::from_millis(50);

/// The slowest program gets as many puzzles of the file as it answers in this time.
const SLOWEST: Duration = Duration::from_secs(1);

/// A pass that would be longer than this is not made longer to see whether the time changes.
const LONGEST: Duration = Duration::from_secs(5);

/// Puzzles of a pass at most.
const MOST: usize = 1 << 18;

/// Rounds, and how many are run at least where they take longer than this for each program.
const ROUNDS: usize = 8;
const FEWEST: usize = 4;
const ALL: Duration = Duration::from_mins(1);

/// A time that changes less than this within a pass is taken to be constant.
const CONSTANT: f64 = 1.05;

/// Has each program answer all puzzles, and then times those that did so rightly. All get the same
/// puzzles in the same round, with their digits relabelled in another way in every pass. `echo` is a
/// program that writes the lines that it reads; it is timed as the last lane, and not judged. Where
/// a program needs long, the times are those of the first puzzles alone, as many as returned.
///
/// Takes a minute for a program, or less; more where a single pass takes long.
///
/// # Panics
///
/// When there are no puzzles.
pub fn race(
    launcher: &Path,
    programs: &[Program],
    echo: &Program,
    questions: &[Question],
    goal: Goal,
    limits: &Limits,
    mut say: impl FnMut(&str),
) -> (Vec<Lane>, usize) {
    assert!(!questions.is_empty(), "without puzzles there is no race");
    let start = [Question { puzzle: almost_solved(), known: Known::One }];
    let mut track = Track { launcher, goal, limits, start, questions, lanes: Vec::new() };
    let mut longest = Duration::ZERO;
    for program in programs {
        say(&format!("{}: {} puzzles", program.name, questions.len()));
        let passed = program.first_pass(launcher, questions, goal, limits);
        longest = longest.max(passed.as_ref().map_or(Duration::ZERO, |pass| pass.wall));
        let answered = passed.as_ref().map_or_else(Fault::answered, |_| questions.len());
        let out = passed.err().map(|fault| (fault.line().map(|line| line - 1), fault));
        track.lanes.push(Runner {
            program,
            judged: true,
            answered,
            out,
            unit: 1,
            rounds: Vec::new(),
        });
    }
    let (out, rounds) = (None, Vec::new());
    track.lanes.push(Runner { program: echo, judged: false, answered: 0, out, unit: 1, rounds });

    let share = SLOWEST.as_secs_f64() / longest.as_secs_f64().max(SLOWEST.as_secs_f64());
    let taken = ((questions.len() as f64 * share) as usize).max(1);
    track.questions = &questions[..taken];
    for at in 0..track.lanes.len() {
        say(&format!("{}: how long is a pass?", track.lanes[at].program.name));
        track.measure_out(at);
    }
    let began = Instant::now();
    let mut random = Random::seeded(1);
    for round in 0..ROUNDS {
        if round >= FEWEST && began.elapsed() > ALL * track.lanes.len() as u32 {
            break;
        }
        say(&format!("round {} of {ROUNDS}", round + 1));
        track.round(round as u64 + 1, &mut random);
    }
    let first = track.lanes[0].slopes();
    let lanes = track.lanes.iter().enumerate();
    (lanes.map(|(at, lane)| lane.finish(taken, (at > 0).then_some(&first))).collect(), taken)
}

struct Track<'a> {
    launcher: &'a Path,
    goal: Goal,
    limits: &'a Limits,
    start: [Question; 1],
    questions: &'a [Question],
    lanes: Vec<Runner<'a>>,
}

struct Runner<'a> {
    program: &'a Program,
    judged: bool,
    answered: usize,
    /// The puzzle that the fault is about, and the fault.
    out: Option<(Option<usize>, Fault)>,
    /// The shortest pass goes over the puzzles this often.
    unit: usize,
    /// CPU time of the passes of each round, in nanoseconds; that of the start-up is the last.
    rounds: Vec<[f64; PASSES]>,
}

impl Track<'_> {
    /// The CPU time in nanoseconds of a pass of a program over this many times the puzzles, or over
    /// next to nothing if that is zero; the relabellings are those of this number. A program with a
    /// fault is out, and has no more passes.
    fn pass(&mut self, at: usize, times: usize, number: u64) -> Option<f64> {
        let Self { launcher, goal, limits, start, questions, lanes } = self;
        let (puzzles, times) = if times == 0 { (&start[..], 1) } else { (*questions, times) };
        let all = puzzles.iter().cycle().take(times * puzzles.len());
        let relabelled = all.zip(number << 32..).map(|(question, seed)| question.relabelled(seed));
        let (relabelled, lane) = (relabelled.collect::<Vec<_>>(), &mut lanes[at]);
        if lane.out.is_some() {
            return None;
        }
        let passed = if lane.judged {
            lane.program.pass(launcher, &relabelled, *goal, limits).map(|pass| pass.cpu)
        } else {
            let ran = lane.program.run(launcher, &relabelled, limits, Feed::AtOnce);
            ran.map(|ran| ran.report.cpu)
        };
        let index = |line: usize| (line - 1) % puzzles.len();
        let out = |fault: Fault| lane.out = Some((fault.line().map(index), fault));
        passed.map_err(out).ok().map(|cpu| cpu.as_nanos() as f64)
    }

    /// Finds passes that are long enough: a unit takes its time, and a longer pass as much for a
    /// puzzle, as far as there is time for it.
    fn measure_out(&mut self, at: usize) {
        let most = (MOST / LENGTHS[2] / self.questions.len()).max(1);
        let mut unit = 1;
        // Numbers that no round has.
        let mut number = 1 << 16;
        loop {
            let mut took = [0.0; PASSES];
            for (took, length) in took.iter_mut().zip(LENGTHS) {
                number += 1;
                let Some(cpu) = self.pass(at, unit * length, number) else { return };
                *took = cpu;
            }
            self.lanes[at].unit = unit;
            let [first, second] = halves(&took);
            let is_constant = (1.0 / CONSTANT..CONSTANT).contains(&(second / first));
            let is_long = first > UNIT.as_nanos() as f64;
            let is_longest = 2.0 * took[2] > LONGEST.as_nanos() as f64;
            if is_long && (is_constant || is_longest) || unit == most {
                return;
            }
            let lacking = UNIT.as_nanos() as f64 / first;
            unit = (unit * lacking.ceil().clamp(2.0, 16.0) as usize).min(most);
        }
    }

    /// All passes of all programs once, in random order.
    fn round(&mut self, round: u64, random: &mut Random) {
        let passes = |lane| (0..PASSES).map(move |pass| (lane, pass));
        let mut order: Vec<(usize, usize)> = (0..self.lanes.len()).flat_map(passes).collect();
        random.shuffle(&mut order);
        let mut took = vec![[0.0; PASSES]; self.lanes.len()];
        for (at, pass) in order {
            let times = LENGTHS.get(pass).map_or(0, |length| length * self.lanes[at].unit);
            took[at][pass] =
                self.pass(at, times, PASSES as u64 * round + pass as u64).unwrap_or_default();
        }
        for (lane, took) in self.lanes.iter_mut().zip(took) {
            lane.rounds.push(took);
        }
    }
}

/// The time of a unit in the first and in the second half of the longest pass.
fn halves([short, middle, long, _]: &[f64; PASSES]) -> [f64; 2] {
    [middle - short, (long - middle) / 2.0]
}

impl Runner<'_> {
    /// How the time of a puzzle changes within a pass, if it does.
    fn drift(&self) -> Option<f64> {
        let halves = self.rounds.iter().map(halves).map(|[first, second]| (second, first));
        let drift = Estimate::of_repeats(&halves.collect::<Vec<_>>())?;
        let Interval { low, high, .. } = drift.interval(0.99);
        let is_constant = (1.0 / CONSTANT..CONSTANT).contains(&drift.point);
        (!is_constant && !(low..high).contains(&1.0)).then_some(drift.point)
    }

    /// The time of a unit in each round, in nanoseconds: of the second half of a pass where it
    /// differs from the first.
    fn slopes(&self) -> Vec<f64> {
        let drifts = self.drift().is_some();
        let slope = |[short, middle, long, _]: &[f64; PASSES]| {
            if drifts { (long - middle) / 2.0 } else { (long - short) / 3.0 }
        };
        self.rounds.iter().map(|round| slope(round) / self.unit as f64).collect()
    }

    fn finish(&self, puzzles: usize, first: Option<&[f64]>) -> Lane {
        let lane =
            |standing| Lane { program: self.program.clone(), answered: self.answered, standing };
        if let Some((puzzle, fault)) = &self.out {
            return lane(Standing::Out { fault: fault.clone(), puzzle: *puzzle });
        }
        let slopes = self.slopes();
        let against = |others: &[f64], times: f64| {
            let pairs = slopes.iter().zip(others).map(|(&ours, other)| (ours, other * times));
            Some(Estimate::of_repeats(&pairs.collect::<Vec<_>>())?.interval(0.95))
        };
        let ones = vec![1.0; slopes.len()];
        let Some(time) = against(&ones, puzzles as f64) else { return lane(Standing::TooFast) };
        let starts: Vec<f64> = self.rounds.iter().map(|round| round[PASSES - 1]).collect();
        lane(Standing::Timed {
            start_up: sudoku_findings::stats::median(&starts),
            time,
            ratio: first.and_then(|first| against(first, 1.0)),
            drift: self.drift(),
            longest: puzzles * self.unit * LENGTHS[2],
        })
    }
}
