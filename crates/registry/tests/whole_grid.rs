//! The searches of the family `whole-grid`: where one search shares its nodes among slots, it takes
//! the nodes and finds the solutions of the searches that take one after the other.

use std::collections::BTreeSet;

use sudoku_core::{Counts, Goal, Grid, Puzzle};
use sudoku_registry::{Entry, Limits, Solutions, find};

/// The solver that shares nodes, where this processor can run it, and the one that does not.
fn swarm_and_words() -> Option<[&'static Entry; 2]> {
    let swarm = find("whole-grid/swarm").ok().filter(|entry| entry.available());
    Some([swarm?, find("whole-grid/words").unwrap()])
}

fn puzzles(corpus: &str) -> impl Iterator<Item = Puzzle> {
    let corpus = sudoku_puzzles::CORPORA.iter().find(|known| known.name == corpus).unwrap();
    corpus.entries().into_iter().map(|entry| Puzzle::try_from(entry.grid).unwrap())
}

#[test]
fn a_proof_takes_the_same_nodes_in_slots() {
    let Some(both) = swarm_and_words() else { return };
    let mut others = 0;
    for puzzle in puzzles("hard") {
        let counts =
            |goal| both.map(|solver| solver.start().tally(&puzzle, goal, Limits::NONE).counts);
        let [ours, expected]: [Counts; 2] = counts(Goal::Unique);
        assert_eq!(ours, expected, "{}", puzzle.grid());
        let [ours, expected] = counts(Goal::First);
        others += u32::from(ours != expected);
    }
    assert!(others > 0, "no search came to the slots before its solution");
}

#[test]
fn all_solutions_are_found_in_slots_in_another_order() {
    let Some(both) = swarm_and_words() else { return };
    let mut others = 0;
    // Without one of its clues, a hard puzzle has many solutions.
    for puzzle in puzzles("hard").take(40) {
        let at = puzzle.grid().cells().iter().rposition(|&digit| digit != 0).unwrap();
        let puzzle = Puzzle::try_from(puzzle.grid().with(at, 0)).unwrap();
        let found = both.map(|solver| {
            let Solutions { first, refused, .. } =
                solver.start().solutions(&puzzle, usize::MAX, Limits::NONE, usize::MAX);
            assert!(refused.is_empty(), "{}: {}", solver.info.id, puzzle.grid());
            first
        });
        let [ours, expected] = &found;
        others += u32::from(ours != expected);
        let [ours, expected] = found.map(|all| all.into_iter().collect::<BTreeSet<Grid>>());
        assert_eq!(ours, expected, "{}", puzzle.grid());
    }
    assert!(others > 0, "no order differs");
}
