//! [`Printable`]: displays a text of unknown origin safely on a terminal.

use std::fmt::{self, Write};

/// Displays a text on one line and without effects on the terminal: characters that are not
/// printable are escaped as in Rust, such as `\u{1b}`.
///
/// Not printable are control characters, including line ends, Unicode's marks for the direction of
/// writing, and characters that are invisible or combine with the one before.
///
/// ```
/// use sudoku_puzzles::Printable;
///
/// let name = "caf\u{e9}\u{1b}[2J\n\u{202e}gnp.txt";
/// assert_eq!(Printable(name).to_string(), "caf\u{e9}\\u{1b}[2J\\n\\u{202e}gnp.txt");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Printable<'a>(pub &'a str);

impl Printable<'_> {
    /// True for a character that is displayed unchanged.
    pub fn has(symbol: char) -> bool {
        matches!(symbol, '\'' | '"' | '\\') || symbol.escape_debug().len() == 1
    }
}

impl fmt::Display for Printable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|symbol| {
            if Self::has(symbol) {
                f.write_char(symbol)
            } else {
                write!(f, "{}", symbol.escape_debug())
            }
        })
    }
}
