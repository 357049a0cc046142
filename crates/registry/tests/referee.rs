//! The referee.

use sudoku_core::{Goal, Grid, Proof, Puzzle};
use sudoku_registry::{Outcome, referee};

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

#[test]
fn an_answer_is_solved_and_holds_every_clue() {
    let solved: Grid = SOLVED.parse().unwrap();
    let ruling = |puzzle: Grid, answer: Grid| {
        let puzzle = Puzzle::unchecked(puzzle);
        referee(Goal::First, &puzzle, Some(&answer), &Proof::default())
    };
    for at in 0..81 {
        for digit in 0..=9 {
            let changed = solved.with(at, digit);
            let expected = match digit {
                _ if changed == solved => Outcome::Solved(solved),
                _ => Outcome::Wrong(changed),
            };
            assert_eq!(ruling(Grid::BLANK, changed), expected);
            let clue = Grid::BLANK.with(at, digit);
            let expected = match digit {
                _ if digit == 0 || changed == solved => Outcome::Solved(solved),
                _ => Outcome::Wrong(solved),
            };
            assert_eq!(ruling(clue, solved), expected);
        }
    }
}
