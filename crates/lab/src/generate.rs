//! [`generate()`]: new puzzles from a seed.

use sudoku_core::Puzzle;
use sudoku_corpus::{Entry, Generator, Impossible, Options, WrongProof};

use crate::{Solver, Sudoku};

/// Puzzles without end; the same seed and options make the same puzzles on every machine. By default
/// they have one solution and no clue that can be removed: some ten thousand of these a second on one
/// core of 2026.
///
/// # Errors
///
/// When no puzzle can be as wanted. A number of clues that is merely rare is no error, and the
/// search for it may take for ever.
///
/// # Panics
///
/// The iterator does when the solver that proves puzzles unique is wrong: a search of another kind
/// checks each of them.
///
/// ```
/// use sudoku_lab::{PuzzleKind, Options, Pattern, generate};
///
/// let options = Options { kind: PuzzleKind::Easy, pattern: Pattern::HalfTurn, ..Options::default() };
/// let puzzle = generate(7, options)?.next().unwrap();
/// println!("{:#}", puzzle.grid);
/// # let cells = puzzle.grid.cells();
/// # assert!((0..81).all(|at| (cells[at] == 0) == (cells[80 - at] == 0)));
/// # Ok::<(), sudoku_lab::Impossible>(())
/// ```
pub fn generate(seed: u64, options: Options) -> Result<impl Iterator<Item = Entry>, Impossible> {
    attempts(seed, options).map(Iterator::flatten)
}

/// The attempts of [`generate()`], each of which may fail: a caller that takes them one by one can stop
/// where a puzzle is rare. An attempt takes about as long as a puzzle that is not.
///
/// # Errors
///
/// As for [`generate()`].
///
/// # Panics
///
/// As for [`generate()`].
pub fn attempts(
    seed: u64,
    options: Options,
) -> Result<impl Iterator<Item = Option<Entry>>, Impossible> {
    let (mut generator, mut solver) = (Generator::new(seed, options)?, Solver::fastest());
    let finished = move || {
        // Part of a solved grid: nothing in it can contradict.
        let is_unique = |grid: &_| Ok(solver.is_unique(&Sudoku::from(Puzzle::unchecked(*grid))));
        generator.draft().finish_by(is_unique).unwrap_or_else(|wrong: WrongProof| panic!("{wrong}"))
    };
    Ok(std::iter::repeat_with(finished))
}
