//! Conclusions come before guesses: at every node, what follows from the board is filled in first.
//!
//! [`fewest-candidates`][before] makes a node of every digit, whether it is forced or guessed. Here
//! a rule fills in what is forced, and then what follows from that, until it finds nothing more.
//! Only then does the search branch, at the first of the blanks with the fewest candidates, the
//! digits that they can still take. The stronger the rules, the fewer guesses are left; in return,
//! every node pays for the rules, whether they find something or not.
//!
//! - [`NakedSingles`] fills a cell that is left with one candidate (a *naked single*), and copies
//!   its state for each alternative of a guess.
//! - [`NakedSinglesTrail`] walks the same tree, and takes changes back by a trail instead.
//! - [`HiddenSingles`] also fills the only place for a digit in a unit (a *hidden single*).
//! - [`LockedCandidates`] also removes candidates where a line and a box overlap.
//!
//! # A node
//!
//! The root, or a digit that is tried at a guess, with all digits that the rules then fill in.
//! These are no nodes of their own, so a node covers more of the board than in the families before.
//! The digits of a guess are its alternatives; one is void when the rules find a contradiction in
//! it.
//!
//! # How many guesses are left
//!
//! With naked singles alone, the guesses are those of [`fewest-candidates/scan`][before]: to go on
//! at a blank with one legal digit is to fill a naked single. The other two rules find what it
//! cannot see. Naked singles alone solve the puzzles of `easy` without a guess, but hardly any
//! random minimal puzzle; with hidden singles, more than a third of these need no guess, and with
//! locked candidates half. Of the puzzles of `hard`, which were chosen for the guesses that singles
//! leave, only locked candidates solve some without a guess.
//!
//! `PEERS`, which is not printed, has the 20 cells that each cell sees, in ascending order. A
//! filled cell takes its digit from them in that order.
//!
//! # What is counted
//!
//! Beyond the definitions of the counters: a node is the root or an alternative that is entered,
//! and each of these but the root is a placement. A deduction is a digit that a rule fills in, even
//! in an alternative that turns out to be void; a clue is no deduction. A scan step is a blank
//! looked at to choose the one to branch at, and the first with two candidates is the last that is
//! looked at. An elimination is a candidate that locked candidates remove from a blank which keeps
//! another. Candidates that are removed when a digit is filled in are not counted.
//!
//! # Outside the assumptions
//!
//! Of several solutions, the search stops at the first in its own tree, which need not be the first
//! in reading order. Without a solution it ends at the root if the rules find a contradiction
//! there, and otherwise after its whole tree.
//!
//! A clue takes its digit from all cells that see it, other clues included. So contradictory clues
//! are found out at the root, before any guess, and the answer is that there is no solution: with a
//! 6 added at (4, 8) of the [example](sudoku_core#the-example), or with a 3 at (1, 3). A full board
//! is tried in the same way, and comes back when it is right. No puzzle leaves a trace for the
//! next.
//!
//! [before]: ../sudoku_fewest_candidates/struct.Scan.html

mod hidden_singles;
mod locked_candidates;
mod naked_singles;
mod naked_singles_trail;

use sudoku_core::{Counters, Publication, box_of, column_of, row_of};

pub use hidden_singles::HiddenSingles;
pub use locked_candidates::LockedCandidates;
pub use naked_singles::NakedSingles;
pub use naked_singles_trail::NakedSinglesTrail;
pub use sudoku_core::publications::NORVIG_2006;

/// A description of the techniques by which people solve, with rules and pictures.
pub const HOBIGER: Publication = Publication {
    key: "hobiger",
    title: "HoDoKu: Solving Techniques, Intersections",
    author: "Bernhard Hobiger",
    year: "unknown",
    address: "https://hodoku.sourceforge.net/en/tech_intersections.php",
    language: "unknown",
};

/// The counters that all four solvers report.
const COUNTERS: Counters = Counters::named(
    "placements scan_steps max_depth setup_cells nodes guesses on_path right_first deductions",
);

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
