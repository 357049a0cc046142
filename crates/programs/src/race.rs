//! [`race`]: several programs over the same puzzles, in turn.

use std::path::Path;
use std::time::Duration;

use sudoku_core::Goal;
use sudoku_findings::{Interval, Paired, ProgramTime};
use sudoku_measure::{AskedProgram, ProgramAnswers, ProgramRecord};

use crate::passes::{PassLengths, Runner, TimedSet, answered, time};
use crate::{Program, ProgramFault, ProgramLimits, Question};

/// The result of a race.
#[derive(Debug, Clone, PartialEq)]
pub struct Race {
    /// The programs, in their order.
    pub racers: Vec<Racer>,
    /// How many of the first puzzles were timed.
    pub taken: usize,
    /// Nanoseconds per puzzle of the echo, which writes the lines that it reads, if it was timed.
    pub echo_ns: Option<Interval>,
}

/// A program in a race.
#[derive(Debug, Clone, PartialEq)]
pub struct Racer {
    /// The program.
    pub program: Program,
    /// How many of the first puzzles it has answered rightly.
    pub answered: usize,
    /// Where it stands at the end.
    pub result: RaceResult,
}

/// Where a program stands at the end of a race.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RaceResult {
    /// It was excluded from the race.
    Out {
        /// The reason.
        fault: ProgramFault,
        /// The puzzle that the fault is about, if it is about one, by its place among all.
        puzzle: Option<usize>,
    },
    /// Its puzzles take too little CPU time beside its start-up to be measured.
    TooFast,
    /// It has been timed.
    Timed {
        /// Its time.
        time: Box<ProgramTime>,
        /// That time divided by the time of the first program; `None` if that has none, and for the
        /// first.
        ratio: Option<Interval>,
    },
}

/// How long passes are. After a minute for each program, no round beyond the fourth begins.
const PACE: PassLengths = PassLengths {
    unit: Duration::from_millis(50),
    longest: Duration::from_secs(5),
    rounds: 8,
    within: Duration::from_mins(1),
};

/// As many puzzles of the file are taken as the slowest program answers in this CPU time: few
/// enough for the passes of all programs to go over all of them.
const SLOWEST: Duration = Duration::from_millis(500);

/// The name of the set of puzzles in the records of a race.
const RACE: &str = "race";

/// Has each program answer all puzzles, and then [times](time) those that made no mistake. `echo`
/// is a program that writes the lines that it reads. If a program is slow, the times are those of
/// the first puzzles alone.
///
/// Takes a minute or less for each program; more if a single pass takes long.
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
    limits: &ProgramLimits,
    mut say: impl FnMut(&str),
) -> Race {
    assert!(!questions.is_empty(), "without puzzles there is no race");
    let mut taken = questions.len();
    let racer = |program: &Program| {
        say(&format!("{}: {} puzzles", program.name, questions.len()));
        let (answered, result) = match answered(program, launcher, questions, goal, limits) {
            Ok((answered, pass)) => {
                let share = SLOWEST.div_duration_f64(pass.spent.cpu.max(SLOWEST));
                taken = taken.min((answered as f64 * share) as usize).max(1);
                (answered, RaceResult::TooFast)
            }
            Err((puzzle, fault)) => (fault.answered(), RaceResult::Out { fault, puzzle }),
        };
        Racer { program: program.clone(), answered, result }
    };
    let mut racers: Vec<Racer> = programs.iter().map(racer).collect();
    let (corpus, questions) = (RACE, &questions[..taken]);
    let timed_set = TimedSet {
        corpus,
        goal,
        questions,
        relabels: true,
        launcher,
        echo,
        limits,
        pace: PACE,
        budget: u64::MAX,
    };
    let in_time = racers.iter().filter(|racer| racer.result == RaceResult::TooFast);
    let runners: Vec<Runner<'_>> = in_time
        .map(|racer| Runner { program: &racer.program, answered: taken, twin: None })
        .collect();
    let times = time(&timed_set, &runners, say);

    let record = |program: &Program| ProgramRecord {
        program: AskedProgram { name: program.name.clone(), ..AskedProgram::default() },
        answers: vec![ProgramAnswers {
            corpus: RACE.to_owned(),
            answered: taken,
            no_solution: 0,
            puzzles: taken,
            within_ns: limits.wall.as_nanos() as u64,
            drift: times.drifts.get(&program.name).copied(),
            fault: None,
        }],
    };
    let records: Vec<ProgramRecord> = programs.iter().map(record).collect();
    let paired = Paired::of(&[]).with_programs(&times.rows, &records);
    let found = paired.program_times(|_| None);
    let ids: Vec<String> = records.iter().map(|record| record.program.id()).collect();
    for (at, racer) in racers.iter_mut().enumerate() {
        let mut out = times.out.iter().filter(|(name, ..)| *name == racer.program.name);
        if let Some((_, puzzle, fault)) = out.next() {
            racer.result = RaceResult::Out { fault: fault.clone(), puzzle: *puzzle };
        } else if let Some(time) = found.of(&ids[at], RACE) {
            let ratio = paired.ratio(RACE, &ids[at], &ids[0]).filter(|_| at > 0);
            let ratio = ratio.map(|ratio| ratio.ratio);
            racer.result = RaceResult::Timed { time: Box::new(time.clone()), ratio };
        }
    }
    let echo_ns = found.iter().find_map(|time| time.echo_ns);
    Race { racers, taken, echo_ns }
}
