//! Programs in other languages in a run: their puzzles, their answers, their times.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sudoku_core::Goal;
use sudoku_corpus::Printable;
use sudoku_measure::{
    AskedProgram, ProgramAnswers, ProgramRecord, ProgramRow, are_shaped_by_labels,
};
use sudoku_programs::{Program, ProgramLimits, Question, Runner, TimedSet, answered, time};
use sudoku_registry::Known;

use crate::{PuzzleSet, Request, StepProgress};

/// A program that takes part in a run.
#[derive(Debug, Clone)]
pub struct Contender {
    /// Its name, author and commands.
    pub asked: AskedProgram,
    folder: PathBuf,
    first: Option<Program>,
    unique: Option<Program>,
}

/// Answers, times and faults of the programs of a run.
#[derive(Debug, Default)]
pub struct ProgramTimes {
    /// The programs, each with its answers.
    pub records: Vec<ProgramRecord>,
    /// A row for each pass that was timed.
    pub rows: Vec<ProgramRow>,
    /// A line for each fault, printable.
    pub complaints: Vec<String>,
}

impl Contender {
    /// Returns a program that is started in `folder`.
    ///
    /// # Errors
    ///
    /// When the name is empty or not printable, or no command is given, or one cannot be split into
    /// words.
    pub fn new(asked: AskedProgram, folder: &Path) -> Result<Self> {
        let program = |goal| {
            let command = asked.command(goal);
            command.map(|command| Program::new(&asked.name, command, folder)).transpose()
        };
        let (first, unique) = (program(Goal::First)?, program(Goal::Unique)?);
        ensure!(first.is_some() || unique.is_some(), "the program `{}` has no command", asked.name);
        Ok(Self { asked, folder: folder.to_owned(), first, unique })
    }

    /// Returns the options of `cargo xtask bench` that ask for this program, without folders.
    pub(crate) fn options(&self) -> String {
        let AskedProgram { name, version, author, build, .. } = &self.asked;
        if [version, author, build].iter().any(|known| known.is_some()) {
            let folder = self.folder.file_name().unwrap_or_default().to_string_lossy();
            return format!(" --entrant '{}'", Printable(&folder));
        }
        let option = |goal: Goal| {
            let command = Printable(self.asked.command(goal)?);
            Some(format!(" --program '{name}{}={command}'", goal.suffix()))
        };
        [Goal::First, Goal::Unique].into_iter().filter_map(option).collect()
    }

    /// Reads the programs in `SUDOKU_LAB_PROGRAMS`: a list of pairs in JSON, each of a program and
    /// of the folder that it is started in. Returns an empty list if the variable is not set.
    ///
    /// # Errors
    ///
    /// When it is not such a list, when two programs share a name, and as [`new`](Self::new).
    pub(crate) fn from_env() -> Result<Vec<Self>> {
        let text = env::var("SUDOKU_LAB_PROGRAMS").unwrap_or_default();
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let asked: Vec<(AskedProgram, PathBuf)> = serde_json::from_str(&text)
            .context("SUDOKU_LAB_PROGRAMS: expected a list of programs, each with its folder")?;
        let mut all: Vec<Self> = Vec::new();
        for (asked, folder) in asked {
            let one = Self::new(asked, &folder)?;
            let name = &one.asked.name;
            let is_taken = all.iter().any(|other| other.asked.name == *name);
            ensure!(!is_taken && name != Program::ECHO, "`{name}` names another program too");
            all.push(one);
        }
        Ok(all)
    }

    fn program(&self, goal: Goal) -> Option<&Program> {
        match goal {
            Goal::First => self.first.as_ref(),
            Goal::Unique => self.unique.as_ref(),
        }
    }
}

