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
use crate::words;

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
    sections: &'a [Section<'a>],
    player: String,
}

impl Page<'_> {
    /// The chart that stands open above all sections.
    fn opening(&self) -> Option<&Chart> {
        self.sections.iter().find_map(Section::opening)
    }
}

/// The whole file. The note is about the processor.
pub(crate) fn document(
    results: &Results,
    ledger: &Ledger,
    note: Option<&str>,
    sections: &[Section<'_>],
    module: Option<&[u8]>,
) -> Result<String> {
    let page = Page {
        title: words::TITLE,
        day: words::day(results),
        finding: finding(results),
        provenance: words::provenance(results),
        machine: words::machine(results),
        warnings: words::warnings(results),
        notices: words::notices(results, note),
        quick: words::is_quick(results),
        neutrals: NEUTRALS,
        verdicts: Verdicts::of(ledger, &results.pages),
        sections,
        player: player::section(results, module)?,
    };
    Ok(page.render()?)
}
