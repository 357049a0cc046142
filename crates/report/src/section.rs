//! [`Section`]: a part of a report under its own heading.

use std::fmt::Display;

use askama::Template;

/// A part of a report under its own heading. `Display` writes HTML.
#[derive(Template)]
#[template(path = "section.html")]
pub(crate) struct Section<'a> {
    /// Its anchor on the page.
    pub(crate) id: &'static str,
    pub(crate) heading: &'a str,
    /// Its name in the contents of the page; `None` if it is not listed there.
    pub(crate) listed: Option<&'a str>,
    /// The main point that it makes, in one line, which stands beside the heading while the page
    /// keeps the section folded.
    pub(crate) finding: String,
    /// Advice on what to look for, on the page alone: HTML.
    pub(crate) lead: &'static str,
    /// True where a page shows it above all sections.
    pub(crate) opens: bool,
    /// True where a page shows it before the first figure.
    pub(crate) explains: bool,
    /// Printed even while it is folded.
    pub(crate) on_paper: bool,
    pub(crate) parts: Vec<Box<dyn Part + 'a>>,
}

/// Something that a section is made of, such as a table. `Display` writes HTML.
pub(crate) trait Part: Display {
    /// The blocks that stand for it in README.md.
    fn markdown(&self) -> Vec<String>;
}

impl<'a> Section<'a> {
    /// Parts under a heading, by which the contents list it, with their main point in one line.
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

    /// One part under a heading; `None` without the part.
    pub(crate) fn of(
        id: &'static str,
        heading: &'static str,
        lead: &'static str,
        finding: impl Into<String>,
        part: Option<impl Part + 'a>,
    ) -> Option<Self> {
        Some(Self { lead, ..Self::new(id, heading, finding, vec![Box::new(part?)]) })
    }

    /// Leaves the section out of the contents, which are one line: it belongs to the previous
    /// section, or is rarely looked for.
    pub(crate) fn unlisted(self) -> Self {
        Self { listed: None, ..self }
    }

    /// Before the first figure of a page.
    pub(crate) fn explains(self) -> Self {
        Self { explains: true, ..self }
    }

    /// Among the sections that are printed even while they are folded.
    pub(crate) fn on_paper(self) -> Self {
        Self { on_paper: true, ..self }
    }

    /// Under a shorter name in the contents.
    pub(crate) fn listed_as(self, name: &'a str) -> Self {
        Self { listed: Some(name), ..self }
    }
}
