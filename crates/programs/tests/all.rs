//! The tests of programs in any language. One binary, which is linked once.

#![cfg(unix)]

mod document;
mod entrants;
mod faults;
