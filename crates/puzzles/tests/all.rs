//! The tests of the sets and of the reader. One binary, which is linked once.

mod field;
mod hostile;
