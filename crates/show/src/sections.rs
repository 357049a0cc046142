//! The sections of a report, in the order in which README.md and the page show them.

use sudoku_judge::Results;
use sudoku_judge::claims::{Check, Ledger};

use crate::charts::Chart;
use crate::claims;
use crate::course::course;
use crate::duel::Choice;
use crate::glossary::{self, glossary};
use crate::section::Section;
use crate::tables::{Table, ladder, programs, puzzles, ratios, run, times, work};
use crate::{finding, format};

/// Every section that the run has data for, in the order in which a reader needs them.
pub(crate) fn all<'a>(
    results: &'a Results,
    ledger: &'a Ledger,
    check: &'a Check,
    charts: &'a [Chart],
) -> Vec<Section<'a>> {
    let (opening, charts) = charts.split_at(charts.partition_point(Chart::opens));
    let again = "The commands that measure and draw such a run";
    [run::reader(results), words(results), run::sets(results)]
        .into_iter()
        .chain(opening.iter().map(|one| chart(one).listed_as("Ladder")))
        .chain([lessons(results, ledger, check), ladder::steps(results), ladder::nodes(results)])
        .chain(sources(results, ledger, check))
        .chain([glance(results), duel(results)])
        .chain([programs::section(results)])
        .chain(charts.iter().map(chart))
        .chain([meaning(results)])
        .chain(ratios::sections(results))
        .chain(puzzles::sections(results))
        .chain([work::section(results)])
        .chain(run::sections(results))
        .chain([Section::new("again", "Again", again).parts([run::commands(results)])])
        .filter(|section| !section.parts.is_empty())
        .collect()
}

fn words(results: &Results) -> Section<'_> {
    let finding = "Node, guess, tree, ratio, noise floor: each in a line, before the first figure";
    let section = Section::new("words", "The words", finding).listed_as("Words");
    section.explains().parts([glossary::words(results)])
}

fn meaning(results: &Results) -> Section<'_> {
    let finding = "Times, intervals, ratios, counts, budgets, and what they do not say";
    let section = Section::new("meaning", "What the numbers mean", finding).listed_as("Meaning");
    section.on_paper().parts([glossary(results)])
}

fn chart(chart: &Chart) -> Section<'_> {
    let section = Section::new(chart.name, chart.heading, &chart.title).on_paper();
    Section { opens: chart.opens(), ..section.parts([chart]) }
}

fn sources<'a>(results: &'a Results, ledger: &'a Ledger, check: &'a Check) -> Option<Section<'a>> {
    let table = claims::table(ledger, check)?;
    let section = Section::new("claims", claims::HEADING, claims::summary(ledger))
        .listed_as("Claims")
        .on_paper()
        .parts(claims::warning(check))
        .parts([table])
        .parts([claims::Details { results, ledger, check }]);
    Some(section)
}

fn lessons<'a>(results: &'a Results, ledger: &'a Ledger, check: &'a Check) -> Section<'a> {
    let lessons = results.pages.iter().filter(|page| page.id.contains('/') && !page.is_shared());
    let lessons = format::many(lessons.count(), "solver");
    let finding = format!("{lessons}, a lesson each: the idea, an example, the code, a question");
    let section = Section::new("course", "The course", finding).listed_as("Course");
    section.parts(course(results, ledger, &check.gains))
}

fn glance(results: &Results) -> Section<'_> {
    let tables = [Some(times::matrix(results)), ratios::matrix(results), ratios::typical(results)];
    Section::new("glance", "At a glance", finding::fastest(results).unwrap_or_default())
        .listed_as("Glance")
        .on_paper()
        .lead(
            "How long a puzzle takes. The stronger the tint, the nearer to the fastest solver of \
             the column.",
        )
        .parts(tables.into_iter().flatten().map(Table::captioned))
}

fn duel(results: &Results) -> Section<'_> {
    let finding = "Which wins on which puzzle, and by how much";
    let section = Section::new("duel", "Two solvers, puzzle by puzzle", finding).listed_as("Duel");
    section.parts(Choice::of(results))
}
