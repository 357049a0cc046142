//! Counts and judges every solver on every puzzle, before anything is timed.

use std::collections::BTreeMap;

use sudoku_core::{Counters, Counts, Ending, Goal, Grid, Proof, Puzzle, Tree};
use sudoku_record::{CountRow, PuzzleRow};
use sudoku_registry::{Disagreement, Entry, Known, Limits, Outcome, Session, Tally, referee};

use crate::{PuzzleSet, Request, StepProgress, in_parallel};

/// The counts of all solvers, and the complaints.
#[derive(Debug, Default)]
pub struct Verified {
    /// One row per set, puzzle and solver.
    pub rows: Vec<CountRow>,
    /// A line for each wrong answer, for each search that is not in the order that its solver
    /// claims, and for each search that changes when the puzzle comes back.
    pub complaints: Vec<String>,
}

/// Returns the puzzles of a request with what is known of them. Effort that no corpus states is
/// taken from a solver that searches in reading order.
pub fn puzzles(request: &Request, verified: &Verified) -> Vec<PuzzleRow> {
    let in_order = |id: &str| {
        let mut solvers = request.solvers.iter();
        solvers.any(|entry| entry.info.id == id && entry.info.tree == Tree::ROW_MAJOR)
    };
    let finished =
        verified.rows.iter().filter(|row| row.outcome.is_finished() && in_order(&row.solver));
    let counted: BTreeMap<_, u64> =
        finished.map(|row| ((&row.corpus, row.index), row.counts.placements)).collect();
    let row = |set: &PuzzleSet, index: usize| PuzzleRow {
        corpus: set.record.name.clone(),
        index,
        clues: set.puzzles[index].grid().clues() as u32,
        effort: set.effort(index).or_else(|| counted.get(&(&set.record.name, index)).copied()),
        rating: set.facts[index].rating,
    };
    let sets = request.sets.iter();
    sets.flat_map(|set| (0..set.puzzles.len()).map(move |index| row(set, index))).collect()
}

/// Runs every solver of the request on every puzzle, within the budget, on all cores. A solver that
/// searches puzzles side by side gets the puzzles that it finished once more, all at once.
pub fn verify(request: &Request, progress: &StepProgress) -> Verified {
    let mut verified = Verified::default();
    for set in &request.sets {
        progress.message(&set.record.name);
        let mut judged = run_all(request, set, progress, &mut verified.complaints);
        for (at, entry) in request.solvers.iter().enumerate().filter(|(_, entry)| entry.width > 1) {
            run_batches(entry, at, set, &mut judged, &mut verified.complaints);
        }
        for (index, (puzzle, by_solver)) in set.puzzles.iter().zip(&judged).enumerate() {
            for (entry, &(outcome, counts)) in request.solvers.iter().zip(by_solver) {
                verified.rows.push(CountRow {
                    corpus: set.record.name.clone(),
                    index,
                    puzzle: *puzzle.grid(),
                    solver: entry.info.id.to_owned(),
                    outcome,
                    counts,
                });
            }
        }
    }
    verified
}

/// Returns the counts that an earlier program of this run wrote, in the order in which [`verify`]
/// counts; `None` without a folder, or if it does not hold exactly the rows of this request.
pub fn counted(request: &Request) -> Option<Vec<CountRow>> {
    let rows: Vec<CountRow> = request.out.as_ref()?.read().ok()?;
    let asked = request.sets.iter().flat_map(|set| {
        (0..set.puzzles.len()).flat_map(move |index| {
            let name = set.record.name.as_str();
            let grid = set.puzzles[index].grid();
            request.solvers.iter().map(move |entry| (name, index, grid, entry.info.id))
        })
    });
    let rows_of = rows.iter().map(|row| (&*row.corpus, row.index, &row.puzzle, &*row.solver));
    rows_of.eq(asked).then_some(rows)
}

/// The limit of the short searches of each puzzle before and after the whole one. The two do
/// different work if the solver keeps something of a search for when the puzzle comes back.
pub(crate) const LOOK: Limits = Limits::calls(1_000);

/// The complaint about a solver whose two short searches differ.
pub(crate) const REMEMBERED: &str = "it does other work when the puzzle comes back";

/// Runs every solver on every puzzle of the set. Returns, for each puzzle, how the search of each
/// solver ended, and its counts, in the order of the request.
fn run_all(
    request: &Request,
    set: &PuzzleSet,
    progress: &StepProgress,
    complaints: &mut Vec<String>,
) -> Vec<Vec<(Ending, Counts)>> {
    let (limits, goal) = (Limits::calls(request.settings.call_budget), set.record.goal);
    let start = || request.solvers.iter().map(|entry| entry.start()).collect();
    let done = in_parallel(set.puzzles.len(), start, |sessions: &mut Vec<Session>, index| {
        let puzzle = &set.puzzles[index];
        let runs = request.solvers.iter().zip(sessions).map(|(entry, session)| {
            // The counts at the beginning of the search must be those of a search before.
            let look = |on: &mut Session| entry.can.count.then(|| on.tally(puzzle, goal, LOOK));
            entry.can.answer(goal).then(|| {
                let before = look(session);
                let run = session.tally(puzzle, goal, limits);
                (run, before == look(session))
            })
        });
        let runs: Vec<Option<(Tally, bool)>> = runs.collect();
        progress.advance(1);
        runs
    });
    let mut judged = Vec::new();
    for (index, runs) in done.into_iter().enumerate() {
        let asked = request.solvers.iter().zip(&runs);
        let asked = asked.filter_map(|(entry, run)| Some((*entry, (*run)?.0)));
        let asked: Vec<(&Entry, Tally)> = asked.collect();
        let known =
            asked.iter().fold(set.facts[index].answer, |known, (_, run)| known.and(run.outcome));
        let in_order = in_order(set.effort(index), &asked);
        let mut by_solver = Vec::new();
        for (entry, run) in request.solvers.iter().zip(runs) {
            let Some((run, is_repeated)) = run else {
                by_solver.push((Ending::NotAsked, Counts::default().only(Counters::of(&[]))));
                continue;
            };
            let answered = ruling(set.record.goal, run.outcome, known);
            let answered = answered.map_err(|why| why.to_string());
            let judged = answered.and_then(|outcome| {
                let placed = run.counts.placements;
                match in_order {
                    Some(usual) if walks_in_order(entry, &run) && placed != usual => Err(format!(
                        "it places {placed} digits, a search in row-major order {usual}"
                    )),
                    _ if !is_repeated => Err(REMEMBERED.to_owned()),
                    _ => Ok(outcome),
                }
            });
            let outcome = judged.unwrap_or_else(|complaint| {
                let (id, name) = (entry.info.id, &set.record.name);
                let puzzle = set.puzzles[index].grid();
                complaints.push(format!("{id} on puzzle {index} of {name}, {puzzle}: {complaint}"));
                Ending::Wrong
            });
            by_solver.push((outcome, run.counts));
        }
        judged.push(by_solver);
    }
    judged
}

