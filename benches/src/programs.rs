//! Programs in other languages in a run.

use std::path::Path;

use sudoku_programs::{Asked, Course, Found, ProgramLimits, Question, measure};
use sudoku_record::are_shaped_by_labels;
use sudoku_registry::Known;

use crate::{PuzzleSet, Request};

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
        })
        .collect();
    let wall = settings.answers;
    let limits = ProgramLimits { wall, cpu: 2 * wall, ..ProgramLimits::default() };
    let (pace, budget) = (settings.pace, Some(settings.call_budget));
    let course = Course { launcher, limits, pace, budget };
    // A message for the answers of a program, one for the length of its passes, and one for a round.
    let messages = sets.len() * (2 * request.programs.len() + pace.rounds);
    let progress = request.progress("programs", messages as u64);
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
