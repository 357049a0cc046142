//! Times every solver on every puzzle once, to show where a few puzzles take most of the time.

use std::hint::black_box;
use std::slice;

use sudoku_core::{Ending, Proof};
use sudoku_record::{Comparable, CountRow, Stopwatch, SurveyRow};
use sudoku_registry::referee;

use crate::workload::effort;
use crate::{Request, StepProgress};

/// A solver solves this many puzzles before the next solver gets the same ones: few enough that the
/// machine is in the same state for all solvers, enough for a solver's code to be in the cache.
const BLOCK: usize = 50;

/// The survey may place one in this many of the digits that a run has time for: fewer puzzles show
/// how times are spread than give a ratio. The number of puzzles follows from the mean number of
/// digits per search, so that no single puzzle decides whether it is taken. A search that is
/// stopped at its budget counts as no digits, because it is not timed.
pub(crate) const SURVEYED: u64 = 6;

/// Times every solver on every puzzle that it finished within its budget when it was counted, one
/// solve each, so that the processor does not learn the puzzle. The time of reading the clock is
/// subtracted; some ten nanoseconds remain uncertain. Faulty solvers are left out.
///
/// # Panics
///
/// When an answer is wrong or of another kind than when it was counted; the message names the
/// solver, the puzzle and the set.
pub fn survey(request: &Request, counts: &[CountRow], progress: &StepProgress) -> Vec<SurveyRow> {
    let comparable = Comparable::of(counts);
    let mut sessions: Vec<_> = request.solvers.iter().map(|entry| entry.start()).collect();
    let reading = reading_the_clock();
    let mut rows = Vec::new();
    let mut counts = counts.chunk_by(|a, b| a.corpus == b.corpus);
    for set in &request.sets {
        let goal = set.record.goal;
        progress.message(&set.record.name);
        let all = counts.next().unwrap_or_default();
        let finished = all.iter().filter(|row| row.outcome.is_finished());
        let placed: u64 = finished.map(|row| effort(&row.counts)).sum();
        let afforded = request.settings.placements / SURVEYED;
        let afforded = afforded.saturating_mul(all.len() as u64) / placed.max(1);
        let puzzles: Vec<&[CountRow]> =
            all.chunks(sessions.len()).take(afforded.max(1) as usize).collect();
        for block in puzzles.chunks(BLOCK) {
            for (at, session) in sessions.iter_mut().enumerate() {
                for counted in block.iter().map(|by_solver| &by_solver[at]) {
                    let asked = counted.outcome != Ending::NotAsked;
                    if !(asked && comparable.solver(&counted.solver)) {
                        continue;
                    }
                    let cpu_ns = (counted.outcome != Ending::Stopped).then(|| {
                        let puzzle = &set.puzzles[counted.index];
                        let asked = slice::from_ref(puzzle);
                        let (mut answer, mut proof) = ([None], [Proof::default()]);
                        let watch = Stopwatch::start();
                        session.solve_all(black_box(asked), goal, &mut answer, &mut proof);
                        let elapsed = watch.elapsed().cpu.as_nanos() as u64;
                        let found = referee(goal, puzzle, answer[0].as_ref(), &proof[0]);
                        let (id, corpus) = (&counted.solver, &counted.corpus);
                        assert!(
                            found.ending() == counted.outcome,
                            "{id} changed its answer to {} of {corpus}",
                            counted.puzzle
                        );
                        elapsed.saturating_sub(reading)
                    });
                    rows.push(SurveyRow {
                        corpus: counted.corpus.clone(),
                        index: counted.index,
                        solver: counted.solver.clone(),
                        cpu_ns,
                    });
                }
            }
            progress.advance(block.len() as u64);
        }
    }
    rows
}

/// Returns the time of an empty measurement, in nanoseconds: the median of many.
pub(crate) fn reading_the_clock() -> u64 {
    let mut empty: Vec<_> = (0..1001).map(|_| Stopwatch::start().elapsed().cpu).collect();
    empty.sort_unstable();
    empty[empty.len() / 2].as_nanos() as u64
}

#[cfg(test)]
mod tests {
    use sudoku_record::Mode;
    use sudoku_registry::{SOLVERS, available};

    use super::*;
    use crate::{PuzzleSet, Settings, verify};

    #[test]
    fn everybody_is_surveyed_but_the_stopped_have_no_time_and_the_faulty_no_row() {
        let settings = Settings { call_budget: 5000, puzzles: 60, ..Settings::of(Mode::Quick) };
        let sets =
            ["leetcode-37", "effort-1e2"].map(|name| PuzzleSet::find(name, &settings).unwrap());
        let solvers = available().collect();
        let request = Request { solvers, sets: sets.into(), ..Request::bare(settings) };
        let quiet = StepProgress::hidden();
        let mut counts = verify(&request, &quiet).rows;

        let rows = survey(&request, &counts, &quiet);
        assert_eq!(rows.len(), 61 * available().count());
        for counted in &counts {
            let key = (&counted.corpus, counted.index, &counted.solver);
            let mut ours = rows.iter().filter(|row| (&row.corpus, row.index, &row.solver) == key);
            let row = ours.next().unwrap();
            assert_eq!(row.cpu_ns.is_none(), counted.counts.calls == 5000, "{row:?}");
            assert_eq!(ours.count(), 0, "once");
        }
        assert!(rows.iter().any(|row| row.cpu_ns.is_none()), "a cursor makes more than 5000 calls");
        assert!(rows.iter().any(|row| row.cpu_ns.is_some_and(|ns| ns > 0)));

        // A solver that is stopped does not affect how far the survey goes, whatever was counted.
        let mut stopped = counts.clone();
        for row in stopped.iter_mut().filter(|row| row.solver == SOLVERS[0].info.id) {
            (row.outcome, row.counts.placements) = (Ending::Stopped, u64::MAX / 1000);
        }
        assert_eq!(survey(&request, &stopped, &quiet).len(), rows.len());
        // A search that places no digits affects it by its nodes.
        for row in stopped.iter_mut().filter(|row| row.solver == SOLVERS[1].info.id) {
            (row.counts.placements, row.counts.calls) = (0, u64::MAX / 1000);
        }
        assert_eq!(survey(&request, &stopped, &quiet).len(), 2 * request.solvers.len());

        counts[0].outcome = Ending::Wrong;
        assert_eq!(survey(&request, &counts, &quiet).len(), 61 * (available().count() - 1));
    }
}
