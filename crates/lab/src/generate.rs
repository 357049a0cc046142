//! [`generate()`]: new puzzles from a seed.

use sudoku_core::Puzzle;
use sudoku_puzzles::{Entry, Generator, Impossible, Options, WrongProof};

use crate::{Solver, Sudoku};

/// An endless sequence of puzzles; the same seed and options make the same puzzles on every
/// machine. By default they have one solution and no clue that can be removed; about ten thousand
/// of these are made per second on one core of 2026.
///
/// # Errors
///
/// When no puzzle meets the options. A number of clues that is merely rare is no error, and the
/// search for such a puzzle may take for ever.
///
/// # Panics
///
/// The iterator panics when the solver that proves puzzles unique is wrong: a search of another
/// kind checks each puzzle.
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

/// The attempts of [`generate()`]; a failed attempt is `None`. A caller that takes attempts one by
/// one can stop when a puzzle is rare. An attempt takes about as long as a puzzle of the default
/// options.
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
        // The grid is part of a solved grid, so its clues cannot contradict each other.
        let is_unique = |grid: &_| Ok(solver.is_unique(&Sudoku::from(Puzzle::unchecked(*grid))));
        generator.draft().finish_by(is_unique).unwrap_or_else(|wrong: WrongProof| panic!("{wrong}"))
    };
    Ok(std::iter::repeat_with(finished))
}
