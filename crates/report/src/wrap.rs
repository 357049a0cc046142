//! Lines for a terminal.

/// How wide a terminal is taken to be.
pub(crate) const WIDTH: usize = 100;

/// The text in lines of at most [`WIDTH`] characters.
pub(crate) fn wrapped(text: &str) -> String {
    hanging(text, 0)
}

/// The same; all lines but the first begin with blanks.
pub(crate) fn hanging(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for (at, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if at > 0 && width + 1 + length > WIDTH {
            lines.push('\n');
            lines += &" ".repeat(indent);
            width = indent;
        } else if at > 0 {
            lines.push(' ');
            width += 1;
        }
        lines += word;
        width += length;
    }
    let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_there_is_room() {
        let text = hanging(&"word ".repeat(50), 4);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH && !line.ends_with(' ')));
        assert!(text.lines().skip(1).all(|line| line.starts_with("    word")));
        assert_eq!(text.matches("word").count(), 50);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [99, 98, 58]);
        assert_eq!(wrapped("one line"), "one line");
    }
}
