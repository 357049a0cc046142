//! Knowledge of an answer, and the answers that contradict it.

use sudoku_core::{Goal, Grid, Stop};
use sudoku_registry::{Known, Outcome};

fn grid(digit: u8) -> Grid {
    Grid::BLANK.with(0, digit)
}

fn all() -> [Known; 6] {
    let only = Known::Only(grid(1));
    [Known::Nothing, Known::NoSolution, only, Known::One, Known::Solvable, Known::Several]
}

/// The kinds of knowledge that an answer agrees with.
fn agreeing(goal: Goal, answer: Outcome) -> Vec<Known> {
    all().into_iter().filter(|known| known.agrees(goal, answer).is_ok()).collect()
}

#[test]
fn answers_agree_with_what_they_do_not_contradict() {
    let [nothing, no_solution, only, one, solvable, several] = all();
    let (right, other) = (Outcome::Solved(grid(1)), Outcome::Solved(grid(2)));
    let (first, unique) = (Goal::First, Goal::Unique);
    assert_eq!(agreeing(first, right), [nothing, only, one, solvable, several]);
    assert_eq!(agreeing(first, other), [nothing, one, solvable, several]);
    assert_eq!(agreeing(unique, right), [nothing, only, one, solvable]);
    assert_eq!(agreeing(unique, other), [nothing, one, solvable]);
    let two = Outcome::Several([grid(1), grid(2)]);
    assert_eq!(agreeing(unique, two), [nothing, solvable, several]);
    for goal in [first, unique] {
        assert_eq!(agreeing(goal, Outcome::NoSolution), [nothing, no_solution]);
        assert_eq!(agreeing(goal, Outcome::Wrong(grid(1))), []);
        assert_eq!(agreeing(goal, Outcome::Stopped(Stop::Calls(1))), all());
    }
}

#[test]
fn only_answers_that_the_referee_has_seen_are_known() {
    let [nothing, no_solution, only, one, solvable, several] = all();
    let after = |answer| all().map(|known| known.and(answer));
    let one_more = [solvable, no_solution, only, one, solvable, several];
    assert_eq!(after(Outcome::Solved(grid(2))), one_more);
    let two_more = [several, no_solution, only, one, several, several];
    assert_eq!(after(Outcome::Several([grid(1), grid(2)])), two_more);
    for answer in [Outcome::NoSolution, Outcome::Wrong(grid(1))] {
        assert_eq!(after(answer), [nothing, no_solution, only, one, solvable, several]);
    }
}

#[test]
fn a_number_of_solutions_is_knowledge() {
    assert_eq!(Known::of(0, None), Known::NoSolution);
    assert_eq!(Known::of(1, Some(grid(1))), Known::Only(grid(1)));
    assert_eq!(Known::of(1, None), Known::One);
    assert_eq!(Known::of(2, Some(grid(1))), Known::Several);
}
