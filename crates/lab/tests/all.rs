//! The tests of the library. One binary, which is linked once.

mod library;
#[cfg(feature = "audit")]
mod planted;
