//! The searches on which the tests look at every step.

use sudoku_core::Puzzle;
use sudoku_registry::{Entry, available};
use sudoku_replay::shown_by;

/// The example of the lessons, and every puzzle with a name; of the other sets the first one.
pub(crate) fn puzzles() -> impl Iterator<Item = Puzzle> {
    let searched = sudoku_puzzles::CORPORA.iter().filter(|corpus| corpus.name != "contradictory");
    searched.flat_map(|corpus| {
        let number = if corpus.name == "classics" { 20 } else { 1 };
        let entries = corpus.entries();
        let first = entries.iter().take(number);
        first.map(|entry| Puzzle::try_from(entry.grid).unwrap()).collect::<Vec<_>>()
    })
}

/// The solvers whose steps are shown, each once.
pub(crate) fn shown() -> impl Iterator<Item = &'static Entry> {
    available().filter(|solver| shown_by(solver).info.id == solver.info.id)
}
