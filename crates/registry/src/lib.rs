//! The list of solvers, and the only way in which the laboratory runs them.
//!
//! [`SOLVERS`] is in the order in which the README presents the ideas. A new solver is one line
//! here; tests, benches, command line, tables and charts use the list.
//!
//! A [`Session`] is one solver with its tables built. It takes a [`Puzzle`](sudoku_core::Puzzle),
//! which has no contradictory clues. The referee judges every answer before it is returned, except
//! those of the timed [`Session::solve_all`] and [`Session::solve_within`].
//!
//! ```
//! use sudoku_core::{Goal, Grid, Puzzle};
//! use sudoku_registry::{Limits, Outcome};
//!
//! let grid: Grid =
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let puzzle = Puzzle::try_from(grid)?;
//! for solver in sudoku_registry::available() {
//!     let run = solver.start().tally(&puzzle, Goal::First, Limits::NONE);
//!     assert!(matches!(run.outcome, Outcome::Solved(_)), "{}", solver.info.id);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fastest;
mod known;
mod referee;
#[cfg(feature = "select")]
mod select;
mod session;

use sudoku_core::{Goal, Info, Peer, Solver};

pub use fastest::{Load, default_among, default_solver};
pub use known::{Disagreement, Known};
pub use referee::{Outcome, referee};
#[cfg(feature = "select")]
pub use select::{NoSuchSolver, find, find_among, select, select_among};
pub use session::{Limits, Session, Solutions, Tally, Trace};

/// Every solver, in the order of the README, from slow to fast.
pub static SOLVERS: &[Entry] = list::<true>();

/// The list, compiled once for each `WHOLE`: with false, a copy at other addresses, against which the
/// benches measure a solver. A copy can only be timed: its other searches are not compiled, and asking
/// for one panics.
pub const fn list<const WHOLE: bool>() -> &'static [Entry] {
    const {
        &[
            Entry::of::<sudoku_brute_scan::ThreeLoops, WHOLE>(),
            Entry::of::<sudoku_brute_scan::Fused, WHOLE>(),
            Entry::of::<sudoku_scan_from_start::ThreeLoops, WHOLE>(),
            Entry::of::<sudoku_scan_from_start::Fused, WHOLE>(),
            Entry::of::<sudoku_state_arrays::Cursor, WHOLE>(),
            Entry::of::<sudoku_state_arrays::BlankList, WHOLE>(),
            Entry::of::<sudoku_bitmask::Cursor, WHOLE>(),
            Entry::of::<sudoku_bitmask::NextBlank, WHOLE>(),
            Entry::of::<sudoku_bitmask::BlankList, WHOLE>(),
            Entry::of::<sudoku_bitmask_singles::Prefill, WHOLE>(),
            Entry::of::<sudoku_fewest_candidates::Static, WHOLE>(),
            Entry::of::<sudoku_fewest_candidates::Scan, WHOLE>(),
            Entry::of::<sudoku_fewest_candidates::Buckets, WHOLE>(),
            Entry::of::<sudoku_propagation::NakedSingles, WHOLE>(),
            Entry::of::<sudoku_propagation::NakedSinglesTrail, WHOLE>(),
            Entry::of::<sudoku_propagation::HiddenSingles, WHOLE>(),
            Entry::of::<sudoku_propagation::LockedCandidates, WHOLE>(),
            Entry::of::<sudoku_exact_cover::DancingLinks, WHOLE>(),
            Entry::of::<sudoku_exact_cover::DancingCells, WHOLE>(),
            Entry::of::<sudoku_exact_cover::Bitset, WHOLE>(),
            Entry::of::<sudoku_bands::Bivalue, WHOLE>(),
            Entry::of::<sudoku_bands::Impact, WHOLE>(),
            Entry::of::<sudoku_bands::Stacks, WHOLE>(),
            Entry::of::<sudoku_whole_grid::Words, WHOLE>(),
            #[cfg(target_arch = "x86_64")]
            Entry::of::<sudoku_whole_grid::Avx2, WHOLE>(),
            #[cfg(target_arch = "x86_64")]
            Entry::of::<sudoku_whole_grid::Avx512vl, WHOLE>(),
            #[cfg(target_arch = "x86_64")]
            Entry::of::<sudoku_whole_grid::Swarm, WHOLE>(),
            #[cfg(target_arch = "x86_64")]
            Entry::of::<sudoku_whole_grid::Avx512, WHOLE>(),
        ]
    }
}

