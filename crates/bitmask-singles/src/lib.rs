//! First what is certain, then the search: cells with a single legal digit are filled beforehand.
//!
//! All families before this one walk the same search tree and differ in what a node costs. This is
//! the first that makes the tree smaller. A blank that only one digit fits needs no guess. Filling
//! it takes that digit away from other blanks, some of which are then down to one digit as well, so
//! the board is swept until a sweep changes nothing. The search gets what is left, which for an
//! easy puzzle is nothing at all.
//!
//! - [`Prefill`] sweeps before the search, and only then.
//!
//! # A node
//!
//! A call: the root of the search that follows the sweeps, and one for each digit that it places. A
//! cell that a sweep fills is no node.

mod prefill;

pub use prefill::Prefill;
pub use sudoku_core::publications::ARTICLE_002;
