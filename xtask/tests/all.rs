//! The tests of the tasks. One binary, which is linked once.

mod command;
