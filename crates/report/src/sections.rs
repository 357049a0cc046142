//! The sections of a report, in their order: Markdown and page walk this list.

use sudoku_claims::{Check, Ledger};
use sudoku_measure::Results;

use crate::charts::Chart;
use crate::claims;
use crate::section::{Part, Section};
use crate::tables::{puzzles, ratios, run, times, work};
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
    let chart = |chart: &'a Chart| Section::new(chart.name, &chart.title, vec![Part::Chart(chart)]);
    let meaning = Part::Meaning(words::meaning(results));
    let again = Part::Commands(words::commands(results));
    sources(ledger, check)
        .into_iter()
        .chain([glance(results)])
        .chain(charts.iter().map(chart))
        .chain(tables.flatten())
        .chain([Section::new("meaning", "What the numbers mean", vec![meaning])])
        .chain([Section::new("again", "Again", vec![again])])
        .collect()
}

fn sources<'a>(ledger: &'a Ledger, check: &Check) -> Option<Section<'a>> {
    let table = Part::Table(claims::table(ledger)?);
    let warning = claims::warning(check).map(Part::Warning);
    let parts = warning.into_iter().chain([table, Part::Details(claims::details(ledger))]);
    Some(Section {
        listed: Some("Claims"),
        ..Section::new("claims", claims::HEADING, parts.collect())
    })
}

fn glance(results: &Results) -> Section<'_> {
    let tables = std::iter::once(times::matrix(results)).chain(ratios::matrix(results));
    Section {
        lead: "How long a puzzle takes. The stronger the tint, the nearer to the fastest solver of \
               the column.",
        captioned: true,
        ..Section::new("glance", "At a glance", tables.map(Part::Table).collect())
    }
}
