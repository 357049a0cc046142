//! The solvers from elsewhere that are measured beside those of the registry: packages by other
//! people behind [`Peer`](sudoku_core::Peer), each in a small file of its own. They are never part of
//! the program `sudoku-lab`, and are tried in a separate process before they are run.
//!
//! The package `sudoku` is under AGPL-3.0, so a compiled bench program may be distributed only under
//! that licence. `splr`, another solver for satisfiability, is left out: it takes five times as long
//! as `batsat` on a Sudoku, too long for a quick run.

mod batsat;
mod dlx_rs;
mod msolve;
mod peer;
mod rustoku_lib;
mod sudoku;
mod sudoku_solver;

use sudoku_registry::{Entry, SOLVERS, list};

/// Every peer, in the order of the tables.
static PEERS: &[Entry] = peers::<true>();

/// The peers, compiled once for each `WHOLE`, as the [solvers of the
/// laboratory](sudoku_registry::list) are.
const fn peers<const WHOLE: bool>() -> &'static [Entry] {
    const {
        &[
            Entry::peer::<sudoku::Sudoku, WHOLE>(),
            Entry::peer::<msolve::Msolve, WHOLE>(),
            Entry::peer::<rustoku_lib::RustokuLib, WHOLE>(),
            Entry::peer::<sudoku_solver::SudokuSolver, WHOLE>(),
            Entry::peer::<dlx_rs::DlxRs, WHOLE>(),
            Entry::peer::<batsat::Batsat, WHOLE>(),
        ]
    }
}

/// A second copy of the code of every contestant. It is compiled here, with the library, so that a
/// program which is only linked in another order need not be compiled again.
pub(crate) fn copies() -> impl Iterator<Item = &'static Entry> {
    list::<false>().iter().chain(peers::<false>())
}

/// All that a run can measure: the solvers of the registry, then the peers.
pub fn contestants() -> impl Iterator<Item = &'static Entry> + Clone {
    SOLVERS.iter().chain(PEERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The version that tables show is the one that is compiled.
    #[test]
    fn versions_are_those_that_are_locked() {
        let lock = include_str!("../../Cargo.lock").replace("\r\n", "\n");
        for Entry { info, peer, .. } in PEERS {
            let (package, version) = (info.sources[0].work.key, peer.unwrap_or_default());
            let locked = format!("name = \"{package}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&locked), "{}: Cargo.lock has no {package} {version}", info.id);
        }
    }
}
