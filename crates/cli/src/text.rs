//! Prose in lines of a given width.

use std::env;

/// The columns of a help text: those of the terminal or of `COLUMNS`, but no more than can be read
/// with ease, which is also what a file or a pipe gets.
pub(crate) fn help_columns() -> usize {
    const MOST: usize = 100;
    let terminal = terminal_size::terminal_size().map(|(columns, _)| columns.0.into());
    let columns = terminal.or_else(|| env::var("COLUMNS").ok()?.parse().ok());
    columns.unwrap_or(MOST).min(MOST)
}

/// A text after its head; every line but the first begins below the text. A word that is longer than
/// a line gets one of its own.
pub(crate) fn hanging(head: &str, text: &str, columns: usize) -> String {
    let indent = head.chars().count();
    let (mut lines, mut used) = (head.to_owned(), indent);
    for (at, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if at > 0 && used + 1 + length > columns {
            lines += &format!("\n{:indent$}", "");
            used = indent;
        } else if at > 0 {
            lines.push(' ');
            used += 1;
        }
        lines += word;
        used += length;
    }
    lines
}

/// Terms and what they mean, a line or more each, with the meanings below each other.
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
        assert_eq!(hanging("a: ", "", 8), "a: ");
        assert_eq!(hanging("", text, 0), text.replace(' ', "\n"));
    }

    #[test]
    fn meanings_stand_below_each_other() {
        let entries = [("a", "one two"), ("long", "three")];
        assert_eq!(glossary(&entries, 12), "  a     one\n        two\n  long  three\n");
    }
}