/// The solvers of the list that this processor can run.
pub fn available() -> impl Iterator<Item = &'static Entry> + Clone {
    SOLVERS.iter().filter(|entry| entry.available())
}

/// A solver in the list.
#[derive(Debug)]
pub struct Entry {
    /// The solver's description of itself.
    pub info: Info,
    /// The tasks that the solver can do.
    pub can: Can,
    /// The number of puzzles that it searches side by side.
    pub width: usize,
    /// The number of nodes of one puzzle that it searches side by side.
    pub nodes: usize,
    /// The instructions beyond those of the platform that it is compiled for; empty when there are
    /// none.
    pub target: &'static str,
    /// The version of its package if it is a [`Peer`], otherwise `None`.
    pub peer: Option<&'static str>,
    available: fn() -> bool,
    start: fn() -> Session,
}

/// The error for a solver whose instructions this processor lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{id} needs {target}, which this processor lacks")]
pub struct NotOnThisMachine {
    /// The id of the solver.
    pub id: &'static str,
    /// The instructions.
    pub target: &'static str,
}

/// The tasks that a solver can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Can {
    /// Report what it does: have its work counted and its steps followed, show all its solutions,
    /// and stop at a limit.
    pub count: bool,
    /// Stop at the first solution.
    pub first: bool,
    /// Prove that a solution is the only one.
    pub prove: bool,
}

impl Can {
    /// True when the solver can answer this question.
    pub const fn answer(self, goal: Goal) -> bool {
        match goal {
            Goal::First => self.first,
            Goal::Unique => self.prove,
        }
    }
}

impl Entry {
    /// An entry for a solver, compiled once for each `WHOLE` as those in [`list`]. Tests make
    /// entries for faulty solvers and check that these are caught.
    pub const fn of<S: Solver + 'static, const WHOLE: bool>() -> Self {
        Self {
            info: S::INFO,
            can: Can { count: true, first: true, prove: true },
            width: S::WIDTH,
            nodes: S::NODES,
            target: S::TARGET,
            peer: None,
            available: S::available,
            start: Session::of::<S, WHOLE>,
        }
    }

    /// An entry for a solver by somebody else, which can do what it has a function for. It is in no
    /// list of the registry, because it must first be tried in a separate process.
    pub const fn peer<T: Peer + 'static, const WHOLE: bool>() -> Self {
        let (first, prove) = (T::FIRST.is_some(), T::TWO.is_some());
        Self {
            info: T::INFO,
            can: Can { count: false, first, prove },
            width: 1,
            nodes: 1,
            target: "",
            peer: Some(T::VERSION),
            available: || true,
            start: Session::of_peer::<T, WHOLE>,
        }
    }

    /// True when this processor can run the solver.
    pub fn available(&self) -> bool {
        (self.available)()
    }

    /// Checks that this processor can run the solver.
    ///
    /// # Errors
    ///
    /// When the processor cannot; the error names the missing instructions.
    pub fn demand(&self) -> Result<(), NotOnThisMachine> {
        let (id, target) = (self.info.id, self.target);
        if self.available() { Ok(()) } else { Err(NotOnThisMachine { id, target }) }
    }

    /// Builds the solver's tables, once for many puzzles.
    ///
    /// # Panics
    ///
    /// When this processor cannot run the solver: check [`available`](Self::available) first.
    pub fn start(&self) -> Session {
        self.demand().unwrap_or_else(|lack| panic!("{lack}"));
        (self.start)()
    }
}
