//! The tests of the program. One binary, which is linked once.

mod archives;
mod audit;
mod doubles;
mod lab;
mod shipped;
mod snapshots;
mod streams;
mod verify;
mod watch;
