//! [`Packing`]: what unpacks archives of one kind.

use std::io::{self, BufRead};

pub(super) type Named = (&'static str, Box<dyn Packing>);

/// Unpacks archives of one kind.
pub(super) trait Packing: Send {
    /// Adds some text, perhaps none; false at the end of the archive.
    fn unpack(&mut self, source: &mut dyn BufRead, text: &mut Vec<u8>) -> io::Result<bool>;
}
