//! The tests of the findings. One binary, which is linked once.

#[path = "../../record/tests/common/mod.rs"]
mod common;
mod references;
mod results;
