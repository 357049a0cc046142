//! The tests of the report. One binary, which is linked once.

mod claims;
mod command;
mod common;
mod compare;
mod languages;
mod programs;
mod published;
#[path = "../../judge/tests/claims/common/mod.rs"]
mod references;
mod report;
mod results;
