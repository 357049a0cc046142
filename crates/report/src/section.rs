//! [`Section`]: a part of a report under its own heading.

use askama::Template;

use crate::charts::Chart;
use crate::claims::Detail;
use crate::course::Course;
use crate::duel::Choice;
use crate::tables::Table;

/// A part of a report under its own heading. `Display` writes HTML.
#[derive(Template)]
#[template(path = "section.html")]
pub(crate) struct Section<'a> {
    /// Its anchor on the page.
    pub(crate) id: &'static str,
    pub(crate) heading: &'a str,
    /// What the contents of the page call it; none where it is not listed there.
    pub(crate) listed: Option<&'a str>,
    /// What it says above all, in one line, which stands beside the heading while the page keeps
    /// the section folded.
    pub(crate) finding: String,
    /// What to look for, on the page alone: HTML.
    pub(crate) lead: &'static str,
    /// True where the captions of the tables say more than the heading: Markdown shows them.
    pub(crate) captioned: bool,
    pub(crate) parts: Vec<Part<'a>>,
}

/// What a section is made of.
pub(crate) enum Part<'a> {
    Table(Table),
    Chart(&'a Chart),
    /// Two solvers puzzle by puzzle, of the reader's choice.
    Duel(Choice),
    /// Verdicts that are not the expected ones.
    Warning(String),
    /// Claims in full, to be opened on the page.
    Details(Vec<Detail<'a>>),
    /// The solvers in full, to be opened on the page.
    Course(Course<'a>),
    /// Terms and what they mean.
    Meaning(Vec<(&'static str, String)>),
    /// Commands and what they do.
    Commands([(&'a str, &'static str); 2]),
}

impl<'a> Section<'a> {
    /// Parts under a heading, by which the contents list it.
    pub(crate) fn new(id: &'static str, heading: &'a str, parts: Vec<Part<'a>>) -> Self {
        Self {
            id,
            heading,
            listed: Some(heading),
            finding: String::new(),
            lead: "",
            captioned: false,
            parts,
        }
    }

    /// A table under a heading; none without a table.
    pub(crate) fn of(
        id: &'static str,
        heading: &'static str,
        lead: &'static str,
        table: impl Into<Option<Table>>,
    ) -> Option<Self> {
        Some(Self { lead, ..Self::new(id, heading, vec![Part::Table(table.into()?)]) })
    }

    /// The same for one that belongs to the section before, or that few look for: the contents, which
    /// are one line, do not list it.
    pub(crate) fn unlisted(self) -> Self {
        Self { listed: None, ..self }
    }

    /// The chart of the section that a report opens with.
    pub(crate) fn opening(&self) -> Option<&Chart> {
        match self.parts[..] {
            [Part::Chart(chart)] if chart.opens() => Some(chart),
            _ => None,
        }
    }

    /// With what it says above all, in one line.
    pub(crate) fn finding(self, finding: impl Into<String>) -> Self {
        Self { finding: finding.into(), ..self }
    }

    /// Under a shorter name in the contents.
    pub(crate) fn listed_as(self, name: &'a str) -> Self {
        Self { listed: Some(name), ..self }
    }
}
