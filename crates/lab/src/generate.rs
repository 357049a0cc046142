//! [`generate()`]: new puzzles from a seed.

use sudoku_core::Goal;
use sudoku_puzzles::{Draft, Entry, Generator, Impossible, Options, PuzzleKind};
use sudoku_registry::{Load, default_solver};

use crate::Sudoku;

/// An endless sequence of puzzles; the same seed and options make the same puzzles on every
/// machine. By default they have one solution and no clue that can be removed; some thirty
/// thousand of these are made per second on one core of 2026.
///
/// # Errors
///
/// When no [`Sudoku`] meets the options. A number of clues that is merely rare is no error, and the
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
/// let sudoku = generate(7, options)?.next().unwrap();
/// println!("{sudoku:#}");
/// # let cells = sudoku.grid().cells();
/// # assert!((0..81).all(|at| (cells[at] == 0) == (cells[80 - at] == 0)));
/// # Ok::<(), sudoku_lab::Impossible>(())
/// ```
pub fn generate(seed: u64, options: Options) -> Result<impl Iterator<Item = Sudoku>, Impossible> {
    if options.kind == PuzzleKind::Contradictory {
        return Err(Impossible::Contradictory);
    }
    Ok(entries(seed, options)?.flatten().map(|made| Sudoku::unchecked(made.grid)))
}

/// The attempts of [`generate()`], with the solutions of each puzzle, and puzzles of every kind; a failed
/// attempt is `None`. A caller that takes attempts one by one can stop when a puzzle is rare. An attempt
/// takes about as long as a puzzle of the default options.
///
/// # Errors
///
/// As for [`generate()`], except that clues may contradict each other.
///
/// # Panics
///
/// As for [`generate()`].
pub fn entries(
    seed: u64,
    options: Options,
) -> Result<impl Iterator<Item = Option<Entry>>, Impossible> {
    let (mut generator, mut answers) = (Generator::new(seed, options)?, Vec::new());
    let mut solver = default_solver(Load::Many).start();
    let finished = move || {
        let made = Draft::finish_all(generator.drafts(), |puzzles, proofs| {
            answers.resize(puzzles.len(), None);
            solver.solve_all(puzzles, Goal::Unique, &mut answers, proofs);
        });
        made.unwrap_or_else(|wrong| panic!("{wrong}"))
    };
    Ok(std::iter::repeat_with(finished).flatten())
}
