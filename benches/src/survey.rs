//! Every solver on every puzzle, once: where the heavy tails are.

use std::hint::black_box;

use sudoku_measure::{Outcome, Stopwatch, SurveyRow};

use crate::{Progress, Request, Verified};

/// A puzzle is solved again until this many nanoseconds have passed, so that the cost of the clock
/// and its grain do not show.
const AT_LEAST: u64 = 50_000;

/// Times what has been verified: every solver on every puzzle that it finished within its budget,
/// puzzle by puzzle, so that solvers are interleaved. Faulty solvers are left out.
///
/// # Panics
///
/// When a solver finds a solution where it found none before, or none where it found one.
pub fn survey(request: &Request, verified: &Verified, progress: &Progress) -> Vec<SurveyRow> {
    let mut sessions: Vec<_> =
        request.solvers.iter().map(|entry| (entry.info.id, entry.start())).collect();
    let mut rows = Vec::new();
    for set in &request.sets {
        progress.message(&set.record.name);
        for counted in verified.rows.iter().filter(|row| row.corpus == set.record.name) {
            let session = sessions.iter_mut().find(|(id, _)| *id == counted.solver);
            let (Some((id, session)), true) =
                (session, verified.comparable.solver(&counted.solver))
            else {
                continue;
            };
            let cpu_ns = (counted.outcome != Outcome::Stopped).then(|| {
                let puzzle = &set.puzzles[counted.index];
                let mut time = |solves: u32| {
                    let watch = Stopwatch::start();
                    let mut solved = false;
                    for _ in 0..solves {
                        solved = session.solve(black_box(puzzle)).is_some();
                    }
                    let elapsed = watch.elapsed().cpu;
                    assert!(
                        solved == (counted.outcome == Outcome::Solved),
                        "{id} changed its answer"
                    );
                    elapsed.as_nanos() as u64 / u64::from(solves)
                };
                match time(1) {
                    once if once >= AT_LEAST => once,
                    once => time((AT_LEAST / once.max(1)) as u32 + 1),
                }
            });
            rows.push(SurveyRow {
                corpus: counted.corpus.clone(),
                index: counted.index,
                solver: counted.solver.clone(),
                cpu_ns,
            });
            progress.advance(1);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use sudoku_measure::{Comparable, Mode};
    use sudoku_registry::SOLVERS;

    use super::*;
    use crate::{PuzzleSet, Settings, verify};

    #[test]
    fn everybody_is_surveyed_but_the_stopped_have_no_time_and_the_faulty_no_row() {
        let settings = Settings { call_budget: 5000, ..Settings::of(Mode::Quick) };
        let sets = vec![PuzzleSet::find("leetcode-37", &settings).unwrap()];
        let solvers = SOLVERS.iter().collect();
        let request = Request { command: String::new(), settings, solvers, sets, out: None };
        let quiet = Progress::new("", 0, false);
        let mut verified = verify(&request, &quiet);

        let rows = survey(&request, &verified, &quiet);
        assert_eq!(rows.len(), SOLVERS.len());
        for (row, counted) in rows.iter().zip(&verified.rows) {
            assert_eq!(row.solver, counted.solver);
            assert_eq!(row.cpu_ns.is_none(), counted.counts.calls == 5000, "{row:?}");
        }
        assert!(rows.iter().any(|row| row.cpu_ns.is_none()), "a cursor makes more than 5000 calls");

        verified.rows[0].outcome = Outcome::Wrong;
        verified.comparable = Comparable::of(&verified.rows);
        assert_eq!(survey(&request, &verified, &quiet).len(), SOLVERS.len() - 1);
    }
}
