//! The tests of the numbered steps. One binary, which is linked once.

mod common;
mod every_solver;
mod reasons;
mod structures;
