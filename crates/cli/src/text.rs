//! Prose in lines of a given width.

use std::env;

use textwrap::{Options, WordSplitter};

/// The columns of a help text: those of the terminal or of `COLUMNS`, but no more than are easy to
/// read; for a file or a pipe, that limit.
pub(crate) fn help_columns() -> usize {
    const MOST: usize = 100;
    let terminal = terminal_size::terminal_size().map(|(columns, _)| columns.0.into());
    let columns = terminal.or_else(|| env::var("COLUMNS").ok()?.parse().ok());
    columns.unwrap_or(MOST).min(MOST)
}

/// A text after its head; every line but the first begins below the text. A word that is longer than
/// a line gets one of its own.
pub(crate) fn hanging(head: &str, text: &str, columns: usize) -> String {
    let blanks = " ".repeat(head.chars().count());
    // Lines are broken only at blanks, so that ids, paths and commands stay whole.
    let options = Options::new(columns)
        .initial_indent(head)
        .subsequent_indent(&blanks)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

/// Terms and their meanings, a line or more each, in two columns.
pub(crate) fn glossary(entries: &[(&str, &str)], columns: usize) -> String {
    let longest = entries.iter().map(|(term, _)| term.len()).max().unwrap_or(0);
    let lines = entries
        .iter()
        .map(|(term, meaning)| hanging(&format!("  {term:longest$}  "), meaning, columns) + "\n");
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_they_may_be_and_hang_below_the_text() {
        let text = "one two three four";
        assert_eq!(hanging("", text, 18), text);
        assert_eq!(hanging("", text, 17), "one two three\nfour");
        assert_eq!(hanging("a: ", text, 10), "a: one two\n   three\n   four");
        assert_eq!(hanging("a: ", "verylongword so", 8), "a: verylongword\n   so");
        assert_eq!(hanging("", text, 0), text.replace(' ', "\n"));
    }

    #[test]
    fn meanings_stand_below_each_other() {
        let entries = [("a", "one two"), ("long", "three")];
        assert_eq!(glossary(&entries, 12), "  a     one\n        two\n  long  three\n");
    }
}
