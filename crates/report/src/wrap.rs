//! Lines for a terminal.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// How wide a terminal is taken to be.
pub(crate) const WIDTH: usize = 100;

/// The text in lines of at most [`WIDTH`] columns. A word that is longer has a line of its own.
pub(crate) fn wrapped(text: &str) -> String {
    hanging(text, 0)
}

/// The same; all lines but the first begin with blanks.
pub(crate) fn hanging(text: &str, indent: usize) -> String {
    let blanks = " ".repeat(indent);
    // Nothing is broken but at blanks: ids, paths and commands stay whole.
    let options = Options::new(WIDTH)
        .subsequent_indent(&blanks)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::fill(text, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_there_is_room_and_hang_below_the_first() {
        let text = hanging(&"word ".repeat(50), 4);
        assert!(text.lines().skip(1).all(|line| line.starts_with("    word")));
        assert_eq!(text.matches("word").count(), 50);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [99, 98, 58]);
        assert_eq!(wrapped("one line"), "one line");
        assert_eq!(wrapped("  bitmask   holds"), "  bitmask   holds", "columns stay");
        let path = format!("{}/half-way", "long".repeat(30));
        assert_eq!(wrapped(&format!("in {path} – yes")), format!("in\n{path}\n– yes"));
    }
}
