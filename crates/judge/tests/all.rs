//! The tests of results and verdicts. One binary, which is linked once.

#[path = "../../record/tests/common/mod.rs"]
mod common;
mod references;
mod results;

/// The tests of the claims.
mod claims {
    mod common;
    mod judge;
    mod mistakes;
    mod pages;
    mod references;
    mod solvers;
    mod verdicts;
}
