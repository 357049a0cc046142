//! The tests of the benches. One binary, which is linked once.

mod doubles;
mod kernels;
mod oracle;
mod peers;
mod race;
mod runner;
