//! The solvers from elsewhere that are measured beside those of the registry.

use sudoku_registry::{Entry, SOLVERS};

/// Every peer, in the order of the tables.
pub static PEERS: &[Entry] = peers::<()>();

/// The peers, compiled once for each `Instance`, as the [solvers of the
/// laboratory](sudoku_registry::list) are.
pub const fn peers<Instance: 'static>() -> &'static [Entry] {
    const {
        &[
            Entry::peer::<sudoku_peers::Sudoku, Instance>(),
            Entry::peer::<sudoku_peers::Msolve, Instance>(),
            Entry::peer::<sudoku_peers::RustokuLib, Instance>(),
            Entry::peer::<sudoku_peers::SudokuSolver, Instance>(),
            Entry::peer::<sudoku_peers::DlxRs, Instance>(),
            Entry::peer::<sudoku_peers::Varisat, Instance>(),
        ]
    }
}

/// The peers that a quick run measures when nobody is asked for by name. Those that take up to a
/// thousand times as long as the fastest solvers would take most of its time.
pub(crate) const QUICK_PEERS: [&str; 2] = ["peers/sudoku", "peers/msolve"];

/// All that a run can measure: the solvers of the registry, then the peers.
pub fn contestants() -> impl Iterator<Item = &'static Entry> + Clone {
    SOLVERS.iter().chain(PEERS)
}
