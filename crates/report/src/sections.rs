//! The sections of a report, in their order: Markdown and page walk this list.

use sudoku_claims::{Check, Ledger};
use sudoku_measure::Results;

use crate::charts::Chart;
use crate::claims;
use crate::duel::Choice;
use crate::section::{Part, Section};
use crate::tables::{ladder, puzzles, ratios, run, times, work};
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
    let chart = |chart: &'a Chart| {
        // What each step changes, and two solvers puzzle by puzzle, stand below the ladder.
        let below = (chart.name == "ladder").then(|| [ladder::section(results), duel(results)]);
        let section = Section::new(chart.name, &chart.title, vec![Part::Chart(chart)]);
        [section].into_iter().chain(below.into_iter().flatten().flatten())
    };
    let meaning = Part::Meaning(words::meaning(results));
    let again = Part::Commands(words::commands(results));
    articles(ledger, check)
        .into_iter()
        .chain([glance(results)])
        .chain(charts.iter().flat_map(chart))
        .chain(tables.flatten())
        .chain([Section::new("meaning", "What the numbers mean", vec![meaning])])
        .chain([Section::new("again", "Again", vec![again])])
        .collect()
}

fn articles<'a>(ledger: &'a Ledger, check: &Check) -> Option<Section<'a>> {
    let table = Part::Table(claims::table(ledger)?);
    let warning = claims::warning(check).map(Part::Warning);
    let parts = warning.into_iter().chain([table, Part::Details(claims::details(ledger))]);
    let heading = "What the articles say, and whether it is so";
    Some(Section { listed: Some("Claims"), ..Section::new("claims", heading, parts.collect()) })
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

fn duel(results: &Results) -> Option<Section<'_>> {
    let choice = Part::Duel(Choice::of(results)?);
    Some(Section::new("duel", "Two solvers, puzzle by puzzle", vec![choice]))
}
