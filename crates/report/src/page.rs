//! The report as a page: `index.html`, one file that needs no other.

use anyhow::Result;
use askama::Template;
use sudoku_measure::Results;

use crate::charts::NEUTRALS;
use crate::player;
use crate::section::Section;
use crate::words;

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    title: &'static str,
    day: &'a str,
    provenance: String,
    facts: Vec<(String, String)>,
    warnings: Vec<String>,
    notices: Vec<String>,
    quick: bool,
    /// Colours in the charts that depend on light and dark, and their variables.
    neutrals: [(&'static str, &'static str); NEUTRALS.len()],
    sections: &'a [Section<'a>],
    player: String,
}

/// The whole file. The note is about the processor.
pub(crate) fn document(
    results: &Results,
    note: Option<&str>,
    sections: &[Section<'_>],
    module: Option<&[u8]>,
) -> Result<String> {
    let page = Page {
        title: words::TITLE,
        day: words::day(results),
        provenance: words::provenance(results),
        facts: words::facts(results),
        warnings: words::warnings(results),
        notices: words::notices(results, note),
        quick: words::is_quick(results),
        neutrals: NEUTRALS,
        sections,
        player: player::section(results, module)?,
    };
    Ok(page.render()?)
}
