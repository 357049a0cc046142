//! The report as a page: `index.html`, one file that needs no other.

use anyhow::Result;
use askama::Template;
use sudoku_claims::Ledger;
use sudoku_findings::Results;

use crate::charts::{Chart, NEUTRALS};
use crate::claims::Verdicts;
use crate::finding::finding;
use crate::player;
use crate::section::Section;
use crate::{finding, names, notices};

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    title: &'static str,
    day: &'a str,
    finding: String,
    provenance: String,
    machine: String,
    warnings: Vec<String>,
    notices: Vec<String>,
    quick: bool,
    /// Colours in the charts that depend on light and dark, and their variables.
    neutrals: [(&'static str, &'static str); NEUTRALS.len()],
    verdicts: Option<Verdicts<'a>>,
    /// The chart that stands open above all sections.
    opening: Option<&'a Chart>,
    sections: &'a [Section<'a>],
    player: String,
}

/// The whole file. The note is about the processor.
pub(crate) fn document(
    results: &Results,
    ledger: &Ledger,
    note: Option<&str>,
    charts: &[Chart],
    sections: &[Section<'_>],
    module: Option<&[u8]>,
) -> Result<String> {
    let page = Page {
        title: names::TITLE,
        day: names::day(results),
        finding: finding(results),
        provenance: names::provenance(results),
        machine: finding::machine(results),
        warnings: notices::warnings(results),
        notices: notices::notices(results, note),
        quick: notices::is_quick(results),
        neutrals: NEUTRALS,
        verdicts: Verdicts::of(ledger, &results.pages),
        opening: charts.iter().find(|chart| chart.opens()),
        sections,
        player: player::section(results, module)?,
    };
    Ok(page.render()?)
}
