//! Conclusions before guesses.

mod hidden_singles;
mod locked_candidates;
mod naked_singles;
mod naked_singles_trail;

use sudoku_core::{Counters, Publication, box_of, column_of, row_of};

pub use hidden_singles::HiddenSingles;
pub use locked_candidates::LockedCandidates;
pub use naked_singles::NakedSingles;
pub use naked_singles_trail::NakedSinglesTrail;

/// A solver for Sudoku in two ideas, propagation and search, with its program.
pub const NORVIG_2006: Publication = Publication {
    key: "norvig-2006",
    title: "Solving Every Sudoku Puzzle",
    author: "Peter Norvig",
    year: "2006",
    address: "https://norvig.com/sudoku.html",
    language: "Python",
};

/// The techniques by which people solve, each with its rule and its pictures.
pub const HOBIGER: Publication = Publication {
    key: "hobiger",
    title: "HoDoKu: Solving Techniques, Intersections",
    author: "Bernhard Hobiger",
    year: "unknown",
    address: "https://hodoku.sourceforge.net/en/tech_intersections.php",
    language: "unknown",
};

/// What all of them report.
const COUNTERS: Counters =
    Counters::named("placements scan_steps max_depth setup_cells nodes guesses deductions");

/// The 20 cells that each cell sees, in ascending order.
const PEERS: [[u8; 20]; 81] = peers();

const fn peers() -> [[u8; 20]; 81] {
    let mut peers = [[0; 20]; 81];
    let mut at = 0;
    while at < 81 {
        let (mut peer, mut count) = (0, 0);
        while peer < 81 {
            let sees = row_of(peer) == row_of(at)
                || column_of(peer) == column_of(at)
                || box_of(peer) == box_of(at);
            if sees && peer != at {
                peers[at][count] = peer as u8;
                count += 1;
            }
            peer += 1;
        }
        at += 1;
    }
    peers
}
