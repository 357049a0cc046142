//! The solvers from elsewhere that are measured beside those of the registry: packages by other
//! people behind [`Peer`](sudoku_core::Peer), each in a small file of its own. They are never part of
//! the program `sudoku-lab`, and are tried in a separate process before they are run.
//!
//! The package `sudoku` is under AGPL-3.0, so a compiled bench program may be distributed only under
//! that licence. `splr`, another solver for satisfiability, is left out: it takes five times as long
//! as `varisat` on a Sudoku, too long for a quick run.

mod dlx_rs;
mod msolve;
mod rustoku_lib;
mod sudoku;
mod sudoku_solver;
mod varisat;

use std::array;

use sudoku_core::Grid;
use sudoku_registry::{Entry, SOLVERS, list};

/// Describes a type by its package, and has `up_to` search for it.
macro_rules! peer {
    ($peer:ident, $name:literal $version:literal by $author:literal at $address:literal, $idea:literal) => {
        impl sudoku_core::Peer for $peer {
            const INFO: sudoku_core::Info = sudoku_core::Info::of_peer(
                concat!("peers/", $name),
                $idea,
                &[sudoku_core::Source {
                    work: &sudoku_core::Publication {
                        key: $name,
                        title: $name,
                        author: $author,
                        year: "unknown",
                        address: $address,
                        language: "Rust",
                    },
                    part: $version,
                    differs: "",
                }],
            );
            const VERSION: &'static str = $version;
            const FIRST: Option<sudoku_core::First<Self>> = Some(|_, puzzle| up_to::<1>(puzzle)[0]);
            const TWO: Option<sudoku_core::Two<Self>> = Some(|_, puzzle| up_to::<2>(puzzle));
        }
    };
}
use peer;

/// Takes the first solutions of a search; `None` once there are no more.
fn taken<const N: usize>(mut solutions: impl Iterator<Item = Grid>) -> [Option<Grid>; N] {
    array::from_fn(|_| solutions.next())
}

/// Every peer, in the order of the tables.
static PEERS: &[Entry] = peers::<()>();

/// The peers, compiled once for each `Instance`, as the [solvers of the
/// laboratory](sudoku_registry::list) are.
const fn peers<Instance: 'static>() -> &'static [Entry] {
    const {
        &[
            Entry::peer::<sudoku::Sudoku, Instance>(),
            Entry::peer::<msolve::Msolve, Instance>(),
            Entry::peer::<rustoku_lib::RustokuLib, Instance>(),
            Entry::peer::<sudoku_solver::SudokuSolver, Instance>(),
            Entry::peer::<dlx_rs::DlxRs, Instance>(),
            Entry::peer::<varisat::Varisat, Instance>(),
        ]
    }
}

/// A second copy of the code of every contestant. It is compiled here, with the library, so that a
/// program which is only linked in another order need not be compiled again.
pub(crate) fn copies() -> impl Iterator<Item = &'static Entry> {
    struct Twin;
    list::<Twin>().iter().chain(peers::<Twin>())
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
