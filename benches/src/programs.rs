//! Programs in other languages in a run.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sudoku_programs::{Asked, Course, Found, Program, ProgramLimits, Question, measure};
use sudoku_record::{ProgramRecord, are_shaped_by_labels};
use sudoku_registry::Known;

use crate::{PuzzleSet, Request, StepProgress};

/// Reads the programs in `SUDOKU_LAB_PROGRAMS`: a list of pairs in JSON, each of a program and of the
/// folder that it is started in. Returns an empty list if the variable is not set.
///
/// # Errors
///
/// When it is not such a list, and as [`Program::all`].
pub(crate) fn from_env() -> Result<Vec<Program>> {
    let text = env::var("SUDOKU_LAB_PROGRAMS").unwrap_or_default();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let described: Vec<(ProgramRecord, PathBuf)> = serde_json::from_str(&text)
        .context("SUDOKU_LAB_PROGRAMS: expected a list of programs, each with its folder")?;
    Ok(Program::all(described)?)
}

/// Judges the answers of every program to every puzzle, then times the programs without a fault.
/// Sets of one puzzle are left out: the processor learns a search that it repeats. Where labels
/// shape a set, its puzzles are given as they are. `launcher` is as in [`Course`].
pub fn programs(request: &Request, launcher: &Path) -> Found {
    let settings = &request.settings;
    let sets = request.sets.iter().filter(|set| set.puzzles.len() > 1);
    let sets: Vec<Asked<'_>> = sets
        .map(|set| Asked {
            name: &set.record.name,
            goal: set.record.goal,
            questions: questions(set),
            relabels: !are_shaped_by_labels(&set.record.name),
            shared: false,
        })
        .collect();
    let wall = settings.allowance.all;
    let limits = ProgramLimits { wall, cpu: 2 * wall, ..ProgramLimits::default() };
    let (pace, budget) = (settings.pace, Some(settings.call_budget));
    let course = Course { launcher, limits, pace, budget };
    // A message for the answers of a program, one for the length of its passes, and one for a round.
    let messages = sets.len() * (2 * request.programs.len() + pace.rounds);
    let progress = StepProgress::new("programs", messages as u64, request.out.is_some());
    measure(&course, &request.programs, &sets, |what| {
        progress.message(what);
        progress.advance(1);
    })
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
