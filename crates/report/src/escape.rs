//! Text as text, whatever it looks like.

/// As it may stand in Markdown.
pub(crate) fn markdown(text: &str) -> String {
    escaped(text, |character| match character {
        '<' => Some("&lt;"),
        '&' => Some("&amp;"),
        '\\' => Some("\\\\"),
        '`' => Some("\\`"),
        '*' => Some("\\*"),
        '[' => Some("\\["),
        ']' => Some("\\]"),
        '|' => Some("\\|"),
        _ => None,
    })
}

/// As it may stand in an attribute or an element of SVG.
pub(crate) fn xml(text: &str) -> String {
    escaped(text, |character| match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        _ => None,
    })
}

/// An address that a reader may be led to; none for any other text.
pub(crate) fn address(text: &str) -> Option<&str> {
    let is_address = text.starts_with("https://")
        && text.chars().all(|c| c.is_ascii_graphic() && !"<>()".contains(c));
    is_address.then_some(text)
}

/// The anchor of a solver or a family on the page.
pub(crate) fn anchor(id: &str) -> String {
    let kind = if id.contains('/') { "solver" } else { "family" };
    format!("{kind}-{}", id.replace('/', "-"))
}

fn escaped(text: &str, written: impl Fn(char) -> Option<&'static str>) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match written(character) {
            Some(other) => escaped.push_str(other),
            None => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_no_marks_any_more() {
        let text = "a|b <i> & `c` *d* [e](f) \\ \"g\" >";
        let told = "a\\|b &lt;i> &amp; \\`c\\` \\*d\\* \\[e\\](f) \\\\ \"g\" >";
        assert_eq!(markdown(text), told);
        let told = "a|b &lt;i&gt; &amp; `c` *d* [e](f) \\ &quot;g&quot; &gt;";
        assert_eq!(xml(text), told);
    }
}
