//! The tests of the claims. One binary, which is linked once.

mod claims;
mod common;
mod judge;
mod mistakes;
mod pages;
mod references;
mod solvers;
