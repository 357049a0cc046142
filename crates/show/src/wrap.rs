//! Wraps prose for a terminal or a document.

use sudoku_judge::format::joined;
use textwrap::{Options, WordSplitter};

/// The width of a document in columns.
pub(crate) const DOCUMENT: usize = 100;

/// Wraps the text in lines of at most `width` columns. A longer word has a line of its own.
pub fn wrapped(text: &str, width: usize) -> String {
    hanging(text, 0, width)
}

/// Wraps the text in lines of at most `width` columns, of which all but the first are indented by
/// `indent` blanks.
pub(crate) fn hanging(text: &str, indent: usize, width: usize) -> String {
    let blanks = " ".repeat(indent);
    // Lines break only at blanks, so ids, paths and commands stay whole, and not before `%`.
    let text = text.replace(" %", "\u{a0}%");
    let options = Options::new(width)
        .subsequent_indent(&blanks)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(&text, options).replace('\u{a0}', " ")
}

/// A command, which can be copied even if it is longer than a line.
pub(crate) fn command(command: &str, width: usize) -> String {
    let lines = hanging(&format!("  {command}"), 4, width - 2);
    lines.replace('\n', " \\\n")
}

/// Wraps Markdown with headings, paragraphs, lists and commands for a terminal of `width` columns.
pub fn plain(markdown: &str, width: usize) -> String {
    let mut is_command = false;
    let line = |line: &str| {
        if line.starts_with("```") {
            is_command = !is_command;
            return None;
        }
        let item = line.find("- ").filter(|&at| line[..at].trim_start().is_empty());
        Some(match item {
            _ if is_command => command(line, width),
            Some(at) => hanging(line, at + 2, width),
            None => hanging(&line.trim_start_matches('#').trim_start().replace("**", ""), 0, width),
        })
    };
    joined(markdown.lines().filter_map(line), "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_there_is_room_and_hang_below_the_first() {
        let text = hanging(&"word ".repeat(50), 4, 100);
        assert!(text.lines().skip(1).all(|line| line.starts_with("    word")));
        assert_eq!(text.matches("word").count(), 50);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [99, 98, 58]);
        assert!(wrapped(&"word ".repeat(50), 60).lines().all(|line| line.len() <= 60));
        assert_eq!(wrapped("one line", 60), "one line");
        assert_eq!(wrapped("the share is 95 % here", 15), "the share is\n95 % here");
        assert_eq!(wrapped("  bitmask   holds", 60), "  bitmask   holds", "columns stay");
        let path = format!("{}/half-way", "long".repeat(30));
        assert_eq!(wrapped(&format!("in {path} – yes"), 100), format!("in\n{path}\n– yes"));
    }

    #[test]
    fn lists_hang_and_headings_lose_their_marks() {
        let item = format!("- {}", "word ".repeat(20).trim_end());
        let text = plain(&format!("# A head\n\n{item}\n"), 60);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["A head", ""]);
        assert!(lines[2].starts_with("- word") && lines[3].starts_with("  word"), "{text}");
        let text = plain(&format!("**Bold**:\n\n  {item}"), 60);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["Bold:", ""]);
        assert!(lines[2].starts_with("  - word") && lines[3].starts_with("    word"), "{text}");
    }

    #[test]
    fn a_long_command_can_be_copied() {
        let text = plain("```sh\none --of=the words\n```", 14);
        assert_eq!(text, "  one \\\n    --of=the \\\n    words");
    }
}
