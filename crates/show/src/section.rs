//! [`Section`]: a part of a report under its own heading.

use std::fmt::Display;

use askama::Template;

/// A part of a report under its own heading. `Display` writes HTML.
#[derive(Default, Template)]
#[template(path = "section.html")]
pub(crate) struct Section<'a> {
    /// The anchor of the section on the page.
    pub(crate) id: &'static str,
    pub(crate) heading: &'a str,
    /// The name of the section in the page's table of contents; `None` if it is not listed there.
    pub(crate) listed: Option<&'a str>,
    /// The main point of the section, in one line, which the page shows beside the heading of a
    /// folded section.
    pub(crate) finding: String,
    /// Advice on what to look for, shown on the page only: HTML.
    pub(crate) lead: &'static str,
    /// True if a page shows the section above all others.
    pub(crate) opens: bool,
    /// True if a page shows the section before the first figure.
    pub(crate) explains: bool,
    /// True if the section is printed even while it is folded.
    pub(crate) on_paper: bool,
    pub(crate) parts: Vec<Box<dyn Part + 'a>>,
    /// The parts that stand in the appendix, and in README.md instead of the others.
    pub(crate) appendix: Vec<Box<dyn Part + 'a>>,
}

/// A part of a section, such as a table. `Display` writes HTML.
pub(crate) trait Part: Display {
    /// The blocks of this part in README.md.
    fn markdown(&self) -> Vec<String>;
}

impl<'a> Section<'a> {
    /// Creates a section without parts, with a heading and its main point in one line.
    pub(crate) fn new(id: &'static str, heading: &'a str, finding: impl Into<String>) -> Self {
        Self { id, heading, finding: finding.into(), ..Self::default() }
    }

    /// Adds parts, as far as there are any. A report leaves out a section without parts.
    pub(crate) fn parts(mut self, parts: impl IntoIterator<Item = impl Part + 'a>) -> Self {
        self.parts.extend(parts.into_iter().map(|part| Box::new(part) as Box<dyn Part>));
        self
    }

    /// Adds parts to the appendix, as far as there are any. A section with these parts alone is not
    /// on the page.
    pub(crate) fn in_appendix(mut self, parts: impl IntoIterator<Item = impl Part + 'a>) -> Self {
        self.appendix.extend(parts.into_iter().map(|part| Box::new(part) as Box<dyn Part>));
        self
    }

    /// The parts as README.md has them.
    pub(crate) fn whole(&self) -> &[Box<dyn Part + 'a>] {
        if self.appendix.is_empty() { &self.parts } else { &self.appendix }
    }

    /// Opens the section with advice on what to look for.
    pub(crate) fn lead(self, lead: &'static str) -> Self {
        Self { lead, ..self }
    }

    /// Lists the section under a short name in the table of contents, which is a single line: a
    /// section that belongs to the one before it, or that few readers look for, is not listed.
    pub(crate) fn listed_as(self, name: &'a str) -> Self {
        Self { listed: Some(name), ..self }
    }

    /// Shows the section before the first figure of a page.
    pub(crate) fn explains(self) -> Self {
        Self { explains: true, ..self }
    }

    /// Prints the section even while it is folded.
    pub(crate) fn on_paper(self) -> Self {
        Self { on_paper: true, ..self }
    }
}
