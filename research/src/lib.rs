//! Studies that are made once a year, for the appendix of `docs/METHODOLOGY.md`. `cargo xtask
//! oracle` compares published ratings, or takes a census; `truth` measures the ratios of a run again.

pub mod census;
pub mod minimal;
mod oracle;

pub use oracle::{Compared, Oracle, PublishedRating, collections, ratings};
