//! The solvers from elsewhere that are measured beside those of the registry.

use sudoku_registry::{Entry, SOLVERS};

/// Every peer, in the order of the tables.
pub static PEERS: &[Entry] = peers::<()>();

/// The peers, compiled once for each `Copy`, as the [solvers of the
/// laboratory](sudoku_registry::list) are.
pub const fn peers<Copy: 'static>() -> &'static [Entry] {
    const {
        &[
            Entry::peer::<sudoku_peers::Sudoku, Copy>(),
            Entry::peer::<sudoku_peers::Msolve, Copy>(),
            Entry::peer::<sudoku_peers::RustokuLib, Copy>(),
            Entry::peer::<sudoku_peers::SudokuSolver, Copy>(),
            Entry::peer::<sudoku_peers::DlxRs, Copy>(),
            Entry::peer::<sudoku_peers::Varisat, Copy>(),
        ]
    }
}

/// All that a run can measure: the solvers of the registry, then the peers.
pub fn contestants() -> impl Iterator<Item = &'static Entry> + Clone {
    SOLVERS.iter().chain(PEERS)
}
