//! Solvers that are wrong on purpose: a session notices it, and the laws that each breaks name it.

use std::panic::catch_unwind;

use crate::common::laws::{
    ANSWER, BUDGET, LOOKS, Law, ORDER, PROOF, REPLAY, SOLUTIONS, STEPS, TIMED, TREE, UNDOS, batches,
};
use crate::common::{ENOUGH, EXAMPLE, Sample, dig, grid};
use sudoku_core::{Goal, Proof, Puzzle, Work};
use sudoku_doubles::{
    ABSENT, CHANGED_CLUE, CROSSED, DOUBLES, FALSE_NONE, FALSE_SEVERAL, FICKLE, FORGETFUL,
    OTHER_TREE, SILENT, UNSOLVED, WAVERING, WIDE,
    peers::{FAILING, HONEST, THOROUGH},
};
use sudoku_registry::{Can, Entry, Outcome, SOLVERS};

/// Puzzles with one solution.
fn samples() -> Vec<Sample> {
    let grids = (0..5).map(|seed| dig(seed, 32, true));
    std::iter::once(grid(EXAMPLE)).chain(grids).map(Sample::of).collect()
}

/// The laws that each double breaks on every puzzle.
const BROKEN: [(&Entry, &[Law]); 10] = [
    (&UNSOLVED, &[ANSWER, REPLAY, UNDOS, TREE, STEPS]),
    (&CHANGED_CLUE, &[ANSWER, REPLAY, UNDOS, TREE, STEPS]),
    (&FALSE_NONE, &[ANSWER, REPLAY, UNDOS, TREE, STEPS]),
    (&FALSE_SEVERAL, &[SOLUTIONS, PROOF, ORDER]),
    (&OTHER_TREE, &[TREE, STEPS]),
    (&FICKLE, &[TIMED]),
    (&FORGETFUL, &[TIMED]),
    (&SILENT, &[TIMED]),
    (&CROSSED, &[]),
    (&WAVERING, &[]),
];

#[test]
fn each_is_caught_and_named() {
    for sample in samples() {
        for (double, laws) in BROKEN {
            for law in laws {
                let complaint = law.of(double, &sample).expect_err(double.info.id);
                let named = format!("{} on {}: ", double.info.id, sample.puzzle.grid());
                assert!(complaint.starts_with(&named), "{complaint}");
            }
        }
    }
    assert!(BROKEN.iter().map(|(double, _)| double.info.id).eq(DOUBLES.map(|d| d.info.id)));
}

#[test]
fn a_wrong_grid_never_leaves_a_session_as_a_solution() {
    for Sample { puzzle, solutions } in samples() {
        for double in [&UNSOLVED, &CHANGED_CLUE] {
            let mut session = double.start();
            let wrong = session.solve(&puzzle, Goal::First);
            let Outcome::Wrong(answer) = wrong else { panic!("{wrong:?}") };
            assert_ne!(answer, solutions[0]);
            assert_eq!(answer.is_solved(), !answer.extends(puzzle.grid()), "wrong in one thing");
            assert_eq!(
                session.tally(&puzzle, Goal::First, ENOUGH).outcome,
                wrong,
                "{}",
                double.info.id
            );
            let trace = session.trace(&puzzle, Goal::First, u64::MAX, 0..0, false);
            assert_eq!(trace.outcome, wrong, "{}", double.info.id);
        }
        assert_eq!(FALSE_NONE.start().solve(&puzzle, Goal::First), Outcome::NoSolution);
    }
}

#[test]
fn one_solution_is_not_made_two() {
    for Sample { puzzle, solutions } in samples() {
        let found = FALSE_SEVERAL.start().solutions(&puzzle, 2, ENOUGH, 2);
        assert_eq!((found.count, &found.refused), (1, &solutions));
        assert_eq!(found.first, solutions);
    }
}

/// Batches of the lengths at which a solver of 64 puzzles at once may go wrong.
fn full_batches() -> Vec<Vec<Puzzle>> {
    let puzzles: Vec<Puzzle> = (0..8)
        .map(|seed| Puzzle::try_from(dig(seed, 34, seed % 2 == 0)))
        .map(|puzzle| puzzle.expect("no conflict"))
        .collect();
    let of = |length| puzzles.iter().cycle().take(length).copied().collect();
    [0, 1, 63, 64, 65, 130].map(of).into()
}

#[test]
fn a_batch_answers_as_its_puzzles_alone() {
    for puzzles in full_batches() {
        assert_eq!(batches(&WIDE, &puzzles), Ok(()));
        // The fault cannot show unless a batch is full.
        let found = batches(&CROSSED, &puzzles);
        if puzzles.len() < CROSSED.width {
            assert_eq!(found, Ok(()));
        } else {
            let message = found.expect_err("it crosses the last two of a full batch");
            let named = format!("doubles/crossed on {}: answers in a batch", puzzles[63].grid());
            assert!(message.starts_with(&named) && message.contains("place 63 of "), "{message}");
        }
    }
}

#[test]
fn a_solver_of_batches_keeps_every_law() {
    for sample in samples() {
        for law in
            [ANSWER, TIMED, PROOF, SOLUTIONS, REPLAY, LOOKS, UNDOS, BUDGET, TREE, STEPS, ORDER]
        {
            assert_eq!(law.of(&WIDE, &sample), Ok(()));
        }
    }
    assert_eq!((WIDE.width, SOLVERS[0].width), (64, 1));
}

#[test]
fn a_solver_that_no_processor_can_run_is_never_started() {
    assert!(!ABSENT.available() && WIDE.available());
    assert_eq!((ABSENT.target, WIDE.target), ("mmx512", ""));
    let panic = catch_unwind(|| ABSENT.start()).expect_err("it has started");
    let message: &String = panic.downcast_ref().expect("a panic with a message");
    assert_eq!(message, "doubles/absent needs mmx512, which this processor lacks");
}

#[test]
fn a_peer_can_do_what_it_has_a_function_for() {
    let answers = Can { count: false, first: true, prove: false };
    assert!(FAILING.iter().all(|peer| peer.can == answers && peer.peer == Some("1.0.0")));
    assert_eq!((HONEST.can, HONEST.peer), (Can { prove: true, ..answers }, Some("1.2.3")));
    assert_eq!(THOROUGH.can, Can { first: false, prove: true, ..answers });
    assert_eq!((SOLVERS[0].can.count, SOLVERS[0].peer), (true, None));
}

#[test]
fn an_honest_peer_is_right_and_reports_nothing() {
    for sample in samples() {
        for law in [ANSWER, TIMED, PROOF] {
            assert_eq!(law.of(&HONEST, &sample), Ok(()));
        }
        let mut session = HONEST.start();
        let run = session.tally(&sample.puzzle, Goal::First, ENOUGH);
        assert_eq!(run.counts.values(), [None; Work::ALL.len()]);
        assert_eq!(session.solutions(&sample.puzzle, 2, ENOUGH, 2).first, sample.solutions);
    }
    for puzzles in full_batches() {
        assert_eq!(batches(&HONEST, &puzzles), Ok(()));
    }
}

/// A peer is not run for what it cannot do: the answer is then no solution.
#[test]
fn a_peer_that_cannot_stop_at_the_first_solution_has_no_answer() {
    let Sample { puzzle, solutions } = &samples()[0];
    let mut session = THOROUGH.start();
    assert_eq!(session.solve(puzzle, Goal::First), Outcome::NoSolution);
    let mut proofs = [Proof::default()];
    session.solve_all(&[*puzzle], Goal::Unique, &mut [None], &mut proofs);
    assert!(proofs[0].solutions().eq(solutions.iter().copied()));
}
