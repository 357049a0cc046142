//! Reads puzzle files.

mod block;
mod cells;
mod line;
mod names;
mod open;
mod packed;
mod plain;
mod reader;
mod record;
mod structure;
mod table;
mod taken;
mod text;
mod tree;

pub use names::{Encoding, ReadOptions};
pub use open::{Opened, open};
pub use plain::PlainLines;
pub use reader::Reader;
pub use record::{Fault, NO_PUZZLE, ReadError, Record};

#[cfg(test)]
mod tests;
