//! The sections of a report, in their order: Markdown and page walk this list.

use askama::Template;
use sudoku_claims::{Check, Ledger};
use sudoku_measure::Results;

use crate::charts::Chart;
use crate::claims::{self, Detail};
use crate::tables::{Table, puzzles, ratios, run, times, work};
use crate::words;

/// Every section that there is something for.
pub(crate) fn all<'a>(
    results: &'a Results,
    ledger: &'a Ledger,
    check: &'a Check,
    charts: &'a [Chart],
) -> Vec<Section<'a>> {
    let tables = ratios::sections(results)
        .into_iter()
        .chain(puzzles::sections(results))
        .chain(times::sections(results))
        .chain(work::sections(results))
        .chain(run::sections(results));
    Section::claims(ledger, check)
        .into_iter()
        .chain([Section::glance(results)])
        .chain(charts.iter().map(Section::chart))
        .chain(tables.flatten())
        .chain([Section::meaning(results), Section::again(results)])
        .collect()
}

/// A part of a report under its own heading. `Display` writes HTML.
#[derive(Template)]
#[template(path = "section.html")]
pub(crate) struct Section<'a> {
    /// Its anchor on the page.
    pub(crate) id: &'static str,
    pub(crate) heading: &'a str,
    /// What the contents of the page call it; none where it is not listed there.
    pub(crate) listed: Option<&'a str>,
    /// What to look for, on the page alone: HTML.
    lead: &'static str,
    /// True where the captions of the tables say more than the heading: Markdown shows them.
    pub(crate) captioned: bool,
    pub(crate) parts: Vec<Part<'a>>,
}

/// What a section is made of.
pub(crate) enum Part<'a> {
    Table(Table),
    Chart(&'a Chart),
    /// Verdicts that are not the expected ones.
    Warning(String),
    /// Claims in full, to be opened on the page.
    Details(Vec<Detail<'a>>),
    /// Terms and what they mean.
    Meaning(Vec<(&'static str, String)>),
    /// Commands and what they do.
    Commands([(&'a str, &'static str); 2]),
}

impl<'a> Section<'a> {
    /// A table under a heading; none without a table.
    pub(crate) fn of(
        id: &'static str,
        heading: &'static str,
        lead: &'static str,
        table: impl Into<Option<Table>>,
    ) -> Option<Self> {
        Some(Self::new(id, heading, lead, vec![Part::Table(table.into()?)]))
    }

    /// The same for one that belongs to the section before: the contents do not list it.
    pub(crate) fn unlisted(self) -> Self {
        Self { listed: None, ..self }
    }

    /// True where the heading is drawn already.
    fn is_chart(&self) -> bool {
        matches!(self.parts[..], [Part::Chart(_)])
    }

    fn new(id: &'static str, heading: &'a str, lead: &'static str, parts: Vec<Part<'a>>) -> Self {
        Self { id, heading, listed: Some(heading), lead, captioned: false, parts }
    }

    fn claims(ledger: &'a Ledger, check: &'a Check) -> Option<Self> {
        let table = Part::Table(claims::table(ledger)?);
        let warning = claims::warning(check).map(Part::Warning);
        let parts = warning.into_iter().chain([table, Part::Details(claims::details(ledger))]);
        let heading = "What the articles say, and whether it is so";
        let section = Self::new("claims", heading, "", parts.collect());
        Some(Self { listed: Some("Claims"), ..section })
    }

    fn glance(results: &Results) -> Self {
        let lead = "How long a puzzle takes. The stronger the tint, the nearer to the fastest \
                    solver of the column.";
        let tables = std::iter::once(times::matrix(results)).chain(ratios::matrix(results));
        let parts = tables.map(Part::Table).collect();
        Self { captioned: true, ..Self::new("glance", "At a glance", lead, parts) }
    }

    fn chart(chart: &'a Chart) -> Self {
        Self::new(chart.name, &chart.title, "", vec![Part::Chart(chart)])
    }

    fn meaning(results: &Results) -> Self {
        let parts = vec![Part::Meaning(words::meaning(results))];
        Self::new("meaning", "What the numbers mean", "", parts)
    }

    fn again(results: &'a Results) -> Self {
        Self::new("again", "Again", "", vec![Part::Commands(words::commands(results))])
    }
}
