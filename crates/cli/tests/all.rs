//! The tests of the program. One binary, which is linked once.

#[cfg(unix)]
mod action;
mod archives;
mod audit;
mod doubles;
mod lab;
#[cfg(unix)]
mod race;
mod shipped;
mod snapshots;
mod streams;
mod verify;
mod watch;
