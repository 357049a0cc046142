//! Solvers that are wrong on purpose: a session sees through them, and a law names each.

mod common;

use common::laws::{ANSWER, Law, ORDER, PROOF, REPLAY, SOLUTIONS, STEPS, TIMED, TREE, UNDOS};
use common::{ENOUGH, EXAMPLE, Sample, dig, grid};
use sudoku_core::Goal;
use sudoku_doubles::{
    CHANGED_CLUE, DOUBLES, FALSE_NONE, FALSE_SEVERAL, FICKLE, FORGETFUL, OTHER_TREE, UNSOLVED,
};
use sudoku_registry::{Entry, Outcome};

/// Puzzles with one solution.
fn samples() -> Vec<Sample> {
    let grids = (0..5).map(|seed| dig(seed, 32, true));
    std::iter::once(grid(EXAMPLE)).chain(grids).map(Sample::of).collect()
}

/// The laws that a double breaks on every puzzle.
const BROKEN: [(&Entry, &[Law]); 7] = [
    (&UNSOLVED, &[ANSWER, REPLAY, UNDOS, TREE, STEPS]),
    (&CHANGED_CLUE, &[ANSWER, REPLAY, UNDOS, TREE, STEPS]),
    (&FALSE_NONE, &[ANSWER, REPLAY, UNDOS, TREE, STEPS]),
    (&FALSE_SEVERAL, &[SOLUTIONS, PROOF, ORDER]),
    (&OTHER_TREE, &[TREE, STEPS]),
    (&FICKLE, &[TIMED]),
    (&FORGETFUL, &[TIMED]),
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
            let answer = session.solve(&puzzle).expect("a grid, though a wrong one");
            assert_ne!(answer, solutions[0]);
            assert_eq!(answer.is_solved(), !answer.extends(puzzle.grid()), "wrong in one thing");
            let wrong = Outcome::Wrong(answer);
            assert_eq!(session.run(&puzzle, ENOUGH).outcome, wrong, "{}", double.info.id);
            assert_eq!(session.answer(&puzzle, Goal::First), wrong, "{}", double.info.id);
            assert_eq!(session.replay(&puzzle, 0, ENOUGH).outcome, wrong, "{}", double.info.id);
        }
        assert_eq!(FALSE_NONE.start().answer(&puzzle, Goal::First), Outcome::NoSolution);
    }
}

#[test]
fn one_solution_is_not_made_two() {
    for Sample { puzzle, solutions } in samples() {
        let found = FALSE_SEVERAL.start().solutions(&puzzle, 2, 2, ENOUGH);
        assert_eq!((found.count, &found.refused), (1, &solutions));
        assert_eq!(found.first, solutions);
    }
}
