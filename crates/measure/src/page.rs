//! [`Page`]: the description of a solver, and its code.

use serde::{Deserialize, Serialize};

/// The heading in the description of a family under which it says what it counts as a node.
pub const NODE: &str = "A node";

/// A solver as its source file describes it, or a family as its `lib.rs` does: an entry of
/// `raw/pages.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// `family/variant`, or the name of the family alone.
    pub id: String,
    /// The description: Markdown, with links as rustdoc reads them.
    pub text: String,
    /// The rest of the file, without its tests and without what the plan records; empty for a
    /// family.
    pub code: String,
    /// The lines of the code that report to a probe, counted from 0. They add nothing to the timed
    /// program.
    pub observations: Vec<usize>,
}

impl Page {
    /// The text below a heading of the first level in its description, up to the next one; `None`
    /// without such a heading or without text.
    pub fn section(&self, heading: &str) -> Option<&str> {
        let mut parts = self.text.split("\n# ").skip(1).filter_map(|part| part.split_once('\n'));
        let (_, text) = parts.find(|(name, _)| *name == heading)?;
        Some(text.trim()).filter(|text| !text.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_ends_at_the_next_heading() {
        let text =
            "One line.\n\n# A node\n\nA call.\n\n## More\n\nNone.\n\n# Cost\n\n# Last\n\nText\n";
        let (id, code) = ("family".to_owned(), String::new());
        let page = Page { id, text: text.to_owned(), code, observations: Vec::new() };
        assert_eq!(page.section(NODE), Some("A call.\n\n## More\n\nNone."));
        assert_eq!(page.section("Last"), Some("Text"));
        assert_eq!((page.section("Cost"), page.section("One line.")), (None, None));
    }
}
