//! The words of the command line, what is printed, and with which exit code the program ends.

use std::io::{self, Write};
use std::path::{Display, Path, PathBuf};

use anyhow::Result;
use clap::builder::{PathBufValueParser, TypedValueParser};
use sudoku_record::top;

/// A path of the command line, which errors and outputs then name in full.
pub(crate) fn path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| std::path::absolute(&path).unwrap_or(path))
}

/// A call that cannot be understood, or a name that is not known: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

/// Returns a usage error.
pub(crate) fn misused<T>(text: impl Into<String>) -> Result<T> {
    Err(Usage(text.into()).into())
}

/// A program of ours has ended with this exit code, and has said why.
#[derive(Debug, thiserror::Error)]
#[error("ended with exit code {0}")]
pub(crate) struct Ended(pub(crate) u8);

/// The width of standard output in columns, from 60 to 120: that of the terminal, or 80 if it is
/// none.
pub(crate) fn width() -> usize {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.map_or(80, |(columns, _)| usize::from(columns.0)).clamp(60, 120)
}

/// Returns a path as it is printed: in the repository, from its top.
pub(crate) fn shown(path: &Path) -> Display<'_> {
    path.strip_prefix(top()).unwrap_or(path).display()
}

/// Returns a path as a word of a command: from the current folder if it lies in that.
pub(crate) fn near(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(here).unwrap_or(path).to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "/\\:._-".contains(c);
    if path.chars().all(is_plain) { path.into_owned() } else { format!("'{path}'") }
}

pub(crate) fn print(text: impl AsRef<str>) {
    // A reader that has closed the pipe has read enough.
    let _ = writeln!(io::stdout(), "{}", text.as_ref());
}

/// Returns the exit code of a check.
pub(crate) fn code(well: bool) -> u8 {
    u8::from(!well)
}
