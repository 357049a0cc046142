//! [`generate()`]: new puzzles from a seed.

use sudoku_core::{Goal, Grid};
use sudoku_puzzles::{Draft, Generator, Impossible, KnownPuzzle, Options, PuzzleKind, WrongProof};
use sudoku_registry::{Entry, Load, Session, default_solver};

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
    let mut generator = Generator::new(seed, options)?;
    let mut prover = Prover::new(default_solver(Load::Many));
    let finished = move || {
        let made = prover.finish(generator.drafts());
        made.unwrap_or_else(|wrong| panic!("{wrong}"))
    };
    let made = std::iter::repeat_with(finished).flatten().flatten();
    Ok(made.map(|made| Sudoku::unchecked(made.grid)))
}

/// Finishes attempts by a solver for many puzzles.
pub(crate) struct Prover {
    session: Session,
    answers: Vec<Option<Grid>>,
}

impl Prover {
    pub(crate) fn new(solver: &Entry) -> Self {
        Self { session: solver.start(), answers: Vec::new() }
    }

    /// The puzzles of attempts.
    pub(crate) fn finish(
        &mut self,
        drafts: Vec<Draft>,
    ) -> Result<Vec<Option<KnownPuzzle>>, WrongProof> {
        let Self { session, answers } = self;
        Draft::finish_all(drafts, |puzzles, proofs| {
            answers.resize(puzzles.len(), None);
            session.solve_all(puzzles, Goal::Unique, answers, proofs);
        })
    }
}
