//! [`Section`]: a part of a report under its own heading.

use std::fmt::Display;

use askama::Template;

/// A part of a report under its own heading. `Display` writes HTML.
#[derive(Template)]
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
}

/// A part of a section, such as a table. `Display` writes HTML.
pub(crate) trait Part: Display {
    /// The blocks of this part in README.md.
    fn markdown(&self) -> Vec<String>;
}

impl<'a> Section<'a> {
    /// Creates a section with a heading, under which the table of contents lists it, and its main
    /// point in one line.
    pub(crate) fn new(
        id: &'static str,
        heading: &'a str,
        finding: impl Into<String>,
        parts: Vec<Box<dyn Part + 'a>>,
    ) -> Self {
        Self {
            id,
            heading,
            listed: Some(heading),
            finding: finding.into(),
            lead: "",
            opens: false,
            explains: false,
            on_paper: false,
            parts,
        }
    }

    /// Creates a section with one part; `None` without the part.
    pub(crate) fn of(
        id: &'static str,
        heading: &'static str,
        lead: &'static str,
        finding: impl Into<String>,
        part: Option<impl Part + 'a>,
    ) -> Option<Self> {
        Some(Self { lead, ..Self::new(id, heading, finding, vec![Box::new(part?)]) })
    }

    /// Leaves the section out of the table of contents, which is a single line, because it belongs
    /// to the section before it or few readers look for it.
    pub(crate) fn unlisted(self) -> Self {
        Self { listed: None, ..self }
    }

    /// Shows the section before the first figure of a page.
    pub(crate) fn explains(self) -> Self {
        Self { explains: true, ..self }
    }

    /// Prints the section even while it is folded.
    pub(crate) fn on_paper(self) -> Self {
        Self { on_paper: true, ..self }
    }

    /// Lists the section under a shorter name in the table of contents.
    pub(crate) fn listed_as(self, name: &'a str) -> Self {
        Self { listed: Some(name), ..self }
    }
}
