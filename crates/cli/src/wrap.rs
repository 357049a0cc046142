//! Wraps prose and tables into lines of a given width.

use std::env;

use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};
use textwrap::{Options, WordSplitter};

/// The columns of a help text: those of the terminal or of `COLUMNS`, but at most 100, which is
/// also the width in a file or a pipe.
pub(crate) fn help_columns() -> usize {
    const MOST: usize = 100;
    let terminal = terminal_size::terminal_size().map(|(columns, _)| columns.0.into());
    let columns = terminal.or_else(|| env::var("COLUMNS").ok()?.parse().ok());
    columns.unwrap_or(MOST).min(MOST)
}

/// Wraps a text after a head; later lines are indented to the width of the head. A word longer than
/// a line gets a line of its own.
pub(crate) fn hanging(head: &str, text: &str, columns: usize) -> String {
    let blanks = " ".repeat(head.chars().count());
    // Lines break only at spaces: ids, paths and commands stay whole.
    let options = Options::new(columns)
        .initial_indent(head)
        .subsequent_indent(&blanks)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

/// Terms with their meanings, aligned in two columns.
pub(crate) fn glossary(entries: &[(&str, &str)], columns: usize) -> String {
    let longest = entries.iter().map(|(term, _)| term.len()).max().unwrap_or(0);
    let lines = entries
        .iter()
        .map(|(term, meaning)| hanging(&format!("  {term:longest$}  "), meaning, columns) + "\n");
    lines.collect()
}

/// A table whose last column is wrapped.
pub(crate) fn table<const N: usize>(
    header: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    columns: usize,
) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header).add_rows(rows);
    let width = columns.try_into().unwrap_or(u16::MAX);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    for column in table.column_iter_mut().take(N - 1) {
        column.set_padding((0, 2)).set_constraint(ColumnConstraint::ContentWidth);
    }
    for column in table.column_iter_mut().skip(N - 1) {
        column.set_padding((0, 0));
    }
    table
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
