//! The report as a page: `index.html`, one file that needs no other.

use anyhow::Result;
use askama::Template;
use sudoku_claims::{Check, Ledger};
use sudoku_measure::Results;

use crate::charts::{Chart, NEUTRALS};
use crate::claims::{self, Detail};
use crate::tables::{self, Table};
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
    claims: Option<Table>,
    unexpected: Option<String>,
    details: Vec<Detail<'a>>,
    matrix: Table,
    ratio_matrix: Option<Table>,
    charts: &'a [Chart],
    ratios: Option<Table>,
    self_checks: Option<Table>,
    survey: Option<Table>,
    difficulty: Option<Table>,
    instructions: Option<Table>,
    times: Table,
    work: Table,
    corpora: Table,
    solvers: Table,
    sources: Option<Table>,
    environment: Table,
    meaning: Vec<(&'static str, String)>,
    commands: [(&'a str, &'static str); 2],
}

/// The whole file.
pub(crate) fn document(
    results: &Results,
    ledger: &Ledger,
    check: &Check,
    charts: &[Chart],
) -> Result<String> {
    let page = Page {
        title: words::TITLE,
        day: words::day(results),
        provenance: words::provenance(results),
        facts: words::facts(results),
        warnings: words::warnings(results),
        notices: words::notices(results, claims::note(check).as_deref()),
        quick: words::is_quick(results),
        neutrals: NEUTRALS,
        claims: claims::table(ledger),
        unexpected: claims::warning(check),
        details: claims::details(ledger),
        matrix: tables::matrix(results),
        ratio_matrix: tables::ratio_matrix(results),
        charts,
        ratios: tables::ratios(results),
        self_checks: tables::self_checks(results),
        survey: tables::survey(results),
        difficulty: tables::difficulty(results),
        instructions: tables::instructions(results),
        times: tables::times(results),
        work: tables::work(results),
        corpora: tables::corpora(results),
        solvers: tables::solvers(results),
        sources: tables::sources(results),
        environment: tables::environment(results),
        meaning: words::meaning(results),
        commands: words::commands(results),
    };
    Ok(page.render()?)
}