/// Judges the answers of every program to every puzzle, then times the programs without a fault.
/// Sets of one puzzle are left out: the processor learns a search that it repeats. Where labels
/// shape a set, its puzzles are given as they are. `launcher` and `echo` are as in [`TimedSet`].
pub fn programs(request: &Request, launcher: &Path, echo: &Program) -> ProgramTimes {
    let settings = &request.settings;
    let mut found = ProgramTimes::default();
    let records = request
        .programs
        .iter()
        .map(|one| ProgramRecord { program: one.asked.clone(), answers: Vec::new() });
    found.records = records.collect();
    let sets: Vec<&PuzzleSet> = request.sets.iter().filter(|set| set.puzzles.len() > 1).collect();
    // One round on a set counts as much progress as the answers to the set.
    let rounds = settings.pace.rounds as u64;
    let each = request.programs.len() as u64;
    let total = sets.len() as u64 * each * (1 + rounds);
    let progress = StepProgress::new("programs", total, request.out.is_some());
    let within = settings.allowance.all;
    let limits = ProgramLimits { wall: within, cpu: 2 * within, ..ProgramLimits::default() };
    let questions: Vec<Vec<Question>> = sets.iter().map(|set| questions(set)).collect();
    for (contender, record) in request.programs.iter().zip(&mut found.records) {
        for (set, questions) in sets.iter().zip(&questions) {
            progress.advance(1);
            let goal = set.record.goal;
            let Some(program) = contender.program(goal).filter(|_| record.fault().is_none()) else {
                continue;
            };
            progress.message(format!("{}: answers to {}", program.name, set.record.name));
            let found_out = answered(program, launcher, questions, goal, &limits);
            let (answered, no_solution, fault) = match found_out {
                Ok((answered, pass)) => (answered, pass.no_solution, None),
                Err((place, fault)) => {
                    let fault = fault.to_string();
                    found.complaints.push(complaint(&program.name, set, place, &fault));
                    (place.unwrap_or_default(), 0, Some(fault))
                }
            };
            record.answers.push(ProgramAnswers {
                corpus: set.record.name.clone(),
                answered,
                no_solution,
                puzzles: questions.len(),
                within_ns: within.as_nanos() as u64,
                drift: None,
                fault,
            });
        }
    }

    for (set, questions) in sets.iter().zip(&questions) {
        let done = || progress.advance(each * rounds);
        let runners: Vec<Runner<'_>> = request
            .programs
            .iter()
            .zip(&found.records)
            .filter(|(_, record)| record.fault().is_none())
            .filter_map(|(contender, record)| {
                let program = contender.program(set.record.goal)?;
                let mut answers = record.answers.iter();
                let answers = answers.find(|answers| answers.corpus == set.record.name)?;
                let twin = contender.asked.twin().and_then(|id| sudoku_registry::find(id).ok());
                let twin = twin.filter(|twin| twin.can.count);
                Some(Runner { program, answered: answers.answered, twin })
            })
            .collect();
        if runners.is_empty() {
            done();
            continue;
        }
        let timed_set = TimedSet {
            corpus: &set.record.name,
            goal: set.record.goal,
            questions,
            relabels: !are_shaped_by_labels(&set.record.name),
            launcher,
            echo,
            limits: &limits,
            pace: settings.pace,
            budget: settings.call_budget,
        };
        let say = |what: &str| progress.message(format!("{}: {what}", set.record.name));
        let times = time(&timed_set, &runners, say);
        done();
        found.rows.extend(times.rows);
        for record in &mut found.records {
            let answers = record.answers.iter_mut().find(|of| of.corpus == set.record.name);
            let drift = times.drifts.get(&record.program.name).copied();
            if let Some(answers) = answers {
                answers.drift = drift;
            }
        }
        for (name, place, fault) in times.out {
            let fault = fault.to_string();
            found.complaints.push(complaint(&name, set, place, &fault));
            let mut answers = found
                .records
                .iter_mut()
                .filter(|record| record.program.name == name)
                .flat_map(|record| &mut record.answers);
            if let Some(answers) = answers.find(|answers| answers.corpus == set.record.name) {
                answers.fault = Some(fault);
            }
        }
    }
    found
}

fn complaint(name: &str, set: &PuzzleSet, place: Option<usize>, fault: &str) -> String {
    let set = &set.record.name;
    let place = place.map_or_else(String::new, |place| format!(" (puzzle {place} of {set})"));
    format!("{name} on {set}: {fault}{place}")
}

/// Returns the puzzles of a set, each with what is known of its answer. For the puzzles of a file,
/// the fastest solver finds out how many solutions they have.
fn questions(set: &PuzzleSet) -> Vec<Question> {
    let mut solver = sudoku_registry::default_solver(sudoku_registry::Load::One).start();
    let question = |(puzzle, answer): (&_, Known)| match answer {
        Known::Nothing | Known::Solvable => Question::new(*puzzle, &mut solver),
        known => Question { puzzle: *puzzle, known },
    };
    set.puzzles.iter().zip(set.facts.iter().map(|facts| facts.answer)).map(question).collect()
}
