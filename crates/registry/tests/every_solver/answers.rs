//! Every solver gives the right answer, and no answer depends on what was solved before.

use proptest::collection;
use proptest::prelude::*;
use sudoku_core::{Goal, Grid, Puzzle, Symmetry};
use sudoku_registry::{Limits, Outcome, SOLVERS, available};

use crate::common::{
    ENOUGH, EXAMPLE, SOLUTION, Sample, any_sample, config, grid, is_short, laws, puzzle, several,
    unique,
};

#[test]
fn the_example() {
    for solver in available() {
        let mut session = solver.start();
        let run = session.tally(&puzzle(EXAMPLE), Goal::First, ENOUGH);
        assert_eq!(run.outcome, Outcome::Solved(grid(SOLUTION)), "{}", solver.info.id);
        let outcome = session.solve(&puzzle(EXAMPLE), Goal::First);
        assert_eq!(outcome, Outcome::Solved(grid(SOLUTION)), "{}", solver.info.id);
    }
}

#[test]
fn a_session_has_a_name_in_messages() {
    assert_eq!(format!("{:?}", SOLVERS[0].start()), "Session");
}

#[test]
fn a_solver_for_some_processors_says_for_which() {
    for solver in SOLVERS {
        assert!(solver.available() || !solver.target.is_empty(), "{}", solver.info.id);
    }
}

#[test]
fn a_full_grid_is_its_own_solution() {
    let full = puzzle(SOLUTION);
    for solver in available() {
        let mut session = solver.start();
        let run = session.tally(&full, Goal::First, ENOUGH);
        assert_eq!(run.outcome, Outcome::Solved(*full.grid()), "{}", solver.info.id);
        assert_eq!(run.counts.placements, 0, "{}", solver.info.id);
        assert_eq!(session.solutions(&full, 2, ENOUGH, 2).first, [*full.grid()]);
    }
}

#[test]
fn the_blank_grid_is_solved_at_once() {
    let blank = Puzzle::try_from(Grid::BLANK).unwrap();
    for solver in available() {
        let run = solver.start().tally(&blank, Goal::First, Limits::calls(1000));
        assert!(matches!(run.outcome, Outcome::Solved(_)), "{}", solver.info.id);
        let many = solver.start().solutions(&blank, 500, ENOUGH, 3);
        assert_eq!((many.count, many.first.len()), (500, 3), "{}", solver.info.id);
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_oracle_agrees(sample in any_sample()) {
        laws::ANSWER.of_all(&sample)?;
    }

    #[test]
    fn one_solution_several_or_none(sample in any_sample()) {
        laws::PROOF.of_all(&sample)?;
    }

    #[test]
    fn a_timed_answer_is_the_counted_one(sample in any_sample()) {
        laws::TIMED.of_all(&sample)?;
    }

    #[test]
    fn a_batch_answers_as_its_puzzles_alone(samples in collection::vec(any_sample(), 0..12)) {
        let puzzles: Vec<Puzzle> = samples.iter().map(|sample| sample.puzzle).collect();
        for solver in available() {
            // A full batch and a partial one.
            let length = if puzzles.len() < 2 { puzzles.len() } else { solver.width + puzzles.len() };
            let puzzles: Vec<_> = puzzles.iter().copied().cycle().take(length).collect();
            laws::batches(solver, &puzzles).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn all_solutions_are_found_and_each_once(sample in any_sample()) {
        laws::SOLUTIONS.of_all(&sample)?;
    }

    #[test]
    fn the_limit_of_solutions_is_kept(
        Sample { puzzle, solutions } in several(),
        limit in 1_usize..6,
        keep in 0_usize..6,
    ) {
        for solver in available() {
            let found = solver.start().solutions(&puzzle, limit, ENOUGH, keep);
            prop_assert_eq!(found.count, solutions.len().min(limit), "{}", solver.info.id);
            prop_assert_eq!(found.first.len(), found.count.min(keep), "{}", solver.info.id);
        }
    }

    #[test]
    fn a_turned_puzzle_has_the_turned_solution(sample in unique(), seed: u64) {
        let symmetry = Symmetry::random(seed);
        let turned = Puzzle::try_from(symmetry.apply(sample.puzzle.grid())).unwrap();
        prop_assume!(is_short(turned.grid()));
        let expected = symmetry.apply(&sample.solutions[0]);
        for solver in available() {
            let outcome = solver.start().tally(&turned, Goal::First, ENOUGH).outcome;
            prop_assert_eq!(outcome, Outcome::Solved(expected), "{}", solver.info.id);
        }
    }

    /// The answer and the work do not depend on earlier searches, whether they ended or were
    /// stopped.
    #[test]
    fn every_solve_starts_afresh(a in any_sample(), b in any_sample(), calls in 0_u64..2000) {
        for solver in available() {
            let alone = solver.start().tally(&b.puzzle, Goal::First, ENOUGH);
            let mut session = solver.start();
            session.tally(&a.puzzle, Goal::First, ENOUGH);
            prop_assert_eq!(session.tally(&b.puzzle, Goal::First, ENOUGH), alone, "{}", solver.info.id);
            session.tally(&a.puzzle, Goal::First, Limits::calls(calls));
            prop_assert_eq!(session.tally(&b.puzzle, Goal::First, ENOUGH), alone, "{}", solver.info.id);
            session.solutions(&a.puzzle, Sample::LIMIT, ENOUGH, 0);
            prop_assert_eq!(session.tally(&b.puzzle, Goal::First, ENOUGH), alone, "{}", solver.info.id);
        }
    }
}
