//! Escapes text, so that none of it is taken for markup.

/// Escapes text for Markdown.
pub(crate) fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped += "&lt;",
            '&' => escaped += "&amp;",
            '\\' | '`' | '*' | '[' | ']' | '|' => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Escapes text for an attribute or an element of SVG.
pub(crate) fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the text if it is an address that a link may lead to; `None` otherwise.
pub(crate) fn address(text: &str) -> Option<&str> {
    let is_address = text.starts_with("https://")
        && text.chars().all(|c| c.is_ascii_graphic() && !"<>()".contains(c));
    is_address.then_some(text)
}

/// The anchor on the page of a solver, a program or a family. For a solver or a program, whose ids
/// have a slash, it is the id.
pub(crate) fn anchor(id: &str) -> String {
    if id.contains('/') { id.replace(char::is_whitespace, "-") } else { format!("family-{id}") }
}

/// The anchor of a set on the page, at its row in the table of sets. Anchors have no blanks.
pub(crate) fn set_anchor(name: &str) -> String {
    format!("set-{}", name.replace(char::is_whitespace, "-"))
}

/// The anchor of a term that the page explains.
pub(crate) fn word_anchor(word: &str) -> String {
    format!("word-{}", word.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_no_marks_any_more() {
        let text = "a|b <i> & `c` *d* [e](f) \\ \"g\" >";
        let expected = "a\\|b &lt;i> &amp; \\`c\\` \\*d\\* \\[e\\](f) \\\\ \"g\" >";
        assert_eq!(markdown(text), expected);
        let expected = "a|b &lt;i&gt; &amp; `c` *d* [e](f) \\ &quot;g&quot; &gt;";
        assert_eq!(xml(text), expected);
    }
}