/// Gives a solver of batches all puzzles that it has finished alone, all at once, and compares the
/// answers with those that it gives alone.
fn run_batches(
    entry: &Entry,
    at: usize,
    set: &PuzzleSet,
    judged: &mut [Vec<(Ending, Counts)>],
    complaints: &mut Vec<String>,
) {
    let goal = set.record.goal;
    let places: Vec<usize> =
        (0..judged.len()).filter(|&index| judged[index][at].0.is_finished()).collect();
    let puzzles: Vec<Puzzle> = places.iter().map(|&index| set.puzzles[index]).collect();
    // A blank grid answers no puzzle, so an answer that is not written is noticed.
    let mut answers = vec![Some(Grid::BLANK); puzzles.len()];
    let mut proofs = vec![Proof::default(); puzzles.len()];
    let mut session = entry.start();
    session.solve_all(&puzzles, goal, &mut answers, &mut proofs);
    for (((index, puzzle), answer), proof) in
        places.into_iter().zip(&puzzles).zip(answers).zip(&proofs)
    {
        let answer = referee(goal, puzzle, answer.as_ref(), proof);
        if answer != session.tally(puzzle, goal, Limits::NONE).outcome {
            let (id, name, grid) = (entry.info.id, &set.record.name, puzzle.grid());
            let why = ruling(goal, answer, set.facts[index].answer).err();
            let why = why.map_or("another answer than alone".to_owned(), |why| why.to_string());
            complaints.push(format!("{id} on puzzle {index} of {name}, {grid}: in a batch, {why}"));
            judged[index][at].0 = Ending::Wrong;
        }
    }
}

/// Returns the number of digits that a search in row-major order places: the known number, or else
/// the one that most solvers that claim this order count.
fn in_order(known: Option<u64>, runs: &[(&Entry, Tally)]) -> Option<u64> {
    let claimed = runs.iter().filter(|(entry, run)| walks_in_order(entry, run));
    let counted: Vec<u64> = claimed.map(|(_, run)| run.counts.placements).collect();
    let votes = |placed: &&u64| counted.iter().filter(|other| other == placed).count();
    known.or_else(|| counted.iter().max_by_key(votes).copied())
}

/// True for a search that was not stopped, by a solver that claims the row-major order.
fn walks_in_order(entry: &Entry, run: &Tally) -> bool {
    entry.info.tree == Tree::ROW_MAJOR && !matches!(run.outcome, Outcome::Stopped(_))
}

/// Returns the outcome to record for an answer, if it agrees with what is known.
///
/// # Errors
///
/// When it disagrees: how.
pub(crate) fn ruling(goal: Goal, answer: Outcome, known: Known) -> Result<Ending, Disagreement> {
    known.agrees(goal, answer).map(|()| answer.ending())
}

#[cfg(test)]
mod tests {
    use sudoku_record::{Mode, RunFolder};

    use super::*;
    use crate::Settings;

    fn request(out: Option<RunFolder>) -> Request {
        // Some of the puzzles are over the budget.
        let settings = Settings { puzzles: 4, call_budget: 9_000, ..Settings::of(Mode::Quick) };
        let find = |name| PuzzleSet::find(name, &settings).unwrap();
        Request {
            solvers: sudoku_registry::available().skip(7).collect(),
            sets: ["finished", "easy", "effort-1e4"].map(find).into(),
            out,
            ..Request::bare(settings)
        }
    }

    #[test]
    fn another_program_of_a_run_takes_over_what_was_counted() {
        let path = std::env::temp_dir().join(format!("sudoku-lab-again-{}", std::process::id()));
        let folder = RunFolder::new(&path);
        let mut request = request(Some(folder.clone()));
        assert_eq!(counted(&request), None, "nothing is there yet");
        let first = verify(&request, &StepProgress::hidden());
        folder.start().unwrap();
        folder.write(&first.rows).unwrap();
        let rows = counted(&request).unwrap();
        assert_eq!(rows, first.rows);
        assert!(rows.iter().any(|row| row.outcome == Ending::Stopped));
        request.sets.swap(0, 1);
        assert_eq!(counted(&request), None, "it is of another request");
        std::fs::remove_dir_all(path).unwrap();
    }
}
