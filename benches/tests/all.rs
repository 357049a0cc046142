//! The tests of the benches. One binary, which is linked once.

mod doubles;
mod kernels;
mod peers;
mod race;
mod runner;
