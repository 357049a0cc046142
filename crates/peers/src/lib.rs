//! Solvers from elsewhere, each behind [`Peer`](sudoku_core::Peer): one small file for each.
//!
//! They are packages of other people, measured beside the solvers of the laboratory and never part
//! of its program: only the benches link this crate, and they try each peer in a process of its own
//! before they run it.
//!
//! - [`Sudoku`]: digits as bitboards over bands, with singles and locked candidates.
//!
//! The package `sudoku` is under AGPL-3.0, so a compiled bench program may be handed on under that
//! licence alone. The program `sudoku-lab` does not contain it.

mod sudoku;

pub use self::sudoku::Sudoku;

#[cfg(test)]
mod tests {
    use sudoku_core::Peer;

    use super::*;

    /// The version that tables show is the one that is compiled.
    fn assert_locked<T: Peer>(package: &str) {
        let lock = include_str!("../../../Cargo.lock").replace("\r\n", "\n");
        let locked = format!("name = \"{package}\"\nversion = \"{}\"\n", T::VERSION);
        assert!(lock.contains(&locked), "{} is not version {}", T::INFO.id, T::VERSION);
    }

    #[test]
    fn versions_are_those_that_are_locked() {
        assert_locked::<Sudoku>("sudoku");
    }
}
