//! A search stops at its limit and reports the stop; no search hangs.

use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use sudoku_core::{Conflict, Goal, Puzzle, Stop, Tree};
use sudoku_registry::{Entry, Limits, Outcome, available};

use crate::common::{ENOUGH, EXAMPLE, any_sample, config, grid, laws, puzzle};

/// No digit fits the last cell: its row has 1 to 8, its column 9. A search that reaches it last
/// would have to try all fillings of the other 72 blanks.
const HOPELESS: &str =
    "........9...............................................................12345678.";

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_search_gets_the_calls_it_needs_and_not_one_less(sample in any_sample()) {
        laws::BUDGET.of_all(&sample)?;
    }
}

#[test]
fn a_search_stops_at_its_number_of_calls() {
    within_seconds(|| {
        for solver in available().filter(|solver| solver.info.tree == Tree::ROW_MAJOR) {
            for calls in [0, 1, 2, 10, 81, 82, 1000, 1023, 1024, 1025, 20_000] {
                let run =
                    solver.start().tally(&puzzle(HOPELESS), Goal::First, Limits::calls(calls));
                assert_eq!(run.outcome, Outcome::Stopped(Stop::Calls(calls)), "{}", solver.info.id);
                assert_eq!(run.counts.calls, calls, "{}", solver.info.id);
            }
        }
    });
}

#[test]
fn a_hopeless_search_runs_out_of_calls() {
    let limits = Limits::calls(100_000);
    within_seconds(move || {
        for solver in available() {
            let mut session = solver.start();
            let run = session.tally(&puzzle(HOPELESS), Goal::First, limits);
            let again = session.solve_one(&puzzle(HOPELESS), Goal::First, limits);
            assert_eq!(again, run.outcome, "{}", solver.info.id);
            let solutions = session.solutions(&puzzle(HOPELESS), 1, limits, 1);
            assert_eq!((solutions.count, solutions.first.len()), (0, 0), "{}", solver.info.id);
            let stopped = must_stop(solver, run.outcome, Stop::Calls(100_000));
            assert_eq!(solutions.stopped, stopped, "{}", solver.info.id);
        }
    });
}

#[test]
fn a_hopeless_search_runs_out_of_time() {
    let time = Duration::from_millis(20);
    let limits = Limits { time: Some(time), ..Limits::NONE };
    within_seconds(move || {
        for solver in available() {
            let start = Instant::now();
            let outcome = solver.start().tally(&puzzle(HOPELESS), Goal::First, limits).outcome;
            if must_stop(solver, outcome, Stop::Time(time)).is_some() {
                assert!(start.elapsed() >= time, "{}", solver.info.id);
            }
        }
    });
}

/// A search in row-major order cannot end; one that looks ahead may find that there is no solution.
fn must_stop(solver: &Entry, outcome: Outcome, stop: Stop) -> Option<Stop> {
    if solver.info.tree != Tree::ROW_MAJOR && outcome == Outcome::NoSolution {
        return None;
    }
    assert_eq!(outcome, Outcome::Stopped(stop), "{}", solver.info.id);
    Some(stop)
}

/// Runs `work`, and fails if it takes longer than 20 seconds.
fn within_seconds(work: impl FnOnce() + Send + 'static) {
    let (done, wait) = mpsc::channel();
    let worker = thread::spawn(move || {
        work();
        done.send(()).expect("somebody waits");
    });
    let finished = wait.recv_timeout(Duration::from_secs(20));
    assert_ne!(finished, Err(RecvTimeoutError::Timeout), "a search does not stop");
    if let Err(panic) = worker.join() {
        resume_unwind(panic);
    }
}

#[test]
fn time_enough_changes_nothing() {
    let hour = Limits { time: Some(Duration::from_hours(1)), ..Limits::NONE };
    for solver in available() {
        let mut session = solver.start();
        let free = session.tally(&puzzle(EXAMPLE), Goal::First, ENOUGH);
        assert_eq!(session.tally(&puzzle(EXAMPLE), Goal::First, hour), free, "{}", solver.info.id);
    }
}

/// Solvers take a `Puzzle`, and a grid with contradictory clues cannot become one.
#[test]
fn a_grid_that_contradicts_itself_is_no_puzzle() {
    let refused = |at, digit| Puzzle::try_from(grid(EXAMPLE).with(at, digit)).unwrap_err();
    assert_eq!(refused(2, 3), Conflict { digit: 3, first: 1, second: 2 }, "in a row");
    assert_eq!(refused(11, 8), Conflict { digit: 8, first: 11, second: 20 }, "in a column");
    assert_eq!(refused(2, 6), Conflict { digit: 6, first: 2, second: 9 }, "in a box");
    assert!(Puzzle::try_from(grid(EXAMPLE).with(2, 1)).is_ok(), "wrong, but no conflict");
}
