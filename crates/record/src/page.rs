//! [`Page`]: the description and the code of a solver.

/// The heading in a family's description under which the family defines its node.
pub const NODE: &str = "A node";

/// The description of a solver, from its source file, or of a family, from its `lib.rs`: what a page
/// shows of the checkout that it is drawn in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// `family/variant`, or the name of the family alone.
    pub id: String,
    /// The description: Markdown, with links as rustdoc reads them.
    pub text: String,
    /// The rest of the source file, without its tests and without the facts that the plan records;
    /// empty for a family.
    pub code: String,
    /// The lines of `code`, from 0, that report to a probe. The timed program contains nothing of
    /// them.
    pub observations: Vec<usize>,
}

impl Page {
    /// Returns the text below a first-level heading of the description, up to the next such
    /// heading; `None` if the heading or the text is missing.
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
